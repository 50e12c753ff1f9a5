//! What the board is made of, and what that means for walking and seeing.

use std::fmt::{self, Formatter};

use serde::de::{self, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{CELLS, Cell, CellSet, SightTable, TABLE};

/// The table of terrains: the sign in drawings, the words, whether units walk there, whether sight
/// passes, the cover, and what the cell is. A terrain with a number does that much damage to a
/// unit that ends its turn there; a drawing means the number in the table.
///
/// Replays keep the place of a terrain: a new one goes to the end.
macro_rules! terrains {
    ($(
        $(#[$default:ident])? $terrain:ident $(($harm:ident = $drawn:literal))?
        $sign:literal $words:literal $walk:ident $see:ident $cover:ident $does:literal;
    )+) => {
        /// The terrain of one cell (rules §1).
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
        pub enum Terrain {
            $(#[doc = concat!("A cell that is ", $does, ".")] $(#[$default])? $terrain $((harm!($harm)))?,)+
        }

        impl Terrain {
            /// Every terrain, as a drawing means it.
            pub const ALL: [Terrain; [$($sign),+].len()] = [$(Terrain::$terrain $(($drawn))?),+];

            /// Its sign in a drawing.
            pub const fn sign(self) -> char {
                match self { $(Terrain::$terrain { .. } => $sign,)+ }
            }

            /// What the player calls it: `half cover`.
            pub const fn name(self) -> &'static str {
                match self { $(Terrain::$terrain { .. } => $words,)+ }
            }

            /// What such a cell is, for the manual.
            pub const fn is(self) -> &'static str {
                match self { $(Terrain::$terrain { .. } => $does,)+ }
            }

            /// Whether a unit can stand there.
            pub const fn walkable(self) -> bool {
                match self { $(Terrain::$terrain { .. } => is!($walk),)+ }
            }

            /// Whether sight passes.
            pub const fn see_through(self) -> bool {
                match self { $(Terrain::$terrain { .. } => is!($see),)+ }
            }

            /// The cover of a unit that stands there.
            pub const fn cover(self) -> Cover {
                match self { $(Terrain::$terrain { .. } => Cover::$cover,)+ }
            }

            /// The damage it does to a unit that ends its turn there.
            pub const fn harm(self) -> Option<u16> {
                match self {
                    $($(Terrain::$terrain($harm) => Some($harm),)?)+
                    _ => None,
                }
            }
        }
    };
}

macro_rules! harm {
    (harm) => {
        u16
    };
}

macro_rules! is {
    (yes) => {
        true
    };
    (no) => {
        false
    };
}

terrains! {
    // sign, words, walked on, seen through, cover, what the cell is
    #[default]
    Floor '.' "floor" yes yes None "open";
    HalfCover '-' "half cover" yes yes Half "behind a low wall: harder to hit there";
    FullCover '+' "full cover" yes no Full "behind high walls: much harder to hit there";
    Wall '#' "wall" no no None "solid";
    Pit 'o' "pit" no yes None "a hole";
    Hazard(harm = 5) '~' "hazard" yes yes None "burning: this much damage, 1 to 999, to a unit that ends its turn there";
}

/// What makes aimed attacks harder (rules §7); how much is a house rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Nothing.
    None,
    /// A low wall.
    Half,
    /// A wall all around.
    Full,
}

impl Cover {
    /// What the player calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Cover::None => "no cover",
            Cover::Half => "half cover",
            Cover::Full => "full cover",
        }
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

    /// The cells whose terrain is `like` this.
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
    /// What a unit falls into.
    pub pits: CellSet,
    /// What blocks sight.
    pub opaque: CellSet,
    /// Where standing hurts.
    pub hazards: CellSet,
    /// What can be set on fire: wherever a unit can stand, except in full cover.
    pub burnable: CellSet,
    /// Where the terrain gives half cover.
    pub half_cover: CellSet,
    /// Where the terrain gives full cover.
    pub full_cover: CellSet,
    /// Which cells see each other.
    pub sight: SightTable,
}

/// Where one can walk, and where it hurts.
#[derive(Clone, Copy, Debug)]
pub struct Footing {
    /// Where a unit can stand.
    pub walkable: CellSet,
    /// Where standing hurts: hazards of the terrain, and burning cells.
    pub hazards: CellSet,
}

impl Footing {
    /// Where a unit can stand unhurt.
    pub fn safe(self) -> CellSet {
        self.walkable - self.hazards
    }
}

impl Ground {
    /// Where one can walk while these cells burn.
    pub fn footing(&self, burning: CellSet) -> Footing {
        Footing {
            walkable: self.walkable,
            hazards: self.hazards | burning,
        }
    }

    /// Works out everything about this board.
    pub fn new(board: &Board) -> Self {
        let opaque = board.cells_where(|terrain| !terrain.see_through());
        let full_cover = board.cells_where(|terrain| terrain.cover() == Cover::Full);
        let walkable = board.cells_where(Terrain::walkable);
        Self {
            walkable,
            pits: board.cells_where(|terrain| terrain == Terrain::Pit),
            opaque,
            hazards: board.cells_where(|terrain| terrain.harm().is_some()),
            burnable: walkable - full_cover,
            half_cover: board.cells_where(|terrain| terrain.cover() == Cover::Half),
            full_cover,
            sight: SightTable::new(opaque),
        }
    }
}
