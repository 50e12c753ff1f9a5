//! Walking (rules §5, Movement): distances, ways and the next step.
//!
//! Steps go to any of the 8 neighbours, cost 1 each, and may cut corners.
//! `open` is the set of cells that can be walked on; both ends of a way always count as open.

use arrayvec::ArrayVec;

use super::{CELLS, Cell, CellSet, Footing};

/// A way: its cells in order, without the first and with the last.
pub type Path = ArrayVec<Cell, CELLS>;

/// Walking distances to one cell, made by [`distances`].
#[derive(Clone, Debug)]
pub struct Distances {
    // By word and bit of a cell set, that is, by `Cell::index`.
    steps: [[u8; 64]; 3],
}

impl Distances {
    /// No way is this long: there are only 144 cells.
    const NO_WAY: u8 = u8::MAX;

    /// How many steps it is from this cell; `None` if there is no way, or if
    /// the cell is not open itself.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<u8> {
        let index = cell.index();
        let steps = self.steps[index / 64][index % 64];
        (steps != Self::NO_WAY).then_some(steps)
    }
}

/// Walking distances to `to` from every open cell.
pub fn distances(to: Cell, open: CellSet) -> Distances {
    let mut steps = [[Distances::NO_WAY; 64]; 3];
    let mut flood = Flood::new(CellSet::of(to), open);
    let mut fresh = flood.reached;
    let mut step = 0;
    while !fresh.is_empty() {
        for (rows, mut word) in steps.iter_mut().zip(fresh.words()) {
            while word != 0 {
                rows[word.trailing_zeros() as usize] = step;
                word &= word - 1;
            }
        }
        step += 1;
        fresh = flood.spread();
    }
    Distances { steps }
}

/// Every cell within `steps` steps over open cells, the start included.
pub fn within_steps(from: Cell, open: CellSet, steps: u8) -> CellSet {
    let mut flood = Flood::new(CellSet::of(from), open);
    for _ in 0..steps {
        if flood.spread().is_empty() {
            break;
        }
    }
    // Spreading forgets a start that is not open.
    flood.reached | CellSet::of(from)
}

/// How many steps it is; `None` if there is no way.
pub fn distance(from: Cell, to: Cell, open: CellSet) -> Option<u8> {
    if from == to {
        return Some(0);
    }
    let near = from.neighbours();
    let mut flood = Flood::new(CellSet::of(to), open);
    let mut steps = 1;
    while (flood.reached & near).is_empty() {
        if flood.spread().is_empty() {
            return None;
        }
        steps += 1;
    }
    Some(steps)
}

/// The neighbours of `from` that begin a shortest way: none if there is no
/// way or `from` is `to`, only `to` if it is adjacent.
pub fn first_steps(from: Cell, to: Cell, open: CellSet) -> CellSet {
    if from == to {
        return CellSet::EMPTY;
    }
    if from.neighbours().contains(to) {
        return CellSet::of(to);
    }
    first_touched(from, CellSet::of(to), from.chebyshev(to), open)
}

/// A shortest way, without `from` and with `to`; `None` if there is none.
///
/// Among the cells that are equally near by walking, each step takes the one
/// that the tie-breaks of rules §5 prefer.
pub fn shortest_path(from: Cell, to: Cell, open: CellSet) -> Option<Path> {
    path_to(from, CellSet::of(to), to, open)
}

/// A shortest way to the nearest of these cells that is open, without `from`; empty if it is one
/// of them, `None` if there is no way to any.
///
/// Ties between equally near cells go by how they lie to `target`.
pub fn shortest_path_to_any(
    from: Cell,
    goals: CellSet,
    target: Cell,
    open: CellSet,
) -> Option<Path> {
    path_to(from, goals & open, target, open)
}

