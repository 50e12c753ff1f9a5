//! The running battle under changed content: the same seed, orders and step, other numbers.

use bevy::prelude::App;
use foretold_battle::testing::skirmish;
use foretold_battle::{AutofightMode, Event, Happening, Life, Order, forecast};
use foretold_sim::testing::{fight, headless_app_with, run_ticks, shown};
use foretold_sim::{
    BattleReplayed, BattleRequest, ClockRequest, ContentPlugin, Forecast, Forethought,
    OrderRequest, RewindRequest, Sight,
};

use super::workshop::Workshop;
use crate::common::{
    ask, assert_obeyed, cell, fingerprint, fingerprints, kept, once, session, step_on_screen, unit,
};

const PUNCH: &str = "skills/light_punch.skill.ron";

/// The history of a battle that was fought with the files as they are now from its beginning.
fn fought_anew(shop: &Workshop, name: &str, seed: u64, script: impl Fn(&mut App)) -> Vec<u64> {
    let mut app = headless_app_with(ContentPlugin::Given(shop.files.clone()));
    let battle = name.to_owned();
    ask(&mut app, BattleRequest::Start { battle, seed });
    script(&mut app);
    fingerprints(&app)
}

#[test]
fn a_changed_number_changes_the_battle_at_the_same_step() {
    let script = |app: &mut App| {
        run_ticks(app, 3);
        assert_obeyed(app, once(0, Order::MoveTo(cell("F9"))));
        run_ticks(app, 9);
        assert_obeyed(app, kept(0, Order::EndTurn));
        run_ticks(app, 3);
    };
    let mut shop = Workshop::fighting("first-blood", 3);
    script(&mut shop.app);
    let old = fingerprints(&shop.app);
    let entries = shown(&shop.app).session().entries().to_vec();
    assert_eq!(entries.len(), 2);
    shop.change("units/recruit.unit.ron", "hp: 100", "hp: 90");
    shop.wait_for_generation(2);
    let step = u32::try_from(old.len() - 1).expect("few steps");
    let replayed = BattleReplayed {
        step,
        skipped: Vec::new(),
        vanished: Vec::new(),
    };
    assert_eq!(shop.replayed, [replayed]);
    assert_eq!(step_on_screen(&shop.app), step);
    assert!(shown(&shop.app).is_live());
    assert_ne!(fingerprints(&shop.app), old);
    assert_eq!(
        fingerprints(&shop.app),
        fought_anew(&shop, "first-blood", 3, script)
    );
    assert_eq!(shown(&shop.app).session().seed(), 3);
    assert_eq!(shown(&shop.app).session().entries(), entries);
    let live = shown(&shop.app).session();
    assert_eq!(live.replay().verify(live.battle().arena()), Ok(()));
    assert_eq!(session(&shop.app).moments().len(), step as usize + 1);
}

#[test]
fn what_depends_on_the_battle_follows() {
    let mut shop = Workshop::fighting("crossfire", 3);
    run_ticks(&mut shop.app, 4);
    let seen = |shop: &Workshop| shop.app.world().resource::<Sight>().seen_from(cell("C11"));
    let before = seen(&shop);
    shop.write("boards/ruins.board.ron", "(rows: [\"............\"])");
    shop.wait_for_rejections(1);
    let rows = ["\"............\""; 12].join(",");
    shop.write("boards/ruins.board.ron", &format!("(rows: [{rows}])"));
    shop.wait_for_generation(2);
    assert_ne!(seen(&shop), before);
    let world = shop.app.world();
    if let Some(tally) = world.resource::<Forecast>().tally() {
        let now = shown(&shop.app).moment();
        let odds = forecast(&now.battle, now.fingerprint(), 0..tally.playouts());
        assert_eq!(*tally, odds, "no stale answer");
    }
    for thought in world.resource::<Forethought>().thoughts() {
        let decided = shown(&shop.app).battle().decide(thought.unit);
        assert_eq!(Some(&thought.decision), decided.as_ref());
    }
    run_ticks(&mut shop.app, 2);
    assert_eq!(step_on_screen(&shop.app), 6, "and it plays on");
}

#[test]
fn the_past_on_screen_stays_on_screen() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 10);
    ask(&mut shop.app, RewindRequest { to: 6 });
    shop.change("units/recruit.unit.ron", "hp: 100", "hp: 90");
    shop.wait_for_generation(2);
    assert_eq!(step_on_screen(&shop.app), 6);
    assert_eq!(shop.replayed[0].step, 6);
    let anew = fought_anew(&shop, "first-blood", 3, |app| run_ticks(app, 6));
    assert_eq!(fingerprint(&shop.app), anew[6]);
    run_ticks(&mut shop.app, 1);
    assert_eq!(step_on_screen(&shop.app), 7);
}

#[test]
fn what_was_ordered_after_the_step_on_screen_is_still_there() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 8);
    let ada = unit(0);
    let order = OrderRequest::Give {
        unit: ada,
        order: Order::EndTurn,
        until_released: true,
    };
    ask(&mut shop.app, order);
    run_ticks(&mut shop.app, 1);
    ask(&mut shop.app, RewindRequest { to: 6 });
    shop.change("units/recruit.unit.ron", "hp: 100", "hp: 90");
    shop.wait_for_generation(2);
    assert_eq!(step_on_screen(&shop.app), 6);
    assert_eq!(session(&shop.app).last_step(), 9);
    let live = shown(&shop.app).session();
    assert_eq!(live.entries().len(), 1);
    assert!(
        live.battle()
            .unit(ada)
            .is_some_and(|unit| unit.order.is_some())
    );
}

