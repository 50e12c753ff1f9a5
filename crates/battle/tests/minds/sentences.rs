//! Rules as sentences: what the player reads is what the rule does (rules §6).

use foretold_battle::brain::{Criterion, Side, Test};
use foretold_battle::testing::{
    RuleDraft, board, guard, heavy_punch, hold, light_punch, mend, move_away, move_towards, recruit,
};
use foretold_battle::{Rule, Selector, SkillId, Status, sentence};

use crate::common::percent;

/// The sentence of one rule.
fn read(rule: RuleDraft) -> String {
    let story = board("A e")
        .unit('A', recruit().gambits([rule]))
        .unit('e', recruit())
        .story();
    sentence(story.battle.arena(), &story.unit('A').rules[0])
}

/// How a test reads, plain and negated.
fn reads(test: Test) -> [String; 2] {
    let clause = |text: String| {
        let inner = text
            .strip_prefix("When ")
            .and_then(|text| text.strip_suffix(", hold."));
        inner.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    [hold().when(test), hold().when_not(test)].map(|rule| clause(read(rule)))
}

#[test]
fn a_rule_without_tests_is_what_it_does() {
    assert_eq!(read(light_punch()), "Use Light Punch on the nearest enemy.");
}

#[test]
fn tests_come_first_joined_by_and() {
    let rule = heavy_punch()
        .on(Selector::LOWEST_HP_ENEMY)
        .when(Test::EnemyInRange(1))
        .when(Test::MyHpBelow(percent(50)));
    assert_eq!(
        read(rule),
        "When an enemy is within 1 and my HP is below 50%, \
         use Heavy Punch on the lowest HP enemy."
    );
}

#[test]
fn one_is_enough_reads_or_between_all_of_them() {
    let rule = guard()
        .when(Test::MyCellTargeted)
        .when_not(Test::AllyInRange(2))
        .when(Test::MyHpBelow(percent(30)))
        .any();
    assert_eq!(
        read(rule),
        "When my cell is targeted or no ally is within 2 or my HP is below 30%, \
         use Guard on myself."
    );
}

#[test]
fn a_rule_that_is_off_says_so_first() {
    assert_eq!(
        read(light_punch().off()),
        "(off) Use Light Punch on the nearest enemy."
    );
}

#[test]
fn tests_about_enemies_and_allies_read_plain_and_negated() {
    let near = |count, range| Test::EnemiesInRange { count, range };
    for (test, plain, negated) in [
        (
            Test::EnemyInRange(1),
            "an enemy is within 1",
            "no enemy is within 1",
        ),
        (
            Test::AllyInRange(3),
            "an ally is within 3",
            "no ally is within 3",
        ),
        (
            near(2, 3),
            "at least 2 enemies are within 3",
            "fewer than 2 enemies are within 3",
        ),
        (
            near(1, 4),
            "at least 1 enemy is within 4",
            "fewer than 1 enemy is within 4",
        ),
        (
            Test::AllyHpBelow(percent(40)),
            "some ally's HP is below 40%",
            "no ally's HP is below 40%",
        ),
    ] {
        assert_eq!(reads(test), [plain, negated]);
    }
}

#[test]
fn tests_about_me_read_plain_and_negated() {
    for (test, plain, negated) in [
        (
            Test::MyHpBelow(percent(50)),
            "my HP is below 50%",
            "my HP is not below 50%",
        ),
        (
            Test::MySanityBelow(percent(30)),
            "my sanity is below 30%",
            "my sanity is not below 30%",
        ),
        (
            Test::MyCellTargeted,
            "my cell is targeted",
            "my cell is not targeted",
        ),
    ] {
        assert_eq!(reads(test), [plain, negated]);
    }
    for status in Status::ALL {
        let name = status.name();
        let both = [format!("I am {name}"), format!("I am not {name}")];
        assert_eq!(reads(Test::IHave(status)), both);
    }
}

#[test]
fn tests_about_the_target_read_plain_and_negated() {
    let on_target = |test| {
        let rules = [light_punch().when(test), light_punch().when_not(test)];
        rules.map(|rule| {
            let text = read(rule);
            let end = text.find(", use").expect("it uses something");
            text["When ".len()..end].to_owned()
        })
    };
    for (test, plain, negated) in [
        (
            Test::TargetHpBelow(percent(25)),
            "the target's HP is below 25%",
            "the target's HP is not below 25%",
        ),
        (
            Test::TargetHas(Status::Stunned),
            "the target is stunned",
            "the target is not stunned",
        ),
        (
            Test::TargetWindingUp,
            "the target is winding up",
            "the target is not winding up",
        ),
    ] {
        assert_eq!(on_target(test), [plain, negated]);
    }
}

#[test]
fn always_and_never_are_said_without_when() {
    assert_eq!(
        read(light_punch().when(Test::Always)),
        "Always use Light Punch on the nearest enemy."
    );
    assert_eq!(read(hold().when_not(Test::Always)), "Never hold.");
    assert_eq!(
        read(hold().when(Test::Always).when(Test::MyCellTargeted)),
        "When always and my cell is targeted, hold."
    );
}

#[test]
fn every_selector_reads_as_whom_it_looks_for() {
    for (criterion, words) in [
        (Criterion::Nearest, "nearest"),
        (Criterion::Furthest, "furthest"),
        (Criterion::LowestHp, "lowest HP"),
        (Criterion::HighestHp, "highest HP"),
    ] {
        for (side, whom) in [(Side::Enemy, "enemy"), (Side::Ally, "ally")] {
            let on = Selector::new(criterion, side);
            assert_eq!(
                read(mend().on(on)),
                format!("Use Mend on the {words} {whom}.")
            );
            assert_eq!(
                read(mend().on(on.in_reach())),
                format!("Use Mend on the {words} {whom} in reach.")
            );
        }
        let own = Selector::new(criterion, Side::Own);
        assert_eq!(read(mend().on(own)), "Use Mend on myself.");
        assert_eq!(read(mend().on(own.in_reach())), "Use Mend on myself.");
    }
}

#[test]
fn moves_say_where_to_and_in_reach_changes_nothing_for_them() {
    let far = Selector::new(Criterion::Furthest, Side::Ally);
    for (rule, words) in [
        (move_towards(), "Move towards the nearest enemy."),
        (move_away(), "Move away from the nearest enemy."),
        (hold(), "Hold."),
        (
            move_towards().on(far.in_reach()),
            "Move towards the furthest ally.",
        ),
        (
            move_away().when(Test::MyCellTargeted),
            "When my cell is targeted, move away from the nearest enemy.",
        ),
    ] {
        assert_eq!(read(rule), words);
    }
}

#[test]
fn a_hold_that_asks_about_its_target_says_who_that_is() {
    let rule = hold()
        .on(Selector::LOWEST_HP_ENEMY)
        .when(Test::TargetHas(Status::Stunned));
    assert_eq!(
        read(rule),
        "When the target is stunned, hold; the target is the lowest HP enemy."
    );
}

#[test]
fn a_skill_of_another_battle_is_a_question_mark() {
    let story = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit())
        .story();
    let stranger = Rule {
        skill: SkillId(99),
        ..story.unit('A').rules[0].clone()
    };
    assert_eq!(
        sentence(story.battle.arena(), &stranger),
        "Use ? on the nearest enemy."
    );
}
