//! Sight on screen: what each cell sees, what is in the way, and where there is cover.

use std::collections::BTreeMap;

use bevy::prelude::*;
use foretold_battle::board::{CellSet, sight_blocked_at};
use foretold_battle::{Battle, Cell};

use crate::read_model::{self, ReadModel};

/// Sight at the moment on screen, by the battle's house rules. Kept up to date by [`SightPlugin`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Sight {
    /// The cells that each cell sees.
    seen: BTreeMap<Cell, CellSet>,
    /// The cells that block sight.
    opaque: CellSet,
    /// How much the cover of a cell takes off an aimed attack.
    cover: BTreeMap<Cell, u8>,
}

impl Sight {
    /// The cells that can be seen from a cell, itself included.
    pub fn seen_from(&self, cell: Cell) -> CellSet {
        self.seen.get(&cell).copied().unwrap_or(CellSet::EMPTY)
    }

    /// The cell that blocks the sight from one cell to another, if one does.
    pub fn blocked_at(&self, from: Cell, to: Cell) -> Option<Cell> {
        sight_blocked_at(from, to, self.opaque)
    }

    /// How much the cover of a cell takes off an aimed attack.
    pub fn cover(&self, cell: Cell) -> u8 {
        self.cover.get(&cell).copied().unwrap_or(0)
    }
}

impl ReadModel for Sight {
    fn of(battle: &Battle) -> Sight {
        Sight {
            seen: Cell::all()
                .map(|cell| (cell, battle.seen_from(cell)))
                .collect(),
            opaque: battle.opaque(),
            cover: Cell::all()
                .map(|cell| (cell, battle.arena().cover(cell)))
                .collect(),
        }
    }
}

/// Sight and cover.
pub struct SightPlugin;

impl Plugin for SightPlugin {
    fn build(&self, app: &mut App) {
        read_model::add::<Sight>(app);
    }
}
