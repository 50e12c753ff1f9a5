//! Pressing keys, moving the mouse, reading the screen.

use std::path::Path;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent, WindowResized};
use foretold_battle::Cell;
use foretold_content::Hints;
use foretold_sim::testing::shipped_files;
use foretold_sim::{ContentPlugin, Options, Shown, SimPlugins, UnitOptions};
use foretold_ui::{DataFolder, KeepProgress, PlayerSettings, UiPlugins, key_code};
use foretold_view::testing::{frames, open, screen_app_with};
use foretold_view::{BoardSpace, Screen, Selection};

/// The game in a battle that has just begun, paused.
pub(crate) fn game(battle: &str, seed: u64) -> App {
    game_in(None, battle, seed)
}

/// The same with a folder for what belongs to the player. Without one nothing is read or written.
pub(crate) fn game_in(folder: Option<&Path>, battle: &str, seed: u64) -> App {
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.insert_resource(DataFolder(folder.map(Path::to_owned)));
    open(app, battle, seed)
}

/// The game in the first battle, with its hints.
pub(crate) fn lesson(seed: u64) -> App {
    let mut app = game("first-blood", seed);
    let mut settings = app.world_mut().resource_mut::<PlayerSettings>();
    settings.0.hints = Hints::default();
    frames(&mut app, 3);
    app
}

/// The game without a battle. The player's progress and hints are for tests that ask for them.
pub(crate) fn game_on(content: ContentPlugin) -> App {
    let mut app = screen_app_with(SimPlugins { content });
    app.add_plugins(UiPlugins)
        .insert_resource(DataFolder(None))
        .insert_resource(KeepProgress(false));
    let mut settings = app.world_mut().resource_mut::<PlayerSettings>();
    settings.0.hints.shown = false;
    app
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

/// Gives the window and the text another size.
pub(crate) fn resize(app: &mut App, (width, height): (f32, f32), scale: f32) {
    let entity = window(app);
    let mut window = app
        .world_mut()
        .get_mut::<Window>(entity)
        .expect("it is there");
    window.resolution.set(width, height);
    // The camera hears of it, and with it what fills the window.
    app.world_mut().write_message(WindowResized {
        window: entity,
        width,
        height,
    });
    app.world_mut().resource_mut::<foretold_view::TextScale>().0 = scale;
    frames(app, 5);
}

/// Sends a key without letting a frame pass.
pub(crate) fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let logical = Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified);
    key_as(app, key_code, logical, state);
}

