//! The key that takes a picture of the window.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use directories::{ProjectDirs, UserDirs};
use foretold_content::Act;
use foretold_sim::{CurrentBattle, SimSystems};

use crate::controls::{Control, Pressed};
use crate::toasts::{Toast, Toasts};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, take_picture.before(SimSystems::Requests));
}

/// The player's folder for pictures, or else the game's own.
fn folder() -> Option<PathBuf> {
    let pictures = UserDirs::new().and_then(|dirs| dirs.picture_dir().map(PathBuf::from));
    let own = || ProjectDirs::from("", "", "foretold").map(|dirs| dirs.data_dir().join("pictures"));
    pictures.or_else(own)
}

fn take_picture(
    mut commands: Commands,
    pressed: Pressed,
    battle: Option<Res<CurrentBattle>>,
    mut toasts: ResMut<Toasts>,
) {
    if !pressed.just_pressed(&Control(Act::Screenshot)) {
        return;
    }
    let name = battle.map_or_else(
        || "foretold.png".to_owned(),
        |battle| {
            let (name, tick) = (&battle.encounter().name, battle.battle().tick());
            format!("foretold-{name}-{}-t{tick}.png", battle.live().seed())
        },
    );
    let file = folder().and_then(|folder| {
        std::fs::create_dir_all(&folder).ok()?;
        Some(folder.join(name))
    });
    let Some(file) = file else {
        toasts.push(Toast::bad(
            "There is no folder for pictures: make one and try again.",
        ));
        return;
    };
    toasts.push(Toast::news(format!("Picture: {}", file.display())));
    commands
        .spawn(Screenshot::primary_window())
        .observe(save_to_disk(file));
}
