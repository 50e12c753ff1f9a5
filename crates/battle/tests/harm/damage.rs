//! From the dice to HP: each link of the chain, and the order of the links (rules §9).

use foretold_battle::DamageKind::{Bludgeoning, Fire, Slashing};
use foretold_battle::testing::{
    ScriptedRoll, UnitDraft, assert_log, attack, block, blow, board, d, d20, light_punch, recruit,
    strike,
};
use foretold_battle::{Amount, Card, Check, Status};

use crate::common::{only, sword};

/// A strikes e once; the log is `lines`.
#[track_caller]
fn one_blow<const N: usize>(
    attacker: UnitDraft,
    target: UnitDraft,
    rolls: impl IntoIterator<Item = ScriptedRoll>,
    lines: [&str; N],
) {
    let log = board("A e")
        .unit('A', attacker)
        .unit('e', target)
        .rolls(rolls)
        .ticks(1);
    assert_eq!(log.lines, lines, "\n{}", log.picture);
}

fn longsword() -> UnitDraft {
    recruit().gambits([sword(Amount::dice(1, 8, 3), Slashing)])
}

/// A recruit with a sure blow that draws this card.
fn with_card(damage: i16, card: Card) -> UnitDraft {
    recruit()
        .gambits([blow(damage).draws_card()])
        .deck(only(card))
}

fn card_draw() -> [ScriptedRoll; 1] {
    [d(5, 1)]
}

#[test]
fn a_flat_amount_is_dealt_as_it_is() {
    one_blow(
        recruit().gambits([blow(7)]),
        recruit(),
        [],
        ["t1 A → e: Blow hit, 7 dealt, 93/100"],
    );
}

#[test]
fn dice_are_rolled_one_by_one_and_the_flat_part_is_added_once() {
    one_blow(
        recruit().gambits([sword(Amount::dice(3, 6, 2), Slashing)]),
        recruit(),
        [d20(12), d(6, 1), d(6, 6), d(6, 3)],
        ["t1 A → e: Sword d20(12) + 5 = 17 vs AC 10: hit, 12 dealt, 88/100"],
    );
}

#[test]
fn dice_with_a_minus_never_heal() {
    one_blow(
        recruit().gambits([sword(Amount::dice(1, 4, -3), Slashing)]),
        recruit().hurt_to(50),
        [d20(12), d(4, 1)],
        ["t1 A → e: Sword d20(12) + 5 = 17 vs AC 10: hit, 0 dealt, 50/100"],
    );
}

#[test]
fn a_critical_doubles_the_dice_and_not_the_flat_part() {
    // Doubling everything would be 16, doubling the one die's roll 13.
    one_blow(
        longsword(),
        recruit(),
        [d20(20), d(8, 5), d(8, 6)],
        ["t1 A → e: Sword d20(20) + 5 = 25 vs AC 10: critical, 14 dealt, 86/100"],
    );
}

#[test]
fn a_critical_has_nothing_to_double_in_a_flat_amount() {
    one_blow(
        recruit().gambits([sword(Amount::flat(10), Slashing)]),
        recruit(),
        [d20(20)],
        ["t1 A → e: Sword d20(20) + 5 = 25 vs AC 10: critical, 10 dealt, 90/100"],
    );
}

#[test]
fn strength_and_weakness_come_after_the_critical_and_are_not_doubled() {
    one_blow(
        longsword().with_amount(Status::Strengthened, 1, 4),
        recruit(),
        [d20(20), d(8, 5), d(8, 6)],
        [
            "t1 A → e: Sword d20(20) + 5 = 25 vs AC 10: critical, 14 +4, 18 dealt, 82/100",
            "t1 A is no longer strengthened",
        ],
    );
    one_blow(
        longsword().with_amount(Status::Weakened, 1, 4),
        recruit(),
        [d20(20), d(8, 5), d(8, 6)],
        [
            "t1 A → e: Sword d20(20) + 5 = 25 vs AC 10: critical, 14 −4, 10 dealt, 90/100",
            "t1 A is no longer weakened",
        ],
    );
}

