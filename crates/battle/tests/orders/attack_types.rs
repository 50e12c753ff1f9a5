//! Candidates, how each can be attacked, and when autofight refuses.

use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, aimed_shot, blow, board, fire_bolt, heavy_punch, light_punch,
    longsword, polearm, recruit, web,
};
use foretold_battle::{
    AttackType, AutofightMode, AutofightSettings, DamageKind, OrderRefusal, Preconditions, Status,
    Stop, Tempo,
};

use crate::common::{TEMPOS, Table, percent, refuses, seated, settings};

fn armed(skills: impl IntoIterator<Item = RuleDraft>) -> UnitDraft {
    recruit().manual().knows(skills)
}

fn attack(drawing: &str, a: UnitDraft) -> (AttackType, Option<String>) {
    let story = seated(
        board(drawing).unit('A', a).unit('e', recruit()),
        Tempo::Ticks,
    );
    match story.plan('A') {
        Ok(plan) => {
            let skills = &story.battle.arena().setup().skills;
            let name = plan.skill.map(|skill| skills[skill.index()].name.clone());
            (plan.attack, name)
        }
        Err(OrderRefusal::Autofight(Stop::NoReachableTarget)) => (AttackType::Fails, None),
        Err(refusal) => panic!("{refusal}"),
    }
}

#[test]
fn the_first_type_that_applies_is_used() {
    let named = |kind, name: &str| (kind, Some(name.to_owned()));
    let all = || armed([fire_bolt(), polearm(), light_punch()]);
    let cases = [
        ("A e", all(), named(AttackType::Melee, "Light Punch")),
        ("A . e", all(), named(AttackType::Reaching, "Polearm")),
        ("A . . e", all(), named(AttackType::Fire, "Fire Bolt")),
        ("A . . . . . . . . e", all(), (AttackType::NeedsMove, None)),
        (
            "A e",
            armed([polearm()]),
            named(AttackType::Melee, "Polearm"),
        ),
        (
            "A e",
            armed([fire_bolt()]),
            named(AttackType::Fire, "Fire Bolt"),
        ),
        (
            "A . e",
            armed([fire_bolt(), light_punch()]),
            named(AttackType::Fire, "Fire Bolt"),
        ),
        (
            "A . e",
            armed([light_punch()]),
            (AttackType::NeedsMove, None),
        ),
        (
            "A o e
             . o o
             o o o",
            armed([light_punch()]),
            (AttackType::Fails, None),
        ),
        (
            "A o e
             . o o
             o o o",
            armed([polearm()]),
            named(AttackType::Reaching, "Polearm"),
        ),
    ];
    for (drawing, a, expected) in cases {
        assert_eq!(attack(drawing, a), expected, "{drawing}");
    }
}

#[test]
fn within_a_type_the_highest_expected_damage_wins() {
    let cases: [(Vec<RuleDraft>, &str); 4] = [
        (vec![light_punch(), heavy_punch()], "Heavy Punch"),
        (vec![heavy_punch(), light_punch()], "Heavy Punch"),
        // d20 + 5 against 10 hits in 16 of 20: 7.5 × 80% = 6.
        (vec![blow(5), longsword()], "Longsword"),
        (vec![longsword(), blow(7)], "Blow"),
    ];
    for (skills, expected) in cases {
        let (kind, name) = attack("A e", armed(skills));
        assert_eq!((kind, name.as_deref()), (AttackType::Melee, Some(expected)));
    }
}

#[test]
fn between_equal_attacks_the_lower_slot_wins() {
    let twin = |name: &str| blow(10).with(|skill| skill.name = name.to_owned());
    let (_, name) = attack("A e", armed([twin("Left"), twin("Right")]));
    assert_eq!(name.as_deref(), Some("Left"));
    let (_, name) = attack("A e", armed([twin("Right"), twin("Left")]));
    assert_eq!(name.as_deref(), Some("Right"));
}

#[test]
fn what_the_target_is_immune_to_is_no_attack_to_choose() {
    let scene = board("A e")
        .unit('A', armed([blow(30), polearm()]))
        .unit('e', recruit().immune(DamageKind::Bludgeoning));
    let story = seated(scene, Tempo::Ticks);
    let plan = story.plan('A').expect("the polearm hurts");
    assert_eq!(plan.skill, Some(story.skill("Polearm")));
}

