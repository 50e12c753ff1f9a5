//! Every key does what `keys.ron` says, also when it is tapped within one frame.

use bevy::input::ButtonState;
use bevy::prelude::*;
use foretold_content::{Act, Content};
use foretold_sim::testing::{Inbox, shipped_files};
use foretold_sim::{Clock, ReplayFolder, Shown, Speed};
use foretold_ui::{Page, Pages, key_code};
use foretold_view::testing::{frames, settle};
use foretold_view::{Hover, Selection};

use crate::common::{assert_reads, focused, game, key, press, tick};

fn playing(app: &App) -> bool {
    app.world().resource::<Clock>().playing
}

#[test]
fn time_obeys_the_keys() {
    let mut app = game("first-blood", 3);
    assert_reads(&mut app, "First Blood");
    assert_reads(&mut app, "tick 0 · seed 3");
    for expected in 1..=3 {
        press(&mut app, KeyCode::Period);
        assert_eq!(tick(&app), expected);
    }
    press(&mut app, KeyCode::Comma);
    assert_eq!(tick(&app), 2);
    assert_reads(&mut app, "tick 2");
    assert_reads(&mut app, "looking back");
    press(&mut app, KeyCode::Home);
    assert_eq!(tick(&app), 0);
    press(&mut app, KeyCode::End);
    assert_eq!(tick(&app), 3);
    press(&mut app, KeyCode::Space);
    assert!(playing(&app));
    frames(&mut app, 13);
    assert_eq!(tick(&app), 4, "a step lasts 600 milliseconds");
    press(&mut app, KeyCode::Space);
    assert!(!playing(&app));
    for (code, speed) in [
        (KeyCode::Digit1, Speed::Half),
        (KeyCode::Digit2, Speed::Normal),
        (KeyCode::Digit3, Speed::Double),
        (KeyCode::Digit4, Speed::Quadruple),
        (KeyCode::Digit5, Speed::Octuple),
        (KeyCode::Digit6, Speed::Instant),
    ] {
        press(&mut app, code);
        assert_eq!(app.world().resource::<Clock>().speed, speed);
    }
    press(&mut app, KeyCode::Space);
    settle(&mut app);
    assert_eq!(tick(&app), 14);
    assert_reads(&mut app, "tick 14");
    assert_reads(&mut app, "Victory");
}

#[test]
fn a_battle_begins_again_with_the_same_seed_or_another() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Period);
    press(&mut app, KeyCode::KeyR);
    let seed = |app: &App| app.world().resource::<Shown>().session().seed();
    assert_eq!((tick(&app), seed(&app)), (0, 3));
    press(&mut app, KeyCode::BracketRight);
    press(&mut app, KeyCode::KeyR);
    let selected = app.world().resource::<Selection>().0;
    assert_eq!(
        selected.map(foretold_battle::UnitId::slot),
        Some(1),
        "who was selected stays so"
    );
    let seeds: Vec<u64> = (0..3)
        .map(|_| {
            press(&mut app, KeyCode::KeyN);
            seed(&app)
        })
        .collect();
    assert!(seeds.iter().any(|&fresh| fresh != 3), "{seeds:?}");
    assert_eq!(app.world().resource::<Shown>().session().last_step(), 0);
}

#[test]
fn a_key_tapped_within_one_frame_counts_each_time() {
    for frames_between in [1, 2, 3] {
        let mut app = game("first-blood", 3);
        for expected in 1..=4 {
            key(&mut app, KeyCode::Period, ButtonState::Pressed);
            key(&mut app, KeyCode::Period, ButtonState::Released);
            frames(&mut app, frames_between);
            // A tap takes two frames: down and up. The next one waits for them.
            if frames_between > 1 {
                assert_eq!(tick(&app), expected, "{frames_between} frames between");
            }
        }
        frames(&mut app, 8);
        assert_eq!(tick(&app), 4, "{frames_between} frames between");
    }
}

#[test]
fn a_key_that_is_held_counts_once() {
    let mut app = game("first-blood", 3);
    key(&mut app, KeyCode::Period, ButtonState::Pressed);
    frames(&mut app, 10);
    assert_eq!(tick(&app), 1);
}

