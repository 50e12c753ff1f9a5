//! Block: absorbs damage first, stacks, and is gone when its owner's next turn begins (rules §9).

use foretold_battle::brain::{Criterion, Selector, Side};
use foretold_battle::testing::{
    RuleDraft, aid, assert_log, block, blow, board, guard, heavy_punch, recruit,
};
use foretold_battle::{Aid, Phase};

use crate::common::once;

/// Gives the one with the most HP block, from anywhere.
fn shield(amount: u16) -> RuleDraft {
    let strongest = Selector::new(Criterion::HighestHp, Side::Ally);
    let gift = Aid {
        block: Some(amount),
        ..Aid::default()
    };
    aid("Shield", strongest, gift).range(11)
}

#[test]
fn six_damage_against_four_block_is_four_blocked_and_two_to_hp() {
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(6)]))
        .unit('e', recruit().gambits([block(4)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e raises block 4, now 4",
            "t1 A → e: Blow hit, 4 blocked, 2 dealt, 98/100",
        ]
    );
}

#[test]
fn as_much_block_as_damage_lets_nothing_through() {
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(6)]))
        .unit('e', recruit().gambits([block(6)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e raises block 6, now 6",
            "t1 A → e: Blow hit, 6 blocked, 0 dealt, 100/100",
        ]
    );
}

#[test]
fn block_stacks() {
    let scene = board("A e f")
        .unit('A', recruit().gambits([blow(10)]))
        .unit('e', recruit().gambits([block(4)]))
        .unit('f', recruit().hp(50).gambits([shield(3)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e raises block 4, now 4",
            "t1 f gives e block 3, now 7",
            "t1 A → e: Blow hit, 7 blocked, 3 dealt, 97/100",
        ]
    );
}

#[test]
fn what_one_blow_leaves_of_the_block_meets_the_next() {
    let scene = board("A e B")
        .unit('A', recruit().gambits([blow(6)]))
        .unit('B', recruit().gambits([blow(6)]))
        .unit('e', recruit().gambits([guard()]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e raises block 8, now 8",
            "t1 A → e: Blow hit, 6 blocked, 0 dealt, 100/100",
            "t1 B → e: Blow hit, 2 blocked, 4 dealt, 96/100",
        ]
    );
}

#[test]
fn block_holds_against_heavy_strikes_of_the_same_tick() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', recruit().gambits([block(5)]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e raises block 5, now 5",
            "t2 e raises block 5, now 5",
            "t2 A → e: Heavy Punch hit, 5 blocked, 20 dealt, 80/100",
        ]
    );
}

#[test]
fn block_is_gone_when_the_next_turn_begins() {
    let mut story = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().gambits([once(guard())]))
        .story();
    story.run(Phase::Decide);
    story.run(Phase::Guards);
    assert_eq!(story.unit('e').block, 8);
    for phase in [
        Phase::QuickStrikes,
        Phase::Movement,
        Phase::HeavyStrikes,
        Phase::Effects,
    ] {
        story.run(phase);
        assert_eq!(story.unit('e').block, 8, "after {phase:?}");
    }
    story.run(Phase::Judge);
    assert_eq!(story.unit('e').block, 0);
}

#[test]
fn block_of_one_turn_does_not_help_in_the_next() {
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(10).cost(2)]))
        .unit('e', recruit().gambits([once(guard())]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Blow on B1 (2 ticks)",
            "t1 e raises block 8, now 8",
            "t2 A → e: Blow hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn block_of_ten_turns_never_adds_up() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().gambits([block(999)]));
    let mut story = scene.story();
    for tick in 1..=10 {
        let log = story.ticks(1);
        assert_eq!(log.lines, [format!("t{tick} e raises block 999, now 999")]);
    }
}

#[test]
fn block_stacks_no_higher_than_9999() {
    let mut scene = board("A e f g h i j k l m n p")
        .unit('A', recruit())
        .unit('e', recruit().gambits([block(999)]));
    for letter in "fghijklmnp".chars() {
        scene = scene.unit(letter, recruit().hp(50).gambits([shield(999)]));
    }
    let mut story = scene.story();
    story.run(Phase::Decide);
    story.run(Phase::Guards);
    assert_eq!(story.unit('e').block, 9_999);
}
