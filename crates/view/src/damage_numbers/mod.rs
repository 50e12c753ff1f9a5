//! What is foretold of each blow and of each help, as a plate on its line: damage after block,
//! chance, effect, and a skull if its target may fall.

mod number;
mod places;
mod plate;

use bevy::prelude::*;
use foretold_sim::{ForetoldTurns, Shown};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::drawing::{Drawing, layer};
use crate::intent_line::draw_remark;
use crate::intent_lines::{HiddenInMotion, IntentLines};
use crate::look::Look;
use crate::picture::Picture;
use crate::tokens::TokenFaces;

pub(crate) use number::damage_of;
pub use number::{DamageNumber, damage_numbers};
pub(crate) use places::{MomentLabels, draw_leader};
pub(crate) use plate::ForetoldPlate;

/// Damage numbers before blows land, and results afterwards.
pub struct DamageOverlayPlugin;

impl Plugin for DamageOverlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            crate::floating_results::plugin,
            crate::coming_ground::plugin,
        ))
        .add_systems(Startup, spawn_layer)
        .add_systems(
            Update,
            draw_damage
                .run_if(crate::board_changed)
                .in_set(ViewSystems::Paint),
        );
    }
}

#[derive(Component)]
struct DamageLayer;

fn spawn_layer(mut commands: Commands) {
    commands.spawn((
        Name::new("Damage numbers"),
        DamageLayer,
        HiddenInMotion,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::NUMBERS),
    ));
}

fn draw_damage(
    shown: If<Res<Shown>>,
    (turns, lines, faces): (Res<ForetoldTurns>, Res<IntentLines>, Res<TokenFaces>),
    space: Res<BoardSpace>,
    look: Res<Look>,
    mut layer: Single<&mut Drawing, With<DamageLayer>>,
) {
    let numbers = damage_numbers(shown.battle(), &turns);
    let labels = MomentLabels::new(&faces.0, &lines.0, &numbers, &space, &look);
    let mut picture = Picture::default();
    for (leader, border) in &labels.leaders {
        draw_leader(&mut picture, *leader, *border, &space);
    }
    for (line, placed) in lines.0.iter().zip(&labels.remarks) {
        if let Some(placed) = placed {
            draw_remark(&mut picture, line, placed.middle(), &space, &look);
        }
    }
    for (plate, at) in &labels.plates {
        plate.draw(&mut picture, *at, &look);
    }
    layer.set_if_neq(Drawing(picture));
}