#[test]
fn the_cursor_and_the_selection_need_no_mouse() {
    let mut app = game("first-blood", 3);
    let hover = |app: &App| {
        app.world()
            .resource::<Hover>()
            .0
            .map(|cell| cell.to_string())
    };
    let selected = |app: &App| {
        app.world()
            .resource::<Selection>()
            .0
            .map(foretold_battle::UnitId::slot)
    };
    assert_eq!((hover(&app), selected(&app)), (None, Some(0)));
    // Ada stands on C7.
    press(&mut app, KeyCode::ArrowRight);
    assert_eq!(hover(&app).as_deref(), Some("D7"));
    press(&mut app, KeyCode::ArrowUp);
    press(&mut app, KeyCode::ArrowLeft);
    press(&mut app, KeyCode::ArrowDown);
    assert_eq!(hover(&app).as_deref(), Some("C7"));
    assert_reads(&mut app, "100/100 HP");
    press(&mut app, KeyCode::Escape);
    assert_eq!((hover(&app), selected(&app)), (None, None));
    assert_reads(&mut app, "Nobody is selected");
    for _ in 0..30 {
        press(&mut app, KeyCode::ArrowUp);
    }
    // It begins with the first unit.
    assert_eq!(hover(&app).as_deref(), Some("C1"), "it stays on the board");
    press(&mut app, KeyCode::BracketRight);
    press(&mut app, KeyCode::BracketRight);
    assert_eq!(selected(&app), Some(1));
    press(&mut app, KeyCode::BracketLeft);
    assert_eq!(selected(&app), Some(0));
    press(&mut app, KeyCode::Enter);
    assert_eq!(selected(&app), None, "nobody stands on C1");
}

#[test]
fn ctrl_q_quits_with_success_and_q_alone_does_nothing() {
    let mut app = game("first-blood", 3);
    let mut exits = Inbox::<AppExit>::new(&app);
    press(&mut app, KeyCode::KeyQ);
    assert_eq!(exits.read(&app), []);
    key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
    press(&mut app, KeyCode::KeyQ);
    assert_eq!(exits.read(&app), [AppExit::Success]);
}

#[test]
fn a_key_map_of_ones_own_takes_over() {
    let mut files = shipped_files().clone();
    let keys = files.get("keys.ron").expect("it is shipped");
    let own = keys.replace("step_forward: [\".\",", "step_forward: [\"U\",");
    assert_ne!(keys, own);
    files.insert("keys.ron", own);
    let content = Content::load(&files).expect("the map is sound");
    assert_eq!(content.keys().chords(Act::StepForward)[0].to_string(), "U");
    let mut app = crate::messages::game_with(files);
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 0);
    press(&mut app, KeyCode::KeyU);
    assert_eq!(tick(&app), 1);
}

#[test]
fn an_act_with_two_chords_on_one_key_is_done_once() {
    let mut files = shipped_files().clone();
    let keys = files.get("keys.ron").expect("it is shipped");
    let own = keys.replace(
        "step_forward: [\".\",",
        "step_forward: [\".\", \"Shift+.\",",
    );
    files.insert("keys.ron", own);
    let mut app = crate::messages::game_with(files);
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 1);
    key(&mut app, KeyCode::ShiftLeft, ButtonState::Pressed);
    app.update();
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 2);
}

#[test]
fn a_chord_let_go_within_the_frame_counts() {
    let mut app = game("first-blood", 3);
    let mut exits = Inbox::<AppExit>::new(&app);
    key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
    app.update();
    key(&mut app, KeyCode::KeyQ, ButtonState::Pressed);
    key(&mut app, KeyCode::KeyQ, ButtonState::Released);
    key(&mut app, KeyCode::ControlLeft, ButtonState::Released);
    app.update();
    assert_eq!(exits.read(&app), [AppExit::Success]);
}

#[test]
fn a_chord_whose_modifier_is_let_go_first_does_nothing_else() {
    let mut app = game("first-blood", 3);
    key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
    app.update();
    key(&mut app, KeyCode::Period, ButtonState::Pressed);
    app.update();
    key(&mut app, KeyCode::ControlLeft, ButtonState::Released);
    frames(&mut app, 3);
    assert_eq!(
        tick(&app),
        0,
        "the key is still down, and was never pressed alone"
    );
    key(&mut app, KeyCode::Period, ButtonState::Released);
    app.update();
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 1);
    // Let go and pressed again within a frame, the modifier is held.
    key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
    app.update();
    key(&mut app, KeyCode::ControlLeft, ButtonState::Released);
    key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
    key(&mut app, KeyCode::Period, ButtonState::Pressed);
    frames(&mut app, 4);
    assert_eq!(tick(&app), 1);
    for code in [KeyCode::Period, KeyCode::ControlLeft] {
        key(&mut app, code, ButtonState::Released);
    }
    frames(&mut app, 4);
    // A modifier that comes later does not make a chord of it either.
    let mut exits = Inbox::<AppExit>::new(&app);
    key(&mut app, KeyCode::KeyQ, ButtonState::Pressed);
    app.update();
    key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
    frames(&mut app, 3);
    assert_eq!(exits.read(&app), []);
}

