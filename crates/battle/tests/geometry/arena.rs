//! Random boards, for comparing with the plain references.

use std::collections::BTreeSet;
use std::fmt;

use foretold_battle::board::{Board, Cell, CellSet, Ground, SIDE, Terrain};
use proptest::prelude::*;

use crate::drawing::at;

/// A random board with units, two cells of it, and its drawing when a test fails.
#[derive(Clone)]
pub(crate) struct Arena {
    pub(crate) board: Board,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) units: CellSet,
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "from {}, to {}, units {:?}",
            self.from, self.to, self.units
        )?;
        for cell in Cell::all() {
            if cell.x() == 0 {
                writeln!(f)?;
            }
            let terrain = self.board.get(cell);
            let mark = match self.units.contains(cell) {
                _ if cell == self.from => '@',
                _ if cell == self.to => 'T',
                true if terrain.harm().is_some() => '!',
                true => 'u',
                false => terrain.sign(),
            };
            write!(f, "{mark} ")?;
        }
        Ok(())
    }
}

impl Arena {
    pub(crate) fn ground(&self) -> Ground {
        Ground::new(&self.board)
    }

    /// Where one may walk: terrain only.
    pub(crate) fn walkable(&self) -> BTreeSet<Cell> {
        Cell::all()
            .filter(|&cell| self.board.get(cell).walkable())
            .collect()
    }

    pub(crate) fn is_hazard(&self, cell: Cell) -> bool {
        matches!(self.board.get(cell), Terrain::Hazard(_))
    }

    /// Whether a unit other than the two in question stands there.
    pub(crate) fn in_the_way(&self, cell: Cell) -> bool {
        self.units.contains(cell) && cell != self.from && cell != self.to
    }
}

pub(crate) fn any_cell() -> impl Strategy<Value = Cell> {
    (0..SIDE, 0..SIDE).prop_map(|(x, y)| at(x, y))
}

pub(crate) fn any_set() -> impl Strategy<Value = CellSet> {
    any::<[u16; 12]>().prop_map(|rows| {
        let in_row = |cell: &Cell| rows[usize::from(cell.y())] >> cell.x() & 1 == 1;
        Cell::all().filter(in_row).collect()
    })
}

/// Boards from bare to closed, with few to many hazards and up to 24 units.
pub(crate) fn any_arena() -> impl Strategy<Value = Arena> {
    let rolls = prop::collection::vec(0u8..100, 144);
    let units = prop::collection::vec(any_cell(), 0..=24);
    let ends = (any_cell(), any_cell(), any::<bool>());
    (0u8..=50, 0u8..=40, rolls, units, ends).prop_map(
        |(obstacles, hazards, rolls, units, (from, to, counted))| {
            let mut board = Board::default();
            for (cell, roll) in Cell::all().zip(rolls) {
                board.set(
                    cell,
                    match roll {
                        _ if roll < obstacles && roll % 3 == 0 => Terrain::Pit,
                        _ if roll < obstacles => Terrain::Wall,
                        _ if roll < obstacles + hazards => Terrain::Hazard(roll.into()),
                        _ if roll >= 97 => Terrain::FullCover,
                        _ if roll >= 94 => Terrain::HalfCover,
                        _ => Terrain::Floor,
                    },
                );
            }
            let mut units: CellSet = units.into_iter().collect();
            if counted {
                units.insert(from);
                units.insert(to);
            }
            Arena {
                board,
                from,
                to,
                units,
            }
        },
    )
}
