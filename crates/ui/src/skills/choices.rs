//! What a word of a rule could be instead. Every choice is a whole rule, so that choosing is nothing
//! but taking it.

use foretold_battle::brain::{
    About, Argument, Clause, Condition, Criterion, Join, MAX_TESTS, RuleWord, Side, Test,
    Vocabulary,
};
use foretold_battle::{Part, Rule, Selector, SkillId, SkillKind, Status, UnitSheet, phrase, words};
use foretold_view::skill_effects::skill_in_numbers;

use super::locks::RuleLocks;
use crate::prelude::*;

/// Something that a word could be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WordChoice {
    /// What is read in the list.
    pub(super) item: MenuItem,
    /// The rule with it.
    pub(super) rule: Rule,
}

/// What a word could be, the present one included; nothing if it cannot be another.
pub(super) fn choices(
    arena: &Arena,
    sheet: &UnitSheet,
    locks: RuleLocks,
    rule: &Rule,
    part: Part,
) -> Vec<WordChoice> {
    let mut choices = all_choices(arena, sheet, locks.words(), rule, part);
    lock(&mut choices, locks, rule);
    choices
}

/// The heading above what needs words that the company lacks.
const LACKED: &str = "Words you lack";

/// What needs words that the company lacks comes last, with a lock, and where they may be found. What
/// a rule says already stays open.
fn lock(choices: &mut [WordChoice], locks: RuleLocks, rule: &Rule) {
    for choice in &mut *choices {
        if choice.rule == *rule || locks.is_open(&choice.rule) {
            continue;
        }
        let own = locks.own_rule(rule);
        if own.is_some() {
            choice.item.beside = "a rule of its own: its words stay".to_owned();
        } else {
            choice.item.beside = locks.found(&choice.rule).unwrap_or_default();
            choice.item.group = Some(LACKED);
        }
        choice.item.locked = own.or_else(|| locks.why(&choice.rule));
    }
    choices.sort_by_key(|choice| choice.item.locked.is_some());
}

fn all_choices(
    arena: &Arena,
    sheet: &UnitSheet,
    known: Vocabulary,
    rule: &Rule,
    part: Part,
) -> Vec<WordChoice> {
    // A choice that is called as the sentence calls it.
    let named = |rule: Rule| choice(word_of(arena, &rule, part), rule);
    let on = |on: Selector| named(with(rule, |rule| rule.on = on));
    match part {
        Part::Glue | Part::Count(_) | Part::Range(_) | Part::Percent(_) => Vec::new(),
        Part::Test(place) => tests(rule, place),
        Part::Status(place) => {
            let status = |it: Status| with_argument(rule, place, Argument::Status(it));
            let all = Status::ALL.into_iter();
            all.map(|it| choice(it.name(), status(it))).collect()
        }
        Part::Join => [(Join::All, "and"), (Join::Any, "or")]
            .map(|(join, text)| choice(text, with(rule, |rule| rule.when.join = join)))
            .to_vec(),
        Part::Skill => {
            let skills = sheet.skills.iter();
            skills
                .map(|&skill| {
                    let mut choice = named(with_skill(arena, known, rule, skill));
                    choice.item.beside = skill_in_numbers(arena, skill);
                    choice
                })
                .collect()
        }
        Part::Criterion => {
            let all = Criterion::ALL.into_iter();
            all.map(|criterion| Selector {
                criterion,
                ..rule.on
            })
            .map(on)
            .collect()
        }
        Part::Whom => {
            let sides = Side::ALL.into_iter();
            let mut choices: Vec<WordChoice> = sides
                .flat_map(|side| [(side, false), (side, true)])
                .map(|(side, in_reach)| Selector {
                    side,
                    in_reach,
                    ..rule.on
                })
                .map(on)
                .collect();
            // Moves and oneself are always in reach: it would be the same again.
            choices.dedup_by(|one, other| one.item == other.item);
            choices
        }
    }
}

/// The bounds of a number in a rule.
pub(super) fn number(rule: &Rule, part: Part) -> Option<Stepper> {
    let (_, argument) = argument(rule, part)?;
    let (value, bounds) = argument.number()?;
    Some(Stepper {
        value: value.into(),
        least: bounds.sensible.into(),
        most: bounds.most.max(value).into(),
        step: bounds.step.into(),
    })
}

/// Whether the number may be changed: a rule with words that the company lacks stays as it is.
pub(super) fn is_open_number(locks: RuleLocks, rule: &Rule, part: Part) -> bool {
    let other = number(rule, part).map(|bounds| {
        let value = match bounds.value < bounds.most {
            true => bounds.value + bounds.step,
            false => bounds.value - bounds.step,
        };
        with_number(rule, part, value)
    });
    other.is_none_or(|other| locks.is_open(&other))
}

/// The rule with another number in it.
pub(super) fn with_number(rule: &Rule, part: Part, value: i32) -> Rule {
    let (Some((place, argument)), Some(bounds)) = (argument(rule, part), number(rule, part)) else {
        return rule.clone();
    };
    let value = value.clamp(bounds.least, bounds.most) as u8;
    with_argument(rule, place, argument.with_number(value))
}

