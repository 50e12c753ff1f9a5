//! The agent with no attack possible: it walks to where one would be (rules §6).

use foretold_battle::testing::{UnitDraft, assert_log, board, cell, recruit};
use foretold_battle::{Action, Tempo, WhyNot};

use crate::common::{agent, initiative, phases, report, sure, tick};

/// Walks one cell a turn and casts over four.
fn caster() -> UnitDraft {
    agent([sure("Spell", 5).range(4).needs_sight()]).speed(1)
}

#[test]
fn before_a_chasm_it_walks_until_its_spell_crosses_it() {
    let drawing = "
        # # # # # # # #
        A . . o o . e #
        # # # # # # # #
    ";
    let in_ticks = board(drawing).unit('A', caster()).unit('e', recruit());
    assert_log!(
        in_ticks.ticks(3),
        [
            "t1 A moves A2 → B2",
            "t2 A moves B2 → C2",
            "t3 A → e: Spell hit, 5 dealt, 95/100",
        ]
    );
    for scene in [initiative, phases] {
        let scene = scene(drawing).unit('A', caster()).unit('e', recruit());
        let mut story = scene.story();
        while story.unit('e').hp == 100 {
            tick(&mut story);
        }
        assert_eq!(story.unit('A').cell, cell("C2"));
    }
}

#[test]
fn behind_a_friend_it_walks_until_its_spell_reaches() {
    let drawing = "
        # # # # # # # #
        A . B . . . e #
        # # # # # # # #
    ";
    let far = || agent([sure("Spell", 5).range(5).needs_sight()]).speed(1);
    for scene in [board, initiative, phases] {
        let scene = scene(drawing)
            .unit('A', far())
            .unit('B', recruit())
            .unit('e', recruit());
        let mut story = scene.story();
        while story.unit('e').hp == 100 {
            tick(&mut story);
        }
        assert_eq!(story.unit('A').cell, cell("B2"));
    }
}

#[test]
fn it_does_not_step_back_from_the_way_to_that_cell() {
    // B blocks the bridge. The way to e would lead over it; e can be cast at from F4 alone.
    let drawing = "
        # # # # # # # # #
        # . . B o . . e #
        # A # # # # o o #
        # . . . . . # # #
        # # # # # # # # #
    ";
    let scene = initiative(drawing)
        .unit('A', agent([sure("Spell", 5).range(2)]).speed(1))
        .unit('B', recruit())
        .unit('e', recruit());
    let mut story = scene.story();
    let mut cells = vec![story.unit('A').cell];
    while story.unit('e').hp == 100 {
        tick(&mut story);
        let now = story.unit('A').cell;
        if cells.last() != Some(&now) {
            assert!(!cells.contains(&now), "it was on {now} before");
            cells.push(now);
        }
    }
    assert_eq!(story.unit('A').cell, cell("F4"));
}

#[test]
fn where_no_such_cell_can_be_reached_it_stands_still() {
    let drawing = "
        # # # # # # # #
        A . o o o . e #
        # # # # # # # #
    ";
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        let story = board(drawing)
            .tempo(tempo)
            .unit('A', caster())
            .unit('e', recruit())
            .story();
        assert_eq!(story.decision('A').action, Action::Idle, "{tempo:?}");
        assert_eq!(report(&story).walk_refusal, Some(WhyNot::NowhereToGo));
    }
}

#[test]
fn where_it_could_attack_already_it_stays() {
    // A whole turn needs a unit that has not walked: it casts in the next one.
    let scene = initiative("A . . . . . e")
        .unit('A', agent([sure("Ritual", 9).range(4).cost(2)]).speed(4))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(5),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 round 1: e's turn",
            "t4 round 2: A's turn",
            "t5 A → e: Ritual hit, 9 dealt, 91/100",
            "t5 round 2: e's turn",
        ]
    );
}
