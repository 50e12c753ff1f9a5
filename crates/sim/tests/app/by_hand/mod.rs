//! The battles by hand from beginning to end, through requests alone: won by a sensible player,
//! lost by one who does nothing.

mod player;

use bevy::prelude::App;
use foretold_battle::{Battle, DrawReason, Order, Outcome, UnitId};
use foretold_sim::testing::{Inbox, headless_app, shown};
use foretold_sim::{AutoTakeCommand, BattleOver, BattleRequest, ClockRequest, Refused};

use crate::common::{ask, once, words};

/// The battles that the player commands.
const BY_HAND: [&str; 4] = ["crypt-by-hand", "hounds", "goblin-ambush", "spider-nest"];
/// The dice to play them with.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=20;
/// No battle asks for more orders than this: the longest of 200 took 83.
const MOST_ORDERS: usize = 300;

/// Plays a battle as a player would: an order whenever the battle waits for one, time in between.
fn play(
    app: &mut App,
    name: &str,
    seed: u64,
    player: impl Fn(&Battle) -> Option<(UnitId, Order)>,
) -> Outcome {
    let mut over = Inbox::<BattleOver>::new(app);
    let mut refused = Inbox::<Refused>::new(app);
    let battle_name = name.to_owned();
    ask(
        app,
        BattleRequest::Start {
            battle: battle_name,
            seed,
        },
    );
    for _ in 0..MOST_ORDERS {
        while shown(app).battle().waits_for().is_empty() {
            // It stops by itself where an order is needed.
            ask(app, ClockRequest::Finish);
            if let Some(over) = over.read(app).pop() {
                let live = shown(app).session();
                assert_eq!(live.battle().outcome(), Some(over.outcome));
                assert_eq!(live.replay().verify(live.battle().arena()), Ok(()));
                return over.outcome;
            }
        }
        // Time stops by refusing to go on while a unit waits.
        let refusals = words(&mut refused, app);
        assert!(
            refusals
                .iter()
                .all(|refusal| refusal.starts_with("a unit waits for your orders"))
        );
        let (unit, order) = player(shown(app).battle()).expect("a unit waits");
        ask(app, once(unit.slot(), order));
        let refusals = words(&mut refused, app);
        assert_eq!(refusals, [""; 0], "{name} {seed}: {unit:?} {order:?}");
    }
    panic!("{name} with seed {seed} does not end");
}

/// An app whose player takes command.
fn at_the_table() -> App {
    let mut app = headless_app();
    app.insert_resource(AutoTakeCommand(true));
    app
}

#[test]
fn a_sensible_player_wins_each_at_least_every_other_time() {
    let mut app = at_the_table();
    for name in BY_HAND {
        let outcomes: Vec<Outcome> = SEEDS
            .map(|seed| play(&mut app, name, seed, player::next_order))
            .collect();
        let won = outcomes.iter().filter(|&&it| it == Outcome::Victory);
        assert!(won.count() >= outcomes.len() / 2, "{name}: {outcomes:?}");
        let too_long = Outcome::Draw(DrawReason::TimeLimit);
        assert!(!outcomes.contains(&too_long), "{name}: {outcomes:?}");
    }
}

#[test]
fn ending_every_turn_loses_each() {
    let end_turn = |battle: &Battle| Some((battle.waits_for().first()?, Order::EndTurn));
    let mut app = at_the_table();
    for name in BY_HAND {
        for seed in SEEDS {
            let outcome = play(&mut app, name, seed, end_turn);
            assert_eq!(outcome, Outcome::Defeat, "{name} with seed {seed}");
        }
    }
}
