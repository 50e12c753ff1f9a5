//! What everyone is about to do, as data. The board draws its intents from it.

use bevy::prelude::*;
use foretold_battle::{Blow, Decision, Intent, UnitId, Why};

use crate::battle::CurrentBattle;

/// What everyone is about to do at the moment on screen, and why. Kept up to date by
/// [`GambitPlugin`](crate::GambitPlugin) after every step, order, edit and rewind.
#[derive(Resource, Clone, Debug, Default)]
pub struct Forethought {
    version: Option<u64>,
    thoughts: Vec<Thought>,
    blows: Vec<Blow>,
}

/// What one unit is about to do.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Who.
    pub unit: UnitId,
    /// Whether it acts in the coming step; where units take turns, others wait for theirs.
    pub in_turn: bool,
    /// What it will do if nothing changes, and why.
    pub decision: Decision,
    /// The intent that a card brain shows.
    pub intent: Option<Intent>,
}

impl Thought {
    /// Whether nobody may know yet what it will do: its card is hidden, and it acts on it.
    pub fn is_secret(&self) -> bool {
        self.intent == Some(Intent::Unknown) && matches!(self.decision.why, Why::Cards(_))
    }
}

impl Forethought {
    /// What each unit is about to do, in slot order; the fallen too. Nobody is about to do
    /// anything once the battle is over.
    pub fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }

    /// What a unit is about to do.
    pub fn of(&self, unit: UnitId) -> Option<&Thought> {
        self.thoughts.get(unit.slot())
    }

    /// Every blow that can be seen coming, in the order in which they land.
    pub fn blows(&self) -> &[Blow] {
        &self.blows
    }
}

/// Asks everyone, if something has changed since they were asked. Asking changes nothing.
pub(crate) fn refresh(battle: Option<Res<CurrentBattle>>, mut forethought: ResMut<Forethought>) {
    let version = battle.as_ref().map(|battle| battle.version());
    if forethought.version == version {
        return;
    }
    let Some(battle) = battle else {
        *forethought = Forethought::default();
        return;
    };
    let battle = battle.battle();
    if battle.outcome().is_some() {
        *forethought = Forethought {
            version,
            ..Forethought::default()
        };
        return;
    }
    let in_turn = battle.in_turn();
    let thoughts = battle.units().filter_map(|(unit, _)| {
        Some(Thought {
            unit,
            in_turn: in_turn.contains(unit),
            decision: battle.decide(unit)?,
            intent: battle.intent(unit),
        })
    });
    *forethought = Forethought {
        version,
        thoughts: thoughts.collect(),
        blows: battle.blows(),
    };
}
