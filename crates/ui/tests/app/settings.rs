//! What the player chooses: in force at once, kept for the next time, and never in the way.

use std::path::{Path, PathBuf};

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use bevy::window::{Monitor, MonitorSelection, PrimaryWindow, WindowMode};
use foretold_battle::{AutofightSettings, Luck};
use foretold_content::{Act, Palette, PaletteChoice, Settings, WindowChoice};
use foretold_sim::{BattleRequest, Clock, GameContent, PlayerOverrides, Speed};
use foretold_ui::{
    DataFolder, LaunchOptions, Page, Pages, PlayerSettings, ToastKind, Toasts, Volumes,
};
use foretold_view::Look;
use foretold_view::testing::{frames, settle};

use crate::common::{
    assert_reads, choose, click_on, focused, game, game_in, go_to, labels, press, press_with,
    texts, tick,
};

const RESTART: &str = "The same battle again, with the same seed.";

/// A folder that is empty, and nobody else's.
fn folder(name: &str) -> PathBuf {
    let name = format!("foretold-settings-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn settings(app: &App) -> &Settings {
    &app.world().resource::<PlayerSettings>().0
}

fn open_page(app: &mut App) {
    app.world_mut().resource_mut::<Pages>().open(Page::Settings);
    frames(app, 4);
}

fn close_page(app: &mut App) {
    press(app, KeyCode::Escape);
    assert_eq!(app.world().resource::<Pages>().top(), None);
    frames(app, 2);
}

/// What went wrong, as far as the player was told.
fn complaints(app: &App) -> Vec<String> {
    let toasts = app.world().resource::<Toasts>().iter();
    toasts
        .filter(|toast| toast.kind == ToastKind::Bad)
        .map(|toast| toast.text.clone())
        .collect()
}

/// Asks for another key in place of one, with the mouse.
fn ask_for_another(app: &mut App, act: &str, key: &str) {
    click_on(app, &format!("{act} {key}"));
    frames(app, 2);
    click_on(app, &format!("{act} {key}: Another key in its place"));
    frames(app, 3);
    assert_reads(app, "Press a key");
}

fn read(folder: &Path) -> Settings {
    Settings::read(&folder.join("settings.ron")).expect("it is sound")
}

#[test]
fn a_change_survives_a_restart() {
    let folder = folder("restart");
    let mut app = game_in(Some(&folder), "heavy-hands", 3);
    frames(&mut app, 5);
    assert!(!folder.exists(), "nothing was chosen, nothing is written");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Equal);
    assert_eq!(read(&folder).scale, Some(110));
    open_page(&mut app);
    go_to(&mut app, "Colours");
    choose(&mut app, "High contrast");
    ask_for_another(&mut app, RESTART, "R");
    press(&mut app, KeyCode::F5);
    frames(&mut app, 2);
    drop(app);

    let mut app = game_in(Some(&folder), "heavy-hands", 3);
    assert_eq!(app.world().resource::<foretold_view::TextScale>().0, 1.1);
    let look = app.world().resource::<Look>();
    assert_eq!(look.theme.palette, Palette::high_contrast());
    press(&mut app, KeyCode::Period);
    press(&mut app, KeyCode::F5);
    assert_eq!(tick(&app), 0);
    assert_eq!(complaints(&app), [""; 0]);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_damaged_file_is_put_aside_and_the_game_begins() {
    let folder = folder("damaged");
    std::fs::create_dir_all(&folder).expect("there is room for a test");
    let file = folder.join("settings.ron");
    std::fs::write(&file, "(\n    effects: 400,\n)").expect("there is room for a test");
    let mut app = game_in(Some(&folder), "heavy-hands", 3);
    assert_eq!(*settings(&app), Settings::default());
    assert_reads(
        &mut app,
        "settings.ron:2:14: effects: found 400, expected 0 to 100",
    );
    assert_reads(&mut app, "settings.ron.damaged");
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 1);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Minus);
    assert_eq!(read(&folder).scale, Some(90));
    let aside = std::fs::read_to_string(folder.join("settings.ron.damaged"));
    assert_eq!(aside.expect("nothing is lost"), "(\n    effects: 400,\n)");

    let app = game_in(Some(&folder), "heavy-hands", 3);
    assert_eq!(complaints(&app), [""; 0], "the second start is clean");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_field_of_a_newer_game_is_told_and_the_rest_holds() {
    let folder = folder("newer");
    std::fs::create_dir_all(&folder).expect("there is room for a test");
    let text = "(volume: 40, mood: 3)";
    std::fs::write(folder.join("settings.ron"), text).expect("there is room for a test");
    let mut app = game_in(Some(&folder), "first-blood", 3);
    assert_eq!(settings(&app).effects, 40);
    assert_reads(&mut app, "settings.ron:1:14: mood: ");
    assert_eq!(read(&folder).effects, 40);
    let aside = std::fs::read_to_string(folder.join("settings.ron.damaged"));
    assert_eq!(aside.expect("nothing is lost"), text);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_a_killed_game_has_left_half_written_is_cleared_at_the_start() {
    let folder = folder("drafts");
    for (place, name) in [
        ("", ".settings.ron.4711.draft"),
        ("presets", ".wall.ron.4711.draft"),
        ("replays", ".crypt-7.replay.ron.4711.draft"),
        ("logs", ".crypt-7-t3.log.txt.4711.draft"),
        ("logs", ".notes.4711.draft"),
    ] {
        let place = folder.join(place);
        std::fs::create_dir_all(&place).expect("there is room for a test");
        std::fs::write(place.join(name), "half").expect("there is room for a test");
    }
    let _ = game_in(Some(&folder), "first-blood", 3);
    let left = |place: &str| -> Vec<String> {
        let entries = std::fs::read_dir(folder.join(place)).expect("it is there");
        let names = entries.flatten().map(|entry| entry.file_name());
        let names = names.map(|name| name.to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".draft")).collect()
    };
    for place in ["", "presets", "replays"] {
        assert_eq!(left(place), [""; 0], "{place}");
    }
    assert_eq!(left("logs"), [".notes.4711.draft"], "it is not ours");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_cannot_be_written_is_told_and_holds_for_now() {
    let folder = folder("in-the-way");
    std::fs::write(&folder, "no folder").expect("there is room for a test");
    let mut app = game("first-blood", 3);
    app.insert_resource(DataFolder(Some(folder.clone())));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Equal);
    assert_eq!(
        complaints(&app),
        [""; 0],
        "there was no folder at the start"
    );
    let mut app = game_in(Some(&folder), "first-blood", 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Equal);
    frames(&mut app, 2);
    assert_reads(&mut app, "Your settings could not be");
    assert_eq!(app.world().resource::<foretold_view::TextScale>().0, 1.1);
    let _ = std::fs::remove_file(&folder);
}

