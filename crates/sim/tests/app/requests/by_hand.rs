//! Battles that the player commands: they wait, obey, take back and end turns.

use bevy::prelude::App;
use foretold_battle::testing::{aimed_shot, board, light_punch, move_towards, recruit};
use foretold_battle::{Command, Entry, Order, Setup, Tempo};
use foretold_sim::testing::{
    Inbox, battle_app, fight, headless_app, run_ticks, setup_app, shown, sit,
};
use foretold_sim::{ClockRequest, Forethought, OrderRequest, RewindRequest, Rewound, TickFinished};

use crate::common::{
    Standing, TEMPOS, ask, assert_obeyed, assert_refused, cell, duel, fingerprint, fingerprints,
    once, order, session, skill, step_on_screen, unit,
};

const NOTHING: &str =
    "nothing to take back: dice have been rolled since, or nothing was ordered in this turn";

fn cell_of(app: &App, slot: usize) -> String {
    let unit = shown(app).battle().unit(unit(slot));
    unit.expect("it joined").cell.to_string()
}

/// A battle in which the player has taken command.
fn seated(setup: Setup) -> App {
    let mut app = setup_app(setup, 1);
    sit(&mut app, true);
    app
}

#[test]
fn a_shipped_battle_by_hand_waits_with_a_player_from_the_start() {
    for name in ["crypt-by-hand", "goblin-ambush"] {
        let mut app = battle_app(name, 6);
        assert!(shown(&app).encounter().by_hand);
        assert!(shown(&app).battle().has_player());
        let sat_down = Entry {
            step: 0,
            command: Command::Player { present: true },
        };
        assert_eq!(shown(&app).session().entries(), [sat_down]);
        assert_eq!(session(&app).moments().len(), 1);
        assert_eq!(fingerprints(&app), [fingerprint(&app)]);
        // In initiative enemies may come first: then it waits at the first friend.
        ask(&mut app, ClockRequest::Finish);
        assert!(!shown(&app).battle().waits_for().is_empty(), "{name}");
        assert_eq!(shown(&app).battle().outcome(), None);
    }
}

#[test]
fn an_order_is_carried_out_and_then_it_waits_again() {
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let mut app = seated(duel(tempo));
        let mut finished = Inbox::<TickFinished>::new(&app);
        assert_obeyed(&mut app, order_to("C1"));
        assert!(shown(&app).battle().waits_for().is_empty());
        ask(&mut app, ClockRequest::Finish);
        assert_eq!(cell_of(&app, 0), "C1", "{tempo:?}");
        let steps: Vec<u32> = finished.read(&app).iter().map(|step| step.tick).collect();
        assert_eq!(steps, [1, 2]);
        assert!(shown(&app).battle().waits_for().contains(unit(0)));
        let (skill, at) = (skill(&app, "Light Punch"), cell("D1"));
        order(&mut app, 0, Order::Use { skill, at });
        run_ticks(&mut app, 1);
        let enemy = shown(&app).battle().unit(unit(1)).expect("it joined");
        assert_eq!(enemy.hp, 90, "{tempo:?}");
    }
}

fn order_to(to: &str) -> OrderRequest {
    once(0, Order::MoveTo(cell(to)))
}

#[test]
fn the_end_of_the_turn_gives_the_others_theirs() {
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let mut app = seated(duel(tempo));
        order(&mut app, 0, Order::EndTurn);
        ask(&mut app, ClockRequest::Finish);
        assert_eq!(cell_of(&app, 0), "A1");
        assert_eq!(cell_of(&app, 1), "B1", "the enemy came ({tempo:?})");
        assert_eq!(shown(&app).battle().round(), 2);
        assert!(shown(&app).battle().waits_for().contains(unit(0)));
    }
}

#[test]
fn undo_takes_back_an_order_that_was_not_carried_out() {
    for tempo in TEMPOS {
        let mut app = seated(duel(tempo));
        let before = Standing::of(&app);
        let mut rewound = Inbox::<Rewound>::new(&app);
        order(&mut app, 0, Order::Guard);
        assert_ne!(Standing::of(&app), before);
        assert_obeyed(&mut app, OrderRequest::Undo);
        assert_eq!(Standing::of(&app), before, "{tempo:?}");
        assert_eq!(rewound.read(&app), [], "the same step is on screen");
    }
}

