//! What the player is told: refusals, reloads, errors in files.

use std::time::Duration;

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use foretold_content::Files;
use foretold_sim::testing::shipped_files;
use foretold_sim::{BattleRequest, ContentPlugin, GameContent, Shown};
use foretold_ui::{Page, Pages, ToastKind, Toasts};
use foretold_view::testing::{FRAME, frames, open};

use crate::common::{assert_reads, click, game, game_on, key, point_at, press, texts};

/// The game with other content, in First Blood.
pub(crate) fn game_with(files: Files) -> App {
    open(game_on(ContentPlugin::Given(files)), "first-blood", 3)
}

#[test]
fn a_refusal_says_why_and_what_to_do() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Comma);
    assert_reads(&mut app, "This is the beginning already");
    for _ in 0..14 {
        press(&mut app, KeyCode::Period);
    }
    press(&mut app, KeyCode::Period);
    assert_reads(
        &mut app,
        "The battle is over: rewind, restart or choose another",
    );
    // Messages go by themselves.
    frames(&mut app, 200);
    assert_eq!(app.world().resource::<Toasts>().iter().count(), 0);
}

#[test]
fn a_message_goes_at_a_press_and_all_go_with_esc() {
    let mut app = game("first-blood", 3);
    let count = |app: &App| app.world().resource::<Toasts>().iter().count();
    press(&mut app, KeyCode::Comma);
    frames(&mut app, 2);
    let mut named = app.world_mut().query::<(&Name, &UiGlobalTransform)>();
    let stack = named
        .iter(app.world())
        .find(|(name, _)| name.as_str() == "Toasts");
    let middle = stack.expect("it is there").1.translation;
    point_at(&mut app, middle);
    click(&mut app, MouseButton::Left);
    assert_eq!(count(&app), 0);
    press(&mut app, KeyCode::Comma);
    assert_eq!(count(&app), 1);
    press(&mut app, KeyCode::Escape);
    assert_eq!(count(&app), 0);
}

#[test]
fn at_the_end_of_a_battle_playing_on_leads_to_its_result() {
    let mut app = game("first-blood", 3);
    let result = |app: &App| app.world().resource::<Pages>().top() == Some(Page::Result);
    for _ in 0..14 {
        press(&mut app, KeyCode::Period);
    }
    assert_reads(&mut app, "Result");
    assert!(!result(&app), "what happened last is still to be seen");
    press(&mut app, KeyCode::Space);
    assert!(result(&app));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 8);
    assert!(!result(&app), "the battle is looked at");
    press(&mut app, KeyCode::Space);
    assert!(result(&app));
}

#[test]
fn the_same_message_is_not_piled_up_and_many_do_not_fill_the_screen() {
    let mut app = game("first-blood", 3);
    for _ in 0..5 {
        press(&mut app, KeyCode::Comma);
    }
    assert_eq!(app.world().resource::<Toasts>().iter().count(), 1);
    for number in 0..20 {
        let battle = format!("nowhere-{number}");
        app.world_mut()
            .write_message(BattleRequest::Start { battle, seed: 1 });
        app.update();
    }
    let toasts = app.world().resource::<Toasts>();
    assert!(toasts.iter().count() <= 5);
    assert!(toasts.iter().all(|toast| toast.kind == ToastKind::Bad));
}

#[test]
fn files_that_cannot_be_read_are_told_with_their_place() {
    let mut files = shipped_files().clone();
    files.insert("units/recruit.unit.ron", "(\n    hpp: 100,\n)");
    let mut app = game_with(files);
    assert!(app.world().get_resource::<Shown>().is_none());
    assert!(!app.world().resource::<GameContent>().errors().is_empty());
    assert_reads(&mut app, "units/recruit.unit.ron:2:5");
    assert_reads(&mut app, "did you mean “hp”?");
    frames(&mut app, 300);
    let shown = texts(&mut app);
    assert!(
        shown.iter().any(|text| text.contains("recruit.unit.ron")),
        "it stays"
    );
}

/// Lets a frame pass that lasts so long.
fn frame_of(app: &mut App, length: Duration) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
    app.update();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
}

/// Warns that units can still act, in a frame from which on the clock jumps by seven seconds after
/// so many others. Gives how many frames long the warning could be read.
fn warn_after_idling(app: &mut App, jumps_in: u32) -> u32 {
    let is_there = |app: &App| app.world().resource::<Toasts>().iter().count() > 0;
    frames(app, 3);
    key(app, KeyCode::KeyE, ButtonState::Pressed);
    key(app, KeyCode::KeyE, ButtonState::Released);
    for frame in 0..400 {
        let length = if frame == jumps_in {
            Duration::from_secs(7)
        } else {
            FRAME
        };
        frame_of(app, length);
        if frame > 0 && !is_there(app) {
            return frame - 1;
        }
        assert!(is_there(app), "it is told at once");
    }
    panic!("it never goes");
}

#[test]
fn a_message_can_be_read_for_its_whole_time_wherever_the_clock_jumps() {
    // Six seconds, in frames.
    let whole = 120;
    for jumps_in in 0..=3 {
        let mut app = game("crypt-by-hand", 3);
        let read = warn_after_idling(&mut app, jumps_in);
        assert!(
            (whole..whole + 10).contains(&read),
            "{read} frames, with the jump in frame {jumps_in}"
        );
    }
    // Later on it is no sleep, since none is so long while a message is there.
    let mut app = game("crypt-by-hand", 3);
    let read = warn_after_idling(&mut app, 20);
    assert!(read > whole - 15, "{read} frames");
}

#[test]
fn after_idling_the_second_press_ends_the_turn() {
    for jumps_in in 0..=2 {
        let mut app = game("crypt-by-hand", 3);
        press(&mut app, KeyCode::Space);
        frames(&mut app, 3);
        let waits = |app: &App| {
            let battle = app.world().resource::<Shown>().battle();
            !battle.waits_for().is_empty()
        };
        assert!(waits(&app));
        key(&mut app, KeyCode::KeyE, ButtonState::Pressed);
        for frame in 0..5 {
            let jump = if frame == jumps_in { 7_000 } else { 50 };
            frame_of(&mut app, Duration::from_millis(jump));
        }
        key(&mut app, KeyCode::KeyE, ButtonState::Released);
        app.update();
        assert_reads(&mut app, "can still act");
        assert!(waits(&app), "the first press only warns");
        key(&mut app, KeyCode::KeyE, ButtonState::Pressed);
        app.update();
        assert!(!waits(&app), "the jump in frame {jumps_in}");
        app.update();
        let asks = |text: &String| text.contains("can still act");
        assert!(!texts(&mut app).iter().any(asks), "it is answered");
    }
}
