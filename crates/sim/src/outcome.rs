//! How a battle ends.

use bevy::prelude::*;
use foretold_battle::{Happening, Outcome};

use crate::SimSystems;
use crate::shown::is_own;
use crate::tick::BattleEvent;

/// The battle is over. Written by [`OutcomePlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleOver {
    /// How it ended.
    pub outcome: Outcome,
    /// In which step.
    pub tick: u32,
}

/// The end of a battle.
pub struct OutcomePlugin;

impl Plugin for OutcomePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<BattleOver>().add_systems(
            Update,
            announce_end.run_if(is_own).in_set(SimSystems::Refresh),
        );
    }
}

fn announce_end(mut happened: MessageReader<BattleEvent>, mut over: MessageWriter<BattleOver>) {
    over.write_batch(happened.read().filter_map(|event| match event.0.what {
        Happening::Over { outcome } => Some(BattleOver {
            outcome,
            tick: event.0.tick,
        }),
        _ => None,
    }));
}