#[test]
fn a_battle_that_ends_earlier_now_shows_its_end() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 9);
    assert_eq!(shown(&shop.app).battle().outcome(), None);
    shop.change(PUNCH, "damage: 10", "damage: 100");
    shop.wait_for_generation(2);
    assert!(shown(&shop.app).battle().outcome().is_some());
    let step = step_on_screen(&shop.app);
    assert!(step < 9);
    assert_eq!(shop.replayed[0].step, step);
    assert_eq!(session(&shop.app).last_step(), step);
    let events = &session(&shop.app).moments()[step as usize].events;
    let over = |event: &Event| matches!(event.what, Happening::Over { .. });
    assert!(events.iter().any(over), "it ends there: {events:?}");
}

#[test]
fn a_finished_battle_is_finished_anew() {
    let mut shop = Workshop::fighting("first-blood", 3);
    ask(&mut shop.app, ClockRequest::Finish);
    let end = step_on_screen(&shop.app);
    shop.change("units/recruit.unit.ron", "hp: 100", "hp: 300");
    shop.wait_for_generation(2);
    assert_eq!(step_on_screen(&shop.app), end);
    assert_eq!(
        shown(&shop.app).battle().outcome(),
        None,
        "there is more to fight"
    );
    run_ticks(&mut shop.app, 1);
    assert_eq!(step_on_screen(&shop.app), end + 1);
}

#[test]
fn a_battle_by_hand_keeps_its_player_and_waits() {
    let mut shop = Workshop::fighting("crypt-by-hand", 3);
    assert_obeyed(&mut shop.app, once(0, Order::EndTurn));
    assert_obeyed(&mut shop.app, once(1, Order::EndTurn));
    ask(&mut shop.app, ClockRequest::Finish);
    let step = step_on_screen(&shop.app);
    shop.change("units/zombie.unit.ron", "hp:", "armour_class: 9, hp:");
    shop.wait_for_generation(2);
    assert_eq!(step_on_screen(&shop.app), step);
    assert!(shown(&shop.app).battle().has_player());
    assert!(!shown(&shop.app).battle().waits_for().is_empty());
    assert_eq!(shop.replayed[0].skipped, []);
    assert_obeyed(&mut shop.app, once(0, Order::EndTurn));
    assert_obeyed(&mut shop.app, OrderRequest::Undo);
}

#[test]
fn a_change_elsewhere_does_not_touch_the_battle() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 4);
    let version = shown(&shop.app).moment().fingerprint();
    shop.change("units/mage.unit.ron", "hp: ", "hp: 1");
    shop.wait_for_generation(2);
    assert_eq!(shown(&shop.app).moment().fingerprint(), version);
    assert!(shop.replayed.is_empty());
}

#[test]
fn a_changed_title_alone_is_taken_over() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 4);
    let (version, encounter) = (
        shown(&shop.app).moment().fingerprint(),
        shown(&shop.app).encounter(),
    );
    let title = format!("title: \"{}\"", encounter.title);
    shop.change(
        "battles/first-blood.battle.ron",
        &title,
        "title: \"Second Blood\"",
    );
    shop.wait_for_generation(2);
    assert_eq!(shown(&shop.app).encounter().title, "Second Blood");
    assert_eq!(
        shown(&shop.app).moment().fingerprint(),
        version,
        "nothing else has changed"
    );
    assert!(shop.replayed.is_empty());
}

#[test]
fn a_battle_without_files_is_not_touched() {
    let mut shop = Workshop::open();
    fight(&mut shop.app, skirmish(), 3);
    run_ticks(&mut shop.app, 4);
    let version = shown(&shop.app).moment().fingerprint();
    shop.change(PUNCH, "damage: 10", "damage: 11");
    shop.wait_for_generation(2);
    assert_eq!(shown(&shop.app).moment().fingerprint(), version);
    assert!(shop.replayed.is_empty());
}

#[test]
fn a_key_that_was_refused_then_is_no_news_now() {
    let mut shop = Workshop::fighting("first-blood", 3);
    let only_near = Order::Autofight(AutofightMode::AttackOnly);
    ask(&mut shop.app, once(0, only_near));
    assert_eq!(
        shown(&shop.app).session().entries().len(),
        1,
        "it is counted"
    );
    run_ticks(&mut shop.app, 3);
    shop.change("units/recruit.unit.ron", "hp: 100", "hp: 90");
    shop.wait_for_generation(2);
    assert_eq!(shop.replayed[0].skipped, []);
    assert_eq!(
        shown(&shop.app).session().entries().len(),
        1,
        "and still is"
    );
    assert_eq!(step_on_screen(&shop.app), 3);
}

#[test]
fn several_changes_one_after_the_other() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 9);
    let original = fingerprints(&shop.app);
    shop.change(PUNCH, "damage: 10", "damage: 12");
    shop.wait_for_generation(2);
    shop.change(PUNCH, "damage: 12", "damage: 14");
    shop.wait_for_generation(3);
    shop.write(PUNCH, "(");
    shop.wait_for_rejections(1);
    shop.write(PUNCH, "(damage: 10)");
    shop.wait_for_generation(4);
    assert_eq!(shop.replayed.len(), 3);
    assert_eq!(
        fingerprints(&shop.app),
        original,
        "the old number is the old battle"
    );
    assert_eq!(
        shown(&shop.app)
            .battle()
            .unit(unit(0))
            .map(|unit| unit.life),
        Some(Life::Up)
    );
}
