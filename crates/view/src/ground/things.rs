//! What stands on the floor: walls, and what units find cover behind. Cover has no direction in the
//! rules, so it fills its cell on all sides, and its corners show beside a unit that stands there.

use std::f32::consts::TAU;

use foretold_battle::{Cell, Terrain};
use foretold_content::{Colour, CoverKind, WallKind};

use super::brush::{At, Brush, chance, faint, shade, shadow};
use super::{FACE, Painter};

impl Painter<'_> {
    /// The top of a wall, and its face if the player sees it.
    pub(super) fn wall(&mut self, cell: Cell) {
        let is_wall = |terrain| terrain == Terrain::Wall;
        let beside = |x, y| self.beside(cell, (x, y), true, is_wall);
        let (above, left, right, below) =
            (beside(0, -1), beside(-1, 0), beside(1, 0), beside(0, 1));
        let id = self.at(cell);
        let high = if below { 1.0 } else { 1.0 - FACE };
        let (tone, kind) = (self.colours.wall, self.ground.walls);
        let brush = &mut self.brush;
        match kind {
            WallKind::Bricks => bricks(brush, id, high, tone),
            WallKind::Rocks => rocks(brush, id, high, tone),
            WallKind::Palisade => palisade(brush, id, high, tone),
        }
        let line = brush.pixel() * 1.5;
        let (lit, dark) = (shade(tone, 0.12), shade(tone, -0.45));
        if !below {
            brush.rect((0.0, high - line), (1.0, line), lit);
            let fall = ((0.0, 1.0), (0.0, high));
            brush.fade((0.0, high), (1.0, FACE), fall, shadow(0.5));
        }
        for (open, at, size, ink) in [
            (!above, (0.0, 0.0), (1.0, line), lit),
            (!left, (0.0, 0.0), (line, 1.0), lit),
            (!right, (1.0 - line, 0.0), (line, 1.0), dark),
        ] {
            if open {
                brush.rect(at, size, ink);
            }
        }
    }

    /// Something to stand behind: low for half cover, high for full cover.
    pub(super) fn cover(&mut self, cell: Cell, full: bool) {
        let id = self.at(cell);
        let (kind, tone) = if full {
            (self.ground.full_cover, self.colours.full_cover)
        } else {
            (self.ground.half_cover, self.colours.half_cover)
        };
        let floor = shade(self.floor_tone(cell), -0.12);
        let brush = &mut self.brush;
        match kind {
            CoverKind::Crates => crates(brush, full, tone),
            CoverKind::Coffins => coffin(brush, full, tone),
            CoverKind::LowWalls => low_wall(brush, id, full, tone, floor),
            CoverKind::Pillars => pillar(brush, full, tone),
            CoverKind::Trees => tree(brush, id, full, tone),
            CoverKind::Stones => stones(brush, id, full, tone),
            CoverKind::Straw => straw(brush, id, full, tone),
        }
    }
}

/// Two rows of hewn stone on top, two of smaller ones on the face.
fn bricks(brush: &mut Brush, id: (u8, u8), high: f32, tone: Colour) {
    let joint = (brush.pixel() * 1.3).max(0.03);
    brush.rect((0.0, 0.0), (1.0, 1.0), shade(tone, -0.38));
    for row in 0..2u8 {
        let (top, depth) = (f32::from(row) * high / 2.0, high / 2.0);
        // Every other row is moved by half a stone, over the edges of cells.
        let joints = if (id.1 + row).is_multiple_of(2) {
            [0.0, 0.5, 1.0]
        } else {
            [-0.25, 0.25, 0.75]
        };
        for (stone, left) in joints.into_iter().enumerate() {
            let right = (left + 0.5f32).min(1.0);
            let left = left.max(0.0);
            let by = (chance(id, 300 + u32::from(row) * 7 + stone as u32) - 0.5) * 0.14;
            let size = (right - left - joint, depth - joint);
            if size.0 > joint {
                brush.rect((left, top), size, shade(tone, by - 0.04));
                brush.rect((left, top), (size.0, joint * 0.8), shade(tone, by + 0.07));
            }
        }
    }
    if high < 1.0 {
        let face = shade(tone, -0.42);
        brush.rect((0.0, high), (1.0, 1.0 - high), shade(face, -0.4));
        for row in 0..2u8 {
            let (top, depth) = (high + f32::from(row) * FACE / 2.0, FACE / 2.0);
            let moved = if row == 0 { 0.0 } else { -0.17 };
            for stone in 0..4u8 {
                let left = (moved + f32::from(stone) * 0.34).max(0.0);
                let right = (moved + f32::from(stone + 1) * 0.34).min(1.0);
                let by = (chance(id, 330 + u32::from(row * 5 + stone)) - 0.5) * 0.14;
                if right - left > joint * 1.5 {
                    let size = (right - left - joint, depth - joint);
                    brush.rect((left, top), size, shade(face, by));
                }
            }
        }
    }
}

