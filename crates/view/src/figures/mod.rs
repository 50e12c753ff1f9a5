//! Figures: `assets/figures/NAME.svg`, drawn in the colours of a side, sharp at every size.
//!
//! The text of a file comes from [`GameContent::figures`]. [`Figures`] checks it and reports what is
//! wrong; `svg` makes pixels of it, once for each tone and size in physical pixels, and `atlas`
//! keeps these side by side in one image.
//!
//! - In a panel: spawn [`FigureImage`] on a `Node` with a width and a height. It follows the size of
//!   the node, the palette and changed files by itself.
//! - On the board: [`PlacedFigure`](crate::picture::PlacedFigure) in a picture.
//!
//! The name of a unit's figure is [`Encounter::figure`](foretold_content::Encounter::figure), that of a
//! place's scene is [`place_figure`]. Where no file has that name, a panel shows a pawn, and the board
//! the letters of the unit.

mod atlas;
mod svg;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use foretold_battle::Faction;
use foretold_content::{ContentError, FIGURES, FileKind, Files, PlaceKind, did_you_mean, plain};
use foretold_sim::{GameContent, SimSystems};
use resvg::tiny_skia::Pixmap;

use crate::look::Look;
use atlas::{FigureAtlas, FigureSpot};
use svg::{MATERIALS, Svg};

/// What stands for a figure that no file has.
const PAWN: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<path class="side" d="M10 60 C10 46 20 40 32 40 C44 40 54 46 54 60 Z"/><path class="side-dark" d="M32 40 C44 40 54 46 54 60 H36 Z"/>
<circle class="side" cx="32" cy="22" r="16"/><path class="side-dark" d="M32 6 C41 6 48 13 48 22 C48 31 41 38 32 38 C38 30 38 14 32 6 Z"/>
</svg>"#;

/// The scene of a kind of place, on the page where something is found there. After every fight it is
/// the same.
pub const fn place_figure(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Fight | PlaceKind::Elite | PlaceKind::Boss => "place_spoils",
        PlaceKind::Camp => "place_camp",
        PlaceKind::Teacher => "place_teacher",
        PlaceKind::Cache => "place_cache",
        PlaceKind::Shrine => "place_shrine",
    }
}

/// The colours of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FigureTone {
    /// Of a side.
    Side(Faction),
    /// Of the fallen: without colour.
    Grey,
}

/// Every figure, by name, and what is wrong with the others. Changes with the files and the palette.
#[derive(Resource, PartialEq, Debug, Default)]
pub struct Figures {
    drawings: BTreeMap<String, Svg>,
    errors: Vec<ContentError>,
    sheets: StyleSheets,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct StyleSheets {
    friendly: String,
    enemy: String,
    grey: String,
}

impl Figures {
    /// Whether a file has this figure, and it can be drawn.
    pub fn has(&self, name: &str) -> bool {
        self.drawings.contains_key(name)
    }

    /// What is wrong with figures: their units show letters.
    pub fn errors(&self) -> &[ContentError] {
        &self.errors
    }

    /// A figure in pixels; a pawn if no file has it.
    pub(crate) fn paint(&self, name: &str, tone: FigureTone, side: u32) -> Option<Pixmap> {
        let sheet = match tone {
            FigureTone::Side(Faction::Friendly) => &self.sheets.friendly,
            FigureTone::Side(Faction::Enemy) => &self.sheets.enemy,
            FigureTone::Grey => &self.sheets.grey,
        };
        let pawn;
        let drawing = match self.drawings.get(name) {
            Some(drawing) => drawing,
            None => {
                pawn = Svg::check(PAWN).ok()?;
                &pawn
            }
        };
        drawing.paint(sheet.clone(), side)
    }

    /// Checks every file. One that cannot be drawn is left out and reported.
    fn read(files: &Files) -> Figures {
        let mut figures = Figures::default();
        for (path, text) in files.iter() {
            let Some(file) = path.strip_prefix(FIGURES) else {
                continue;
            };
            let name = file
                .strip_prefix('/')
                .and_then(|it| it.strip_suffix(".svg"));
            let checked = match (name, text) {
                (Some(name), Ok(text)) => Svg::check(text).map(|svg| (name, svg)),
                (_, Err(why)) => Err(svg::SvgFault {
                    place: None,
                    message: why.to_owned(),
                }),
                (None, Ok(_)) => continue,
            };
            match checked {
                Ok((name, svg)) => {
                    figures.drawings.insert(name.to_owned(), svg);
                }
                Err(fault) => figures.errors.push(ContentError {
                    file: path.to_owned(),
                    place: fault.place,
                    field: String::new(),
                    message: plain(&fault.message).into_owned(),
                }),
            }
        }
        if let Some(why) = files.overfull() {
            figures.errors.push(ContentError {
                file: FIGURES.to_owned(),
                place: None,
                field: String::new(),
                message: why.to_owned(),
            });
        }
        figures
    }

