//! The ground of a board, painted once as one picture: floor, walls, cover, pits, what burns, and
//! the light on all of it. Plain pixels, no Bevy here.

pub(crate) mod brush;
#[cfg(test)]
mod contrast;
mod floor;
mod things;

use foretold_battle::board::SIDE;
use foretold_battle::{Board, Cell, Terrain};
use foretold_content::{Colour, GroundColours, GroundStyle, Palette};

use brush::{Brush, chance, faint, shade, shadow};

/// How much of a wall's cell its face takes, if it faces the player.
const FACE: f32 = 0.34;
/// The largest cell, in pixels.
const MOST: u32 = 600;

/// The middles of everything that gives light, in cells from the top left of the board.
pub(crate) fn lights(board: &Board, ground: &GroundStyle) -> Vec<(f32, f32)> {
    let middle = |cell: Cell, down: f32| (f32::from(cell.x()) + 0.5, f32::from(cell.y()) + down);
    let burning = Cell::all().filter(|cell| board.get(*cell).harm().is_some());
    let burning = burning.map(|cell| middle(cell, 0.5));
    let torches = torches(board, ground).into_iter();
    burning
        .chain(torches.map(|cell| middle(cell, 0.7)))
        .collect()
}

/// The walls on which torches burn: at most two of those in the highest row that face the player,
/// far from each other.
fn torches(board: &Board, ground: &GroundStyle) -> Vec<Cell> {
    let faces = |cell: &Cell| {
        let below = Cell::new(cell.x(), cell.y() + 1);
        board.get(*cell) == Terrain::Wall && below.is_some_and(|below| board.get(below).walkable())
    };
    let Some(row) = Cell::all().find(faces).map(Cell::y) else {
        return Vec::new();
    };
    if !ground.torches {
        return Vec::new();
    }
    let near = |column: u8| {
        let row = Cell::all().filter(|cell| cell.y() == row && faces(cell));
        row.min_by_key(|cell| cell.x().abs_diff(column))
    };
    let (left, right) = (near(2), near(SIDE - 3));
    let right = right.filter(|right| left.is_some_and(|left| left.x() + 3 < right.x()));
    left.into_iter().chain(right).collect()
}

/// The light over the middle of the table.
const CANDLE: Colour = Colour {
    red: 255,
    green: 206,
    blue: 150,
    alpha: u8::MAX,
};

/// Paints a board.
pub(crate) struct Painter<'a> {
    brush: Brush,
    board: &'a Board,
    ground: &'a GroundStyle,
    colours: GroundColours,
}

