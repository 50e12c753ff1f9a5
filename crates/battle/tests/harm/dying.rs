//! A unit that dies at 0 HP leaves in step 6, frees its cell and stays listed (rules §5, §9).

use foretold_battle::testing::{
    assert_log, blow, board, cell, grapple, guard, heavy_punch, light_punch, mend, move_towards,
    polearm, recruit,
};
use foretold_battle::{Life, Status};

use crate::common::once;

#[test]
fn who_dies_frees_the_cell_for_the_next_tick() {
    let scene = board(
        "
        A e . f
        # # # #
    ",
    )
    .unit('A', recruit().gambits([once(blow(10)), move_towards()]))
    .unit('e', recruit().hp(10))
    .unit('f', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Blow hit, 10 dealt, 0/10",
            "t1 e falls on B1",
            "t2 A moves A1 → B1",
        ]
    );
}

#[test]
fn until_the_end_of_the_tick_the_dying_hold_their_cell() {
    let scene = board(
        "
        A e f
        # # #
    ",
    )
    .unit('A', recruit().gambits([once(blow(10))]))
    .unit('e', recruit().hp(10))
    .unit('f', recruit().gambits([move_towards()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Blow hit, 10 dealt, 0/10",
            "t1 f stays on C1, not B1: e stands there",
            "t1 e falls on B1",
            "t2 f moves C1 → B1",
        ]
    );
}

#[test]
fn the_fallen_cannot_be_targeted_and_stay_listed() {
    let mut story = board("A e . f")
        .unit('A', recruit().gambits([polearm()]))
        .unit('e', recruit().hp(8))
        .unit('f', recruit())
        .story();
    assert_log!(
        story.ticks(3),
        ["t1 A → e: Polearm hit, 8 dealt, 0/8", "t1 e falls on B1"]
    );
    let (a, e, skill) = (story.id('A'), story.id('e'), story.skill("Polearm"));
    assert_eq!(story.unit('e').life, Life::Fallen);
    assert_eq!(story.unit('e').hp, 0);
    assert_eq!(story.unit('e').cell, cell("B1"));
    assert_eq!(story.battle.units().len(), 3);
    assert_eq!(story.battle.unit_at(cell("B1")), None);
    let targets = story.battle.valid_targets(a, skill, cell("B2"));
    assert!(!targets.contains(e) && targets.contains(story.id('f')));
}

#[test]
fn a_strike_into_the_cell_of_the_fallen_whiffs() {
    let scene = board("A e B . f")
        .unit('A', recruit().gambits([once(blow(10))]))
        .unit('B', recruit().gambits([once(heavy_punch())]))
        .unit('e', recruit().hp(10))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 B winds up Heavy Punch on B1 (2 ticks)",
            "t1 A → e: Blow hit, 10 dealt, 0/10",
            "t1 e falls on B1",
            "t2 B → B1: Heavy Punch whiffs",
        ]
    );
}

#[test]
fn whoever_was_alive_at_the_start_of_the_tick_finishes_it() {
    let scene = board("A e")
        .unit('A', recruit().hp(10).gambits([blow(10)]))
        .unit('e', recruit().hp(10).gambits([blow(10)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Blow hit, 10 dealt, 0/10",
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A falls on A1",
            "t1 e falls on B1",
            "t1 draw: the last of both sides fell together",
        ]
    );
}

#[test]
fn a_heal_in_the_same_tick_saves() {
    let scene = board("A e f")
        .unit('A', recruit().gambits([once(blow(10))]))
        .unit('e', recruit().hp(10))
        .unit('f', recruit().gambits([once(mend())]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Blow hit, 10 dealt, 0/10",
            "t1 f heals e by 15, 10/10",
        ]
    );
}

#[test]
fn the_fallen_lose_what_they_were_winding_up() {
    for (cost, decided) in [
        (2, "t1 e winds up Heavy Punch on A1 (2 ticks)"),
        (3, "t1 e winds up Heavy Punch on A1 (3 ticks)"),
    ] {
        let scene = board("A e . f")
            .unit('A', recruit().gambits([once(light_punch())]))
            .unit('e', recruit().hp(10).gambits([heavy_punch().cost(cost)]))
            .unit('f', recruit());
        assert_log!(
            scene.ticks(3),
            [
                decided,
                "t1 A → e: Light Punch hit, 10 dealt, 0/10",
                "t1 e loses Heavy Punch to falling",
                "t1 e falls on B1",
            ]
        );
    }
}

#[test]
fn a_blow_that_has_landed_is_not_lost_by_falling() {
    let scene = board("A e . f")
        .unit('A', recruit().gambits([once(blow(10).cost(2))]))
        .unit('e', recruit().hp(10).gambits([heavy_punch()]))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Blow on B1 (2 ticks)",
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t2 A → e: Blow hit, 10 dealt, 0/10",
            "t2 e → A: Heavy Punch hit, 25 dealt, 75/100",
            "t2 e falls on B1",
        ]
    );
}

#[test]
fn the_fallen_have_no_statuses_block_or_turns_any_more() {
    let mut story = board("A e . f")
        .unit('A', recruit().gambits([once(blow(50))]))
        .unit(
            'e',
            recruit()
                .hp(10)
                .with_amount(Status::Poisoned, 9, 1)
                .with(Status::Rooted, 9)
                .gambits([guard()]),
        )
        .unit('f', recruit())
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t1 e raises block 8, now 8",
            "t1 A → e: Blow hit, 8 blocked, 42 dealt, 0/10",
            "t1 e suffers from poison, 1 dealt, 0/10",
            "t1 e falls on B1",
        ]
    );
    assert_eq!(story.unit('e').statuses.iter().count(), 0);
    assert_eq!(story.unit('e').block, 0);
}

#[test]
fn the_fallen_hold_nobody() {
    let scene = board("A e . f")
        .unit('A', recruit().gambits([once(blow(50).cost(2))]))
        .unit('e', recruit().hp(10).gambits([once(grapple())]))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Blow on B1 (2 ticks)",
            "t1 e → A: Grapple hit",
            "t1 A is rooted for 9",
            "t2 A → e: Blow hit, 50 dealt, 0/10",
            "t2 e falls on B1",
            "t2 A is no longer rooted",
        ]
    );
}