/// Rough rock: a few facets in other tones.
fn rocks(brush: &mut Brush, id: (u8, u8), high: f32, tone: Colour) {
    brush.rect((0.0, 0.0), (1.0, 1.0), shade(tone, -0.2));
    let corner = |salt: u32, (x, y): At| {
        let by = |salt| (chance(id, salt) - 0.5) * 0.2;
        (x + by(salt), (y + by(salt + 1)) * high)
    };
    let (middle, top, side) = (
        corner(360, (0.48, 0.5)),
        corner(362, (0.55, 0.0)),
        corner(364, (1.0, 0.45)),
    );
    let foot = corner(366, (0.4, 1.0));
    let foot = (foot.0, high);
    let (top, side) = ((top.0, 0.0), (1.0, side.1));
    let edge = (0.0, high * (0.35 + chance(id, 368) * 0.3));
    brush.polygon(&[(0.0, 0.0), top, middle, edge], shade(tone, 0.08));
    brush.polygon(&[top, (1.0, 0.0), side, middle], shade(tone, -0.08));
    brush.polygon(&[middle, side, (1.0, high), foot], shade(tone, -0.26));
    brush.polygon(&[edge, middle, foot, (0.0, high)], shade(tone, -0.04));
    if high < 1.0 {
        let face = shade(tone, -0.5);
        brush.rect((0.0, high), (1.0, 1.0 - high), face);
        for crack in 0..3u8 {
            let salt = 370 + u32::from(crack) * 3;
            let x = f32::from(crack) * 0.34 + chance(id, salt) * 0.2;
            let wide = 0.12 + chance(id, salt + 1) * 0.14;
            let facet = [(x, high), (x + wide, high), (x + wide * 0.7, 1.0)];
            brush.polygon(&facet, shade(face, 0.1));
        }
    }
}

/// Trunks side by side: their ends on top, their bark on the face.
fn palisade(brush: &mut Brush, id: (u8, u8), high: f32, tone: Colour) {
    brush.rect((0.0, 0.0), (1.0, 1.0), shade(tone, -0.55));
    let rows = if high < 1.0 { 2u8 } else { 3u8 };
    let deep = high / f32::from(rows);
    if high < 1.0 {
        for trunk in 0..3u8 {
            let left = f32::from(trunk) / 3.0;
            let face = shade(
                tone,
                -0.45 + (chance(id, 390 + u32::from(trunk)) - 0.5) * 0.1,
            );
            brush.rect((left, high - 0.1), (0.32, 1.1 - high), face);
            brush.rect((left + 0.05, high), (0.06, 1.0 - high), shade(face, 0.1));
            brush.rect((left + 0.24, high), (0.08, 1.0 - high), shade(face, -0.35));
        }
    }
    for row in 0..rows {
        let by = (chance(id, 400 + u32::from(row)) - 0.5) * 0.12;
        for (wide, high, light) in [
            (0.158, 0.48, -0.22),
            (0.125, 0.37, 0.06),
            (0.05, 0.15, -0.16),
        ] {
            let rings = (0..3u8).map(|trunk| {
                let across = (f32::from(trunk) + 0.5) / 3.0;
                ((across, (f32::from(row) + 0.5) * deep), (wide, deep * high))
            });
            brush.ellipses(rings, shade(tone, by + light));
        }
    }
}

