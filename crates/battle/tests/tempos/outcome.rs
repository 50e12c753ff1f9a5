//! Victory, defeat and draws where units take turns (rules §9).

use foretold_battle::testing::{
    Scene, assert_log, blow, board, light_punch, move_towards, recruit,
};
use foretold_battle::{DrawReason, Outcome, Silent, Status, Terrain};

use crate::common::{FIRST, initiative, phases, play};

#[test]
fn the_outcome_is_judged_after_every_action_in_initiative() {
    // The poison at the end of its turn would kill A, but the battle is won before that.
    let scene = initiative("A e")
        .unit(
            'A',
            recruit()
                .hp(2)
                .gambits([blow(5)])
                .with_amount(Status::Poisoned, 3, 2)
                .initiative(FIRST),
        )
        .unit('e', recruit().hp(5));
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Blow hit, 5 dealt, 0/5",
            "t1 e falls on B1",
            "t1 victory",
        ]
    );
}

#[test]
fn the_outcome_is_judged_after_every_action_in_phases() {
    // B never comes to act, and neither do the enemies.
    let scene = phases(
        "
        A e
        B f
    ",
    )
    .unit('A', recruit().gambits([blow(5)]))
    .unit('B', recruit().gambits([blow(5)]))
    .unit('e', recruit().hp(5).gambits([blow(99)]))
    .unit('f', recruit().hp(5).gambits([blow(99)]));
    assert_log!(
        scene.ticks(9),
        [
            "t1 A → e: Blow hit, 5 dealt, 0/5",
            "t1 e falls on B1",
            "t2 A → f: Blow hit, 5 dealt, 0/5",
            "t2 f falls on B2",
            "t2 victory",
        ]
    );
}

#[test]
fn the_enemies_win_in_their_phase() {
    let scene = phases("A e f")
        .unit('A', recruit().hp(5))
        .unit('e', recruit().gambits([blow(5)]))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 round 1: the enemies' phase",
            "t2 e → A: Blow hit, 5 dealt, 0/5",
            "t2 A falls on A1",
            "t2 defeat",
        ]
    );
}

#[test]
fn the_last_of_both_sides_can_fall_in_the_same_step() {
    // The blow takes all of A's turn, so its poison bites in the same step.
    let scene = initiative("A e")
        .unit(
            'A',
            recruit()
                .hp(2)
                .gambits([blow(5).cost(2)])
                .with_amount(Status::Poisoned, 3, 2)
                .initiative(FIRST),
        )
        .unit('e', recruit().hp(5));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Blow hit, 5 dealt, 0/5",
            "t1 A suffers from poison, 2 dealt, 0/2",
            "t1 A falls on A1",
            "t1 e falls on B1",
            "t1 draw: the last of both sides fell together",
        ]
    );
}

#[test]
fn who_is_left_with_only_downed_friends_has_lost() {
    let scene = phases("A B e")
        .unit('A', recruit().hp(5).downed_at_zero())
        .unit('B', recruit().hp(5).downed_at_zero())
        .unit('e', recruit().gambits([blow(5), move_towards()]))
        .terrain("A1", Terrain::Hazard(5));
    assert_log!(
        scene.ticks(4),
        [
            "t2 A suffers from a hazard, 5 dealt, 0/5",
            "t2 A goes down on A1",
            "t2 round 1: the enemies' phase",
            "t3 e → B: Blow hit, 5 dealt, 0/5",
            "t3 B goes down on B1",
            "t3 defeat",
        ]
    );
}

#[test]
fn max_rounds_is_a_draw_in_both_tempos() {
    let quiet = |scene: Scene| {
        scene
            .unit('A', recruit())
            .unit('e', recruit())
            .house(|house| house.max_rounds = 2)
    };
    let mut story = quiet(initiative("A e")).story();
    story.ticks(3);
    assert_eq!(story.battle.outcome(), None);
    assert_log!(story.ticks(3), ["t4 draw: the battle took too long"]);
    assert_eq!(
        story.battle.outcome(),
        Some(Outcome::Draw(DrawReason::TimeLimit))
    );
    assert_eq!(story.battle.round(), 2);
    assert_log!(
        quiet(phases("A e")).ticks(9),
        [
            "t1 round 1: the enemies' phase",
            "t2 round 2: the friends' phase",
            "t3 round 2: the enemies' phase",
            "t4 draw: the battle took too long",
        ]
    );
}

#[test]
fn a_hundred_rounds_are_the_limit_unless_the_rules_say_otherwise() {
    for scene in [initiative("A e"), phases("A e")] {
        let scene = scene.unit('A', recruit()).unit('e', recruit());
        let mut battle = scene.start(1);
        let outcome = play(&mut battle, &mut Silent);
        assert_eq!(outcome, Outcome::Draw(DrawReason::TimeLimit));
        assert_eq!(battle.round(), 100);
        assert_eq!(
            battle.tick(),
            200,
            "each of the two has one idle step a round"
        );
    }
}

#[test]
fn max_ticks_is_no_limit_where_rounds_are_counted_and_the_other_way_round() {
    let scene = |scene: Scene| {
        scene
            .unit('A', recruit())
            .unit('e', recruit())
            .house(|house| (house.max_ticks, house.max_rounds) = (3, 5))
    };
    let ends = [
        (scene(board("A e")), 3),
        (scene(initiative("A e")), 10),
        (scene(phases("A e")), 10),
    ];
    for (scene, steps) in ends {
        let mut battle = scene.start(1);
        play(&mut battle, &mut Silent);
        assert_eq!(battle.tick(), steps);
    }
}

#[test]
fn a_victory_in_the_last_step_of_the_last_round_is_a_victory() {
    let scene = initiative("A e")
        .unit('A', recruit().gambits([light_punch()]).speed(0))
        .unit('e', recruit().hp(10).initiative(FIRST))
        .house(|house| house.max_rounds = 1);
    assert_log!(
        scene.ticks(2),
        [
            "t1 round 1: A's turn",
            "t2 A → e: Light Punch hit, 10 dealt, 0/10",
            "t2 e falls on B1",
            "t2 victory",
        ]
    );
}
