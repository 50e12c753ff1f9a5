//! Intents: what card brains have drawn.

use bevy::prelude::*;
use foretold_battle::{Happening, Intent, UnitId};

use crate::battle::CurrentBattle;
use crate::tick::{Tick, TickSystems};

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
            .add_systems(Tick, announce_intents.after(TickSystems::Judge));
    }
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
