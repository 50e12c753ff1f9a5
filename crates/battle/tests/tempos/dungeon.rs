//! The dungeon master's table: a fighter of 30-ft speed (6 cells) against goblins, by the d20.

use foretold_battle::testing::{
    Scene, ScriptedRoll, UnitDraft, assert_log, attack, d, d20, longsword, recruit, strike,
};
use foretold_battle::{Amount, Check, DamageKind, Edge};

use crate::common::{initiative, scimitar, whole_log};

/// 12 HP, armour class 16, longsword; goes down and saves.
fn fighter() -> UnitDraft {
    recruit()
        .hp(12)
        .armour_class(16)
        .speed(6)
        .initiative(1)
        .heuristic()
        .knows([longsword()])
        .downed_at_zero()
}

/// 7 HP, armour class 15, scimitar.
fn goblin() -> UnitDraft {
    recruit()
        .hp(7)
        .armour_class(15)
        .speed(6)
        .initiative(2)
        .heuristic()
        .knows([scimitar()])
}

#[test]
fn a_fighter_beats_two_goblins() {
    let scene = initiative(
        "
        F . . . . . . g
        . . . . . . . .
        . . . . . . . h
    ",
    )
    .unit('F', fighter())
    .unit('g', goblin())
    .unit('h', goblin())
    .rolls([
        d20(15),
        d20(10),
        d20(3),
        // F walks 30 feet and misses.
        d20(9),
        // g hits for 4 + 2.
        d20(12),
        d(6, 4),
        // h walks up and rolls a natural 1.
        d20(1),
        // F hits g for 5 + 3.
        d20(10),
        d(8, 5),
        // h misses by one.
        d20(11),
        // F rolls a natural 20: two dice.
        d20(20),
        d(8, 1),
        d(8, 3),
    ]);
    assert_log!(
        whole_log(&scene, 17),
        [
            "t0 F initiative d20(15) +1 = 16",
            "t0 g initiative d20(10) +2 = 12",
            "t0 h initiative d20(3) +2 = 5",
            "t0 round 1: F's turn",
            "t1 F moves A1 → B1",
            "t2 F moves B1 → C1",
            "t3 F moves C1 → D1",
            "t4 F moves D1 → E1",
            "t5 F moves E1 → F1",
            "t6 F moves F1 → G1",
            "t7 F → g: Longsword d20(9) + 5 = 14 vs AC 15: miss",
            "t7 round 1: g's turn",
            "t8 g → F: Scimitar d20(12) + 4 = 16 vs AC 16: hit, 6 dealt, 6/12",
            "t9 round 1: h's turn",
            "t10 h moves H3 → G2",
            "t11 h → F: Scimitar d20(1) + 4 = 5 vs AC 16: miss",
            "t12 round 2: F's turn",
            "t13 F → g: Longsword d20(10) + 5 = 15 vs AC 15: hit, 8 dealt, 0/7",
            "t13 g falls on H1",
            "t14 round 2: h's turn",
            "t15 h → F: Scimitar d20(11) + 4 = 15 vs AC 16: miss",
            "t16 round 3: F's turn",
            "t17 F → h: Longsword d20(20) + 5 = 25 vs AC 15: critical, 7 dealt, 0/7",
            "t17 h falls on G2",
            "t17 victory",
        ]
    );
}

/// 21 HP, armour class 17, and two scimitar blows in one action.
fn boss() -> UnitDraft {
    let check = Check::Armour {
        bonus: 4,
        edge: Edge::Even,
    };
    let blow = strike(check, Amount::dice(1, 6, 2), DamageKind::Slashing);
    goblin()
        .hp(21)
        .armour_class(17)
        .knows([attack("Two Scimitars", [blow, blow])])
}

/// The boss fells the fighter at once; the cleric is behind walls and can do nothing.
fn felled(rest: impl IntoIterator<Item = ScriptedRoll>) -> Scene {
    let order = [d20(10), d20(12), d20(1)];
    let blows = [d20(12), d(6, 3), d20(20), d(6, 1), d(6, 4)];
    initiative(
        "
        F b # C #
        . . # # #
    ",
    )
    .unit('F', fighter())
    .unit('b', boss())
    .unit('C', recruit().hp(8))
    .rolls(order.into_iter().chain(blows).chain(rest))
}

