//! The player's own terms: luck, and how each unit autofights. They lie over the content, and are
//! part of the replay like everything that a player does.

use std::collections::BTreeMap;

use bevy::prelude::*;
use foretold_battle::{AutofightSettings, Battle, Command, Faction, Luck};
use foretold_content::Encounter;

use crate::shown::{Fight, Shown};

/// What the player has set for all battles. Anyone may change it: luck holds for the next battle,
/// the rest at once.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerOverrides {
    /// Other luck than the content's.
    pub luck: Option<Luck>,
    /// How everybody autofights who is not named below.
    pub everybody: Option<AutofightSettings>,
    /// How a unit autofights, by its id.
    pub autofight: BTreeMap<String, AutofightSettings>,
}

impl PlayerOverrides {
    /// What is to be commanded for the player's luck.
    pub(crate) fn luck_for(&self, battle: &Battle) -> Option<Command> {
        let luck = self.luck?;
        (battle.arena().house().luck != luck).then_some(Command::Luck(luck))
    }

    /// What is to be commanded so that everybody of the player's autofights as wanted.
    pub(crate) fn autofight_for(&self, encounter: &Encounter, battle: &Battle) -> Vec<Command> {
        let shipped = &encounter.setup().units;
        let units = battle.arena().units().zip(shipped);
        let changed = units.filter_map(|((unit, sheet), shipped)| {
            let wanted = self.wanted(encounter.unit_id(unit), &shipped.autofight);
            let other = sheet.faction == Faction::Friendly && sheet.autofight != *wanted;
            other.then(|| Command::Autofight {
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

/// The battle follows the terms at once: when they change, and when the player comes back from the
/// past or takes something back. The past stays as it was, and so does a battle that is over or only
/// watched.
pub(crate) fn follow(terms: Res<PlayerOverrides>, mut fight: ResMut<Fight>) {
    if !terms.is_changed() && !fight.is_changed() {
        return;
    }
    let fought =
        |now: &&Shown| now.is_live() && now.battle().outcome().is_none() && !now.is_watched();
    let Some(now) = fight.now().filter(fought) else {
        return;
    };
    for command in terms.autofight_for(now.encounter(), now.battle()) {
        // Nobody refuses it.
        let _ = fight.change(|session, _| session.command(command));
    }
}
