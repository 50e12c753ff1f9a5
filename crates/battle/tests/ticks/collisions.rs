//! Collisions: a unit that stands holds its ground, and contests are settled by lot.

use foretold_battle::testing::{
    Scene, assert_log, board, cell, light_punch, lot, move_away, move_towards, recruit,
};
use foretold_battle::{Phase, Silent, Status};

use crate::common::walker;

#[test]
fn who_stands_still_holds_the_ground() {
    let scene = board(
        "
        A B . e
        # # # #
        ",
    )
    .unit('A', walker())
    .unit('B', recruit())
    .unit('e', recruit());
    let mut story = scene.story();
    assert_log!(story.ticks(1), ["t1 A stays on A1, not B1: B stands there"]);
    assert_eq!(story.unit('A').cell.to_string(), "A1");
}

#[test]
fn who_is_held_tries_again_in_the_next_tick() {
    let scene = board(
        "
        A B . e
        # # # #
        ",
    )
    .unit('A', walker())
    .unit('B', walker().with(Status::Stunned, 1))
    .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A stays on A1, not B1: B stands there",
            "t1 B is no longer stunned",
            "t2 A moves A1 → B1",
            "t2 B moves B1 → C1",
        ]
    );
}

/// A and B both want B2. Who joins first is for the story to say.
fn contest(first: char, second: char) -> Scene {
    board(
        "
        A . . .
        . . . e
        B . . .
        ",
    )
    .unit(first, walker())
    .unit(second, walker())
    .unit('e', recruit())
}

#[test]
fn one_draw_among_the_contestants_in_slot_order_picks_the_winner() {
    assert_log!(
        contest('A', 'B').rolls([lot(2, 0)]).ticks(1),
        [
            "t1 A moves A1 → B2",
            "t1 B stays on A3, not B2: A wins it among 2",
        ]
    );
    assert_log!(
        contest('A', 'B').rolls([lot(2, 1)]).ticks(1),
        [
            "t1 A stays on A1, not B2: B wins it among 2",
            "t1 B moves A3 → B2",
        ]
    );
    assert_log!(
        contest('B', 'A').rolls([lot(2, 0)]).ticks(1),
        [
            "t1 B moves A3 → B2",
            "t1 A stays on A1, not B2: B wins it among 2",
        ]
    );
}

#[test]
fn friend_and_foe_contest_alike() {
    let scene = board("A . e").unit('A', walker()).unit('e', walker());
    assert_log!(
        scene.rolls([lot(2, 1)]).ticks(2),
        [
            "t1 A stays on A1, not B1: e wins it among 2",
            "t1 e moves C1 → B1",
        ]
    );
}

#[test]
fn all_but_one_of_many_contestants_lose() {
    let scene = board(
        "
        A . . .
        B . . e
        C . . .
        ",
    )
    .unit('A', walker())
    .unit('B', walker())
    .unit('C', walker())
    .unit('e', recruit());
    assert_log!(
        scene.rolls([lot(3, 2)]).ticks(1),
        [
            "t1 A stays on A1, not B2: C wins it among 3",
            "t1 B stays on A2, not B2: C wins it among 3",
            "t1 C moves A3 → B2",
        ]
    );
}

#[test]
fn a_contest_is_fair() {
    // 1,000 fair draws: 500 expected, standard deviation 15.8; five of them either way.
    let scene = contest('A', 'B');
    let wins = (0..1_000)
        .filter(|&seed| {
            let mut battle = scene.start(seed);
            battle.step(&mut Silent);
            let winner = battle.unit_at(cell("B2"));
            winner.is_some_and(|unit| unit.slot() == 0)
        })
        .count();
    assert!((421..=579).contains(&wins), "A won {wins} of 1,000");
}

#[test]
fn an_uncontested_step_draws_no_chance() {
    let scene = board("A . . . e")
        .unit('A', walker())
        .unit('e', walker())
        .rolls([]);
    assert_log!(scene.ticks(1), ["t1 A moves A1 → B1", "t1 e moves E1 → D1"]);
}

#[test]
fn contests_are_settled_in_cell_order() {
    // Three want B6, two want K2. K2 comes first, though its contestants joined last.
    let scene = board(
        "
        . . . . . . . . . D . .
        . . . . . . . . . . . f
        . . . . . . . . . E . .
        . . . . . . . . . . . .
        A . . . . . . . . . . .
        B . . e . . . . . . . .
        C . . . . . . . . . . .
        ",
    )
    .unit('A', walker())
    .unit('B', walker())
    .unit('C', walker())
    .unit('D', walker())
    .unit('E', walker())
    .unit('e', recruit())
    .unit('f', recruit())
    .rolls([lot(2, 0), lot(3, 1)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A stays on A5, not B6: B wins it among 3",
            "t1 B moves A6 → B6",
            "t1 C stays on A7, not B6: B wins it among 3",
            "t1 D moves J1 → K2",
            "t1 E stays on J3, not K2: D wins it among 2",
        ]
    );
}

#[test]
fn a_contest_for_a_cell_that_is_being_left_keeps_its_place_in_the_order() {
    // C leaves B2 without any contest. B2 comes before K2, so A and B draw first.
    let scene = board(
        "
        A # . . . . . . . D . .
        # C . . . . . . . . . f
        B # . . . . . . . E . .
        # # . . . . . . . . . .
        . . . . . . . . . . . .
        . . e . . . . . . . . .
        ",
    )
    .unit('A', walker())
    .unit('B', walker())
    .unit('C', walker())
    .unit('D', walker())
    .unit('E', walker())
    .unit('e', recruit())
    .unit('f', recruit())
    .rolls([lot(2, 0), lot(2, 1)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A moves A1 → B2",
            "t1 B stays on A3, not B2: A wins it among 2",
            "t1 C moves B2 → C3",
            "t1 D stays on J1, not K2: E wins it among 2",
            "t1 E moves J3 → K2",
        ]
    );
}

#[test]
fn all_step_at_once() {
    // Before the phase everyone stands where they stood, after it everyone has moved.
    let scene = board("A . . . e")
        .unit('A', recruit().gambits([light_punch(), move_towards()]))
        .unit('e', recruit().gambits([move_away(), move_towards()]));
    let mut story = scene.story();
    for phase in [Phase::Decide, Phase::Guards, Phase::QuickStrikes] {
        story.run(phase);
        assert_eq!(story.unit('A').cell.to_string(), "A1");
    }
    story.run(Phase::Movement);
    assert_log!(story.log(), ["t1 A moves A1 → B1", "t1 e moves E1 → F2"]);
}
