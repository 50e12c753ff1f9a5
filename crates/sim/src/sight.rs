//! Who sees what: the sight table of the board on screen, and whom each skill reaches.

use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::board::{Cell, CellSet, sight_blocked_at};
use foretold_battle::{Arena, Battle, SkillId, UnitId, UnitSet};

use crate::SimSystems;
use crate::battle::CurrentBattle;

/// Sight at the moment on screen. Kept up to date by [`SightPlugin`].
#[derive(Resource, Clone, Debug, Default)]
pub struct Sight {
    version: Option<u64>,
    arena: Option<Arc<Arena>>,
    /// For each unit, whom each of its attacks reaches from where it stands.
    targets: Vec<Vec<(SkillId, UnitSet)>>,
}

impl Sight {
    /// The cells that are seen from a cell, as far as the terrain allows.
    pub fn seen_from(&self, cell: Cell) -> CellSet {
        let arena = self.arena.as_ref();
        arena.map_or(CellSet::EMPTY, |arena| arena.ground().sight.seen_from(cell))
    }

    /// The cell whose terrain stands between two others, if one does.
    pub fn blocked_at(&self, from: Cell, to: Cell) -> Option<Cell> {
        sight_blocked_at(from, to, self.arena.as_ref()?.ground().opaque)
    }

    /// Whom each attack of a unit reaches from where it stands.
    pub fn targets(&self, unit: UnitId) -> &[(SkillId, UnitSet)] {
        self.targets.get(unit.slot()).map_or(&[], Vec::as_slice)
    }

    fn of(battle: &Battle, version: Option<u64>) -> Sight {
        let arena = battle.arena();
        let targets = battle.units().map(|(id, unit)| {
            let skills = arena.sheet(id).skills.iter();
            let attacks = skills.filter(|&&skill| arena.skill(skill).is_hostile());
            attacks
                .map(|&skill| (skill, battle.valid_targets(id, skill, unit.cell)))
                .collect()
        });
        Sight {
            version,
            targets: targets.collect(),
            arena: Some(Arc::clone(arena)),
        }
    }
}

/// Sight and valid targets.
pub struct SightPlugin;

impl Plugin for SightPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Sight>()
            .add_systems(Update, refresh_sight.in_set(SimSystems::Refresh));
    }
}

fn refresh_sight(battle: Option<Res<CurrentBattle>>, mut sight: ResMut<Sight>) {
    let version = battle.as_ref().map(|battle| battle.version());
    if sight.version != version {
        *sight = battle.map_or_else(Sight::default, |battle| Sight::of(battle.battle(), version));
    }
}
