//! The agent against a plain search: it overlooks no attack and invents none (rules §6).

use std::collections::VecDeque;
use std::sync::Arc;

use foretold_battle::brain::HeuristicReport;
use foretold_battle::testing::random_setup_in;
use foretold_battle::{
    Action, Area, Arena, Battle, Brain, Cell, Faction, Silent, SkillId, Status, Tempo, Terrain,
    UnitId, Why,
};

use crate::common::step;

/// A random battle in which everyone is an agent.
fn agents(tempo: Tempo, seed: u64) -> Battle {
    let mut setup = random_setup_in(tempo, seed);
    for unit in &mut setup.units {
        unit.brain = Brain::Heuristic;
    }
    match Arena::new(setup) {
        Ok(arena) => Battle::start(&Arc::new(arena), seed, &mut Silent),
        Err(errors) => panic!("random battle {seed} is not in order: {errors:?}"),
    }
}

/// How many steps it is to each cell around units, hazards and fire.
fn ways(battle: &Battle, from: Cell) -> Vec<(Cell, u8)> {
    let burning: Vec<Cell> = battle.burning().map(|(cell, _)| cell).collect();
    let free = |cell: &Cell| {
        let terrain = battle.arena().setup().board.get(*cell);
        terrain.walkable()
            && !matches!(terrain, Terrain::Hazard(_))
            && !burning.contains(cell)
            && battle.unit_at(*cell).is_none()
    };
    let mut ways = vec![(from, 0)];
    let mut queue = VecDeque::from(ways.clone());
    while let Some((cell, steps)) = queue.pop_front() {
        for next in cell.neighbours().iter().filter(free) {
            if !ways.iter().any(|&(seen, _)| seen == next) {
                ways.push((next, steps + 1));
                queue.push_back((next, steps + 1));
            }
        }
    }
    ways
}

/// The nearest enemy by Manhattan distance, then the lowest HP, then lower y, lower x.
fn nearest(battle: &Battle, me: UnitId) -> Option<UnitId> {
    let side = |id| battle.arena().sheet(id).faction;
    let at = battle.unit(me)?.cell;
    let enemies = battle
        .units()
        .filter(|&(id, unit)| side(id) != side(me) && unit.is_up());
    let apart = |cell: Cell| u8::abs_diff(cell.x(), at.x()) + u8::abs_diff(cell.y(), at.y());
    enemies
        .min_by_key(|(_, unit)| (apart(unit.cell), unit.hp, unit.cell.y(), unit.cell.x()))
        .map(|(id, _)| id)
}

/// How far a unit can walk and still use a skill of this cost; `None` if it cannot use it any more.
fn walk_before(battle: &Battle, me: UnitId, cost: u8) -> Option<u8> {
    let unit = battle.unit(me)?;
    let sheet = battle.arena().sheet(me);
    let turn = unit.turn;
    let rooted = unit.has(Status::Rooted);
    let steps = match (battle.arena().tempo(), sheet.faction) {
        (Tempo::Ticks, _) => 0,
        (Tempo::Phases, Faction::Friendly) => {
            turn.steps + turn.points.checked_sub(cost)? * sheet.speed
        }
        _ if turn.points == 0 || (cost == 2 && turn.walked) => return None,
        _ if cost == 2 => 0,
        _ => turn.steps,
    };
    Some(if rooted { 0 } else { steps })
}

/// The attacks that are possible on the target, each with the cells for it, the nearest first.
fn possible(battle: &Battle, me: UnitId, target: UnitId) -> Option<Vec<(SkillId, Vec<Cell>)>> {
    let unit = battle.unit(me)?;
    let sheet = battle.arena().sheet(me);
    let ways = ways(battle, unit.cell);
    let mut found = Vec::new();
    for (place, &id) in sheet.skills.iter().enumerate() {
        let skill = &battle.arena().setup().skills[id.index()];
        if !skill.is_hostile() || unit.cooldowns[place] > 0 {
            continue;
        }
        let Some(most) = walk_before(battle, me, skill.cost) else {
            continue;
        };
        let reach = |cell| battle.valid_targets(me, id, cell).contains(target);
        let spots = ways
            .iter()
            .filter(|&&(cell, steps)| steps <= most && reach(cell));
        let mut spots: Vec<(Cell, u8)> = spots.copied().collect();
        spots.sort_by_key(|&(cell, steps)| (steps, cell.y(), cell.x()));
        if !spots.is_empty() {
            found.push((id, spots.into_iter().map(|(cell, _)| cell).collect()));
        }
    }
    Some(found)
}

/// How many steps it is to the nearest cell from which an attack reaches the target: one that does
/// not rest, or any if all rest. `None` if there is no such cell, or no way around units and hazards.
fn steps_to_attack(battle: &Battle, me: UnitId, target: UnitId, from: Cell) -> Option<u8> {
    let unit = battle.unit(me)?;
    let known = battle.arena().sheet(me).skills.iter();
    let hostile = |id: SkillId| battle.arena().setup().skills[id.index()].is_hostile();
    let mut attacks: Vec<(SkillId, bool)> = known
        .zip(&unit.cooldowns)
        .filter(|&(&id, _)| hostile(id))
        .map(|(&id, &rest)| (id, rest > 0))
        .collect();
    if attacks.iter().any(|&(_, rests)| !rests) {
        attacks.retain(|&(_, rests)| !rests);
    }
    let reaches = |cell| {
        let mut attacks = attacks.iter();
        attacks.any(|&(id, _)| battle.valid_targets(me, id, cell).contains(target))
    };
    let ways = ways(battle, from);
    let spots = ways.iter().filter(|&&(cell, _)| reaches(cell));
    spots.map(|&(_, steps)| steps).min()
}

