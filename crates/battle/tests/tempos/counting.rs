//! Durations, cooldowns, poison and hazards count turns, once each, in every tempo (rules §5 Turns).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{
    Scene, Story, UnitDraft, aid, assert_log, blow, board, cell, dodge, howl, inflict, light_punch,
    move_towards, recruit, shove, venom, war_cry,
};
use foretold_battle::{Affliction, Aid, Happening, Status, Tempo, Terrain};

use crate::common::{FIRST, initiative, phases, tick};

const TEMPOS: [Tempo; 3] = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases];

/// A against an enemy that does nothing, far away.
fn alone(tempo: Tempo, a: UnitDraft) -> Scene {
    board("A . . . . . . . . . . e")
        .tempo(tempo)
        .unit('A', a.initiative(FIRST))
        .unit('e', recruit())
}

/// Plays everyone's turn once.
fn round(story: &mut Story) {
    let now = story.battle.round();
    story.ticks(1);
    while story.battle.arena().tempo() != Tempo::Ticks
        && story.battle.round() == now
        && story.battle.outcome().is_none()
    {
        tick(story);
    }
}

/// Something of the story after each round.
fn each_round<T>(mut story: Story, rounds: usize, of: impl Fn(&Story) -> T) -> Vec<T> {
    let after = |_| {
        round(&mut story);
        of(&story)
    };
    (0..rounds).map(after).collect()
}

#[test]
fn poison_bites_once_a_turn_however_many_steps_it_has() {
    for tempo in TEMPOS {
        let walker =
            recruit()
                .speed(2)
                .gambits([move_towards()])
                .with_amount(Status::Poisoned, 3, 4);
        let hp = each_round(alone(tempo, walker).story(), 5, |story| story.unit('A').hp);
        assert_eq!(hp, [96, 92, 88, 88, 88], "{tempo:?}");
    }
}

#[test]
fn poison_from_an_enemy_bites_as_often_as_it_has_turns() {
    for tempo in TEMPOS {
        let story = board("A e")
            .tempo(tempo)
            .unit('A', recruit())
            .unit(
                'e',
                recruit().gambits([venom().cooldown(99)]).initiative(FIRST),
            )
            .story();
        let mut story = story;
        (0..6).for_each(|_| round(&mut story));
        let bites = story.events.iter();
        let bites = bites.filter(|event| matches!(event.what, Happening::Suffered { .. }));
        assert_eq!(bites.count(), 2, "{tempo:?}");
        assert_eq!(story.unit('A').hp, 94, "{tempo:?}");
    }
}

#[test]
fn poison_given_in_anothers_turn_bites_at_the_end_of_the_victims_next() {
    let scene = initiative("e A")
        .unit(
            'e',
            recruit()
                .gambits([venom().cooldown(99)])
                .speed(0)
                .initiative(FIRST),
        )
        .unit('A', recruit().gambits([light_punch()]));
    assert_log!(
        scene.ticks(5),
        [
            "t1 e → A: Venom hit",
            "t1 A is poisoned 3 for 2",
            "t1 round 1: A's turn",
            "t2 A → e: Light Punch hit, 10 dealt, 90/100",
            "t3 A suffers from poison, 3 dealt, 97/100",
            "t3 round 2: e's turn",
            "t4 round 2: A's turn",
            "t5 A → e: Light Punch hit, 10 dealt, 80/100",
        ]
    );
}

#[test]
fn a_hazard_burns_once_a_turn_however_many_steps_it_has() {
    for tempo in TEMPOS {
        // Two attacks in phases, an action and an idle step in initiative.
        let fighter = recruit().gambits([dodge()]);
        let scene = alone(tempo, fighter).terrain("A1", Terrain::Hazard(7));
        let hp = each_round(scene.story(), 3, |story| story.unit('A').hp);
        assert_eq!(hp, [93, 86, 79], "{tempo:?}");
    }
}

