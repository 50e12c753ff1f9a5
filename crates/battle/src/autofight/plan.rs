//! What autofight would do: which target it picks, how it attacks, which way it goes (rules §10).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::settings::{AutofightMode, AutofightSettings, Ranking, Stop};
use crate::board::{CellSet, Path, shortest_path_to_any};
use crate::brain::{Percent, View, WhyNot};
use crate::estimate::attacks;
use crate::ids::{MAX_UNITS, SkillId, UnitId, UnitSet};
use crate::skill::Skill;
use crate::status::Status;
use crate::unit::Action;

/// How a target can be attacked; the first that applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AttackType {
    /// Next to me, with a weapon that is not a missile.
    Melee,
    /// Two cells away or more, with a weapon that reaches that far.
    Reaching,
    /// In range and sight, with a missile.
    Fire,
    /// Not now: it must move first, or wait for its weapons to rest or for its own side to leave
    /// the area.
    NeedsMove,
    /// Not at all: there is no way to any cell from which it could attack.
    Fails,
}

/// What autofight would do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The unit it goes for.
    pub target: UnitId,
    /// How.
    pub attack: AttackType,
    /// With what; `None` if it must move first.
    pub skill: Option<SkillId>,
    /// The way to the nearest cell from which it could attack; empty if it can attack now.
    pub path: Path,
    /// What it does.
    pub action: Action,
    /// What decided against the runner-up; `None` without one, or if only the last tie did.
    pub decided_by: Option<Ranking>,
    /// Whether another target was equal in everything but the last tie.
    pub ambiguous: bool,
    /// Whether the way leads through a hazard.
    pub through_hazard: bool,
}

/// The why of autofight: every candidate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AutofightReport {
    /// In which mode.
    pub mode: AutofightMode,
    /// The candidates in slot order, with what was compared.
    pub contenders: Vec<Contender>,
    /// The one it chose.
    pub target: Option<UnitId>,
    /// What decided against the runner-up.
    pub decided_by: Option<Ranking>,
    /// Whether another target was equal in everything but the last tie.
    pub ambiguous: bool,
    /// How many cells long the way is; 0 if it does not need to move.
    pub steps: u8,
    /// Whether the way leads through a hazard.
    pub through_hazard: bool,
    /// Why it refused, if it did.
    pub stop: Option<Stop>,
}

/// A candidate and how it compares; lower is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contender {
    /// Who.
    pub unit: UnitId,
    /// How it can be attacked.
    pub attack: AttackType,
    /// One number for each ranking of the settings, in their order.
    pub key: [i32; Ranking::ALL.len()],
}

/// An attack on one candidate.
struct Attack {
    kind: AttackType,
    skill: Option<SkillId>,
    path: Path,
    through_hazard: bool,
}

/// Every candidate in slot order, with how each compares.
fn contenders(view: &View<'_>, me: UnitId, mode: AutofightMode) -> ArrayVec<Contender, MAX_UNITS> {
    let settings = &view.arena().sheet(me).autofight;
    let compare = |unit| {
        let attack = attack_on(view, me, mode, unit).kind;
        Contender {
            unit,
            attack,
            key: key(view, me, unit, attack, settings),
        }
    };
    candidates(view, me, settings).iter().map(compare).collect()
}

/// The best of those that suit the mode: the lowest key, then lower y, lower x.
fn winner(view: &View<'_>, mode: AutofightMode, contenders: &[Contender]) -> Option<Contender> {
    let suiting = contenders
        .iter()
        .filter(|contender| suits(mode, contender.attack));
    suiting
        .min_by_key(|contender| (contender.key, view.unit(contender.unit).cell))
        .copied()
}

/// What a unit would do, or why it refuses. Changes nothing.
pub(crate) fn plan(view: &View<'_>, me: UnitId, mode: AutofightMode) -> Result<Plan, Stop> {
    check_preconditions(view, me)?;
    let contenders = contenders(view, me, mode);
    if contenders.is_empty() {
        return Err(Stop::NoTargetInView);
    }
    let winner = winner(view, mode, &contenders).ok_or(match mode {
        AutofightMode::MoveAndAttack => Stop::NoReachableTarget,
        AutofightMode::AttackOnly | AutofightMode::FireOnly => Stop::NoTargetInRange,
    })?;
    let rivals = contenders
        .iter()
        .filter(|rival| rival.unit != winner.unit && suits(mode, rival.attack));
    // Where each rival falls behind; the one that keeps up longest is the runner-up.
    let behind =
        rivals.map(|rival| (0..rival.key.len()).find(|&at| rival.key[at] != winner.key[at]));
    let ambiguous = behind.clone().any(|place| place.is_none());
    let decided_at = behind.flatten().max().filter(|_| !ambiguous);
    let order = &view.arena().sheet(me).autofight.order;
    let attack = attack_on(view, me, mode, winner.unit);
    let action = match (attack.skill, attack.path.first()) {
        (Some(skill), _) => view.try_attack(me, skill, winner.unit),
        (None, Some(&step)) => view.try_step(me, step),
        // It stands well, but every weapon rests, or would hurt its own side.
        (None, None) => Ok(Action::Hold),
    };
    let action = match action {
        Ok(action) => action,
        // It knows what to do, but this turn has no room for it. The next one has.
        Err(WhyNot::NoWalkLeft | WhyNot::NoActionLeft | WhyNot::NeedsWholeTurn) => Action::Hold,
        Err(_) => return Err(Stop::NoReachableTarget),
    };
    Ok(Plan {
        target: winner.unit,
        attack: winner.attack,
        skill: attack.skill,
        path: attack.path,
        action,
        decided_by: decided_at.and_then(|at| order.get(at)).copied(),
        ambiguous,
        through_hazard: attack.through_hazard,
    })
}

