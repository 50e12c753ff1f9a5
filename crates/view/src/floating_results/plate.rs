//! The plate of a result: its rows, its size, how it is drawn and where it finds room.

use bevy::prelude::*;
use foretold_battle::Faction;

use super::words::{FloatingResult, ResultPiece};
use crate::board_space::BoardSpace;
use crate::label_layout::{LabelLayout, PlacedLabel};
use crate::look::{Look, colour};
use crate::picture::{Face, Picture, width_of};

/// The size of its letters, in cells.
const LETTERS: f32 = 0.26;
/// A result that is wider than this, in cells, has several rows.
const WIDEST: f32 = 2.6;
/// The height of a row, and the room at both ends of it, in letters.
const ROW: f32 = 1.25;
const MARGIN: f32 = 0.35;
/// The width of a space, in letters.
const SPACE: f32 = 0.28;
/// A result is at most this far from its unit, in cells; if there is no room, it waits.
const REACH: f32 = 2.6;
/// It points at the edge of its unit's token, this far from the middle, in cells.
const POINTS_AT: f32 = 0.4;
/// Where a result may be, from the middle of its unit's cell, the best first, in cells.
const PLACES: [Vec2; 4] = [
    Vec2::new(0.0, 0.62),
    Vec2::new(0.5, 0.55),
    Vec2::new(-0.5, 0.55),
    Vec2::new(0.0, -0.62),
];

/// A result on a plate, in rows.
pub(super) struct ResultPlate {
    rows: Vec<Vec<ResultPiece>>,
    /// The font size.
    size: f32,
}

impl ResultPlate {
    pub(super) fn new(result: &FloatingResult, space: &BoardSpace) -> ResultPlate {
        let size = space.letters(LETTERS).max(11.0);
        let mut rows: Vec<Vec<ResultPiece>> = Vec::new();
        let mut across = f32::INFINITY;
        for piece in &result.pieces {
            let width = size * (width_of(&piece.text) + SPACE);
            if across + width > WIDEST * space.cell {
                across = 0.0;
                rows.push(Vec::new());
            }
            across += width;
            if let Some(row) = rows.last_mut() {
                // A comma only within a row.
                if let Some(before) = row.last_mut() {
                    before.text.push(',');
                }
                row.push(piece.clone());
            }
        }
        ResultPlate { rows, size }
    }

    fn dimensions(&self) -> Vec2 {
        let widths = self.rows.iter().map(|row| row_width(row));
        let widest = widths.fold(0.0, f32::max) + 2.0 * MARGIN;
        Vec2::new(widest, self.rows.len() as f32 * ROW + 0.15) * self.size
    }

    /// Draws it around the origin, with a point towards what it is about.
    pub(super) fn draw(&self, about: Vec2, side: Option<Faction>, look: &Look) -> Picture {
        let mut picture = Picture::default();
        let palette = &look.theme.palette;
        let size = self.size;
        let rim = (size * 0.09).max(1.0);
        // Inside the room that it has in the layout.
        let plate = Rect::from_center_size(Vec2::ZERO, self.dimensions()).inflate(-rim);
        let edge = side.map_or(colour(palette.muted), |side| look.side_text(side));
        // The point begins inside the plate.
        let begins = about.clamp(plate.min, plate.max) * 0.7;
        let way = (about - begins).normalize_or_zero();
        // First the whole edge, then the whole ground, so that the point belongs to the plate.
        for (out, ink) in [(rim, edge), (0.0, colour(palette.background))] {
            let half = way.perp() * (size * 0.3 + out);
            let tip = about - way * (rim - out) * 2.0;
            picture.polygon([begins + half, begins - half, tip], ink);
            picture.rounded(plate.inflate(out), size * 0.35 + out, ink);
        }
        let middle = (self.rows.len() as f32 - 1.0) / 2.0;
        for (place, row) in self.rows.iter().enumerate() {
            let up = (middle - place as f32) * ROW * size;
            let mut left = -row_width(row) / 2.0 * size;
            for piece in row {
                let width = width_of(&piece.text) * size;
                let at = Vec2::new(left + width / 2.0, up);
                picture.label(
                    &piece.text,
                    Face::Bold,
                    size,
                    at,
                    piece.tone.colour(palette),
                );
                left += width + SPACE * size;
            }
        }
        picture
    }
}

/// The width of a row, in letter sizes.
fn row_width(row: &[ResultPiece]) -> f32 {
    let spaces = row.len().saturating_sub(1) as f32 * SPACE;
    row.iter().map(|piece| width_of(&piece.text)).sum::<f32>() + spaces
}

/// Finds places for results among what is written already. Those that do not fit come later: each
/// list is shown after the one before it.
pub(crate) fn place_results<'a>(
    results: impl IntoIterator<Item = &'a FloatingResult>,
    layout: &LabelLayout,
    space: &BoardSpace,
) -> Vec<Vec<(&'a FloatingResult, PlacedLabel)>> {
    let mut waiting: Vec<&FloatingResult> = results.into_iter().collect();
    let mut waves = Vec::new();
    while !waiting.is_empty() {
        let mut layout = layout.clone();
        let mut wave = Vec::new();
        waiting.retain(|result| {
            // A wave has at least one, however far away.
            let reach = if wave.is_empty() {
                f32::INFINITY
            } else {
                REACH * space.cell
            };
            let placed = place_result(result, &mut layout, space, reach);
            wave.extend(placed.map(|placed| (*result, placed)));
            placed.is_none()
        });
        if wave.is_empty() {
            break;
        }
        waves.push(wave);
    }
    waves
}

fn place_result(
    result: &FloatingResult,
    layout: &mut LabelLayout,
    space: &BoardSpace,
    reach: f32,
) -> Option<PlacedLabel> {
    let size = ResultPlate::new(result, space).dimensions();
    let middle = space.middle(result.cell);
    let about = |at: Vec2| match result.unit {
        Some(_) => middle + (at - middle).normalize_or(Vec2::Y) * POINTS_AT * space.cell,
        None => middle,
    };
    match result.unit {
        Some(_) => {
            let places = PLACES.map(|place| middle + place * space.cell);
            layout.place_about(size, &places, reach, about)
        }
        None => layout.place_about(size, &[middle], reach, about),
    }
}
