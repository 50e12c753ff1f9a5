//! What rules make of the downed and the fallen (rules §6).

use foretold_battle::brain::{Measured, Selector, Test};
use foretold_battle::testing::{Story, UnitDraft, blow, board, recruit};

use crate::common::percent;
use crate::conditions::{answer, asks};

/// K strikes f to 0 HP and h strikes B; g stands far away.
fn after_the_blows(test: Test, at_zero: impl Fn(UnitDraft) -> UnitDraft) -> Story {
    let killer = || recruit().gambits([blow(5).on(Selector::LOWEST_HP_ENEMY)]);
    let mut story = board(
        "
        f A B
        K . h
        . . .
        . . .
        . . . g
        ",
    )
    .unit('A', asks(recruit(), test))
    .unit('K', killer())
    .unit('B', at_zero(recruit().hp(5)))
    .unit('f', at_zero(recruit().hp(5)))
    .unit('h', killer().hp(90))
    .unit('g', recruit())
    .story();
    story.ticks(1);
    assert_eq!((story.unit('B').hp, story.unit('f').hp), (0, 0));
    story
}

#[test]
fn the_fallen_count_for_nothing() {
    let dies = |unit: UnitDraft| unit;
    let after = |test| answer(&after_the_blows(test, dies));
    let story = after_the_blows(Test::Always, dies);
    let nearest = |letter, distance| Measured::Nearest(story.id(letter), distance);
    assert_eq!(after(Test::EnemyInRange(1)), (nearest('h', 1), true));
    assert_eq!(
        after(Test::EnemiesInRange { count: 2, range: 3 }),
        (Measured::Count(1), false)
    );
    assert_eq!(after(Test::AllyInRange(1)), (nearest('K', 1), true));
    assert_eq!(
        after(Test::AllyHpBelow(percent(100))),
        (Measured::Share(story.id('K'), 100, 100), false)
    );
}

#[test]
fn a_downed_unit_is_an_ally_at_0_hp_and_no_enemy() {
    let after = |test| answer(&after_the_blows(test, UnitDraft::downed_at_zero));
    let story = after_the_blows(Test::Always, UnitDraft::downed_at_zero);
    assert_eq!(
        after(Test::EnemiesInRange { count: 2, range: 3 }),
        (Measured::Count(1), false)
    );
    let nearest = Measured::Nearest(story.id('h'), 1);
    assert_eq!(after(Test::EnemyInRange(1)), (nearest, true));
    let lies_here = Measured::Share(story.id('B'), 0, 5);
    assert_eq!(after(Test::AllyHpBelow(percent(1))), (lies_here, true));
}

#[test]
fn a_downed_ally_is_in_range_like_any_other() {
    let mut story = board("A B e")
        .unit('A', asks(recruit(), Test::AllyInRange(1)))
        .unit('B', recruit().hp(5).downed_at_zero())
        .unit('e', recruit().gambits([blow(5)]))
        .story();
    story.ticks(1);
    assert!(!story.unit('B').is_up());
    let measured = Measured::Nearest(story.id('B'), 1);
    assert_eq!(answer(&story), (measured, true));
}
