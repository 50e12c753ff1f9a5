//! What a unit could do now, or why it cannot.

use super::{Reach, View};
use crate::board::{Cell, step_away, step_to_any, step_towards};
use crate::brain::why::WhyNot;
use crate::ids::{SkillId, UnitId};
use crate::skill::{MoveMode, Skill, SkillKind};
use crate::status::Status;
use crate::unit::{Action, Aim};

impl View<'_> {
    /// The action that attacks a target, or why it cannot be attacked.
    pub(crate) fn try_attack(
        &self,
        me: UnitId,
        id: SkillId,
        target: UnitId,
    ) -> Result<Action, WhyNot> {
        let around = self.arena.skill(id).is_around_user();
        self.try_use(me, id, if around { me } else { target })
    }

    /// The action that uses the skill on the target, or why it cannot be used.
    #[inline(always)]
    pub(crate) fn try_use(
        &self,
        me: UnitId,
        id: SkillId,
        target: UnitId,
    ) -> Result<Action, WhyNot> {
        let skill = self.arena.skill(id);
        let aim = match &skill.deed {
            SkillKind::Move(mode) => {
                self.check_present(target)?;
                return self.try_move(me, *mode, target);
            }
            SkillKind::Attack { .. } => Aim::Cell(self.cell(target)),
            SkillKind::Aid(_) => Aim::Unit(target),
        };
        self.could_use(me, id, skill, target)?;
        self.check_turn(me, skill)?;
        Ok(Action::Use {
            skill: id,
            aim,
            left: self.ticks_to_land(skill),
        })
    }

    /// Whether the skill could be used on the target if the turn had room for it.
    #[inline(always)]
    pub(crate) fn could_use(
        &self,
        me: UnitId,
        id: SkillId,
        skill: &Skill,
        target: UnitId,
    ) -> Result<(), WhyNot> {
        self.check_present(target)?;
        self.check_reach(me, skill, self.cell(target))?;
        self.check_cooldown(me, id, skill)
    }

    /// An attack on a cell, occupied or not.
    pub(crate) fn try_strike(&self, me: UnitId, id: SkillId, at: Cell) -> Result<Action, WhyNot> {
        let skill = self.arena.skill(id);
        self.check_reach(me, skill, at)?;
        self.check_ready(me, id)?;
        Ok(Action::Use {
            skill: id,
            aim: Aim::Cell(at),
            left: self.ticks_to_land(skill),
        })
    }

    fn check_present(&self, target: UnitId) -> Result<(), WhyNot> {
        if self.state.present.contains(target) {
            Ok(())
        } else {
            Err(WhyNot::NoTarget)
        }
    }

    #[inline(always)]
    pub(crate) fn check_reach(&self, me: UnitId, skill: &Skill, to: Cell) -> Result<(), WhyNot> {
        match self.reach(self.unit(me).cell, to, skill) {
            Reach::Valid => Ok(()),
            Reach::OutOfRange { distance, range } => Err(WhyNot::OutOfRange { distance, range }),
            Reach::NoSight { blocked_at } => Err(WhyNot::NoSight { blocked_at }),
            Reach::NoDirection => Err(WhyNot::NoDirection),
        }
    }

    #[inline]
    fn check_turn(&self, me: UnitId, skill: &Skill) -> Result<(), WhyNot> {
        self.arena
            .economy(me)
            .check_action(self.unit(me).turn, skill.cost)
    }

    /// In how many ticks the skill lands: nothing winds up where units take turns.
    fn ticks_to_land(&self, skill: &Skill) -> u8 {
        if self.arena.tempo().takes_turns() {
            1
        } else {
            skill.cost
        }
    }

    /// Whether the skill is rested and the turn has room for it.
    pub(crate) fn check_ready(&self, me: UnitId, id: SkillId) -> Result<(), WhyNot> {
        let skill = self.arena.skill(id);
        self.check_cooldown(me, id, skill)?;
        self.check_turn(me, skill)
    }

    /// Whether the one action of the unit's turn is done.
    pub(crate) fn has_acted(&self, me: UnitId) -> bool {
        self.arena.economy(me).has_acted(self.unit(me).turn)
    }

    /// How many cells the unit can walk in this turn and still carry out an action of this cost.
    pub(crate) fn steps_before_action(&self, me: UnitId, cost: u8) -> u8 {
        if self.unit(me).has(Status::Rooted) {
            return 0;
        }
        self.arena
            .economy(me)
            .steps_before_action(self.unit(me).turn, cost)
    }

    /// Where a move leads, or why there is none.
    pub(crate) fn try_move(
        &self,
        me: UnitId,
        mode: MoveMode,
        target: UnitId,
    ) -> Result<Action, WhyNot> {
        let (from, to) = (self.cell(me), self.cell(target));
        if mode == MoveMode::Hold {
            return Ok(Action::Hold);
        }
        self.check_walk(me)?;
        let step = match mode {
            MoveMode::Towards => step_towards(from, to, self.footing(), self.occupied),
            MoveMode::Away => step_away(from, to, self.footing(), self.occupied),
            MoveMode::Hold => None,
        };
        self.check_way_is_free(step)
    }

    /// A step to the nearest cell from which the unit could attack the target, or to the target
    /// itself if it knows no attack. It stays where it could attack already.
    pub(crate) fn try_approach(&self, me: UnitId, target: UnitId) -> Result<Action, WhyNot> {
        let (from, to) = (self.unit(me).cell, self.unit(target).cell);
        let spots = self.attack_spots(me, to);
        if spots.is_empty() {
            return self.try_move(me, MoveMode::Towards, target);
        }
        self.check_walk(me)?;
        if spots.contains(from) {
            return Err(WhyNot::NowhereToGo);
        }
        let step = step_to_any(from, spots, to, self.footing(), self.occupied);
        self.check_way_is_free(step)
    }

    /// One step into a neighbouring cell.
    pub(crate) fn try_step(&self, me: UnitId, to: Cell) -> Result<Action, WhyNot> {
        self.check_walk(me)?;
        self.check_way_is_free(Some(to))
    }

    /// The step, if there is one. Queueing behind another unit only helps where that one moves in
    /// the same step.
    fn check_way_is_free(&self, step: Option<Cell>) -> Result<Action, WhyNot> {
        match step {
            Some(to) if self.arena.tempo().takes_turns() && self.occupied.contains(to) => {
                Err(WhyNot::NowhereToGo)
            }
            Some(to) => Ok(Action::Step { to }),
            None => Err(WhyNot::NowhereToGo),
        }
    }

    /// Whether the unit can walk at all now.
    fn check_walk(&self, me: UnitId) -> Result<(), WhyNot> {
        let unit = self.unit(me);
        if unit.has(Status::Rooted) {
            return Err(WhyNot::Rooted);
        }
        self.arena.economy(me).check_step(unit.turn)
    }

    #[inline]
    pub(crate) fn check_cooldown(
        &self,
        me: UnitId,
        id: SkillId,
        skill: &Skill,
    ) -> Result<(), WhyNot> {
        if skill.cooldown == 0 {
            Ok(())
        } else {
            self.check_rest(me, id, skill.cooldown)
        }
    }

    /// Whether a skill with a cooldown is rested. Apart, because most have none.
    #[inline(never)]
    fn check_rest(&self, me: UnitId, id: SkillId, cooldown: u8) -> Result<(), WhyNot> {
        let place = self.arena.sheet(me).knows(id);
        match place.and_then(|place| self.unit(me).cooldowns.get(place)) {
            // In the turn of its use that turn is counted too.
            Some(&turns) if turns > 0 => Err(WhyNot::Cooldown {
                turns: turns.min(cooldown),
            }),
            _ => Ok(()),
        }
    }
}
