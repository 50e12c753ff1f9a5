//! Up to four tests, joined by all *and* or all *or* (rules §6).

use foretold_battle::WhyNot;
use foretold_battle::brain::{Clause, Condition, Join, MAX_TESTS, Selector, Test};
use foretold_battle::testing::{RuleDraft, board, hold, recruit};

use crate::common::{refusals, rules_of};

#[test]
fn up_to_four_tests_are_joined_by_all_and_or_all_or() {
    for count in 0..=MAX_TESTS {
        for pattern in 0u32..1 << count {
            let truths: Vec<bool> = (0..count).map(|at| pattern >> at & 1 == 1).collect();
            let rule = |join| {
                truths.iter().fold(join, |rule: RuleDraft, &truth| {
                    if truth {
                        rule.when(Test::Always)
                    } else {
                        rule.when_not(Test::Always)
                    }
                })
            };
            let mind = |join| {
                board("A e")
                    .unit('A', recruit().gambits([rule(join)]))
                    .unit('e', recruit())
                    .story()
            };
            let all = truths.iter().all(|&truth| truth);
            let any = truths.is_empty() || truths.iter().any(|&truth| truth);
            for (story, holds) in [(mind(hold()), all), (mind(hold().any()), any)] {
                let tests = rules_of(&story, 'A').swap_remove(0).tests;
                let reported: Vec<bool> = tests.iter().map(|test| test.holds).collect();
                assert_eq!(
                    reported, truths,
                    "every test is reported, not only the deciding one"
                );
                let refusal = (!holds).then_some(WhyNot::ConditionFalse);
                assert_eq!(refusals(&story, 'A'), [refusal], "{truths:?}");
            }
        }
    }
}

#[test]
fn there_is_no_room_for_a_fifth_test() {
    let always = Clause {
        negated: false,
        test: Test::Always,
    };
    let mut condition = Condition {
        join: Join::All,
        tests: [always; 4].into_iter().collect(),
    };
    assert!(condition.tests.try_push(always).is_err());
}

#[test]
fn a_test_about_the_target_fails_where_hold_has_none() {
    let story = board("A e")
        .unit(
            'A',
            recruit().gambits([
                hold()
                    .on(Selector::NEAREST_ALLY)
                    .when(Test::TargetWindingUp),
                hold()
                    .on(Selector::NEAREST_ALLY)
                    .when_not(Test::TargetWindingUp),
            ]),
        )
        .unit('e', recruit())
        .story();
    assert_eq!(refusals(&story, 'A'), [Some(WhyNot::ConditionFalse), None]);
}
