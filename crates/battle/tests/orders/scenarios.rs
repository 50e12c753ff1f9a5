//! Autofight as the player meets it: short scenes with the one key.

use foretold_battle::testing::{
    Scene, UnitDraft, aimed_shot, board, d100, light_punch, polearm, recruit,
};
use foretold_battle::{AttackType, Order, OrderRefusal, Ranking, Status, Stop, Tempo};

use crate::common::{
    CTRL_TAB, SHIFT_TAB, TAB, TEMPOS, TURNS, Table, assert_deeds, assert_lines, insist, refuses,
    seated, seated_with, settings,
};

fn brawler() -> UnitDraft {
    recruit().manual().knows([light_punch()])
}

#[test]
fn an_adjacent_enemy_is_struck() {
    for tempo in TEMPOS {
        let scene = board("A e").unit('A', brawler()).unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.press('A'), Ok(()));
        assert_lines(
            story.ticks(1),
            &["t1 A → e: Light Punch hit, 10 dealt, 90/100"],
        );
    }
}

#[test]
fn a_far_enemy_is_walked_up_to() {
    for tempo in TEMPOS {
        let scene = board("A . . . e").unit('A', brawler()).unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        assert_deeds(
            story.ticks(4),
            &[
                "t1 A moves A1 → B1",
                "t2 A moves B1 → C1",
                "t3 A moves C1 → D1",
                "t4 A → e: Light Punch hit, 10 dealt, 90/100",
            ],
        );
    }
}

#[test]
fn a_ranged_unit_fires_from_where_it_stands() {
    for tempo in TEMPOS {
        let scene = board("A . . . e")
            .unit('A', recruit().manual().knows([light_punch(), aimed_shot()]))
            .unit('e', recruit());
        let mut story = seated_with(scene, tempo, [d100(35)]);
        assert_eq!(story.press('A'), Ok(()));
        assert_lines(
            story.ticks(1),
            &["t1 A → e: Aimed Shot 35% (75 −40) rolled 35 hit, 5 dealt, 95/100"],
        );
        story.end();
    }
}

#[test]
fn a_ranged_unit_walks_only_until_it_is_in_range_and_sight() {
    // B sees e for A; from B1 A sees it too.
    for tempo in TEMPOS {
        let scene = board(
            "
            . . . . . . .
            A . . # . e .
            . . . . . . .
            . . . . . B .
            ",
        )
        .unit('A', recruit().manual().knows([aimed_shot()]))
        .unit('e', recruit())
        .unit('B', recruit());
        let mut story = seated_with(scene, tempo, [d100(1)]);
        assert_eq!(story.repeat('A'), Ok(()));
        assert_deeds(
            story.ticks(2),
            &[
                "t1 A moves A2 → B1",
                "t2 A → e: Aimed Shot 34% (75 −41) rolled 1 hit, 5 dealt, 95/100",
            ],
        );
    }
}

#[test]
fn a_wall_is_walked_around_by_the_shortest_path() {
    // The greedy step would be B2, into the pocket.
    for tempo in TEMPOS {
        let scene = board(
            "
            . . o .
            A . o e
            . . o .
            . . . .
            ",
        )
        .unit('A', brawler())
        .unit('e', recruit());
        let mut story = seated(scene, tempo);
        let plan = story.plan('A').expect("there is a way");
        assert_eq!(plan.attack, AttackType::NeedsMove);
        let way: Vec<String> = plan.path.iter().map(ToString::to_string).collect();
        assert_eq!(way, ["B3", "C4", "D3"]);
        assert_eq!(story.repeat('A'), Ok(()));
        assert_deeds(
            story.ticks(4),
            &[
                "t1 A moves A2 → B3",
                "t2 A moves B3 → C4",
                "t3 A moves C4 → D3",
                "t4 A → e: Light Punch hit, 10 dealt, 90/100",
            ],
        );
    }
}

