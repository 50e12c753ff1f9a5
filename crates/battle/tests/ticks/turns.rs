//! Turns: in ticks everyone has one every tick, and durations and cooldowns count them.

use foretold_battle::brain::{Test, Why, WhyNot};
use foretold_battle::testing::{
    Scene, assert_log, bash, blow, board, dodge, heavy_punch, inflict, light_punch, move_away,
    move_towards, recruit, venom, web,
};
use foretold_battle::{Affliction, Happening, Status, Terrain};

#[test]
fn a_duration_does_not_count_the_turn_in_which_it_began() {
    let scene = board("A e")
        .unit('A', recruit().gambits([web().cooldown(9)]))
        .unit('e', recruit().gambits([move_away()]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Web hit",
            "t1 e moves B1 → C2",
            "t1 e is rooted for 2",
            "t3 e is no longer rooted",
            "t4 e moves C2 → D2",
        ]
    );
}

#[test]
fn a_status_of_n_turns_lasts_n_turns() {
    for turns in 1..=4 {
        let hex = inflict("Hex", Affliction::new(Status::Stunned, turns));
        let scene = board("A e")
            .unit('A', recruit().gambits([hex.cooldown(99)]))
            .unit('e', recruit().gambits([light_punch()]));
        let mut story = scene.story();
        story.ticks(10);
        let lines = story.log().lines;
        let punches = lines.iter().filter(|line| line.contains("e → A")).count();
        assert_eq!(punches, 10 - usize::from(turns), "{lines:#?}");
        let ended = format!("t{} e is no longer stunned", turns + 1);
        assert!(lines.contains(&ended), "{lines:#?}");
    }
}

#[test]
fn a_status_from_before_the_battle_counts_from_the_first_turn() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().with(Status::Stunned, 2).gambits([light_punch()]),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t2 A is no longer stunned",
            "t3 A → e: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn dodging_also_lasts_through_the_turn_after_the_one_in_which_it_began() {
    let scene = board("A . e")
        .unit('A', recruit().gambits([dodge().cooldown(9)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        ["t1 A is dodging for 1", "t2 A is no longer dodging"]
    );
}

#[test]
fn a_status_given_again_starts_its_turns_anew() {
    let scene = board("A e")
        .unit('A', recruit().gambits([bash().cooldown(1)]))
        .unit('e', recruit().gambits([light_punch()]));
    assert_log!(
        scene.ticks(5),
        [
            "t1 A → e: Bash hit",
            "t1 e → A: Light Punch hit, 10 dealt, 90/100",
            "t1 e is stunned for 1",
            "t2 e is no longer stunned",
            "t3 A → e: Bash hit",
            "t3 e → A: Light Punch hit, 10 dealt, 80/100",
            "t3 e is stunned for 1",
            "t4 e is no longer stunned",
            "t5 A → e: Bash hit",
            "t5 e → A: Light Punch hit, 10 dealt, 70/100",
            "t5 e is stunned for 1",
        ]
    );
    let every_tick = board("A e")
        .unit('A', recruit().gambits([bash()]))
        .unit('e', recruit().gambits([light_punch()]));
    let mut story = every_tick.story();
    story.ticks(10);
    assert_eq!(story.unit('A').hp, 90, "e never wakes up again");
}

#[test]
fn poison_for_n_turns_bites_n_times() {
    let scene = board("A e")
        .unit('A', recruit().gambits([venom().cooldown(9)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Venom hit",
            "t1 e is poisoned 3 for 2",
            "t2 e suffers from poison, 3 dealt, 97/100",
            "t3 e suffers from poison, 3 dealt, 94/100",
            "t3 e is no longer poisoned",
        ]
    );
}

#[test]
fn a_hazard_hurts_at_the_end_of_every_turn() {
    let scene = board("A . e")
        .terrain("A1", Terrain::Hazard(5))
        .unit(
            'A',
            recruit().with(Status::Stunned, 1).gambits([move_towards()]),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A suffers from a hazard, 5 dealt, 95/100",
            "t1 A is no longer stunned",
            "t2 A moves A1 → B1",
        ]
    );
}

/// The ticks in which A strikes, of the first dozen.
fn ticks_of_strikes(scene: &Scene) -> Vec<u32> {
    let mut story = scene.story();
    story.ticks(12);
    let strikes = story.events.iter().filter(|event| {
        matches!(event.what, Happening::Struck(ref struck)
            if struck.by == story.id('A'))
    });
    strikes.map(|event| event.tick).collect()
}

#[test]
fn after_a_cooldown_of_n_a_skill_rests_for_n_turns() {
    let cases: [(u8, &[u32]); 4] = [
        (0, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        (1, &[1, 3, 5, 7, 9, 11]),
        (2, &[1, 4, 7, 10]),
        (3, &[1, 5, 9]),
    ];
    for (cooldown, ticks) in cases {
        let scene = board("A e")
            .unit('A', recruit().gambits([blow(1).cooldown(cooldown)]))
            .unit('e', recruit());
        assert_eq!(ticks_of_strikes(&scene), ticks, "cooldown {cooldown}");
    }
}

#[test]
fn a_cooldown_begins_when_a_heavy_strike_lands() {
    // Wound up in 1, landed in 2, rests in 3 and 4, wound up in 5.
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(1).cost(2).cooldown(2)]))
        .unit('e', recruit());
    assert_eq!(ticks_of_strikes(&scene), [2, 6, 10]);
}

