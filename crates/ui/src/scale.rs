//! Larger or smaller texts and lines, while the game runs.

use bevy::prelude::*;
use foretold_content::Act;

use crate::controls::{Heed, Pressed};
use crate::toasts::{Toast, Toasts};

/// The sizes to choose from, in percent.
const STEPS: [u16; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, change_scale.in_set(Heed::Game));
}

fn change_scale(pressed: Res<Pressed>, mut scale: ResMut<UiScale>, mut toasts: ResMut<Toasts>) {
    let now = (scale.0 * 100.0).round() as u16;
    let next = if pressed.just(Act::Larger) {
        STEPS.into_iter().find(|step| *step > now)
    } else if pressed.just(Act::Smaller) {
        STEPS.into_iter().rev().find(|step| *step < now)
    } else {
        return;
    };
    match next {
        Some(next) => {
            scale.0 = f32::from(next) / 100.0;
            let told = format!("Text and lines: {next}%.");
            toasts.push(Toast::news(told).about("scale"));
        }
        None => toasts.push(Toast::bad(format!(
            "Text and lines have {} to {} percent.",
            STEPS[0],
            STEPS[STEPS.len() - 1]
        ))),
    }
}
