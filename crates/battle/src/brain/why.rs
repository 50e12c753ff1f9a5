//! The why of a decision, as data: what was looked at, measured and compared.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::autofight::AutofightReport;
use crate::board::Cell;
use crate::brain::condition::{Clause, Measured};
use crate::brain::heuristic::HeuristicReport;
use crate::ids::UnitId;
use crate::order::Order;
use crate::unit::Action;

/// What a unit does, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// What it does.
    pub action: Action,
    /// Why.
    pub why: Why,
}

impl Decision {
    /// The place of the rule that decided, if one did.
    pub fn rule(&self) -> Option<u8> {
        let Why::Gambit(reports) = &self.why else {
            return None;
        };
        let applied = reports.iter().position(|report| report.refusal.is_none());
        applied.map(|place| place as u8)
    }
}

/// Why a unit does what it does.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Why {
    /// Down or fallen: it has no say.
    #[default]
    OutOfAction,
    /// It is in the middle of an action.
    Busy,
    /// It is stunned.
    Stunned,
    /// It panics: what it runs from, and what hinders it.
    Panicked {
        /// How the nearest enemy was found.
        from: TargetSelection,
        /// Why it holds instead of running.
        refusal: Option<WhyNot>,
    },
    /// The rules it looked at, in order. The last one applied, or none did.
    Gambit(Vec<RuleReport>),
    /// The card it holds.
    Cards(CardReport),
    /// Its turn is over.
    TurnOver,
    /// The player ordered it.
    Ordered(Order),
    /// Autofight: which target, how, and what decided.
    Autofight(AutofightReport),
    /// The player commands it and has said nothing: it holds.
    AwaitsOrder,
    /// The simulator's agent.
    Heuristic(HeuristicReport),
}

/// What a rule came to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleReport {
    /// The target that the selector found, and among which candidates.
    pub selection: TargetSelection,
    /// Each test of the condition with what it measured; empty if it was not asked.
    pub tests: Vec<TestReport>,
    /// Why it did not apply; `None` if it did.
    pub refusal: Option<WhyNot>,
}

/// One test of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestReport {
    /// The test.
    pub clause: Clause,
    /// What it measured.
    pub measured: Measured,
    /// Whether it holds, negation included.
    pub holds: bool,
}

/// How a target was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TargetSelection {
    /// Every candidate, in slot order.
    pub candidates: Vec<Candidate>,
    /// The chosen one.
    pub chosen: Option<UnitId>,
    /// What decided.
    pub picked_by: PickedBy,
}

/// A unit that the selector looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// Who.
    pub unit: UnitId,
    /// What was compared: cells of distance, current HP, or a number that grows with the enemies
    /// that would be hit and shrinks with the allies.
    pub score: u16,
    /// Where it stands, for ties.
    pub cell: Cell,
}

/// What decided between candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PickedBy {
    /// There was nobody.
    #[default]
    Nobody,
    /// There was no other.
    OnlyOne,
    /// The best score.
    Score,
    /// Equal scores: the lower y.
    LowerY,
    /// Equal scores and y: the lower x.
    LowerX,
}

/// Why a rule does not apply, or a skill cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WhyNot {
    /// The player switched the rule off.
    Disabled,
    /// The selector found nobody.
    NoTarget,
    /// The condition does not hold.
    ConditionFalse,
    /// The target is too far away.
    OutOfRange {
        /// How far it is.
        distance: u8,
        /// How far the skill reaches.
        range: u8,
    },
    /// Something stands in the line of sight.
    NoSight {
        /// Where.
        blocked_at: Cell,
    },
    /// The skill rests.
    Cooldown {
        /// For how many turns.
        turns: u8,
    },
    /// The unit cannot move.
    Rooted,
    /// No neighbouring cell is better than the present one.
    NowhereToGo,
    /// The turn has no walk left in it.
    NoWalkLeft,
    /// The turn has no action left in it.
    NoActionLeft,
    /// The skill takes a whole turn, and a part of it is spent.
    NeedsWholeTurn,
    /// A line or a cone at the unit's own cell leads nowhere.
    NoDirection,
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::Disabled => write!(f, "the rule is switched off"),
            WhyNot::NoTarget => write!(f, "there is no target"),
            WhyNot::ConditionFalse => write!(f, "the condition does not hold"),
            WhyNot::OutOfRange { distance, range } => {
                write!(f, "out of range: {distance} cells away, it reaches {range}")
            }
            WhyNot::NoSight { blocked_at } => {
                write!(f, "no line of sight: {blocked_at} is in the way")
            }
            WhyNot::Cooldown { turns: 1 } => write!(f, "it rests for 1 more turn"),
            WhyNot::Cooldown { turns } => write!(f, "it rests for {turns} more turns"),
            WhyNot::Rooted => write!(f, "rooted: it cannot move"),
            WhyNot::NowhereToGo => write!(f, "there is nowhere better to go"),
            WhyNot::NoWalkLeft => write!(f, "there is no walk left in this turn"),
            WhyNot::NoActionLeft => write!(f, "there is no action left in this turn"),
            WhyNot::NeedsWholeTurn => {
                write!(f, "it takes a whole turn, and a part of it is spent")
            }
            WhyNot::NoDirection => write!(f, "it needs a direction: aim at another cell"),
        }
    }
}

/// What a card brain's intent came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardReport {
    /// The move's place in the list; none before the first draw.
    pub card: Option<u8>,
    /// Its weight, and the weights of all moves together.
    pub weight: (u16, u32),
    /// The target it is for.
    pub selection: TargetSelection,
    /// Why it cannot be carried out now; then the unit walks, or waits.
    pub refusal: Option<WhyNot>,
    /// Why it does not walk either.
    pub walk_refusal: Option<WhyNot>,
}
