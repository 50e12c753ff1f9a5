//! Brains: what does this unit do now, and why (rules §6).
//!
//! A brain is a function from a read-only view to an action. It never draws
//! chance and changes nothing, so it can be asked at any time. The why is the
//! decision's own data, written down only when somebody wants it.

mod cards;
mod condition;
mod gambit;
mod panic;
mod selector;
mod view;
mod why;

pub use cards::Intent;
pub(crate) use cards::{draw_intent, shown_intent, total_weight};
pub use condition::{Clause, Condition, Join, MAX_TESTS, Measured, Percent, Test};
pub use gambit::Rule;
pub use selector::{Criterion, Selector, Side};
pub use view::Reach;
pub(crate) use view::View;
pub use why::{
    Candidate, CardReport, Decision, PickedBy, Refusal, RuleReport, Selection, TestReport, Why,
};

use crate::ids::UnitId;
use crate::status::Status;
use crate::unit::{Action, Brain};

/// What the unit does now. The reasons go to `why`, if somebody wants them.
///
/// An order of the player's will stand between panic and the unit's own brain;
/// another kind of brain is one more arm of the last match.
pub(crate) fn decide(view: &View<'_>, me: UnitId, why: Option<&mut Why>) -> Action {
    let unit = view.unit(me);
    let (action, reason) = if !unit.is_up() {
        (Action::Idle, Why::OutOfAction)
    } else if unit.wind_up().is_some() {
        (unit.action, Why::Busy)
    } else if unit.has(Status::Stunned) {
        (Action::Idle, Why::Stunned)
    } else if unit.has(Status::Panicked) {
        return panic::decide(view, me, why);
    } else {
        return match &view.arena().sheet(me).brain {
            Brain::Gambit(_) => gambit::decide(view, me, why),
            Brain::Cards(moves) => cards::decide(view, me, moves, why),
        };
    };
    if let Some(why) = why {
        *why = reason;
    }
    action
}
