//! A token as a picture, part by part: plinth, figure, plate with its bars, shield, statuses, badge.

use std::f32::consts::{FRAC_PI_2, SQRT_2};

use bevy::prelude::*;
use foretold_battle::{Cell, Faction, Life};
use lucide_icons::Icon;

use super::face::{Badge, TokenFace};
use crate::board::column_letters;
use crate::board_space::BoardSpace;
use crate::figures::FigureTone;
use crate::label_layout::LabelLayout;
use crate::look::{Look, colour};
use crate::picture::{Face, Picture, PlacedFigure, contrast_to};
use crate::tags::status_icon;

/// The radius of a friend's circle, in cells.
const CIRCLE: f32 = 0.42;
/// Half the diagonal of an enemy's diamond, in cells.
const DIAMOND: f32 = 0.5;
/// How thick a plinth is, in cells: it is seen from above and in front.
const THICK: f32 = 0.05;
/// How large a figure is, and where its feet are, above the middle of its cell, in cells. It stands
/// out over the upper edge of its plinth.
pub(super) const FIGURE: f32 = 0.9;
pub(super) const FEET: f32 = -0.38;
/// The middle of a figure that lies.
pub(super) const LYING_AT: f32 = -0.06;
/// What must stay visible of a figure: its middle above the middle of its cell, and its size.
const HEAD_AT: f32 = 0.16;
const HEAD: Vec2 = Vec2::new(0.46, 0.42);
/// The plate at the feet: the middle above the middle of its cell, the width and height, in cells.
const PLATE_AT: f32 = -0.38;
const PLATE: Vec2 = Vec2::new(0.98, 0.27);
/// How high the bar of sanity on top of the plate is, in cells.
const SANITY: f32 = 0.06;
/// The letters of a unit without a figure.
const LETTERS_AT: f32 = 0.08;
/// Where a badge may be, from the middle of its cell, the best first, in cells.
const BADGE_PLACES: [(f32, f32); 9] = [
    (0.0, 0.64),
    (0.35, 0.6),
    (-0.35, 0.6),
    (0.53, 0.28),
    (-0.53, 0.28),
    (0.62, 0.28),
    (-0.62, 0.28),
    (0.55, 0.0),
    (-0.55, 0.0),
];
/// The size of a badge's letters, in cells.
const BADGE_LETTERS: f32 = 0.27;
/// The size of the letters of a unit without a figure, in cells, if it has one letter or two.
const ONE_LETTER: f32 = 0.42;
const TWO_LETTERS: f32 = 0.34;
/// The size of what is written on the plate, in cells.
const PLATE_LETTERS: f32 = 0.28;
/// A unit with less than this part of its HP is in danger.
const DANGER: f32 = 0.25;
/// How dark the bar behind that number is, from 0 to 1, and what is lost of it: white letters on both
/// can be read, and where one ends and the other begins can be seen.
const HP_SHADE: f32 = 0.32;
const LOST_SHADE: f32 = 0.8;
/// More statuses than this do not fit beside a token; the hover card lists them all.
const SHOWN_STATUSES: usize = 3;

/// Draws all of a token in its cell.
pub(crate) fn draw_token(picture: &mut Picture, face: &TokenFace, space: &BoardSpace, look: &Look) {
    let at = space.middle(face.cell);
    picture.add(plinth(face, space.cell, look), at);
    picture.add(figure(face, space.cell), at);
    picture.add(tag(face, space, look), at);
    let above = at + Vec2::from(BADGE_PLACES[0]) * space.cell;
    picture.add(badge_above(face, Some(above), space, look), at);
}

/// What a unit stands on: the shape and the colours of its side.
pub(super) fn plinth(face: &TokenFace, cell: f32, look: &Look) -> Picture {
    let mut picture = Picture::default();
    let palette = &look.theme.palette;
    let (side, light) = (look.side(face.side), look.side_text(face.side));
    let rim = (cell * 0.045).max(1.0);
    let below = Vec2::new(0.0, -THICK * cell);
    let mut shape = |at: Vec2, wider: f32, ink: Color| {
        plinth_shape(&mut picture, (face.side, at), cell, wider, ink);
    };
    let shadow = Color::BLACK.with_alpha(0.16);
    let inside = side.mix(&Color::BLACK, 0.72);
    match face.life {
        Life::Fallen => shape(Vec2::ZERO, -rim * 2.0, Color::BLACK.with_alpha(0.35)),
        Life::Down { .. } | Life::Stable => {
            shape(Vec2::ZERO, 0.0, side.mix(&Color::BLACK, 0.35));
            shape(Vec2::ZERO, -rim, colour(palette.background));
        }
        Life::Up => {
            shape(below * 1.8, rim, shadow);
            shape(below * 1.4, rim * 0.4, shadow);
            shape(below, 0.0, side.mix(&Color::BLACK, 0.55));
            if face.in_turn {
                shape(Vec2::ZERO, rim * 1.2, colour(palette.text));
            }
            // The rim shows on any ground, for all eyes.
            shape(Vec2::ZERO, rim * 0.5, contrast_to(light));
            shape(Vec2::ZERO, 0.0, light);
            let filled = face.figure.is_none();
            shape(Vec2::ZERO, -rim, if filled { side } else { inside });
        }
    }
    picture
}

