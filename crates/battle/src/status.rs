//! Statuses: what lasts on a unit, and for how many of its turns (rules §9).

use serde::{Deserialize, Serialize};

use crate::ids::UnitId;

/// No status lasts longer.
pub(crate) const MAX_TURNS: u8 = 100;
/// No status has a larger number.
pub(crate) const MAX_AMOUNT: u8 = 99;

/// There is room for this many statuses. Files and fingerprints of battles without the later ones
/// stay as they are: see `Stored`.
const ROOM: usize = 16;

/// The table of statuses: the word, whether it comes with a number, what it does. Battles keep the
/// place of a status: a new one goes to the end.
macro_rules! statuses {
    ($($status:ident $word:literal $number:ident $does:literal;)+) => {
        /// What lasts on a unit.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Status {
            $(#[doc = concat!("It ", $does, ".")] $status,)+
        }

        impl Status {
            /// Every status, in order.
            pub const ALL: [Status; [$($word),+].len()] = [$(Status::$status),+];

            /// The status as the log writes it.
            pub const fn name(self) -> &'static str {
                match self { $(Status::$status => $word,)+ }
            }

            /// What a unit with it does, for the manual.
            pub const fn does(self) -> &'static str {
                match self { $(Status::$status => $does,)+ }
            }

            /// Whether the status comes with a number: poisoned 3, strengthened 2.
            pub const fn has_amount(self) -> bool {
                match self { $(Status::$status => number!($number),)+ }
            }
        }
    };
}

macro_rules! number {
    (plain) => {
        false
    };
    (numbered) => {
        true
    };
}

statuses! {
    Stunned "stunned" plain "makes no decision; a wind-up breaks";
    Rooted "rooted" plain "cannot move and is not shoved; may have a holder";
    Confused "confused" plain "aims and steps astray";
    Poisoned "poisoned" numbered "loses this many HP at the end of each turn";
    Dodging "dodging" plain "is harder to hit";
    Panicked "panicked" plain "runs from the nearest enemy, whatever its brain says";
    Strengthened "strengthened" numbered "deals this much more damage";
    Weakened "weakened" numbered "deals this much less damage";
}

const _: () = assert!(
    Status::ALL.len() <= ROOM,
    "a status has no room: see `Statuses`"
);

impl Status {
    const fn bit(self) -> u16 {
        1 << self as u16
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
    /// Rooted only: held by the unit that gave it, until that one is gone or no longer adjacent.
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

    /// The same, held by the unit that gives it.
    pub const fn held(self) -> Affliction {
        Affliction { held: true, ..self }
    }
}

/// The statuses on one unit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Statuses {
    active: u16,
    /// Statuses that began or were renewed during the bearer's current turn. That turn does not
    /// count towards their duration.
    fresh: u16,
    /// Statuses that the bearer did not have when its current turn began.
    new: u16,
    turns: [u8; ROOM],
    amounts: [u8; ROOM],
    holder: Option<UnitId>,
}

/// How statuses are written: the first eight as if there were no others, then the others if there
/// are any. So a later status changes no fingerprint of a battle without it.
///
/// The packed form is only ever written, for fingerprints: it could not be read back with parts
/// left out.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Statuses")]
struct Stored {
    active: u8,
    fresh: u8,
    new: u8,
    turns: [u8; ROOM / 2],
    amounts: [u8; ROOM / 2],
    holder: Option<UnitId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    later: Option<Later>,
}

/// The statuses after the first eight.
#[derive(Serialize, Deserialize)]
struct Later {
    active: u8,
    fresh: u8,
    new: u8,
    turns: [u8; ROOM / 2],
    amounts: [u8; ROOM / 2],
}

impl From<Statuses> for Stored {
    fn from(statuses: Statuses) -> Stored {
        let [active, fresh, new] =
            [statuses.active, statuses.fresh, statuses.new].map(u16::to_le_bytes);
        let (turns, later_turns) = halves(statuses.turns);
        let (amounts, later_amounts) = halves(statuses.amounts);
        let later = Later {
            active: active[1],
            fresh: fresh[1],
            new: new[1],
            turns: later_turns,
            amounts: later_amounts,
        };
        Stored {
            active: active[0],
            fresh: fresh[0],
            new: new[0],
            turns,
            amounts,
            holder: statuses.holder,
            later: (later.active != 0).then_some(later),
        }
    }
}

