//! Bresenham's line (rules §2): lines worked by hand, the rule spelled out, and another library.

use foretold_battle::board::{Cell, SIDE, SightTable, bresenham_line};
use proptest::prelude::*;
use rust_bresenham::Bresenham;

use crate::arena::any_set;
use crate::drawing::{at, cell, names};
use crate::plain::slow_line;

/// Lines worked by hand on squared paper, by the error term of the rules.
const WORKED: [&str; 14] = [
    // A single cell, a straight line, a diagonal and back.
    "F6",
    "C5 C6 C7 C8",
    "A1 B2 C3 D4",
    "D4 C3 B2 A1",
    // Three to the right and two down, and the same turned by 180°.
    "A1 B2 C2 D3",
    "D3 C2 B2 A1",
    // Half-way between two cells: the one on the side of the start.
    "A1 B1 C2",
    "C2 B2 A1",
    "A1 A2 B3",
    "A1 B1 C2 D2 E3 F3 G4",
    // Every other slope and direction.
    "A1 B1 C1 D2 E2",
    "H7 G8 F8 E9 D10",
    "F6 F5 E4 E3 D2 D1",
    "B9 C8 D8 E7 F6 G6 H5 I4 J3 K3 L2",
];

#[test]
fn the_lines_worked_by_hand_come_out() {
    for worked in WORKED {
        let mut ends = worked.split(' ').map(cell);
        let from = ends.next().expect("a line has a start");
        let to = ends.next_back().unwrap_or(from);
        assert_eq!(names(bresenham_line(from, to)), worked);
    }
}

#[test]
fn every_line_keeps_to_the_cells_nearest_to_the_straight_one() {
    for (from, to) in pairs() {
        let line: Vec<Cell> = bresenham_line(from, to).collect();
        assert_eq!(line, slow_line(from, to), "from {from} to {to}");
    }
}

#[test]
fn every_line_is_the_line_of_another_library() {
    let point = |cell: Cell| (isize::from(cell.x()), isize::from(cell.y()));
    for (from, to) in pairs() {
        // It leaves out the ends.
        let between = Bresenham::new(point(from), point(to));
        let theirs = between.map(|(x, y)| at(x as u8, y as u8));
        let ours = bresenham_line(from, to).filter(|&cell| cell != from && cell != to);
        assert!(ours.eq(theirs), "from {from} to {to}");
    }
}

#[test]
fn a_turned_line_is_the_line_between_the_turned_ends() {
    for (from, to) in pairs() {
        let line = bresenham_line(from, to).map(turned);
        assert!(
            line.eq(bresenham_line(turned(from), turned(to))),
            "from {from} to {to}"
        );
    }
}

proptest! {
    // Each case looks at all pairs of cells.
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// After half a turn of the board the other end is the lower one. Apart from that nothing changes.
    #[test]
    fn on_a_turned_board_sight_is_traced_from_the_other_end(opaque in any_set()) {
        let turned_board = SightTable::new(opaque.iter().map(turned).collect());
        for (a, b) in pairs() {
            let (lower, higher) = (a.min(b), a.max(b));
            let free = bresenham_line(higher, lower)
                .all(|cell| cell == a || cell == b || !opaque.contains(cell));
            prop_assert_eq!(turned_board.sees(turned(a), turned(b)), free, "{} and {}", a, b);
        }
    }
}

fn pairs() -> impl Iterator<Item = (Cell, Cell)> {
    Cell::all().flat_map(|from| Cell::all().map(move |to| (from, to)))
}

/// Where a cell is after the board is turned by 180°.
fn turned(cell: Cell) -> Cell {
    at(SIDE - 1 - cell.x(), SIDE - 1 - cell.y())
}
