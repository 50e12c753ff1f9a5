//! Drops letters that are no longer on screen.
//!
//! Bevy draws each letter once for each size into a texture and keeps all of these textures. Letters
//! on the board follow the size of the window, so every new size would cost memory for good.

use std::collections::HashSet;

use bevy::asset::AssetId;
use bevy::prelude::*;
use bevy::text::{FontAtlasSet, TextLayoutInfo};

use crate::board_space::BoardSpace;
use crate::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Last,
        // By now every text has been laid out for the new size.
        drop_unused_glyphs
            .run_if(resource_changed::<Screen>.or_else(resource_changed::<BoardSpace>)),
    );
}

/// Keeps the textures that a text on screen takes letters from.
fn drop_unused_glyphs(texts: Query<&TextLayoutInfo>, mut atlases: ResMut<FontAtlasSet>) {
    let glyphs = texts.iter().flat_map(|text| &text.glyphs);
    let used: HashSet<AssetId<Image>> = glyphs.map(|glyph| glyph.atlas_info.texture).collect();
    atlases.retain(|_, of_one_size| {
        of_one_size
            .iter()
            .any(|atlas| used.contains(&atlas.texture.id()))
    });
}
