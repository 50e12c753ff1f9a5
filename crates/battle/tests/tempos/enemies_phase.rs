//! The enemies' phase: each walks up and carries out the intent it shows (rules §6, §11).

use foretold_battle::testing::{
    RuleDraft, UnitDraft, assert_log, bash, block, blow, cell, d20, light_punch, lot, move_away,
    recruit, web,
};
use foretold_battle::{Intent, Status};

use crate::common::{FIRST, initiative, phases, whole_log};

fn named(name: &str, draft: RuleDraft) -> RuleDraft {
    draft.with(|skill| skill.name = name.to_owned())
}

/// 42 HP: Dark Bolt (40), Defend (30), Shadow Strike (30).
fn cultist() -> UnitDraft {
    recruit().hp(42).cards([
        (named("Dark Bolt", blow(6)).range(4).needs_sight(), 40),
        (named("Defend", block(8)), 30),
        (named("Shadow Strike", blow(9)), 30),
    ])
}

/// 30 HP: Bone Strike (50), Rattle (30), Guard (20).
fn skeleton() -> UnitDraft {
    recruit().hp(30).cards([
        (named("Bone Strike", blow(8)), 50),
        (named("Rattle", blow(5)), 30),
        (named("Guard", block(5)), 20),
    ])
}

#[test]
fn an_enemy_shows_its_intent_through_the_players_phase_carries_it_out_and_draws_anew() {
    let scene = phases("A e")
        .unit('A', recruit())
        .unit('e', cultist())
        .rolls([lot(100, 69), lot(100, 70), lot(100, 0)]);
    let mut story = scene.story();
    assert_eq!(story.battle.intent(story.id('e')), Some(Intent::Defend(8)));
    assert_log!(story.ticks(1), ["t1 round 1: the enemies' phase"]);
    assert_eq!(story.battle.intent(story.id('e')), Some(Intent::Defend(8)));
    assert_log!(
        story.ticks(2),
        [
            "t2 e raises block 8, now 8",
            "t2 e intends Shadow Strike (30 in 100)",
            "t3 round 2: the friends' phase",
        ]
    );
    let attack = Intent::Attack {
        damage: 9,
        strikes: 1,
    };
    assert_eq!(story.battle.intent(story.id('e')), Some(attack));
    assert_log!(
        story.ticks(3),
        [
            "t4 round 2: the enemies' phase",
            "t5 e → A: Shadow Strike hit, 9 dealt, 91/100",
            "t5 e intends Dark Bolt (40 in 100)",
            "t6 round 3: the friends' phase",
        ]
    );
    story.end();
}

#[test]
fn six_damage_against_four_block_leaves_two() {
    let scene = phases("A . e")
        .unit('A', recruit().gambits([block(4).cooldown(1)]))
        .unit('e', cultist())
        .rolls([lot(100, 39), lot(100, 40)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 A raises block 4, now 4",
            "t2 round 1: the enemies' phase",
            "t3 e → A: Dark Bolt hit, 4 blocked, 2 dealt, 98/100",
            "t3 e intends Defend (30 in 100)",
        ]
    );
}

#[test]
fn the_defence_of_8_stands_in_the_players_next_phase_and_is_gone_in_its_own() {
    let mut story = phases("A e")
        .unit('A', recruit().gambits([blow(5)]))
        .unit('e', cultist())
        .rolls([lot(100, 40), lot(100, 41), lot(100, 42)])
        .story();
    story.ticks(4);
    assert_eq!(story.unit('e').block, 8);
    assert_log!(
        story.ticks(2),
        [
            "t5 A → e: Blow hit, 5 blocked, 0 dealt, 32/42",
            "t6 A → e: Blow hit, 3 blocked, 2 dealt, 30/42",
            "t6 round 2: the enemies' phase",
        ]
    );
    assert_eq!(story.unit('e').block, 0);
    assert_log!(
        story.ticks(1),
        [
            "t7 e raises block 8, now 8",
            "t7 e intends Defend (30 in 100)",
        ]
    );
    story.end();
}