/// A box with a top, a face of this height and a shadow. Returns the height of its upper edge's end.
fn block(brush: &mut Brush, at: At, size: At, face: f32, tone: Colour) {
    let ((x, y), (w, h)) = (at, size);
    let cast = 0.05 + face * 0.25;
    brush.rounded((x + cast * 0.8, y + cast), (w, h), 0.08, shadow(0.42));
    brush.rounded(at, size, 0.05, shade(tone, -0.48));
    brush.rounded(at, (w, h - face), 0.05, tone);
    let line = (brush.pixel() * 1.5).max(0.03);
    brush.rect((x + 0.04, y), (w - 0.08, line), shade(tone, 0.12));
    brush.rect((x, y + h - face), (w, line * 0.8), shade(tone, 0.08));
}

/// A low chest, or two crates on top of each other.
fn crates(brush: &mut Brush, full: bool, tone: Colour) {
    let line = (brush.pixel() * 1.3).max(0.025);
    let dark = shade(tone, -0.6);
    let (top, size, face) = if full {
        ((0.06, 0.02), (0.88, 0.94), 0.4)
    } else {
        ((0.08, 0.2), (0.84, 0.66), 0.24)
    };
    block(brush, top, size, face, tone);
    let (x, y) = top;
    let lid = size.1 - face;
    // Boards on the lid, bands around it.
    for board in 1..3u8 {
        let down = y + lid * f32::from(board) / 3.0;
        brush.rect((x, down), (size.0, line), shade(tone, -0.35));
    }
    for band in [0.16, 0.76] {
        let across = x + size.0 * band;
        brush.rect((across, y), (size.0 * 0.08, lid), shade(tone, -0.28));
        brush.rect((across, y + lid), (size.0 * 0.08, face), dark);
    }
    if full {
        let (from, to) = (y + 0.06, y + lid - 0.05);
        let brace = faint(shade(tone, -0.5), 0.9);
        brush.line(&[(x + 0.24, from), (x + 0.64, to)], 0.07, brace);
        brush.line(&[(x + 0.64, from), (x + 0.24, to)], 0.07, brace);
        brush.rect((x, y + lid + face * 0.48), (size.0, line), dark);
    } else {
        brush.rounded((0.44, y + lid - 0.05), (0.12, 0.14), 0.03, shade(tone, 0.3));
    }
}

/// A coffin of stone: its lid, with a cross on it.
fn coffin(brush: &mut Brush, full: bool, tone: Colour) {
    let face = if full { 0.36 } else { 0.18 };
    let (top, size) = if full {
        ((0.08, 0.02), (0.84, 0.94))
    } else {
        ((0.1, 0.1), (0.8, 0.8))
    };
    block(brush, top, size, face, tone);
    let (x, y) = top;
    let (w, h) = (size.0, size.1 - face);
    let inlay = |inset: f32| {
        [
            (x + w * (0.3 + inset), y + h * (0.06 + inset)),
            (x + w * (0.7 - inset), y + h * (0.06 + inset)),
            (x + w * (0.9 - inset), y + h * 0.36),
            (x + w * (0.72 - inset), y + h * (0.94 - inset)),
            (x + w * (0.28 + inset), y + h * (0.94 - inset)),
            (x + w * (0.1 + inset), y + h * 0.36),
        ]
    };
    brush.polygon(&inlay(0.0), shade(tone, -0.4));
    brush.polygon(&inlay(0.035), shade(tone, 0.06));
    let cross = shade(tone, -0.45);
    brush.rect((x + w * 0.47, y + h * 0.2), (w * 0.06, h * 0.56), cross);
    brush.rect((x + w * 0.34, y + h * 0.34), (w * 0.32, h * 0.09), cross);
}

