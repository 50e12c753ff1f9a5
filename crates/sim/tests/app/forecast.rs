//! The odds: a rough answer soon, then a tighter one; always about the moment on screen.

use std::time::Duration;

use bevy::prelude::App;
use bevy::time::TimeUpdateStrategy;
use foretold_battle::testing::random_setup_in;
use foretold_battle::{Battle, MomentTally, Order, Tally, Tempo, UnitId, forecast};
use foretold_sim::testing::{battle_app, headless_app, run_ticks, setup_app, shown, sit};
use foretold_sim::{
    BattleRequest, ChosenOrder, ClockRequest, Forecast, OrderRequest, RewindRequest,
    RuleEditRequest,
};

use crate::common::{Standing, ask, cell, fingerprints, once, unit};

/// More frames than any answer takes; a test that needs them all would hang otherwise.
const FRAMES: u32 = 500_000;

/// Lets frames pass until a condition holds. Other threads do the work meanwhile.
#[track_caller]
fn wait_until(app: &mut App, done: impl Fn(&App) -> bool) {
    for _ in 0..FRAMES {
        if done(app) {
            return;
        }
        app.update();
        std::thread::yield_now();
    }
    panic!("it never came");
}

fn odds(app: &App) -> &Forecast {
    app.world().resource::<Forecast>()
}

/// What the forecast says if it rests on this many playouts of this battle.
fn expected(battle: &Battle, playouts: u32) -> Tally {
    forecast(battle, battle.fingerprint(), 0..playouts)
}

/// The answer is the one for the moment on screen, and says so.
#[track_caller]
fn assert_about_now(app: &App) {
    let playouts = odds(app).playouts();
    let tally = odds(app).tally().expect("there is an answer");
    assert_eq!(tally.playouts(), playouts);
    assert_eq!(tally, &expected(shown(app).battle(), playouts));
}

#[test]
fn before_a_battle_there_are_no_odds() {
    let mut app = headless_app();
    for _ in 0..5 {
        app.update();
    }
    assert!(odds(&app).tally().is_none());
    assert_eq!(odds(&app).playouts(), 0);
    assert!(!odds(&app).is_done());
}

#[test]
fn while_time_runs_rough_odds_are_enough_and_then_they_become_tighter() {
    let mut app = battle_app("three-abreast", 3);
    // Time runs, but never comes as far as the next step.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    ask(&mut app, ClockRequest::Play);
    wait_until(&mut app, |app| odds(app).playouts() == 512);
    for _ in 0..200 {
        app.update();
        std::thread::yield_now();
        assert!(odds(&app).playouts() <= 512);
    }
    ask(&mut app, ClockRequest::Pause);
    wait_until(&mut app, |app| odds(app).is_done());
    assert_about_now(&app);
}

#[test]
fn a_rough_answer_comes_first_and_becomes_tighter_up_to_the_end() {
    let mut app = battle_app("three-abreast", 3);
    let before = Standing::of(&app);
    let mut answers = Vec::new();
    for _ in 0..FRAMES {
        app.update();
        std::thread::yield_now();
        let playouts = odds(&app).playouts();
        if answers.last() != Some(&playouts) {
            answers.push(playouts);
            if playouts > 0 {
                assert_about_now(&app);
            }
        }
        if odds(&app).is_done() {
            break;
        }
    }
    answers.retain(|&playouts| playouts > 0);
    assert_eq!(answers[..3], [32, 64, 128], "rough at first");
    assert_eq!(answers.last(), Some(&4_096), "and as tight as it gets");
    assert!(answers.is_sorted());
    assert!(answers.windows(2).all(|pair| pair[1] - pair[0] <= 256));
    let width = |playouts| {
        let win = expected(shown(&app).battle(), playouts).win();
        win.high.hundredths() - win.low.hundredths()
    };
    assert!(width(4_096) < width(32) / 4, "tighter");
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(odds(&app).playouts(), 4_096, "then it rests");
    assert_eq!(Standing::of(&app), before, "the battle knows nothing of it");
}

