//! Dodging: −20 for aimed attacks, disadvantage on d20 (rules §9).

use foretold_battle::testing::{
    aimed_shot, assert_log, attack, board, d, d20, d100, dodge, light_punch, longsword, recruit,
    strike,
};
use foretold_battle::{Amount, Check, DamageKind, Edge, Status};

use crate::common::once;

#[test]
fn dodging_takes_20_from_aimed_attacks() {
    let scene = board("A e")
        .unit('A', recruit().gambits([aimed_shot()]))
        .unit('e', recruit().gambits([dodge()]))
        .rolls([d100(45), d100(46)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e is dodging for 1",
            "t1 A → e: Aimed Shot 45% (75 −10 −20) rolled 45 hit, 5 dealt, 95/100",
            "t2 e is dodging for 1",
            "t2 A → e: Aimed Shot 45% (75 −10 −20) rolled 46 miss",
        ]
    );
}

#[test]
fn dodging_is_disadvantage_on_a_d20() {
    let scene = board("A e")
        .unit('A', recruit().gambits([longsword()]))
        .unit('e', recruit().with(Status::Dodging, 9))
        .rolls([d20(20), d20(4), d20(5), d20(20), d(8, 1)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Longsword d20(4 under 20) + 5 = 9 vs AC 10: miss",
            "t2 A → e: Longsword d20(5 under 20) + 5 = 10 vs AC 10: hit, 4 dealt, 96/100",
        ]
    );
}

#[test]
fn dodging_takes_an_advantage_away_and_does_not_worsen_a_disadvantage() {
    let check = |edge| Check::Armour { bonus: 5, edge };
    let stab = |edge| {
        let damage = Amount::flat(1);
        attack("Stab", [strike(check(edge), damage, DamageKind::Piercing)])
    };
    let scene = |edge| {
        board("A e")
            .unit('A', recruit().gambits([stab(edge)]))
            .unit('e', recruit().with(Status::Dodging, 9))
    };
    assert_log!(
        scene(Edge::Advantage).rolls([d20(9)]).ticks(1),
        ["t1 A → e: Stab d20(9) + 5 = 14 vs AC 10: hit, 1 dealt, 99/100"]
    );
    assert_log!(
        scene(Edge::Disadvantage).rolls([d20(9), d20(12)]).ticks(1),
        ["t1 A → e: Stab d20(9 under 12) + 5 = 14 vs AC 10: hit, 1 dealt, 99/100"]
    );
}

#[test]
fn dodging_rises_before_any_strike_and_lasts_through_its_next_turn() {
    let scene = board("A e")
        .unit('A', recruit().gambits([aimed_shot()]))
        .unit('e', recruit().gambits([once(dodge())]))
        .rolls([d100(99), d100(99), d100(99)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e is dodging for 1",
            "t1 A → e: Aimed Shot 45% (75 −10 −20) rolled 99 miss",
            "t2 A → e: Aimed Shot 45% (75 −10 −20) rolled 99 miss",
            "t2 e is no longer dodging",
            "t3 A → e: Aimed Shot 65% (75 −10) rolled 99 miss",
        ]
    );
}

#[test]
fn the_house_rules_say_what_dodging_takes() {
    let scene = board("A e")
        .unit('A', recruit().gambits([aimed_shot()]))
        .unit('e', recruit().gambits([dodge()]))
        .house(|house| house.dodging = 35)
        .rolls([d100(31)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 e is dodging for 1",
            "t1 A → e: Aimed Shot 30% (75 −10 −35) rolled 31 miss",
        ]
    );
}

#[test]
fn dodging_does_not_help_against_what_is_sure() {
    let scene = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().with(Status::Dodging, 9))
        .rolls([]);
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Light Punch hit, 10 dealt, 90/100"]
    );
}
