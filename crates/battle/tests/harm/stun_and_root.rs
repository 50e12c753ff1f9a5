//! Stunned: no decision. Rooted: no step; perhaps held by a unit (rules §9).

use foretold_battle::brain::{Selector, Test};
use foretold_battle::testing::{
    assert_log, bash, blow, board, grapple, heavy_punch, hold, inflict, light_punch, move_away,
    move_towards, recruit, shove, web,
};
use foretold_battle::{Affliction, Status, Why, WhyNot};

use crate::common::once;

#[test]
fn the_stunned_make_no_decision() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([once(bash())]))
        .unit('e', recruit().gambits([light_punch()]))
        .story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Bash hit",
            "t1 e → A: Light Punch hit, 10 dealt, 90/100",
            "t1 e is stunned for 1",
        ]
    );
    assert_eq!(story.decision('e').why, Why::Stunned);
    assert_log!(
        story.ticks(2),
        [
            "t2 e is no longer stunned",
            "t3 e → A: Light Punch hit, 10 dealt, 80/100",
        ]
    );
}

#[test]
fn a_stun_of_n_turns_costs_n_decisions() {
    for turns in [1, 2, 4] {
        let stun = inflict("Stun", Affliction::new(Status::Stunned, turns));
        let log = board("A e")
            .unit('A', recruit().gambits([once(stun)]))
            .unit('e', recruit().gambits([light_punch()]))
            .ticks(10);
        let punches = log
            .lines
            .iter()
            .filter(|line| line.contains("Light Punch"))
            .count();
        assert_eq!(punches, 10 - usize::from(turns), "{:#?}", log.lines);
    }
}

#[test]
fn a_stun_cancels_a_wind_up() {
    let scene = board("A e")
        .unit('A', recruit().gambits([once(bash())]))
        .unit('e', recruit().gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t1 A → e: Bash hit",
            "t1 e is stunned for 1",
            "t1 e loses Heavy Punch to a stun",
            "t2 e is no longer stunned",
            "t3 e winds up Heavy Punch on A1 (2 ticks)",
            "t4 e → A: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn a_blow_that_lands_in_the_tick_of_the_stun_still_lands() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([once(bash()).when(Test::MyCellTargeted)]),
        )
        .unit('e', recruit().gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(3),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t2 A → e: Bash hit",
            "t2 e → A: Heavy Punch hit, 25 dealt, 75/100",
            "t2 e is stunned for 1",
            "t3 e is no longer stunned",
        ]
    );
}

#[test]
fn two_who_stun_each_other_are_both_stunned() {
    let scene = board("A e")
        .unit('A', recruit().gambits([once(bash()), light_punch()]))
        .unit('e', recruit().gambits([once(bash()), light_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Bash hit",
            "t1 e → A: Bash hit",
            "t1 e is stunned for 1",
            "t1 A is stunned for 1",
            "t2 A is no longer stunned",
            "t2 e is no longer stunned",
        ]
    );
}

#[test]
fn the_rooted_cannot_move_and_can_fight() {
    let mut story = board("A . . . . e")
        .unit('A', recruit().gambits([once(web())]))
        .unit('e', recruit().gambits([light_punch(), move_towards()]))
        .story();
    // The step of this tick comes before the web takes effect.
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Web hit",
            "t1 e moves F1 → E1",
            "t1 e is rooted for 2",
        ]
    );
    let Why::Gambit(rules) = story.decision('e').why else {
        panic!("a gambit brain");
    };
    assert_eq!(rules[1].refusal, Some(WhyNot::Rooted));
    assert_log!(
        story.ticks(3),
        ["t3 e is no longer rooted", "t4 e moves E1 → D1"]
    );

    let scene = board("A e").unit('A', recruit()).unit(
        'e',
        recruit().gambits([light_punch()]).with(Status::Rooted, 9),
    );
    assert_log!(
        scene.ticks(1),
        ["t1 e → A: Light Punch hit, 10 dealt, 90/100"]
    );
}

#[test]
fn a_root_does_not_break_a_wind_up() {
    let scene = board("A e")
        .unit('A', recruit().gambits([once(web())]))
        .unit('e', recruit().gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t1 A → e: Web hit",
            "t1 e is rooted for 2",
            "t2 e → A: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn who_panics_while_rooted_holds() {
    let mut story = board("A e . .\n# # # #")
        .unit('A', recruit())
        .unit(
            'e',
            recruit().with(Status::Panicked, 3).with(Status::Rooted, 2),
        )
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t2 e is no longer rooted",
            "t3 e moves B1 → C1",
            "t3 e is no longer panicked",
        ]
    );
}

