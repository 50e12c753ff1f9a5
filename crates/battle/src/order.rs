//! Orders: what the player makes a unit do in place of what its brain would do.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::autofight::{AutofightMode, Stop};
use crate::board::Cell;
use crate::brain::WhyNot;
use crate::ids::SkillId;

/// What the player wants a unit to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Walk to a cell, along a path.
    MoveTo(Cell),
    /// Use a skill on a cell, or, if it helps, on the unit that stands there.
    Use {
        /// Which.
        skill: SkillId,
        /// Where.
        at: Cell,
    },
    /// Raise the best guard it knows.
    Guard,
    /// Do no more in this turn; in ticks, hold for one.
    EndTurn,
    /// The sensible next thing (rules §10).
    Autofight(AutofightMode),
}

/// An order that a unit follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingOrder {
    /// The order.
    pub order: Order,
    /// Whether it holds until released, or for one action.
    pub kept: bool,
}

/// Why an order is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OrderRefusal {
    /// The battle is over.
    Over,
    /// A step is being played; orders wait for its end.
    InTheMiddle,
    /// There is no such unit.
    NoSuchUnit,
    /// The unit is not the player's.
    NotYours,
    /// The unit is down or has fallen.
    OutOfAction,
    /// It is another's turn.
    NotYourTurn,
    /// Nothing is left in the unit's turn.
    NoActionsLeft,
    /// The unit stands there already.
    AlreadyThere,
    /// There is no way to the cell.
    NoWay,
    /// The way is longer than what is left to walk.
    TooFar {
        /// How long the way is.
        steps: u8,
        /// How many cells are left.
        left: u8,
    },
    /// The unit does not know the skill, or the skill is a move.
    UnknownSkill,
    /// The skill helps, and nobody is there to be helped.
    NobodyThere,
    /// The unit knows nothing that raises block.
    NoGuard,
    /// The skill cannot be used: out of range, no line of sight, resting…
    Skill(WhyNot),
    /// Autofight refuses.
    Autofight(Stop),
}

impl fmt::Display for OrderRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderRefusal::Over => write!(f, "the battle is over"),
            OrderRefusal::InTheMiddle => write!(f, "a step is being played: wait for its end"),
            OrderRefusal::NoSuchUnit => write!(f, "there is no such unit in this battle"),
            OrderRefusal::NotYours => write!(f, "it is not yours to command"),
            OrderRefusal::OutOfAction => write!(f, "it cannot act: heal it first"),
            OrderRefusal::NotYourTurn => write!(f, "it is not its turn"),
            OrderRefusal::NoActionsLeft => write!(f, "it has no actions left in this turn"),
            OrderRefusal::AlreadyThere => write!(f, "it stands there already"),
            OrderRefusal::NoWay => write!(f, "there is no way there"),
            OrderRefusal::TooFar { steps, left } => {
                write!(f, "it is {steps} cells away, and {left} are left to walk")
            }
            OrderRefusal::UnknownSkill => write!(f, "it does not know that skill"),
            OrderRefusal::NobodyThere => write!(f, "nobody is there to be helped"),
            OrderRefusal::NoGuard => write!(f, "it knows no skill that raises block"),
            OrderRefusal::Skill(refusal) => write!(f, "{refusal}"),
            // Its own words are a setting: see `AutofightMessages::text`.
            OrderRefusal::Autofight(_) => write!(f, "autofight refuses"),
        }
    }
}

impl std::error::Error for OrderRefusal {}
