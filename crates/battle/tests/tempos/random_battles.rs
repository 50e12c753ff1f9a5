//! What is true in every battle of the tempos with turns, whatever it is made of.

use std::collections::BTreeSet;
use std::sync::Arc;

use foretold_battle::testing::random_setup_in;
use foretold_battle::{
    Action, Arena, Battle, DrawReason, Event, Faction, Happening, Harm, Life, Outcome, Phase,
    Silent, Status, Suffering, Tempo, Terrain, UnitId,
};

use crate::common::{play, step};

const SEEDS: std::ops::Range<u64> = 0..300;

/// Every random battle of the tempos with turns.
fn battles() -> impl Iterator<Item = Battle> {
    [Tempo::Initiative, Tempo::Phases]
        .into_iter()
        .flat_map(|tempo| SEEDS.map(move |seed| random_battle(tempo, seed)))
}

fn random_battle(tempo: Tempo, seed: u64) -> Battle {
    match Arena::new(random_setup_in(tempo, seed)) {
        Ok(arena) => Battle::start(&Arc::new(arena), seed, &mut Silent),
        Err(errors) => panic!("random battle {seed} is not in order: {errors:?}"),
    }
}

fn stands(battle: &Battle, faction: Faction) -> bool {
    let sheet = |id| battle.arena().sheet(id);
    battle
        .units()
        .any(|(id, unit)| sheet(id).faction == faction && unit.hp > 0)
}

#[test]
fn nobody_shares_a_cell_stands_in_a_wall_or_leaves_their_bounds() {
    for mut battle in battles() {
        while battle.outcome().is_none() {
            for phase in Phase::ALL {
                battle.run(phase, &mut Silent);
                check_units(&battle);
            }
            assert!(battle.tick() < 10_000, "the battle does not end");
            check_between_steps(&battle);
        }
    }
}

#[test]
fn every_battle_ends_by_itself_within_its_rounds_and_for_a_reason() {
    for mut battle in battles() {
        let mut log: Vec<Event> = Vec::new();
        let outcome = play(&mut battle, &mut log);
        let limit = battle.arena().house().max_rounds;
        assert!(battle.round() <= limit);
        assert_eq!(
            log.last().map(|event| event.what),
            Some(Happening::Over { outcome })
        );
        let expected = match Faction::ALL.map(|side| stands(&battle, side)) {
            [true, false] => Outcome::Victory,
            [false, true] => Outcome::Defeat,
            [false, false] => Outcome::Draw(DrawReason::BothFell),
            [true, true] => Outcome::Draw(DrawReason::TimeLimit),
        };
        assert_eq!(outcome, expected);
        if outcome == Outcome::Draw(DrawReason::TimeLimit) {
            assert_eq!(battle.round(), limit);
        }
    }
}

#[test]
fn the_battle_is_over_in_the_very_step_in_which_a_side_has_nobody_left() {
    for mut battle in battles() {
        while battle.outcome().is_none() {
            assert!(Faction::ALL.iter().all(|&side| stands(&battle, side)));
            step(&mut battle, &mut Silent);
        }
    }
}

#[test]
fn the_numbers_of_every_blow_add_up() {
    for mut battle in battles() {
        let mut log: Vec<Event> = Vec::new();
        play(&mut battle, &mut log);
        for event in &log {
            match event.what {
                Happening::Struck(struck) => struck.harm.iter().for_each(check_harm),
                Happening::Suffered { harm, .. } => check_harm(&harm),
                _ => {}
            }
        }
    }
}

#[test]
fn who_walks_goes_one_cell_and_the_log_says_where_everyone_is() {
    for mut battle in battles() {
        let mut cells: Vec<_> = battle.units().map(|(_, unit)| unit.cell).collect();
        while battle.outcome().is_none() {
            let mut log: Vec<Event> = Vec::new();
            step(&mut battle, &mut log);
            for event in log {
                if let Happening::Moved { unit, from, to }
                | Happening::Shoved { unit, from, to, .. } = event.what
                {
                    assert_eq!(cells[unit.slot()], from);
                    assert_eq!(from.chebyshev(to), 1);
                    cells[unit.slot()] = to;
                }
            }
            assert!(
                cells
                    .iter()
                    .copied()
                    .eq(battle.units().map(|(_, unit)| unit.cell))
            );
        }
    }
}

