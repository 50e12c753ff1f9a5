//! Every reason for which a rule does not apply has its own refusal (rules §6).

use foretold_battle::brain::{RuleReport, Test};
use foretold_battle::testing::{
    aimed_shot, assert_log, blow, board, cell, guard, hold, light_punch, mend, move_away,
    move_towards, polearm, recruit,
};
use foretold_battle::{Action, Selector, Status, Why, WhyNot};

use crate::common::{refusals, rules_of};
use crate::gambits::duel;

#[test]
fn each_reason_for_not_applying_has_its_own_refusal() {
    let too_far = WhyNot::OutOfRange {
        distance: 3,
        range: 2,
    };
    let no_sight = WhyNot::NoSight {
        blocked_at: cell("D2"),
    };
    for (rule, reason) in [
        (hold().off(), Some(WhyNot::Disabled)),
        (mend(), Some(WhyNot::NoTarget)),
        (guard().when_not(Test::Always), Some(WhyNot::ConditionFalse)),
        (polearm(), Some(too_far)),
        (aimed_shot(), Some(no_sight)),
        (move_towards(), None),
        (move_away(), None),
        (hold(), None),
        (guard(), None),
    ] {
        let drawing = "
            . . . . .
            . A . # e
            . . . . .
        ";
        let name = format!("{rule:?}");
        assert_eq!(
            refusals(&duel(drawing, [rule]).story(), 'A'),
            [reason],
            "{name}"
        );
    }
}

#[test]
fn disabled_comes_before_no_target_and_that_before_the_condition() {
    let story = duel(
        "A e",
        [
            mend().when_not(Test::Always).off(),
            mend().when_not(Test::Always),
            polearm().range(0).when_not(Test::Always),
        ],
    )
    .story();
    assert_eq!(
        refusals(&story, 'A'),
        [
            Some(WhyNot::Disabled),
            Some(WhyNot::NoTarget),
            Some(WhyNot::ConditionFalse),
        ]
    );
    // A test that was not asked is not reported.
    let reports = rules_of(&story, 'A');
    let nothing = |refusal| RuleReport {
        refusal: Some(refusal),
        ..RuleReport::default()
    };
    assert_eq!(reports[0], nothing(WhyNot::Disabled));
    assert_eq!(reports[1], nothing(WhyNot::NoTarget));
    assert_eq!(reports[2].tests.len(), 1);
}

#[test]
fn a_skill_with_cooldown_2_rests_for_the_next_two_turns() {
    let mut story = duel("A e", [blow(1).cooldown(2)]).story();
    let mut all = Vec::new();
    for _ in 0..5 {
        all.extend(refusals(&story, 'A'));
        story.ticks(1);
    }
    let rests = |turns| Some(WhyNot::Cooldown { turns });
    assert_eq!(all, [None, rests(2), rests(1), None, rests(2)]);
    assert_log!(
        story.log(),
        [
            "t1 A → e: Blow hit, 1 dealt, 99/100",
            "t4 A → e: Blow hit, 1 dealt, 98/100",
        ]
    );
}

#[test]
fn a_resting_skill_rests_in_every_slot_and_others_do_not() {
    let mut story = duel(
        "A e",
        [
            blow(1).cooldown(1),
            blow(1).cooldown(1).when(Test::Always),
            light_punch(),
        ],
    )
    .story();
    story.ticks(1);
    let rests = Some(WhyNot::Cooldown { turns: 1 });
    assert_eq!(refusals(&story, 'A'), [rests, rests, None]);
}

#[test]
fn the_rooted_neither_walk_towards_nor_away_but_they_hold_and_strike() {
    let rules = [
        move_towards(),
        move_away(),
        hold().when_not(Test::Always),
        light_punch(),
    ];
    let mut story = board(". A e")
        .unit('A', recruit().with(Status::Rooted, 1).gambits(rules))
        .unit('e', recruit())
        .story();
    let rooted = Some(WhyNot::Rooted);
    assert_eq!(
        refusals(&story, 'A'),
        [rooted, rooted, Some(WhyNot::ConditionFalse), None]
    );
    // A turn later it is free. It stands next to e: no step is nearer.
    story.ticks(1);
    assert_eq!(
        refusals(&story, 'A')[..2],
        [Some(WhyNot::NowhereToGo), None]
    );
    let holds = board("A e")
        .unit('A', recruit().with(Status::Rooted, 9).gambits([hold()]))
        .unit('e', recruit())
        .story();
    assert_eq!(holds.decision('A').action, Action::Hold);
}

#[test]
fn without_a_better_cell_there_is_nowhere_to_go() {
    let story = duel(
        "
        A # e
        # # .
        ",
        [move_towards(), move_away(), hold()],
    )
    .story();
    let nowhere = Some(WhyNot::NowhereToGo);
    assert_eq!(refusals(&story, 'A'), [nowhere, nowhere, None]);
}

#[test]
fn hold_needs_no_target() {
    let story = duel("A e", [hold().on(Selector::NEAREST_ALLY)]).story();
    let decision = story.decision('A');
    assert_eq!(decision.action, Action::Hold);
    assert_eq!(decision.why, Why::Gambit(vec![RuleReport::default()]));
}
