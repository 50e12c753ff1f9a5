//! A still screen costs nothing: frames are drawn only while something moves, and when somebody
//! does something.

use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use foretold_sim::{Clock, GameContent};

/// A still screen sleeps so long if nobody wakes it.
const NIGHT: Duration = Duration::from_secs(3_600);

/// Whether something moves in this frame. Whoever moves something says so, every frame.
#[derive(Resource, Debug)]
pub struct Restless {
    stirred: bool,
    quiet: bool,
    sleep: Duration,
}

impl Default for Restless {
    fn default() -> Self {
        Restless {
            stirred: false,
            quiet: false,
            sleep: NIGHT,
        }
    }
}

impl Restless {
    /// Asks for another frame.
    pub fn stir(&mut self) {
        self.stirred = true;
    }

    /// Asks for a frame after so long at the latest.
    pub fn wake_in(&mut self, wait: Duration) {
        self.sleep = self.sleep.min(wait);
    }

    /// Whether nothing moved in the frame before: what is on screen will stay.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Restless>().add_systems(Last, rest);
}

/// Runs frame after frame while something moves, and otherwise waits.
fn rest(
    mut restless: ResMut<Restless>,
    clock: Res<Clock>,
    content: Res<GameContent>,
    settings: Option<ResMut<WinitSettings>>,
) {
    // What is loading arrives on a frame of its own.
    let loading = content.content().is_none() && content.errors().is_empty();
    let Restless { stirred, sleep, .. } = std::mem::take(&mut *restless);
    let moves = stirred || clock.playing || loading;
    restless.quiet = !moves;
    let mode = if moves {
        UpdateMode::Continuous
    } else {
        UpdateMode::reactive_low_power(sleep)
    };
    // There is none without a window.
    if let Some(mut settings) = settings
        && settings.focused_mode != mode
    {
        (settings.focused_mode, settings.unfocused_mode) = (mode, mode);
    }
}
