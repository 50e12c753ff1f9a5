//! What the board is made of, and what that means for walking and seeing.

use std::fmt::{self, Formatter};

use serde::de::{self, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{CELLS, Cell, CellSet, SightTable, TABLE};

/// The terrain of one cell (rules §1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
pub enum Terrain {
    /// Nothing in the way.
    #[default]
    Floor,
    /// Walked on and seen over; a little harder to hit there.
    HalfCover,
    /// Walked on, not seen through; much harder to hit there.
    FullCover,
    /// Neither walked on nor seen through.
    Wall,
    /// Not walked on, but seen over.
    Pit,
    /// Walked on and seen over; this much damage to who stands there when its turn ends.
    Hazard(u16),
}

impl Terrain {
    /// Whether a unit can stand there.
    pub const fn walkable(self) -> bool {
        !matches!(self, Self::Wall | Self::Pit)
    }

    /// Whether sight passes.
    pub const fn see_through(self) -> bool {
        !matches!(self, Self::FullCover | Self::Wall)
    }
}

/// The terrain of all 144 cells; all floor by default.
///
/// Read and written as a list of 144 terrains in cell order: `A1`, `B1`, … `L12`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    // Indexed by `Cell::index`; the places between two rows stay floor.
    terrain: [Terrain; TABLE],
}

impl Default for Board {
    fn default() -> Self {
        Self {
            terrain: [Terrain::Floor; TABLE],
        }
    }
}

impl Board {
    /// The terrain of a cell.
    pub fn get(&self, cell: Cell) -> Terrain {
        self.terrain[cell.index()]
    }

    /// Changes the terrain of a cell.
    pub fn set(&mut self, cell: Cell, terrain: Terrain) {
        self.terrain[cell.index()] = terrain;
    }

    /// The cells whose terrain is like that.
    fn cells_where(&self, like: impl Fn(Terrain) -> bool) -> CellSet {
        Cell::all().filter(|&cell| like(self.get(cell))).collect()
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(CELLS))?;
        for cell in Cell::all() {
            list.serialize_element(&self.get(cell))?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(BoardVisitor)
    }
}

struct BoardVisitor;

impl<'de> Visitor<'de> for BoardVisitor {
    type Value = Board;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {CELLS} terrains, row by row from A1 to L12")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Board, A::Error> {
        let mut board = Board::default();
        for (place, cell) in Cell::all().enumerate() {
            let terrain = list
                .next_element()?
                .ok_or_else(|| de::Error::invalid_length(place, &self))?;
            board.set(cell, terrain);
        }
        if list.next_element::<Terrain>()?.is_some() {
            return Err(de::Error::invalid_length(CELLS + 1, &self));
        }
        Ok(board)
    }
}

/// What the terrain says about walking and seeing, worked out once per board.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Where a unit can stand.
    pub walkable: CellSet,
    /// What blocks sight.
    pub opaque: CellSet,
    /// Where standing hurts.
    pub hazards: CellSet,
    /// Where the terrain gives half cover.
    pub half_cover: CellSet,
    /// Where the terrain gives full cover.
    pub full_cover: CellSet,
    /// Which cells see each other.
    pub sight: SightTable,
}

impl Ground {
    /// Works out everything about this board.
    pub fn new(board: &Board) -> Self {
        let opaque = board.cells_where(|terrain| !terrain.see_through());
        Self {
            walkable: board.cells_where(Terrain::walkable),
            opaque,
            hazards: board.cells_where(|terrain| matches!(terrain, Terrain::Hazard(_))),
            half_cover: board.cells_where(|terrain| terrain == Terrain::HalfCover),
            full_cover: board.cells_where(|terrain| terrain == Terrain::FullCover),
            sight: SightTable::new(opaque),
        }
    }
}
