//! Pictures of the screen: writing them, and the key that takes one.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use directories::{ProjectDirs, UserDirs};
use foretold_content::Act;
use foretold_sim::CurrentBattle;
use foretold_view::Restless;

use crate::controls::{Heed, Pressed};
use crate::toasts::{Toast, Toasts};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (take_picture.in_set(Heed::Game), await_picture));
}

/// Writes what was drawn to a PNG file.
///
/// # Errors
/// If that cannot be done, in words.
pub fn write_picture(image: &Image, file: &Path) -> Result<(), String> {
    let picture = image.clone().try_into_dynamic();
    let picture = picture.map_err(|error| error.to_string())?.to_rgb8();
    let written = picture.save(file);
    written.map_err(|error| format!("{} cannot be written: {error}", file.display()))
}

/// The player's folder for pictures, or else the game's own.
fn folder() -> Option<PathBuf> {
    let pictures = UserDirs::new().and_then(|dirs| dirs.picture_dir().map(PathBuf::from));
    let own = || ProjectDirs::from("", "", "foretold").map(|dirs| dirs.data_dir().join("pictures"));
    pictures.or_else(own)
}

fn take_picture(
    mut commands: Commands,
    pressed: Res<Pressed>,
    battle: Option<Res<CurrentBattle>>,
    mut toasts: ResMut<Toasts>,
) {
    if !pressed.just(Act::Screenshot) {
        return;
    }
    let name = battle.map_or_else(
        || "foretold.png".to_owned(),
        |battle| {
            let (name, tick) = (&battle.encounter().name, battle.battle().tick());
            format!("foretold-{name}-{}-t{tick}.png", battle.live().seed())
        },
    );
    let Some(folder) = folder() else {
        toasts.push(Toast::bad(
            "There is no folder for pictures: make one in your home folder and try again.",
        ));
        return;
    };
    let keep = move |captured: On<ScreenshotCaptured>, mut toasts: ResMut<Toasts>| {
        let file = folder.join(&name);
        let made = std::fs::create_dir_all(&folder)
            .map_err(|error| format!("{} cannot be made: {error}", folder.display()));
        toasts.push(
            match made.and_then(|()| write_picture(&captured.image, &file)) {
                Ok(()) => Toast::news(format!("Picture: {}", file.display())),
                Err(why) => Toast::bad(why),
            },
        );
    };
    commands.spawn(Screenshot::primary_window()).observe(keep);
}

/// A picture comes a few frames after it was asked for.
fn await_picture(pictures: Query<(), With<Screenshot>>, mut restless: ResMut<Restless>) {
    if !pictures.is_empty() {
        restless.stir();
    }
}
