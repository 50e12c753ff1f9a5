//! Pressing keys, moving the mouse, reading the screen.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use foretold_battle::Cell;
use foretold_sim::CurrentBattle;
use foretold_ui::UiPlugins;
use foretold_view::testing::{frames, open, screen_app};
use foretold_view::{BoardSpace, Screen};

/// The game in a battle that has just begun, paused.
pub(crate) fn game(battle: &str, seed: u64) -> App {
    let mut app = screen_app();
    app.add_plugins(UiPlugins);
    open(app, battle, seed)
}

fn window(app: &mut App) -> Entity {
    let mut windows = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    windows.single(app.world()).expect("there is a window")
}

fn send<E: Into<WindowEvent> + Message + Clone>(app: &mut App, event: E) {
    app.world_mut().write_message(event.clone());
    app.world_mut().write_message::<WindowEvent>(event.into());
}

/// Sends a key without letting a frame pass.
pub(crate) fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let window = window(app);
    send(
        app,
        KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window,
        },
    );
}

/// Presses a key and lets it go.
pub(crate) fn press(app: &mut App, key_code: KeyCode) {
    key(app, key_code, ButtonState::Pressed);
    app.update();
    key(app, key_code, ButtonState::Released);
    app.update();
}

/// Moves the mouse to a point of the window.
pub(crate) fn point_at(app: &mut App, position: Vec2) {
    let window = window(app);
    let mut seen = app
        .world_mut()
        .get_mut::<Window>(window)
        .expect("it is there");
    seen.set_cursor_position(Some(position));
    let delta = None;
    send(
        app,
        CursorMoved {
            window,
            position,
            delta,
        },
    );
    frames(app, 2);
}

/// Sends a button of the mouse without letting a frame pass.
pub(crate) fn button(app: &mut App, button: MouseButton, state: ButtonState) {
    let window = window(app);
    send(
        app,
        MouseButtonInput {
            button,
            state,
            window,
        },
    );
}

/// Clicks where the mouse is.
pub(crate) fn click(app: &mut App, which: MouseButton) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        button(app, which, state);
        frames(app, 2);
    }
}

/// Where a cell is in the window.
pub(crate) fn middle_of(app: &App, cell: &str) -> Vec2 {
    let cell: Cell = cell.parse().expect("a cell of the board");
    let (screen, space) = (
        app.world().resource::<Screen>(),
        app.world().resource::<BoardSpace>(),
    );
    screen.to_screen(space.middle(cell))
}

/// The middle of what has a label.
pub(crate) fn labelled(app: &mut App, label: &str) -> Vec2 {
    let mut labels = app
        .world_mut()
        .query::<(&AccessibleLabel, &ComputedNode, &UiGlobalTransform)>();
    let found = labels
        .iter(app.world())
        .find(|(found, ..)| found.0 == label)
        .unwrap_or_else(|| panic!("nothing is called {label:?}"));
    found.2.translation * found.1.inverse_scale_factor
}

/// Every text on screen, a line each.
pub(crate) fn texts(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut texts = world.query::<(Entity, &Text)>();
    let all: Vec<(Entity, String)> = texts
        .iter(world)
        .map(|(entity, text)| (entity, text.0.clone()))
        .collect();
    let mut spans = world.query::<(&ChildOf, &TextSpan)>();
    all.into_iter()
        .map(|(entity, text)| {
            let own = spans
                .iter(world)
                .filter(|(parent, _)| parent.parent() == entity);
            own.fold(text, |line, (_, span)| line + &span.0)
        })
        .collect()
}

/// Whether some text on screen has these words.
#[track_caller]
pub(crate) fn assert_reads(app: &mut App, words: &str) {
    let texts = texts(app);
    assert!(
        texts.iter().any(|text| text.contains(words)),
        "{words:?} is not in {texts:#?}"
    );
}

/// The step on screen.
pub(crate) fn tick(app: &App) -> u32 {
    app.world().resource::<CurrentBattle>().battle().tick()
}
