//! Requests to units: orders and in which words they are refused.

use bevy::prelude::App;
use foretold_battle::testing::{
    Scene, UnitDraft, aimed_shot, bash, board, guard, heavy_punch, light_punch, mend, recruit, web,
};
use foretold_battle::{AutofightMode, Life, Order, StandingOrder, Stop, Tempo};
use foretold_sim::testing::{Inbox, run_ticks, setup_app, shown, sit};
use foretold_sim::{ClockRequest, OrderRequest, Refused, RequestRefusal};

use crate::common::{
    TEMPOS, ask, assert_obeyed, assert_refused, cell, duel, fingerprint, kept, once, order, skill,
    unit,
};

const TAB: Order = Order::Autofight(AutofightMode::MoveAndAttack);

/// An app whose player has taken command.
fn seated(scene: Scene, tempo: Tempo) -> App {
    let mut app = setup_app(scene.tempo(tempo).setup(), 1);
    sit(&mut app, true);
    app
}

fn hero() -> UnitDraft {
    recruit().manual().knows([light_punch(), guard()])
}

fn standing(app: &App, slot: usize) -> Option<StandingOrder> {
    let unit = shown(app).battle().unit(unit(slot));
    unit.expect("it joined").order
}

#[test]
fn every_order_is_heard_in_every_tempo() {
    for tempo in TEMPOS {
        let mut app = setup_app(duel(tempo), 1);
        sit(&mut app, true);
        let punch = skill(&app, "Light Punch");
        let at = cell("B1");
        for order in [
            Order::MoveTo(at),
            Order::Guard,
            Order::EndTurn,
            TAB,
            Order::Use { skill: punch, at },
        ] {
            for (request, kept) in [(once(0, order), false), (kept(0, order), true)] {
                assert_obeyed(&mut app, request);
                assert_eq!(standing(&app, 0), Some(StandingOrder { order, kept }));
                // A second press right after the first would be reckless.
                for _ in 0..2 {
                    app.update();
                }
            }
        }
        assert_obeyed(&mut app, OrderRequest::Release { unit: unit(0) });
        assert_eq!(standing(&app, 0), None, "{tempo:?}");
    }
}

#[test]
fn marks_are_set_and_taken_away() {
    let mut app = setup_app(duel(Tempo::Phases), 1);
    let (unit, none) = (unit(1), shown(&app).battle().marked());
    assert_obeyed(&mut app, OrderRequest::Mark { unit, marked: true });
    assert!(shown(&app).battle().marked().contains(unit));
    let marked = false;
    assert_obeyed(&mut app, OrderRequest::Mark { unit, marked });
    assert_eq!(shown(&app).battle().marked(), none);
}

#[test]
fn a_player_sits_down_and_leaves() {
    let mut app = setup_app(duel(Tempo::Phases), 1);
    assert!(!shown(&app).battle().has_player());
    sit(&mut app, true);
    assert!(shown(&app).battle().has_player());
    assert!(shown(&app).battle().waits_for().contains(unit(0)));
    sit(&mut app, false);
    assert!(shown(&app).battle().waits_for().is_empty());
}

#[test]
fn a_unit_that_is_not_yours_or_not_there_does_not_obey() {
    for tempo in TEMPOS {
        let mut app = setup_app(duel(tempo), 1);
        let not_yours = "it is not yours to command";
        assert_refused(&mut app, once(1, Order::Guard), not_yours);
        let nobody = "there is no such unit in this battle";
        assert_refused(&mut app, once(20, Order::Guard), nobody);
    }
}

#[test]
fn after_the_end_nobody_obeys() {
    let mut app = setup_app(duel(Tempo::Ticks), 1);
    ask(&mut app, ClockRequest::Finish);
    assert_refused(&mut app, once(0, Order::EndTurn), "the battle is over");
}

#[test]
fn the_fallen_do_not_obey() {
    let scene = board("A . . . . B e")
        .unit('A', hero())
        .unit('B', hero().hp(1))
        .unit('e', recruit().gambits([light_punch()]));
    let mut app = seated(scene, Tempo::Ticks);
    run_ticks(&mut app, 1);
    let fallen = shown(&app).battle().unit(unit(1)).expect("it joined");
    assert_eq!(fallen.life, Life::Fallen);
    assert_refused(
        &mut app,
        once(1, Order::EndTurn),
        "it cannot act: heal it first",
    );
}

