//! Hits on screen: what each side could hit, and what each attack would do.
//! All from [`Battle::preview`] and its kin, the functions that the roll itself uses.

use std::collections::BTreeMap;

use bevy::prelude::*;
use foretold_battle::board::CellSet;
use foretold_battle::{Battle, Cell, Danger, Faction, Preview, SkillId, Threat, UnitId};

use crate::read_model::{self, ReadModel};

/// What each side could hit at the moment on screen. Kept up to date by [`HitPlugin`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Threats {
    dangers: Vec<(Faction, Danger)>,
    threats: BTreeMap<Cell, Vec<Threat>>,
}

/// How many units of a side can hit a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreatCount {
    /// From where they stand.
    pub now: u8,
    /// Only after a walk.
    pub after_walk: u8,
}

impl Threats {
    /// How many units of a side can hit a cell.
    pub fn count(&self, side: Faction, cell: Cell) -> ThreatCount {
        let mut count = ThreatCount::default();
        for (_, danger) in self.dangers.iter().filter(|(of, _)| *of == side) {
            count.now += u8::from(danger.now.contains(cell));
            count.after_walk += u8::from(danger.after_walk.contains(cell));
        }
        count
    }

    /// What a unit could hit.
    pub fn of_unit(&self, unit: UnitId) -> Option<&Danger> {
        self.dangers.get(unit.slot()).map(|(_, danger)| danger)
    }

    /// The units of a side that could hit a cell, but only after a walk.
    pub fn after_walk(&self, side: Faction, cell: Cell) -> impl Iterator<Item = UnitId> {
        let could =
            move |(of, danger): &(Faction, Danger)| *of == side && danger.after_walk.contains(cell);
        let slots = self.dangers.iter().enumerate();
        slots
            .filter(move |(_, danger)| could(danger))
            .filter_map(|(slot, _)| UnitId::new(slot))
    }

    /// The most that each unit could do to a cell and to what stands in it, without a walk.
    pub fn on(&self, cell: Cell) -> &[Threat] {
        self.threats.get(&cell).map_or(&[], Vec::as_slice)
    }
}

impl ReadModel for Threats {
    fn of(battle: &Battle) -> Threats {
        let side = |unit: UnitId| battle.arena().sheet(unit).faction;
        let dangers = battle
            .units()
            .map(|(unit, _)| (side(unit), battle.danger_of(unit)));
        Threats {
            dangers: dangers.collect(),
            threats: Cell::all()
                .zip(battle.all_threats(Cell::all().collect()))
                .collect(),
        }
    }
}

/// What each attack of the player's units would do at the moment on screen. Kept up to date by
/// [`HitPlugin`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Previews(Vec<AttackPreview>);

/// An attack that a unit knows, and what it would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackPreview {
    /// The attacker.
    pub by: UnitId,
    /// The target.
    pub target: UnitId,
    /// The skill.
    pub skill: SkillId,
    /// Chances and damage, or why it cannot be used.
    pub preview: Preview,
    /// Every cell that it would hit.
    pub cells: CellSet,
    /// The same for each other unit that it would hit, in slot order.
    pub others: Vec<(UnitId, Preview)>,
}

impl Previews {
    /// The attacks of one unit on another, in the order of its skills.
    pub fn between(&self, by: UnitId, target: UnitId) -> impl Iterator<Item = &AttackPreview> {
        let pair = (by, target);
        self.0.iter().filter(move |it| (it.by, it.target) == pair)
    }
}

impl ReadModel for Previews {
    fn of(battle: &Battle) -> Previews {
        let arena = battle.arena();
        let mut previews = Vec::new();
        for by in arena.side(Faction::Friendly).iter() {
            for target in arena.side(Faction::Enemy).iter() {
                let skills = arena.sheet(by).skills.iter();
                for &skill in skills.filter(|&&skill| arena.skill(skill).is_hostile()) {
                    previews.extend(preview(battle, by, skill, target));
                }
            }
        }
        Previews(previews)
    }
}

/// An attack of a unit on another, and what it would do.
fn preview(battle: &Battle, by: UnitId, skill: SkillId, target: UnitId) -> Option<AttackPreview> {
    let at = battle.locked_cell(by, skill, target)?;
    let is_wide = battle.arena().skill(skill).area().is_wide();
    let mut others = if is_wide {
        battle.previews_at(by, skill, at)
    } else {
        Vec::new()
    };
    // An area mostly has its target among those that it hits.
    let hit = others.iter().position(|(other, _)| *other == target);
    let preview = match hit {
        Some(place) => others.remove(place).1,
        None => battle.preview(by, skill, target)?,
    };
    Some(AttackPreview {
        by,
        target,
        skill,
        preview,
        cells: battle.cells_hit(by, skill, at),
        others,
    })
}

/// Threats and previews.
pub struct HitPlugin;

impl Plugin for HitPlugin {
    fn build(&self, app: &mut App) {
        read_model::add::<Threats>(app);
        read_model::add::<Previews>(app);
    }
}
