//! Larger or smaller texts and lines, while the game runs.

use foretold_content::SCALES;

use crate::prelude::*;
use crate::settings::LaunchOptions;

/// The sizes to choose from, in percent.
pub(crate) const STEPS: [u16; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, change_scale.in_set(ActSystems));
}

fn change_scale(
    acts: Res<Acts>,
    scale: Res<TextScale>,
    mut settings: ResMut<PlayerSettings>,
    mut launch: ResMut<LaunchOptions>,
    mut toasts: ResMut<Toasts>,
) {
    let now = (scale.0 * 100.0).round() as u16;
    let next = if acts.contains(Act::Larger) {
        STEPS.into_iter().find(|step| *step > now)
    } else if acts.contains(Act::Smaller) {
        STEPS.into_iter().rev().find(|step| *step < now)
    } else {
        return;
    };
    match next {
        Some(next) => {
            launch.scale = None;
            settings.0.scale = Some(next);
            let text = format!("Text and lines: {next}%.");
            toasts.push(Toast::news(text).about("scale"));
        }
        None => {
            let (least, most) = SCALES.into_inner();
            let text = format!("Text and lines have {least} to {most} percent.");
            toasts.push(Toast::bad(text));
        }
    }
}
