//! The skills of a unit by hand: rows, keys, costs, and the rules behind the other tab.

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use foretold_battle::SkillId;
use foretold_sim::Shown;
use foretold_ui::Toasts;
use foretold_view::testing::{frames, settle};
use foretold_view::{Hover, OrderMode, Selection};

use crate::common::{
    assert_reads, click_on, focused, game, go_to, labels, options, press, press_with, texts,
};

/// Vera's turn in the crypt: she knows two punches, Guard, Bash and Shove.
fn crypt() -> App {
    let mut app = game("crypt-by-hand", 2);
    frames(&mut app, 3);
    app
}

fn armed(app: &App) -> Option<String> {
    let skill: SkillId = app.world().resource::<OrderMode>().skill()?;
    let battle = app.world().resource::<Shown>().battle();
    Some(battle.arena().skill(skill).name.clone())
}

/// Whether the control with a label is marked, and whether it can be used.
fn state(app: &mut App, label: &str) -> (bool, bool) {
    let mut controls = app
        .world_mut()
        .query::<(&AccessibleLabel, Has<Checked>, Has<InteractionDisabled>)>();
    let found = controls
        .iter(app.world())
        .find(|(found, ..)| found.0 == label);
    let (_, checked, off) = found.expect("it is on screen");
    (checked, !off)
}

fn reads(app: &mut App, words: &str) -> bool {
    texts(app).iter().any(|text| text.contains(words))
}

#[test]
fn each_skill_says_what_it_does_what_it_costs_and_why_not() {
    let mut app = crypt();
    assert_reads(&mut app, "Can hit: nobody");
    assert_reads(
        &mut app,
        "Can be hit by: nobody; after a walk: Cultist, Skeleton",
    );
    for words in [
        "Light Punch",
        "1 action",
        "Shift+1",
        "range 1, 10 bludgeoning",
        "No enemy in reach: the nearest is 6 cells away, it reaches 1. Walk closer first.",
        "Heavy Punch",
        "whole turn",
        "range 1, 12 bludgeoning, stunned (1 turn), hits without a roll, rests 3 turns after use",
    ] {
        assert_reads(&mut app, words);
    }
    assert_eq!(state(&mut app, "Skill 1: Light Punch"), (false, false));
    assert_eq!(state(&mut app, "Skill 3: Guard"), (false, true));
    assert!(
        !labels(&mut app)
            .iter()
            .any(|label| label == "Rule 1: delete")
    );
}

#[test]
fn a_key_arms_a_skill_and_the_pips_show_what_it_takes() {
    let mut app = crypt();
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit3);
    frames(&mut app, 2);
    assert_eq!(armed(&app).as_deref(), Some("Guard"));
    assert_eq!(state(&mut app, "Skill 3: Guard"), (true, true));
    assert_reads(
        &mut app,
        "Armed: choose a red target. 1 action left after it.",
    );
    assert_reads(&mut app, "2 → 1");
    // Another one takes its place, if it can be used; what cannot be used says why.
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit1);
    frames(&mut app, 2);
    let said = app.world().resource::<Toasts>().iter().last();
    let said = said.map(|toast| toast.text.clone()).unwrap_or_default();
    assert!(
        said.starts_with("Vera, Light Punch: no enemy in reach"),
        "{said}"
    );
    assert_eq!(armed(&app).as_deref(), Some("Guard"), "as before");
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit9);
    let said = app.world().resource::<Toasts>().iter().last();
    let said = said.map(|toast| toast.text.clone()).unwrap_or_default();
    assert!(said.contains("It knows 5 skills"), "{said}");
    // A walk costs one, too: the cursor is on a green cell.
    press(&mut app, KeyCode::KeyM);
    frames(&mut app, 2);
    assert_reads(&mut app, "2 → 1");
    press(&mut app, KeyCode::Escape);
    app.world_mut().resource_mut::<Hover>().0 = None;
    frames(&mut app, 2);
    assert!(!reads(&mut app, "2 → 1"), "nothing is chosen");
}

#[test]
fn a_row_is_pressed_by_mouse_and_by_keyboard_and_then_the_board_has_the_keys() {
    let mut app = crypt();
    click_on(&mut app, "Skill 3: Guard");
    frames(&mut app, 2);
    assert_eq!(armed(&app).as_deref(), Some("Guard"));
    press(&mut app, KeyCode::Escape);
    assert_eq!(armed(&app), None);
    go_to(&mut app, "Skill 3: Guard");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_eq!(armed(&app).as_deref(), Some("Guard"));
    assert_eq!(focused(&app), None);
    assert!(
        app.world().resource::<Hover>().0.is_some(),
        "on its first target"
    );
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    let vera = app.world().resource::<Shown>().battle().units().next();
    assert!(vera.is_some_and(|(_, vera)| vera.block > 0));
}

#[test]
fn the_rules_are_behind_the_other_tab_and_stay_there() {
    let mut app = crypt();
    let has_rules = |app: &mut App| labels(app).iter().any(|label| label == "Rule 1: delete");
    press(&mut app, KeyCode::KeyS);
    frames(&mut app, 2);
    assert!(has_rules(&mut app));
    assert_reads(&mut app, "You command it. Without you it follows:");
    assert!(!reads(&mut app, "range 1, 10 bludgeoning"));
    // The next unit by hand shows its rules as well.
    press(&mut app, KeyCode::BracketRight);
    frames(&mut app, 2);
    assert!(has_rules(&mut app));
    click_on(&mut app, "Skills");
    frames(&mut app, 2);
    assert!(!has_rules(&mut app));
    // A key that changes rules shows them.
    press(&mut app, KeyCode::KeyT);
    frames(&mut app, 2);
    assert!(has_rules(&mut app));
}

#[test]
fn others_show_their_rules_and_their_skills_can_be_read() {
    let mut app = game("first-blood", 3);
    frames(&mut app, 3);
    assert!(
        labels(&mut app)
            .iter()
            .any(|label| label == "Rule 1: delete")
    );
    let enemy = options(&app).uses.first().map(|(_, target)| *target);
    let other = app.world().resource::<Shown>().battle().units().nth(1);
    let other = other.map(|(unit, _)| unit).or(enemy);
    app.world_mut().resource_mut::<Selection>().0 = other;
    frames(&mut app, 2);
    click_on(&mut app, "Skills");
    frames(&mut app, 2);
    assert_reads(&mut app, "Select one of your own, the blue circles.");
    assert_reads(&mut app, "range 1");
}
