//! Moving towards a unit: the neighbouring cell that is nearer by walking distance.

use foretold_battle::Selector;
use foretold_battle::testing::{assert_log, board, move_towards, recruit};

use crate::common::{assert_nowhere_to_go, check, drawn};

#[test]
fn towards_takes_the_neighbouring_cell_that_is_nearer() {
    check(
        &move_towards(),
        &[
            ("straight on", "A . . e", "B1"),
            (
                "diagonally",
                "
                A . .
                . . .
                . . e
                ",
                "B2",
            ),
            (
                "back and up",
                "
                e . .
                . . .
                . . A
                ",
                "B2",
            ),
            (
                "a diagonal step may cut corners",
                "
                A # .
                # . .
                . . e
                ",
                "B2",
            ),
            (
                "by walking distance, not as the crow flies",
                "
                . # . .
                . # e .
                A # . .
                . # . .
                . . . .
                ",
                "A4",
            ),
            (
                "a pit is as good as a wall",
                "
                . o . .
                . o e .
                A o . .
                . o . .
                . . . .
                ",
                "A4",
            ),
            ("cover is walked like floor", "A + - e", "B1"),
            (
                "the long way round a friend",
                "
                # # # # #
                A B . e #
                . # . # #
                # . # # #
                ",
                "A3",
            ),
        ],
    );
}

#[test]
fn equal_steps_towards_are_decided_by_column_row_y_and_x() {
    check(
        &move_towards(),
        &[
            (
                "the column of the target first: A2, B2 and C2 are equally near",
                "
                . A . .
                . . . .
                . . . .
                . . e .
                ",
                "C2",
            ),
            (
                "then its row: B1, B2 and B3 are equally near",
                "
                . . . .
                A . # e
                . . . .
                ",
                "B2",
            ),
            (
                "then the upper one",
                "
                . . . .
                A # . e
                . . . .
                ",
                "B1",
            ),
            (
                "then the left one",
                "
                . A .
                . # .
                . . .
                . e .
                ",
                "A2",
            ),
            (
                "the column counts before the row: B1 and A2 are equally near",
                "
                A . .
                . # .
                . . e
                ",
                "B1",
            ),
        ],
    );
}

#[test]
fn hazards_are_avoided_while_any_way_without_them_exists() {
    check(
        &move_towards(),
        &[
            (
                "a way round, however long",
                "
                # # # # #
                A ~ . e #
                . # # . #
                # . . # #
                ",
                "A3",
            ),
            (
                "even if it means queueing behind a friend",
                "
                # # # # #
                A ~ . e #
                B # # . #
                # . . # #
                ",
                "A3",
            ),
            (
                "through them if there is no other way",
                "
                # # # # #
                A ~ . e #
                # # # # #
                ",
                "B2",
            ),
            (
                "round a friend through a hazard if every way has one",
                "
                # # # # #
                A B ~ e #
                # ~ # # #
                # # # # #
                ",
                "B3",
            ),
        ],
    );
}

#[test]
fn a_unit_may_queue_behind_another() {
    let scene = board(
        "
        # # # #
        A B . e
        # # # #
        ",
    )
    .unit('A', recruit().gambits([move_towards()]))
    .unit('B', recruit())
    .unit('e', recruit());
    assert_log!(scene.ticks(1), ["t1 A stays on A2, not B2: B stands there"]);
}

#[test]
fn the_targets_own_cell_is_never_a_step() {
    for drawing in ["A e", "A .\n. e", "e .\n. A"] {
        let story = drawn(drawing, move_towards());
        assert_nowhere_to_go(&story);
    }
}

#[test]
fn without_any_way_there_is_nowhere_to_go() {
    let walled_in = "
        A # .
        # # .
        . . e
        ";
    assert_nowhere_to_go(&drawn(walled_in, move_towards()));
    let across_a_river = "
        . . # .
        A . o .
        . . # e
        # # # .
        ";
    assert_nowhere_to_go(&drawn(across_a_river, move_towards()));
}

#[test]
fn a_move_towards_can_be_towards_a_friend() {
    check(
        &move_towards().on(Selector::NEAREST_ALLY),
        &[("past the enemy", "B . . A e", "C1")],
    );
}
