//! A turn: walk up to speed and one action, several steps, the brain asked after each (rules §11).

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    aimed_shot, assert_log, blow, cell, guard, hold, light_punch, move_away, move_towards, polearm,
    recruit,
};
use foretold_battle::{Action, Aim, Turn, Why, WhyNot};

use crate::common::{FIRST, initiative, phases, refusals};

#[test]
fn a_turn_is_a_walk_up_to_speed_and_one_action() {
    let scene = initiative("A . . . e")
        .unit(
            'A',
            recruit()
                .speed(3)
                .gambits([light_punch(), move_towards()])
                .initiative(FIRST),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A moves C1 → D1",
            "t4 A → e: Light Punch hit, 10 dealt, 90/100",
            // Nothing is left in the turn: it ends without another step.
            "t4 round 1: e's turn",
        ]
    );
}

#[test]
fn a_walk_is_no_longer_than_the_speed() {
    for speed in 0..=4 {
        let mut story = initiative("A . . . . . . e")
            .unit(
                'A',
                recruit()
                    .speed(speed)
                    .gambits([move_towards()])
                    .initiative(FIRST),
            )
            .unit('e', recruit())
            .story();
        // The last step is the idle one that ends the turn: the action was left.
        story.ticks(usize::from(speed) + 1);
        assert_eq!(story.unit('A').cell.x(), speed);
        assert_eq!(story.battle.tick(), u32::from(speed) + 1);
        assert!(story.battle.in_turn().contains(story.id('e')));
    }
}

#[test]
fn each_cell_walked_is_a_step_and_the_action_is_one() {
    let mut story = initiative("A . . e")
        .unit(
            'A',
            recruit()
                .speed(5)
                .gambits([light_punch(), move_towards()])
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
    let turn = |points, steps, walked| Turn {
        points,
        steps,
        walked,
        over: false,
    };
    assert_eq!(story.unit('A').turn, turn(1, 5, false));
    story.ticks(1);
    assert_eq!(story.unit('A').turn, turn(1, 4, true));
    story.ticks(1);
    assert_eq!(story.unit('A').turn, turn(1, 3, true));
    story.ticks(1);
    assert_eq!(story.unit('A').turn, turn(0, 3, true));
    assert_eq!(story.battle.tick(), 3);
}

#[test]
fn one_action_only_whatever_the_rules_would_like() {
    let mut story = initiative("A e")
        .unit(
            'A',
            recruit()
                .gambits([light_punch(), guard()])
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
    assert_log!(
        story.ticks(1),
        ["t1 A → e: Light Punch hit, 10 dealt, 90/100"]
    );
    let decision = story.decision('A');
    assert_eq!(decision.action, Action::Idle);
    assert_eq!(
        refusals(decision.why),
        [Some(WhyNot::NoActionLeft), Some(WhyNot::NoActionLeft)]
    );
    assert_log!(story.ticks(1), ["t2 round 1: e's turn"]);
}

#[test]
fn after_its_action_a_unit_may_walk_on_with_the_rest_of_its_speed() {
    let scene = initiative(
        "
        . . . . .
        . . A e .
        . . . . .
    ",
    )
    .unit(
        'A',
        recruit()
            .speed(2)
            .gambits([light_punch(), move_away()])
            .initiative(FIRST),
    )
    .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 A moves C2 → B2",
            "t3 A moves B2 → A2",
            "t3 round 1: e's turn",
        ]
    );
}

#[test]
fn a_walk_can_be_split_by_the_action() {
    let scene = initiative(
        "
        . . . .
        A . . e
        . . . .
    ",
    )
    .unit(
        'A',
        recruit()
            .speed(3)
            .gambits([
                polearm(),
                move_away().when(Test::EnemyInRange(2)),
                move_towards(),
            ])
            .initiative(FIRST),
    )
    .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A moves A2 → B2",
            "t2 A → e: Polearm hit, 8 dealt, 92/100",
            "t3 A moves B2 → A2",
            "t4 A moves A2 → B2",
            "t4 round 1: e's turn",
        ]
    );
}

#[test]
fn the_brain_is_asked_again_after_each_step() {
    // The first rule applies only once the walk has brought an enemy into range.
    let scene = initiative("A . . . e")
        .unit(
            'A',
            recruit()
                .gambits([guard().when(Test::EnemyInRange(2)), move_towards()])
                .initiative(FIRST),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(5),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A raises block 8, now 8",
            "t4 A moves C1 → D1",
            "t5 round 1: e's turn",
        ]
    );
}

