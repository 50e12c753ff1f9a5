//! Intents: what card brains have drawn.

use bevy::prelude::*;
use foretold_battle::{Happening, Intent, UnitId};

use crate::SimSystems;
use crate::battle::CurrentBattle;
use crate::tick::{Tick, TickSystems};
use crate::timeline::BattleStarted;

/// A card brain drew its next move. Written by [`CardIntentPlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntentChanged {
    /// Who.
    pub unit: UnitId,
    /// What it shows now; `Unknown` if the move is hidden.
    pub intent: Intent,
}

/// Intents of card brains.
pub struct CardIntentPlugin;

impl Plugin for CardIntentPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<IntentChanged>()
            .add_systems(Tick, announce_intents.after(TickSystems::Judge))
            .add_systems(
                Update,
                announce_first_intents
                    .after(SimSystems::Timeline)
                    .before(SimSystems::Clock),
            );
    }
}

/// The intents of the set-up, when a battle begins.
fn announce_first_intents(
    mut started: MessageReader<BattleStarted>,
    battle: Option<Res<CurrentBattle>>,
    mut changed: MessageWriter<IntentChanged>,
) {
    if started.read().count() == 0 {
        return;
    }
    let Some(battle) = battle else {
        return;
    };
    let battle = battle.battle();
    changed.write_batch(battle.units().filter_map(|(unit, _)| {
        let intent = battle.intent(unit)?;
        Some(IntentChanged { unit, intent })
    }));
}

fn announce_intents(battle: Res<CurrentBattle>, mut changed: MessageWriter<IntentChanged>) {
    let present = battle.live().battle();
    changed.write_batch(battle.events().iter().filter_map(|event| match event.what {
        Happening::IntentDrawn { unit, .. } => {
            let intent = present.intent(unit)?;
            Some(IntentChanged { unit, intent })
        }
        _ => None,
    }));
}