/// The shape of a side's plinth at a place, this much wider all around.
pub(crate) fn plinth_shape(
    picture: &mut Picture,
    (side, at): (Faction, Vec2),
    cell: f32,
    wider: f32,
    ink: Color,
) {
    match side {
        Faction::Friendly => picture.disc(at, cell * CIRCLE + wider, ink),
        // Measured along the diagonal, an edge is √2 as thick.
        Faction::Enemy => picture.diamond(at, cell * DIAMOND + wider * SQRT_2, ink),
    }
}

/// A ring of this width around a side's plinth at a place.
pub(crate) fn plinth_ring(
    picture: &mut Picture,
    (side, at): (Faction, Vec2),
    cell: f32,
    width: f32,
    ink: Color,
) {
    match side {
        Faction::Friendly => picture.ring(at, cell * CIRCLE + width, width, ink),
        Faction::Enemy => picture.diamond_ring(at, cell * DIAMOND + width * SQRT_2, width, ink),
    }
}

/// The figure of a unit, standing or lying.
pub(super) fn figure(face: &TokenFace, cell: f32) -> Picture {
    let mut picture = Picture::default();
    let Some(figure) = &face.figure else {
        return picture;
    };
    let tone = match face.life {
        Life::Up => FigureTone::Side(face.side),
        Life::Down { .. } | Life::Stable | Life::Fallen => FigureTone::Grey,
    };
    let size = even(cell * FIGURE, cell);
    let (middle, turned) = match face.life {
        Life::Up => (Vec2::new(0.0, (FEET * cell).round() + size / 2.0), 0.0),
        // It lies on its back.
        Life::Down { .. } | Life::Stable | Life::Fallen => (
            Vec2::new(0.0, LYING_AT * cell),
            if face.looks_right { 1.0 } else { -1.0 } * FRAC_PI_2,
        ),
    };
    picture.figure(PlacedFigure {
        figure: figure.clone(),
        tone,
        square: Rect::from_center_size(middle, Vec2::splat(size)),
        mirrored: face.looks_right,
        turned,
        over: 0,
    });
    picture
}

/// A size near this one whose edges are on whole pixels if those of the cell are.
fn even(size: f32, cell: f32) -> f32 {
    cell - 2.0 * ((cell - size) / 2.0).round()
}

/// The signs on a token: its plate with letters and HP, its bars, block and statuses.
pub(super) fn tag(face: &TokenFace, space: &BoardSpace, look: &Look) -> Picture {
    let mut picture = Picture::default();
    let cell = space.cell;
    let palette = &look.theme.palette;
    let at = |x: f32, y: f32| Vec2::new(x, y) * cell;
    if face.figure.is_none() {
        let ink = match face.life {
            Life::Fallen => colour(palette.muted),
            Life::Down { .. } | Life::Stable => colour(palette.text),
            Life::Up => contrast_to(look.side(face.side)),
        };
        let size = cell * letters_share(face);
        picture.label(&face.tag, Face::Bold, size, at(0.0, LETTERS_AT), ink);
    }
    plate(&mut picture, face, space, look);
    let icon = match face.life {
        Life::Up => None,
        Life::Down { .. } => Some(Icon::HeartPulse),
        Life::Stable => Some(Icon::Heart),
        Life::Fallen => return picture,
    };
    if let Some(icon) = icon {
        chip(
            &mut picture,
            at(0.34, 0.32),
            at(0.3, 0.3),
            colour(palette.panel),
            cell,
        );
        picture.icon(icon, cell * 0.24, at(0.34, 0.32), colour(palette.bad));
    }
    if let Some(sanity) = face.sanity {
        let edge = (cell * 0.025).max(1.0);
        let plate = plate_rect(space);
        let bottom = Vec2::new(plate.min.x, plate.max.y + edge);
        let top = Vec2::new(plate.max.x, bottom.y + (cell * SANITY).max(2.0));
        let rect = Rect::from_corners(bottom, top);
        picture.rectangle(rect.inflate(edge), Color::BLACK);
        bar(&mut picture, sanity, rect, colour(palette.sanity), look);
    }
    if face.block > 0 {
        shield(&mut picture, face.block, space, look);
    }
    for (row, status) in face.statuses.iter().take(SHOWN_STATUSES).enumerate() {
        let centre = at(-0.37, 0.36 - 0.28 * row as f32);
        picture.disc(centre, cell * 0.165, Color::BLACK);
        picture.disc(centre, cell * 0.145, colour(palette.raised));
        let ink = colour(palette.text);
        picture.icon(status_icon(*status), cell * 0.23, centre, ink);
    }
    picture
}

