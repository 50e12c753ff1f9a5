//! Statuses: what lasts on a unit, and for how many of its turns (rules §9).

use serde::{Deserialize, Serialize};

use crate::ids::UnitId;

/// No status lasts longer.
pub(crate) const MAX_TURNS: u8 = 100;
/// No status has a larger number.
pub(crate) const MAX_AMOUNT: u8 = 99;

/// The eight statuses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Status {
    /// Makes no decision.
    Stunned,
    /// Cannot move and is not shoved; may have a holder.
    Rooted,
    /// Aim and steps go astray.
    Confused,
    /// Loses HP at the end of each turn.
    Poisoned,
    /// Harder to hit.
    Dodging,
    /// Runs from the nearest enemy, whatever its brain says.
    Panicked,
    /// Deals more damage.
    Strengthened,
    /// Deals less damage.
    Weakened,
}

impl Status {
    /// Every status, in order.
    pub const ALL: [Status; 8] = [
        Status::Stunned,
        Status::Rooted,
        Status::Confused,
        Status::Poisoned,
        Status::Dodging,
        Status::Panicked,
        Status::Strengthened,
        Status::Weakened,
    ];

    /// The status as the log writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Stunned => "stunned",
            Status::Rooted => "rooted",
            Status::Confused => "confused",
            Status::Poisoned => "poisoned",
            Status::Dodging => "dodging",
            Status::Panicked => "panicked",
            Status::Strengthened => "strengthened",
            Status::Weakened => "weakened",
        }
    }

    /// Whether the status comes with a number: poisoned 3, strengthened 2.
    pub const fn has_amount(self) -> bool {
        matches!(
            self,
            Status::Poisoned | Status::Strengthened | Status::Weakened
        )
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A status as a skill gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Affliction {
    /// Which.
    pub status: Status,
    /// For how many of the bearer's turns.
    pub turns: u8,
    /// The number of poisoned, strengthened and weakened.
    pub amount: u8,
    /// Rooted only: held by whoever gave it, until that one is gone or no longer adjacent.
    pub held: bool,
}

impl Affliction {
    /// A status without a number or a holder.
    pub const fn new(status: Status, turns: u8) -> Affliction {
        Affliction {
            status,
            turns,
            amount: 0,
            held: false,
        }
    }

    /// The same with a number: poisoned `amount`.
    pub const fn of(self, amount: u8) -> Affliction {
        Affliction { amount, ..self }
    }

    /// The same, held by whoever gives it.
    pub const fn held(self) -> Affliction {
        Affliction { held: true, ..self }
    }
}

/// The statuses on one unit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Statuses {
    active: u8,
    /// Those begun or renewed in their bearer's running turn: it does not count for them.
    fresh: u8,
    /// Those the bearer did not have when its running turn began.
    new: u8,
    turns: [u8; Status::ALL.len()],
    amounts: [u8; Status::ALL.len()],
    holder: Option<UnitId>,
}

impl Statuses {
    /// Whether the unit has the status.
    pub const fn has(&self, status: Status) -> bool {
        self.active & status.bit() != 0
    }

    /// How many turns are left of the status, if the unit has it.
    pub const fn turns(&self, status: Status) -> Option<u8> {
        if self.has(status) {
            Some(self.turns[status as usize])
        } else {
            None
        }
    }

    /// The status's number; 0 without the status.
    pub const fn amount(&self, status: Status) -> u8 {
        if self.has(status) {
            self.amounts[status as usize]
        } else {
            0
        }
    }

    /// Who holds the unit, if someone does.
    pub const fn holder(&self) -> Option<UnitId> {
        self.holder
    }

    /// The statuses the unit has, in order.
    pub fn iter(&self) -> impl Iterator<Item = Status> + use<> {
        let active = self.active;
        Status::ALL
            .into_iter()
            .filter(move |status| active & status.bit() != 0)
    }

    /// Whether the unit had the status before its running turn: only then poison bites.
    pub(crate) const fn had_before(&self, status: Status) -> bool {
        self.has(status) && self.new & status.bit() == 0
    }

    /// Gives the status. The same one again keeps the longer time and the larger number.
    pub(crate) fn begin(&mut self, affliction: Affliction, by: Option<UnitId>, fresh: bool) {
        let (at, bit) = (affliction.status as usize, affliction.status.bit());
        if self.active & bit == 0 && fresh {
            self.new |= bit;
        }
        if affliction.turns >= self.turns[at] {
            self.turns[at] = affliction.turns;
            self.fresh = if fresh {
                self.fresh | bit
            } else {
                self.fresh & !bit
            };
        }
        self.active |= bit;
        self.amounts[at] = self.amounts[at].max(affliction.amount);
        if affliction.held {
            self.holder = by;
        }
    }

    /// Takes the status away.
    pub(crate) fn end(&mut self, status: Status) {
        self.active &= !status.bit();
        self.fresh &= !status.bit();
        self.new &= !status.bit();
        self.turns[status as usize] = 0;
        self.amounts[status as usize] = 0;
        if status == Status::Rooted {
            self.holder = None;
        }
    }

    /// Takes everything away.
    pub(crate) fn clear(&mut self) {
        *self = Statuses::default();
    }

    /// Counts one turn of the bearer. Calls `ended` for each status that is over.
    pub(crate) fn count_down(&mut self, mut ended: impl FnMut(Status)) {
        if self.active == 0 {
            return;
        }
        for status in self.iter() {
            if self.fresh & status.bit() != 0 {
                continue;
            }
            let turns = &mut self.turns[status as usize];
            *turns = turns.saturating_sub(1);
            if *turns == 0 {
                self.end(status);
                ended(status);
            }
        }
        self.fresh = 0;
        self.new = 0;
    }

    /// Whether this could have come from play: no holder without being rooted, no stray numbers.
    pub(crate) fn is_sound(&self, units: usize) -> bool {
        let rooted = self.has(Status::Rooted);
        (self.fresh | self.new) & !self.active == 0
            && self
                .holder
                .is_none_or(|holder| rooted && holder.slot() < units)
            && Status::ALL.into_iter().all(|status| {
                self.has(status) == (self.turns[status as usize] > 0)
                    && self.turns[status as usize] <= MAX_TURNS
                    && self.amounts[status as usize] <= MAX_AMOUNT
                    && (self.has(status) || self.amounts[status as usize] == 0)
            })
    }
}
