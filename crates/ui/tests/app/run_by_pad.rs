//! A run with the gamepad alone: from the new run over the map into a fight, and to its reward.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use foretold_run::{JournalEntry, Run, RunCommand, RunStage, RunStart};
use foretold_sim::testing::shipped_files;
use foretold_sim::{ContentPlugin, CurrentRun, RunRealm, RunRequest, Shown};
use foretold_ui::{Page, Pages};
use foretold_view::testing::{frames, settle};

use crate::common::{focused, game_on, labels};
use crate::without_mouse::{connect, tap};

fn run(app: &App) -> &Run {
    let run = app.world().resource::<CurrentRun>();
    run.get().expect("there is a run")
}

fn top(app: &App) -> Option<Page> {
    app.world().resource::<Pages>().top()
}

/// A start whose first fight the first three companions win by their own rules.
fn winning_start(app: &App) -> RunStart {
    let realm = app.world().resource::<RunRealm>();
    let realm = realm.realm().expect("the shipped run is sound");
    let wins = |start: &RunStart| {
        let mut run = Run::begin(realm, *start);
        let companions = vec![0, 1, 2];
        let chosen = run.command(RunCommand::Choose { companions });
        chosen.expect("three of four");
        let to = run.ways()[0];
        run.command(RunCommand::Go { to })
            .expect("a way leads there");
        let by_hand = run.battle().is_some_and(|fight| fight.encounter.by_hand);
        let steps = 500;
        let fought = !by_hand && run.command(RunCommand::Step { steps }).is_ok();
        fought && matches!(run.stage(), RunStage::Offered(_))
    };
    let starts = (1..60).map(|seed| RunStart {
        seed,
        level: 0,
        finished: 0,
    });
    starts.into_iter().find(wins).expect("some are won")
}

/// The middle of what has a label, or of what has the focus.
fn middle(app: &mut App, label: Option<&str>) -> Option<Vec2> {
    let focus = app.world().resource::<InputFocus>().get();
    let mut controls = app
        .world_mut()
        .query::<(Entity, &AccessibleLabel, &UiGlobalTransform)>();
    let found = controls
        .iter(app.world())
        .find(|(entity, found, _)| label.map_or(focus == Some(*entity), |label| found.0 == label));
    found.map(|(.., place)| place.translation)
}

/// Steers to a control with the cross alone, as a player does: towards it.
#[track_caller]
fn steer(app: &mut App, label: &str) {
    let mut passed = Vec::new();
    for _ in 0..60 {
        let here = focused(app);
        if here.as_deref() == Some(label) {
            return;
        }
        passed.extend(here.clone());
        let to = middle(app, Some(label)).unwrap_or_else(|| panic!("there is no {label:?}"));
        let from = middle(app, None).unwrap_or(to);
        let way = to - from;
        let across = if way.x < 0.0 {
            GamepadButton::DPadLeft
        } else {
            GamepadButton::DPadRight
        };
        let down = if way.y < 0.0 {
            GamepadButton::DPadUp
        } else {
            GamepadButton::DPadDown
        };
        let by_width = way.x.abs() > way.y.abs();
        let (first, second) = if by_width {
            (across, down)
        } else {
            (down, across)
        };
        tap(app, first);
        frames(app, 2);
        if focused(app) == here {
            tap(app, second);
            frames(app, 2);
        }
    }
    panic!("the cross does not lead to {label:?}: {passed:#?}");
}

/// Steers to a control and presses it.
#[track_caller]
fn use_pad(app: &mut App, label: &str) {
    steer(app, label);
    tap(app, GamepadButton::South);
    frames(app, 6);
}

/// The first label for which this holds.
#[track_caller]
fn label(app: &mut App, is_it: impl Fn(&str) -> bool) -> String {
    let all = labels(app);
    let found = all.iter().find(|label| is_it(label));
    found
        .unwrap_or_else(|| panic!("it is not in {all:#?}"))
        .clone()
}

#[test]
fn a_gamepad_sets_out_fights_and_takes_a_reward() {
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.finish();
    app.cleanup();
    connect(&mut app);
    frames(&mut app, 3);
    let start = winning_start(&app);
    app.world_mut().write_message(RunRequest::Begin(start));
    frames(&mut app, 8);
    assert_eq!(top(&app), Some(Page::NewRun));
    let RunStage::Choosing(offered) = run(&app).stage().clone() else {
        panic!("nobody is offered");
    };
    for unit in offered.iter().take(3) {
        let recruit = run(&app).realm().recruit(unit).expect("it can join");
        let name = recruit.sheet.name.clone();
        use_pad(&mut app, &name);
    }
    use_pad(&mut app, "Set out");
    assert_eq!(top(&app), Some(Page::Map));
    // Its odds are a part of the label.
    settle(&mut app);
    // The first press looks at the place, the second goes there.
    let to = run(&app).ways()[0];
    let part = format!(", {to},");
    let place = label(&mut app, |label| label.contains(&part));
    steer(&mut app, &place);
    tap(&mut app, GamepadButton::South);
    tap(&mut app, GamepadButton::South);
    frames(&mut app, 6);
    assert_eq!(*run(&app).stage(), RunStage::Fighting);
    assert_eq!(top(&app), None, "the battle is on screen");
    tap(&mut app, GamepadButton::Start);
    for _ in 0..20_000 {
        app.update();
        if top(&app) == Some(Page::Result) {
            break;
        }
    }
    let end = app.world().resource::<Shown>().battle().outcome();
    assert_eq!(end, Some(foretold_battle::Outcome::Victory));
    // What leads on cannot be pressed at once.
    frames(&mut app, 60);
    use_pad(&mut app, "Go on with the run");
    assert_eq!(top(&app), Some(Page::Offer));
    let take = label(&mut app, |label| label.starts_with("Take: "));
    use_pad(&mut app, &take);
    assert_eq!(top(&app), Some(Page::Map));
    let last = run(&app).journal().last();
    assert!(matches!(last, Some(JournalEntry::Took(..))), "{last:?}");
}