/// The plate at a unit's feet: its letters in the colour of its side, and its HP as bar and number.
fn plate(picture: &mut Picture, face: &TokenFace, space: &BoardSpace, look: &Look) {
    let palette = &look.theme.palette;
    let rect = plate_rect(space);
    let letters = space.letters(PLATE_LETTERS);
    let edge = (space.cell * 0.025).max(1.0);
    let name = name_rect(face, space);
    if face.life == Life::Fallen {
        let ink = colour(palette.muted);
        picture.rounded(name, edge * 2.0, Color::BLACK.with_alpha(0.6));
        picture.label(&face.tag, Face::Bold, letters, name.center(), ink);
        return;
    }
    picture.rounded(rect.inflate(edge), edge * 2.0, Color::BLACK);
    let side = match face.life {
        Life::Up => look.side(face.side),
        _ => colour(palette.fallen),
    };
    picture.rectangle(name, side);
    let ink = contrast_to(side);
    picture.label(&face.tag, Face::Bold, letters, name.center(), ink);
    let hp = Rect::from_corners(Vec2::new(name.max.x + edge, rect.min.y), rect.max);
    let share = f32::from(face.hp.0) / f32::from(face.hp.1.max(1));
    let health = if share < DANGER {
        palette.bad
    } else {
        palette.health
    };
    let health = colour(health).mix(&Color::BLACK, HP_SHADE);
    bar(picture, face.hp, hp, health, look);
    let number = face.hp.0.to_string();
    picture.label(number, Face::Bold, letters, hp.center(), Color::WHITE);
}

/// The block of a unit: a shield with its number.
fn shield(picture: &mut Picture, block: u16, space: &BoardSpace, look: &Look) {
    let number = block.to_string();
    let letters = space.letters(BADGE_LETTERS);
    let half = Vec2::new(letters * (0.32 + 0.3 * number.len() as f32), letters * 0.75);
    let middle = Vec2::new(0.5 * space.cell - half.x * 0.75, -0.12 * space.cell);
    let edge = (space.cell * 0.03).max(1.0);
    let ink = colour(look.theme.palette.block);
    for (half, ink) in [(half + edge, Color::BLACK), (half, ink)] {
        let corners = [
            (-1.0, 1.0),
            (1.0, 1.0),
            (1.0, -0.2),
            (0.55, -0.85),
            (0.0, -1.25),
        ];
        let left = [(-0.55, -0.85), (-1.0, -0.2)];
        let points = corners.into_iter().chain(left);
        let points: Vec<Vec2> = points
            .map(|(x, y)| middle + Vec2::new(x, y) * half)
            .collect();
        picture.polygon(points, ink);
    }
    picture.label(number, Face::Bold, letters, middle, contrast_to(ink));
}

/// What the unit will do, at a place above its letters.
pub(super) fn badge_above(
    face: &TokenFace,
    at: Option<Vec2>,
    space: &BoardSpace,
    look: &Look,
) -> Picture {
    let mut picture = Picture::default();
    if let Some((badge, at)) = face.badge.as_ref().zip(at) {
        let from_middle = at - space.middle(face.cell);
        let plate = Rect::from_center_size(from_middle, badge_size(badge, space));
        draw_badge(
            &mut picture,
            badge,
            plate,
            space,
            look.side(face.side),
            look,
        );
    }
    picture
}

/// The size of the letters of a unit without a figure, in cells.
fn letters_share(face: &TokenFace) -> f32 {
    match face.tag.chars().count() {
        1 => ONE_LETTER,
        _ => TWO_LETTERS,
    }
}

/// The plate at a unit's feet, around the middle of its cell.
pub(crate) fn plate_rect(space: &BoardSpace) -> Rect {
    let height = (PLATE.y * space.cell).max(space.letters(PLATE_LETTERS) * 1.02);
    let middle = Vec2::new(0.0, PLATE_AT * space.cell);
    Rect::from_center_size(middle, Vec2::new(PLATE.x * space.cell, height))
}

