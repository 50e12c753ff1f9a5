//! Steps and collisions.

use bevy::prelude::*;
use foretold_battle::Phase;

use crate::tick::{Tick, TickSystems, play};

/// The phase in which units walk.
pub struct MovementPlugin;

impl Plugin for MovementPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Tick, play(Phase::Movement).in_set(TickSystems::Movement));
    }
}
