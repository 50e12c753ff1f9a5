//! Numbers in the log: signs, the numbers of statuses, chances and rolls.

use std::cmp::Ordering;
use std::fmt::{self, Display, Formatter};

use crate::hit::{Chance, Roll};
use crate::skill::Edge;
use crate::status::Status;

/// A status's number, if it has one.
pub(super) struct Number(pub(super) Status, pub(super) u8);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.has_amount() {
            write!(f, " {}", self.1)
        } else {
            Ok(())
        }
    }
}

/// A number, with a true minus sign if it needs one.
pub(super) struct Plain(pub(super) i32);

impl Display for Plain {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.0 < 0 { "−" } else { "" },
            self.0.unsigned_abs()
        )
    }
}

/// A part of a sum with its sign: `+5`, `−10`.
pub(super) struct Signed(pub(super) i32);

impl Display for Signed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.0 < 0 { '−' } else { '+' },
            self.0.unsigned_abs()
        )
    }
}

/// How a strike was decided: `d20(14) + 5 = 19 vs AC 15`, `65% (75 −10) rolled 48`, `sure`.
pub fn narrate_roll(chance: Chance, roll: Roll) -> String {
    match chance {
        Chance::Sure => "sure".to_owned(),
        Chance::Aimed { .. } | Chance::Armour { .. } => Roller { chance, roll }.to_string(),
    }
}

/// What makes up a chance, before the roll: `95 −30 distance −20 cover`, `d20 +5 vs AC 15`; with the
/// bound of the rules where it counts: `85 −50 distance −40 cover, at least 5`. Nothing if it is sure.
pub fn narrate_chance(chance: Chance) -> Option<String> {
    match chance {
        Chance::Sure => None,
        Chance::Aimed {
            accuracy, percent, ..
        } => {
            let mut text = Plain(i32::from(accuracy)).to_string();
            let mut sum = accuracy;
            for (term, name) in chance.terms() {
                text += &format!(" {} {name}", Signed(i32::from(term)));
                sum += term;
            }
            match sum.cmp(&i16::from(percent)) {
                Ordering::Less => text += &format!(", at least {percent}"),
                Ordering::Equal => {}
                Ordering::Greater => text += &format!(", at most {percent}"),
            }
            Some(text)
        }
        Chance::Armour {
            bonus,
            armour_class,
            edge,
        } => {
            let dice = match edge {
                Edge::Even => "d20",
                Edge::Advantage => "better of 2 d20",
                Edge::Disadvantage => "worse of 2 d20",
            };
            let bonus = Signed(i32::from(bonus));
            Some(format!("{dice} {bonus} vs AC {armour_class}"))
        }
    }
}

/// The chance of a strike and the roll that decided.
pub(super) struct Roller {
    pub(super) chance: Chance,
    pub(super) roll: Roll,
}

impl Display for Roller {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let roll = self.roll;
        match self.chance {
            Chance::Sure => Ok(()),
            Chance::Aimed {
                accuracy, percent, ..
            } => {
                write!(f, "{percent}% ({}", Plain(i32::from(accuracy)))?;
                for (term, _) in self.chance.terms() {
                    write!(f, " {}", Signed(i32::from(term)))?;
                }
                write!(f, ")")?;
                match roll {
                    Roll::D100(roll) => write!(f, " rolled {roll}"),
                    Roll::None | Roll::D20 { .. } => Ok(()),
                }
            }
            Chance::Armour {
                bonus,
                armour_class,
                edge,
            } => {
                let Roll::D20 { kept, other } = roll else {
                    return write!(f, "{} vs AC {armour_class}", Signed(i32::from(bonus)));
                };
                write!(f, "d20({kept}")?;
                if let Some(other) = other {
                    let word = if edge == Edge::Advantage {
                        "over"
                    } else {
                        "under"
                    };
                    write!(f, " {word} {other}")?;
                }
                let sign = if bonus < 0 { '−' } else { '+' };
                let sum = i32::from(kept) + i32::from(bonus);
                write!(
                    f,
                    ") {sign} {} = {} vs AC {armour_class}",
                    bonus.unsigned_abs(),
                    Plain(sum)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_at_its_bound_says_so() {
        let words = |accuracy, distance, percent| {
            let chance = Chance::Aimed {
                accuracy,
                bonus: 0,
                distance,
                cover: 0,
                dodging: 0,
                percent,
            };
            narrate_chance(chance).expect("it is not sure")
        };
        assert_eq!(words(95, 50, 45), "95 −50 distance");
        assert_eq!(words(45, 50, 5), "45 −50 distance, at least 5");
        assert_eq!(words(120, 10, 95), "120 −10 distance, at most 95");
    }
}