/// The plate of a unit in a cell.
pub(crate) fn plate_at(cell: Cell, space: &BoardSpace) -> Rect {
    let plate = plate_rect(space);
    Rect::from_center_size(space.middle(cell) + plate.center(), plate.size())
}

/// The part of the plate for its letters.
fn name_rect(face: &TokenFace, space: &BoardSpace) -> Rect {
    let rect = plate_rect(space);
    let letters = space.letters(PLATE_LETTERS);
    let width = face
        .tag
        .chars()
        .map(|it| Face::Bold.advance(it))
        .sum::<f32>()
        * letters;
    let right = rect.min.x + width + letters * 0.3;
    Rect::from_corners(rect.min, Vec2::new(right, rect.max.y))
}

/// What must stay visible of a token: the head of its figure, and its plate.
fn signs_of(face: &TokenFace, space: &BoardSpace) -> impl Iterator<Item = Rect> {
    let head = Rect::from_center_size(Vec2::new(0.0, HEAD_AT), HEAD);
    let head = Rect::from_corners(head.min * space.cell, head.max * space.cell);
    let middle = space.middle(face.cell);
    let signs = [head, plate_rect(space)].into_iter();
    signs
        .filter(|_| face.life != Life::Fallen)
        .map(move |sign| Rect::from_center_size(sign.center() + middle, sign.size()))
}

/// The layout with what all tokens show, and the middle of the badge of each unit that has one. A badge is
/// above its token, or beside it if there it would cover another.
pub(crate) fn place_badges(
    faces: &[TokenFace],
    space: &BoardSpace,
) -> (LabelLayout, Vec<Option<Vec2>>) {
    // Above the first row is room too.
    let mut layout = LabelLayout::new(space.rect().inflate(space.cell * 0.3));
    for sign in faces.iter().flat_map(|face| signs_of(face, space)) {
        layout.keep_free(sign);
    }
    for letter in column_letters(space) {
        layout.keep_free(letter);
    }
    let places = faces.iter().map(|face| {
        let size = badge_size(face.badge.as_ref()?, space);
        let middle = space.middle(face.cell);
        let around = BADGE_PLACES.map(|(x, y)| middle + Vec2::new(x, y) * space.cell);
        Some(layout.place(size, around))
    });
    let places = places.collect();
    (layout, places)
}

/// How much is left, as a bar.
fn bar(picture: &mut Picture, (now, most): (u16, u16), full: Rect, ink: Color, look: &Look) {
    let lost = colour(look.theme.palette.health_lost).mix(&Color::BLACK, LOST_SHADE);
    picture.rectangle(full, lost);
    if now == 0 {
        return;
    }
    let share = f32::from(now) / f32::from(most.max(1));
    // A unit that lives has some bar left to see.
    let width = (full.width() * share).max(1.0);
    let left = Rect::from_corners(full.min, Vec2::new(full.min.x + width, full.max.y));
    picture.rectangle(left, ink);
}

/// A small plate to write on.
fn chip(picture: &mut Picture, centre: Vec2, size: Vec2, ink: Color, cell: f32) {
    let rect = Rect::from_center_size(centre, size);
    let edge = (cell * 0.02).max(1.0);
    picture.rounded(rect.inflate(edge), cell * 0.09, Color::BLACK);
    picture.rounded(rect, cell * 0.08, ink);
}

/// The size of a badge.
fn badge_size(badge: &Badge, space: &BoardSpace) -> Vec2 {
    let size = space.letters(BADGE_LETTERS);
    let letters = badge.number.chars().count() as f32;
    Vec2::new(size * (1.5 + letters * 0.56), size * 1.2)
}

/// Icon and number above the token, with the side's colour around them.
fn draw_badge(
    picture: &mut Picture,
    badge: &Badge,
    plate: Rect,
    space: &BoardSpace,
    side: Color,
    look: &Look,
) {
    let palette = &look.theme.palette;
    let (cell, size) = (space.cell, space.letters(BADGE_LETTERS));
    let middle = plate.center();
    let text_width = plate.width() - size * 1.5;
    let rim = (cell * 0.03).max(1.0);
    picture.rounded(plate.inflate(rim * 1.6), size * 0.5, Color::BLACK);
    picture.rounded(plate.inflate(rim), size * 0.45, side);
    picture.rounded(plate, size * 0.35, colour(palette.panel));
    let ink = colour(palette.text);
    let icon = middle - Vec2::new(text_width / 2.0, 0.0);
    picture.label(badge.icon, Face::Icon, size, icon, ink);
    if !badge.number.is_empty() {
        let number = middle + Vec2::new(size * 0.58, 0.0);
        picture.label(&badge.number, Face::Bold, size, number, ink);
    }
}
