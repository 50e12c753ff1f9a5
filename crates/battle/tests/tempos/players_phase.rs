//! The player's phase: action points, walks bought with them, and slot order (rules §11).

use foretold_battle::testing::{
    assert_log, blow, cell, guard, heavy_punch, light_punch, move_away, move_towards, recruit,
};
use foretold_battle::{Order, OrderRefusal, Status, Terrain, Turn, Why, WhyNot};

use crate::common::{phases, whole_log};

fn turn(points: u8, steps: u8, walked: bool) -> Turn {
    Turn {
        points,
        steps,
        walked,
        over: points == 0 && steps == 0,
    }
}

#[test]
fn the_players_side_goes_first_then_the_enemies_round_after_round() {
    let scene = phases("e A").unit('e', recruit()).unit('A', recruit());
    assert_log!(
        whole_log(&scene, 4),
        [
            "t0 round 1: the friends' phase",
            "t1 round 1: the enemies' phase",
            "t2 round 2: the friends' phase",
            "t3 round 2: the enemies' phase",
            "t4 round 3: the friends' phase",
        ]
    );
}

#[test]
fn two_points_are_two_attacks() {
    let scene = phases("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 A → e: Light Punch hit, 10 dealt, 80/100",
            "t2 round 1: the enemies' phase",
            "t3 round 2: the friends' phase",
        ]
    );
}

