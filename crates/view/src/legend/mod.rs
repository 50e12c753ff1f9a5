//! The legend: every mark that the board can show, drawn as the board draws it, with its name and
//! what it means. The marks themselves are in `marks`.

mod coming;
mod marks;
mod pen;

use bevy::prelude::*;
use foretold_battle::board::SIDE;
use foretold_battle::{Board, Cell, Status, Terrain};
use foretold_content::{GroundStyle, Palette};

use crate::figures::Figures;
use crate::ground::Painter;
use crate::look::Look;
use crate::picture::{Label, Picture};
use crate::raster::Pixels;
use pen::LegendPen;

/// The side of a cell of the legend, in pixels at 100%.
const CELL: f32 = 48.0;
/// What some marks reach beyond their cell.
const AROUND: f32 = 17.0;
/// How many pixels of an image one pixel at 100% has, so that it is sharp on large screens too.
const DENSITY: f32 = 2.0;
/// How wide the widest image is, in pixels at 100%: three cells.
pub const WIDEST: f32 = 3.0 * CELL + 2.0 * AROUND;

/// Some marks that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct LegendSection {
    /// What they are about.
    pub title: &'static str,
    /// The marks.
    pub marks: Vec<LegendMark>,
}

/// A mark of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct LegendMark {
    /// What it is called.
    pub name: String,
    /// What it means, in a line.
    pub about: String,
    /// The ground of each cell, from left to right.
    ground: Vec<Terrain>,
    picture: Picture,
}

impl LegendMark {
    /// How large its image is, in pixels at 100%.
    pub fn size(&self) -> Vec2 {
        let cells = Vec2::new(self.ground.len() as f32, 1.0);
        cells * CELL + 2.0 * AROUND
    }

    /// What is written on its image, each with the place of its middle from the top left.
    pub fn labels(&self) -> impl Iterator<Item = (Vec2, &Label)> {
        let labels = self.picture.labels.iter();
        labels.map(|label| (label.at * Vec2::new(1.0, -1.0) + AROUND, label))
    }
}

/// Makes images of marks.
pub struct LegendPainter<'a> {
    /// A board with each terrain, as RGBA rows.
    board: Vec<u8>,
    figures: &'a Figures,
}

/// Where the painter's board has a terrain: apart from the others, so that each is seen whole. Two
/// cells of floor are side by side.
fn cell_of(terrain: Terrain, alternate: bool) -> Cell {
    let row = Terrain::ALL
        .iter()
        .position(|known| std::mem::discriminant(known) == std::mem::discriminant(&terrain))
        .unwrap_or_default();
    let (x, y) = match row as u8 {
        0 => (u8::from(alternate), 0),
        row => (4 + 3 * (row % 3), 2 + 3 * (row / 3)),
    };
    Cell::new(x, y).expect("six terrains have room on a board")
}

impl LegendPainter<'_> {
    /// A painter with these colours, this ground and these figures.
    pub fn new<'a>(
        palette: &Palette,
        ground: &GroundStyle,
        figures: &'a Figures,
    ) -> LegendPainter<'a> {
        let mut board = Board::default();
        for terrain in Terrain::ALL {
            board.set(cell_of(terrain, false), terrain);
        }
        let painter = Painter::new(&board, ground, palette, (CELL * DENSITY) as u32);
        LegendPainter {
            board: painter.paint_unlit().into_bytes(),
            figures,
        }
    }

    /// The image of a mark without what is written on it: width and height in pixels, and RGBA rows.
    pub fn image(&self, mark: &LegendMark) -> (UVec2, Vec<u8>) {
        let size = (mark.size() * DENSITY).as_uvec2();
        let mut pixels = Pixels::new(size);
        let side = (CELL * DENSITY) as u32;
        let row_of_board = side * u32::from(SIDE);
        let edge = (AROUND * DENSITY) as u32;
        for (column, terrain) in (0..).zip(&mark.ground) {
            let cell = cell_of(*terrain, column % 2 == 1);
            let (left, top) = (u32::from(cell.x()) * side, u32::from(cell.y()) * side);
            for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
                let from = (((top + y) * row_of_board + left + x) * 4) as usize;
                let [red, green, blue] = [0, 1, 2].map(|part| self.board[from + part]);
                let at = UVec2::new(edge + column * side + x, edge + y);
                pixels.set(at, Color::srgb_u8(red, green, blue));
            }
        }
        let corner = Vec2::new(-AROUND, AROUND);
        pixels.draw(&mark.picture, corner, DENSITY, self.figures);
        (size, pixels.into_bytes())
    }
}

