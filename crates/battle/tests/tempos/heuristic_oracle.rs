//! The agent against a plain search: it overlooks no attack and invents none (rules §6).

use std::collections::VecDeque;
use std::sync::Arc;

use foretold_battle::brain::HeuristicReport;
use foretold_battle::testing::random_setup_in;
use foretold_battle::{
    Action, Arena, Battle, Brain, Cell, Faction, Silent, SkillId, Status, Tempo, Terrain, UnitId,
    Why,
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

/// How many steps it is to each cell around units and hazards.
fn ways(battle: &Battle, from: Cell) -> Vec<(Cell, u8)> {
    let free = |cell: &Cell| {
        let terrain = battle.arena().setup().board.get(*cell);
        terrain.walkable()
            && !matches!(terrain, Terrain::Hazard(_))
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

/// The attacks that are possible on the target, each with the nearest cell for it.
fn possible(battle: &Battle, me: UnitId, target: UnitId) -> Option<Vec<(SkillId, Cell)>> {
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
        let best = spots.min_by_key(|&&(cell, steps)| (steps, cell.y(), cell.x()));
        found.extend(best.map(|&(cell, _)| (id, cell)));
    }
    Some(found)
}

fn check(battle: &Battle, me: UnitId, report: &HeuristicReport, action: Action) {
    let Some(target) = nearest(battle, me) else {
        panic!("nobody decides in a battle that is over");
    };
    assert_eq!(report.target.map(|(unit, _)| unit), Some(target));
    let expected = possible(battle, me, target).expect("the unit is of this battle");
    let told: Vec<_> = report
        .attacks
        .iter()
        .map(|&(id, _, from)| (id, from))
        .collect();
    assert_eq!(told, expected, "what {me:?} can do");
    let strikes = |id: SkillId| battle.arena().setup().skills[id.index()].strikes().len();
    let rank = |&(id, damage, _): &(SkillId, u32, Cell)| (strikes(id) > 1, damage);
    let best = report.attacks.iter().map(rank).max();
    let chosen = report
        .attacks
        .iter()
        .find(|(id, ..)| Some(*id) == report.chosen);
    assert_eq!(chosen.map(rank), best);
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
                // In ticks everyone acts, elsewhere the first who is not done.
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
