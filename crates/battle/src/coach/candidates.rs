//! The list of all single changes of a unit's rules that make sense.

use std::collections::BTreeSet;

use crate::arena::Arena;
use crate::board::Area;
use crate::brain::{
    Argument, Clause, Condition, Criterion, Join, MAX_TESTS, Rule, Selector, Side, Test, Vocabulary,
};
use crate::coach::change::{ChangeKind, RuleChange};
use crate::fingerprint::fingerprint;
use crate::ids::{SkillId, UnitId};
use crate::skill::{MoveMode, Skill, SkillKind};
use crate::status::Status;
use crate::unit::{MAX_RULES, UnitSheet};

/// Every single change of a unit's rules that the unit may follow and that makes sense in this
/// battle: a rule off or on, two rules swapped, a number moved, another target, another condition,
/// another skill, a new rule. No change comes twice.
///
/// What a change brings in is made of `words`. A rule with other words in it is only moved, switched,
/// or replaced.
pub fn single_changes(
    arena: &Arena,
    unit: UnitId,
    rules: &[Rule],
    words: Vocabulary,
) -> Vec<RuleChange> {
    let Some(sheet) = arena.get_sheet(unit) else {
        return Vec::new();
    };
    let mut list = Candidates {
        arena,
        sheet,
        unit,
        rules,
        words,
        seen: BTreeSet::from([fingerprint(&rules)]),
        found: Vec::new(),
    };
    list.switches_and_swaps();
    list.numbers();
    list.targets();
    list.conditions();
    list.skills();
    list.new_rules();
    list.found
}

struct Candidates<'a> {
    arena: &'a Arena,
    sheet: &'a UnitSheet,
    unit: UnitId,
    rules: &'a [Rule],
    words: Vocabulary,
    /// Fingerprints of the lists of rules that are in the list already, or in force.
    seen: BTreeSet<u64>,
    found: Vec<RuleChange>,
}

