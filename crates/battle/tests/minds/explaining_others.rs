//! The reasons of units that follow no rules as text: cards, orders, panic, the helpless (rules §6).

use std::sync::Arc;

use foretold_battle::brain::CardReport;
use foretold_battle::testing::{
    Story, UnitDraft, bash, blow, board, cell, guard, heavy_punch, light_punch, lot, recruit,
};
use foretold_battle::{
    Action, Arena, Battle, Brain, Decision, Depth, Order, Phase, Silent, Status, Tempo, Why,
    explain,
};

use crate::common::explained;

/// The lines in all three depths, if they are the same.
#[track_caller]
fn at_any_depth(story: &Story, letter: char) -> Vec<String> {
    let simple = explained(story, letter, Depth::Simple);
    for depth in [Depth::Detailed, Depth::Expert] {
        assert_eq!(explained(story, letter, depth), simple);
    }
    simple
}

#[test]
fn the_downed_do_nothing() {
    let mut story = board("A e B")
        .unit('A', recruit().hp(5).downed_at_zero())
        .unit('B', recruit())
        .unit('e', recruit().gambits([blow(5)]))
        .story();
    story.ticks(1);
    assert_eq!(
        at_any_depth(&story, 'A'),
        ["A does nothing: it is down or has fallen."]
    );
}

#[test]
fn who_winds_up_says_what_and_for_how_long() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([heavy_punch().cost(3)]))
        .unit('e', recruit())
        .story();
    story.ticks(1);
    assert_eq!(
        at_any_depth(&story, 'A'),
        ["A goes on with Heavy Punch on B1: 2 ticks left, this one included."]
    );
    story.ticks(1);
    assert_eq!(
        at_any_depth(&story, 'A'),
        ["A goes on with Heavy Punch on B1: it lands in this tick."]
    );
}

#[test]
fn the_stunned_do_nothing() {
    let story = board("A e")
        .unit('A', recruit().with(Status::Stunned, 2).gambits([bash()]))
        .unit('e', recruit())
        .story();
    assert_eq!(
        at_any_depth(&story, 'A'),
        ["A does nothing: it is stunned."]
    );
}

#[test]
fn who_panics_says_from_whom_it_runs() {
    let scene = |me: UnitDraft| {
        board(
            "
            . A e
            . . f
            ",
        )
        .unit('A', me.with(Status::Panicked, 2))
        .unit('e', recruit().hp(5))
        .unit('f', recruit())
    };
    let runs = "A sets out for A2: it panics and runs from e.";
    let story = scene(recruit()).story();
    assert_eq!(explained(&story, 'A', Depth::Simple), [runs]);
    assert_eq!(explained(&story, 'A', Depth::Detailed), [runs]);
    assert_eq!(
        explained(&story, 'A', Depth::Expert),
        [
            runs,
            "  target e: a tie for the nearest, and the higher row wins",
            "    e at C1: 1 cell away",
            "    f at C2: 1 cell away",
        ]
    );
    let story = scene(recruit().with(Status::Rooted, 2)).story();
    assert_eq!(
        explained(&story, 'A', Depth::Detailed),
        ["A holds: it panics and cannot run from e (rooted: it cannot move)."]
    );
}

#[test]
fn who_panics_with_nobody_around_holds() {
    let mut story = board("A B e")
        .unit('A', recruit().with(Status::Panicked, 9))
        .unit('B', recruit().gambits([blow(5)]))
        .unit('e', recruit().hp(5))
        .story();
    story.ticks(1);
    assert_eq!(
        explained(&story, 'A', Depth::Simple),
        ["A holds: it panics, and there is nobody to run from."]
    );
}

/// e draws Blow, three times in seven.
fn card_player(drawing: &str, change: impl Fn(UnitDraft) -> UnitDraft) -> Story {
    let cards = recruit().cards([(blow(6), 3), (guard(), 4)]);
    board(drawing)
        .unit('A', recruit())
        .unit('e', change(cards))
        .rolls([lot(7, 0)])
        .story()
}

#[test]
fn a_card_is_named_with_its_weight_and_whom_it_is_for() {
    let story = card_player("A e", |unit| unit);
    let line = "e uses Blow on A at A1: it holds the card Blow.";
    assert_eq!(explained(&story, 'e', Depth::Simple), [line]);
    assert_eq!(
        explained(&story, 'e', Depth::Detailed),
        [line, "  card Blow: weight 3 of 7", "  ✓ use Blow on A"]
    );
    assert_eq!(
        explained(&story, 'e', Depth::Expert),
        [
            line,
            "  card Blow: weight 3 of 7",
            "    target A: there was no other",
            "      A at A1: 1 cell away",
            "  ✓ use Blow on A",
        ]
    );
}

#[test]
fn a_card_out_of_reach_says_so_and_walks() {
    let story = card_player("A . e", |unit| unit);
    assert_eq!(
        explained(&story, 'e', Depth::Detailed),
        [
            "e sets out for B1: it holds the card Blow and cannot use it now \
             (out of range: 2 cells away, it reaches 1).",
            "  card Blow: weight 3 of 7",
            "  ✗ use Blow on A: out of range: 2 cells away, it reaches 1",
            "  ✓ walk towards A",
        ]
    );
}

