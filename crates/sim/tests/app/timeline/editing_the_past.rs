//! Editing the past cuts off the future, which is kept as a replay.

use std::sync::Arc;

use bevy::prelude::App;
use foretold_battle::testing::random_command;
use foretold_battle::{AutofightMode, Order, Replay, Rule, SkillId};
use foretold_sim::testing::{Inbox, battle_app, run_ticks, shown, sit};
use foretold_sim::{
    BattleEvent, BattleRequest, ClockRequest, OrderRequest, Refused, RewindRequest, Rewound,
    RuleEditRequest,
};

use super::{assert_true_history, play_with_whims, played_with_whims};
use crate::common::{
    Standing, TEMPOS, ask, assert_obeyed, assert_refused, cell, fingerprints, once, session,
    step_on_screen, unit, words,
};
use crate::forethought::request;

/// Other rules for the first unit: what it has, the other way round.
fn turned(app: &App) -> RuleEditRequest {
    let unit = unit(0);
    let ada = shown(app).battle().unit(unit).expect("it joined");
    let rules: Vec<Rule> = ada.rules.iter().rev().cloned().collect();
    RuleEditRequest::Rules { unit, rules }
}

#[test]
fn the_future_is_cut_off_and_kept_as_a_replay_that_verifies() {
    let mut app = battle_app("three-abreast", 2);
    ask(&mut app, ClockRequest::Finish);
    let old = fingerprints(&app);
    let old_branch = shown(&app).session().replay();
    ask(&mut app, RewindRequest { to: 4 });
    let mut rewound = Inbox::<Rewound>::new(&app);
    let edit = turned(&app);
    assert_obeyed(&mut app, edit);
    assert_eq!((step_on_screen(&app), session(&app).last_step()), (4, 4));
    assert!(shown(&app).is_live(), "the past is the present now");
    assert_eq!(rewound.read(&app), [], "the same step is on screen");
    assert_eq!(fingerprints(&app)[..4], old[..4]);
    assert_ne!(fingerprints(&app)[4], old[4]);
    assert_eq!(session(&app).branches(), [Arc::new(old_branch)]);
    let kept = &session(&app).branches()[0];
    assert_eq!(kept.verify(shown(&app).battle().arena()), Ok(()));
    assert_eq!(kept.fingerprints, old);
    ask(&mut app, ClockRequest::Finish);
    assert_ne!(fingerprints(&app), old, "it went another way");
    assert_true_history(&app);
    // The old branch can be watched again without losing the new one.
    let new_branch = shown(&app).session().replay();
    let old_branch = session(&app).branches()[0].clone();
    let watched = Box::new(Replay::clone(&old_branch));
    assert_obeyed(&mut app, BattleRequest::Watch(watched));
    assert_eq!(fingerprints(&app), old);
    assert_eq!(session(&app).branches(), [old_branch, Arc::new(new_branch)]);
}

#[test]
fn any_command_in_any_past_leaves_two_branches_that_verify() {
    for tempo in TEMPOS {
        for seed in 0..8 {
            let mut app = played_with_whims(tempo, 60 + seed, 20);
            let last = session(&app).last_step();
            let old = shown(&app).session().replay();
            let (mut cut, mut tries) = (false, 0);
            while !cut && tries < 40 {
                let to = (u32::try_from(seed).expect("small") * 3 + tries) % last.max(1);
                ask(&mut app, RewindRequest { to });
                let command = random_command(shown(&app).battle(), seed * 100 + u64::from(tries));
                let before = Standing::of(&app);
                request(&mut app, command);
                cut = shown(&app).is_live();
                if !cut {
                    assert_eq!(Standing::of(&app), before, "nothing came of it");
                }
                tries += 1;
            }
            assert!(cut, "{tempo:?} {seed}: some command must be accepted");
            assert_eq!(session(&app).branches(), [Arc::new(old)]);
            play_with_whims(&mut app, 1_000 + seed, 10);
            assert_true_history(&app);
            let arena = shown(&app).battle().arena();
            assert_eq!(session(&app).branches()[0].verify(arena), Ok(()));
        }
    }
}

#[test]
fn a_refused_edit_costs_nothing() {
    let mut app = battle_app("three-abreast", 2);
    run_ticks(&mut app, 8);
    ask(&mut app, RewindRequest { to: 3 });
    let not_yours = "it is not yours to command";
    assert_refused(&mut app, once(4, Order::EndTurn), not_yours);
    let there = "it stands there already";
    let at = shown(&app).battle().unit(unit(0)).expect("it joined").cell;
    assert_refused(&mut app, once(0, Order::MoveTo(at)), there);
    let ada = shown(&app).battle().unit(unit(0)).expect("it joined");
    let mut wrong = ada.rules[0].clone();
    wrong.skill = SkillId(99);
    let rules = vec![wrong];
    assert_refused(
        &mut app,
        RuleEditRequest::Rules {
            unit: unit(0),
            rules,
        },
        "rule 1 uses skill 99, which the unit does not know",
    );
    let mut refused = Inbox::<Refused>::new(&app);
    let before = Standing::of(&app);
    ask(
        &mut app,
        once(0, Order::Autofight(AutofightMode::AttackOnly)),
    );
    assert_eq!(words(&mut refused, &app).len(), 1);
    assert_eq!(
        Standing::of(&app),
        before,
        "in the past it is not even counted"
    );
    assert_eq!((step_on_screen(&app), session(&app).last_step()), (3, 8));
}

