//! Outcomes: what the plugins report, when, and with the right data.

use std::time::Duration;

use bevy::prelude::App;
use bevy::time::TimeUpdateStrategy;
use foretold_battle::testing::{
    aimed_shot, board, guard, heavy_punch, light_punch, move_towards, recruit,
};
use foretold_battle::{
    Action, AutofightMode, DrawReason, Happening, Intent, Order, Outcome, StandingOrder, Stop,
    Tempo,
};
use foretold_sim::testing::{
    Inbox, battle_app, headless_app_with, run_ticks, setup_app, shipped_files, shown, sit,
};
use foretold_sim::{
    BattleOver, BattleRequest, BattleStarted, ClockRequest, ContentPlugin, Intents, Interrupted,
    OrderRequest, Refused, RewindRequest,
};

use crate::common::{
    Standing, ask, assert_obeyed, cell, duel, fingerprint, fingerprints, kept, once, session, unit,
    words,
};

const TAB: Order = Order::Autofight(AutofightMode::MoveAndAttack);

#[test]
fn a_battle_that_is_over_says_how_and_when_once() {
    for (name, seed) in [("first-blood", 1), ("first-blood", 2), ("heavy-hands", 3)] {
        let mut app = battle_app(name, seed);
        let mut over = Inbox::<BattleOver>::new(&app);
        let mut reported = Vec::new();
        while shown(&app).battle().outcome().is_none() {
            run_ticks(&mut app, 1);
            reported.extend(over.read(&app));
        }
        let end = shown(&app).battle();
        let outcome = end.outcome().expect("it is over");
        let tick = end.tick();
        assert_eq!(reported, [BattleOver { outcome, tick }]);
        ask(&mut app, RewindRequest { to: 0 });
        ask(&mut app, ClockRequest::Finish);
        assert_eq!(over.read(&app), [], "walking to the end again is no end");
    }
}

#[test]
fn both_outcomes_and_a_draw() {
    let stone = || recruit().hp(1);
    let fist = || recruit().gambits([light_punch()]);
    for (friend, enemy, outcome) in [
        (fist(), stone(), Outcome::Victory),
        (stone(), fist(), Outcome::Defeat),
        (
            fist().hp(1),
            fist().hp(1),
            Outcome::Draw(DrawReason::BothFell),
        ),
    ] {
        let scene = board("A e").unit('A', friend).unit('e', enemy);
        let mut app = setup_app(scene.setup(), 1);
        let mut over = Inbox::<BattleOver>::new(&app);
        run_ticks(&mut app, 1);
        assert_eq!(over.read(&app), [BattleOver { outcome, tick: 1 }]);
    }
}

#[test]
fn a_battle_that_began_says_its_name_and_seed() {
    let mut app = battle_app("crypt", 3);
    let mut started = Inbox::<BattleStarted>::new(&app);
    ask(&mut app, BattleRequest::Restart { seed: Some(5) });
    let crypt = BattleStarted {
        battle: "crypt".to_owned(),
        seed: 5,
    };
    assert_eq!(started.read(&app), [crypt]);
    run_ticks(&mut app, 3);
    assert_eq!(started.read(&app), []);
}

#[test]
fn a_card_brain_uses_the_skill_that_it_showed() {
    let scene = board("A e").unit('A', recruit().hp(1_000)).unit(
        'e',
        recruit().cards([(light_punch(), 1), (heavy_punch(), 1)]),
    );
    let mut app = setup_app(scene.setup(), 1);
    let brute = unit(1);
    let mut uses = Vec::new();
    for _ in 0..30 {
        let winds_up = shown(&app)
            .battle()
            .unit(brute)
            .is_some_and(|it| it.wind_up().is_some());
        let intents = app.world().resource::<Intents>();
        let (skill, intent) = (intents.skill_of(brute), intents.of_unit(brute));
        run_ticks(&mut app, 1);
        let used = shown(&app)
            .moment()
            .events
            .iter()
            .find_map(|event| match event.what {
                Happening::Decided {
                    unit,
                    action: Action::Use { skill, .. },
                    ..
                } if unit == brute => Some(skill),
                _ => None,
            });
        if let Some(used) = used.filter(|_| !winds_up) {
            assert_eq!(skill, Some(used));
            uses.push(intent);
        }
    }
    uses.dedup();
    assert!(uses.len() > 3, "both cards were drawn: {uses:?}");
    assert!(
        uses.iter()
            .all(|it| matches!(it, Some(Intent::Attack { strikes: 1, .. })))
    );
}

