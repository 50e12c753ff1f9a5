//! Whose step it is, and when turns begin and end (rules §5 Turns, §11).

use crate::arena::Arena;
use crate::battle::State;
use crate::event::Happening;
use crate::ids::{UnitId, UnitSet};
use crate::sink::Sink;
use crate::status::Status;
use crate::tempo::{Tempo, Turn};
use crate::unit::{Action, Brain, Faction};

/// Who acts in the coming step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// These.
    Act(UnitSet),
    /// Nobody yet: the player has to give one of these an order.
    Wait(UnitSet),
}

impl State {
    /// Who acts in the coming step.
    pub(super) fn next(&self, arena: &Arena) -> Next {
        match arena.tempo() {
            Tempo::Ticks => Next::Act(self.present),
            Tempo::Initiative => {
                let current = self.current().into_iter().collect();
                if self.awaiting(arena, current).is_empty() {
                    Next::Act(current)
                } else {
                    Next::Wait(current)
                }
            }
            Tempo::Phases => {
                let able: UnitSet = self
                    .side_units(arena)
                    .and(self.up)
                    .iter()
                    .filter(|&id| !self.unit(id).turn.over)
                    .collect();
                let ordered: UnitSet = able
                    .iter()
                    .filter(|&id| self.unit(id).order.is_some())
                    .collect();
                let waiting = self.awaiting(arena, able);
                match (ordered.first(), able.minus(waiting).first()) {
                    (Some(unit), _) | (None, Some(unit)) => Next::Act(UnitSet::EMPTY.with(unit)),
                    (None, None) if !waiting.is_empty() => Next::Wait(waiting),
                    // Nobody can act: a step in which only the phase ends.
                    (None, None) => Next::Act(UnitSet::EMPTY),
                }
            }
        }
    }

    /// The units among these that need an order from the player.
    pub(super) fn awaiting(&self, arena: &Arena, units: UnitSet) -> UnitSet {
        let awaits = |id: &UnitId| {
            let unit = self.unit(*id);
            let helpless = unit.has(Status::Stunned) || unit.has(Status::Panicked);
            self.player
                && matches!(arena.sheet(*id).brain, Brain::Manual(_))
                && unit.is_up()
                && unit.order.is_none()
                && !unit.turn.over
                && !helpless
        };
        units.iter().filter(awaits).collect()
    }

    /// Whose turn it is in initiative.
    pub(super) fn current(&self) -> Option<UnitId> {
        self.order.get(usize::from(self.place)).copied()
    }

    /// The units of the side whose phase it is, the downed included.
    fn side_units(&self, arena: &Arena) -> UnitSet {
        arena.side(self.side).and(self.present)
    }

    /// The units whose turn it is.
    pub(super) fn in_turn(&self, arena: &Arena) -> UnitSet {
        match arena.tempo() {
            Tempo::Ticks => self.present,
            Tempo::Initiative => self.current().into_iter().collect(),
            Tempo::Phases => self.side_units(arena),
        }
    }

    /// Counts a decided action against the unit's turn; idling ends it. In ticks nothing is counted.
    #[inline(always)]
    pub(super) fn spend_turn(&mut self, arena: &Arena, id: UnitId, action: Action) {
        if arena.tempo() == Tempo::Ticks {
            return;
        }
        let economy = arena.economy(id);
        let turn = self.unit(id).turn;
        self.unit_mut(id).turn = match action {
            Action::Idle | Action::Hold => Turn { over: true, ..turn },
            Action::Step { .. } => economy.after_step(turn),
            Action::Use { skill, .. } => economy.after_action(turn, arena.skill(skill).cost),
        };
    }

