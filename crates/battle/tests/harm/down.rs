//! A downed unit keeps its cell, can be struck, and comes back by healing (rules §6, §9).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{
    UnitDraft, aid, assert_log, blow, board, d, d20, heavy_punch, light_punch, mend, move_away,
    move_towards, recruit, shove, web,
};
use foretold_battle::{Aid, Amount, DamageKind, Life, Status};

use crate::common::{an_ally_is_down, mercy_blow, once, sword};

fn frail() -> UnitDraft {
    recruit().hp(10).downed_at_zero()
}

#[test]
fn the_downed_keep_their_cell_and_stand_in_the_way() {
    let scene = board(
        "
        B A e
        # # #
    ",
    )
    .unit('A', frail())
    .unit('B', recruit().gambits([move_towards()]))
    .unit('e', recruit().gambits([once(blow(10)), move_towards()]))
    .rolls([d20(10), d20(10)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 B stays on A1, not B1: A stands there",
            "t1 A goes down on B1",
            "t2 B stays on A1, not B1: A stands there",
            "t2 e stays on C1, not B1: A stands there",
            "t2 A death save d20(10): 1 made, 0 failed",
            "t3 B stays on A1, not B1: A stands there",
            "t3 e stays on C1, not B1: A stands there",
            "t3 A death save d20(10): 2 made, 0 failed",
        ]
    );
}

#[test]
fn enemies_leave_the_downed_alone() {
    let scene = board("A e . B")
        .unit('A', frail())
        .unit('B', recruit())
        .unit('e', recruit().gambits([blow(10).range(3)]))
        .rolls([d20(10)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on A1",
            "t2 e → B: Blow hit, 10 dealt, 90/100",
            "t2 A death save d20(10): 1 made, 0 failed",
        ]
    );
}

#[test]
fn a_blow_aimed_at_its_cell_strikes_the_downed() {
    let scene = board("e A f\n. . .\n. B .")
        .unit('A', frail())
        .unit('B', recruit())
        .unit('e', recruit().gambits([once(blow(10))]))
        .unit('f', recruit().gambits([once(heavy_punch())]))
        .rolls([d20(10)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 f winds up Heavy Punch on B1 (2 ticks)",
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 f → A: Heavy Punch hit, 25 dealt, 0/10",
            "t2 A is hurt while down: 1 failed",
            "t2 A death save d20(10): 1 made, 1 failed",
        ]
    );
}

#[test]
fn who_is_down_does_nothing_and_loses_what_it_was_winding_up() {
    let scene = board("A e . B")
        .unit('A', frail().gambits([heavy_punch(), light_punch()]))
        .unit('B', recruit())
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([d20(10), d20(10), d20(10)]);
    assert_log!(
        scene.ticks(5),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A loses Heavy Punch to falling",
            "t1 A goes down on A1",
            "t2 A death save d20(10): 1 made, 0 failed",
            "t3 A death save d20(10): 2 made, 0 failed",
            "t4 A death save d20(10): 3 made, 0 failed, stable",
        ]
    );
}

#[test]
fn healing_brings_the_downed_back_before_the_save() {
    let scene = board("e A B")
        .unit('A', frail().gambits([light_punch()]))
        .unit(
            'B',
            recruit().gambits([once(mend().when(an_ally_is_down()))]),
        )
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 B heals A by 15, 10/10",
            "t2 A gets up, 10/10",
            "t3 A → e: Light Punch hit, 10 dealt, 80/100",
        ]
    );
}

#[test]
fn healing_brings_the_stable_back() {
    let scene = board("e A B")
        .unit('A', frail())
        .unit(
            'B',
            recruit().gambits([once(mend().cost(4).when(an_ally_is_down()))]),
        )
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([d20(10), d20(10), d20(10)]);
    assert_log!(
        scene.ticks(6),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 B winds up Mend on A (4 ticks)",
            "t2 A death save d20(10): 1 made, 0 failed",
            "t3 A death save d20(10): 2 made, 0 failed",
            "t4 A death save d20(10): 3 made, 0 failed, stable",
            "t5 B heals A by 15, 10/10",
            "t5 A gets up, 10/10",
        ]
    );
}

#[test]
fn healing_saves_even_from_a_third_failure_in_the_same_tick() {
    let scene = board(
        "
        e A B
        . C .
        . D .
    ",
    )
    .unit('A', frail())
    .unit('B', recruit().gambits([mercy_blow(5)]))
    .unit('C', recruit().gambits([mercy_blow(5)]))
    .unit(
        'D',
        recruit().gambits([once(mend().cost(2).when(an_ally_is_down()))]),
    )
    .unit('e', recruit().gambits([once(blow(10))]))
    .rolls([d20(10)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 D winds up Mend on A (2 ticks)",
            "t2 B → A: Blow hit, 5 dealt, 0/10",
            "t2 A is hurt while down: 1 failed",
            "t2 C → A: Blow hit, 5 dealt, 0/10",
            "t2 A is hurt while down: 2 failed",
            "t2 A death save d20(10): 1 made, 2 failed",
            "t3 B → A: Blow hit, 5 dealt, 0/10",
            "t3 A is hurt while down: 3 failed",
            "t3 C → A: Blow hit, 5 dealt, 0/10",
            "t3 A is hurt while down: 3 failed",
            "t3 D heals A by 15, 10/10",
            "t3 A gets up, 10/10",
        ]
    );
}