#[test]
fn keys_that_cannot_be_are_told_and_the_rest_holds() {
    let folder = folder("keys");
    std::fs::create_dir_all(&folder).expect("there is room for a test");
    let text = "(volume: 20, keys: {\"restart\": [\"Space\"], \"new_seed\": [\"F5\"], \"quit\": [\"Qq\"]})";
    std::fs::write(folder.join("settings.ron"), text).expect("there is room for a test");
    let mut app = game_in(Some(&folder), "first-blood", 3);
    assert_reads(
        &mut app,
        "settings.ron: keys: restart: “Space” is already the key for “Play, or pause”",
    );
    assert_reads(&mut app, "settings.ron: keys: quit: there is no key “Qq”");
    assert_eq!(app.world().resource::<Volumes>().effects, 0.2);
    press(&mut app, KeyCode::Period);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(tick(&app), 0, "it keeps its key");
    press(&mut app, KeyCode::Period);
    press(&mut app, KeyCode::F5);
    assert_eq!(tick(&app), 0, "the other key is in force");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_new_key_works_and_the_old_one_does_not() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    ask_for_another(&mut app, RESTART, "R");
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::F5);
    frames(&mut app, 3);
    let label = format!("{RESTART} Shift+F5");
    assert_eq!(focused(&app), Some(label), "the focus stays");
    close_page(&mut app);
    for key in [KeyCode::KeyR, KeyCode::F5] {
        press(&mut app, KeyCode::Period);
        press(&mut app, key);
        assert_ne!(tick(&app), 0, "{key:?}");
    }
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::F5);
    assert_eq!(tick(&app), 0);
    press(&mut app, KeyCode::F1);
    frames(&mut app, 2);
    assert_reads(&mut app, "Shift+F5");
    press(&mut app, KeyCode::Escape);

    open_page(&mut app);
    click_on(&mut app, &format!("{RESTART} As it was"));
    frames(&mut app, 2);
    assert!(settings(&app).keys.is_empty());
    close_page(&mut app);
    press(&mut app, KeyCode::Period);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(tick(&app), 0);
}

