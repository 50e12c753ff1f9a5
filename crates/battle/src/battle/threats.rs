//! Which units can hit a cell, before anyone has decided (rules §2, §7).
//!
//! Uses only positions and what everyone knows: no die, no card and no intent, so it gives no
//! secret away.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::board::{Cell, CellSet};
use crate::estimate::attacks;
use crate::hit::{Chance, Odds, chance_at_anyone};
use crate::ids::{SkillId, UnitId};
use crate::preview::PreviewedAttack;
use crate::skill::Skill;

/// A unit that can hit a cell from where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threat {
    /// Who.
    pub by: UnitId,
    /// With what: of all its attacks that reach it, the one most likely to hit, those that do
    /// damage first.
    pub skill: SkillId,
    /// Where it stands.
    pub from: Cell,
    /// The chance of the first strike; into an empty cell, against a unit that does not dodge.
    /// `None` if it depends on armour.
    pub odds: Option<Odds>,
}

/// A unit with the cells that each of its attacks can hit.
struct Striker {
    by: UnitId,
    attacks: Vec<(SkillId, CellSet)>,
}

impl Battle {
    /// Every unit that can hit a cell from where it stands, in slot order: in range and in sight,
    /// with a rested attack, whether it does damage or not. If a unit is in the cell, only the other side
    /// counts; into an empty one both sides can strike. Units that are stunned, busy or not in
    /// turn count too, because that passes. Nobody threatens a cell where nobody can stand, nor
    /// anything once the battle is over. Draws no chance and changes nothing.
    pub fn threats(&self, cell: Cell) -> Vec<Threat> {
        self.all_threats(CellSet::of(cell))
            .pop()
            .unwrap_or_default()
    }

    /// [`Battle::threats`] of each of these cells, in their order.
    pub fn all_threats(&self, cells: CellSet) -> Vec<Vec<Threat>> {
        let strikers: Vec<Striker> = self.state.up.iter().map(|by| self.striker(by)).collect();
        let threats = |cell: Cell| {
            if self.state.outcome.is_some() || !self.arena.ground().walkable.contains(cell) {
                return Vec::new();
            }
            let target = self.state.unit_at(cell);
            let hostile = target.map_or(self.state.up, |target| self.view().enemies_of(target));
            let hostile = strikers.iter().filter(|it| hostile.contains(it.by));
            hostile
                .filter_map(|striker| self.threat_by(striker, cell, target))
                .collect()
        };
        cells.iter().map(threats).collect()
    }

    /// The enemies that a unit can hit from where it stands, in slot order, each as
    /// [`Battle::threats`] reports it for that enemy's cell.
    pub fn targets_of(&self, by: UnitId) -> Vec<(UnitId, Threat)> {
        if self.state.outcome.is_some() || !self.state.up.contains(by) {
            return Vec::new();
        }
        let striker = self.striker(by);
        let threat = |target: UnitId| {
            let cell = self.state.unit(target).cell;
            Some((target, self.threat_by(&striker, cell, Some(target))?))
        };
        let enemies = self.view().enemies_of(by);
        enemies.iter().filter_map(threat).collect()
    }

    /// The best that a unit can do to a cell, and to the target in it.
    fn threat_by(&self, striker: &Striker, cell: Cell, target: Option<UnitId>) -> Option<Threat> {
        let by = striker.by;
        let threat = |skill| Threat {
            by,
            skill,
            from: self.state.unit(by).cell,
            odds: self.odds_to_hit(by, skill, cell, target),
        };
        let does_damage = |skill: SkillId| {
            let strikes = self.arena.skill(skill).strikes();
            strikes.iter().any(|strike| strike.damage.is_some())
        };
        let attacks = striker.attacks.iter();
        let hitting = attacks.filter(|(_, hits)| hits.contains(cell));
        // Of several best ones it takes the first.
        hitting
            .map(|&(skill, _)| threat(skill))
            .min_by_key(|threat| Reverse((does_damage(threat.skill), threat.odds)))
    }

    /// What a unit can hit from where it stands with each of its rested attacks.
    fn striker(&self, by: UnitId) -> Striker {
        let view = self.view();
        let from = CellSet::of(self.state.unit(by).cell);
        let attacks = self.ready_attacks(by);
        let attacks = attacks.map(|(id, skill)| (id, view.hit_from(from, skill)));
        Striker {
            by,
            attacks: attacks.collect(),
        }
    }

    /// The rested attacks of a unit, also those that do no damage.
    pub(super) fn ready_attacks(&self, by: UnitId) -> impl Iterator<Item = (SkillId, &Skill)> {
        attacks(&self.arena, by)
            .filter(move |&(id, skill)| self.view().check_cooldown(by, id, skill).is_ok())
    }

    /// The chance of the first strike at a target, or at whatever unit may be there.
    fn odds_to_hit(
        &self,
        by: UnitId,
        skill: SkillId,
        cell: Cell,
        target: Option<UnitId>,
    ) -> Option<Odds> {
        match target {
            Some(target) => {
                let prospect = PreviewedAttack::new(self, by, skill, cell, target)?;
                Some(prospect.strikes.first()?.odds)
            }
            None => {
                let strike = self.arena.skill(skill).strikes().first()?;
                let from = self.state.unit(by).cell;
                chance_at_anyone(&self.arena, by, from, strike.check, cell).map(Chance::odds)
            }
        }
    }
}
