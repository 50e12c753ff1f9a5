//! Every order in every tempo, carried out.

use foretold_battle::testing::{
    Scene, block, board, cell, guard, heavy_punch, light_punch, mend, recruit, shove,
};
use foretold_battle::{Order, Tempo, Why};

use crate::common::{TAB, TEMPOS, Table, assert_lines, seated};

fn puncher() -> Scene {
    board("A e")
        .unit(
            'A',
            recruit().manual().knows([light_punch(), heavy_punch()]),
        )
        .unit('e', recruit())
}

#[test]
fn a_walk_goes_along_a_path_until_it_is_there() {
    for tempo in TEMPOS {
        let scene = board(
            "
            A # . e
            . . .
            ",
        )
        .unit('A', recruit().manual())
        .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.walk('A', "C1"), Ok(()));
        assert_lines(
            story.ticks(2),
            &["t1 A moves A1 → B2", "t2 A moves B2 → C1"],
        );
        assert_eq!(story.unit('A').order, None, "the order is done");
    }
}

#[test]
fn a_walk_goes_around_hazards_if_that_can_be() {
    for tempo in TEMPOS {
        let scene = board(
            "
            A ~ . e
            . ~
            . .
            ",
        )
        .unit('A', recruit().manual())
        .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.walk('A', "C1"), Ok(()));
        assert_lines(
            story.ticks(4),
            &[
                "t1 A moves A1 → A2",
                "t2 A moves A2 → B3",
                "t3 A moves B3 → C2",
                "t4 A moves C2 → C1",
            ],
        );
    }
}

#[test]
fn a_walk_goes_through_a_hazard_if_there_is_no_other_way() {
    let scene = board(
        "
        A ~ . e
        # #
        ",
    )
    .unit('A', recruit().manual())
    .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.walk('A', "C1"), Ok(()));
    assert_lines(
        story.ticks(2),
        &[
            "t1 A moves A1 → B1",
            "t1 A suffers from a hazard, 5 dealt, 95/100",
            "t2 A moves B1 → C1",
        ],
    );
}

#[test]
fn a_walk_goes_around_units() {
    for tempo in TEMPOS {
        let scene = board("A B . . e")
            .unit('A', recruit().manual())
            .unit('B', recruit())
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.walk('A', "C1"), Ok(()));
        assert_lines(
            story.ticks(2),
            &["t1 A moves A1 → B2", "t2 A moves B2 → C1"],
        );
    }
}

#[test]
fn a_skill_is_used_on_a_cell_once() {
    for tempo in TEMPOS {
        let mut story = seated(puncher(), tempo);
        assert_eq!(story.use_skill('A', "Light Punch", "B1"), Ok(()));
        assert_lines(
            story.ticks(2),
            &["t1 A → e: Light Punch hit, 10 dealt, 90/100"],
        );
        assert_eq!(story.unit('A').order, None);
    }
}

#[test]
fn a_heavy_skill_winds_up_in_ticks_and_takes_the_whole_turn_elsewhere() {
    let expected: [&[&str]; 3] = [
        &[
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
        ],
        &[
            "t1 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t1 round 1: e's turn",
            "t2 round 2: A's turn",
        ],
        &[
            "t1 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t1 round 1: the enemies' phase",
            "t2 round 2: the friends' phase",
        ],
    ];
    for (tempo, expected) in TEMPOS.into_iter().zip(expected) {
        let mut story = seated(puncher(), tempo);
        assert_eq!(story.use_skill('A', "Heavy Punch", "B1"), Ok(()));
        assert_lines(story.ticks(2), expected);
    }
}

#[test]
fn an_attack_may_be_ordered_into_an_empty_cell() {
    for tempo in TEMPOS {
        let mut story = seated(puncher(), tempo);
        assert_eq!(story.use_skill('A', "Light Punch", "A2"), Ok(()));
        assert_lines(story.ticks(1), &["t1 A → A2: Light Punch whiffs"]);
    }
}

