//! What if: what a cell sees, where a unit could walk, and what it could hit then (rules §2, §5,
//! §11).
//!
//! Uses only positions and what everyone knows: no die, no card and no intent.

use crate::battle::Battle;
use crate::board::{Cell, CellSet, within_steps};
use crate::ids::UnitId;
use crate::skill::Skill;
use crate::status::Status;
use crate::tempo::Turn;

/// The cells that a unit can hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Danger {
    /// From where it stands.
    pub now: CellSet,
    /// Only after a walk: in ticks a step, else as far as its turn goes.
    pub after_walk: CellSet,
}

impl Battle {
    /// The cell that blocks the sight between two cells, the nearest to the first; `None` if they
    /// see each other (rules §2).
    pub fn sight_blocked_at(&self, from: Cell, to: Cell) -> Option<Cell> {
        self.view().sight_blocked_at(from, to)
    }

    /// The cells that block sight: by their terrain, or by the unit there if units block sight.
    pub fn opaque(&self) -> CellSet {
        let ground = self.arena.ground().opaque;
        if self.arena.house().units_block_sight {
            ground | self.view().occupied()
        } else {
            ground
        }
    }

    /// Every cell that is seen from a cell, itself included.
    pub fn seen_from(&self, cell: Cell) -> CellSet {
        if self.arena.house().units_block_sight {
            let view = self.view();
            Cell::all().filter(|&to| view.sees(cell, to)).collect()
        } else {
            self.arena.ground().sight.seen_from(cell)
        }
    }

    /// Where a unit could walk: in ticks wherever there is a way, else as far as one walk of its
    /// turn goes, or of its next turn if it is not its turn now. Excludes its own cell.
    pub fn walk_of(&self, unit: UnitId) -> CellSet {
        let Some(state) = self.unit(unit).filter(|state| state.is_up()) else {
            return CellSet::EMPTY;
        };
        let steps = if state.has(Status::Rooted) {
            0
        } else if self.arena.tempo().takes_turns() {
            self.arena.economy(unit).walk_left(self.turn_to_come(unit))
        } else {
            u8::MAX
        };
        self.walk(unit, steps) - CellSet::of(state.cell)
    }

    /// The battle as if a unit stood in another cell; `None` if it cannot stand there. Rolls no
    /// dice, and nobody notices.
    pub fn from_there(&self, unit: UnitId, cell: Cell) -> Option<Battle> {
        let stands = self.unit(unit)?.is_up();
        let free = self.state.unit_at(cell).is_none_or(|other| other == unit);
        if !stands || !free || !self.arena.ground().walkable.contains(cell) {
            return None;
        }
        let mut there = self.clone();
        there.state.unit_mut(unit).cell = cell;
        Some(there)
    }

    /// The cells that a unit can hit, and could hit after a walk, occupied or not. As in
    /// [`Battle::threats`], cells of its own side do not count.
    pub fn danger_of(&self, unit: UnitId) -> Danger {
        if self.state.outcome.is_some() || !self.state.up.contains(unit) {
            return Danger::default();
        }
        let view = self.view().with_unit_elsewhere(unit);
        let cell = self.state.unit(unit).cell;
        let (mut now, mut then) = (CellSet::EMPTY, CellSet::EMPTY);
        for (_, skill) in self.ready_attacks(unit) {
            now |= view.hit_from(CellSet::of(cell), skill);
            let steps = self.steps_before(unit, skill);
            then |= view.hit_from(self.walk(unit, steps), skill);
        }
        let own: CellSet = self
            .arena
            .comrades_of(unit)
            .and(self.state.present)
            .iter()
            .map(|friend| self.state.unit(friend).cell)
            .collect();
        let strikable = self.arena.ground().walkable - own;
        Danger {
            now: now & strikable,
            after_walk: (then & strikable) - now,
        }
    }

    /// How far a unit could walk before it uses a skill.
    fn steps_before(&self, unit: UnitId, skill: &Skill) -> u8 {
        if self.state.unit(unit).has(Status::Rooted) {
            return 0;
        }
        if self.arena.tempo().takes_turns() {
            self.arena
                .economy(unit)
                .steps_before_action(self.turn_to_come(unit), skill.cost)
        } else {
            1
        }
    }

    /// What is left of the unit's turn, or the next one if it is over or not its turn.
    fn turn_to_come(&self, unit: UnitId) -> Turn {
        let turn = self.state.unit(unit).turn;
        if self.in_turn().contains(unit) && !turn.over {
            turn
        } else {
            self.arena.economy(unit).fresh_turn()
        }
    }

    /// The cells that a unit reaches within `steps` steps, its own included.
    fn walk(&self, unit: UnitId, steps: u8) -> CellSet {
        let free = self.arena.ground().walkable - self.state.occupied();
        within_steps(self.state.unit(unit).cell, free, steps)
    }
}