#[test]
fn every_change_begins_it_anew() {
    let mut app = battle_app("three-abreast", 3);
    wait_until(&mut app, |app| odds(app).playouts() >= 128);
    let change = |app: &mut App, number: usize| match number {
        0 => run_ticks(app, 2),
        1 => ask(app, once(0, Order::MoveTo(cell("C12")))),
        2 => ask(app, OrderRequest::Undo),
        3 => ask(app, ClockRequest::StepBack),
        4 => ask(app, RewindRequest { to: 0 }),
        5 => ask(app, BattleRequest::Restart { seed: Some(9) }),
        _ => ask(
            app,
            BattleRequest::Start {
                battle: "crypt".to_owned(),
                seed: 1,
            },
        ),
    };
    for number in 0..7 {
        change(&mut app, number);
        if odds(&app).tally().is_some() {
            // A moment that was looked at before is remembered.
            assert!(matches!(number, 3 | 4), "nothing is left of the old one");
            assert_about_now(&app);
        }
        wait_until(&mut app, |app| odds(app).playouts() >= 64);
        assert_about_now(&app);
    }
}

#[test]
fn what_changes_nothing_does_not_begin_it_anew() {
    let mut app = battle_app("three-abreast", 3);
    wait_until(&mut app, |app| odds(app).playouts() >= 64);
    ask(&mut app, once(5, Order::EndTurn));
    ask(&mut app, ClockRequest::StepBack);
    ask(&mut app, OrderRequest::Release { unit: unit(0) });
    ask(&mut app, RewindRequest { to: 0 });
    assert!(odds(&app).playouts() >= 64);
    assert_about_now(&app);
}

#[test]
fn the_same_moment_has_the_same_odds_whenever_it_is_looked_at() {
    let mut app = battle_app("crypt", 3);
    wait_until(&mut app, |app| odds(app).playouts() >= 32);
    let first = *odds(&app).tally().expect("there is an answer");
    run_ticks(&mut app, 3);
    ask(&mut app, RewindRequest { to: 0 });
    wait_until(&mut app, |app| odds(app).playouts() >= 32);
    assert_about_now(&app);
    let playouts = first.playouts();
    assert_eq!(first, expected(shown(&app).battle(), playouts));
}

#[test]
fn a_decided_battle_is_certain() {
    let mut app = battle_app("first-blood", 1);
    ask(&mut app, ClockRequest::Finish);
    wait_until(&mut app, |app| odds(app).is_done());
    let tally = odds(&app).tally().expect("there is an answer");
    assert_eq!(tally.playouts(), 4_096);
    assert!([tally.wins, tally.draws, tally.losses].contains(&4_096));
}

#[test]
fn a_battle_that_waits_is_forecast_without_a_player() {
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let mut app = setup_app(random_setup_in(tempo, 12), 1);
        sit(&mut app, true);
        wait_until(&mut app, |app| odds(app).playouts() >= 32);
        assert_about_now(&app);
    }
}

#[test]
fn it_plays_on_beside_a_running_clock_and_changes_nothing() {
    let mut quiet = battle_app("heavy-hands", 3);
    ask(&mut quiet, ClockRequest::Finish);
    let mut app = battle_app("heavy-hands", 3);
    ask(&mut app, ClockRequest::Play);
    wait_until(&mut app, |app| shown(app).battle().outcome().is_some());
    assert_eq!(fingerprints(&app), fingerprints(&quiet));
}

#[test]
fn every_moment_of_the_timeline_gets_its_odds_once_there_is_time() {
    let mut app = battle_app("first-blood", 1);
    run_ticks(&mut app, 6);
    assert_eq!(odds(&app).over_time().len(), 7);
    wait_until(&mut app, |app| odds(app).is_complete());
    let moments: Vec<Battle> = crate::common::session(&app)
        .moments()
        .iter()
        .map(|moment| moment.battle.clone())
        .collect();
    for (known, moment) in odds(&app).over_time().zip(&moments) {
        let known = known.expect("it is complete");
        assert_eq!(known, &expected(moment, known.playouts()));
    }
    // Another branch of the battle keeps what it shares with this one, and only that.
    ask(&mut app, RewindRequest { to: 3 });
    assert!(odds(&app).over_time().all(|known| known.is_some()));
    let rules = Vec::new();
    let unit = unit(0);
    ask(&mut app, RuleEditRequest::Rules { unit, rules });
    let known: Vec<bool> = odds(&app)
        .over_time()
        .map(|known| known.is_some())
        .collect();
    assert_eq!(known, [true, true, true, false]);
    ask(&mut app, BattleRequest::Restart { seed: Some(9) });
    assert!(odds(&app).over_time().all(|known| known.is_none()));
}

