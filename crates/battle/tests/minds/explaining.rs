//! The reasons of rules as text, in three depths (rules §6).

use foretold_battle::brain::{Criterion, Side, Test};
use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, board, cell, guard, heavy_punch, hold, howl, light_punch, mend,
    move_away, move_towards, recruit,
};
use foretold_battle::{
    Action, Decision, Depth, Selector, Status, UnitId, Why, explain, rules_passed_over,
};

use crate::common::{explained, percent};
use crate::gambits::duel;

/// What one test measured, as A's reasons show it.
fn test_line(scene: Scene, me: UnitDraft, rule: RuleDraft) -> String {
    let story = scene.unit('A', me.gambits([rule])).story();
    explained(&story, 'A', Depth::Detailed)
        .into_iter()
        .find(|line| line.starts_with("    ✓") || line.starts_with("    ✗"))
        .map(|line| line.trim().to_owned())
        .expect("there is a test")
}

#[test]
fn simple_is_what_it_does_and_the_winning_rule() {
    let story = duel(
        "A e",
        [
            light_punch().off(),
            heavy_punch().when(Test::EnemyInRange(1)),
            hold(),
        ],
    )
    .story();
    assert_eq!(
        explained(&story, 'A', Depth::Simple),
        ["A winds up Heavy Punch on e at B1 (2 ticks). \
          Rule 2: When an enemy is within 1, use Heavy Punch on the nearest enemy."]
    );
}

#[test]
fn simple_says_why_nothing_is_done() {
    for (rules, reason) in [
        (vec![], "it has no rules"),
        (vec![hold().off()], "its only rule does not apply"),
        (
            vec![light_punch(), hold().off()],
            "none of its 2 rules applies",
        ),
    ] {
        let story = duel("A . e", rules).story();
        assert_eq!(
            explained(&story, 'A', Depth::Simple),
            [format!("A does nothing: {reason}.")]
        );
    }
}

#[test]
fn every_kind_of_action_is_named() {
    let scene = || board("B A . e").unit('B', recruit()).unit('e', recruit());
    for (rule, does) in [
        (mend(), "A uses Mend on B"),
        (guard(), "A uses Guard on itself"),
        (hold(), "A holds"),
        (move_towards(), "A sets out for C1"),
        (light_punch().range(2), "A uses Light Punch on e at D1"),
    ] {
        let story = scene().unit('A', recruit().gambits([rule])).story();
        let line = explained(&story, 'A', Depth::Simple).remove(0);
        assert!(line.starts_with(&format!("{does}. Rule 1: ")), "{line}");
    }
}

/// A is hurt and looks at three of four rules.
fn thinker() -> Scene {
    board(
        "
        . . . . e
        A . . . .
        . . . f .
        ",
    )
    .unit(
        'A',
        recruit().hurt_to(30).gambits([
            light_punch(),
            guard()
                .when(Test::EnemyInRange(1))
                .when(Test::MyHpBelow(percent(50))),
            move_towards()
                .on(Selector::LOWEST_HP_ENEMY)
                .when_not(Test::EnemyInRange(1)),
            hold(),
        ]),
    )
    .unit('e', recruit().hurt_to(60))
    .unit('f', recruit())
}

#[test]
fn detailed_is_every_rule_looked_at_its_tests_with_what_they_measured_and_the_refusal() {
    assert_eq!(
        explained(&thinker().story(), 'A', Depth::Detailed),
        [
            "A sets out for B1. \
             Rule 3: When no enemy is within 1, move towards the lowest HP enemy.",
            "  1 ✗ Use Light Punch on the nearest enemy.",
            "    out of range: 3 cells away, it reaches 1",
            "  2 ✗ When an enemy is within 1 and my HP is below 50%, use Guard on myself.",
            "    ✗ an enemy is within 1: nearest is f at 3",
            "    ✓ my HP is below 50%: 30 of 100 HP, 30%",
            "  3 ✓ When no enemy is within 1, move towards the lowest HP enemy.",
            "    ✓ no enemy is within 1: nearest is f at 3",
        ]
    );
}

#[test]
fn rules_that_are_passed_over_for_one_reason_share_it() {
    let story = duel(
        "A . . e",
        [
            light_punch(),
            guard().when(Test::MyCellTargeted),
            heavy_punch(),
            move_towards(),
        ],
    )
    .story();
    let decision = story.decision('A');
    let passed = rules_passed_over(&story.battle, story.id('A'), &decision);
    assert_eq!(
        passed.as_deref(),
        Some(
            "Not 1, 3 (Light Punch, Heavy Punch): out of range: 3 cells away, it reaches 1. \
             Not 2 (Guard): my cell is targeted: no wind-up aims at it."
        )
    );
}

