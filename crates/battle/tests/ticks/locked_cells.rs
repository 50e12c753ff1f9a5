//! Hostile skills lock a cell and hit the unit that stands there; helpful ones follow the unit.

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    RuleDraft, Scene, aid, aimed_shot, assert_log, attack, blow, board, d100, dodge, heavy_punch,
    light_punch, mend, move_away, move_towards, recruit, strike,
};
use foretold_battle::{Action, Affliction, Aid, Amount, Check, DamageKind, Selector, Status};

use crate::common::FURTHEST_ENEMY;

#[test]
fn a_light_punch_hits_one_who_walks_away() {
    let scene = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().gambits([move_away()]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t1 e moves B1 → C2",
        ]
    );
}

#[test]
fn a_heavy_punch_misses_one_who_saw_it_coming() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit(
            'e',
            recruit().gambits([move_away().when(Test::MyCellTargeted)]),
        );
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t2 e moves B1 → C2",
            "t2 A → B1: Heavy Punch whiffs",
        ]
    );
}

#[test]
fn a_heavy_punch_hits_one_who_did_not_see_it_coming() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', recruit().gambits([light_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e → A: Light Punch hit, 10 dealt, 90/100",
            "t2 e → A: Light Punch hit, 10 dealt, 80/100",
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn a_locked_cell_is_not_changed_by_a_target_that_comes_back() {
    // e leaves in tick 1 and is back in tick 2: the blow of cost 3 finds it there.
    let scene = board(
        "
        A e .
        # # #
        ",
    )
    .unit('A', recruit().gambits([blow(25).cost(3)]))
    .unit(
        'e',
        recruit().gambits([move_away().when(Test::EnemyInRange(1)), move_towards()]),
    );
    assert_log!(
        scene.ticks(3),
        [
            "t1 A winds up Blow on B1 (3 ticks)",
            "t1 e moves B1 → C1",
            "t2 e moves C1 → B1",
            "t3 e moves B1 → C1",
            "t3 A → B1: Blow whiffs",
        ]
    );
}

/// A dodges what it sees coming, and B, which waits behind it in a dead end, steps into its place.
fn stepping_in_front(blow: RuleDraft) -> Scene {
    board(
        "
        . # .
        B A e
        . # .
        # # .
        ",
    )
    .unit(
        'A',
        recruit().gambits([move_away().when(Test::MyCellTargeted)]),
    )
    .unit('B', recruit().gambits([move_towards()]))
    .unit('e', recruit().gambits([blow]))
}

#[test]
fn stepping_in_front_of_a_friend_takes_the_blow_for_it() {
    assert_log!(
        stepping_in_front(heavy_punch()).ticks(2),
        [
            "t1 e winds up Heavy Punch on B2 (2 ticks)",
            "t1 B stays on A2, not B2: A stands there",
            "t2 A moves B2 → A1",
            "t2 B moves A2 → B2",
            "t2 e → B: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

/// Three strikes in one action of cost 2.
fn flurry() -> RuleDraft {
    let fist = |amount| strike(Check::Sure, Amount::flat(amount), DamageKind::Bludgeoning);
    attack("Flurry", [fist(4), fist(5), fist(6)]).cost(2)
}

#[test]
fn all_strikes_of_a_multiattack_go_to_the_one_locked_cell() {
    assert_log!(
        stepping_in_front(flurry()).ticks(2),
        [
            "t1 e winds up Flurry on B2 (2 ticks)",
            "t1 B stays on A2, not B2: A stands there",
            "t2 A moves B2 → A1",
            "t2 B moves A2 → B2",
            "t2 e → B: Flurry hit, 4 dealt, 96/100",
            "t2 e → B: Flurry hit, 5 dealt, 91/100",
            "t2 e → B: Flurry hit, 6 dealt, 85/100",
        ]
    );
}

#[test]
fn a_multiattack_into_an_empty_cell_whiffs_once() {
    let scene = board("A e").unit('A', recruit().gambits([flurry()])).unit(
        'e',
        recruit().gambits([move_away().when(Test::MyCellTargeted)]),
    );
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Flurry on B1 (2 ticks)",
            "t2 e moves B1 → C2",
            "t2 A → B1: Flurry whiffs",
        ]
    );
}

#[test]
fn making_an_enemy_hit_his_own_is_a_move() {
    // f wants to get at B, and A's cell is the only way.
    let scene = board(
        "
        . # . .
        f A e B
        . # . .
        # # . .
        ",
    )
    .unit(
        'A',
        recruit().gambits([move_away().when(Test::MyCellTargeted)]),
    )
    .unit('B', recruit())
    .unit('e', recruit().gambits([heavy_punch()]))
    .unit('f', recruit().gambits([move_towards().on(FURTHEST_ENEMY)]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on B2 (2 ticks)",
            "t1 f stays on A2, not B2: A stands there",
            "t2 A moves B2 → C3",
            "t2 f moves A2 → B2",
            "t2 e → f: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn the_cell_of_one_who_fell_meanwhile_is_empty() {
    let scene = board(
        "
        A e B
        . . .
        . f .
        ",
    )
    .unit('A', recruit().gambits([heavy_punch()]))
    .unit('B', recruit().gambits([light_punch()]))
    .unit('e', recruit().hp(10))
    .unit('f', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 B → e: Light Punch hit, 10 dealt, 0/10",
            "t1 e falls on B1",
            "t2 A → B1: Heavy Punch whiffs",
        ]
    );
}

#[test]
fn who_is_at_0_hp_stands_there_until_the_tick_is_over() {
    let scene = board("A e B")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('B', recruit().gambits([light_punch()]))
        .unit('e', recruit().hp(10));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 0/10",
            "t1 B → e: Light Punch hit, 10 dealt, 0/10",
            "t1 e falls on B1",
            "t1 victory",
        ]
    );
}

