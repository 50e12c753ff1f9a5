//! Within a step, chance is drawn in slot order, then strike order.

use foretold_battle::testing::{
    aid, assert_log, board, d, d20, longsword, lot, move_towards, multiattack, recruit,
};
use foretold_battle::{Aid, Amount, Selector};

#[test]
fn chance_is_drawn_in_slot_order_then_strike_order() {
    let scene = board(
        "
        A e
        B .
        ",
    )
    .unit('B', recruit().gambits([multiattack()]))
    .unit('A', recruit().gambits([multiattack()]))
    .unit('e', recruit().armour_class(15))
    .rolls([d20(10), d(8, 1), d20(9), d20(11), d(8, 2), d20(12), d(8, 3)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 B → e: Multiattack d20(10) + 5 = 15 vs AC 15: hit, 4 dealt, 96/100",
            "t1 B → e: Multiattack d20(9) + 5 = 14 vs AC 15: miss",
            "t1 A → e: Multiattack d20(11) + 5 = 16 vs AC 15: hit, 5 dealt, 91/100",
            "t1 A → e: Multiattack d20(12) + 5 = 17 vs AC 15: hit, 6 dealt, 85/100",
        ]
    );
}

#[test]
fn chance_is_drawn_step_by_step() {
    // A joined first, but its heavy blow is rolled for after the quick one and the contest for F6.
    let scene = board(
        "
        A e . . . . . . . . B f
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . C . . . g . . . .
        ",
    )
    .unit('A', recruit().gambits([longsword().cost(2)]))
    .unit('B', recruit().gambits([longsword()]))
    .unit('C', recruit().gambits([move_towards()]))
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit().gambits([move_towards()]))
    .rolls([d20(2), d20(10), d(8, 1), lot(2, 1), d20(15), d(8, 4)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Longsword on B1 (2 ticks)",
            "t1 B → f: Longsword d20(2) + 5 = 7 vs AC 10: miss",
            "t1 C moves D6 → E6",
            "t1 g moves H6 → G6",
            "t2 B → f: Longsword d20(10) + 5 = 15 vs AC 10: hit, 4 dealt, 96/100",
            "t2 C stays on E6, not F6: g wins it among 2",
            "t2 g moves G6 → F6",
            "t2 A → e: Longsword d20(15) + 5 = 20 vs AC 10: hit, 7 dealt, 93/100",
        ]
    );
}

#[test]
fn heals_are_rolled_after_all_strikes_and_before_death_saves() {
    let surgery = aid(
        "Surgery",
        Selector::LOWEST_HP_ALLY,
        Aid {
            heal: Some(Amount::dice(1, 6, 0)),
            ..Aid::default()
        },
    );
    let scene = board(
        "
        H A e D
        ",
    )
    .unit('D', recruit().hp(3).downed_at_zero())
    .unit('H', recruit().gambits([surgery.on(Selector::NEAREST_ALLY)]))
    .unit('A', recruit().hp(90))
    .unit(
        'e',
        recruit().gambits([longsword().on(Selector::LOWEST_HP_ENEMY)]),
    )
    .rolls([
        d20(10),
        d(8, 1),
        d(6, 2),
        d20(10),
        d(8, 2),
        d(6, 3),
        d20(11),
    ]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e → D: Longsword d20(10) + 5 = 15 vs AC 10: hit, 4 dealt, 0/3",
            "t1 H heals A by 2, 90/90",
            "t1 D goes down on D1",
            "t2 e → A: Longsword d20(10) + 5 = 15 vs AC 10: hit, 5 dealt, 85/90",
            "t2 H heals A by 3, 88/90",
            "t2 D death save d20(11): 1 made, 0 failed",
        ]
    );
}
