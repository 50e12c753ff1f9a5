//! Cooldowns: a skill rests for some turns after it was carried out (rules §4, §5).

use foretold_battle::testing::{
    assert_log, bash, blow, board, guard, heavy_punch, light_punch, mend, move_away, recruit,
};
use foretold_battle::{Why, WhyNot};

use crate::common::once;

#[test]
fn a_cooldown_of_n_keeps_a_skill_from_the_next_n_turns() {
    for turns in [0, 1, 3] {
        let log = board("A e")
            .unit('A', recruit().gambits([blow(1).cooldown(turns)]))
            .unit('e', recruit())
            .ticks(9);
        let ticks: Vec<String> = log
            .lines
            .iter()
            .filter_map(|line| line.split(' ').next().map(str::to_owned))
            .collect();
        let expected: Vec<String> = (1..=9)
            .step_by(usize::from(turns) + 1)
            .map(|tick| format!("t{tick}"))
            .collect();
        assert_eq!(ticks, expected);
    }
}

#[test]
fn the_reason_says_how_many_turns_it_still_rests() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([blow(1).cooldown(2)]))
        .unit('e', recruit())
        .story();
    for left in [None, Some(2), Some(1), None] {
        let Why::Gambit(rules) = story.decision('A').why else {
            panic!("a gambit brain");
        };
        assert_eq!(
            rules[0].refusal,
            left.map(|turns| WhyNot::Cooldown { turns })
        );
        story.ticks(1);
    }
}

#[test]
fn the_cooldown_of_a_heavy_strike_begins_when_it_lands() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch().cooldown(1)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(5),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t4 A winds up Heavy Punch on B1 (2 ticks)",
            "t5 A → e: Heavy Punch hit, 25 dealt, 50/100",
        ]
    );
}

#[test]
fn a_broken_wind_up_costs_no_cooldown() {
    let scene = board("A e")
        .unit('A', recruit().gambits([once(bash())]))
        .unit('e', recruit().gambits([once(heavy_punch())]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t1 A → e: Bash hit",
            "t1 e is stunned for 1",
            "t1 e loses Heavy Punch to a stun",
            "t2 e is no longer stunned",
            "t3 e winds up Heavy Punch on A1 (2 ticks)",
            "t4 e → A: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn a_whiff_costs_its_cooldown() {
    let scene = board("A e .")
        .unit('A', recruit().gambits([once(heavy_punch())]))
        .unit('e', recruit().gambits([move_away()]));
    let log = scene.ticks(6);
    let punches = log.lines.iter().filter(|line| line.contains("Heavy Punch"));
    assert_eq!(
        punches.collect::<Vec<_>>(),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t2 A → B1: Heavy Punch whiffs",
        ]
    );
}

#[test]
fn cooldowns_count_while_their_owner_is_stunned_or_winds_up_something_else() {
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(1).cooldown(2), heavy_punch()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Blow hit, 1 dealt, 99/100",
            "t2 A winds up Heavy Punch on B1 (2 ticks)",
            "t3 A → e: Heavy Punch hit, 25 dealt, 74/100",
            "t4 A → e: Blow hit, 1 dealt, 73/100",
        ]
    );
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(1).cooldown(2)]))
        .unit('e', recruit().gambits([once(bash())]));
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Blow hit, 1 dealt, 99/100",
            "t1 e → A: Bash hit",
            "t1 A is stunned for 1",
            "t2 A is no longer stunned",
            "t4 A → e: Blow hit, 1 dealt, 98/100",
        ]
    );
}

#[test]
fn each_skill_and_each_unit_rests_on_its_own() {
    let pair = || recruit().gambits([once(light_punch()), once(blow(1))]);
    let scene = board("A e B")
        .unit('A', pair())
        .unit('B', pair())
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t1 B → e: Light Punch hit, 10 dealt, 80/100",
            "t2 A → e: Blow hit, 1 dealt, 79/100",
            "t2 B → e: Blow hit, 1 dealt, 78/100",
        ]
    );
}

#[test]
fn help_has_cooldowns_too() {
    let scene = board("A B . e")
        .unit(
            'A',
            recruit().gambits([mend().cooldown(1), guard().cooldown(3)]),
        )
        .unit('B', recruit().hurt_to(10))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A heals B by 15, 25/100",
            "t2 A raises block 8, now 8",
            "t3 A heals B by 15, 40/100",
        ]
    );
}

#[test]
fn a_card_brain_waits_for_its_skill_and_keeps_the_card() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(blow(1).cooldown(2), 1)]));
    let log = scene.ticks(5);
    let blows: Vec<&String> = log
        .lines
        .iter()
        .filter(|line| line.contains("→ A"))
        .collect();
    assert_eq!(
        blows,
        [
            "t1 e → A: Blow hit, 1 dealt, 99/100",
            "t4 e → A: Blow hit, 1 dealt, 98/100",
        ]
    );
}
