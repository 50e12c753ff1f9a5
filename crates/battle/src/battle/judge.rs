//! Step 6, judge: the fallen leave, the outcome is judged, card brains draw their next intent (rules §5, §9).

use crate::arena::Arena;
use crate::battle::State;
use crate::brain::{draw_intent, total_weight};
use crate::event::{BreakCause, DrawReason, Happening, Outcome, Sink};
use crate::ids::UnitId;
use crate::status::Status;
use crate::unit::{Action, AtZero, Brain, Faction, Life};

pub(super) fn judge<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    for unit in state.present.iter() {
        fall(arena, state, unit, sink);
    }
    end_broken_holds(state, sink);
    state.running = false;
    if let Some(outcome) = outcome(arena, state) {
        state.outcome = Some(outcome);
        state.emit(sink, Happening::Over { outcome });
        return;
    }
    draw_intents(arena, state, sink);
    // Everyone's next turn begins now: block is gone (rules §9).
    for unit in &mut state.units {
        unit.block = 0;
    }
}

/// Only HP at this point decides who falls.
fn fall<S: Sink>(arena: &Arena, state: &mut State, unit: UnitId, sink: &mut S) {
    let falls_dead = match state.unit(unit).life {
        Life::Up if state.unit(unit).hp > 0 => return,
        Life::Up => arena.sheet(unit).at_zero == AtZero::Dies,
        Life::Down { failures: 3.., .. } => true,
        Life::Down { .. } | Life::Stable | Life::Fallen => return,
    };
    // What landed in this tick is done: an action that is left is a wind-up.
    if let Some((skill, ..)) = state.unit(unit).wind_up() {
        state.unit_mut(unit).action = Action::Idle;
        state.emit(
            sink,
            Happening::WindUpBroken {
                unit,
                skill,
                cause: BreakCause::Falling,
            },
        );
    }
    let cell = state.unit(unit).cell;
    if falls_dead {
        state.set_life(unit, Life::Fallen);
        state.unit_mut(unit).statuses.clear();
        state.emit(sink, Happening::Fell { unit, cell });
    } else {
        state.set_life(
            unit,
            Life::Down {
                successes: 0,
                failures: 0,
            },
        );
        state.emit(sink, Happening::WentDown { unit, cell });
    }
}

/// A hold ends when the holder is gone, down or no longer adjacent.
fn end_broken_holds<S: Sink>(state: &mut State, sink: &mut S) {
    for unit in state.present.iter() {
        let Some(holder) = state.unit(unit).statuses.holder() else {
            continue;
        };
        let near = state.unit(holder).cell.chebyshev(state.unit(unit).cell) <= 1;
        if !state.up.contains(holder) || !near {
            state.unit_mut(unit).statuses.end(Status::Rooted);
            state.emit(
                sink,
                Happening::StatusEnded {
                    unit,
                    status: Status::Rooted,
                },
            );
        }
    }
}

fn outcome(arena: &Arena, state: &State) -> Option<Outcome> {
    // Whoever stands after the fallen have left has HP, and nobody else has.
    let stands = |side| !arena.side(side).and(state.up).is_empty();
    match (stands(Faction::Friendly), stands(Faction::Enemy)) {
        (true, false) => Some(Outcome::Victory),
        (false, true) => Some(Outcome::Defeat),
        (false, false) => Some(Outcome::Draw(DrawReason::BothFell)),
        (true, true) if state.tick >= arena.house().max_ticks => {
            Some(Outcome::Draw(DrawReason::TimeLimit))
        }
        (true, true) => None,
    }
}

/// Card brains without a card draw one, in slot order.
pub(super) fn draw_intents<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    for unit in state.present.iter() {
        let Brain::Cards(moves) = &arena.sheet(unit).brain else {
            continue;
        };
        if state.unit(unit).card.is_some() {
            continue;
        }
        let card = draw_intent(moves, &mut state.dice, sink);
        state.unit_mut(unit).card = Some(card);
        let weight = moves.get(usize::from(card)).map_or(0, |card| card.weight);
        state.emit(
            sink,
            Happening::IntentDrawn {
                unit,
                card,
                weight,
                total: total_weight(moves),
            },
        );
    }
}
