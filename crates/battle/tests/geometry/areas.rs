//! Which cells an attack hits (rules §13): drawn examples, and any board against plain references.

use foretold_battle::board::{Area, Cell, CellSet, Ground, bresenham_line};
use foretold_battle::{Board, Terrain};
use proptest::prelude::*;

use crate::arena::any_arena;
use crate::drawing::{cell, draw};
use crate::plain::{slow_line, slow_sees};

/// The upper left part of the board with the cells of an area as `x`, `@` attacker, `T` locked.
fn drawn(text: &str, area: Area) -> String {
    let drawing = draw(text);
    let hit = area.cells(&drawing.ground, drawing.mover, drawing.target);
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
    let shown = rows.zip(0..).map(|(row, y)| {
        let marks = row.split_whitespace().zip(0..).map(|(mark, x)| {
            let is_hit = Cell::new(x, y).is_some_and(|cell| hit.contains(cell));
            match (mark, is_hit) {
                ("T", true) => "X",
                (_, true) => "x",
                (mark, false) => mark,
            }
        });
        marks.collect::<Vec<_>>().join(" ")
    });
    shown.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn assert_hits(text: &str, area: Area, expected: &str) {
    let rows = expected.lines().map(str::trim);
    let expected: Vec<&str> = rows.filter(|row| !row.is_empty()).collect();
    assert_eq!(drawn(text, area), expected.join("\n"));
}

#[test]
fn without_an_area_the_locked_cell_alone_is_hit() {
    assert_hits(
        "
        @ . .
        . . T
        ",
        Area::Cell,
        "
        @ . .
        . . X
        ",
    );
}

#[test]
fn a_burst_hits_the_cells_around_the_locked_one_that_see_it() {
    assert_hits(
        "
        . . . . . .
        . . # . . .
        @ . . T N .
        . . . . . .
        . . . . . .
        ",
        Area::Burst(2),
        "
        . . . x x x
        . . x x x x
        @ x x X x .
        . x x x x .
        . x x x x x
        ",
    );
}

/// Each of the three drawn boards of docs/rules.md §13 is what the game does.
#[test]
fn the_drawn_examples_of_the_rules_are_true() {
    let page = include_str!("../../../../docs/rules.md");
    let (_, section) = page.split_once("### Areas").expect("it is there");
    let drawing = section.split("```").nth(1).expect("it is drawn");
    let areas = [Area::Burst(1), Area::Line(6), Area::Cone(3)];
    let rows: Vec<&str> = drawing.lines().skip(2).take(5).collect();
    for (at, area) in areas.into_iter().enumerate() {
        let part = |row: &&str| {
            let marks = row.split_whitespace().skip(at * 7 + 1).take(6);
            marks.collect::<Vec<_>>().join(" ")
        };
        let expected = rows.iter().map(part).collect::<Vec<_>>().join("\n");
        // A wall in sight is in the area, and the page leaves it a wall.
        let bare = expected
            .replace('x', ".")
            .replace('X', "T")
            .replace('U', "@");
        let hit = drawn(&bare, area);
        let same = hit.chars().zip(expected.chars().zip(bare.chars()));
        let same = same.map(|(hit, (_, bare))| if bare == '#' { '#' } else { hit });
        let same: String = same.collect();
        assert_eq!(same.replace('@', "U"), expected, "{area:?}");
    }
}

#[test]
fn a_burst_can_reach_the_attacker() {
    assert_hits(
        "
        @ T .
        . . .
        ",
        Area::Burst(1),
        "
        x X x
        x x x
        ",
    );
}

#[test]
fn a_line_goes_through_the_locked_cell_and_on_for_its_length() {
    assert_hits(
        "
        . . . . . . .
        @ . T . . . .
        . . . . . . .
        ",
        Area::Line(4),
        "
        . . . . . . .
        @ x X x x . .
        . . . . . . .
        ",
    );
    assert_hits(
        "
        @ . . . . . .
        . . T . . . .
        . . . . . . .
        . . . . . . .
        ",
        Area::Line(6),
        "
        @ x . . . . .
        . . X x . . .
        . . . . x x .
        . . . . . . x
        ",
    );
}

#[test]
fn a_line_ends_before_the_first_cell_that_stops_sight() {
    assert_hits("@ . T . # . .", Area::Line(6), "@ x X x # . .");
    assert_hits("@ . T . N . .", Area::Line(6), "@ x X x N . .");
    assert_hits("@ . T o n ~ .", Area::Line(6), "@ x X x x x x");
    assert_hits("@ # T . . . .", Area::Line(6), "@ # T . . . .");
}

#[test]
fn a_line_hits_the_locked_cell_also_in_full_cover_and_ends_there() {
    let mut board = Board::default();
    board.set(cell("C1"), Terrain::FullCover);
    let ground = Ground::new(&board);
    let hit = |at: &str| Area::Line(5).cells(&ground, cell("A1"), cell(at));
    let cells = |names: &[&str]| names.iter().map(|name| cell(name)).collect::<CellSet>();
    assert_eq!(hit("C1"), cells(&["B1", "C1"]));
    // Aimed at what is in front of it or behind it, the line ends before it.
    assert_eq!(hit("B1"), cells(&["B1"]));
    assert_eq!(hit("D1"), cells(&["B1"]));
}

#[test]
fn a_cone_opens_45_degrees_to_either_side() {
    assert_hits(
        "
        . . . . .
        . . . . .
        @ . T . .
        . . . . .
        . . . . .
        ",
        Area::Cone(2),
        "
        . . x . .
        . x x . .
        @ x X . .
        . x x . .
        . . x . .
        ",
    );
    assert_hits(
        "
        @ . . .
        . T . .
        . . . .
        . . . .
        ",
        Area::Cone(2),
        "
        @ x x .
        x X x .
        x x x .
        . . . .
        ",
    );
}

#[test]
fn a_cone_hits_only_what_the_attacker_sees() {
    assert_hits(
        "
        . . . . .
        . # . . .
        @ . T . .
        . . . . .
        . . . . .
        ",
        Area::Cone(3),
        "
        . . . . .
        . x . x .
        @ x X x .
        . x x x .
        . . x x .
        ",
    );
}

#[test]
fn towards_ones_own_cell_a_line_and_a_cone_hit_nothing() {
    let ground = Ground::new(&Board::default());
    for own in Cell::all() {
        let cells = |area: Area| area.cells(&ground, own, own);
        assert_eq!(cells(Area::Line(3)), CellSet::EMPTY);
        assert_eq!(cells(Area::Cone(3)), CellSet::EMPTY);
        assert_eq!(cells(Area::Burst(1)), own.neighbours() | CellSet::of(own));
    }
}

/// The cells of an area, spelled out cell by cell.
fn slow_cells(area: Area, ground: &Ground, from: Cell, at: Cell) -> CellSet {
    let sees = |a, b| slow_sees(a, b, ground.opaque);
    let difference = |to: Cell| {
        let part = |from: u8, to: u8| i32::from(to) - i32::from(from);
        (part(from.x(), to.x()), part(from.y(), to.y()))
    };
    match area {
        Area::Cell => CellSet::of(at),
        Area::Burst(radius) => Cell::all()
            .filter(|&cell| at.chebyshev(cell) <= radius && sees(at, cell))
            .collect(),
        Area::Line(length) => {
            // The line of sight, as often as the board is wide, each from the end of the last.
            let mut sight = if from < at {
                slow_line(from, at)
            } else {
                let mut back = slow_line(at, from);
                back.reverse();
                back
            };
            sight.dedup();
            let steps: Vec<(i32, i32)> = sight.iter().map(|&cell| difference(cell)).collect();
            let (dx, dy) = difference(at);
            let all = (0..12).flat_map(|times| {
                let steps = steps.iter().skip(1);
                steps.map(move |(x, y)| (times * dx + x, times * dy + y))
            });
            all.take(length.into())
                .map_while(|(dx, dy)| from.offset(dx as i8, dy as i8))
                .scan(true, |open, cell| {
                    let is_open = !ground.opaque.contains(cell);
                    let is_hit = *open && (is_open || cell == at);
                    *open &= is_open;
                    is_hit.then_some(cell)
                })
                .collect()
        }
        Area::Cone(length) => Cell::all()
            .filter(|&cell| {
                let ((ax, ay), (bx, by)) = (difference(at), difference(cell));
                // cos² of the angle is at least 1/2, and the cosine is above 0.
                let dot = ax * bx + ay * by;
                let squares = (ax * ax + ay * ay) * (bx * bx + by * by);
                let in_angle = dot > 0 && 2 * dot * dot >= squares;
                from.chebyshev(cell) <= length && in_angle && sees(from, cell)
            })
            .collect(),
    }
}

fn any_area() -> impl Strategy<Value = Area> {
    let size = 1..=Area::MAX_SIZE;
    prop_oneof![
        Just(Area::Cell),
        size.clone().prop_map(Area::Burst),
        size.clone().prop_map(Area::Line),
        size.prop_map(Area::Cone),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn areas_are_those_of_the_plain_reference(arena in any_arena(), area in any_area()) {
        let ground = arena.ground();
        prop_assert_eq!(
            area.cells(&ground, arena.from, arena.to),
            slow_cells(area, &ground, arena.from, arena.to)
        );
    }

    #[test]
    fn who_sees_the_locked_cell_hits_it(
        arena in any_arena(),
        area in any_area(),
    ) {
        let ground = arena.ground();
        let distance = arena.from.chebyshev(arena.to);
        let reaches = match area {
            Area::Cell | Area::Burst(_) => true,
            Area::Line(length) | Area::Cone(length) => (1..=length).contains(&distance),
        };
        if reaches && ground.sight.sees(arena.from, arena.to) {
            prop_assert!(area.cells(&ground, arena.from, arena.to).contains(arena.to));
        }
    }
}

#[test]
fn a_line_is_the_line_of_sight_whoever_stands_at_which_end() {
    let ground = Ground::new(&Board::default());
    let (a, b) = (cell("A1"), cell("C2"));
    let seen: CellSet = bresenham_line(a, b).collect();
    let there = Area::Line(2).cells(&ground, a, b) | CellSet::of(a);
    let back = Area::Line(2).cells(&ground, b, a) | CellSet::of(b);
    assert_eq!((there, back), (seen, seen));
}
