//! Motion follows the battle, ends, can be off, and changes nothing.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::{TimeReceiver, TimeUpdateStrategy};
use bevy::winit::{UpdateMode, WinitSettings};
use foretold_sim::{BattleRequest, Clock, ClockRequest, RewindRequest, Shown, Speed};
use foretold_view::testing::{FRAME, frames, open, screen_app, settle};
use foretold_view::{Drawing, FigureTone, Look, Motion};

fn is_still(app: &App) -> bool {
    app.world().resource::<Motion>().is_still()
}

fn fingerprint(app: &App) -> u64 {
    let battle = app.world().resource::<Shown>();
    battle.session().battle().fingerprint()
}

fn hidden(app: &mut App, name: &str) -> bool {
    let mut all = app.world_mut().query::<(&Name, &Visibility)>();
    all.iter(app.world())
        .any(|(found, visibility)| found.as_str() == name && *visibility == Visibility::Hidden)
}

#[test]
fn lines_hide_while_tokens_walk() {
    let mut app = open(screen_app(), "first-blood", 3);
    assert!(is_still(&app) && !hidden(&mut app, "Intent lines"));
    app.world_mut().write_message(ClockRequest::Step);
    app.update();
    assert!(!is_still(&app) && hidden(&mut app, "Intent lines"));
    settle(&mut app);
    assert!(is_still(&app) && !hidden(&mut app, "Intent lines"));
}

#[test]
fn jumps_in_time_and_reduced_motion_show_the_moment_at_once() {
    let mut app = open(screen_app(), "first-blood", 3);
    app.world_mut().write_message(ClockRequest::Jump(4));
    app.update();
    assert!(is_still(&app), "several steps at once");
    app.world_mut().write_message(RewindRequest { to: 1 });
    app.update();
    assert!(is_still(&app), "back in time");
    app.world_mut().write_message(ClockRequest::Jump(4));
    app.update();
    app.world_mut().resource_mut::<Look>().reduced_motion = true;
    app.world_mut().write_message(ClockRequest::Step);
    app.update();
    assert!(is_still(&app), "motion is off");
}

#[test]
fn a_battle_that_begins_anew_ends_the_motion_of_the_old_one() {
    let mut app = open(screen_app(), "first-blood", 3);
    app.world_mut().write_message(ClockRequest::Step);
    app.update();
    assert!(!is_still(&app));
    app.world_mut()
        .write_message(BattleRequest::Restart { seed: None });
    app.update();
    assert!(is_still(&app));
}

#[test]
fn a_long_frame_before_a_step_does_not_eat_its_motion() {
    let mut app = open(screen_app(), "first-blood", 3);
    settle(&mut app);
    let long = TimeUpdateStrategy::ManualDuration(Duration::from_secs(60));
    app.insert_resource(long);
    app.world_mut().write_message(ClockRequest::Step);
    app.update();
    assert!(!is_still(&app));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app.update();
    assert!(!is_still(&app), "a slide lasts four frames");
}

#[test]
fn watching_changes_nothing() {
    let play = |speed: Speed, reduced: bool| {
        let mut app = open(screen_app(), "crypt", 7);
        app.world_mut().resource_mut::<Look>().reduced_motion = reduced;
        app.world_mut().write_message(ClockRequest::Speed(speed));
        app.world_mut().write_message(ClockRequest::Play);
        settle(&mut app);
        let over = app.world().resource::<Shown>().battle().outcome();
        assert!(over.is_some());
        fingerprint(&app)
    };
    let instant = play(Speed::Instant, false);
    assert_eq!(play(Speed::Octuple, false), instant);
    assert_eq!(play(Speed::Octuple, true), instant);
}

#[test]
fn a_battle_that_waits_for_the_player_rests() {
    let mut app = open(screen_app(), "crypt-by-hand", 3);
    app.world_mut().write_message(ClockRequest::Play);
    settle(&mut app);
}

/// All that is drawn, and where.
fn drawn(app: &mut App) -> Vec<(String, Transform, Visibility, Drawing)> {
    let mut all = app
        .world_mut()
        .query::<(&Name, &Transform, &Visibility, &Drawing)>();
    all.iter(app.world())
        .map(|(name, at, seen, drawing)| (name.to_string(), *at, *seen, drawing.clone()))
        .collect()
}

/// The tints of figures and flames.
fn tints(app: &mut App) -> Vec<Color> {
    let mut sprites = app.world_mut().query::<&Sprite>();
    sprites.iter(app.world()).map(|it| it.color).collect()
}

#[test]
fn with_reduced_motion_a_battle_that_runs_and_waits_is_one_picture() {
    let mut app = open(screen_app(), "crypt-by-hand", 3);
    app.world_mut().resource_mut::<Look>().reduced_motion = true;
    app.world_mut().write_message(ClockRequest::Play);
    frames(&mut app, 2);
    let (before, lit) = (drawn(&mut app), tints(&mut app));
    frames(&mut app, 10);
    assert!(before.len() > 20, "{}", before.len());
    assert_eq!(before, drawn(&mut app), "half a second later");
    let units = app.world().resource::<Shown>().battle().units().count();
    assert!(lit.len() > units, "figures and flames: {}", lit.len());
    assert_eq!(lit, tints(&mut app), "half a second later");
}

