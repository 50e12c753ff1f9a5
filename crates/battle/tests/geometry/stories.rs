//! The rules of the board, told as stories.

use foretold_battle::board::{
    Board, Cell, CellSet, distance, distances, first_steps, shortest_path, sight_blocked_at,
    step_towards,
};

use crate::drawing::{at, cell, draw, names};
use crate::plain::around;

#[test]
fn cells_are_in_reading_order() {
    let all: Vec<Cell> = Cell::all().collect();
    assert_eq!(all.len(), 144);
    assert!(all.is_sorted());
    assert_eq!(names(all[..3].iter().copied()), "A1 B1 C1");
    assert_eq!(names(all[11..13].iter().copied()), "L1 A2");
    assert_eq!(all.last(), Some(&cell("L12")));
    assert_eq!(CellSet::ALL.len(), 144);
    assert!(CellSet::ALL.iter().eq(all));
}

#[test]
fn only_cells_of_the_board_exist() {
    for (x, y) in (0..=u8::MAX).flat_map(|x| (0..=u8::MAX).map(move |y| (x, y))) {
        let found = Cell::new(x, y).map(|cell| (cell.x(), cell.y()));
        assert_eq!(found, (x < 12 && y < 12).then_some((x, y)));
    }
}

#[test]
fn neighbours_are_the_cells_one_step_away() {
    for cell in Cell::all() {
        assert_eq!(cell.neighbours(), around(cell).collect());
    }
    assert_eq!(names(cell("A1").neighbours().iter()), "B1 A2 B2");
    assert_eq!(format!("{:?}", cell("L12").neighbours()), "[K11, L11, K12]");
}

#[test]
fn a_cell_is_measured_in_three_ways() {
    let (a, b) = (cell("A1"), cell("D5"));
    assert_eq!(
        (a.chebyshev(b), a.manhattan(b), a.euclidean(b, 10)),
        (4, 7, 50)
    );
    assert_eq!(a.euclidean(cell("B2"), 10), 14);
    assert_eq!(a.euclidean(a, 10), 0);
}

#[test]
fn names_of_cells_round_trip() {
    for cell in Cell::all() {
        let name = cell.to_string();
        assert_eq!(name.parse(), Ok(cell));
        assert_eq!(name.to_lowercase().parse(), Ok(cell));
        assert_eq!(format!("{cell:?}"), name);
    }
    assert_eq!(at(0, 0).to_string(), "A1");
    assert_eq!(at(11, 11).to_string(), "L12");
}

#[test]
fn bad_names_are_refused_with_what_is_expected() {
    for name in [
        "", "A", "1", "A0", "A13", "A20", "M1", "A01", "A+1", "A1 ", " A1", "1A", "AA1", "A111",
        "@1", "Ä1", "A１", "`1",
    ] {
        assert!(name.parse::<Cell>().is_err(), "{name:?} is no cell");
    }
    let error = "Z9".parse::<Cell>().expect_err("there is no column Z");
    assert_eq!(
        error.to_string(),
        "expected a cell from A1 to L12 (column A–L, then row 1–12), found \"Z9\""
    );
}

#[test]
fn people_read_names_and_machines_read_bytes() {
    for cell in Cell::all() {
        let text = serde_json::to_string(&cell).expect("a cell can be written");
        assert_eq!(text, format!("\"{cell}\""));
        assert_eq!(serde_json::from_str::<Cell>(&text).ok(), Some(cell));
        let mut bytes = [0; 8];
        let bytes = postcard::to_slice(&cell, &mut bytes).expect("a cell can be packed");
        assert_eq!(bytes.len(), 1);
        assert_eq!(postcard::from_bytes(bytes), Ok(cell));
    }
    let readable = (0..=u8::MAX).filter(|&byte| postcard::from_bytes::<Cell>(&[byte]).is_ok());
    assert_eq!(readable.count(), 144);
    let error = serde_json::from_str::<Cell>("\"M1\"").expect_err("there is no column M");
    assert!(error.to_string().contains("A1 to L12"), "{error}");
    assert!(serde_json::from_str::<Cell>("7").is_err());
}

#[test]
fn a_board_has_exactly_144_terrains() {
    let read = |count: usize| serde_json::from_value::<Board>(vec!["Floor"; count].into());
    assert_eq!(read(144).ok(), Some(Board::default()));
    for wrong in [0, 1, 143, 145, 200] {
        let error = read(wrong).expect_err("the length is wrong");
        assert!(error.to_string().contains("144 terrains"), "{error}");
    }
}

#[test]
fn walls_and_full_cover_block_sight_and_pits_and_half_cover_do_not() {
    for (between, sees) in [
        ('#', false),
        ('N', false),
        ('.', true),
        ('o', true),
        ('n', true),
        ('~', true),
    ] {
        let board = draw(&format!("@ {between} T"));
        assert_eq!(
            board.ground.sight.sees(board.mover, board.target),
            sees,
            "over {between}"
        );
    }
}

#[test]
fn who_stands_in_full_cover_is_seen_and_sees() {
    let sight = draw("N . N").ground.sight;
    assert!(sight.sees(cell("A1"), cell("C1")));
    assert!(sight.sees(cell("C1"), cell("A1")));
}

#[test]
fn the_blocking_cell_is_the_one_nearest_to_who_asks() {
    let opaque = CellSet::from_iter([cell("C1"), cell("E1")]);
    assert_eq!(
        sight_blocked_at(cell("A1"), cell("F1"), opaque),
        Some(cell("C1"))
    );
    assert_eq!(
        sight_blocked_at(cell("F1"), cell("A1"), opaque),
        Some(cell("E1"))
    );
    assert_eq!(sight_blocked_at(cell("A1"), cell("C1"), opaque), None);
}