#[test]
fn the_card_comes_after_strength() {
    // The other way round it would be 24.
    one_blow(
        with_card(10, Card::Times(2)).with_amount(Status::Strengthened, 2, 4),
        recruit(),
        card_draw(),
        ["t1 A → e: Blow hit, 10 +4, card ×2, 28 dealt, 72/100"],
    );
    // The other way round it would be 4.
    one_blow(
        with_card(10, Card::Null).with_amount(Status::Strengthened, 2, 4),
        recruit(),
        card_draw(),
        ["t1 A → e: Blow hit, 10 +4, card NULL, 0 dealt, 100/100"],
    );
}

#[test]
fn the_card_comes_after_weakness() {
    // The other way round it would be 16.
    one_blow(
        with_card(10, Card::Times(2)).with_amount(Status::Weakened, 2, 4),
        recruit(),
        card_draw(),
        ["t1 A → e: Blow hit, 10 −4, card ×2, 12 dealt, 88/100"],
    );
    // Weakness stops at 0; the other way round nothing would be left of 5.
    one_blow(
        with_card(3, Card::Plus(2)).with_amount(Status::Weakened, 2, 9),
        recruit(),
        card_draw(),
        ["t1 A → e: Blow hit, 3 −9, card +2, 2 dealt, 98/100"],
    );
}

#[test]
fn a_card_never_takes_damage_below_0() {
    one_blow(
        with_card(2, Card::Plus(-3)),
        recruit().hurt_to(50),
        card_draw(),
        ["t1 A → e: Blow hit, card −3, 0 dealt, 50/100"],
    );
}

#[test]
fn resistance_comes_after_the_card() {
    // The other way round: 6, 19, 2 and 1.
    for (card, target, line) in [
        (
            Card::Plus(1),
            recruit().resists(Bludgeoning),
            "t1 A → e: Blow hit, card +1, resists bludgeoning, 5 dealt, 95/100",
        ),
        (
            Card::Plus(-1),
            recruit().vulnerable(Bludgeoning),
            "t1 A → e: Blow hit, card −1, vulnerable to bludgeoning, 18 dealt, 82/100",
        ),
        (
            Card::Plus(2),
            recruit().immune(Bludgeoning),
            "t1 A → e: Blow hit, card +2, immune to bludgeoning, 0 dealt, 100/100",
        ),
        (
            Card::Plus(-9),
            recruit().resists(Bludgeoning),
            "t1 A → e: Blow hit, card −9, resists bludgeoning, 0 dealt, 100/100",
        ),
    ] {
        one_blow(with_card(10, card), target, card_draw(), [line]);
    }
}

#[test]
fn resistance_comes_after_strength() {
    // The other way round: 9 and 24.
    for (target, line) in [
        (
            recruit().resists(Bludgeoning),
            "t1 A → e: Blow hit, 10 +4, resists bludgeoning, 7 dealt, 93/100",
        ),
        (
            recruit().vulnerable(Bludgeoning),
            "t1 A → e: Blow hit, 10 +4, vulnerable to bludgeoning, 28 dealt, 72/100",
        ),
    ] {
        let strong = recruit()
            .gambits([blow(10)])
            .with_amount(Status::Strengthened, 2, 4);
        one_blow(strong, target, [], [line]);
    }
}

#[test]
fn resistance_halves_and_rounds_down() {
    for (damage, line) in [
        (
            5,
            "t1 A → e: Blow hit, resists bludgeoning, 2 dealt, 98/100",
        ),
        (
            4,
            "t1 A → e: Blow hit, resists bludgeoning, 2 dealt, 98/100",
        ),
        (
            1,
            "t1 A → e: Blow hit, resists bludgeoning, 0 dealt, 100/100",
        ),
    ] {
        let striker = recruit().gambits([blow(damage)]);
        one_blow(striker, recruit().resists(Bludgeoning), [], [line]);
    }
}

