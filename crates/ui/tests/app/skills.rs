//! Rules are changed word by word, with the keyboard or the mouse, and only by requests.

use bevy::prelude::*;
use foretold_sim::CurrentBattle;
use foretold_ui::{Copied, DataFolder};
use foretold_view::Selection;
use foretold_view::testing::{frames, settle};

use crate::common::{
    Edits, assert_reads, choose, click_on, focused, game, go_to, labels, note_edits, press,
    press_with, sentences, texts, tick, type_text,
};

const OWN: [&str; 3] = [
    "Use Light Punch on the nearest enemy.",
    "Use Heavy Punch on the nearest enemy.",
    "Move towards the nearest enemy.",
];
const WANTED: &str =
    "When an enemy is within 1 and my HP is below 50%, use Heavy Punch on the lowest HP enemy.";

/// The words of a rule as they stand on screen, from left to right and top to bottom.
fn read_rule(app: &mut App, number: usize) -> Vec<String> {
    let prefix = format!("Rule {number}: ");
    let all = labels(app).into_iter();
    all.filter(|label| label.starts_with(&prefix)).collect()
}

#[test]
fn a_sentence_is_built_from_an_empty_rule_with_the_keyboard_alone() {
    let mut app = game("first-blood", 3);
    assert_eq!(sentences(&app, 0), OWN);
    note_edits(&mut app);
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    assert_eq!(sentences(&app, 0), OWN[1..]);
    press(&mut app, KeyCode::Insert);
    assert_eq!(sentences(&app, 0)[2], OWN[0], "a new rule has no condition");
    frames(&mut app, 2);
    assert_eq!(focused(&app).as_deref(), Some("Rule 3: add a condition"));
    choose(&mut app, "an enemy is within …");
    go_to(&mut app, "Rule 3: add a condition");
    choose(&mut app, "my HP is below …");
    go_to(&mut app, "Rule 3: what it does");
    choose(&mut app, "Heavy Punch");
    assert_eq!(
        focused(&app).as_deref(),
        Some("Rule 3: what it does"),
        "the focus survives that the panel is built anew"
    );
    go_to(&mut app, "Rule 3: which one");
    choose(&mut app, "lowest HP");
    assert_eq!(sentences(&app, 0)[2], WANTED);
    let edits = &app.world().resource::<Edits>().0;
    assert_eq!(edits.len(), 6, "every change is a request");
    for label in [
        "Rule 3: what test 1 asks",
        "Rule 3: the range of test 1",
        "Rule 3: and, or",
        "Rule 3: what test 2 asks",
        "Rule 3: the percentage of test 2",
        "Rule 3: what it does",
        "Rule 3: which one",
        "Rule 3: of whom",
    ] {
        assert!(
            read_rule(&mut app, 3).iter().any(|found| found == label),
            "{label}"
        );
    }
    let all = texts(&mut app);
    for word in [
        "an enemy is within",
        "1",
        "and",
        "my HP is below",
        "50%",
        "Heavy Punch",
        "lowest HP",
    ] {
        assert!(
            all.iter().any(|text| text == word),
            "{word} is not on screen"
        );
    }
}

#[test]
fn numbers_words_and_joins_change_in_place() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: add a condition");
    choose(&mut app, "at least … enemies are within …");
    go_to(&mut app, "Rule 1: how many in test 1");
    press(&mut app, KeyCode::ArrowUp);
    go_to(&mut app, "Rule 1: the range of test 1");
    press(&mut app, KeyCode::End);
    assert!(
        sentences(&app, 0)[0].contains("are within 11,"),
        "{:?}",
        sentences(&app, 0)
    );
    // Digits make a number, and time runs no faster for it.
    press(&mut app, KeyCode::Digit1);
    press(&mut app, KeyCode::Digit0);
    assert!(
        sentences(&app, 0)[0].contains("are within 10,"),
        "{:?}",
        sentences(&app, 0)
    );
    press(&mut app, KeyCode::Digit4);
    assert!(
        sentences(&app, 0)[0].contains("are within 4,"),
        "{:?}",
        sentences(&app, 0)
    );
    let speed = app.world().resource::<foretold_sim::Clock>().speed;
    assert_eq!(speed, foretold_sim::Speed::Normal);
    press(&mut app, KeyCode::End);
    go_to(&mut app, "Rule 1: add a condition");
    choose(&mut app, "I am …");
    go_to(&mut app, "Rule 1: the status of test 2");
    choose(&mut app, "rooted");
    go_to(&mut app, "Rule 1: and, or");
    choose(&mut app, "or");
    go_to(&mut app, "Rule 1: what test 2 asks");
    choose(&mut app, "I am not …");
    go_to(&mut app, "Rule 1: of whom");
    choose(&mut app, "enemy in reach");
    assert_eq!(
        sentences(&app, 0)[0],
        "When at least 3 enemies are within 11 or I am not rooted, use Light Punch on the nearest enemy in reach."
    );
    go_to(&mut app, "Rule 1: what test 1 asks");
    choose(&mut app, "(remove this condition)");
    assert_eq!(
        sentences(&app, 0)[0],
        "When I am not rooted, use Light Punch on the nearest enemy in reach."
    );
}