#[test]
fn in_each_step_at_most_one_acts_and_it_is_in_its_turn() {
    for mut battle in battles() {
        while battle.outcome().is_none() {
            let in_turn = battle.in_turn();
            let tick = battle.tick();
            let mut log: Vec<Event> = Vec::new();
            step(&mut battle, &mut log);
            assert_eq!(battle.tick(), tick + 1, "every step counts");
            let acting: Vec<UnitId> = deciders(&log).map(|(unit, _)| unit).collect();
            assert!(acting.len() <= 1, "{acting:?}");
            assert!(acting.iter().all(|&unit| in_turn.contains(unit)));
            for event in &log {
                let by = match event.what {
                    Happening::Struck(struck) => struck.by,
                    Happening::Moved { unit, .. } => unit,
                    Happening::Healed { by, .. } | Happening::BlockRaised { by, .. } => by,
                    _ => continue,
                };
                assert_eq!(acting, [by]);
            }
        }
    }
}

#[test]
fn nobody_walks_or_acts_more_than_a_turn_holds() {
    for mut battle in battles() {
        let count = battle.units().len();
        let (mut walked, mut points) = (vec![0_u32; count], vec![0_u32; count]);
        while battle.outcome().is_none() {
            let mut log: Vec<Event> = Vec::new();
            step(&mut battle, &mut log);
            for (unit, action) in deciders(&log) {
                match action {
                    Action::Step { .. } => walked[unit.slot()] += 1,
                    Action::Use { skill, left, .. } => {
                        assert_eq!(left, 1, "nothing winds up");
                        let cost = battle.arena().setup().skills[skill.index()].cost;
                        points[unit.slot()] += u32::from(cost);
                    }
                    Action::Idle | Action::Hold => {}
                }
                check_spent(&battle, unit, walked[unit.slot()], points[unit.slot()]);
            }
            for event in &log {
                for unit in began(&battle, event) {
                    (walked[unit.slot()], points[unit.slot()]) = (0, 0);
                }
            }
        }
    }
}

/// A walk and an action, or points for both.
fn check_spent(battle: &Battle, unit: UnitId, walked: u32, points: u32) {
    let sheet = battle.arena().sheet(unit);
    let speed = u32::from(sheet.speed);
    let by_points = battle.arena().tempo() == Tempo::Phases && sheet.faction == Faction::Friendly;
    if by_points {
        let walks = walked.div_ceil(speed);
        let most = u32::from(battle.arena().house().action_points);
        assert!(walks + points <= most, "{walked} cells and {points} points");
    } else {
        assert!(walked <= speed);
        assert!(points <= 2 && (points < 2 || walked == 0));
    }
}

#[test]
fn turns_follow_each_other_and_everyone_present_has_one_a_round() {
    for seed in SEEDS {
        let mut battle = random_battle(Tempo::Initiative, seed);
        let order: Vec<UnitId> = battle.initiative_order().to_vec();
        let mut place = 0;
        let mut round = 1;
        while battle.outcome().is_none() {
            let mut log: Vec<Event> = Vec::new();
            step(&mut battle, &mut log);
            assert_eq!(battle.initiative_order(), order);
            for event in log {
                let Happening::TurnBegan { unit, round: began } = event.what else {
                    continue;
                };
                // The next in the order that has not fallen.
                loop {
                    place += 1;
                    if place == order.len() {
                        (place, round) = (0, round + 1);
                    }
                    if battle
                        .unit(order[place])
                        .is_some_and(|unit| unit.life != Life::Fallen)
                    {
                        break;
                    }
                }
                assert_eq!((unit, began), (order[place], round));
            }
        }
    }
}

#[test]
fn phases_take_turns() {
    for seed in SEEDS {
        let mut battle = random_battle(Tempo::Phases, seed);
        let mut log: Vec<Event> = Vec::new();
        play(&mut battle, &mut log);
        let mut expected = (Faction::Friendly, 1);
        for event in log {
            if let Happening::PhaseBegan { side, round } = event.what {
                expected = match expected {
                    (Faction::Friendly, round) => (Faction::Enemy, round),
                    (Faction::Enemy, round) => (Faction::Friendly, round + 1),
                };
                assert_eq!((side, round), expected);
            }
        }
    }
}

