//! The parchment that the map is drawn on, pixel by pixel: ragged, stained, lit by a candle.

use foretold_battle::fingerprint;
use foretold_view::image_from;

use crate::prelude::*;

/// Where the candle lights it, where it does not, and where it was singed.
const LIT: Vec3 = Vec3::new(230.0, 197.0, 143.0);
const PLAIN: Vec3 = Vec3::new(217.0, 196.0, 151.0);
const SINGED: Vec3 = Vec3::new(158.0, 124.0, 78.0);
/// How far the singe reaches in from the edge, in pixels.
const SINGE: f32 = 15.0;
/// The room around it for its shadow.
const AROUND: f32 = 7.0;
/// Where its shadow falls.
const SHADOW: Vec2 = Vec2::new(3.0, 5.0);

/// A parchment of this size, with a pixel for each; the same seed gives the same stains.
pub(in super::super) fn parchment(size: Vec2, seed: u64) -> Image {
    let pixels = size.ceil().as_uvec2().max(UVec2::ONE);
    let noise = Grain(fingerprint(&(seed, "parchment")) as u32);
    let mut bytes = Vec::with_capacity((pixels.x * pixels.y * 4) as usize);
    for row in 0..pixels.y {
        for column in 0..pixels.x {
            let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            bytes.extend(pixel(at, size, noise));
        }
    }
    image_from(pixels, bytes)
}

fn pixel(at: Vec2, size: Vec2, noise: Grain) -> [u8; 4] {
    let inside = depth(at, size, noise);
    let shade = (depth(at - SHADOW, size, noise) / 6.0 + 0.7).clamp(0.0, 1.0) * 0.55;
    if inside <= -1.0 {
        return [0, 0, 0, (shade * 255.0) as u8];
    }
    let from_middle = ((at / size - Vec2::new(0.45, 0.5)) * Vec2::new(1.5, 1.7)).length();
    let mut ink = LIT.lerp(PLAIN, from_middle.clamp(0.0, 1.0));
    let rough = noise.smooth(at, 46.0) * 0.6 + noise.smooth(at, 13.0) * 0.4;
    ink *= 1.0 + (rough - 0.5) * 0.075;
    ink *= 1.0 + (noise.at(at.as_ivec2()) - 0.5) * 0.022;
    let singe = 1.0 - ((inside + (rough - 0.5) * 9.0) / SINGE).clamp(0.0, 1.0);
    ink = ink.lerp(SINGED, singe * singe * 0.75);
    let solid = (inside + 1.0).clamp(0.0, 1.0);
    let [red, green, blue] = (ink * solid).to_array().map(|part| part as u8);
    [red, green, blue, (solid.max(shade) * 255.0) as u8]
}

/// How far inside the ragged edge a point is; less than nothing outside.
fn depth(at: Vec2, size: Vec2, noise: Grain) -> f32 {
    let ragged = |along: f32, side: f32| {
        let at = Vec2::new(along, side * 977.0);
        AROUND + (noise.smooth(at, 61.0) - 0.5) * 7.0 + (noise.smooth(at, 9.0) - 0.5) * 2.4
    };
    let edges = [
        at.x - ragged(at.y, 1.0),
        size.x - at.x - ragged(at.y, 2.0),
        at.y - ragged(at.x, 3.0),
        size.y - at.y - ragged(at.x, 4.0),
    ];
    edges.into_iter().fold(f32::MAX, f32::min)
}

/// Numbers from 0 to 1 that look like chance.
#[derive(Clone, Copy)]
struct Grain(u32);

impl Grain {
    fn at(self, cell: IVec2) -> f32 {
        let mixed = (cell.x as u32).wrapping_mul(0x9E37_79B1)
            ^ (cell.y as u32).wrapping_mul(0x85EB_CA77)
            ^ self.0;
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
        let mixed = (mixed ^ mixed >> 12).wrapping_mul(0x297A_2D39);
        ((mixed ^ mixed >> 15) & 0xFFFF) as f32 / 65_535.0
    }

    /// The same without jumps, over cells of this many pixels.
    fn smooth(self, at: Vec2, cell: f32) -> f32 {
        let scaled = at / cell;
        let corner = scaled.floor();
        let part = scaled - corner;
        let part = part * part * (Vec2::splat(3.0) - 2.0 * part);
        let at = |x: i32, y: i32| self.at(corner.as_ivec2() + IVec2::new(x, y));
        let above = at(0, 0).lerp(at(1, 0), part.x);
        let below = at(0, 1).lerp(at(1, 1), part.x);
        above.lerp(below, part.y)
    }
}
