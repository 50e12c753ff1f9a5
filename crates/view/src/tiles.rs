//! The patterns of terrain, painted pixel by pixel: each differs from the others even without
//! colour. No Bevy entities here, only pixels.

use bevy::math::Vec2;
use foretold_battle::Terrain;
use foretold_content::{Colour, Palette};

/// Each pixel is the average of this many points across and down.
pub(crate) const SAMPLES: u32 = 3;

/// A pattern on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tile {
    /// Nothing in the way.
    Floor,
    /// Every other floor, so that rows and columns can be followed.
    FloorAlternate,
    /// A low wall on the lower half of the cell's edge.
    HalfCover,
    /// A wall all around, with gaps to enter.
    FullCover,
    /// Bricks.
    Wall,
    /// Steps down into the dark.
    Pit,
    /// Diagonal stripes.
    Hazard,
}

impl Tile {
    /// Every tile, in the order of the texture.
    pub(crate) const ALL: [Tile; 7] = [
        Tile::Floor,
        Tile::FloorAlternate,
        Tile::HalfCover,
        Tile::FullCover,
        Tile::Wall,
        Tile::Pit,
        Tile::Hazard,
    ];

    /// The tile of a terrain; floors alternate.
    pub(crate) fn of(terrain: Terrain, alternate: bool) -> Tile {
        match terrain {
            Terrain::Floor if alternate => Tile::FloorAlternate,
            Terrain::Floor => Tile::Floor,
            Terrain::HalfCover => Tile::HalfCover,
            Terrain::FullCover => Tile::FullCover,
            Terrain::Wall => Tile::Wall,
            Terrain::Pit => Tile::Pit,
            Terrain::Hazard(_) => Tile::Hazard,
        }
    }
}

/// All tiles side by side, as RGBA rows: what the tilemap draws from.
pub(crate) fn paint(side: u32, palette: &Palette) -> Vec<u8> {
    let mut pixels = Vec::with_capacity((side * side * 4) as usize * Tile::ALL.len());
    for y in 0..side {
        for tile in Tile::ALL {
            for x in 0..side {
                pixels.extend(pixel(tile, x, y, side, palette));
            }
        }
    }
    pixels
}

fn pixel(tile: Tile, x: u32, y: u32, side: u32, palette: &Palette) -> [u8; 4] {
    let mut sum = [0u32; 3];
    for sample in 0..SAMPLES * SAMPLES {
        let within = |place: u32, sample: u32| {
            (place as f32 + (sample as f32 + 0.5) / SAMPLES as f32) / side as f32
        };
        let at = Vec2::new(within(x, sample % SAMPLES), within(y, sample / SAMPLES));
        let Colour {
            red, green, blue, ..
        } = point(tile, at, 1.0 / side as f32, palette);
        for (sum, part) in sum.iter_mut().zip([red, green, blue]) {
            *sum += u32::from(part);
        }
    }
    let [red, green, blue] = sum.map(|part| (part / (SAMPLES * SAMPLES)) as u8);
    [red, green, blue, 255]
}

/// The colour at a point of a tile; (0, 0) is its top left, (1, 1) its bottom right. A thin line
/// is `pixel` wide.
fn point(tile: Tile, at: Vec2, pixel: f32, palette: &Palette) -> Colour {
    let edge = at.x < pixel || at.y < pixel;
    let floor = if edge {
        shade(palette.floor, -0.25)
    } else {
        palette.floor
    };
    match tile {
        Tile::Floor => floor,
        Tile::FloorAlternate if edge => floor,
        Tile::FloorAlternate => palette.floor_alternate,
        Tile::HalfCover => cover(at, at.y > 0.5, palette.half_cover, floor),
        Tile::FullCover => cover(at, true, palette.full_cover, floor),
        Tile::Wall => bricks(at, pixel, palette.wall),
        Tile::Pit => pit(at, palette.pit),
        Tile::Hazard => {
            let along = (at.x + at.y) * 3.0;
            if edge || along.fract() >= 0.42 {
                floor
            } else {
                palette.hazard
            }
        }
    }
}

