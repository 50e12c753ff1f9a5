//! The board: cells and sets of cells, terrain, walking, line of sight and areas (rules §1, §2, §5
//! Movement, §13).
//!
//! Pure geometry: nothing here knows units, skills or chance.

mod area;
mod cell;
mod cell_set;
mod sight;
mod terrain;
mod walk;

pub use area::Area;
pub use cell::{Cell, ParseCellError};
pub use cell_set::CellSet;
pub use sight::{SightTable, bresenham_line, sight_blocked_at};
pub use terrain::{Board, Cover, Footing, Ground, Terrain};
pub use walk::{
    Distances, Path, distance, distances, first_steps, shortest_path, shortest_path_to_any,
    step_away, step_to_any, step_towards, within_steps,
};

/// Cells along each side of the square board (rules §1).
pub const SIDE: u8 = 12;

/// Cells on the board.
const CELLS: usize = SIDE as usize * SIDE as usize;

/// Length of a table with a place for every [`Cell::index`]: twelve rows of 16,
/// so that an index is found by shifting, never by multiplying or dividing.
pub(crate) const TABLE: usize = SIDE as usize * 16;
