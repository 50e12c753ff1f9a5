//! The bounds of every number in a set-up: just inside is accepted, just outside is refused.

use foretold_battle::brain::{Clause, Test};
use foretold_battle::testing::{attack, board, cell, guard, recruit};
use foretold_battle::{
    Affliction, Amount, Brain, Card, CardMove, Check, Damage, DamageKind, Deck, Edge, RuleError,
    Setup, SetupError, SetupPlace, Silent, SkillId, Status, Strike, Terrain,
};

use crate::setup_errors::{errors, good, rules};

/// Where a number is, what it is called, its bounds, and how to set it.
pub(crate) struct Number {
    place: SetupPlace,
    field: &'static str,
    least: i64,
    most: i64,
    set: fn(&mut Setup, i64),
}

pub(crate) const fn number(
    place: SetupPlace,
    field: &'static str,
    least: i64,
    most: i64,
    set: fn(&mut Setup, i64),
) -> Number {
    Number {
        place,
        field,
        least,
        most,
        set,
    }
}

impl Number {
    /// Accepted at both bounds, refused just outside them, with these very words.
    pub(crate) fn check(&self) {
        let &Number {
            place,
            field,
            least,
            most,
            set,
        } = self;
        for value in [least, most] {
            let mut setup = good();
            set(&mut setup, value);
            assert_eq!(errors(setup), [], "{place}: {field} of {value}");
        }
        // A number without a sign has nothing below 0.
        let below = (least != 0).then_some(least - 1);
        for value in below.into_iter().chain([most + 1]) {
            let mut setup = good();
            set(&mut setup, value);
            let error = SetupError::BadNumber {
                place,
                field,
                value,
                least,
                most,
            };
            assert_eq!(errors(setup), [error], "{place}: {field} of {value}");
            assert_eq!(
                error.to_string(),
                format!("{place}: {field} is {value}, expected {least} to {most}")
            );
        }
    }
}

/// The number in whatever type it has; the bounds are within all of them.
pub(crate) fn fit<T: TryFrom<i64>>(value: i64) -> T {
    T::try_from(value).ok().expect("the bounds fit their types")
}

fn copies(setup: &mut Setup) -> &mut u8 {
    &mut setup.decks[0].cards[0].1
}

fn card(setup: &mut Setup) -> &mut Card {
    &mut setup.decks[0].cards[0].0
}

#[test]
fn numbers_of_the_house_rules() {
    const HOUSE: SetupPlace = SetupPlace::House;
    for number in [
        number(HOUSE, "highest_chance", 0, 100, |setup, n| {
            setup.house.lowest_chance = 0;
            setup.house.highest_chance = fit(n);
        }),
        number(HOUSE, "lowest_chance", 0, 95, |setup, n| {
            setup.house.lowest_chance = fit(n);
        }),
        number(HOUSE, "lowest_chance", 0, 40, |setup, n| {
            setup.house.highest_chance = 40;
            setup.house.lowest_chance = fit(n);
        }),
        number(HOUSE, "penalty_per_cell", 0, 100, |setup, n| {
            setup.house.penalty_per_cell = fit(n);
        }),
        number(HOUSE, "half_cover", 0, 100, |setup, n| {
            setup.house.half_cover = fit(n);
        }),
        number(HOUSE, "full_cover", 0, 100, |setup, n| {
            setup.house.full_cover = fit(n);
        }),
        number(HOUSE, "dodging", 0, 100, |setup, n| {
            setup.house.dodging = fit(n);
        }),
        number(HOUSE, "panic_turns", 1, 100, |setup, n| {
            setup.house.panic_turns = fit(n);
        }),
        number(HOUSE, "max_ticks", 1, 10_000, |setup, n| {
            setup.house.max_ticks = fit(n);
        }),
        number(HOUSE, "number of skills", 0, 200, |setup, n| {
            let spare = setup.skills[0].clone();
            // The first four are in use.
            setup.skills.resize(fit::<usize>(n).max(4), spare);
        }),
        number(HOUSE, "number of decks", 0, 200, |setup, n| {
            setup.decks.resize(fit::<usize>(n).max(2), Deck::standard());
        }),
    ] {
        number.check();
    }
}