/// The why, for callers that want it.
pub(crate) fn report(view: &View<'_>, me: UnitId, mode: AutofightMode) -> AutofightReport {
    let refused = AutofightReport {
        mode,
        contenders: contenders(view, me, mode).to_vec(),
        target: None,
        decided_by: None,
        ambiguous: false,
        steps: 0,
        through_hazard: false,
        stop: None,
    };
    match plan(view, me, mode) {
        Ok(plan) => AutofightReport {
            target: Some(plan.target),
            decided_by: plan.decided_by,
            ambiguous: plan.ambiguous,
            steps: plan.path.len() as u8,
            through_hazard: plan.through_hazard,
            ..refused
        },
        Err(stop) => AutofightReport {
            stop: Some(stop),
            ..refused
        },
    }
}

fn check_preconditions(view: &View<'_>, me: UnitId) -> Result<(), Stop> {
    let settings = &view.arena().sheet(me).autofight;
    let unit = view.unit(me);
    let max_hp = view.arena().sheet(me).max_hp;
    let at_most =
        |bar: Percent| u32::from(unit.hp) * 100 <= u32::from(max_hp) * u32::from(bar.get());
    if settings.preconditions.injured.is_some_and(at_most) {
        return Err(Stop::Injured);
    }
    if settings.preconditions.confused && unit.has(Status::Confused) {
        return Err(Stop::Confused);
    }
    if settings.preconditions.caught && unit.has(Status::Rooted) {
        return Err(Stop::Caught);
    }
    Ok(())
}

/// Enemies in sight of the unit or any living ally, and not too far away.
pub(crate) fn in_view(view: &View<'_>, me: UnitId, settings: &AutofightSettings) -> UnitSet {
    let eyes = view.allies_of(me).with(me);
    let seen = |enemy: &UnitId| {
        let cell = view.unit(*enemy).cell;
        view.unit(me).cell.chebyshev(cell) <= settings.max_distance
            && eyes
                .iter()
                .any(|eye| view.unit(eye).is_up() && view.sees(view.unit(eye).cell, cell))
    };
    view.enemies_of(me).iter().filter(seen).collect()
}

fn candidates(view: &View<'_>, me: UnitId, settings: &AutofightSettings) -> UnitSet {
    let arena = view.arena();
    let worth_it = |enemy: &UnitId| {
        let sheet = arena.sheet(*enemy);
        let can_hurt = |skill: &Skill| {
            skill.strikes().iter().any(|strike| {
                strike
                    .damage
                    .is_none_or(|damage| !sheet.immune.contains(damage.kind))
            })
        };
        !settings.ignore.contains(&sheet.kind)
            && attacks(arena, me).any(|(_, skill)| can_hurt(skill))
    };
    in_view(view, me, settings)
        .iter()
        .filter(worth_it)
        .collect()
}

const fn suits(mode: AutofightMode, attack: AttackType) -> bool {
    match mode {
        AutofightMode::MoveAndAttack => !matches!(attack, AttackType::Fails),
        AutofightMode::AttackOnly => !matches!(attack, AttackType::Fails | AttackType::NeedsMove),
        AutofightMode::FireOnly => matches!(attack, AttackType::Fire),
    }
}

/// A weapon that reaches further than 1 is a missile if it needs sight, and a reach weapon if not.
const fn is_missile(skill: &Skill) -> bool {
    skill.range > 1 && skill.needs_sight
}

