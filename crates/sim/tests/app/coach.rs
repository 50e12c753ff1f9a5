//! The coach: better rules for a unit from the moment on screen, applied and taken back.

use std::time::Duration;

use bevy::prelude::App;
use foretold_battle::brain::Vocabulary;
use foretold_battle::coach::{Coach, CoachQuestion, CoachWork, Effort, Outset, Suggestion};
use foretold_battle::testing::{board, light_punch, recruit};
use foretold_battle::{Faction, Rule, UnitId, UnitSet};
use foretold_sim::testing::{Inbox, battle_app, run_ticks, setup_app, shown};
use foretold_sim::{
    Advice, ClockRequest, CoachRequest, CoachingTime, Forecast, Refused, RuleEditRequest,
};

use crate::common::{Standing, ask, unit, words};

fn advice(app: &App) -> &Advice {
    app.world().resource::<Advice>()
}

fn rules(app: &App, unit: UnitId) -> Vec<Rule> {
    let unit = shown(app).battle().unit(unit).expect("it is there");
    unit.rules.to_vec()
}

fn request(unit: UnitId) -> CoachRequest {
    CoachRequest {
        unit,
        words: Vocabulary::EVERYTHING,
    }
}

/// Lets frames pass until something is so.
fn wait(app: &mut App, until: impl Fn(&App) -> bool) {
    for _ in 0..2_000_000 {
        if until(app) {
            return;
        }
        app.update();
        std::thread::yield_now();
    }
    panic!("it never came");
}

fn wait_for_advice(app: &mut App) {
    wait(app, |app| !advice(app).is_running());
}

/// The odds of victory at the moment on screen, in hundredths of a percent.
fn odds(app: &mut App) -> u16 {
    wait(app, |app| app.world().resource::<Forecast>().is_done());
    let tally = app.world().resource::<Forecast>().tally();
    tally.expect("it is done").win().odds.hundredths()
}

#[test]
fn the_best_changes_from_here_are_found_applied_and_taken_back() {
    let mut app = battle_app("first-blood", 3);
    run_ticks(&mut app, 2);
    let (ada, own) = (unit(0), rules(&app, unit(0)));
    let standing = Standing::of(&app);
    assert!(advice(&app).unit().is_none() && !advice(&app).is_running());
    ask(&mut app, request(ada));
    assert!(advice(&app).is_running());
    assert!(advice(&app).best().is_empty(), "nothing before it is done");
    wait(&mut app, |app| advice(app).percent() > 0);
    wait_for_advice(&mut app);
    assert_eq!(Standing::of(&app), standing, "asking changes nothing");
    assert_eq!(advice(&app).unit(), Some(ada));
    assert!(advice(&app).is_in_time() && advice(&app).tried() > 100);
    let best = advice(&app).best().to_vec();
    assert!((1..=3).contains(&best.len()), "{best:?}");
    assert!(best.iter().all(Suggestion::is_better));
    let gains: Vec<i32> = best.iter().map(|best| best.odds().0).collect();
    assert!(gains.is_sorted_by(|one, next| one >= next), "{gains:?}");
    // The odds rise by as much as it says.
    let before = odds(&mut app);
    let rules_then = best[0].change.rules.clone();
    let edit = RuleEditRequest::Rules {
        unit: ada,
        rules: rules_then.clone(),
    };
    ask(&mut app, edit);
    assert_eq!(rules(&app, ada), rules_then);
    assert!(advice(&app).unit().is_none(), "it was about other rules");
    let risen = i32::from(odds(&mut app)) - i32::from(before);
    assert!((risen - gains[0]).abs() < 500, "{risen} and {gains:?}");
    ask(&mut app, RuleEditRequest::Undo);
    assert_eq!(rules(&app, ada), own);
}

#[test]
fn the_same_moment_has_the_same_advice() {
    let mut app = battle_app("first-blood", 3);
    ask(&mut app, request(unit(0)));
    wait_for_advice(&mut app);
    let battle = shown(&app).battle().clone();
    let dice = battle.fingerprint();
    let outset = Outset::Moment(Box::new(battle));
    let mut question = CoachQuestion::new(outset, Faction::Friendly, dice);
    question.units = UnitSet::EMPTY.with(unit(0));
    let effort = Effort {
        first: 32,
        finals: 2_048,
        check: 0,
    };
    let mut coach = Coach::new(question, 1, effort);
    coach.finish();
    let better = coach.suggestions().into_iter();
    let better: Vec<Suggestion> = better.filter(Suggestion::is_better).take(3).collect();
    assert_eq!(advice(&app).best(), better);
}

