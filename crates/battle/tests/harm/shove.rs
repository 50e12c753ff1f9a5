//! Shove: one cell straight away from the attacker, in slot order (rules §9).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{
    assert_log, attack, blow, board, cell, d20, heavy_punch, move_away, recruit, shove, web,
};
use foretold_battle::{Check, Edge, Shove, Status, Strike, Terrain};

use crate::common::{once, placed};

/// Where e lands when A, standing in E5, shoves it from a cell this far away.
fn shoved_from(dx: i8, dy: i8) -> String {
    let start = cell("E5").offset(dx, dy).expect("on the board");
    let mut story = placed([('A', "E5"), ('e', &start.to_string())])
        .unit('A', recruit().gambits([shove().range(11)]))
        .unit('e', recruit())
        .story();
    story.ticks(1);
    let end = story.unit('e').cell;
    let step = |to: u8, from: u8| i16::from(to) - i16::from(from);
    format!("{} {}", step(end.x(), start.x()), step(end.y(), start.y()))
}

#[test]
fn a_shove_goes_straight_away_in_all_eight_directions() {
    for (dx, dy) in [
        (0, -1),
        (1, -1),
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
    ] {
        assert_eq!(shoved_from(dx, dy), format!("{dx} {dy}"));
    }
}

#[test]
fn a_knights_move_away_is_nearer_to_the_diagonal() {
    for (dx, dy) in [
        (1, 2),
        (2, 1),
        (-1, 2),
        (-2, 1),
        (1, -2),
        (2, -1),
        (-1, -2),
        (-2, -1),
    ] {
        assert_eq!(
            shoved_from(dx, dy),
            format!("{} {}", dx.signum(), dy.signum()),
            "from {dx} {dy}"
        );
    }
}

#[test]
fn a_part_of_less_than_half_the_other_counts_as_nothing() {
    for (dx, dy, way) in [
        (3, 1, "1 0"),
        (3, 2, "1 1"),
        (-3, 1, "-1 0"),
        (1, 3, "0 1"),
        (1, -3, "0 -1"),
        (2, 3, "1 1"),
        (4, 2, "1 1"),
        (2, 4, "1 1"),
        (4, 1, "1 0"),
        (5, 2, "1 0"),
        (2, 5, "0 1"),
        (5, 3, "1 1"),
        (-3, -1, "-1 0"),
        (-1, -3, "0 -1"),
    ] {
        assert_eq!(shoved_from(dx, dy), way, "from {dx} {dy}");
    }
}

#[test]
fn where_the_way_is_free_a_shove_hurts_nobody() {
    for (drawing, line) in [
        (". . .\n. e .\n. . A", "t1 A shoves e B2 → A1"),
        (". # .\n# e .\n. . A", "t1 A shoves e B2 → A1"),
        ("- e A", "t1 A shoves e B1 → A1"),
        ("+ e A", "t1 A shoves e B1 → A1"),
    ] {
        let scene = board(drawing)
            .unit('A', recruit().gambits([shove()]))
            .unit('e', recruit());
        assert_log!(scene.ticks(1), ["t1 A → e: Shove hit", line]);
    }
}

#[test]
fn the_rooted_resist() {
    let scene = board("A e .")
        .unit('A', recruit().gambits([shove()]))
        .unit('e', recruit().with(Status::Rooted, 9));
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Shove hit", "t1 A cannot shove e: rooted"]
    );
}

#[test]
fn a_web_of_the_same_tick_already_holds() {
    let scene = board("A e .\n. . B")
        .unit('A', recruit().gambits([shove()]))
        .unit('B', recruit().gambits([once(web())]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 B → e: Web hit",
            "t1 e is rooted for 2",
            "t1 A cannot shove e: rooted",
        ]
    );
}

#[test]
fn several_shoves_follow_in_slot_order() {
    let scene = |first, second| {
        let drawing = board(
            "
            . . . . .
            . . B . .
            . A e . .
            . . . . .
            . . . . .
        ",
        );
        drawing
            .unit(first, recruit().gambits([shove()]))
            .unit(second, recruit().gambits([shove()]))
            .unit('e', recruit())
    };
    assert_log!(
        scene('A', 'B').ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 B → e: Shove hit",
            "t1 A shoves e C3 → D3",
            "t1 B shoves e D3 → E4",
        ]
    );
    assert_log!(
        scene('B', 'A').ticks(1),
        [
            "t1 B → e: Shove hit",
            "t1 A → e: Shove hit",
            "t1 B shoves e C3 → C4",
            "t1 A shoves e C4 → D5",
        ]
    );
}

