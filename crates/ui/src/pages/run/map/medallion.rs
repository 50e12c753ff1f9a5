//! The medallions of the map: a symbol and a colour for each kind of place.

use foretold_content::PlaceKind;
use foretold_view::picture::Picture;

use crate::prelude::*;

/// What a medallion takes with its shadow, and how large the medallion is in it.
pub(super) const SQUARE: Rect = Rect {
    min: Vec2::splat(-28.0),
    max: Vec2::splat(28.0),
};
const RADIUS: f32 = 24.0;
/// The rim, and the symbol.
const CREAM: Color = Color::srgb(0.96, 0.92, 0.83);
const GOLD: Color = Color::srgb(0.93, 0.79, 0.33);

/// How many times as large its square is.
pub(super) const AROUND: f32 = 28.0 / RADIUS;

/// The colour of a kind.
pub(in super::super) fn ground(kind: PlaceKind) -> Color {
    match kind {
        PlaceKind::Fight => Color::srgb_u8(0x3A, 0x2D, 0x24),
        PlaceKind::Elite => Color::srgb_u8(0x86, 0x1C, 0x18),
        PlaceKind::Camp => Color::srgb_u8(0x24, 0x62, 0x4B),
        PlaceKind::Teacher => Color::srgb_u8(0x27, 0x4C, 0x7D),
        PlaceKind::Cache => Color::srgb_u8(0x7C, 0x5A, 0x17),
        PlaceKind::Shrine => Color::srgb_u8(0x5A, 0x39, 0x91),
        PlaceKind::Boss => Color::srgb_u8(0x17, 0x15, 0x1E),
    }
}

/// The medallion of a kind of place.
pub(super) fn medallion(kind: PlaceKind) -> Picture {
    let mut picture = Picture::default();
    let dark = ground(kind);
    for spread in [3.0, 1.5, 0.0] {
        let ink = Color::BLACK.with_alpha(0.16);
        picture.disc(Vec2::new(1.2, -2.0), RADIUS + spread - 1.0, ink);
    }
    let rim = if kind == PlaceKind::Boss { GOLD } else { CREAM };
    picture.disc(Vec2::ZERO, RADIUS, rim);
    picture.disc(Vec2::ZERO, RADIUS - 2.6, dark);
    symbol(&mut picture, kind, dark);
    picture
}

fn symbol(picture: &mut Picture, kind: PlaceKind, dark: Color) {
    match kind {
        PlaceKind::Fight => swords(picture),
        PlaceKind::Elite => skull(picture, dark),
        PlaceKind::Camp => fire(picture, dark),
        PlaceKind::Teacher => book(picture, dark),
        PlaceKind::Cache => chest(picture, dark),
        PlaceKind::Shrine => eye(picture, dark),
        PlaceKind::Boss => crown(picture),
    }
}

/// A point to the right of the middle, or to the left.
fn aside(side: f32, x: f32, y: f32) -> Vec2 {
    Vec2::new(side * x, y)
}

fn swords(picture: &mut Picture) {
    for side in [-1.0, 1.0] {
        let at = |x, y| aside(side, x, y);
        let (hilt, tip) = (at(-10.5, -10.5), at(8.0, 8.0));
        picture.line(hilt, tip, 3.4, CREAM);
        let point = [at(6.8, 9.2), at(9.2, 6.8), at(12.0, 12.0)];
        picture.polygon(point, CREAM);
        picture.line(at(-10.0, -3.6), at(-3.6, -10.0), 3.0, CREAM);
        picture.disc(hilt, 2.6, CREAM);
    }
}

fn skull(picture: &mut Picture, dark: Color) {
    for side in [-1.0, 1.0] {
        let at = |x, y| aside(side, x, y);
        picture.polygon([at(3.0, 8.0), at(9.4, 5.0), at(11.5, 15.0)], CREAM);
    }
    picture.disc(Vec2::new(0.0, 2.0), 10.0, CREAM);
    let jaw = Rect::new(-5.6, -12.0, 5.6, -2.0);
    picture.rounded(jaw, 2.0, CREAM);
    for side in [-1.0, 1.0] {
        picture.disc(aside(side, 4.2, 1.2), 2.9, dark);
        picture.line(aside(side, 2.0, -12.5), aside(side, 2.0, -8.6), 1.3, dark);
    }
    picture.diamond(Vec2::new(0.0, -4.4), 2.2, dark);
}

