//! Poison and hazards: no to-hit, no card, no block, but resistance (rules §9).

use foretold_battle::DamageKind::{Fire, Poison};
use foretold_battle::testing::{
    UnitDraft, assert_log, block, board, inflict, move_towards, recruit, venom,
};
use foretold_battle::{Affliction, Card, Status, Terrain};

use crate::common::{once, only};

fn poisoned(turns: u8, amount: u8) -> UnitDraft {
    recruit().with_amount(Status::Poisoned, turns, amount)
}

#[test]
fn poison_skips_block() {
    let scene = board("A . e")
        .unit('A', recruit())
        .unit('e', poisoned(5, 3).gambits([block(8)]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e raises block 8, now 8",
            "t1 e suffers from poison, 3 dealt, 97/100",
        ]
    );
}

#[test]
fn a_hazard_skips_block() {
    let scene = board("A . e")
        .unit('A', recruit())
        .unit('e', recruit().gambits([block(8)]))
        .terrain("C1", Terrain::Hazard(7));
    assert_log!(
        scene.ticks(1),
        [
            "t1 e raises block 8, now 8",
            "t1 e suffers from a hazard, 7 dealt, 93/100",
        ]
    );
}

#[test]
fn poison_and_hazards_do_not_skip_resistance() {
    for (unit, poison, hazard) in [
        (
            poisoned(5, 5),
            "t1 e suffers from poison, 5 dealt, 95/100",
            "t1 e suffers from a hazard, 9 dealt, 86/100",
        ),
        (
            poisoned(5, 5).resists(Poison),
            "t1 e suffers from poison, resists poison, 2 dealt, 98/100",
            "t1 e suffers from a hazard, 9 dealt, 89/100",
        ),
        (
            poisoned(5, 5).vulnerable(Poison),
            "t1 e suffers from poison, vulnerable to poison, 10 dealt, 90/100",
            "t1 e suffers from a hazard, 9 dealt, 81/100",
        ),
        (
            poisoned(5, 5).immune(Poison),
            "t1 e suffers from poison, immune to poison, 0 dealt, 100/100",
            "t1 e suffers from a hazard, 9 dealt, 91/100",
        ),
        (
            poisoned(5, 5).resists(Fire),
            "t1 e suffers from poison, 5 dealt, 95/100",
            "t1 e suffers from a hazard, resists fire, 4 dealt, 91/100",
        ),
        (
            poisoned(5, 5).vulnerable(Fire),
            "t1 e suffers from poison, 5 dealt, 95/100",
            "t1 e suffers from a hazard, vulnerable to fire, 18 dealt, 77/100",
        ),
        (
            poisoned(5, 5).immune(Fire),
            "t1 e suffers from poison, 5 dealt, 95/100",
            "t1 e suffers from a hazard, immune to fire, 0 dealt, 95/100",
        ),
    ] {
        let scene = board("A . e")
            .unit('A', recruit())
            .unit('e', unit)
            .terrain("C1", Terrain::Hazard(9));
        assert_log!(scene.ticks(1), [poison, hazard]);
    }
}

#[test]
fn strength_cards_and_dodging_change_neither_poison_nor_hazards() {
    let strong = |unit: UnitDraft| {
        unit.with_amount(Status::Strengthened, 9, 9)
            .with(Status::Dodging, 9)
            .deck(only(Card::Times(2)))
    };
    let scene = board("A e")
        .unit('A', strong(recruit().gambits([once(venom().draws_card())])))
        .unit('e', strong(recruit()))
        .terrain("B1", Terrain::Hazard(4))
        .rolls([]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Venom hit",
            "t1 e is poisoned 3 for 2",
            "t1 e suffers from a hazard, 4 dealt, 96/100",
            "t2 e suffers from poison, 3 dealt, 93/100",
            "t2 e suffers from a hazard, 4 dealt, 89/100",
        ]
    );
}