#[test]
fn a_heal_of_nothing_leaves_the_downed_down() {
    let nothing = Aid {
        heal: Some(Amount::dice(1, 4, -4)),
        ..Aid::default()
    };
    let prayer = aid("Prayer", Selector::NEAREST_ALLY, nothing);
    let scene = board("e A B")
        .unit('A', frail())
        .unit(
            'B',
            recruit().gambits([once(prayer.when(an_ally_is_down()))]),
        )
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([d(4, 4), d20(10)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 B heals A by 0, 0/10",
            "t2 A death save d20(10): 1 made, 0 failed",
        ]
    );
}

#[test]
fn blocked_damage_is_no_damage_while_down() {
    let shield = Aid {
        block: Some(5),
        ..Aid::default()
    };
    let shield = aid("Shield", Selector::LOWEST_HP_ALLY, shield);
    let scene = board("e A B\n. C .")
        .unit('A', frail())
        .unit('B', recruit().gambits([once(mercy_blow(5))]))
        .unit(
            'C',
            recruit().gambits([once(shield.when(an_ally_is_down()))]),
        )
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([d20(10)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 C gives A block 5, now 5",
            "t2 B → A: Blow hit, 5 blocked, 0 dealt, 0/10",
            "t2 A death save d20(10): 1 made, 0 failed",
        ]
    );
}

#[test]
fn damage_that_the_downed_are_immune_to_is_none_either() {
    let e = recruit().gambits([once(sword(Amount::flat(10), DamageKind::Slashing))]);
    let scene = board("e A B")
        .unit('A', frail().immune(DamageKind::Bludgeoning))
        .unit('B', recruit().gambits([once(mercy_blow(50))]))
        .unit('e', e)
        .rolls([d20(10), d20(10)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e → A: Sword d20(10) + 5 = 15 vs AC 10: hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 B → A: Blow hit, immune to bludgeoning, 0 dealt, 0/10",
            "t2 A death save d20(10): 1 made, 0 failed",
        ]
    );
}

#[test]
fn poison_is_a_failure_each_turn_for_the_downed() {
    let scene = board("e A B")
        .unit('A', frail().with_amount(Status::Poisoned, 9, 2))
        .unit('B', recruit())
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([d20(12), d20(12), d20(12)]);
    assert_log!(
        scene.ticks(4),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A suffers from poison, 2 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 A death save d20(12): 1 made, 0 failed",
            "t2 A suffers from poison, 2 dealt, 0/10",
            "t2 A is hurt while down: 1 failed",
            "t3 A death save d20(12): 2 made, 1 failed",
            "t3 A suffers from poison, 2 dealt, 0/10",
            "t3 A is hurt while down: 2 failed",
            "t4 A death save d20(12): 3 made, 2 failed, stable",
            "t4 A suffers from poison, 2 dealt, 0/10",
            "t4 A is hurt while down: 1 failed, no longer stable",
        ]
    );
}

#[test]
fn the_statuses_of_the_downed_go_on_counting() {
    let scene = board("e A B")
        .unit('A', frail().with(Status::Rooted, 3))
        .unit('B', recruit())
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([d20(12), d20(12)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on B1",
            "t2 A death save d20(12): 1 made, 0 failed",
            "t3 A death save d20(12): 2 made, 0 failed",
            "t3 A is no longer rooted",
        ]
    );
}

#[test]
fn the_downed_can_be_shoved_and_webbed() {
    let scene = board(
        "
        B A e
        . . .
        . . .
    ",
    )
    .unit('A', frail())
    .unit(
        'B',
        recruit().gambits([
            once(shove())
                .on(Selector::NEAREST_ALLY)
                .when(an_ally_is_down()),
            once(web())
                .on(Selector::NEAREST_ALLY)
                .when(an_ally_is_down()),
        ]),
    )
    .unit('e', recruit().gambits([once(blow(10)), move_away()]))
    .rolls([d20(12), d20(12)]);
    let log = scene.ticks(3);
    assert!(
        log.lines.contains(&"t2 B shoves A B1 → C1".to_owned())
            && log.lines.contains(&"t3 A is rooted for 2".to_owned()),
        "{:#?}",
        log.lines
    );
}

#[test]
fn a_side_with_only_the_downed_has_lost() {
    let mut story = board("A e")
        .unit('A', frail())
        .unit('e', recruit().gambits([once(blow(10))]))
        .rolls([])
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t1 e → A: Blow hit, 10 dealt, 0/10",
            "t1 A goes down on A1",
            "t1 defeat",
        ]
    );
    assert!(matches!(story.unit('A').life, Life::Down { .. }));
}