#[test]
fn what_was_found_for_another_moment_is_dropped() {
    let mut app = battle_app("first-blood", 3);
    ask(&mut app, request(unit(0)));
    assert!(advice(&app).is_running());
    run_ticks(&mut app, 1);
    assert!(!advice(&app).is_running(), "the work has ended");
    assert!(advice(&app).unit().is_none());
    ask(&mut app, request(unit(0)));
    wait_for_advice(&mut app);
    assert!(!advice(&app).best().is_empty());
    run_ticks(&mut app, 1);
    assert!(advice(&app).best().is_empty());
    // Who is asked for last is coached.
    let mut app = battle_app("crypt", 7);
    ask(&mut app, request(unit(0)));
    ask(&mut app, request(unit(1)));
    assert_eq!(advice(&app).unit(), Some(unit(1)));
}

#[test]
fn where_nothing_is_better_nothing_is_advised() {
    let ring = board(
        "
        . . .
        A e .
        . . .
        ",
    )
    .unit('A', recruit().gambits([light_punch()]))
    .unit('e', recruit());
    let mut app = setup_app(ring.setup(), 1);
    ask(&mut app, request(unit(0)));
    wait_for_advice(&mut app);
    assert_eq!(odds(&mut app), 10_000, "there is nothing to gain");
    assert_eq!(advice(&app).best(), []);
    assert!(advice(&app).tried() > 0 && advice(&app).is_in_time());
}

#[test]
fn when_the_time_is_up_it_says_what_it_knows() {
    let mut app = battle_app("first-blood", 3);
    app.insert_resource(CoachingTime(Duration::ZERO));
    ask(&mut app, request(unit(0)));
    assert!(!advice(&app).is_running());
    assert!(!advice(&app).is_in_time());
    assert_eq!(advice(&app).best(), [], "no round was over");
    // Three frames of 100 milliseconds are no more than that.
    app.insert_resource(CoachingTime(Duration::from_millis(300)));
    ask(&mut app, request(unit(0)));
    for _ in 0..3 {
        app.update();
    }
    assert!(!advice(&app).is_running());
}

#[test]
fn new_rules_are_made_of_the_words_that_are_known() {
    let mut app = battle_app("first-blood", 3);
    let ask_with = |app: &mut App, words| {
        let unit = unit(0);
        ask(app, CoachRequest { unit, words });
        advice(app).tried()
    };
    let all = ask_with(&mut app, Vocabulary::EVERYTHING);
    let few = ask_with(&mut app, Vocabulary::NOTHING);
    assert!(0 < few && few < all / 2, "{few} of {all}");
    wait_for_advice(&mut app);
    let of = |rules: &[Rule]| {
        let words = rules.iter().map(Vocabulary::of);
        words.fold(Vocabulary::NOTHING, Vocabulary::or)
    };
    let known = of(&rules(&app, unit(0)));
    for best in advice(&app).best() {
        assert!(of(&best.change.rules).minus(known).is_empty(), "{best:?}");
    }
}

#[test]
fn who_cannot_be_coached_is_refused_with_the_reason() {
    let mut app = battle_app("first-blood", 3);
    let mut refused = Inbox::<Refused>::new(&app);
    let enemy = shown(&app).battle().units().last().expect("it is there").0;
    for unit in [enemy, unit(20)] {
        ask(&mut app, request(unit));
        assert_eq!(
            words(&mut refused, &app),
            ["only your own units that stand and follow rules can be coached: select one"]
        );
    }
    ask(&mut app, ClockRequest::Finish);
    refused.read(&app);
    ask(&mut app, request(unit(0)));
    assert_eq!(
        words(&mut refused, &app),
        ["the battle is over: rewind, restart or choose another"]
    );
    assert!(advice(&app).unit().is_none());
}
