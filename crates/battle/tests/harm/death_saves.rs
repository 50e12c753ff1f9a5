//! Death saves: every way a downed unit's dice can fall (rules §9).

use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, assert_log, blow, board, d, d20, recruit,
};
use foretold_battle::{Amount, Card, DamageKind, Life, Selector, Terrain};

use crate::common::{an_ally_is_down, mercy_blow, once, only, sword};

/// A goes down in the first tick; B stands next to it, and the battle goes on.
fn a_goes_down(b: UnitDraft) -> Scene {
    board(
        "
        e A B
    ",
    )
    .unit('A', recruit().hp(10).downed_at_zero())
    .unit('B', b)
    .unit('e', recruit().gambits([once(blow(10))]))
}

const GOES_DOWN: [&str; 2] = ["t1 e → A: Blow hit, 10 dealt, 0/10", "t1 A goes down on B1"];

/// A goes down and rolls; these lines come after.
#[track_caller]
fn rolls_then(rolls: &[u32], lines: &[&str]) {
    let log = a_goes_down(recruit())
        .rolls(rolls.iter().map(|&roll| d20(roll)))
        .ticks(8);
    let expected: Vec<&str> = GOES_DOWN.iter().chain(lines).copied().collect();
    assert_eq!(log.lines, expected, "\n{}", log.picture);
}

#[test]
fn three_successes_are_stable_and_no_more_dice_are_rolled() {
    rolls_then(
        &[10, 15, 19],
        &[
            "t2 A death save d20(10): 1 made, 0 failed",
            "t3 A death save d20(15): 2 made, 0 failed",
            "t4 A death save d20(19): 3 made, 0 failed, stable",
        ],
    );
}

#[test]
fn three_failures_are_death() {
    rolls_then(
        &[9, 2, 5],
        &[
            "t2 A death save d20(9): 0 made, 1 failed",
            "t3 A death save d20(2): 0 made, 2 failed",
            "t4 A death save d20(5): 0 made, 3 failed, dead",
            "t4 A falls on B1",
        ],
    );
}

#[test]
fn a_natural_1_is_two_failures() {
    rolls_then(
        &[1, 9],
        &[
            "t2 A death save d20(1): 0 made, 2 failed",
            "t3 A death save d20(9): 0 made, 3 failed, dead",
            "t3 A falls on B1",
        ],
    );
    // Two failures and a natural 1 are dead, not four.
    rolls_then(
        &[9, 9, 1],
        &[
            "t2 A death save d20(9): 0 made, 1 failed",
            "t3 A death save d20(9): 0 made, 2 failed",
            "t4 A death save d20(1): 0 made, 3 failed, dead",
            "t4 A falls on B1",
        ],
    );
}

#[test]
fn a_natural_20_is_back_with_1_hp() {
    rolls_then(
        &[20],
        &[
            "t2 A death save d20(20): 1 made, 0 failed, back with 1 HP",
            "t2 A gets up, 1/10",
        ],
    );
    // Also with two failures, and also with two successes.
    rolls_then(
        &[3, 3, 20],
        &[
            "t2 A death save d20(3): 0 made, 1 failed",
            "t3 A death save d20(3): 0 made, 2 failed",
            "t4 A death save d20(20): 1 made, 2 failed, back with 1 HP",
            "t4 A gets up, 1/10",
        ],
    );
    rolls_then(
        &[12, 12, 20],
        &[
            "t2 A death save d20(12): 1 made, 0 failed",
            "t3 A death save d20(12): 2 made, 0 failed",
            "t4 A death save d20(20): 3 made, 0 failed, back with 1 HP",
            "t4 A gets up, 1/10",
        ],
    );
}

#[test]
fn successes_and_failures_are_counted_apart() {
    rolls_then(
        &[10, 9, 10, 9, 10],
        &[
            "t2 A death save d20(10): 1 made, 0 failed",
            "t3 A death save d20(9): 1 made, 1 failed",
            "t4 A death save d20(10): 2 made, 1 failed",
            "t5 A death save d20(9): 2 made, 2 failed",
            "t6 A death save d20(10): 3 made, 2 failed, stable",
        ],
    );
}

#[test]
fn the_dead_free_their_cell_and_the_stable_do_not() {
    let mut story = a_goes_down(recruit()).rolls([d20(1), d20(1)]).story();
    story.ticks(3);
    assert_eq!(story.unit('A').life, Life::Fallen);
    assert_eq!(story.battle.unit_at(story.unit('A').cell), None);
    story.end();

    let mut story = a_goes_down(recruit())
        .rolls([d20(10), d20(10), d20(10)])
        .story();
    story.ticks(6);
    assert_eq!(story.unit('A').life, Life::Stable);
    assert_eq!(
        story.battle.unit_at(story.unit('A').cell),
        Some(story.id('A'))
    );
    story.end();
}

#[test]
fn damage_while_down_is_a_failure() {
    let scene = a_goes_down(recruit().gambits([once(mercy_blow(5))])).rolls([d20(10), d20(12)]);
    assert_log!(
        scene.ticks(3),
        [
            GOES_DOWN[0],
            GOES_DOWN[1],
            "t2 B → A: Blow hit, 5 dealt, 0/10",
            "t2 A is hurt while down: 1 failed",
            "t2 A death save d20(10): 1 made, 1 failed",
            "t3 A death save d20(12): 2 made, 1 failed",
        ]
    );
}

