//! Where places stand on the parchment and which way leads where: arithmetic, no entities. The picture
//! of the ways is made here too.

use foretold_battle::fingerprint;
use foretold_run::{JournalEntry, Map, PlaceId, Run};
use foretold_view::picture::Picture;

use crate::prelude::*;

/// How far floors are from the left and the right edge, in parts of the width, and the place before
/// the first of them.
const FLOORS: (f32, f32) = (0.135, 0.915);
const START: f32 = 0.055;
/// What lies above and below the places, besides a place itself: the numbers of floors.
const ABOVE: f32 = 14.0;
const BELOW: f32 = 32.0;
/// How far a floor strays sideways, and a place up and down, in parts of the room that each has.
const STRAY: Vec2 = Vec2::new(0.1, 0.14);
/// The smallest and the largest place, in pixels at 100%.
const RADIUS: (f32, f32) = (11.0, 23.0);
/// What lies between two places at least.
const BETWEEN: f32 = 8.0;
/// How much larger the boss is.
const BOSS: f32 = 1.25;
/// The legs of a way: it bends a little.
const LEGS: u16 = 24;

/// Where everything is on the parchment, in pixels at 100% from its top left.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MapChart {
    size: Vec2,
    places: Vec<(PlaceId, Vec2)>,
    radius: f32,
    /// How far each floor is from the left. Its places stand below each other: ways that are equally
    /// long bend alike and never cross.
    floors: Vec<f32>,
}

impl MapChart {
    /// Places by floor and column, all a little astray, as the seed says.
    pub(super) fn new(map: &Map, seed: u64, size: Vec2) -> MapChart {
        let floors = map.floors().len().max(2) as u8;
        let apart = (FLOORS.1 - FLOORS.0) / f32::from(floors - 1) * size.x;
        let most = map.floors().iter().map(Vec::len).max().unwrap_or(1).max(3);
        let tall = (size.y - ABOVE - BELOW) / most as f32;
        let radius = (apart * 0.32).min(tall * 0.27).clamp(RADIUS.0, RADIUS.1);
        let (top, bottom) = (ABOVE + radius, size.y - BELOW - radius);
        // Never so far that two places touch.
        let free = |room: f32| ((room - 2.0 * radius - BETWEEN) / 2.0).max(0.0);
        let across = |floor: u8| {
            let along = f32::from(floor - 1) / f32::from(floors - 1);
            let astray = (apart * STRAY.x).min(free(apart));
            let astray = if floor == floors { 0.0 } else { astray };
            FLOORS.0.lerp(FLOORS.1, along) * size.x + astray * drift(seed, floor, None)
        };
        let columns: Vec<f32> = (1..=floors).map(across).collect();
        let places = map.places().map(|place| {
            let count = map.on_floor(place.floor).count() as f32;
            let room = (bottom - top) / count;
            let down = top + (f32::from(place.column) + 0.5) * room;
            let astray = (room.min(apart * 1.4) * STRAY.y).min(free(room));
            let astray = if place.floor == floors { 0.0 } else { astray };
            let down = down + astray * drift(seed, place.floor, Some(place.column));
            (
                place,
                Vec2::new(columns[usize::from(place.floor) - 1], down),
            )
        });
        let places = places.collect();
        MapChart {
            size,
            places,
            radius,
            floors: columns,
        }
    }

    /// Every place with its middle.
    pub(super) fn places(&self) -> impl Iterator<Item = (PlaceId, Vec2)> {
        self.places.iter().copied()
    }

    /// The middle of a place; before the first floor (`None`) that of the door.
    pub(super) fn at(&self, place: Option<PlaceId>) -> Vec2 {
        let known = place.and_then(|place| self.places.iter().find(|(it, _)| *it == place));
        let start = Vec2::new(START * self.size.x, self.size.y / 2.0);
        known.map_or(start, |(_, at)| *at)
    }

    /// How large a place is, from its middle to its edge.
    pub(super) fn radius(&self, place: PlaceId) -> f32 {
        if usize::from(place.floor) == self.floors.len() {
            self.radius * BOSS
        } else {
            self.radius
        }
    }

    /// How far each floor is from the left, for their numbers.
    pub(super) fn floors(&self) -> impl Iterator<Item = (u8, f32)> {
        (1..).zip(self.floors.iter().copied())
    }

    /// A way, leg by leg.
    pub(super) fn way(&self, from: Option<PlaceId>, to: PlaceId) -> Vec<Vec2> {
        let (from, to) = (self.at(from), self.at(Some(to)));
        let leg = |leg: u16| {
            let along = f32::from(leg) / f32::from(LEGS);
            let bent = along * along * (3.0 - 2.0 * along);
            let aside = along.lerp(bent, 0.7);
            Vec2::new(from.x.lerp(to.x, along), from.y.lerp(to.y, aside))
        };
        (0..=LEGS).map(leg).collect()
    }
}

/// How far a floor strays, or a place of it, from −1 to 1.
fn drift(seed: u64, floor: u8, column: Option<u8>) -> f32 {
    let drawn = fingerprint(&(seed, "chart", floor, column));
    (drawn & 0xFFFF) as f32 / 32_767.5 - 1.0
}