#[test]
fn a_key_that_is_taken_says_by_what_and_can_be_taken() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    ask_for_another(&mut app, RESTART, "R");
    press(&mut app, KeyCode::Space);
    frames(&mut app, 3);
    let taken = "“Space” is already the key for “Play, or pause”";
    assert_reads(&mut app, taken);
    assert!(settings(&app).keys.is_empty(), "nothing has changed yet");
    click_on(&mut app, "Choose another key");
    frames(&mut app, 3);
    press(&mut app, KeyCode::Space);
    frames(&mut app, 3);
    // With the keyboard alone.
    assert_eq!(focused(&app).as_deref(), Some("Choose another key"));
    press(&mut app, KeyCode::Tab);
    assert_eq!(focused(&app).as_deref(), Some("Take it from there"));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    let keys = &settings(&app).keys;
    assert_eq!(keys["restart"], ["Space"]);
    assert_eq!(keys["play_pause"], ["PadStart"]);
    close_page(&mut app);
    press(&mut app, KeyCode::Period);
    press(&mut app, KeyCode::Space);
    assert_eq!(tick(&app), 0);
    assert!(!app.world().resource::<Clock>().playing);
}

#[test]
fn the_keyboard_alone_adds_and_removes_a_key_and_can_think_better_of_it() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    go_to(&mut app, "Play, or pause. Add a key");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "Press a key");
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 3);
    let page = app.world().resource::<Pages>().top();
    assert_eq!(page, Some(Page::Settings), "only the question is gone");
    assert_eq!(focused(&app).as_deref(), Some("Play, or pause. Add a key"));
    assert!(settings(&app).keys.is_empty());
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    // Not even Tab leads out while it waits: it is a key like others.
    press_with(&mut app, KeyCode::AltLeft, KeyCode::Tab);
    frames(&mut app, 3);
    assert_eq!(focused(&app).as_deref(), Some("Play, or pause. Alt+Tab"));
    let keys = &settings(&app).keys;
    assert_eq!(keys["play_pause"], ["Space", "PadStart", "Alt+Tab"]);
    choose(&mut app, "Remove this key");
    frames(&mut app, 2);
    assert!(settings(&app).keys.is_empty());
}

#[test]
fn a_key_that_the_game_does_not_know_or_that_it_has_is_refused() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    ask_for_another(&mut app, RESTART, "R");
    press(&mut app, KeyCode::ScrollLock);
    frames(&mut app, 2);
    assert_reads(&mut app, "The game does not know this key");
    press(&mut app, KeyCode::KeyR);
    frames(&mut app, 2);
    assert!(
        !texts(&mut app)
            .iter()
            .any(|text| text.contains("Press a key"))
    );
    assert!(settings(&app).keys.is_empty(), "it is the one it was");
    click_on(&mut app, "Play, or pause. Space");
    frames(&mut app, 2);
    click_on(&mut app, "Play, or pause. Space: Another key in its place");
    frames(&mut app, 3);
    click_on(&mut app, "Keep it as it was");
    frames(&mut app, 2);
    assert!(settings(&app).keys.is_empty());
}

#[test]
fn nobody_loses_the_way_back() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    for act in ["Cancel, or go back.", "Select what is under the cursor."] {
        let key = if act.starts_with('C') { "Esc" } else { "Enter" };
        go_to(&mut app, &format!("{act} {key}"));
        choose(&mut app, "Remove this key");
        assert!(settings(&app).keys.is_empty());
        assert_reads(
            &mut app,
            &format!(
                "“{}” must keep a key of the keyboard",
                act.trim_end_matches('.')
            ),
        );
    }
}