#[test]
fn who_only_walks_through_a_hazard_is_not_burnt() {
    for scene in [initiative, phases] {
        let mut story = scene(
            "
            # # # # # # #
            A ~ . . . . e
            # # # # # # #
        ",
        )
        .unit(
            'A',
            recruit()
                .speed(3)
                .gambits([move_towards()])
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
        round(&mut story);
        assert!(story.unit('A').cell.x() >= 3);
        assert_eq!(story.unit('A').hp, 100);
    }
}

#[test]
fn who_ends_its_walk_in_a_hazard_is_burnt() {
    let scene = initiative(
        "
        # # # # # #
        A . ~ . . e
        # # # # # #
    ",
    )
    .unit(
        'A',
        recruit()
            .speed(2)
            .gambits([move_towards()])
            .initiative(FIRST),
    )
    .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A moves A2 → B2",
            "t2 A moves B2 → C2",
            // It still has its action, so its turn ends with an idle step.
            "t3 A suffers from a hazard, 5 dealt, 95/100",
            "t3 round 1: e's turn",
        ]
    );
}

#[test]
fn who_is_shoved_into_a_hazard_burns_when_its_own_turn_ends() {
    let pushed = [
        (
            initiative("A e ~"),
            vec![
                "t1 A → e: Shove hit",
                "t1 A shoves e B1 → C1",
                "t1 round 1: e's turn",
                "t2 e suffers from a hazard, 5 dealt, 95/100",
                "t2 round 2: A's turn",
            ],
        ),
        (
            phases("A e ~").house(|house| house.action_points = 1),
            vec![
                "t1 A → e: Shove hit",
                "t1 A shoves e B1 → C1",
                "t1 round 1: the enemies' phase",
                "t2 e suffers from a hazard, 5 dealt, 95/100",
                "t2 round 2: the friends' phase",
            ],
        ),
    ];
    for (scene, expected) in pushed {
        let scene = scene
            .unit('A', recruit().speed(0).gambits([shove()]).initiative(FIRST))
            .unit('e', recruit());
        assert_eq!(scene.ticks(2).lines, expected);
    }
}

#[test]
fn a_cooldown_of_n_rests_for_the_next_n_turns() {
    for tempo in TEMPOS {
        for (cooldown, used) in [
            (1, [true, false, true, false, true, false, true]),
            (2, [true, false, false, true, false, false, true]),
            (3, [true, false, false, false, true, false, false]),
        ] {
            let mut story = board("A e")
                .tempo(tempo)
                .unit(
                    'A',
                    recruit()
                        .gambits([blow(1).cooldown(cooldown)])
                        .initiative(FIRST),
                )
                .unit('e', recruit())
                .story();
            let mut seen = Vec::new();
            for _ in 0..7 {
                let before = story.unit('e').hp;
                round(&mut story);
                seen.push(before - story.unit('e').hp == 1);
            }
            assert_eq!(seen, used, "cooldown {cooldown} in {tempo:?}");
        }
    }
}

