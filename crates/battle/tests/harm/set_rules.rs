//! New rules in the middle of a battle, and when they are refused.

use std::sync::Arc;

use foretold_battle::brain::{Clause, Condition, Rule, Selector, Test};
use foretold_battle::testing::{assert_log, blow, board, heavy_punch, recruit, skirmish};
use foretold_battle::{RuleError, SkillId, UnitId};

use crate::common::begin;

fn rule(skill: SkillId) -> Rule {
    Rule {
        enabled: true,
        when: Condition::default(),
        skill,
        on: Selector::NEAREST_ENEMY,
    }
}

#[test]
fn new_rules_count_from_the_next_decision() {
    let mut story = board("A e")
        .unit(
            'A',
            recruit()
                .gambits([blow(1)])
                .knows([blow(2).with(|skill| skill.name = "Jab".to_owned())]),
        )
        .unit('e', recruit())
        .story();
    assert_log!(story.ticks(1), ["t1 A → e: Blow hit, 1 dealt, 99/100"]);
    let (a, jab) = (story.id('A'), story.skill("Jab"));
    assert_eq!(story.battle.set_rules(a, &[rule(jab)]), Ok(()));
    assert_log!(story.ticks(1), ["t2 A → e: Jab hit, 2 dealt, 97/100"]);
    assert_eq!(story.battle.set_rules(a, &[]), Ok(()));
    assert_log!(story.ticks(1), []);
}

#[test]
fn new_rules_wait_for_a_wind_up() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]).knows([blow(1)]))
        .unit('e', recruit())
        .story();
    assert_log!(
        story.ticks(1),
        ["t1 A winds up Heavy Punch on B1 (2 ticks)"]
    );
    let (a, light) = (story.id('A'), story.skill("Blow"));
    assert_eq!(story.battle.set_rules(a, &[rule(light)]), Ok(()));
    assert_log!(
        story.ticks(2),
        [
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t3 A → e: Blow hit, 1 dealt, 74/100",
        ]
    );
}

#[test]
fn refused_rules_are_reported_by_name_and_change_nothing() {
    let mut setup = board("A e")
        .unit('A', recruit().gambits([blow(1)]))
        .unit('e', recruit().gambits([blow(2)]))
        .setup();
    setup.units[0].rule_slots = 3;
    let mut battle = begin(setup, 1);
    let arena = Arc::clone(battle.arena());
    let unit = |slot| UnitId::new(slot).expect("one of 24");
    let (own, others) = (rule(SkillId(0)), rule(SkillId(1)));
    let mut far = own.clone();
    far.when.tests.push(Clause {
        negated: false,
        test: Test::AllyInRange(12),
    });
    let before = battle.fingerprint();
    for (who, rules, error, words) in [
        (
            unit(2),
            vec![],
            RuleError::NoSuchUnit,
            "there is no such unit in this battle",
        ),
        (
            unit(23),
            vec![own.clone()],
            RuleError::NoSuchUnit,
            "there is no such unit in this battle",
        ),
        (
            unit(0),
            vec![own.clone(); 4],
            RuleError::TooManyRules { count: 4, slots: 3 },
            "4 rules in 3 slots: delete some or unlock more",
        ),
        (
            unit(0),
            vec![own.clone(), others.clone()],
            RuleError::UnknownSkill {
                rule: 1,
                skill: SkillId(1),
            },
            "rule 2 uses skill 1, which the unit does not know",
        ),
        (
            unit(0),
            vec![rule(SkillId(200))],
            RuleError::UnknownSkill {
                rule: 0,
                skill: SkillId(200),
            },
            "rule 1 uses skill 200, which the unit does not know",
        ),
        (
            unit(0),
            vec![far],
            RuleError::RangeTooLarge { rule: 0, range: 12 },
            "rule 1 looks 12 cells away: the board is 12 wide, so 11 is the most",
        ),
    ] {
        assert_eq!(battle.set_rules(who, &rules), Err(error));
        assert_eq!(arena.check_rules(who, &rules), Err(error));
        assert_eq!(error.to_string(), words);
        let _: &dyn std::error::Error = &error;
        assert_eq!(battle.fingerprint(), before);
    }
    assert_eq!(battle.set_rules(unit(0), &vec![own; 3]), Ok(()));
    assert_ne!(battle.fingerprint(), before);
    assert_eq!(UnitId::new(24), None);
}

#[test]
fn a_unit_with_all_six_slots_takes_six_rules_and_not_seven() {
    let mut battle = begin(skirmish(), 1);
    let unit = UnitId::new(0).expect("one of 24");
    let own = rule(battle.arena().sheet(unit).skills[0]);
    assert_eq!(battle.set_rules(unit, &vec![own.clone(); 6]), Ok(()));
    assert_eq!(
        battle.set_rules(unit, &vec![own; 7]),
        Err(RuleError::TooManyRules { count: 7, slots: 6 })
    );
}