fn fire(picture: &mut Picture, dark: Color) {
    for side in [-1.0, 1.0] {
        let (from, to) = (aside(side, -10.5, -12.0), aside(side, 10.5, -7.4));
        picture.line(from, to, 3.4, CREAM);
    }
    let flame = |picture: &mut Picture, size: f32, low: f32, ink: Color| {
        let at = |x: f32, y: f32| Vec2::new(x * size, low + y * size);
        picture.disc(at(0.0, 6.0), 6.6 * size, ink);
        picture.polygon([at(-6.2, 8.2), at(6.2, 8.2), at(-0.8, 20.5)], ink);
    };
    flame(picture, 1.0, -5.8, CREAM);
    flame(picture, 0.46, -4.4, dark);
}

fn book(picture: &mut Picture, dark: Color) {
    for side in [-1.0, 1.0] {
        let at = |x, y| aside(side, x, y);
        let page = [at(1.0, 6.6), at(12.5, 9.0), at(12.5, -7.0), at(1.0, -9.6)];
        picture.polygon(page, CREAM);
        for line in [4.4, 0.6, -3.2] {
            picture.line(at(3.6, line - 1.4), at(10.0, line), 1.4, dark);
        }
    }
}

fn chest(picture: &mut Picture, dark: Color) {
    picture.rounded(Rect::new(-11.5, -10.0, 11.5, 1.2), 1.6, CREAM);
    picture.rounded(Rect::new(-11.5, 2.8, 11.5, 11.0), 5.0, CREAM);
    picture.rectangle(Rect::new(-11.5, 2.8, 11.5, 6.0), CREAM);
    picture.rounded(Rect::new(-3.0, -4.2, 3.0, 4.6), 1.5, dark);
    picture.disc(Vec2::new(0.0, 0.4), 1.5, CREAM);
}

/// An eye, open: also what an omen is.
fn eye(picture: &mut Picture, dark: Color) {
    let arc = |up: f32| {
        (0..=12).map(move |step| {
            let across = step as f32 / 6.0 - 1.0;
            Vec2::new(across * 13.5, up * 8.4 * (1.0 - across * across))
        })
    };
    let lens: Vec<Vec2> = arc(1.0).chain(arc(-1.0).rev()).collect();
    picture.polygon(lens, CREAM);
    picture.disc(Vec2::ZERO, 5.6, dark);
    picture.disc(Vec2::new(1.5, 1.6), 1.9, CREAM);
}

fn crown(picture: &mut Picture) {
    picture.rectangle(Rect::new(-11.0, -10.0, 11.0, -5.6), GOLD);
    for side in [-1.0, 1.0] {
        let at = |x, y| aside(side, x, y);
        picture.polygon([at(2.6, -4.4), at(11.0, -4.4), at(11.8, 7.6)], GOLD);
        picture.disc(at(11.8, 8.0), 1.9, GOLD);
    }
    let spike = [
        Vec2::new(-6.4, -4.4),
        Vec2::new(6.4, -4.4),
        Vec2::new(0.0, 10.0),
    ];
    picture.polygon(spike, GOLD);
    picture.disc(Vec2::new(0.0, 11.0), 2.2, GOLD);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_symbol_and_a_colour_of_its_own() {
        let all = PlaceKind::ALL.map(|kind| (kind, medallion(kind), ground(kind)));
        for (kind, picture, ink) in &all {
            let others = all.iter().filter(|(other, ..)| other != kind);
            for (other, other_picture, other_ink) in others {
                assert_ne!(ink, other_ink, "{kind:?} and {other:?}");
                let shapes = |picture: &Picture| {
                    let fills = picture.fills.iter();
                    fills.map(|fill| fill.points.clone()).collect::<Vec<_>>()
                };
                assert_ne!(
                    shapes(picture),
                    shapes(other_picture),
                    "{kind:?}, {other:?}"
                );
            }
        }
    }
}
