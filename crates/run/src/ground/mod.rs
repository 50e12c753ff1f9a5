//! The ground of a fight: terrain, and where both sides stand.
//!
//! Not who stands there. `built` draws what people made, `wild` what they did not; `sketch` is what
//! both draw with. The company comes from below, its enemies wait above.

mod built;
mod sketch;
mod wild;

use std::fmt::{self, Display, Formatter};

use foretold_battle::board::{CellSet, Cover, SIDE, within_steps};
use foretold_battle::{Board, Cell, Terrain};
use foretold_content::GroundKind;
use serde::{Deserialize, Serialize};

use crate::dice::RunDice;
use sketch::Sketch;

/// Room for the largest company.
const COMPANY: usize = 6;
/// Room for the largest pack, with some to choose from.
const ENEMIES: usize = 12;
/// More would be a maze: a third of the board.
const MOST_CLOSED: usize = SIDE as usize * SIDE as usize / 3;
/// Fewer cells of cover would not be worth a look.
const LEAST_COVER: usize = 4;
/// How many boards are drawn. Nearly all first ones will do.
const DRAWS: usize = 32;

/// The rows of the enemies' back, from the top: rows 1 to 3.
const BACK: std::ops::RangeInclusive<u8> = 0..=2;
/// The rows of their front, two above the middle: rows 4 and 5.
const FRONT: std::ops::RangeInclusive<u8> = 3..=4;
/// The rows of the company: rows 9 to 12, so at least four steps from the enemies' front.
const BELOW: std::ops::RangeInclusive<u8> = 8..=11;

/// A board and the cells where both sides can stand at the start. All of them are safe, no two are
/// the same, and there is a way between any two that does not lead through a hazard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Site {
    /// The terrain.
    pub board: Board,
    /// Six cells for companions, those in front first.
    pub company: Vec<Cell>,
    /// Cells for enemies near the company, the best first.
    pub front: Vec<Cell>,
    /// Cells for enemies behind those, the best first.
    pub back: Vec<Cell>,
}

impl Site {
    /// Draws a ground of this kind.
    pub fn make(kind: GroundKind, dice: &mut RunDice) -> Site {
        for _ in 0..DRAWS {
            let board = draw(kind, dice);
            if let Some(site) = Site::on(board, dice) {
                return site;
            }
        }
        Site::on(plain(), dice).expect("an open board has room for everyone")
    }

    /// Finds room for both sides; `None` if the board breaks a law.
    fn on(board: Board, dice: &mut RunDice) -> Option<Site> {
        // Not the core's `Ground`: it works out who sees whom, which takes longer than all of this.
        let cells = |like: fn(Terrain) -> bool| -> CellSet {
            Cell::all().filter(|cell| like(board.get(*cell))).collect()
        };
        let open = cells(Terrain::walkable);
        let cover = cells(|terrain| terrain.cover() != Cover::None);
        let closed = CellSet::ALL - open;
        if closed.len() > MOST_CLOSED || cover.len() < LEAST_COVER {
            return None;
        }
        let hang_together = |cells: CellSet| {
            let first = cells.first();
            first.is_some_and(|first| within_steps(first, cells, u8::MAX) == cells)
        };
        let safe = open - cells(|terrain| terrain.harm().is_some());
        if !hang_together(open) || !hang_together(safe) {
            return None;
        }
        let company = company(safe, cover, dice);
        let hidden = cells(|terrain| terrain.cover() == Cover::Full);
        let (front, back) = enemies(safe - hidden, dice);
        let room = company.len() == COMPANY && front.len() + back.len() >= ENEMIES;
        (room && !front.is_empty() && !back.is_empty()).then_some(Site {
            board,
            company,
            front,
            back,
        })
    }
}