impl Candidates<'_> {
    /// Adds a change, if the unit may follow these rules and they are not known yet.
    fn add(&mut self, kind: ChangeKind, rules: Vec<Rule>) {
        let allowed = self.arena.check_rules(self.unit, &rules).is_ok();
        if allowed && self.seen.insert(fingerprint(&rules)) {
            let unit = self.unit;
            self.found.push(RuleChange { unit, kind, rules });
        }
    }

    /// Adds a change of one rule, unless a word of it is not allowed: such a rule stays as it is.
    fn edit(&mut self, kind: ChangeKind, changed: Rule) {
        if self.words.lacks(&changed).is_empty() {
            let mut rules = self.rules.to_vec();
            rules[kind.rule()] = changed;
            self.add(kind, rules);
        }
    }

    fn switches_and_swaps(&mut self) {
        for (at, rule) in self.rules.iter().enumerate() {
            let mut rules = self.rules.to_vec();
            rules[at].enabled = !rule.enabled;
            let kind = if rule.enabled {
                ChangeKind::Off(at)
            } else {
                ChangeKind::On(at)
            };
            self.add(kind, rules);
        }
        for second in 1..self.rules.len() {
            for first in 0..second {
                let mut rules = self.rules.to_vec();
                rules.swap(first, second);
                self.add(ChangeKind::Swap(first, second), rules);
            }
        }
    }

    /// The rules that are on, with their places: nothing else about the others matters.
    fn rules_on(&self) -> impl Iterator<Item = (usize, Rule)> + use<> {
        let on = self
            .rules
            .iter()
            .cloned()
            .enumerate()
            .filter(|(_, rule)| rule.enabled);
        on.collect::<Vec<_>>().into_iter()
    }

    fn numbers(&mut self) {
        for (at, rule) in self.rules_on() {
            for (place, clause) in rule.when.tests.iter().enumerate() {
                for argument in clause.test.arguments() {
                    for other in self.other_numbers(argument) {
                        let mut changed = rule.clone();
                        changed.when.tests[place].test = clause.test.with(other);
                        self.edit(ChangeKind::Number(at), changed);
                    }
                }
            }
        }
    }

    /// The numbers worth trying in place of one: a small and a large step either way, or another
    /// status.
    fn other_numbers(&self, argument: Argument) -> Vec<Argument> {
        let Some((number, bounds)) = argument.number() else {
            let statuses = self.statuses().into_iter();
            return statuses.map(Argument::Status).collect();
        };
        let steps: [i16; 4] = match argument {
            Argument::Percent(_) => [-25, -10, 10, 25],
            _ => [-2, -1, 1, 2],
        };
        let moved = steps.into_iter().map(|step| i16::from(number) + step);
        let sensible = i16::from(bounds.sensible)..=i16::from(bounds.most);
        moved
            .filter(|number| sensible.contains(number))
            .filter_map(|number| u8::try_from(number).ok())
            .map(|number| argument.with_number(number))
            .collect()
    }

    /// The statuses that can be met in this battle.
    fn statuses(&self) -> Vec<Status> {
        let setup = self.arena.setup();
        let by_skill = |skill: &Skill, status| {
            let granted = match &skill.deed {
                SkillKind::Aid(aid) => aid.grants,
                SkillKind::Move(_) | SkillKind::Attack { .. } => None,
            };
            let inflicted = skill.strikes().iter().filter_map(|strike| strike.inflicts);
            inflicted.chain(granted).any(|it| it.status == status)
        };
        let met = |&status: &Status| {
            setup.skills.iter().any(|skill| by_skill(skill, status))
                || setup
                    .units
                    .iter()
                    .any(|unit| unit.statuses.iter().any(|it| it.status == status))
        };
        Status::ALL.into_iter().filter(met).collect()
    }

    fn targets(&mut self) {
        for (at, rule) in self.rules_on() {
            for on in self.selectors(rule.skill, &rule.when) {
                let changed = Rule { on, ..rule.clone() };
                self.edit(ChangeKind::Target(at), changed);
            }
        }
    }

    /// The targets that make sense for a skill: enemies for harm, friends for help, both for moves.
    fn selectors(&self, skill: SkillId, when: &Condition) -> Vec<Selector> {
        let skill = self.arena.skill(skill);
        let sides: &[Side] = match skill.deed {
            SkillKind::Attack { .. } => &[Side::Enemy],
            SkillKind::Aid(_) if self.has_allies() => &[Side::Ally, Side::Own],
            SkillKind::Aid(_) => &[Side::Own],
            SkillKind::Move(MoveMode::Hold) if !when.is_about_target() => &[],
            SkillKind::Move(_) if self.has_allies() => &[Side::Enemy, Side::Ally],
            SkillKind::Move(_) => &[Side::Enemy],
        };
        let reaches = !matches!(skill.deed, SkillKind::Move(_));
        let has_area = skill.area() != Area::Cell;
        let mut selectors = Vec::new();
        for &side in sides {
            if side.is_one() {
                selectors.push(Selector::OWN);
                continue;
            }
            for criterion in Criterion::ALL {
                if criterion == Criterion::MostHit && !has_area {
                    continue;
                }
                let selector = Selector::new(criterion, side);
                selectors.push(selector);
                if reaches {
                    selectors.push(selector.in_reach());
                }
            }
        }
        selectors
    }

    /// Whether there is anybody else on the unit's side.
    fn has_allies(&self) -> bool {
        self.arena.comrades_of(self.unit).len() > 1
    }

    fn conditions(&mut self) {
        for (at, rule) in self.rules_on() {
            let kind = ChangeKind::When(at);
            for when in self.other_conditions(&rule) {
                let changed = Rule {
                    when,
                    ..rule.clone()
                };
                self.edit(kind, changed);
            }
        }
    }

    /// A test less, a test negated, the other join, a test exchanged, a test more.
    fn other_conditions(&self, rule: &Rule) -> Vec<Condition> {
        let when = &rule.when;
        let mut found = Vec::new();
        let mut changed = |change: &dyn Fn(&mut Condition)| {
            let mut other = when.clone();
            change(&mut other);
            found.push(other);
        };
        for place in 0..when.tests.len() {
            changed(&|it| {
                it.tests.remove(place);
            });
            changed(&|it| it.tests[place].negated ^= true);
        }
        if when.tests.len() > 1 {
            changed(&|it| {
                it.join = match it.join {
                    Join::All => Join::Any,
                    Join::Any => Join::All,
                };
            });
        }
        for clause in self.clauses(rule.skill) {
            for place in 0..when.tests.len() {
                changed(&|it| it.tests[place] = clause);
            }
            let known = when.tests.iter().any(|it| it.test == clause.test);
            if known || when.tests.len() == MAX_TESTS {
                continue;
            }
            changed(&|it| it.tests.push(clause));
            if when.tests.len() == 1 {
                changed(&|it| {
                    it.join = Join::Any;
                    it.tests.push(clause);
                });
            }
        }
        found
    }

    /// The tests that make sense for a skill, plain and negated, with their first suggestions.
    fn clauses(&self, skill: SkillId) -> Vec<Clause> {
        let skill = self.arena.skill(skill);
        let has_area = skill.is_hostile() && skill.area() != Area::Cell;
        let statuses = self.statuses();
        let makes_sense = |test: &Test| match test {
            Test::Always => false,
            Test::AllyInRange(_) | Test::AllyHpBelow(_) => self.has_allies(),
            Test::MySanityBelow(_) => self.sheet.sanity.is_some(),
            Test::WouldHitEnemies(_) => has_area,
            Test::WouldHitAlly => has_area && self.has_allies(),
            _ => true,
        };
        let tests = Test::ALL.into_iter().filter(makes_sense);
        let tests = tests.flat_map(|test| {
            let asks_status = test
                .arguments()
                .iter()
                .any(|it| matches!(it, Argument::Status(_)));
            if asks_status {
                let with = |&status: &Status| test.with(Argument::Status(status));
                statuses.iter().map(with).collect()
            } else {
                vec![test]
            }
        });
        tests
            .flat_map(|test| [false, true].map(|negated| Clause { negated, test }))
            .collect()
    }

    fn skills(&mut self) {
        for (at, rule) in self.rules_on() {
            for &skill in &self.sheet.skills {
                // The old target if it makes sense for the new skill, else the skill's own.
                let kept = self.selectors(skill, &rule.when).contains(&rule.on);
                let changed = Rule {
                    skill,
                    on: if kept {
                        rule.on
                    } else {
                        self.arena.skill(skill).selector
                    },
                    ..rule.clone()
                };
                self.edit(ChangeKind::Skill(at), changed);
            }
        }
    }

    /// A rule for each skill, with one test or none, at each place. If all slots are taken, a rule
    /// has to go: one that is off, or else any. Then the new one is the first or stands in its place.
    fn new_rules(&mut self) {
        let slots = usize::from(self.sheet.rule_slots).min(MAX_RULES);
        let count = self.rules.len();
        let places: Vec<ChangeKind> = if count < slots {
            (0..=count).map(ChangeKind::New).collect()
        } else if let Some(off) = self.rules.iter().rposition(|rule| !rule.enabled) {
            let places = 0..count;
            places
                .map(|place| ChangeKind::Instead(place, off))
                .collect()
        } else {
            let old = 0..count;
            old.flat_map(|old| [ChangeKind::Instead(old, old), ChangeKind::Instead(0, old)])
                .collect()
        };
        for &skill in &self.sheet.skills {
            let always = [Condition::default()].into_iter();
            let asked = self.clauses(skill).into_iter().map(|clause| Condition {
                join: Join::All,
                tests: [clause].into_iter().collect(),
            });
            for when in always.chain(asked) {
                let rule = Rule {
                    enabled: true,
                    when,
                    skill,
                    on: self.first_target(skill),
                };
                if self.words.lacks(&rule).is_empty() {
                    for &kind in &places {
                        self.add_rule(kind, &rule);
                    }
                }
            }
        }
    }

    fn add_rule(&mut self, kind: ChangeKind, rule: &Rule) {
        let mut rules = self.rules.to_vec();
        if let ChangeKind::Instead(_, old) = kind {
            rules.remove(old);
        }
        rules.insert(kind.rule(), rule.clone());
        self.add(kind, rules);
    }

    /// The skill's own target, or the first that makes sense and can be said.
    fn first_target(&self, skill: SkillId) -> Selector {
        let own = self.arena.skill(skill).selector;
        let can_be_said = |on: &Selector| Vocabulary::of_selector(*on).minus(self.words).is_empty();
        let others = self.selectors(skill, &Condition::default());
        let mut all = [own].into_iter().chain(others);
        all.find(can_be_said).unwrap_or(own)
    }
}