#[test]
fn every_setting_has_its_effect() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    go_to(&mut app, "Text size");
    choose(&mut app, "125%");
    go_to(&mut app, "Colours");
    choose(&mut app, "Light");
    go_to(&mut app, "Less motion");
    press(&mut app, KeyCode::Enter);
    go_to(&mut app, "Luck");
    choose(&mut app, "No luck in blows");
    go_to(&mut app, "Speed");
    choose(&mut app, "Four times");
    go_to(&mut app, "Autofight");
    choose(&mut app, "Defensive");
    for knob in ["Effects", "Ambience"] {
        go_to(&mut app, knob);
        press(&mut app, KeyCode::ArrowLeft);
        frames(&mut app, 4);
        assert_eq!(focused(&app).as_deref(), Some(knob), "it is found again");
    }

    let world = app.world();
    assert_eq!(world.resource::<foretold_view::TextScale>().0, 1.25);
    let look = world.resource::<Look>();
    assert_eq!(look.theme.palette, Palette::light());
    assert!(!look.moves());
    let volumes = Volumes {
        effects: 0.6,
        ambience: 0.4,
    };
    assert_eq!(*world.resource::<Volumes>(), volumes);
    assert_eq!(world.resource::<Clock>().speed, Speed::Quadruple);
    let terms = world.resource::<PlayerOverrides>();
    assert_eq!(terms.luck, Some(Luck::Certain));
    assert_eq!(terms.everybody, Some(AutofightSettings::defensive()));
    settle(&mut app);

    // A restart keeps the speed that the clock was set to; another battle begins at the player's.
    close_page(&mut app);
    press(&mut app, KeyCode::Digit1);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(app.world().resource::<Clock>().speed, Speed::Half);
    let start = BattleRequest::Start {
        battle: "crypt".to_owned(),
        seed: 1,
    };
    app.world_mut().write_message(start);
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Clock>().speed, Speed::Quadruple);
}

#[test]
fn all_defaults_come_back_once_the_player_says_yes() {
    let mut app = game("first-blood", 3);
    let chosen = Settings {
        scale: Some(110),
        palette: PaletteChoice::HighContrast,
        reduced_motion: true,
        luck: Some(Luck::Certain),
        speed: Speed::Octuple,
        effects: 0,
        ..Settings::default()
    };
    let mut settings_now = app.world_mut().resource_mut::<PlayerSettings>();
    settings_now.0 = chosen.clone();
    settings_now
        .0
        .keys
        .insert("restart".to_owned(), vec!["F5".to_owned()]);
    settings_now.0.hints.shown = false;
    frames(&mut app, 3);
    let before = settings(&app).clone();
    open_page(&mut app);
    go_to(&mut app, "Restore all defaults");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(focused(&app).as_deref(), Some("Keep my settings"));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(*settings(&app), before, "asking changes nothing");
    assert_eq!(focused(&app).as_deref(), Some("Restore all defaults"));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    press(&mut app, KeyCode::Tab);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(*settings(&app), Settings::default());
    assert_eq!(app.world().resource::<foretold_view::TextScale>().0, 1.0);
    let (look, content) = (
        app.world().resource::<Look>(),
        app.world().resource::<GameContent>(),
    );
    let shipped = content.content().expect("it was read");
    assert_eq!(look.theme, *shipped.theme());
    assert!(look.moves());
}

#[test]
fn hints_and_keys_come_back_alone() {
    let mut app = game("first-blood", 3);
    let mut chosen = app.world_mut().resource_mut::<PlayerSettings>();
    chosen.0.effects = 10;
    chosen.0.hints.shown = false;
    chosen
        .0
        .keys
        .insert("restart".to_owned(), vec!["F5".to_owned()]);
    open_page(&mut app);
    click_on(&mut app, "Show the hints again");
    click_on(&mut app, "Reset all keys");
    frames(&mut app, 2);
    let expected = Settings {
        effects: 10,
        ..Settings::default()
    };
    assert_eq!(*settings(&app), expected);
}