#[test]
fn a_command_that_changes_nothing_costs_nothing() {
    let mut app = battle_app("three-abreast", 2);
    run_ticks(&mut app, 8);
    ask(&mut app, RewindRequest { to: 3 });
    let before = Standing::of(&app);
    let (unit, marked) = (unit(0), false);
    assert_obeyed(&mut app, OrderRequest::Release { unit });
    assert_obeyed(&mut app, OrderRequest::Mark { unit, marked });
    sit(&mut app, false);
    let rules = shown(&app)
        .battle()
        .unit(unit)
        .expect("it joined")
        .rules
        .to_vec();
    assert_obeyed(&mut app, RuleEditRequest::Rules { unit, rules });
    assert_eq!(Standing::of(&app), before);
}

#[test]
fn a_second_edit_at_the_same_step_cuts_nothing_more() {
    let mut app = battle_app("three-abreast", 2);
    run_ticks(&mut app, 8);
    ask(&mut app, RewindRequest { to: 3 });
    let walk = once(0, Order::MoveTo(cell("C12")));
    assert_obeyed(&mut app, walk);
    assert_eq!(session(&app).branches().len(), 1);
    let (enemy, marked) = (unit(3), true);
    assert_obeyed(
        &mut app,
        OrderRequest::Mark {
            unit: enemy,
            marked,
        },
    );
    assert_eq!(session(&app).branches().len(), 1);
    assert_true_history(&app);
    // What was given after the cut can be taken back; what was cut off cannot.
    assert_obeyed(&mut app, OrderRequest::Undo);
    assert_obeyed(&mut app, OrderRequest::Undo);
    let nothing =
        "nothing to take back: dice have been rolled since, or nothing was ordered in this turn";
    assert_refused(&mut app, OrderRequest::Undo, nothing);
    assert_true_history(&app);
}

#[test]
fn several_commands_of_one_frame_cut_once() {
    let mut app = battle_app("three-abreast", 2);
    run_ticks(&mut app, 8);
    ask(&mut app, RewindRequest { to: 3 });
    for slot in 0..3 {
        app.world_mut().write_message(once(slot, Order::EndTurn));
    }
    app.update();
    assert_eq!(session(&app).branches().len(), 1);
    assert_eq!(session(&app).last_step(), 3);
    assert_eq!(shown(&app).session().entries().len(), 3);
    assert_true_history(&app);
}

#[test]
fn commands_that_were_given_at_the_step_stay() {
    let mut app = battle_app("three-abreast", 2);
    run_ticks(&mut app, 3);
    assert_obeyed(&mut app, once(0, Order::EndTurn));
    run_ticks(&mut app, 3);
    assert_obeyed(&mut app, once(0, Order::EndTurn));
    run_ticks(&mut app, 3);
    ask(&mut app, RewindRequest { to: 3 });
    assert_obeyed(&mut app, once(1, Order::EndTurn));
    let steps: Vec<u32> = shown(&app)
        .session()
        .entries()
        .iter()
        .map(|entry| entry.step)
        .collect();
    assert_eq!(
        steps,
        [3, 3],
        "the one of step 6 is part of the old branch only"
    );
    assert_eq!(session(&app).branches()[0].entries.len(), 2);
    run_ticks(&mut app, 4);
    assert_true_history(&app);
}

#[test]
fn the_latest_branches_are_remembered() {
    let mut app = battle_app("first-blood", 2);
    let mut branches = Vec::new();
    for _ in 0..53 {
        run_ticks(&mut app, 1);
        branches.push(Arc::new(shown(&app).session().replay()));
        ask(&mut app, RewindRequest { to: 0 });
        let edit = turned(&app);
        assert_obeyed(&mut app, edit);
    }
    assert_eq!(session(&app).branches(), &branches[3..]);
}

#[test]
fn what_happens_on_the_new_branch_is_reported() {
    let mut app = battle_app("three-abreast", 2);
    run_ticks(&mut app, 8);
    ask(&mut app, RewindRequest { to: 3 });
    let edit = turned(&app);
    assert_obeyed(&mut app, edit);
    let mut events = Inbox::<BattleEvent>::new(&app);
    run_ticks(&mut app, 1);
    let happened: Vec<_> = events.read(&app).into_iter().map(|event| event.0).collect();
    assert!(!happened.is_empty());
    assert_eq!(happened, session(&app).moments()[4].events);
    assert_eq!(happened, shown(&app).moment().events);
}
