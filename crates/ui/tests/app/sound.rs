//! What is heard while somebody plays; the sounds themselves have tests of their own.

use bevy::prelude::*;
use foretold_battle::{AutofightMode, Order, UnitId};
use foretold_sim::testing::Inbox;
use foretold_sim::{ClockRequest, OrderRequest, Shown, Speed};
use foretold_ui::{Cue, Sound};
use foretold_view::testing::frames;

use crate::common::{game, press, tick};

/// Asks for something, lets frames pass, and tells what was heard.
fn heard<M: Message>(app: &mut App, request: M) -> Vec<Sound> {
    let mut cues = Inbox::<Cue>::new(app);
    app.world_mut().write_message(request);
    frames(app, 1);
    cues.read(app).into_iter().map(|cue| cue.sound).collect()
}

#[test]
fn a_battle_that_one_can_follow_is_heard_to_its_end() {
    let mut app = game("first-blood", 3);
    let mut all = Vec::new();
    for step in 1..=14 {
        let sounds = heard(&mut app, ClockRequest::Step);
        assert!(!sounds.is_empty(), "step {step} is heard");
        all.extend(sounds);
    }
    assert!(
        all.contains(&Sound::Step) && all.contains(&Sound::Hit),
        "{all:?}"
    );
    let ends = all
        .iter()
        .filter(|it| matches!(it, Sound::Win | Sound::Lose));
    assert_eq!(ends.count(), 1, "{all:?}");
    assert_eq!(heard(&mut app, ClockRequest::Step), [], "it is over");
}

#[test]
fn jumps_the_past_and_great_speed_are_silent() {
    let mut app = game("first-blood", 3);
    assert_eq!(heard(&mut app, ClockRequest::Jump(5)), []);
    assert_eq!(heard(&mut app, ClockRequest::StepBack), []);
    // Forward again through what has been played.
    assert_eq!(heard(&mut app, ClockRequest::Step), []);
    assert_eq!(tick(&app), 5);
    assert_ne!(heard(&mut app, ClockRequest::Step), []);
    assert_eq!(heard(&mut app, ClockRequest::Speed(Speed::Instant)), []);
    let mut cues = Inbox::<Cue>::new(&app);
    press(&mut app, KeyCode::Space);
    frames(&mut app, 3);
    assert!(tick(&app) > 6, "it was played");
    assert_eq!(cues.read(&app), []);
}

#[test]
fn autofight_is_heard_when_it_begins_and_when_it_refuses() {
    let mut app = game("crypt-by-hand", 3);
    assert!(app.world().resource::<Shown>().battle().has_player());
    let unit = UnitId::new(0).expect("somebody fights");
    let tab = |mode| OrderRequest::Give {
        unit,
        order: Order::Autofight(mode),
        until_released: false,
    };
    // Nobody is in reach yet.
    let stays = heard(&mut app, tab(AutofightMode::AttackOnly));
    assert_eq!(stays, [Sound::Stop]);
    frames(&mut app, 10);
    let goes = heard(&mut app, tab(AutofightMode::MoveAndAttack));
    assert_eq!(goes, [Sound::Autofight]);
    let guard = OrderRequest::Give {
        unit,
        order: Order::Guard,
        until_released: false,
    };
    assert_eq!(heard(&mut app, guard), [], "other orders are not");
}
