//! Moving away, holding, and the next rule when there is nowhere to go.

use foretold_battle::brain::{Why, WhyNot};
use foretold_battle::testing::{
    assert_log, board, hold, light_punch, move_away, move_towards, recruit,
};
use foretold_battle::{Action, Selector, Status};

use crate::common::{assert_nowhere_to_go, check, drawn};

#[test]
fn away_takes_the_free_cell_that_is_furthest() {
    check(
        &move_away(),
        &[
            (
                "straight away from it: C2 and C4 are as far, but C3 is in its row",
                "
                . . . . . .
                . . . . . .
                . . . A . e
                . . . . . .
                . . . . . .
                ",
                "C3",
            ),
            (
                "not into a corner: B1 has more room than A1",
                "
                . . . . .
                . A . . .
                . . . . .
                . e . . .
                ",
                "B1",
            ),
            ("where there is more room: C2, not C1", "e A . .", "C2"),
            (
                "a wall takes room",
                "
                . . . . . .
                . # . . . .
                . . . A . e
                . . . . . .
                . . . . . .
                ",
                "C4",
            ),
            (
                "a unit takes room as well",
                "
                . . . . . .
                . B . . . .
                . . . A . e
                . . . . . .
                . . . . . .
                ",
                "C4",
            ),
            (
                "an occupied cell is not free",
                "
                . . .
                . B .
                . A .
                . e .
                ",
                "C2",
            ),
            (
                "not into a hazard, though it has more room: C1, not C2",
                "
                e A . .
                . . ~ .
                ",
                "C1",
            ),
            (
                "a hazard only if nothing else is further",
                "
                # ~ #
                # A #
                # e #
                ",
                "B1",
            ),
            (
                "else any other cell",
                "
                # # # #
                # ~ ~ .
                # ~ A #
                # # e #
                ",
                "D2",
            ),
        ],
    );
}

#[test]
fn equal_steps_away_are_decided_by_column_row_y_and_x() {
    check(
        &move_away(),
        &[
            (
                "the column of the target first",
                "
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . . . A . . .
                . . . . . . .
                . . . e . . .
                ",
                "D3",
            ),
            (
                "then its row",
                "
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . e . A . . .
                . . . . . . .
                ",
                "E4",
            ),
            (
                "then the upper one",
                "
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . e . A # . .
                . . . . . . .
                ",
                "E3",
            ),
            (
                "then the left one",
                "
                . . . . . . .
                . . . . . . .
                . . . # . . .
                . . . A . . .
                . . . . . . .
                . . . e . . .
                ",
                "C3",
            ),
        ],
    );
}

#[test]
fn who_cannot_get_further_away_has_nowhere_to_go() {
    for cornered in ["A . e", "A e", ". .\nA e", "A .\n. e", "A # e\n# . ."] {
        assert_nowhere_to_go(&drawn(cornered, move_away()));
    }
}

#[test]
fn with_nowhere_to_go_the_next_rule_is_tried() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([move_away(), move_towards(), light_punch()]),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Light Punch hit, 10 dealt, 90/100"]
    );
}

#[test]
fn the_rooted_do_not_move_and_try_the_next_rule() {
    let scene = board(". A e")
        .unit(
            'A',
            recruit()
                .with(Status::Rooted, 1)
                .gambits([move_away(), light_punch()]),
        )
        .unit('e', recruit());
    let mut story = scene.story();
    let Why::Gambit(reports) = story.decision('A').why else {
        panic!("A follows rules");
    };
    assert_eq!(reports[0].refusal, Some(WhyNot::Rooted));
    assert_log!(
        story.ticks(2),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t1 A is no longer rooted",
            "t2 A moves B1 → A2",
        ]
    );
}

#[test]
fn hold_passes_and_needs_no_target() {
    let scene = board("A e")
        .unit(
            'A',
            recruit()
                .with(Status::Rooted, 9)
                .gambits([hold().on(Selector::NEAREST_ALLY), light_punch()]),
        )
        .unit('e', recruit());
    let mut story = scene.story();
    assert_eq!(story.decision('A').action, Action::Hold);
    assert_log!(story.ticks(2), []);
}
