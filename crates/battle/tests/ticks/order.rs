//! The steps of a tick, in their order, each simultaneous for all.

use foretold_battle::testing::{
    RuleDraft, assert_log, attack, blow, board, guard, heavy_punch, light_punch, lot, move_away,
    move_towards, recruit, strike,
};
use foretold_battle::{Amount, Check, DamageKind};

#[test]
fn quick_strikes_then_movement_then_heavy_strikes() {
    // Slots run against the steps: the heavy one joined first, the quick one after the walker.
    let scene = board(
        "
        A e . . .
        . . . . .
        C . . . f
        ",
    )
    .unit('A', recruit().gambits([heavy_punch()]))
    .unit('f', recruit().gambits([move_towards()]))
    .unit('C', recruit().gambits([attack_at_range_2()]))
    .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 C → e: Poke hit, 1 dealt, 99/100",
            "t1 f moves E3 → D2",
            "t2 C → e: Poke hit, 1 dealt, 98/100",
            "t2 f moves D2 → C1",
            "t2 A → e: Heavy Punch hit, 25 dealt, 73/100",
        ]
    );
}

fn attack_at_range_2() -> RuleDraft {
    attack(
        "Poke",
        [strike(Check::Sure, Amount::flat(1), DamageKind::Piercing)],
    )
    .range(2)
}

#[test]
fn whoever_was_alive_at_the_start_of_the_tick_finishes_it() {
    // e dies to a quick strike and still walks; f dies to one and still lands its heavy blow.
    let scene = board(
        "
        A e . .
        . . . .
        . . . .
        B f . .
        ",
    )
    .unit('A', recruit().gambits([blow(50)]))
    .unit('B', recruit().gambits([blow(50)]))
    .unit('e', recruit().hp(50).gambits([move_away()]))
    .unit('f', recruit().gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 f winds up Heavy Punch on A4 (2 ticks)",
            "t1 A → e: Blow hit, 50 dealt, 0/50",
            "t1 B → f: Blow hit, 50 dealt, 50/100",
            "t1 e moves B1 → C2",
            "t1 e falls on C2",
            "t2 B → f: Blow hit, 50 dealt, 0/100",
            "t2 f → B: Heavy Punch hit, 25 dealt, 75/100",
            "t2 f falls on B4",
            "t2 victory",
        ]
    );
}

#[test]
fn two_units_can_kill_each_other_and_that_is_a_draw() {
    let scene = board("A e")
        .unit('A', recruit().hp(10).gambits([light_punch()]))
        .unit('e', recruit().hp(10).gambits([light_punch()]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 0/10",
            "t1 e → A: Light Punch hit, 10 dealt, 0/10",
            "t1 A falls on A1",
            "t1 e falls on B1",
            "t1 draw: the last of both sides fell together",
        ]
    );
}

#[test]
fn the_fallen_leave_before_the_next_intents_are_drawn() {
    let cards = [(light_punch(), 3), (guard(), 1)];
    let scene = board("g A e")
        .unit('e', recruit().cards(cards.clone()))
        .unit('A', recruit().gambits([blow(100)]))
        .unit('g', recruit().hp(1).cards(cards))
        .rolls([lot(4, 0), lot(4, 3), lot(4, 3)]);
    let mut story = scene.story();
    story.ticks(1);
    assert_log!(
        story.log(),
        [
            "t0 e intends Light Punch (3 in 4)",
            "t0 g intends Guard (1 in 4)",
            "t1 g raises block 8, now 8",
            "t1 e → A: Light Punch hit, 10 dealt, 90/100",
            "t1 A → g: Blow hit, 8 blocked, 92 dealt, 0/1",
            "t1 g falls on A1",
            "t1 e intends Guard (1 in 4)",
        ]
    );
    story.end();
}

#[test]
fn the_ground_of_one_who_falls_is_free_only_in_the_next_tick() {
    let scene = board(
        "
        A e f
        # # #
        ",
    )
    .unit('A', recruit().gambits([blow(100)]))
    .unit('e', recruit())
    .unit('f', recruit().gambits([move_towards()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Blow hit, 100 dealt, 0/100",
            "t1 f stays on C1, not B1: e stands there",
            "t1 e falls on B1",
            "t2 f moves C1 → B1",
        ]
    );
}
