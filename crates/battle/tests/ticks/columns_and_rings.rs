//! A cell is free if the unit that stood there really leaves: columns, rings, and no swaps.

use foretold_battle::Selector;
use foretold_battle::testing::{Scene, assert_log, board, lot, move_towards, recruit};

use crate::common::{FURTHEST_ENEMY, HIGHEST_HP_ENEMY, walker};

#[test]
fn a_column_can_march() {
    let scene = board(
        "
        A B C . . e
        # # # # # #
        ",
    )
    .unit('A', walker())
    .unit('B', walker())
    .unit('C', walker())
    .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A moves A1 → B1",
            "t1 B moves B1 → C1",
            "t1 C moves C1 → D1",
            "t2 A moves B1 → C1",
            "t2 B moves C1 → D1",
            "t2 C moves D1 → E1",
            "t3 A stays on C1, not D1: B stands there",
            "t3 B stays on D1, not E1: C stands there",
        ]
    );
}

#[test]
fn a_column_marches_whoever_joined_first() {
    let scene = board(
        "
        A B C . . e
        # # # # # #
        ",
    )
    .unit('C', walker())
    .unit('A', walker())
    .unit('e', recruit())
    .unit('B', walker());
    assert_log!(
        scene.ticks(1),
        [
            "t1 C moves C1 → D1",
            "t1 A moves A1 → B1",
            "t1 B moves B1 → C1",
        ]
    );
}

/// A follows B through a passage; B and e both want C1.
fn chain() -> Scene {
    board(
        "
        A B . e
        # # # #
        ",
    )
    .unit('A', walker())
    .unit('B', walker())
    .unit('e', walker())
}

#[test]
fn the_chain_behind_a_loser_stays_too() {
    assert_log!(
        chain().rolls([lot(2, 1)]).ticks(1),
        [
            "t1 A stays on A1, not B1: B stands there",
            "t1 B stays on B1, not C1: e wins it among 2",
            "t1 e moves D1 → C1",
        ]
    );
}

#[test]
fn the_chain_behind_a_winner_follows() {
    assert_log!(
        chain().rolls([lot(2, 0)]).ticks(1),
        [
            "t1 A moves A1 → B1",
            "t1 B moves B1 → C1",
            "t1 e stays on D1, not C1: B wins it among 2",
        ]
    );
}

/// The only ways out of a narrow place lead past each other: A must get to f, B to g, C to e.
fn narrow_place(drawing: &str) -> Scene {
    board(drawing)
        .unit(
            'A',
            recruit().gambits([move_towards().on(Selector::LOWEST_HP_ENEMY)]),
        )
        .unit(
            'B',
            recruit().gambits([move_towards().on(HIGHEST_HP_ENEMY)]),
        )
        .unit('C', recruit().gambits([move_towards().on(FURTHEST_ENEMY)]))
        .unit('e', recruit().hp(50))
        .unit('f', recruit().hp(10))
        .unit('g', recruit().hp(90))
}

#[test]
fn a_ring_of_three_can_rotate() {
    let scene = narrow_place(
        "
        # # # # # #
        # # # # # #
        # # e # # f
        # # # A B #
        # # # C # #
        # # g # # #
        ",
    );
    assert_log!(
        scene.rolls([]).ticks(1),
        [
            "t1 A moves D4 → E4",
            "t1 B moves E4 → D5",
            "t1 C moves D5 → D4",
        ]
    );
}

#[test]
fn an_outsider_never_joins_a_ring() {
    // D wants E4 as well, and E wants D's cell: no draw, the ring turns and they stay.
    let scene = narrow_place(
        "
        # # # # # # #
        # # # # # # #
        # # e # # f #
        # # # A B # #
        # # # C # D #
        # # g # # # E
        # # # # # # #
        ",
    )
    .unit(
        'D',
        recruit().gambits([move_towards().on(Selector::LOWEST_HP_ENEMY)]),
    )
    .unit(
        'E',
        recruit().gambits([move_towards().on(Selector::LOWEST_HP_ENEMY)]),
    );
    assert_log!(
        scene.rolls([]).ticks(1),
        [
            "t1 A moves D4 → E4",
            "t1 B moves E4 → D5",
            "t1 C moves D5 → D4",
            "t1 D stays on F5, not E4: A takes it in a ring",
            "t1 E stays on G6, not F5: D stands there",
        ]
    );
}

#[test]
fn two_units_never_swap_places_head_on() {
    // A must get to f and e to B, each past the other; B follows A.
    let scene = board(
        "
        B A e f
        # # # #
        ",
    )
    .unit('A', recruit().gambits([move_towards().on(FURTHEST_ENEMY)]))
    .unit('B', recruit().gambits([move_towards().on(FURTHEST_ENEMY)]))
    .unit('e', recruit().gambits([move_towards().on(FURTHEST_ENEMY)]))
    .unit('f', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A stays on B1, not C1: head on with e",
            "t1 B stays on A1, not B1: A stands there",
            "t1 e stays on C1, not B1: head on with A",
        ]
    );
}
