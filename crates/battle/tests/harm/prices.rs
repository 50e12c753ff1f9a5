//! Drain, price and the block that a unit starts with (rules §13).

use foretold_battle::brain::{Selector, Test};
use foretold_battle::testing::{assert_log, blow, board, move_away, recruit};
use foretold_battle::{Area, AutofightMode, Order, Suffering, Tempo};

use crate::common::once;

#[test]
fn a_drain_heals_the_attacker_by_a_share_of_the_hp_taken() {
    for (hp, e, heal) in [
        // Half of 15, rounded down.
        (40, recruit(), "A drains 7 HP, 47/100"),
        (98, recruit(), "A drains 7 HP, 100/100"),
        // What is beyond the last HP is not there to be drained.
        (40, recruit().hp(4), "A drains 2 HP, 42/100"),
    ] {
        let scene = board("A e . f")
            .unit(
                'A',
                recruit().hurt_to(hp).gambits([once(blow(15).drains(50))]),
            )
            .unit('e', e)
            .unit('f', recruit());
        for mut story in scene.in_every_tempo() {
            assert_eq!(story.ticks(1).deeds()[1], heal);
        }
    }
}

#[test]
fn what_block_absorbs_is_not_drained() {
    let bitten = |block| {
        let bite = once(blow(15).drains(100));
        board("A e")
            .unit('A', recruit().hurt_to(40).gambits([bite]))
            .unit('e', recruit().start_block(block))
    };
    bitten(11).assert_in_every_tempo(
        1,
        &[
            "A → e: Blow hit, 11 blocked, 4 dealt, 96/100",
            "A drains 4 HP, 44/100",
        ],
    );
    let nothing = ["A → e: Blow hit, 15 blocked, 0 dealt, 100/100"];
    bitten(15).assert_in_every_tempo(1, &nothing);
}

#[test]
fn an_area_drains_from_each_that_it_hits() {
    let bite = once(blow(15).drains(50)).area(Area::Burst(1)).spares();
    let scene = board("A e f")
        .unit('A', recruit().hurt_to(40).gambits([bite]))
        .unit('e', recruit())
        .unit('f', recruit().hp(4));
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Blow hit, 15 dealt, 85/100",
            "A → f: Blow hit, 15 dealt, 0/4",
            "A drains 9 HP, 49/100",
            "f falls on C1",
        ],
    );
}

#[test]
fn a_price_is_paid_when_the_attack_lands_and_never_the_last_hp() {
    for (hp, price) in [
        (100, Some("A pays 6 HP, 94/100")),
        (7, Some("A pays 6 HP, 1/100")),
        (4, Some("A pays 3 HP, 1/100")),
        (1, None),
    ] {
        let scene = board("A e")
            .unit('A', recruit().hurt_to(hp).gambits([once(blow(10).pays(6))]))
            .unit('e', recruit());
        let hit = "A → e: Blow hit, 10 dealt, 90/100";
        let deeds: Vec<&str> = price.into_iter().chain([hit]).collect();
        scene.assert_in_every_tempo(1, &deeds);
    }
}

#[test]
fn a_price_ignores_block_and_resistance_and_is_due_for_nobody_too() {
    let tough = recruit().start_block(50).resists(Suffering::Price.kind());
    let scene = board("A . e")
        .unit('A', tough.manual().knows([blow(10).pays(6)]))
        .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        story.order_use('A', "Blow", "B1").expect("B1 is in reach");
        let log = story.ticks(1);
        assert_eq!(log.deeds(), ["A pays 6 HP, 94/100", "A → B1: Blow whiffs"]);
    }
}

#[test]
fn a_price_is_due_in_the_tick_of_landing() {
    let scene = board("A e\n. .")
        .unit('A', recruit().gambits([once(blow(10).cost(2).pays(6))]))
        .unit(
            'e',
            recruit().gambits([move_away().when(Test::MyCellTargeted)]),
        );
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Blow on B1 (2 ticks)",
            "t2 e moves B1 → C2",
            "t2 A pays 6 HP, 94/100",
            "t2 A → B1: Blow whiffs",
        ]
    );
}

#[test]
fn a_price_does_not_stop_autofight() {
    let scene = board("A e")
        .unit('A', recruit().manual().knows([blow(10).pays(6)]))
        .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        let unit = story.id('A');
        let order = Order::Autofight(AutofightMode::MoveAndAttack);
        story.battle.order(unit, order, true).expect("e is in view");
        assert_eq!(
            story.rounds(2).deeds(),
            [
                "A pays 6 HP, 94/100",
                "A → e: Blow hit, 10 dealt, 90/100",
                "A pays 6 HP, 88/100",
                "A → e: Blow hit, 10 dealt, 80/100",
            ]
        );
    }
}

#[test]
fn a_unit_starts_with_its_start_block() {
    let scene = board("A e")
        .unit('A', recruit().start_block(7))
        .unit('e', recruit().start_block(9));
    for story in scene.in_every_tempo() {
        assert_eq!((story.unit('A').block, story.unit('e').block), (7, 9));
    }
}

#[test]
fn start_block_lasts_until_a_turn_of_the_unit_begins() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().speed(0).start_block(20).gambits([once(blow(15))]),
        )
        .unit('e', recruit().start_block(20).gambits([once(blow(15))]));
    for mut story in scene.in_every_tempo() {
        story.ticks(1);
        // In ticks both blows of the first tick meet it, and then it is gone. Elsewhere A strikes
        // first; e's block is gone with its turn, A's is still there for e's blow.
        let in_ticks = story.battle.arena().tempo() == Tempo::Ticks;
        let left = if in_ticks { (0, 0) } else { (20, 0) };
        assert_eq!((story.unit('A').block, story.unit('e').block), left);
        if !in_ticks {
            story.rounds(1);
        }
        assert_eq!((story.unit('A').hp, story.unit('e').hp), (100, 100));
        assert_eq!(story.unit('A').block, 0);
    }
}

#[test]
fn a_drain_from_a_friend_is_a_drain() {
    let bite = once(blow(10).drains(100)).on(Selector::NEAREST_ALLY);
    let scene = board("A B . . e")
        .unit('A', recruit().hurt_to(40).gambits([bite]))
        .unit('B', recruit())
        .unit('e', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → B: Blow hit, 10 dealt, 90/100",
            "A drains 10 HP, 50/100",
        ],
    );
}
