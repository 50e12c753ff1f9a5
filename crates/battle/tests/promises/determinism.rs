//! Same battle, same seed: the same to the bit, however it is played, watched, saved or asked.

use foretold_battle::testing::random_command;
use foretold_battle::{Battle, Decision, Event, Happening, Phase, Silent, Sink, UnitId};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

use crate::{any_battle, random_battle};

/// Listens to everything, reasons included.
#[derive(Default)]
struct Curious {
    events: Vec<Event>,
    decisions: Vec<(UnitId, Decision)>,
}

impl Sink for Curious {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn wants_why(&self) -> bool {
        true
    }

    fn decided(&mut self, unit: UnitId, decision: Decision) {
        self.decisions.push((unit, decision));
    }
}

proptest! {
    #[test]
    fn the_same_seed_is_the_same_battle_whoever_listens(battle in any_battle()) {
        let (mut silent, mut logged, mut asked) = (battle.clone(), battle.clone(), battle);
        let mut log: Vec<Event> = Vec::new();
        let mut curious = Curious::default();
        while silent.outcome().is_none() {
            silent.step(&mut Silent);
            logged.step(&mut log);
            asked.step(&mut curious);
            prop_assert_eq!(silent.fingerprint(), logged.fingerprint());
            prop_assert_eq!(silent.fingerprint(), asked.fingerprint());
        }
        prop_assert_eq!(log, curious.events);
    }

    #[test]
    fn phase_by_phase_is_the_same_as_step_by_step(battle in any_battle()) {
        let (mut stepped, mut phased) = (battle.clone(), battle);
        let (mut steps, mut phases): (Vec<Event>, Vec<Event>) = Default::default();
        while stepped.outcome().is_none() {
            stepped.step(&mut steps);
            for phase in Phase::ALL {
                phased.run(phase, &mut phases);
            }
            prop_assert_eq!(stepped.fingerprint(), phased.fingerprint());
        }
        prop_assert_eq!(steps, phases);
    }

    #[test]
    fn what_everyone_is_about_to_do_is_what_they_then_do_and_asking_changes_nothing(
        battle in any_battle(),
        seed in any::<u64>(),
    ) {
        let mut battle = battle;
        for step in 0..150 {
            if seed.wrapping_add(step) % 5 == 0 {
                let _ = battle.command(&random_command(&battle, seed.wrapping_add(step)));
            }
            let before = battle.fingerprint();
            let foretold: Vec<Decision> = battle.units().filter_map(|(id, _)| battle.decide(id)).collect();
            prop_assert_eq!(battle.fingerprint(), before);
            let mut curious = Curious::default();
            battle.step(&mut curious);
            for (unit, decision) in &curious.decisions {
                prop_assert_eq!(decision, &foretold[unit.slot()]);
            }
            let decided = curious.events.iter().filter_map(|event| match event.what {
                Happening::Decided { unit, action, .. } => Some((unit, action)),
                _ => None,
            });
            let actions = curious.decisions.iter().map(|(unit, decision)| (*unit, decision.action));
            prop_assert!(decided.eq(actions));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn saving_and_restoring_at_every_tick_is_the_same_as_playing_on(battle in any_battle()) {
        let (mut straight, mut saved) = (battle.clone(), battle);
        let (mut one, mut other): (Vec<Event>, Vec<Event>) = Default::default();
        while straight.outcome().is_none() {
            let text = serde_json::to_string(&saved).expect("a battle can be written");
            saved = serde_json::from_str::<Battle>(&text).expect("what was written can be read");
            straight.step(&mut one);
            saved.step(&mut other);
            prop_assert_eq!(straight.fingerprint(), saved.fingerprint());
        }
        prop_assert_eq!(one, other);
    }

    #[test]
    fn saving_in_the_middle_of_a_tick_loses_nothing(battle in any_battle()) {
        let (mut straight, mut saved) = (battle.clone(), battle);
        while straight.outcome().is_none() {
            for phase in Phase::ALL {
                let text = serde_json::to_string(&saved).expect("a battle can be written");
                saved = serde_json::from_str::<Battle>(&text).expect("what was written can be read");
                straight.run(phase, &mut Silent);
                saved.run(phase, &mut Silent);
                prop_assert_eq!(straight.fingerprint(), saved.fingerprint());
            }
            if straight.tick() == 12 {
                break;
            }
        }
    }
}

#[test]
fn the_fingerprint_covers_the_dice() {
    let battle = random_battle(1);
    let other = Battle::start(battle.arena(), 2, &mut Silent);
    assert_ne!(battle.fingerprint(), other.fingerprint());
}

#[test]
fn the_fingerprint_covers_the_rules_a_player_edits() {
    let mut battle = random_battle(1);
    let before = battle.fingerprint();
    let (unit, mut rules) = battle
        .units()
        .find(|(_, unit)| !unit.rules.is_empty())
        .map(|(id, unit)| (id, unit.rules.to_vec()))
        .expect("somebody in this battle has rules");
    rules[0].enabled = !rules[0].enabled;
    battle
        .set_rules(unit, &rules)
        .expect("the rules only differ in a switch");
    assert_ne!(battle.fingerprint(), before);
}