#[test]
fn poison_for_n_turns_bites_n_times_and_not_in_the_turn_in_which_it_began() {
    for turns in [1, 2, 5] {
        let poison = Affliction::new(Status::Poisoned, turns).of(2);
        let scene = board("A e")
            .unit('A', recruit().gambits([once(inflict("Sting", poison))]))
            .unit('e', recruit());
        let mut expected = vec![
            "t1 A → e: Sting hit".to_owned(),
            format!("t1 e is poisoned 2 for {turns}"),
        ];
        for bite in 1..=u16::from(turns) {
            expected.push(format!(
                "t{} e suffers from poison, 2 dealt, {}/100",
                bite + 1,
                100 - 2 * bite
            ));
        }
        expected.push(format!("t{} e is no longer poisoned", turns + 1));
        assert_eq!(scene.ticks(10).lines, expected);
    }
}

#[test]
fn poison_from_before_the_battle_bites_as_often_as_it_has_turns() {
    let scene = board("A . e")
        .unit('A', recruit())
        .unit('e', poisoned(2, 3));
    assert_log!(
        scene.ticks(4),
        [
            "t1 e suffers from poison, 3 dealt, 97/100",
            "t2 e suffers from poison, 3 dealt, 94/100",
            "t2 e is no longer poisoned",
        ]
    );
}

#[test]
fn poison_renewed_every_tick_bites_every_tick_but_the_first() {
    let scene = board("A e")
        .unit('A', recruit().gambits([venom()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Venom hit",
            "t1 e is poisoned 3 for 2",
            "t2 A → e: Venom hit",
            "t2 e is poisoned 3 for 2",
            "t2 e suffers from poison, 3 dealt, 97/100",
            "t3 A → e: Venom hit",
            "t3 e is poisoned 3 for 2",
            "t3 e suffers from poison, 3 dealt, 94/100",
            "t4 A → e: Venom hit",
            "t4 e is poisoned 3 for 2",
            "t4 e suffers from poison, 3 dealt, 91/100",
        ]
    );
}

#[test]
fn poison_given_again_after_it_ended_rests_for_its_first_turn_again() {
    let brief = inflict("Sting", Affliction::new(Status::Poisoned, 1).of(2)).cooldown(1);
    let scene = board("A e")
        .unit('A', recruit().gambits([brief]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A → e: Sting hit",
            "t1 e is poisoned 2 for 1",
            "t2 e suffers from poison, 2 dealt, 98/100",
            "t2 e is no longer poisoned",
            "t3 A → e: Sting hit",
            "t3 e is poisoned 2 for 1",
            "t4 e suffers from poison, 2 dealt, 96/100",
            "t4 e is no longer poisoned",
        ]
    );
}

#[test]
fn stronger_poison_bites_harder_at_once() {
    let strong = inflict("Sting", Affliction::new(Status::Poisoned, 1).of(9));
    let scene = board("A e")
        .unit('A', recruit().gambits([once(strong)]))
        .unit('e', poisoned(3, 2));
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Sting hit",
            "t1 e is poisoned 9 for 3",
            "t1 e suffers from poison, 9 dealt, 91/100",
            "t2 e suffers from poison, 9 dealt, 82/100",
            "t3 e suffers from poison, 9 dealt, 73/100",
            "t3 e is no longer poisoned",
        ]
    );
}

#[test]
fn a_hazard_hurts_whoever_stands_there_when_the_turn_ends() {
    let scene = board(
        "
        A # . .
        # ~ . e
        . # . .
    ",
    )
    .unit('A', recruit())
    .unit('e', recruit().gambits([move_towards()]))
    .terrain("C2", Terrain::Hazard(3))
    .terrain("C1", Terrain::Wall)
    .terrain("C3", Terrain::Wall);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e moves D2 → C2",
            "t1 e suffers from a hazard, 3 dealt, 97/100",
            "t2 e moves C2 → B2",
            "t2 e suffers from a hazard, 5 dealt, 92/100",
            "t3 e suffers from a hazard, 5 dealt, 87/100",
        ]
    );
}

#[test]
fn poison_can_kill() {
    let scene = board("A . e f")
        .unit('A', recruit())
        .unit('e', poisoned(9, 3).hurt_to(5))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 e suffers from poison, 3 dealt, 2/100",
            "t2 e suffers from poison, 3 dealt, 0/100",
            "t2 e falls on C1",
        ]
    );
}
