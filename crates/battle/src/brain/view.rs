//! What a brain may look at: the state at the start of the tick, and nothing else.

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::battle::State;
use crate::board::{Cell, CellSet, sight_blocked_at, step_away, step_towards};
use crate::brain::why::Refusal;
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::skill::{Deed, MoveMode, Skill};
use crate::status::Status;
use crate::unit::{Action, Aim, Unit};

/// Whether an attack can reach a cell (rules §2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reach {
    /// It can.
    Valid,
    /// It is too far away.
    OutOfRange {
        /// How far it is.
        distance: u8,
        /// How far the skill reaches.
        range: u8,
    },
    /// Something stands in the line of sight.
    NoSight {
        /// The blocking cell nearest to the one who asks.
        blocked_at: Cell,
    },
}

/// A read-only view of a battle.
pub(crate) struct View<'a> {
    arena: &'a Arena,
    state: &'a State,
    /// The cells of all who stand or lie on the board.
    occupied: CellSet,
}

impl<'a> View<'a> {
    pub(crate) fn new(arena: &'a Arena, state: &'a State) -> View<'a> {
        View {
            arena,
            state,
            occupied: state.occupied(),
        }
    }

    /// The same as if the unit had left its cell: for asking what it could do from another.
    pub(crate) fn with_unit_elsewhere(mut self, unit: UnitId) -> View<'a> {
        self.occupied.remove(self.unit(unit).cell);
        self
    }

    pub(crate) fn arena(&self) -> &'a Arena {
        self.arena
    }

    pub(crate) fn unit(&self, unit: UnitId) -> &'a Unit {
        self.state.unit(unit)
    }

    /// Opponents who stand: the downed are no enemies.
    pub(crate) fn enemies_of(&self, me: UnitId) -> UnitSet {
        self.arena.opponents_of(me).and(self.state.up)
    }

    /// The others on the unit's side, the downed included.
    pub(crate) fn allies_of(&self, me: UnitId) -> UnitSet {
        self.arena
            .comrades_of(me)
            .and(self.state.present)
            .without(me)
    }

    /// Whether a skill used from one cell reaches another.
    pub(crate) fn reach(&self, from: Cell, to: Cell, skill: &Skill) -> Reach {
        let distance = from.chebyshev(to);
        if distance > skill.range {
            return Reach::OutOfRange {
                distance,
                range: skill.range,
            };
        }
        if !skill.needs_sight {
            return Reach::Valid;
        }
        let ground = self.arena.ground();
        let units_block = self.arena.house().units_block_sight;
        if !units_block && ground.sight.sees(from, to) {
            return Reach::Valid;
        }
        let opaque = if units_block {
            ground.opaque | self.occupied
        } else {
            ground.opaque
        };
        match sight_blocked_at(from, to, opaque) {
            Some(blocked_at) => Reach::NoSight { blocked_at },
            None => Reach::Valid,
        }
    }

    /// What using the skill on the target comes to, or why it cannot be used.
    pub(crate) fn try_use(
        &self,
        me: UnitId,
        id: SkillId,
        target: UnitId,
    ) -> Result<Action, Refusal> {
        if !self.state.present.contains(target) {
            return Err(Refusal::NoTarget);
        }
        let skill = self.arena.skill(id);
        let (from, to) = (self.unit(me).cell, self.unit(target).cell);
        let aim = match &skill.deed {
            Deed::Move(mode) => {
                self.check_cooldown(me, id)?;
                return self.try_move(me, *mode, target);
            }
            Deed::Attack { .. } => Aim::Cell(to),
            Deed::Aid(_) => Aim::Unit(target),
        };
        match self.reach(from, to, skill) {
            Reach::Valid => self.check_cooldown(me, id)?,
            Reach::OutOfRange { distance, range } => {
                return Err(Refusal::OutOfRange { distance, range });
            }
            Reach::NoSight { blocked_at } => return Err(Refusal::NoSight { blocked_at }),
        }
        Ok(Action::Use {
            skill: id,
            aim,
            left: skill.cost,
        })
    }

    /// Where a move leads, or why there is none.
    pub(crate) fn try_move(
        &self,
        me: UnitId,
        mode: MoveMode,
        target: UnitId,
    ) -> Result<Action, Refusal> {
        let (from, to) = (self.unit(me).cell, self.unit(target).cell);
        if mode == MoveMode::Hold {
            return Ok(Action::Hold);
        }
        if self.unit(me).has(Status::Rooted) {
            return Err(Refusal::Rooted);
        }
        let step = match mode {
            MoveMode::Towards => step_towards(from, to, self.arena.ground(), self.occupied),
            MoveMode::Away => step_away(from, to, self.arena.ground(), self.occupied),
            MoveMode::Hold => None,
        };
        step.map(|to| Action::Step { to })
            .ok_or(Refusal::NowhereToGo)
    }

    pub(crate) fn check_cooldown(&self, me: UnitId, skill: SkillId) -> Result<(), Refusal> {
        if self.arena.skill(skill).cooldown == 0 {
            return Ok(());
        }
        let place = self.arena.sheet(me).knows(skill);
        match place.and_then(|place| self.unit(me).cooldowns.get(place)) {
            Some(&turns) if turns > 0 => Err(Refusal::Cooldown { turns }),
            _ => Ok(()),
        }
    }
}
