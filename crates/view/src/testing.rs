//! Apps for tests: everything that draws, without a graphics card or a display.

use std::time::Duration;

use bevy::app::{PluginGroupBuilder, Plugins, TerminalCtrlCHandlerPlugin};
use bevy::audio::AudioPlugin;
use bevy::gilrs::GilrsPlugin;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowResolution};
use bevy::winit::{WinitPlugin, WinitSettings};
use foretold_sim::testing::shipped_files;
use foretold_sim::{BattleRequest, CoachingTime, ContentPlugin, SimPlugins};

use crate::ViewPlugins;

/// How long a frame lasts.
pub const FRAME: Duration = Duration::from_millis(50);

/// An app with an invisible window of 1280×720, the shipped content, and no battle. Frames last
/// [`FRAME`]. Add what else you need, then [`open`] it.
pub fn screen_app() -> App {
    screen_app_with(SimPlugins {
        content: ContentPlugin::Given(shipped_files().clone()),
    })
}

/// The same with other plugins of the simulation.
pub fn screen_app_with<M>(sim: impl Plugins<M>) -> App {
    let mut app = App::new();
    app.add_plugins(plugins())
        .add_plugins(sim)
        .add_plugins(ViewPlugins)
        // Without a window only tests read it.
        .insert_resource(WinitSettings::game())
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        // How much is found must not hang on how fast frames pass.
        .insert_resource(CoachingTime(Duration::MAX));
    app
}

/// Bevy's plugins for such an app.
fn plugins() -> PluginGroupBuilder {
    DefaultPlugins
        .set(RenderPlugin {
            render_creation: WgpuSettings {
                backends: None,
                ..default()
            }
            .into(),
            ..default()
        })
        .set(WindowPlugin {
            primary_window: Some(Window {
                resolution: WindowResolution::new(1280, 720),
                ..default()
            }),
            exit_condition: ExitCondition::DontExit,
            ..default()
        })
        .disable::<WinitPlugin>()
        .disable::<LogPlugin>()
        .disable::<GilrsPlugin>()
        // Tests make no noise.
        .disable::<AudioPlugin>()
        .disable::<TerminalCtrlCHandlerPlugin>()
}

/// Begins a shipped battle, paused, and lets the first frames pass.
pub fn open(mut app: App, battle: &str, seed: u64) -> App {
    app.finish();
    app.cleanup();
    app.update();
    let battle = battle.to_owned();
    app.world_mut()
        .write_message(BattleRequest::Start { battle, seed });
    frames(&mut app, 3);
    app
}

/// Lets frames pass.
pub fn frames(app: &mut App, count: u32) {
    for _ in 0..count {
        app.update();
    }
}

/// Lets frames pass until nothing moves and no work is left in the background.
pub fn settle(app: &mut App) {
    for _ in 0..200_000 {
        app.update();
        std::thread::yield_now();
        if app.world().resource::<crate::RedrawRequests>().is_quiet() {
            return;
        }
    }
    panic!("something moves for ever");
}
