//! What the player may change about the game.

use bevy::prelude::*;

use super::{Build, Page, Stage, turned_to};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        build.run_if(turned_to(Page::Settings)).in_set(Build),
    );
}

fn build(mut stage: Stage) {
    stage.set(Page::Settings, "Settings", |frame, pen| {
        frame.spawn(pen.plain(
            "Keys are in keys.ron, colours and times in theme.ron; both can be changed while the game runs.",
            pen.muted(),
        ));
    });
}
