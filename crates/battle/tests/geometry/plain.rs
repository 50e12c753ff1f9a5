//! Slow, plain references: the rules spelled out, with `pathfinding` for the ways.

use std::collections::BTreeSet;

use foretold_battle::board::{Cell, CellSet};
use pathfinding::prelude::bfs;

use crate::arena::Arena;
use crate::drawing::at;

/// The up to 8 cells around a cell, by trying all offsets.
pub(crate) fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    let (x, y) = (i32::from(cell.x()), i32::from(cell.y()));
    let offsets = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    offsets
        .filter(|&offset| offset != (0, 0))
        .filter_map(move |(dx, dy)| {
            let (x, y) = (u8::try_from(x + dx).ok()?, u8::try_from(y + dy).ok()?);
            Cell::new(x, y)
        })
}

/// Walking distance by `pathfinding`.
pub(crate) fn slow_distance(from: Cell, to: Cell, open: &BTreeSet<Cell>) -> Option<usize> {
    let next = |cell: &Cell| -> Vec<Cell> {
        around(*cell)
            .filter(|cell| *cell == to || open.contains(cell))
            .collect()
    };
    bfs(&from, next, |&cell| cell == to).map(|way| way.len() - 1)
}

/// The four tie-breaks of rules §5, spelled out.
pub(crate) fn ties(cell: Cell, target: Cell) -> (u8, u8, u8, u8) {
    let dx = cell.x().abs_diff(target.x());
    let dy = cell.y().abs_diff(target.y());
    (dx, dy, cell.y(), cell.x())
}

/// Of all neighbours that may be entered, the one with the shortest rest of the way.
pub(crate) fn slow_step(from: Cell, to: Cell, open: &BTreeSet<Cell>) -> Option<Cell> {
    around(from)
        .filter(|cell| *cell == to || open.contains(cell))
        .filter_map(|cell| Some((slow_distance(cell, to, open)?, ties(cell, to), cell)))
        .min()
        .map(|(_, _, cell)| cell)
}

pub(crate) fn slow_step_towards(arena: &Arena) -> Option<Cell> {
    if arena.from.chebyshev(arena.to) <= 1 {
        return None;
    }
    detours(arena).find_map(|open| slow_step(arena.from, arena.to, &open))
}

/// The step to the nearest of some cells, one of which the mover may stand in once it is there.
pub(crate) fn slow_step_to_any(arena: &Arena, goals: CellSet) -> Option<Cell> {
    detours(arena).find_map(|open| {
        let next = |cell: &Cell| -> Vec<Cell> {
            around(*cell).filter(|cell| open.contains(cell)).collect()
        };
        let rest = |cell| bfs(&cell, next, |&cell| goals.contains(cell)).map(|way| way.len());
        next(&arena.from)
            .into_iter()
            .filter_map(|cell| Some((rest(cell)?, ties(cell, arena.to), cell)))
            .min()
            .map(|(_, _, cell)| cell)
    })
}

/// Where one may walk, the better first: around units and hazards, hazards, units, nothing.
fn detours(arena: &Arena) -> impl Iterator<Item = BTreeSet<Cell>> {
    let terrain = arena.walkable();
    let avoiding = move |(units, hazards): (bool, bool)| -> BTreeSet<Cell> {
        terrain
            .iter()
            .copied()
            .filter(|&cell| !(units && arena.in_the_way(cell)))
            .filter(|&cell| !(hazards && arena.is_hazard(cell)))
            .collect()
    };
    let ways = [(true, true), (false, true), (true, false), (false, false)];
    ways.into_iter().map(avoiding)
}

pub(crate) fn slow_step_away(arena: &Arena) -> Option<Cell> {
    let (from, threat) = (arena.from, arena.to);
    let free = |cell: &Cell| arena.board.get(*cell).walkable() && !arena.units.contains(*cell);
    around(from)
        .filter(free)
        .filter(|cell| cell.chebyshev(threat) > from.chebyshev(threat))
        .min_by_key(|&cell| {
            let near = cell.chebyshev(threat);
            let room = around(cell).filter(free).count();
            let further_first = u8::MAX - near;
            let roomier_first = 8 - room;
            (
                arena.is_hazard(cell),
                further_first,
                roomier_first,
                ties(cell, threat),
            )
        })
}

/// Whether two cells see each other, traced from the lower cell.
pub(crate) fn slow_sees(a: Cell, b: Cell, opaque: CellSet) -> bool {
    let (from, to) = (a.min(b), a.max(b));
    slow_line(from, to)
        .into_iter()
        .filter(|&cell| cell != from && cell != to)
        .all(|cell| !opaque.contains(cell))
}

/// The line of rules §2 without an error term: as many steps as the longer difference, after
/// each the nearest whole number of steps along the other axis, and of two equally near ones
/// the lower.
pub(crate) fn slow_line(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
    let steps = dx.max(dy);
    let after = |start: u8, end: u8, step: u8| {
        let (difference, step, steps): (u16, u16, u16) =
            (start.abs_diff(end).into(), step.into(), steps.into());
        // difference × step / steps, rounded, halves down.
        let gone: u16 = (2 * difference * step + steps).saturating_sub(1) / (2 * steps).max(1);
        let gone = gone as u8;
        if start < end {
            start + gone
        } else {
            start - gone
        }
    };
    (0..=steps)
        .map(|step| at(after(from.x(), to.x(), step), after(from.y(), to.y(), step)))
        .collect()
}