#[inline]
fn path_to(from: Cell, goals: CellSet, target: Cell, open: CellSet) -> Option<Path> {
    let mut path = Path::new_const();
    if goals.contains(from) {
        return Some(path);
    }
    let near = from.neighbours();
    let mut flood = Flood::new(goals, open);
    // One entry per step of the flood; each holds a cell that none before it holds, so 144 are enough.
    let mut layers = ArrayVec::<CellSet, CELLS>::new_const();
    layers.push(flood.reached);
    while (flood.reached & near).is_empty() {
        if flood.spread().is_empty() {
            return None;
        }
        layers.push(flood.reached);
    }
    // A layer also holds all layers before it, but only its newest cells are adjacent here.
    let mut cell = from;
    for &nearer in layers.iter().rev() {
        cell = preferred(cell, nearer, target)?;
        path.push(cell);
    }
    Some(path)
}

/// The step that brings a unit nearer to a target (rules §5, *towards*);
/// `None` if it is there already or there is no way.
///
/// `units` are the cells of all standing units; the mover's and the target's
/// are no obstacle. Hazards are avoided while any hazard-free way exists, then
/// units are: the step may lead into an occupied cell when only queueing
/// behind another unit is left. It never leads into the target's own cell.
#[inline]
pub fn step_towards(from: Cell, target: Cell, footing: Footing, units: CellSet) -> Option<Cell> {
    let least = from.chebyshev(target);
    if least <= 1 {
        return None;
    }
    let straight = straight_step(from, target, footing.safe() - units);
    if straight.is_some() {
        return straight;
    }
    // Both ends count as open, so the mover and its target are not in the way.
    let touched = |open| first_touched(from, CellSet::of(target), least, open);
    first_way(from, target, footing, units, touched)
}

/// The first step of the way that the tie-breaks of rules §5 prefer on an empty board, if it is
/// open all along: slantwise until it is in line with the target, then straight. No other way is
/// shorter, and obstacles elsewhere only take choices away, so it is the preferred one here too.
#[inline]
fn straight_step(from: Cell, target: Cell, open: CellSet) -> Option<Cell> {
    let (columns, rows) = from.differences(target);
    // In packed bytes a column is 1 apart, a row 16.
    let column = if from.x() < target.x() { 1 } else { -1 };
    let row = if from.y() < target.y() { 16 } else { -16 };
    let straight = if columns > rows { column } else { row };
    let slanted = columns.min(rows);
    let after = |byte: u8, step: u8| {
        byte.wrapping_add_signed(if step <= slanted {
            column + row
        } else {
            straight
        })
    };
    let mut byte = from.byte();
    for step in 1..columns.max(rows) {
        byte = after(byte, step);
        if !open.contains_byte(byte) {
            return None;
        }
    }
    Cell::from_byte(after(from.byte(), 1))
}

/// The step that brings a unit nearer to the nearest of these cells, such as those from which it
/// could attack a target; `None` if there is no way to any. It must not stand in one already.
///
/// It avoids hazards and units, and breaks ties between equally near cells, as [`step_towards`] does.
pub fn step_to_any(
    from: Cell,
    goals: CellSet,
    target: Cell,
    footing: Footing,
    units: CellSet,
) -> Option<Cell> {
    let touched = |open| first_touched(from, goals & open, 1, open);
    first_way(from, target, footing, units, touched)
}

/// The preferred first step to one of the goals, by the first of these ways that exists: around
/// units and hazards, around hazards alone, around units alone, anywhere.
#[inline]
fn first_way(
    from: Cell,
    target: Cell,
    footing: Footing,
    units: CellSet,
    touched: impl Fn(CellSet) -> CellSet,
) -> Option<Cell> {
    let dry = footing.safe();
    let mut steps = touched(dry - units);
    if steps.is_empty() {
        steps = [dry, footing.walkable - units, footing.walkable]
            .into_iter()
            .map(touched)
            .find(|steps| !steps.is_empty())?;
    }
    preferred(from, steps, target)
}