#[test]
fn a_resting_skill_cannot_be_used_with_the_second_point_either() {
    let scene = phases("A e")
        .unit('A', recruit().gambits([blow(9).cooldown(1), blow(1)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(5),
        [
            "t1 A → e: Blow hit, 9 dealt, 91/100",
            "t2 A → e: Blow hit, 1 dealt, 90/100",
            "t2 round 1: the enemies' phase",
            "t3 round 2: the friends' phase",
            "t4 A → e: Blow hit, 1 dealt, 89/100",
            "t5 A → e: Blow hit, 1 dealt, 88/100",
            "t5 round 2: the enemies' phase",
        ]
    );
}

#[test]
fn a_duration_does_not_go_down_in_the_turn_in_which_it_began() {
    for tempo in TEMPOS {
        let crier = recruit().gambits([war_cry().cooldown(99)]);
        let left = each_round(alone(tempo, crier).story(), 3, |story| {
            story.unit('A').statuses.turns(Status::Strengthened)
        });
        assert_eq!(left, [Some(2), Some(1), None], "{tempo:?}");
    }
}

#[test]
fn a_status_from_an_enemy_counts_from_the_bearers_next_turn() {
    let weaken = || inflict("Curse", Affliction::new(Status::Weakened, 2).of(4)).cooldown(99);
    // Two turns of the bearer are weakened in every tempo.
    for tempo in TEMPOS {
        let mut story = board("A e")
            .tempo(tempo)
            .unit('A', recruit().gambits([blow(10)]).speed(0))
            .unit('e', recruit().gambits([weaken()]).initiative(FIRST))
            .house(|house| house.action_points = 1)
            .story();
        (0..5).for_each(|_| round(&mut story));
        assert_eq!(story.unit('e').hp, 100 - 3 * 10 - 2 * 6, "{tempo:?}");
    }
}

#[test]
fn dodging_lasts_from_ones_action_to_the_end_of_ones_next_turn() {
    let mut story = initiative("A . . . e")
        .unit(
            'A',
            recruit().gambits([dodge().cooldown(99)]).initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
    let dodges = |story: &Story| story.unit('A').has(Status::Dodging);
    story.ticks(2);
    assert!(dodges(&story), "e's turn");
    story.ticks(1);
    assert!(dodges(&story), "A's next turn");
    assert_log!(
        story.ticks(1),
        ["t4 A is no longer dodging", "t4 round 2: e's turn",]
    );
}

#[test]
fn a_status_given_to_a_friend_in_its_sides_phase_does_not_count_that_phase() {
    let rouse = aid(
        "Rouse",
        Selector::NEAREST_ALLY,
        Aid {
            grants: Some(Affliction::new(Status::Strengthened, 1).of(5)),
            ..Aid::default()
        },
    );
    let mut story = phases("B A . . e")
        .unit('A', recruit())
        .unit('B', recruit().gambits([rouse.cooldown(99)]))
        .unit('e', recruit())
        .story();
    let left = |story: &Story| story.unit('A').statuses.turns(Status::Strengthened);
    round(&mut story);
    assert_eq!(left(&story), Some(1));
    round(&mut story);
    assert_eq!(left(&story), None);
}

#[test]
fn panic_lasts_three_turns_and_then_half_of_the_sanity_is_back() {
    for tempo in TEMPOS {
        let mut story = board(
            "
            . . . . . . . . . . . .
            . . . . . . A e . . . .
        ",
        )
        .tempo(tempo)
        .unit('A', recruit().sanity(10).speed(1))
        .unit(
            'e',
            recruit().gambits([howl().cooldown(99)]).initiative(FIRST),
        )
        .story();
        round(&mut story);
        let mut panicked = 0;
        while story.unit('A').has(Status::Panicked) {
            panicked += 1;
            round(&mut story);
        }
        // In initiative the first of the three turns was in the first round already.
        let rounds = if tempo == Tempo::Initiative { 2 } else { 3 };
        assert_eq!(panicked, rounds, "{tempo:?}");
        assert_eq!(story.unit('A').sanity, 5, "{tempo:?}");
        // One cell a turn; with two points in phases twice that.
        let ran = if tempo == Tempo::Phases { 6 } else { 3 };
        assert_eq!(story.unit('A').cell.x(), 6 - ran, "{tempo:?}");
    }
}

#[test]
fn a_status_at_the_start_counts_from_the_first_turn() {
    for tempo in TEMPOS {
        let rooted = recruit()
            .speed(1)
            .gambits([move_towards()])
            .with(Status::Rooted, 1);
        let scene = alone(tempo, rooted).house(|house| house.action_points = 1);
        let at = each_round(scene.story(), 2, |story| story.unit('A').cell);
        assert_eq!(at, [cell("A1"), cell("B1")], "{tempo:?}");
    }
}