#[test]
fn a_cooldown_shows_how_many_turns_are_left() {
    let scene = board("A e")
        .unit('A', recruit().gambits([light_punch().cooldown(2)]))
        .unit('e', recruit());
    let mut story = scene.story();
    let mut refusals = Vec::new();
    for _ in 0..4 {
        let Why::Gambit(reports) = story.decision('A').why else {
            panic!("A follows rules");
        };
        refusals.push(reports[0].refusal);
        story.ticks(1);
    }
    let rests = |turns| Some(WhyNot::Cooldown { turns });
    assert_eq!(refusals, [None, rests(2), rests(1), None]);
}

#[test]
fn the_next_rule_is_tried_while_a_skill_rests() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([blow(30).cooldown(1), light_punch()]),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Blow hit, 30 dealt, 70/100",
            "t2 A → e: Light Punch hit, 10 dealt, 60/100",
            "t3 A → e: Blow hit, 30 dealt, 30/100",
        ]
    );
}

#[test]
fn a_whiff_costs_its_cooldown_too() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([heavy_punch().range(11).cooldown(2)]),
        )
        .unit(
            'e',
            recruit().gambits([move_away().when(Test::MyCellTargeted)]),
        );
    assert_log!(
        scene.ticks(5),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t2 e moves B1 → C2",
            "t2 A → B1: Heavy Punch whiffs",
            "t5 A winds up Heavy Punch on C2 (2 ticks)",
        ]
    );
}

#[test]
fn a_broken_wind_up_costs_no_cooldown() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch().cooldown(5)]))
        .unit('e', recruit().gambits([bash().cooldown(9)]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e → A: Bash hit",
            "t1 A is stunned for 1",
            "t1 A loses Heavy Punch to a stun",
            "t2 A is no longer stunned",
            "t3 A winds up Heavy Punch on B1 (2 ticks)",
            "t4 A → e: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn a_wind_up_broken_in_its_second_tick_costs_no_cooldown_either() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch().cost(3).cooldown(5)]))
        .unit('e', recruit().gambits([bash().cost(2).cooldown(9)]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 A winds up Heavy Punch on B1 (3 ticks)",
            "t1 e winds up Bash on A1 (2 ticks)",
            "t2 e → A: Bash hit",
            "t2 A is stunned for 1",
            "t2 A loses Heavy Punch to a stun",
            "t3 A is no longer stunned",
            "t4 A winds up Heavy Punch on B1 (3 ticks)",
        ]
    );
}

#[test]
fn a_stunned_unit_has_its_turn_all_the_same() {
    // Tick 1 strikes and is stunned; its cooldown of 3 counts the stunned turns 2 and 3 as well.
    let long_bash = inflict("Bash", Affliction::new(Status::Stunned, 2)).cooldown(99);
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(1).cooldown(3)]))
        .unit('e', recruit().gambits([long_bash]));
    assert_eq!(ticks_of_strikes(&scene), [1, 5, 9]);
}

#[test]
fn a_wind_up_counts_down_the_cooldowns_of_other_skills() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([blow(1).cooldown(2), heavy_punch().cost(3)]),
        )
        .unit('e', recruit());
    assert_eq!(ticks_of_strikes(&scene), [1, 4, 5, 8, 9, 12]);
}
