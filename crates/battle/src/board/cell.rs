//! One cell of the board: its name, its coordinates and the distances between two.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{CellSet, SIDE, TABLE};

/// A cell of the board; it cannot be off the board.
///
/// Written like a chess square: column `A`–`L`, row `1`–`12`, so the top left
/// cell (0, 0) is `A1`. Cells are ordered by lower y, then lower x, which is
/// also the last tie-break of the rules.
///
/// ```
/// use foretold_battle::board::Cell;
///
/// let cell: Cell = "c12".parse()?;
/// assert_eq!((cell.x(), cell.y()), (2, 11));
/// assert_eq!(cell.to_string(), "C12");
/// # Ok::<(), foretold_battle::board::ParseCellError>(())
/// ```
// Packed as y << 4 | x: comparing the bytes compares y, then x.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

/// What `Cell::neighbours` returns, for every byte, so that no look-up can miss.
static NEIGHBOURS: [CellSet; 256] = {
    let mut table = [CellSet::EMPTY; 256];
    let mut byte = 0;
    while byte < TABLE {
        if let Some(cell) = Cell::from_byte(byte as u8) {
            let set = CellSet::of(cell);
            table[byte] = set.spread_within(CellSet::ALL.without(set));
        }
        byte += 1;
    }
    table
};

/// What `Cell::within` returns, for every distance and byte.
static WITHIN: [[CellSet; 256]; SIDE as usize] = {
    let mut table = [[CellSet::EMPTY; 256]; SIDE as usize];
    let mut byte = 0;
    while byte < TABLE {
        if let Some(cell) = Cell::from_byte(byte as u8) {
            let mut set = CellSet::of(cell);
            let mut distance = 0;
            while distance < table.len() {
                table[distance][byte] = set;
                set = set.spread_within(CellSet::ALL);
                distance += 1;
            }
        }
        byte += 1;
    }
    table
};

/// What `Cell::chebyshev` returns, by the difference of the two as `Cell::spread` gives them:
/// 32 a row and 1 a column.
static CHEBYSHEV: [u8; 1024] = {
    let mut table = [0; 1024];
    let widest = SIDE as i16 - 1;
    let mut dy = -widest;
    while dy <= widest {
        let mut dx = -widest;
        while dx <= widest {
            let (columns, rows) = (dx.unsigned_abs() as u8, dy.unsigned_abs() as u8);
            let apart = (32 * dy + dx).rem_euclid(1024) as usize;
            table[apart] = if columns > rows { columns } else { rows };
            dx += 1;
        }
        dy += 1;
    }
    table
};

impl Cell {
    /// The first cell: `A1`.
    pub(crate) const TOP_LEFT: Cell = Cell(0);

    /// The cell in column `x` and row `y`, both from 0; `None` off the board.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < SIDE && y < SIDE {
            Some(Self(y << 4 | x))
        } else {
            None
        }
    }

    /// The cell of a packed byte; `None` if no cell is packed like that.
    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        Self::new(byte & 15, byte >> 4)
    }

    /// The packed byte: y in the upper four bits, x in the lower four.
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// The column, from 0 (`A`) to 11 (`L`).
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// The row, from 0 (the top row, `1`) to 11.
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// The cell's place in a table of 192.
    // No cell reaches the limit: it shows the compiler that such tables need no bounds check.
    pub(crate) const fn index(self) -> usize {
        let index = self.0 as usize;
        if index < TABLE { index } else { TABLE - 1 }
    }

    /// Every cell in order: `A1`, `B1`, … `L12`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Self(y << 4 | x)))
    }

    /// Distance for range, conditions and selectors: a diagonal costs 1.
    #[inline]
    pub fn chebyshev(self, other: Self) -> u8 {
        let apart = self.spread().wrapping_sub(other.spread());
        CHEBYSHEV[usize::from(apart) % CHEBYSHEV.len()]
    }

    /// The packed byte with rows twice as far apart: the difference of two says how many rows and
    /// columns lie between them, whatever their signs.
    #[inline]
    const fn spread(self) -> u16 {
        let byte = self.0 as u16;
        byte + (byte & 0xf0)
    }

    /// Distance by straight steps only: a diagonal costs 2.
    pub fn manhattan(self, other: Self) -> u8 {
        let (dx, dy) = self.differences(other);
        dx + dy
    }

    /// Straight-line distance in integers: `floor(per_cell × √(dx² + dy²))`,
    /// at most `u32::MAX`.
    pub fn euclidean(self, other: Self, per_cell: u32) -> u32 {
        let (dx, dy) = self.differences(other);
        let (dx, dy) = (u64::from(dx), u64::from(dy));
        let square = u64::from(per_cell) * u64::from(per_cell);
        // A product beyond u64 has a root beyond u32, so both stop at their limit together.
        let root = square.saturating_mul(dx * dx + dy * dy).isqrt();
        u32::try_from(root).unwrap_or(u32::MAX)
    }

    /// The cell `dx` columns to the right and `dy` rows down; `None` off the board.
    pub fn offset(self, dx: i8, dy: i8) -> Option<Self> {
        let x = self.x().checked_add_signed(dx)?;
        let y = self.y().checked_add_signed(dy)?;
        Self::new(x, y)
    }

    /// The cells one step away, diagonals included: 8, fewer at an edge.
    #[inline]
    pub fn neighbours(self) -> CellSet {
        NEIGHBOURS[usize::from(self.0)]
    }

    /// The cells at most this far away, itself included.
    #[inline]
    pub(crate) fn within(self, distance: u8) -> CellSet {
        let distance = usize::from(distance).min(WITHIN.len() - 1);
        WITHIN[distance][usize::from(self.0)]
    }

    /// |x difference| and |y difference|.
    #[inline]
    pub(crate) fn differences(self, other: Self) -> (u8, u8) {
        (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()))
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.x()), self.y() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// The error of a text that names no cell of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCellError {
    found: String,
}

/// What a cell's name looks like, for messages.
const EXPECTED: &str = "a cell from A1 to L12 (column A–L, then row 1–12)";

/// The most characters of a wrong name that its message repeats.
const SHOWN: usize = 16;

impl Display for ParseCellError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "expected {EXPECTED}, found {:?}", self.found)
    }
}

impl std::error::Error for ParseCellError {}

/// The cell of this name, upper or lower case.
fn parse(name: &str) -> Option<Cell> {
    let (column, row) = match *name.as_bytes() {
        [column, row @ b'1'..=b'9'] => (column, row - b'0'),
        [column, b'1', row @ b'0'..=b'2'] => (column, 10 + row - b'0'),
        _ => return None,
    };
    let x = column.to_ascii_uppercase().checked_sub(b'A')?;
    Cell::new(x, row - 1)
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(name: &str) -> Result<Self, ParseCellError> {
        parse(name).ok_or_else(|| ParseCellError {
            found: name.chars().take(SHOWN).collect(),
        })
    }
}

/// Written by name where people read (RON, JSON), as the packed byte elsewhere.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(NameVisitor)
        } else {
            let byte = u8::deserialize(deserializer)?;
            Self::from_byte(byte).ok_or_else(|| {
                let found = Unexpected::Unsigned(u64::from(byte));
                de::Error::invalid_value(found, &"a cell packed as y × 16 + x, both below 12")
            })
        }
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Cell;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Cell, E> {
        parse(name).ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}
