//! The card brain: drawn, kept until carried out, carried out on the target of the moment (rules §6).

use foretold_battle::brain::{Candidate, CardReport, PickedBy, TargetSelection};
use foretold_battle::testing::{
    aimed_shot, assert_log, bash, blow, board, cell, guard, lot, mend, move_towards, recruit,
};
use foretold_battle::{Action, Luck, Selector, Status, Terrain, WhyNot};

use crate::common::card_of;
use crate::draws::skeleton;

#[test]
fn out_of_range_it_walks_towards_the_target_and_keeps_its_card() {
    let mut story = skeleton(board("A . . e").unit('A', recruit()))
        .rolls([lot(100, 50), lot(100, 0)])
        .story();
    let held = story.unit('e').card;
    for _ in 0..2 {
        story.ticks(1);
        assert_eq!(story.unit('e').card, held);
    }
    story.ticks(1);
    assert_log!(
        story.log(),
        [
            "t0 e intends Rattle (30 in 100)",
            "t1 e moves D1 → C1",
            "t2 e moves C1 → B1",
            "t3 e → A: Rattle hit, 5 dealt, 95/100",
            "t3 e intends Bone Strike (50 in 100)",
        ]
    );
    story.end();
}

#[test]
fn without_sight_it_walks_until_it_sees_the_target() {
    let bolt = blow(6).range(4).needs_sight();
    let scene = board(
        "
        A # . e
        . # . .
        . . . .
        ",
    )
    .unit('A', recruit())
    .unit('e', recruit().cards([(bolt, 1)]))
    .rolls([lot(1, 0), lot(1, 0)]);
    let mut story = scene.story();
    let report = card_of(&story, 'e');
    let blocked_at = cell("B1");
    assert_eq!(report.refusal, Some(WhyNot::NoSight { blocked_at }));
    assert_eq!(report.walk_refusal, None);
    assert_log!(
        story.ticks(3),
        [
            "t1 e moves D1 → C2",
            "t2 e moves C2 → B3",
            "t3 e → A: Blow hit, 6 dealt, 94/100",
            "t3 e intends Blow (1 in 1)",
        ]
    );
}

#[test]
fn the_target_is_chosen_anew_at_each_decision() {
    // B comes nearer than A while e is on its way.
    let scene = board(
        "
        A . . . . e . . B
        ",
    )
    .unit('A', recruit())
    .unit('B', recruit().gambits([move_towards()]))
    .unit('e', recruit().with(Status::Rooted, 1).cards([(blow(6), 1)]))
    .rolls([lot(1, 0), lot(2, 0), lot(1, 0)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 B moves I1 → H1",
            "t1 e is no longer rooted",
            "t2 B moves H1 → G1",
            "t2 e stays on F1, not G1: B wins it among 2",
            "t3 e → B: Blow hit, 6 dealt, 94/100",
            "t3 e intends Blow (1 in 1)",
        ]
    );
}

#[test]
fn stunned_it_keeps_its_card() {
    let scene = board("A e")
        .unit('A', recruit().gambits([bash().cooldown(9)]))
        .unit(
            'e',
            recruit()
                .with(Status::Stunned, 1)
                .cards([(blow(6), 1), (guard(), 1)]),
        )
        .rolls([lot(2, 0), lot(2, 1)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Bash hit",
            "t1 e is stunned for 1",
            "t2 e is no longer stunned",
            "t3 e → A: Blow hit, 6 dealt, 94/100",
            "t3 e intends Guard (1 in 2)",
        ]
    );
}

#[test]
fn rooted_and_out_of_reach_it_waits_and_keeps_its_card() {
    let scene = board("A . e")
        .unit('A', recruit())
        .unit(
            'e',
            recruit()
                .with(Status::Rooted, 2)
                .cards([(blow(6), 1), (guard(), 1)]),
        )
        .rolls([lot(2, 0), lot(2, 1)]);
    let mut story = scene.story();
    assert_eq!(card_of(&story, 'e').walk_refusal, Some(WhyNot::Rooted));
    assert_log!(
        story.ticks(4),
        [
            "t2 e is no longer rooted",
            "t3 e moves C1 → B1",
            "t4 e → A: Blow hit, 6 dealt, 94/100",
            "t4 e intends Guard (1 in 2)",
        ]
    );
}

#[test]
fn rooted_and_in_reach_it_carries_its_card_out() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().with(Status::Rooted, 9).cards([(blow(6), 1)]))
        .rolls([lot(1, 0), lot(1, 0)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 e → A: Blow hit, 6 dealt, 94/100",
            "t1 e intends Blow (1 in 1)",
        ]
    );
}

