//! Step 5, effects: drains, heals, statuses, shoves, death saves, poison and hazards; turns are counted (rules §5, §9).

use crate::arena::Arena;
use crate::battle::State;
use crate::battle::guards::landing_aid;
use crate::battle::shove::shove;
use crate::battle::state::Landing;
use crate::battle::strikes::suffer;
use crate::damage::roll_amount;
use crate::event::{BreakCause, Happening, SaveResult, Suffering};
use crate::ids::{UnitId, UnitSet};
use crate::sink::Sink;
use crate::skill::{Amount, Skill, Strike};
use crate::status::{Affliction, Status};
use crate::unit::{Action, Landed, Life};

/// Death saves are decided by three of a kind.
const SAVES: u8 = 3;

pub(super) fn take_effect<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    let Landing {
        aids, quick, heavy, ..
    } = state.landing;
    let has_effects = |by: &UnitId| {
        let attack = state.unit(*by).wind_up();
        attack.is_some_and(|(skill, ..)| arena.has_effects(skill))
    };
    let effects = quick.or(heavy).iter().filter(has_effects).collect();
    drain(arena, state, effects, sink);
    heal(arena, state, aids, sink);
    begin_statuses(arena, state, aids.or(effects), sink);
    let lost = shove(arena, state, effects, sink);
    state.ended = state.ending_turns(arena);
    // Nothing more happens to a unit in a pit: it is only judged.
    let ending = state.ended.minus(lost);
    roll_death_saves(state, ending, sink);
    suffer_poison_and_hazards(arena, state, ending, sink);
    finish_actions(arena, state);
    count_turns(arena, state, ending, sink);
}

/// What strikes have drained. It heals here and not at once, so that strikes are simultaneous.
fn drain<S: Sink>(arena: &Arena, state: &mut State, landing: UnitSet, sink: &mut S) {
    for by in landing.iter() {
        let drained = state.unit(by).landed.map_or(0, |landed| landed.drained);
        if drained > 0 {
            restore(arena, state, (by, by), drained, true, sink);
        }
    }
}

/// Heals and rallies.
fn heal<S: Sink>(arena: &Arena, state: &mut State, landing: UnitSet, sink: &mut S) {
    for by in landing.iter() {
        let Some((aid, unit)) = landing_aid(arena, state, by) else {
            continue;
        };
        if let Some(amount) = aid.heal {
            heal_one(arena, state, unit, by, amount, sink);
        }
        if let Some(amount) = aid.rally {
            rally(arena, state, unit, by, amount, sink);
        }
    }
}

fn heal_one<S: Sink>(
    arena: &Arena,
    state: &mut State,
    unit: UnitId,
    by: UnitId,
    amount: Amount,
    sink: &mut S,
) {
    let amount = roll_amount(amount, arena.house().luck, &mut state.dice, sink) as u16;
    restore(arena, state, (unit, by), amount, false, sink);
}

/// Gives HP of one unit back by another.
fn restore<S: Sink>(
    arena: &Arena,
    state: &mut State,
    (unit, by): (UnitId, UnitId),
    amount: u16,
    drained: bool,
    sink: &mut S,
) {
    let hp_before = state.unit(unit).hp;
    let hp_after = hp_before
        .saturating_add(amount)
        .min(arena.sheet(unit).max_hp);
    state.unit_mut(unit).hp = hp_after;
    state.emit(
        sink,
        Happening::Healed {
            unit,
            by,
            amount,
            drained,
            hp_before,
            hp_after,
        },
    );
    if hp_after > 0 {
        get_up(state, unit, sink);
    }
}

/// Brings a downed unit back to its feet.
fn get_up<S: Sink>(state: &mut State, unit: UnitId, sink: &mut S) {
    if matches!(state.unit(unit).life, Life::Down { .. } | Life::Stable) {
        state.set_life(unit, Life::Up);
        state.emit(
            sink,
            Happening::GotUp {
                unit,
                hp: state.unit(unit).hp,
            },
        );
    }
}

