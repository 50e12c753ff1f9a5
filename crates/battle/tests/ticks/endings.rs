//! How a battle ends: victory, defeat, and draws with their reason.

use foretold_battle::testing::{
    assert_log, blow, board, d20, heavy_punch, light_punch, lot, mend, recruit,
};
use foretold_battle::{DrawReason, Faction, HouseRules, Outcome, Phase, Selector, Silent, Status};

#[test]
fn no_enemy_with_hp_is_a_victory() {
    let scene = board("A e . f")
        .unit('A', recruit().gambits([blow(100)]))
        .unit('e', recruit())
        .unit('f', recruit().with_amount(Status::Poisoned, 9, 50));
    let mut story = scene.story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Blow hit, 100 dealt, 0/100",
            "t1 f suffers from poison, 50 dealt, 50/100",
            "t1 e falls on B1",
        ]
    );
    assert_eq!(story.battle.outcome(), None);
    assert_log!(
        story.ticks(1),
        [
            "t2 f suffers from poison, 50 dealt, 0/100",
            "t2 f falls on D1",
            "t2 victory",
        ]
    );
    assert_eq!(story.battle.outcome(), Some(Outcome::Victory));
    assert_eq!(Outcome::Victory.winner(), Some(Faction::Friendly));
}

#[test]
fn no_friend_with_hp_is_a_defeat() {
    let scene = board("A e")
        .unit('A', recruit().hp(10).gambits([light_punch()]))
        .unit('e', recruit().gambits([light_punch()]));
    let mut story = scene.story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t1 e → A: Light Punch hit, 10 dealt, 0/10",
            "t1 A falls on A1",
            "t1 defeat",
        ]
    );
    assert_eq!(story.battle.outcome(), Some(Outcome::Defeat));
    assert_eq!(Outcome::Defeat.winner(), Some(Faction::Enemy));
}

#[test]
fn a_side_that_only_lies_on_the_ground_has_lost() {
    let scene = board("A e")
        .unit('A', recruit().hp(10).downed_at_zero())
        .unit('e', recruit().gambits([light_punch()]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e → A: Light Punch hit, 10 dealt, 0/10",
            "t1 A goes down on A1",
            "t1 defeat",
        ]
    );
}

#[test]
fn both_sides_gone_in_the_same_tick_is_a_draw_whatever_step_it_was() {
    // e dies of a quick strike, A of poison at the very end of the tick.
    let scene = board("A e")
        .unit(
            'A',
            recruit()
                .hp(5)
                .with_amount(Status::Poisoned, 1, 5)
                .gambits([blow(100)]),
        )
        .unit('e', recruit());
    let mut story = scene.story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Blow hit, 100 dealt, 0/100",
            "t1 A suffers from poison, 5 dealt, 0/5",
            "t1 A is no longer poisoned",
            "t1 A falls on A1",
            "t1 e falls on B1",
            "t1 draw: the last of both sides fell together",
        ]
    );
    let outcome = story.battle.outcome();
    assert_eq!(outcome, Some(Outcome::Draw(DrawReason::BothFell)));
    assert_eq!(outcome.and_then(Outcome::winner), None);
}

#[test]
fn a_heal_in_the_same_tick_saves_from_defeat() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().hurt_to(10).gambits([mend().on(Selector::OWN)]),
        )
        .unit('e', recruit().gambits([light_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e → A: Light Punch hit, 10 dealt, 0/100",
            "t1 A heals A by 15, 15/100",
            "t2 e → A: Light Punch hit, 10 dealt, 5/100",
            "t2 A heals A by 15, 20/100",
        ]
    );
}

#[test]
fn the_outcome_is_judged_when_the_tick_is_over_and_not_before() {
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(100)]))
        .unit('e', recruit());
    let mut story = scene.story();
    for phase in Phase::ALL {
        assert_eq!(story.battle.outcome(), None, "before {phase:?}");
        assert!(story.unit('e').is_up(), "before {phase:?}");
        story.run(phase);
    }
    assert_eq!(story.battle.outcome(), Some(Outcome::Victory));
    assert!(!story.unit('e').is_up());
}

#[test]
fn the_limit_is_500_ticks() {
    assert_eq!(HouseRules::default().max_ticks, 500);
    let mut battle = board("A e")
        .unit('A', recruit())
        .unit('e', recruit())
        .start(1);
    let outcome = battle.play(&mut Silent);
    assert_eq!(outcome, Outcome::Draw(DrawReason::TimeLimit));
    assert_eq!(battle.tick(), 500);
}

#[test]
fn a_battle_that_reaches_the_limit_is_a_draw() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit('e', recruit())
        .house(|house| house.max_ticks = 3);
    let mut story = scene.story();
    assert_log!(story.ticks(2), []);
    assert_log!(story.ticks(1), ["t3 draw: the battle took too long"]);
    assert_eq!(
        story.battle.outcome(),
        Some(Outcome::Draw(DrawReason::TimeLimit))
    );
}

#[test]
fn a_victory_in_the_last_tick_is_a_victory() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', recruit().hp(25))
        .house(|house| house.max_ticks = 2);
    let lines = scene.ticks(2).lines;
    assert_eq!(lines.last().map(String::as_str), Some("t2 victory"));
}

#[test]
fn falling_together_in_the_last_tick_is_reported_as_such() {
    let scene = board("A e")
        .unit('A', recruit().hp(10).gambits([light_punch()]))
        .unit('e', recruit().hp(10).gambits([light_punch()]))
        .house(|house| house.max_ticks = 1);
    let lines = scene.ticks(1).lines;
    assert_eq!(
        lines.last().map(String::as_str),
        Some("t1 draw: the last of both sides fell together")
    );
}

#[test]
fn the_last_friend_on_its_feet_keeps_the_downed_in_the_battle() {
    let scene = board(
        "
        A e .
        . . .
        . . .
        . . B
        ",
    )
    .unit('A', recruit().hp(10).downed_at_zero())
    .unit('B', recruit())
    .unit('e', recruit().gambits([light_punch()]))
    .rolls([d20(10), d20(9)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e → A: Light Punch hit, 10 dealt, 0/10",
            "t1 A goes down on A1",
            "t2 A death save d20(10): 1 made, 0 failed",
            "t3 A death save d20(9): 1 made, 1 failed",
        ]
    );
}

#[test]
fn the_last_to_fall_draws_no_further_intents() {
    let scene = board("A e")
        .unit('A', recruit().hp(10))
        .unit('e', recruit().cards([(light_punch(), 1)]))
        .rolls([lot(1, 0)]);
    let mut story = scene.story();
    story.ticks(1);
    assert_log!(
        story.log(),
        [
            "t0 e intends Light Punch (1 in 1)",
            "t1 e → A: Light Punch hit, 10 dealt, 0/10",
            "t1 A falls on A1",
            "t1 defeat",
        ]
    );
    story.end();
}
