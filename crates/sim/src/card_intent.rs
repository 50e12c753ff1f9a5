//! Intents on screen: the cards that card brains have drawn, as far as the player may know them.

use bevy::prelude::*;
use foretold_battle::{Battle, Intent, SkillId, UnitId};

use crate::read_model::{self, ReadModel};

/// The intents of card brains at the moment on screen. Kept up to date by [`CardIntentPlugin`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Intents(Vec<(Option<Intent>, Option<SkillId>)>);

impl Intents {
    /// The intent that a card brain shows; `Unknown` if its move is hidden.
    pub fn of_unit(&self, unit: UnitId) -> Option<Intent> {
        self.0.get(unit.slot())?.0
    }

    /// The skill behind the intent; `None` if nobody may know it.
    pub fn skill_of(&self, unit: UnitId) -> Option<SkillId> {
        self.0.get(unit.slot())?.1
    }
}

impl ReadModel for Intents {
    fn of(battle: &Battle) -> Intents {
        let shown = |(unit, _)| (battle.intent(unit), battle.intended_skill(unit));
        Intents(battle.units().map(shown).collect())
    }
}

/// Intents of card brains.
pub struct CardIntentPlugin;

impl Plugin for CardIntentPlugin {
    fn build(&self, app: &mut App) {
        read_model::add::<Intents>(app);
    }
}
