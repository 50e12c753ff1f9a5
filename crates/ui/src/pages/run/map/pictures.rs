//! The pictures of the map, made once for a run, a place and a size.

use foretold_battle::fingerprint;
use foretold_content::PlaceKind;
use foretold_run::Run;
use foretold_view::image_of;
use foretold_view::picture::Picture;

use super::chart::{MapChart, ways};
use super::medallion::{self, medallion};
use super::parchment::parchment;
use crate::prelude::*;

/// What is written on the parchment.
pub(in super::super) const INK: Color = Color::srgb(0.22, 0.14, 0.08);
/// How many times as large as a medallion the ring around one in reach is.
pub(super) const REACH: f32 = 1.42;
/// The largest medallion, from its middle to its edge, in pixels at 100%.
const LARGEST: f32 = 34.0;
/// More pixels than this for one of the screen at 100% nobody sees.
const MOST_SCALE: f32 = 3.0;

/// What the map is drawn with.
#[derive(Clone)]
pub(super) struct PaintedMap {
    /// The parchment, with the ways on it.
    pub(super) chart: Handle<Image>,
    /// One for each kind of place, in their order.
    pub(super) medallions: Vec<Handle<Image>>,
    pub(super) reach: Handle<Image>,
    pub(super) omen: Handle<Image>,
}

/// The last pictures, and what they were made for.
#[derive(Resource, Default)]
pub(super) struct MapPictures {
    chart_for: u64,
    parchment_for: u64,
    parchment: Option<Image>,
    signs_for: u64,
    painted: Option<PaintedMap>,
}

impl MapPictures {
    /// The pictures for a run, in this room and with this many pixels for each of it.
    pub(super) fn paint(
        &mut self,
        run: &Run,
        chart: &MapChart,
        (room, scale): (Vec2, f32),
        images: &mut Assets<Image>,
    ) -> PaintedMap {
        let scale = scale.min(MOST_SCALE);
        let seed = run.start().seed;
        let size = room.to_array().map(f32::to_bits);
        let chart_for = fingerprint(&(run.map(), run.place(), size, scale.to_bits(), seed));
        let parchment_for = fingerprint(&(size, seed));
        let signs_for = fingerprint(&(scale.to_bits(), 1));
        let old = self.painted.take();
        if self.parchment_for != parchment_for || self.parchment.is_none() {
            self.parchment = Some(parchment(room, seed));
        }
        let fresh_chart = || {
            let mut drawn = image_of(&ways(run, chart), below(room), scale);
            if let Some(parchment) = &self.parchment {
                lay_under(&mut drawn, parchment, scale);
            }
            drawn
        };
        let sign = |picture: &Picture, radius: f32| {
            let pixels = 2.0 * radius * scale / medallion::SQUARE.width() * medallion::AROUND;
            image_of(picture, medallion::SQUARE, pixels)
        };
        let painted = match old {
            Some(old) if self.signs_for == signs_for => {
                let chart = if self.chart_for == chart_for {
                    old.chart
                } else {
                    images.add(fresh_chart())
                };
                PaintedMap { chart, ..old }
            }
            _ => PaintedMap {
                chart: images.add(fresh_chart()),
                medallions: PlaceKind::ALL
                    .map(|kind| images.add(sign(&medallion(kind), LARGEST)))
                    .to_vec(),
                reach: images.add(image_of(&reach(), REACH_SQUARE, scale)),
                omen: images.add(sign(&medallion(PlaceKind::Shrine), 13.0)),
            },
        };
        (self.chart_for, self.parchment_for, self.signs_for) =
            (chart_for, parchment_for, signs_for);
        self.painted = Some(painted.clone());
        painted
    }
}

/// Lays a picture with a pixel for each of the screen at 100% under another, that has `scale` for each:
/// one layer costs half of two.
fn lay_under(over: &mut Image, under: &Image, scale: f32) {
    let (size, of) = (over.size(), under.size());
    let (Some(over), Some(under)) = (over.data.as_mut(), under.data.as_ref()) else {
        return;
    };
    let place = |at: u32, most: u32| {
        let at = ((at as f32 + 0.5) / scale - 0.5).clamp(0.0, most as f32 - 1.0);
        let first = at as u32;
        (first, (first + 1).min(most - 1), at - first as f32)
    };
    let columns: Vec<(u32, u32, f32)> = (0..size.x).map(|x| place(x, of.x)).collect();
    let mut pixels = over.chunks_exact_mut(4);
    for y in 0..size.y {
        let (top, bottom, down) = place(y, of.y);
        for &(left, right, along) in &columns {
            let Some(pixel) = pixels.next() else {
                return;
            };
            let opacity = f32::from(pixel[3]) / 255.0;
            for part in 0..4 {
                let at = |x: u32, y: u32| f32::from(under[((y * of.x + x) * 4) as usize + part]);
                let above = at(left, top) + (at(right, top) - at(left, top)) * along;
                let below = at(left, bottom) + (at(right, bottom) - at(left, bottom)) * along;
                let paper = above + (below - above) * down;
                let own = if part == 3 {
                    255.0
                } else {
                    f32::from(pixel[part])
                };
                pixel[part] = (paper + (own - paper) * opacity) as u8;
            }
        }
    }
}

/// The parchment as pictures count: upwards.
fn below(room: Vec2) -> Rect {
    Rect::new(0.0, -room.y, room.x, 0.0)
}

const REACH_SQUARE: Rect = Rect {
    min: Vec2::splat(-36.0),
    max: Vec2::splat(36.0),
};

/// A dashed ring of gold with a dark edge, to be seen on parchment.
fn reach() -> Picture {
    let mut picture = Picture::default();
    let dash = |picture: &mut Picture, width: f32, more: f32, ink: Color| {
        for number in 0..16 {
            let at = |part: f32| {
                let turn = (number as f32 + part) / 16.0 * std::f32::consts::TAU;
                Vec2::from_angle(turn) * 32.5
            };
            for leg in 0..4 {
                let part = |leg: i32| -more + (0.62 + 2.0 * more) * leg as f32 / 4.0;
                picture.line(at(part(leg)), at(part(leg + 1)), width, ink);
            }
        }
    };
    dash(&mut picture, 5.4, 0.04, INK);
    dash(&mut picture, 3.2, 0.0, Color::srgb(0.98, 0.78, 0.2));
    picture
}
