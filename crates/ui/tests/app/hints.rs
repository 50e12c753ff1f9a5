//! The first battle teaches: each hint is done by doing it, time waits for it, and all can be skipped.

use bevy::prelude::*;
use foretold_battle::{Faction, Happening};
use foretold_sim::{BattleRequest, Clock, Shown, Speed};
use foretold_ui::PlayerSettings;
use foretold_view::Screen;
use foretold_view::testing::{frames, settle};

use crate::common::{
    assert_reads, choose, click, click_on, focused, game, go_to, labelled, labels, lesson,
    middle_of, point_at, press, texts, tick,
};

/// The number of the hint on screen, if there is one.
fn hint(app: &mut App) -> Option<u32> {
    let told = texts(app);
    let card = told.iter().find_map(|text| text.strip_prefix("Hint "))?;
    card.split(' ').next()?.parse().ok()
}

/// Longer than the whole battle takes: 14 ticks.
fn wait_long(app: &mut App) {
    frames(app, 200);
}

/// How many blows have fallen.
fn blows(app: &App) -> usize {
    let session = app.world().resource::<Shown>().session();
    let events = session.events_until(session.last_step());
    let is_blow =
        |what: &Happening| matches!(what, Happening::Struck(_) | Happening::Whiffed { .. });
    events.filter(|event| is_blow(&event.what)).count()
}

/// Whether the battle is not over.
fn goes_on(app: &App) -> bool {
    let session = app.world().resource::<Shown>().session();
    session.battle().outcome().is_none()
}

/// Where Brand is on screen.
fn brand(app: &App) -> Vec2 {
    let battle = app.world().resource::<Shown>().battle();
    let brand = battle.arena().side(Faction::Enemy).first();
    let at = battle
        .unit(brand.expect("Brand is there"))
        .expect("he joined");
    middle_of(app, &at.cell.to_string())
}

/// Selects Brand with the keyboard.
fn look_by_keys(app: &mut App) {
    press(app, KeyCode::BracketRight);
    frames(app, 2);
}

#[test]
fn the_battle_cannot_run_away_from_a_player_who_presses_space_and_looks_away() {
    let mut app = lesson(3);
    assert_eq!(hint(&mut app), Some(1));
    press(&mut app, KeyCode::Space);
    wait_long(&mut app);
    assert_eq!((hint(&mut app), tick(&app)), (Some(1), 0));
    look_by_keys(&mut app);
    assert_eq!(hint(&mut app), Some(2));
    // Not even at the greatest speed.
    press(&mut app, KeyCode::Digit6);
    assert_reads(&mut app, "Faster would be too fast to see");
    press(&mut app, KeyCode::Space);
    wait_long(&mut app);
    assert_eq!(hint(&mut app), Some(3));
    let first = tick(&app);
    assert!(first > 0 && blows(&app) > 0 && goes_on(&app));
    let app = &mut app;
    for at in 3..=6 {
        assert_eq!(hint(app), Some(at));
        for key in [
            KeyCode::Digit6,
            KeyCode::End,
            KeyCode::Period,
            KeyCode::Space,
        ] {
            press(app, key);
        }
        assert_reads(app, "Time waits for hint");
        wait_long(app);
        assert_eq!((hint(app), tick(app)), (Some(at), first), "hint {at}");
        press(app, KeyCode::KeyK);
        frames(app, 2);
    }
    assert_eq!(hint(app), None);
    assert_reads(app, "That was the last hint");
    press(app, KeyCode::Space);
    wait_long(app);
    assert!(!goes_on(app));
}

#[test]
fn a_speed_of_the_settings_does_not_carry_the_battle_away_either() {
    let mut app = lesson(3);
    app.world_mut().resource_mut::<PlayerSettings>().0.speed = Speed::Instant;
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Clock>().speed, Speed::Normal);
    press(&mut app, KeyCode::KeyK);
    press(&mut app, KeyCode::Space);
    wait_long(&mut app);
    assert_eq!(hint(&mut app), Some(3));
    assert!(goes_on(&app));
}

#[test]
fn each_of_the_six_hints_is_done_by_keys_alone() {
    let mut app = lesson(3);
    assert_reads(&mut app, "Win: bring down Brand before Ada falls.");
    look_by_keys(&mut app);
    assert_eq!(hint(&mut app), Some(2));
    press(&mut app, KeyCode::Space);
    wait_long(&mut app);
    assert_eq!(hint(&mut app), Some(3));
    assert!(!app.world().resource::<Clock>().playing);
    let blow = tick(&app);
    press(&mut app, KeyCode::Comma);
    frames(&mut app, 2);
    assert_eq!((hint(&mut app), tick(&app)), (Some(4), blow - 1));
    press(&mut app, KeyCode::KeyW);
    frames(&mut app, 2);
    assert_eq!(hint(&mut app), Some(5));
    go_to(&mut app, "Rule 1: what it does");
    choose(&mut app, "Heavy Punch");
    settle(&mut app);
    assert_eq!(hint(&mut app), Some(6));
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::KeyT);
    settle(&mut app);
    assert_eq!(hint(&mut app), None);
    let settings = app.world().resource::<PlayerSettings>();
    assert!(!settings.0.hints.shown);
    assert_eq!(settings.0.hints.done.len(), 6);
}

