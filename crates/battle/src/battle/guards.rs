//! Step 1, guards rise: block and dodging from this tick's actions (rules §5).

use crate::arena::Arena;
use crate::battle::confusion::stray;
use crate::battle::effects::afflict;
use crate::battle::state::{MAX_BLOCK, State};
use crate::event::Happening;
use crate::ids::UnitId;
use crate::sink::{Silent, Sink};
use crate::skill::{Aid, SkillKind};
use crate::status::Status;
use crate::unit::{Action, Aim};

pub(super) fn raise<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    for by in state.landing.aids.iter() {
        if landing_aid(arena, state, by).is_some() {
            stray_help(state, by, sink);
        }
        let Some((aid, target)) = landing_aid(arena, state, by) else {
            report_lost_help(arena, state, by, sink);
            continue;
        };
        cover(arena, state, by, aid, target, sink);
    }
}

/// Raises the guards that everyone can see coming; leaves out help that may go astray.
pub(super) fn foresee_guards(arena: &Arena, state: &mut State) {
    for by in state.landing.aids.iter() {
        let strays = state.unit(by).has(Status::Confused);
        if let Some((aid, target)) = landing_aid(arena, state, by)
            && (target == by || !strays)
        {
            cover(arena, state, by, aid, target, &mut Silent);
        }
    }
}

/// The part of help that comes before any strike.
fn cover<S: Sink>(
    arena: &Arena,
    state: &mut State,
    by: UnitId,
    aid: &Aid,
    target: UnitId,
    sink: &mut S,
) {
    if let Some(amount) = aid.block {
        let unit = state.unit_mut(target);
        unit.block = (unit.block + amount).min(MAX_BLOCK);
        let block = unit.block;
        state.emit(
            sink,
            Happening::BlockRaised {
                unit: target,
                by,
                amount,
                block,
            },
        );
    }
    if let Some(dodge) = aid.dodge() {
        afflict(arena, state, target, Some(by), dodge, sink);
    }
}

/// The help that a unit brings in this tick, and the unit it is for, if that one is still there.
pub(super) fn landing_aid<'a>(
    arena: &'a Arena,
    state: &State,
    by: UnitId,
) -> Option<(&'a Aid, UnitId)> {
    let (skill, Aim::Unit(target), 1) = state.unit(by).wind_up()? else {
        return None;
    };
    match &arena.skill(skill).deed {
        SkillKind::Aid(aid) if state.present.contains(target) => Some((aid, target)),
        _ => None,
    }
}

/// Reports help that comes too late or goes astray.
fn report_lost_help<S: Sink>(arena: &Arena, state: &State, by: UnitId, sink: &mut S) {
    if let Some((skill, _, 1)) = state.unit(by).wind_up()
        && matches!(arena.skill(skill).deed, SkillKind::Aid(_))
    {
        state.emit(sink, Happening::HelpLost { by, skill });
    }
}

/// A confused helper helps the unit in a random neighbour of the cell it meant, or nobody.
fn stray_help<S: Sink>(state: &mut State, by: UnitId, sink: &mut S) {
    let Some((skill, Aim::Unit(target), left)) = state.unit(by).wind_up() else {
        return;
    };
    if target == by {
        return;
    }
    if let Some(went) = stray(state, by, state.unit(target).cell, sink) {
        let aim = state.unit_at(went).map_or(Aim::Cell(went), Aim::Unit);
        state.unit_mut(by).action = Action::Use { skill, aim, left };
    }
}
