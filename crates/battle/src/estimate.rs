//! Expected damage, for the brains that compare attacks.

use crate::arena::Arena;
use crate::battle::{ShoveEnd, State};
use crate::board::Cell;
use crate::damage::incoming;
use crate::damage_kind::DamageKind;
use crate::hit::{Odds, chance};
use crate::house_rules::Luck;
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::skill::{Shove, Skill};

/// What an attack that is locked at a target gains from a cell: the average damage to all enemies
/// that it would hit, less that to its own side. `None` if its own side would lose more.
pub(crate) fn expected_gain(
    arena: &Arena,
    state: &State,
    by: UnitId,
    from: Cell,
    skill: &Skill,
    target: UnitId,
) -> Option<u32> {
    let damage = |victim| expected_damage(arena, state, by, from, skill, victim);
    if !skill.area().is_wide() {
        return Some(damage(target));
    }
    let victims = state.victims(arena, by, skill, from, state.unit(target).cell);
    let sum = |victims: UnitSet| victims.iter().map(damage).sum::<u32>();
    let enemies = victims.and(arena.opponents_of(by)).and(state.up);
    sum(enemies).checked_sub(sum(victims.and(arena.comrades_of(by))))
}

/// The average damage of a skill from a cell to one unit, misses counted, in hundredths. No cards,
/// no criticals. A shove counts what it would do now: the bump, or in front of a pit all HP. A new
/// fire counts once.
pub(crate) fn expected_damage(
    arena: &Arena,
    state: &State,
    by: UnitId,
    from: Cell,
    skill: &Skill,
    target: UnitId,
) -> u32 {
    let boost = state.unit(by).boost();
    let sheet = arena.sheet(target);
    let strikes = skill.strikes().iter();
    let struck: u32 = strikes
        .map(|strike| {
            // Everything is doubled on the way, so that half points count.
            let damage = strike.damage.map_or(0, |damage| {
                incoming(
                    damage.amount.twice_average(),
                    2 * boost,
                    None,
                    sheet.affinity(damage.kind),
                )
            });
            let shove = strike.shoves.map_or(0, |shove| {
                2 * shove_damage(arena, state, from, shove, target)
            });
            let twice = damage + shove;
            if twice == 0 {
                return 0;
            }
            let chance = chance(arena, by, from, strike.check, target, state.unit(target));
            let odds = match arena.house().luck {
                Luck::True => chance.odds(),
                Luck::Certain if chance.odds().is_likely() => Odds::CERTAIN,
                Luck::Certain => Odds::NEVER,
            };
            twice * u32::from(odds.hundredths()) / 200
        })
        .sum();
    let burnt = skill
        .burns()
        .map_or(0, |_| burn_damage(arena, state, target));
    struck + 100 * burnt
}

/// What a unit loses, once, if its cell is set on fire, whether the attack hits the unit or not.
fn burn_damage(arena: &Arena, state: &State, unit: UnitId) -> u32 {
    let burnable = arena.ground().burnable - state.fire.cells();
    if !burnable.contains(state.unit(unit).cell) {
        return 0;
    }
    let affinity = arena.sheet(unit).affinity(DamageKind::Fire);
    incoming(u32::from(arena.house().fire), 0, None, affinity)
}

/// What a shove from a cell would do to a unit besides moving it.
fn shove_damage(arena: &Arena, state: &State, from: Cell, shove: Shove, unit: UnitId) -> u32 {
    match ShoveEnd::of(arena, state, unit, from, shove) {
        ShoveEnd::Moves(_) | ShoveEnd::Resists => 0,
        ShoveEnd::Falls(_) => u32::from(state.unit(unit).hp),
        ShoveEnd::Bumps { damage, .. } => u32::from(damage),
    }
}

/// The attacks a unit knows, in the order of its sheet.
pub(crate) fn attacks(
    arena: &Arena,
    unit: UnitId,
) -> impl Iterator<Item = (SkillId, &Skill)> + Clone {
    arena
        .sheet(unit)
        .skills
        .iter()
        .map(|&id| (id, arena.skill(id)))
        .filter(|(_, skill)| skill.is_hostile())
}
