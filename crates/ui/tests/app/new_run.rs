//! Where a run begins: level, seed and companions, with the keyboard alone and with the mouse alone.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use foretold_run::{Run, RunStage};
use foretold_sim::CurrentRun;
use foretold_ui::{Page, Pages};
use foretold_view::testing::{frames, settle};

use crate::common::{
    assert_reads, click_on, focused, game, key_as, labels, point_at, press, resize, texts,
    type_text,
};
use crate::room::{SCALES, SIZES, assert_page_has_room, assert_texts_stay_inside};

fn new_run() -> App {
    let mut app = game("first-blood", 1);
    app.world_mut().resource_mut::<Pages>().only(Page::NewRun);
    frames(&mut app, 8);
    app
}

fn run(app: &App) -> &Run {
    let run = app.world().resource::<CurrentRun>();
    run.get().expect("there is a run")
}

/// The names of those who are offered.
fn offered(app: &App) -> Vec<String> {
    let RunStage::Choosing(offered) = run(app).stage() else {
        panic!("nobody is offered");
    };
    let realm = run(app).realm();
    let names = offered.iter().filter_map(|unit| realm.recruit(unit));
    names.map(|recruit| recruit.sheet.name.clone()).collect()
}

/// Goes to a control with Tab alone.
#[track_caller]
fn tab_to(app: &mut App, label: &str) {
    let mut passed = Vec::new();
    for _ in 0..40 {
        if focused(app).as_deref() == Some(label) {
            return;
        }
        passed.extend(focused(app));
        press(app, KeyCode::Tab);
    }
    panic!("{label:?} is not among {passed:#?}");
}

#[test]
fn whoever_is_offered_is_told_in_full() {
    let mut app = new_run();
    let RunStage::Choosing(units) = run(&app).stage().clone() else {
        panic!("nobody is offered");
    };
    assert_eq!(units.len(), 4);
    for unit in units {
        let recruit = run(&app).realm().recruit(&unit).expect("it can join");
        let (name, text) = (recruit.sheet.name.clone(), recruit.text.clone());
        let hp = format!("{} HP", recruit.sheet.max_hp);
        let skills: Vec<String> = recruit
            .skills
            .iter()
            .filter_map(|skill| run(&app).realm().content().skill(skill))
            .map(|skill| skill.name)
            .collect();
        for words in [name, text, hp].iter().chain(&skills) {
            assert_reads(&mut app, words);
        }
    }
    assert_reads(&mut app, "Move towards the nearest enemy.");
    assert_reads(&mut app, "0 of 3 chosen");
    let seed = format!("Seed {} offers", run(&app).start().seed);
    assert_reads(&mut app, &seed);
}

#[test]
fn a_run_begins_with_the_keyboard_alone() {
    let mut app = new_run();
    tab_to(&mut app, "The seed of the run");
    type_text(&mut app, "4711");
    frames(&mut app, 4);
    assert_eq!(run(&app).start().seed, 4_711);
    assert_reads(&mut app, "Seed 4711 offers");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    let names = offered(&app);
    assert_eq!(focused(&app).as_ref(), names.first());
    // Nobody sets out too early.
    tab_to(&mut app, "Set out");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    assert!(run(&app).company().is_empty());
    for (number, name) in (1..).zip([&names[0], &names[1], &names[3]]) {
        tab_to(&mut app, name);
        press(&mut app, KeyCode::Enter);
        frames(&mut app, 4);
        assert_reads(&mut app, &format!("{number} of 3 chosen"));
    }
    tab_to(&mut app, "Set out");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 6);
    let company = run(&app).company().iter();
    let company: Vec<String> = company
        .filter_map(|one| run(&app).realm().recruit(&one.unit))
        .map(|recruit| recruit.sheet.name.clone())
        .collect();
    assert_eq!(company, [&names[0], &names[1], &names[3]].map(Clone::clone));
    let top = app.world().resource::<Pages>().top();
    assert_eq!(top, Some(Page::Map));
}

#[test]
fn a_seed_that_is_none_is_refused_until_it_is_one() {
    let mut app = new_run();
    let complains = |app: &mut App| texts(app).iter().any(|text| text.contains("is no seed"));
    tab_to(&mut app, "The seed of the run");
    type_text(&mut app, "12x");
    frames(&mut app, 4);
    assert_reads(&mut app, "“12x” is no seed: type a whole number");
    for state in [ButtonState::Pressed, ButtonState::Released] {
        key_as(&mut app, KeyCode::Backspace, Key::Backspace, state);
        frames(&mut app, 1);
    }
    frames(&mut app, 4);
    assert_eq!(run(&app).start().seed, 12);
    assert!(!complains(&mut app));
    type_text(&mut app, "x");
    frames(&mut app, 4);
    assert!(complains(&mut app));
    click_on(&mut app, "Fresh seed");
    frames(&mut app, 4);
    assert!(!complains(&mut app));
}

#[test]
fn a_run_begins_with_the_mouse_alone() {
    let mut app = new_run();
    let seed = run(&app).start().seed;
    click_on(&mut app, "Fresh seed");
    frames(&mut app, 4);
    assert_ne!(run(&app).start().seed, seed);
    click_on(&mut app, "Today's run");
    frames(&mut app, 4);
    let today = run(&app).start().seed;
    assert!((20_260_000..30_000_000).contains(&today), "{today}");
    assert_reads(&mut app, "Today's run.");
    let names = offered(&app);
    for name in &names {
        click_on(&mut app, name);
    }
    // The fourth stays behind until another does.
    assert_reads(&mut app, "Only 3 set out");
    assert_reads(&mut app, "3 of 3 chosen");
    click_on(&mut app, &names[0]);
    frames(&mut app, 2);
    assert_reads(&mut app, "2 of 3 chosen");
    click_on(&mut app, &names[3]);
    frames(&mut app, 2);
    click_on(&mut app, "Set out");
    frames(&mut app, 6);
    assert_eq!(run(&app).company().len(), 3);
    assert_eq!(*run(&app).stage(), RunStage::OnMap);
}

#[test]
fn a_run_under_way_is_gone_on_with_or_given_up_first() {
    let mut app = new_run();
    for name in offered(&app).iter().take(3) {
        click_on(&mut app, name);
    }
    click_on(&mut app, "Set out");
    frames(&mut app, 6);
    let start = run(&app).start();
    app.world_mut().resource_mut::<Pages>().only(Page::NewRun);
    frames(&mut app, 6);
    assert_reads(&mut app, "A run is under way");
    assert!(!labels(&mut app).contains(&"Set out".to_owned()));
    click_on(&mut app, "Go on with the run");
    frames(&mut app, 6);
    assert_eq!(run(&app).start(), start);
    let top = app.world().resource::<Pages>().top();
    assert_eq!(top, Some(Page::Map));
}

#[test]
fn the_page_has_room_at_every_size_and_scale_and_comes_to_rest() {
    let mut app = new_run();
    let names = offered(&app);
    click_on(&mut app, &names[1]);
    // Away from everything that would explain itself.
    point_at(&mut app, Vec2::ZERO);
    settle(&mut app);
    for size in SIZES {
        for scale in SCALES {
            resize(&mut app, size, scale);
            let at = format!("{size:?} at {scale}");
            assert_page_has_room(&mut app, &at);
            assert_texts_stay_inside(&mut app, &at);
        }
    }
}
