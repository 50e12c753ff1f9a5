//! The coach: better rules for the selected unit, found in the background and applied with one press.

use bevy::prelude::*;
use foretold_sim::{Advice, Clock, Shown};
use foretold_view::Selection;
use foretold_view::testing::{frames, settle};

use crate::common::{
    OWN, assert_reads, click_on, focused, game, go_to, labels, press, press_with, sentences, texts,
    tick,
};

const COACH: &str = "Ask the coach for better rules; again goes to its advice.";
const APPLY: &str = "Advice 1: apply";

fn ask(app: &mut App) {
    press_with(app, KeyCode::ShiftLeft, KeyCode::KeyT);
}

fn undo(app: &mut App) {
    press_with(app, KeyCode::ControlLeft, KeyCode::KeyZ);
}

fn advice(app: &App) -> &Advice {
    app.world().resource::<Advice>()
}

/// How many changes are offered on screen.
fn offered(app: &mut App) -> usize {
    let all = labels(app);
    all.iter()
        .filter(|label| label.starts_with("Advice"))
        .count()
}

/// Some text on screen has these words.
fn reads(app: &mut App, words: &str) -> bool {
    texts(app).iter().any(|text| text.contains(words))
}

/// The rules of the first unit after the best change, as sentences.
fn best_rules(app: &App) -> Vec<String> {
    let arena = app.world().resource::<Shown>().battle().arena();
    let rules = &advice(app).best()[0].change.rules;
    let rules = rules.iter();
    rules
        .map(|rule| foretold_battle::sentence(arena, rule))
        .collect()
}

#[test]
fn advice_comes_with_the_odds_and_the_keyboard_applies_it_and_takes_it_back() {
    let mut app = game("first-blood", 3);
    assert_eq!(offered(&mut app), 0);
    ask(&mut app);
    // On a fast machine it may be done already.
    if advice(&app).is_running() {
        assert_reads(&mut app, "The coach tries ");
        assert_reads(&mut app, " changes of Ada's rules: ");
    }
    settle(&mut app);
    assert_reads(&mut app, "The coach's advice to Ada, victory from here:");
    let best = advice(&app).best().to_vec();
    assert_eq!(offered(&mut app), best.len());
    let whole = |odds: foretold_battle::Estimate| (odds.odds.hundredths() + 50) / 100;
    for best in &best {
        let (before, after) = (whole(best.score.before()), whole(best.score.after()));
        assert_reads(&mut app, &format!("{before} → {after}%, +"));
        let battle = app.world().resource::<Shown>().battle();
        let change = best.change.in_words(battle.arena());
        assert_reads(&mut app, &change);
    }
    assert_reads(&mut app, " ± ");
    assert_eq!(focused(&app), None, "it came without taking the keys");
    // The same key leads there.
    let changed = best_rules(&app);
    ask(&mut app);
    assert_eq!(focused(&app).as_deref(), Some(APPLY));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_eq!(sentences(&app, 0), changed);
    assert_eq!(offered(&mut app), 0, "it was about other rules");
    assert_reads(&mut app, "Ctrl+Z takes it back.");
    assert_eq!(focused(&app).as_deref(), Some(COACH));
    undo(&mut app);
    assert_eq!(sentences(&app, 0), OWN);
}

#[test]
fn the_mouse_asks_and_applies_and_leaves_the_keys_to_the_board() {
    let mut app = game("first-blood", 3);
    click_on(&mut app, COACH);
    settle(&mut app);
    let changed = best_rules(&app);
    click_on(&mut app, APPLY);
    assert_eq!(sentences(&app, 0), changed);
    assert_eq!(offered(&mut app), 0);
    assert_eq!(focused(&app), None);
    click_on(&mut app, "Take the last change of rules back.");
    assert_eq!(sentences(&app, 0), OWN);
}

#[test]
fn advice_for_another_moment_or_other_rules_is_dropped() {
    let mut app = game("first-blood", 3);
    ask(&mut app);
    settle(&mut app);
    assert!(offered(&mut app) > 0);
    press(&mut app, KeyCode::Period);
    assert_eq!(offered(&mut app), 0);
    assert!(!reads(&mut app, "The coach"));
    // Also while it is looked for.
    ask(&mut app);
    assert_reads(&mut app, "The coach tries ");
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    assert!(!reads(&mut app, "The coach"));
    assert_eq!(offered(&mut app), 0);
}

#[test]
fn time_stands_still_while_the_coach_looks() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Space);
    assert!(app.world().resource::<Clock>().playing);
    ask(&mut app);
    assert!(!app.world().resource::<Clock>().playing);
    let now = tick(&app);
    settle(&mut app);
    assert_eq!(tick(&app), now);
    assert!(offered(&mut app) > 0);
}

#[test]
fn advice_stands_beside_the_rules_that_it_is_about() {
    let mut app = game("crypt", 7);
    let selected = |app: &App| app.world().resource::<Selection>().0;
    let first = selected(&app);
    ask(&mut app);
    settle(&mut app);
    let (count, told) = (offered(&mut app), reads(&mut app, "The coach"));
    assert!(told);
    press(&mut app, KeyCode::BracketRight);
    assert_ne!(selected(&app), first);
    assert!(!reads(&mut app, "The coach"), "another unit");
    assert_eq!(offered(&mut app), 0);
    press(&mut app, KeyCode::BracketLeft);
    assert_eq!(offered(&mut app), count);
    press(&mut app, KeyCode::KeyS);
    assert_eq!(offered(&mut app), 0, "its skills");
    // The key shows the rules again.
    ask(&mut app);
    frames(&mut app, 2);
    assert_eq!(offered(&mut app), count);
}

#[test]
fn the_coach_says_that_nothing_is_better_and_whom_it_cannot_coach() {
    let mut app = game("first-blood", 3);
    // Brand is an enemy.
    press(&mut app, KeyCode::BracketRight);
    ask(&mut app);
    assert_reads(&mut app, "Select a unit of your own that follows rules.");
    press(&mut app, KeyCode::BracketLeft);
    // With the best rules one after another, nothing is left to gain.
    for _ in 0..8 {
        ask(&mut app);
        settle(&mut app);
        if advice(&app).best().is_empty() {
            break;
        }
        click_on(&mut app, APPLY);
    }
    assert_reads(&mut app, "nothing that is certainly better.");
    assert_eq!(offered(&mut app), 0);
    let tried = advice(&app).tried();
    assert_reads(
        &mut app,
        &format!("The coach tried {tried} changes of Ada's rules"),
    );
}
