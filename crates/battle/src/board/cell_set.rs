//! A set of cells as a bitboard: unions, differences and floods are a few shifts.

use std::fmt::{self, Debug, Formatter};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Cell;

/// A set of cells, 24 bytes, iterated in cell order.
// Bit y × 16 + x. Four rows fit a word; the upper four bits of each row are
// guards, always 0: what a shift pushes over an edge falls on them and is masked off.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct CellSet([u64; 3]);

/// Four full rows of twelve cells.
const FULL: u64 = 0x0fff_0fff_0fff_0fff;

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; 3]);

    /// Every cell of the board.
    pub const ALL: Self = Self([FULL; 3]);

    /// The set of this one cell.
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        let byte = cell.byte();
        let bit = 1 << (byte & 63);
        let word = byte >> 6;
        Self([
            if word == 0 { bit } else { 0 },
            if word == 1 { bit } else { 0 },
            if word == 2 { bit } else { 0 },
        ])
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.contains_byte(cell.byte())
    }

    /// Whether the cell of this packed byte is in the set.
    #[inline]
    pub(crate) fn contains_byte(self, byte: u8) -> bool {
        let word = self.0.get(usize::from(byte >> 6));
        word.is_some_and(|word| word >> (byte & 63) & 1 == 1)
    }

    /// Puts the cell into the set.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        let byte = cell.byte();
        if let Some(word) = self.0.get_mut(usize::from(byte >> 6)) {
            *word |= 1 << (byte & 63);
        }
    }

    /// Takes the cell out of the set.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        let byte = cell.byte();
        if let Some(word) = self.0.get_mut(usize::from(byte >> 6)) {
            *word &= !(1 << (byte & 63));
        }
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// How many cells are in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first cell of the set: lowest y, then lowest x.
    pub fn first(self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells of the set in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cells(self)
    }

    /// The set and all its neighbours on the board, diagonals included.
    #[inline]
    #[must_use]
    pub fn grow(self) -> Self {
        self.spread_within(Self::ALL)
    }

    /// The set and every cell within this distance of it.
    #[inline]
    #[must_use]
    pub fn within(self, distance: u8) -> Self {
        (0..distance).fold(self, |cells, _| cells.grow())
    }

    /// Those cells of `within` that are in the set or a neighbour of it: one layer of a flood.
    #[inline]
    pub(crate) const fn spread_within(self, within: Self) -> Self {
        let [top, middle, bottom] = self.0;
        let top = top | top << 1 | top >> 1;
        let middle = middle | middle << 1 | middle >> 1;
        let bottom = bottom | bottom << 1 | bottom >> 1;
        Self([
            (top | top << 16 | top >> 16 | middle << 48) & within.0[0],
            (middle | middle << 16 | middle >> 16 | top >> 48 | bottom << 48) & within.0[1],
            (bottom | bottom << 16 | bottom >> 16 | middle >> 48) & within.0[2],
        ])
    }

    /// The nine cells around and including this one as nine bits: the row above
    /// in the lowest three, each from left to right. Off the board is 0.
    #[inline]
    pub(crate) fn around(self, cell: Cell) -> usize {
        // The bits from y - 1, x - 1 on, out of the set with an empty word at either end.
        let [top, middle, bottom] = self.0;
        let padded = [0, top, middle, bottom, 0];
        let start = usize::from(cell.byte()) + 64 - 17;
        let (word, shift) = ((start / 64).min(3), start % 64);
        let rows = padded[word] >> shift | padded[word + 1] << 1 << (63 - shift);
        let rows = rows & 0x7_0007_0007;
        ((rows | rows >> 13 | rows >> 26) & 0x1ff) as usize
    }

    /// Each cell moved back by a number of places of its packed byte, at most 64 forwards. A cell
    /// that leaves its row on the way ends up in another one, or nowhere.
    pub(crate) fn moved_back(self, places: i16) -> Self {
        let [top, middle, bottom] = self.0;
        let padded = [0, top, middle, bottom, 0, 0, 0, 0, 0];
        let start = usize::from((64 + places).unsigned_abs());
        let (word, shift) = ((start / 64).min(5), start % 64);
        Self::from_words(std::array::from_fn(|at| {
            padded[word + at] >> shift | padded[word + at + 1] << 1 << (63 - shift)
        }))
    }

    /// `self - other` where constants are made.
    #[inline]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self([
            self.0[0] & !other.0[0],
            self.0[1] & !other.0[1],
            self.0[2] & !other.0[2],
        ])
    }

    /// The three words of the set, four rows each.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 3] {
        self.0
    }

    /// The set of these words; bits that are not cells are dropped.
    #[inline]
    pub(crate) const fn from_words(words: [u64; 3]) -> Self {
        Self([words[0] & FULL, words[1] & FULL, words[2] & FULL])
    }
}

/// The cells not yet iterated.
struct Cells(CellSet);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        for (word, rows) in self.0.0.iter_mut().zip([0u8, 64, 128]) {
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Cell::from_byte(rows + bit);
            }
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self([
            self.0[0] | other.0[0],
            self.0[1] | other.0[1],
            self.0[2] | other.0[2],
        ])
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self([
            self.0[0] & other.0[0],
            self.0[1] & other.0[1],
            self.0[2] & other.0[2],
        ])
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// The cells of the board that are not in the set.
impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

/// The cells of the first set that are not in the second.
impl Sub for CellSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.without(other)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Written as a list of cells in order.
impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Cells(*self))
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Cell>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}

impl Debug for CellSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
