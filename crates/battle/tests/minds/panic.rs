//! Panic overrides every brain: away from the nearest enemy, else hold (rules §6).

use foretold_battle::brain::{Candidate, PickedBy, TargetSelection};
use foretold_battle::testing::{
    UnitDraft, assert_log, blow, board, cell, d, howl, light_punch, lot, move_towards, recruit,
};
use foretold_battle::{Action, Decision, Intent, Status, Why, WhyNot};

#[test]
fn panic_overrides_a_gambit_brain() {
    let scene = board(
        "
        . . . .
        . A e .
        . . . .
        ",
    )
    .unit(
        'A',
        recruit().with(Status::Panicked, 2).gambits([light_punch()]),
    )
    .unit('e', recruit().gambits([move_towards()]));
    assert_log!(
        scene.ticks(3),
        [
            "t1 A moves B2 → A2",
            "t2 e moves C2 → B2",
            "t2 A is no longer panicked",
            "t3 A → e: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn panic_overrides_a_card_brain_which_keeps_its_card() {
    let scene = board(
        "
        . . . .
        . e A .
        . . . .
        ",
    )
    .unit('A', recruit())
    .unit(
        'e',
        recruit()
            .with(Status::Panicked, 1)
            .cards([(blow(3).range(2), 1)]),
    )
    .rolls([lot(1, 0), lot(1, 0)]);
    let mut story = scene.story();
    assert!(matches!(story.decision('e').why, Why::Panicked { .. }));
    assert_log!(
        story.ticks(2),
        [
            "t1 e moves B2 → A2",
            "t1 e is no longer panicked",
            "t2 e → A: Blow hit, 3 dealt, 97/100",
            "t2 e intends Blow (1 in 1)",
        ]
    );
    story.end();
}

#[test]
fn who_panics_runs_from_the_nearest_enemy_and_says_from_whom() {
    let story = board(
        "
        . . . . .
        . . A . g
        . f . e .
        ",
    )
    .unit('A', recruit().with(Status::Panicked, 2))
    .unit('g', recruit())
    .unit('e', recruit())
    .unit('f', recruit())
    .story();
    let candidate = |letter, score, at| Candidate {
        unit: story.id(letter),
        score,
        cell: cell(at),
    };
    let from = TargetSelection {
        candidates: vec![
            candidate('g', 2, "E2"),
            candidate('e', 1, "D3"),
            candidate('f', 1, "B3"),
        ],
        chosen: Some(story.id('f')),
        picked_by: PickedBy::LowerX,
    };
    let runs = Decision {
        action: Action::Step { to: cell("D2") },
        why: Why::Panicked {
            from,
            refusal: None,
        },
    };
    assert_eq!(story.decision('A'), runs);
}

#[test]
fn who_panics_and_cannot_get_away_holds_and_says_what_hinders() {
    let hindered = |drawing, unit: UnitDraft| {
        let story = board(drawing)
            .unit('A', unit.with(Status::Panicked, 2).gambits([light_punch()]))
            .unit('e', recruit())
            .story();
        let decision = story.decision('A');
        assert_eq!(decision.action, Action::Hold);
        match decision.why {
            Why::Panicked { from, refusal } => {
                assert_eq!(from.chosen, Some(story.id('e')));
                refusal
            }
            other => panic!("{other:?}"),
        }
    };
    let cornered = "
        A e
        # #
    ";
    assert_eq!(hindered(cornered, recruit()), Some(WhyNot::NowhereToGo));
    let rooted = recruit().with(Status::Rooted, 2);
    assert_eq!(hindered(". A e", rooted), Some(WhyNot::Rooted));
}

#[test]
fn the_stunned_do_not_even_run() {
    let story = board(". A e")
        .unit(
            'A',
            recruit().with(Status::Panicked, 2).with(Status::Stunned, 2),
        )
        .unit('e', recruit())
        .story();
    assert_eq!(story.decision('A').why, Why::Stunned);
}

#[test]
fn lost_sanity_takes_a_mind_over_for_three_turns() {
    let scene = board(
        "
        . . . . . .
        . . . A . e
        . . . . . .
        ",
    )
    .unit('A', recruit().sanity(10).gambits([move_towards()]))
    .unit('e', recruit().gambits([howl().cooldown(9)]));
    assert_log!(
        scene.ticks(6),
        [
            "t1 e → A: Howl hit",
            "t1 A sanity 10 → 0",
            "t1 A moves D2 → E2",
            "t1 A is panicked for 3",
            "t2 A moves E2 → D2",
            "t3 A moves D2 → C2",
            "t4 A moves C2 → B2",
            "t4 A is no longer panicked",
            "t4 A sanity 0 → 5",
            "t5 A moves B2 → C2",
            "t6 A moves C2 → D2",
        ]
    );
}

#[test]
fn a_panicked_card_holder_goes_on_showing_its_intent() {
    let story = board("A . e")
        .unit('A', recruit())
        .unit(
            'e',
            recruit().with(Status::Panicked, 1).cards([(blow(3), 1)]),
        )
        .rolls([d(1, 1)])
        .story();
    let intent = Intent::Attack {
        damage: 3,
        strikes: 1,
    };
    assert_eq!(story.battle.intent(story.id('e')), Some(intent));
}