#[test]
fn expert_adds_candidates_scores_cells_what_decided_and_the_other_rules() {
    assert_eq!(
        explained(&thinker().story(), 'A', Depth::Expert),
        [
            "A sets out for B1. \
             Rule 3: When no enemy is within 1, move towards the lowest HP enemy.",
            "  1 ✗ Use Light Punch on the nearest enemy.",
            "    target f: the nearest",
            "      e at E1: 4 cells away",
            "      f at D3: 3 cells away",
            "    out of range: 3 cells away, it reaches 1",
            "  2 ✗ When an enemy is within 1 and my HP is below 50%, use Guard on myself.",
            "    target A: there was no other",
            "      A at A2: 0 cells away",
            "    ✗ an enemy is within 1: nearest is f at 3",
            "    ✓ my HP is below 50%: 30 of 100 HP, 30%",
            "    the condition does not hold",
            "  3 ✓ When no enemy is within 1, move towards the lowest HP enemy.",
            "    target e: the lowest HP",
            "      e at E1: 60 HP",
            "      f at D3: 100 HP",
            "    ✓ no enemy is within 1: nearest is f at 3",
            "  4 – not looked at: Hold.",
        ]
    );
}

#[test]
fn a_rule_that_is_off_is_shown_without_a_target() {
    let story = duel("A e", [light_punch().off()]).story();
    assert_eq!(
        explained(&story, 'A', Depth::Expert),
        [
            "A does nothing: its only rule does not apply.",
            "  1 ✗ (off) Use Light Punch on the nearest enemy.",
            "    the rule is switched off",
        ]
    );
}

#[test]
fn nobody_to_choose_is_reported() {
    let story = duel("A e", [mend()]).story();
    assert_eq!(
        explained(&story, 'A', Depth::Expert),
        [
            "A does nothing: its only rule does not apply.",
            "  1 ✗ Use Mend on the lowest HP ally.",
            "    target nobody: there is no candidate",
            "    there is no target",
        ]
    );
}

#[test]
fn expert_says_which_tie_break_decided() {
    let decided = |drawing: &str, criterion| {
        let on = Selector::new(criterion, Side::Enemy);
        let story = board(drawing)
            .unit('A', recruit().gambits([hold().on(on)]))
            .unit('e', recruit())
            .unit('f', recruit())
            .story();
        explained(&story, 'A', Depth::Expert).remove(2)
    };
    let rows = "
        e . .
        . A .
        f . .
    ";
    let columns = "
        e . f
        . A .
    ";
    assert_eq!(
        decided(rows, Criterion::Nearest),
        "    target e: a tie for the nearest, and the higher row wins"
    );
    assert_eq!(
        decided(columns, Criterion::HighestHp),
        "    target e: a tie for the highest HP in one row, and the column further left wins"
    );
    assert_eq!(
        decided("A e . f", Criterion::Furthest),
        "    target f: the furthest"
    );
}

#[test]
fn tests_on_the_others_show_who_was_measured() {
    let scene = || {
        board("A B . e f")
            .unit('B', recruit().hurt_to(39))
            .unit('e', recruit().hurt_to(30).with(Status::Rooted, 2))
            .unit('f', recruit())
    };
    let near = |count, range| Test::EnemiesInRange { count, range };
    for (rule, line) in [
        (
            hold().when(Test::AllyInRange(1)),
            "✓ an ally is within 1: nearest is B at 1",
        ),
        (
            hold().when(near(1, 2)),
            "✗ at least 1 enemy is within 2: none is",
        ),
        (
            hold().when(near(2, 3)),
            "✗ at least 2 enemies are within 3: 1 is",
        ),
        (
            hold().when_not(near(2, 4)),
            "✗ fewer than 2 enemies are within 4: 2 are",
        ),
        (
            hold().when(Test::AllyHpBelow(percent(40))),
            "✓ some ally's HP is below 40%: lowest is B with 39 of 100 HP, 39%",
        ),
        (
            hold().when_not(Test::TargetHpBelow(percent(30))),
            "✓ the target's HP is not below 30%: e has 30 of 100 HP, 30%",
        ),
        (
            hold().when(Test::TargetHas(Status::Rooted)),
            "✓ the target is rooted: 2 turns left",
        ),
        (
            hold().when(Test::TargetHas(Status::Stunned)),
            "✗ the target is stunned",
        ),
        (
            hold().when_not(Test::TargetWindingUp),
            "✓ the target is not winding up",
        ),
    ] {
        let rule = rule.on(Selector::NEAREST_ENEMY);
        assert_eq!(test_line(scene(), recruit(), rule), line);
    }
}

