//! What everyone walks on, what burns there, and holes in it.

use std::f32::consts::TAU;

use foretold_battle::{Cell, Terrain};
use foretold_content::FloorKind;

use super::Painter;
use super::brush::{At, chance, faint, shade, shadow};

impl Painter<'_> {
    pub(super) fn floor(&mut self, cell: Cell) {
        let tone = self.floor_tone(cell);
        let id = self.at(cell);
        let pixel = self.brush.pixel();
        self.brush.rect((0.0, 0.0), (1.0, 1.0), tone);
        // Where the light is even, what the floor is made of would only be in the way.
        if self.brush.is_fine() && self.colours.light.is_some() {
            match self.ground.floor {
                FloorKind::Flagstones => self.flagstones(id),
                FloorKind::Earth => self.earth(id),
                FloorKind::Grass => self.grass(id),
                FloorKind::Planks => self.planks(id),
                FloorKind::Sand => self.sand(id),
            }
        }
        // Cells stay countable on any floor.
        let edge = shade(self.colours.floor, -0.34);
        self.brush.rect((0.0, 0.0), (1.0, pixel), edge);
        self.brush.rect((0.0, 0.0), (pixel, 1.0), edge);
    }

    /// A stone with a lit edge, and sometimes a crack, or a joint across it.
    fn flagstones(&mut self, id: (u8, u8)) {
        let tone = self.colours.floor;
        let brush = &mut self.brush;
        let line = brush.pixel() * 1.2;
        brush.rect((0.03, 0.03), (0.94, line), faint(shade(tone, 0.3), 0.35));
        brush.rect((0.03, 0.03), (line, 0.94), faint(shade(tone, 0.3), 0.22));
        brush.rect((0.0, 0.96), (1.0, 0.04), faint(shade(tone, -0.5), 0.35));
        let kind = chance(id, 2);
        let dark = faint(shade(tone, -0.55), 0.7);
        if kind < 0.2 {
            let across = 0.35 + chance(id, 3) * 0.3;
            brush.rect((across, 0.0), (line, 1.0), dark);
        } else if kind < 0.34 {
            let down = 0.35 + chance(id, 3) * 0.3;
            brush.rect((0.0, down), (1.0, line), dark);
        } else if kind < 0.62 {
            let (x, y) = (0.15 + chance(id, 4) * 0.45, 0.15 + chance(id, 5) * 0.5);
            let bend = chance(id, 6) * 0.2 - 0.1;
            let crack = [
                (x, y),
                (x + 0.12, y + 0.08 + bend),
                (x + 0.18, y + 0.18),
                (x + 0.33, y + 0.2 + bend),
            ];
            brush.line(&crack, line, dark);
        }
        for stain in 0..2 {
            let salt = 7 + stain * 3;
            if chance(id, salt) < 0.4 {
                let middle = (chance(id, salt + 1), chance(id, salt + 2));
                brush.ellipse(
                    held(middle, 0.16),
                    (0.16, 0.11),
                    faint(shade(tone, 0.14), 0.18),
                );
            }
        }
    }

    /// Pebbles, and darker patches.
    fn earth(&mut self, id: (u8, u8)) {
        let tone = self.colours.floor;
        for patch in 0..2 {
            let salt = 20 + patch * 4;
            let middle = (chance(id, salt), chance(id, salt + 1));
            let size = (
                0.18 + chance(id, salt + 2) * 0.12,
                0.1 + chance(id, salt + 3) * 0.06,
            );
            let ink = if patch == 0 { -0.3 } else { 0.2 };
            self.brush
                .ellipse(held(middle, 0.3), size, faint(shade(tone, ink), 0.22));
        }
        let pebbles = (0..5u32).map(|pebble| 40 + pebble * 3);
        let pebbles = pebbles.filter(|salt| chance(id, *salt) < 0.55).map(|salt| {
            let middle = held((chance(id, salt + 1), chance(id, salt + 2)), 0.07);
            let size = 0.018 + chance(id, salt) * 0.03;
            (middle, (size, size * 0.78))
        });
        let below = |((x, y), size): (At, At)| ((x + 0.01, y + 0.015), size);
        self.brush
            .ellipses(pebbles.clone().map(below), shadow(0.35));
        self.brush.ellipses(pebbles, shade(tone, 0.16));
    }

    /// Tufts, each of three blades.
    fn grass(&mut self, id: (u8, u8)) {
        let tone = self.colours.floor;
        let middle = held((chance(id, 60), chance(id, 61)), 0.3);
        self.brush
            .ellipse(middle, (0.3, 0.2), faint(shade(tone, -0.3), 0.2));
        for tuft in 0..5 {
            let salt = 70 + tuft * 4;
            let (x, y) = held((chance(id, salt), chance(id, salt + 1)), 0.12);
            let high = 0.07 + chance(id, salt + 2) * 0.06;
            let light = 0.08 + chance(id, salt + 3) * 0.12;
            let blades = [(-0.045, 0.8), (0.0, 1.0), (0.05, 0.75)].map(|(lean, share)| {
                [(x - 0.012, y), (x + lean, y - high * share), (x + 0.014, y)]
            });
            let blades = blades.iter().map(<[At; 3]>::as_slice);
            self.brush.polygons(blades, shade(tone, light));
        }
    }

    /// Three boards, with joints that move from cell to cell, and nails.
    fn planks(&mut self, id: (u8, u8)) {
        let tone = self.colours.floor;
        let brush = &mut self.brush;
        let line = brush.pixel() * 1.2;
        for board in 0..3u8 {
            let top = f32::from(board) / 3.0;
            let salt = 90 + u32::from(board) * 4;
            let by = (chance(id, salt) - 0.5) * 0.14;
            brush.rect((0.0, top), (1.0, 1.0 / 3.0), shade(tone, by));
            brush.rect((0.0, top), (1.0, line), shade(tone, -0.45));
            brush.rect(
                (0.0, top + line),
                (1.0, line),
                faint(shade(tone, 0.4), 0.25),
            );
            let grain = top + 0.1 + chance(id, salt + 1) * 0.14;
            brush.line(
                &[(0.06, grain), (0.5, grain + 0.02), (0.94, grain)],
                line * 0.8,
                faint(shade(tone, -0.4), 0.4),
            );
            if chance(id, salt + 2) < 0.45 {
                let joint = 0.15 + chance(id, salt + 3) * 0.7;
                brush.rect((joint, top), (line, 1.0 / 3.0), shade(tone, -0.5));
                for nail in [-0.04, 0.05] {
                    brush.ellipse(
                        (joint + nail, top + 0.16),
                        (0.012, 0.012),
                        shade(tone, -0.6),
                    );
                }
            }
        }
    }

    /// Ripples of the rake.
    fn sand(&mut self, id: (u8, u8)) {
        let tone = self.colours.floor;
        let line = self.brush.pixel() * 1.4;
        let ripples = [0u8, 1, 2, 3].map(|ripple| {
            let salt = 120 + u32::from(ripple) * 3;
            let y = 0.14 + f32::from(ripple) * 0.23 + chance(id, salt) * 0.08;
            let (from, length) = (chance(id, salt + 1) * 0.4, 0.3 + chance(id, salt + 2) * 0.3);
            [0.0, 1.0, 2.0, 3.0, 4.0].map(|step: f32| {
                let along = step / 4.0;
                (from + along * length, y + (along * TAU).sin() * 0.018)
            })
        });
        for (down, ink) in [
            (0.0, faint(shade(tone, -0.4), 0.4)),
            (0.02, faint(shade(tone, 0.3), 0.3)),
        ] {
            let moved = ripples.map(|ripple: [At; 5]| ripple.map(|(x, y)| (x, y + down)));
            let moved = moved.iter().map(<[At; 5]>::as_slice);
            self.brush.lines(moved, line, ink);
        }
    }

    /// A bed of embers that reaches to the edges of its cell: a unit on it does not hide it.
    pub(super) fn hazard(&mut self, cell: Cell) {
        let id = self.at(cell);
        let (ember, brush) = (self.colours.hazard, &mut self.brush);
        brush.rounded((0.03, 0.03), (0.94, 0.94), 0.2, shade(ember, -0.62));
        for (place, (column, row)) in (0..20u8).map(|place| (place, (place % 4, place / 4))) {
            let salt = 150 + u32::from(place) * 5;
            let by = |salt| (chance(id, salt) - 0.5) * 0.12;
            // Every other row is moved aside, so that the coals lie as they fell.
            let aside = if row % 2 == 0 { 0.0 } else { 0.09 };
            let middle = (
                (0.13 + f32::from(column) * 0.22 + aside + by(salt)).clamp(0.11, 0.89),
                (0.13 + f32::from(row) * 0.185 + by(salt + 1)).clamp(0.11, 0.89),
            );
            let size = 0.055 + chance(id, salt + 2) * 0.055;
            let turn = chance(id, salt + 3) * TAU;
            let heat = chance(id, salt + 4);
            let coal: Vec<At> = (0..5u8)
                .map(|corner| {
                    let angle = turn + f32::from(corner) / 5.0 * TAU;
                    (middle.0 + angle.cos() * size, middle.1 + angle.sin() * size)
                })
                .collect();
            let ink = if heat < 0.3 {
                shade(ember, -0.3)
            } else {
                ember
            };
            brush.polygon(&coal, ink);
            if heat > 0.55 {
                brush.ellipse(middle, (size * 0.45, size * 0.4), shade(ember, 0.22));
            }
        }
    }

    /// A hole: its far wall is seen, and the dark below. Holes side by side are one.
    pub(super) fn pit(&mut self, cell: Cell) {
        let is_pit = |terrain| terrain == Terrain::Pit;
        let open = |x, y| self.beside(cell, (x, y), false, is_pit);
        let (above, left, right, below) = (open(0, -1), open(-1, 0), open(1, 0), open(0, 1));
        let id = self.at(cell);
        let (dark, rock) = (self.colours.pit, shade(self.colours.floor, 0.02));
        let lip = shade(self.colours.floor, 0.3);
        let brush = &mut self.brush;
        let line = brush.pixel() * 1.5;
        brush.rect((0.0, 0.0), (1.0, 1.0), dark);
        if !above {
            brush.rect((0.0, 0.0), (1.0, 0.44), rock);
            for crack in 0..3u8 {
                let salt = 240 + u32::from(crack) * 2;
                let x = 0.12 + f32::from(crack) * 0.3 + chance(id, salt) * 0.16;
                let low = 0.2 + chance(id, salt + 1) * 0.2;
                brush.line(&[(x, 0.04), (x + 0.03, low)], line, shade(rock, -0.45));
            }
            let fall = ((0.0, 0.46), (0.0, 0.06));
            brush.fade((0.0, 0.0), (1.0, 0.46), fall, dark);
            brush.rect((0.0, 0.0), (1.0, line), lip);
        }
        if !left {
            let fall = ((0.0, 0.0), (0.2, 0.0));
            brush.fade((0.0, 0.0), (0.2, 1.0), fall, shade(rock, -0.35));
            brush.rect((0.0, 0.0), (line, 1.0), shade(lip, -0.3));
        }
        if !right {
            let fall = ((1.0, 0.0), (0.8, 0.0));
            brush.fade((0.8, 0.0), (0.2, 1.0), fall, shade(rock, -0.1));
            brush.rect((1.0 - line, 0.0), (line, 1.0), shade(lip, -0.3));
        }
        if !below {
            brush.rect((0.0, 1.0 - line), (1.0, line), shade(lip, -0.3));
        }
    }
}

/// A point of a cell that keeps away from its edges.
fn held((x, y): At, away: f32) -> At {
    (x.clamp(away, 1.0 - away), y.clamp(away, 1.0 - away))
}
