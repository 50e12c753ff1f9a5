//! What a step costs inside Bevy: the same 4 v 4 battles by `Battle::step` and by the `Tick`
//! schedule.
//!
//! Criterion gives each figure; the table at the end gives ratios, all ways measured in turn in
//! this one run. Only the steps are measured, not how a battle begins.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use bevy::app::{App, PluginGroup, TaskPoolPlugin};
use bevy::time::TimePlugin;
use criterion::Criterion;
use criterion::measurement::{Measurement, WallTime};
use foretold_battle::testing::skirmish;
use foretold_battle::{Arena, Battle, Event, Silent};
use foretold_sim::testing::{fight, running, shipped_files};
use foretold_sim::{ContentPlugin, ForecastPlugin, SimPlugins, Tick};

/// Rounds of the comparison; odd, so that the median is one of them.
const ROUNDS: usize = 21;

/// Battles in each round, each way.
const BATTLES: u64 = 32;

/// `Battle::step` must be at least this much faster, or there was no reason to keep the rules out of
/// Bevy. The rest of a step in Bevy is the moment that is kept: a copy of the battle, a fingerprint.
const BAR: f64 = 5.0;

fn main() {
    let arena = Arc::new(Arena::new(skirmish()).expect("the skirmish is in order"));
    let mut app = quiet_app();
    assert_same_battles(&arena, &mut app);
    let mut criterion = Criterion::default().configure_from_args();
    criterion_figures(&mut criterion, &arena, &mut app);
    criterion.final_summary();
    if std::env::args().any(|argument| argument == "--bench") {
        print_table(&arena, &mut app);
    }
}

/// Both ways play the same battles, or the comparison says nothing.
fn assert_same_battles(arena: &Arc<Arena>, app: &mut App) {
    for seed in 0..BATTLES {
        let mut alone = Battle::start(arena, seed, &mut Silent);
        alone.play(&mut Silent);
        fight(app, skirmish(), seed);
        play_in_bevy(app);
        let inside = running(app.world());
        assert_eq!(inside.fingerprint(), alone.fingerprint(), "seed {seed}");
    }
}

fn criterion_figures(criterion: &mut Criterion, arena: &Arc<Arena>, app: &mut App) {
    let mut group = criterion.benchmark_group("steps of a 4v4 battle");
    group.bench_function("Battle::step, log off", |bencher| {
        bencher.iter_custom(|battles| {
            let times = (0..battles).map(|seed| nanoseconds_alone(arena, seed % BATTLES, None).0);
            Duration::from_nanos(times.sum())
        });
    });
    group.bench_function("Tick schedule", |bencher| {
        bencher.iter_custom(|battles| {
            let times = (0..battles).map(|seed| nanoseconds_in_bevy(app, seed % BATTLES).0);
            Duration::from_nanos(times.sum())
        });
    });
    group.finish();
}

/// All plugins but the forecast, which would play battles of its own beside the measured ones.
fn quiet_app() -> App {
    let content = ContentPlugin::Given(shipped_files().clone());
    let plugins = SimPlugins { content }.build().disable::<ForecastPlugin>();
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, plugins));
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// Plays the battle of an app to its end, by the schedule alone.
fn play_in_bevy(app: &mut App) {
    let world = app.world_mut();
    while running(world).outcome().is_none() {
        world.run_schedule(Tick);
    }
}

/// The time of all steps of a battle, and how many there were.
fn nanoseconds_in_bevy(app: &mut App, seed: u64) -> (u64, u32) {
    // This frame also clears the messages of the battle before.
    fight(app, skirmish(), seed);
    let start = WallTime.start();
    play_in_bevy(app);
    let time = WallTime.end(start);
    (nanoseconds(time), running(app.world()).tick())
}

/// The same by `Battle::step`, with or without a log.
fn nanoseconds_alone(arena: &Arc<Arena>, seed: u64, log: Option<&mut Vec<Event>>) -> (u64, u32) {
    let mut battle = Battle::start(arena, seed, &mut Silent);
    let start = WallTime.start();
    match log {
        Some(log) => {
            log.clear();
            while battle.step(log).is_none() {}
        }
        None => while battle.step(&mut Silent).is_none() {},
    }
    let time = WallTime.end(start);
    (nanoseconds(time), black_box(battle).tick())
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The time of a step, over all battles of a round.
fn round(mut battle: impl FnMut(u64) -> (u64, u32)) -> f64 {
    let (mut time, mut steps) = (0, 0);
    for seed in 0..BATTLES {
        let (more, ticks) = battle(seed);
        time += more;
        steps += u64::from(ticks);
    }
    time as f64 / steps as f64
}

fn print_table(arena: &Arc<Arena>, app: &mut App) {
    let mut log = Vec::new();
    let mut rounds = [[0.0; 3]; ROUNDS];
    for times in &mut rounds {
        *times = [
            round(|seed| nanoseconds_alone(arena, seed, None)),
            round(|seed| nanoseconds_alone(arena, seed, Some(&mut log))),
            round(|seed| nanoseconds_in_bevy(app, seed)),
        ];
    }
    let tick = median(rounds.map(|[.., tick]| tick));
    println!("| a step of a 4 v 4 battle by | time | Tick schedule | ratio | bound | |");
    println!("|---|---|---|---|---|---|");
    for (place, what) in ["Battle::step, log off", "Battle::step, log on"]
        .into_iter()
        .enumerate()
    {
        let alone = median(rounds.map(|times| times[place]));
        let ratio = median(rounds.map(|times| times[2] / times[place]));
        let verdict = if ratio >= BAR { "reached" } else { "MISSED" };
        println!("| {what} | {alone:.0} ns | {tick:.0} ns | {ratio:.1}× | ≥ {BAR}× | {verdict} |");
    }
}

fn median(mut values: [f64; ROUNDS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[ROUNDS / 2]
}