#[test]
fn resistance_is_to_its_own_kind_only() {
    for target in [
        recruit().resists(Fire),
        recruit().vulnerable(Fire),
        recruit().immune(Fire),
    ] {
        one_blow(
            recruit().gambits([blow(10)]),
            target,
            [],
            ["t1 A → e: Blow hit, 10 dealt, 90/100"],
        );
    }
}

#[test]
fn block_comes_after_resistance() {
    // The other way round: 3 and 12.
    for (target, line) in [
        (
            recruit().resists(Bludgeoning),
            "t1 A → e: Blow hit, resists bludgeoning, 4 blocked, 1 dealt, 99/100",
        ),
        (
            recruit().vulnerable(Bludgeoning),
            "t1 A → e: Blow hit, vulnerable to bludgeoning, 4 blocked, 16 dealt, 84/100",
        ),
    ] {
        let target = target.gambits([block(4)]);
        let striker = recruit().gambits([blow(10)]);
        one_blow(striker, target, [], ["t1 e raises block 4, now 4", line]);
    }
}

#[test]
fn block_comes_after_the_card() {
    // The other way round nothing of 3 would come through a block of 4.
    one_blow(
        with_card(3, Card::Times(2)),
        recruit().gambits([block(4)]),
        card_draw(),
        [
            "t1 e raises block 4, now 4",
            "t1 A → e: Blow hit, card ×2, 4 blocked, 2 dealt, 98/100",
        ],
    );
}

#[test]
fn damage_that_somebody_is_immune_to_spends_no_block() {
    let flame = strike(Check::Sure, Amount::flat(10), Fire);
    let fist = strike(Check::Sure, Amount::flat(10), Bludgeoning);
    one_blow(
        recruit().gambits([attack("Flame and Fist", [flame, fist])]),
        recruit().immune(Fire).gambits([block(4)]),
        [],
        [
            "t1 e raises block 4, now 4",
            "t1 A → e: Flame and Fist hit, immune to fire, 0 dealt, 100/100",
            "t1 A → e: Flame and Fist hit, 4 blocked, 6 dealt, 94/100",
        ],
    );
}

#[test]
fn all_links_of_the_chain_follow_one_another() {
    // 5+6+3 = 14, +4 = 18, −1 = 17, half 8, less 3: 5.
    one_blow(
        recruit()
            .gambits([sword(Amount::dice(1, 8, 3), Slashing).draws_card()])
            .deck(only(Card::Plus(-1)))
            .with_amount(Status::Strengthened, 2, 4),
        recruit().resists(Slashing).gambits([block(3)]),
        [d20(20), d(8, 5), d(8, 6), d(5, 1)],
        [
            "t1 e raises block 3, now 3",
            "t1 A → e: Sword d20(20) + 5 = 25 vs AC 10: critical, 14 +4, card −1, \
             resists slashing, 3 blocked, 5 dealt, 95/100",
        ],
    );
}

#[test]
fn hp_never_goes_below_0() {
    let scene = board("A e . f")
        .unit('A', recruit().gambits([blow(25)]))
        .unit('e', recruit().hp(10))
        .unit('f', recruit());
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Blow hit, 25 dealt, 0/10", "t1 e falls on B1",]
    );
}

#[test]
fn a_miss_does_no_damage_and_draws_no_card() {
    one_blow(
        recruit()
            .gambits([sword(Amount::dice(1, 8, 3), Slashing).draws_card()])
            .deck(only(Card::Plus(1))),
        recruit().armour_class(20),
        [d20(14)],
        ["t1 A → e: Sword d20(14) + 5 = 19 vs AC 20: miss"],
    );
}

#[test]
fn without_resistance_card_or_block_a_light_punch_takes_10() {
    one_blow(
        recruit().gambits([light_punch()]),
        recruit(),
        [],
        ["t1 A → e: Light Punch hit, 10 dealt, 90/100"],
    );
}