/// The first type of attack that applies, with its best skill, or the way there.
fn attack_on(view: &View<'_>, me: UnitId, mode: AutofightMode, target: UnitId) -> Attack {
    let settings = &view.arena().sheet(me).autofight;
    let (from, to) = (view.unit(me).cell, view.unit(target).cell);
    let distance = from.chebyshev(to);
    let best = |wanted: &dyn Fn(&Skill) -> bool| {
        let usable = attacks(view.arena(), me).filter(|(id, skill)| {
            let is_rested = view.check_cooldown(me, *id, skill).is_ok();
            let reaches = view.can_attack(from, to, skill);
            wanted(skill) && is_rested && reaches && !view.strikes_own_side(me, from, skill, to)
        });
        // What the turn has room for comes before what must wait for the next one.
        let rated = usable.filter_map(|(id, skill)| {
            let fits = view.check_ready(me, id).is_ok();
            let gain = view.expected_gain(me, from, skill, target)?;
            Some(((fits, gain), id))
        });
        // The first of the best: the lower slot wins a tie.
        rated
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, id)| id)
    };
    let types: [(AttackType, bool, bool); 3] = [
        (AttackType::Melee, distance <= 1, false),
        (AttackType::Reaching, distance >= 2, false),
        (AttackType::Fire, true, true),
    ];
    for (kind, applies, missile) in types {
        let wanted = mode != AutofightMode::FireOnly || missile;
        if applies
            && wanted
            && let Some(skill) = best(&|skill| is_missile(skill) == missile)
        {
            return Attack {
                kind,
                skill: Some(skill),
                path: Path::new(),
                through_hazard: false,
            };
        }
    }
    let without_skill = |kind: AttackType, path: Path, through_hazard: bool| Attack {
        kind,
        skill: None,
        path,
        through_hazard,
    };
    let fails = || without_skill(AttackType::Fails, Path::new(), false);
    let footing = view.footing();
    let free = footing.walkable - view.occupied();
    let places = free | CellSet::of(from);
    let spots = view.attack_spots(me, to) & places;
    let clear = view.clear_attack_spots(me, to) & places;
    let waits = view.all_attacks_rest(me) || mode != AutofightMode::FireOnly;
    let stays_in = |spots: CellSet| {
        let stays = waits && spots.contains(from);
        stays.then(|| without_skill(AttackType::NeedsMove, Path::new(), false))
    };
    if view.unit(me).has(Status::Rooted) {
        return stays_in(spots).unwrap_or_else(fails);
    }
    let walks_to = |spots: CellSet, through_hazard: bool| {
        let open = if through_hazard {
            free
        } else {
            free - footing.hazards
        };
        let path = shortest_path_to_any(from, spots, to, open)?;
        let is_short = path.len() <= usize::from(settings.max_path_length);
        is_short.then(|| without_skill(AttackType::NeedsMove, path, through_hazard))
    };
    // Where its own side is in the area from everywhere, it waits near by until that has left.
    let others = (spots != clear).then_some(spots);
    stays_in(clear)
        .or_else(|| walks_to(clear, false))
        .or_else(|| stays_in(spots))
        .or_else(|| walks_to(others?, false))
        .or_else(|| walks_to(clear, true))
        .or_else(|| walks_to(others?, true))
        .unwrap_or_else(fails)
}

/// One number for each ranking of the settings; lower is better.
fn key(
    view: &View<'_>,
    me: UnitId,
    unit: UnitId,
    attack: AttackType,
    settings: &AutofightSettings,
) -> [i32; Ranking::ALL.len()] {
    let mut key = [0; Ranking::ALL.len()];
    for (place, &ranking) in key.iter_mut().zip(&settings.order) {
        *place = rank(view, me, unit, attack, settings, ranking);
    }
    key
}

fn rank(
    view: &View<'_>,
    me: UnitId,
    unit: UnitId,
    attack: AttackType,
    settings: &AutofightSettings,
    ranking: Ranking,
) -> i32 {
    let sheet = view.arena().sheet(unit);
    let state = view.unit(unit);
    let first = |holds: bool| i32::from(!holds);
    match ranking {
        Ranking::Marked => first(view.marked().contains(unit)),
        Ranking::CanAttackNow => first(matches!(
            attack,
            AttackType::Melee | AttackType::Reaching | AttackType::Fire
        )),
        Ranking::NotHarmless => first(!sheet.harmless),
        Ranking::Helpless => first(state.has(Status::Stunned)),
        Ranking::Distance => i32::from(view.unit(me).cell.chebyshev(state.cell)),
        Ranking::HoldingMe => first(view.unit(me).statuses.holder() == Some(unit)),
        Ranking::Hindered => first(state.has(Status::Rooted) || state.has(Status::Confused)),
        Ranking::Injury => -quarters_lost(state.hp, sheet.max_hp),
        Ranking::Threat => {
            let threat = attacks(view.arena(), unit)
                .map(|(_, skill)| view.expected_damage(unit, state.cell, skill, me));
            -(threat.max().unwrap_or(0) as i32)
        }
        Ranking::PreferredKind => first(settings.prefer.contains(&sheet.kind)),
    }
}

/// 0 to 3; exactly on a quarter counts as the worse.
fn quarters_lost(hp: u16, max_hp: u16) -> i32 {
    let (hp, max) = (i32::from(hp), i32::from(max_hp));
    [3, 2, 1]
        .into_iter()
        .map(|quarters| i32::from(hp * 4 <= max * quarters))
        .sum()
}