#[test]
fn a_cell_that_an_earlier_shove_freed_is_free() {
    // A pushes e to the right; B pushes f, which stands there, out of the way.
    let row = |first, second| {
        board(
            "
            . . . .
            A e f .
            . . . B
        ",
        )
        .unit(first, recruit().gambits([shove()]))
        .unit(second, recruit().gambits([shove()]))
        .unit('e', recruit())
        .unit('f', recruit())
    };
    assert_log!(
        row('B', 'A').ticks(1),
        [
            "t1 B → f: Shove hit",
            "t1 A → e: Shove hit",
            "t1 B shoves f C2 → B1",
            "t1 A shoves e B2 → C2",
        ]
    );
    assert_log!(
        row('A', 'B').ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 B → f: Shove hit",
            "t1 A shoves e against f",
            "t1 e suffers from a bump, 5 dealt, 95/100",
            "t1 f suffers from a bump, 5 dealt, 95/100",
            "t1 B shoves f C2 → B1",
        ]
    );
}

#[test]
fn a_shove_into_a_hazard_burns_at_once() {
    let scene = board("A e ~")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Shove hit",
            "t1 A shoves e B1 → C1",
            "t1 e suffers from a hazard, 5 dealt, 95/100",
            "t2 e suffers from a hazard, 5 dealt, 90/100",
        ]
    );
}

#[test]
fn a_shove_out_of_a_hazard_saves_from_it() {
    let scene = board("A e .")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit())
        .terrain("B1", Terrain::Hazard(9));
    assert_log!(
        scene.ticks(2),
        ["t1 A → e: Shove hit", "t1 A shoves e B1 → C1"]
    );
}

#[test]
fn a_shove_that_moves_its_victim_breaks_its_wind_up() {
    let scene = board("A e .")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit().gambits([once(heavy_punch())]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t1 A → e: Shove hit",
            "t1 A shoves e B1 → C1",
            "t1 e loses Heavy Punch to a shove",
        ]
    );
}

#[test]
fn a_blow_that_lands_in_the_tick_of_the_shove_has_landed() {
    let scene = board("A e .")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit().gambits([once(blow(10))]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Shove hit",
            "t1 e → A: Blow hit, 10 dealt, 90/100",
            "t1 A shoves e B1 → C1",
        ]
    );
}

#[test]
fn who_was_hit_is_pushed_wherever_it_is_now() {
    // e walks on after the quick shove hit it, and is pushed from there.
    let scene = board("A e . .\n# # # #")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit().gambits([move_away()]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 e moves B1 → C1",
            "t1 A shoves e C1 → D1",
        ]
    );
}

#[test]
fn a_shove_misses_who_stepped_out_of_its_cell() {
    let scene = board("A e . .\n# # # #")
        .unit('A', recruit().gambits([once(shove().cost(2))]))
        .unit('e', recruit().gambits([move_away()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Shove on B1 (2 ticks)",
            "t1 e moves B1 → C1",
            "t2 e moves C1 → D1",
            "t2 A → B1: Shove whiffs",
        ]
    );
}

#[test]
fn a_shove_needs_a_hit() {
    let push = Strike {
        check: Check::Armour {
            bonus: 0,
            edge: Edge::Even,
        },
        shoves: Some(Shove::Away),
        ..Strike::default()
    };
    let scene = board("A e .")
        .unit('A', recruit().gambits([attack("Push", [push])]))
        .unit('e', recruit())
        .rolls([d20(9), d20(10)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Push d20(9) + 0 = 9 vs AC 10: miss",
            "t2 A → e: Push d20(10) + 0 = 10 vs AC 10: hit",
            "t2 A shoves e B1 → C1",
        ]
    );
}

#[test]
fn two_shoves_in_one_multiattack_push_twice() {
    let push = Strike {
        shoves: Some(Shove::Away),
        ..Strike::default()
    };
    let scene = board("A e . .")
        .unit('A', recruit().gambits([once(attack("Push", [push, push]))]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Push hit",
            "t1 A → e: Push hit",
            "t1 A shoves e B1 → C1",
            "t1 A shoves e C1 → D1",
        ]
    );
}

#[test]
fn friends_can_be_shoved_too() {
    let scene = board("A B .\n. . .\n. e .")
        .unit(
            'A',
            recruit().gambits([once(shove()).on(Selector::NEAREST_ALLY)]),
        )
        .unit('B', recruit())
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        ["t1 A → B: Shove hit", "t1 A shoves B B1 → C1"]
    );
}

#[test]
fn the_dying_still_shove_and_are_shoved() {
    let scene = board("A e . . f")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit().hp(1).with_amount(Status::Poisoned, 9, 5))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 A shoves e B1 → C1",
            "t1 e suffers from poison, 5 dealt, 0/1",
            "t1 e falls on C1",
        ]
    );
    let scene = board("A e . B")
        .unit('A', recruit().hp(10).gambits([once(shove())]))
        .unit('B', recruit())
        .unit('e', recruit().gambits([once(blow(10))]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A shoves e B1 → C1",
            "t1 A falls on A1",
        ]
    );
}
