//! Confusion: aims and steps that go astray when they are carried out (rules §9).

use crate::battle::State;
use crate::board::{Cell, CellSet};
use crate::event::Happening;
use crate::ids::UnitId;
use crate::sink::Sink;
use crate::status::Status;

/// Where a confused unit's aim goes: a random neighbour of the cell it meant, never its own.
#[inline]
pub(super) fn stray<S: Sink>(
    state: &mut State,
    unit: UnitId,
    meant: Cell,
    sink: &mut S,
) -> Option<Cell> {
    let own = state.unit(unit).cell;
    // Nobody misses themselves.
    if meant == own || !state.unit(unit).has(Status::Confused) {
        return None;
    }
    let mut around = meant.neighbours();
    around.remove(own);
    stray_among(state, unit, meant, around, sink)
}

/// If the unit is confused, a random one of the cells.
#[inline]
pub(super) fn stray_among<S: Sink>(
    state: &mut State,
    unit: UnitId,
    meant: Cell,
    around: CellSet,
    sink: &mut S,
) -> Option<Cell> {
    if state.unit(unit).has(Status::Confused) {
        go_astray(state, unit, meant, around, sink)
    } else {
        None
    }
}

/// Apart, because it is rare.
#[inline(never)]
fn go_astray<S: Sink>(
    state: &mut State,
    unit: UnitId,
    meant: Cell,
    around: CellSet,
    sink: &mut S,
) -> Option<Cell> {
    let pick = state.dice.pick(around.len() as u32, sink) as usize;
    let went = around.iter().nth(pick)?;
    state.emit(sink, Happening::WentAstray { unit, meant, went });
    Some(went)
}
