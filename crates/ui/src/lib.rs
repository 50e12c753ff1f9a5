//! Screens, panels and input: everything around the board.
//!
//! [`UiPlugins`] is everything. Keys and buttons become requests of
//! `foretold_sim`; panels show its resources and outcomes. Nothing here
//! changes a battle by itself.

mod clock_keys;
mod controls;
mod layout;
mod log;
mod panels;
mod picture_key;
mod pointer;
mod toasts;
mod top_bar;
mod widgets;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

pub use picture_key::write_picture;
pub use toasts::{Toast, ToastKind, Toasts};

/// Everything around the board. Wants `SimPlugins`, `ViewPlugins`, and Bevy's plugins for UI.
pub struct UiPlugins;

impl PluginGroup for UiPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(controls::plugin)
            .add(clock_keys::plugin)
            .add(pointer::plugin)
            .add(picture_key::plugin)
            .add(layout::plugin)
            .add(widgets::plugin)
            .add(top_bar::plugin)
            .add(panels::plugin)
            .add(log::plugin)
            .add(toasts::plugin)
    }
}
