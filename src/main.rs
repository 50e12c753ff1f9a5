//! Foretold, the desktop game: arguments, plugins, run.

mod args;
mod bell;
mod missing;
mod opening;
mod picture;
mod platform;

use bevy::prelude::*;
use clap::Parser;
use foretold_sim::{ForecastPlugin, SimPlugins};
use foretold_ui::UiPlugins;
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
        // Nothing shows the odds yet, so nobody works them out.
        .add_plugins(SimPlugins::default().build().disable::<ForecastPlugin>())
        .add_plugins((ViewPlugins, UiPlugins))
        .add_plugins((opening::plugin(&args), picture::plugin(&args)))
        .run()
}
