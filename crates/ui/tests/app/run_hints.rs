//! The four hints of the first run: each stands where it is about something, and goes by doing it.

use bevy::prelude::*;
use foretold_battle::{Faction, Unit};
use foretold_run::{JournalEntry, Run, RunCommand, RunStage};
use foretold_sim::{ClockRequest, CurrentRun};
use foretold_ui::{Page, Pages, PlayerSettings};
use foretold_view::testing::frames;

use crate::common::{assert_reads, click_on, game, go_to, labels, press, texts};
use crate::run_pages::run_at;

const CHOOSE: &str = "Choose three of the four.";
const ODDS: &str = "Every fight in reach is foretold";
const WORD: &str = "You have learned a word.";
const OMEN: &str = "Looking back is free.";

fn run(app: &App) -> &Run {
    let run = app.world().resource::<CurrentRun>();
    run.get().expect("there is a run")
}

/// Whether a hint is on screen.
fn is_shown(app: &mut App, says: &str) -> bool {
    texts(app).iter().any(|text| text.starts_with(says))
}

/// Whether a hint counts as done.
fn is_done(app: &App, name: &str) -> bool {
    let settings = app.world().resource::<PlayerSettings>();
    settings.0.hints.done.contains(name)
}

#[test]
fn choosing_and_reading_the_odds_are_learned_by_doing_them() {
    let mut app = game("first-blood", 1);
    app.world_mut().resource_mut::<Pages>().only(Page::NewRun);
    frames(&mut app, 8);
    assert_reads(&mut app, CHOOSE);
    let RunStage::Choosing(offered) = run(&app).stage().clone() else {
        panic!("nobody is offered");
    };
    for unit in offered.iter().take(3) {
        let recruit = run(&app).realm().recruit(unit).expect("it can join");
        let name = recruit.sheet.name.clone();
        click_on(&mut app, &name);
    }
    assert!(!is_done(&app, "run-choose"), "nobody has set out yet");
    click_on(&mut app, "Set out");
    frames(&mut app, 6);
    assert!(is_done(&app, "run-choose") && !is_shown(&mut app, CHOOSE));
    assert_reads(&mut app, ODDS);
    let all = labels(&mut app);
    let place = all.iter().find(|label| label.ends_with("in reach"));
    let place = place.expect("a way leads on").clone();
    click_on(&mut app, &place);
    frames(&mut app, 4);
    assert!(is_shown(&mut app, ODDS), "it was only looked at");
    let all = labels(&mut app);
    let go = all
        .iter()
        .find(|label| ["Fight here", "Go here"].contains(&label.as_str()));
    click_on(&mut app, go.expect("there is a button"));
    frames(&mut app, 6);
    assert!(is_done(&app, "run-odds") && !is_shown(&mut app, ODDS));
    // Whoever has done it once is not told again.
    app.world_mut().resource_mut::<Pages>().only(Page::Map);
    frames(&mut app, 4);
    assert!(!is_shown(&mut app, ODDS));
}

#[test]
fn a_word_is_learned_by_teaching_it() {
    let knows_more = |run: &Run| *run.stage() == RunStage::OnMap && run.words() != run.plan().words;
    let mut app = run_at(1, knows_more);
    assert_reads(&mut app, WORD);
    app.world_mut().resource_mut::<Pages>().open(Page::Company);
    frames(&mut app, 4);
    assert!(!is_shown(&mut app, WORD), "it is about the map");
    go_to(&mut app, "Rule 1: on or off");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    assert!(is_done(&app, "run-word"));
    app.world_mut().resource_mut::<Pages>().only(Page::Map);
    frames(&mut app, 4);
    assert!(!is_shown(&mut app, WORD));
}

#[test]
fn an_omen_is_learned_by_spending_one() {
    let mut app = run_at(1, |run| {
        let by_hand = |run: &Run| run.battle().is_some_and(|fight| fight.encounter.by_hand);
        *run.stage() == RunStage::Fighting && run.omens() > 0 && !by_hand(run) && loses_one(run)
    });
    app.world_mut().resource_mut::<Pages>().close();
    frames(&mut app, 3);
    assert!(!is_shown(&mut app, OMEN), "nobody has fallen yet");
    for _ in 0..500 {
        if has_lost_one(run(&app)) {
            break;
        }
        press(&mut app, KeyCode::Period);
        frames(&mut app, 3);
    }
    assert!(has_lost_one(run(&app)), "its rules lose one");
    assert_reads(&mut app, OMEN);
    press(&mut app, KeyCode::Home);
    frames(&mut app, 3);
    assert!(is_shown(&mut app, OMEN), "looking back alone is free");
    press(&mut app, KeyCode::BracketRight);
    frames(&mut app, 2);
    let price = "You look back: a change here costs an omen, and you have ";
    assert_reads(&mut app, price);
    go_to(&mut app, "Rule 1: on or off");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    click_on(&mut app, "Spend an omen");
    frames(&mut app, 6);
    let took_back = |entry: &JournalEntry| matches!(entry, JournalEntry::TookBack(_));
    assert!(run(&app).journal().iter().any(took_back));
    assert!(is_done(&app, "run-omen") && !is_shown(&mut app, OMEN));
    assert!(!is_shown(&mut app, price), "this is the present now");
}

#[test]
fn the_past_of_a_battle_that_is_won_is_closed_and_the_panel_says_so() {
    let mut app = run_at(1, |run| *run.stage() == RunStage::Fighting && wins(run));
    app.world_mut().resource_mut::<Pages>().close();
    app.world_mut().write_message(ClockRequest::Finish);
    frames(&mut app, 6);
    assert!(run(&app).battle().is_none(), "it is won");
    app.world_mut().resource_mut::<Pages>().close();
    press(&mut app, KeyCode::Home);
    press(&mut app, KeyCode::BracketRight);
    frames(&mut app, 3);
    assert_reads(&mut app, "and its past is closed: go on with the run.");
}

/// Whether the battle is won as it goes.
fn wins(run: &Run) -> bool {
    let mut run = run.clone();
    while *run.stage() == RunStage::Fighting {
        let step = RunCommand::Step { steps: 1 };
        let is_open = run.battle().is_some_and(|fight| {
            let battle = fight.session.battle();
            battle.outcome().is_none() && battle.waits_for().is_empty()
        });
        if !is_open || run.command(step).is_err() {
            return false;
        }
    }
    run.end().is_none()
}

/// Whether one of the company has fallen in the running battle.
fn has_lost_one(run: &Run) -> bool {
    run.battle().is_some_and(|fight| {
        let now = fight.session.battle();
        let mut friends = now.arena().side(Faction::Friendly).iter();
        friends.any(|unit| !now.unit(unit).is_some_and(Unit::is_up))
    })
}

/// Whether one falls before the battle is over.
fn loses_one(run: &Run) -> bool {
    let mut run = run.clone();
    while *run.stage() == RunStage::Fighting {
        let step = RunCommand::Step { steps: 1 };
        let is_open = |run: &Run| {
            let outcome = run.battle().map(|fight| fight.session.battle().outcome());
            outcome == Some(None)
        };
        if has_lost_one(&run) && is_open(&run) {
            return true;
        }
        if run.command(step).is_err() {
            return false;
        }
    }
    false
}