#[test]
fn each_of_the_six_hints_is_done_by_mouse_alone() {
    let mut app = lesson(3);
    let at = brand(&app);
    point_at(&mut app, at);
    assert_eq!(hint(&mut app), Some(1), "the mouse may only pass by");
    click(&mut app, MouseButton::Left);
    assert_eq!(hint(&mut app), Some(2));
    click_on(&mut app, "Play, or pause.");
    wait_long(&mut app);
    assert_eq!(hint(&mut app), Some(3));
    click_on(&mut app, "One step back.");
    frames(&mut app, 2);
    assert_eq!(hint(&mut app), Some(4));
    let other = labels(&mut app);
    let other = other.iter().find(|label| label.contains("Expert"));
    let other = other.expect("there is a button for it").clone();
    click_on(&mut app, &other);
    frames(&mut app, 2);
    assert_eq!(hint(&mut app), Some(5));
    click_on(&mut app, "Rule 1: what it does");
    frames(&mut app, 2);
    click_on(&mut app, "Rule 1: what it does: Heavy Punch");
    settle(&mut app);
    assert_eq!(hint(&mut app), Some(6));
    click_on(&mut app, "Try the change: the odds before and after.");
    settle(&mut app);
    assert_eq!(hint(&mut app), None);
}

#[test]
fn a_hint_frames_what_it_is_about() {
    let mut app = lesson(3);
    let framed = |app: &mut App| {
        settle(app);
        let mut frames = app.world_mut().query::<(
            &Node,
            &BorderColor,
            &ComputedNode,
            &UiGlobalTransform,
            &Pickable,
            &InheritedVisibility,
        )>();
        let thick = frames
            .iter(app.world())
            .filter(|(node, _, _, _, pick, seen)| {
                node.border.top == px(3) && **pick == Pickable::IGNORE && seen.get()
            });
        let all: Vec<Rect> = thick
            .map(|(_, _, node, place, ..)| Rect::from_center_size(place.translation, node.size()))
            .collect();
        assert_eq!(all.len(), 1, "one thing is framed");
        all[0]
    };
    let at = brand(&app);
    assert!(framed(&mut app).contains(at));
    press(&mut app, KeyCode::KeyK);
    for (label, at) in [
        ("Play, or pause.", 2),
        ("One step back.", 3),
        ("", 4),
        ("Rule 1: what it does", 5),
        ("Try the change: the odds before and after.", 6),
    ] {
        let frame = framed(&mut app);
        let about = if label.is_empty() {
            let screen = *app.world().resource::<Screen>();
            screen.panels().evaluations.center()
        } else {
            labelled(&mut app, label)
        };
        assert_eq!(hint(&mut app), Some(at));
        assert!(
            frame.contains(about),
            "hint {at} frames {frame:?}, not {about}"
        );
        press(&mut app, KeyCode::KeyK);
    }
}

#[test]
fn hints_that_are_left_wait_in_the_next_try_of_the_battle() {
    let mut app = lesson(3);
    look_by_keys(&mut app);
    press(&mut app, KeyCode::Space);
    wait_long(&mut app);
    assert_eq!(hint(&mut app), Some(3));
    press(&mut app, KeyCode::KeyR);
    frames(&mut app, 3);
    assert_eq!((hint(&mut app), tick(&app)), (Some(3), 0));
    // To go back there must be something to go back from.
    press(&mut app, KeyCode::Space);
    wait_long(&mut app);
    assert_eq!(hint(&mut app), Some(3));
    assert!(goes_on(&app) && tick(&app) > 0);
    let (battle, seed) = ("heavy-hands".to_owned(), 1);
    app.world_mut()
        .write_message(BattleRequest::Start { battle, seed });
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), None);
    let (battle, seed) = ("first-blood".to_owned(), 1);
    app.world_mut()
        .write_message(BattleRequest::Start { battle, seed });
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), Some(3));
}

#[test]
fn hints_are_skipped_and_shown_again_and_no_other_battle_has_them() {
    let mut app = lesson(3);
    assert_reads(&mut app, "Hint 1 of 6");
    settle(&mut app);
    click_on(&mut app, "Skip this hint");
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), Some(2));
    settle(&mut app);
    click_on(&mut app, "Skip all hints");
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), None);
    assert_eq!(focused(&app), None);
    point_at(&mut app, Vec2::new(5.0, 300.0));
    click(&mut app, MouseButton::Left);
    let mut settings = app.world_mut().resource_mut::<PlayerSettings>();
    settings.0.hints = foretold_content::Hints::default();
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), Some(1));
    let mut app = game("crypt", 3);
    app.world_mut()
        .resource_mut::<PlayerSettings>()
        .0
        .hints
        .shown = true;
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), None);
}
