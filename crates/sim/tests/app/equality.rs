//! The app plays what `Battle::step` plays: event for event, fingerprint for fingerprint.

use foretold_battle::testing::random_setup_in;
use foretold_battle::{Battle, Event, Tempo};
use foretold_sim::testing::{Inbox, battle, fight, headless_app};
use foretold_sim::{BattleEvent, ClockRequest, TickFinished, Timeline};
use std::sync::Arc;

#[test]
fn a_thousand_battles_of_all_tempos_go_the_same_way() {
    let mut app = headless_app();
    let mut events_in = Inbox::<BattleEvent>::new(&app);
    let mut ticks_in = Inbox::<TickFinished>::new(&app);
    for seed in 0..2_100 {
        let tempo = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases][seed as usize % 3];
        let setup = random_setup_in(tempo, seed);
        let arena = Arc::new(foretold_battle::Arena::new(setup.clone()).expect("it is sound"));
        let mut expected: Vec<Event> = Vec::new();
        let mut alone = Battle::start(&arena, seed, &mut expected);
        let mut fingerprints = vec![alone.fingerprint()];
        while alone.outcome().is_none() {
            alone.step(&mut expected);
            fingerprints.push(alone.fingerprint());
        }
        fight(&mut app, setup, seed);
        app.world_mut().write_message(ClockRequest::Finish);
        app.update();
        let told: Vec<Event> = events_in
            .read(&app)
            .into_iter()
            .map(|event| event.0)
            .collect();
        assert_eq!(told.len(), expected.len(), "seed {seed}");
        assert_eq!(told, expected, "seed {seed}");
        let moments = app.world().resource::<Timeline>().moments();
        let kept: Vec<u64> = moments
            .iter()
            .map(|moment| moment.battle.fingerprint())
            .collect();
        assert_eq!(kept, fingerprints, "seed {seed}");
        assert_eq!(
            battle(&app).battle().outcome(),
            alone.outcome(),
            "seed {seed}"
        );
        let ticks: Vec<u32> = ticks_in
            .read(&app)
            .into_iter()
            .map(|tick| tick.tick)
            .collect();
        assert_eq!(ticks, (1..=alone.tick()).collect::<Vec<_>>(), "seed {seed}");
    }
}