#[test]
fn without_a_way_it_keeps_its_card() {
    let mut story = board("A # e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(blow(6), 1), (guard(), 1)]))
        .terrain("B2", Terrain::Wall)
        .terrain("C2", Terrain::Wall)
        .terrain("D2", Terrain::Wall)
        .terrain("D1", Terrain::Wall)
        .rolls([lot(2, 0)])
        .story();
    let report = card_of(&story, 'e');
    assert_eq!(report.walk_refusal, Some(WhyNot::NowhereToGo));
    assert_eq!(story.decision('e').action, Action::Idle);
    assert_log!(story.ticks(3), []);
    assert_eq!(story.unit('e').card, Some(0));
    story.end();
}

#[test]
fn a_resting_card_waits_in_hand() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit(
            'e',
            recruit().cards([(blow(6).cooldown(2), 1), (guard(), 1)]),
        )
        .rolls([lot(2, 0), lot(2, 0), lot(2, 1)]);
    assert_log!(
        scene.ticks(4),
        [
            "t1 e → A: Blow hit, 6 dealt, 94/100",
            "t1 e intends Blow (1 in 2)",
            "t4 e → A: Blow hit, 6 dealt, 88/100",
            "t4 e intends Guard (1 in 2)",
        ]
    );
}

#[test]
fn with_a_resting_card_it_still_walks_towards_a_target_out_of_reach() {
    let scene = board(". . . A e")
        .unit('A', recruit().with(Status::Panicked, 2))
        .unit('e', recruit().cards([(blow(6).cooldown(3), 1)]))
        .rolls([lot(1, 0), lot(1, 0)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e → A: Blow hit, 6 dealt, 94/100",
            "t1 A moves D1 → C2",
            "t1 e intends Blow (1 in 1)",
            "t2 A moves C2 → B2",
            "t2 e moves E1 → D2",
            "t2 A is no longer panicked",
            "t3 e moves D2 → C2",
        ]
    );
}

#[test]
fn without_a_target_it_is_idle_and_keeps_its_card() {
    let mut story = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(mend(), 1)]))
        .rolls([lot(1, 0)])
        .story();
    let report = card_of(&story, 'e');
    assert_eq!(report.refusal, Some(WhyNot::NoTarget));
    assert_eq!(report.walk_refusal, None);
    assert_eq!(story.decision('e').action, Action::Idle);
    assert_log!(story.ticks(2), []);
    assert_eq!(story.unit('e').card, Some(0));
}

#[test]
fn help_that_is_out_of_reach_makes_it_walk_to_its_friend() {
    let scene = board("A . f . . . . e")
        .unit('A', recruit())
        .unit('f', recruit().hurt_to(50))
        .unit('e', recruit().cards([(mend(), 1)]))
        .rolls([lot(1, 0), lot(1, 0)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e moves H1 → G1",
            "t2 e moves G1 → F1",
            "t3 e heals f by 15, 65/100",
            "t3 e intends Mend (1 in 1)",
        ]
    );
}

#[test]
fn a_cards_own_selector_chooses_its_target() {
    let scene = board("A . e . . B")
        .unit('A', recruit())
        .unit('B', recruit().hurt_to(20))
        .unit(
            'e',
            recruit().cards([(
                aimed_shot().with(|skill| skill.selector = Selector::LOWEST_HP_ENEMY),
                1,
            )]),
        )
        .house(|house| house.luck = Luck::Certain)
        .rolls([lot(1, 0), lot(1, 0)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 e → B: Aimed Shot 45% (75 −30) miss",
            "t1 e intends Aimed Shot (1 in 1)"
        ]
    );
}

#[test]
fn the_why_of_a_card_is_which_one_for_whom_and_what_hinders_it() {
    let story = skeleton(
        board(
            "
            . A . . e
            . . B . .
            ",
        )
        .unit('A', recruit())
        .unit('B', recruit()),
    )
    .rolls([lot(100, 60)])
    .story();
    let candidate = |letter, score, at| Candidate {
        unit: story.id(letter),
        score,
        cell: cell(at),
    };
    let selection = TargetSelection {
        candidates: vec![candidate('A', 3, "B1"), candidate('B', 2, "C2")],
        chosen: Some(story.id('B')),
        picked_by: PickedBy::Score,
    };
    let report = CardReport {
        card: Some(1),
        weight: (30, 100),
        selection,
        refusal: Some(WhyNot::OutOfRange {
            distance: 2,
            range: 1,
        }),
        walk_refusal: None,
    };
    assert_eq!(card_of(&story, 'e'), report);
    let step = Action::Step { to: cell("D2") };
    assert_eq!(story.decision('e').action, step);
}

#[test]
fn the_why_of_a_card_that_can_be_carried_out_has_no_refusal() {
    let story = skeleton(board("A e").unit('A', recruit()))
        .rolls([lot(100, 0)])
        .story();
    let report = card_of(&story, 'e');
    assert_eq!((report.refusal, report.walk_refusal), (None, None));
    assert_eq!(report.selection.picked_by, PickedBy::OnlyOne);
    assert_eq!(report.weight, (50, 100));
}

#[test]
fn a_card_for_those_in_reach_walks_up_until_somebody_is() {
    let card = blow(6).with(|skill| skill.selector = Selector::LOWEST_HP_ENEMY.in_reach());
    let mut story = board("A . . e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(card, 1)]))
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t1 e moves D1 → C1",
            "t2 e moves C1 → B1",
            "t3 e → A: Blow hit, 6 dealt, 94/100",
            "t3 e intends Blow (1 in 1)",
        ]
    );
}
