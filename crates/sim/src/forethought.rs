//! What everyone is about to do, as data. The board draws its intents from it.

use bevy::prelude::*;
use foretold_battle::{Battle, Decision, Due, ForetoldTurn, Intent, UnitId, Why};

use crate::read_model::ReadModel;

/// What everyone is about to do at the moment on screen, and why. Kept up to date by
/// [`GambitPlugin`](crate::GambitPlugin).
#[derive(Resource, Clone, Debug, Default)]
pub struct Forethought(Vec<Thought>);

/// What one unit is about to do.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The unit.
    pub unit: UnitId,
    /// Whether it acts in the coming step. Where units take turns, the others wait for theirs.
    pub in_turn: bool,
    /// What it will do if nothing changes, and why.
    pub decision: Decision,
    /// Whether the player may not know yet what it will do: it acts on a hidden card.
    pub is_secret: bool,
}

impl Forethought {
    /// What each unit is about to do, in slot order, the fallen included. Empty once the battle is
    /// over.
    pub fn thoughts(&self) -> &[Thought] {
        &self.0
    }

    /// What a unit is about to do.
    pub fn of_unit(&self, unit: UnitId) -> Option<&Thought> {
        self.0.get(unit.slot())
    }
}

impl ReadModel for Forethought {
    /// Asks every unit. Asking changes nothing.
    fn of(battle: &Battle) -> Forethought {
        if battle.outcome().is_some() {
            return Forethought::default();
        }
        let in_turn = battle.in_turn();
        let thoughts = battle.units().filter_map(|(unit, _)| {
            let decision = battle.decide(unit)?;
            let hidden = battle.intent(unit) == Some(Intent::Unknown);
            Some(Thought {
                unit,
                in_turn: in_turn.contains(unit),
                is_secret: hidden && matches!(decision.why, Why::Cards(_)),
                decision,
            })
        });
        Forethought(thoughts.collect())
    }
}

/// The order in which everyone will act, as far as it is known at the moment on screen. Kept up to
/// date by [`GambitPlugin`](crate::GambitPlugin).
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Sequence(pub Vec<Due>);

impl ReadModel for Sequence {
    fn of(battle: &Battle) -> Sequence {
        Sequence(battle.sequence())
    }
}

/// The whole turns that come before the player can answer, where units take turns; empty in ticks.
/// Kept up to date by [`GambitPlugin`](crate::GambitPlugin).
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct ForetoldTurns(pub Vec<ForetoldTurn>);

impl ReadModel for ForetoldTurns {
    fn of(battle: &Battle) -> ForetoldTurns {
        if battle.arena().tempo().takes_turns() {
            ForetoldTurns(battle.foretell_all())
        } else {
            ForetoldTurns::default()
        }
    }
}
