//! Indices into a battle's tables: units, skills, decks. Names live in the [`Arena`](crate::Arena).

use std::fmt;

use serde::{Deserialize, Serialize};

/// At most this many units fight in one battle, the fallen included (rules §1).
pub const MAX_UNITS: usize = 24;

/// A unit of one battle. Its number is its slot: the order in which units joined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct UnitId(pub(crate) u8);

impl TryFrom<u8> for UnitId {
    type Error = String;

    fn try_from(slot: u8) -> Result<UnitId, String> {
        UnitId::new(usize::from(slot))
            .ok_or_else(|| format!("unit {slot}: a battle holds at most {MAX_UNITS}"))
    }
}

impl From<UnitId> for u8 {
    fn from(unit: UnitId) -> u8 {
        unit.0
    }
}

impl UnitId {
    /// The unit that joined as number `slot` (from 0); `None` if no battle has that many.
    pub const fn new(slot: usize) -> Option<UnitId> {
        if slot < MAX_UNITS {
            Some(UnitId(slot as u8))
        } else {
            None
        }
    }

    /// The order of joining, from 0.
    pub const fn slot(self) -> usize {
        self.0 as usize
    }
}

/// A skill of one battle: its place in [`Setup::skills`](crate::Setup::skills).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillId(pub u8);

impl SkillId {
    /// The place in the list of skills.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A combat deck of one battle: its place in [`Setup::decks`](crate::Setup::decks).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DeckId(pub u8);

impl DeckId {
    /// The place in the list of decks.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of units, iterated in slot order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub struct UnitSet(u32);

impl From<u32> for UnitSet {
    /// One bit for each slot; bits beyond a battle's units mean nothing.
    fn from(bits: u32) -> UnitSet {
        UnitSet(bits & ((1 << MAX_UNITS) - 1))
    }
}

impl From<UnitSet> for u32 {
    fn from(set: UnitSet) -> u32 {
        set.0
    }
}

/// A set of units in no more bytes than it needs: every unit of a battle keeps some.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct PackedUnits([u8; MAX_UNITS.div_ceil(8)]);

impl From<UnitSet> for PackedUnits {
    fn from(set: UnitSet) -> PackedUnits {
        let [first, second, third, _] = set.0.to_le_bytes();
        PackedUnits([first, second, third])
    }
}

impl From<PackedUnits> for UnitSet {
    fn from(PackedUnits([first, second, third]): PackedUnits) -> UnitSet {
        UnitSet(u32::from_le_bytes([first, second, third, 0]))
    }
}

impl UnitSet {
    /// Nobody.
    pub const EMPTY: UnitSet = UnitSet(0);

    /// How many bits there are, a few more than units.
    pub(crate) const BITS: usize = u32::BITS as usize;

    /// Whether the unit is in the set.
    pub const fn contains(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 == 1
    }

    /// The set with the unit in it.
    pub const fn with(self, unit: UnitId) -> UnitSet {
        UnitSet(self.0 | 1 << unit.0)
    }

    /// The set with the unit in it if this is true. There is no branch in it: who is near, or winding
    /// up, is hard to guess for a processor.
    pub(crate) const fn with_if(self, unit: UnitId, is_in: bool) -> UnitSet {
        UnitSet(self.0 | (is_in as u32) << unit.0)
    }

    /// The set without the unit.
    pub const fn without(self, unit: UnitId) -> UnitSet {
        UnitSet(self.0 & !(1 << unit.0))
    }

    /// The units in both sets.
    pub const fn and(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }

    /// The units in one set or the other.
    pub const fn or(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }

    /// The units in this set and not in the other.
    pub const fn minus(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }

    /// The unit with the lowest slot.
    pub const fn first(self) -> Option<UnitId> {
        if self.0 == 0 {
            None
        } else {
            Some(UnitId(self.0.trailing_zeros() as u8))
        }
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many units are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Those of the units for which something holds.
    #[inline(always)]
    pub(crate) fn filter(self, holds: impl Fn(UnitId) -> bool) -> UnitSet {
        self.iter()
            .fold(UnitSet::EMPTY, |set, unit| set.with_if(unit, holds(unit)))
    }

    /// The unit with the lowest rank, and that rank; among equals the one with the lowest slot.
    #[inline]
    pub(crate) fn lowest(self, rank: impl Fn(UnitId) -> u32) -> Option<(UnitId, u32)> {
        // One number holds the rank and the slot, so that the smallest is both.
        let ranked = self
            .iter()
            .map(|unit| u64::from(rank(unit)) << 8 | u64::from(unit.0));
        let lowest = ranked.fold(u64::MAX, u64::min);
        (!self.is_empty()).then_some((UnitId(lowest as u8), (lowest >> 8) as u32))
    }

    /// The units in slot order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let slot = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(UnitId(slot))
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        units.into_iter().fold(UnitSet::EMPTY, UnitSet::with)
    }
}

impl fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(UnitId::slot))
            .finish()
    }
}
