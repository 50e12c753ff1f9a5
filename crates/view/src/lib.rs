//! The battle on screen: board, tokens, intent lines, damage numbers, motion.
//!
//! [`ViewPlugins`] is everything. It reads `Shown` and the read models of `foretold_sim` and draws
//! them. Nothing here changes the battle or works out a rule, and nothing hears a key: panels, pages
//! and input are in `foretold_ui`.
//!
//! # The types to know
//!
//! What is on screen comes about in steps, each only if the one before has changed:
//!
//! - plain data: [`intent_line::IntentLine`], [`tokens::TokenFace`], [`damage_numbers::DamageNumber`];
//! - a [`picture::Picture`]: coloured polygons and labels;
//! - a [`Drawing`] of it: one mesh and a few texts.
//!
//! [`Screen`] says where panels and cells are, [`BoardSpace`] turns cells into pixels, [`Look`] has
//! colours, strokes, timings and fonts. [`Selection`], [`Hover`], [`Overlay`] and [`OrderMode`] say
//! what the player looks at; anyone may set them. Whatever moves asks [`RedrawRequests`] for frames:
//! a still screen sleeps. [`ViewSystems`] is the order of a frame.
//!
//! # Where to start
//!
//! `damage_numbers/`: from blows to data to a picture. `order_mode.rs`: the green and red cells.
//! `screen.rs` and `board_space.rs`: where everything stands.
//!
//! # How it is tested
//!
//! Arithmetic beside the code; the rest in `tests/app`, which looks at data and pictures and needs
//! no graphics card. `tests/game.rs` at the root looks at real pixels.

pub mod attack_previews;
mod board;
mod board_space;
mod canvas;
mod card_panel;
mod choreography;
pub mod coming_ground;
pub mod damage_numbers;
mod drawing;
mod emblem;
pub mod figures;
pub mod floating_results;
mod glyphs;
mod ground;
pub mod hover_card;
mod impacts;
pub mod intent_line;
mod intent_lines;
mod label_layout;
pub mod legend;
mod look;
mod marks;
mod miniature;
mod motion;
pub mod order_mode;
pub mod overlays;
pub mod picture;
mod power_saving;
mod raster;
pub mod reach;
pub mod roster;
mod screen;
pub mod skill_effects;
mod table;
mod tags;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tokens;
pub mod track;
pub mod turn_strip;

use std::time::Duration;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::time::TimeReceiver;
use foretold_sim::{Forethought, SimSystems};

pub use board::BoardPlugin;
pub use board_space::BoardSpace;
pub use canvas::{BoardCovered, BoardPlace, Canvas};
pub use damage_numbers::DamageOverlayPlugin;
pub use drawing::Drawing;
pub use emblem::emblem;
pub use figures::{FigureImage, FigureTone, Figures, place_figure};
pub use hover_card::CardDetails;
pub use intent_lines::IntentLinePlugin;
pub use look::{Faces, Look, ThemeOverrides, colour};
pub use marks::{Hover, Selection};
pub use miniature::miniature;
pub use motion::{Motion, MotionPlugin, Pose, ScreenChange, ScreenChangeReader};
pub use order_mode::{Flash, OrderMode, PlanLabel};
pub use overlays::Overlay;
pub use power_saving::RedrawRequests;
pub use raster::{image_from, image_of};
pub use screen::{Panels, Screen, TextScale, Unfolded};
pub use table::bare_table;
pub use tokens::TokenPlugin;

/// Everything that shows a battle. Needs `SimPlugins`, and Bevy's plugins for 2D and UI.
pub struct ViewPlugins;

impl PluginGroup for ViewPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(foundation)
            .add(BoardPlugin)
            .add(TokenPlugin)
            .add(IntentLinePlugin)
            .add(DamageOverlayPlugin)
            .add(MotionPlugin)
    }
}

/// The order of a frame, in `Update`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ViewSystems {
    /// Measures the screen, and finds the place of the board on it.
    Measure,
    /// Starts the motion of what has happened.
    Follow,
    /// Turns what is visible into pictures.
    Paint,
    /// Turns changed pictures into meshes and texts.
    Draw,
}

/// A frame after a sleep counts for no more than this, so that nothing is played unseen.
const LONGEST_FRAME: Duration = Duration::from_millis(100);

/// What all the plugins need.
fn foundation(app: &mut App) {
    // The time of a frame is the time at which it begins. Bevy would take the renderer's, which is
    // up to two frames late: a key that ends a sleep would count from when the sleep began.
    app.world_mut().remove_resource::<TimeReceiver>();
    app.world_mut()
        .get_resource_or_init::<Time<Virtual>>()
        .set_max_delta(LONGEST_FRAME);
    app.configure_sets(
        Update,
        (
            ViewSystems::Measure,
            ViewSystems::Follow,
            ViewSystems::Paint,
            ViewSystems::Draw,
        )
            .chain()
            .after(SimSystems::Refresh),
    )
    .add_plugins((
        canvas::plugin,
        look::plugin,
        figures::plugin,
        drawing::plugin,
        glyphs::plugin,
        marks::plugin,
        table::plugin,
        order_mode::plugin,
        overlays::plugin,
        card_panel::plugin,
        power_saving::plugin,
    ));
}

/// Whether anything that the whole board is drawn from has changed.
fn board_changed(
    forethought: Res<Forethought>,
    screen: Res<Screen>,
    space: Res<BoardSpace>,
    look: Res<Look>,
) -> bool {
    forethought.is_changed() || screen.is_changed() || space.is_changed() || look.is_changed()
}
