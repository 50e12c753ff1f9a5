//! A board while it is drawn: everything that is put on it has its mirror image.

use foretold_battle::board::SIDE;
use foretold_battle::{Board, Cell, Terrain};

use crate::dice::RunDice;

/// A piece of terrain as text, in the signs of terrains; a space leaves what is there.
pub(super) type Motif = &'static [&'static str];

/// What everything that is drawn comes with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// The same on the other side.
    Sides,
    /// The same turned half around the middle, so both sides see the same.
    Turn,
    /// Nothing.
    None,
}

/// A board that is being drawn, from its left half.
pub(super) struct Sketch {
    board: Board,
    pub(super) symmetry: Symmetry,
    /// What a hazard does on this board.
    harm: u16,
}

impl Sketch {
    /// An open board.
    pub(super) fn new(dice: &mut RunDice) -> Sketch {
        Sketch {
            board: Board::default(),
            symmetry: if dice.percent(50) {
                Symmetry::Sides
            } else {
                Symmetry::Turn
            },
            harm: dice.between(2, 4) as u16,
        }
    }

    /// The board, with its sides exchanged or not.
    pub(super) fn finish(self, dice: &mut RunDice) -> Board {
        if dice.percent(50) {
            return self.board;
        }
        let mut mirrored = Board::default();
        for cell in Cell::all() {
            if let Some(image) = Cell::new(SIDE - 1 - cell.x(), cell.y()) {
                mirrored.set(image, self.board.get(cell));
            }
        }
        mirrored
    }

    /// Puts terrain on a cell and its mirror image; off the board nothing happens.
    pub(super) fn put(&mut self, x: usize, y: usize, terrain: Terrain) {
        let cell = |x: usize, y: usize| Cell::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        let Some(cell) = cell(x, y) else {
            return;
        };
        let last = SIDE - 1;
        let image = match self.symmetry {
            Symmetry::Sides => Cell::new(last - cell.x(), cell.y()),
            Symmetry::Turn => Cell::new(last - cell.x(), last - cell.y()),
            Symmetry::None => None,
        };
        self.board.set(cell, terrain);
        if let Some(image) = image {
            self.board.set(image, terrain);
        }
    }

    /// Fills a rectangle and its mirror image.
    pub(super) fn fill(
        &mut self,
        (x, y): (usize, usize),
        (wide, high): (usize, usize),
        terrain: Terrain,
    ) {
        for row in y..y + high {
            for column in x..x + wide {
                self.put(column, row, terrain);
            }
        }
    }

    /// Whether a cell is open floor; nothing off the board is.
    pub(super) fn is_floor(&self, x: usize, y: usize) -> bool {
        let cell = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        let cell = cell.and_then(|(x, y)| Cell::new(x, y));
        cell.is_some_and(|cell| self.board.get(cell) == Terrain::Floor)
    }

    /// The terrain of a sign, as this board has it.
    fn terrain(&self, sign: char) -> Option<Terrain> {
        let terrain = Terrain::ALL.into_iter().find(|it| it.sign() == sign)?;
        Some(match terrain {
            Terrain::Hazard(_) => Terrain::Hazard(self.harm),
            other => other,
        })
    }

    /// Fire, as hot as everywhere on this board.
    pub(super) fn hazard(&self) -> Terrain {
        Terrain::Hazard(self.harm)
    }

    /// Draws a motif with its top left corner here, as it is.
    pub(super) fn stamp(&mut self, at: (usize, usize), motif: Motif) {
        self.stamp_turned(at, motif, (false, false));
    }

    /// Draws one of these motifs somewhere in a frame, turned over as the dice say.
    pub(super) fn stamp_one_of(
        &mut self,
        (x, y): (usize, usize),
        (wide, high): (usize, usize),
        motifs: &[Motif],
        dice: &mut RunDice,
    ) {
        let motif = motifs[dice.below(motifs.len())];
        let width = motif.iter().map(|row| row.len()).max().unwrap_or(0);
        let x = x + dice.below(wide.saturating_sub(width) + 1);
        let y = y + dice.below(high.saturating_sub(motif.len()) + 1);
        let turned = (dice.percent(50), dice.percent(50));
        self.stamp_turned((x, y), motif, turned);
    }

    fn stamp_turned(&mut self, (x, y): (usize, usize), motif: Motif, turned: (bool, bool)) {
        let (to_the_side, upside_down) = turned;
        let width = motif.iter().map(|row| row.len()).max().unwrap_or(0);
        for (row, signs) in motif.iter().enumerate() {
            let down = if upside_down {
                motif.len() - 1 - row
            } else {
                row
            };
            for (column, sign) in signs.chars().enumerate() {
                let right = if to_the_side {
                    width - 1 - column
                } else {
                    column
                };
                if let Some(terrain) = self.terrain(sign) {
                    self.put(x + right, y + down, terrain);
                }
            }
        }
    }
}