/// The same with what the key means. Letters and the space type themselves.
pub(crate) fn key_as(app: &mut App, key_code: KeyCode, logical_key: Key, state: ButtonState) {
    let window = window(app);
    let text = match &logical_key {
        Key::Character(text) => Some(text.clone()),
        Key::Space => Some(" ".into()),
        _ => None,
    };
    send(
        app,
        KeyboardInput {
            key_code,
            logical_key,
            state,
            text,
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
    let middle = found.2.translation * found.1.inverse_scale_factor;
    middle * app.world().resource::<Screen>().ui_scale
}

/// Every text on screen, a line each.
pub(crate) fn texts(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut texts = world.query::<(&Text, Option<&Children>)>();
    let mut spans = world.query::<&TextSpan>();
    texts
        .iter(world)
        .map(|(text, children)| {
            let children = children.into_iter().flatten();
            children.fold(text.0.clone(), |line, child| {
                let span = spans.get(world, *child);
                line + span.map_or("", |span| &span.0)
            })
        })
        .collect()
}

/// Every request to change rules since the battle began.
#[derive(Resource, Default)]
pub(crate) struct Edits(pub(crate) Vec<foretold_sim::RuleEditRequest>);

/// Writes every request to change rules down.
pub(crate) fn note_edits(app: &mut App) {
    app.init_resource::<Edits>().add_systems(
        Last,
        |mut requests: MessageReader<foretold_sim::RuleEditRequest>, mut edits: ResMut<Edits>| {
            edits.0.extend(requests.read().cloned());
        },
    );
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
    app.world().resource::<Shown>().battle().tick()
}

/// Presses a key while another is held.
pub(crate) fn press_with(app: &mut App, held: KeyCode, key_code: KeyCode) {
    key(app, held, ButtonState::Pressed);
    app.update();
    press(app, key_code);
    key(app, held, ButtonState::Released);
    app.update();
}

/// The key on which a letter is, as far as the game knows it.
pub(crate) fn key_of(letter: char) -> KeyCode {
    let name = match letter {
        ' ' => "Space".to_owned(),
        other => other.to_uppercase().to_string(),
    };
    let unknown = KeyCode::Unidentified(bevy::input::keyboard::NativeKeyCode::Unidentified);
    key_code(&name).unwrap_or(unknown)
}

/// Types a text, letter by letter.
pub(crate) fn type_text(app: &mut App, text: &str) {
    for letter in text.chars() {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical = Key::Character(letter.to_string().into());
            key_as(app, key_of(letter), logical, state);
            app.update();
        }
    }
    frames(app, 2);
}

/// The label of what has the focus; none if the board has it.
pub(crate) fn focused(app: &App) -> Option<String> {
    let entity = app
        .world()
        .resource::<bevy::input_focus::InputFocus>()
        .get()?;
    let label = app.world().get::<AccessibleLabel>(entity)?;
    Some(label.0.clone())
}

/// Every label on screen.
pub(crate) fn labels(app: &mut App) -> Vec<String> {
    let mut labels = app.world_mut().query::<&AccessibleLabel>();
    labels
        .iter(app.world())
        .map(|label| label.0.clone())
        .collect()
}

/// Goes to a control with F6 and Tab alone.
#[track_caller]
pub(crate) fn go_to(app: &mut App, label: &str) {
    let mut passed = Vec::new();
    for _ in 0..9 {
        let first = focused(app);
        for _ in 0..200 {
            if focused(app).as_deref() == Some(label) {
                return;
            }
            if focused(app).is_none() {
                break;
            }
            passed.extend(focused(app));
            press(app, KeyCode::Tab);
            if focused(app) == first {
                break;
            }
        }
        press(app, KeyCode::F6);
    }
    panic!("{label:?} is not among {passed:#?}");
}

/// Chooses from the list of the control that has the focus, with the keyboard alone.
#[track_caller]
pub(crate) fn choose(app: &mut App, item: &str) {
    press(app, KeyCode::Enter);
    frames(app, 2);
    let mut passed = Vec::new();
    for _ in 0..40 {
        let now = focused(app).unwrap_or_default();
        if now.ends_with(&format!(": {item}")) {
            press(app, KeyCode::Enter);
            frames(app, 2);
            return;
        }
        passed.push(now);
        press(app, KeyCode::ArrowDown);
    }
    panic!("{item:?} is not among {passed:#?}");
}

/// Clicks what has a label.
#[track_caller]
pub(crate) fn click_on(app: &mut App, label: &str) {
    let at = labelled(app, label);
    point_at(app, at);
    click(app, MouseButton::Left);
}

/// The rules of a unit as sentences.
pub(crate) fn sentences(app: &App, slot: usize) -> Vec<String> {
    let battle = app.world().resource::<Shown>().battle();
    let unit = foretold_battle::UnitId::new(slot).and_then(|id| battle.unit(id));
    let rules = unit.map(|unit| unit.rules.to_vec()).unwrap_or_default();
    let arena = battle.arena();
    rules
        .iter()
        .map(|rule| foretold_battle::sentence(arena, rule))
        .collect()
}

/// The rules with which Ada begins First Blood.
pub(crate) const OWN: [&str; 3] = [
    "Use Light Punch on the nearest enemy.",
    "Use Heavy Punch on the nearest enemy.",
    "Move towards the nearest enemy.",
];

/// What the selected unit could be told to do.
pub(crate) fn options(app: &App) -> UnitOptions {
    let selected = app.world().resource::<Selection>().0;
    let options = app.world().resource::<Options>();
    let own = selected.and_then(|unit| options.of_unit(unit));
    own.cloned().unwrap_or_default()
}