#[test]
fn one_point_buys_a_walk_of_up_to_speed_cells_the_other_an_attack() {
    let scene = phases("A . . . e")
        .unit(
            'A',
            recruit().speed(3).gambits([light_punch(), move_towards()]),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A moves C1 → D1",
            "t4 A → e: Light Punch hit, 10 dealt, 90/100",
            "t4 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn both_points_can_buy_walks() {
    let scene = phases("A . . . . . e")
        .unit(
            'A',
            recruit().speed(2).gambits([light_punch(), move_towards()]),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A moves C1 → D1",
            "t4 A moves D1 → E1",
            "t4 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn a_walk_one_cell_too_long_costs_the_attack() {
    // With a speed of 3 the third cell would still be the first point's.
    let scene = phases("A . . . e")
        .unit(
            'A',
            recruit().speed(2).gambits([light_punch(), move_towards()]),
        )
        .unit('e', recruit());
    let mut story = scene.story();
    story.ticks(3);
    assert_eq!(story.unit('A').cell, cell("D1"));
    assert_eq!(story.unit('A').turn, turn(0, 1, true));
    assert_log!(story.ticks(1), ["t4 round 1: the enemies' phase"]);
    assert_eq!(story.unit('e').hp, 100);
}

#[test]
fn a_walk_is_bought_with_its_first_cell() {
    let mut story = phases("A . . . . . e")
        .unit('A', recruit().speed(2).gambits([move_towards()]))
        .unit('e', recruit())
        .story();
    let seen: Vec<Turn> = (0..4)
        .map(|_| {
            let turn = story.unit('A').turn;
            story.ticks(1);
            turn
        })
        .collect();
    assert_eq!(
        seen,
        [
            turn(2, 0, false),
            turn(1, 1, true),
            turn(1, 0, true),
            turn(0, 1, true)
        ]
    );
}

#[test]
fn the_rest_of_a_walk_is_lost_when_the_unit_acts() {
    // Walks one cell of six, strikes, and would run if it could: in phases its turn is over.
    let scene = phases(
        "
        . . . .
        A . e .
        . . . .
    ",
    )
    .unit(
        'A',
        recruit().gambits([blow(4), move_towards(), move_away()]),
    )
    .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A moves A2 → B2",
            "t2 A → e: Blow hit, 4 dealt, 96/100",
            "t2 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn another_walk_after_the_blow_is_another_point() {
    let mut story = phases(
        "
        . . . . .
        . A . e .
        . . . . .
    ",
    )
    .unit(
        'A',
        recruit()
            .speed(3)
            .gambits([blow(4).cooldown(5), move_towards(), move_away()]),
    )
    .unit('e', recruit())
    .house(|house| house.action_points = 3)
    .story();
    assert_eq!(story.unit('A').turn, turn(3, 0, false));
    story.ticks(1);
    assert_eq!(story.unit('A').turn, turn(2, 2, true));
    story.ticks(1);
    assert_eq!(story.unit('A').turn, turn(1, 0, true));
    assert_log!(story.ticks(1), ["t3 A moves C2 → B2"]);
    assert_eq!(story.unit('A').turn, turn(0, 2, true));
}

#[test]
fn cost_2_takes_both_points() {
    let scene = phases("A e")
        .unit('A', recruit().gambits([heavy_punch(), light_punch()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t1 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn cost_2_is_refused_with_one_point_left() {
    let mut story = phases("A . e")
        .unit(
            'A',
            recruit().gambits([heavy_punch(), light_punch(), move_towards()]),
        )
        .unit('e', recruit())
        .story();
    story.ticks(1);
    let Why::Gambit(rules) = story.decision('A').why else {
        panic!("A follows rules");
    };
    assert_eq!(rules[0].refusal, Some(WhyNot::NeedsWholeTurn));
    assert_log!(
        story.ticks(1),
        [
            "t2 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn an_attack_and_a_guard_cost_one_point_each() {
    let scene = phases("A e")
        .unit('A', recruit().gambits([light_punch().cooldown(1), guard()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 A raises block 8, now 8",
            "t2 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn guards_of_one_phase_stack() {
    let scene = phases("A e")
        .unit('A', recruit().gambits([guard()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A raises block 8, now 8",
            "t2 A raises block 8, now 16",
            "t2 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn the_rules_say_how_many_points_there_are() {
    for points in [1, 3] {
        let mut story = phases("A e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit())
            .house(|house| house.action_points = points)
            .story();
        story.ticks(usize::from(points));
        assert_eq!(story.unit('e').hp, 100 - 10 * u16::from(points));
        assert!(story.battle.in_turn().contains(story.id('e')));
    }
}

#[test]
fn points_come_back_with_the_next_phase() {
    let mut story = phases("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit())
        .story();
    story.ticks(3);
    assert_eq!(story.unit('A').turn, turn(2, 0, false));
    story.ticks(2);
    assert_eq!(story.unit('e').hp, 60);
}

#[test]
fn the_units_of_a_side_act_in_slot_order_each_until_it_is_done() {
    let scene = phases(
        "
        B . A
        . e .
    ",
    )
    .unit('A', recruit().gambits([blow(1)]))
    .unit('B', recruit().gambits([blow(2)]))
    .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Blow hit, 1 dealt, 99/100",
            "t2 A → e: Blow hit, 1 dealt, 98/100",
            "t3 B → e: Blow hit, 2 dealt, 96/100",
            "t4 B → e: Blow hit, 2 dealt, 94/100",
            "t4 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn end_turn_gives_up_what_is_left() {
    let mut story = phases("A e")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit())
        .story();
    story.battle.set_player(true);
    let punch = Order::Use {
        skill: story.skill("Light Punch"),
        at: cell("B1"),
    };
    // Nothing happens until the player gives an order.
    assert_log!(story.ticks(3), []);
    assert_eq!(story.battle.tick(), 0);
    assert!(story.battle.waits_for().contains(story.id('A')));
    assert_eq!(story.order('A', punch), Ok(()));
    assert_log!(
        story.ticks(5),
        ["t1 A → e: Light Punch hit, 10 dealt, 90/100"]
    );
    assert_eq!(story.order('A', Order::EndTurn), Ok(()));
    assert_log!(story.ticks(1), ["t2 round 1: the enemies' phase"]);
    assert_eq!(story.order('A', punch), Err(OrderRefusal::NotYourTurn));
    assert_log!(story.ticks(5), ["t3 round 2: the friends' phase"]);
    assert_eq!(story.unit('A').turn, turn(2, 0, false));
}

#[test]
fn who_goes_by_an_order_goes_first() {
    let mut story = phases(
        "
        A . B
        . e .
    ",
    )
    .unit('A', recruit().gambits([blow(1)]))
    .unit('B', recruit().manual().knows([blow(2)]))
    .unit('e', recruit())
    .story();
    story.battle.set_player(true);
    let skill = story.battle.arena().setup().units[1].skills[0];
    let strike = Order::Use {
        skill,
        at: cell("B2"),
    };
    assert_eq!(story.order('B', strike), Ok(()));
    // A needs no player, and then the battle waits for B's second point.
    assert_log!(
        story.ticks(9),
        [
            "t1 B → e: Blow hit, 2 dealt, 98/100",
            "t2 A → e: Blow hit, 1 dealt, 97/100",
            "t3 A → e: Blow hit, 1 dealt, 96/100",
        ]
    );
    assert_eq!(story.battle.tick(), 3);
}

#[test]
fn what_happens_at_the_end_of_a_phase_happens_once_for_all_in_slot_order() {
    let scene = phases("B A e")
        .unit(
            'A',
            recruit()
                .gambits([light_punch()])
                .with_amount(Status::Poisoned, 1, 3),
        )
        .unit('B', recruit())
        .unit('e', recruit())
        .terrain("A1", Terrain::Hazard(7));
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 A → e: Light Punch hit, 10 dealt, 80/100",
            "t3 A suffers from poison, 3 dealt, 97/100",
            "t3 B suffers from a hazard, 7 dealt, 93/100",
            "t3 A is no longer poisoned",
            "t3 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn a_stunned_unit_loses_its_phase_and_the_stun_counts_it() {
    let scene = phases("A e")
        .unit(
            'A',
            recruit().gambits([light_punch()]).with(Status::Stunned, 1),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A is no longer stunned",
            "t1 round 1: the enemies' phase",
            "t2 round 2: the friends' phase",
            "t3 A → e: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}
