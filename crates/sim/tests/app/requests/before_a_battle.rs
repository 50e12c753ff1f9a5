//! Requests while nothing is being fought.

use foretold_battle::{AutofightMode, Order};
use foretold_sim::testing::{Inbox, headless_app};
use foretold_sim::{
    BattleRequest, ClockRequest, OrderRequest, Refused, Request, RewindRequest, RuleEditRequest,
    Shown, Speed,
};

use crate::common::{assert_obeyed, assert_refused, clock, once, unit};

const NO_BATTLE: &str = "nothing is being fought: choose a battle first";

#[test]
fn the_clock_has_nothing_to_run() {
    let mut app = headless_app();
    for request in [
        ClockRequest::Play,
        ClockRequest::Toggle,
        ClockRequest::Step,
        ClockRequest::StepBack,
        ClockRequest::Jump(0),
        ClockRequest::Jump(3),
        ClockRequest::Finish,
    ] {
        assert_refused(&mut app, request, NO_BATTLE);
        assert!(!clock(&app).playing, "{request:?}");
    }
}

#[test]
fn the_clock_can_be_set_all_the_same() {
    let mut app = headless_app();
    assert_obeyed(&mut app, ClockRequest::Speed(Speed::Octuple));
    assert_eq!(clock(&app).speed, Speed::Octuple);
    assert_obeyed(&mut app, ClockRequest::Pause);
    assert!(!clock(&app).playing);
}

#[test]
fn there_is_nobody_to_command() {
    let mut app = headless_app();
    let unit = unit(0);
    for request in [
        once(0, Order::Guard),
        once(0, Order::Autofight(AutofightMode::MoveAndAttack)),
        OrderRequest::Release { unit },
        OrderRequest::Mark { unit, marked: true },
        OrderRequest::Undo,
    ] {
        assert_refused(&mut app, request, NO_BATTLE);
    }
}

#[test]
fn there_is_nobody_to_teach() {
    let mut app = headless_app();
    let rules = Vec::new();
    assert_refused(
        &mut app,
        RuleEditRequest::Rules {
            unit: unit(0),
            rules,
        },
        NO_BATTLE,
    );
    assert_refused(&mut app, RuleEditRequest::Undo, NO_BATTLE);
    assert_refused(&mut app, RuleEditRequest::Redo, NO_BATTLE);
}

#[test]
fn there_is_nothing_to_look_at_to_begin_again_or_to_keep() {
    let mut app = headless_app();
    assert_refused(&mut app, RewindRequest { to: 0 }, NO_BATTLE);
    assert_refused(&mut app, BattleRequest::Restart { seed: None }, NO_BATTLE);
    assert_refused(
        &mut app,
        BattleRequest::Restart { seed: Some(4) },
        NO_BATTLE,
    );
    assert_refused(&mut app, BattleRequest::Keep, NO_BATTLE);
    assert!(!app.world().contains_resource::<Shown>());
}

#[test]
fn a_refusal_names_what_was_asked_for() {
    let mut app = headless_app();
    let mut refused = Inbox::<Refused>::new(&app);
    app.world_mut().write_message(ClockRequest::Jump(9));
    app.world_mut().write_message(RewindRequest { to: 8 });
    app.world_mut().write_message(once(7, Order::Guard));
    app.world_mut().write_message(BattleRequest::Keep);
    app.world_mut().write_message(RuleEditRequest::Undo);
    app.update();
    let requests: Vec<Request> = refused
        .read(&app)
        .into_iter()
        .map(|refused| refused.request)
        .collect();
    assert!(
        matches!(
            requests.as_slice(),
            [
                Request::Battle(BattleRequest::Keep),
                Request::Rewind(RewindRequest { to: 8 }),
                Request::RuleEdit(RuleEditRequest::Undo),
                Request::Order(OrderRequest::Give { .. }),
                Request::Clock(ClockRequest::Jump(9)),
            ]
        ),
        "{requests:?}"
    );
}
