//! The simulator's agent: which of its attacks it takes (rules §6).

use foretold_battle::testing::{
    RuleDraft, assert_log, attack, board, light_punch, multiattack, polearm, recruit, strike,
};
use foretold_battle::{Amount, Check, DamageKind, Edge, Status};

use crate::common::{agent, chosen, report, sure, weapon};

#[test]
fn a_multiattack_comes_before_everything_else() {
    let twice = attack(
        "Flurry",
        [strike(Check::Sure, Amount::flat(1), DamageKind::Bludgeoning); 2],
    );
    let known = [light_punch(), twice.clone(), sure("Maul", 99)];
    let story = board("A e")
        .unit('A', agent(known))
        .unit('e', recruit())
        .story();
    assert_eq!(chosen(&story), "Flurry");
    // Of two multiattacks the better one.
    let thrice = attack(
        "Storm",
        [strike(Check::Sure, Amount::flat(1), DamageKind::Bludgeoning); 3],
    );
    let story = board("A e")
        .unit('A', agent([twice, thrice]))
        .unit('e', recruit())
        .story();
    assert_eq!(chosen(&story), "Storm");
}

#[test]
fn a_multiattack_out_of_reach_is_not_possible_and_something_else_is_used() {
    let story = board("A . e")
        .unit('A', agent([multiattack(), polearm()]))
        .unit('e', recruit())
        .story();
    assert_eq!(chosen(&story), "Polearm");
}

#[test]
fn else_the_highest_expected_damage_decides() {
    let aimed = |damage, bonus| {
        attack(
            "Throw",
            [strike(
                Check::Aimed { bonus },
                Amount::flat(damage),
                DamageKind::Piercing,
            )],
        )
    };
    // Accuracy 75 and a cell of distance: 65%. Armour class 10.
    let cases: [(RuleDraft, RuleDraft, &str); 9] = [
        (sure("Jab", 4), sure("Cut", 5), "Cut"),
        (sure("Cut", 5), sure("Jab", 4), "Cut"),
        // 65% of 10 is 6.5.
        (sure("Cut", 6), aimed(10, 0), "Throw"),
        (sure("Cut", 7), aimed(10, 0), "Cut"),
        (sure("Cut", 7), aimed(10, 10), "Throw"),
        // d20 + 0 against 10 hits with 11 faces of 20.
        (sure("Cut", 5), weapon("Axe", 0, Amount::flat(10)), "Axe"),
        (sure("Cut", 6), weapon("Axe", 0, Amount::flat(10)), "Cut"),
        // Equal: the one it knows first.
        (sure("Cut", 5), sure("Jab", 5), "Cut"),
        (sure("Jab", 5), sure("Cut", 5), "Jab"),
    ];
    for (one, other, expected) in cases {
        let pair = format!("{one:?} or {other:?}");
        let story = board("A e")
            .unit('A', agent([one, other]))
            .unit('e', recruit())
            .story();
        assert_eq!(chosen(&story), expected, "{pair}");
    }
}

#[test]
fn half_points_of_expected_damage_count() {
    let dice =
        |name: &str, amount| attack(name, [strike(Check::Sure, amount, DamageKind::Slashing)]);
    // 1d8 is 4.5 on average, 2d6+1 is 8.
    for (one, other, expected) in [
        (
            sure("Cut", 4),
            dice("Sword", Amount::dice(1, 8, 0)),
            "Sword",
        ),
        (
            sure("Cut", 7),
            dice("Sword", Amount::dice(1, 8, 3)),
            "Sword",
        ),
        (sure("Cut", 8), dice("Sword", Amount::dice(2, 6, 1)), "Cut"),
        (sure("Cut", 5), dice("Sword", Amount::dice(1, 8, 0)), "Cut"),
    ] {
        let pair = format!("{one:?} or {other:?}");
        let story = board("A e")
            .unit('A', agent([one, other]))
            .unit('e', recruit())
            .story();
        assert_eq!(chosen(&story), expected, "{pair}");
    }
}

#[test]
fn what_the_target_resists_and_how_it_stands_counts() {
    let fire = attack(
        "Torch",
        [strike(Check::Sure, Amount::flat(8), DamageKind::Fire)],
    );
    let throw = attack(
        "Throw",
        [strike(
            Check::Aimed { bonus: 0 },
            Amount::flat(10),
            DamageKind::Piercing,
        )],
    );
    let cases = [
        (fire.clone(), recruit(), "Torch"),
        (fire.clone(), recruit().resists(DamageKind::Fire), "Cut"),
        (fire.clone(), recruit().immune(DamageKind::Fire), "Cut"),
        (fire, recruit().vulnerable(DamageKind::Bludgeoning), "Cut"),
        // 65% of 10, and 45% of a dodging target.
        (throw.clone(), recruit(), "Throw"),
        (throw, recruit().with(Status::Dodging, 9), "Cut"),
    ];
    for (other, enemy, expected) in cases {
        let pair = format!("{other:?} against {enemy:?}");
        let story = board("A e")
            .unit('A', agent([sure("Cut", 5), other]))
            .unit('e', enemy)
            .story();
        assert_eq!(chosen(&story), expected, "{pair}");
    }
}

#[test]
fn its_own_strength_counts_for_every_strike() {
    // 1 + 9 three times is 30, against 20 + 9.
    let jabs = attack(
        "Jabs",
        [strike(Check::Sure, Amount::flat(1), DamageKind::Bludgeoning); 3],
    );
    let story = board("A e")
        .unit('A', agent([jabs]).with_amount(Status::Strengthened, 9, 9))
        .unit('e', recruit())
        .story();
    let report = report(&story);
    assert_eq!(report.attacks[0].1, 3_000);
}

#[test]
fn advantage_counts_in_what_it_expects() {
    let axe = |name: &str, edge| {
        let check = Check::Armour { bonus: 0, edge };
        attack(
            name,
            [strike(check, Amount::flat(10), DamageKind::Slashing)],
        )
    };
    let known = [
        axe("Clumsy", Edge::Disadvantage),
        axe("Even", Edge::Even),
        axe("Deft", Edge::Advantage),
    ];
    let story = board("A e")
        .unit('A', agent(known))
        .unit('e', recruit())
        .story();
    assert_eq!(chosen(&story), "Deft");
}

#[test]
fn a_resting_attack_is_not_possible() {
    let mut story = board("A e")
        .unit('A', agent([sure("Maul", 9).cooldown(1), sure("Jab", 2)]))
        .unit('e', recruit())
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t1 A → e: Maul hit, 9 dealt, 91/100",
            "t2 A → e: Jab hit, 2 dealt, 89/100",
            "t3 A → e: Maul hit, 9 dealt, 80/100",
        ]
    );
}
