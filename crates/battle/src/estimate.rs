//! Expected damage, for the brains that compare attacks.

use crate::arena::Arena;
use crate::battle::State;
use crate::board::Cell;
use crate::damage::incoming;
use crate::hit::{Odds, chance};
use crate::house_rules::Luck;
use crate::ids::{SkillId, UnitId};
use crate::skill::Skill;

/// The average damage of a skill from a cell, misses counted, in hundredths. No cards, no criticals.
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
        .filter_map(|strike| {
            let damage = strike.damage?;
            let chance = chance(arena, by, from, strike.check, target, state.unit(target));
            let odds = match arena.house().luck {
                Luck::True => chance.odds(),
                Luck::Certain if chance.odds().is_likely() => Odds::CERTAIN,
                Luck::Certain => Odds::NEVER,
            };
            // Everything is doubled on the way, so that half points count.
            let twice = incoming(
                damage.amount.twice_average(),
                2 * boost,
                None,
                sheet.affinity(damage.kind),
            );
            Some(twice * u32::from(odds.hundredths()) / 200)
        })
        .sum()
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
