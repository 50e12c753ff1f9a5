//! Colours, strokes, timings and letters: `theme.ron` and the fonts.

use std::sync::OnceLock;

use bevy::asset::AssetId;
use bevy::prelude::*;
use foretold_battle::Faction;
use foretold_content::{Colour, Palette, Theme};
use foretold_sim::{GameContent, SimSystems};

use crate::picture::Face;

/// How everything looks: `theme.ron`, or the game's own theme before it is read.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// Palette, strokes, timings.
    pub theme: Theme,
    /// Whether the player wants less motion than the theme has.
    pub reduced_motion: bool,
}

/// What the player has set in place of `theme.ron`.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct ThemeOverrides {
    /// Other colours.
    pub palette: Option<Palette>,
    /// Less motion.
    pub reduced_motion: bool,
}

impl Look {
    /// Whether things move between two steps.
    pub fn moves(&self) -> bool {
        self.theme.motion && !self.reduced_motion
    }

    /// The edge of a card at rest: none where its ground stands out from the panel's.
    pub fn card_edge(&self) -> Color {
        let palette = &self.theme.palette;
        if palette.background == palette.panel {
            colour(palette.border)
        } else {
            Color::NONE
        }
    }

    /// The colour of a side.
    pub fn side(&self, side: Faction) -> Color {
        colour(match side {
            Faction::Friendly => self.theme.palette.friendly,
            Faction::Enemy => self.theme.palette.enemy,
        })
    }

    /// The colour of a side for text on dark ground.
    pub fn side_text(&self, side: Faction) -> Color {
        colour(match side {
            Faction::Friendly => self.theme.palette.friendly_light,
            Faction::Enemy => self.theme.palette.enemy_light,
        })
    }
}

/// A colour of the theme for Bevy.
pub fn colour(colour: Colour) -> Color {
    Color::srgba_u8(colour.red, colour.green, colour.blue, colour.alpha)
}

impl Face {
    /// The file of the font.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Face::Regular => ttf_noto_sans::REGULAR,
            Face::Bold => ttf_noto_sans::BOLD,
            Face::Display => include_bytes!(concat!(env!("OUT_DIR"), "/display.otf")),
            Face::Icon => lucide_icons::LUCIDE_FONT_BYTES,
        }
    }

    /// How wide a letter is, for a size of one pixel.
    pub fn advance(self, letter: char) -> f32 {
        type Font = Option<ttf_parser::Face<'static>>;
        static FONTS: [OnceLock<Font>; 3] = [const { OnceLock::new() }; 3];
        let font = match self {
            Face::Regular => &FONTS[0],
            Face::Bold => &FONTS[1],
            Face::Display => &FONTS[2],
            // Icons are square.
            Face::Icon => return 1.0,
        };
        let font = font.get_or_init(|| ttf_parser::Face::parse(self.bytes(), 0).ok());
        let measured = font.as_ref().and_then(|font| {
            let advance = font.glyph_hor_advance(font.glyph_index(letter)?)?;
            Some(f32::from(advance) / f32::from(font.units_per_em()))
        });
        measured.unwrap_or(1.0)
    }
}

/// The fonts, by face.
#[derive(Resource)]
pub struct Faces {
    regular: Handle<Font>,
    bold: Handle<Font>,
    display: Handle<Font>,
    icons: Handle<Font>,
}

impl Faces {
    /// The font of a face.
    pub fn handle(&self, face: Face) -> Handle<Font> {
        match face {
            Face::Regular => self.regular.clone(),
            Face::Bold => self.bold.clone(),
            Face::Display => self.display.clone(),
            Face::Icon => self.icons.clone(),
        }
    }
}

impl FromWorld for Faces {
    fn from_world(world: &mut World) -> Self {
        let mut fonts = world.resource_mut::<Assets<Font>>();
        let font = |face: Face| Font::from_bytes(face.bytes().to_vec());
        // Text without a font is in Noto Sans: it replaces Bevy's default font.
        let _ = fonts.insert(AssetId::default(), font(Face::Regular));
        Faces {
            regular: Handle::default(),
            bold: fonts.add(font(Face::Bold)),
            display: fonts.add(font(Face::Display)),
            icons: fonts.add(font(Face::Icon)),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(colour(Theme::default().palette.background)))
        .init_resource::<Look>()
        .init_resource::<ThemeOverrides>()
        .init_resource::<Faces>()
        .add_systems(
            Update,
            apply_theme
                .run_if(resource_changed::<GameContent>.or_else(resource_changed::<ThemeOverrides>))
                .after(SimSystems::Content)
                .before(SimSystems::Requests),
        );
}

/// Copies the theme of the last good content, with the player's overrides.
pub(crate) fn apply_theme(
    content: Res<GameContent>,
    overrides: Res<ThemeOverrides>,
    mut look: ResMut<Look>,
) {
    let mut theme = content
        .content()
        .map_or_else(Theme::default, |content| *content.theme());
    if let Some(palette) = overrides.palette {
        theme.palette = palette;
    }
    if look.theme != theme {
        look.theme = theme;
    }
    if overrides.is_changed() && look.reduced_motion != overrides.reduced_motion {
        look.reduced_motion = overrides.reduced_motion;
    }
}
