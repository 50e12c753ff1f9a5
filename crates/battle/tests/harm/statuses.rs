//! What all statuses share: how turns count, and what the same status again does (rules §5, §9).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{
    aid, assert_log, attack, blow, board, d20, inflict, recruit, strike, war_cry,
};
use foretold_battle::{
    Affliction, Aid, Amount, Check, DamageKind, Edge, Silent, Status, Strike, UnitId,
};

use crate::common::{begin, once};

/// A status with its number if it has one.
fn affliction(status: Status, turns: u8) -> Affliction {
    let amount = if status.has_amount() { 2 } else { 0 };
    Affliction::new(status, turns).of(amount)
}

#[test]
fn no_status_counts_down_in_the_turn_in_which_it_began() {
    for status in Status::ALL {
        for turns in [1, 3] {
            let mut story = board("A # . e")
                .unit(
                    'A',
                    recruit().gambits([once(inflict("Curse", affliction(status, turns)))]),
                )
                .unit('e', recruit())
                .story();
            for left in (1..=turns).rev() {
                story.ticks(1);
                assert_eq!(story.unit('e').statuses.turns(status), Some(left));
            }
            story.ticks(1);
            assert_eq!(story.unit('e').statuses.turns(status), None, "{status:?}");
            let last = story.log().lines.pop();
            assert_eq!(
                last,
                Some(format!("t{} e is no longer {}", turns + 1, status.name()))
            );
        }
    }
}

#[test]
fn a_status_from_before_the_battle_counts_from_the_first_turn() {
    for status in Status::ALL {
        let mut setup = board("A # . e")
            .unit('A', recruit())
            .unit('e', recruit())
            .setup();
        setup.units[1].statuses = vec![affliction(status, 2)];
        let mut battle = begin(setup, 1);
        let e = UnitId::new(1).expect("one of 24");
        for left in [Some(2), Some(1), None] {
            let turns = battle.unit(e).and_then(|unit| unit.statuses.turns(status));
            assert_eq!(turns, left, "{status:?}");
            battle.step(&mut Silent);
        }
    }
}

#[test]
fn the_same_status_again_keeps_the_longer_time_and_the_larger_number() {
    // What e has, what A gives, what the log says, and what is left after the tick:
    // the turn counts for what was there before, not for what began in it.
    let poison = |turns, amount| Affliction::new(Status::Weakened, turns).of(amount);
    for (had, given, line, left) in [
        ((5, 2), (3, 9), "t1 e is weakened 9 for 5", (4, 9)),
        ((3, 9), (5, 2), "t1 e is weakened 9 for 5", (5, 9)),
        ((3, 2), (3, 2), "t1 e is weakened 2 for 3", (3, 2)),
        ((1, 1), (2, 3), "t1 e is weakened 3 for 2", (2, 3)),
        ((2, 3), (1, 1), "t1 e is weakened 3 for 2", (1, 3)),
    ] {
        let mut story = board("A . e")
            .unit(
                'A',
                recruit().gambits([once(inflict("Curse", poison(given.0, given.1)))]),
            )
            .unit('e', recruit().with_amount(Status::Weakened, had.0, had.1))
            .story();
        assert_log!(story.ticks(1), ["t1 A → e: Curse hit", line]);
        let statuses = story.unit('e').statuses;
        assert_eq!(
            (
                statuses.turns(Status::Weakened),
                statuses.amount(Status::Weakened)
            ),
            (Some(left.0), left.1),
            "{had:?} and {given:?}"
        );
    }
}

#[test]
fn a_number_does_not_outlive_its_status() {
    let curse = |amount| inflict("Curse", Affliction::new(Status::Weakened, 1).of(amount));
    let scene = board("A . e")
        .unit(
            'A',
            recruit().gambits([once(curse(9)), curse(2).cooldown(2).cost(2)]),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → e: Curse hit",
            "t1 e is weakened 9 for 1",
            "t2 A winds up Curse on C1 (2 ticks)",
            "t2 e is no longer weakened",
            "t3 A → e: Curse hit",
            "t3 e is weakened 2 for 1",
        ]
    );
}

