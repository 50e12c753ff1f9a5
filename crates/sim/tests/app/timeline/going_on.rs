//! Going on with a battle that was left: the same moment, with everything that the player did, and
//! theirs to command.

use bevy::prelude::App;
use foretold_battle::{Order, Replay, ReplayError};
use foretold_content::read_replay;
use foretold_sim::testing::{
    Inbox, battle_app, headless_app, headless_app_with, run_ticks, shipped_files, shown,
};
use foretold_sim::{
    BattleRequest, ClockRequest, ContentPlugin, OrderRequest, PlayerOverrides, Refused,
    ReplayFolder, RequestRefusal, RewindRequest, Shown,
};

use super::{assert_true_history, play_with_whims};
use crate::common::{
    ask, assert_obeyed, cell, fingerprint, fingerprints, once, session, step_on_screen,
};

fn resume(app: &mut App, replay: &Replay, step: u32) {
    let replay = Box::new(replay.clone());
    assert_obeyed(app, BattleRequest::Resume { replay, step });
}

#[test]
fn leaving_and_going_on_at_every_turn_equals_a_straight_run() {
    for name in ["first-blood", "crypt-by-hand", "goblin-ambush"] {
        let mut straight = battle_app(name, 9);
        let mut app = battle_app(name, 9);
        for turn in 0..25 {
            for app in [&mut straight, &mut app] {
                // Nobody waits for ever.
                for unit in shown(app).battle().waits_for().iter() {
                    ask(app, once(unit.slot(), Order::EndTurn));
                }
                play_with_whims(app, turn, 1);
            }
            let left = shown(&app).session().replay();
            app = headless_app();
            resume(&mut app, &left, left.steps());
            assert_eq!(shown(&app).session().replay(), left, "{name} {turn}");
            assert_eq!(fingerprints(&app), fingerprints(&straight), "{name} {turn}");
            let (here, there) = (shown(&app), shown(&straight));
            assert!(here.is_live() && !here.is_watched());
            assert_eq!(here.session().can_undo(), there.session().can_undo());
            assert_eq!(here.battle().waits_for(), there.battle().waits_for());
        }
        assert!(session(&app).last_step() > 5, "{name}");
        assert_true_history(&app);
    }
}

#[test]
fn an_order_given_before_can_be_taken_back_after() {
    let mut app = battle_app("crypt-by-hand", 9);
    let before = fingerprint(&app);
    assert_obeyed(&mut app, once(0, Order::Guard));
    let left = shown(&app).session().replay();
    let mut app = headless_app();
    resume(&mut app, &left, 0);
    assert_obeyed(&mut app, OrderRequest::Undo);
    assert_eq!(fingerprint(&app), before);
    assert_obeyed(&mut app, once(0, Order::EndTurn));
}

#[test]
fn a_player_who_looked_back_looks_back_again() {
    let mut app = battle_app("crypt", 9);
    run_ticks(&mut app, 8);
    let left = shown(&app).session().replay();
    let mut app = headless_app();
    resume(&mut app, &left, 3);
    assert_eq!((step_on_screen(&app), session(&app).last_step()), (3, 8));
    assert!(!shown(&app).is_live());
    assert_obeyed(&mut app, RewindRequest { to: 8 });
    assert!(shown(&app).is_live());
}

#[test]
fn the_overrides_of_the_player_are_in_it_and_not_given_twice() {
    let terms = PlayerOverrides {
        luck: Some(foretold_battle::Luck::Certain),
        everybody: Some(foretold_battle::AutofightSettings::defensive()),
        ..PlayerOverrides::default()
    };
    let mut app = headless_app();
    app.insert_resource(terms.clone());
    let (battle_name, seed) = ("crypt-by-hand".to_owned(), 9);
    let start = BattleRequest::Start {
        battle: battle_name,
        seed,
    };
    assert_obeyed(&mut app, start);
    let left = shown(&app).session().replay();
    assert!(left.entries.len() > 2, "the seat, luck and autofight");
    let mut app = headless_app();
    app.insert_resource(terms);
    resume(&mut app, &left, 0);
    app.update();
    assert_eq!(shown(&app).session().replay(), left);
}

#[test]
fn what_cannot_be_played_again_is_reported_and_kept_as_a_replay() {
    let mut app = battle_app("first-blood", 4);
    run_ticks(&mut app, 5);
    let good = shown(&app).session().replay();
    let mut unknown = good.clone();
    unknown.battle = "brawl".to_owned();
    unknown.reseal();
    let mut elsewhere = good.clone();
    elsewhere.seed += 1;
    elsewhere.reseal();
    let diverged = ReplayError::Diverged { step: 0 }.to_string();
    let cases = [
        (&good, "(hp: 99)", "fought with other content"),
        (&unknown, "(hp: 100)", "there is no battle `brawl`"),
        (&elsewhere, "(hp: 100)", diverged.as_str()),
    ];
    for (left, recruit, expected) in cases {
        let mut files = shipped_files().clone();
        if *recruit != *"(hp: 100)" {
            files.insert("units/recruit.unit.ron", recruit);
        }
        let mut app = headless_app_with(ContentPlugin::Given(files));
        let folder = tempfile::tempdir().expect("tests may write temporary files");
        app.insert_resource(ReplayFolder(Some(folder.path().join("replays"))));
        let mut refused = Inbox::<Refused>::new(&app);
        let replay = Box::new(left.clone());
        ask(&mut app, BattleRequest::Resume { replay, step: 5 });
        let refused = refused.read(&app).remove(0);
        let text = refused.reason.to_string();
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("begin the battle again"), "{text}");
        let RequestRefusal::CannotGoOn { kept: Ok(file), .. } = refused.reason else {
            panic!("it can be kept: {text}");
        };
        assert!(text.contains(&*file.to_string_lossy()), "{text}");
        assert_eq!(read_replay(&file).as_ref(), Ok(left));
        assert!(!app.world().contains_resource::<Shown>());
    }
}

#[test]
fn a_player_who_only_watches_does_not_fight_even_beyond_the_end() {
    let mut app = battle_app("three-abreast", 9);
    run_ticks(&mut app, 4);
    let replay = shown(&app).session().replay();
    assert!(!shown(&app).is_watched());
    assert_obeyed(&mut app, BattleRequest::Watch(Box::new(replay)));
    assert_obeyed(&mut app, ClockRequest::Jump(7));
    assert!(shown(&app).is_watched(), "nobody did anything");
    assert_obeyed(&mut app, once(0, Order::MoveTo(cell("C12"))));
    assert!(!shown(&app).is_watched());
}
