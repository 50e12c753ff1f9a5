//! The timeline: every step kept, the past looked at and changed, lines kept as replays.

mod editing_the_past;
mod going_on;
mod keeping;
mod rewinding;

use bevy::prelude::App;
use foretold_battle::testing::{random_command, random_setup_in};
use foretold_battle::{Event, Silent, Tempo};
use foretold_sim::testing::{battle, battle_app, fight, headless_app, run_ticks};
use foretold_sim::{ClockRequest, OrderRequest};

use crate::common::{ask, timeline};
use crate::forethought::request;

/// A random battle, played with whatever comes to a player's mind.
fn played_with_whims(tempo: Tempo, seed: u64, steps: u64) -> App {
    let mut app = headless_app();
    fight(&mut app, random_setup_in(tempo, seed), seed);
    play_with_whims(&mut app, seed, steps);
    app
}

fn play_with_whims(app: &mut App, seed: u64, steps: u64) {
    for turn in 0..steps {
        let luck = seed.wrapping_mul(31).wrapping_add(turn);
        for number in 0..luck % 3 {
            let command = random_command(battle(app).battle(), luck.wrapping_add(number << 32));
            request(app, command);
        }
        run_ticks(app, 1);
    }
}

/// A shipped battle of each tempo, played to its end without a player.
fn shipped() -> [App; 3] {
    ["crossfire", "goblin-ambush", "hounds"].map(|name| {
        let mut app = battle_app(name, 5);
        ask(&mut app, OrderRequest::Player { present: false });
        ask(&mut app, ClockRequest::Finish);
        assert!(battle(&app).battle().outcome().is_some());
        app
    })
}

/// Every step is as the replay of the present plays it, and the replay verifies.
#[track_caller]
fn assert_true_history(app: &App) {
    let live = battle(app).live();
    let arena = live.battle().arena();
    let replay = live.replay();
    assert_eq!(replay.verify(arena), Ok(()));
    assert_eq!(replay.steps(), timeline(app).last());
    for (step, moment) in (0..).zip(timeline(app).moments()) {
        let again = replay.play(arena, step, &mut Silent);
        let again = again.expect("it was verified");
        assert_eq!(
            moment.battle.fingerprint(),
            again.fingerprint(),
            "step {step}"
        );
    }
    let mut events: Vec<Event> = Vec::new();
    let played = replay.play(arena, replay.steps(), &mut events);
    assert!(played.is_ok());
    let last = timeline(app).last();
    assert!(timeline(app).events_until(last).eq(&events));
}
