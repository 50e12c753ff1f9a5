//! Expected damage, for the brains that compare attacks.

use crate::arena::Arena;
use crate::battle::{Shoves, State};
use crate::board::Cell;
use crate::damage::incoming;
use crate::damage_kind::DamageKind;
use crate::hit::{Odds, chance};
use crate::house_rules::Luck;
use crate::ids::{MAX_UNITS, SkillId, UnitId, UnitSet};
use crate::skill::{Skill, Strike};

/// What an attack that is locked at a target gains from a cell: the average damage to all enemies
/// that it would hit or bump, less that to its own side, which a new fire burns even where the
/// attack spares it. `None` if its own side would lose more.
pub(crate) fn expected_gain(
    arena: &Arena,
    state: &State,
    by: UnitId,
    from: Cell,
    skill: &Skill,
    target: UnitId,
) -> Option<u32> {
    let attack = (by, skill, from);
    if !skill.area().is_wide() && !skill.shoves() {
        return Some(expected_strikes(arena, state, attack, target));
    }
    let at = skill.lock(from, state.unit(target).cell);
    let victims = state.victims(arena, by, skill, from, at);
    let shoves = expected_shoves(arena, state, attack, victims);
    let loss = |unit: UnitId| {
        let strikes = if victims.contains(unit) {
            expected_strikes(arena, state, attack, unit)
        } else {
            0
        };
        strikes + shoves.map_or(0, |shoves| shoves[unit.slot()])
    };
    let touched = if shoves.is_some() {
        state.present
    } else {
        victims
    };
    let sum = |units: UnitSet| touched.and(units).iter().map(loss).sum::<u32>();
    let enemies = arena.opponents_of(by).and(state.up);
    let burnt = skill.burns().map_or(0, |_| {
        let spared = state.in_area(arena, by, skill, from, at).minus(victims);
        let burn = |unit| burn_damage(arena, state, by, from, unit);
        spared.iter().map(burn).sum()
    });
    sum(enemies).checked_sub(sum(arena.comrades_of(by)) + burnt)
}

/// The average damage of a skill from a cell to one unit, misses counted, in hundredths. No cards,
/// no criticals. Shoves count what they would do now: the bumps, or in front of a pit all HP. A new
/// fire counts once.
pub(crate) fn expected_damage(
    arena: &Arena,
    state: &State,
    by: UnitId,
    from: Cell,
    skill: &Skill,
    target: UnitId,
) -> u32 {
    let attack = (by, skill, from);
    let shoves = expected_shoves(arena, state, attack, UnitSet::EMPTY.with(target));
    expected_strikes(arena, state, attack, target)
        + shoves.map_or(0, |shoves| shoves[target.slot()])
}

/// The same without shoves.
fn expected_strikes(
    arena: &Arena,
    state: &State,
    (by, skill, from): (UnitId, &Skill, Cell),
    target: UnitId,
) -> u32 {
    let boost = state.unit(by).boost();
    let sheet = arena.sheet(target);
    let strikes = skill.strikes().iter();
    let struck: u32 = strikes
        .map(|strike| {
            // Everything is doubled on the way, so that half points count.
            let twice = strike.damage.map_or(0, |damage| {
                incoming(
                    damage.amount.twice_average(),
                    2 * boost,
                    None,
                    sheet.affinity(damage.kind),
                )
            });
            if twice == 0 {
                return 0;
            }
            let odds = odds_of(arena, state, (by, strike, from), target);
            twice * u32::from(odds.hundredths()) / 200
        })
        .sum();
    let burn = |_| burn_damage(arena, state, by, from, target);
    struck + skill.burns().map_or(0, burn)
}

/// How likely a strike is to hit, as far as luck lets it.
fn odds_of(
    arena: &Arena,
    state: &State,
    (by, strike, from): (UnitId, &Strike, Cell),
    target: UnitId,
) -> Odds {
    let chance = chance(arena, by, from, strike.check, target, state.unit(target));
    match arena.house().luck {
        Luck::True => chance.odds(),
        Luck::Certain if chance.odds().is_likely() => Odds::CERTAIN,
        Luck::Certain => Odds::NEVER,
    }
}

/// What the shoves of an attack at these units cost each unit of the battle on average, in
/// hundredths; `None` if it does not shove. Apart, because few attacks do.
#[inline(never)]
fn expected_shoves(
    arena: &Arena,
    state: &State,
    (by, skill, from): (UnitId, &Skill, Cell),
    victims: UnitSet,
) -> Option<[u32; MAX_UNITS]> {
    let pushing = skill.pushing();
    if pushing == 0 {
        return None;
    }
    // An area that shoves never misses, so that one victim speaks for all.
    let victim = victims.first()?;
    let odds = |strike| u32::from(odds_of(arena, state, (by, strike, from), victim).hundredths());
    let mut losses = [0; MAX_UNITS];
    for hits in (1..=pushing).filter(|hits| hits & !pushing == 0) {
        let mut weight = 10_000;
        for (number, strike) in skill.strikes().iter().enumerate() {
            weight = match (pushing >> number & 1, hits >> number & 1) {
                (0, _) => weight,
                (_, 0) => weight * (10_000 - odds(strike)) / 10_000,
                _ => weight * odds(strike) / 10_000,
            };
        }
        let likely = weight > 0;
        let attack = (by, skill, from);
        let shoves = likely.then(|| Shoves::of(arena, state, attack, victims, hits));
        let Some(shoves) = shoves.flatten() else {
            continue;
        };
        for unit in victims.or(shoves.bumped()).iter() {
            let loss = if shoves.falls(unit) {
                state.unit(unit).hp
            } else {
                shoves.bump(unit)
            };
            losses[unit.slot()] += weight * u32::from(loss) / 100;
        }
    }
    Some(losses)
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
