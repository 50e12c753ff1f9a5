//! What is true after every phase of every battle.

use std::collections::BTreeSet;

use foretold_battle::testing::random_command;
use foretold_battle::{
    Battle, Event, Happening, Harm, Life, Outcome, Phase, Silent, Status, Tempo, Terrain, UnitId,
};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::TestCaseError;

use crate::{any_battle, random_battle};

proptest! {
    #[test]
    fn nobody_shares_a_cell_stands_in_a_wall_or_leaves_their_bounds(battle in any_battle()) {
        let mut battle = battle;
        let mut log = Vec::new();
        while battle.outcome().is_none() {
            for phase in Phase::ALL {
                battle.run(phase, &mut log);
                check_units(&battle)?;
            }
            check_between_steps(&battle)?;
        }
    }

    #[test]
    fn no_order_ever_breaks_them_and_refusals_say_why(battle in any_battle(), seed in any::<u64>()) {
        let mut battle = battle;
        battle.set_player(true);
        for step in 0..120 {
            for number in 0..seed.wrapping_add(step) % 4 {
                let luck = seed.wrapping_mul(101).wrapping_add(step << 8 | number);
                if let Err(refusal) = battle.command(&random_command(&battle, luck)) {
                    prop_assert!(!refusal.to_string().is_empty());
                }
                check_units(&battle)?;
            }
            // Phases in any order, as no player would: only the one that is due does something.
            battle.run(Phase::ALL[(seed >> (step % 32)) as usize % 7], &mut Silent);
            battle.step(&mut Silent);
            check_units(&battle)?;
            check_between_steps(&battle)?;
            if step % 10 == 0 {
                let text = serde_json::to_string(&battle).expect("a battle can be written");
                prop_assert!(serde_json::from_str::<Battle>(&text).is_ok(), "cannot be restored");
            }
        }
        battle.play(&mut Silent);
        prop_assert!(battle.outcome().is_some());
    }

    #[test]
    fn the_numbers_of_every_blow_add_up(seed in any::<u64>()) {
        let mut log: Vec<Event> = Vec::new();
        random_battle(seed).play(&mut log);
        for event in &log {
            match event.what {
                Happening::Struck(struck) => {
                    if let Some(harm) = struck.harm {
                        check_harm(&harm)?;
                    }
                }
                Happening::Suffered { harm, .. } => check_harm(&harm)?,
                _ => {}
            }
        }
    }

    #[test]
    fn every_battle_ends_in_time_and_for_a_reason(seed in any::<u64>()) {
        let mut battle = random_battle(seed);
        let mut log: Vec<Event> = Vec::new();
        let outcome = battle.play(&mut log);
        prop_assert!(battle.tick() <= u32::from(battle.arena().house().max_ticks));
        let last = log.last().map(|event| event.what);
        prop_assert_eq!(last, Some(Happening::Over { outcome }));
        let stands = |faction| {
            battle.units().any(|(id, unit)| battle.arena().sheet(id).faction == faction && unit.hp > 0)
        };
        let standing = foretold_battle::Faction::ALL.map(stands);
        match outcome {
            Outcome::Victory => prop_assert_eq!(standing, [true, false]),
            Outcome::Defeat => prop_assert_eq!(standing, [false, true]),
            Outcome::Draw(foretold_battle::DrawReason::BothFell) => prop_assert_eq!(standing, [false, false]),
            Outcome::Draw(foretold_battle::DrawReason::TimeLimit) => prop_assert_eq!(standing, [true, true]),
        }
    }

    #[test]
    fn who_walks_goes_one_cell_and_the_log_tells_where_everyone_is(seed in any::<u64>()) {
        let mut battle = random_battle(seed);
        let mut cells: Vec<_> = battle.units().map(|(_, unit)| unit.cell).collect();
        while battle.outcome().is_none() {
            let mut log: Vec<Event> = Vec::new();
            battle.step(&mut log);
            for event in log {
                if let Happening::Moved { unit, from, to } | Happening::Shoved { unit, from, to, .. } = event.what {
                    prop_assert_eq!(cells[unit.slot()], from);
                    prop_assert_eq!(from.chebyshev(to), 1);
                    cells[unit.slot()] = to;
                }
            }
            prop_assert!(cells.iter().copied().eq(battle.units().map(|(_, unit)| unit.cell)));
        }
    }
}

fn check_units(battle: &Battle) -> Result<(), TestCaseError> {
    let mut taken = BTreeSet::new();
    for (id, unit) in battle.units() {
        let sheet = battle.arena().sheet(id);
        prop_assert!(unit.hp <= sheet.max_hp);
        prop_assert!(unit.sanity <= sheet.sanity.unwrap_or(0));
        let terrain = battle.arena().setup().board.get(unit.cell);
        let falls = (terrain, unit.hp, battle.due()) == (Terrain::Pit, 0, Phase::Judge);
        if falls || unit.life == Life::Fallen {
            continue;
        }
        prop_assert!(taken.insert(unit.cell), "two units on {}", unit.cell);
        prop_assert!(terrain.walkable(), "{} in a wall", sheet.name);
        prop_assert_eq!(battle.unit_at(unit.cell), Some(id));
    }
    Ok(())
}

fn check_between_steps(battle: &Battle) -> Result<(), TestCaseError> {
    for (_, unit) in battle.units() {
        prop_assert_eq!(unit.is_up(), unit.hp > 0, "only who has HP stands");
        prop_assert!(
            unit.is_up() || unit.wind_up().is_none(),
            "the fallen wind nothing up"
        );
        if battle.outcome().is_none() && battle.arena().tempo() == Tempo::Ticks {
            prop_assert_eq!(unit.block, 0, "block lasts until the next turn begins");
        }
        if let Some(holder) = unit.statuses.holder() {
            prop_assert!(unit.has(Status::Rooted));
            let holder: Option<(UnitId, _)> = battle.units().find(|(id, _)| *id == holder);
            prop_assert!(
                holder.is_some_and(|(_, by)| by.is_up() && by.cell.chebyshev(unit.cell) <= 1)
            );
        }
    }
    Ok(())
}

fn check_harm(harm: &Harm) -> Result<(), TestCaseError> {
    prop_assert_eq!(harm.incoming, harm.blocked + harm.dealt);
    prop_assert_eq!(harm.hp_after, harm.hp_before.saturating_sub(harm.dealt));
    Ok(())
}