/// A board of this kind, lawful or not.
fn draw(kind: GroundKind, dice: &mut RunDice) -> Board {
    let mut sketch = Sketch::new(dice);
    match kind {
        GroundKind::Rooms => built::rooms(&mut sketch, dice),
        GroundKind::Ruins => built::ruins(&mut sketch, dice),
        GroundKind::Hall => built::hall(&mut sketch, dice),
        GroundKind::Heath => wild::heath(&mut sketch, dice),
        GroundKind::Road => wild::road(&mut sketch, dice),
        GroundKind::Nest => wild::nest(&mut sketch, dice),
    }
    sketch.finish(dice)
}

/// An open field with four stones, for dice that never fall well.
fn plain() -> Board {
    let mut board = Board::default();
    for (x, y) in [(3, 4), (8, 4), (3, 7), (8, 7)] {
        let cell = Cell::new(x, y).expect("on the board");
        board.set(cell, Terrain::HalfCover);
    }
    board
}

/// Where the company would like to stand: column and row from 0, those in front first.
const FORMATIONS: [[(u8, u8); COMPANY]; 4] = [
    [(5, 9), (6, 9), (4, 10), (7, 10), (5, 11), (6, 11)],
    [(4, 9), (7, 9), (5, 10), (6, 10), (3, 10), (8, 10)],
    [(5, 9), (7, 9), (3, 9), (6, 10), (4, 10), (8, 10)],
    [(6, 9), (5, 10), (7, 10), (4, 11), (8, 11), (6, 11)],
];

/// Six cells in one of the formations, or near it where there is no room.
fn company(safe: CellSet, cover: CellSet, dice: &mut RunDice) -> Vec<Cell> {
    let formation = FORMATIONS[dice.below(FORMATIONS.len())];
    let forward = u8::from(dice.percent(35));
    let mirrored = dice.percent(50);
    let mut free: Vec<Cell> = safe.iter().filter(|it| BELOW.contains(&it.y())).collect();
    let mut company = Vec::new();
    for (x, y) in formation {
        let x = if mirrored { SIDE - 1 - x } else { x };
        let Some(wish) = Cell::new(x, y - forward) else {
            continue;
        };
        // Nobody begins in cover if there is open ground beside it.
        let worth = |cell: &Cell| {
            (
                cell.manhattan(wish) + u8::from(cover.contains(*cell)),
                *cell,
            )
        };
        let nearest = (0..free.len()).min_by_key(|&place| worth(&free[place]));
        company.extend(nearest.map(|place| free.remove(place)));
    }
    company
}

/// The enemies' cells in front and behind, each in an order that the dice choose: from the middle
/// outwards, from the wings inwards, or scattered.
fn enemies(safe: CellSet, dice: &mut RunDice) -> (Vec<Cell>, Vec<Cell>) {
    let order = dice.below(3);
    let mut cells = |rows: std::ops::RangeInclusive<u8>| {
        let mut cells: Vec<Cell> = safe.iter().filter(|it| rows.contains(&it.y())).collect();
        dice.shuffle(&mut cells);
        // The shuffled order decides between equals: two columns at a time are equally good.
        let from_middle = |cell: &Cell| (2 * cell.x()).abs_diff(SIDE - 1) / 4;
        match order {
            0 => cells.sort_by_key(from_middle),
            1 => cells.sort_by_key(|cell| std::cmp::Reverse(from_middle(cell))),
            _ => {}
        }
        cells
    };
    (cells(FRONT), cells(BACK))
}

/// The board as text: terrain by its sign, `1` to `6` for the company, `f` and `b` for the enemies'
/// first six cells in front and behind.
impl Display for Site {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let place = |cells: &[Cell], cell| cells.iter().take(COMPANY).position(|it| *it == cell);
        for cell in Cell::all() {
            let sign = match (
                place(&self.company, cell),
                place(&self.front, cell),
                place(&self.back, cell),
            ) {
                (Some(number), ..) => char::from(b'1' + number as u8),
                (_, Some(_), _) => 'f',
                (.., Some(_)) => 'b',
                _ => self.board.get(cell).sign(),
            };
            write!(f, "{sign}")?;
            f.write_str(if cell.x() + 1 == SIDE { "\n" } else { " " })?;
        }
        Ok(())
    }
}
