//! `grounds/*.ground.ron`: how a board looks and sounds. Only names and colours: painting and playing
//! are elsewhere.

use serde::Deserialize;

use crate::library::{Report, Spot};
use crate::theme::{Colour, Palette, read_colour};

/// How a board looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GroundStyle {
    /// What everyone walks on.
    pub floor: FloorKind,
    /// What nobody walks or sees through.
    pub walls: WallKind,
    /// What half cover is made of.
    pub half_cover: CoverKind,
    /// What full cover is made of: the same things are higher here.
    pub full_cover: CoverKind,
    /// Whether torches burn on some of the walls.
    pub torches: bool,
    /// What is heard between the blows.
    pub ambience: Ambience,
    colours: OwnColours,
}

/// What the floor of a board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum FloorKind {
    /// Large stones with narrow joints.
    #[default]
    Flagstones,
    /// Trodden earth with pebbles.
    Earth,
    /// Tufts of grass.
    Grass,
    /// Boards of wood.
    Planks,
    /// Sand with ripples.
    Sand,
}

impl FloorKind {
    /// Every kind.
    pub const ALL: [FloorKind; 5] = [
        FloorKind::Flagstones,
        FloorKind::Earth,
        FloorKind::Grass,
        FloorKind::Planks,
        FloorKind::Sand,
    ];
}

/// What the walls of a board are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum WallKind {
    /// Rows of hewn stone.
    #[default]
    Bricks,
    /// Rough rock.
    Rocks,
    /// Trunks side by side.
    Palisade,
}

impl WallKind {
    /// Every kind.
    pub const ALL: [WallKind; 3] = [WallKind::Bricks, WallKind::Rocks, WallKind::Palisade];
}

/// What a unit finds cover behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum CoverKind {
    /// Wooden crates.
    #[default]
    Crates,
    /// Coffins of stone.
    Coffins,
    /// Walls of a few stones.
    LowWalls,
    /// Pillars, or what is left of them.
    Pillars,
    /// Trees, or bushes as half cover.
    Trees,
    /// Boulders.
    Stones,
    /// Bales of straw.
    Straw,
}

impl CoverKind {
    /// Every kind.
    pub const ALL: [CoverKind; 7] = [
        CoverKind::Crates,
        CoverKind::Coffins,
        CoverKind::LowWalls,
        CoverKind::Pillars,
        CoverKind::Trees,
        CoverKind::Stones,
        CoverKind::Straw,
    ];
}

/// What a place sounds like while nothing happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum Ambience {
    /// Open land.
    #[default]
    Wind,
    /// A fire in a room.
    Fire,
    /// Water in a vault.
    Drips,
    /// A warm night.
    Crickets,
    /// Many small legs.
    Skitter,
}

impl Ambience {
    /// Every kind.
    pub const ALL: [Ambience; 5] = [
        Ambience::Wind,
        Ambience::Fire,
        Ambience::Drips,
        Ambience::Crickets,
        Ambience::Skitter,
    ];
}

/// The table of the colours that a ground may set, with what each is for.
macro_rules! colours {
    ($($field:ident $about:literal;)+) => {
        /// The colours of a ground, each its own or the palette's.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct GroundColours {
            $(#[doc = $about] pub $field: Colour,)+
            /// The light of flames; `None` where light and shade would cost contrast.
            pub light: Option<Colour>,
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct OwnColours {
            $($field: Option<Colour>,)+
            light: Option<Colour>,
        }

        #[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields, rename = "GroundColours")]
        pub(crate) struct GroundColoursFile {
            $($field: Option<String>,)+
            light: Option<String>,
        }

        impl OwnColours {
            fn check(file: &GroundColoursFile, at: &Spot, report: &mut Report<'_>) -> OwnColours {
                let mut read = |field: &'static str, text: &Option<String>| {
                    read_colour(text.as_deref()?, &at.field(field), report)
                };
                OwnColours {
                    $($field: read(stringify!($field), &file.$field),)+
                    light: read("light", &file.light),
                }
            }

            fn over(&self, palette: &Palette) -> GroundColours {
                GroundColours {
                    $($field: self.$field.unwrap_or(palette.$field),)+
                    light: None,
                }
            }
        }
    };
}

colours! {
    floor "Floor.";
    floor_alternate "Every other cell of floor.";
    half_cover "Half cover.";
    full_cover "Full cover.";
    wall "Walls.";
    pit "Pits.";
    hazard "What burns.";
}

/// A ground as it is written. What is left out is as on a board that names none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Ground")]
pub(crate) struct GroundFile {
    floor: FloorKind,
    walls: WallKind,
    half_cover: CoverKind,
    full_cover: CoverKind,
    torches: bool,
    ambience: Ambience,
    colours: GroundColoursFile,
}

impl GroundStyle {
    /// The ground of a file. Reports wrong colours.
    pub(crate) fn check(file: &GroundFile, at: &Spot, report: &mut Report<'_>) -> GroundStyle {
        GroundStyle {
            floor: file.floor,
            walls: file.walls,
            half_cover: file.half_cover,
            full_cover: file.full_cover,
            torches: file.torches,
            ambience: file.ambience,
            colours: OwnColours::check(&file.colours, &at.field("colours"), report),
        }
    }

    /// What it is painted with. A player who has chosen another palette needs its contrast, so the
    /// ground's own colours hold only in the palette of `theme.ron`.
    pub fn colours(&self, palette: &Palette) -> GroundColours {
        if [Palette::high_contrast(), Palette::light()].contains(palette) {
            OwnColours::default().over(palette)
        } else {
            GroundColours {
                light: Some(self.colours.light.unwrap_or(palette.enemy)),
                ..self.colours.over(palette)
            }
        }
    }
}