#[test]
fn what_is_left_of_block_does_not_add_up_over_rounds() {
    let mut story = phases("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(block(12), 1)]))
        .story();
    for _ in 0..3 {
        story.ticks(1);
        assert_eq!(story.unit('e').block, 0, "its phase begins");
        story.ticks(2);
        assert_eq!(story.unit('e').block, 12, "the friends' phase begins");
    }
}

#[test]
fn the_dead_do_not_act() {
    let scene = phases("A e . . f")
        .unit('A', recruit().gambits([blow(5)]))
        .unit('e', recruit().hp(5).cards([(blow(50), 1)]))
        .unit('f', recruit().cards([(block(3), 1)]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Blow hit, 5 dealt, 0/5",
            "t1 e falls on B1",
            "t2 round 1: the enemies' phase",
            "t3 f raises block 3, now 3",
            "t3 f intends Block (1 in 1)",
            "t4 round 2: the friends' phase",
        ]
    );
}

#[test]
fn several_enemies_act_in_slot_order_each_walking_and_acting_before_the_next() {
    let scene = phases(
        "
        . . . . f
        A . . . .
        . . . e .
    ",
    )
    .unit('A', recruit())
    .unit('e', skeleton())
    .unit('f', skeleton())
    .rolls([lot(100, 49), lot(100, 50), lot(100, 79), lot(100, 80)]);
    assert_log!(
        whole_log(&scene, 10),
        [
            "t0 round 1: the friends' phase",
            "t0 e intends Bone Strike (50 in 100)",
            "t0 f intends Rattle (30 in 100)",
            "t1 round 1: the enemies' phase",
            "t2 e moves D3 → C2",
            "t3 e moves C2 → B2",
            "t4 e → A: Bone Strike hit, 8 dealt, 92/100",
            "t4 e intends Rattle (30 in 100)",
            "t6 f moves E1 → D2",
            "t7 f moves D2 → C2",
            "t8 f moves C2 → B1",
            "t9 f → A: Rattle hit, 5 dealt, 87/100",
            "t9 f intends Guard (20 in 100)",
            "t10 round 2: the friends' phase",
        ]
    );
}

#[test]
fn an_enemy_out_of_reach_walks_up_to_its_speed_and_keeps_its_intent() {
    let mut story = phases("A . . . . . . e")
        .unit('A', recruit())
        .unit('e', recruit().speed(4).cards([(blow(7), 1), (block(3), 1)]))
        .rolls([lot(2, 0), lot(2, 1)])
        .story();
    let attack = Intent::Attack {
        damage: 7,
        strikes: 1,
    };
    assert_log!(
        story.ticks(6),
        [
            "t1 round 1: the enemies' phase",
            "t2 e moves H1 → G1",
            "t3 e moves G1 → F1",
            "t4 e moves F1 → E1",
            "t5 e moves E1 → D1",
            // One idle step: it has an action left and nothing to use it on.
            "t6 round 2: the friends' phase",
        ]
    );
    assert_eq!(story.battle.intent(story.id('e')), Some(attack));
    assert_log!(
        story.ticks(5),
        [
            "t7 round 2: the enemies' phase",
            "t8 e moves D1 → C1",
            "t9 e moves C1 → B1",
            "t10 e → A: Blow hit, 7 dealt, 93/100",
            "t10 e intends Block (1 in 2)",
            "t11 round 3: the friends' phase",
        ]
    );
    story.end();
}

#[test]
fn an_enemy_has_one_action_however_few_cells_it_walked() {
    let scene = phases("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(blow(7), 1)]))
        .house(|house| house.action_points = 5);
    assert_log!(
        scene.ticks(3),
        [
            "t1 round 1: the enemies' phase",
            "t2 e → A: Blow hit, 7 dealt, 93/100",
            "t2 e intends Blow (1 in 1)",
            "t3 round 2: the friends' phase",
        ]
    );
}

#[test]
fn an_enemys_heavy_blow_needs_its_whole_turn() {
    let scene = phases("A . e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(blow(20).cost(2), 1)]));
    assert_log!(
        scene.ticks(5),
        [
            "t1 round 1: the enemies' phase",
            "t2 e moves C1 → B1",
            "t3 round 2: the friends' phase",
            "t4 round 2: the enemies' phase",
            "t5 e → A: Blow hit, 20 dealt, 80/100",
            "t5 round 3: the friends' phase",
            "t5 e intends Blow (1 in 1)",
        ]
    );
}

#[test]
fn the_target_is_chosen_anew_when_it_acts() {
    // A runs away from the shown intent, and B is nearer by then.
    let scene = phases(
        "
        . . . . B
        . . A e .
    ",
    )
    .unit('A', recruit().speed(2).gambits([move_away()]))
    .unit('B', recruit())
    .unit('e', recruit().cards([(blow(7), 1)]));
    let mut story = scene.story();
    story.ticks(6);
    assert_eq!((story.unit('A').hp, story.unit('B').hp), (100, 93));
}

#[test]
fn a_stunned_enemy_keeps_its_intent() {
    let mut story = phases("A e")
        .unit('A', recruit().gambits([bash().cooldown(3)]))
        .unit('e', recruit().cards([(blow(7), 1), (block(3), 1)]))
        .rolls([lot(2, 0), lot(2, 1)])
        .story();
    assert_log!(
        story.ticks(5),
        [
            "t1 A → e: Bash hit",
            "t1 e is stunned for 1",
            "t2 round 1: the enemies' phase",
            "t3 e is no longer stunned",
            "t3 round 2: the friends' phase",
            "t4 round 2: the enemies' phase",
            "t5 e → A: Blow hit, 7 dealt, 93/100",
            "t5 e intends Block (1 in 2)",
        ]
    );
    story.end();
}

#[test]
fn a_rooted_enemy_keeps_its_intent_and_its_cell() {
    let mut story = phases("A . . e")
        .unit('A', recruit().gambits([web().cooldown(9)]))
        .unit('e', recruit().cards([(blow(7), 1)]))
        .story();
    assert_log!(
        story.ticks(5),
        [
            "t1 A → e: Web hit",
            "t1 e is rooted for 2",
            "t2 round 1: the enemies' phase",
            "t3 round 2: the friends' phase",
            "t4 round 2: the enemies' phase",
            "t5 e is no longer rooted",
            "t5 round 3: the friends' phase",
        ]
    );
    assert_eq!(story.unit('e').cell, cell("D1"));
    assert!(!story.unit('e').has(Status::Rooted));
    assert_eq!(story.unit('e').card, Some(0));
}

#[test]
fn in_initiative_an_enemy_carries_out_its_intent_in_its_own_turn() {
    let scene = initiative("A . e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', skeleton().initiative(FIRST))
        .rolls([d20(1), d20(1), lot(100, 0), lot(100, 99)]);
    assert_log!(
        scene.ticks(4),
        [
            "t1 e moves C1 → B1",
            "t2 e → A: Bone Strike hit, 8 dealt, 92/100",
            "t2 e intends Guard (20 in 100)",
            "t3 round 1: A's turn",
            "t4 A → e: Light Punch hit, 10 dealt, 20/30",
        ]
    );
}

#[test]
fn once_it_has_acted_an_enemy_stays_where_it_is_whatever_it_intends_next() {
    let mut story = phases("A . . . e")
        .unit('A', recruit())
        .unit('e', cultist().speed(2))
        .rolls([lot(100, 0), lot(100, 99)])
        .story();
    assert_log!(
        story.ticks(5),
        [
            "t1 round 1: the enemies' phase",
            "t2 e → A: Dark Bolt hit, 6 dealt, 94/100",
            "t2 e intends Shadow Strike (30 in 100)",
            "t3 round 2: the friends' phase",
            "t4 round 2: the enemies' phase",
            "t5 e moves E1 → D1",
        ]
    );
    story.end();
}