#[test]
fn the_mouse_alone_does_the_same() {
    let mut app = game("first-blood", 3);
    click_on(&mut app, "Rule 1: add a condition");
    frames(&mut app, 2);
    click_on(&mut app, "Rule 1: add a condition: my HP is below …");
    frames(&mut app, 2);
    click_on(&mut app, "Rule 1: the percentage of test 1: less");
    frames(&mut app, 2);
    click_on(&mut app, "Rule 1: which one");
    frames(&mut app, 2);
    click_on(&mut app, "Rule 1: which one: furthest");
    assert_eq!(
        sentences(&app, 0)[0],
        "When my HP is below 45%, use Light Punch on the furthest enemy."
    );
    frames(&mut app, 2);
    assert_eq!(
        focused(&app),
        None,
        "the mouse leaves the keys to the board"
    );
    click_on(&mut app, "Rule 1: on or off");
    assert!(sentences(&app, 0)[0].starts_with("(off)"));
    frames(&mut app, 2);
    click_on(&mut app, "Rule 1: move down");
    assert_eq!(sentences(&app, 0)[0], OWN[1]);
    frames(&mut app, 2);
    // A click beside an open list closes it and chooses nobody.
    click_on(&mut app, "Rule 1: what it does");
    let beside = crate::common::middle_of(&app, "J6");
    crate::common::point_at(&mut app, beside);
    crate::common::click(&mut app, MouseButton::Left);
    assert!(
        !labels(&mut app)
            .iter()
            .any(|label| label == "Rule 1: what it does: hold")
    );
    let selected = app.world().resource::<Selection>().0;
    assert_eq!(selected.map(foretold_battle::UnitId::slot), Some(0));
}

#[test]
fn reordering_changes_what_the_unit_does() {
    let mut app = game("first-blood", 3);
    // At the seventh step both stand side by side, and Ada punches lightly.
    while !texts(&mut app)
        .iter()
        .any(|text| text.contains("Ada uses Light Punch"))
    {
        press(&mut app, KeyCode::Period);
        assert!(tick(&app) < 14, "she never strikes");
    }
    go_to(&mut app, "Rule 2: move up");
    press(&mut app, KeyCode::Enter);
    assert_eq!(sentences(&app, 0)[..2], [OWN[1], OWN[0]]);
    frames(&mut app, 2);
    assert_reads(&mut app, "Ada winds up Heavy Punch");
    assert_eq!(
        focused(&app).as_deref(),
        Some("Rule 1: move up"),
        "the focus follows the rule"
    );
    press_with(&mut app, KeyCode::AltLeft, KeyCode::ArrowDown);
    assert_eq!(sentences(&app, 0), OWN);
    assert_reads(&mut app, "Ada uses Light Punch");
}

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
    assert_reads(&mut app, "There is no change of rules to take back.");
    for _ in 0..2 {
        press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyY);
    }
    assert_eq!(sentences(&app, 0), changed);
}

#[test]
fn there_are_no_more_rules_than_slots_and_no_rules_for_enemies() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Delete);
    assert_reads(
        &mut app,
        "Go to a rule first: F6 leads to the panels, Tab from one control",
    );
    press(&mut app, KeyCode::Insert);
    assert_eq!(sentences(&app, 0), OWN);
    assert_reads(&mut app, "All 3 slots are taken: delete a rule first.");
    press(&mut app, KeyCode::BracketRight);
    press(&mut app, KeyCode::Insert);
    assert_reads(&mut app, "Select a unit of your own that follows rules.");
    assert!(
        !labels(&mut app)
            .iter()
            .any(|label| label.starts_with("Rule 1"))
    );
}

#[test]
fn rules_go_out_and_come_back_as_text() {
    let mut app = game("first-blood", 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyC);
    let text = app.world_mut().resource_mut::<Copied>().paste();
    assert!(text.contains("light_punch"), "{text}");
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyV);
    assert_eq!(sentences(&app, 0), OWN);
    assert_reads(&mut app, "Pasted 3 rules.");
}

#[test]
fn a_bad_paste_changes_nothing_and_says_where() {
    let mut app = game("first-blood", 3);
    let bad =
        "[\n    (when: All([EnemyInRange(1)]), use: \"light_punsh\", on: \"nearest_enemy\"),\n]";
    app.world_mut().resource_mut::<Copied>().copy(bad);
    note_edits(&mut app);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyV);
    frames(&mut app, 3);
    assert_eq!(sentences(&app, 0), OWN);
    assert_eq!(app.world().resource::<Edits>().0, []);
    assert_reads(&mut app, "pasted text:2:");
    assert_reads(&mut app, "did you mean “light_punch”?");
    assert_reads(&mut app, "Nothing was changed.");
    // It can be mended where it was pasted: the field has the focus.
    assert_eq!(focused(&app).as_deref(), Some("The rules as text"));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Home);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    assert!(
        !labels(&mut app)
            .iter()
            .any(|label| label == "The rules as text")
    );
    assert_eq!(sentences(&app, 0), OWN);
}