/// The number that a word of a rule is, and in which test.
fn argument(rule: &Rule, part: Part) -> Option<(usize, Argument)> {
    let mut tests = rule.when.tests.iter().enumerate();
    tests.find_map(|(place, clause)| {
        let mut arguments = clause.test.arguments().into_iter();
        let found = arguments.find(|argument| argument.part(place) == part)?;
        Some((place, found))
    })
}

/// Whether there is room for another test.
pub(super) fn has_room_for_test(rule: &Rule) -> bool {
    rule.when.tests.len() < MAX_TESTS
}

/// What the rule could ask besides: the same list as for a test that is there.
pub(super) fn added_tests(locks: RuleLocks, rule: &Rule) -> Vec<WordChoice> {
    let mut choices: Vec<WordChoice> = all_clauses()
        .filter_map(|clause| {
            let mut rule = rule.clone();
            rule.when.tests.try_push(clause).ok()?;
            Some(asking(clause, rule))
        })
        .collect();
    lock(&mut choices, locks, rule);
    choices
}

/// A rule that does the first thing a unit can do, whenever it can.
pub(super) fn new_rule(arena: &Arena, sheet: &UnitSheet, known: Vocabulary) -> Option<Rule> {
    let skill = *sheet.skills.first()?;
    Some(Rule {
        enabled: true,
        when: Condition::default(),
        skill,
        on: usual_target(arena, known, skill),
    })
}

/// Every test, those about the same thing together, plain and then negated, with the numbers that a
/// player most likely wants.
fn all_clauses() -> impl Iterator<Item = Clause> {
    About::ALL.into_iter().flat_map(|about| {
        let tests = Test::ALL
            .into_iter()
            .filter(move |test| test.about() == about);
        [false, true]
            .into_iter()
            .flat_map(move |negated| tests.clone().map(move |test| Clause { negated, test }))
    })
}

/// The choice of a test, under the heading of what it is about.
fn asking(clause: Clause, rule: Rule) -> WordChoice {
    let mut choice = choice(phrase(clause), rule);
    choice.item.group = Some(clause.test.about().heading());
    choice
}

fn tests(rule: &Rule, place: usize) -> Vec<WordChoice> {
    let Some(&present) = rule.when.tests.get(place) else {
        return Vec::new();
    };
    let without = with(rule, |rule| {
        rule.when.tests.remove(place);
    });
    let others = all_clauses().map(|mut clause| {
        // The present test keeps its numbers, also when it is negated.
        if std::mem::discriminant(&clause.test) == std::mem::discriminant(&present.test) {
            clause.test = present.test;
        }
        let rule = with(rule, |rule| rule.when.tests[place] = clause);
        asking(clause, rule)
    });
    std::iter::once(choice("(remove this condition)", without))
        .chain(others)
        .collect()
}

/// The rule with another skill. Its target stays, unless help becomes harm or harm help.
fn with_skill(arena: &Arena, known: Vocabulary, rule: &Rule, skill: SkillId) -> Rule {
    with(rule, |rule| {
        if helps(arena, skill) != helps(arena, rule.skill) {
            rule.on = usual_target(arena, known, skill);
        }
        rule.skill = skill;
    })
}

fn helps(arena: &Arena, skill: SkillId) -> bool {
    matches!(arena.skill(skill).deed, SkillKind::Aid(_))
}

fn usual_target(arena: &Arena, known: Vocabulary, skill: SkillId) -> Selector {
    if helps(arena, skill) {
        let by_hp = known.has(RuleWord::criterion(Criterion::LowestHp));
        if by_hp {
            Selector::LOWEST_HP_ALLY
        } else {
            Selector::NEAREST_ALLY
        }
    } else {
        Selector::NEAREST_ENEMY
    }
}

fn with_argument(rule: &Rule, place: usize, argument: Argument) -> Rule {
    with(rule, |rule| {
        if let Some(clause) = rule.when.tests.get_mut(place) {
            clause.test = clause.test.with(argument);
        }
    })
}

/// The rule after a change.
fn with(rule: &Rule, change: impl FnOnce(&mut Rule)) -> Rule {
    let mut rule = rule.clone();
    change(&mut rule);
    rule
}

fn choice(text: impl Into<String>, rule: Rule) -> WordChoice {
    let item = MenuItem {
        text: text.into(),
        ..default()
    };
    WordChoice { item, rule }
}

