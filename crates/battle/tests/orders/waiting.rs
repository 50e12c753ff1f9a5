//! A battle that waits for the player, and manual units without one (rules §6).

use std::sync::Arc;

use foretold_battle::testing::{Scene, board, cell, light_punch, move_towards, recruit};
use foretold_battle::{Arena, Battle, Brain, Order, Outcome, Silent, Status, Tempo, UnitId, Why};

use crate::common::{TEMPOS, TURNS, Table, assert_lines, play_until, seated};

fn duel() -> Scene {
    board("A . e")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit().gambits([light_punch(), move_towards()]))
}

#[test]
fn where_units_take_turns_a_battle_waits_for_a_manual_unit_and_does_nothing_meanwhile() {
    for tempo in TURNS {
        let mut story = seated(duel(), tempo);
        let before = story.battle.fingerprint();
        assert_eq!(story.waits_for(), "A");
        assert_lines(story.ticks(5), &[]);
        assert_eq!(story.battle.step(&mut Silent), None);
        assert_eq!(story.battle.fingerprint(), before);
        assert_eq!(story.battle.tick(), 0);
    }
}

#[test]
fn an_order_ends_the_waiting_until_it_is_carried_out() {
    for tempo in TURNS {
        let mut story = seated(duel(), tempo);
        assert_eq!(story.walk('A', "B1"), Ok(()));
        assert_eq!(story.waits_for(), "");
        assert_lines(story.ticks(3), &["t1 A moves A1 → B1"]);
        assert_eq!(story.waits_for(), "A", "something is left of its turn");
        assert_eq!(story.battle.tick(), 1);
    }
}

#[test]
fn a_released_unit_is_waited_for_again() {
    for tempo in TURNS {
        let mut story = seated(duel(), tempo);
        assert_eq!(story.keep('A', Order::EndTurn), Ok(()));
        assert_eq!(story.waits_for(), "");
        let id = story.id('A');
        story.battle.release(id);
        assert_eq!(story.waits_for(), "A");
    }
}

