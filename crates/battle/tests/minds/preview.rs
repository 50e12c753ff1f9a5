//! The preview: what an attack would come to, before any die is rolled (rules §7).

use foretold_battle::testing::{
    Scene, UnitDraft, aimed_shot, attack, blow, board, cell, guard, longsword, mend, move_towards,
    recruit, strike,
};
use foretold_battle::{
    Affinity, Amount, Card, Chance, Check, Damage, DamageKind, Deck, Odds, Order, Phase, Preview,
    Status, StrikePreview, Tempo, Terrain, WhyNot,
};

use crate::common::{deck, facing, preview};

/// A strikes several times for 5 without fail, and draws each time.
pub(crate) fn striker(strikes: usize, cards: Deck) -> UnitDraft {
    let sure = strike(Check::Sure, Amount::flat(5), DamageKind::Cold);
    recruit()
        .gambits([attack("Flurry", vec![sure; strikes]).draws_card()])
        .deck(cards)
}

pub(crate) fn duel(attacker: UnitDraft, target: UnitDraft) -> Scene {
    board("A e").unit('A', attacker).unit('e', target)
}

#[test]
fn the_preview_shows_everything_about_a_shot() {
    let story = board(
        "
        A . . .
        . . . e
        ",
    )
    .unit(
        'A',
        recruit().gambits([aimed_shot()]).deck(Deck::standard()),
    )
    .unit('e', recruit().hp(6).resists(DamageKind::Fire))
    .terrain("D2", Terrain::HalfCover)
    .story();
    let chance = Chance::Aimed {
        accuracy: 75,
        bonus: 0,
        distance: 31,
        cover: 20,
        dodging: 0,
        percent: 24,
    };
    // A hit deals 102 points over 20 cards; seven of them make 6 or more.
    let shown = preview(&story, 'A', "Aimed Shot", 'e');
    let expected = Preview {
        refusal: None,
        distance_tenths: 31,
        terrain: Terrain::HalfCover,
        strikes: vec![StrikePreview {
            chance,
            odds: chance.odds(),
            base: Some(Damage {
                kind: DamageKind::Piercing,
                amount: Amount::flat(5),
            }),
            affinity: Affinity::Plain,
            shoves: false,
        }],
        block: 0,
        lowest: 4,
        highest: 10,
        expected_hundredths: 122,
        kill: shown.kill,
        shove: None,
        null_card: shown.null_card,
    };
    assert_eq!(shown, expected);
    assert_eq!(shown.kill.hundredths(), 840);
    assert_eq!(shown.null_card.map(Odds::hundredths), Some(500));
}

#[test]
fn the_example_of_the_rules_comes_out_as_written() {
    let story = duel(
        recruit().gambits([aimed_shot()]).deck(Deck::standard()),
        recruit().hp(6),
    )
    .story();
    let shown = preview(&story, 'A', "Aimed Shot", 'e');
    assert_eq!((shown.lowest, shown.highest), (4, 10));
    assert_eq!(shown.kill.to_string(), "22.75%");
    // 0.65 × 5.1 is 3.315.
    assert_eq!(shown.expected_hundredths, 332);
}

#[test]
fn distance_is_shown_to_one_decimal() {
    for (at, tenths) in [("B1", 10), ("B2", 14), ("C2", 22), ("D4", 42), ("F1", 50)] {
        let story = board(&facing(at))
            .unit('A', recruit().knows([aimed_shot()]))
            .unit('e', recruit())
            .story();
        let shown = preview(&story, 'A', "Aimed Shot", 'e');
        assert_eq!(shown.distance_tenths, tenths, "{at}");
    }
}

#[test]
fn dice_and_their_criticals_are_counted_exactly() {
    // 55% hit, 5% of them critical: 50% × 7.5 + 5% × 12 = 4.35.
    let story = duel(
        recruit().gambits([longsword()]),
        recruit().hp(11).armour_class(15),
    )
    .story();
    let shown = preview(&story, 'A', "Longsword", 'e');
    assert_eq!((shown.lowest, shown.highest), (4, 19));
    assert_eq!(shown.expected_hundredths, 435);
    // An 8 of 1d8 with 50%, 43 of the 64 pairs of 2d8 with 5%.
    assert_eq!(shown.kill.to_string(), "9.61%");
    assert_eq!(shown.null_card, None);
}

#[test]
fn strength_and_resistance_are_in_the_damage_and_the_base_is_shown_without() {
    for (kind_of, affinity, damage) in [
        (recruit(), Affinity::Plain, 9),
        (
            recruit().resists(DamageKind::Bludgeoning),
            Affinity::Resists,
            4,
        ),
        (
            recruit().vulnerable(DamageKind::Bludgeoning),
            Affinity::Vulnerable,
            18,
        ),
        (
            recruit().immune(DamageKind::Bludgeoning),
            Affinity::Immune,
            0,
        ),
    ] {
        let strong = recruit()
            .gambits([blow(5)])
            .with_amount(Status::Strengthened, 9, 4);
        let story = duel(strong, kind_of).story();
        let shown = preview(&story, 'A', "Blow", 'e');
        let strike = shown.strikes[0];
        assert_eq!(strike.affinity, affinity);
        assert_eq!(strike.base.map(|base| base.amount), Some(Amount::flat(5)));
        assert_eq!((shown.lowest, shown.highest), (damage, damage));
        assert_eq!(shown.expected_hundredths, u32::from(damage) * 100);
    }
}