/// Whether a unit has a step left in its turn.
fn can_walk(battle: &Battle, me: UnitId) -> bool {
    let Some(unit) = battle.unit(me) else {
        return false;
    };
    let walks = match (battle.arena().tempo(), battle.arena().sheet(me).faction) {
        (Tempo::Ticks, _) => true,
        (Tempo::Phases, Faction::Friendly) => unit.turn.steps + unit.turn.points > 0,
        // A unit that has struck stays where it is.
        _ => unit.turn.steps > 0 && unit.turn.points > 0,
    };
    walks && !unit.has(Status::Rooted)
}

/// With no attack possible it goes one cell nearer to where one would be, and stays there.
fn check_walk(battle: &Battle, me: UnitId, target: UnitId, action: Action) {
    let Some(unit) = battle.unit(me) else {
        return;
    };
    match (steps_to_attack(battle, me, target, unit.cell), action) {
        (Some(0), action) => assert_eq!(action, Action::Idle, "{me:?} stands well"),
        (Some(steps), Action::Step { to }) => {
            let then = steps_to_attack(battle, me, target, to);
            assert_eq!(then, Some(steps - 1), "{me:?} steps to {to}");
        }
        (Some(_), action) => assert!(!can_walk(battle, me), "{me:?} does {action:?}"),
        // It may queue, or walk through a hazard.
        (None, _) => {}
    }
}

fn check(battle: &Battle, me: UnitId, report: &HeuristicReport, action: Action) {
    let Some(target) = nearest(battle, me) else {
        panic!("nobody decides in a battle that is over");
    };
    assert_eq!(report.target.map(|(unit, _)| unit), Some(target));
    let expected = possible(battle, me, target).expect("the unit is of this battle");
    // An attack that would hurt its own side more is made from another cell or left, which only
    // areas and shoves can.
    let may_hurt_friends = |id: SkillId| {
        let skill = &battle.arena().setup().skills[id.index()];
        skill.area() != Area::Cell || skill.shoves()
    };
    let mut attacks = report.attacks.iter().peekable();
    let mut left = Vec::new();
    for (id, spots) in expected {
        match attacks.next_if(|(attack, ..)| *attack == id) {
            Some((_, _, from)) if may_hurt_friends(id) => {
                assert!(spots.contains(from), "{me:?} from {from}");
            }
            Some((_, _, from)) => assert_eq!(Some(from), spots.first(), "{me:?}"),
            None => {
                assert!(may_hurt_friends(id), "{me:?} overlooks {id:?}");
                left.push(id);
            }
        }
    }
    assert_eq!(attacks.next(), None, "what {me:?} can do");
    assert_eq!(report.left, left);
    let strikes = |id: SkillId| battle.arena().setup().skills[id.index()].strikes().len();
    let rank = |&(id, damage, _): &(SkillId, u32, Cell)| (strikes(id) > 1, damage);
    let best = report.attacks.iter().map(rank).max();
    let chosen = report
        .attacks
        .iter()
        .find(|(id, ..)| Some(*id) == report.chosen);
    assert_eq!(chosen.map(rank), best);
    if chosen.is_none() && left.is_empty() {
        check_walk(battle, me, target, action);
    }
    // In reach it strikes, else it goes one cell on the way to where it does.
    if let Some(&(skill, _, from)) = chosen {
        let at = battle.unit(me).map(|unit| unit.cell);
        match action {
            Action::Use { skill: used, .. } => assert_eq!((used, at), (skill, Some(from))),
            Action::Step { to } => {
                let steps = |from, to| {
                    ways(battle, from)
                        .iter()
                        .find(|way| way.0 == to)
                        .map(|way| way.1)
                };
                let here = at.and_then(|at| steps(at, from)).expect("there is a way");
                assert_ne!(here, 0);
                assert_eq!(steps(to, from), Some(here - 1));
            }
            other => panic!("{me:?} can attack and does {other:?}"),
        }
    }
}

#[test]
fn it_overlooks_no_attack_and_invents_none() {
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        let (mut walks, mut blows) = (0, 0);
        for seed in 0..60 {
            let mut battle = agents(tempo, seed);
            while battle.outcome().is_none() {
                // In ticks everyone acts, elsewhere the first unit that is not done.
                let acting = if tempo == Tempo::Ticks { 24 } else { 1 };
                let ids: Vec<UnitId> = battle.in_turn().iter().collect();
                let done = |id| battle.unit(id).is_none_or(|unit| unit.turn.over);
                let ids: Vec<UnitId> = ids
                    .into_iter()
                    .filter(|&id| !done(id))
                    .take(acting)
                    .collect();
                for me in ids {
                    let Some(decision) = battle.decide(me) else {
                        panic!("{me:?} is of this battle");
                    };
                    if let Why::Heuristic(report) = &decision.why {
                        check(&battle, me, report, decision.action);
                        walks += u32::from(matches!(decision.action, Action::Step { .. }));
                        blows += u32::from(report.chosen.is_some());
                    }
                }
                step(&mut battle, &mut Silent);
            }
        }
        assert!(
            walks > 1_000 && blows > 1_000,
            "{walks} walks and {blows} blows"
        );
    }
}