#[test]
fn rules_are_edited_as_text_in_a_dialog() {
    let mut app = game("first-blood", 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyT);
    frames(&mut app, 3);
    type_text(&mut app, "x");
    press(&mut app, KeyCode::Tab);
    go_within(&mut app, "Use these rules");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_reads(&mut app, "Nothing was changed.");
    // While the dialog is open the game does not hear the keys.
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 0);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 1);
}

/// Goes to a control of the open dialog.
#[track_caller]
fn go_within(app: &mut App, label: &str) {
    for _ in 0..30 {
        if focused(app).as_deref() == Some(label) {
            return;
        }
        press(app, KeyCode::Tab);
    }
    panic!("{label} is not in the dialog: {:?}", labels(app));
}

#[test]
fn presets_are_saved_loaded_deleted_and_the_battles_own_come_back() {
    let folder = std::env::temp_dir().join(format!("foretold-presets-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut app = game("first-blood", 3);
    app.insert_resource(DataFolder(Some(folder.clone())));
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    let short = sentences(&app, 0);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    assert_eq!(focused(&app).as_deref(), Some("The preset's name"));
    type_text(&mut app, "two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "Saved as two of them.");
    assert!(folder.join("presets/two of them.ron").exists());
    // Nothing is written over.
    go_within(&mut app, "The preset's name");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "There is a preset two of them already");
    go_within(&mut app, "Load As the battle began");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(sentences(&app, 0), OWN);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    go_within(&mut app, "Load two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(sentences(&app, 0), short);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    go_within(&mut app, "Delete two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "Delete two of them for good?");
    assert!(
        folder.join("presets/two of them.ron").exists(),
        "it asks first"
    );
    assert_eq!(
        focused(&app).as_deref(),
        Some("Keep two of them"),
        "nobody deletes by pressing Enter twice"
    );
    go_within(&mut app, "Really delete two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert!(!folder.join("presets/two of them.ron").exists());
    go_within(&mut app, "Load brawler");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_ne!(sentences(&app, 0), short);
    let _ = std::fs::remove_dir_all(&folder);
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
        .versus()
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
        "You look back: a change begins another line from here.",
    );
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    let battle = app.world().resource::<CurrentBattle>();
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
    assert_eq!(app.world().resource::<foretold_sim::Timeline>().last(), 5);
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
    assert_reads(&mut app, "There is no change of rules to take back.");
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
fn a_chord_with_an_arrow_moves_the_rule_and_nothing_else() {
    let mut app = game("first-blood", 3);
    // The last line of the first rule: an arrow alone would lead into the second.
    go_to(&mut app, "Rule 1: add a condition");
    press_with(&mut app, KeyCode::AltLeft, KeyCode::ArrowDown);
    assert_eq!(sentences(&app, 0), [OWN[1], OWN[0], OWN[2]]);
    frames(&mut app, 2);
    assert_eq!(focused(&app).as_deref(), Some("Rule 2: add a condition"));
    choose(&mut app, "my HP is below …");
    go_to(&mut app, "Rule 2: the percentage of test 1");
    press_with(&mut app, KeyCode::AltLeft, KeyCode::ArrowUp);
    assert_eq!(
        sentences(&app, 0)[0],
        "When my HP is below 50%, use Light Punch on the nearest enemy.",
        "the number stays"
    );
}

#[test]
fn several_changes_within_one_frame_are_all_made_and_all_taken_back() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: add a condition");
    choose(&mut app, "my HP is below …");
    go_to(&mut app, "Rule 1: the percentage of test 1");
    for key_code in [KeyCode::ArrowUp, KeyCode::ArrowRight] {
        crate::common::key(&mut app, key_code, bevy::input::ButtonState::Pressed);
        crate::common::key(&mut app, key_code, bevy::input::ButtonState::Released);
    }
    frames(&mut app, 3);
    for _ in 0..8 {
        press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    }
    assert_eq!(sentences(&app, 0), OWN);
    assert_reads(&mut app, "There is no change of rules to take back.");
}

#[test]
fn what_is_refused_costs_nothing() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    let rules = app
        .world()
        .resource::<CurrentBattle>()
        .battle()
        .units()
        .next();
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
    let battle = app.world().resource::<CurrentBattle>();
    let at: Vec<u32> = battle
        .live()
        .replay()
        .entries
        .iter()
        .map(|entry| entry.step)
        .collect();
    assert_eq!(at, [0]);
    assert_eq!(sentences(&app, 0), OWN[1..]);
}
