//! Changes of rules are tried, taken back and made again, in the past too, and outlive a restart.

use bevy::prelude::*;
use foretold_sim::Shown;
use foretold_view::Selection;
use foretold_view::testing::{frames, settle};

use crate::common::{
    OWN, assert_reads, choose, game, go_to, press, press_with, sentences, texts, tick,
};

#[test]
fn changes_are_taken_back_and_made_again() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Delete);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyD);
    let changed = sentences(&app, 0);
    assert_eq!(changed, [OWN[1], OWN[1], OWN[2]]);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_eq!(sentences(&app, 0), OWN[1..]);
    // Whoever is changed is shown.
    press(&mut app, KeyCode::BracketRight);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_eq!(sentences(&app, 0), OWN);
    let selected = app.world().resource::<Selection>().0;
    assert_eq!(selected.map(foretold_battle::UnitId::slot), Some(0));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_reads(
        &mut app,
        "There is no change of rules to take back: change a rule first",
    );
    for _ in 0..2 {
        press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyY);
    }
    assert_eq!(sentences(&app, 0), changed);
}

#[test]
fn trying_tells_the_odds_before_and_after_with_the_interval() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::KeyT);
    assert_reads(&mut app, "Nothing has changed: change a rule, then try it");
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::KeyT);
    settle(&mut app);
    let versus = *app
        .world()
        .resource::<foretold_sim::Trial>()
        .comparison()
        .expect("it is done");
    let whole = |estimate: foretold_battle::Estimate| (estimate.odds.hundredths() + 50) / 100;
    let (before, after) = (whole(versus.before.win()), whole(versus.after.win()));
    assert_ne!(before, after, "it matters");
    assert_reads(&mut app, &format!("Victory {before}% → {after}%"));
    let (change, low, high) = versus.change();
    let points = |hundredths: i32| format!("{:.1}", f64::from(hundredths.abs()) / 100.0);
    assert_reads(&mut app, "Ada's last change: ");
    for number in [change, low, high] {
        assert_reads(&mut app, &points(number));
    }
    assert_reads(&mut app, "95% sure between");
    assert_reads(&mut app, "4096 battles each.");
    press(&mut app, KeyCode::Period);
    let stale = texts(&mut app);
    assert!(
        !stale.iter().any(|text| text.contains("last change")),
        "it was another moment"
    );
}

#[test]
fn an_edit_of_the_past_begins_another_line_and_says_so_before() {
    let mut app = game("first-blood", 3);
    for _ in 0..5 {
        press(&mut app, KeyCode::Period);
    }
    press(&mut app, KeyCode::Comma);
    press(&mut app, KeyCode::Comma);
    assert_reads(
        &mut app,
        "You look back: a change begins another branch from here.",
    );
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    let battle = app.world().resource::<Shown>();
    assert!(battle.is_live());
    assert_eq!(tick(&app), 3);
}

#[test]
fn a_change_is_taken_back_only_where_it_is_in_force() {
    let mut app = game("first-blood", 3);
    for _ in 0..3 {
        press(&mut app, KeyCode::Period);
    }
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Escape);
    for _ in 0..2 {
        press(&mut app, KeyCode::Period);
    }
    press(&mut app, KeyCode::Home);
    assert_eq!(sentences(&app, 0), OWN, "the past had other rules");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_reads(&mut app, "The change was made at step 3");
    assert_eq!(
        app.world()
            .resource::<foretold_sim::Shown>()
            .session()
            .last_step(),
        5
    );
    press(&mut app, KeyCode::End);
    assert_eq!(sentences(&app, 0), OWN[1..]);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_eq!(sentences(&app, 0), OWN, "also when time has gone on");
    assert_eq!(tick(&app), 5);
    // A change in the past cuts off what was changed later.
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyY);
    press(&mut app, KeyCode::Home);
    go_to(&mut app, "Rule 3: delete");
    press(&mut app, KeyCode::Enter);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_eq!(sentences(&app, 0), OWN);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_reads(
        &mut app,
        "There is no change of rules to take back: change a rule first",
    );
}

#[test]
fn a_battle_begins_again_with_the_rules_that_were_made() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::Period);
    for key in [KeyCode::KeyR, KeyCode::KeyN] {
        press(&mut app, key);
        frames(&mut app, 3);
        assert_eq!(sentences(&app, 0), OWN[1..]);
        assert_eq!(tick(&app), 0);
    }
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_eq!(sentences(&app, 0), OWN, "and the battle's own come back");
}

#[test]
fn several_changes_within_one_frame_are_all_made_and_all_taken_back() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: add a condition");
    choose(&mut app, "my HP is below …");
    go_to(&mut app, "Rule 1: the percentage of test 1");
    for key_code in [KeyCode::PageUp, KeyCode::ArrowRight] {
        crate::common::key(&mut app, key_code, bevy::input::ButtonState::Pressed);
        crate::common::key(&mut app, key_code, bevy::input::ButtonState::Released);
    }
    frames(&mut app, 3);
    for _ in 0..8 {
        press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    }
    assert_eq!(sentences(&app, 0), OWN);
    assert_reads(
        &mut app,
        "There is no change of rules to take back: change a rule first",
    );
}

#[test]
fn what_is_refused_costs_nothing() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    let rules = app.world().resource::<Shown>().battle().units().next();
    let rules = rules
        .map(|(_, unit)| unit.rules.to_vec())
        .unwrap_or_default();
    let unit = foretold_battle::UnitId::new(0).expect("the first slot");
    let too_many = [rules.clone(), rules].concat();
    let request = foretold_sim::RuleEditRequest::Rules {
        unit,
        rules: too_many,
    };
    app.world_mut().write_message(request);
    frames(&mut app, 2);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyY);
    assert_eq!(
        sentences(&app, 0),
        OWN[1..],
        "what was taken back can still be made again"
    );
}

#[test]
fn a_battle_that_begins_again_while_time_runs_has_its_rules_from_the_first_step() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Escape);
    // Frames that are longer than a step.
    app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(
        std::time::Duration::from_millis(100),
    ));
    press(&mut app, KeyCode::Digit5);
    press(&mut app, KeyCode::Space);
    frames(&mut app, 3);
    assert!(tick(&app) > 1);
    press(&mut app, KeyCode::KeyR);
    frames(&mut app, 4);
    assert!(tick(&app) > 0, "time runs on");
    let battle = app.world().resource::<Shown>();
    let at: Vec<u32> = battle
        .session()
        .replay()
        .entries
        .iter()
        .map(|entry| entry.step)
        .collect();
    assert_eq!(at, [0]);
    assert_eq!(sentences(&app, 0), OWN[1..]);
}
