//! Whether everything that is drawn on the ground stands out from it, measured on painted pixels,
//! for people who see all colours and for those who do not.

use std::path::Path;

use bevy::prelude::*;
use foretold_battle::board::SIDE;
use foretold_battle::{Board, Cell, Terrain};
use foretold_content::{Colour, Content, FileKind, Files, GroundStyle, Palette};

use super::Painter;
use crate::look::colour;
use crate::overlays::threat::WASH;
use crate::picture::contrast_to;

/// The side of a cell in pixels.
const CELL: u32 = 24;
/// Pixels are looked at in squares of this side, as an eye would.
const BLOCK: u32 = 4;
/// The least contrast of lines and edges, and of numbers (WCAG).
const EDGES: f32 = 3.0;
/// The same for lines and edges as others see them: what they see is an estimate.
const ESTIMATED: f32 = 2.7;
const ALL_COLOURS: &str = "all colours";
const NUMBERS: f32 = 4.5;

/// Linear red, green and blue.
type Light = [f32; 3];

/// How people see, as matrices on linear light (Machado, Oliveira and Fernandes 2009, severity 1).
const EYES: [(&str, [Light; 3]); 4] = [
    (
        ALL_COLOURS,
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn seen(light: Light, eyes: &[Light; 3]) -> Light {
    eyes.map(|row| {
        let sum: f32 = row
            .iter()
            .zip(light)
            .map(|(share, part)| share * part)
            .sum();
        sum.clamp(0.0, 1.0)
    })
}

fn luminance([red, green, blue]: Light) -> f32 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: Light, other: Light) -> f32 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

fn light(ink: Color) -> Light {
    let linear = ink.to_linear();
    [linear.red, linear.green, linear.blue]
}

/// The distance of two colours as people judge it (CIE 1976).
fn distance(one: Light, other: Light) -> f32 {
    let lab = |[red, green, blue]: Light| {
        let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505;
        let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089;
        let root = |part: f32| {
            if part > 0.008_856 {
                part.cbrt()
            } else {
                7.787 * part + 16.0 / 116.0
            }
        };
        let (x, y, z) = (root(x), root(y), root(z));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    };
    let (one, other) = (lab(one), lab(other));
    let sum: f32 = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum();
    sum.sqrt()
}

fn palettes() -> [(&'static str, Palette); 3] {
    [
        ("own", Palette::default()),
        ("high contrast", Palette::high_contrast()),
        ("light", Palette::light()),
    ]
}

/// Every ground that is shipped, and that of a board which names none.
fn grounds() -> Vec<(String, GroundStyle)> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let files = Files::read(&assets).expect("the folder is there");
    let content = Content::load(&files).expect("it is sound");
    let mut grounds = vec![("none".to_owned(), GroundStyle::default())];
    for battle in content.encounters() {
        if grounds.iter().all(|(_, known)| *known != battle.ground) {
            grounds.push((battle.name.clone(), battle.ground));
        }
    }
    assert_eq!(grounds.len(), content.ids(FileKind::Ground).len() + 1);
    grounds
}

/// A board on which each terrain lies in the middle and at the edge, alone and beside others.
fn mixed() -> Board {
    let mut board = Board::default();
    for cell in Cell::all() {
        let place = usize::from(cell.x() * 5 + cell.y() * 3 + cell.x() / 4);
        board.set(cell, Terrain::ALL[place % Terrain::ALL.len()]);
    }
    board
}

/// A painted board in squares of a few pixels.
fn painted(board: &Board, ground: &GroundStyle, palette: &Palette) -> Vec<(Cell, Light)> {
    let painter = Painter::new(board, ground, palette, CELL);
    let pixels = painter.paint().into_bytes();
    let blocks = CELL / BLOCK;
    let squares = Cell::all().flat_map(|cell| (0..blocks * blocks).map(move |at| (cell, at)));
    let average = |(cell, at): (Cell, u32)| {
        let mut sum = [0.0; 3];
        for pixel in 0..BLOCK * BLOCK {
            let across = u32::from(cell.x()) * CELL + at % blocks * BLOCK + pixel % BLOCK;
            let down = u32::from(cell.y()) * CELL + at / blocks * BLOCK + pixel / BLOCK;
            let from = ((down * CELL * u32::from(SIDE) + across) * 4) as usize;
            let [red, green, blue] = [0, 1, 2].map(|part| pixels[from + part]);
            let pixel = light(Color::srgb_u8(red, green, blue));
            for (sum, part) in sum.iter_mut().zip(pixel) {
                *sum += part / (BLOCK * BLOCK) as f32;
            }
        }
        (cell, sum)
    };
    squares.map(average).collect()
}

/// What is drawn on the ground, each with its edge: one of the two colours stands out.
fn marks(palette: &Palette) -> [(&'static str, [Color; 2]); 7] {
    [
        ("a friend's line", palette.friendly),
        ("an enemy's line", palette.enemy),
        ("a friend's plinth", palette.friendly_light),
        ("an enemy's plinth", palette.enemy_light),
        ("selection", palette.accent),
        ("hovered cell", palette.text),
        ("target", palette.bad),
    ]
    .map(|(mark, ink)| (mark, [colour(ink), contrast_to(colour(ink))]))
}

#[test]
fn every_mark_stands_out_from_every_terrain_of_every_ground_in_every_palette() {
    let (board, mut lost) = (mixed(), Vec::new());
    for (name, ground) in grounds() {
        for (colours, palette) in palettes() {
            let painted = painted(&board, &ground, &palette);
            let marks = marks(&palette);
            for ((eyes, matrix), terrain) in EYES
                .iter()
                .flat_map(|eyes| Terrain::ALL.map(|terrain| (eyes, terrain)))
            {
                let here = painted.iter();
                let here = here.filter(|(cell, _)| board.get(*cell) == terrain);
                let here: Vec<Light> = here.map(|(_, ground)| seen(*ground, matrix)).collect();
                let least = if *eyes == ALL_COLOURS {
                    EDGES
                } else {
                    ESTIMATED
                };
                for (mark, inks) in &marks {
                    let [ink, edge] = inks.map(|ink| seen(light(ink), matrix));
                    let stands_out = |ground: &&Light| {
                        contrast(ink, **ground) >= least || contrast(edge, **ground) >= least
                    };
                    let (clear, all) = (here.iter().filter(stands_out).count(), here.len());
                    if clear * 20 < all * 19 {
                        lost.push(format!("{mark} on {terrain:?} of {name}, {colours}, {eyes}: {clear} of {all} squares"));
                    }
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn stripes_of_what_can_be_hit_stand_out_from_every_floor() {
    let (board, mut lost) = (Board::default(), Vec::new());
    for (name, ground) in grounds() {
        for (colours, palette) in palettes() {
            let painted = painted(&board, &ground, &palette);
            for ink in [palette.friendly_light, palette.enemy_light].map(colour) {
                let stands_out = |(_, bare): &&(Cell, Light)| {
                    let (stripe, wash) = (light(ink), light(contrast_to(ink)));
                    let field = [0, 1, 2].map(|part| bare[part].lerp(wash[part], WASH));
                    contrast(stripe, field) >= EDGES && contrast(stripe, *bare) >= EDGES
                };
                let (clear, all) = (painted.iter().filter(stands_out).count(), painted.len());
                if clear * 20 < all * 19 {
                    lost.push(format!("{ink:?} on {name}, {colours}: {clear} of {all}"));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn numbers_stand_out_from_their_plates() {
    for (colours, palette) in palettes() {
        let plate = palette.panel;
        for (number, ink) in [
            ("damage", palette.text),
            ("steps", palette.good),
            ("rows and columns", palette.muted),
        ] {
            for (eyes, matrix) in &EYES {
                let [ink, plate] = [ink, plate].map(|ink| seen(light(colour(ink)), matrix));
                let found = contrast(ink, plate);
                assert!(found >= NUMBERS, "{number}, {colours}, {eyes}: {found}");
            }
        }
    }
}

#[test]
fn friends_and_enemies_stay_apart_for_everyone() {
    for (colours, palette) in palettes() {
        for (eyes, matrix) in &EYES {
            let apart = |one: Colour, other: Colour| {
                let [one, other] = [one, other].map(|ink| seen(light(colour(ink)), matrix));
                distance(one, other)
            };
            let sides = apart(palette.friendly, palette.enemy);
            assert!(sides > 40.0, "{colours}, {eyes}: {sides}");
            let texts = apart(palette.friendly_light, palette.enemy_light);
            assert!(texts > 25.0, "texts, {colours}, {eyes}: {texts}");
        }
    }
}

/// The brightness of each pixel of a cell, without its colour.
fn greys(pixels: &[u8], cell: Cell) -> Vec<i32> {
    let width = CELL * u32::from(SIDE);
    let pixel = |x: u32, y: u32| {
        let across = u32::from(cell.x()) * CELL + x;
        let down = u32::from(cell.y()) * CELL + y;
        let from = ((down * width + across) * 4) as usize;
        pixels[from..from + 3]
            .iter()
            .map(|&part| i32::from(part))
            .sum()
    };
    (0..CELL)
        .flat_map(|y| (0..CELL).map(move |x| (x, y)))
        .map(|(x, y)| pixel(x, y))
        .collect()
}

/// How much two cells differ once the overall brightness of each is taken away.
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
    let mut board = Board::default();
    let cells: Vec<Cell> = (1..)
        .step_by(2)
        .zip(Terrain::ALL)
        .map(|(x, terrain)| {
            let cell = Cell::new(x, 5).expect("six terrains fit in a row");
            board.set(cell, terrain);
            cell
        })
        .collect();
    for (name, ground) in grounds() {
        for (colours, palette) in palettes() {
            let pixels = Painter::new(&board, &ground, &palette, CELL)
                .paint()
                .into_bytes();
            let tiles: Vec<Vec<i32>> = cells.iter().map(|cell| greys(&pixels, *cell)).collect();
            for (place, one) in tiles.iter().enumerate() {
                for (other_place, other) in tiles.iter().enumerate().skip(place + 1) {
                    let difference = difference(one, other);
                    let pair = (Terrain::ALL[place], Terrain::ALL[other_place]);
                    assert!(
                        difference > 8,
                        "{pair:?} of {name}, {colours}, differ by {difference} only"
                    );
                }
            }
        }
    }
}
