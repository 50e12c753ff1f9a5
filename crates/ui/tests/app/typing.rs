//! Keys count in their order, with what was held at their own time, however many come in one frame.

use std::cell::RefCell;
use std::path::Path;

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use foretold_ui::TextClipboard;
use foretold_view::testing::frames;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::common::{focused, game, game_in, key_as, key_of, press, press_with, tick};

/// What somebody does with one key, and what they hold meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stroke {
    Letter(char),
    /// With Shift.
    Capital(char),
    /// With Ctrl.
    Ctrl(char),
    Named(KeyCode),
    ShiftNamed(KeyCode),
    CtrlNamed(KeyCode),
}

/// A key that goes down or up.
type Event = (KeyCode, Key, ButtonState);

impl Stroke {
    fn events(self) -> Vec<Event> {
        let (held, key) = match self {
            Stroke::Letter(letter) => (None, letter_key(letter)),
            Stroke::Capital(letter) => (Some(SHIFT), letter_key(letter.to_ascii_uppercase())),
            Stroke::Ctrl(letter) => (Some(CTRL), letter_key(letter)),
            Stroke::Named(code) => (None, named(code)),
            Stroke::ShiftNamed(code) => (Some(SHIFT), named(code)),
            Stroke::CtrlNamed(code) => (Some(CTRL), named(code)),
        };
        let (down, up) = (ButtonState::Pressed, ButtonState::Released);
        let mut events = vec![(key.0, key.1.clone(), down), (key.0, key.1, up)];
        if let Some((code, logical)) = held {
            events.insert(0, (code, logical.clone(), down));
            events.push((code, logical, up));
        }
        events
    }
}

const SHIFT: (KeyCode, Key) = (KeyCode::ShiftLeft, Key::Shift);
const CTRL: (KeyCode, Key) = (KeyCode::ControlLeft, Key::Control);

fn letter_key(letter: char) -> (KeyCode, Key) {
    let logical = match letter {
        ' ' => Key::Space,
        _ => Key::Character(letter.to_string().into()),
    };
    let code = match letter.to_ascii_lowercase() {
        'a' => KeyCode::KeyA,
        'c' => KeyCode::KeyC,
        'x' => KeyCode::KeyX,
        'v' => KeyCode::KeyV,
        other => key_of(other),
    };
    (code, logical)
}

fn named(code: KeyCode) -> (KeyCode, Key) {
    let logical = match code {
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::ArrowLeft => Key::ArrowLeft,
        KeyCode::ArrowRight => Key::ArrowRight,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Enter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Space => Key::Space,
        other => panic!("no name for {other:?}"),
    };
    (code, logical)
}

fn events(strokes: &[Stroke]) -> Vec<Event> {
    strokes.iter().flat_map(|stroke| stroke.events()).collect()
}

/// Sends keys; after those with a yes a frame passes. Then all are heard.
fn send(app: &mut App, events: &[Event], frame_after: impl Fn(usize) -> bool) {
    for (place, (code, logical, state)) in events.iter().enumerate() {
        key_as(app, *code, logical.clone(), *state);
        if frame_after(place) {
            app.update();
        }
    }
    frames(app, events.len() as u32 + 4);
}

fn letters(text: &str) -> Vec<Stroke> {
    text.chars().map(Stroke::Letter).collect()
}

/// What is in the field that has the focus.
fn typed(app: &App) -> String {
    let focus = app.world().resource::<InputFocus>().get();
    let field = focus.and_then(|entity| app.world().get::<EditableText>(entity));
    field.expect("a field has the focus").value().to_string()
}

/// The game in the dialog of presets, in the field for a name.
fn naming(folder: &Path) -> App {
    let mut app = game_in(Some(folder), "heavy-hands", 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    assert_eq!(focused(&app).as_deref(), Some("The preset's name"));
    app
}

/// The names of the presets that were saved.
fn saved(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder.join("presets"));
    let files = files.into_iter().flatten().flatten();
    files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn a_name_is_saved_whole_however_few_frames_it_is_typed_in() {
    let mut strokes = letters("abcdef");
    strokes.push(Stroke::Named(KeyCode::Enter));
    let events = events(&strokes);
    for every in [1, 2, 3, events.len() / 2, events.len()] {
        let folder = tempfile::tempdir().expect("there is room");
        let mut app = naming(folder.path());
        send(&mut app, &events, |place| (place + 1) % every == 0);
        assert_eq!(saved(folder.path()), ["abcdef.ron"], "{every} in a frame");
    }
}

#[test]
fn what_is_held_counts_for_the_keys_that_it_was_held_for() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut app = naming(folder.path());
    let mut strokes = letters("abc");
    strokes.extend([
        Stroke::Ctrl('a'),
        Stroke::Letter('x'),
        Stroke::Named(KeyCode::Enter),
    ]);
    send(&mut app, &events(&strokes), |_| false);
    assert_eq!(saved(folder.path()), ["x.ron"]);
}

