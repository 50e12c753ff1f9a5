//! The gambit brain: the first rule that applies wins, and why the others did not (rules §6).

use foretold_battle::brain::{
    Candidate, Clause, Measured, PickedBy, RuleReport, TargetSelection, Test, TestReport,
};
use foretold_battle::testing::{
    RuleDraft, Scene, Story, assert_log, bash, blow, board, cell, guard, heavy_punch, hold,
    light_punch, mend, move_away, move_towards, recruit,
};
use foretold_battle::{Action, Aim, Decision, Selector, Why, WhyNot};

use crate::common::{percent, refusals};

pub(crate) fn duel(drawing: &str, rules: impl IntoIterator<Item = RuleDraft>) -> Scene {
    board(drawing)
        .unit('A', recruit().gambits(rules))
        .unit('e', recruit())
}

#[test]
fn the_first_rule_that_applies_wins_and_later_ones_are_not_looked_at() {
    let scene = duel("A e", [light_punch().off(), heavy_punch(), guard(), hold()]);
    assert_eq!(
        refusals(&scene.story(), 'A'),
        [Some(WhyNot::Disabled), None]
    );
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn no_rule_that_applies_means_idle() {
    let scene = duel("A . e", [light_punch(), hold().off()]);
    let story = scene.story();
    assert_eq!(story.decision('A').action, Action::Idle);
    assert_eq!(refusals(&story, 'A').len(), 2);
    assert_log!(scene.ticks(2), []);
}

#[test]
fn no_rules_at_all_mean_idle() {
    let story = duel("A e", []).story();
    let idle = Decision {
        action: Action::Idle,
        why: Why::Gambit(Vec::new()),
    };
    assert_eq!(story.decision('A'), idle);
}

#[test]
fn a_hostile_skill_locks_a_cell_and_help_follows_a_unit() {
    let scene = || {
        board("B A e")
            .unit('B', recruit().hurt_to(50))
            .unit('e', recruit())
    };
    let story = scene()
        .unit('A', recruit().gambits([heavy_punch()]))
        .story();
    let punch = Action::Use {
        skill: story.skill("Heavy Punch"),
        aim: Aim::Cell(cell("C1")),
        left: 2,
    };
    assert_eq!(story.decision('A').action, punch);
    let story = scene().unit('A', recruit().gambits([mend()])).story();
    let heal = Action::Use {
        skill: story.skill("Mend"),
        aim: Aim::Unit(story.id('B')),
        left: 1,
    };
    assert_eq!(story.decision('A').action, heal);
}

#[test]
fn enemies_follow_rules_just_as_well() {
    let scene = board("A . f e")
        .unit('A', recruit())
        .unit(
            'e',
            recruit().gambits([mend().when(Test::AllyHpBelow(percent(50)))]),
        )
        .unit(
            'f',
            recruit()
                .hurt_to(49)
                .gambits([light_punch(), move_towards()]),
        );
    assert_log!(
        scene.ticks(2),
        [
            "t1 f moves C1 → B1",
            "t1 e heals f by 15, 64/100",
            "t2 f → A: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

/// A is hurt and looks at three rules: too far, condition false, applies.
fn thinker() -> Story {
    board(
        "
        A . e
        . . .
        f . .
        ",
    )
    .unit(
        'A',
        recruit().hurt_to(30).gambits([
            light_punch(),
            guard()
                .when(Test::EnemyInRange(1))
                .when(Test::MyHpBelow(percent(50))),
            move_away()
                .on(Selector::LOWEST_HP_ENEMY)
                .when_not(Test::EnemyInRange(1))
                .when(Test::EnemiesInRange { count: 3, range: 2 })
                .any(),
        ]),
    )
    .unit('f', recruit())
    .unit('e', recruit().hurt_to(60))
    .story()
}

#[test]
fn the_why_is_everything_that_was_looked_at_measured_and_compared() {
    let story = thinker();
    let [a, e, f] = ['A', 'e', 'f'].map(|letter| story.id(letter));
    let near = TargetSelection {
        candidates: vec![
            Candidate {
                unit: f,
                score: 2,
                cell: cell("A3"),
            },
            Candidate {
                unit: e,
                score: 2,
                cell: cell("C1"),
            },
        ],
        chosen: Some(e),
        picked_by: PickedBy::LowerY,
    };
    let own = TargetSelection {
        candidates: vec![Candidate {
            unit: a,
            score: 0,
            cell: cell("A1"),
        }],
        chosen: Some(a),
        picked_by: PickedBy::OnlyOne,
    };
    let weak = TargetSelection {
        candidates: vec![
            Candidate {
                unit: f,
                score: 100,
                cell: cell("A3"),
            },
            Candidate {
                unit: e,
                score: 60,
                cell: cell("C1"),
            },
        ],
        chosen: Some(e),
        picked_by: PickedBy::Score,
    };
    let report = |test, negated, measured, holds| TestReport {
        clause: Clause { negated, test },
        measured,
        holds,
    };
    let two_or_three = Test::EnemiesInRange { count: 3, range: 2 };
    // The lowest slot of those equally near is the one that is measured.
    let nearest = Measured::Nearest(f, 2);
    assert_eq!(
        story.decision('A').why,
        Why::Gambit(vec![
            RuleReport {
                selection: near,
                tests: vec![],
                refusal: Some(WhyNot::OutOfRange {
                    distance: 2,
                    range: 1
                }),
            },
            RuleReport {
                selection: own,
                tests: vec![
                    report(Test::EnemyInRange(1), false, nearest, false),
                    report(
                        Test::MyHpBelow(percent(50)),
                        false,
                        Measured::Share(a, 30, 100),
                        true
                    ),
                ],
                refusal: Some(WhyNot::ConditionFalse),
            },
            RuleReport {
                selection: weak,
                tests: vec![
                    report(Test::EnemyInRange(1), true, nearest, true),
                    report(two_or_three, false, Measured::Count(2), false),
                ],
                refusal: Some(WhyNot::NowhereToGo),
            },
        ])
    );
    assert_eq!(story.decision('A').action, Action::Idle);
}

#[test]
fn who_is_in_the_middle_of_an_action_goes_on_with_it() {
    let mut story = duel("A e", [heavy_punch().cost(3)]).story();
    story.ticks(1);
    let going_on = Decision {
        action: Action::Use {
            skill: story.skill("Heavy Punch"),
            aim: Aim::Cell(cell("B1")),
            left: 2,
        },
        why: Why::Busy,
    };
    assert_eq!(story.decision('A'), going_on);
}

#[test]
fn the_stunned_make_no_decision() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([bash()]))
        .unit('e', recruit().gambits([light_punch()]))
        .story();
    let log = story.ticks(2);
    assert_log!(
        log,
        [
            "t1 A → e: Bash hit",
            "t1 e → A: Light Punch hit, 10 dealt, 90/100",
            "t1 e is stunned for 1",
            "t2 A → e: Bash hit",
            "t2 e is stunned for 1",
        ]
    );
    let stunned = Decision {
        action: Action::Idle,
        why: Why::Stunned,
    };
    assert_eq!(story.decision('e'), stunned);
}

#[test]
fn the_downed_and_the_fallen_have_no_say() {
    let mut story = board("A e f B . C")
        .unit('A', recruit().hp(5).downed_at_zero().gambits([hold()]))
        .unit('B', recruit().hp(5).gambits([hold()]))
        .unit('e', recruit().gambits([blow(5)]))
        .unit('f', recruit().gambits([blow(5)]))
        .unit('C', recruit())
        .story();
    story.ticks(1);
    let no_say = Decision {
        action: Action::Idle,
        why: Why::OutOfAction,
    };
    assert_eq!(story.decision('A'), no_say);
    assert_eq!(story.decision('B'), no_say);
}

#[test]
fn edited_rules_count_at_once_for_what_is_shown_and_from_the_next_decision() {
    let mut story = board("A e")
        .unit(
            'A',
            recruit().gambits([light_punch()]).knows([heavy_punch()]),
        )
        .unit('e', recruit())
        .story();
    let me = story.id('A');
    let mut rules: Vec<_> = story.unit('A').rules.iter().cloned().collect();
    rules[0].skill = story.skill("Heavy Punch");
    story
        .battle
        .set_rules(me, &rules)
        .expect("A knows the skill");
    assert!(matches!(
        story.decision('A').action,
        Action::Use { left: 2, .. }
    ));
    story.ticks(1);
    // In the middle of the wind-up an edit waits.
    rules[0].skill = story.skill("Light Punch");
    story
        .battle
        .set_rules(me, &rules)
        .expect("A knows the skill");
    assert_eq!(story.decision('A').why, Why::Busy);
    assert_log!(
        story.ticks(2),
        [
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t3 A → e: Light Punch hit, 10 dealt, 65/100",
        ]
    );
}
