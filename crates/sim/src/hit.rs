//! Blows: guards rise, quick and heavy strikes land. Previews are asked of the battle itself, by
//! [`Battle::preview`](foretold_battle::Battle::preview), which is the function that the roll uses.

use bevy::prelude::*;
use foretold_battle::Phase;

use crate::tick::{Tick, TickSystems, play};

/// The phases in which blows are warded off and land.
pub struct HitPlugin;

impl Plugin for HitPlugin {
    fn build(&self, app: &mut App) {
        for phase in [Phase::Guards, Phase::QuickStrikes, Phase::HeavyStrikes] {
            app.add_systems(Tick, play(phase).in_set(TickSystems::from(phase)));
        }
    }
}