/// Stones all along the edge of the cell, and a second layer if it is high.
fn low_wall(brush: &mut Brush, id: (u8, u8), full: bool, tone: Colour, inside: Colour) {
    let (thick, high) = if full { (0.26, 0.2) } else { (0.2, 0.08) };
    brush.rounded((0.06, 0.1), (0.94, 0.92), 0.14, shadow(0.4));
    brush.rect(
        (thick, thick),
        (1.0 - 2.0 * thick, 1.0 - 2.0 * thick),
        inside,
    );
    // The far side, the two flanks, then the near side in front of them.
    let run = |brush: &mut Brush, at: At, size: At, salt: u32| {
        let by = (chance(id, salt) - 0.5) * 0.2;
        let (x, y) = at;
        brush.rounded(
            (x, y + high * 0.5),
            (size.0, size.1 + high),
            0.05,
            shade(tone, by - 0.5),
        );
        brush.rounded(at, size, 0.05, shade(tone, by));
        brush.rect(
            (x + 0.03, y),
            (size.0 - 0.06, 0.025),
            shade(tone, by + 0.16),
        );
    };
    for stone in 0..3u8 {
        let left = 0.03 + f32::from(stone) * 0.32;
        run(brush, (left, 0.02), (0.29, thick), 420 + u32::from(stone));
    }
    for stone in 0..2u8 {
        let top = 0.06 + thick + f32::from(stone) * 0.24;
        let salt = 430 + u32::from(stone) * 2;
        run(brush, (0.03, top), (thick, 0.2), salt);
        run(brush, (0.97 - thick, top), (thick, 0.2), salt + 1);
    }
    for stone in 0..3u8 {
        let left = 0.03 + f32::from(stone) * 0.32;
        let top = 0.94 - thick - high;
        run(brush, (left, top), (0.29, thick), 440 + u32::from(stone));
    }
}

/// A pillar on its plinth: a stump as half cover.
fn pillar(brush: &mut Brush, full: bool, tone: Colour) {
    block(brush, (0.07, 0.1), (0.86, 0.82), 0.12, shade(tone, -0.22));
    let (rise, radius) = if full { (0.3, 0.35) } else { (0.08, 0.33) };
    let foot = 0.52;
    brush.ellipse(
        (0.56, foot + 0.05),
        (radius + 0.04, radius * 0.9),
        shadow(0.4),
    );
    let body = (0.5 - radius, foot - rise);
    brush.ellipse((0.5, foot), (radius, radius * 0.86), shade(tone, -0.5));
    brush.rect(body, (radius * 2.0, rise), shade(tone, -0.5));
    for flute in 0..4u8 {
        let left = 0.5 - radius + (f32::from(flute) + 0.2) * radius * 0.5;
        let light = -0.18 - f32::from(flute) * 0.1;
        brush.rect(
            (left, foot - rise),
            (radius * 0.26, rise + radius * 0.5),
            shade(tone, light),
        );
    }
    brush.ellipse(
        (0.5, foot - rise),
        (radius, radius * 0.86),
        shade(tone, 0.12),
    );
    brush.ellipse(
        (0.5, foot - rise + 0.02),
        (radius * 0.84, radius * 0.72),
        tone,
    );
    if full {
        brush.ellipse(
            (0.5, foot - rise + 0.02),
            (radius * 0.5, radius * 0.42),
            shade(tone, -0.2),
        );
    } else {
        let crack = [(0.3, 0.4), (0.45, 0.48), (0.52, 0.36), (0.7, 0.5)];
        brush.line(&crack, 0.035, shade(tone, -0.5));
    }
}

/// Leaves in three tones: a crown over the whole cell, or a bush.
fn tree(brush: &mut Brush, id: (u8, u8), full: bool, tone: Colour) {
    let (reach, leaf) = if full { (0.3, 0.25) } else { (0.25, 0.17) };
    let turn = chance(id, 460) * TAU;
    let around = |count: u8, place: u8, away: f32| {
        let angle = turn + f32::from(place) / f32::from(count) * TAU;
        (angle.cos() * away, angle.sin() * away)
    };
    let layer = |brush: &mut Brush, count: u8, away: f32, size: f32, by: At, ink: Colour| {
        let leaves = (0..count).map(|place| {
            let (x, y) = around(count, place, away);
            let grown = size * (0.9 + chance(id, 462 + u32::from(place)) * 0.25);
            ((0.5 + x + by.0, 0.5 + y + by.1), (grown, grown))
        });
        brush.ellipses(leaves, ink);
    };
    let lift = if full { -0.06 } else { 0.0 };
    let cast = if full { 0.09 } else { 0.05 };
    layer(brush, 7, reach, leaf, (cast, cast + 0.02), shadow(0.4));
    layer(brush, 7, reach, leaf, (0.0, 0.0), shade(tone, -0.55));
    brush.ellipse((0.5, 0.48), (reach, reach), shade(tone, -0.3));
    layer(
        brush,
        7,
        reach * 0.92,
        leaf * 0.86,
        (-0.01, lift - 0.02),
        shade(tone, -0.3),
    );
    layer(
        brush,
        5,
        reach * 0.66,
        leaf * 0.72,
        (-0.03, lift - 0.05),
        tone,
    );
    if full {
        layer(
            brush,
            3,
            reach * 0.4,
            leaf * 0.5,
            (-0.07, lift - 0.1),
            shade(tone, 0.14),
        );
    } else {
        let berries = (0..4u8).map(|berry| {
            let (x, y) = around(4, berry, 0.24);
            ((0.5 + x, 0.46 + y), (0.03, 0.03))
        });
        brush.ellipses(berries, shade(tone, 0.35));
    }
}