#[test]
fn who_is_immune_to_everything_is_no_candidate() {
    for tempo in TEMPOS {
        let scene = board("A e . f")
            .unit('A', armed([light_punch()]))
            .unit('e', recruit().immune(DamageKind::Bludgeoning))
            .unit('f', recruit());
        assert_eq!(seated(scene, tempo).target('A'), Ok('f'));
        let scene = board("A e")
            .unit('A', armed([light_punch()]))
            .unit('e', recruit().immune(DamageKind::Bludgeoning));
        assert_eq!(
            seated(scene, tempo).press('A'),
            refuses(Stop::NoTargetInView)
        );
    }
}

#[test]
fn a_status_is_something_that_the_immune_are_not_immune_to() {
    let scene = board("A e")
        .unit('A', armed([light_punch(), web()]))
        .unit('e', recruit().immune(DamageKind::Bludgeoning));
    assert_eq!(seated(scene, Tempo::Ticks).target('A'), Ok('e'));
}

#[test]
fn who_knows_no_attack_has_no_target() {
    let scene = board("A e").unit('A', armed([])).unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.press('A'), refuses(Stop::NoTargetInView));
}

fn behind_a_wall() -> Scene {
    board(
        "
        A # . e
        . # . .
        . . . B
        ",
    )
    .unit('A', armed([light_punch()]))
    .unit('e', recruit())
}

#[test]
fn an_enemy_is_in_view_if_a_living_ally_sees_it() {
    for tempo in TEMPOS {
        let scene = behind_a_wall().unit('B', recruit());
        assert_eq!(seated(scene, tempo).target('A'), Ok('e'));
    }
    let scene = behind_a_wall().unit(
        'B',
        recruit().hurt_to(1).with_amount(Status::Poisoned, 9, 5),
    );
    let mut story = seated(scene, Tempo::Ticks);
    story.ticks(1);
    assert_eq!(
        story.target('A'),
        refuses(Stop::NoTargetInView),
        "B is dead"
    );
}

#[test]
fn an_ally_who_lies_on_the_ground_sees_for_nobody() {
    let downed = recruit()
        .hurt_to(1)
        .downed_at_zero()
        .with_amount(Status::Poisoned, 1, 5);
    let mut story = seated(behind_a_wall().unit('B', downed), Tempo::Ticks);
    story.ticks(1);
    assert_eq!(story.target('A'), refuses(Stop::NoTargetInView));
}

#[test]
fn who_is_further_away_than_the_settings_say_is_not_in_view() {
    for (max_distance, answer) in [(4, Ok('e')), (3, refuses(Stop::NoTargetInView))] {
        let scene = board("A . . . e")
            .unit(
                'A',
                armed([light_punch()]).autofight(settings(|settings| {
                    settings.max_distance = max_distance;
                })),
            )
            .unit('e', recruit());
        assert_eq!(seated(scene, Tempo::Ticks).target('A'), answer);
    }
}

#[test]
fn a_way_longer_than_the_settings_say_is_none() {
    for (max_path_length, answer) in [(3, Ok('e')), (2, refuses(Stop::NoReachableTarget))] {
        let scene = board("A . . . e")
            .unit(
                'A',
                armed([light_punch()]).autofight(settings(|settings| {
                    settings.max_path_length = max_path_length;
                })),
            )
            .unit('e', recruit());
        assert_eq!(seated(scene, Tempo::Ticks).target('A'), answer);
    }
}

#[test]
fn units_are_in_the_way() {
    let scene = board(
        "
        A B e
        # # #
        ",
    )
    .unit('A', armed([light_punch()]))
    .unit('B', recruit())
    .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.press('A'), refuses(Stop::NoReachableTarget));
}

#[test]
fn hazards_are_walked_around() {
    let story = seated(
        board(
            "
            A ~ . e
            . . . .
            ",
        )
        .unit('A', armed([light_punch()]))
        .unit('e', recruit()),
        Tempo::Ticks,
    );
    let plan = story.plan('A').expect("there is a dry way");
    let way: Vec<String> = plan.path.iter().map(ToString::to_string).collect();
    assert_eq!(way, ["B2", "C1"]);
    assert!(!plan.through_hazard);
}

