//! The whole loop with the keyboard alone, and the clock and the selection with a gamepad.

use bevy::input::gamepad::{GamepadConnection, GamepadConnectionEvent};
use bevy::prelude::*;
use foretold_sim::{BattleRequest, Clock, Shown};
use foretold_ui::{Page, Pages, PlayerSettings};
use foretold_view::testing::{frames, settle};
use foretold_view::{Hover, Selection};
use leafwing_input_manager::prelude::Buttonlike;

use crate::common::{
    assert_reads, choose, focused, game, go_to, press, press_with, sentences, tick,
};

#[test]
fn watch_ask_why_rewind_change_a_rule_try_it_and_win() {
    // Watch.
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Digit6);
    press(&mut app, KeyCode::Space);
    settle(&mut app);
    let ended = tick(&app);
    assert!(app.world().resource::<Shown>().battle().outcome().is_some());
    // The result opens by itself; back to the battle.
    assert_reads(&mut app, "left standing.");
    press(&mut app, KeyCode::Escape);
    // Rewind to where they met, and ask why.
    press(&mut app, KeyCode::Home);
    for _ in 0..5 {
        press(&mut app, KeyCode::Period);
    }
    assert_eq!(tick(&app), 5);
    press(&mut app, KeyCode::KeyW);
    assert_reads(&mut app, "what came of it");
    // The timeline takes the arrows too.
    go_to(&mut app, "The moment on screen");
    press(&mut app, KeyCode::ArrowLeft);
    frames(&mut app, 2);
    assert_eq!(tick(&app), 4);
    // Change a rule.
    go_to(&mut app, "Rule 2: add a condition");
    choose(&mut app, "the target is winding up");
    assert_eq!(
        sentences(&app, 0)[1],
        "When the target is winding up, use Heavy Punch on the nearest enemy."
    );
    press_with(&mut app, KeyCode::AltLeft, KeyCode::ArrowUp);
    assert!(sentences(&app, 0)[0].starts_with("When the target is winding up"));
    assert_eq!(
        app.world().resource::<Shown>().session().last_step(),
        4,
        "a change of the past begins another branch"
    );
    // Try it.
    press(&mut app, KeyCode::KeyT);
    settle(&mut app);
    assert_reads(&mut app, "Ada's last change: ");
    // Ask the coach, and do what it says.
    let mine = sentences(&app, 0);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyT);
    settle(&mut app);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyT);
    press(&mut app, KeyCode::Enter);
    assert_ne!(sentences(&app, 0), mine);
    // Back to the board, and on to the end.
    press(&mut app, KeyCode::Escape);
    assert_eq!(focused(&app), None);
    press(&mut app, KeyCode::Space);
    settle(&mut app);
    assert!(app.world().resource::<Shown>().battle().outcome().is_some());
    assert!(ended > 0 && tick(&app) > 4);
}

/// Top bar, actions, the unit, reasons, log, strip, enemies, friends.
const PANELS: usize = 8;

#[test]
fn f6_goes_around_all_panels_and_back_to_the_board() {
    let mut app = game("first-blood", 3);
    let mut seen = Vec::new();
    for _ in 0..PANELS {
        press(&mut app, KeyCode::F6);
        seen.push(focused(&app));
    }
    assert!(seen.iter().all(Option::is_some), "{seen:?}");
    press(&mut app, KeyCode::F6);
    assert_eq!(focused(&app), None, "the board again");
    for before in seen.into_iter().rev() {
        press_with(&mut app, KeyCode::ShiftLeft, KeyCode::F6);
        assert_eq!(focused(&app), before);
    }
    // With a panel in focus the arrows leave the cursor of the board alone.
    press(&mut app, KeyCode::ArrowUp);
    assert_eq!(app.world().resource::<Hover>().0, None);
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::ArrowUp);
    assert!(app.world().resource::<Hover>().0.is_some());
}

#[test]
fn another_battle_begins_on_the_board_and_the_same_one_where_the_keys_were() {
    let mut app = game("first-blood", 3);
    let start = |app: &mut App, battle: &str| {
        let battle = battle.to_owned();
        let start = BattleRequest::Start { battle, seed: 3 };
        app.world_mut().write_message(start);
        frames(app, 3);
    };
    press(&mut app, KeyCode::F6);
    let there = focused(&app);
    start(&mut app, "first-blood");
    assert_eq!(focused(&app), there);
    start(&mut app, "crypt");
    assert_eq!(focused(&app), None);
    // A page does not bring back what had the keys when it opened.
    press(&mut app, KeyCode::F6);
    app.world_mut().resource_mut::<Pages>().only(Page::Settings);
    frames(&mut app, 3);
    start(&mut app, "first-blood");
    assert_eq!(focused(&app), None);
    press(&mut app, KeyCode::ArrowUp);
    assert!(app.world().resource::<Hover>().0.is_some());
}

#[test]
fn space_and_enter_belong_to_the_control_that_has_the_focus() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Expert");
    press(&mut app, KeyCode::Space);
    assert!(!app.world().resource::<Clock>().playing);
    assert_reads(&mut app, "target ");
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::Space);
    assert!(app.world().resource::<Clock>().playing);
}

