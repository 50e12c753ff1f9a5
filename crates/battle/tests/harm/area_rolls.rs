//! What an area rolls: to hit for each victim, everything else once for all (rules §13).

use foretold_battle::testing::{
    RuleDraft, Scene, board, breath, d, d20, d100, howl, lance, longsword, lot, multiattack,
    recruit,
};
use foretold_battle::{Area, Card, Check, Deck, Luck, Pile, Selector, SkillKind};

use crate::common::{bomb, struck};

/// A beside three enemies in a row.
fn row_of_three(rule: RuleDraft) -> Scene {
    board("A e f g")
        .unit('A', recruit().gambits([rule]))
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit())
}

#[test]
fn each_victim_has_its_own_roll_and_all_share_the_dice() {
    let sword = longsword().range(3).area(Area::Line(3));
    // e is missed; f is hit, and the d8 is thrown; g is hit with the same.
    let scene = row_of_three(sword).rolls([d20(2), d20(10), d(8, 6), d20(15)]);
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Longsword d20(2) + 5 = 7 vs AC 10: miss",
            "A → f: Longsword d20(10) + 5 = 15 vs AC 10: hit, 9 dealt, 91/100",
            "A → g: Longsword d20(15) + 5 = 20 vs AC 10: hit, 9 dealt, 91/100",
        ],
    );
}

#[test]
fn a_critical_adds_its_dice_for_the_critical_victim_alone() {
    let sword = longsword().range(3).area(Area::Line(3));
    let scene = row_of_three(sword).rolls([d20(20), d(8, 6), d(8, 5), d20(10), d20(20)]);
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Longsword d20(20) + 5 = 25 vs AC 10: critical, 14 dealt, 86/100",
            "A → f: Longsword d20(10) + 5 = 15 vs AC 10: hit, 9 dealt, 91/100",
            "A → g: Longsword d20(20) + 5 = 25 vs AC 10: critical, 14 dealt, 86/100",
        ],
    );
}

#[test]
fn each_strike_throws_anew() {
    let swords = multiattack().range(3).area(Area::Line(3));
    let rolls = [
        d20(10),
        d(8, 1),
        d20(10),
        d20(10),
        d20(2),
        d20(10),
        d(8, 8),
        d20(2),
    ];
    for mut story in row_of_three(swords).rolls(rolls).in_every_tempo() {
        story.ticks(1);
        let hp: Vec<u16> = story.battle.units().map(|(_, unit)| unit.hp).collect();
        assert_eq!(hp, [100, 96, 85, 96]);
        assert_eq!(struck(&story), "efgefg");
    }
}

#[test]
fn one_card_is_drawn_for_each_strike_on_its_first_hit_for_all() {
    let deck = Deck {
        name: "two".to_owned(),
        cards: vec![(Card::Plus(3), 1), (Card::Times(2), 1)],
    };
    let shot = bomb(Area::Line(3)).range(3).draws_card().with(|skill| {
        if let SkillKind::Attack { strikes, .. } = &mut skill.deed {
            strikes[0].check = Check::Aimed { bonus: 0 };
        }
    });
    let scene = board("A e f g")
        .unit('A', recruit().gambits([shot.clone()]).deck(deck.clone()))
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit());
    let rolls = [d100(90), d100(1), lot(2, 1), d100(1)];
    let scene = scene.rolls(rolls);
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Bomb 65% (75 −10) rolled 90 miss",
            "A → f: Bomb 55% (75 −20) rolled 1 hit, card ×2, 20 dealt, 80/100",
            "A → g: Bomb 45% (75 −30) rolled 1 hit, card ×2, 20 dealt, 80/100",
        ],
    );
    for mut story in scene.in_every_tempo() {
        story.ticks(1);
        let left = story.battle.pile(story.id('A')).map(Pile::len);
        assert_eq!(left, Some(1), "one card for all");
    }
}

#[test]
fn sanity_dice_are_thrown_once_for_all() {
    let scene = board(
        "
            . . e .
            A . f .
            . . g .
            ",
    )
    .unit(
        'A',
        recruit().gambits([breath().on(Selector::LOWEST_HP_ENEMY)]),
    )
    .unit('e', recruit().sanity(20))
    .unit('f', recruit().hp(50))
    .unit('g', recruit().sanity(20));
    for mut story in scene.rolls([d(4, 3), d(4, 4)]).in_every_tempo() {
        story.ticks(1);
        assert_eq!((story.unit('e').sanity, story.unit('g').sanity), (13, 13));
        assert_eq!(story.unit('f').hp, 44);
    }
}

#[test]
fn certain_luck_gives_everyone_the_average() {
    let scene = board("A e f g")
        .unit(
            'A',
            recruit().gambits([lance(), howl()]).deck(Deck::standard()),
        )
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit())
        .house(|house| house.luck = Luck::Certain);
    for mut story in scene.rolls([]).in_every_tempo() {
        story.ticks(1);
        let hp = ['e', 'f', 'g'].map(|it| story.unit(it).hp);
        assert_eq!(hp, [94, 94, 94]);
    }
}