#[test]
fn among_several_enemies_the_one_in_reach_comes_first() {
    for tempo in TEMPOS {
        let scene = board(
            "
            f . . .
            . . A e
            ",
        )
        .unit('A', brawler())
        .unit('e', recruit())
        .unit('f', recruit().hp(1));
        let mut story = seated(scene, tempo);
        let plan = story.plan('A').expect("e is near");
        assert_eq!(story.letter(plan.target), 'e');
        assert_eq!(plan.decided_by, Some(Ranking::CanAttackNow));
        assert_eq!(story.press('A'), Ok(()));
        assert_lines(
            story.ticks(1),
            &["t1 A → e: Light Punch hit, 10 dealt, 90/100"],
        );
    }
}

#[test]
fn at_half_its_hp_it_refuses() {
    for tempo in TEMPOS {
        for (hp, answer) in [(51, Ok(())), (50, refuses(Stop::Injured))] {
            let scene = board("A e")
                .unit('A', brawler().hurt_to(hp))
                .unit('e', recruit());
            let mut story = seated(scene, tempo);
            assert_eq!(story.press('A'), answer, "{hp} HP in {tempo:?}");
        }
    }
}

#[test]
fn damage_stops_a_repeat() {
    let scene = board("A e")
        .unit('A', brawler())
        .unit('e', recruit().gambits([light_punch()]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    assert_lines(
        story.ticks(3),
        &[
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t1 e → A: Light Punch hit, 10 dealt, 90/100",
            "t1 A: Took damage, stopping.",
            "t2 e → A: Light Punch hit, 10 dealt, 80/100",
            "t3 e → A: Light Punch hit, 10 dealt, 70/100",
        ],
    );
    assert!(!story.repeats('A'));
}

#[test]
fn damage_in_the_enemies_turn_stops_a_repeat() {
    let expected: [&[&str]; 2] = [
        &[
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 round 1: e's turn",
            "t3 e → A: Light Punch hit, 10 dealt, 90/100",
            "t3 A: Took damage, stopping.",
            "t4 round 2: A's turn",
        ],
        &[
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 A → e: Light Punch hit, 10 dealt, 80/100",
            "t2 round 1: the enemies' phase",
            "t3 e → A: Light Punch hit, 10 dealt, 90/100",
            "t3 A: Took damage, stopping.",
            "t4 round 2: the friends' phase",
        ],
    ];
    for (tempo, expected) in TURNS.into_iter().zip(expected) {
        let scene = board("A e")
            .unit('A', brawler())
            .unit('e', recruit().gambits([light_punch()]));
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        assert_lines(story.ticks(9), expected);
        assert_eq!(story.waits_for(), "A");
    }
}

#[test]
fn two_equal_targets_stop_a_repeat_and_a_single_press_takes_the_lower_one() {
    let scene = || {
        board(
            "
            e .
            . A
            . f
            ",
        )
        .unit('A', brawler())
        .unit('e', recruit())
        .unit('f', recruit())
    };
    for tempo in TEMPOS {
        let mut story = seated(scene(), tempo);
        assert!(story.plan('A').expect("both are near").ambiguous);
        assert_eq!(story.press('A'), Ok(()));
        assert_lines(
            story.ticks(1),
            &["t1 A → e: Light Punch hit, 10 dealt, 90/100"],
        );
        let mut story = seated(scene(), tempo);
        assert_eq!(insist(&mut story, 'A'), [Stop::Ambiguous]);
    }
}

#[test]
fn who_is_on_the_ignore_list_is_left_alone() {
    for tempo in TEMPOS {
        let careful = settings(|settings| settings.ignore = vec!["rat".to_owned()]);
        let scene = board("A e . f")
            .unit('A', brawler().autofight(careful.clone()))
            .unit('e', recruit().kind("rat"))
            .unit('f', recruit());
        assert_eq!(seated(scene, tempo).target('A'), Ok('f'));
        let scene = board("A e")
            .unit('A', brawler().autofight(careful))
            .unit('e', recruit().kind("rat"));
        assert_eq!(
            seated(scene, tempo).press('A'),
            refuses(Stop::NoTargetInView)
        );
    }
}

#[test]
fn an_unreachable_target_is_not_the_same_as_nobody_in_view() {
    for tempo in TEMPOS {
        let scene = board(
            "
            A o e
            . o .
            o o .
            ",
        )
        .unit('A', brawler())
        .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.press('A'), refuses(Stop::NoReachableTarget));
        let scene = board(
            "
            A # e
            . # .
            # # .
            ",
        )
        .unit('A', brawler())
        .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.press('A'), refuses(Stop::NoTargetInView));
    }
}

