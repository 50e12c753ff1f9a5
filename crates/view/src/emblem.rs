//! The game in one sign: a friend, a blow that is foretold, an enemy.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The drawing, 64 × 64.
const DRAWING: &str = include_str!("emblem.svg");

/// The emblem as a square of this many pixels a side: red, green, blue and opacity of each.
pub fn emblem(side: u32) -> Option<Vec<u8>> {
    let tree = Tree::from_str(DRAWING, &Options::default()).ok()?;
    let mut pixels = Pixmap::new(side, side)?;
    let scale = side as f32 / tree.size().width();
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Some(pixels.take_demultiplied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_blue_below_and_orange_above_at_every_size() {
        for side in [16, 32, 64, 256] {
            let pixels = emblem(side).expect("the drawing is sound");
            assert_eq!(pixels.len() as u32, side * side * 4);
            let at = |x: u32, y: u32| {
                let place = (y * side / 64 * side + x * side / 64) as usize * 4;
                [
                    pixels[place],
                    pixels[place + 1],
                    pixels[place + 2],
                    pixels[place + 3],
                ]
            };
            assert_eq!(at(18, 46), [0x00, 0x72, 0xb2, 0xff], "{side}");
            assert_eq!(at(46, 18), [0xe6, 0x9f, 0x00, 0xff], "{side}");
            assert!(at(0, 0)[3] < 0x80, "{side}: its corners are round");
        }
    }
}
