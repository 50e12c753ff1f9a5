//! Block lasts until its owner's next turn begins, in each tempo (rules §9).

use foretold_battle::brain::{Selector, Test};
use foretold_battle::testing::{
    RuleDraft, aid, assert_log, bash, block, blow, board, d20, guard, recruit,
};
use foretold_battle::{Aid, Status};

use crate::common::{FIRST, initiative, phases};

/// Gives an ally 6 block.
fn shield() -> RuleDraft {
    let six = Aid {
        block: Some(6),
        ..Aid::default()
    };
    aid("Shield", Selector::NEAREST_ALLY, six)
}

#[test]
fn in_ticks_block_is_gone_when_the_tick_is_over() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([guard().cooldown(1)]))
        .unit('e', recruit().gambits([blow(6)]))
        .story();
    assert_log!(
        story.ticks(2),
        [
            "t1 A raises block 8, now 8",
            "t1 e → A: Blow hit, 6 blocked, 0 dealt, 100/100",
            "t2 e → A: Blow hit, 6 dealt, 94/100",
        ]
    );
}

#[test]
fn in_initiative_it_holds_through_the_others_turns_until_its_owners_next() {
    let mut story = initiative(
        "
        e . f
        . A .
    ",
    )
    .unit(
        'A',
        recruit().gambits([guard().cooldown(9)]).initiative(FIRST),
    )
    .unit('e', recruit().gambits([blow(3)]).speed(0).initiative(20))
    .unit('f', recruit().gambits([blow(4)]).speed(0))
    .story();
    assert_log!(
        story.ticks(4),
        [
            "t1 A raises block 8, now 8",
            "t2 round 1: e's turn",
            "t3 e → A: Blow hit, 3 blocked, 0 dealt, 100/100",
            "t3 round 1: f's turn",
            "t4 f → A: Blow hit, 4 blocked, 0 dealt, 100/100",
            "t4 round 2: A's turn",
        ]
    );
    // One point was left, and it is gone as its turn begins.
    assert_eq!(story.unit('A').block, 0);
    assert_log!(
        story.ticks(2),
        [
            "t5 round 2: e's turn",
            "t6 e → A: Blow hit, 3 dealt, 97/100",
            "t6 round 2: f's turn",
        ]
    );
}

#[test]
fn in_initiative_block_from_a_friend_holds_until_the_owners_turn_not_the_friends() {
    let mut story = initiative("A B . e")
        .unit('A', recruit().gambits([shield()]).speed(0))
        .unit('B', recruit())
        .unit('e', recruit())
        .rolls([d20(10), d20(5), d20(8)])
        .story();
    // The order is A, e, B.
    story.ticks(1);
    assert_eq!(story.unit('B').block, 6);
    story.ticks(1);
    assert_eq!(story.unit('B').block, 0, "e's turn is over and B's begins");
    story.ticks(1);
    assert_eq!(story.unit('B').block, 0, "A's turn begins");
    story.ticks(1);
    assert_eq!(story.unit('B').block, 6);
    story.end();
}

#[test]
fn in_initiative_a_skipped_turn_ends_it_too() {
    let mut story = initiative("A e")
        .unit('A', recruit().gambits([guard()]).initiative(FIRST).speed(0))
        .unit('e', recruit().gambits([bash()]).speed(0))
        .story();
    story.ticks(1);
    assert_eq!(story.unit('A').block, 8);
    story.ticks(1);
    assert!(story.unit('A').has(Status::Stunned));
    assert_eq!(story.unit('A').block, 0);
}

#[test]
fn in_phases_the_players_block_holds_through_all_the_enemies_attacks() {
    let mut story = phases(
        "
        e . f
        . A .
    ",
    )
    .unit('A', recruit().gambits([block(4).cooldown(9)]))
    .unit('e', recruit().gambits([blow(3)]).speed(0))
    .unit('f', recruit().gambits([blow(3)]).speed(0))
    .story();
    assert_log!(
        story.ticks(4),
        [
            "t1 A raises block 4, now 4",
            "t2 round 1: the enemies' phase",
            "t3 e → A: Blow hit, 3 blocked, 0 dealt, 100/100",
            "t4 f → A: Blow hit, 1 blocked, 2 dealt, 98/100",
            "t4 round 2: the friends' phase",
        ]
    );
    assert_eq!(story.unit('A').block, 0);
}

#[test]
fn in_phases_the_rest_of_the_players_block_is_gone_when_its_phase_begins() {
    let mut story = phases("A . e")
        .unit('A', recruit().gambits([guard().cooldown(1)]))
        .unit('e', recruit())
        .story();
    story.ticks(2);
    assert_eq!(story.unit('A').block, 8, "the enemies' phase begins");
    story.ticks(1);
    assert_eq!(story.unit('A').block, 0, "the friends' phase begins");
}

#[test]
fn in_phases_an_enemys_block_holds_through_the_players_attacks() {
    let mut story = phases("A e")
        .unit('A', recruit().gambits([blow(5)]).speed(0))
        .unit('e', recruit().gambits([block(7)]).speed(0))
        .story();
    assert_log!(
        story.ticks(6),
        [
            "t1 A → e: Blow hit, 5 dealt, 95/100",
            "t2 A → e: Blow hit, 5 dealt, 90/100",
            "t2 round 1: the enemies' phase",
            "t3 e raises block 7, now 7",
            "t3 round 2: the friends' phase",
            "t4 A → e: Blow hit, 5 blocked, 0 dealt, 90/100",
            "t5 A → e: Blow hit, 2 blocked, 3 dealt, 87/100",
            "t5 round 2: the enemies' phase",
            "t6 e raises block 7, now 7",
            "t6 round 3: the friends' phase",
        ]
    );
}

#[test]
fn in_phases_block_from_a_friend_holds_as_long_as_ones_own() {
    let mut story = phases("A B e")
        .unit('A', recruit().gambits([shield().cooldown(9)]))
        .unit('B', recruit())
        .unit(
            'e',
            recruit()
                .gambits([blow(10).on(Selector::NEAREST_ENEMY)])
                .speed(0),
        )
        .story();
    assert_log!(
        story.ticks(4),
        [
            "t1 A gives B block 6, now 6",
            "t3 round 1: the enemies' phase",
            "t4 e → B: Blow hit, 6 blocked, 4 dealt, 96/100",
            "t4 round 2: the friends' phase",
        ]
    );
}

#[test]
fn poison_passes_block_by_in_every_tempo() {
    for scene in [board("A . e"), initiative("A . e"), phases("A . e")] {
        let unit = recruit()
            .gambits([guard().when(Test::Always)])
            .initiative(FIRST)
            .with_amount(Status::Poisoned, 1, 3);
        let mut story = scene.unit('A', unit).unit('e', recruit()).story();
        story.ticks(2);
        assert_eq!(story.unit('A').hp, 97);
    }
}
