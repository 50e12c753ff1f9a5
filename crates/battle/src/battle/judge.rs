//! Step 6, judge: the fallen leave, the outcome is judged, card brains draw their next intent (rules §5, §9).

use crate::arena::Arena;
use crate::autofight;
use crate::battle::State;
use crate::battle::state::Landing;
use crate::battle::turns::begin_turns;
use crate::brain::{draw_intent, is_secret, total_weight};
use crate::event::{BreakCause, DrawReason, Happening, Outcome};
use crate::ids::{UnitId, UnitSet};
use crate::sink::Sink;
use crate::status::{Status, Statuses};
use crate::unit::{Action, AtZero, Faction, Life};

pub(super) fn judge<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    let friends = arena.side(Faction::Friendly).and(state.up);
    let repeats = state.is_anybody_repeating();
    for unit in state.present.iter() {
        if state.unit(unit).hp == 0 {
            fall(arena, state, unit, sink);
        }
    }
    if repeats {
        state.autofight.count_lost(friends.minus(state.up).len());
    }
    end_broken_holds(state, sink);
    let ended = state.ended;
    (state.acting, state.ended) = (UnitSet::EMPTY, UnitSet::EMPTY);
    state.landing = Landing::default();
    if let Some(outcome) = outcome(arena, state) {
        return end(state, outcome, sink);
    }
    autofight::watch(arena, state, ended, sink);
    if !begin_turns(arena, state, ended, sink) {
        return end(state, Outcome::Draw(DrawReason::TimeLimit), sink);
    }
    state.drop_spoiled_orders(arena, sink);
    draw_intents(arena, state, sink);
}

fn end<S: Sink>(state: &mut State, outcome: Outcome, sink: &mut S) {
    state.outcome = Some(outcome);
    state.emit(sink, Happening::Over { outcome });
}

/// What becomes of a unit at 0 HP: only the HP at this point decides which units fall. A unit in a
/// pit is dead, whatever it does at 0 HP.
fn fall<S: Sink>(arena: &Arena, state: &mut State, unit: UnitId, sink: &mut S) {
    let falls_dead = match state.unit(unit).life {
        _ if arena.ground().pits.contains(state.unit(unit).cell) => true,
        Life::Up => arena.sheet(unit).at_zero == AtZero::Dies,
        Life::Down { failures: 3.., .. } => true,
        Life::Down { .. } | Life::Stable | Life::Fallen => return,
    };
    // Actions that landed in this tick are done: one that is left is a wind-up.
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
    state.set_order(unit, None);
    let cell = state.unit(unit).cell;
    if falls_dead {
        state.set_life(unit, Life::Fallen);
        state.change_statuses(unit, Statuses::clear);
        state.unit_mut(unit).block = 0;
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
    for unit in state.present.and(state.afflicted).iter() {
        let Some(holder) = state.unit(unit).statuses.holder() else {
            continue;
        };
        let near = state.unit(holder).cell.chebyshev(state.unit(unit).cell) <= 1;
        if !state.up.contains(holder) || !near {
            state.change_statuses(unit, |statuses| statuses.end(Status::Rooted));
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
    // Once the fallen have left, units that stand have HP, and only they have.
    let stands = |side| !arena.side(side).and(state.up).is_empty();
    match (stands(Faction::Friendly), stands(Faction::Enemy)) {
        (true, false) => Some(Outcome::Victory),
        (false, true) => Some(Outcome::Defeat),
        (false, false) => Some(Outcome::Draw(DrawReason::BothFell)),
        (true, true) => None,
    }
}

/// Draws hidden intents again among the hidden moves: nobody can know more than that.
pub(super) fn redraw_hidden_intents<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    for id in state.present.iter() {
        let moves = arena.sheet(id).brain.moves();
        let unit = state.unit(id);
        let held = unit.card.and_then(|card| moves.get(usize::from(card)));
        if held.is_some_and(|card| is_secret(unit, *card)) {
            let card = draw_intent(moves, |card| card.hidden, &mut state.dice, sink);
            state.unit_mut(id).card = Some(card);
        }
    }
}

/// Card brains without a card draw one, in slot order.
pub(super) fn draw_intents<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    for unit in arena.card_brains().and(state.present).iter() {
        let moves = arena.sheet(unit).brain.moves();
        if moves.is_empty() || state.unit(unit).card.is_some() {
            continue;
        }
        let card = draw_intent(moves, |_| true, &mut state.dice, sink);
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
