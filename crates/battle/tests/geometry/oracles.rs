//! On any board the fast geometry gives the answers of the plain references.

use std::collections::BTreeSet;

use foretold_battle::board::{
    Board, Cell, CellSet, Path, SightTable, Terrain, distance, distances, first_steps,
    shortest_path, shortest_path_to_any, sight_blocked_at, step_away, step_to_any, step_towards,
};
use pathfinding::prelude::{astar, dijkstra_all};
use proptest::prelude::*;

use crate::arena::{Arena, any_arena, any_cell, any_set};
use crate::plain::{
    around, slow_distance, slow_line, slow_sees, slow_step, slow_step_away, slow_step_to_any,
    slow_step_towards,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn distances_equal_dijkstra(arena in any_arena()) {
        let mut open = arena.ground().walkable - arena.units;
        let ours = distances(arena.to, open);
        open.insert(arena.to);
        let theirs = dijkstra_all(&arena.to, |&cell| {
            around(cell).filter(|&cell| open.contains(cell)).map(|cell| (cell, 1u8))
        });
        for cell in Cell::all() {
            let expected = match theirs.get(&cell) {
                _ if cell == arena.to => Some(0),
                found => found.map(|&(_, cost)| cost),
            };
            prop_assert_eq!(ours.get(cell), expected, "from {}", cell);
        }
    }

    #[test]
    fn shortest_paths_cost_what_astar_finds(arena in any_arena()) {
        let Arena { from, to, .. } = arena;
        let open = arena.ground().walkable - arena.units;
        let theirs = astar(
            &from,
            |&cell| {
                around(cell)
                    .filter(|&cell| cell == to || open.contains(cell))
                    .map(|cell| (cell, 1u8))
            },
            |cell| cell.chebyshev(to),
            |&cell| cell == to,
        );
        let cost = theirs.map(|(_, cost)| cost);
        prop_assert_eq!(distance(from, to, open), cost);
        let ours = shortest_path(from, to, open);
        prop_assert_eq!(ours.as_ref().map(Path::len), cost.map(usize::from));
        let mut before = from;
        for cell in ours.into_iter().flatten() {
            prop_assert_eq!(before.chebyshev(cell), 1, "a step from {} to {}", before, cell);
            prop_assert!(cell == to || open.contains(cell), "{} is closed", cell);
            before = cell;
        }
        prop_assert!(cost.is_none() || before == to);
    }

    #[test]
    fn every_step_of_a_path_is_the_preferred_one(arena in any_arena()) {
        let Arena { from, to, .. } = arena;
        let open = arena.ground().walkable - arena.units;
        let plain: BTreeSet<Cell> = open.iter().collect();
        let mut before = from;
        for cell in shortest_path(from, to, open).into_iter().flatten() {
            prop_assert_eq!(Some(cell), slow_step(before, to, &plain), "after {}", before);
            before = cell;
        }
    }

    #[test]
    fn first_steps_are_all_that_begin_a_shortest_way(arena in any_arena()) {
        let Arena { from, to, .. } = arena;
        let open = arena.ground().walkable - arena.units;
        let plain: BTreeSet<Cell> = open.iter().collect();
        let total = slow_distance(from, to, &plain).filter(|&steps| steps > 0);
        let expected: CellSet = around(from)
            .filter(|cell| *cell == to || plain.contains(cell))
            .filter(|&cell| {
                let rest = slow_distance(cell, to, &plain).map(|steps| steps + 1);
                rest.is_some() && rest == total
            })
            .collect();
        prop_assert_eq!(first_steps(from, to, open), expected);
    }

    #[test]
    fn steps_towards_equal_the_plain_reference(arena in any_arena()) {
        let step = step_towards(arena.from, arena.to, arena.ground().footing(CellSet::EMPTY), arena.units);
        prop_assert_eq!(step, slow_step_towards(&arena));
        prop_assert_ne!(step, Some(arena.to));
    }

    #[test]
    fn a_way_to_any_of_some_cells_leads_to_the_nearest(arena in any_arena(), goals in any_set()) {
        let Arena { from, to, .. } = arena;
        let open = arena.ground().walkable - arena.units;
        let nearest = (goals & open).iter().filter_map(|goal| distance(from, goal, open)).min();
        let way = shortest_path_to_any(from, goals, to, open);
        prop_assert_eq!(way.as_ref().map(Path::len), nearest.map(usize::from));
        let mut before = from;
        for cell in way.into_iter().flatten() {
            prop_assert_eq!(before.chebyshev(cell), 1, "a step from {} to {}", before, cell);
            prop_assert!(open.contains(cell), "{} is closed", cell);
            before = cell;
        }
        prop_assert!(nearest.is_none() || goals.contains(before));
    }

    #[test]
    fn to_the_cells_around_a_target_it_is_the_way_to_the_target(arena in any_arena()) {
        let Arena { from, to, .. } = arena;
        let open = arena.ground().walkable - arena.units - CellSet::of(to);
        prop_assume!(from.chebyshev(to) > 1);
        let mut way = shortest_path(from, to, open);
        if let Some(way) = &mut way {
            way.pop();
        }
        prop_assert_eq!(shortest_path_to_any(from, to.neighbours(), to, open), way);
    }

    #[test]
    fn steps_to_any_of_some_cells_equal_the_plain_reference(
        mut arena in any_arena(),
        goals in any_set(),
    ) {
        // To the references a target is never in the way.
        arena.units.remove(arena.to);
        let goals = goals - CellSet::of(arena.from);
        let step = step_to_any(arena.from, goals, arena.to, arena.ground().footing(CellSet::EMPTY), arena.units);
        prop_assert_eq!(step, slow_step_to_any(&arena, goals));
    }

    #[test]
    fn hazards_are_avoided_while_a_hazard_free_way_exists(arena in any_arena()) {
        let ground = arena.ground();
        let dry = ground.walkable - ground.hazards;
        let step = step_towards(arena.from, arena.to, ground.footing(CellSet::EMPTY), arena.units);
        if let Some(step) = step && distance(arena.from, arena.to, dry).is_some() {
            prop_assert!(!arena.is_hazard(step));
        }
    }

    #[test]
    fn steps_away_equal_the_plain_reference(arena in any_arena()) {
        let step = step_away(arena.from, arena.to, arena.ground().footing(CellSet::EMPTY), arena.units);
        prop_assert_eq!(step, slow_step_away(&arena));
    }

    #[test]
    fn steps_away_from_near_equal_the_plain_reference(mut arena in any_arena(), side in 0usize..8) {
        arena.to = around(arena.from).nth(side).unwrap_or(arena.from);
        let step = step_away(arena.from, arena.to, arena.ground().footing(CellSet::EMPTY), arena.units);
        prop_assert_eq!(step, slow_step_away(&arena));
    }

    #[test]
    fn the_ground_says_what_the_terrain_says(arena in any_arena()) {
        let ground = arena.ground();
        for cell in Cell::all() {
            let (walk, see) = match arena.board.get(cell) {
                Terrain::Floor | Terrain::HalfCover | Terrain::Hazard(_) => (true, true),
                Terrain::FullCover => (true, false),
                Terrain::Wall => (false, false),
                Terrain::Pit => (false, true),
            };
            prop_assert_eq!(ground.walkable.contains(cell), walk);
            prop_assert_eq!(ground.opaque.contains(cell), !see);
            prop_assert_eq!(ground.hazards.contains(cell), arena.is_hazard(cell));
            let terrain = arena.board.get(cell);
            prop_assert_eq!(ground.half_cover.contains(cell), terrain == Terrain::HalfCover);
            prop_assert_eq!(ground.full_cover.contains(cell), terrain == Terrain::FullCover);
        }
    }

    #[test]
    fn boards_survive_being_written_and_read(arena in any_arena()) {
        let text = serde_json::to_string(&arena.board)?;
        prop_assert_eq!(&serde_json::from_str::<Board>(&text)?, &arena.board);
        let mut bytes = [0; 1024];
        let bytes = postcard::to_slice(&arena.board, &mut bytes)?;
        prop_assert_eq!(&postcard::from_bytes::<Board>(bytes)?, &arena.board);
    }

    #[test]
    fn cell_sets_behave_like_plain_sets(a in any_set(), b in any_set(), one in any_cell()) {
        let plain = |set: CellSet| -> BTreeSet<Cell> {
            Cell::all().filter(|&cell| set.contains(cell)).collect()
        };
        let same = |ours: CellSet, theirs: BTreeSet<Cell>| {
            prop_assert_eq!(ours.len(), theirs.len());
            prop_assert_eq!(ours.is_empty(), theirs.is_empty());
            prop_assert_eq!(ours.first(), theirs.first().copied());
            prop_assert!(ours.iter().eq(theirs.iter().copied()), "{:?} is not {:?}", ours, theirs);
            prop_assert_eq!(ours.iter().size_hint(), (theirs.len(), Some(theirs.len())));
            prop_assert_eq!(theirs.into_iter().collect::<CellSet>(), ours);
            Ok(())
        };
        let (plain_a, plain_b) = (plain(a), plain(b));
        same(a, plain_a.clone())?;
        same(a | b, &plain_a | &plain_b)?;
        same(a & b, &plain_a & &plain_b)?;
        same(a - b, &plain_a - &plain_b)?;
        same(!a, &Cell::all().collect() - &plain_a)?;
        let neighbours: BTreeSet<Cell> = plain_a.iter().copied().flat_map(around).collect();
        same(a.grow(), &plain_a | &neighbours)?;

        let (mut ours, mut theirs) = (a, plain_a.clone());
        ours.insert(one);
        theirs.insert(one);
        same(ours, theirs.clone())?;
        ours.remove(one);
        theirs.remove(&one);
        same(ours, theirs)?;
        let mut both = a;
        both |= b;
        prop_assert_eq!(both, a | b);
        let mut common = a;
        common &= b;
        prop_assert_eq!(common, a & b);
    }

    #[test]
    fn euclidean_distance_is_the_exact_floor(a in any_cell(), b in any_cell(), per_cell: u32) {
        for per_cell in [per_cell, per_cell % 1000, 10, u32::MAX] {
            let root = u128::from(a.euclidean(b, per_cell));
            let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
            let square = (u128::from(dx).pow(2) + u128::from(dy).pow(2))
                * u128::from(per_cell).pow(2);
            prop_assert!(root * root <= square);
            let stopped_at_the_limit = root == u128::from(u32::MAX);
            prop_assert!(stopped_at_the_limit || square < (root + 1) * (root + 1));
        }
    }

    #[test]
    fn offsets_stay_on_the_board(cell in any_cell(), dx: i8, dy: i8) {
        for (dx, dy) in [(dx, dy), (dx % 12, dy % 12)] {
            let x = u8::try_from(i16::from(cell.x()) + i16::from(dx));
            let y = u8::try_from(i16::from(cell.y()) + i16::from(dy));
            let expected = x.ok().zip(y.ok()).and_then(|(x, y)| Cell::new(x, y));
            prop_assert_eq!(cell.offset(dx, dy), expected);
        }
    }

    #[test]
    fn any_text_is_a_cell_or_a_helpful_error(text in ".{0,20}") {
        match text.parse::<Cell>() {
            Ok(cell) => prop_assert!(cell.to_string().eq_ignore_ascii_case(&text)),
            Err(error) => prop_assert!(error.to_string().contains("A1 to L12")),
        }
    }
}

