//! Step 1: block and dodging rise before any strike of the tick.

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    aid, aimed_shot, assert_log, block, board, d100, dodge, guard, heavy_punch, light_punch,
    recruit,
};
use foretold_battle::{Aid, Selector};

#[test]
fn block_raised_in_a_tick_absorbs_the_strikes_of_that_tick() {
    let scene = board("f A e")
        .unit('e', recruit().gambits([light_punch()]))
        .unit('f', recruit().gambits([light_punch()]))
        .unit('A', recruit().gambits([block(15)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A raises block 15, now 15",
            "t1 e → A: Light Punch hit, 10 blocked, 0 dealt, 100/100",
            "t1 f → A: Light Punch hit, 5 blocked, 5 dealt, 95/100",
        ]
    );
}

#[test]
fn block_raised_in_a_tick_absorbs_a_heavy_strike_that_lands_in_it() {
    let scene = board("A e")
        .unit('e', recruit().gambits([heavy_punch()]))
        .unit('A', recruit().gambits([guard().when(Test::MyCellTargeted)]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t2 A raises block 8, now 8",
            "t2 e → A: Heavy Punch hit, 8 blocked, 17 dealt, 83/100",
        ]
    );
}

#[test]
fn block_is_gone_when_the_next_tick_begins() {
    let scene = board("A e")
        .unit('A', recruit().gambits([block(15).cooldown(1)]))
        .unit('e', recruit().gambits([light_punch()]));
    let mut story = scene.story();
    assert_log!(
        story.ticks(3),
        [
            "t1 A raises block 15, now 15",
            "t1 e → A: Light Punch hit, 10 blocked, 0 dealt, 100/100",
            "t2 e → A: Light Punch hit, 10 dealt, 90/100",
            "t3 A raises block 15, now 15",
            "t3 e → A: Light Punch hit, 10 blocked, 0 dealt, 90/100",
        ]
    );
    assert_eq!(story.unit('A').block, 0);
}

#[test]
fn block_from_several_stacks() {
    let shield = aid(
        "Shield",
        Selector::NEAREST_ALLY,
        Aid {
            block: Some(5),
            ..Aid::default()
        },
    );
    let scene = board("B A e")
        .unit('B', recruit().gambits([shield]))
        .unit('A', recruit().gambits([guard()]))
        .unit('e', recruit().gambits([heavy_punch().cost(1)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 B gives A block 5, now 5",
            "t1 A raises block 8, now 13",
            "t1 e → A: Heavy Punch hit, 13 blocked, 12 dealt, 88/100",
        ]
    );
}

#[test]
fn dodging_raised_in_a_tick_counts_against_the_shots_of_that_tick() {
    let scene = board("e . . A")
        .unit('e', recruit().gambits([aimed_shot()]))
        .unit('A', recruit().gambits([dodge()]))
        .rolls([d100(26)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A is dodging for 1",
            "t1 e → A: Aimed Shot 25% (75 −30 −20) rolled 26 miss",
        ]
    );
}