#[test]
fn a_hidden_intent_stays_hidden() {
    let scene = board("A . . . . . e").unit('A', recruit()).unit(
        'e',
        recruit().cards([(heavy_punch(), 1), (guard(), 1)]).hidden(),
    );
    let app = setup_app(scene.setup(), 1);
    let intents = app.world().resource::<Intents>();
    assert_eq!(intents.of_unit(unit(1)), Some(Intent::Unknown));
    assert_eq!(intents.skill_of(unit(1)), None);
}

/// The first interrupts within this many steps.
fn first_interrupt(app: &mut App, steps: u32) -> Vec<Interrupted> {
    let mut interrupted = Inbox::<Interrupted>::new(app);
    for _ in 0..steps {
        run_ticks(app, 1);
        let stops = interrupted.read(app);
        if !stops.is_empty() {
            return stops;
        }
    }
    panic!("nothing stopped it");
}

#[test]
fn autofight_that_stops_by_itself_says_why_and_which_unit_caused_it() {
    let scene = board("A . . e . .").unit('A', recruit().manual().knows([light_punch()]));
    let strong = scene.clone().unit('e', recruit().gambits([light_punch()]));
    let mut app = setup_app(strong.setup(), 1);
    assert_obeyed(&mut app, kept(0, TAB));
    let (unit_0, unit_1) = (unit(0), unit(1));
    let hurt = Interrupted {
        unit: unit_0,
        stop: Stop::HpLost,
        by: None,
        message: "Took damage, stopping.".to_owned(),
    };
    assert_eq!(first_interrupt(&mut app, 10), [hurt]);
    assert_eq!(
        shown(&app).battle().autofight_stop(unit_0),
        Some(Stop::HpLost)
    );
    let weak = scene.unit('e', recruit().hp(5));
    let mut setup = weak.setup();
    // A second enemy far away, so that the battle goes on.
    let mut far = setup.units[1].clone();
    far.name = "f".to_owned();
    far.cell = cell("L12");
    far.hp = 50;
    far.max_hp = 50;
    setup.units.push(far);
    let mut app = setup_app(setup, 1);
    assert_obeyed(&mut app, kept(0, TAB));
    let dead = Interrupted {
        unit: unit_0,
        stop: Stop::TargetDead,
        by: Some(unit_1),
        message: "The target is dead, stopping.".to_owned(),
    };
    assert_eq!(first_interrupt(&mut app, 10), [dead]);
}

#[test]
fn autofight_speaks_the_words_of_its_file() {
    let mut files = shipped_files().clone();
    let text = files
        .get("autofight.ron")
        .expect("it is shipped")
        .to_owned();
    let text = text.replace("Took damage, stopping.", "Ouch! I stop.");
    files.insert("autofight.ron", text);
    let mut app = headless_app_with(ContentPlugin::Given(files));
    ask(
        &mut app,
        BattleRequest::Start {
            battle: "first-blood".to_owned(),
            seed: 1,
        },
    );
    assert_obeyed(&mut app, kept(0, TAB));
    let stops = first_interrupt(&mut app, 60);
    assert_eq!(
        (stops[0].stop, stops[0].message.as_str()),
        (Stop::HpLost, "Ouch! I stop.")
    );
    assert_eq!(stops[0].unit, unit(0));
}

/// The answer to a second press right after the first.
const TOO_FAST: &str = "Too fast: look before you strike.";

fn seated_duel() -> App {
    let mut app = setup_app(duel(Tempo::Phases), 1);
    sit(&mut app, true);
    app
}