#[test]
fn a_disabled_button_says_why() {
    let mut app = game("first-blood", 3);
    let at = crate::common::labelled(&mut app, "Add a rule.");
    crate::common::point_at(&mut app, at);
    frames(&mut app, 2);
    assert_reads(&mut app, "All 3 slots are taken: delete a rule first.");
}

/// Presses a button of the gamepad and lets it go.
pub(crate) fn tap(app: &mut App, button: GamepadButton) {
    let pad = app
        .world_mut()
        .query_filtered::<Entity, With<Gamepad>>()
        .single(app.world())
        .expect("one is connected");
    button.press_as_gamepad(app.world_mut(), Some(pad));
    app.update();
    button.release_as_gamepad(app.world_mut(), Some(pad));
    app.update();
}

#[test]
fn a_key_that_moves_the_focus_is_not_heard_by_what_gets_it() {
    let mut app = game("first-blood", 3);
    for _ in 0..3 {
        press(&mut app, KeyCode::Period);
    }
    go_to(&mut app, "Menu");
    for _ in 0..20 {
        press(&mut app, KeyCode::ArrowLeft);
        if focused(&app).as_deref() == Some("The moment on screen") {
            break;
        }
    }
    assert_eq!(focused(&app).as_deref(), Some("The moment on screen"));
    assert_eq!(tick(&app), 3, "the timeline has the key only from now on");
    press(&mut app, KeyCode::ArrowLeft);
    assert_eq!(tick(&app), 2);
}

/// Connects a gamepad.
pub(crate) fn connect(app: &mut App) {
    let gamepad = app.world_mut().spawn_empty().id();
    let connected = GamepadConnectionEvent {
        gamepad,
        connection: GamepadConnection::Connected {
            name: "a pad".to_owned(),
            vendor_id: None,
            product_id: None,
        },
    };
    app.world_mut().write_message(connected);
    frames(app, 2);
}

#[test]
fn a_gamepad_chooses_from_lists_ticks_boxes_and_turns_numbers() {
    let mut app = game("first-blood", 3);
    connect(&mut app);
    app.world_mut().resource_mut::<Pages>().open(Page::Settings);
    frames(&mut app, 4);
    let settings = |app: &App| app.world().resource::<PlayerSettings>().0.clone();
    let go = |app: &mut App, label: &str| {
        for _ in 0..40 {
            if focused(app).as_deref() == Some(label) {
                return;
            }
            tap(app, GamepadButton::DPadDown);
        }
        panic!("{label} is not below");
    };
    go(&mut app, "Colours");
    let before = settings(&app).palette;
    tap(&mut app, GamepadButton::South);
    tap(&mut app, GamepadButton::DPadDown);
    tap(&mut app, GamepadButton::South);
    frames(&mut app, 3);
    assert_ne!(settings(&app).palette, before);
    assert_eq!(focused(&app).as_deref(), Some("Colours"));
    go(&mut app, "Less motion");
    tap(&mut app, GamepadButton::South);
    assert!(settings(&app).reduced_motion);
    frames(&mut app, 3);
    go(&mut app, "Effects");
    let before = settings(&app).effects;
    tap(&mut app, GamepadButton::DPadLeft);
    assert_eq!(settings(&app).effects + 10, before);
    // The right button closes a list, and then the page.
    frames(&mut app, 3);
    go(&mut app, "Show the hints again");
    tap(&mut app, GamepadButton::DPadUp);
    tap(&mut app, GamepadButton::East);
    frames(&mut app, 2);
    assert_eq!(app.world().resource::<Pages>().top(), None);
}

#[test]
fn a_gamepad_runs_the_clock_and_chooses_units() {
    let mut app = game("first-blood", 3);
    connect(&mut app);
    tap(&mut app, GamepadButton::RightTrigger2);
    tap(&mut app, GamepadButton::RightTrigger2);
    assert_eq!(tick(&app), 2);
    tap(&mut app, GamepadButton::LeftTrigger2);
    assert_eq!(tick(&app), 1);
    tap(&mut app, GamepadButton::Start);
    assert!(app.world().resource::<Clock>().playing);
    tap(&mut app, GamepadButton::Start);
    assert!(!app.world().resource::<Clock>().playing);
    let selected = |app: &App| {
        let selected = app.world().resource::<Selection>().0;
        selected.map(foretold_battle::UnitId::slot)
    };
    tap(&mut app, GamepadButton::RightTrigger);
    assert_eq!(selected(&app), Some(1));
    tap(&mut app, GamepadButton::LeftTrigger);
    assert_eq!(selected(&app), Some(0));
    tap(&mut app, GamepadButton::East);
    assert_eq!(selected(&app), None);
    tap(&mut app, GamepadButton::DPadUp);
    assert!(app.world().resource::<Hover>().0.is_some());
    // The cursor begins where the first unit stands, and goes on from there.
    let at = |app: &App| {
        let hover = app.world().resource::<Hover>().0;
        hover.map(|cell| cell.to_string())
    };
    let ada = app.world().resource::<Shown>().battle();
    let ada = ada.units().next().map(|(_, unit)| unit.cell.to_string());
    assert_eq!(at(&app), ada);
    tap(&mut app, GamepadButton::DPadLeft);
    assert_ne!(at(&app), ada);
    tap(&mut app, GamepadButton::DPadRight);
    tap(&mut app, GamepadButton::South);
    assert_eq!(selected(&app), Some(0));
}
