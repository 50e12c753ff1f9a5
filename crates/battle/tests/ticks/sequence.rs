//! The order in which everything will happen is known before it does.

use foretold_battle::testing::{
    RuleDraft, Scene, Story, blow, board, guard, heavy_punch, light_punch, mend, move_towards,
    recruit,
};
use foretold_battle::{HeavyStrikes, Selector, Tempo, When};

/// Everyone in the order, with when: `C Guards`.
fn in_order(scene: &Scene, ticks: usize) -> Vec<String> {
    let mut story = scene.story();
    story.ticks(ticks);
    let arena = story.battle.arena();
    let all = story.battle.sequence().into_iter().map(|due| {
        let when = match due.when {
            When::Phase(phase) => format!("{phase:?}"),
            other => format!("{other:?}"),
        };
        format!("{} {when}", arena.sheet(due.unit).name)
    });
    all.collect()
}

/// Slots run against the phases.
fn all_kinds() -> Scene {
    board(
        "
        A e . . .
        B . . . .
        C f . . D
        ",
    )
    .unit('A', recruit().gambits([heavy_punch()]))
    .unit(
        'B',
        recruit().hurt_to(50).gambits([mend().on(Selector::OWN)]),
    )
    .unit('D', recruit().gambits([move_towards()]))
    .unit('C', recruit().gambits([light_punch()]))
    .unit('e', recruit().gambits([guard()]))
    .unit('f', recruit())
}

#[test]
fn phases_come_before_slots_and_who_winds_up_or_idles_is_not_due() {
    assert_eq!(
        in_order(&all_kinds(), 0),
        ["e Guards", "C QuickStrikes", "D Movement", "B Effects"]
    );
    assert_eq!(
        in_order(&all_kinds(), 1),
        [
            "e Guards",
            "C QuickStrikes",
            "D Movement",
            "A HeavyStrikes",
            "B Effects"
        ]
    );
}

#[test]
fn heavy_strikes_come_first_where_the_house_rules_say_so() {
    let scene = all_kinds().house(|house| house.heavy_strikes = HeavyStrikes::BeforeMovement);
    assert_eq!(
        in_order(&scene, 1)[1..4],
        ["C QuickStrikes", "A HeavyStrikes", "D Movement"]
    );
}

#[test]
fn a_hidden_card_gives_its_place_away_no_more_than_its_kind() {
    let scene = |card: RuleDraft| {
        board("A e f")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit().cards([(card, 1)]).hidden())
            .unit('f', recruit().gambits([light_punch()]))
    };
    let expected = ["A QuickStrikes", "e Hidden"];
    assert_eq!(in_order(&scene(blow(5)), 0), expected);
    assert_eq!(in_order(&scene(guard()), 0), expected);
}

#[test]
fn initiative_goes_around_from_whose_turn_it_is() {
    let scene = board("A . B . . . . e")
        .unit('A', recruit().initiative(-10))
        .unit('B', recruit().initiative(50))
        .unit('e', recruit().initiative(20))
        .tempo(Tempo::Initiative);
    assert_eq!(in_order(&scene, 0), ["B Turn", "e Turn", "A Turn"]);
    assert_eq!(in_order(&scene, 1), ["e Turn", "A Turn", "B Turn"]);
}

#[test]
fn in_phases_who_needs_no_order_comes_first_and_the_other_side_last() {
    let scene = board("A . B . . . f . e")
        .unit('A', recruit().manual())
        .unit('B', recruit())
        .unit('e', recruit())
        .unit('f', recruit())
        .tempo(Tempo::Phases);
    let mut story = scene.story();
    story.battle.set_player(true);
    let names = |story: &Story| {
        let arena = story.battle.arena();
        let all = story.battle.sequence().into_iter();
        all.map(|due| format!("{} {:?}", arena.sheet(due.unit).name, due.when))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&story), ["B Turn", "A Ordered", "e Turn", "f Turn"]);
}

#[test]
fn nobody_is_due_once_it_is_over() {
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(100)]))
        .unit('e', recruit());
    assert_eq!(in_order(&scene, 1), [""; 0]);
}
