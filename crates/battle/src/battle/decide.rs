//! Decide: everyone whose step it is, against the state at its start (rules §5).

use crate::arena::Arena;
use crate::battle::turns::Next;
use crate::battle::{Phase, State};
use crate::brain::{self, Decision, View, Why};
use crate::event::Happening;
use crate::ids::MAX_UNITS;
use crate::sink::Sink;
use crate::unit::Action;

/// False if the battle waits for an order.
pub(super) fn decide<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) -> bool {
    state.acting = match state.next(arena) {
        Next::Act(units) => units,
        Next::Wait(_) => return false,
    };
    state.due = Phase::Decide.next();
    state.tick += 1;
    let deciders = state.acting.and(state.up);
    let mut actions = [Action::Idle; MAX_UNITS];
    let mut heard = [None; MAX_UNITS];
    let view = View::new(arena, state);
    for id in deciders.iter() {
        actions[id.slot()] = if sink.wants_why() {
            let mut why = Why::default();
            let action = brain::decide(&view, id, Some(&mut why));
            sink.decided(id, Decision { action, why });
            action
        } else {
            brain::decide(&view, id, None)
        };
        heard[id.slot()] = brain::hear_order(&view, id);
    }
    for unit in deciders.iter() {
        let action = actions[unit.slot()];
        if let Some(heard) = heard[unit.slot()] {
            state.settle_order(arena, unit, heard, sink);
        }
        state.spend_turn(arena, unit, action);
        state.unit_mut(unit).action = action;
        state.emit(sink, Happening::Decided { unit, action });
    }
    true
}