#[test]
fn everyone_obeys_in_their_own_turn_only() {
    let scene = board("A B . . e")
        .unit('A', hero().initiative(40))
        .unit('B', hero().initiative(20))
        .unit('e', recruit().initiative(-40));
    let mut app = seated(scene.clone(), Tempo::Initiative);
    assert_refused(&mut app, once(1, Order::Guard), "it is not its turn");
    let mut app = seated(scene, Tempo::Phases);
    order(&mut app, 0, Order::EndTurn);
    run_ticks(&mut app, 1);
    let done = "it has no actions left in this turn";
    assert_refused(&mut app, once(0, Order::Guard), done);
    assert_obeyed(&mut app, once(1, Order::Guard));
}

#[test]
fn walks_that_cannot_be_are_refused() {
    let scene = board(
        "A . . . . . . . e
         . # # # . . . . .
         . # . # . . . . .
         . # # # . . . . .",
    )
    .unit('A', hero())
    .unit('e', recruit());
    let mut app = seated(scene, Tempo::Phases);
    for (to, expected) in [
        ("A1", "it stands there already"),
        ("C3", "there is no way there"),
        ("B2", "there is no way there"),
        ("L1", "it is 11 cells away, and 6 are left to walk"),
    ] {
        assert_refused(&mut app, once(0, Order::MoveTo(cell(to))), expected);
    }
}

#[test]
fn a_rooted_unit_does_not_walk() {
    let scene = board("A . . . e")
        .unit('A', hero())
        .unit('e', recruit().gambits([web()]));
    let mut app = seated(scene, Tempo::Ticks);
    run_ticks(&mut app, 1);
    let walk = once(0, Order::MoveTo(cell("A2")));
    assert_refused(&mut app, walk, "rooted: it cannot move");
}

#[test]
fn skills_that_cannot_be_used_are_refused() {
    let hero = recruit()
        .manual()
        .knows([light_punch(), aimed_shot(), mend(), bash().cooldown(3)]);
    let scene = board(
        "A e . f
         . # . .
         . . g .",
    )
    .unit('A', hero)
    .unit('e', recruit().knows([guard()]))
    .unit('f', recruit())
    .unit('g', recruit());
    let mut app = seated(scene, Tempo::Ticks);
    let use_at = |app: &App, name: &str, at: &str| {
        let (skill, at) = (skill(app, name), cell(at));
        once(0, Order::Use { skill, at })
    };
    assert_refused(
        &mut app,
        once(0, Order::Guard),
        "it knows no skill that raises block",
    );
    for (name, at, expected) in [
        ("Guard", "A1", "it does not know that skill"),
        ("Mend", "A3", "nobody is there to be helped"),
        (
            "Light Punch",
            "D1",
            "out of range: 3 cells away, it reaches 1",
        ),
        ("Aimed Shot", "C3", "no line of sight: B2 is in the way"),
    ] {
        let request = use_at(&app, name, at);
        assert_refused(&mut app, request, expected);
    }
    let request = use_at(&app, "Bash", "B1");
    assert_obeyed(&mut app, request);
    run_ticks(&mut app, 1);
    assert_refused(&mut app, request, "it rests for 3 more turns");
}

#[test]
fn a_turn_holds_so_much_and_no_more() {
    let heavy = heavy_punch();
    let scene = board("A e . . .")
        .unit(
            'A',
            recruit()
                .manual()
                .knows([light_punch(), heavy])
                .initiative(40),
        )
        .unit('e', recruit().initiative(-40));
    let mut app = seated(scene, Tempo::Initiative);
    order(&mut app, 0, Order::MoveTo(cell("A2")));
    run_ticks(&mut app, 1);
    let (skill, at) = (skill(&app, "Heavy Punch"), cell("B1"));
    assert_refused(
        &mut app,
        once(0, Order::Use { skill, at }),
        "it takes a whole turn, and a part of it is spent",
    );
}

#[test]
fn autofight_refuses_with_its_reason_and_counts_it() {
    let mut app = setup_app(duel(Tempo::Phases), 1);
    sit(&mut app, true);
    let before = fingerprint(&app);
    let mut refused = Inbox::<Refused>::new(&app);
    order(&mut app, 0, Order::Autofight(AutofightMode::AttackOnly));
    let reasons: Vec<RequestRefusal> = refused
        .read(&app)
        .into_iter()
        .map(|refused| refused.reason)
        .collect();
    let stop = Stop::NoTargetInRange;
    let message = "No target in range.".to_owned();
    assert_eq!(reasons, [RequestRefusal::Autofight { stop, message }]);
    assert_eq!(standing(&app, 0), None);
    let count = shown(&app).battle().autofight_count();
    assert_eq!(count.stops(Stop::NoTargetInRange), 1);
    assert_ne!(
        fingerprint(&app),
        before,
        "it is counted, so it is part of the battle"
    );
    assert_eq!(
        shown(&app).session().entries().len(),
        2,
        "and of its replay"
    );
}
