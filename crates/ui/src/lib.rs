//! Screens, panels and input: everything around the board.
//!
//! [`UiPlugins`] is everything. Keys and buttons become requests of
//! `foretold_sim`; panels show its resources and outcomes. Nothing here
//! changes a battle by itself.

mod acts;
mod clipboard;
mod clock_keys;
mod command;
mod decks;
mod evaluations;
mod focus;
mod folder;
mod help;
mod hints;
mod key_names;
mod key_order;
mod layout;
mod log;
mod new_battle;
mod overlays;
mod pages;
mod pointer;
mod progress;
mod scale;
mod screenshot_key;
mod settings;
mod skills;
mod sound;
mod toasts;
mod too_small;
mod top_bar;
mod widgets;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

pub use clipboard::TextClipboard;
pub use evaluations::Evaluations;
pub use folder::DataFolder;
pub use key_names::key_code;
pub use pages::{Page, Pages};
pub use progress::{KeepProgress, PlayerProgress};
pub use screenshot_key::write_picture;
pub use settings::{LaunchOptions, PlayerSettings};
pub use sound::{Cue, Sound, Volume};
pub use toasts::{Toast, ToastKind, Toasts};

/// Everything around the board. Wants `SimPlugins`, `ViewPlugins`, and Bevy's plugins for UI.
pub struct UiPlugins;

impl PluginGroup for UiPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(settings::plugin)
            .add(key_order::plugin)
            .add(progress::plugin)
            .add(acts::plugin)
            .add(focus::plugin)
            .add(clipboard::plugin)
            .add(clock_keys::plugin)
            .add(pointer::plugin)
            .add(overlays::plugin)
            .add(command::plugin)
            .add(screenshot_key::plugin)
            .add(scale::plugin)
            .add(layout::plugin)
            .add(widgets::plugin)
            .add(top_bar::plugin)
            .add(skills::plugin)
            .add(evaluations::plugin)
            .add(decks::plugin)
            .add(help::plugin)
            .add(hints::plugin)
            .add(pages::plugin)
            .add(log::plugin)
            .add(toasts::plugin)
            .add(too_small::plugin)
            .add(sound::plugin)
            .add(folder::plugin)
    }
}
