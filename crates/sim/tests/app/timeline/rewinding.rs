//! Back to every step and forward again.

use bevy::prelude::App;
use foretold_sim::testing::{Inbox, run_ticks, shown};
use foretold_sim::{BattleEvent, ClockRequest, RewindRequest, TickFinished};

use super::{assert_true_history, played_with_whims, shipped};
use crate::common::{
    Standing, TEMPOS, ask, assert_obeyed, fingerprint, fingerprints, session, step_on_screen,
};

/// Looks at every step backwards, then walks forward through all, and nothing has changed.
fn assert_rewinds(app: &mut App) {
    assert_true_history(app);
    let known = fingerprints(app);
    let before = Standing::of(app);
    let last = session(app).last_step();
    let mut events = Inbox::<BattleEvent>::new(app);
    let mut finished = Inbox::<TickFinished>::new(app);
    for to in (0..=last).rev() {
        assert_obeyed(app, RewindRequest { to });
        assert_eq!(fingerprint(app), known[to as usize], "back to {to}");
        assert_eq!(step_on_screen(app), to);
    }
    for to in 1..=last {
        assert_obeyed(app, ClockRequest::Step);
        assert_eq!(fingerprint(app), known[to as usize], "forward to {to}");
    }
    assert!(shown(app).is_live());
    assert_eq!(Standing::of(app), before);
    assert_eq!(events.read(app), [], "nothing happened anew");
    assert_eq!(finished.read(app), []);
}

#[test]
fn shipped_battles_of_every_tempo() {
    for mut app in shipped() {
        assert_rewinds(&mut app);
    }
}

#[test]
fn random_battles_with_random_commands_in_every_tempo() {
    for tempo in TEMPOS {
        for seed in 0..8 {
            assert_rewinds(&mut played_with_whims(tempo, 40 + seed, 30));
        }
    }
}

#[test]
fn a_battle_goes_on_from_the_present_wherever_one_has_looked() {
    for tempo in TEMPOS {
        let mut straight = played_with_whims(tempo, 7, 10);
        let mut app = played_with_whims(tempo, 7, 10);
        for to in [0, 3, 1, session(&app).last_step()] {
            ask(&mut app, RewindRequest { to });
        }
        for app in [&mut straight, &mut app] {
            run_ticks(app, 5);
        }
        assert_eq!(fingerprints(&app), fingerprints(&straight));
        assert_true_history(&app);
    }
}

#[test]
fn the_events_of_a_step_reach_up_to_that_step() {
    let [app, ..] = shipped();
    let timeline = session(&app);
    for step in [0, 1, 7, timeline.last_step()] {
        let ticks: Vec<u32> = timeline
            .events_until(step)
            .map(|event| event.tick)
            .collect();
        assert!(ticks.is_sorted());
        assert!(ticks.iter().all(|&tick| tick <= step));
        let kept: usize = timeline.moments()[..=step as usize]
            .iter()
            .map(|moment| moment.events.len())
            .sum();
        assert_eq!(ticks.len(), kept);
    }
    assert!(timeline.moment(timeline.last_step() + 1).is_none());
}