proptest! {
    // Each case looks at all pairs of cells.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn sight_is_mutual_and_as_traced(arena in any_arena()) {
        let opaque = arena.ground().opaque;
        let table = SightTable::new(opaque);
        for a in Cell::all() {
            for b in Cell::all() {
                let sees = slow_sees(a, b, opaque);
                prop_assert_eq!(table.sees(a, b), sees, "{} and {}", a, b);
                prop_assert_eq!(table.sees(b, a), sees);
                prop_assert_eq!(table.seen_from(a).contains(b), sees);
                let (there, back) = (sight_blocked_at(a, b, opaque), sight_blocked_at(b, a, opaque));
                prop_assert_eq!(there.is_none(), sees);
                prop_assert_eq!(back.is_none(), sees);
                let blocking: Vec<Cell> = slow_line(a.min(b), a.max(b))
                    .into_iter()
                    .filter(|&cell| cell != a && cell != b && opaque.contains(cell))
                    .collect();
                prop_assert_eq!(there, blocking.iter().copied().min_by_key(|c| c.chebyshev(a)));
            }
        }
    }

    #[test]
    fn the_ends_never_block_sight(opaque in any_set()) {
        for a in Cell::all() {
            for b in a.neighbours().iter().chain([a]) {
                prop_assert_eq!(sight_blocked_at(a, b, opaque), None);
            }
        }
    }
}
