//! A still screen costs nothing: frames are drawn only while something moves, and after input.

use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use foretold_sim::{Clock, GameContent, Shown};

use crate::ViewSystems;

/// How long a still screen sleeps if nothing wakes it.
const NIGHT: Duration = Duration::from_secs(3_600);
/// How often it wakes up if there is a gamepad: no window event reports its buttons.
const BLINK: Duration = Duration::from_millis(40);
/// This many frames follow the last one in which something moved: layout follows a frame late.
const AFTERWARDS: u32 = 4;

/// Whether something moves in this frame. A system that moves something says so, every frame.
#[derive(Resource, Debug, Default)]
pub struct RedrawRequests {
    now: bool,
    soon: bool,
    calm_frames: u32,
}

impl RedrawRequests {
    /// How often a still screen wakes up if something is due soon.
    pub const SOON: Duration = Duration::from_millis(500);

    /// Asks for another frame.
    pub fn request(&mut self) {
        self.now = true;
    }

    /// Asks for a frame soon: something is due, but nothing moves.
    pub fn request_soon(&mut self) {
        self.soon = true;
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
            redraw_changes
                .run_if(crate::board_changed)
                .in_set(ViewSystems::Paint),
        )
        .add_systems(Last, choose_update_mode);
}

/// Asks for the frames that draw a change, and what begins to move because of it.
fn redraw_changes(mut redraw: ResMut<RedrawRequests>) {
    redraw.request();
}

/// Runs frame after frame while something moves, and otherwise waits.
fn choose_update_mode(
    mut redraw: ResMut<RedrawRequests>,
    clock: Res<Clock>,
    shown: Option<Res<Shown>>,
    content: Res<GameContent>,
    pads: Query<(), With<Gamepad>>,
    settings: Option<ResMut<WinitSettings>>,
) {
    let waits = shown.is_some_and(|it| it.is_live() && !it.battle().waits_for().is_empty());
    // Content arrives on a frame of its own.
    let moves = std::mem::take(&mut redraw.now) || content.is_awaited() || clock.playing && !waits;
    let soon = std::mem::take(&mut redraw.soon);
    redraw.calm_frames = if moves {
        0
    } else {
        redraw.calm_frames.saturating_add(1)
    };
    let mode = if !redraw.is_quiet() {
        UpdateMode::Continuous
    } else if !pads.is_empty() {
        UpdateMode::reactive_low_power(BLINK)
    } else if soon {
        UpdateMode::reactive_low_power(RedrawRequests::SOON)
    } else {
        UpdateMode::reactive_low_power(NIGHT)
    };
    // There are no settings without a window.
    if let Some(mut settings) = settings
        && settings.focused_mode != mode
    {
        (settings.focused_mode, settings.unfocused_mode) = (mode, mode);
    }
}