#[test]
fn help_follows_the_unit_even_out_of_range() {
    let scene = board("B . . A . . . e")
        .unit('A', recruit().hurt_to(50).gambits([move_towards()]))
        .unit('B', recruit().gambits([mend().cost(2)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 B winds up Mend on A (2 ticks)",
            "t1 A moves D1 → E1",
            "t2 A moves E1 → F1",
            "t2 B heals A by 15, 65/100",
        ]
    );
}

#[test]
fn block_and_statuses_follow_the_unit_as_well() {
    let bless = aid(
        "Bless",
        Selector::NEAREST_ALLY,
        Aid {
            block: Some(5),
            grants: Some(Affliction::new(Status::Strengthened, 3).of(2)),
            ..Aid::default()
        },
    );
    let scene = board("B A . . . e")
        .unit('A', recruit().gambits([move_towards()]))
        .unit('B', recruit().gambits([bless.cost(2)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 B winds up Bless on A (2 ticks)",
            "t1 A moves B1 → C1",
            "t2 B gives A block 5, now 5",
            "t2 A moves C1 → D1",
            "t2 A is strengthened 2 for 3",
        ]
    );
}

#[test]
fn help_for_one_who_fell_meanwhile_goes_to_nobody() {
    let scene = board("B A e")
        .unit('A', recruit().hp(10))
        .unit('B', recruit().gambits([mend().cost(2)]))
        .unit('e', recruit().gambits([light_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 B winds up Mend on A (2 ticks)",
            "t1 e → A: Light Punch hit, 10 dealt, 0/10",
            "t1 A falls on B1",
            "t2 B: Mend helps nobody",
        ]
    );
}

#[test]
fn the_chance_to_hit_is_computed_when_the_strike_lands() {
    let scene = board("A . . e")
        .unit('A', recruit().gambits([aimed_shot().cost(2)]))
        .unit('e', recruit().gambits([dodge().when(Test::MyCellTargeted)]))
        .rolls([d100(26)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Aimed Shot on D1 (2 ticks)",
            "t2 e is dodging for 1",
            "t2 A → e: Aimed Shot 25% (75 −30 −20) rolled 26 miss",
        ]
    );
}

#[test]
fn range_and_sight_are_checked_when_deciding() {
    // A door of units: in tick 2 B stands in the line, and the shot lands all the same.
    let scene = board(
        "
        # # B # #
        A . . . e
        # # # # #
        ",
    )
    .unit('A', recruit().gambits([aimed_shot().cost(2)]))
    .unit('B', recruit().gambits([move_towards()]))
    .unit('e', recruit())
    .house(|house| house.units_block_sight = true)
    .rolls([d100(35)]);
    let mut story = scene.story();
    assert_log!(
        story.ticks(2),
        [
            "t1 A winds up Aimed Shot on E2 (2 ticks)",
            "t1 B moves C1 → D2",
            "t2 A → e: Aimed Shot 35% (75 −40) rolled 35 hit, 5 dealt, 95/100",
        ]
    );
    assert_eq!(
        story.decision('A').action,
        Action::Idle,
        "B stands in the line of sight now"
    );
    story.end();
}
