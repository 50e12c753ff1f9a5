//! Where an area can be aimed: at any cell, if it hits an enemy from there (rules §13).

use std::cmp::Reverse;

use foretold_battle::{Cell, Order, SkillId, UnitSet};

use crate::prelude::*;

/// Whether a skill has an area that would hit an enemy of its user if it were locked at a cell.
pub(super) fn area_hits_enemy(battle: &Battle, unit: UnitId, skill: SkillId, at: Cell) -> bool {
    let is_wide = battle.arena().skill(skill).area().is_wide();
    is_wide && !enemies(battle, unit, battle.victims(unit, skill, at)).is_empty()
}

/// The cell that an area can be locked at and hits most enemies from, and of several the one from
/// which it hits fewest of its user's own side; `None` if it hits no enemy now.
pub(super) fn best_aim(battle: &Battle, unit: UnitId, skill: SkillId) -> Option<Cell> {
    let hits = Cell::all().filter(|&at| area_hits_enemy(battle, unit, skill, at));
    let allowed = hits.filter(|&at| {
        let order = Order::Use { skill, at };
        battle.check_order(unit, order).is_ok()
    });
    allowed.max_by_key(|&at| {
        let victims = battle.victims(unit, skill, at);
        let enemies = enemies(battle, unit, victims).len();
        (enemies, Reverse(victims.len() - enemies), Reverse(at))
    })
}

/// The enemies of a unit among these.
fn enemies(battle: &Battle, unit: UnitId, units: UnitSet) -> UnitSet {
    let arena = battle.arena();
    let side = arena.sheet(unit).faction;
    let is_enemy = |other: &UnitId| arena.sheet(*other).faction != side;
    units.iter().filter(is_enemy).collect()
}
