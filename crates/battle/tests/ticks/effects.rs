//! Step 5: heals, statuses, shoves, death saves, poison and hazards, in this order.

use foretold_battle::testing::{
    RuleDraft, assert_log, attack, blow, board, d20, heavy_punch, light_punch, mend, recruit,
    shove, web,
};
use foretold_battle::{Affliction, Shove, Status, Strike, Terrain};

#[test]
fn a_heal_in_the_same_tick_saves() {
    let scene = board("B A e")
        .unit('B', recruit().gambits([mend()]))
        .unit('A', recruit().hurt_to(10))
        .unit('e', recruit().gambits([light_punch()]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e → A: Light Punch hit, 10 dealt, 0/100",
            "t1 B heals A by 15, 15/100",
        ]
    );
}

#[test]
fn a_heal_in_the_same_tick_saves_from_a_heavy_strike_too() {
    let scene = board("B A e")
        .unit('B', recruit().gambits([mend().cost(2)]))
        .unit('A', recruit().hurt_to(25))
        .unit('e', recruit().gambits([heavy_punch()]));
    assert_log!(
        scene.ticks(2),
        [
            "t1 B winds up Mend on A (2 ticks)",
            "t1 e winds up Heavy Punch on B1 (2 ticks)",
            "t2 e → A: Heavy Punch hit, 25 dealt, 0/100",
            "t2 B heals A by 15, 15/100",
        ]
    );
}

#[test]
fn hp_never_goes_below_0_or_above_its_maximum() {
    let scene = board("B A e")
        .unit('B', recruit().hurt_to(95).gambits([mend()]))
        .unit('A', recruit().hurt_to(5).gambits([mend()]))
        .unit('e', recruit().gambits([blow(50)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e → A: Blow hit, 50 dealt, 0/100",
            "t1 B heals A by 15, 15/100",
            "t1 A heals B by 15, 100/100",
        ]
    );
}

#[test]
fn poison_and_hazards_come_too_late_to_be_healed() {
    let scene = board("B A e")
        .unit('B', recruit().gambits([mend()]))
        .unit(
            'A',
            recruit()
                .hp(20)
                .hurt_to(17)
                .with_amount(Status::Poisoned, 5, 16),
        )
        .terrain("B1", Terrain::Hazard(4))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 B heals A by 15, 20/20",
            "t1 A suffers from poison, 16 dealt, 4/20",
            "t1 A suffers from a hazard, 4 dealt, 0/20",
            "t1 A falls on B1",
        ]
    );
}

#[test]
fn statuses_come_before_shoves_so_a_web_of_the_same_tick_holds() {
    let scene = board("A e . B")
        .unit('A', recruit().gambits([shove()]))
        .unit('B', recruit().gambits([web()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 B → e: Web hit",
            "t1 e is rooted for 2",
            "t1 A cannot shove e: rooted",
        ]
    );
}

#[test]
fn shoves_come_before_hazards() {
    let scene = board("A e ~")
        .unit('A', recruit().gambits([shove()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 A shoves e B1 → C1",
            "t1 e suffers from a hazard, 5 dealt, 95/100",
        ]
    );
    let scene = board("A e .")
        .terrain("B1", Terrain::Hazard(5))
        .unit('A', recruit().gambits([shove()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Shove hit", "t1 A shoves e B1 → C1"]
    );
}

#[test]
fn shoves_come_before_death_saves() {
    let scene = board("A e . . . D")
        .unit(
            'D',
            recruit()
                .hp(5)
                .downed_at_zero()
                .with_amount(Status::Poisoned, 1, 5),
        )
        .unit('A', recruit().gambits([shove().cost(2)]))
        .unit('e', recruit())
        .rolls([d20(12)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Shove on B1 (2 ticks)",
            "t1 D suffers from poison, 5 dealt, 0/5",
            "t1 D is no longer poisoned",
            "t1 D goes down on F1",
            "t2 A → e: Shove hit",
            "t2 A shoves e B1 → C1",
            "t2 D death save d20(12): 1 made, 0 failed",
        ]
    );
}

#[test]
fn all_effects_come_in_their_order() {
    let scene = board(
        "
        A e . . H
        . . . . D
        . . . . .
        ",
    )
    .unit('A', recruit().gambits([bash_and_shove()]))
    .unit(
        'D',
        recruit()
            .hp(5)
            .downed_at_zero()
            .with_amount(Status::Poisoned, 3, 5),
    )
    .unit('H', recruit().hurt_to(90).gambits([mend().cooldown(1)]))
    .unit('e', recruit().with(Status::Dodging, 2))
    .terrain("C1", Terrain::Hazard(7))
    .rolls([d20(12)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Ram hit",
            "t1 H heals D by 15, 5/5",
            "t1 e is stunned for 1",
            "t1 A shoves e B1 → C1",
            "t1 D suffers from poison, 5 dealt, 0/5",
            "t1 e suffers from a hazard, 7 dealt, 93/100",
            "t1 D goes down on E2",
            "t2 D death save d20(12): 1 made, 0 failed",
            "t2 D suffers from poison, 5 dealt, 0/5",
            "t2 D is hurt while down: 1 failed",
            "t2 e suffers from a hazard, 7 dealt, 86/100",
            "t2 e is no longer stunned",
            "t2 e is no longer dodging",
        ]
    );
}

fn bash_and_shove() -> RuleDraft {
    attack(
        "Ram",
        [Strike {
            inflicts: Some(Affliction::new(Status::Stunned, 1)),
            shoves: Some(Shove::Away),
            ..Strike::default()
        }],
    )
}
