//! Areas: which cells an attack hits from where (rules §13). Everything that asks, asks here.

use serde::{Deserialize, Serialize};

use super::sight::sight_line_onwards;
use super::{Cell, CellSet, Ground, SIDE};

/// How much of the board an attack hits.
///
/// Only terrain stops an area. So its cells follow from the attacker's cell and the locked cell,
/// and neither changes while the attack is wound up: whatever moves the attacker breaks it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Area {
    /// The locked cell alone.
    #[default]
    Cell,
    /// Every cell within this distance of the locked cell that sees it.
    Burst(u8),
    /// This many cells along the line of sight to the locked cell and on, ending before the first
    /// that stops sight. The locked cell itself is hit, whatever stands there.
    Line(u8),
    /// The cells within this distance of the attacker that it sees, up to 45° either side of the
    /// direction of the locked cell.
    Cone(u8),
}

impl Area {
    /// No area is larger: from edge to edge.
    pub const MAX_SIZE: u8 = SIDE - 1;

    /// The cells that an attack by a unit in `from` hits, locked at `at`.
    ///
    /// A line and a cone never hit the attacker's own cell. Towards that cell they have no
    /// direction, and hit nothing.
    pub fn cells(self, ground: &Ground, from: Cell, at: Cell) -> CellSet {
        match self {
            Area::Cell => CellSet::of(at),
            Area::Burst(radius) => CellSet::of(at).within(radius) & ground.sight.seen_from(at),
            Area::Line(length) => {
                let is_open = |cell: Cell| !ground.opaque.contains(cell);
                let line = sight_line_onwards(from, at).skip(1);
                let line = line.take(usize::from(length));
                let mut cells = CellSet::EMPTY;
                for cell in line {
                    // A unit that is seen is hit, also in full cover.
                    if is_open(cell) || cell == at {
                        cells.insert(cell);
                    }
                    if !is_open(cell) {
                        break;
                    }
                }
                cells
            }
            Area::Cone(length) => {
                let seen = CellSet::of(from).within(length) & ground.sight.seen_from(from);
                let towards = difference(from, at);
                seen.iter()
                    .filter(|&cell| is_within_45_degrees(towards, difference(from, cell)))
                    .collect()
            }
        }
    }

    /// Whether an attack by a unit in `from`, locked at `at`, hits a cell.
    #[inline]
    pub fn hits(self, ground: &Ground, from: Cell, at: Cell, cell: Cell) -> bool {
        match self {
            Area::Cell => at == cell,
            area => area.cells(ground, from, at).contains(cell),
        }
    }

    /// Whether it hits a cell that it is locked at and sees. A line or a cone needs a direction.
    pub fn can_lock(self, from: Cell, at: Cell) -> bool {
        !self.starts_at_attacker() || at != from
    }

    /// Whether it is more than the locked cell.
    pub const fn is_wide(self) -> bool {
        !matches!(self, Area::Cell)
    }

    /// Whether it starts at the attacker, so that it reaches only what the attacker sees.
    pub const fn starts_at_attacker(self) -> bool {
        matches!(self, Area::Line(_) | Area::Cone(_))
    }

    /// Its radius or length; 0 for a single cell.
    pub const fn size(self) -> u8 {
        match self {
            Area::Cell => 0,
            Area::Burst(size) | Area::Line(size) | Area::Cone(size) => size,
        }
    }
}

/// Columns to the right and rows down from one cell to another.
fn difference(from: Cell, to: Cell) -> (i16, i16) {
    let apart = |from: u8, to: u8| i16::from(to) - i16::from(from);
    (apart(from.x(), to.x()), apart(from.y(), to.y()))
}

/// Whether the angle between two directions is at most 45°: the part of one that lies along the
/// other is at least as long as the part across. No direction at all has no angle.
const fn is_within_45_degrees(one: (i16, i16), other: (i16, i16)) -> bool {
    let along = one.0 * other.0 + one.1 * other.1;
    let across = one.0 * other.1 - one.1 * other.0;
    along > 0 && across.abs() <= along
}
