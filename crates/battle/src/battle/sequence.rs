//! The order in which everything will happen, known before it does (rules §5, §11).
//!
//! Uses only what everyone can know: no die and no hidden card.

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::battle::{Battle, Phase};
use crate::house_rules::HeavyStrikes;
use crate::ids::{UnitId, UnitSet};
use crate::skill::SkillKind;
use crate::tempo::Tempo;
use crate::unit::{Action, Faction};

/// A unit's place in the order in which everything will happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Due {
    /// Who.
    pub unit: UnitId,
    /// When.
    pub when: When,
}

/// When a unit's action does something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum When {
    /// In this phase of the coming step; the first if it does something in several.
    Phase(Phase),
    /// In the coming step, but what it does is secret: it acts on a hidden card.
    Hidden,
    /// In its turn.
    Turn,
    /// In its turn, which has begun, once the player has given an order.
    Ordered,
}

impl Battle {
    /// Every unit that is about to do something, in the order in which it happens. In ticks that
    /// is the coming step, by phase and slot, with hidden cards at the end. Where units take
    /// turns, it is the order until everyone had a turn. Empty in the middle of a step and once
    /// the battle is over. Draws no chance and changes nothing.
    pub fn sequence(&self) -> Vec<Due> {
        if self.state.outcome.is_some() || self.state.due != Phase::Decide {
            return Vec::new();
        }
        match self.arena.tempo() {
            Tempo::Ticks => self.in_this_step(),
            Tempo::Initiative => {
                let order = &self.state.order;
                let (before, after) =
                    order.split_at(usize::from(self.state.place).min(order.len()));
                let around = after.iter().chain(before).copied();
                self.by_turns(around.filter(|&unit| self.state.up.contains(unit)))
            }
            Tempo::Phases => {
                let side = self.state.side;
                let now = self.rest_of_the_phase();
                let then = self.side_up(side.opponent());
                self.by_turns(now.into_iter().chain(then.iter()))
            }
        }
    }

    /// Ticks: every unit whose action does something in the coming step.
    fn in_this_step(&self) -> Vec<Due> {
        let order = phases(&self.arena);
        let rank = |when| match when {
            When::Phase(phase) => order.iter().position(|&other| other == phase),
            When::Hidden | When::Turn | When::Ordered => None,
        };
        let when = |unit| match self.known_action(unit) {
            Some(action) => phase_of(&self.arena, action).map(When::Phase),
            None => Some(When::Hidden),
        };
        let mut all: Vec<Due> = self
            .state
            .up
            .iter()
            .filter_map(|unit| {
                Some(Due {
                    unit,
                    when: when(unit)?,
                })
            })
            .collect();
        all.sort_by_key(|due| (rank(due.when).unwrap_or(order.len()), due.unit));
        all
    }

    /// Phases: the units that still act in this phase, first those with an order, then those
    /// that need none.
    fn rest_of_the_phase(&self) -> Vec<UnitId> {
        let running = self.side_up(self.state.side);
        let waiting = self.state.awaiting(&self.arena, running);
        let mut rest: Vec<UnitId> = running
            .iter()
            .filter(|&unit| !self.state.unit(unit).turn.over)
            .collect();
        rest.sort_by_key(|&unit| {
            let ordered = self.state.unit(unit).order.is_some();
            (!ordered, waiting.contains(unit), unit)
        });
        rest
    }

    fn side_up(&self, side: Faction) -> UnitSet {
        self.arena.side(side).and(self.state.up)
    }

    /// Turn after turn.
    fn by_turns(&self, units: impl Iterator<Item = UnitId>) -> Vec<Due> {
        let waiting = self.state.awaiting(&self.arena, self.in_turn());
        let when = |unit| {
            if waiting.contains(unit) {
                When::Ordered
            } else {
                When::Turn
            }
        };
        let due = |unit| Due {
            unit,
            when: when(unit),
        };
        units.map(due).collect()
    }
}

/// The phases in which actions do something, in their order.
fn phases(arena: &Arena) -> [Phase; 5] {
    use Phase::{Effects, Guards, HeavyStrikes as Heavy, Movement, QuickStrikes};
    match arena.house().heavy_strikes {
        HeavyStrikes::BeforeMovement => [Guards, QuickStrikes, Heavy, Movement, Effects],
        HeavyStrikes::AfterMovement => [Guards, QuickStrikes, Movement, Heavy, Effects],
    }
}

/// The phase in which an action does something in the coming step; `None` if it only goes on.
fn phase_of(arena: &Arena, action: Action) -> Option<Phase> {
    match action {
        Action::Idle | Action::Hold | Action::Use { left: 2.., .. } => None,
        Action::Step { .. } => Some(Phase::Movement),
        Action::Use { skill, .. } => {
            let skill = arena.skill(skill);
            Some(match &skill.deed {
                SkillKind::Attack { .. } if skill.is_quick() => Phase::QuickStrikes,
                SkillKind::Attack { .. } => Phase::HeavyStrikes,
                SkillKind::Aid(aid) if aid.is_guard() => Phase::Guards,
                SkillKind::Aid(_) => Phase::Effects,
                SkillKind::Move(_) => Phase::Movement,
            })
        }
    }
}