#[test]
fn an_attack_may_be_ordered_against_a_friend() {
    for tempo in TEMPOS {
        let scene = board("A B . e")
            .unit('A', recruit().manual().knows([shove()]))
            .unit('B', recruit())
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.use_skill('A', "Shove", "B1"), Ok(()));
        assert_lines(
            story.ticks(1),
            &["t1 A → B: Shove hit", "t1 A shoves B B1 → C1"],
        );
    }
}

#[test]
fn help_goes_to_whoever_stands_there() {
    for tempo in TEMPOS {
        let scene = board("A . B e")
            .unit('A', recruit().manual().knows([mend()]))
            .unit('B', recruit().hurt_to(40))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.use_skill('A', "Mend", "C1"), Ok(()));
        assert_lines(story.ticks(1), &["t1 A heals B by 15, 55/100"]);
    }
}

#[test]
fn a_guard_is_the_best_block_that_the_unit_knows() {
    for tempo in TEMPOS {
        let scene = board("A . e")
            .unit(
                'A',
                recruit().manual().knows([guard(), block(12), block(5)]),
            )
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.order('A', Order::Guard), Ok(()));
        assert_lines(story.ticks(1), &["t1 A raises block 12, now 12"]);
        assert_eq!(story.unit('A').order, None);
    }
}

#[test]
fn between_equal_guards_the_first_known_rises() {
    let other = || block(8).with(|skill| skill.cooldown = 3);
    let scene = board("A . e")
        .unit('A', recruit().manual().knows([guard(), other()]))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.order('A', Order::Guard), Ok(()));
    story.ticks(1);
    assert_eq!(
        story.order('A', Order::Guard),
        Ok(()),
        "the other would rest"
    );
}

#[test]
fn ending_the_turn_holds_for_one_tick_or_the_rest_of_the_turn() {
    let expected: [&[&str]; 3] = [
        &[],
        &["t1 round 1: e's turn", "t2 round 2: A's turn"],
        &[
            "t1 round 1: the enemies' phase",
            "t2 round 2: the friends' phase",
        ],
    ];
    for (tempo, expected) in TEMPOS.into_iter().zip(expected) {
        let mut story = seated(puncher(), tempo);
        assert_eq!(story.order('A', Order::EndTurn), Ok(()));
        assert_lines(story.ticks(2), expected);
        assert_eq!(story.unit('A').order, None);
    }
}

#[test]
fn the_one_key_does_the_sensible_next_thing() {
    for tempo in TEMPOS {
        let mut story = seated(puncher(), tempo);
        assert_eq!(story.press('A'), Ok(()));
        let log = story.ticks(1);
        assert!(!log.lines.is_empty());
        let heavy = if tempo == Tempo::Ticks {
            "t1 A winds up Heavy Punch on B1 (2 ticks)"
        } else {
            "t1 A → e: Heavy Punch hit, 25 dealt, 75/100"
        };
        assert_eq!(log.lines[0], heavy);
    }
}

#[test]
fn between_steps_the_screen_shows_what_was_ordered() {
    for tempo in TEMPOS {
        let mut story = seated(puncher(), tempo);
        let order = Order::Use {
            skill: story.skill("Light Punch"),
            at: cell("B1"),
        };
        assert_eq!(story.order('A', order), Ok(()));
        assert_eq!(story.decision('A').why, Why::Ordered(order));
        assert_eq!(
            story.order('A', TAB),
            Ok(()),
            "a later order takes its place"
        );
        assert!(matches!(story.decision('A').why, Why::Autofight(_)));
    }
}

#[test]
fn asking_whether_an_order_could_be_given_gives_none() {
    for tempo in TEMPOS {
        let story = seated(puncher(), tempo);
        let before = story.battle.fingerprint();
        assert_eq!(story.battle.check_order(story.id('A'), TAB), Ok(()));
        assert_eq!(story.battle.fingerprint(), before);
    }
}