/// Checks that what is on screen is a moment of the battle, and that the battle can be played again.
/// How many steps and commands that takes.
#[track_caller]
fn assert_whole(app: &App) -> (u32, usize) {
    let current = app.world().resource::<Shown>();
    let moment = current.session().moment(current.step());
    let moment = moment.expect("it was played");
    assert_eq!(moment.fingerprint(), current.battle().fingerprint());
    let replay = current.session().replay();
    assert_eq!(replay.verify(&current.encounter().arena()), Ok(()));
    (replay.steps(), replay.entries.len())
}

/// How often every key is pressed at least; and at most, if so far only pages were opened.
const ROUNDS: u32 = 8;
const MOST_ROUNDS: u32 = 32;

/// Presses every key of `keys.ron` again and again, each time in another order; some are let go late,
/// some within their frame. The most steps and commands that the battle had on the way.
fn mash(app: &mut App) -> (u32, usize) {
    let content = Content::load(shipped_files()).expect("it is good");
    // Other dice each time would make every run of the test another one.
    let acts = Act::ALL.into_iter().filter(|act| *act != Act::NewSeed);
    let chords = acts.flat_map(|act| content.keys().chords(act));
    let mut taps: Vec<Vec<KeyCode>> = chords
        .filter_map(|chord| {
            let held = [
                (chord.ctrl, KeyCode::ControlLeft),
                (chord.shift, KeyCode::ShiftLeft),
                (chord.alt, KeyCode::AltLeft),
            ];
            let held = held.into_iter().filter(|(held, _)| *held);
            let code = key_code(chord.key)?;
            Some(held.map(|(_, code)| code).chain([code]).collect())
        })
        .collect();
    assert!(taps.len() >= Act::ALL.len(), "a key for everything");
    let mut number = 1_u32;
    // A fixed sequence that jumps around.
    let mut next = move || {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 16) as usize
    };
    let (mut most, mut held) = ((0, 0), Vec::new());
    for round in 0..MOST_ROUNDS {
        // Enough rounds, and something came of them.
        if round >= ROUNDS && most.0 > 3 && most.1 > 0 {
            break;
        }
        for place in 1..taps.len() {
            taps.swap(place, next() % (place + 1));
        }
        for tap in &taps {
            for &code in tap {
                key(app, code, ButtonState::Pressed);
                if next() % 4 > 0 {
                    app.update();
                }
            }
            // The key itself may be let go only after the next one.
            let late = next() % 4 == 0;
            held.extend(tap.iter().rev().skip(usize::from(late)));
            for code in held.drain(..) {
                key(app, code, ButtonState::Released);
            }
            held.extend(tap.last().filter(|_| late));
            app.update();
            // Pages, dialogs and fields take most keys: many a time they are left.
            if next() % 4 == 0 {
                press(app, KeyCode::Escape);
            }
            let (steps, commands) = assert_whole(app);
            most = (steps.max(most.0), commands.max(most.1));
        }
    }
    for code in held {
        key(app, code, ButtonState::Released);
    }
    frames(app, 3);
    most
}

/// Whatever was pressed, the battle is whole and can be gone back to.
fn mashing_breaks_nothing(name: &str) {
    let mut app = game(name, 3);
    // Nothing of it may reach the player's own folder.
    app.insert_resource(ReplayFolder(None));
    let (steps, commands) = mash(&mut app);
    assert!(
        steps > 3 && commands > 0,
        "{steps} steps, {commands} commands"
    );

    // From wherever it has led, Escape leads to the menu, and from there to the battle.
    let page = |app: &App| app.world().resource::<Pages>().top();
    let mut ways = 0..12;
    let found = ways.any(|_| {
        press(&mut app, KeyCode::Escape);
        page(&app) == Some(Page::Pause)
    });
    assert!(found, "{:?}", page(&app));
    press(&mut app, KeyCode::Escape);
    assert_eq!((page(&app), focused(&app)), (None, None));
    press(&mut app, KeyCode::Home);
    assert_eq!(tick(&app), 0);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(assert_whole(&app).0, 0, "it begins again");
}

#[test]
fn mashing_every_key_breaks_no_battle_by_rules() {
    mashing_breaks_nothing("crypt");
}

#[test]
fn mashing_every_key_breaks_no_battle_by_hand() {
    mashing_breaks_nothing("crypt-by-hand");
}
