//! A wind-up is cancelled only by stun, shove, panic or falling.

use foretold_battle::testing::{
    RuleDraft, Scene, assert_log, attack, bash, blow, board, d, grapple, heavy_punch, howl,
    inflict, light_punch, mend, move_away, recruit, shove, strike, venom, web,
};
use foretold_battle::{Affliction, Amount, Check, DamageKind, Shove, SkillKind, Status, Strike};

use crate::common::FURTHEST_ENEMY;

/// e begins a heavy punch in tick 1; A uses the attack once, in that very tick.
fn disturbed_by(attack: RuleDraft) -> Scene {
    board(". A e")
        .unit('A', recruit().gambits([attack.cooldown(9)]))
        .unit('e', recruit().sanity(20).gambits([heavy_punch()]))
}

#[test]
fn nothing_else_cancels_a_wind_up() {
    let harmless_to_it = [
        ("a blow", light_punch()),
        ("a blow that almost kills", blow(99)),
        ("poison", venom()),
        ("a web", web()),
        ("a hold", grapple()),
        (
            "weakness",
            status(Affliction::new(Status::Weakened, 3).of(2)),
        ),
        ("dodging", status(Affliction::new(Status::Dodging, 3))),
        ("fear that leaves some sanity", strike_of_fear(19)),
    ];
    for (what, attack) in harmless_to_it {
        let mut story = disturbed_by(attack).story();
        story.ticks(2);
        let lines = story.log().lines;
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("t2 e → A: Heavy Punch hit")),
            "{what}: {lines:#?}"
        );
        assert!(!lines.iter().any(|line| line.contains(" loses ")), "{what}");
    }
}

fn status(affliction: Affliction) -> RuleDraft {
    inflict("Hex", affliction)
}

fn strike_of_fear(amount: i16) -> RuleDraft {
    howl().with(|skill| {
        if let SkillKind::Attack { strikes, .. } = &mut skill.deed {
            strikes[0].sanity = Some(Amount::flat(amount));
        }
    })
}

#[test]
fn confusion_does_not_cancel_a_wind_up_but_leads_it_astray() {
    // Of the eight neighbours of the aimed B1 five are on the board; e's own, C1, is left out.
    let scene = disturbed_by(status(Affliction::new(Status::Confused, 3))).rolls([d(4, 1)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on B1 (2 ticks)",
            "t1 A → e: Hex hit",
            "t1 e is confused for 3",
            "t2 e is confused: B1 becomes A1",
            "t2 e → A1: Heavy Punch whiffs",
        ]
    );
}