#[test]
fn a_walker_turns_to_whoever_is_nearest_by_then() {
    // The way to e leads around the wall and past f.
    let scene = initiative(
        "
        A # e .
        . # . .
        . . . .
        . f . .
    ",
    )
    .unit(
        'A',
        recruit()
            .gambits([light_punch(), move_towards()])
            .initiative(FIRST),
    )
    .unit('e', recruit())
    .unit('f', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A moves A1 → A2",
            "t2 A moves A2 → B3",
            "t3 A → f: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn idling_ends_the_turn_and_what_was_left_of_it() {
    let mut story = initiative("A . e")
        .unit('A', recruit().gambits([light_punch()]).initiative(FIRST))
        .unit('e', recruit())
        .story();
    assert_log!(story.ticks(1), ["t1 round 1: e's turn"]);
    assert!(story.unit('A').turn.over);
}

#[test]
fn who_is_done_waits_for_the_rest_of_its_side() {
    let mut story = phases("A e B")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('B', recruit().gambits([light_punch()]))
        .unit('e', recruit())
        .story();
    story.ticks(2);
    assert_eq!(story.decision('A').why, Why::TurnOver);
    assert_eq!(story.decision('A').action, Action::Idle);
    assert_log!(
        story.ticks(1),
        ["t3 B → e: Light Punch hit, 10 dealt, 70/100"]
    );
}

#[test]
fn asked_out_of_turn_a_unit_shows_what_it_would_do_if_its_turn_began_now() {
    for scene in [initiative, phases] {
        let mut story = scene("A e")
            .unit('A', recruit().gambits([light_punch()]).initiative(FIRST))
            .unit('e', recruit().gambits([blow(5)]))
            .story();
        let strikes = |skill, at| Action::Use {
            skill,
            aim: Aim::Cell(cell(at)),
            left: 1,
        };
        let (punch, blow) = (story.skill("Light Punch"), story.skill("Blow"));
        assert_eq!(
            story.decision('e').action,
            strikes(blow, "A1"),
            "before its first turn"
        );
        story.ticks(2);
        assert!(story.battle.in_turn().contains(story.id('e')));
        assert_eq!(
            story.decision('e').action,
            strikes(blow, "A1"),
            "in its turn"
        );
        assert_eq!(
            story.decision('A').action,
            strikes(punch, "B1"),
            "after its turn"
        );
    }
}

#[test]
fn holding_ends_the_turn() {
    let scene = initiative("A . e")
        .unit(
            'A',
            recruit()
                .gambits([hold(), move_towards()])
                .initiative(FIRST),
        )
        .unit('e', recruit());
    assert_log!(scene.ticks(1), ["t1 round 1: e's turn"]);
}

#[test]
fn a_shot_from_afar_needs_no_walk() {
    let mut story = initiative("A . . e")
        .unit(
            'A',
            recruit()
                .speed(1)
                .gambits([
                    aimed_shot().with(|shot| shot.needs_sight = false),
                    move_towards(),
                ])
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
    story.ticks(1);
    assert_eq!(story.unit('A').turn.points, 0);
    assert_eq!(story.unit('A').turn.steps, 1);
    assert_log!(
        story.ticks(1),
        ["t2 A moves A1 → B1", "t2 round 1: e's turn"]
    );
}

#[test]
fn a_unit_without_a_walk_left_says_so() {
    let mut story = initiative("A . . e")
        .unit(
            'A',
            recruit()
                .speed(1)
                .gambits([light_punch(), move_towards()])
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
    story.ticks(1);
    let out_of_range = WhyNot::OutOfRange {
        distance: 2,
        range: 1,
    };
    assert_eq!(
        refusals(story.decision('A').why),
        [Some(out_of_range), Some(WhyNot::NoWalkLeft)]
    );
}

#[test]
fn the_timeline_counts_steps_in_phases_too() {
    let mut story = phases("A . e")
        .unit('A', recruit().gambits([light_punch(), move_towards()]))
        .unit('e', recruit())
        .story();
    story.ticks(3);
    // Walk, strike, and the enemy's idle step.
    assert_eq!(story.battle.tick(), 3);
    assert_eq!(story.battle.round(), 2);
}
