//! Grounds that nobody built: heath, the road through a wood, nests.

use foretold_battle::Terrain::{FullCover, HalfCover, Pit, Wall};

use super::sketch::{Motif, Sketch, Symmetry};
use crate::dice::RunDice;

const TREES: [Motif; 5] = [
    &[" +", "++"],
    &["+ +", " +"],
    &["++"],
    &["+", " +"],
    &["+-", "++"],
];
const STONES: [Motif; 5] = [&["-", " -"], &["#-"], &["- -", " #"], &["--", "#"], &["#"]];
const BUSHES: [Motif; 4] = [&["--", " -"], &["---"], &["--", "--"], &["-", "--"]];
const PONDS: [Motif; 4] = [
    &["oo", "oo"],
    &[" oo", "ooo"],
    &["oo", " oo"],
    &["-o", "oo", "o-"],
];
/// Half a ring of standing stones; the other half is its mirror image.
const HALF_RINGS: [Motif; 3] = [
    &["  #", "", "#", "#", "", "  #"],
    &[" ##", "#", "", "", "#", " ##"],
    &["  -", "#", "", "", "#", "  -"],
];

/// Open, with trees, stones, bushes, and perhaps a pond or standing stones.
pub(super) fn heath(sketch: &mut Sketch, dice: &mut RunDice) {
    let ring = dice.percent(25);
    if ring {
        let half = HALF_RINGS[dice.below(HALF_RINGS.len())];
        sketch.stamp((3, 3), half);
    }
    let mut kinds: [&[Motif]; 6] = [&TREES, &BUSHES, &STONES, &TREES, &BUSHES, &PONDS];
    dice.shuffle(&mut kinds);
    let frames = [(0, 0), (0, 4), (0, 8), (6, 0), (6, 4), (6, 8)];
    if dice.percent(50) {
        sketch.symmetry = Symmetry::None;
    }
    let alike = sketch.symmetry != Symmetry::None;
    for (kind, (x, y)) in kinds.into_iter().zip(frames) {
        if ring && y == 4 || alike && x == 6 {
            continue;
        }
        sketch.stamp_one_of((x, y), (6, 4), kind, dice);
    }
    // A lone bush or two.
    sketch.symmetry = Symmetry::None;
    for _ in 0..dice.between(1, 3) {
        let (x, y) = (dice.below(12), dice.below(12));
        if sketch.is_floor(x, y) {
            sketch.put(x, y, HalfCover);
        }
    }
}

/// What lies on a road: crates, a cart, a fallen tree.
const WRECKS: [Motif; 6] = [
    &["--"],
    &["-", "-"],
    &["-"],
    &["-+"],
    &["--", "-"],
    &["-", " -"],
];

/// A way between two thick edges: rocks outside, trees further in, wrecks on the way.
pub(super) fn road(sketch: &mut Sketch, dice: &mut RunDice) {
    // The edge goes in and out, a few rows at a time.
    let mut row = 0;
    let mut wide = dice.between(1, 3);
    while row < 12 {
        let rows = dice.between(2, 4);
        for row in row..(row + rows).min(12) {
            sketch.fill((0, row), (wide.min(2), 1), Wall);
            if wide == 3 {
                sketch.put(1, row, FullCover);
                sketch.put(2, row, if row % 2 == 0 { FullCover } else { HalfCover });
            }
        }
        row += rows;
        wide = match wide {
            2 => 1 + 2 * dice.below(2),
            _ => 2,
        };
    }
    for (top, high) in [(1, 3), (4, 4), (8, 3)] {
        if top == 4 || dice.percent(60) {
            sketch.stamp_one_of((3, top), (3, high), &WRECKS, dice);
        }
    }
}

/// Where the ground has fallen in.
const CHASMS: [Motif; 7] = [
    &[" o", "oo", "o"],
    &["oo", "oo"],
    &["o", "oo", " o"],
    &["ooo"],
    &["o", "o", "o"],
    &[" o", "o"],
    &["oo", "o"],
];
/// Stones wrapped in silk.
const COCOONS: [Motif; 5] = [&["-"], &["--"], &["-", " -"], &["-", "-"], &["+"]];

/// Narrow, round and full of pits.
pub(super) fn nest(sketch: &mut Sketch, dice: &mut RunDice) {
    // How round: twice the distance from the middle, squared.
    let radius = [202, 170, 162, 146][dice.below(4)];
    let waist = dice.percent(30);
    for y in 0..12_usize {
        for x in 0..6_usize {
            let (across, down) = ((2 * x).abs_diff(11), (2 * y).abs_diff(11));
            if across * across + down * down >= radius {
                sketch.put(x, y, Wall);
                sketch.put(11 - x, y, Wall);
            }
        }
    }
    if waist {
        let wide = dice.between(1, 2);
        sketch.fill((0, 5), (wide, 2), Wall);
    }
    sketch.stamp_one_of((3, 4), (3, 4), &CHASMS, dice);
    if dice.percent(50) {
        sketch.stamp_one_of((1, 3), (2, 6), &[&["o"], &["o", "o"]], dice);
    }
    for (top, high) in [(1, 3), (8, 3)] {
        sketch.stamp_one_of((2, top), (4, high), &COCOONS, dice);
    }
    if dice.percent(50) {
        let fire = sketch.hazard();
        let (x, y) = (dice.between(1, 4), dice.between(4, 7));
        if sketch.is_floor(x, y) {
            sketch.put(x, y, fire);
        }
    }
    // A hole that is only on one side.
    sketch.symmetry = Symmetry::None;
    let (x, y) = (dice.between(2, 9), dice.between(5, 6));
    if sketch.is_floor(x, y) && dice.percent(50) {
        sketch.put(x, y, Pit);
    }
}
