//! The board on screen: terrain, and who is where.

use bevy::prelude::*;
use foretold_battle::board::Cell;
use foretold_battle::{Battle, Board, Life, Terrain, UnitId};

use crate::SimSystems;
use crate::battle::CurrentBattle;

/// The board at the moment on screen. Kept up to date by [`GridPlugin`].
#[derive(Resource, Clone, Debug, Default)]
pub struct Grid {
    version: Option<u64>,
    board: Board,
    occupants: Vec<(Cell, UnitId)>,
    fallen: Vec<(Cell, UnitId)>,
}

impl Grid {
    /// The terrain of a cell.
    pub fn terrain(&self, cell: Cell) -> Terrain {
        self.board.get(cell)
    }

    /// Who stands or lies in a cell.
    pub fn occupant(&self, cell: Cell) -> Option<UnitId> {
        self.occupants
            .iter()
            .find(|(at, _)| *at == cell)
            .map(|&(_, unit)| unit)
    }

    /// Everybody who holds a cell, in slot order.
    pub fn occupants(&self) -> &[(Cell, UnitId)] {
        &self.occupants
    }

    /// Where the fallen fell, in slot order.
    pub fn fallen(&self) -> &[(Cell, UnitId)] {
        &self.fallen
    }

    fn of(battle: &Battle, version: Option<u64>) -> Grid {
        let (fallen, occupants) = battle
            .units()
            .map(|(id, unit)| (unit.life == Life::Fallen, (unit.cell, id)))
            .fold(
                (Vec::new(), Vec::new()),
                |(mut fallen, mut up), (fell, place)| {
                    if fell { &mut fallen } else { &mut up }.push(place);
                    (fallen, up)
                },
            );
        Grid {
            version,
            board: battle.arena().setup().board.clone(),
            occupants,
            fallen,
        }
    }
}

/// The board on screen.
pub struct GridPlugin;

impl Plugin for GridPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Grid>()
            .add_systems(Update, refresh_grid.in_set(SimSystems::Refresh));
    }
}

fn refresh_grid(battle: Option<Res<CurrentBattle>>, mut grid: ResMut<Grid>) {
    let version = battle.as_ref().map(|battle| battle.version());
    if grid.version != version {
        *grid = battle.map_or_else(Grid::default, |battle| Grid::of(battle.battle(), version));
    }
}
