//! Certain luck: a hit at 50 or more, average damage, no cards, no criticals (rules §7).

use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, aimed_shot, assert_log, attack, board, guard, heavy_punch,
    longsword, lot, move_towards, multiattack, recruit, strike,
};
use foretold_battle::{Amount, Check, DamageKind, Deck, Edge, Luck, Odds, Pile, Status, Terrain};

use crate::common::preview;

/// A and e, fought without dice: a roll would fail the story.
fn certain(drawing: &str, attacker: UnitDraft, target: UnitDraft) -> Scene {
    board(drawing)
        .unit('A', attacker)
        .unit('e', target)
        .house(|house| house.luck = Luck::Certain)
        .rolls([])
}

#[test]
fn a_chance_of_50_or_more_hits_and_less_misses() {
    for (accuracy, logged) in [
        (60, "50% (60 −10) hit, 5 dealt, 95/100"),
        (59, "49% (59 −10) miss"),
        (200, "95% (200 −10) hit, 5 dealt, 95/100"),
        (0, "5% (0 −10) miss"),
    ] {
        let archer = recruit().accuracy(accuracy).gambits([aimed_shot()]);
        let scene = certain("A e", archer, recruit());
        assert_log!(scene.ticks(1), [&*format!("t1 A → e: Aimed Shot {logged}")]);
    }
}

#[test]
fn against_armour_eleven_faces_hit_ten_faces_hit_and_nine_miss() {
    for (armour_class, hits) in [(15, true), (16, true), (17, false), (0, true), (50, false)] {
        let fencer = recruit().gambits([longsword()]);
        let scene = certain("A e", fencer, recruit().armour_class(armour_class));
        let logged = if hits { "hit, 7 dealt, 93/100" } else { "miss" };
        let line = format!("t1 A → e: Longsword +5 vs AC {armour_class} {logged}");
        assert_log!(scene.ticks(1), [&*line]);
    }
}

#[test]
fn advantage_and_dodging_still_count() {
    let sword = |edge| {
        let check = Check::Armour { bonus: 5, edge };
        attack(
            "Sword",
            [strike(check, Amount::flat(4), DamageKind::Slashing)],
        )
    };
    // Six faces with advantage are 51%, five are 43.75%.
    for (edge, dodges, armour_class, hp) in [
        (Edge::Advantage, false, 20, 96),
        (Edge::Advantage, false, 21, 100),
        (Edge::Even, false, 20, 100),
        (Edge::Even, true, 11, 96),
        (Edge::Even, true, 12, 100),
    ] {
        let mut target = recruit().armour_class(armour_class);
        if dodges {
            target = target.with(Status::Dodging, 3);
        }
        let mut story = certain("A e", recruit().gambits([sword(edge)]), target).story();
        story.ticks(1);
        assert_eq!(story.unit('e').hp, hp, "{edge:?} against {armour_class}");
    }
}

#[test]
fn damage_is_the_average_rounded_down() {
    for (amount, dealt) in [
        (Amount::flat(5), 5),
        (Amount::dice(1, 8, 3), 7),
        (Amount::dice(2, 6, 0), 7),
        (Amount::dice(3, 4, 0), 7),
        (Amount::dice(1, 6, -2), 1),
        (Amount::dice(1, 4, -9), 0),
    ] {
        let hit = attack("Hit", [strike(Check::Sure, amount, DamageKind::Cold)]);
        let mut story = certain("A e", recruit().gambits([hit]), recruit()).story();
        let shown = preview(&story, 'A', "Hit", 'e');
        assert_eq!((shown.lowest, shown.highest), (dealt, dealt), "{amount}");
        assert_eq!(shown.expected_hundredths, u32::from(dealt) * 100);
        story.ticks(1);
        assert_eq!(story.unit('e').hp, 100 - dealt, "{amount}");
    }
}

#[test]
fn there_are_no_criticals_and_each_strike_of_a_multiattack_is_the_same() {
    let scene = certain(
        "A e",
        recruit().gambits([multiattack()]),
        recruit().armour_class(5),
    );
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Multiattack +5 vs AC 5 hit, 7 dealt, 93/100",
            "t1 A → e: Multiattack +5 vs AC 5 hit, 7 dealt, 86/100",
        ]
    );
}

#[test]
fn no_card_is_drawn_and_the_deck_stays_full() {
    let archer = recruit().gambits([aimed_shot()]).deck(Deck::standard());
    let mut story = certain("A e", archer, recruit()).story();
    assert_eq!(preview(&story, 'A', "Aimed Shot", 'e').null_card, None);
    assert_log!(
        story.ticks(2),
        [
            "t1 A → e: Aimed Shot 65% (75 −10) hit, 5 dealt, 95/100",
            "t2 A → e: Aimed Shot 65% (75 −10) hit, 5 dealt, 90/100",
        ]
    );
    let pile = story.battle.pile(story.id('A'));
    assert_eq!(pile, Some(&Pile::full(&Deck::standard())));
}

#[test]
fn card_intents_and_collisions_stay_random() {
    let scene = board("A . e")
        .unit('A', recruit().gambits([move_towards()]))
        .unit('e', recruit().cards([(heavy_punch(), 1), (guard(), 1)]))
        .house(|house| house.luck = Luck::Certain)
        .rolls([lot(2, 0), lot(2, 1)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A stays on A1, not B1: e wins it among 2",
            "t1 e moves C1 → B1",
            "t2 e winds up Heavy Punch on A1 (2 ticks)",
        ]
    );
}

fn two_strikes(first: i16, second: i16) -> RuleDraft {
    let aimed = |bonus| {
        let check = Check::Aimed { bonus };
        strike(check, Amount::dice(2, 4, 0), DamageKind::Cold)
    };
    attack("Volley", [aimed(first), aimed(second)])
}

#[test]
fn the_preview_of_certain_luck_is_one_number() {
    // 75 − 10 is 65%; with −20 it is 45%.
    for (first, second, damage) in [(0, 0, 10), (0, -20, 5), (-20, 0, 5), (-20, -20, 0)] {
        let volley = two_strikes(first, second);
        let scene = certain("A e", recruit().gambits([volley]), recruit());
        let mut story = scene.story();
        let shown = preview(&story, 'A', "Volley", 'e');
        assert_eq!(
            (shown.lowest, shown.expected_hundredths, shown.highest),
            (damage, u32::from(damage) * 100, damage),
            "bonuses {first} and {second}"
        );
        story.ticks(1);
        assert_eq!(story.unit('e').hp, 100 - damage);
    }
}

#[test]
fn the_preview_of_certain_luck_kills_for_sure_or_not_at_all() {
    for (hp, bonus, kill) in [
        (5, 0, Odds::CERTAIN),
        (6, 0, Odds::NEVER),
        (1, -20, Odds::NEVER),
    ] {
        let check = Check::Aimed { bonus };
        let shot = attack(
            "Shot",
            [strike(check, Amount::dice(2, 4, 0), DamageKind::Cold)],
        );
        let story = certain("A e", recruit().gambits([shot]), recruit().hp(hp)).story();
        let shown = preview(&story, 'A', "Shot", 'e');
        assert_eq!(shown.kill, kill, "{hp} HP, bonus {bonus}");
        // The chance itself is shown as it is.
        let percent = 65 + bonus;
        assert_eq!(shown.strikes[0].odds.to_string(), format!("{percent}%"));
    }
}

#[test]
fn cover_decides_certain_luck() {
    let scene = certain("A . e", recruit().gambits([aimed_shot()]), recruit())
        .terrain("C1", Terrain::HalfCover);
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Aimed Shot 35% (75 −20 −20) miss"]
    );
}
