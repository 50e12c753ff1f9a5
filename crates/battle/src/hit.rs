//! To hit or not (rules §7). One function gives the chance, for the preview and for the roll.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::board::Cell;
use crate::dice::Dice;
use crate::house_rules::Luck;
use crate::ids::UnitId;
use crate::sink::Sink;
use crate::skill::{Check, Edge};
use crate::status::Status;
use crate::unit::Unit;

/// An exact probability in hundredths of a percent: even d20s with advantage come out whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Odds(pub(crate) u16);

impl Odds {
    /// It cannot be otherwise.
    pub const CERTAIN: Odds = Odds(10_000);
    /// It cannot be.
    pub const NEVER: Odds = Odds(0);

    /// Hundredths of a percent, 0 to 10,000.
    pub const fn hundredths(self) -> u16 {
        self.0
    }

    pub(crate) const fn is_likely(self) -> bool {
        self.0 >= 5_000
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}%"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}%", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}%"),
        }
    }
}

/// The chance of one strike at one target, line by line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Chance {
    /// Hits any unit that is there.
    Sure,
    /// On a d100.
    Aimed {
        /// The attacker's.
        accuracy: i16,
        /// The skill's.
        bonus: i16,
        /// Taken off for distance.
        distance: i16,
        /// Taken off for the cover of the target's cell.
        cover: i16,
        /// Taken off because the target dodges.
        dodging: i16,
        /// What is left, within the bounds of the rules.
        percent: u8,
    },
    /// On a d20.
    Armour {
        /// Added to the die.
        bonus: i16,
        /// To be reached.
        armour_class: i16,
        /// One die or two.
        edge: Edge,
    },
}

/// How the dice fell for a strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Roll {
    /// None was needed: a sure strike, or certain luck.
    None,
    /// A d100; it hits if it shows the chance or less.
    D100(u8),
    /// A d20, and the second one that did not count.
    D20 {
        /// The die that counts.
        kept: u8,
        /// The other, with advantage or disadvantage.
        other: Option<u8>,
    },
}

/// What became of a strike at a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// Nothing.
    Miss,
    /// It hit.
    Hit,
    /// A natural 20: the dice are doubled.
    Critical,
}

/// The chance of a strike by `attacker` from a cell at a target (rules §7).
#[inline]
pub(crate) fn chance(
    arena: &Arena,
    attacker: UnitId,
    from: Cell,
    check: Check,
    target: UnitId,
    state: &Unit,
) -> Chance {
    let dodges = state.has(Status::Dodging);
    match check {
        Check::Sure => Chance::Sure,
        Check::Aimed { bonus } => aimed(arena, attacker, from, bonus, state.cell, dodges),
        Check::Armour { bonus, edge } => Chance::Armour {
            bonus,
            armour_class: arena.sheet(target).armour_class,
            edge: if dodges { edge.hindered() } else { edge },
        },
    }
}

/// The chance of a strike at any unit in a cell that does not dodge; `None` if it depends on the
/// unit.
pub(crate) fn chance_at_anyone(
    arena: &Arena,
    attacker: UnitId,
    from: Cell,
    check: Check,
    cell: Cell,
) -> Option<Chance> {
    match check {
        Check::Sure => Some(Chance::Sure),
        Check::Aimed { bonus } => Some(aimed(arena, attacker, from, bonus, cell, false)),
        Check::Armour { .. } => None,
    }
}

/// The chance of an aimed strike, line by line.
fn aimed(
    arena: &Arena,
    attacker: UnitId,
    from: Cell,
    bonus: i16,
    at: Cell,
    dodges: bool,
) -> Chance {
    let house = arena.house();
    let accuracy = arena.sheet(attacker).accuracy;
    let distance = from.euclidean(at, u32::from(house.penalty_per_cell)) as i16;
    let cover = i16::from(arena.cover(at));
    let dodging = if dodges { i16::from(house.dodging) } else { 0 };
    let sum = accuracy + bonus - distance - cover - dodging;
    let percent = sum.clamp(
        i16::from(house.lowest_chance),
        i16::from(house.highest_chance),
    ) as u8;
    Chance::Aimed {
        accuracy,
        bonus,
        distance,
        cover,
        dodging,
        percent,
    }
}

impl Chance {
    /// What is added to the attacker's accuracy or taken off it, each with its name.
    pub fn terms(self) -> impl Iterator<Item = (i16, &'static str)> {
        let terms = match self {
            Chance::Aimed {
                bonus,
                distance,
                cover,
                dodging,
                ..
            } => [
                (bonus, "skill"),
                (-distance, "distance"),
                (-cover, "cover"),
                (-dodging, "dodging"),
            ],
            Chance::Sure | Chance::Armour { .. } => [(0, ""); 4],
        };
        terms.into_iter().filter(|(term, _)| *term != 0)
    }

    /// The exact probability to hit.
    pub fn odds(self) -> Odds {
        match self {
            Chance::Sure => Odds::CERTAIN,
            Chance::Aimed { percent, .. } => Odds(u16::from(percent) * 100),
            Chance::Armour { edge, .. } => of_d20s(edge, self.hitting_faces()),
        }
    }

    /// The exact probability of a critical.
    pub fn critical_odds(self) -> Odds {
        match self {
            Chance::Sure | Chance::Aimed { .. } => Odds::NEVER,
            Chance::Armour { edge, .. } => of_d20s(edge, 1),
        }
    }

    /// Rolls: exactly as likely to hit as [`Chance::odds`] says.
    pub(crate) fn roll<S: Sink>(
        self,
        luck: Luck,
        dice: &mut Dice,
        sink: &mut S,
    ) -> (Roll, Verdict) {
        if luck == Luck::Certain {
            return (
                Roll::None,
                if self.odds().is_likely() {
                    Verdict::Hit
                } else {
                    Verdict::Miss
                },
            );
        }
        match self {
            Chance::Sure => (Roll::None, Verdict::Hit),
            Chance::Aimed { percent, .. } => {
                let roll = dice.roll(100, sink) as u8;
                (
                    Roll::D100(roll),
                    if roll <= percent {
                        Verdict::Hit
                    } else {
                        Verdict::Miss
                    },
                )
            }
            Chance::Armour { edge, .. } => {
                let first = dice.roll(20, sink) as u8;
                let (kept, other) = if edge == Edge::Even {
                    (first, None)
                } else {
                    let second = dice.roll(20, sink) as u8;
                    let (low, high) = (first.min(second), first.max(second));
                    if edge == Edge::Advantage {
                        (high, Some(low))
                    } else {
                        (low, Some(high))
                    }
                };
                let verdict = match kept {
                    20 => Verdict::Critical,
                    face if face > 20 - self.hitting_faces() as u8 => Verdict::Hit,
                    _ => Verdict::Miss,
                };
                (Roll::D20 { kept, other }, verdict)
            }
        }
    }

    /// How many of a d20's faces hit: always the highest ones; the 20 always, the 1 never.
    fn hitting_faces(self) -> u32 {
        match self {
            Chance::Armour {
                bonus,
                armour_class,
                ..
            } => (21 + i32::from(bonus) - i32::from(armour_class)).clamp(1, 19) as u32,
            Chance::Sure | Chance::Aimed { .. } => 20,
        }
    }
}

/// The probability that the die that counts shows one of its `faces` highest faces.
fn of_d20s(edge: Edge, faces: u32) -> Odds {
    let out_of_400 = match edge {
        Edge::Even => faces * 20,
        Edge::Advantage => 400 - (20 - faces) * (20 - faces),
        Edge::Disadvantage => faces * faces,
    };
    Odds((out_of_400 * 25) as u16)
}
