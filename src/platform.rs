//! What the game runs on: content folder, window or picture, log.

use std::path::PathBuf;
use std::time::Duration;

use bevy::app::{PluginGroupBuilder, ScheduleRunnerPlugin, TerminalCtrlCHandlerPlugin};
use bevy::audio::AudioPlugin;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::window::{ExitCondition, WindowResizeConstraints, WindowResolution};
use bevy::winit::WinitPlugin;
use foretold_content::{cannot, find_assets, plain_path};
use foretold_view::Screen;

use crate::args::GameArgs;
use crate::audio_device;

/// What is logged to standard error: our own warnings, and errors of others.
const LOG: &str = "error,wgpu_hal=off,foretold_sim=warn";
/// Without a window, the game itself prints the errors in files.
const LOG_OF_PICTURE: &str = "error,wgpu_hal=off";

/// The absolute path of the folder with the content: Bevy would look for a relative one elsewhere.
pub(crate) fn content_folder(args: &GameArgs) -> Result<PathBuf, String> {
    let folder = args.assets.clone().or_else(find_assets).ok_or(
        "there is no folder `assets` here or above: go into the game's folder, or name it with --assets DIR",
    )?;
    if !folder.is_dir() {
        let name = plain_path(&folder);
        return Err(format!(
            "there is no folder {name}: name the one with rules.ron in it"
        ));
    }
    let full = folder.canonicalize();
    full.map_err(|error| cannot("be read", &folder, &error))
}

/// Prints why the game does not start.
pub(crate) fn refuse(message: &str) -> AppExit {
    eprintln!("error: {message}");
    AppExit::error()
}

/// Bevy's plugins: with a window, or without one for a picture.
pub(crate) fn plugins(args: &GameArgs) -> PluginGroupBuilder {
    let log = LogPlugin {
        filter: match args.screenshot {
            Some(_) => LOG_OF_PICTURE,
            None => LOG,
        }
        .to_owned(),
        ..default()
    };
    let render = RenderPlugin {
        // Otherwise a game that sleeps would not notice that its shaders are ready.
        synchronous_pipeline_compilation: true,
        ..default()
    };
    let plugins = DefaultPlugins
        .set(log)
        .set(render)
        // Bevy's own handler waits for the next frame, and a game that sleeps has none. There is
        // nothing to lose: what is saved is saved whole.
        .disable::<TerminalCtrlCHandlerPlugin>();
    let plugins = if args.screenshot.is_none() && audio_device::may_be_there() {
        plugins
    } else {
        plugins.disable::<AudioPlugin>()
    };
    if args.screenshot.is_some() {
        return plugins
            .set(WindowPlugin {
                primary_window: None,
                exit_condition: ExitCondition::DontExit,
                ..default()
            })
            .disable::<WinitPlugin>()
            .add(ScheduleRunnerPlugin::run_loop(Duration::ZERO));
    }
    let least = Screen::default().least_size();
    plugins.set(WindowPlugin {
        primary_window: Some(Window {
            title: "Foretold".to_owned(),
            name: Some("foretold".to_owned()),
            resolution: WindowResolution::new(args.size.x, args.size.y),
            resize_constraints: WindowResizeConstraints {
                min_width: least.x,
                min_height: least.y,
                ..default()
            },
            ..default()
        }),
        ..default()
    })
}