#[test]
fn a_step_goes_round_a_wall() {
    let board = draw(
        "
        . . . .
        @ # . T
        # # . .
    ",
    );
    assert_eq!(board.towards().as_deref(), Some("B1"));
}

#[test]
fn a_diagonal_step_cuts_between_two_walls() {
    let board = draw(
        "
        @ # #
        # . #
        # # T
    ",
    );
    assert_eq!(board.towards().as_deref(), Some("B2"));
}

#[test]
fn among_equal_steps_the_column_difference_decides_first() {
    // The target is 4 to the right: B1, B2 and B3 are equally near by walking
    // and by column, so the row decides.
    let level = draw(
        "
        . . . . . .
        @ . . . . T
        . . . . . .
    ",
    );
    assert_eq!(level.towards().as_deref(), Some("B2"));
    // The target is straight below: the middle column is nearest.
    let below = draw(
        "
        . @ .
        . . .
        . . .
        . T .
    ",
    );
    assert_eq!(below.towards().as_deref(), Some("B2"));
    // Two steps round a unit straight ahead are alike but for the row: the upper one.
    let split = draw(
        "
        . . . .
        @ u . T
        . . . .
    ",
    );
    assert_eq!(split.towards().as_deref(), Some("B1"));
    // And here but for the column: the left one.
    let fork = draw(
        "
        . @ .
        . u .
        . . .
        . T .
    ",
    );
    assert_eq!(fork.towards().as_deref(), Some("A2"));
}

#[test]
fn who_is_adjacent_has_no_step_to_take() {
    assert_eq!(draw("@ T .").towards(), None);
    assert_eq!(
        step_towards(
            cell("B1"),
            cell("B1"),
            draw(". . .").ground.footing(CellSet::EMPTY),
            CellSet::EMPTY
        ),
        None
    );
}

#[test]
fn without_any_way_there_is_no_step() {
    assert_eq!(draw("@ . # . T").towards(), None);
    assert_eq!(draw("@ . o . T").towards(), None);
}

#[test]
fn a_long_dry_way_is_better_than_a_hazard() {
    let board = draw(
        "
        @ ~ T
        . # .
        . # .
        # . #
    ",
    );
    assert_eq!(board.towards().as_deref(), Some("A2"));
}

#[test]
fn a_unit_queues_rather_than_walks_through_a_hazard() {
    let board = draw(
        "
        @ u . T
        # ~ ~ #
    ",
    );
    assert_eq!(board.towards().as_deref(), Some("B1"));
}

#[test]
fn a_hazard_is_entered_when_every_way_has_one() {
    let board = draw(
        "
        @ u ~ . T
        . ~ ~ . #
    ",
    );
    assert_eq!(board.towards().as_deref(), Some("B2"));
}

#[test]
fn at_last_only_terrain_is_an_obstacle() {
    assert_eq!(draw("@ ! . T").towards().as_deref(), Some("B1"));
}

#[test]
fn who_flees_does_not_run_into_a_corner() {
    let board = draw(
        "
        # . . . .
        . @ . . .
        . T . . .
    ",
    );
    // A1 is wall; C1 has more room than B1.
    assert_eq!(board.away().as_deref(), Some("C1"));
}

#[test]
fn who_flees_enters_a_hazard_only_without_another_choice() {
    assert_eq!(
        draw(
            "
            ~ ~ .
            # @ #
            # T #
        "
        )
        .away()
        .as_deref(),
        Some("C1"),
    );
    assert_eq!(
        draw(
            "
            # ~ #
            # @ #
            # T #
        "
        )
        .away()
        .as_deref(),
        Some("B1"),
    );
}

#[test]
fn who_is_cornered_stays() {
    assert_eq!(draw("@ . T").away(), None);
    assert_eq!(draw("u @ T").away(), None);
}

#[test]
fn the_way_to_where_one_stands_is_empty() {
    let here = cell("C3");
    assert_eq!(distance(here, here, CellSet::EMPTY), Some(0));
    assert_eq!(
        shortest_path(here, here, CellSet::EMPTY).map(|path| path.len()),
        Some(0)
    );
    assert!(first_steps(here, here, CellSet::ALL).is_empty());
}

#[test]
fn both_ends_of_a_way_count_as_open() {
    let way = shortest_path(cell("A1"), cell("B1"), CellSet::EMPTY);
    assert_eq!(way.map(names).as_deref(), Some("B1"));
    let middle = CellSet::of(cell("B1"));
    let way = shortest_path(cell("A1"), cell("C1"), middle);
    assert_eq!(way.map(names).as_deref(), Some("B1 C1"));
}

#[test]
fn the_longest_winding_way_is_found() {
    let snake = draw(
        "
        @ . . . . . . . . . . #
        # # # # # # # # # # # .
        # . . . . . . . . . . #
        . # # # # # # # # # # #
        # . . . . . . . . . . #
        # # # # # # # # # # # .
        # . . . . . . . . . . #
        . # # # # # # # # # # #
        # . . . . . . . . . . #
        # # # # # # # # # # # .
        # . . . . . . . . . . #
        T # # # # # # # # # # #
    ",
    );
    let open = snake.ground.walkable;
    let steps = distance(snake.mover, snake.target, open);
    assert_eq!(steps, Some(66));
    assert_eq!(distances(snake.target, open).get(snake.mover), steps);
    let way = shortest_path(snake.mover, snake.target, open);
    assert_eq!(way.map(|way| way.len()), Some(66));
}