/// A low wall of blocks along the edge of the cell, to stand behind.
fn cover(at: Vec2, here: bool, block: Colour, floor: Colour) -> Colour {
    const MARGIN: f32 = 0.03;
    const THICK: f32 = 0.13;
    let from_edge = at.min(1.0 - at).min_element();
    // Three blocks to a side, with joints between them.
    let along = if at.y.min(1.0 - at.y) < at.x.min(1.0 - at.x) {
        at.x
    } else {
        at.y
    };
    let joint = (along * 3.0).fract();
    if !here || !(MARGIN..MARGIN + THICK).contains(&from_edge) || joint < 0.12 {
        floor
    } else if from_edge < MARGIN + 0.04 {
        shade(block, 0.25)
    } else {
        block
    }
}

/// Rows of bricks, every other row moved by half a brick.
fn bricks(at: Vec2, pixel: f32, brick: Colour) -> Colour {
    const ROWS: f32 = 3.0;
    let row = (at.y * ROWS).floor();
    let shift = if (row as u32).is_multiple_of(2) {
        0.0
    } else {
        0.5
    };
    let (across, down) = ((at.x * 1.5 + shift).fract(), (at.y * ROWS).fract());
    let joint = (2.0 * pixel).max(0.035);
    if across < joint * 1.5 || down < joint * ROWS {
        shade(brick, -0.5)
    } else if down < joint * ROWS + 0.12 {
        shade(brick, 0.14)
    } else {
        brick
    }
}

/// Squares in squares, each darker than the one around it.
fn pit(at: Vec2, pit: Colour) -> Colour {
    let from_edge = at.min(1.0 - at).min_element();
    let step = (from_edge * 8.0).floor().min(3.0);
    shade(pit, 0.16 - step * 0.07)
}

/// A colour made lighter (up to 1) or darker (down to −1).
fn shade(colour: Colour, by: f32) -> Colour {
    let part = |part: u8| {
        let part = f32::from(part);
        let goal = if by > 0.0 { 255.0 } else { 0.0 };
        (part + (goal - part) * by.abs()).round() as u8
    };
    Colour {
        red: part(colour.red),
        green: part(colour.green),
        blue: part(colour.blue),
        alpha: colour.alpha,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: u32 = 40;

    /// The brightness of each pixel of a tile, without its colour.
    fn greys(tile: usize) -> Vec<i32> {
        let pixels = paint(SIDE, &Palette::default());
        let width = SIDE as usize * Tile::ALL.len();
        (0..SIDE as usize)
            .flat_map(|y| (0..SIDE as usize).map(move |x| y * width + tile * SIDE as usize + x))
            .map(|pixel| {
                pixels[pixel * 4..pixel * 4 + 3]
                    .iter()
                    .map(|&part| i32::from(part))
                    .sum()
            })
            .collect()
    }

    /// How much two tiles differ once the overall brightness of each is taken away.
    fn difference(one: &[i32], other: &[i32]) -> i32 {
        let mean = |tile: &[i32]| tile.iter().sum::<i32>() / tile.len() as i32;
        let (one_mean, other_mean) = (mean(one), mean(other));
        let sum: i32 = one
            .iter()
            .zip(other)
            .map(|(one, other)| ((one - one_mean) - (other - other_mean)).abs())
            .sum();
        sum / one.len() as i32
    }

    #[test]
    fn each_terrain_has_a_pattern_and_not_only_a_colour() {
        // The two floors are one terrain.
        let tiles: Vec<Vec<i32>> = (1..Tile::ALL.len()).map(greys).collect();
        for (place, one) in tiles.iter().enumerate() {
            for other in &tiles[place + 1..] {
                let difference = difference(one, other);
                assert!(difference > 8, "two patterns differ by {difference} only");
            }
        }
    }

    #[test]
    fn the_texture_holds_all_tiles_at_any_size() {
        for side in [1, 7, 64] {
            let pixels = paint(side, &Palette::default());
            assert_eq!(
                pixels.len() as u32,
                side * side * 4 * Tile::ALL.len() as u32
            );
        }
    }

    #[test]
    fn floors_alternate_and_nothing_else_does() {
        assert_ne!(
            Tile::of(Terrain::Floor, false),
            Tile::of(Terrain::Floor, true)
        );
        for terrain in Terrain::ALL.into_iter().skip(1) {
            assert_eq!(Tile::of(terrain, false), Tile::of(terrain, true));
        }
    }

    #[test]
    fn each_terrain_has_a_place_in_the_texture() {
        for terrain in Terrain::ALL {
            let tile = Tile::of(terrain, false);
            assert_eq!(Tile::ALL.get(tile as usize), Some(&tile));
        }
    }
}
