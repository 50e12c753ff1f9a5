//! Expected damage, for the brains that compare attacks.

use crate::arena::Arena;
use crate::battle::{State, shoved_to};
use crate::board::Cell;
use crate::damage::incoming;
use crate::damage_kind::DamageKind;
use crate::event::ShoveStop;
use crate::hit::{Odds, chance};
use crate::house_rules::Luck;
use crate::ids::{SkillId, UnitId};
use crate::skill::{Shove, Skill};

/// The average damage of a skill from a cell, misses counted, in hundredths. No cards, no criticals.
/// A shove counts what it would do now: the bump, or in front of a pit all HP.
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
    strikes
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
        .sum()
}

/// What a shove from a cell would do to a unit besides moving it.
fn shove_damage(arena: &Arena, state: &State, from: Cell, shove: Shove, unit: UnitId) -> u32 {
    match shoved_to(arena, state, unit, from, shove) {
        Ok(to) if arena.ground().pits.contains(to) => u32::from(state.unit(unit).hp),
        Ok(_) | Err(ShoveStop::Rooted) => 0,
        Err(_) => bump_damage(arena, unit),
    }
}

/// What a bump does to a unit, before block.
pub(crate) fn bump_damage(arena: &Arena, unit: UnitId) -> u32 {
    let affinity = arena.sheet(unit).affinity(DamageKind::Bludgeoning);
    incoming(u32::from(arena.house().bump), 0, None, affinity)
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