    /// The units whose turn ends with this step: what happens at its end happens now, once.
    #[inline]
    pub(super) fn ending_turns(&self, arena: &Arena) -> UnitSet {
        let running = self.in_turn(arena);
        let over = |id: UnitId| self.unit(id).turn.over || !self.unit(id).is_up();
        match arena.tempo() {
            Tempo::Ticks => running,
            Tempo::Initiative => running.iter().filter(|&id| over(id)).collect(),
            Tempo::Phases if running.iter().all(over) => running,
            Tempo::Phases => UnitSet::EMPTY,
        }
    }
}

/// Begins the next turns once the running ones are over. False if the last round is over.
pub(super) fn begin_turns<S: Sink>(
    arena: &Arena,
    state: &mut State,
    ended: UnitSet,
    sink: &mut S,
) -> bool {
    match arena.tempo() {
        Tempo::Ticks => {
            state.burn_down(sink);
            begin_turn_of(arena, state, state.present);
            u32::from(arena.house().max_ticks) > state.tick
        }
        Tempo::Initiative => {
            let over = state
                .current()
                .is_none_or(|unit| ended.contains(unit) || !state.present.contains(unit));
            !over || next_in_order(arena, state, sink)
        }
        Tempo::Phases => ended.is_empty() || next_phase(arena, state, sink),
    }
}

/// The next unit in the order that is still on the board.
fn next_in_order<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) -> bool {
    for _ in 0..state.order.len() {
        state.place += 1;
        if usize::from(state.place) >= state.order.len() {
            state.place = 0;
            if state.round >= arena.house().max_rounds {
                return false;
            }
            state.round += 1;
            state.burn_down(sink);
        }
        if let Some(unit) = state.current().filter(|&unit| state.present.contains(unit)) {
            begin_turn_of(arena, state, UnitSet::EMPTY.with(unit));
            state.emit(
                sink,
                Happening::TurnBegan {
                    unit,
                    round: state.round,
                },
            );
            return true;
        }
    }
    true
}

fn next_phase<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) -> bool {
    state.side = state.side.opponent();
    if state.side == Faction::Friendly {
        if state.round >= arena.house().max_rounds {
            return false;
        }
        state.round += 1;
        state.burn_down(sink);
    }
    begin_phase(arena, state, sink);
    true
}

fn begin_phase<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    begin_turn_of(arena, state, state.side_units(arena));
    state.emit(
        sink,
        Happening::PhaseBegan {
            side: state.side,
            round: state.round,
        },
    );
}

/// A turn begins: block is gone.
fn begin_turn_of(arena: &Arena, state: &mut State, units: UnitSet) {
    for id in units.iter() {
        let up = state.unit(id).is_up();
        let fresh = arena.economy(id).fresh_turn();
        let unit = state.unit_mut(id);
        unit.block = 0;
        unit.turn = Turn {
            over: !up && arena.tempo().takes_turns(),
            ..fresh
        };
    }
}

/// The first turns of a battle; initiative is rolled for them.
pub(super) fn begin_first_turns<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    match arena.tempo() {
        Tempo::Ticks => {}
        Tempo::Initiative => {
            roll_initiative(arena, state, sink);
            if let Some(unit) = state.current() {
                begin_turn_of(arena, state, UnitSet::EMPTY.with(unit));
                state.emit(
                    sink,
                    Happening::TurnBegan {
                        unit,
                        round: state.round,
                    },
                );
            }
        }
        Tempo::Phases => begin_phase(arena, state, sink),
    }
}

/// d20 + bonus; ties go to the higher bonus, then to the lower slot.
fn roll_initiative<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    let mut places: arrayvec::ArrayVec<(i16, i16, UnitId), { crate::ids::MAX_UNITS }> =
        Default::default();
    for (unit, sheet) in arena.units() {
        let roll = state.dice.roll(20, sink) as u8;
        let bonus = sheet.initiative;
        state.emit(sink, Happening::InitiativeRolled { unit, roll, bonus });
        places.push((-(i16::from(roll) + bonus), -bonus, unit));
    }
    places.sort_unstable();
    state.order = places.into_iter().map(|(_, _, unit)| unit).collect();
}
