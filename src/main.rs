//! Foretold, the desktop game: arguments, plugins, run.

mod args;
mod bell;
mod missing;
mod opening;
mod picture;
mod platform;
mod speaker;

use bevy::prelude::*;
use clap::Parser;
use foretold_sim::SimPlugins;
use foretold_ui::{Copied, UiPlugins};
use foretold_view::ViewPlugins;

fn main() -> AppExit {
    let args = args::Args::parse();
    missing::explain_in_plain_words();
    let folder = match platform::content_folder(&args) {
        Ok(folder) => folder,
        Err(told) => return platform::refuse(&told),
    };
    App::new()
        .add_plugins(bell::plugin(&folder))
        .add_plugins(platform::plugins(&args))
        .add_plugins((SimPlugins::default(), ViewPlugins, UiPlugins))
        .insert_resource(Copied::with_system())
        .add_plugins((opening::plugin(&args), picture::plugin(&args)))
        .run()
}