/// What the sentence calls a part of the rule. Some condition stands before it, so that it does not
/// begin with a capital.
fn word_of(arena: &Arena, rule: &Rule, part: Part) -> String {
    let (negated, test) = (false, Test::MyCellTargeted);
    let conditional = with(rule, |rule| {
        rule.when.tests = [Clause { negated, test }].into_iter().collect();
    });
    let mut words = words(arena, &conditional).into_iter();
    let found = words.find(|word| word.part == part);
    found.map_or_else(String::new, |word| word.text)
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{board, heavy_punch, hold, move_towards, recruit};
    use foretold_battle::{Battle, UnitId, sentence};

    use super::*;

    const PARTS: [Part; 4] = [Part::Test(0), Part::Skill, Part::Criterion, Part::Whom];

    fn ring() -> Battle {
        board("A e")
            .unit(
                'A',
                recruit().gambits([
                    heavy_punch().when(Test::EnemyInRange(3)),
                    move_towards(),
                    hold(),
                ]),
            )
            .unit('e', recruit())
            .start(1)
    }

    fn first(battle: &Battle) -> (&UnitSheet, Rule) {
        let id = UnitId::new(0).expect("the first slot");
        let rules = &battle.unit(id).expect("A is there").rules;
        (&battle.arena().setup().units[0], rules[0].clone())
    }

    #[test]
    fn the_present_word_is_among_what_it_could_be() {
        let battle = ring();
        let (sheet, rule) = first(&battle);
        for part in PARTS {
            let choices = choices(battle.arena(), sheet, RuleLocks::default(), &rule, part);
            let same = choices.iter().filter(|choice| choice.rule == rule).count();
            assert_eq!(same, 1, "{part:?}: {choices:?}");
        }
    }

    #[test]
    fn every_choice_is_a_rule_that_the_unit_may_follow_and_reads_differently() {
        let battle = ring();
        let (sheet, rule) = first(&battle);
        let unit = UnitId::new(0).expect("the first slot");
        for part in PARTS {
            let mut read: Vec<String> = Vec::new();
            for choice in choices(battle.arena(), sheet, RuleLocks::default(), &rule, part) {
                let rules = [choice.rule.clone()];
                let allowed = battle.arena().setup().check_rules(unit, &rules);
                assert_eq!(allowed, Ok(()), "{choice:?}");
                let text = sentence(battle.arena(), &choice.rule);
                assert!(!read.contains(&text), "{text} twice");
                read.push(text);
                assert!(!choice.item.text.is_empty());
            }
            assert!(read.len() >= 3, "{part:?}: {read:?}");
        }
    }

    #[test]
    fn numbers_stay_in_their_bounds() {
        let battle = ring();
        let (_, rule) = first(&battle);
        let part = Part::Range(0);
        assert_eq!(number(&rule, part).map(|number| number.value), Some(3));
        for (asked, becomes) in [(5, 5), (-4, 0), (400, 11)] {
            let rule = with_number(&rule, part, asked);
            assert_eq!(rule.when.tests[0].test, Test::EnemyInRange(becomes));
        }
        assert_eq!(number(&rule, Part::Percent(0)), None);
        assert_eq!(number(&rule, Part::Range(7)), None);
    }

    #[test]
    fn a_test_that_is_negated_keeps_its_number_and_the_first_choice_takes_it_away() {
        let battle = ring();
        let (sheet, rule) = first(&battle);
        let choices = choices(
            battle.arena(),
            sheet,
            RuleLocks::default(),
            &rule,
            Part::Test(0),
        );
        let texts: Vec<&str> = choices.iter().map(|it| it.item.text.as_str()).collect();
        let offered = |test: &&Test| {
            let phrases = [false, true].map(|negated| {
                let test = **test;
                phrase(Clause { negated, test })
            });
            phrases
                .iter()
                .all(|phrase| texts.contains(&phrase.as_str()))
        };
        assert_eq!(Test::ALL.iter().filter(offered).count(), Test::ALL.len());
        assert_eq!(texts.len(), 1 + 2 * Test::ALL.len());
        let not = choices
            .iter()
            .find(|choice| choice.item.text == "no enemy is within …");
        let test = not.map(|choice| choice.rule.when.tests[0]);
        assert_eq!(test.map(|clause| clause.test), Some(Test::EnemyInRange(3)));
        let without = choices.first().map(|choice| choice.rule.when.tests.len());
        assert_eq!(without, Some(0));
    }

    #[test]
    fn tests_stand_together_under_what_they_are_about_and_skills_show_numbers() {
        let battle = ring();
        let (sheet, rule) = first(&battle);
        let groups: Vec<&str> = added_tests(RuleLocks::default(), &rule)
            .iter()
            .filter_map(|choice| choice.item.group)
            .collect();
        assert_eq!(groups.len(), 2 * Test::ALL.len());
        let mut together = groups.clone();
        together.dedup();
        assert_eq!(together, About::ALL.map(About::heading));
        let skills = choices(
            battle.arena(),
            sheet,
            RuleLocks::default(),
            &rule,
            Part::Skill,
        );
        assert_eq!(
            skills[0].item.beside,
            "range 1, 25 bludgeoning, hits without a roll · 2 ticks"
        );
        assert!(skills.iter().all(|choice| !choice.item.beside.is_empty()));
    }

    #[test]
    fn a_fifth_test_finds_no_room() {
        let battle = ring();
        let (_, mut rule) = first(&battle);
        for _ in 0..3 {
            assert!(has_room_for_test(&rule));
            rule = added_tests(RuleLocks::default(), &rule)[0].rule.clone();
        }
        assert!(!has_room_for_test(&rule));
        assert!(added_tests(RuleLocks::default(), &rule).is_empty());
    }
}
