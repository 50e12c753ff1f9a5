//! The schedule of a step: the phases in order, room between them, and no system out of order.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleConfigs};
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::{
    App, IntoScheduleConfigs, MessageReader, MessageWriter, ResMut, Resource, Update, default,
};
use foretold_battle::testing::{random_setup_in, skirmish};
use foretold_battle::{Event, Phase, Setup, Tempo};
use foretold_sim::testing::{Running, fight, headless_app, run_ticks, shown};
use foretold_sim::{BattleEvent, SimSystems, Tick, TickFinished, TickSystems};

use crate::common::{TEMPOS, fingerprints};

/// What is wrong with the order of the systems of a step.
fn check_order(app: &mut App) -> Result<(), String> {
    app.world_mut().schedule_scope(Tick, |world, tick| {
        let built = tick.initialize(world);
        built
            .map(drop)
            .map_err(|error| error.to_string(tick.graph(), world))
    })
}

#[test]
fn the_order_of_a_step_is_never_left_to_chance() {
    assert_eq!(check_order(&mut headless_app()), Ok(()));
}

#[test]
fn nor_is_the_order_of_a_frame() {
    let mut app = headless_app();
    let built = app.world_mut().schedule_scope(Update, |world, update| {
        update.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..default()
        });
        // Another system, so that the order is worked out again.
        update.add_systems((|| {}).before(SimSystems::Content));
        let built = update.initialize(world);
        built
            .map(drop)
            .map_err(|error| error.to_string(update.graph(), world))
    });
    assert_eq!(built, Ok(()));
}

#[track_caller]
fn assert_ambiguous<M>(system: impl IntoScheduleConfigs<ScheduleSystem, M>, about: &str) {
    let mut app = headless_app();
    app.add_systems(Tick, system);
    let error = check_order(&mut app).expect_err("a system without a place in the order");
    assert!(error.contains("indeterminate execution order"), "{error}");
    assert!(error.contains(about), "{error}");
}

#[test]
fn a_system_without_a_place_in_the_order_is_an_error() {
    assert_ambiguous(|_: Running| {}, "Fight");
    assert_ambiguous(|_: MessageWriter<BattleEvent>| {}, "BattleEvent");
    assert_ambiguous(|_: MessageWriter<TickFinished>| {}, "TickFinished");
}

#[test]
fn a_system_with_a_place_is_none() {
    let mut app = headless_app();
    app.add_systems(
        Tick,
        (|_: Running, _: MessageWriter<BattleEvent>| {})
            .after(TickSystems(Phase::Guards))
            .before(TickSystems(Phase::QuickStrikes)),
    );
    assert_eq!(check_order(&mut app), Ok(()));
}

/// What a system at a place in the order saw: the phase that was due, and the events of the running
/// step so far.
#[derive(Resource, Default)]
struct Seen(Vec<(Phase, Vec<Event>)>);

fn look(running: Running, mut happened: MessageReader<BattleEvent>, mut seen: ResMut<Seen>) {
    let events = happened.read().map(|event| event.0);
    // The events of the set-up came before.
    let events = events.filter(|event| event.tick > 0).collect();
    seen.0.push((running.battle().due(), events));
}

/// A system at this place: 0 is before the first phase, 7 after the last.
fn onlooker(place: usize) -> ScheduleConfigs<ScheduleSystem> {
    let before = Phase::ALL.get(place).copied().map(TickSystems);
    let after = place
        .checked_sub(1)
        .map(|place| TickSystems(Phase::ALL[place]));
    match (after, before) {
        (Some(after), Some(before)) => look.after(after).before(before),
        (None, Some(before)) => look.before(before),
        (Some(after), None) => look.after(after),
        (None, None) => unreachable!("there are phases"),
    }
}

/// What is due and what has happened at each place of the coming step, phase by phase.
fn expected(app: &App) -> Vec<(Phase, Vec<Event>)> {
    let mut battle = shown(app).battle().clone();
    let mut events = Vec::new();
    let mut places = vec![(battle.due(), Vec::new())];
    for phase in Phase::ALL {
        battle.run(phase, &mut events);
        places.push((battle.due(), events.clone()));
    }
    places
}

/// Steps in which much happens: everyone is near.
fn melee(tempo: Tempo) -> Setup {
    random_setup_in(tempo, 11)
}

#[test]
fn a_plugin_can_stand_between_any_two_phases_and_sees_what_came_before_and_no_more() {
    for tempo in TEMPOS {
        for place in 0..=Phase::ALL.len() {
            let mut app = headless_app();
            app.init_resource::<Seen>()
                .add_systems(Tick, onlooker(place));
            assert_eq!(check_order(&mut app), Ok(()), "place {place}");
            fight(&mut app, melee(tempo), 3);
            let there = expected(&app)[place].clone();
            run_ticks(&mut app, 1);
            assert_eq!(
                app.world().resource::<Seen>().0,
                [there],
                "{tempo:?} {place}"
            );
        }
    }
}

#[test]
fn the_phases_run_in_the_order_of_the_rules() {
    let mut app = headless_app();
    app.init_resource::<Seen>();
    for place in 0..=Phase::ALL.len() {
        app.add_systems(Tick, onlooker(place));
    }
    assert_eq!(check_order(&mut app), Ok(()));
    fight(&mut app, melee(Tempo::Ticks), 3);
    run_ticks(&mut app, 2);
    let seen = app.world().resource::<Seen>().0.iter();
    let due: Vec<Phase> = seen.map(|(due, _)| *due).collect();
    let mut step = Phase::ALL.to_vec();
    step.push(Phase::Decide);
    assert_eq!(due, [step.clone(), step].concat());
}

#[test]
fn onlookers_change_nothing() {
    let mut plain = headless_app();
    let mut watched = headless_app();
    watched.init_resource::<Seen>();
    for place in 0..=Phase::ALL.len() {
        watched.add_systems(Tick, onlooker(place));
    }
    for app in [&mut plain, &mut watched] {
        fight(app, skirmish(), 5);
        run_ticks(app, 12);
    }
    assert_eq!(fingerprints(&plain).len(), 13);
    assert_eq!(fingerprints(&plain), fingerprints(&watched));
}