#[test]
fn damage_is_what_comes_through_the_block() {
    let mut story = duel(
        recruit().gambits([blow(10)]),
        recruit().hp(2).gambits([guard()]),
    )
    .story();
    story.run(Phase::Decide);
    assert_eq!(preview(&story, 'A', "Blow", 'e').lowest, 10);
    story.run(Phase::Guards);
    let shown = preview(&story, 'A', "Blow", 'e');
    assert_eq!((shown.block, shown.lowest, shown.highest), (8, 2, 2));
    assert_eq!(shown.expected_hundredths, 200);
    assert_eq!(shown.kill, Odds::CERTAIN);
}

#[test]
fn a_block_is_worn_down_by_all_strikes_together() {
    let mut story = duel(
        striker(3, deck([(Card::Plus(0), 1)])),
        recruit().hp(8).gambits([guard()]),
    )
    .story();
    story.run(Phase::Decide);
    story.run(Phase::Guards);
    let shown = preview(&story, 'A', "Flurry", 'e');
    assert_eq!((shown.lowest, shown.highest), (7, 7));
    assert_eq!(shown.kill, Odds::NEVER);
}

#[test]
fn an_attack_that_cannot_be_made_is_shown_with_the_reason() {
    let story = board(
        "
        A # e
        . . .
        . . .
        . . .
        . . .
        . . .
        . . f
        ",
    )
    .unit('A', recruit().knows([aimed_shot(), blow(1)]))
    .unit('e', recruit())
    .unit('f', recruit())
    .story();
    let refusal = |skill, target| preview(&story, 'A', skill, target).refusal;
    assert_eq!(
        refusal("Blow", 'e'),
        Some(WhyNot::OutOfRange {
            distance: 2,
            range: 1
        })
    );
    let blocked_at = cell("B1");
    assert_eq!(
        refusal("Aimed Shot", 'e'),
        Some(WhyNot::NoSight { blocked_at })
    );
    assert_eq!(
        refusal("Aimed Shot", 'f'),
        Some(WhyNot::OutOfRange {
            distance: 6,
            range: 5
        })
    );
    // The numbers are there nonetheless.
    assert_eq!(preview(&story, 'A', "Blow", 'e').highest, 1);
}

#[test]
fn an_attack_that_rests_is_shown_with_the_turns_left() {
    let mut story = duel(recruit().gambits([blow(1).cooldown(2)]), recruit()).story();
    let mut refusals = Vec::new();
    for _ in 0..4 {
        refusals.push(preview(&story, 'A', "Blow", 'e').refusal);
        story.ticks(1);
    }
    let rests = |turns| Some(WhyNot::Cooldown { turns });
    assert_eq!(refusals, [None, rests(2), rests(1), None]);
}

#[test]
fn in_the_turn_of_its_use_a_skill_rests_no_longer_than_its_cooldown() {
    let mut story = duel(recruit().manual().knows([blow(1).cooldown(2)]), recruit())
        .tempo(Tempo::Phases)
        .story();
    story.battle.set_player(true);
    let (skill, at) = (
        story.battle.arena().sheet(story.id('A')).skills[0],
        cell("B1"),
    );
    assert_eq!(story.order('A', Order::Use { skill, at }), Ok(()));
    story.ticks(1);
    let refusal = preview(&story, 'A', "Blow", 'e').refusal;
    assert_eq!(refusal, Some(WhyNot::Cooldown { turns: 2 }));
    let one = WhyNot::Cooldown { turns: 1 };
    assert_eq!(one.to_string(), "it rests for 1 more turn");
}

#[test]
fn the_fallen_cannot_be_targeted() {
    let mut story = board("A e . f")
        .unit('A', recruit().gambits([blow(5)]))
        .unit('e', recruit().hp(5))
        .unit('f', recruit())
        .story();
    story.ticks(1);
    let shown = preview(&story, 'A', "Blow", 'e');
    assert_eq!(shown.refusal, Some(WhyNot::NoTarget));
}

#[test]
fn there_is_no_preview_of_help_or_of_a_walk() {
    let story = board("A B e")
        .unit('A', recruit().knows([mend(), move_towards()]))
        .unit('B', recruit())
        .unit('e', recruit())
        .story();
    for (skill, target) in [("Mend", 'B'), ("Move towards", 'e')] {
        let shown = story
            .battle
            .preview(story.id('A'), story.skill(skill), story.id(target));
        assert_eq!(shown, None, "{skill}");
    }
}
