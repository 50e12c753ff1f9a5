//! Skills of cost 2 and 3 where nothing winds up, and what hinders a walk (rules §11).

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    Scene, assert_log, blow, board, cell, d20, heavy_punch, light_punch, lot, mend, move_away,
    move_towards, recruit,
};
use foretold_battle::{Arena, HeavyStrikes, SetupError, SetupPlace, Status, Tempo, WhyNot};

use crate::common::{FIRST, initiative, refusals};

#[test]
fn nothing_winds_up_a_blow_of_cost_2_lands_in_the_step_in_which_it_is_chosen() {
    for house in [HeavyStrikes::AfterMovement, HeavyStrikes::BeforeMovement] {
        let scene = initiative("A e")
            .unit('A', recruit().gambits([heavy_punch()]).initiative(FIRST))
            .unit(
                'e',
                recruit().gambits([move_away().when(Test::MyCellTargeted)]),
            )
            .house(|rules| rules.heavy_strikes = house);
        assert_log!(
            scene.ticks(2),
            [
                "t1 A → e: Heavy Punch hit, 25 dealt, 75/100",
                // It takes the walk too.
                "t1 round 1: e's turn",
                "t2 round 2: A's turn",
            ]
        );
    }
}

#[test]
fn cost_2_is_the_whole_turn_so_who_has_walked_cannot() {
    let mut story = initiative("A . e")
        .unit(
            'A',
            recruit()
                .gambits([heavy_punch(), move_towards()])
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
    assert_log!(story.ticks(1), ["t1 A moves A1 → B1"]);
    let decision = story.decision('A');
    assert_eq!(
        refusals(decision.why),
        [Some(WhyNot::NeedsWholeTurn), Some(WhyNot::NowhereToGo)]
    );
    assert_log!(
        story.ticks(3),
        [
            "t2 round 1: e's turn",
            "t3 round 2: A's turn",
            "t4 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t4 round 2: e's turn",
        ]
    );
}

#[test]
fn help_of_cost_2_takes_a_whole_turn_too() {
    let scene = initiative("A . B e")
        .unit(
            'A',
            recruit()
                .gambits([mend().cost(2), move_towards()])
                .initiative(FIRST),
        )
        .unit('B', recruit().hurt_to(50))
        .unit('e', recruit());
    let log = scene.ticks(1);
    assert_eq!(log.lines[0], "t1 A heals B by 15, 65/100");
    assert_eq!(
        log.lines.len(),
        2,
        "the next turn has begun: {:?}",
        log.lines
    );
}

#[test]
fn cost_3_is_refused_where_units_take_turns() {
    let scene = |tempo, cost| -> Scene {
        board("A e")
            .tempo(tempo)
            .unit('A', recruit().gambits([heavy_punch().cost(cost)]))
            .unit('e', recruit())
    };
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        for cost in [1, 2] {
            assert!(Arena::new(scene(tempo, cost).setup()).is_ok());
        }
        for cost in [3, 10] {
            let errors = Arena::new(scene(tempo, cost).setup()).err();
            let error = SetupError::BadNumber {
                place: SetupPlace::Skill(0),
                field: "cost",
                value: i64::from(cost),
                least: 1,
                most: 2,
            };
            assert_eq!(errors, Some(vec![error]), "{tempo:?}");
        }
    }
    assert!(Arena::new(scene(Tempo::Ticks, 3).setup()).is_ok());
}

#[test]
fn nobody_queues_behind_one_who_will_not_move_in_this_step() {
    let mut story = initiative(
        "
        # # # # #
        A B . . e
        # # # # #
    ",
    )
    .unit('A', recruit().gambits([move_towards()]).initiative(FIRST))
    .unit('B', recruit().initiative(20))
    .unit('e', recruit())
    .story();
    let decision = story.decision('A');
    assert_eq!(refusals(decision.why), [Some(WhyNot::NowhereToGo)]);
    assert_log!(story.ticks(1), ["t1 round 1: B's turn"]);
}

#[test]
fn a_killed_enemys_cell_is_free_in_the_same_turn() {
    let scene = initiative(
        "
        # # # # #
        A e . . f
        # # # # #
    ",
    )
    .unit(
        'A',
        recruit()
            .speed(2)
            .gambits([blow(10), move_towards()])
            .initiative(FIRST),
    )
    .unit('e', recruit().hp(10))
    .unit('f', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Blow hit, 10 dealt, 0/10",
            "t1 e falls on B2",
            "t2 A moves A2 → B2",
            "t3 A moves B2 → C2",
            "t3 round 1: f's turn",
        ]
    );
}

#[test]
fn the_rooted_keep_their_action() {
    let scene = initiative("A e . f")
        .unit(
            'A',
            recruit()
                .gambits([move_away(), blow(4)])
                .with(Status::Rooted, 1)
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .unit('f', recruit());
    assert_log!(scene.ticks(1), ["t1 A → e: Blow hit, 4 dealt, 96/100"]);
}

#[test]
fn the_panicked_run_as_far_as_their_speed_goes() {
    let scene = initiative(
        "
        . . . . . .
        . . . . A e
        . . . . . .
    ",
    )
    .unit(
        'A',
        recruit()
            .speed(3)
            .gambits([light_punch()])
            .with(Status::Panicked, 1)
            .initiative(FIRST),
    )
    .unit('e', recruit());
    let mut story = scene.story();
    story.ticks(3);
    assert_eq!(story.unit('A').cell.x(), 1);
    assert_eq!(story.unit('e').hp, 100);
    // It would hold in a fourth step, and with that its turn and its panic are over.
    assert_log!(
        story.ticks(1),
        ["t4 A is no longer panicked", "t4 round 1: e's turn",]
    );
}

#[test]
fn a_confused_step_is_paid_for_even_when_it_is_lost() {
    let scene = initiative(
        "
        A . e
        # . .
    ",
    )
    .unit(
        'A',
        recruit()
            .speed(1)
            .gambits([move_towards()])
            .with(Status::Confused, 1)
            .initiative(FIRST),
    )
    .unit('e', recruit());
    let mut story = scene
        .rolls([
            d20(1),
            d20(1),
            // Neighbours of A1 in cell order: B1, A2, B2.
            lot(3, 1),
        ])
        .story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A is confused: B1 becomes A2",
            "t1 A stays on A1, not A2: no way",
        ]
    );
    assert_eq!(story.unit('A').turn.steps, 0);
    assert_eq!(story.unit('A').cell, cell("A1"));
    story.end();
}
