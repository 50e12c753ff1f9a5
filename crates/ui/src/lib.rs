//! Screens, panels and input: everything around the board.
//!
//! [`UiPlugins`] is everything. Keys, clicks and buttons become requests of `foretold_sim`; panels
//! show its resources and outcomes. Nothing here changes a battle by itself or works out a rule.
//! The board is drawn by `foretold_view`.
//!
//! # The types to know
//!
//! - [`Pages`] says which [`Page`] is open over the battle: title, battles, settings, result.
//! - [`PlayerSettings`] and [`PlayerProgress`] are what the player has chosen and reached, in the
//!   [`DataFolder`].
//! - [`Toasts`] are short messages; every refusal ends there, in words.
//! - [`Evaluations`] says how much of the why is shown, and of which units.
//! - [`Clipboard`], [`Volumes`] and [`Cue`]: what is copied, and what is heard.
//!
//! # Where to start
//!
//! `layout.rs` has the panels, a module beside it fills each: `top_bar`, `turn_strip`, `roster`, `skills`,
//! `evaluations`, `decks`, `log`. `command` turns keys and clicks into orders, `pages` has a file for each page,
//! `widgets` what all of them are made of.
//!
//! # How it is tested
//!
//! In `tests/app`, as a person plays: keys and clicks go in, texts on screen come out, at every size
//! of the window. No graphics card is needed.

mod acts;
mod clipboard;
mod clock_keys;
mod command;
mod decks;
mod evaluations;
mod focus;
mod folder;
mod goal;
mod help;
mod hints;
mod key_names;
mod key_order;
mod layout;
mod loading;
mod log;
mod macros;
mod new_battle;
mod omens;
mod overlays;
mod pages;
mod pointer;
mod pointer_shape;
mod prelude;
mod progress;
mod roster;
mod scale;
mod screen_reader;
mod screenshot_key;
mod settings;
mod skills;
mod sound;
mod toasts;
mod too_small;
mod top_bar;
mod turn_strip;
mod widgets;
mod window_mode;

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
pub use sound::{Cue, Sound, Volumes};
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
            .add(pointer_shape::plugin)
            .add(overlays::plugin)
            .add(command::plugin)
            .add(screenshot_key::plugin)
            .add(scale::plugin)
            .add(window_mode::plugin)
            .add(layout::plugin)
            .add(widgets::plugin)
            .add(top_bar::plugin)
            .add(turn_strip::plugin)
            .add(roster::plugin)
            .add(skills::plugin)
            .add(evaluations::plugin)
            .add(decks::plugin)
            .add(help::plugin)
            .add(hints::plugin)
            .add(pages::plugin)
            .add(omens::plugin)
            .add(log::plugin)
            .add(toasts::plugin)
            .add(loading::plugin)
            .add(too_small::plugin)
            .add(sound::plugin)
            .add(folder::plugin)
            .add(screen_reader::plugin)
    }
}
