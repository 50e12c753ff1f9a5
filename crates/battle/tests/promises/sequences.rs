//! The order that is foretold is the order in which it happens.

use foretold_battle::{Event, Happening, HeavyStrikes, Intent, Phase, Status, UnitId, When};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use crate::random_battle;

/// The unit that strikes or walks in an event.
fn actor(event: &Event) -> Option<UnitId> {
    match event.what {
        Happening::Struck(struck) if struck.strike == 0 => Some(struck.by),
        Happening::Whiffed { by, .. } => Some(by),
        Happening::Moved { unit, .. } | Happening::MoveFailed { unit, .. } => Some(unit),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn strikes_and_steps_come_as_they_were_foretold(seed in any::<u64>()) {
        let mut battle = random_battle(seed);
        while battle.outcome().is_none() && battle.tick() < 60 {
            let up = battle.units().filter(|(_, unit)| unit.is_up());
            let mut known = up.map(|(id, unit)| {
                !unit.has(Status::Confused) && battle.intent(id) != Some(Intent::Unknown)
            });
            let is_open = known.all(|known| known);
            drop(known);
            let sequence = battle.sequence();
            let before_movement =
                battle.arena().house().heavy_strikes == HeavyStrikes::BeforeMovement;
            for phase in Phase::ALL {
                let mut log: Vec<Event> = Vec::new();
                battle.run(phase, &mut log);
                let mut foretold: Vec<UnitId> = sequence
                    .iter()
                    .filter(|due| match due.when {
                        When::Phase(Phase::HeavyStrikes) if before_movement => {
                            phase == Phase::QuickStrikes
                        }
                        when => when == When::Phase(phase),
                    })
                    .map(|due| due.unit)
                    .collect();
                let mut happened: Vec<UnitId> = log.iter().filter_map(actor).collect();
                // An area strikes several.
                happened.dedup();
                match phase {
                    Phase::QuickStrikes | Phase::HeavyStrikes => {}
                    // Everyone walks at once.
                    Phase::Movement => {
                        foretold.sort();
                        happened.sort();
                    }
                    _ => continue,
                }
                if is_open {
                    prop_assert_eq!(happened, foretold, "{:?} of tick {}", phase, battle.tick());
                }
            }
        }
    }
}