/// The step that brings a unit away from a threat (rules §5, *away*); `None`
/// if no free neighbouring cell is further away (Chebyshev) than the present one.
///
/// A cell is free if it is walkable and holds no unit. A hazard is the last
/// choice; among equals the cell with more free neighbours wins.
pub fn step_away(from: Cell, threat: Cell, footing: Footing, units: CellSet) -> Option<Cell> {
    let free = footing.walkable - units;
    let now = from.chebyshev(threat);
    // One step changes the distance by one at most, so all that are further are equally far.
    let further = (free & from.neighbours()) - threat.within(now);
    let safe = further - footing.hazards;
    let choices = if safe.is_empty() { further } else { safe };
    let room = |cell: Cell| (free & cell.neighbours()).len();
    let most = choices.iter().map(room).max()?;
    let roomiest = choices.iter().filter(|&cell| room(cell) == most).collect();
    preferred(from, roomiest, threat)
}

/// The cell of `choices` that the tie-breaks of rules §5 prefer for a step from
/// `cell`: lower |x difference| to the target, then lower |y difference|, then
/// lower y, then lower x. Only neighbours of `cell` are looked at.
#[inline]
fn preferred(cell: Cell, choices: CellSet, target: Cell) -> Option<Cell> {
    let side = |ours: u8, theirs: u8| 1 + usize::from(ours > theirs) - usize::from(ours < theirs);
    let sides = side(cell.x(), target.x()) + 3 * side(cell.y(), target.y());
    match PREFERRED[sides][choices.around(cell)] {
        0 => None,
        offset => Cell::from_byte(cell.byte().wrapping_add_signed(offset)),
    }
}

/// For each of the nine sides of its target that a cell can be on, and each set
/// of choices as [`CellSet::around`] gives it: what to add to the cell's byte
/// for the preferred step; 0 if there is no choice.
///
/// The side is enough: a step to the left from the right of the target
/// always brings the columns nearer, whatever the distance.
static PREFERRED: [[i8; 512]; 9] = {
    let mut table = [[0; 512]; 9];
    let mut sides = 0_i32;
    while sides < 9 {
        let (dx, dy) = (sides % 3 - 1, sides / 3 - 1);
        let mut choices = 0;
        while choices < 512 {
            let mut best = i32::MAX;
            let mut place = 0_i32;
            while place < 9 {
                let (x, y) = (place % 3 - 1, place / 3 - 1);
                let column = (dx + x).abs();
                let row = (dy + y).abs();
                let order = (column * 4 + row) * 16 + place;
                if place != 4 && choices >> place & 1 == 1 && order < best {
                    best = order;
                    table[sides as usize][choices as usize] = (16 * y + x) as i8;
                }
                place += 1;
            }
            choices += 1;
        }
        sides += 1;
    }
    table
};

/// A flood that spreads from some cells over the open ones, a step at a time.
struct Flood {
    reached: CellSet,
    open: CellSet,
}

impl Flood {
    /// The start need not be open itself.
    #[inline]
    fn new(start: CellSet, open: CellSet) -> Self {
        Self {
            reached: start,
            open,
        }
    }

    /// Spreads one step and returns the cells newly reached.
    #[inline]
    fn spread(&mut self) -> CellSet {
        let before = self.reached;
        self.reached = before.spread_within(self.open);
        self.reached - before
    }
}

/// The first steps of the shortest ways to the nearest of these cells, none of which is `from`;
/// empty if there is no way. No way may be shorter than `least`.
///
/// A flood from `goals` reaches everything of one distance at once, so where it
/// first touches the neighbours of `from`, the shortest ways begin.
#[inline]
fn first_touched(from: Cell, goals: CellSet, least: u8, open: CellSet) -> CellSet {
    let near = from.neighbours();
    // A unit that is hemmed in needs no flood of the whole board.
    if (near & (open | goals)).is_empty() {
        return CellSet::EMPTY;
    }
    let mut flood = Flood::new(goals, open);
    for _ in 1..least {
        flood.spread();
    }
    loop {
        let touched = flood.reached & near;
        if !touched.is_empty() || flood.spread().is_empty() {
            return touched;
        }
    }
}
