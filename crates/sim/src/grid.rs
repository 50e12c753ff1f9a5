//! The board on screen: terrain, and which unit is where.

use bevy::prelude::*;
use foretold_battle::{Battle, Board, Cell, Life, UnitId};

use crate::read_model::{self, ReadModel};

/// The board at the moment on screen. Kept up to date by [`GridPlugin`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    board: Board,
    occupants: Vec<(Cell, UnitId)>,
    burning: Vec<(Cell, u8)>,
}

impl Grid {
    /// The terrain of every cell.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The unit that stands or lies in a cell.
    pub fn occupant(&self, cell: Cell) -> Option<UnitId> {
        let mut here = self.occupants.iter().filter(|(at, _)| *at == cell);
        here.next().map(|&(_, unit)| unit)
    }

    /// The cells that burn, in cell order, each with the ticks or rounds that it has left.
    pub fn burning(&self) -> &[(Cell, u8)] {
        &self.burning
    }

    /// Every unit that holds a cell, in slot order.
    pub fn occupants(&self) -> &[(Cell, UnitId)] {
        &self.occupants
    }
}

impl ReadModel for Grid {
    fn of(battle: &Battle) -> Grid {
        let holders = battle.units().filter(|(_, unit)| unit.life != Life::Fallen);
        Grid {
            board: battle.arena().setup().board.clone(),
            occupants: holders.map(|(id, unit)| (unit.cell, id)).collect(),
            burning: battle.burning().collect(),
        }
    }
}

/// The board on screen.
pub struct GridPlugin;

impl Plugin for GridPlugin {
    fn build(&self, app: &mut App) {
        read_model::add::<Grid>(app);
    }
}
