//! Decide: everyone against the state at the start of the tick (rules §5).

use crate::arena::Arena;
use crate::battle::State;
use crate::brain::{self, Decision, View, Why};
use crate::event::{Happening, Sink};
use crate::ids::MAX_UNITS;
use crate::unit::Action;

pub(super) fn decide<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    state.running = true;
    state.tick += 1;
    let mut actions = [Action::Idle; MAX_UNITS];
    let view = View::new(arena, state);
    for unit in state.up.iter() {
        actions[unit.slot()] = if sink.wants_why() {
            let mut why = Why::default();
            let action = brain::decide(&view, unit, Some(&mut why));
            sink.decided(unit, Decision { action, why });
            action
        } else {
            brain::decide(&view, unit, None)
        };
    }
    for unit in state.up.iter() {
        let action = actions[unit.slot()];
        state.unit_mut(unit).action = action;
        state.emit(sink, Happening::Decided { unit, action });
    }
}