fn presses(app: &App) -> (u16, u16) {
    let count = shown(app).battle().autofight_count();
    (count.uses, count.stops(Stop::Reckless))
}

#[test]
fn pressing_faster_than_one_can_look_is_counted_and_does_nothing() {
    let mut app = seated_duel();
    assert_obeyed(&mut app, once(0, TAB));
    assert_eq!(presses(&app), (1, 0));
    ask(&mut app, OrderRequest::Release { unit: unit(0) });
    // Two frames after the press: 200 milliseconds, the setting is 150.
    assert_obeyed(&mut app, once(0, TAB));
    assert_eq!(presses(&app), (2, 0));
    ask(&mut app, OrderRequest::Release { unit: unit(0) });
    app.update();
    let tab = StandingOrder {
        order: TAB,
        kept: false,
    };
    let order = |app: &App| {
        shown(app)
            .battle()
            .unit(unit(0))
            .and_then(|unit| unit.order)
    };
    // Two presses in one frame: the second is reckless.
    let mut refused = Inbox::<Refused>::new(&app);
    app.world_mut().write_message(once(0, TAB));
    ask(&mut app, kept(0, TAB));
    assert_eq!(words(&mut refused, &app), [TOO_FAST]);
    assert_eq!(presses(&app), (3, 1));
    assert_eq!(order(&app), Some(tab), "the first one holds");
    assert_eq!(
        shown(&app).battle().autofight_stop(unit(0)),
        Some(Stop::Reckless)
    );
    // So is one a frame later: each press counts from the one before.
    ask(&mut app, kept(0, TAB));
    assert_eq!(words(&mut refused, &app), [TOO_FAST]);
    assert_eq!(presses(&app), (3, 2));
    assert_eq!(order(&app), Some(tab));
    let replay = shown(&app).session().replay();
    assert_eq!(replay.verify(shown(&app).battle().arena()), Ok(()));
}

#[test]
fn the_time_to_look_is_a_setting() {
    let mut setup = duel(Tempo::Phases);
    setup.units[0].autofight.warning_ms = 300;
    let mut app = setup_app(setup, 1);
    for (frame, expected) in [(299, (1, 1)), (300, (3, 1))] {
        assert_obeyed(&mut app, once(0, TAB));
        let length = Duration::from_millis(frame);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        ask(&mut app, once(0, TAB));
        assert_eq!(presses(&app), expected, "{frame} milliseconds");
        let length = Duration::from_secs(1);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        app.update();
    }
}

#[test]
fn other_orders_and_other_units_are_never_reckless() {
    let scene = board("A . . e\nB . . .")
        .tempo(Tempo::Phases)
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('B', recruit().manual().knows([aimed_shot()]))
        .unit('e', recruit().gambits([move_towards()]));
    let mut app = setup_app(scene.setup(), 1);
    let mut refused = Inbox::<Refused>::new(&app);
    for request in [
        once(0, TAB),
        once(1, TAB),
        once(0, Order::EndTurn),
        once(0, Order::EndTurn),
    ] {
        app.world_mut().write_message(request);
    }
    app.update();
    assert_eq!(words(&mut refused, &app), [""; 0]);
    assert_eq!(presses(&app), (2, 0));
}

#[test]
fn a_reckless_press_in_the_past_cuts_nothing() {
    let mut app = setup_app(duel(Tempo::Ticks), 1);
    run_ticks(&mut app, 4);
    ask(&mut app, RewindRequest { to: 2 });
    assert_obeyed(&mut app, once(0, TAB));
    assert_eq!(session(&app).last_step(), 2, "the first press is an order");
    run_ticks(&mut app, 2);
    for _ in 0..3 {
        app.update();
    }
    assert_obeyed(&mut app, once(0, TAB));
    ask(&mut app, RewindRequest { to: 1 });
    let before = (Standing::of(&app), fingerprint(&app), fingerprints(&app));
    assert_eq!(session(&app).last_step(), 4);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(1)));
    ask(&mut app, once(0, TAB));
    assert_eq!(
        (Standing::of(&app), fingerprint(&app), fingerprints(&app)),
        before
    );
}