/// Boulders: four low ones, or one that fills the cell.
fn stones(brush: &mut Brush, id: (u8, u8), full: bool, tone: Colour) {
    let boulder = |brush: &mut Brush, (x, y): At, size: f32, salt: u32| {
        let corners: Vec<At> = (0..7u8)
            .map(|corner| {
                let angle = f32::from(corner) / 7.0 * TAU + chance(id, salt) * 2.0;
                let far = size * (0.86 + chance(id, salt + 1 + u32::from(corner)) * 0.2);
                (angle.cos() * far, angle.sin() * far * 0.9)
            })
            .collect();
        let moved = |by: At, share: f32| -> Vec<At> {
            let corner = |(dx, dy): &At| (x + by.0 + dx * share, y + by.1 + dy * share);
            corners.iter().map(corner).collect()
        };
        brush.polygon(&moved((size * 0.18, size * 0.22), 1.0), shadow(0.4));
        brush.polygon(&moved((0.0, 0.0), 1.0), shade(tone, -0.5));
        brush.polygon(&moved((-size * 0.05, -size * 0.1), 0.86), shade(tone, -0.1));
        brush.polygon(&moved((-size * 0.13, -size * 0.2), 0.55), shade(tone, 0.12));
    };
    if full {
        boulder(brush, (0.24, 0.8), 0.17, 480);
        boulder(brush, (0.5, 0.46), 0.46, 490);
        boulder(brush, (0.8, 0.82), 0.14, 500);
    } else {
        boulder(brush, (0.27, 0.26), 0.22, 480);
        boulder(brush, (0.74, 0.28), 0.2, 490);
        boulder(brush, (0.26, 0.74), 0.2, 500);
        boulder(brush, (0.73, 0.72), 0.23, 510);
    }
}

/// Bales, bound twice.
fn straw(brush: &mut Brush, id: (u8, u8), full: bool, tone: Colour) {
    let (top, size, face) = if full {
        ((0.06, 0.02), (0.88, 0.94), 0.42)
    } else {
        ((0.08, 0.18), (0.84, 0.68), 0.26)
    };
    block(brush, top, size, face, tone);
    let (x, y) = top;
    let line = (brush.pixel() * 1.2).max(0.02);
    for (first, light) in [(0u32, 0.18), (1, -0.3)] {
        let stalks: Vec<[At; 2]> = (0..7u32)
            .map(|stalk| {
                let salt = 530 + (stalk * 2 + first) * 3;
                let at = (
                    x + 0.06 + chance(id, salt) * (size.0 - 0.2),
                    y + 0.06 + chance(id, salt + 1) * (size.1 - 0.12),
                );
                let lean = (chance(id, salt + 2) - 0.5) * 0.05;
                [at, (at.0 + 0.1, at.1 + lean)]
            })
            .collect();
        let stalks = stalks.iter().map(<[At; 2]>::as_slice);
        brush.lines(stalks, line, faint(shade(tone, light), 0.7));
    }
    for band in [0.26, 0.68] {
        brush.rect((x + size.0 * band, y), (0.045, size.1), shade(tone, -0.6));
    }
    if full {
        brush.rect(
            (x, y + size.1 - face * 0.5),
            (size.0, 0.03),
            shade(tone, -0.65),
        );
    }
}