#[test]
fn what_happens_at_the_end_of_a_turn_happens_once() {
    for mut battle in battles() {
        let count = battle.units().len();
        let mut saves = vec![0; count];
        let mut bites = vec![0; count];
        let mut burns = vec![0; count];
        while battle.outcome().is_none() {
            let mut log: Vec<Event> = Vec::new();
            let in_turn = battle.in_turn();
            step(&mut battle, &mut log);
            for event in &log {
                let (unit, counted) = match event.what {
                    Happening::DeathSave { unit, .. } => (unit, &mut saves),
                    Happening::Suffered {
                        unit,
                        cause: Suffering::Poison,
                        ..
                    } => (unit, &mut bites),
                    Happening::Suffered {
                        unit,
                        cause: Suffering::Hazard | Suffering::Fire,
                        ..
                    } => (unit, &mut burns),
                    _ => continue,
                };
                counted[unit.slot()] += 1;
                assert!(in_turn.contains(unit), "in its own turn");
                assert_eq!(counted[unit.slot()], 1, "once a turn");
            }
            for event in &log {
                for unit in began(&battle, event) {
                    (saves[unit.slot()], bites[unit.slot()], burns[unit.slot()]) = (0, 0, 0);
                }
            }
        }
    }
}

#[test]
fn block_is_gone_when_a_turn_begins_and_only_blows_take_it_before() {
    for mut battle in battles() {
        while battle.outcome().is_none() {
            let before: Vec<u16> = battle.units().map(|(_, unit)| unit.block).collect();
            let mut log: Vec<Event> = Vec::new();
            step(&mut battle, &mut log);
            let begun: BTreeSet<UnitId> =
                log.iter().flat_map(|event| began(&battle, event)).collect();
            for (id, unit) in battle.units() {
                let mut block = before[id.slot()];
                for event in &log {
                    match event.what {
                        Happening::BlockRaised { unit, amount, .. } if unit == id => {
                            block += amount;
                        }
                        Happening::Struck(struck) if struck.target == id => {
                            block -= struck.harm.map_or(0, |harm| harm.blocked);
                        }
                        Happening::Suffered { unit, harm, .. } if unit == id => {
                            block -= harm.blocked;
                        }
                        Happening::Fell { unit, .. } if unit == id => block = 0,
                        _ => {}
                    }
                }
                let expected = if begun.contains(&id) { 0 } else { block };
                assert_eq!(unit.block, expected);
            }
        }
    }
}

/// Whose turn an event begins.
fn began(battle: &Battle, event: &Event) -> Vec<UnitId> {
    match event.what {
        Happening::TurnBegan { unit, .. } => vec![unit],
        Happening::PhaseBegan { side, .. } => {
            let units = battle.units().map(|(id, _)| id);
            units
                .filter(|&id| battle.arena().sheet(id).faction == side)
                .collect()
        }
        _ => Vec::new(),
    }
}

fn deciders(log: &[Event]) -> impl Iterator<Item = (UnitId, Action)> {
    log.iter().filter_map(|event| match event.what {
        Happening::Decided { unit, action, .. } => Some((unit, action)),
        _ => None,
    })
}

fn check_units(battle: &Battle) {
    let mut taken = BTreeSet::new();
    for (id, unit) in battle.units() {
        let sheet = battle.arena().sheet(id);
        assert!(unit.hp <= sheet.max_hp);
        assert!(unit.sanity <= sheet.sanity.unwrap_or(0));
        let terrain = battle.arena().setup().board.get(unit.cell);
        let falls = (terrain, unit.hp, battle.due()) == (Terrain::Pit, 0, Phase::Judge);
        if falls || unit.life == Life::Fallen {
            continue;
        }
        assert!(taken.insert(unit.cell), "two units on {}", unit.cell);
        assert!(terrain.walkable());
        assert_eq!(battle.unit_at(unit.cell), Some(id));
    }
}

fn check_between_steps(battle: &Battle) {
    for (_, unit) in battle.units() {
        assert_eq!(unit.is_up(), unit.hp > 0, "only who has HP stands");
        assert!(unit.wind_up().is_none(), "nothing winds up");
        if let Some(holder) = unit.statuses.holder() {
            assert!(unit.has(Status::Rooted));
            let holder = battle.unit(holder);
            assert!(holder.is_some_and(|by| by.is_up() && by.cell.chebyshev(unit.cell) <= 1));
        }
    }
}

fn check_harm(harm: &Harm) {
    assert_eq!(harm.incoming, harm.blocked + harm.dealt);
    assert_eq!(harm.hp_after, harm.hp_before.saturating_sub(harm.dealt));
}
