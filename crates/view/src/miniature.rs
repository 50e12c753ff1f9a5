//! A small picture of a board: its terrain and its units, pixel by pixel. No Bevy entities here,
//! only pixels.

use bevy::math::Vec2;
use foretold_battle::board::SIDE;
use foretold_battle::{Cell, Faction, Setup};
use foretold_content::{Colour, Palette};

use crate::tiles::{SAMPLES, Tile, paint};

/// How far a circle reaches from the middle of its cell, in cells.
const RADIUS: f32 = 0.36;
/// How far a diamond reaches: it looks as large as the circle.
const REACH: f32 = 0.46;
/// How thick the line around either is.
const RIM: f32 = 0.09;

/// The board of a battle with everyone in their places, as RGBA rows. A cell is `cell` pixels wide
/// and high, and the board has [`SIDE`] of them along each side. Friends are circles, enemies
/// diamonds, as on the board itself.
pub fn miniature(setup: &Setup, palette: &Palette, cell: u32) -> Vec<u8> {
    let width = cell * u32::from(SIDE);
    let tiles = paint(cell, palette);
    let row_of_tiles = cell * Tile::ALL.len() as u32;
    let mut pixels = vec![0; (width * width * 4) as usize];
    for place in Cell::all() {
        let alternate = (place.x() + place.y()) % 2 == 1;
        let tile = Tile::of(setup.board.get(place), alternate);
        let token = setup.units.iter().find(|unit| unit.cell == place);
        for (y, x) in (0..cell).flat_map(|y| (0..cell).map(move |x| (y, x))) {
            let from = ((y * row_of_tiles + tile as u32 * cell + x) * 4) as usize;
            let (left, top) = (u32::from(place.x()) * cell, u32::from(place.y()) * cell);
            let to = (((top + y) * width + left + x) * 4) as usize;
            let mut pixel = [tiles[from], tiles[from + 1], tiles[from + 2], 255];
            if let Some(unit) = token {
                cover(&mut pixel, Vec2::new(x as f32, y as f32), cell, |at| {
                    token_at(unit.faction, at, palette)
                });
            }
            pixels[to..to + 4].copy_from_slice(&pixel);
        }
    }
    pixels
}

/// Blends what covers a pixel over it, by how much of the pixel it covers.
fn cover(pixel: &mut [u8; 4], corner: Vec2, cell: u32, drawn: impl Fn(Vec2) -> Option<Colour>) {
    let mut sum = [0u32; 3];
    for sample in 0..SAMPLES * SAMPLES {
        let within = Vec2::new((sample % SAMPLES) as f32, (sample / SAMPLES) as f32);
        let at = (corner + (within + 0.5) / SAMPLES as f32) / cell as f32;
        let colour = drawn(at).map_or([pixel[0], pixel[1], pixel[2]], |colour| {
            [colour.red, colour.green, colour.blue]
        });
        for (sum, part) in sum.iter_mut().zip(colour) {
            *sum += u32::from(part);
        }
    }
    for (part, sum) in pixel.iter_mut().zip(sum) {
        *part = (sum / (SAMPLES * SAMPLES)) as u8;
    }
}

/// The colour of a token at a point of its cell; (0, 0) is the top left, (1, 1) the bottom right.
fn token_at(side: Faction, at: Vec2, palette: &Palette) -> Option<Colour> {
    let away = at - 0.5;
    let (far, edge, fill) = match side {
        Faction::Friendly => (away.length(), RADIUS, palette.friendly),
        Faction::Enemy => (away.x.abs() + away.y.abs(), REACH, palette.enemy),
    };
    if far > edge {
        None
    } else if far > edge - RIM {
        Some(palette.text)
    } else {
        Some(fill)
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::Terrain;
    use foretold_battle::testing::{board, recruit};

    use super::*;

    const CELL: u32 = 20;

    /// The colour at a point of a cell, in parts of it.
    fn at(pixels: &[u8], x: u32, y: u32, (across, down): (f32, f32)) -> [u8; 3] {
        let width = CELL * u32::from(SIDE);
        let place = |cell: u32, part: f32| cell * CELL + (part * CELL as f32) as u32;
        let from = ((place(y, down) * width + place(x, across)) * 4) as usize;
        [pixels[from], pixels[from + 1], pixels[from + 2]]
    }

    fn parts(colour: Colour) -> [u8; 3] {
        [colour.red, colour.green, colour.blue]
    }

    #[test]
    fn terrain_and_both_sides_are_where_the_battle_has_them() {
        let palette = Palette::default();
        let setup = board(
            "
            A . e
            . # .
            ",
        )
        .unit('A', recruit())
        .unit('e', recruit())
        .terrain("L12", Terrain::Pit)
        .setup();
        let pixels = miniature(&setup, &palette, CELL);
        let width = CELL * u32::from(SIDE);
        assert_eq!(pixels.len() as u32, width * width * 4);
        assert!(
            pixels.chunks(4).all(|pixel| pixel[3] == 255),
            "nothing is seen through"
        );
        let middle = (0.5, 0.5);
        assert_eq!(at(&pixels, 0, 0, middle), parts(palette.friendly));
        assert_eq!(at(&pixels, 2, 0, middle), parts(palette.enemy));
        // Between the sides a circle reaches further than a diamond.
        let corner = (0.27, 0.27);
        assert_eq!(at(&pixels, 0, 0, corner), parts(palette.text));
        assert_ne!(at(&pixels, 2, 0, corner), parts(palette.text));
        let beyond = (0.15, 0.15);
        assert_eq!(at(&pixels, 2, 0, beyond), at(&pixels, 4, 4, beyond));
        // The floor, the wall and the pit differ from one another.
        let ground = [(3, 1), (1, 1), (11, 11)].map(|(x, y)| at(&pixels, x, y, (0.5, 0.55)));
        assert_ne!(ground[0], ground[1]);
        assert_ne!(ground[0], ground[2]);
        assert_ne!(ground[1], ground[2]);
    }

    #[test]
    fn another_palette_gives_another_picture() {
        let setup = board("A . e")
            .unit('A', recruit())
            .unit('e', recruit())
            .setup();
        let palette = Palette::default();
        let other = Palette {
            enemy: palette.friendly,
            ..palette
        };
        assert_eq!(
            miniature(&setup, &palette, 8),
            miniature(&setup, &palette, 8)
        );
        assert_ne!(miniature(&setup, &palette, 8), miniature(&setup, &other, 8));
    }
}