impl From<Stored> for Statuses {
    fn from(stored: Stored) -> Statuses {
        let later = stored.later.unwrap_or(Later {
            active: 0,
            fresh: 0,
            new: 0,
            turns: [0; ROOM / 2],
            amounts: [0; ROOM / 2],
        });
        Statuses {
            active: u16::from_le_bytes([stored.active, later.active]),
            fresh: u16::from_le_bytes([stored.fresh, later.fresh]),
            new: u16::from_le_bytes([stored.new, later.new]),
            turns: whole(stored.turns, later.turns),
            amounts: whole(stored.amounts, later.amounts),
            holder: stored.holder,
        }
    }
}

fn halves(all: [u8; ROOM]) -> ([u8; ROOM / 2], [u8; ROOM / 2]) {
    (
        std::array::from_fn(|at| all[at]),
        std::array::from_fn(|at| all[at + ROOM / 2]),
    )
}

fn whole(first: [u8; ROOM / 2], later: [u8; ROOM / 2]) -> [u8; ROOM] {
    let half = ROOM / 2;
    std::array::from_fn(|at| {
        if at < half {
            first[at]
        } else {
            later[at - half]
        }
    })
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

    /// Whether the unit has no status.
    pub const fn is_empty(&self) -> bool {
        self.active == 0
    }

    /// The unit that holds this one, if one does.
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

    /// Whether the unit had the status before its current turn: only then poison bites.
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
            && u32::from(self.active) < 1 << Status::ALL.len()
            && self
                .holder
                .is_none_or(|holder| rooted && holder.slot() < units)
            && (self.turns.iter().zip(&self.amounts))
                .enumerate()
                .all(|(at, (&turns, &amount))| {
                    let active = self.active & 1 << at != 0;
                    active == (turns > 0)
                        && turns <= MAX_TURNS
                        && amount <= MAX_AMOUNT
                        && (active || amount == 0)
                })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::fingerprint;

    fn with(places: &[usize]) -> Statuses {
        let mut statuses = Statuses::default();
        for &at in places {
            statuses.active |= 1 << at;
            statuses.new |= 1 << at;
            statuses.turns[at] = 3;
            statuses.amounts[at] = at as u8;
        }
        statuses
    }

    #[test]
    fn statuses_yet_to_come_are_kept_and_count_in_the_fingerprint() {
        let mut seen = vec![fingerprint(&Statuses::default())];
        for at in 0..ROOM {
            for statuses in [with(&[at]), with(&[0, at]), with(&[at, ROOM - 1])] {
                let text = serde_json::to_string(&statuses).expect("plain data");
                let read: Statuses = serde_json::from_str(&text).expect("what was written");
                assert_eq!(read, statuses, "{text}");
            }
            seen.push(fingerprint(&with(&[at])));
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), ROOM + 1);
    }

    #[test]
    fn the_first_eight_are_written_as_if_there_were_no_others() {
        let poisoned = with(&[Status::Poisoned as usize, 7]);
        let text = serde_json::to_string(&poisoned).expect("plain data");
        let expected = r#"{"active":136,"fresh":0,"new":136,"turns":[0,0,0,3,0,0,0,3],"amounts":[0,0,0,3,0,0,0,7],"holder":null}"#;
        assert_eq!(text, expected);
        let packed: [u8; 20] = [
            136, 0, 136, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 7, 0,
        ];
        assert_eq!(fingerprint(&poisoned), fingerprint(&packed));
    }

    #[test]
    fn a_status_that_does_not_exist_is_not_sound() {
        assert!(with(&[Status::ALL.len() - 1]).is_sound(1));
        assert!(!with(&[Status::ALL.len()]).is_sound(1));
    }
}