#[test]
fn who_types_capitals_gets_the_space_and_takes_letters_back() {
    let strokes = [
        Stroke::Capital('a'),
        Stroke::ShiftNamed(KeyCode::Space),
        Stroke::Capital('b'),
        Stroke::Capital('c'),
        Stroke::ShiftNamed(KeyCode::Backspace),
    ];
    for slowly in [true, false] {
        let mut app = game("first-blood", 3);
        press(&mut app, KeyCode::Slash);
        send(&mut app, &events(&strokes), |_| slowly);
        assert_eq!(typed(&app), "A B", "a frame for each key: {slowly}");
    }
}

#[test]
fn letters_after_a_key_that_leads_into_a_field_are_typed_there() {
    let mut app = game("first-blood", 3);
    // R would begin the battle again.
    press(&mut app, KeyCode::Period);
    send(&mut app, &events(&letters("/brr")), |_| false);
    assert_eq!((typed(&app).as_str(), tick(&app)), ("brr", 1));
}

#[test]
fn keys_after_one_that_leads_out_of_a_field_belong_to_what_comes_next() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut app = naming(folder.path());
    let mut strokes = letters("ab.");
    strokes.extend([
        Stroke::Named(KeyCode::Escape),
        Stroke::Letter('.'),
        Stroke::Letter('.'),
    ]);
    send(&mut app, &events(&strokes), |_| false);
    assert_eq!((focused(&app), tick(&app)), (None, 2));
}

#[test]
fn a_key_that_is_tapped_three_times_in_one_frame_counts_three_times() {
    let mut app = game("first-blood", 3);
    send(&mut app, &events(&letters("...")), |_| false);
    assert_eq!(tick(&app), 3);
}

fn stroke() -> impl Strategy<Value = Stroke> {
    let named = prop::sample::select(vec![
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::ArrowLeft,
        KeyCode::ArrowRight,
        KeyCode::Home,
        KeyCode::End,
    ]);
    prop_oneof![
        4 => prop::char::range('a', 'f').prop_map(Stroke::Letter),
        2 => prop::char::range('a', 'f').prop_map(Stroke::Capital),
        1 => Just(Stroke::ShiftNamed(KeyCode::Space)),
        2 => prop::sample::select(vec!['a', 'c', 'x', 'v']).prop_map(Stroke::Ctrl),
        2 => named.clone().prop_map(Stroke::Named),
        1 => named.clone().prop_map(Stroke::ShiftNamed),
        1 => named.prop_map(Stroke::CtrlNamed),
    ]
}

#[test]
fn every_split_of_keys_into_frames_gives_the_same_text() {
    let app = RefCell::new(game("first-blood", 3));
    press(&mut app.borrow_mut(), KeyCode::Slash);
    let text = |events: &[Event], frame_after: &dyn Fn(usize) -> bool| {
        let app = &mut *app.borrow_mut();
        app.world_mut().resource_mut::<TextClipboard>().copy("");
        let focus = app.world().resource::<InputFocus>().get();
        let entity = focus.expect("the field has the focus");
        let mut field = app
            .world_mut()
            .get_mut::<EditableText>(entity)
            .expect("it is a field");
        field.clear();
        app.update();
        send(app, events, frame_after);
        (
            typed(app),
            app.world_mut().resource_mut::<TextClipboard>().paste(),
        )
    };
    let config = Config {
        cases: 48,
        failure_persistence: None,
        ..Config::default()
    };
    let all = (
        prop::collection::vec(stroke(), 1..10),
        prop::collection::vec(any::<bool>(), 1..20),
    );
    TestRunner::new(config)
        .run(&all, |(strokes, splits)| {
            let events = events(&strokes);
            let slowly = text(&events, &|_| true);
            let at_once = text(&events, &|_| false);
            prop_assert_eq!(&at_once, &slowly, "all in one frame");
            let split = text(&events, &|place| splits[place % splits.len()]);
            prop_assert_eq!(&split, &slowly, "split");
            Ok(())
        })
        .expect("the frames do not matter");
}
