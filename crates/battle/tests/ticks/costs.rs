//! What an action costs: decided in tick t, it lands in tick t + cost − 1.

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    Scene, Story, assert_log, blow, board, guard, heavy_punch, light_punch, mend, move_away,
    recruit,
};
use foretold_battle::{HeavyStrikes, UnitId};

#[test]
fn an_attack_of_cost_n_lands_in_the_nth_tick() {
    for cost in 1..=10 {
        let scene = board("A e")
            .unit('A', recruit().gambits([blow(10).cost(cost)]))
            .unit('e', recruit());
        let log = scene.ticks(usize::from(cost)).lines;
        let landing = format!("t{cost} A → e: Blow hit, 10 dealt, 90/100");
        match cost {
            1 => assert_eq!(log, [landing]),
            _ => assert_eq!(
                log,
                [format!("t1 A winds up Blow on B1 ({cost} ticks)"), landing]
            ),
        }
    }
}

#[test]
fn help_of_cost_n_lands_in_the_nth_tick() {
    for cost in 2..=4 {
        let scene = board("A B e")
            .unit('A', recruit().gambits([mend().cost(cost)]))
            .unit('B', recruit().hurt_to(50).gambits([guard().cost(cost)]))
            .unit('e', recruit());
        assert_eq!(
            scene.ticks(usize::from(cost)).lines,
            [
                format!("t1 A winds up Mend on B ({cost} ticks)"),
                format!("t1 B winds up Guard on B ({cost} ticks)"),
                format!("t{cost} B raises block 8, now 8"),
                format!("t{cost} A heals B by 15, 65/100"),
            ]
        );
    }
}

#[test]
fn the_next_action_is_decided_in_the_tick_after_the_landing() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', recruit().gambits([heavy_punch().cost(3)]));
    assert_log!(
        scene.ticks(6),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e winds up Heavy Punch on A1 (3 ticks)",
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t3 A winds up Heavy Punch on B1 (2 ticks)",
            "t3 e → A: Heavy Punch hit, 25 dealt, 75/100",
            "t4 e winds up Heavy Punch on A1 (3 ticks)",
            "t4 A → e: Heavy Punch hit, 25 dealt, 50/100",
            "t5 A winds up Heavy Punch on B1 (2 ticks)",
            "t6 A → e: Heavy Punch hit, 25 dealt, 25/100",
            "t6 e → A: Heavy Punch hit, 25 dealt, 50/100",
        ]
    );
}

#[test]
fn between_ticks_a_wind_up_shows_how_many_ticks_are_left() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch().cost(3)]))
        .unit('e', recruit());
    let mut story = scene.story();
    let left = |story: &Story| story.unit('A').wind_up().map(|(_, _, left)| left);
    let mut lefts = vec![left(&story)];
    for _ in 0..3 {
        story.ticks(1);
        lefts.push(left(&story));
    }
    assert_eq!(lefts, [None, Some(2), Some(1), None]);
}

/// A strikes with an attack of this cost; e steps away from what it sees coming.
fn duel(cost: u8, heavy_strikes: HeavyStrikes) -> Scene {
    board("A e")
        .unit('A', recruit().gambits([blow(25).cost(cost)]))
        .unit(
            'e',
            recruit().gambits([move_away().when(Test::MyCellTargeted)]),
        )
        .house(|house| house.heavy_strikes = heavy_strikes)
}

#[test]
fn a_heavy_strike_can_be_dodged_by_who_sees_it_coming() {
    let can_be_dodged = [
        (1, HeavyStrikes::AfterMovement, false),
        (2, HeavyStrikes::AfterMovement, true),
        (3, HeavyStrikes::AfterMovement, true),
        (1, HeavyStrikes::BeforeMovement, false),
        (2, HeavyStrikes::BeforeMovement, false),
        (3, HeavyStrikes::BeforeMovement, true),
    ];
    for (cost, house_rule, dodged) in can_be_dodged {
        let mut story = duel(cost, house_rule).story();
        story.ticks(usize::from(cost));
        let hp = if dodged { 100 } else { 75 };
        assert_eq!(
            story.unit('e').hp,
            hp,
            "cost {cost}, {house_rule:?}:\n{:?}",
            story.log().lines
        );
    }
}

#[test]
fn before_movement_a_heavy_strike_hits_one_who_then_walks_away() {
    assert_log!(
        duel(2, HeavyStrikes::BeforeMovement).ticks(2),
        [
            "t1 A winds up Blow on B1 (2 ticks)",
            "t2 A → e: Blow hit, 25 dealt, 75/100",
            "t2 e moves B1 → C2",
        ]
    );
}

#[test]
fn before_movement_a_strike_of_cost_3_is_dodged_a_tick_early() {
    assert_log!(
        duel(3, HeavyStrikes::BeforeMovement).ticks(3),
        [
            "t1 A winds up Blow on B1 (3 ticks)",
            "t2 e moves B1 → C2",
            "t3 A → B1: Blow whiffs",
        ]
    );
}

#[test]
fn before_movement_heavy_strikes_land_after_guards_and_quick_strikes() {
    let scene = board(
        "
        A e B
        ",
    )
    .unit('A', recruit().gambits([heavy_punch()]))
    .unit('B', recruit().gambits([light_punch()]))
    .unit('e', recruit().gambits([guard().when(Test::MyCellTargeted)]))
    .house(|house| house.heavy_strikes = HeavyStrikes::BeforeMovement);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 B → e: Light Punch hit, 10 dealt, 90/100",
            "t2 e raises block 8, now 8",
            "t2 B → e: Light Punch hit, 8 blocked, 2 dealt, 88/100",
            "t2 A → e: Heavy Punch hit, 25 dealt, 63/100",
        ]
    );
}

#[test]
fn before_movement_a_heavy_strike_lands_only_once() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', recruit())
        .house(|house| house.heavy_strikes = HeavyStrikes::BeforeMovement);
    let mut story = scene.story();
    story.ticks(4);
    let enemy = UnitId::new(1).expect("the second of two");
    assert_eq!(story.battle.unit(enemy).map(|unit| unit.hp), Some(50));
}
