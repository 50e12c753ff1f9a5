//! A battle that is saved and restored goes on as if nothing had happened.

use foretold_battle::testing::{random_setup, skirmish};
use foretold_battle::{Battle, Event, Phase, Setup, Silent};

use crate::common::begin;

fn through_json(battle: &Battle) -> Battle {
    let text = serde_json::to_string(battle).expect("a battle is plain data");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Plays a battle to its end, restored before every tick, next to one that never was.
fn restored_every_tick(setup: Setup, seed: u64) {
    let mut steady = begin(setup, seed);
    let mut restored = steady.clone();
    loop {
        restored = through_json(&restored);
        assert_eq!(restored.fingerprint(), steady.fingerprint());
        assert_eq!(restored.arena().setup(), steady.arena().setup());
        let (mut events, mut restored_events): (Vec<Event>, Vec<Event>) = Default::default();
        let outcome = steady.step(&mut events);
        assert_eq!(restored.step(&mut restored_events), outcome);
        assert_eq!(events, restored_events, "tick {}", steady.tick());
        if outcome.is_some() {
            break;
        }
    }
    // And once more when it is over.
    restored = through_json(&restored);
    assert_eq!(restored.fingerprint(), steady.fingerprint());
    assert_eq!(restored.outcome(), steady.outcome());
}

#[test]
fn a_battle_restored_at_every_tick_is_the_same_battle() {
    restored_every_tick(skirmish(), 3);
    for seed in 0..40 {
        restored_every_tick(random_setup(seed), seed);
    }
}

#[test]
fn a_battle_restored_between_any_two_phases_is_the_same_battle() {
    for seed in 100..120 {
        let mut steady = begin(random_setup(seed), seed);
        let mut restored = steady.clone();
        while steady.outcome().is_none() {
            for phase in Phase::ALL {
                let (mut events, mut restored_events): (Vec<Event>, Vec<Event>) =
                    Default::default();
                steady.run(phase, &mut events);
                restored = through_json(&restored);
                restored.run(phase, &mut restored_events);
                assert_eq!(
                    events,
                    restored_events,
                    "seed {seed} tick {} {phase:?}",
                    steady.tick()
                );
                assert_eq!(restored.fingerprint(), steady.fingerprint());
            }
        }
    }
}

#[test]
fn a_save_that_cannot_be_says_what_is_wrong_with_it() {
    let mut battle = begin(skirmish(), 1);
    battle.step(&mut Silent);
    let text = serde_json::to_string(&battle).expect("plain data");
    for (from, to, words) in [
        (
            "\"max_ticks\":500",
            "\"max_ticks\":0",
            "the saved battle's set-up is wrong: house rules: max_ticks is 0, expected 1 to 10000",
        ),
        (
            "\"max_ticks\":500,\"max_rounds\"",
            "\"max_ticks\":0,\"panic_turns\":0,\"max_rounds\"",
            "duplicate field `panic_turns`",
        ),
        (
            "\"tick\":1,",
            "\"tick\":501,",
            "the saved battle is damaged: no battle could be in this state",
        ),
        ("\"tick\":1,", "", "missing field `tick`"),
        (
            "\"cell\":\"B2\"",
            "\"cell\":\"M2\"",
            "expected a cell from A1 to L12",
        ),
    ] {
        let broken = text.replacen(from, to, 1);
        assert_ne!(text, broken, "{from} is not in {text}");
        let error = serde_json::from_str::<Battle>(&broken).expect_err("it is broken");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn several_faults_of_a_set_up_are_reported_together() {
    let battle = begin(skirmish(), 1);
    let text = serde_json::to_string(&battle).expect("plain data");
    let broken = text
        .replacen("\"max_ticks\":500", "\"max_ticks\":0", 1)
        .replacen("\"panic_turns\":3", "\"panic_turns\":0", 1);
    let error = serde_json::from_str::<Battle>(&broken).expect_err("it is broken");
    assert!(
        error.to_string().starts_with(
            "the saved battle's set-up is wrong: \
             house rules: panic_turns is 0, expected 1 to 100; \
             house rules: max_ticks is 0, expected 1 to 10000"
        ),
        "{error}"
    );
}