#[test]
fn a_stun_cancels_a_wind_up() {
    assert_log!(
        disturbed_by(bash()).ticks(4),
        [
            "t1 e winds up Heavy Punch on B1 (2 ticks)",
            "t1 A → e: Bash hit",
            "t1 e is stunned for 1",
            "t1 e loses Heavy Punch to a stun",
            "t2 e is no longer stunned",
            "t3 e winds up Heavy Punch on B1 (2 ticks)",
            "t4 e → A: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn a_shove_cancels_a_wind_up() {
    assert_log!(
        disturbed_by(shove()).ticks(2),
        [
            "t1 e winds up Heavy Punch on B1 (2 ticks)",
            "t1 A → e: Shove hit",
            "t1 A shoves e C1 → D1",
            "t1 e loses Heavy Punch to a shove",
        ]
    );
}

#[test]
fn a_shove_that_moves_nobody_cancels_nothing() {
    let scene = board(". A e #")
        .unit('A', recruit().gambits([shove().cooldown(9)]))
        .unit('e', recruit().gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on B1 (2 ticks)",
            "t1 A → e: Shove hit",
            "t1 A shoves e against the wall on D1",
            "t1 e suffers from a bump, 5 dealt, 95/100",
            "t2 e → A: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn panic_cancels_a_wind_up() {
    assert_log!(
        disturbed_by(strike_of_fear(20)).ticks(2),
        [
            "t1 e winds up Heavy Punch on B1 (2 ticks)",
            "t1 A → e: Howl hit",
            "t1 e sanity 20 → 0",
            "t1 e is panicked for 3",
            "t1 e loses Heavy Punch to panic",
            "t2 e moves C1 → D2",
        ]
    );
}

#[test]
fn falling_cancels_a_wind_up() {
    for cost in 2..=4 {
        let scene = board(
            "
            A e f
            ",
        )
        .unit('A', recruit().gambits([blow(100)]))
        .unit('e', recruit().gambits([heavy_punch().cost(cost)]))
        .unit('f', recruit());
        let wind_up = format!("t1 e winds up Heavy Punch on A1 ({cost} ticks)");
        assert_log!(
            scene.ticks(1),
            [
                wind_up.as_str(),
                "t1 A → e: Blow hit, 100 dealt, 0/100",
                "t1 e loses Heavy Punch to falling",
                "t1 e falls on B1",
            ]
        );
    }
}

#[test]
fn going_down_cancels_a_wind_up() {
    let scene = board("A e f")
        .unit('A', recruit().gambits([blow(100).cooldown(9)]))
        .unit(
            'e',
            recruit().downed_at_zero().gambits([heavy_punch().cost(3)]),
        )
        .unit('f', recruit())
        .rolls([d(20, 20)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e winds up Heavy Punch on A1 (3 ticks)",
            "t1 A → e: Blow hit, 100 dealt, 0/100",
            "t1 e loses Heavy Punch to falling",
            "t1 e goes down on B1",
            "t2 e death save d20(20): 1 made, 0 failed, back with 1 HP",
            "t2 e gets up, 1/100",
            "t3 e winds up Heavy Punch on A1 (3 ticks)",
        ]
    );
}

#[test]
fn a_blow_that_lands_in_this_tick_still_lands() {
    // The stun, the shove and the killing blow all come in the tick in which e's blow lands.
    let shoving = |name: &str, inflicts| {
        let hit = strike(Check::Sure, Amount::flat(100), DamageKind::Bludgeoning);
        attack(
            name,
            [Strike {
                inflicts,
                shoves: Some(Shove::Away),
                ..hit
            }],
        )
    };
    let all_at_once = shoving("Ram", Some(Affliction::new(Status::Stunned, 1))).cost(2);
    let scene = board(". A e")
        .unit('A', recruit().gambits([all_at_once]))
        .unit('e', recruit().gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Ram on C1 (2 ticks)",
            "t1 e winds up Heavy Punch on B1 (2 ticks)",
            "t2 A → e: Ram hit, 100 dealt, 0/100",
            "t2 e → A: Heavy Punch hit, 25 dealt, 75/100",
            "t2 e is stunned for 1",
            "t2 A shoves e C1 → D1",
            "t2 e falls on D1",
            "t2 victory",
        ]
    );
}

#[test]
fn two_who_stun_each_other_with_the_same_blow_both_land_it() {
    let scene = board("A e")
        .unit('A', recruit().gambits([bash().cost(2)]))
        .unit('e', recruit().gambits([bash().cost(2)]));
    assert_log!(
        scene.ticks(3),
        [
            "t1 A winds up Bash on B1 (2 ticks)",
            "t1 e winds up Bash on A1 (2 ticks)",
            "t2 A → e: Bash hit",
            "t2 e → A: Bash hit",
            "t2 e is stunned for 1",
            "t2 A is stunned for 1",
            "t3 A is no longer stunned",
            "t3 e is no longer stunned",
        ]
    );
}

#[test]
fn a_wind_up_of_help_is_cancelled_just_the_same() {
    let scene = board("B A e")
        .unit('A', recruit().hurt_to(50))
        .unit('B', recruit().gambits([mend().cost(2)]))
        .unit(
            'e',
            recruit().gambits([bash().range(2).on(FURTHEST_ENEMY).cooldown(9)]),
        );
    assert_log!(
        scene.ticks(2),
        [
            "t1 B winds up Mend on A (2 ticks)",
            "t1 e → B: Bash hit",
            "t1 B is stunned for 1",
            "t1 B loses Mend to a stun",
            "t2 B is no longer stunned",
        ]
    );
}

#[test]
fn a_target_that_leaves_does_not_cancel_a_wind_up() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch().cost(4)]))
        .unit('e', recruit().gambits([move_away()]));
    let mut story = scene.story();
    story.ticks(3);
    assert!(story.unit('A').wind_up().is_some());
    let lines = story.ticks(1).lines;
    assert_eq!(
        lines.last().map(String::as_str),
        Some("t4 A → B1: Heavy Punch whiffs")
    );
}
