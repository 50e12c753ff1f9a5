//! Requests to the clock, and to look at another step.

use bevy::prelude::App;
use foretold_battle::Tempo;
use foretold_sim::testing::{Inbox, battle_app, run_ticks, setup_app, shown};
use foretold_sim::{ClockRequest, RewindRequest, Rewound, Speed, TickFinished};

use crate::common::{
    Standing, ask, assert_obeyed, assert_refused, clock, duel, fingerprints, step_on_screen, words,
};

const OVER: &str = "the battle is over: rewind, restart or choose another";
const WAITS: &str = "a unit waits for your orders: give it one, or end the turn";

/// The steps that were reported as played.
fn played(inbox: &mut Inbox<TickFinished>, app: &App) -> Vec<u32> {
    let finished = inbox.read(app).into_iter();
    finished.map(|finished| finished.tick).collect()
}

#[test]
fn play_and_pause() {
    let mut app = battle_app("first-blood", 1);
    assert!(!clock(&app).playing);
    assert_obeyed(&mut app, ClockRequest::Play);
    assert!(clock(&app).playing);
    assert_obeyed(&mut app, ClockRequest::Pause);
    assert!(!clock(&app).playing);
    assert_obeyed(&mut app, ClockRequest::Toggle);
    assert!(clock(&app).playing);
    assert_obeyed(&mut app, ClockRequest::Toggle);
    assert!(!clock(&app).playing);
    assert_eq!(
        step_on_screen(&app),
        0,
        "less time passed than a step lasts"
    );
}

#[test]
fn every_speed() {
    let mut app = battle_app("first-blood", 1);
    for speed in Speed::ALL {
        assert_obeyed(&mut app, ClockRequest::Speed(speed));
        assert_eq!(clock(&app).speed, speed);
        assert!(!clock(&app).playing, "how fast is not whether");
    }
    assert_eq!(step_on_screen(&app), 0);
}

#[test]
fn a_step_is_one_step_and_pauses() {
    let mut app = battle_app("first-blood", 1);
    let mut finished = Inbox::<TickFinished>::new(&app);
    ask(&mut app, ClockRequest::Play);
    assert_obeyed(&mut app, ClockRequest::Step);
    assert!(!clock(&app).playing);
    assert_eq!(played(&mut finished, &app), [1]);
    assert_eq!(step_on_screen(&app), 1);
}

#[test]
fn a_step_after_the_end_is_refused() {
    let mut app = battle_app("first-blood", 1);
    ask(&mut app, ClockRequest::Finish);
    assert_refused(&mut app, ClockRequest::Step, OVER);
}

#[test]
fn a_step_is_refused_while_a_unit_waits() {
    let mut app = battle_app("crypt-by-hand", 1);
    assert_refused(&mut app, ClockRequest::Step, WAITS);
    assert_refused(&mut app, ClockRequest::Jump(1), WAITS);
    assert_refused(&mut app, ClockRequest::Finish, WAITS);
}

#[test]
fn a_step_back_shows_the_step_before_and_a_step_forward_plays_nothing_anew() {
    let mut app = battle_app("first-blood", 1);
    run_ticks(&mut app, 3);
    let steps = fingerprints(&app);
    let mut rewound = Inbox::<Rewound>::new(&app);
    let mut finished = Inbox::<TickFinished>::new(&app);
    assert_obeyed(&mut app, ClockRequest::StepBack);
    assert_eq!(step_on_screen(&app), 2);
    assert!(!shown(&app).is_live());
    assert_eq!(rewound.read(&app), [Rewound { from: 3, to: 2 }]);
    assert_obeyed(&mut app, ClockRequest::Step);
    assert_eq!(rewound.read(&app), [Rewound { from: 2, to: 3 }]);
    assert!(shown(&app).is_live());
    assert_eq!(played(&mut finished, &app), [0; 0]);
    assert_eq!(fingerprints(&app), steps);
}

#[test]
fn before_the_beginning_is_nothing() {
    let mut app = battle_app("first-blood", 1);
    assert_refused(
        &mut app,
        ClockRequest::StepBack,
        "this is the beginning already: step forward instead",
    );
    run_ticks(&mut app, 1);
    assert_obeyed(&mut app, ClockRequest::StepBack);
    assert_refused(
        &mut app,
        ClockRequest::StepBack,
        "this is the beginning already: step forward instead",
    );
}