#[test]
fn the_multiattack_of_a_boss_fells_the_fighter_and_three_saves_make_him_stable() {
    let scene = felled([12, 9, 10, 19].map(d20));
    assert_log!(
        whole_log(&scene, 15),
        [
            "t0 F initiative d20(10) +1 = 11",
            "t0 b initiative d20(12) +2 = 14",
            "t0 C initiative d20(1) +0 = 1",
            "t0 round 1: b's turn",
            "t1 b → F: Two Scimitars d20(12) + 4 = 16 vs AC 16: hit, 5 dealt, 7/12",
            "t1 b → F: Two Scimitars d20(20) + 4 = 24 vs AC 16: critical, 7 dealt, 0/12",
            "t1 F goes down on A1",
            "t2 round 1: F's turn",
            "t3 F death save d20(12): 1 made, 0 failed",
            "t3 round 1: C's turn",
            "t4 round 2: b's turn",
            "t5 round 2: F's turn",
            "t6 F death save d20(9): 1 made, 1 failed",
            "t6 round 2: C's turn",
            "t7 round 3: b's turn",
            "t8 round 3: F's turn",
            "t9 F death save d20(10): 2 made, 1 failed",
            "t9 round 3: C's turn",
            "t10 round 4: b's turn",
            "t11 round 4: F's turn",
            "t12 F death save d20(19): 3 made, 1 failed, stable",
            "t12 round 4: C's turn",
            "t13 round 5: b's turn",
            "t14 round 5: F's turn",
            "t15 round 5: C's turn",
        ]
    );
}

#[test]
fn three_failures_are_death_a_natural_1_counts_for_two() {
    let scene = felled([9, 1].map(d20));
    assert_log!(
        scene.ticks(8),
        [
            "t1 b → F: Two Scimitars d20(12) + 4 = 16 vs AC 16: hit, 5 dealt, 7/12",
            "t1 b → F: Two Scimitars d20(20) + 4 = 24 vs AC 16: critical, 7 dealt, 0/12",
            "t1 F goes down on A1",
            "t2 round 1: F's turn",
            "t3 F death save d20(9): 0 made, 1 failed",
            "t3 round 1: C's turn",
            "t4 round 2: b's turn",
            "t5 round 2: F's turn",
            "t6 F death save d20(1): 0 made, 3 failed, dead",
            "t6 F falls on A1",
            "t6 round 2: C's turn",
            "t7 round 3: b's turn",
            // The fallen have no turn.
            "t8 round 3: C's turn",
        ]
    );
}

#[test]
fn a_natural_20_brings_him_back_and_he_strikes_in_his_next_turn() {
    let scene = felled([d20(20), d20(2), d20(11), d20(12), d(8, 6)]);
    assert_log!(
        scene.ticks(7),
        [
            "t1 b → F: Two Scimitars d20(12) + 4 = 16 vs AC 16: hit, 5 dealt, 7/12",
            "t1 b → F: Two Scimitars d20(20) + 4 = 24 vs AC 16: critical, 7 dealt, 0/12",
            "t1 F goes down on A1",
            "t2 round 1: F's turn",
            "t3 F death save d20(20): 1 made, 0 failed, back with 1 HP",
            "t3 F gets up, 1/12",
            "t3 round 1: C's turn",
            "t4 round 2: b's turn",
            "t5 b → F: Two Scimitars d20(2) + 4 = 6 vs AC 16: miss",
            "t5 b → F: Two Scimitars d20(11) + 4 = 15 vs AC 16: miss",
            "t6 round 2: F's turn",
            "t7 F → b: Longsword d20(12) + 5 = 17 vs AC 17: hit, 9 dealt, 12/21",
        ]
    );
}

#[test]
fn the_last_friend_down_is_a_defeat() {
    let scene = initiative("F . g")
        .unit('F', fighter().hurt_to(3))
        .unit('g', goblin())
        .rolls([d20(1), d20(1), d20(19), d(6, 1)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 g moves C1 → B1",
            "t2 g → F: Scimitar d20(19) + 4 = 23 vs AC 16: hit, 3 dealt, 0/12",
            "t2 F goes down on A1",
            "t2 defeat",
        ]
    );
}
