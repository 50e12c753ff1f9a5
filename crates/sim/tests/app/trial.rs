//! "Try it": the odds before and after a change of rules, from the moment on screen.

use bevy::prelude::App;
use foretold_battle::{Command, Rule, compare};
use foretold_sim::testing::{Inbox, battle_app, run_ticks, shown};
use foretold_sim::{ClockRequest, Forecast, Refused, RuleEditRequest, Trial, TrialRequest};

use crate::common::{Standing, ask, unit, words};

fn trial(app: &App) -> &Trial {
    app.world().resource::<Trial>()
}

fn rules(app: &App) -> Vec<Rule> {
    let unit = shown(app).battle().unit(unit(0)).expect("it is there");
    unit.rules.to_vec()
}

fn wait_for_trial(app: &mut App) {
    for _ in 0..500_000 {
        if !trial(app).is_running() {
            return;
        }
        app.update();
        std::thread::yield_now();
    }
    panic!("it never came");
}

/// Ada forgets how to fight.
fn edit(app: &mut App) -> Vec<Rule> {
    let before = rules(app);
    let rules = Vec::new();
    ask(
        app,
        RuleEditRequest::Rules {
            unit: unit(0),
            rules,
        },
    );
    before
}

#[test]
fn a_change_is_compared_with_what_was_from_the_moment_on_screen() {
    let mut app = battle_app("first-blood", 3);
    run_ticks(&mut app, 2);
    let before = edit(&mut app);
    let standing = Standing::of(&app);
    assert!(trial(&app).comparison().is_none() && !trial(&app).is_running());
    let request = TrialRequest {
        unit: unit(0),
        before: before.clone(),
    };
    ask(&mut app, request.clone());
    assert!(trial(&app).is_running());
    wait_for_trial(&mut app);
    let result = *trial(&app).comparison().expect("it is done");
    assert_eq!(trial(&app).unit(), Some(unit(0)));
    let after = shown(&app).battle().clone();
    let mut was = after.clone();
    was.command(&Command::Rules {
        unit: unit(0),
        rules: before,
    })
    .expect("she had them a moment ago");
    assert_eq!(
        result,
        compare(&was, &after, after.fingerprint(), 0..4_096),
        "the same trial always has the same answer"
    );
    while !app.world().resource::<Forecast>().is_done() {
        app.update();
        std::thread::yield_now();
    }
    assert_eq!(
        app.world().resource::<Forecast>().tally(),
        Some(&result.after),
        "the odds on screen are those after the change"
    );
    assert!(result.change().2 < 0, "doing nothing wins less: {result:?}");
    assert_eq!(Standing::of(&app), standing, "trying changes nothing");
    run_ticks(&mut app, 1);
    assert!(
        trial(&app).comparison().is_none(),
        "it was about another moment"
    );
}

#[test]
fn what_cannot_be_tried_is_refused_with_the_reason() {
    let mut app = battle_app("first-blood", 3);
    let mut refused = Inbox::<Refused>::new(&app);
    let before = rules(&app);
    let same = TrialRequest {
        unit: unit(0),
        before: before.clone(),
    };
    ask(&mut app, same);
    assert_eq!(
        words(&mut refused, &app),
        ["nothing has changed: change a rule, then try it"]
    );
    let too_many = TrialRequest {
        unit: unit(0),
        before: [before.clone(), before.clone(), before.clone()].concat(),
    };
    ask(&mut app, too_many);
    assert_eq!(words(&mut refused, &app).len(), 1);
    ask(&mut app, ClockRequest::Finish);
    refused.read(&app);
    let late = TrialRequest {
        unit: unit(0),
        before: before[..1].to_vec(),
    };
    ask(&mut app, late);
    assert_eq!(
        words(&mut refused, &app),
        ["the battle is over: rewind, restart or choose another"]
    );
    assert!(trial(&app).comparison().is_none());
}
