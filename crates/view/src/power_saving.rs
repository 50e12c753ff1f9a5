//! A still screen costs nothing: frames are drawn only while something moves, and when somebody
//! does something.

use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use foretold_sim::{Clock, GameContent, Shown};

use crate::ViewSystems;

/// A still screen sleeps so long if nobody wakes it.
const NIGHT: Duration = Duration::from_secs(3_600);
/// One in front of which a gamepad lies looks up so often: nothing else tells of its buttons.
const BLINK: Duration = Duration::from_millis(40);
/// So many frames come after the last one in which something moved: layout follows a frame late.
const AFTERWARDS: u32 = 4;

/// Whether something moves in this frame. Whoever moves something says so, every frame.
#[derive(Resource, Debug, Default)]
pub struct RedrawRequests {
    requested: bool,
    dozing: bool,
    calm_frames: u32,
}

impl RedrawRequests {
    /// A still screen on which something is due soon looks up so often.
    pub const NAP: Duration = Duration::from_millis(500);

    /// Asks for another frame.
    pub fn request(&mut self) {
        self.requested = true;
    }

    /// Asks for a frame soon: something is due, but nothing moves.
    pub fn doze(&mut self) {
        self.dozing = true;
    }

    /// Whether nothing has moved for a while: what is on screen will stay.
    pub fn is_quiet(&self) -> bool {
        self.calm_frames >= AFTERWARDS
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RedrawRequests>()
        .add_systems(
            Update,
            redraw_for_news
                .run_if(crate::board_changed)
                .in_set(ViewSystems::Paint),
        )
        .add_systems(Last, rest);
}

/// Whatever has changed, or begins to move because of it, is drawn in the frames to come.
fn redraw_for_news(mut redraw: ResMut<RedrawRequests>) {
    redraw.request();
}

/// Runs frame after frame while something moves, and otherwise waits.
fn rest(
    mut redraw: ResMut<RedrawRequests>,
    clock: Res<Clock>,
    shown: Option<Res<Shown>>,
    content: Res<GameContent>,
    pads: Query<(), With<Gamepad>>,
    settings: Option<ResMut<WinitSettings>>,
) {
    // What is loading arrives on a frame of its own.
    let loading = content.content().is_none() && content.errors().is_empty();
    let waits = shown.is_some_and(|it| it.is_live() && !it.battle().waits_for().is_empty());
    let moves = std::mem::take(&mut redraw.requested) || loading || clock.playing && !waits;
    let dozing = std::mem::take(&mut redraw.dozing);
    redraw.calm_frames = if moves {
        0
    } else {
        redraw.calm_frames.saturating_add(1)
    };
    let mode = if !redraw.is_quiet() {
        UpdateMode::Continuous
    } else if !pads.is_empty() {
        UpdateMode::reactive_low_power(BLINK)
    } else if dozing {
        UpdateMode::reactive_low_power(RedrawRequests::NAP)
    } else {
        UpdateMode::reactive_low_power(NIGHT)
    };
    // There is none without a window.
    if let Some(mut settings) = settings
        && settings.focused_mode != mode
    {
        (settings.focused_mode, settings.unfocused_mode) = (mode, mode);
    }
}
