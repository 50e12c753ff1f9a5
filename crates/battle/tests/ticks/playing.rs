//! Playing on: phase by phase, tick by tick or to the end, it is the same battle.

use foretold_battle::testing::{board, guard, heavy_punch, light_punch, move_towards, recruit};
use foretold_battle::{Battle, Event, Outcome, Phase, Silent, Status, Terrain};

use crate::common::made_up_battle;

#[test]
fn tick_0_is_the_set_up() {
    let scene = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit());
    let mut story = scene.story();
    assert_eq!(story.battle.tick(), 0);
    assert!(story.events.is_empty());
    story.ticks(1);
    assert_eq!(story.battle.tick(), 1);
}

#[test]
fn the_phases_one_by_one_are_a_tick() {
    for seed in 0..40 {
        let mut stepped = made_up_battle(seed);
        let mut phased = stepped.clone();
        while stepped.outcome().is_none() {
            let (mut events, mut by_phase): (Vec<Event>, Vec<Event>) = Default::default();
            stepped.step(&mut events);
            for phase in Phase::ALL {
                phased.run(phase, &mut by_phase);
            }
            assert_eq!(events, by_phase, "seed {seed}");
            assert_eq!(stepped.fingerprint(), phased.fingerprint(), "seed {seed}");
        }
        assert_eq!(stepped.outcome(), phased.outcome());
    }
}

#[test]
fn the_phases_are_in_the_order_of_the_rules() {
    assert_eq!(
        Phase::ALL,
        [
            Phase::Decide,
            Phase::Guards,
            Phase::QuickStrikes,
            Phase::Movement,
            Phase::HeavyStrikes,
            Phase::Effects,
            Phase::Judge,
        ]
    );
}

#[test]
fn a_battle_played_to_its_end_is_the_same_as_tick_by_tick() {
    for seed in 0..40 {
        let mut played = made_up_battle(seed);
        let mut stepped = played.clone();
        let outcome = played.play(&mut Silent);
        let ticks = (1..)
            .find(|_| stepped.step(&mut Silent).is_some())
            .expect("every battle ends");
        assert_eq!(stepped.tick(), ticks, "seed {seed}");
        assert_eq!(stepped.outcome(), Some(outcome), "seed {seed}");
        assert_eq!(stepped.fingerprint(), played.fingerprint(), "seed {seed}");
    }
}

#[test]
fn every_tick_is_counted_and_every_event_bears_its_tick() {
    for seed in 0..20 {
        let mut battle = made_up_battle(seed);
        for tick in 1.. {
            let mut events: Vec<Event> = Vec::new();
            let over = battle.step(&mut events).is_some();
            assert_eq!(battle.tick(), tick);
            assert!(events.iter().all(|event| event.tick == tick));
            if over {
                break;
            }
        }
    }
}

#[test]
fn the_battle_ends_by_itself() {
    let fighter = recruit().gambits([heavy_punch(), move_towards()]);
    let mut battle = board("A . . . e")
        .unit('A', fighter.clone())
        .unit('e', fighter.hp(60))
        .start(3);
    assert_eq!(battle.play(&mut Silent), Outcome::Victory);
}

/// A is gone; e is poisoned and winds up a blow, f holds a card and stands in the fire.
fn finished_battle() -> Battle {
    let mut battle = board("A e f")
        .terrain("C1", Terrain::Hazard(1))
        .unit('A', recruit().hp(5).with_amount(Status::Poisoned, 9, 5))
        .unit(
            'e',
            recruit()
                .with_amount(Status::Poisoned, 9, 5)
                .gambits([heavy_punch()]),
        )
        .unit('f', recruit().cards([(light_punch(), 1), (guard(), 1)]))
        .start(1);
    assert_eq!(battle.play(&mut Silent), Outcome::Defeat);
    battle
}

#[test]
fn nothing_happens_after_the_end() {
    let mut battle = finished_battle();
    let (tick, before) = (battle.tick(), battle.fingerprint());
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(battle.step(&mut events), Some(Outcome::Defeat));
    assert_eq!(battle.play(&mut events), Outcome::Defeat);
    for phase in Phase::ALL {
        battle.run(phase, &mut events);
        assert_eq!(battle.fingerprint(), before, "{phase:?}");
    }
    assert!(events.is_empty(), "{events:?}");
    assert_eq!(battle.tick(), tick);
}

#[test]
fn a_phase_that_is_not_due_does_nothing() {
    let scene = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit());
    let mut story = scene.story();
    let before = story.battle.fingerprint();
    for phase in Phase::ALL.into_iter().skip(1) {
        story.run(phase);
        assert_eq!(
            story.battle.fingerprint(),
            before,
            "{phase:?} before Decide"
        );
    }
    for phase in Phase::ALL {
        assert_eq!(story.battle.due(), phase);
        story.run(phase);
        let after = story.battle.fingerprint();
        if phase != Phase::Judge {
            story.run(phase);
            assert_eq!(story.battle.fingerprint(), after, "{phase:?} again");
        }
    }
    assert_eq!((story.battle.tick(), story.unit('e').hp), (1, 90));
    // A step that has begun is finished, not begun again.
    story.run(Phase::Decide);
    story.ticks(1);
    assert_eq!((story.battle.tick(), story.unit('e').hp), (2, 80));
}
