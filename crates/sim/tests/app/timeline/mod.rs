//! The timeline: every step kept, the past looked at and changed, branches kept as replays.

mod editing_the_past;
mod going_on;
mod keeping;
mod rewinding;

use bevy::prelude::App;
use foretold_battle::testing::{random_command, random_setup_in};
use foretold_battle::{Battle, Event, Silent, Tempo};
use foretold_sim::ClockRequest;
use foretold_sim::testing::{battle_app, fight, headless_app, run_ticks, shown, sit};

use crate::common::{ask, session};
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
            let command = random_command(shown(app).battle(), luck.wrapping_add(number << 32));
            request(app, command);
        }
        run_ticks(app, 1);
    }
}

/// A shipped battle of each tempo, played to its end without a player.
fn shipped() -> [App; 3] {
    ["crossfire", "goblin-ambush", "hounds"].map(|name| {
        let mut app = battle_app(name, 5);
        sit(&mut app, false);
        ask(&mut app, ClockRequest::Finish);
        assert!(shown(&app).battle().outcome().is_some());
        app
    })
}

/// Every step is as the replay of the present plays it, and the replay verifies.
#[track_caller]
fn assert_true_history(app: &App) {
    let live = shown(app).session();
    let arena = live.battle().arena();
    let replay = live.replay();
    assert_eq!(replay.verify(arena), Ok(()));
    assert_eq!(replay.steps(), session(app).last_step());
    for (step, moment) in (0..).zip(session(app).moments()) {
        let again = replay.play(arena, step).expect("it was verified");
        assert_eq!(
            moment.battle.fingerprint(),
            again.battle().fingerprint(),
            "step {step}"
        );
    }
    let mut battle = Battle::start(arena, replay.seed, &mut Silent);
    let mut entries = replay.entries.iter().peekable();
    for moment in session(app).moments() {
        let mut events: Vec<Event> = Vec::new();
        if moment.battle.tick() > 0 {
            battle.step(&mut events);
            assert_eq!(moment.events, events);
        }
        while let Some(entry) = entries.next_if(|entry| entry.step == battle.tick()) {
            let _ = battle.command(&entry.command);
        }
    }
}