#[test]
fn a_card_out_of_reach_that_cannot_walk_says_both() {
    let story = card_player("A . e", |unit| unit.with(Status::Rooted, 2));
    assert_eq!(
        explained(&story, 'e', Depth::Detailed),
        [
            "e does nothing: it holds the card Blow and cannot use it now \
             (out of range: 2 cells away, it reaches 1).",
            "  card Blow: weight 3 of 7",
            "  ✗ use Blow on A: out of range: 2 cells away, it reaches 1",
            "  ✗ walk towards A: rooted: it cannot move",
        ]
    );
}

#[test]
fn without_a_card_there_is_nothing_to_do() {
    let story = card_player("A e", |unit| unit);
    let Why::Cards(report) = story.decision('e').why else {
        panic!("it follows its card");
    };
    let why = Why::Cards(CardReport {
        card: None,
        ..report
    });
    let action = Action::Idle;
    assert_eq!(
        explain(
            &story.battle,
            story.id('e'),
            &Decision { action, why },
            Depth::Expert
        ),
        ["e does nothing: it has drawn no card yet."]
    );
}

#[test]
fn an_unknown_intent_does_not_leak_at_any_depth() {
    let secret = ["e keeps its secret: its intent is unknown until it acts on it."];
    for drawing in ["A e", "A . e"] {
        let story = card_player(drawing, UnitDraft::hidden);
        assert_eq!(at_any_depth(&story, 'e'), secret);
        let story = card_player(drawing, |unit| unit.hidden().with(Status::Rooted, 2));
        assert_eq!(at_any_depth(&story, 'e'), secret);
    }
}

#[test]
fn an_unknown_intent_on_the_way_shows_only_the_step() {
    let mut story = card_player("A . e", UnitDraft::hidden);
    let decision = story.decision('e');
    story.run(Phase::Decide);
    for depth in [Depth::Simple, Depth::Expert] {
        assert_eq!(
            explain(&story.battle, story.id('e'), &decision, depth),
            ["e sets out for B1: its intent is unknown until it acts on it."]
        );
    }
}

#[test]
fn an_unknown_intent_is_shown_in_the_step_in_which_it_acts_and_the_next_one_is_not() {
    let mut story = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(blow(6), 3), (guard(), 4)]).hidden())
        .rolls([lot(7, 0), lot(7, 3)])
        .story();
    let (e, decision) = (story.id('e'), story.decision('e'));
    story.run(Phase::Decide);
    assert_eq!(
        explain(&story.battle, e, &decision, Depth::Simple),
        ["e uses Blow on A at A1: it holds the card Blow."]
    );
    story.ticks(1);
    let line = at_any_depth(&story, 'e').remove(0);
    assert!(!line.contains("Guard"), "{line}");
    // Asked again with a battle that has gone on, it rather says too little.
    let line = explain(&story.battle, e, &decision, Depth::Simple).remove(0);
    assert!(!line.contains("Blow"), "{line}");
}

#[test]
fn a_secret_is_kept_even_if_the_unit_now_shows_another_card() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(blow(6), 1), (guard(), 1)]));
    let mut setup = scene.setup();
    let Brain::Cards(moves) = &mut setup.units[1].brain else {
        panic!("e draws cards");
    };
    moves[0].hidden = true;
    let arena = Arc::new(Arena::new(setup).expect("the scene is in order"));
    let e = scene.story().id('e');
    let holding = |card| {
        let mut battles = (0..50).map(|seed| Battle::start(&arena, seed, &mut Silent));
        let battle = battles.find(|battle| battle.unit(e).is_some_and(|e| e.card == Some(card)));
        battle.expect("each card comes up")
    };
    let [blows, guards] = [holding(0), holding(1)];
    let decision = blows.decide(e).expect("e is there");
    for battle in [blows, guards] {
        assert_eq!(
            explain(&battle, e, &decision, Depth::Expert),
            ["e keeps its secret: its intent is unknown until it acts on it."]
        );
    }
}

#[test]
fn whose_turn_is_over_does_nothing() {
    let mut story = board("A B e")
        .tempo(Tempo::Phases)
        .unit('A', recruit().manual())
        .unit('B', recruit().manual())
        .unit('e', recruit())
        .story();
    story.battle.set_player(true);
    assert_eq!(story.order('A', Order::EndTurn), Ok(()));
    story.ticks(1);
    assert_eq!(
        at_any_depth(&story, 'A'),
        ["A does nothing: its turn is over."]
    );
}

/// A is commanded by a player who is there.
fn commanded(drawing: &str) -> Story {
    let knows = [light_punch(), heavy_punch(), guard()];
    let mut story = board(drawing)
        .unit('A', recruit().manual().knows(knows))
        .unit('e', recruit())
        .story();
    story.battle.set_player(true);
    story
}

#[test]
fn who_waits_for_the_player_says_so() {
    assert_eq!(at_any_depth(&commanded("A e"), 'A'), ["A awaits an order."]);
}

#[test]
fn an_order_is_shown_in_words() {
    let punch = Order::Use {
        skill: commanded("A e").skill("Heavy Punch"),
        at: cell("B1"),
    };
    for (order, line) in [
        (
            Order::MoveTo(cell("A3")),
            "A sets out for A2: it was ordered to move to A3.",
        ),
        (
            punch,
            "A winds up Heavy Punch on B1 (2 ticks): it was ordered to use Heavy Punch on B1.",
        ),
        (
            Order::Guard,
            "A uses Guard on itself: it was ordered to guard.",
        ),
        (Order::EndTurn, "A holds: it was ordered to end its turn."),
    ] {
        let mut story = commanded("A e");
        assert_eq!(story.order('A', order), Ok(()));
        assert_eq!(at_any_depth(&story, 'A'), [line]);
    }
}
