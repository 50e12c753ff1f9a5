//! What autofight calls reachable: a cell from which it could attack, not the target's own (rules §10).

use foretold_battle::testing::{RuleDraft, Scene, UnitDraft, blow, board, polearm, recruit};
use foretold_battle::{AttackType, AutofightSettings, Stop, Tempo};

use crate::common::{TEMPOS, Table, assert_deeds, refuses, seated, settings};

/// A unit that the player commands, with one weapon.
fn with_a(weapon: RuleDraft) -> UnitDraft {
    recruit().manual().knows([weapon])
}

/// Five damage at up to five cells, in sight.
fn bow() -> RuleDraft {
    blow(5)
        .range(5)
        .needs_sight()
        .with(|skill| skill.name = "Bow".to_owned())
}

/// The cells of the way that Tab would go.
fn way(scene: Scene, tempo: Tempo) -> Vec<String> {
    let plan = seated(scene, tempo).plan('A').expect("e can be reached");
    assert_eq!((plan.attack, plan.skill), (AttackType::NeedsMove, None));
    plan.path.iter().map(ToString::to_string).collect()
}

/// One free step, then the blow.
fn assert_steps_and_strikes(scene: &Scene, weapon: &str, damage: u16) {
    for tempo in TEMPOS {
        assert_eq!(way(scene.clone(), tempo), ["B2"], "{tempo:?}");
        let mut story = seated(scene.clone(), tempo);
        assert_eq!(story.repeat('A'), Ok(()), "{tempo:?}");
        let left = 100 - damage;
        assert_deeds(
            story.ticks(2),
            &[
                "t1 A moves A2 → B2",
                &format!("t2 A → e: {weapon} hit, {damage} dealt, {left}/100"),
            ],
        );
    }
}

#[test]
fn a_polearm_strikes_over_a_friend_after_one_step() {
    let scene = board(
        "
        # # # # #
        A . B e #
        # # # # #
        ",
    )
    .unit('A', with_a(polearm()))
    .unit('B', recruit())
    .unit('e', recruit());
    assert_steps_and_strikes(&scene, "Polearm", 8);
}

#[test]
fn a_polearm_strikes_over_a_pit_after_one_step() {
    let scene = board(
        "
        # # # # #
        A . o e #
        # # # # #
        ",
    )
    .unit('A', with_a(polearm()))
    .unit('e', recruit());
    assert_steps_and_strikes(&scene, "Polearm", 8);
}

#[test]
fn a_bow_shoots_past_a_friend_after_one_step() {
    let scene = board(
        "
        # # # # # # # #
        A . B . . . e #
        # # # # # # # #
        ",
    )
    .unit('A', with_a(bow()))
    .unit('B', recruit())
    .unit('e', recruit());
    assert_steps_and_strikes(&scene, "Bow", 5);
}

#[test]
fn where_no_such_cell_can_be_reached_it_refuses() {
    // B stands in the only cell, a pit lies in it, or the cells are behind B.
    let cases = [
        ("A B . e", polearm()),
        ("A o o e", polearm()),
        ("A . B e", blow(5)),
        ("A B . . . . . e", bow()),
    ];
    for tempo in TEMPOS {
        for (row, weapon) in &cases {
            let walls = "# ".repeat(9);
            let scene = board(&format!("{walls}\n{row} #\n{walls}"))
                .unit('A', with_a(weapon.clone()))
                .unit('e', recruit());
            let scene = if row.contains('B') {
                scene.unit('B', recruit())
            } else {
                scene
            };
            let mut story = seated(scene, tempo);
            let refused = refuses(Stop::NoReachableTarget);
            assert_eq!(story.press('A'), refused, "{row} {tempo:?}");
        }
    }
}

#[test]
fn the_way_to_it_goes_around_hazards_if_it_can() {
    let scene = |drawing| {
        board(drawing)
            .unit('A', with_a(polearm()))
            .unit('e', recruit())
    };
    let around = scene(
        "
        A ~ . o e #
        . . . o o #
        # # # # # #
        ",
    );
    let through = scene(
        "
        A ~ . o e #
        # # # # # #
        ",
    );
    for tempo in TEMPOS {
        let plan = seated(around.clone(), tempo).plan('A').expect("a way");
        assert!(!plan.through_hazard);
        assert_eq!(way(around.clone(), tempo), ["B2", "C1"]);
        let plan = seated(through.clone(), tempo).plan('A').expect("a way");
        assert!(plan.through_hazard);
        assert_eq!(way(through.clone(), tempo), ["B1", "C1"]);
    }
}

#[test]
fn its_length_is_counted_to_that_cell() {
    let scene = |most| {
        let short: AutofightSettings = settings(|settings| settings.max_path_length = most);
        board("A . . . e")
            .unit('A', with_a(polearm()).autofight(short))
            .unit('e', recruit())
    };
    for tempo in TEMPOS {
        assert_eq!(way(scene(2), tempo), ["B1", "C1"]);
        let mut story = seated(scene(1), tempo);
        assert_eq!(story.press('A'), refuses(Stop::NoReachableTarget));
    }
}