#[test]
fn undo_takes_back_a_walk_and_its_steps() {
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let mut app = seated(duel(tempo));
        let before = Standing::of(&app);
        assert_obeyed(&mut app, order_to("C1"));
        ask(&mut app, ClockRequest::Finish);
        assert_eq!(session(&app).last_step(), 2);
        let mut rewound = Inbox::<Rewound>::new(&app);
        assert_obeyed(&mut app, OrderRequest::Undo);
        assert_eq!(rewound.read(&app), [Rewound { from: 2, to: 0 }]);
        assert_eq!(Standing::of(&app), before, "{tempo:?}");
        assert_eq!(session(&app).last_step(), 0, "the timeline is shorter");
        assert_eq!(cell_of(&app, 0), "A1");
        let thoughts = app.world().resource::<Forethought>();
        let thought = thoughts.of_unit(unit(0)).expect("it thinks");
        assert_eq!(
            Some(thought.decision.clone()),
            shown(&app).battle().decide(unit(0))
        );
        // Taking back does not take the player out of command.
        assert_refused(&mut app, OrderRequest::Undo, NOTHING);
    }
}

#[test]
fn what_was_taken_back_can_be_done_otherwise_and_the_replay_verifies() {
    let mut app = seated(duel(Tempo::Phases));
    assert_obeyed(&mut app, order_to("C1"));
    ask(&mut app, ClockRequest::Finish);
    ask(&mut app, OrderRequest::Undo);
    assert_obeyed(&mut app, order_to("B2"));
    ask(&mut app, ClockRequest::Finish);
    assert_eq!(cell_of(&app, 0), "B2");
    let live = shown(&app).session();
    assert_eq!(live.replay().verify(live.battle().arena()), Ok(()));
    assert_eq!(live.replay().entries.len(), 2);
}

#[test]
fn dice_that_were_rolled_are_not_taken_back() {
    let scene = board("A . . e")
        .tempo(Tempo::Phases)
        .unit('A', recruit().manual().knows([aimed_shot()]))
        .unit('e', recruit().gambits([light_punch(), move_towards()]));
    let mut app = seated(scene.setup());
    let (skill, at) = (skill(&app, "Aimed Shot"), cell("D1"));
    order(&mut app, 0, Order::Use { skill, at });
    ask(&mut app, ClockRequest::Finish);
    assert_refused(&mut app, OrderRequest::Undo, NOTHING);
}

#[test]
fn a_tick_is_not_taken_back() {
    let mut app = headless_app();
    fight(&mut app, duel(Tempo::Ticks), 1);
    sit(&mut app, true);
    assert_obeyed(&mut app, order_to("B1"));
    run_ticks(&mut app, 1);
    assert_refused(&mut app, OrderRequest::Undo, NOTHING);
}

#[test]
fn a_refused_undo_leaves_the_past_on_screen() {
    let mut app = setup_app(duel(Tempo::Ticks), 1);
    run_ticks(&mut app, 4);
    ask(&mut app, RewindRequest { to: 2 });
    let mut rewound = Inbox::<Rewound>::new(&app);
    assert_refused(&mut app, OrderRequest::Undo, NOTHING);
    assert_eq!(step_on_screen(&app), 2);
    assert_eq!(rewound.read(&app), []);
}

#[test]
fn from_the_past_nothing_of_the_present_is_taken_back() {
    let mut app = seated(duel(Tempo::Phases));
    assert_obeyed(&mut app, order_to("C1"));
    ask(&mut app, ClockRequest::Finish);
    ask(&mut app, RewindRequest { to: 1 });
    assert_refused(&mut app, OrderRequest::Undo, NOTHING);
    ask(&mut app, RewindRequest { to: 2 });
    assert_obeyed(&mut app, OrderRequest::Undo);
    assert_eq!(cell_of(&app, 0), "A1");
}

#[test]
fn a_refused_order_is_no_reason_to_work_anything_out_again() {
    let mut app = seated(duel(Tempo::Phases));
    let version = shown(&app).moment().fingerprint();
    assert_refused(
        &mut app,
        once(1, Order::Guard),
        "it is not yours to command",
    );
    assert_eq!(shown(&app).moment().fingerprint(), version);
}