#[test]
fn strength_begins_after_the_strikes_of_its_tick_and_lasts_its_turns() {
    let scene = board("A e")
        .unit('A', recruit().gambits([once(war_cry()), blow(10)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A is strengthened 4 for 2",
            "t2 A → e: Blow hit, 10 +4, 14 dealt, 86/100",
            "t3 A → e: Blow hit, 10 +4, 14 dealt, 72/100",
            "t3 A is no longer strengthened",
            "t4 A → e: Blow hit, 10 dealt, 62/100",
        ]
    );
}

#[test]
fn weakness_takes_from_each_hit_and_never_below_0() {
    let two = attack(
        "Two Fists",
        [
            strike(Check::Sure, Amount::flat(10), DamageKind::Bludgeoning),
            strike(Check::Sure, Amount::flat(3), DamageKind::Bludgeoning),
        ],
    );
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([two]).with_amount(Status::Weakened, 9, 4),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Two Fists hit, 10 −4, 6 dealt, 94/100",
            "t1 A → e: Two Fists hit, 3 −4, 0 dealt, 94/100",
        ]
    );
}

#[test]
fn strength_and_weakness_are_added_up() {
    for (strong, weak, line) in [
        (6, 4, "t1 A → e: Blow hit, 10 +2, 12 dealt, 88/100"),
        (4, 6, "t1 A → e: Blow hit, 10 −2, 8 dealt, 92/100"),
        (4, 4, "t1 A → e: Blow hit, 10 dealt, 90/100"),
    ] {
        let scene = board("A e")
            .unit(
                'A',
                recruit()
                    .gambits([blow(10)])
                    .with_amount(Status::Strengthened, 9, strong)
                    .with_amount(Status::Weakened, 9, weak),
            )
            .unit('e', recruit());
        assert_log!(scene.ticks(1), [line]);
    }
}

#[test]
fn strength_is_the_attackers_and_weakness_of_the_target_does_not_count() {
    let scene = board("A e").unit('A', recruit().gambits([blow(10)])).unit(
        'e',
        recruit()
            .with_amount(Status::Strengthened, 9, 4)
            .with_amount(Status::Weakened, 9, 9),
    );
    assert_log!(scene.ticks(1), ["t1 A → e: Blow hit, 10 dealt, 90/100"]);
}

#[test]
fn strength_changes_neither_heals_nor_fear() {
    let heal = Aid {
        heal: Some(Amount::flat(5)),
        ..Aid::default()
    };
    let fear = Strike {
        sanity: Some(Amount::flat(5)),
        ..Strike::default()
    };
    let strong = |rule| {
        recruit()
            .gambits([rule])
            .with_amount(Status::Strengthened, 9, 4)
    };
    let scene = board("A e B")
        .unit('A', strong(attack("Howl", [fear])))
        .unit('B', strong(aid("Mend", Selector::OWN, heal)).hurt_to(50))
        .unit('e', recruit().sanity(20));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Howl hit",
            "t1 e sanity 20 → 15",
            "t1 B heals B by 5, 55/100",
        ]
    );
}

#[test]
fn every_strike_that_hits_leaves_its_status() {
    let wound = |status, amount| Strike {
        inflicts: Some(Affliction::new(status, 2).of(amount)),
        ..Strike::default()
    };
    let claws = attack(
        "Claws",
        [
            wound(Status::Poisoned, 3),
            wound(Status::Weakened, 1),
            wound(Status::Poisoned, 5),
        ],
    );
    let scene = board("A e")
        .unit('A', recruit().gambits([claws]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Claws hit",
            "t1 A → e: Claws hit",
            "t1 A → e: Claws hit",
            "t1 e is poisoned 3 for 2",
            "t1 e is weakened 1 for 2",
            "t1 e is poisoned 5 for 2",
        ]
    );
}

#[test]
fn a_strike_that_misses_leaves_nothing() {
    let check = Check::Armour {
        bonus: 0,
        edge: Edge::Even,
    };
    let bite = Strike {
        check,
        inflicts: Some(Affliction::new(Status::Poisoned, 2).of(3)),
        shoves: Some(foretold_battle::Shove::Away),
        sanity: Some(Amount::dice(1, 4, 0)),
        ..Strike::default()
    };
    let scene = board("A e")
        .unit('A', recruit().gambits([attack("Bite", [bite, bite])]))
        .unit('e', recruit())
        .rolls([d20(9), d20(10)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Bite d20(9) + 0 = 9 vs AC 10: miss",
            "t1 A → e: Bite d20(10) + 0 = 10 vs AC 10: hit",
            "t1 e is poisoned 3 for 2",
            "t1 A shoves e B1 → C1",
        ]
    );
}
