//! Step 3, movement: everyone steps at once, and collisions are settled (rules §5).

use crate::arena::Arena;
use crate::battle::State;
use crate::battle::confusion::stray_among;
use crate::board::{Cell, CellSet};
use crate::event::{Happening, MoveFailure};
use crate::ids::{MAX_UNITS, UnitId, UnitSet};
use crate::sink::Sink;
use crate::unit::Action;

pub(super) fn walk<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    let walks = std::mem::take(&mut state.landing.walks);
    if walks.is_empty() {
        return;
    }
    let mut movers = UnitSet::EMPTY;
    let mut to = [Cell::TOP_LEFT; MAX_UNITS];
    let occupied = state.occupied();
    let mut free = arena.ground().walkable - occupied;
    let mut crowded = false;
    for unit in walks.iter() {
        let Action::Step { to: meant } = state.unit(unit).action else {
            continue;
        };
        movers = movers.with(unit);
        state.unit_mut(unit).action = Action::Idle;
        let around = state.unit(unit).cell.neighbours();
        let went = stray_among(state, unit, meant, around, sink).unwrap_or(meant);
        to[unit.slot()] = went;
        crowded |= !free.contains(went);
        free.remove(went);
    }
    // Mostly each goes to a free cell of its own.
    if !crowded {
        for unit in movers.iter() {
            go(state, unit, to[unit.slot()], sink);
        }
        return;
    }
    let mut steps = Steps::new(arena, state, movers, to, occupied);
    steps.refuse_swaps(state);
    steps.find_contests();
    steps.go_where_nobody_is();
    while !steps.waiting.is_empty() {
        match steps.next_settled_cell() {
            Some(cell) => steps.settle(cell, state, sink),
            None => steps.turn_ring(),
        }
    }
    steps.carry_out(state, sink);
}

/// Puts a unit into the cell it steps to.
fn go<S: Sink>(state: &mut State, unit: UnitId, to: Cell, sink: &mut S) {
    let from = state.unit(unit).cell;
    state.unit_mut(unit).cell = to;
    state.emit(sink, Happening::Moved { unit, from, to });
}

/// Every step of this tick, and what has become of it so far.
struct Steps {
    movers: UnitSet,
    /// Units whose step is not settled yet.
    waiting: UnitSet,
    /// Units that go.
    going: UnitSet,
    to: [Cell; MAX_UNITS],
    /// Cells that several units want. All of them are settled together.
    contested: CellSet,
    /// The unit that stood in the cell at the start of the step.
    holder: [Option<UnitId>; MAX_UNITS],
    failure: [Option<MoveFailure>; MAX_UNITS],
}

impl Steps {
    fn new(
        arena: &Arena,
        state: &State,
        movers: UnitSet,
        to: [Cell; MAX_UNITS],
        occupied: CellSet,
    ) -> Steps {
        let mut steps = Steps {
            movers,
            waiting: movers,
            going: UnitSet::EMPTY,
            to,
            contested: CellSet::EMPTY,
            holder: [None; MAX_UNITS],
            failure: [None; MAX_UNITS],
        };
        for unit in movers.iter() {
            let to = to[unit.slot()];
            if occupied.contains(to) {
                steps.holder[unit.slot()] = state.unit_at(to);
            }
            if !arena.ground().walkable.contains(to) {
                steps.fail(unit, MoveFailure::Terrain);
            }
        }
        steps
    }

    fn go(&mut self, unit: UnitId) {
        self.waiting = self.waiting.without(unit);
        self.going = self.going.with(unit);
    }

    fn fail(&mut self, unit: UnitId, cause: MoveFailure) {
        self.waiting = self.waiting.without(unit);
        self.failure[unit.slot()] = Some(cause);
    }

    /// Two units never swap places head on.
    fn refuse_swaps(&mut self, state: &State) {
        let waiting = self.waiting;
        for unit in waiting.iter() {
            let other = self.holder[unit.slot()].filter(|&other| waiting.contains(other));
            if let Some(with) = other.filter(|other| self.to[other.slot()] == state.unit(unit).cell)
            {
                self.fail(unit, MoveFailure::HeadOn { with });
            }
        }
    }