#[test]
fn a_held_unit_is_rooted_for_as_long_as_the_holder_stays() {
    let mut story = board("A e . .\n# # # #")
        .unit('A', recruit().gambits([once(grapple())]))
        .unit('e', recruit().gambits([move_away()]))
        .story();
    // A unit that steps away in the same tick is out of the holder's hands at once.
    assert_log!(
        story.ticks(2),
        [
            "t1 A → e: Grapple hit",
            "t1 e moves B1 → C1",
            "t1 e is rooted for 9",
            "t1 e is no longer rooted",
            "t2 e moves C1 → D1",
        ]
    );

    let mut story = board("A e . .\n# # # #")
        .unit('A', recruit().gambits([once(grapple())]))
        .unit('e', recruit().gambits([once(blow(1)), move_away()]))
        .story();
    assert_log!(
        story.ticks(9),
        [
            "t1 A → e: Grapple hit",
            "t1 e → A: Blow hit, 1 dealt, 99/100",
            "t1 e is rooted for 9",
        ]
    );
    assert_eq!(story.unit('e').statuses.holder(), Some(story.id('A')));
    assert_log!(
        story.ticks(2),
        ["t10 e is no longer rooted", "t11 e moves B1 → C1"]
    );
    assert_eq!(story.unit('e').statuses.holder(), None);
}

#[test]
fn a_hold_ends_when_the_holder_walks_away() {
    let scene = board(". A e\n# # #")
        .unit('A', recruit().gambits([once(grapple()), move_away()]))
        .unit('e', recruit().gambits([hold()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Grapple hit",
            "t1 e is rooted for 9",
            "t2 A moves B1 → A1",
            "t2 e is no longer rooted",
        ]
    );
}

#[test]
fn a_hold_goes_on_while_the_holder_walks_around_its_victim() {
    let scene = board(
        "
        A e
        . #
        B .
    ",
    )
    .unit(
        'A',
        recruit().gambits([once(grapple()), move_towards().on(Selector::NEAREST_ALLY)]),
    )
    .unit('B', recruit())
    .unit('e', recruit());
    let mut story = scene.story();
    assert_log!(
        story.ticks(3),
        [
            "t1 A → e: Grapple hit",
            "t1 e is rooted for 9",
            "t2 A moves A1 → A2",
        ]
    );
    assert!(story.unit('e').has(Status::Rooted));
}

#[test]
fn a_hold_ends_when_the_holder_is_shoved_away() {
    let scene = board(". A e")
        .unit('A', recruit().gambits([once(grapple())]))
        .unit('e', recruit().gambits([once(shove().cost(2))]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Shove on B1 (2 ticks)",
            "t1 A → e: Grapple hit",
            "t1 e is rooted for 9",
            "t2 e → A: Shove hit",
            "t2 e shoves A B1 → A1",
            "t2 e is no longer rooted",
        ]
    );
}

#[test]
fn a_hold_ends_when_the_holder_goes_down() {
    let scene = board("A e . B")
        .unit(
            'A',
            recruit().hp(10).downed_at_zero().gambits([once(grapple())]),
        )
        .unit('B', recruit())
        .unit('e', recruit().gambits([once(blow(10).cost(2))]))
        .rolls([]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Blow on A1 (2 ticks)",
            "t1 A → e: Grapple hit",
            "t1 e is rooted for 9",
            "t2 e → A: Blow hit, 10 dealt, 0/10",
            "t2 A goes down on A1",
            "t2 e is no longer rooted",
        ]
    );
}

#[test]
fn a_web_holds_without_anybody_near() {
    let mut story = board(". . A . . e\n# # # # # #")
        .unit('A', recruit().gambits([once(web()), move_away()]))
        .unit('e', recruit().gambits([hold()]))
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t1 A → e: Web hit",
            "t1 e is rooted for 2",
            "t2 A moves C1 → B1",
            "t3 A moves B1 → A1",
            "t3 e is no longer rooted",
        ]
    );
    assert_eq!(story.unit('e').statuses.holder(), None);
}

#[test]
fn the_last_who_grapples_holds() {
    let mut story = board(
        "
        . A e B
        # # # #
    ",
    )
    .unit('A', recruit().gambits([once(grapple()), move_away()]))
    .unit('B', recruit().gambits([once(grapple())]))
    .unit('e', recruit().gambits([hold()]))
    .story();
    assert_log!(
        story.ticks(2),
        [
            "t1 A → e: Grapple hit",
            "t1 B → e: Grapple hit",
            "t1 e is rooted for 9",
            "t1 e is rooted for 9",
            "t2 A moves B1 → A1",
        ]
    );
    assert_eq!(story.unit('e').statuses.holder(), Some(story.id('B')));
}