#[test]
fn numbers_of_the_board() {
    let place = cell("L12");
    for number in [
        number(
            SetupPlace::Board(cell("C1")),
            "hazard",
            1,
            999,
            |setup, n| {
                setup.board.set(cell("C1"), Terrain::Hazard(fit(n)));
            },
        ),
        number(SetupPlace::Board(place), "hazard", 1, 999, |setup, n| {
            setup.board.set(cell("L12"), Terrain::Hazard(fit(n)));
        }),
    ] {
        number.check();
    }
}

#[test]
fn numbers_of_decks() {
    const DECK: SetupPlace = SetupPlace::Deck(0);
    const CARD: SetupPlace = SetupPlace::Card(0, 0);
    for number in [
        number(DECK, "number of different cards", 1, 12, |setup, n| {
            setup.decks[0].cards = (0..n).map(|change| (Card::Plus(fit(change)), 1)).collect();
        }),
        number(CARD, "copies", 1, 100, |setup, n| {
            *copies(setup) = fit(n);
        }),
        number(CARD, "change", -99, 99, |setup, n| {
            *card(setup) = Card::Plus(fit(n));
        }),
    ] {
        number.check();
    }
    for (factor, fine) in [(0, false), (1, false), (3, true), (10, true), (11, false)] {
        let mut setup = good();
        *card(&mut setup) = Card::Times(factor);
        let expected = SetupError::BadNumber {
            place: CARD,
            field: "factor",
            value: i64::from(factor),
            least: 2,
            most: 10,
        };
        let expected: &[SetupError] = if fine { &[] } else { &[expected] };
        assert_eq!(errors(setup), expected, "×{factor}");
    }
}

#[test]
fn numbers_of_units() {
    const UNIT: SetupPlace = SetupPlace::Unit(0);
    const CARDS: SetupPlace = SetupPlace::Unit(1);
    const STATUS: SetupPlace = SetupPlace::Status(0, 0);
    for number in [
        number(UNIT, "max_hp", 1, 9_999, |setup, n| {
            setup.units[0].hp = 1;
            setup.units[0].max_hp = fit(n);
        }),
        number(UNIT, "hp", 1, 100, |setup, n| {
            setup.units[0].hp = fit(n);
        }),
        number(UNIT, "sanity", 1, 999, |setup, n| {
            setup.units[0].sanity = Some(fit(n));
        }),
        number(UNIT, "speed", 0, 30, |setup, n| {
            setup.units[0].speed = fit(n);
        }),
        number(UNIT, "accuracy", -200, 300, |setup, n| {
            setup.units[0].accuracy = fit(n);
        }),
        number(UNIT, "armour_class", 0, 50, |setup, n| {
            setup.units[0].armour_class = fit(n);
        }),
        number(UNIT, "initiative", -50, 50, |setup, n| {
            setup.units[0].initiative = fit(n);
        }),
        number(UNIT, "rule_slots", 1, 6, |setup, n| {
            rules(setup, 0).truncate(1);
            setup.units[0].rule_slots = fit(n);
            if n == 0 {
                rules(setup, 0).clear();
            }
        }),
        number(UNIT, "number of statuses", 0, 8, |setup, n| {
            setup.units[0].statuses = vec![Affliction::new(Status::Stunned, 1); fit(n)];
        }),
        number(STATUS, "turns", 1, 100, |setup, n| {
            setup.units[0].statuses = vec![Affliction::new(Status::Confused, fit(n))];
        }),
        number(STATUS, "amount", 1, 99, |setup, n| {
            setup.units[0].statuses = vec![Affliction::new(Status::Poisoned, 1).of(fit(n))];
        }),
        number(STATUS, "held", 0, 0, |setup, n| {
            let root = Affliction::new(Status::Rooted, 1);
            setup.units[0].statuses = vec![Affliction {
                held: n == 1,
                ..root
            }];
        }),
        number(UNIT, "number of skills", 0, 16, |setup, n| {
            rules(setup, 0).clear();
            let spare = setup.skills[0].clone();
            setup.skills.resize(20, spare);
            setup.units[0].skills = (0..fit(n)).map(SkillId).collect();
        }),
        number(CARDS, "number of moves", 1, 200, |setup, n| {
            let one = CardMove {
                skill: SkillId(2),
                weight: 1,
                hidden: false,
            };
            setup.units[1].brain = Brain::Cards(vec![one; fit(n)]);
        }),
        number(CARDS, "sum of weights", 1, 1_000_000, |setup, n| {
            let mut left = n;
            let moves = (0..200).map(|_| {
                let weight = left.min(65_535);
                left -= weight;
                CardMove {
                    skill: SkillId(2),
                    weight: fit(weight),
                    hidden: false,
                }
            });
            setup.units[1].brain = Brain::Cards(moves.collect());
        }),
    ] {
        number.check();
    }
}

