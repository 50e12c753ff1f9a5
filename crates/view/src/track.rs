//! Tracks: lines through several points on screen, their lengths, parts and dashes.

use bevy::prelude::*;

/// A line moved to its right: its corners stay as far from the old ones as its straight parts.
pub(crate) fn moved_right(points: &[Vec2], aside: f32) -> Vec<Vec2> {
    let right = |from: Vec2, to: Vec2| -(to - from).normalize_or_zero().perp();
    let sides: Vec<Vec2> = points.windows(2).map(|leg| right(leg[0], leg[1])).collect();
    let corner = |place: usize| {
        let before = place.checked_sub(1).and_then(|before| sides.get(before));
        match (before, sides.get(place)) {
            (Some(one), Some(other)) => (one + other) / (1.0 + one.dot(*other)).max(0.3),
            (Some(side), None) | (None, Some(side)) => *side,
            (None, None) => Vec2::ZERO,
        }
    };
    let moved = points.iter().enumerate();
    moved
        .map(|(place, point)| point + corner(place) * aside)
        .collect()
}

/// A straight part of a line on screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineEnds {
    /// Where it starts.
    pub from: Vec2,
    /// Where it ends: the tip of the arrow, or the middle of the marker.
    pub to: Vec2,
}

/// A point on a track: this share of its way from the beginning.
pub(crate) fn point_on(track: &[Vec2], share: f32) -> Vec2 {
    let mut left = length(track) * share;
    for (from, to) in track.windows(2).map(|leg| (leg[0], leg[1])) {
        let length = from.distance(to);
        if left <= length && length > 0.0 {
            return from.lerp(to, left / length);
        }
        left -= length;
    }
    track.last().copied().unwrap_or_default()
}

/// How long a track is.
pub(crate) fn length(track: &[Vec2]) -> f32 {
    track.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// The dashes of a line, from its beginning: each with its two ends. The last is cut at the end.
pub fn dashes(track: LineEnds, dash: f32, gap: f32) -> Vec<(Vec2, Vec2)> {
    let length = track.from.distance(track.to);
    let way = (track.to - track.from).normalize_or_zero();
    let period = dash + gap;
    if length <= 0.0 || period <= 0.0 {
        return Vec::new();
    }
    (0..(length / period).ceil() as u32)
        .map(|number| number as f32 * period)
        .map(|begins| {
            let ends = (begins + dash).min(length);
            (track.from + way * begins, track.from + way * ends)
        })
        .collect()
}

/// The first share of a track.
pub(crate) fn first_part(track: Vec<Vec2>, share: f32) -> Vec<Vec2> {
    if share >= 1.0 {
        return track;
    }
    let tip = point_on(&track, share);
    let whole = length(&track);
    let mut gone = 0.0;
    let mut part: Vec<Vec2> = Vec::new();
    for (place, point) in track.iter().enumerate() {
        if place > 0 {
            gone += track[place - 1].distance(*point);
        }
        if gone >= whole * share && place > 0 {
            break;
        }
        part.push(*point);
    }
    part.push(tip);
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_on_a_track_lies_on_its_legs() {
        let track = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 30.0)];
        assert_eq!(point_on(&track, 0.0), Vec2::ZERO);
        assert_eq!(point_on(&track, 0.5), Vec2::new(10.0, 10.0));
        assert_eq!(point_on(&track, 1.0), track[2]);
        assert_eq!(point_on(&[], 0.5), Vec2::ZERO);
    }

    #[test]
    fn a_line_grows_from_its_beginning() {
        let track = vec![Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 30.0)];
        let part = |share: f32| first_part(track.clone(), share);
        assert_eq!(part(0.125), [Vec2::ZERO, Vec2::new(5.0, 0.0)]);
        assert_eq!(part(0.5), [track[0], track[1], Vec2::new(10.0, 10.0)]);
        assert_eq!(part(1.0), track);
        assert!(part(0.0).iter().all(|point| *point == Vec2::ZERO));
    }

    #[test]
    fn dashes_cover_the_line_from_end_to_end_and_leave_gaps() {
        let track = LineEnds {
            from: Vec2::ZERO,
            to: Vec2::new(33.0, 0.0),
        };
        let dashes = dashes(track, 8.0, 6.0);
        let ends: Vec<(f32, f32)> = dashes.iter().map(|(from, to)| (from.x, to.x)).collect();
        assert_eq!(ends, [(0.0, 8.0), (14.0, 22.0), (28.0, 33.0)]);
        let nowhere = LineEnds {
            from: Vec2::ONE,
            to: Vec2::ONE,
        };
        assert!(super::dashes(nowhere, 8.0, 6.0).is_empty());
    }
}
