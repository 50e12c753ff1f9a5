//! How the shipped battles end: by themselves, won and lost, and better with better rules.

use foretold_battle::{Battle, DrawReason, Outcome, Rule, Silent, UnitId};
use foretold_content::{Encounter, FileKind};

use crate::common::shipped;
use crate::set::BATTLES;
use crate::{content, encounter};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=200;

/// How often each outcome came up.
#[derive(Debug, Default)]
struct Count {
    won: u32,
    lost: u32,
    both_fell: u32,
    time_was_up: u32,
}

/// Plays every seed, with other rules for some.
fn count(encounter: &Encounter, others: &[(UnitId, Vec<Rule>)]) -> Count {
    let arena = encounter.arena();
    let mut count = Count::default();
    for seed in SEEDS {
        let mut battle = Battle::start(&arena, seed, &mut Silent);
        for (unit, rules) in others {
            battle
                .set_rules(*unit, rules)
                .expect("the unit may follow these rules");
        }
        match battle.play(&mut Silent) {
            Outcome::Victory => count.won += 1,
            Outcome::Defeat => count.lost += 1,
            Outcome::Draw(DrawReason::BothFell) => count.both_fell += 1,
            Outcome::Draw(DrawReason::TimeLimit) => count.time_was_up += 1,
        }
    }
    count
}

/// A shipped rule set, for a unit of a battle.
fn rule_set(encounter: &Encounter, unit: &str, name: &str) -> (UnitId, Vec<Rule>) {
    let unit = encounter.unit(unit).expect("it fights in this battle");
    let text = shipped()
        .get(&FileKind::Gambits.path(name))
        .expect("it is shipped");
    let rules = content().rules_from_text(encounter, unit, text);
    (unit, rules.expect("the unit knows the skills"))
}

#[test]
fn every_battle_ends_and_can_be_won_and_lost() {
    for (name, _) in BATTLES {
        let count = count(encounter(name), &[]);
        assert!(count.won >= 5, "{name} can hardly be won: {count:?}");
        assert!(count.lost >= 5, "{name} can hardly be lost: {count:?}");
        assert_eq!(
            count.time_was_up, 0,
            "{name} does not end by itself: {count:?}"
        );
    }
}

#[test]
fn better_rules_show_in_the_odds() {
    // A battle, which units get which other rules, and by at least how many wins of 200 it matters.
    let cases: [(&str, &[&str], &str, i64); 6] = [
        ("first-blood", &["ada"], "duellist", 50),
        ("heavy-hands", &["ada"], "recruit", -50),
        ("three-abreast", &["ada", "bert", "cleo"], "pack_hunter", 15),
        ("crypt", &["ada"], "pack_hunter", 30),
        ("stand-apart", &["ada", "bert"], "loose_order", 60),
        ("open-graves", &["vera"], "undertaker", 20),
    ];
    for (name, units, rules, margin) in cases {
        let encounter = encounter(name);
        let others: Vec<_> = units
            .iter()
            .map(|unit| rule_set(encounter, unit, rules))
            .collect();
        let before = count(encounter, &[]);
        let after = count(encounter, &others);
        let change = i64::from(after.won) - i64::from(before.won);
        let enough = if margin > 0 {
            change >= margin
        } else {
            change <= margin
        };
        assert!(enough, "{name} with {rules}: {before:?}, then {after:?}");
    }
}