/// Every mark that the board can show.
pub fn legend(look: &Look) -> Vec<LegendSection> {
    let pen = LegendPen::new(look);
    vec![
        LegendSection {
            title: "Units",
            marks: marks::units(&pen),
        },
        LegendSection {
            title: "Statuses",
            marks: Status::ALL
                .map(|status| marks::status_mark(&pen, status))
                .to_vec(),
        },
        LegendSection {
            title: "What is about to happen",
            marks: [marks::lines(&pen), marks::plates(&pen)].concat(),
        },
        LegendSection {
            title: "What enemies intend",
            marks: marks::intents(&pen),
        },
        LegendSection {
            title: "The ground",
            marks: Terrain::ALL
                .map(|terrain| marks::ground(&pen, terrain))
                .to_vec(),
        },
        LegendSection {
            title: "Areas, shoves and fire",
            marks: coming::coming(&pen),
        },
        LegendSection {
            title: "Choosing",
            marks: marks::choosing(&pen),
        },
        LegendSection {
            title: "Views over the board",
            marks: marks::views(&pen),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::marks::{KINDS, line_words};
    use super::*;

    fn all() -> Vec<LegendMark> {
        let sections = legend(&Look::default());
        sections.into_iter().flat_map(|it| it.marks).collect()
    }

    #[test]
    fn every_status_terrain_and_line_has_a_row() {
        let names: Vec<String> = all().into_iter().map(|mark| mark.name).collect();
        let statuses = Status::ALL.map(|status| status.name().to_owned());
        let terrains = Terrain::ALL.map(|terrain| terrain.name().to_owned());
        let lines = KINDS.map(|kind| format!("{} of an enemy", line_words(kind).0));
        for name in statuses.iter().chain(&terrains).chain(&lines) {
            let rows = names.iter().filter(|other| *other == name).count();
            assert_eq!(rows, 1, "{name}");
        }
    }

    #[test]
    fn no_two_marks_look_the_same_or_have_the_same_name() {
        let marks = all();
        for (place, one) in marks.iter().enumerate() {
            assert!(one.about.ends_with('.'), "{}", one.about);
            for other in &marks[place + 1..] {
                assert_ne!(one.name, other.name);
                let same = one.picture == other.picture && one.ground == other.ground;
                assert!(!same, "{} looks like {}", one.name, other.name);
            }
        }
    }

    #[test]
    fn all_of_a_mark_is_in_its_image() {
        let figures = Figures::default();
        let painter = LegendPainter::new(&Palette::default(), &GroundStyle::default(), &figures);
        for mark in all() {
            let room = Rect::from_corners(
                Vec2::new(-AROUND, AROUND),
                mark.size() * Vec2::new(1.0, -1.0) + Vec2::new(-AROUND, AROUND),
            );
            let room = room.inflate(1.0);
            for fill in &mark.picture.fills {
                for point in &fill.points {
                    assert!(room.contains(*point), "{}: {point}", mark.name);
                }
            }
            assert!(mark.size().x <= WIDEST, "{}", mark.name);
            let (size, bytes) = painter.image(&mark);
            assert_eq!(bytes.len() as u32, size.x * size.y * 4);
        }
    }
}
