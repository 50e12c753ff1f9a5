//! Foretold, the desktop game: arguments, plugins, run.
//!
//! Everything that plays is in the crates; here it meets the machine: the command line (`args`), the
//! window and the log (`platform`), the folder that is watched (`file_watch`), the sound device
//! (`audio_device`), the icon (`window_icon`), what is missing (`hardware_errors`). `opening` begins
//! with the battle and page that were asked for, `screenshot` takes a picture in place of a window.
//!
//! `tests/game.rs` starts the game from outside; `benches/frame.rs` measures a frame.

mod args;
mod audio_device;
mod file_watch;
mod hardware_errors;
mod opening;
mod platform;
mod screenshot;
mod window_icon;

use bevy::prelude::*;
use clap::Parser;
use foretold_sim::SimPlugins;
use foretold_ui::{TextClipboard, UiPlugins};
use foretold_view::ViewPlugins;

fn main() -> AppExit {
    let args = args::GameArgs::parse();
    hardware_errors::explain_in_plain_words();
    let folder = match platform::content_folder(&args) {
        Ok(folder) => folder,
        Err(message) => return platform::refuse(&message),
    };
    App::new()
        .add_plugins(file_watch::plugin(&folder))
        .add_plugins(platform::plugins(&args))
        .add_plugins((SimPlugins::default(), ViewPlugins, UiPlugins))
        .insert_resource(TextClipboard::with_system())
        .add_plugins((
            opening::plugin(&args),
            screenshot::plugin(&args),
            window_icon::plugin,
        ))
        .run()
}
