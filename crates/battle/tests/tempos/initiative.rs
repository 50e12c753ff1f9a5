//! Initiative: the order, the rounds, and who has a turn (rules §11).

use foretold_battle::testing::{
    Story, assert_log, bash, blow, d20, light_punch, move_towards, recruit,
};
use foretold_battle::{Status, UnitId};

use crate::common::{FIRST, initiative, whole_log};

#[test]
fn everyone_rolls_a_d20_and_adds_its_bonus_in_slot_order() {
    let scene = initiative("A B e")
        .unit('A', recruit().initiative(6))
        .unit('B', recruit())
        .unit('e', recruit().initiative(-3))
        .rolls([d20(5), d20(12), d20(20)]);
    assert_log!(
        whole_log(&scene, 0),
        [
            "t0 A initiative d20(5) +6 = 11",
            "t0 B initiative d20(12) +0 = 12",
            "t0 e initiative d20(20) −3 = 17",
            "t0 round 1: e's turn",
        ]
    );
}

#[test]
fn a_sum_below_zero_is_written_with_a_true_minus() {
    let scene = initiative("A e")
        .unit('A', recruit().initiative(-3))
        .unit('e', recruit())
        .rolls([d20(1), d20(1)]);
    assert_log!(
        whole_log(&scene, 0),
        [
            "t0 A initiative d20(1) −3 = −2",
            "t0 e initiative d20(1) +0 = 1",
            "t0 round 1: e's turn",
        ]
    );
}

#[test]
fn the_highest_sum_goes_first_ties_go_to_the_higher_bonus_then_to_the_lower_slot() {
    // Each unit's die and bonus, and the order that follows.
    let cases = [
        ([(3, 0), (2, 0), (1, 0)], "ABe"),
        ([(1, 0), (2, 0), (3, 0)], "eBA"),
        // The sum counts, not the die.
        ([(20, -5), (10, 7), (16, 0)], "BeA"),
        // Equal sums: the higher bonus.
        ([(10, 0), (9, 1), (8, 2)], "eBA"),
        ([(20, -10), (5, 5), (10, 0)], "BeA"),
        // Equal sums and bonuses: the lower slot.
        ([(7, 2), (7, 2), (7, 2)], "ABe"),
        ([(7, 2), (8, 2), (7, 2)], "BAe"),
        // A sum below zero is still lower than zero.
        ([(1, -4), (1, -2), (1, -3)], "BeA"),
    ];
    for (dice, expected) in cases {
        let [a, b, e] = dice.map(|(_, bonus)| recruit().initiative(bonus));
        let story = initiative("A B e")
            .unit('A', a)
            .unit('B', b)
            .unit('e', e)
            .rolls(dice.map(|(roll, _)| d20(roll)))
            .story();
        let order = story.battle.initiative_order().iter();
        let order: String = order
            .map(|&unit| story.battle.arena().sheet(unit).name.as_str())
            .collect();
        assert_eq!(order, expected, "{dice:?}");
        story.end();
    }
}

#[test]
fn one_unit_after_another_round_after_round_in_the_order_rolled_once() {
    let scene = initiative("A B e")
        .unit('A', recruit())
        .unit('B', recruit())
        .unit('e', recruit())
        .rolls([d20(5), d20(12), d20(9)]);
    assert_log!(
        whole_log(&scene, 6),
        [
            "t0 A initiative d20(5) +0 = 5",
            "t0 B initiative d20(12) +0 = 12",
            "t0 e initiative d20(9) +0 = 9",
            "t0 round 1: B's turn",
            "t1 round 1: e's turn",
            "t2 round 1: A's turn",
            "t3 round 2: B's turn",
            "t4 round 2: e's turn",
            "t5 round 2: A's turn",
            "t6 round 3: B's turn",
        ]
    );
}

#[test]
fn only_the_one_whose_turn_it_is_acts() {
    let scene = initiative("A e")
        .unit('A', recruit().gambits([light_punch()]).initiative(FIRST))
        .unit('e', recruit().gambits([blow(3)]));
    let mut story = scene.story();
    let in_turn = |story: &Story| -> Vec<UnitId> { story.battle.in_turn().iter().collect() };
    assert_eq!(in_turn(&story), [story.id('A')]);
    // The second step is A's idle one: it has no action left.
    assert_log!(
        story.ticks(2),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 round 1: e's turn",
        ]
    );
    assert_eq!(in_turn(&story), [story.id('e')]);
    assert_log!(
        story.ticks(2),
        [
            "t3 e → A: Blow hit, 3 dealt, 97/100",
            "t4 round 2: A's turn",
        ]
    );
    assert_eq!(story.battle.round(), 2);
}