#[test]
fn a_jump_goes_back_and_forth_and_plays_what_is_missing() {
    let mut app = battle_app("first-blood", 1);
    ask(&mut app, ClockRequest::Play);
    let mut finished = Inbox::<TickFinished>::new(&app);
    assert_obeyed(&mut app, ClockRequest::Jump(5));
    assert!(!clock(&app).playing);
    assert_eq!(played(&mut finished, &app), [1, 2, 3, 4, 5]);
    assert_obeyed(&mut app, ClockRequest::Jump(2));
    assert_eq!(step_on_screen(&app), 2);
    assert_obeyed(&mut app, ClockRequest::Jump(7));
    assert_eq!(played(&mut finished, &app), [6, 7]);
    assert_eq!(step_on_screen(&app), 7);
    assert_obeyed(&mut app, ClockRequest::Jump(7));
    assert_obeyed(&mut app, ClockRequest::Jump(0));
    assert_eq!(step_on_screen(&app), 0);
}

#[test]
fn a_jump_past_the_end_comes_to_the_end_and_says_so() {
    let mut app = battle_app("first-blood", 1);
    let mut refused = Inbox::new(&app);
    ask(&mut app, ClockRequest::Jump(u32::MAX));
    assert_eq!(words(&mut refused, &app), [OVER]);
    assert!(shown(&app).battle().outcome().is_some());
    assert_refused(&mut app, ClockRequest::Jump(u32::MAX), OVER);
}

#[test]
fn finish_plays_to_the_end_at_once() {
    let mut app = battle_app("first-blood", 1);
    assert_obeyed(&mut app, ClockRequest::Finish);
    assert!(shown(&app).battle().outcome().is_some());
    let end = Standing::of(&app);
    assert_obeyed(&mut app, ClockRequest::Finish);
    assert_eq!(Standing::of(&app), end, "it is finished already");
    ask(&mut app, RewindRequest { to: 1 });
    assert_obeyed(&mut app, ClockRequest::Finish);
    assert_eq!(Standing::of(&app), end, "and it is the same end");
}

#[test]
fn a_finished_battle_does_not_begin_to_play() {
    let mut app = battle_app("first-blood", 1);
    ask(&mut app, ClockRequest::Finish);
    let end = Standing::of(&app);
    ask(&mut app, ClockRequest::Play);
    assert!(!clock(&app).playing);
    assert_eq!(Standing::of(&app), end);
}

#[test]
fn several_requests_are_obeyed_in_their_order() {
    let mut app = setup_app(duel(Tempo::Ticks), 1);
    for request in [
        ClockRequest::Step,
        ClockRequest::Step,
        ClockRequest::StepBack,
        ClockRequest::Step,
        ClockRequest::Step,
        ClockRequest::StepBack,
        ClockRequest::Play,
    ] {
        app.world_mut().write_message(request);
    }
    app.update();
    assert_eq!(fingerprints(&app).len(), 4);
    assert_eq!(step_on_screen(&app), 2);
    assert!(clock(&app).playing);
}

#[test]
fn a_rewind_looks_at_any_step_that_was_played() {
    let mut app = battle_app("first-blood", 1);
    run_ticks(&mut app, 4);
    let steps = fingerprints(&app);
    let mut rewound = Inbox::<Rewound>::new(&app);
    for (from, to) in [(4, 0), (0, 3), (3, 4), (4, 1)] {
        assert_obeyed(&mut app, RewindRequest { to });
        assert_eq!(rewound.read(&app), [Rewound { from, to }]);
        assert_eq!(step_on_screen(&app), to);
        assert_eq!(shown(&app).is_live(), to == 4);
    }
    assert_obeyed(&mut app, RewindRequest { to: 1 });
    assert_eq!(rewound.read(&app), [], "it is there already");
    assert_eq!(fingerprints(&app), steps);
}

#[test]
fn a_rewind_does_not_play() {
    let mut app = battle_app("first-blood", 1);
    run_ticks(&mut app, 4);
    let not_yet = "the battle has only come to step 4: play on first";
    assert_refused(&mut app, RewindRequest { to: 5 }, not_yet);
    assert_refused(&mut app, RewindRequest { to: u32::MAX }, not_yet);
    ask(&mut app, RewindRequest { to: 2 });
    assert_refused(&mut app, RewindRequest { to: 5 }, not_yet);
}
