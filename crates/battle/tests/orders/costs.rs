//! What an order costs is known before it is given (rules §11).

use foretold_battle::testing::{board, guard, heavy_punch, light_punch, recruit};
use foretold_battle::{AutofightMode, Battle, Order, Silent, Tempo, Turn, UnitId};

fn battle(tempo: Tempo) -> (Battle, UnitId) {
    let mut battle = board("A e . . . . . .\n. . . . . . . .")
        .unit(
            'A',
            recruit()
                .manual_with([light_punch(), heavy_punch(), guard()])
                .initiative(50),
        )
        .unit('e', recruit())
        .tempo(tempo)
        .start(1);
    battle.set_player(true);
    (battle, UnitId::new(0).expect("A is there"))
}

/// Every order that can be given now.
fn orders(battle: &Battle, me: UnitId) -> Vec<Order> {
    let walks = battle.walks(me).into_iter();
    let uses = battle.uses(me).into_iter().map(|(skill, target)| {
        let at = battle.unit(target).expect("it stands").cell;
        Order::Use { skill, at }
    });
    walks
        .map(|(cell, _)| Order::MoveTo(cell))
        .chain(uses)
        .chain([Order::Guard, Order::EndTurn])
        .collect()
}

/// The turn of a unit after it has followed an order.
fn followed(mut battle: Battle, me: UnitId, order: Order) -> (Battle, Turn) {
    battle.order(me, order, false).expect("it can be given");
    while battle.unit(me).is_some_and(|unit| unit.order.is_some()) {
        battle.step(&mut Silent);
    }
    let turn = battle.unit(me).expect("A is there").turn;
    (battle, turn)
}

#[test]
fn what_an_order_leaves_of_a_turn_is_what_is_left_after_it() {
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let (battle, me) = battle(tempo);
        let first = orders(&battle, me);
        assert!(first.len() > 10, "{first:?}");
        for order in first {
            let foretold = battle.turn_after(me, order);
            let (then, turn) = followed(battle.clone(), me, order);
            assert_eq!(foretold, Some(turn), "{tempo:?}: {order:?}");
            // And again with what is left, if it can still be ordered.
            if then.check_order(me, Order::EndTurn).is_err() {
                continue;
            }
            for next in orders(&then, me) {
                if then.check_order(me, next).is_ok() {
                    let foretold = then.turn_after(me, next);
                    let (_, turn) = followed(then.clone(), me, next);
                    assert_eq!(foretold, Some(turn), "{tempo:?}: {order:?}, {next:?}");
                }
            }
        }
    }
}

#[test]
fn nothing_is_counted_in_ticks_nor_known_about_autofight_and_refusals() {
    let (ticks, me) = battle(Tempo::Ticks);
    assert_eq!(ticks.turn_after(me, Order::Guard), None);
    let (phases, me) = battle(Tempo::Phases);
    let fight = Order::Autofight(AutofightMode::MoveAndAttack);
    assert_eq!(phases.turn_after(me, fight), None);
    let there = phases.unit(me).expect("A is there").cell;
    assert_eq!(phases.turn_after(me, Order::MoveTo(there)), None);
}
