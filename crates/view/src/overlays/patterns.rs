//! Patterns, so that no meaning rests on colour alone, and small plates to write on.

use bevy::prelude::*;
use foretold_battle::Cell;
use foretold_battle::board::CellSet;

use crate::board_space::BoardSpace;
use crate::picture::{Face, Picture};

/// The sides of a cell where a zone ends, a little inside the cell, each with its two ends.
pub(crate) fn sides_at_edge(
    cell: Cell,
    zone: CellSet,
    space: &BoardSpace,
) -> impl Iterator<Item = (Vec2, Vec2)> {
    let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter();
    let outwards = ways.filter(move |&(dx, dy)| {
        let next = cell.offset(dx, dy);
        !next.is_some_and(|next| zone.contains(next))
    });
    outwards.map(move |(dx, dy)| {
        let out = Vec2::new(f32::from(dx), f32::from(-dy)) * space.cell;
        let (at, along) = (space.middle(cell) + out * 0.47, out.perp() * 0.5);
        (at - along, at + along)
    })
}

/// Lines at 45 degrees over a rectangle, rising to the right or falling.
pub fn hatch(picture: &mut Picture, rect: Rect, apart: f32, rising: bool, ink: Color) {
    let width = (apart * 0.22).max(1.0);
    stripes(picture, rect, (apart, width), rising, ink);
}

/// The same, of this width.
pub(crate) fn stripes(
    picture: &mut Picture,
    rect: Rect,
    (apart, width): (f32, f32),
    rising: bool,
    ink: Color,
) {
    let (wide, high) = (rect.width(), rect.height());
    let point = |x: f32, y: f32| {
        let x = if rising { x } else { wide - x };
        rect.min + Vec2::new(x, y)
    };
    let mut shift = apart / 2.0 - wide;
    while shift < high {
        let from = (-shift).max(0.0);
        let to = (high - shift).min(wide);
        picture.line(point(from, from + shift), point(to, to + shift), width, ink);
        shift += apart;
    }
}

/// A text on a dark plate, perhaps with an icon before it.
pub(super) struct TextPlate {
    pub(super) icon: Option<char>,
    pub(super) text: String,
    /// Its font size.
    pub(super) size: f32,
    pub(super) ink: Color,
    pub(super) ground: Color,
}

impl TextPlate {
    /// Its size.
    pub(super) fn dimensions(&self) -> Vec2 {
        let wide = (self.letters() + self.sign()).max(self.size * 0.8);
        Vec2::new(wide + self.size * 0.35, self.size * 1.2)
    }

    /// The width of its letters.
    fn letters(&self) -> f32 {
        self.text.chars().count() as f32 * 0.58 * self.size
    }

    /// The width of its icon.
    fn sign(&self) -> f32 {
        self.icon.map_or(0.0, |_| self.size * 1.15)
    }

    /// Draws it with its middle at a place.
    pub(super) fn draw(&self, picture: &mut Picture, at: Vec2) {
        let rect = Rect::from_center_size(at, self.dimensions());
        picture.rounded(rect.inflate(1.0), self.size * 0.35, Color::BLACK);
        picture.rounded(rect, self.size * 0.3, self.ground);
        if let Some(icon) = self.icon {
            let middle = at - Vec2::new(self.letters() / 2.0, 0.0);
            picture.label(icon, Face::Icon, self.size, middle, self.ink);
        }
        let middle = at + Vec2::new(self.sign() / 2.0, 0.0);
        picture.label(&self.text, Face::Bold, self.size, middle, self.ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stay_where_they_belong_and_differ() {
        let rect = Rect::new(10.0, 20.0, 30.0, 60.0);
        let drawn = |paint: &dyn Fn(&mut Picture)| {
            let mut picture = Picture::default();
            paint(&mut picture);
            assert!(picture.fills.len() >= 4, "{}", picture.fills.len());
            let around = rect.inflate(1.5);
            for point in picture.fills.iter().flat_map(|fill| &fill.points) {
                assert!(around.contains(*point), "{point}");
            }
            picture
        };
        let rising = drawn(&|picture| hatch(picture, rect, 8.0, true, Color::WHITE));
        let falling = drawn(&|picture| hatch(picture, rect, 8.0, false, Color::WHITE));
        assert!(rising != falling);
    }
}