#[test]
fn the_later_one_acts_against_what_the_earlier_one_did() {
    // Both want the same cell and both would strike: in ticks they would meet at once.
    let scene = initiative("A . e")
        .unit(
            'A',
            recruit()
                .gambits([light_punch(), move_towards()])
                .initiative(FIRST),
        )
        .unit(
            'e',
            recruit().hp(10).gambits([light_punch(), move_towards()]),
        );
    assert_log!(
        scene.ticks(2),
        [
            "t1 A moves A1 → B1",
            "t2 A → e: Light Punch hit, 10 dealt, 0/10",
            "t2 e falls on C1",
            "t2 victory",
        ]
    );
}

#[test]
fn a_stunned_unit_is_skipped_but_its_turn_still_counts() {
    let scene = initiative("A e")
        .unit(
            'A',
            recruit()
                .gambits([light_punch()])
                .initiative(FIRST)
                .with(Status::Stunned, 2),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(5),
        [
            "t1 round 1: e's turn",
            "t2 round 2: A's turn",
            "t3 A is no longer stunned",
            "t3 round 2: e's turn",
            "t4 round 3: A's turn",
            "t5 A → e: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn a_stun_for_one_turn_costs_exactly_the_victims_next_turn() {
    let scene = initiative("A e")
        .unit(
            'A',
            recruit()
                .gambits([bash().cooldown(9)])
                .initiative(FIRST)
                .speed(0),
        )
        .unit('e', recruit().gambits([blow(5)]).speed(0));
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Bash hit",
            "t1 e is stunned for 1",
            "t1 round 1: e's turn",
            "t2 e is no longer stunned",
            "t2 round 2: A's turn",
            "t3 round 2: e's turn",
            "t4 e → A: Blow hit, 5 dealt, 95/100",
            "t4 round 3: A's turn",
        ]
    );
}

#[test]
fn the_downed_keep_their_place_in_the_order() {
    let scene = initiative("A e B")
        .unit('A', recruit().hp(5).downed_at_zero())
        .unit('e', recruit().gambits([blow(5).cooldown(9)]).speed(0))
        .unit('B', recruit())
        .rolls([d20(10), d20(20), d20(1), d20(10)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e → A: Blow hit, 5 dealt, 0/5",
            "t1 A goes down on A1",
            "t1 round 1: A's turn",
            "t2 A death save d20(10): 1 made, 0 failed",
            "t2 round 1: B's turn",
            "t3 round 2: e's turn",
        ]
    );
}

#[test]
fn the_fallen_have_no_turn() {
    let scene = initiative("A e f")
        .unit('A', recruit().gambits([blow(5)]).initiative(FIRST).speed(0))
        .unit('e', recruit().hp(5).initiative(20))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Blow hit, 5 dealt, 0/5",
            "t1 e falls on B1",
            "t1 round 1: f's turn",
            "t2 round 2: A's turn",
            "t3 round 2: f's turn",
            "t4 round 3: A's turn",
        ]
    );
}

#[test]
fn the_one_who_falls_last_in_the_order_ends_the_round_all_the_same() {
    let scene = initiative("A e . f")
        .unit('A', recruit().gambits([blow(5)]).speed(0).initiative(10))
        .unit('e', recruit().hp(5).initiative(-20))
        .unit('f', recruit().initiative(FIRST));
    assert_log!(
        scene.ticks(3),
        [
            "t1 round 1: A's turn",
            "t2 A → e: Blow hit, 5 dealt, 0/5",
            "t2 e falls on B1",
            "t2 round 2: f's turn",
            "t3 round 2: A's turn",
        ]
    );
}

#[test]
fn who_falls_at_the_end_of_its_own_turn_passes_it_on() {
    let scene = initiative("A B e")
        .unit(
            'A',
            recruit()
                .hp(2)
                .initiative(FIRST)
                .with_amount(Status::Poisoned, 3, 2),
        )
        .unit('B', recruit().initiative(20))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A suffers from poison, 2 dealt, 0/2",
            "t1 A falls on A1",
            "t1 round 1: B's turn",
            "t2 round 1: e's turn",
            "t3 round 2: B's turn",
        ]
    );
}
