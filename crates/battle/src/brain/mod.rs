//! Brains: what does this unit do now, and why (rules §6).
//!
//! A brain is a function from a read-only view to an action. It never draws
//! chance and changes nothing, so it can be asked at any time. The why is the
//! decision's own data, written down only when the caller wants it.

mod cards;
mod condition;
mod gambit;
pub(crate) mod heuristic;
pub(crate) mod order;
mod panic;
mod selector;
mod test;
mod view;
mod vocabulary;
mod why;

pub use cards::Intent;
pub(crate) use cards::{draw_intent, is_secret, shown_intent, total_weight};
pub use condition::{Clause, Condition, Join, MAX_TESTS, Measured, Percent};
pub use gambit::Rule;
pub use heuristic::HeuristicReport;
pub use selector::{Criterion, Selector, Side};
pub use test::{About, Argument, Bounds, Test};
pub(crate) use test::{Piece, form, pieces};
pub use view::Reach;
pub(crate) use view::View;
pub use vocabulary::{RuleWord, UnknownRuleWord, Vocabulary};
pub use why::{
    Candidate, CardReport, Decision, PickedBy, RuleReport, TargetSelection, TestReport, Why, WhyNot,
};

use crate::autofight;
use crate::ids::UnitId;
use crate::order::{Order, OrderRefusal};
use crate::status::Status;
use crate::unit::{Action, Brain};

/// What a unit does, and which of its rules says so.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) action: Action,
    /// The rule's place in the unit's list, from 0; `None` if no rule decided.
    pub(crate) rule: Option<u8>,
}

impl From<Action> for Choice {
    #[inline]
    fn from(action: Action) -> Choice {
        Choice { action, rule: None }
    }
}

/// What the unit does now. The reasons go to `why`, if the caller wants them.
///
/// Panic overrides orders, and orders override the unit's own brain.
// In line: every unit asks every tick, and the parts that are long are functions of their own.
#[inline(always)]
pub(crate) fn decide(view: &View<'_>, me: UnitId, why: Option<&mut Why>) -> Choice {
    let unit = view.unit(me);
    if !unit.is_up() {
        because(why, || Why::OutOfAction);
        Action::Idle.into()
    } else if unit.wind_up().is_some() {
        because(why, || Why::Busy);
        unit.action.into()
    } else if unit.turn.over {
        because(why, || Why::TurnOver);
        Action::Idle.into()
    } else if unit.has(Status::Stunned) {
        because(why, || Why::Stunned);
        Action::Idle.into()
    } else if unit.has(Status::Panicked) {
        panic::decide(view, me, why).into()
    } else if let Some(action) = unit
        .order
        .and_then(|standing| order::decide(view, me, standing, unit.watch.excused()).ok())
    {
        if let Some(why) = why {
            *why = order::why(view, me);
        }
        action.into()
    } else {
        match &view.arena().sheet(me).brain {
            Brain::Cards(moves) => cards::decide(view, me, moves, why).into(),
            Brain::Heuristic => heuristic::decide(view, me, why).into(),
            Brain::Manual(_) if view.has_player() => {
                because(why, || Why::AwaitsOrder);
                // It holds until it gets an order.
                Action::Hold.into()
            }
            Brain::Manual(_) if unit.rules.is_empty() => heuristic::decide(view, me, why).into(),
            Brain::Gambit(_) | Brain::Manual(_) => match why {
                None => gambit::decide(view, me),
                Some(why) => gambit::explain(view, me, why),
            },
        }
    }
}

/// Gives the reason, if the caller wants it.
#[inline]
fn because(why: Option<&mut Why>, reason: impl FnOnce() -> Why) {
    if let Some(why) = why {
        *why = reason();
    }
}

/// What becomes of the unit's order, if it can hear it now: autofight's target, or why it is dropped.
#[inline]
pub(crate) fn hear_order(
    view: &View<'_>,
    me: UnitId,
) -> Option<Result<Option<UnitId>, OrderRefusal>> {
    let unit = view.unit(me);
    let standing = unit.order?;
    let deaf = unit.wind_up().is_some() || unit.has(Status::Stunned) || unit.has(Status::Panicked);
    if deaf {
        return None;
    }
    Some(
        order::decide(view, me, standing, unit.watch.excused()).map(|_| match standing.order {
            Order::Autofight(mode) => autofight::plan(view, me, mode).ok().map(|plan| plan.target),
            _ => None,
        }),
    )
}