#[test]
fn a_manual_unit_holds_in_ticks_while_a_player_is_there() {
    let mut story = seated(duel(), Tempo::Ticks);
    assert_eq!(story.waits_for(), "");
    assert_eq!(story.decision('A').why, Why::AwaitsOrder);
    assert_lines(
        story.ticks(2),
        &[
            "t1 e moves C1 → B1",
            "t2 e → A: Light Punch hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn without_a_player_nobody_waits_and_a_manual_unit_plays_the_heuristic() {
    for tempo in TEMPOS {
        let mut story = seated(duel(), tempo);
        story.battle.set_player(false);
        assert!(!story.battle.has_player());
        assert_eq!(story.waits_for(), "");
        assert!(matches!(story.decision('A').why, Why::Heuristic(_)));
    }
}

#[test]
fn without_a_player_a_manual_unit_plays_its_rules_if_it_has_any() {
    for tempo in TEMPOS {
        let gambit = board("A . e")
            .unit('A', recruit().gambits([light_punch()]).initiative(40))
            .unit('e', recruit());
        let mut setup = gambit.setup();
        setup.tempo = tempo;
        let rules = setup.units[0].brain.rules().to_vec();
        setup.units[0].brain = Brain::Manual(rules);
        let arena = Arc::new(Arena::new(setup).expect("the scene is in order"));
        let mut battle = Battle::start(&arena, 1, &mut Silent);
        let a = UnitId::new(0).expect("a slot");
        let why = |battle: &Battle| battle.decide(a).expect("it is there").why;
        assert!(
            matches!(why(&battle), Why::Gambit(_)),
            "nobody sits down unasked"
        );
        battle.set_player(true);
        assert_eq!(why(&battle), Why::AwaitsOrder);
        assert_eq!(battle.waits_for().contains(a), tempo != Tempo::Ticks);
    }
}

#[test]
fn playing_to_the_end_sends_the_player_away() {
    for tempo in TEMPOS {
        let scene = board("A e")
            .unit('A', recruit().manual().knows([light_punch()]))
            .unit('e', recruit().hp(30));
        let mut story = seated(scene, tempo);
        assert_eq!(story.battle.play(&mut Silent), Outcome::Victory);
        assert!(!story.battle.has_player());
        assert_eq!(story.waits_for(), "", "nobody waits once it is over");
    }
}

#[test]
fn in_phases_all_others_are_done_before_manual_units_are_waited_for() {
    let scene = board(
        "
        A B . e
        C . . .
        ",
    )
    .unit('A', recruit().manual().knows([light_punch()]))
    .unit(
        'B',
        recruit().gambits([light_punch(), move_towards()]).speed(1),
    )
    .unit('C', recruit().manual())
    .unit('e', recruit());
    let mut story = seated(scene, Tempo::Phases);
    assert_eq!(story.waits_for(), "", "B goes first");
    assert_lines(
        story.ticks(9),
        &[
            "t1 B moves B1 → C1",
            "t2 B → e: Light Punch hit, 10 dealt, 90/100",
        ],
    );
    assert_eq!(story.waits_for(), "AC");
}

#[test]
fn in_phases_who_has_an_order_goes_first() {
    let scene = board(
        "
        A . . e
        C . . .
        ",
    )
    .unit(
        'A',
        recruit().gambits([light_punch(), move_towards()]).speed(1),
    )
    .unit('C', recruit().manual())
    .unit('e', recruit());
    let mut story = seated(scene, Tempo::Phases);
    assert_eq!(story.walk('C', "C2"), Ok(()));
    assert_lines(
        story.ticks(3),
        &[
            "t1 C moves A2 → B2",
            "t2 C moves B2 → C2",
            "t3 A moves A1 → B1",
        ],
    );
}

#[test]
fn in_phases_the_player_may_switch_between_units_as_they_like() {
    let scene = board(
        "
        A . . . e
        C . . .
        ",
    )
    .unit('A', recruit().manual().knows([light_punch()]))
    .unit('C', recruit().manual())
    .unit('e', recruit());
    let mut story = seated(scene, Tempo::Phases);
    assert_eq!(story.walk('C', "B2"), Ok(()));
    story.ticks(1);
    assert_eq!(story.walk('A', "B1"), Ok(()));
    story.ticks(1);
    assert_eq!(story.walk('C', "C2"), Ok(()));
    story.ticks(1);
    assert_eq!(story.waits_for(), "AC");
    assert_lines(
        story.log(),
        &[
            "t0 round 1: the friends' phase",
            "t1 C moves A2 → B2",
            "t2 A moves A1 → B1",
            "t3 C moves B2 → C2",
        ],
    );
}

#[test]
fn nobody_waits_for_the_stunned_and_the_panicked() {
    for tempo in TURNS {
        for status in [Status::Stunned, Status::Panicked] {
            let scene = board("A . e")
                .unit('A', recruit().manual().with(status, 1))
                .unit('e', recruit());
            let mut story = seated(scene, tempo);
            assert_eq!(story.waits_for(), "");
            play_until(&mut story, |story| story.battle.round() == 2);
            assert_eq!(story.waits_for(), "A", "its head is clear again");
        }
    }
}

#[test]
fn a_battle_does_not_wait_in_the_enemies_turn() {
    for tempo in TURNS {
        let mut story = seated(duel(), tempo);
        assert_eq!(story.order('A', Order::EndTurn), Ok(()));
        story.ticks(1);
        assert_eq!(story.waits_for(), "");
        story.ticks(1);
        assert_eq!(story.unit('e').cell, cell("B1"));
    }
}

#[test]
fn who_has_a_player_but_no_manual_unit_waits_for_nobody() {
    for tempo in TEMPOS {
        let scene = board("A e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit());
        let story = seated(scene, tempo);
        assert_eq!(story.waits_for(), "");
    }
}
