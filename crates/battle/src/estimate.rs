//! Expected damage, for the brains that compare attacks.

use crate::arena::Arena;
use crate::battle::{ShoveEnd, State};
use crate::board::Cell;
use crate::damage::incoming;
use crate::damage_kind::DamageKind;
use crate::hit::{Odds, chance};
use crate::house_rules::Luck;
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::skill::Skill;

/// What an attack that is locked at a target gains from a cell: the average damage to all enemies
/// that it would hit, less that to its own side, which a new fire burns even where the attack spares
/// it. `None` if its own side would lose more.
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
    let at = state.unit(target).cell;
    let victims = state.victims(arena, by, skill, from, at);
    let sum = |victims: UnitSet| victims.iter().map(damage).sum::<u32>();
    let enemies = victims.and(arena.opponents_of(by)).and(state.up);
    let struck = sum(victims.and(arena.comrades_of(by)));
    let burnt = skill.burns().map_or(0, |_| {
        let spared = state.in_area(arena, by, skill, from, at).minus(victims);
        let burn = |unit| burn_damage(arena, state, by, from, unit);
        spared.iter().map(burn).sum()
    });
    sum(enemies).checked_sub(struck + burnt)
}

/// The average damage of a skill from a cell to one unit, misses counted, in hundredths. No cards,
/// no criticals. A shove counts what it would do now: the bump, or in front of a pit all HP, which
/// are lost only once. A new fire counts once.
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
    // Everything is doubled on the way, so that half points count.
    let mut left_to_fall = 2 * u32::from(state.unit(target).hp);
    let struck: u32 = strikes
        .map(|strike| {
            let damage = strike.damage.map_or(0, |damage| {
                incoming(
                    damage.amount.twice_average(),
                    2 * boost,
                    None,
                    sheet.affinity(damage.kind),
                )
            });
            let shove = strike
                .shoves
                .map(|shove| ShoveEnd::of(arena, state, target, from, shove));
            let falls = matches!(shove, Some(ShoveEnd::Falls(_)));
            let shoved = match shove {
                Some(ShoveEnd::Falls(_)) => left_to_fall,
                Some(ShoveEnd::Bumps { damage, .. }) => 2 * u32::from(damage),
                Some(ShoveEnd::Moves(_) | ShoveEnd::Resists) | None => 0,
            };
            let twice = damage + shoved;
            if twice == 0 {
                return 0;
            }
            let chance = chance(arena, by, from, strike.check, target, state.unit(target));
            let odds = match arena.house().luck {
                Luck::True => chance.odds(),
                Luck::Certain if chance.odds().is_likely() => Odds::CERTAIN,
                Luck::Certain => Odds::NEVER,
            };
            let odds = u32::from(odds.hundredths());
            if falls {
                left_to_fall -= left_to_fall * odds / 10_000;
            }
            twice * odds / 200
        })
        .sum();
    let burn = |_| burn_damage(arena, state, by, from, target);
    struck + skill.burns().map_or(0, burn)
}

/// What a unit loses, once, if an attacker in `from` sets its cell on fire, whether the attack hits
/// the unit or not. In hundredths.
fn burn_damage(arena: &Arena, state: &State, by: UnitId, from: Cell, unit: UnitId) -> u32 {
    let burnable = arena.ground().burnable - state.fire.cells();
    let cell = if unit == by {
        from
    } else {
        state.unit(unit).cell
    };
    if !burnable.contains(cell) {
        return 0;
    }
    let affinity = arena.sheet(unit).affinity(DamageKind::Fire);
    100 * incoming(u32::from(arena.house().fire), 0, None, affinity)
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
