//! Sanity and panic (rules §6, §9).

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, assert_log, attack, block, board, heavy_punch, howl, inflict,
    light_punch, rally, recruit,
};
use foretold_battle::{Affliction, Amount, DamageKind, Status, Strike};

use crate::common::once;

/// A terrifies e, who has nowhere to run.
fn cornered(rule: RuleDraft, e: UnitDraft) -> Scene {
    board(
        "
        A . e #
        . # # #
    ",
    )
    .unit('A', recruit().gambits([rule]))
    .unit('e', e)
}

#[test]
fn sanity_damage_lowers_sanity_and_leaves_hp_alone() {
    let scene = cornered(howl(), recruit().sanity(25));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 25 → 15",
            "t2 A → e: Howl hit",
            "t2 e sanity 15 → 5",
        ]
    );
}

#[test]
fn neither_block_nor_resistance_protects_the_mind() {
    let e = recruit()
        .sanity(25)
        .immune(DamageKind::Psychic)
        .gambits([block(50)]);
    assert_log!(
        cornered(howl(), e).ticks(1),
        [
            "t1 e raises block 50, now 50",
            "t1 A → e: Howl hit",
            "t1 e sanity 25 → 15",
        ]
    );
}

#[test]
fn at_0_a_unit_panics_for_3_turns_then_its_sanity_returns_to_half() {
    let scene = cornered(once(howl()), recruit().sanity(10));
    assert_log!(
        scene.ticks(6),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 10 → 0",
            "t1 e is panicked for 3",
            "t4 e is no longer panicked",
            "t4 e sanity 0 → 5",
        ]
    );
}

#[test]
fn sanity_does_not_go_below_0() {
    let scene = cornered(once(howl()), recruit().sanity(7));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 7 → 0",
            "t1 e is panicked for 3",
        ]
    );
}

#[test]
fn after_panic_sanity_is_at_least_half_even_of_an_odd_number() {
    for (most, line) in [
        (1, "t4 e sanity 0 → 1"),
        (7, "t4 e sanity 0 → 4"),
        (8, "t4 e sanity 0 → 4"),
    ] {
        let log = cornered(once(howl()), recruit().sanity(most)).ticks(4);
        assert_eq!(log.lines.last().map(String::as_str), Some(line));
    }
}

#[test]
fn the_house_rules_say_how_long_a_panic_lasts() {
    let scene = cornered(once(howl()), recruit().sanity(10)).house(|house| house.panic_turns = 1);
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 10 → 0",
            "t1 e is panicked for 1",
            "t2 e is no longer panicked",
            "t2 e sanity 0 → 5",
        ]
    );
}

#[test]
fn fear_does_not_make_a_panic_longer_and_nothing_is_lost_below_0() {
    let scene = cornered(howl(), recruit().sanity(10));
    assert_log!(
        scene.ticks(5),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 10 → 0",
            "t1 e is panicked for 3",
            "t2 A → e: Howl hit",
            "t3 A → e: Howl hit",
            "t4 A → e: Howl hit",
            "t4 e is no longer panicked",
            "t4 e sanity 0 → 5",
            "t5 A → e: Howl hit",
            "t5 e sanity 5 → 0",
            "t5 e is panicked for 3",
        ]
    );
}

#[test]
fn who_has_no_sanity_knows_no_fear() {
    let frightful = attack(
        "Scream",
        [Strike {
            sanity: Some(Amount::dice(2, 6, 0)),
            ..Strike::default()
        }],
    )
    .range(4);
    let scene = cornered(frightful, recruit()).rolls([]);
    assert_log!(scene.ticks(1), ["t1 A → e: Scream hit"]);
}

#[test]
fn panic_overrides_the_brain_and_runs_from_the_nearest_enemy() {
    let scene = board("A e . .\n# # # #").unit('A', recruit()).unit(
        'e',
        recruit().gambits([light_punch()]).with(Status::Panicked, 2),
    );
    assert_log!(
        scene.ticks(3),
        [
            "t1 e moves B1 → C1",
            "t2 e moves C1 → D1",
            "t2 e is no longer panicked",
        ]
    );
}

#[test]
fn who_panics_and_cannot_run_holds_and_does_not_fight() {
    let scene = board("A e #\n# # #").unit('A', recruit()).unit(
        'e',
        recruit().gambits([light_punch()]).with(Status::Panicked, 1),
    );
    assert_log!(
        scene.ticks(2),
        [
            "t1 e is no longer panicked",
            "t2 e → A: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn panic_breaks_a_wind_up() {
    let scene = board("A e #\n# # #")
        .unit('A', recruit().gambits([once(howl())]))
        .unit('e', recruit().sanity(10).gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t1 A → e: Howl hit",
            "t1 e sanity 10 → 0",
            "t1 e is panicked for 3",
            "t1 e loses Heavy Punch to panic",
            "t4 e is no longer panicked",
            "t4 e sanity 0 → 5",
        ]
    );
}

#[test]
fn a_blow_that_lands_in_the_tick_of_the_panic_still_lands() {
    let scene = board("A e #\n# # #")
        .unit(
            'A',
            recruit().gambits([once(howl()).when(Test::MyCellTargeted)]),
        )
        .unit('e', recruit().sanity(10).gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t2 A → e: Howl hit",
            "t2 e sanity 10 → 0",
            "t2 e → A: Heavy Punch hit, 25 dealt, 75/100",
            "t2 e is panicked for 3",
        ]
    );
}

/// A terrifies e, f rallies it.
fn with_a_friend(e: UnitDraft, rally: RuleDraft) -> Scene {
    board(
        "
        A # e f
        # # # #
    ",
    )
    .unit('A', recruit().gambits([once(howl())]))
    .unit('e', e)
    .unit('f', recruit().gambits([rally]))
}

#[test]
fn a_rally_in_the_same_tick_prevents_panic() {
    let scene = with_a_friend(recruit().sanity(10), once(rally()));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 10 → 0",
            "t1 e sanity 0 → 6",
        ]
    );
}

#[test]
fn a_rally_ends_panic_and_restores_sanity() {
    let scene = with_a_friend(
        recruit().sanity(10),
        once(rally()).when(Test::TargetHas(Status::Panicked)),
    );
    assert_log!(
        scene.ticks(5),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 10 → 0",
            "t1 e is panicked for 3",
            "t2 e is no longer panicked",
            "t2 e sanity 0 → 6",
        ]
    );
}

#[test]
fn a_rally_restores_no_more_than_the_most() {
    let scene = with_a_friend(recruit().sanity(12), rally());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 12 → 2",
            "t1 e sanity 2 → 8",
            "t2 e sanity 8 → 12",
        ]
    );
}

#[test]
fn a_rally_calms_who_panics_without_having_sanity() {
    let scene = with_a_friend(recruit().with(Status::Panicked, 9), rally());
    assert_log!(
        scene.ticks(2),
        ["t1 A → e: Howl hit", "t1 e is no longer panicked"]
    );
}

#[test]
fn who_panicked_for_another_reason_loses_no_sanity_when_it_ends() {
    let dread = inflict("Dread", Affliction::new(Status::Panicked, 1));
    let scene = cornered(once(dread), recruit().sanity(10));
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Dread hit",
            "t1 e is panicked for 1",
            "t2 e is no longer panicked",
        ]
    );
}