#[test]
fn a_reach_weapon_strikes_from_two_cells_away() {
    for tempo in TEMPOS {
        let scene = board("A . . e")
            .unit('A', recruit().manual().knows([polearm()]))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        assert_deeds(
            story.ticks(2),
            &[
                "t1 A moves A1 → B1",
                "t2 A → e: Polearm hit, 8 dealt, 92/100",
            ],
        );
    }
}

#[test]
fn the_three_keys_differ() {
    let scene = || {
        board("A . . e")
            .unit('A', recruit().manual().knows([light_punch(), aimed_shot()]))
            .unit('e', recruit())
    };
    let near = || {
        board("A e")
            .unit('A', recruit().manual().knows([light_punch(), aimed_shot()]))
            .unit('e', recruit())
    };
    let unarmed = || board("A . . e").unit('A', brawler()).unit('e', recruit());
    let none: Result<(), OrderRefusal> = refuses(Stop::NoTargetInRange);
    let check = |scene: Scene, order: Order, answer| {
        for tempo in TEMPOS {
            let story = seated(scene.clone(), tempo);
            assert_eq!(story.battle.check_order(story.id('A'), order), answer);
        }
    };
    check(scene(), SHIFT_TAB, Ok(()));
    check(scene(), CTRL_TAB, Ok(()));
    check(unarmed(), TAB, Ok(()));
    check(unarmed(), SHIFT_TAB, none);
    check(unarmed(), CTRL_TAB, none);
    check(near(), SHIFT_TAB, Ok(()));
    check(near(), CTRL_TAB, Ok(()));
}

#[test]
fn fire_only_fires_even_at_arms_length() {
    for tempo in TEMPOS {
        let scene = board("A e")
            .unit('A', recruit().manual().knows([light_punch(), aimed_shot()]))
            .unit('e', recruit());
        let mut story = seated_with(scene, tempo, [d100(65)]);
        assert_eq!(story.order('A', CTRL_TAB), Ok(()));
        assert_deeds(
            story.ticks(1),
            &["t1 A → e: Aimed Shot 65% (75 −10) rolled 65 hit, 5 dealt, 95/100"],
        );
    }
}

#[test]
fn attack_only_never_moves() {
    let scene = board("A e . f")
        .unit(
            'A',
            brawler().autofight(settings(|settings| settings.interrupts.target_dead = false)),
        )
        .unit('e', recruit().hp(10))
        .unit('f', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.keep('A', SHIFT_TAB), Ok(()));
    assert_lines(
        story.ticks(3),
        &[
            "t1 A → e: Light Punch hit, 10 dealt, 0/10",
            "t1 e falls on B1",
            "t2 A: No target in range.",
        ],
    );
}

#[test]
fn who_is_confused_or_caught_refuses() {
    for tempo in TEMPOS {
        for (status, stop) in [
            (Status::Confused, Stop::Confused),
            (Status::Rooted, Stop::Caught),
        ] {
            let scene = board("A e")
                .unit('A', brawler().with(status, 5))
                .unit('e', recruit());
            assert_eq!(seated(scene, tempo).press('A'), refuses(stop));
        }
    }
}
