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
    pub(super) parchment: Handle<Image>,
    pub(super) ways: Handle<Image>,
    /// One for each kind of place, in their order.
    pub(super) medallions: Vec<Handle<Image>>,
    pub(super) reach: Handle<Image>,
    pub(super) omen: Handle<Image>,
}

/// The last pictures, and what they were made for.
#[derive(Resource, Default)]
pub(super) struct MapPictures {
    ways_for: u64,
    parchment_for: u64,
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
        let ways_for = fingerprint(&(run.map(), run.place(), size, scale.to_bits(), seed));
        let parchment_for = fingerprint(&(size, seed));
        let signs_for = fingerprint(&(scale.to_bits(), 1));
        let old = self.painted.take();
        let fresh_ways = || image_of(&ways(run, chart), below(room), scale);
        let sign = |picture: &Picture, radius: f32| {
            let pixels = 2.0 * radius * scale / medallion::SQUARE.width() * medallion::AROUND;
            image_of(picture, medallion::SQUARE, pixels)
        };
        let painted = match old {
            Some(old) if self.signs_for == signs_for => {
                let parchment = if self.parchment_for == parchment_for {
                    old.parchment
                } else {
                    images.add(parchment(room, seed))
                };
                let ways = if self.ways_for == ways_for {
                    old.ways
                } else {
                    images.add(fresh_ways())
                };
                PaintedMap {
                    parchment,
                    ways,
                    ..old
                }
            }
            _ => PaintedMap {
                parchment: images.add(parchment(room, seed)),
                ways: images.add(fresh_ways()),
                medallions: PlaceKind::ALL
                    .map(|kind| images.add(sign(&medallion(kind), LARGEST)))
                    .to_vec(),
                reach: images.add(image_of(&reach(), REACH_SQUARE, scale)),
                omen: images.add(sign(&medallion(PlaceKind::Shrine), 13.0)),
            },
        };
        (self.ways_for, self.parchment_for, self.signs_for) = (ways_for, parchment_for, signs_for);
        self.painted = Some(painted.clone());
        painted
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
