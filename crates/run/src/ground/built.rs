//! Grounds that people built: rooms, halls, and what is left of them.

use foretold_battle::Terrain::{Floor, FullCover, HalfCover, Pit, Wall};

use super::sketch::{Motif, Sketch, Symmetry};
use crate::dice::RunDice;

/// Furniture: tables, benches, chests, a cupboard.
const FURNITURE: [Motif; 7] = [
    &["--"],
    &["-", "-"],
    &["-"],
    &["+"],
    &["- -"],
    &["-", "", "-"],
    &["-+"],
];

/// What stands in the middle of a room.
const TABLES: [Motif; 3] = [&["-"], &["-", "-"], &["--"]];

/// Walls with doors: a wall between both sides, and chambers along the edges.
pub(super) fn rooms(sketch: &mut Sketch, dice: &mut RunDice) {
    // The wall between: straight across, or in two halves that do not meet.
    let row = match sketch.symmetry {
        Symmetry::Sides => dice.between(5, 7),
        _ => 5,
    };
    sketch.fill((0, row), (6, 1), Wall);
    match dice.below(4) {
        0 => sketch.fill((5, row), (1, 1), Floor),
        1 => sketch.fill((4, row), (2, 1), Floor),
        2 => sketch.fill((dice.between(1, 3), row), (2, 1), Floor),
        _ => {
            sketch.fill((5, row), (1, 1), Floor);
            sketch.fill((dice.between(1, 2), row), (1, 1), Floor);
        }
    }
    // Chambers at the sides above and below, each with a door.
    let halves: &[(usize, usize)] = match sketch.symmetry {
        Symmetry::Sides => &[(0, row), (row + 1, 11 - row)],
        _ => &[(0, row), (row + 2, 10 - row)],
    };
    for &(top, high) in halves {
        match dice.below(4) {
            0 => {
                let column = dice.between(2, 4);
                sketch.fill((column, top), (1, high), Wall);
                let wide = dice.between(1, 2);
                let door = top + dice.below(high - wide + 1);
                sketch.fill((column, door), (1, wide), Floor);
                sketch.stamp_one_of((0, top), (column, high), &FURNITURE, dice);
            }
            1 => {
                // A stub of a wall on either end, the middle is open.
                let column = dice.between(2, 4);
                sketch.fill((column, top), (1, 1), Wall);
                sketch.fill((column, top + high - 1), (1, 1), Wall);
                sketch.stamp_one_of((0, top), (column, high), &FURNITURE, dice);
            }
            2 => {
                // A closet in the corner.
                let (wide, tall) = (dice.between(2, 3), 2);
                let top = if dice.percent(50) {
                    top
                } else {
                    top + high - tall
                };
                sketch.fill((0, top), (wide, tall), Wall);
            }
            _ => sketch.stamp_one_of((1, top), (3, high), &[&["#", "#"], &["##"], &["#"]], dice),
        }
        // The middle stays clear more often than not: there the sides meet.
        if dice.percent(45) {
            sketch.stamp_one_of((4, top + 1), (2, high - 2), &TABLES, dice);
        }
    }
}

/// What is left of houses: corners, ends of walls, stumps of pillars.
const FRAGMENTS: [Motif; 10] = [
    &["##-", "#", "-"],
    &["-##-"],
    &["#", "#", "-"],
    &["+ +"],
    &["##", "  -"],
    &["#-##", "#"],
    &["#-#", "", "-"],
    &["--", "#"],
    &["+", "", "+"],
    &["##-", "", "+"],
];

/// The middle of a ruin: what the houses stood around.
const SQUARES: [Motif; 6] = [
    &["  ", "  "],
    &["o", "o"],
    &["+", "+"],
    &["-", "-"],
    &["", "#"],
    &["-", " "],
];

/// Broken walls as cover, around what was a square.
pub(super) fn ruins(sketch: &mut Sketch, dice: &mut RunDice) {
    for top in [0, 4, 8] {
        sketch.stamp_one_of((0, top), (5, 4), &FRAGMENTS, dice);
    }
    sketch.stamp((5, 5), SQUARES[dice.below(SQUARES.len())]);
    // Rubble that fell where it fell.
    let symmetry = std::mem::replace(&mut sketch.symmetry, Symmetry::None);
    for _ in 0..dice.between(1, 3) {
        let (x, y) = (dice.below(12), dice.between(1, 10));
        if sketch.is_floor(x, y) {
            sketch.put(x, y, HalfCover);
        }
    }
    sketch.symmetry = symmetry;
}

/// Pillars in rows, braziers between them, walls at the sides.
pub(super) fn hall(sketch: &mut Sketch, dice: &mut RunDice) {
    sketch.symmetry = Symmetry::Sides;
    // The walls, with niches.
    if dice.percent(60) {
        sketch.fill((0, 0), (1, 12), Wall);
        let niche = dice.between(1, 4);
        for row in (niche..12).step_by(dice.between(3, 5)) {
            sketch.put(0, row, Floor);
        }
    }
    // The throne, or an apse, or a gate.
    match dice.below(4) {
        0 => sketch.fill((5, 0), (1, 1), Wall),
        1 => sketch.fill((0, 0), (dice.between(2, 4), 1), Wall),
        2 => sketch.fill((4, 0), (2, 1), HalfCover),
        _ => {}
    }
    let column = dice.between(2, 4);
    let step = dice.between(2, 3);
    let first = dice.between(1, 2);
    let pillar = if dice.percent(75) { Wall } else { FullCover };
    let rows: Vec<usize> = (first..11).step_by(step).collect();
    for &row in &rows {
        sketch.put(column, row, pillar);
    }
    // A second row further in or out.
    if step == 3 && dice.percent(50) {
        let second = if column == 2 { 4 } else { column - 2 };
        let shift = dice.below(2);
        for &row in &rows {
            sketch.put(second, row + shift, pillar);
        }
    }
    let fire = sketch.hazard();
    let between = dice.between(1, 2);
    for &row in rows.iter().skip(dice.below(2)).step_by(between + 1) {
        let beside = if dice.percent(50) {
            column + 1
        } else {
            column - 1
        };
        sketch.put(beside, row, fire);
    }
    // Benches along the middle aisle.
    let benches = dice.between(5, 8);
    sketch.put(column, benches, HalfCover);
    match dice.below(3) {
        0 => sketch.put(5, benches, HalfCover),
        1 => sketch.put(column + 1, benches, HalfCover),
        _ => sketch.put(4, 10, HalfCover),
    }
    if dice.percent(25) {
        sketch.fill((5, dice.between(5, 6)), (1, dice.between(1, 2)), Pit);
    }
}