#[test]
fn no_test_of_a_rule_looks_further_than_the_board() {
    let tests: [fn(u8) -> Test; 3] = [Test::EnemyInRange, Test::AllyInRange, |range| {
        Test::EnemiesInRange { count: 2, range }
    }];
    for test in tests {
        for range in [0, 11, 12, 255] {
            let mut setup = good();
            rules(&mut setup, 0)[1].when.tests.push(Clause {
                negated: true,
                test: test(range),
            });
            let error = RuleError::RangeTooLarge { rule: 1, range };
            let expected = [SetupError::BadRule { unit: 0, error }];
            let expected = &expected[usize::from(range <= 11)..];
            assert_eq!(errors(setup), expected);
            assert_eq!(
                error.to_string(),
                format!("rule 2 looks {range} cells away: the board is 12 wide, so 11 is the most")
            );
        }
    }
}

#[test]
fn a_unit_may_start_hurt_but_not_better_than_whole() {
    for (hp, max_hp, fine) in [
        (1, 1, true),
        (2, 1, false),
        (50, 9_999, true),
        (0, 5, false),
    ] {
        let mut setup = good();
        (setup.units[0].hp, setup.units[0].max_hp) = (hp, max_hp);
        assert_eq!(errors(setup).is_empty(), fine, "{hp}/{max_hp}");
    }
}

#[test]
fn battles_at_the_edge_of_every_bound_are_fought_without_a_fault() {
    let monster = Amount::dice(10, 20, 999);
    let claws = Strike {
        check: Check::Armour {
            bonus: 50,
            edge: Edge::Advantage,
        },
        damage: Some(Damage {
            kind: DamageKind::Fire,
            amount: monster,
        }),
        sanity: Some(monster),
        inflicts: Some(Affliction::new(Status::Poisoned, 100).of(99)),
        drains: Some(100),
        shoves: Some(foretold_battle::Shove::Away),
    };
    let deck = Deck {
        name: "Tenfold".to_owned(),
        cards: vec![(Card::Times(10), 100)],
    };
    let fighter = || {
        recruit()
            .hp(9_999)
            .sanity(999)
            .vulnerable(DamageKind::Fire)
            .with_amount(Status::Strengthened, 100, 99)
            .deck(deck.clone())
            .downed_at_zero()
            .gambits([attack("Claws", [claws; 6]).draws_card().range(11), guard()])
    };
    let scene = board("A e")
        .unit('A', fighter())
        .unit('e', fighter())
        .house(|house| {
            house.penalty_per_cell = 100;
            house.panic_turns = 100;
        })
        .terrain("A1", Terrain::Hazard(999))
        .terrain("B1", Terrain::Hazard(999));
    for seed in 0..20 {
        let mut battle = scene.start(seed);
        battle.play(&mut Silent);
    }
}