#[test]
fn the_page_has_room_at_every_scale_and_rests() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    for scale in [80, 100, 150, 200] {
        let mut chosen = app.world_mut().resource_mut::<PlayerSettings>();
        chosen.0.scale = Some(scale);
        settle(&mut app);
        let world = app.world_mut();
        let mut controls = world.query::<(&AccessibleLabel, &ComputedNode, &UiGlobalTransform)>();
        let mut count = 0;
        for (label, node, place) in controls.iter(world) {
            let rect = Rect::from_center_size(place.translation, node.size());
            if label.0.contains("Add a key") || label.0 == "Luck" {
                let inside = rect.min.x >= 0.0 && rect.max.x <= 1280.0 && rect.width() > 10.0;
                assert!(inside, "{} at {scale}%: {rect:?}", label.0);
                count += 1;
            }
        }
        assert_eq!(count, Act::ALL.len() + 1);
    }
}

#[test]
fn the_command_line_goes_first_and_is_not_kept() {
    let folder = folder("asked");
    let mut app = foretold_view::testing::screen_app();
    app.add_plugins(foretold_ui::UiPlugins)
        .insert_resource(DataFolder(Some(folder.clone())))
        .insert_resource(foretold_ui::KeepProgress(false))
        .insert_resource(LaunchOptions {
            scale: Some(150),
            speed: Some(Speed::Half),
            ..default()
        });
    let mut app = foretold_view::testing::open(app, "first-blood", 3);
    assert_eq!(app.world().resource::<foretold_view::TextScale>().0, 1.5);
    assert_eq!(app.world().resource::<Clock>().speed, Speed::Half);
    assert!(!folder.exists());
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Equal);
    assert_eq!(app.world().resource::<foretold_view::TextScale>().0, 1.75);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn every_control_of_the_page_has_a_label_of_its_own_and_every_act_its_keys() {
    let mut app = game("first-blood", 3);
    open_page(&mut app);
    let mut all = labels(&mut app);
    all.retain(|label| !label.starts_with("Go to: "));
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
    for act in Act::ALL {
        let label = format!("{} Add a key", act.help());
        assert!(all.contains(&label), "{label}");
    }
}

