//! The game in a window, or over the whole screen.

use bevy::window::{Monitor, MonitorSelection, PrimaryWindow, WindowMode};
use foretold_content::WindowChoice;

use crate::prelude::*;

/// Why the screen cannot be filled.
const NO_MONITOR: &str =
    "The game cannot fill the screen here: it finds no monitor. It stays as it is.";

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            change_by_key
                .run_if(asked_for(Act::FullScreen))
                .in_set(ActSystems),
            follow_choice
                .run_if(any_changed!(PlayerSettings))
                .after(ActSystems)
                .before(ViewSystems::Measure),
        ),
    );
}

fn change_by_key(mut settings: ResMut<PlayerSettings>) {
    settings.0.window = match settings.0.window {
        WindowChoice::Window => WindowChoice::FullScreen,
        WindowChoice::FullScreen => WindowChoice::Window,
    };
}

/// Puts the player's choice in force, or takes it back where there is no screen to fill.
fn follow_choice(
    mut settings: ResMut<PlayerSettings>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
    monitors: Query<(), With<Monitor>>,
    keys: Res<KeysInForce>,
    mut known: Local<Option<WindowChoice>>,
    mut toasts: ResMut<Toasts>,
) {
    let wanted = settings.0.window;
    // At the start the monitors may not be known yet, and there is nothing to report.
    let chosen = known.replace(wanted).is_some_and(|before| before != wanted);
    if chosen && wanted == WindowChoice::FullScreen {
        if monitors.is_empty() {
            settings.0.window = WindowChoice::Window;
            *known = Some(WindowChoice::Window);
            toasts.push(Toast::bad(NO_MONITOR));
            return;
        }
        if let Some(key) = key_for(&keys, Act::FullScreen) {
            let text = format!("Full screen. {key} leads back to the window.");
            toasts.push(Toast::news(text).about("window"));
        }
    }
    let mode = match wanted {
        WindowChoice::Window => WindowMode::Windowed,
        WindowChoice::FullScreen => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
    };
    if let Some(mut window) = window
        && window.mode != mode
    {
        window.mode = mode;
    }
}