fn rally<S: Sink>(
    arena: &Arena,
    state: &mut State,
    unit: UnitId,
    by: UnitId,
    amount: u16,
    sink: &mut S,
) {
    if state.unit(unit).has(Status::Panicked) {
        state.change_statuses(unit, |statuses| statuses.end(Status::Panicked));
        state.emit(
            sink,
            Happening::StatusEnded {
                unit,
                status: Status::Panicked,
            },
        );
    }
    let most = arena.sheet(unit).sanity.unwrap_or(0);
    let after = (state.unit(unit).sanity + amount).min(most);
    set_sanity(state, unit, Some(by), after, sink);
}

fn set_sanity<S: Sink>(
    state: &mut State,
    unit: UnitId,
    by: Option<UnitId>,
    after: u16,
    sink: &mut S,
) {
    let before = state.unit(unit).sanity;
    if before != after {
        state.unit_mut(unit).sanity = after;
        state.emit(
            sink,
            Happening::SanityChanged {
                unit,
                by,
                before,
                after,
            },
        );
    }
}

/// Statuses from help and from strikes that hit, then panic from lost sanity.
fn begin_statuses<S: Sink>(arena: &Arena, state: &mut State, landing: UnitSet, sink: &mut S) {
    for by in landing.iter() {
        if let Some((aid, unit)) = landing_aid(arena, state, by)
            && let Some(grant) = aid.grants.filter(|grant| grant.status != Status::Dodging)
        {
            afflict(arena, state, unit, Some(by), grant, sink);
        }
        if let Some((skill, landed)) = state.landed_attack(by) {
            for_each_hit(arena.skill(skill), landed, |target, strike| {
                if let Some(affliction) = strike.inflicts {
                    afflict(arena, state, target, Some(by), affliction, sink);
                }
            });
        }
    }
    for unit in arena.fearful().and(state.present).iter() {
        if state.unit(unit).sanity == 0 && !state.unit(unit).has(Status::Panicked) {
            let panic = Affliction::new(Status::Panicked, arena.house().panic_turns);
            afflict(arena, state, unit, None, panic, sink);
        }
    }
}

/// Calls `then` for each hit of an attack: strike by strike, each in the slot order of the units.
pub(super) fn for_each_hit(skill: &Skill, landed: Landed, mut then: impl FnMut(UnitId, &Strike)) {
    for (number, strike) in skill.strikes().iter().enumerate() {
        for target in landed.hit_by(number).iter() {
            then(target, strike);
        }
    }
}

/// Gives a unit a status; stun and panic break its wind-up.
pub(super) fn afflict<S: Sink>(
    arena: &Arena,
    state: &mut State,
    unit: UnitId,
    by: Option<UnitId>,
    affliction: Affliction,
    sink: &mut S,
) {
    let status = affliction.status;
    let fresh = state.in_turn(arena).contains(unit);
    let (turns, amount) = state.change_statuses(unit, |statuses| {
        statuses.begin(affliction, by, fresh);
        (statuses.turns(status).unwrap_or(0), statuses.amount(status))
    });
    state.emit(
        sink,
        Happening::StatusBegan {
            unit,
            by,
            status,
            turns,
            amount,
        },
    );
    match status {
        Status::Stunned => state.break_wind_up(unit, BreakCause::Stun, sink),
        Status::Panicked => state.break_wind_up(unit, BreakCause::Panic, sink),
        _ => {}
    }
}

fn roll_death_saves<S: Sink>(state: &mut State, ending: UnitSet, sink: &mut S) {
    for unit in ending.minus(state.up).iter() {
        let Life::Down {
            successes,
            failures: failures @ 0..SAVES,
        } = state.unit(unit).life
        else {
            continue;
        };
        let roll = state.dice.roll(20, sink) as u8;
        let (successes, failures) = match roll {
            1 => (successes, (failures + 2).min(SAVES)),
            2..10 => (successes, failures + 1),
            _ => (successes + 1, failures),
        };
        let (life, result) = match roll {
            20 => (Life::Up, SaveResult::Revived),
            _ if failures >= SAVES => (
                Life::Down {
                    successes,
                    failures,
                },
                SaveResult::Dead,
            ),
            _ if successes >= SAVES => (Life::Stable, SaveResult::Stable),
            _ => (
                Life::Down {
                    successes,
                    failures,
                },
                SaveResult::Pending,
            ),
        };
        state.emit(
            sink,
            Happening::DeathSave {
                unit,
                roll,
                successes,
                failures,
                result,
            },
        );
        if result == SaveResult::Revived {
            state.unit_mut(unit).hp = 1;
            get_up(state, unit, sink);
        } else {
            state.set_life(unit, life);
        }
    }
}