/// How far each list is scrolled.
fn scrolled(app: &mut App) -> Vec<i32> {
    let mut areas = app
        .world_mut()
        .query_filtered::<&ScrollPosition, With<ScrollArea>>();
    let mut all: Vec<i32> = areas
        .iter(app.world())
        .map(|position| position.y as i32)
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn another_palette_scrolls_nothing() {
    let mut app = game("bonelord", 7);
    app.world_mut().resource_mut::<PlayerSettings>().0.scale = Some(150);
    frames(&mut app, 5);
    open_page(&mut app);
    let mut areas = app
        .world_mut()
        .query_filtered::<(&mut ScrollPosition, &ComputedNode), With<ScrollArea>>();
    for (mut position, node) in areas.iter_mut(app.world_mut()) {
        let hidden = node.content_size().y - node.size().y;
        position.y = (hidden * node.inverse_scale_factor / 2.0).max(0.0).floor();
    }
    frames(&mut app, 3);
    let before = scrolled(&mut app);
    let moved = before.iter().filter(|far| **far > 0).count();
    assert!(moved >= 3, "the page and panels behind it: {before:?}");
    for palette in [PaletteChoice::HighContrast, PaletteChoice::Light] {
        app.world_mut().resource_mut::<PlayerSettings>().0.palette = palette;
        frames(&mut app, 5);
        assert_eq!(scrolled(&mut app), before, "{palette:?}");
    }
    // A page that is opened again begins at its top.
    close_page(&mut app);
    open_page(&mut app);
    frames(&mut app, 3);
    assert_ne!(scrolled(&mut app), before);
}

fn window_mode(app: &mut App) -> WindowMode {
    let mut windows = app
        .world_mut()
        .query_filtered::<&Window, With<PrimaryWindow>>();
    windows.single(app.world()).expect("there is a window").mode
}

fn plug_in_monitor(app: &mut App) {
    app.world_mut().spawn(Monitor {
        name: None,
        physical_height: 1080,
        physical_width: 1920,
        physical_position: IVec2::ZERO,
        refresh_rate_millihertz: None,
        scale_factor: 1.0,
        video_modes: Vec::new(),
    });
}

#[test]
fn a_key_fills_the_screen_and_leads_back_and_the_next_start_remembers() {
    let folder = folder("window");
    let full = WindowMode::BorderlessFullscreen(MonitorSelection::Current);
    let mut app = game_in(Some(&folder), "first-blood", 3);
    plug_in_monitor(&mut app);
    press(&mut app, KeyCode::F11);
    assert_eq!(window_mode(&mut app), full);
    assert_eq!(read(&folder).window, WindowChoice::FullScreen);
    assert_reads(&mut app, "F11 leads back to the window");
    let mut again = game_in(Some(&folder), "first-blood", 3);
    assert_eq!(window_mode(&mut again), full);
    press(&mut app, KeyCode::F11);
    assert_eq!(window_mode(&mut app), WindowMode::Windowed);
}

#[test]
fn alt_and_enter_fill_the_screen_and_press_no_button() {
    let mut app = game("first-blood", 3);
    plug_in_monitor(&mut app);
    open_page(&mut app);
    go_to(&mut app, "Less motion");
    press_with(&mut app, KeyCode::AltLeft, KeyCode::Enter);
    assert_ne!(window_mode(&mut app), WindowMode::Windowed);
    assert!(!settings(&app).reduced_motion, "the box is not ticked");
    go_to(&mut app, "Window");
    choose(&mut app, "Window");
    assert_eq!(window_mode(&mut app), WindowMode::Windowed);
}

#[test]
fn where_there_is_no_monitor_the_window_stays_and_the_game_says_why() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::F11);
    frames(&mut app, 2);
    assert_eq!(window_mode(&mut app), WindowMode::Windowed);
    assert_eq!(settings(&app).window, WindowChoice::Window);
    let complaints = complaints(&app);
    assert!(complaints[0].contains("finds no monitor"), "{complaints:?}");
}

/// The shades over lists that go on below.
fn shades(app: &mut App) -> Vec<Rect> {
    let mut shades = app
        .world_mut()
        .query_filtered::<(&Visibility, &ComputedNode, &UiGlobalTransform), With<BackgroundGradient>>();
    let shown = shades
        .iter(app.world())
        .filter(|(seen, ..)| **seen != Visibility::Hidden);
    shown
        .map(|(_, node, at)| Rect::from_center_size(at.translation, node.size()))
        .collect()
}

#[test]
fn a_list_that_goes_on_below_is_shaded_and_what_has_the_focus_is_not() {
    let mut app = game("first-blood", 3);
    let behind = shades(&mut app);
    open_page(&mut app);
    let of_page = |app: &mut App| {
        let mut shades = shades(app);
        shades.retain(|shade| !behind.contains(shade));
        shades
    };
    assert_eq!(of_page(&mut app).len(), 1, "the page goes on");
    for _ in 0..40 {
        press(&mut app, KeyCode::Tab);
        frames(&mut app, 4);
        let entity = app.world().resource::<InputFocus>().get();
        let entity = entity.expect("something has the focus");
        let place = app.world().get::<UiGlobalTransform>(entity);
        let node = app.world().get::<ComputedNode>(entity);
        let (place, node) = place.zip(node).expect("it is on screen");
        let focus = Rect::from_center_size(place.translation, node.size());
        for shade in of_page(&mut app) {
            let shaded = focus.intersect(shade);
            let names = focused(&app);
            assert!(shaded.is_empty(), "{names:?} {focus:?} {shade:?}");
        }
    }
    let mut areas = app
        .world_mut()
        .query_filtered::<(&mut ScrollPosition, &ComputedNode), With<ScrollArea>>();
    for (mut position, node) in areas.iter_mut(app.world_mut()) {
        position.y = (node.content_size().y - node.size().y).max(0.0) * node.inverse_scale_factor;
    }
    frames(&mut app, 3);
    assert_eq!(of_page(&mut app), [], "it is at its end");
}