#[test]
fn blows_are_seen_at_normal_speed_and_drop_out_at_the_highest() {
    let count = |speed: Speed, reduced: bool| {
        let mut app = open(screen_app(), "heavy-hands", 2);
        app.world_mut().resource_mut::<Look>().reduced_motion = reduced;
        app.world_mut().write_message(ClockRequest::Speed(speed));
        app.world_mut().write_message(ClockRequest::Play);
        // While time runs, and after it stopped at the end of the battle.
        let mut seen = [0, 0];
        for _ in 0..240 {
            app.update();
            let over = !app.world().resource::<Clock>().playing;
            let blows = drawn(&mut app).into_iter();
            let blows = blows.filter(|(name, ..)| name == "Impacts");
            seen[usize::from(over)] += blows.map(|(_, _, _, it)| it.0.fills.len()).sum::<usize>();
        }
        seen
    };
    assert!(count(Speed::Normal, false)[0] > 50);
    // No step follows the last blow, so it takes its time at every speed.
    let [running, over] = count(Speed::Octuple, false);
    assert!(running == 0 && over > 0, "{running} and {over}");
    assert_eq!(count(Speed::Normal, true), [0, 0]);
}

/// Which figures are on the board in the colours of their side, and which are grey.
fn figures(app: &mut App) -> [usize; 2] {
    let mut all = app.world_mut().query::<&Drawing>();
    let figures = all.iter(app.world()).flat_map(|it| &it.0.figures);
    let (grey, coloured): (Vec<_>, Vec<_>) = figures.partition(|it| it.tone == FigureTone::Grey);
    [coloured.len(), grey.len()]
}

#[test]
fn a_unit_keeps_its_colours_until_the_blow_that_fells_it_lands() {
    let mut app = open(screen_app(), "first-blood", 3);
    while app.world().resource::<Shown>().battle().outcome().is_none() {
        settle(&mut app);
        assert_eq!(figures(&mut app), [2, 0]);
        app.world_mut().write_message(ClockRequest::Step);
        app.update();
    }
    assert_eq!(figures(&mut app), [2, 0], "the blow is on its way");
    settle(&mut app);
    assert_eq!(figures(&mut app), [1, 1], "it has landed");
}

#[test]
fn a_still_screen_asks_for_no_frames() {
    let mode = |app: &App| app.world().resource::<WinitSettings>().focused_mode;
    let mut app = open(screen_app(), "heavy-hands", 2);
    settle(&mut app);
    assert!(matches!(mode(&app), UpdateMode::Reactive { .. }));
    app.world_mut().write_message(ClockRequest::Play);
    app.update();
    assert_eq!(mode(&app), UpdateMode::Continuous);
    // Even with a heavy blow on its way, whose line pulses for a while.
    for _ in 0..6 {
        app.world_mut().write_message(ClockRequest::Step);
        app.update();
        assert_eq!(mode(&app), UpdateMode::Continuous);
        settle(&mut app);
        assert!(matches!(mode(&app), UpdateMode::Reactive { .. }));
    }
    app.world_mut()
        .write_message(BattleRequest::Restart { seed: None });
    frames(&mut app, 2);
    settle(&mut app);
}

#[test]
fn a_still_screen_with_a_gamepad_looks_up_often_enough_for_its_buttons() {
    let mut app = open(screen_app(), "first-blood", 3);
    settle(&mut app);
    let wait = |app: &App| match app.world().resource::<WinitSettings>().focused_mode {
        UpdateMode::Reactive { wait, .. } => wait,
        UpdateMode::Continuous => Duration::ZERO,
    };
    assert!(wait(&app).as_secs() > 60, "nobody needs to look up");
    app.world_mut().spawn(Gamepad::default());
    frames(&mut app, 2);
    assert!(wait(&app).as_millis() <= 50, "no event reports its buttons");
}

#[test]
fn the_time_of_a_frame_is_that_at_which_it_begins() {
    let app = open(screen_app(), "first-blood", 3);
    assert!(
        !app.world().contains_resource::<TimeReceiver>(),
        "the renderer's time is late"
    );
}

/// How bright each fire of the board is.
fn flames(app: &mut App) -> Vec<f32> {
    let mut all = app.world_mut().query::<(&Name, &Sprite)>();
    all.iter(app.world())
        .filter(|(name, _)| name.as_str() == "Flame")
        .map(|(_, sprite)| sprite.color.alpha())
        .collect()
}

#[test]
fn fire_flickers_only_while_the_battle_runs_and_things_may_move() {
    let mut app = open(screen_app(), "bonelord", 17);
    let still = flames(&mut app);
    assert_eq!(still.len(), 6, "four braziers and two torches");
    frames(&mut app, 3);
    assert_eq!(flames(&mut app), still, "paused");
    app.world_mut().write_message(ClockRequest::Play);
    frames(&mut app, 3);
    let running = flames(&mut app);
    assert_ne!(running, still);
    app.world_mut().resource_mut::<Look>().reduced_motion = true;
    frames(&mut app, 3);
    let resting = flames(&mut app);
    frames(&mut app, 3);
    assert_eq!(flames(&mut app), resting, "motion is off");
}