fn suffer_poison_and_hazards<S: Sink>(
    arena: &Arena,
    state: &mut State,
    ending: UnitSet,
    sink: &mut S,
) {
    // Mostly nobody has a status, and no ground hurts.
    let ground_hurts = !(arena.ground().hazards | state.fire.cells()).is_empty();
    let in_danger = if ground_hurts {
        ending
    } else {
        ending.and(state.afflicted)
    };
    for id in in_danger.iter() {
        let unit = state.unit(id);
        let poison = unit
            .statuses
            .had_before(Status::Poisoned)
            .then(|| u16::from(unit.statuses.amount(Status::Poisoned)));
        let hazard = state.hazard(arena, unit.cell);
        if let Some(raw) = poison {
            suffer(arena, state, id, Suffering::Poison, raw, sink);
        }
        if let Some((cause, raw)) = hazard {
            suffer(arena, state, id, cause, raw, sink);
        }
    }
}

/// Actions that landed are done, wind-ups go on, and whatever else a unit did was for this step.
fn finish_actions(arena: &Arena, state: &mut State) {
    let Landing {
        aids, quick, heavy, ..
    } = state.landing;
    let landed = aids.or(quick).or(heavy);
    for id in landed.iter() {
        finish_use(arena, state, id);
    }
    for id in state.acting.minus(landed).iter() {
        let unit = state.unit_mut(id);
        unit.action = match unit.action {
            Action::Use {
                skill,
                aim,
                left: left @ 2..,
            } => Action::Use {
                skill,
                aim,
                left: left - 1,
            },
            _ => Action::Idle,
        };
    }
    for id in state.acting.and(state.ordered).iter() {
        let acted = landed.contains(id) || state.unit(id).wind_up().is_some();
        state.finish_order(arena, id, acted);
    }
}

/// The use of a skill costs its cooldown, and a card brain its card.
fn finish_use(arena: &Arena, state: &mut State, id: UnitId) {
    let unit = state.unit_mut(id);
    let used = unit.wind_up();
    unit.landed = None;
    unit.action = Action::Idle;
    let Some((skill, ..)) = used else {
        return;
    };
    let sheet = arena.sheet(id);
    let cooldown = arena.skill(skill).cooldown;
    if cooldown > 0
        && let Some(turns) = sheet
            .knows(skill)
            .and_then(|place| unit.cooldowns.get_mut(place))
    {
        // One more, because `count_turns` counts the running turn, too.
        *turns = cooldown + 1;
    }
    if let Some(card) = unit.card {
        let held = sheet.brain.moves().get(usize::from(card));
        if held.is_some_and(|card| card.skill == skill) {
            unit.card = None;
        }
    }
}

/// Turns end: durations and cooldowns go down.
fn count_turns<S: Sink>(arena: &Arena, state: &mut State, ending: UnitSet, sink: &mut S) {
    for id in ending.iter() {
        state.unit_mut(id).watch.end_turn();
    }
    for id in ending.and(state.afflicted).iter() {
        count_statuses(arena, state, id, sink);
    }
    for id in ending.and(arena.resting()).iter() {
        for turns in &mut state.unit_mut(id).cooldowns {
            *turns = turns.saturating_sub(1);
        }
    }
}

/// The statuses of a unit are a turn shorter; one that calms down has half its sanity back.
fn count_statuses<S: Sink>(arena: &Arena, state: &mut State, unit: UnitId, sink: &mut S) {
    let tick = state.tick;
    let mut calmed = false;
    state.change_statuses(unit, |statuses| {
        statuses.count_down(|status| {
            calmed |= status == Status::Panicked;
            sink.event(crate::event::Event {
                tick,
                what: Happening::StatusEnded { unit, status },
            });
        });
    });
    if calmed && let Some(most) = arena.sheet(unit).sanity {
        let half = most.div_ceil(2);
        let after = state.unit(unit).sanity.max(half);
        set_sanity(state, unit, None, after, sink);
    }
}
