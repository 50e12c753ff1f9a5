//! What becomes of everyone: effects, the fallen, the outcome.

use bevy::prelude::*;
use foretold_battle::{Happening, Outcome, Phase};

use crate::battle::CurrentBattle;
use crate::tick::{Tick, TickSystems, play};

/// The battle is over. Written by [`OutcomePlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleOver {
    /// How it ended.
    pub outcome: Outcome,
    /// In which step.
    pub tick: u32,
}

/// The phases at the end of a step.
pub struct OutcomePlugin;

impl Plugin for OutcomePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<BattleOver>()
            .add_systems(Tick, play(Phase::Effects).in_set(TickSystems::Effects))
            .add_systems(
                Tick,
                (play(Phase::Judge), announce_end)
                    .chain()
                    .in_set(TickSystems::Judge),
            );
    }
}

fn announce_end(battle: Res<CurrentBattle>, mut over: MessageWriter<BattleOver>) {
    over.write_batch(battle.events().iter().filter_map(|event| match event.what {
        Happening::Over { outcome } => Some(BattleOver {
            outcome,
            tick: event.tick,
        }),
        _ => None,
    }));
}