#[test]
fn the_downed_and_the_fallen_are_no_candidates() {
    let scene = board("f A e . . g")
        .unit('A', armed([blow(30)]))
        .unit('e', recruit().hp(20).downed_at_zero())
        .unit('f', recruit().hp(20))
        .unit('g', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.target('A'), Ok('f'));
    assert_eq!(story.press('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.target('A'), Ok('e'));
    assert_eq!(story.press('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.target('A'), Ok('g'));
}

#[test]
fn each_precondition_has_its_switch() {
    let off = Preconditions {
        injured: None,
        confused: false,
        caught: false,
    };
    let cases = [
        (recruit().hurt_to(50), Stop::Injured),
        (recruit().with(Status::Confused, 3), Stop::Confused),
        (recruit().with(Status::Rooted, 3), Stop::Caught),
    ];
    for tempo in TEMPOS {
        for (a, stop) in &cases {
            let scene = |preconditions: Preconditions| {
                let settings = settings(|settings| settings.preconditions = preconditions);
                let a = a.clone().manual().knows([light_punch()]);
                let scene = board("A e").unit('A', a.autofight(settings));
                seated(scene.unit('e', recruit()), tempo)
            };
            let mut story = scene(Preconditions::default());
            assert_eq!(story.press('A'), refuses(*stop));
            assert_eq!(story.battle.autofight_count().stops(*stop), 1);
            assert_eq!(scene(off.clone()).press('A'), Ok(()), "{stop:?} is off");
        }
    }
}

#[test]
fn the_share_of_hp_at_which_it_refuses_is_a_setting() {
    for (share, hp, answer) in [
        (25, 25, refuses(Stop::Injured)),
        (25, 26, Ok(())),
        (75, 75, refuses(Stop::Injured)),
        (75, 76, Ok(())),
        (100, 100, refuses(Stop::Injured)),
        (0, 1, Ok(())),
    ] {
        let careful = settings(|settings| settings.preconditions.injured = Some(percent(share)));
        let scene = board("A e")
            .unit('A', armed([light_punch()]).hurt_to(hp).autofight(careful))
            .unit('e', recruit());
        assert_eq!(
            seated(scene, Tempo::Ticks).press('A'),
            answer,
            "{hp} HP at {share}%"
        );
    }
}

#[test]
fn who_is_caught_and_fights_all_the_same_attacks_whom_it_can() {
    let bold = || settings(|settings| settings.preconditions.caught = false);
    for tempo in TEMPOS {
        let scene = board("e A . . f")
            .unit(
                'A',
                armed([light_punch()])
                    .with(Status::Rooted, 9)
                    .autofight(bold()),
            )
            .unit('e', recruit())
            .unit('f', recruit());
        let mut story = seated(scene, tempo);
        let f = story.id('f');
        story.battle.mark(f, true);
        assert_eq!(story.target('A'), Ok('e'), "f is marked, but out of reach");
    }
}

#[test]
fn the_modes_choose_among_those_they_suit() {
    // e is near, f only in range of the bolt, g in range of nothing; fire only fires, even at e.
    let story = seated(
        board("A e . . f . . . . . g")
            .unit('A', armed([light_punch(), fire_bolt()]))
            .unit('e', recruit())
            .unit('f', recruit())
            .unit('g', recruit()),
        Tempo::Ticks,
    );
    let target = |mode| {
        let plan = story.battle.autofight_plan(story.id('A'), mode);
        plan.map(|plan| (story.letter(plan.target), plan.attack))
    };
    assert_eq!(
        target(AutofightMode::MoveAndAttack),
        Ok(('e', AttackType::Melee))
    );
    assert_eq!(
        target(AutofightMode::AttackOnly),
        Ok(('e', AttackType::Melee))
    );
    assert_eq!(target(AutofightMode::FireOnly), Ok(('e', AttackType::Fire)));
}

#[test]
fn a_missile_needs_range_and_sight() {
    let story = seated(
        board(
            "
            A # e
            . . B
            ",
        )
        .unit(
            'A',
            armed([aimed_shot()]).autofight(AutofightSettings::default()),
        )
        .unit('B', recruit())
        .unit('e', recruit()),
        Tempo::Ticks,
    );
    let plan = story.plan('A').expect("there is a way");
    assert_eq!(plan.attack, AttackType::NeedsMove);
    let fire_only = story
        .battle
        .autofight_plan(story.id('A'), AutofightMode::FireOnly);
    assert_eq!(fire_only, refuses(Stop::NoTargetInRange));
}
