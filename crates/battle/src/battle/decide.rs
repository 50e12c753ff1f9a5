//! Decide: everyone whose step it is, against the state at its start (rules §5).

use arrayvec::ArrayVec;

use crate::arena::Arena;
use crate::battle::state::Landing;
use crate::battle::turns::Next;
use crate::battle::{Phase, State};
use crate::brain::{self, Choice, Decision, View, Why};
use crate::event::Happening;
use crate::ids::MAX_UNITS;
use crate::sink::Sink;

/// False if the battle waits for an order.
pub(super) fn decide<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) -> bool {
    state.acting = match state.next(arena) {
        Next::Act(units) => units,
        Next::Wait(_) => return false,
    };
    state.due = Phase::Decide.next();
    state.tick += 1;
    let deciders = state.acting.and(state.up);
    let view = View::new(arena, state);
    let mut landing = Landing::default();
    let choices: ArrayVec<Choice, MAX_UNITS> = deciders
        .iter()
        .map(|id| {
            let choice = if sink.wants_why() {
                let mut why = Why::default();
                let choice = brain::decide(&view, id, Some(&mut why));
                let action = choice.action;
                sink.decided(id, Decision { action, why });
                choice
            } else {
                brain::decide(&view, id, None)
            };
            landing.note(arena, id, choice.action);
            choice
        })
        .collect();
    let ordered = deciders.and(state.ordered);
    let heard: ArrayVec<_, MAX_UNITS> = ordered
        .iter()
        .filter_map(|id| Some((id, brain::hear_order(&view, id)?)))
        .collect();
    state.landing = landing;
    for (unit, &Choice { action, rule }) in deciders.iter().zip(&choices) {
        if ordered.contains(unit)
            && let Some(&(_, heard)) = heard.iter().find(|(hearer, _)| *hearer == unit)
        {
            state.settle_order(arena, unit, heard, sink);
        }
        state.spend_turn(arena, unit, action);
        state.unit_mut(unit).action = action;
        state.emit(sink, Happening::Decided { unit, action, rule });
    }
    true
}
