//! Rules are changed word by word, with the keyboard or the mouse, and only by requests.

use bevy::prelude::*;
use foretold_view::Selection;
use foretold_view::testing::frames;

use crate::common::{
    Edits, OWN, assert_reads, choose, click_on, focused, game, go_to, labels, note_edits, press,
    press_with, sentences, texts, tick,
};

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
    press(&mut app, KeyCode::ArrowRight);
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
fn conditions_stand_under_headings_that_keys_pass_by_and_skills_beside_their_numbers() {
    let mut app = game("first-blood", 3);
    go_to(&mut app, "Rule 1: add a condition");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    for heading in ["About enemies", "About me", "About the target"] {
        assert_reads(&mut app, heading);
    }
    let begins = |app: &App| focused(app).unwrap_or_default();
    assert!(begins(&app).ends_with(": an enemy is within …"));
    press(&mut app, KeyCode::PageDown);
    assert!(begins(&app).ends_with(": never"), "{}", begins(&app));
    press(&mut app, KeyCode::PageUp);
    for _ in 0..40 {
        assert!(begins(&app).starts_with("Rule 1: add a condition: "));
        press(&mut app, KeyCode::ArrowDown);
    }
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    go_to(&mut app, "Rule 1: what it does");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_reads(
        &mut app,
        "range 1, 25 bludgeoning, hits without a roll · 2 ticks",
    );
}

#[test]
fn a_preset_shows_how_its_rules_begin() {
    let mut app = game("first-blood", 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    assert_reads(&mut app, "1. Use Light Punch on the nearest enemy.");
    assert_reads(&mut app, "2. Use Heavy Punch on the nearest enemy.");
    assert_reads(&mut app, "3. Move towards the nearest enemy.");
}