#[test]
fn what_the_player_changed_at_a_moment_is_counted_with_the_same_dice_as_without_it() {
    let mut app = battle_app("first-blood", 1);
    run_ticks(&mut app, 3);
    let unit = unit(0);
    let (there, rules) = (shown(&app).battle().clone(), Vec::new());
    ask(&mut app, RuleEditRequest::Rules { unit, rules });
    let known: Vec<bool> = odds(&app).of_moments().map(|it| it.is_some()).collect();
    assert_eq!(
        known.last(),
        Some(&false),
        "a guess would be told as a deed"
    );
    wait_until(&mut app, |app| odds(app).is_complete());
    let of_moments: Vec<MomentTally> = odds(&app).of_moments().flatten().collect();
    assert_eq!(of_moments.len(), 4);
    for quiet in &of_moments[..3] {
        assert_eq!(quiet.before, quiet.after, "nothing was changed there");
    }
    let dice = there.fingerprint();
    let now = shown(&app).battle();
    assert_eq!(of_moments[3].before, forecast(&there, dice, 0..1_024));
    assert_eq!(of_moments[3].after, forecast(now, dice, 0..1_024));
    assert_ne!(of_moments[3].before, of_moments[3].after);
    // What is known survives a look at another moment, and ends with what it is about.
    ask(&mut app, RewindRequest { to: 1 });
    ask(&mut app, RewindRequest { to: 3 });
    assert_eq!(
        odds(&app).of_moments().last().flatten(),
        Some(of_moments[3])
    );
    ask(&mut app, OrderRequest::Undo);
    wait_until(&mut app, |app| odds(app).is_complete());
    let last = odds(&app).of_moments().last().flatten();
    assert!(last.is_some_and(|it| it.before == it.after));
}

/// What the forecast says if these are ordered first: with the same dice as without it.
fn expected_after(battle: &Battle, orders: &[(UnitId, Order)], playouts: u32) -> Tally {
    let mut after = battle.clone();
    for (unit, order) in orders {
        after.order(*unit, *order, false).expect("it can be given");
    }
    forecast(&after, battle.fingerprint(), 0..playouts)
}

#[test]
fn what_holding_would_come_to_is_known_where_the_battle_waits_and_only_there() {
    let mut app = battle_app("crypt-by-hand", 3);
    wait_until(&mut app, |app| odds(app).is_complete());
    let battle = shown(&app).battle().clone();
    let waiting = battle.waits_for();
    assert_eq!(waiting.len(), 2);
    let orders: Vec<(UnitId, Order)> = waiting.iter().map(|unit| (unit, Order::EndTurn)).collect();
    let held = odds(&app).if_held().expect("they wait");
    assert_eq!(held, &expected_after(&battle, &orders, 4_096));
    assert_ne!(held.wins, odds(&app).tally().expect("it is done").wins);
    let mut app = battle_app("crypt", 3);
    wait_until(&mut app, |app| odds(app).is_complete());
    assert!(odds(&app).if_held().is_none());
}

#[test]
fn the_odds_after_an_order_follow_the_order_and_the_moment() {
    let mut app = battle_app("crypt-by-hand", 3);
    assert!(odds(&app).after_order().is_none());
    let battle = shown(&app).battle().clone();
    let walks = battle.walks(unit(0));
    let choose = |app: &mut App, order: Option<Order>| {
        let order = order.map(|order| (unit(0), order));
        app.insert_resource(ChosenOrder(order));
        app.update();
    };
    for (cell, _) in [walks[0], walks[walks.len() - 1], walks[0]] {
        let order = Order::MoveTo(cell);
        choose(&mut app, Some(order));
        if let Some(first) = odds(&app).after_order() {
            assert_eq!(
                first,
                &expected_after(&battle, &[(unit(0), order)], first.playouts())
            );
        }
        wait_until(&mut app, |app| odds(app).is_complete());
        let after = odds(&app).after_order().expect("it is worked out");
        assert_eq!(after, &expected_after(&battle, &[(unit(0), order)], 4_096));
    }
    // What cannot be ordered has no odds, and what nobody asks for has none.
    choose(
        &mut app,
        Some(Order::MoveTo(
            battle.unit(unit(0)).expect("it is there").cell,
        )),
    );
    assert!(odds(&app).after_order().is_none());
    choose(&mut app, None);
    assert!(odds(&app).after_order().is_none());
    assert!(odds(&app).is_complete(), "there is nothing more to do");
}
