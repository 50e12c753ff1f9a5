//! Why a unit has nobody to use a skill on: one skill, or all that hurt or help.

use foretold_battle::{Order, OrderRefusal, SkillId, SkillKind, WhyNot};

use super::areas::best_aim;
use super::end_turn::counted;
use super::refusals::{remedy, with_remedy};
use crate::prelude::*;

/// The skills that a unit can be ordered to use, in the order of its sheet.
pub(crate) fn usable_skills(battle: &Battle, unit: UnitId) -> Vec<SkillId> {
    let arena = battle.arena();
    let known = arena.get_sheet(unit).map(|sheet| &sheet.skills);
    let known = known.into_iter().flatten().copied();
    known
        .filter(|skill| !matches!(arena.skill(*skill).deed, SkillKind::Move(_)))
        .collect()
}

/// Why a unit can be ordered nothing at all now, and what to do.
pub(crate) fn no_order(battle: &Battle, unit: UnitId) -> Option<String> {
    let why = battle.check_order(unit, Order::EndTurn).err();
    why.as_ref().map(with_remedy)
}

/// Why a unit can use a skill on nobody now, and what to do; `None` if it can.
pub(crate) fn no_use(battle: &Battle, unit: UnitId, skill: SkillId) -> Option<String> {
    let on_a_unit = battle.uses(unit).iter().any(|(used, _)| *used == skill);
    if on_a_unit || best_aim(battle, unit, skill).is_some() {
        return None;
    }
    let hostile = battle.arena().skill(skill).is_hostile();
    let whom = if hostile { "enemy" } else { "friend" };
    let why = no_order(battle, unit).unwrap_or_else(|| {
        match nearest_refusal(refusals(battle, unit, skill)) {
            Some(why @ OrderRefusal::Skill(WhyNot::OutOfRange { distance, range })) => {
                let away = counted(distance.into(), "cell");
                let remedy = remedy(&why);
                format!(
                    "no {whom} in reach: the nearest is {away} away, it reaches {range}. {remedy}"
                )
            }
            Some(why) => with_remedy(&why),
            None => format!("no {whom} stands."),
        }
    });
    Some(why)
}

/// Why a unit can attack nobody, or help nobody.
pub(super) fn no_target(battle: &Battle, unit: UnitId, hostile: bool) -> String {
    if let Some(why) = no_order(battle, unit) {
        return why;
    }
    if !hostile {
        return "it can help nobody from here. Walk to one of your own, or attack.".to_owned();
    }
    let spent = battle.arena().tempo().takes_turns()
        && battle.unit(unit).is_some_and(|unit| unit.turn.points == 0);
    if spent {
        return "it has no action left in this turn. Walk, or end the turn.".to_owned();
    }
    let attacks = attacks(battle, unit);
    if attacks.is_empty() {
        return "it knows no attack. Move, guard or end the turn.".to_owned();
    }
    let tried = attacks
        .into_iter()
        .flat_map(|skill| refusals(battle, unit, skill));
    nearest_refusal(tried).map_or_else(
        || "no enemy stands.".to_owned(),
        |why| format!("no valid target, {}", with_remedy(&why)),
    )
}

/// The skills of a unit that hurt.
pub(super) fn attacks(battle: &Battle, unit: UnitId) -> Vec<SkillId> {
    let mut skills = usable_skills(battle, unit);
    skills.retain(|skill| battle.arena().skill(*skill).is_hostile());
    skills
}

/// Why a skill cannot be used on each unit that it is for.
fn refusals(
    battle: &Battle,
    unit: UnitId,
    skill: SkillId,
) -> impl Iterator<Item = OrderRefusal> + '_ {
    let arena = battle.arena();
    let own = arena.sheet(unit).faction;
    let side = if arena.skill(skill).is_hostile() {
        own.opponent()
    } else {
        own
    };
    let targets = arena.side(side).iter().collect::<Vec<_>>().into_iter();
    let up = targets
        .filter_map(|target| battle.unit(target))
        .filter(|target| target.is_up());
    up.filter_map(move |target| {
        let at = target.cell;
        battle.check_order(unit, Order::Use { skill, at }).err()
    })
}

/// What holds for every target comes first, then what is easiest to change.
fn nearest_refusal(refusals: impl Iterator<Item = OrderRefusal>) -> Option<OrderRefusal> {
    refusals.min_by_key(|why| match why {
        OrderRefusal::NoActionsLeft => 0,
        OrderRefusal::Skill(WhyNot::NeedsWholeTurn | WhyNot::Cooldown { .. }) => 1,
        OrderRefusal::Skill(WhyNot::NoSight { .. }) => 2,
        OrderRefusal::Skill(WhyNot::OutOfRange { distance, range }) => {
            3 + distance.saturating_sub(*range)
        }
        _ => u8::MAX,
    })
}
