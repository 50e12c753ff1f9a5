//! The app plays what `Battle::step` plays: event for event, fingerprint for fingerprint.

use std::sync::Arc;

use foretold_battle::testing::random_setup_in;
use foretold_battle::{Arena, Battle, Event, Tempo};
use foretold_sim::testing::{Inbox, fight, headless_app, shown};
use foretold_sim::{BattleEvent, ClockRequest, TickFinished};

use crate::common::fingerprints;

/// This many battles of each tempo: 2,100 in all.
const BATTLES: u64 = 700;

#[test]
fn in_ticks_700_battles_go_the_same_way() {
    assert_same_battles(Tempo::Ticks, 0);
}

#[test]
fn in_initiative_700_battles_go_the_same_way() {
    assert_same_battles(Tempo::Initiative, BATTLES);
}

#[test]
fn in_phases_700_battles_go_the_same_way() {
    assert_same_battles(Tempo::Phases, 2 * BATTLES);
}

fn assert_same_battles(tempo: Tempo, first_seed: u64) {
    let mut app = headless_app();
    let mut events_in = Inbox::<BattleEvent>::new(&app);
    let mut ticks_in = Inbox::<TickFinished>::new(&app);
    for seed in first_seed..first_seed + BATTLES {
        let setup = random_setup_in(tempo, seed);
        let arena = Arc::new(Arena::new(setup.clone()).expect("random set-ups are sound"));
        let mut expected: Vec<Event> = Vec::new();
        let mut alone = Battle::start(&arena, seed, &mut expected);
        let mut steps = vec![alone.fingerprint()];
        while alone.outcome().is_none() {
            alone.step(&mut expected);
            steps.push(alone.fingerprint());
        }
        fight(&mut app, setup, seed);
        let mut happened = events_in.read(&app);
        app.world_mut().write_message(ClockRequest::Finish);
        app.update();
        happened.extend(events_in.read(&app));
        let happened: Vec<Event> = happened.into_iter().map(|event| event.0).collect();
        assert!(happened == expected, "{tempo:?} {seed}");
        assert_eq!(fingerprints(&app), steps, "{tempo:?} {seed}");
        let outcome = shown(&app).battle().outcome();
        assert_eq!(outcome, alone.outcome(), "{tempo:?} {seed}");
        let ticks = ticks_in.read(&app).into_iter().map(|tick| tick.tick);
        let every_tick = 1..=alone.tick();
        assert!(ticks.eq(every_tick), "{tempo:?} {seed}");
    }
}