impl<'a> Painter<'a> {
    /// A painter for a board of [`SIDE`] cells along each side, each cell this many pixels.
    pub(crate) fn new(
        board: &'a Board,
        ground: &'a GroundStyle,
        palette: &Palette,
        cell: u32,
    ) -> Painter<'a> {
        let cell = cell.clamp(1, MOST);
        let side = cell * u32::from(SIDE);
        Painter {
            brush: Brush::new(side, side, cell as f32),
            board,
            ground,
            colours: ground.colours(palette),
        }
    }

    /// The whole board, lit. The light of a palette that the player has chosen for its contrast is
    /// even.
    pub(crate) fn paint(mut self) -> Brush {
        self.things();
        if let Some(light) = self.colours.light {
            self.light(light);
        }
        self.brush
    }

    /// The whole board in even light.
    pub(crate) fn paint_unlit(mut self) -> Brush {
        self.things();
        self.brush
    }

    fn things(&mut self) {
        for cell in Cell::all() {
            self.floor(cell);
        }
        for cell in Cell::all() {
            match self.board.get(cell) {
                Terrain::Pit => self.pit(cell),
                Terrain::Hazard(_) => self.hazard(cell),
                _ => {}
            }
        }
        for cell in Cell::all() {
            self.shadows(cell);
        }
        for cell in Cell::all() {
            match self.board.get(cell) {
                Terrain::Wall => self.wall(cell),
                Terrain::HalfCover => self.cover(cell, false),
                Terrain::FullCover => self.cover(cell, true),
                _ => {}
            }
        }
    }

    /// Paints a cell from here on; what looks different from cell to cell depends on the result.
    fn at(&mut self, cell: Cell) -> (u8, u8) {
        self.brush
            .move_to((f32::from(cell.x()), f32::from(cell.y())));
        (cell.x(), cell.y())
    }

    /// Whether the cell beside this one is of a kind; `edge` beyond the board.
    fn beside(&self, cell: Cell, (x, y): (i8, i8), edge: bool, is: fn(Terrain) -> bool) -> bool {
        let along = |place: u8, by: i8| place.checked_add_signed(by);
        let (x, y) = (along(cell.x(), x), along(cell.y(), y));
        let beside = x.zip(y).and_then(|(x, y)| Cell::new(x, y));
        beside.map_or(edge, |beside| is(self.board.get(beside)))
    }

    /// The shadows of the walls around a cell, and of what is not level with it.
    fn shadows(&mut self, cell: Cell) {
        let is_wall = |terrain| terrain == Terrain::Wall;
        if is_wall(self.board.get(cell)) {
            return;
        }
        let beside = |x, y| self.beside(cell, (x, y), false, is_wall);
        let (above, left, right, below) =
            (beside(0, -1), beside(-1, 0), beside(1, 0), beside(0, 1));
        let corner = beside(-1, -1);
        self.at(cell);
        // Where the light is even, shadows only show what is higher.
        let depth = if self.colours.light.is_some() {
            1.0
        } else {
            0.15
        };
        let shadow = |share: f32| shadow(share * depth);
        let brush = &mut self.brush;
        // The light comes from above and from the left, as on the figures.
        if above {
            brush.fade(
                (0.0, 0.0),
                (1.0, 0.5),
                ((0.0, 0.0), (0.0, 0.5)),
                shadow(0.62),
            );
        }
        if left {
            brush.fade(
                (0.0, 0.0),
                (0.36, 1.0),
                ((0.0, 0.0), (0.36, 0.0)),
                shadow(0.5),
            );
        }
        if corner && !above && !left {
            brush.fade(
                (0.0, 0.0),
                (0.3, 0.3),
                ((0.0, 0.0), (0.22, 0.22)),
                shadow(0.4),
            );
        }
        if right {
            brush.fade(
                (0.84, 0.0),
                (0.16, 1.0),
                ((1.0, 0.0), (0.84, 0.0)),
                shadow(0.34),
            );
        }
        if below {
            brush.fade(
                (0.0, 0.88),
                (1.0, 0.12),
                ((0.0, 1.0), (0.0, 0.88)),
                shadow(0.3),
            );
        }
    }

    /// Pools of light, and shade towards the edges.
    fn light(&mut self, light: Colour) {
        self.brush.move_to((0.0, 0.0));
        let side = f32::from(SIDE);
        let tone = |red, green, blue| Colour {
            red,
            green,
            blue,
            alpha: u8::MAX,
        };
        let stops = [
            (0.0, tone(255, 246, 230)),
            (0.3, tone(250, 240, 226)),
            (0.7, tone(212, 205, 200)),
            (1.0, tone(146, 150, 166)),
        ];
        let middle = (side / 2.0, side * 0.46);
        self.brush
            .vignette((side, side), middle, side * 0.74, &stops);
        self.brush.glow(middle, 5.0, faint(CANDLE, 0.07));
        for cell in torches(self.board, self.ground) {
            self.at(cell);
            self.torch(light);
        }
        self.brush.move_to((0.0, 0.0));
        let lights = lights(self.board, self.ground);
        // Many lights together are no brighter than a few: the ground stays dark.
        let share = 0.2 * (6.0 / lights.len() as f32).min(1.0);
        for at in lights {
            self.brush.glow(at, 2.4, faint(light, share));
        }
    }

    /// A bowl of fire on the face of a wall.
    fn torch(&mut self, light: Colour) {
        let brush = &mut self.brush;
        let iron = shade(self.colours.wall, -0.75);
        brush.polygon(
            &[(0.38, 0.84), (0.62, 0.84), (0.57, 0.95), (0.43, 0.95)],
            iron,
        );
        brush.rect((0.36, 0.8), (0.28, 0.05), shade(iron, 0.16));
        let flame = |brush: &mut Brush, size: f32, ink: Colour| {
            let (x, y) = (0.5, 0.82);
            brush.polygon(
                &[
                    (x - 0.1 * size, y),
                    (x - 0.13 * size, y - 0.14 * size),
                    (x - 0.04 * size, y - 0.26 * size),
                    (x + 0.01 * size, y - 0.46 * size),
                    (x + 0.08 * size, y - 0.26 * size),
                    (x + 0.13 * size, y - 0.12 * size),
                    (x + 0.1 * size, y),
                ],
                ink,
            );
        };
        flame(brush, 1.0, shade(light, -0.1));
        flame(brush, 0.6, shade(light, 0.55));
    }

    /// The ground colour of a cell of floor.
    fn floor_tone(&self, cell: Cell) -> Colour {
        let alternate = (cell.x() + cell.y()) % 2 == 1;
        let base = if alternate {
            self.colours.floor_alternate
        } else {
            self.colours.floor
        };
        let by = chance((cell.x(), cell.y()), 1) - 0.5;
        shade(base, by * 0.08)
    }
}

