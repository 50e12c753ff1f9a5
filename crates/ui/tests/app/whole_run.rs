//! A whole run on its pages, from the title to its end: with the keyboard alone, and with the mouse
//! alone.

use bevy::prelude::*;
use foretold_run::{Run, RunStage};
use foretold_sim::testing::shipped_files;
use foretold_sim::{AutoTakeCommand, ContentPlugin, CurrentRun, KeptRuns, RunFolder, Shown};
use foretold_ui::{Page, Pages};
use foretold_view::testing::frames;

use crate::common::{click_on, focused, game_on, go_to, labels, press};

/// How a control is used.
#[derive(Clone, Copy)]
enum Hand {
    Keys,
    Mouse,
}

impl Hand {
    fn use_control(self, app: &mut App, label: &str) {
        match self {
            Hand::Keys => {
                if focused(app).as_deref() != Some(label) {
                    go_to(app, label);
                }
                press(app, KeyCode::Enter);
            }
            Hand::Mouse => click_on(app, label),
        }
        frames(app, 4);
    }

    fn play(self, app: &mut App) {
        match self {
            Hand::Keys => {
                press(app, KeyCode::Digit6);
                press(app, KeyCode::Space);
            }
            Hand::Mouse => {
                click_on(app, "To the end at once.");
                click_on(app, "Play, or pause.");
            }
        }
    }
}

fn run(app: &App) -> Option<&Run> {
    app.world().resource::<CurrentRun>().get()
}

fn top(app: &App) -> Option<Page> {
    app.world().resource::<Pages>().top()
}

/// The first label that begins with one of these.
#[track_caller]
fn label(app: &mut App, starts: &[&str]) -> String {
    let labels = labels(app);
    let found = starts
        .iter()
        .find_map(|start| labels.iter().find(|label| label.starts_with(start)));
    found
        .unwrap_or_else(|| panic!("none of {starts:?} is in {labels:#?}"))
        .clone()
}

/// Sets out from the title, and takes the first thing on every page until the run is over.
fn play(hand: Hand) -> App {
    let folder = tempfile::tempdir().expect("a folder for the run");
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.insert_resource(AutoTakeCommand(false))
        .insert_resource(RunFolder(Some(folder.path().to_owned())));
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<Pages>().only(Page::Title);
    frames(&mut app, 6);
    let begin = label(&mut app, &["New run"]);
    hand.use_control(&mut app, &begin);
    assert_eq!(top(&app), Some(Page::NewRun));
    let RunStage::Choosing(offered) = run(&app).expect("it began").stage().clone() else {
        panic!("nobody is offered");
    };
    for unit in offered.iter().take(3) {
        let recruit = run(&app).and_then(|run| run.realm().recruit(unit));
        let name = recruit.expect("it can join").sheet.name.clone();
        let card = label(&mut app, &[&name]);
        hand.use_control(&mut app, &card);
    }
    hand.use_control(&mut app, "Set out");
    let mut pages = vec![Page::NewRun];
    for _ in 0..600 {
        let stage = run(&app).expect("it is under way").stage().clone();
        pages.extend(top(&app).filter(|top| pages.last() != Some(top)));
        match (stage, top(&app)) {
            (RunStage::Over(_), Some(Page::RunEnd)) => return app,
            (_, Some(Page::Result)) => {
                // What leads on cannot be pressed at once.
                frames(&mut app, 8);
                let next = [
                    "Go on with the run",
                    "The end of the run",
                    "Give up the run",
                ];
                let next = label(&mut app, &next);
                hand.use_control(&mut app, &next);
                if labels(&mut app).contains(&"Give it up".to_owned()) {
                    hand.use_control(&mut app, "Give it up");
                }
            }
            (RunStage::OnMap, Some(Page::Map)) => {
                // The first press looks at a place, the second goes there.
                let all = labels(&mut app);
                let place = all.iter().find(|label| label.ends_with("in reach"));
                let place = place.expect("a way leads on").clone();
                match hand {
                    Hand::Keys => {
                        go_to(&mut app, &place);
                        press(&mut app, KeyCode::Enter);
                        press(&mut app, KeyCode::Enter);
                        frames(&mut app, 4);
                    }
                    Hand::Mouse => {
                        click_on(&mut app, &place);
                        frames(&mut app, 4);
                        let go = label(&mut app, &["Fight here", "Go here"]);
                        hand.use_control(&mut app, &go);
                    }
                }
            }
            (RunStage::Offered(_), Some(Page::Offer)) => {
                let take = label(&mut app, &["Take: ", "Go on", "Take nothing"]);
                hand.use_control(&mut app, &take);
            }
            (RunStage::AtCamp, Some(Page::Camp)) => {
                let rest = label(&mut app, &["Rest", "All heal", "Heal"]);
                hand.use_control(&mut app, &rest);
            }
            (RunStage::AtShrine(_), Some(Page::Shrine)) => {
                let leave = label(&mut app, &["Leave", "Go on"]);
                hand.use_control(&mut app, &leave);
            }
            (RunStage::Fighting, None) => {
                let is_over = |shown: &Shown| shown.battle().outcome().is_some();
                if !is_over(app.world().resource::<Shown>()) {
                    hand.play(&mut app);
                }
                // The end is looked at before the result opens.
                frames(&mut app, 40);
            }
            (_, None) => frames(&mut app, 40),
            (stage, page) => panic!("the run waits at {stage:?}, the page is {page:?}"),
        }
    }
    panic!("it never ends: {pages:?}");
}

#[test]
fn a_whole_run_is_played_with_the_keyboard_alone() {
    let app = play(Hand::Keys);
    assert_eq!(app.world().resource::<KeptRuns>().chronicle().runs.len(), 1);
}

#[test]
fn a_whole_run_is_played_with_the_mouse_alone() {
    let app = play(Hand::Mouse);
    assert_eq!(app.world().resource::<KeptRuns>().chronicle().runs.len(), 1);
}