#[test]
fn the_third_failure_by_damage_is_death_without_a_die() {
    let scene = a_goes_down(recruit().gambits([mercy_blow(5)])).rolls([d20(9)]);
    assert_log!(
        scene.ticks(4),
        [
            GOES_DOWN[0],
            GOES_DOWN[1],
            "t2 B → A: Blow hit, 5 dealt, 0/10",
            "t2 A is hurt while down: 1 failed",
            "t2 A death save d20(9): 0 made, 2 failed",
            "t3 B → A: Blow hit, 5 dealt, 0/10",
            "t3 A is hurt while down: 3 failed",
            "t3 A falls on B1",
        ]
    );
}

/// A sword for the fallen friend: to hit, it must be rolled.
fn mercy_sword() -> RuleDraft {
    sword(Amount::dice(1, 8, 3), DamageKind::Slashing)
        .on(Selector::NEAREST_ALLY)
        .when(an_ally_is_down())
}

#[test]
fn a_critical_while_down_is_two_failures() {
    let scene = a_goes_down(recruit().gambits([once(mercy_sword())])).rolls([
        d20(20),
        d(8, 1),
        d(8, 1),
        d20(11),
    ]);
    assert_log!(
        scene.ticks(2),
        [
            GOES_DOWN[0],
            GOES_DOWN[1],
            "t2 B → A: Sword d20(20) + 5 = 25 vs AC 10: critical, 5 dealt, 0/10",
            "t2 A is hurt while down: 2 failed",
            "t2 A death save d20(11): 1 made, 2 failed",
        ]
    );
}

#[test]
fn a_times_two_card_while_down_is_two_failures_too() {
    for (card, failed) in [(Card::Times(2), 2), (Card::Plus(9), 1)] {
        let b = recruit()
            .gambits([once(mercy_blow(5).draws_card())])
            .deck(only(card));
        let mut story = a_goes_down(b).rolls([d(5, 1), d20(11)]).story();
        story.ticks(2);
        assert_eq!(
            story.unit('A').life,
            Life::Down {
                successes: 1,
                failures: failed
            }
        );
        story.end();
    }
}

#[test]
fn a_miss_while_down_is_no_failure() {
    let scene = a_goes_down(recruit().gambits([once(mercy_sword())])).rolls([d20(1), d20(11)]);
    assert_log!(
        scene.ticks(2),
        [
            GOES_DOWN[0],
            GOES_DOWN[1],
            "t2 B → A: Sword d20(1) + 5 = 6 vs AC 10: miss",
            "t2 A death save d20(11): 1 made, 0 failed",
        ]
    );
}

#[test]
fn damage_unsettles_a_stable_one_who_starts_anew() {
    let late = mercy_blow(5).cost(4);
    let scene = a_goes_down(recruit().gambits([once(late)])).rolls([
        d20(12),
        d20(12),
        d20(12),
        d20(8),
        d20(17),
    ]);
    assert_log!(
        scene.ticks(6),
        [
            GOES_DOWN[0],
            GOES_DOWN[1],
            "t2 B winds up Blow on B1 (4 ticks)",
            "t2 A death save d20(12): 1 made, 0 failed",
            "t3 A death save d20(12): 2 made, 0 failed",
            "t4 A death save d20(12): 3 made, 0 failed, stable",
            "t5 B → A: Blow hit, 5 dealt, 0/10",
            "t5 A is hurt while down: 1 failed, no longer stable",
            "t5 A death save d20(8): 0 made, 2 failed",
            "t6 A death save d20(17): 1 made, 2 failed",
        ]
    );
}

#[test]
fn the_second_blow_of_the_tick_in_which_it_goes_down_is_no_failure() {
    let scene = board("e A f\n. B .")
        .unit('A', recruit().hp(10).downed_at_zero())
        .unit('B', recruit())
        .unit('e', recruit().gambits([once(blow(10))]))
        .unit('f', recruit().gambits([once(blow(10))]))
        .rolls([d20(11)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 f → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 A death save d20(11): 1 made, 0 failed",
        ]
    );
}

#[test]
fn each_time_it_goes_down_it_starts_anew() {
    let mut story = board("e A B")
        .unit('A', recruit().hp(10).downed_at_zero())
        .unit('B', recruit())
        .unit('e', recruit().gambits([blow(10)]))
        .rolls([d20(3), d20(20), d20(11)])
        .story();
    story.ticks(5);
    // Down in tick 1, a failure, up in tick 3, down again in tick 4, a success.
    assert_eq!(
        story.unit('A').life,
        Life::Down {
            successes: 1,
            failures: 0
        }
    );
    story.end();
}

#[test]
fn the_save_is_rolled_after_shoves_and_before_poison() {
    let mut story = a_goes_down(recruit())
        .terrain("B1", Terrain::Hazard(2))
        .rolls([d20(20), d20(10)])
        .story();
    let mut log = story.ticks(1).lines;
    log.extend(story.ticks(1).lines);
    assert_eq!(
        log,
        [
            GOES_DOWN[0],
            "t1 A suffers from a hazard, 2 dealt, 0/10",
            GOES_DOWN[1],
            "t2 A death save d20(20): 1 made, 0 failed, back with 1 HP",
            "t2 A gets up, 1/10",
            "t2 A suffers from a hazard, 2 dealt, 0/10",
            "t2 A goes down on B1",
        ]
    );
    // In the third tick it burns while down: a failure after the save.
    assert_eq!(
        story.ticks(1).lines,
        [
            "t3 A death save d20(10): 1 made, 0 failed",
            "t3 A suffers from a hazard, 2 dealt, 0/10",
            "t3 A is hurt while down: 1 failed",
        ]
    );
    story.end();
}
