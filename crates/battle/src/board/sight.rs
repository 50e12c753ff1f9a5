//! Line of sight (rules §2): Bresenham's line, and a table of which cells see each other.

use super::{Cell, CellSet, SIDE};

/// Bresenham's line from one cell to another, both ends included: at each step along the longer
/// axis the cell nearest to the straight line; of two equally near ones, the one on the side of
/// the start.
///
/// The line back may pass through other cells: sight is therefore always
/// traced from the lower cell, see [`sight_blocked_at`].
pub fn bresenham_line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    Line::new(from, to)
}

/// The line of sight from one cell to another, and on in the same way to the edge of the board;
/// nothing if the two are the same.
///
/// Lines of sight are traced from the lower cell. From the other end that is the same rule with
/// the other choice between two equally near cells: the one on the side of the end.
pub(super) fn sight_line_onwards(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let line = Line::new(from, to);
    Line {
        left: if from == to { 0 } else { u8::MAX },
        // Errors change by even numbers: 1 more turns a tie round and nothing else.
        error: line.error + i8::from(from > to),
        ..line
    }
}

/// The rest of a line, in packed bytes: a column is 1 apart, a row 16.
struct Line {
    /// The next cell of the line, as long as `left` is not 0.
    byte: u8,
    left: u8,
    /// What to add for a step along the longer axis.
    along: u8,
    /// What to add for a step along the shorter axis.
    aside: u8,
    /// Twice the differences along the longer and the shorter axis.
    longer: i8,
    shorter: i8,
    /// Above 0 if, at the next step, the straight line is more than half a cell away from here.
    error: i8,
}

impl Line {
    #[inline]
    fn new(from: Cell, to: Cell) -> Self {
        let (dx, dy) = from.differences(to);
        let column = if from.x() < to.x() {
            1
        } else {
            1u8.wrapping_neg()
        };
        let row = if from.y() < to.y() {
            16
        } else {
            16u8.wrapping_neg()
        };
        let (longer, shorter, along, aside) = if dx >= dy {
            (dx, dy, column, row)
        } else {
            (dy, dx, row, column)
        };
        let left = longer + 1;
        // Differences are below 12.
        let (longer, shorter) = (longer.cast_signed(), shorter.cast_signed());
        Self {
            byte: from.byte(),
            left,
            along,
            aside,
            longer: 2 * longer,
            shorter: 2 * shorter,
            error: 2 * shorter - longer,
        }
    }
}

impl Iterator for Line {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.left = self.left.checked_sub(1)?;
        let cell = Cell::from_byte(self.byte);
        if self.error > 0 {
            self.byte = self.byte.wrapping_add(self.aside);
            self.error -= self.longer;
        }
        self.byte = self.byte.wrapping_add(self.along);
        self.error += self.shorter;
        cell
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left), Some(usize::from(self.left)))
    }
}

/// The cell that blocks the sight between two cells, the one nearest to `from`
/// if there are several; `None` if they see each other.
///
/// The ends never block. The line is always traced from the lower cell, so that
/// seeing is mutual.
pub fn sight_blocked_at(from: Cell, to: Cell, opaque: CellSet) -> Option<Cell> {
    let ends = CellSet::of(from) | CellSet::of(to);
    let opaque = opaque - ends;
    if from <= to {
        Line::new(from, to).find(|&cell| opaque.contains(cell))
    } else {
        Line::new(to, from)
            .filter(|&cell| opaque.contains(cell))
            .last()
    }
}

/// Which cells see each other, worked out once, so that asking costs one look-up.
#[derive(Clone, Debug)]
pub struct SightTable {
    // Bit b × 256 + a says whether a sees b, and so does bit a × 256 + b. With
    // four words a row every pair of bytes has its bit: no bounds check is needed.
    bits: Box<[u64; 1024]>,
}

impl SightTable {
    /// Works out which cells see each other when these cells block sight.
    pub fn new(opaque: CellSet) -> Self {
        let mut table = Self {
            bits: Box::new([0; 1024]),
        };
        for cell in Cell::all() {
            let row = usize::from(cell.byte()) * 4;
            table.bits[row..row + 3].copy_from_slice(&CellSet::ALL.words());
        }
        let widest = SIDE.cast_signed() - 1;
        for dy in 0..=widest {
            // Traced from the lower cell, lines never go up, and those along a row go right.
            let leftmost = if dy == 0 { 1 } else { -widest };
            for dx in leftmost..=widest {
                table.block_lines(dx, dy, opaque);
            }
        }
        table
    }

    /// Blocks the sight between cells that lie this far apart, if something is between them.
    ///
    /// Such lines are alike wherever they begin, so all of them are looked at together.
    fn block_lines(&mut self, dx: i8, dy: i8, opaque: CellSet) {
        let left_or_right = if dx < 0 { SIDE - 1 } else { 0 };
        let start = Cell::new(left_or_right, 0);
        let Some((start, end)) = start.and_then(|cell| Some((cell, cell.offset(dx, dy)?))) else {
            return;
        };
        let between = Line::new(start, end).filter(|&cell| cell != start && cell != end);
        let blocked = between.fold(CellSet::EMPTY, |blocked, cell| {
            let places = i16::from(cell.byte()) - i16::from(start.byte());
            blocked | opaque.moved_back(places)
        });
        for from in blocked.iter() {
            if let Some(to) = from.offset(dx, dy) {
                self.block(from, to);
                self.block(to, from);
            }
        }
    }

    /// Whether the two cells see each other.
    #[inline]
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        let bit = Self::bit(a, b);
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// All cells seen from a cell, itself included.
    #[inline]
    pub fn seen_from(&self, a: Cell) -> CellSet {
        let row = usize::from(a.byte()) * 4;
        CellSet::from_words([self.bits[row], self.bits[row + 1], self.bits[row + 2]])
    }

    fn block(&mut self, a: Cell, b: Cell) {
        let bit = Self::bit(a, b);
        self.bits[bit / 64] &= !(1 << (bit % 64));
    }

    #[inline]
    fn bit(a: Cell, b: Cell) -> usize {
        usize::from(u16::from_le_bytes([a.byte(), b.byte()]))
    }
}
