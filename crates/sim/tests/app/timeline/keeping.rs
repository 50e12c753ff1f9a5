//! Replays as files: kept, opened, watched step by step, and played on.

use std::path::PathBuf;

use bevy::prelude::App;
use foretold_battle::Order;
use foretold_sim::testing::{Inbox, battle_app, headless_app, run_ticks, shown};
use foretold_sim::{
    BattleRequest, ClockRequest, OrderRequest, ReplayFolder, ReplayKept, RewindRequest,
};

use super::{assert_true_history, play_with_whims};
use crate::common::{
    ask, assert_obeyed, cell, fingerprint, fingerprints, once, session, step_on_screen,
};

/// An app with a folder of its own for replays.
fn with_folder(mut app: App) -> (App, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    app.insert_resource(ReplayFolder(Some(folder.path().to_owned())));
    (app, folder)
}

fn keep(app: &mut App) -> PathBuf {
    let mut kept = Inbox::<ReplayKept>::new(app);
    assert_obeyed(app, BattleRequest::Keep);
    kept.read(app).remove(0).file
}

#[test]
fn a_battle_with_orders_is_watched_step_by_step_from_its_file() {
    for name in ["crypt", "goblin-ambush", "crypt-by-hand"] {
        let (mut app, _folder) = with_folder(battle_app(name, 9));
        play_with_whims(&mut app, 3, 30);
        assert!(shown(&app).session().entries().len() > 3, "{name}");
        let known = fingerprints(&app);
        let file = keep(&mut app);
        let mut other = headless_app();
        assert_obeyed(&mut other, BattleRequest::Open(file));
        for (step, known) in (0..).zip(&known) {
            assert_eq!(
                (step_on_screen(&other), fingerprint(&other)),
                (step, *known)
            );
            let is_last = step == session(&other).last_step();
            assert_eq!(shown(&other).is_live(), is_last, "{name} {step}");
            if !is_last {
                assert_obeyed(&mut other, ClockRequest::Step);
            }
        }
        assert_eq!(fingerprints(&other), known);
        assert_true_history(&other);
        let replay = shown(&app).session().replay();
        assert_eq!(
            shown(&other).session().replay(),
            replay,
            "the same file again"
        );
    }
}

#[test]
fn a_battle_is_kept_whole_even_if_the_past_is_on_screen() {
    let (mut app, _folder) = with_folder(battle_app("first-blood", 9));
    run_ticks(&mut app, 6);
    let steps = fingerprints(&app);
    ask(&mut app, RewindRequest { to: 2 });
    let file = keep(&mut app);
    assert_eq!(step_on_screen(&app), 2);
    assert_obeyed(&mut app, BattleRequest::Open(file));
    assert_eq!(fingerprints(&app), steps);
}

#[test]
fn saving_and_loading_at_every_step_equals_a_straight_run() {
    for name in ["first-blood", "crypt-by-hand"] {
        let mut straight = battle_app(name, 9);
        let (mut app, _folder) = with_folder(battle_app(name, 9));
        for turn in 0..25 {
            for app in [&mut straight, &mut app] {
                // Nobody waits for ever.
                for unit in shown(app).battle().waits_for().iter() {
                    ask(app, once(unit.slot(), Order::EndTurn));
                }
                play_with_whims(app, turn, 1);
            }
            let file = keep(&mut app);
            let battle = "first-blood".to_owned();
            assert_obeyed(&mut app, BattleRequest::Start { battle, seed: 1 });
            assert_obeyed(&mut app, BattleRequest::Open(file));
            let to = session(&app).last_step();
            assert_obeyed(&mut app, RewindRequest { to });
            assert_eq!(fingerprints(&app), fingerprints(&straight), "{name} {turn}");
        }
        assert!(session(&app).last_step() > 5, "{name}");
        assert_true_history(&app);
    }
}

#[test]
fn a_watched_battle_can_be_changed_on_the_way() {
    let (mut app, _folder) = with_folder(battle_app("three-abreast", 9));
    run_ticks(&mut app, 9);
    let watched = shown(&app).session().replay();
    let file = keep(&mut app);
    assert_obeyed(&mut app, BattleRequest::Open(file));
    assert_obeyed(&mut app, ClockRequest::Jump(4));
    assert_obeyed(&mut app, once(0, Order::MoveTo(cell("C12"))));
    assert_eq!(session(&app).last_step(), 4);
    assert_eq!(*session(&app).branches()[0], watched);
    run_ticks(&mut app, 5);
    assert_true_history(&app);
}

#[test]
fn a_watched_battle_by_hand_goes_on_by_hand() {
    let (mut app, _folder) = with_folder(battle_app("crypt-by-hand", 9));
    assert_obeyed(&mut app, once(0, Order::EndTurn));
    assert_obeyed(&mut app, once(1, Order::EndTurn));
    ask(&mut app, ClockRequest::Finish);
    let file = keep(&mut app);
    let mut other = headless_app();
    assert_obeyed(&mut other, BattleRequest::Open(file));
    let to = session(&other).last_step();
    assert_obeyed(&mut other, RewindRequest { to });
    assert!(!shown(&other).battle().waits_for().is_empty());
    assert_obeyed(&mut other, once(0, Order::Guard));
    assert_obeyed(&mut other, OrderRequest::Undo);
    assert_eq!(fingerprints(&other), fingerprints(&app));
}
