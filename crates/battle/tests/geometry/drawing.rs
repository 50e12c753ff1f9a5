//! Boards drawn in text, for stories.

use std::collections::BTreeMap;

use foretold_battle::board::{Board, Cell, CellSet, Ground, Terrain, step_away, step_towards};

/// A board drawn in text; what is not drawn is wall.
///
/// `.` floor, `#` wall, `o` pit, `n` half cover, `N` full cover, `~` hazard;
/// `@` the mover, `T` its target, `u` other units, all on floor, `!` a unit in a hazard.
pub(crate) struct Drawing {
    pub(crate) ground: Ground,
    pub(crate) mover: Cell,
    pub(crate) target: Cell,
    pub(crate) units: CellSet,
}

pub(crate) fn draw(text: &str) -> Drawing {
    let mut board = Board::default();
    for cell in Cell::all() {
        board.set(cell, Terrain::Wall);
    }
    let mut marks = BTreeMap::from([('@', cell("A1")), ('T', cell("A1"))]);
    let mut units = CellSet::EMPTY;
    for (y, line) in text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .enumerate()
    {
        for (x, mark) in line.split_whitespace().flat_map(str::chars).enumerate() {
            let cell = at(x as u8, y as u8);
            board.set(
                cell,
                match mark {
                    '#' => Terrain::Wall,
                    'o' => Terrain::Pit,
                    'n' => Terrain::HalfCover,
                    'N' => Terrain::FullCover,
                    '~' | '!' => Terrain::Hazard(5),
                    _ => Terrain::Floor,
                },
            );
            if "@Tu!".contains(mark) {
                units.insert(cell);
                marks.insert(mark, cell);
            }
        }
    }
    Drawing {
        ground: Ground::new(&board),
        mover: marks[&'@'],
        target: marks[&'T'],
        units,
    }
}

impl Drawing {
    pub(crate) fn towards(&self) -> Option<String> {
        let step = step_towards(
            self.mover,
            self.target,
            self.ground.footing(CellSet::EMPTY),
            self.units,
        );
        step.map(|cell| cell.to_string())
    }

    pub(crate) fn away(&self) -> Option<String> {
        let step = step_away(
            self.mover,
            self.target,
            self.ground.footing(CellSet::EMPTY),
            self.units,
        );
        step.map(|cell| cell.to_string())
    }
}

pub(crate) fn cell(name: &str) -> Cell {
    name.parse().expect("a cell's name")
}

pub(crate) fn at(x: u8, y: u8) -> Cell {
    Cell::new(x, y).expect("a cell of the board")
}

pub(crate) fn names(cells: impl IntoIterator<Item = Cell>) -> String {
    let names: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
    names.join(" ")
}
