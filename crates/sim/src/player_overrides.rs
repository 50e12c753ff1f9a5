//! What the player has set in place of the content's values: luck, and how each unit autofights.
//! It is part of the replay, like everything that a player does.

use std::collections::BTreeMap;

use bevy::prelude::*;
use foretold_battle::{AutofightSettings, Battle, Command, Faction, Luck};
use foretold_content::Encounter;

use crate::shown::{Fight, Shown};

/// What the player has set for all battles. Anyone may change it: luck applies from the next battle
/// on, the rest at once.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerOverrides {
    /// Luck in place of the content's.
    pub luck: Option<Luck>,
    /// How units autofight that are not listed in `autofight`.
    pub everybody: Option<AutofightSettings>,
    /// How a unit autofights, by its id.
    pub autofight: BTreeMap<String, AutofightSettings>,
}

impl PlayerOverrides {
    /// The command that sets the player's luck, if the battle has another.
    pub(crate) fn luck_for(&self, battle: &Battle) -> Option<Command> {
        let luck = self.luck?;
        (battle.arena().house().luck != luck).then_some(Command::Luck(luck))
    }

    /// The commands that make the player's units autofight as wanted.
    pub(crate) fn autofight_for(&self, encounter: &Encounter, battle: &Battle) -> Vec<Command> {
        let shipped = &encounter.setup().units;
        let units = battle.arena().units().zip(shipped);
        let changed = units.filter_map(|((unit, sheet), shipped)| {
            let wanted = self.wanted(encounter.unit_id(unit), &shipped.autofight);
            let differs = sheet.faction == Faction::Friendly && sheet.autofight != *wanted;
            differs.then(|| Command::Autofight {
                unit,
                settings: Box::new(wanted.clone()),
            })
        });
        changed.collect()
    }

    fn wanted<'a>(&'a self, id: &str, shipped: &'a AutofightSettings) -> &'a AutofightSettings {
        let own = self.autofight.get(id);
        own.or(self.everybody.as_ref()).unwrap_or(shipped)
    }
}

/// Gives the battle the player's overrides at once: when they change, and when the player comes back
/// from the past or takes something back. The past stays as it was, and so does a battle that is over
/// or only watched.
pub(crate) fn apply(overrides: Res<PlayerOverrides>, mut fight: ResMut<Fight>) {
    if !overrides.is_changed() && !fight.is_changed() {
        return;
    }
    let is_fought =
        |now: &&Shown| now.is_live() && now.battle().outcome().is_none() && !now.is_watched();
    let Some(now) = fight.now().filter(is_fought) else {
        return;
    };
    for command in overrides.autofight_for(now.encounter(), now.battle()) {
        // It is never refused.
        let _ = fight.change(|session, _| session.command(command));
    }
}
