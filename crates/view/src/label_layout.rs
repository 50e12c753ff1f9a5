//! Places for labels on the board: none on another, none over a name or a bar, if there is room.

use bevy::prelude::*;

/// How bad it is to cover a part of a token, and as much of another label.
const FACE_WEIGHT: f32 = 6.0;
const LABEL_WEIGHT: f32 = 12.0;
/// How much of itself a label may cover to be at a place that is better by one.
const RANK_WEIGHT: f32 = 0.012;
/// Between two labels, in pixels.
const GAP: f32 = 1.0;

/// The labels that have a place so far, and what they should not cover.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelLayout {
    /// All labels stay in here.
    room: Rect,
    /// What should stay visible.
    faces: Vec<Rect>,
    labels: Vec<Rect>,
}

impl LabelLayout {
    /// No labels yet.
    pub(crate) fn new(room: Rect) -> LabelLayout {
        LabelLayout { room, ..default() }
    }

    /// Something that labels should not cover.
    pub(crate) fn keep_free(&mut self, face: Rect) {
        self.faces.push(face);
    }

    /// A label that has its place already.
    pub(crate) fn take(&mut self, label: Rect) {
        self.labels.push(label);
    }

    /// Puts a label at one of these places, the best first: rather at a late one than over something,
    /// but rather a little over a token than far away. Returns its middle.
    pub(crate) fn place(&mut self, size: Vec2, places: impl IntoIterator<Item = Vec2>) -> Vec2 {
        let mut best: Option<(f32, Rect)> = None;
        for (rank, place) in places.into_iter().enumerate() {
            let rect = self.pushed_in(Rect::from_center_size(place, size));
            let cost = self.covered_by(rect) + rank as f32 * RANK_WEIGHT * size.x * size.y;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, rect));
            }
        }
        let rect = best.map_or(Rect::default(), |(_, rect)| rect);
        self.labels.push(rect);
        rect.center()
    }

    /// The same label inside the room.
    fn pushed_in(&self, rect: Rect) -> Rect {
        let least = self.room.min + rect.half_size();
        let most = (self.room.max - rect.half_size()).max(least);
        Rect::from_center_size(rect.center().clamp(least, most), rect.size())
    }

    fn covered_by(&self, rect: Rect) -> f32 {
        let shared = |other: &Rect| {
            let both = rect.intersect(*other);
            both.width() * both.height()
        };
        let faces: f32 = self.faces.iter().map(shared).sum();
        let labels: f32 = self
            .labels
            .iter()
            .map(|label| shared(&label.inflate(GAP)))
            .sum();
        faces * FACE_WEIGHT + labels * LABEL_WEIGHT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> Rect {
        Rect::from_center_size(Vec2::ZERO, Vec2::splat(100.0))
    }

    #[test]
    fn a_label_takes_the_first_free_place_and_the_next_one_another() {
        let mut layout = LabelLayout::new(room());
        layout.keep_free(Rect::from_center_size(Vec2::ZERO, Vec2::splat(10.0)));
        let places = [Vec2::ZERO, Vec2::new(30.0, 0.0), Vec2::new(0.0, 30.0)];
        let size = Vec2::new(20.0, 8.0);
        assert_eq!(layout.place(size, places), places[1]);
        assert_eq!(layout.place(size, places), places[2]);
        // Rather over a face than over a label.
        assert_eq!(layout.place(size, places), places[0]);
    }

    #[test]
    fn no_label_leaves_the_room() {
        let mut layout = LabelLayout::new(room());
        let at = layout.place(Vec2::new(20.0, 8.0), [Vec2::new(70.0, -70.0)]);
        assert_eq!(at, Vec2::new(40.0, -46.0));
        let wide = layout.place(Vec2::new(200.0, 8.0), [Vec2::ZERO]);
        assert!(wide.is_finite());
    }
}
