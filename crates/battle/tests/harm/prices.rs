//! Drain, price and the block that a unit starts with (rules §13).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{Story, UnitDraft, assert_log, blow, board, cell, recruit};
use foretold_battle::{Area, AutofightMode, Order, Tempo};

use crate::common::{first_step, once, stories};

/// A unit that acts first and stays where it is.
fn first() -> UnitDraft {
    recruit().initiative(50).speed(0)
}

#[test]
fn a_drain_heals_the_attacker_by_a_share_of_the_hp_taken() {
    let scene = |e: UnitDraft, hp| {
        let bite = once(blow(15).drains(50));
        move || {
            board("A e . f")
                .unit('A', first().hurt_to(hp).gambits([bite.clone()]))
                .unit('e', e.clone())
                .unit('f', recruit())
        }
    };
    for lines in first_step(scene(recruit(), 40)) {
        // Half of 15, rounded down.
        assert_eq!(
            lines,
            [
                "t1 A → e: Blow hit, 15 dealt, 85/100",
                "t1 A heals A by 7, 47/100"
            ]
        );
    }
    for lines in first_step(scene(recruit(), 98)) {
        assert_eq!(lines[1], "t1 A heals A by 7, 100/100");
    }
    // What is beyond the last HP is not there to be drained.
    for lines in first_step(scene(recruit().hp(4), 40)) {
        assert_eq!(lines[1], "t1 A heals A by 2, 42/100");
    }
}

#[test]
fn what_block_absorbs_is_not_drained() {
    let bitten = |block| {
        first_step(|| {
            board("A e . f")
                .unit(
                    'A',
                    first().hurt_to(40).gambits([once(blow(15).drains(100))]),
                )
                .unit('e', recruit().start_block(block))
                .unit('f', recruit())
        })
    };
    for lines in bitten(11) {
        assert_eq!(
            lines,
            [
                "t1 A → e: Blow hit, 11 blocked, 4 dealt, 96/100",
                "t1 A heals A by 4, 44/100",
            ]
        );
    }
    for lines in bitten(15) {
        assert_eq!(lines, ["t1 A → e: Blow hit, 15 blocked, 0 dealt, 100/100"]);
    }
}

#[test]
fn an_area_drains_from_each_that_it_hits() {
    let bite = once(blow(15).drains(50)).area(Area::Burst(1)).spares();
    let scene = || {
        board("A e f")
            .unit('A', first().hurt_to(40).gambits([bite.clone()]))
            .unit('e', recruit())
            .unit('f', recruit().hp(4))
    };
    for lines in first_step(scene) {
        assert_eq!(
            lines[..4],
            [
                "t1 A → e: Blow hit, 15 dealt, 85/100",
                "t1 A heals A by 7, 47/100",
                "t1 A → f: Blow hit, 15 dealt, 0/4",
                "t1 A heals A by 2, 49/100",
            ]
        );
    }
}

#[test]
fn a_price_is_paid_when_the_attack_lands_and_never_the_last_hp() {
    for (hp, expected) in [
        (100, vec!["t1 A pays with HP, 6 dealt, 94/100"]),
        (7, vec!["t1 A pays with HP, 6 dealt, 1/100"]),
        (4, vec!["t1 A pays with HP, 3 dealt, 1/100"]),
        (1, vec![]),
    ] {
        let lines = first_step(|| {
            board("A e")
                .unit('A', first().hurt_to(hp).gambits([once(blow(10).pays(6))]))
                .unit('e', recruit())
        });
        for lines in lines {
            let hit = ["t1 A → e: Blow hit, 10 dealt, 90/100"];
            let all: Vec<&str> = expected.iter().copied().chain(hit).collect();
            assert_eq!(lines, all);
        }
    }
}

#[test]
fn a_price_ignores_block_and_is_due_for_nobody_too() {
    let scene = || {
        let payer = first().start_block(50).manual();
        board("A . e")
            .unit('A', payer.knows([blow(10).pays(6)]))
            .unit('e', recruit())
    };
    for mut story in stories(scene, &[]) {
        let order = Order::Use {
            skill: story.skill("Blow"),
            at: cell("B1"),
        };
        story.order('A', order).expect("B1 is in reach");
        let lines = story.ticks(1).lines;
        assert_eq!(
            lines[..2],
            [
                "t1 A pays with HP, 6 dealt, 94/100",
                "t1 A → B1: Blow whiffs"
            ]
        );
    }
}

#[test]
fn a_price_is_due_in_the_tick_of_landing() {
    let scene = board("A e\n. .")
        .unit(
            'A',
            first()
                .start_block(50)
                .gambits([once(blow(10).cost(2).pays(6))]),
        )
        .unit(
            'e',
            recruit().gambits([foretold_battle::testing::move_away()
                .when(foretold_battle::brain::Test::MyCellTargeted)]),
        );
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Blow on B1 (2 ticks)",
            "t2 e moves B1 → C2",
            "t2 A pays with HP, 6 dealt, 94/100",
            "t2 A → B1: Blow whiffs",
        ]
    );
}

#[test]
fn a_price_does_not_stop_autofight() {
    let mut story = board("A e")
        .unit('A', recruit().manual().knows([blow(10).pays(6)]))
        .unit('e', recruit())
        .story();
    let unit = story.id('A');
    let order = Order::Autofight(AutofightMode::MoveAndAttack);
    story.battle.order(unit, order, true).expect("e is in view");
    let lines = story.ticks(2).lines;
    assert!(
        lines.contains(&"t2 A → e: Blow hit, 10 dealt, 80/100".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn a_unit_starts_with_its_start_block() {
    for tempo in Tempo::ALL {
        let story = board("A e")
            .tempo(tempo)
            .unit('A', recruit().start_block(7).initiative(50))
            .unit('e', recruit().start_block(9))
            .story();
        assert_eq!(story.unit('A').block, 7, "{tempo:?}");
        assert_eq!(story.unit('e').block, 9, "{tempo:?}");
    }
}

#[test]
fn start_block_lasts_until_a_turn_of_the_unit_begins() {
    let story = |tempo| -> Story {
        board("A e")
            .tempo(tempo)
            .house(|house| house.action_points = 1)
            .unit('A', first().start_block(20).gambits([once(blow(15))]))
            .unit('e', recruit().start_block(20).gambits([once(blow(15))]))
            .story()
    };
    // In ticks both blows of the first tick meet it, and then it is gone.
    let mut ticks = story(Tempo::Ticks);
    ticks.ticks(1);
    assert_eq!((ticks.unit('A').hp, ticks.unit('e').hp), (100, 100));
    assert_eq!((ticks.unit('A').block, ticks.unit('e').block), (0, 0));
    // Elsewhere A strikes first; e's block is gone with its turn, A's is still there for e's blow.
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let mut turns = story(tempo);
        turns.ticks(1);
        assert_eq!(
            (turns.unit('A').block, turns.unit('e').block),
            (20, 0),
            "{tempo:?}"
        );
        turns.ticks(1);
        assert_eq!(
            (turns.unit('A').hp, turns.unit('e').hp),
            (100, 100),
            "{tempo:?}"
        );
    }
}

#[test]
fn a_drain_from_a_friend_is_a_drain() {
    let scene = board("A B . . e")
        .unit(
            'A',
            recruit()
                .hurt_to(40)
                .gambits([once(blow(10).drains(100)).on(Selector::NEAREST_ALLY)]),
        )
        .unit('B', recruit())
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → B: Blow hit, 10 dealt, 90/100",
            "t1 A heals A by 10, 50/100"
        ]
    );
}