#[cfg(test)]
mod tests {
    use foretold_content::{CoverKind, FloorKind, WallKind};

    use super::*;

    fn with(change: impl FnOnce(&mut GroundStyle)) -> GroundStyle {
        let mut ground = GroundStyle::default();
        change(&mut ground);
        ground
    }

    /// A board of one terrain, or of all in turn.
    fn boards() -> Vec<Board> {
        let all = Terrain::ALL;
        let filled = |pick: &dyn Fn(usize) -> Terrain| {
            let mut board = Board::default();
            for (place, cell) in Cell::all().enumerate() {
                board.set(cell, pick(place));
            }
            board
        };
        let mut boards: Vec<Board> = all.iter().map(|it| filled(&|_| *it)).collect();
        boards.push(filled(&|place| all[place * 7 / 3 % all.len()]));
        boards
    }

    #[test]
    fn any_board_is_painted_at_any_size_without_holes() {
        let ground = with(|ground| ground.torches = true);
        let boards = boards();
        for cell in (1..=30).chain([47, 61, 88, 200]) {
            let board = &boards[cell as usize % boards.len()];
            let side = cell * u32::from(SIDE);
            let brush = Painter::new(board, &ground, &Palette::default(), cell).paint();
            assert_eq!(brush.size(), (side, side));
            let pixels = brush.into_bytes();
            assert!(
                pixels.chunks(4).step_by(7).all(|pixel| pixel[3] == 255),
                "{cell}"
            );
        }
    }

    #[test]
    fn every_kind_of_floor_wall_and_cover_looks_different() {
        let (palette, boards) = (Palette::default(), boards());
        let board = boards.last().expect("the mixed one");
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let floors = FloorKind::ALL.map(|kind| with(|ground| ground.floor = kind));
        let walls = WallKind::ALL.map(|kind| with(|ground| ground.walls = kind));
        let half = CoverKind::ALL.map(|kind| with(|ground| ground.half_cover = kind));
        let full = CoverKind::ALL.map(|kind| with(|ground| ground.full_cover = kind));
        for grounds in [&floors[..], &walls, &half, &full] {
            seen.clear();
            for ground in grounds {
                let painted = Painter::new(board, ground, &palette, 20)
                    .paint()
                    .into_bytes();
                assert!(!seen.contains(&painted), "{ground:?}");
                seen.push(painted);
            }
        }
    }

    #[test]
    fn a_board_looks_the_same_every_time_and_no_two_cells_of_floor_are_alike() {
        let (board, ground) = (Board::default(), GroundStyle::default());
        let paint = || {
            let painter = Painter::new(&board, &ground, &Palette::default(), 20);
            painter.paint_unlit().into_bytes()
        };
        let pixels = paint();
        assert_eq!(pixels, paint());
        let row = |cell: usize| &pixels[(10 * 240 + cell * 20) * 4..][..80];
        assert!((2..12).all(|cell| row(cell) != row(cell - 2)));
    }

    #[test]
    fn torches_burn_on_walls_and_nowhere_else() {
        let ground = with(|ground| ground.torches = true);
        for board in boards() {
            let walls = torches(&board, &ground);
            assert!(walls.len() <= 2);
            assert!(walls.iter().all(|cell| board.get(*cell) == Terrain::Wall));
            assert!(torches(&board, &GroundStyle::default()).is_empty());
        }
    }
}