/// The places that the company has come to, in order.
pub(super) fn walked(run: &Run) -> Vec<PlaceId> {
    let journal = run.journal().iter();
    let came = journal.filter_map(|entry| match entry {
        JournalEntry::Came(place, _) => Some(*place),
        _ => None,
    });
    came.collect()
}

/// The places that can still be reached from where the company is, near and far.
pub(in crate::pages::run) fn ahead(run: &Run) -> Vec<PlaceId> {
    let map = run.map();
    let mut found = map.ways_from(run.place());
    let mut next = 0;
    while let Some(&place) = found.get(next) {
        for further in map.ways_from(Some(place)) {
            if !found.contains(&further) {
                found.push(further);
            }
        }
        next += 1;
    }
    found
}

/// Inks on the parchment.
const INK: Color = Color::srgb(0.29, 0.2, 0.12);
const BLOOD: Color = Color::srgb(0.53, 0.11, 0.08);

/// Every way: dashed, those out of reach faint, those from here strong, and the one walked as a solid
/// line. Pictures count upwards: the parchment lies below zero.
pub(super) fn ways(run: &Run, chart: &MapChart) -> Picture {
    let mut picture = Picture::default();
    let (map, here, ahead) = (run.map(), run.place(), ahead(run));
    let all = std::iter::once(None).chain(map.places().map(Some));
    for from in all {
        for to in map.ways_from(from) {
            let way = chart.way(from, to);
            if from == here {
                dashed(&mut picture, &way, (7.0, 5.0), 3.0, INK);
            } else if from.is_some_and(|from| ahead.contains(&from)) {
                dashed(&mut picture, &way, (6.0, 5.0), 1.8, INK.with_alpha(0.72));
            } else {
                dashed(&mut picture, &way, (4.0, 6.0), 1.4, INK.with_alpha(0.5));
            }
        }
    }
    let mut from = None;
    for to in walked(run) {
        let way = chart.way(from, to);
        for leg in way.windows(2) {
            let (start, end) = (up(leg[0]), up(leg[1]));
            picture.line(start, end, 4.0, BLOOD);
            picture.disc(end, 2.0, BLOOD);
        }
        from = Some(to);
    }
    if here.is_none() || !walked(run).is_empty() {
        let door = up(chart.at(None));
        picture.disc(door, 5.0, BLOOD);
        picture.ring(door, 9.0, 1.6, BLOOD);
    }
    picture
}

fn up(point: Vec2) -> Vec2 {
    Vec2::new(point.x, -point.y)
}

/// Draws a bent line in dashes.
fn dashed(picture: &mut Picture, way: &[Vec2], (dash, gap): (f32, f32), width: f32, ink: Color) {
    let mut along = 0.0;
    for leg in way.windows(2) {
        let (from, to) = (leg[0], leg[1]);
        let length = from.distance(to);
        // Short enough to begin and end where a dash does.
        let pieces = length.ceil().max(1.0);
        for piece in 0..pieces as u16 {
            let share = |piece: f32| up(from.lerp(to, piece / pieces));
            let middle = along + (f32::from(piece) + 0.5) / pieces * length;
            if middle % (dash + gap) < dash {
                let (start, end) = (share(f32::from(piece)), share(f32::from(piece) + 1.0));
                picture.line(start, end, width, ink);
            }
        }
        along += length;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use foretold_content::Content;
    use foretold_run::{Realm, RunStart};
    use foretold_sim::testing::shipped_files;

    use super::*;

    /// Whether two ways between the same floors cross: one is above the other, then below it.
    fn cross(one: &[Vec2], other: &[Vec2]) -> bool {
        let legs = || one.iter().zip(other);
        assert!(legs().all(|(one, other)| (one.x - other.x).abs() < 0.01));
        let above = legs().any(|(one, other)| one.y < other.y - 0.01);
        above && legs().any(|(one, other)| one.y > other.y + 0.01)
    }

    #[test]
    fn ways_do_not_cross_and_places_keep_their_distance_in_any_room() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let content = Arc::new(content);
        let realm = Arc::new(Realm::new(&content, "descent").expect("it is shipped"));
        for seed in 0..200 {
            let start = RunStart {
                seed,
                level: 0,
                finished: 0,
            };
            let run = Run::begin(&realm, start);
            let map = run.map();
            for size in [Vec2::new(844.0, 538.0), Vec2::new(372.0, 234.0)] {
                let chart = MapChart::new(map, seed, size);
                for (place, at) in chart.places() {
                    let room = Rect::from_corners(Vec2::ZERO, size);
                    let radius = chart.radius(place);
                    assert!(room.inflate(-radius).contains(at), "{place} of {seed}");
                    let others = chart.places().filter(|(other, _)| *other != place);
                    for (other, there) in others {
                        let least = radius + chart.radius(other);
                        assert!(at.distance(there) > least, "{place}, {other} of {seed}");
                    }
                }
                for floor in 1..10 {
                    let ways: Vec<Vec<Vec2>> = map
                        .on_floor(floor)
                        .flat_map(|from| {
                            let to = map.ways_from(Some(from)).into_iter();
                            to.map(move |to| (from, to))
                        })
                        .map(|(from, to)| chart.way(Some(from), to))
                        .collect();
                    for (number, way) in ways.iter().enumerate() {
                        let crosses = ways[number + 1..].iter().any(|other| cross(way, other));
                        assert!(!crosses, "floor {floor} of {seed}");
                    }
                }
            }
        }
    }
}