#[test]
fn tests_on_me_show_what_i_have() {
    let scene = || board("A e").unit('e', recruit().gambits([howl()]));
    let me = || recruit().hurt_to(50).sanity(40).with(Status::Rooted, 1);
    for (rule, line) in [
        (
            hold().when_not(Test::MyHpBelow(percent(50))),
            "✓ my HP is not below 50%: 50 of 100 HP, 50%",
        ),
        (
            hold().when(Test::MySanityBelow(percent(30))),
            "✗ my sanity is below 30%: 40 of 40 sanity, 100%",
        ),
        (
            hold().when(Test::IHave(Status::Rooted)),
            "✓ I am rooted: 1 turn left",
        ),
        (
            hold().when_not(Test::IHave(Status::Poisoned)),
            "✓ I am not poisoned",
        ),
        (
            hold().when(Test::MyCellTargeted),
            "✗ my cell is targeted: no wind-up aims at it",
        ),
        (hold().when(Test::Always), "✓ always"),
        (hold().when_not(Test::Always), "✗ never"),
    ] {
        assert_eq!(test_line(scene(), me(), rule), line);
    }
}

#[test]
fn what_cannot_be_measured_is_reported_as_such() {
    let scene = || board("A e").unit('e', recruit());
    for (rule, line) in [
        (
            hold().when(Test::AllyInRange(9)),
            "✗ an ally is within 9: there is no ally",
        ),
        (
            hold().when_not(Test::AllyHpBelow(percent(9))),
            "✓ no ally's HP is below 9%: there is no ally",
        ),
        (
            hold().when(Test::MySanityBelow(percent(9))),
            "✗ my sanity is below 9%: I know no fear",
        ),
        (
            hold()
                .on(Selector::NEAREST_ALLY)
                .when(Test::TargetHas(Status::Rooted)),
            "✗ the target is rooted: there is no target",
        ),
    ] {
        assert_eq!(test_line(scene(), recruit(), rule), line);
    }
    let mut story = board("A e")
        .unit('A', recruit().gambits([light_punch().range(9)]))
        .unit('e', recruit().hp(10))
        .story();
    story.ticks(1);
    let me = story.id('A');
    let mut rules: Vec<_> = story.unit('A').rules.iter().cloned().collect();
    let near = hold().when(Test::EnemyInRange(1));
    rules[0].when = duel("A e", [near]).story().unit('A').rules[0].when.clone();
    rules[0].on = Selector::OWN;
    story.battle.set_rules(me, &rules).expect("A knows it");
    let lines = explained(&story, 'A', Depth::Detailed);
    assert_eq!(lines[2], "    ✗ an enemy is within 1: there is no enemy");
}

#[test]
fn wind_ups_are_measured_in_ticks_and_by_who_aims() {
    let mut story = board(". A e")
        .unit(
            'A',
            recruit().gambits([
                light_punch().when_not(Test::TargetWindingUp),
                move_away().when(Test::MyCellTargeted),
            ]),
        )
        .unit('e', recruit().gambits([heavy_punch().cost(3)]))
        .story();
    story.ticks(1);
    assert_eq!(
        explained(&story, 'A', Depth::Detailed)[1..],
        [
            "  1 ✗ When the target is not winding up, use Light Punch on the nearest enemy.",
            "    ✗ the target is not winding up: 2 ticks left",
            "  2 ✓ When my cell is targeted, move away from the nearest enemy.",
            "    ✓ my cell is targeted: e aims at it",
        ]
    );
}

#[test]
fn a_stranger_is_a_question_mark_and_no_panic() {
    let battle = duel("A e", [light_punch()]).start(1);
    let nobody = UnitId::new(9).expect("slots go up to 23");
    let walks = Decision {
        action: Action::Step { to: cell("C1") },
        why: Why::Gambit(vec![Default::default()]),
    };
    assert_eq!(
        explain(&battle, nobody, &walks, Depth::Detailed),
        ["? sets out for C1. Rule 1: ?", "  1 ✓ ?"]
    );
}