    fn find_contests(&mut self) {
        let mut wanted = CellSet::EMPTY;
        for unit in self.waiting.iter() {
            let to = self.to[unit.slot()];
            if wanted.contains(to) {
                self.contested.insert(to);
            }
            wanted.insert(to);
        }
    }

    /// Units that alone want a cell where nobody is: they need no lot, and wait for nobody.
    fn go_where_nobody_is(&mut self) {
        for unit in self.waiting.iter() {
            let alone = !self.contested.contains(self.to[unit.slot()]);
            if alone && self.holder[unit.slot()].is_none() {
                self.go(unit);
            }
        }
    }

    /// The next cell that is known to be free or held: first those that need no lot, so that
    /// contests are drawn in cell order (one that depends on another waits for it).
    fn next_settled_cell(&self) -> Option<Cell> {
        let is_clear = |unit: &UnitId| {
            self.holder[unit.slot()].is_none_or(|holder| !self.waiting.contains(holder))
        };
        let clear: UnitSet = self.waiting.iter().filter(is_clear).collect();
        let order = |unit: UnitId| {
            u32::from(self.needs_lot(unit)) << 8 | u32::from(self.to[unit.slot()].byte())
        };
        let (next, _) = clear.lowest(order)?;
        Some(self.to[next.slot()])
    }

    /// Whether several want the cell, and nobody holds it.
    fn needs_lot(&self, unit: UnitId) -> bool {
        let held = self.holder[unit.slot()].is_some_and(|holder| !self.going.contains(holder));
        !held && self.contested.contains(self.to[unit.slot()])
    }

    /// A unit that stands holds its ground; a free cell goes by lot to one of those that want it.
    fn settle<S: Sink>(&mut self, cell: Cell, state: &mut State, sink: &mut S) {
        let contestants: UnitSet = self
            .waiting
            .iter()
            .filter(|unit| self.to[unit.slot()] == cell)
            .collect();
        let holder = contestants
            .iter()
            .next()
            .and_then(|unit| self.holder[unit.slot()]);
        if let Some(by) = holder.filter(|&holder| !self.going.contains(holder)) {
            for unit in contestants.iter() {
                self.fail(unit, MoveFailure::Held { by });
            }
            return;
        }
        let count = contestants.len();
        let lot = if count > 1 {
            state.dice.pick(count as u32, sink) as usize
        } else {
            0
        };
        let Some(winner) = contestants.iter().nth(lot) else {
            return;
        };
        self.go(winner);
        for loser in contestants.without(winner).iter() {
            self.fail(
                loser,
                MoveFailure::LostContest {
                    to: winner,
                    contestants: count as u8,
                },
            );
        }
    }

    /// When everyone left waits for another, some of them form a ring: it turns as one.
    fn turn_ring(&mut self) {
        let next = |steps: &Steps, unit: UnitId| steps.holder[unit.slot()].unwrap_or(unit);
        let Some(first) = self.waiting.iter().next() else {
            return;
        };
        let on_ring = (0..MAX_UNITS).fold(first, |unit, _| next(self, unit));
        let mut ring = UnitSet::EMPTY;
        let mut unit = on_ring;
        while !ring.contains(unit) {
            ring = ring.with(unit);
            unit = next(self, unit);
        }
        for member in ring.iter() {
            self.go(member);
            for outsider in self
                .waiting
                .iter()
                .filter(|outsider| !ring.contains(*outsider))
            {
                if self.to[outsider.slot()] == self.to[member.slot()] {
                    self.fail(outsider, MoveFailure::Ring { to: member });
                }
            }
        }
    }

    fn carry_out<S: Sink>(&self, state: &mut State, sink: &mut S) {
        for unit in self.movers.iter() {
            let to = self.to[unit.slot()];
            match self.failure[unit.slot()] {
                None => go(state, unit, to, sink),
                Some(cause) => state.emit(
                    sink,
                    Happening::MoveFailed {
                        unit,
                        cell: state.unit(unit).cell,
                        to,
                        cause,
                    },
                ),
            }
        }
    }
}