    /// Reports a unit that names a figure which no file has.
    fn miss(&mut self, unit: &str, name: &str) {
        let known: Vec<&str> = self.drawings.keys().map(String::as_str).collect();
        let hint = did_you_mean(name, known);
        self.errors.push(ContentError {
            file: FileKind::Unit.path(unit),
            place: None,
            field: "figure".to_owned(),
            message: plain(&format!("there is no figure `{name}`{hint}")).into_owned(),
        });
    }
}

impl StyleSheets {
    fn of(look: &Look) -> StyleSheets {
        let side = |side: Faction| {
            let (body, light) = (look.side(side), look.side_text(side));
            sheet(
                body.mix(&light, 0.5),
                body.mix(&Color::BLACK, 0.2),
                |tone| tone,
            )
        };
        let [light, dark] = [0.52, 0.36].map(|it| Color::srgb(it, it, it));
        StyleSheets {
            friendly: side(Faction::Friendly),
            enemy: side(Faction::Enemy),
            grey: sheet(light, dark, |tone| {
                let bright = tone.to_srgba();
                let bright = 0.3 * bright.red + 0.59 * bright.green + 0.11 * bright.blue;
                // Darker than life.
                let grey = bright * 0.75;
                Color::srgb(grey, grey, grey)
            }),
        }
    }
}

/// The colour of every class.
fn sheet(side: Color, side_dark: Color, material: impl Fn(Color) -> Color) -> String {
    let hex = |colour: Color| colour.to_srgba().with_alpha(1.0).to_hex();
    let mut sheet = format!(
        ".side{{fill:{}}}.side-dark{{fill:{dark}}}.leg{{stroke:{dark}}}",
        hex(side),
        dark = hex(side_dark),
    );
    for (class, tone) in MATERIALS {
        let [_, red, green, blue] = tone.to_be_bytes();
        let tone = material(Color::srgb_u8(red, green, blue));
        sheet += &format!(".{class}{{fill:{}}}", hex(tone));
    }
    sheet
}

/// What it takes to draw figures on screen.
#[derive(SystemParam)]
pub(crate) struct FigurePainter<'w> {
    figures: Res<'w, Figures>,
    atlas: ResMut<'w, FigureAtlas>,
    images: ResMut<'w, Assets<Image>>,
}

impl FigurePainter<'_> {
    /// Whether every figure has to be drawn again.
    pub(crate) fn is_changed(&self) -> bool {
        self.figures.is_changed()
    }

    /// The pixels of a figure: an image, and where in it they are.
    pub(crate) fn pixels(
        &mut self,
        name: &str,
        tone: FigureTone,
        side: f32,
    ) -> Option<(Handle<Image>, Rect)> {
        let side = side.round() as u32;
        let spot = self
            .atlas
            .spot((name, tone), side, &self.figures, &mut self.images);
        spot.map(|FigureSpot { image, rect }| (image, rect))
    }
}

/// A figure in a panel, as large as its node.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
#[require(Node, ImageNode = ImageNode {
    image_mode: NodeImageMode::Stretch,
    ..ImageNode::default()
})]
pub struct FigureImage {
    /// Its name, such as `hound`.
    pub figure: String,
    /// Its colours.
    pub tone: FigureTone,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Figures>()
        .init_resource::<FigureAtlas>()
        .add_systems(
            Update,
            read_figures
                .run_if(resource_changed::<GameContent>.or_else(resource_changed::<Look>))
                .after(SimSystems::Content)
                .before(SimSystems::Requests)
                .after(crate::look::apply_theme),
        )
        .add_systems(PostUpdate, show_figures.after(UiSystems::Layout));
}

/// Follows the files and the palette.
fn read_figures(
    content: Res<GameContent>,
    look: Res<Look>,
    mut figures: ResMut<Figures>,
    mut atlas: ResMut<FigureAtlas>,
) {
    let mut now = if content.is_changed() {
        let mut read = Figures::read(content.figures());
        let named = content.content().into_iter();
        for (unit, figure) in named.flat_map(|content| content.named_figures()) {
            if !read.has(figure) {
                read.miss(unit, figure);
            }
        }
        read
    } else {
        Figures {
            drawings: figures.drawings.clone(),
            errors: figures.errors.clone(),
            sheets: StyleSheets::default(),
        }
    };
    now.sheets = StyleSheets::of(&look);
    if *figures != now {
        if figures.errors != now.errors {
            for error in &now.errors {
                warn!("{error}");
            }
        }
        *figures = now;
        *atlas = FigureAtlas::default();
    }
}

/// Gives each figure in a panel the pixels of its size.
fn show_figures(
    mut nodes: Query<(Ref<FigureImage>, Ref<ComputedNode>, &mut ImageNode)>,
    mut painter: FigurePainter,
) {
    for (figure, node, mut image) in &mut nodes {
        let side = node.size().min_element();
        let same = !figure.is_changed() && !node.is_changed() && !painter.is_changed();
        if same || side < 1.0 {
            continue;
        }
        if let Some((page, rect)) = painter.pixels(&figure.figure, figure.tone, side)
            && (image.image != page || image.rect != Some(rect))
        {
            image.image = page;
            image.rect = Some(rect);
        }
    }
}
