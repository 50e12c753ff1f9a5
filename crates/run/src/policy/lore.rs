//! What can be taught: every shipped rule set, and what the skills of companions do.

use std::collections::BTreeMap;

use foretold_battle::brain::{Condition, Vocabulary};
use foretold_battle::{Area, Skill, SkillKind};
use foretold_content::FileKind;

use crate::company::{Companion, CompanyRule};
use crate::realm::Realm;

/// Rule sets and skills of a realm, looked up once and shared by all players.
#[derive(Debug)]
pub struct Lore {
    sets: BTreeMap<String, Vec<CompanyRule>>,
    skills: BTreeMap<String, Skill>,
}

impl Lore {
    /// The lore of a realm.
    pub fn of(realm: &Realm) -> Lore {
        let content = realm.content();
        let ids = content.ids(FileKind::Gambits).into_iter();
        let sets = ids.map(|id| {
            let rules = content.rules_in_set(id).unwrap_or_default();
            let rules = rules.into_iter().map(|(rule, skill)| CompanyRule {
                enabled: rule.enabled,
                when: rule.when,
                skill,
                on: rule.on,
            });
            (id.to_owned(), rules.collect())
        });
        let recruits = realm.recruits();
        let known = recruits.flat_map(|(_, it)| [&it.learns, &it.skills, &it.moves]);
        let items = realm.items();
        let granted = items.values().filter_map(|item| item.skill.as_ref());
        let skills = known
            .flatten()
            .chain(granted)
            .filter_map(|id| Some((id.clone(), content.skill(id)?)));
        Lore {
            sets: sets.collect(),
            skills: skills.collect(),
        }
    }

    /// The ids of the rule sets that are named after a unit, those for runs first.
    fn sets_of(&self, unit: &str) -> Vec<&str> {
        let start = format!("{unit}_");
        let named = self.sets.keys().filter(|id| id.starts_with(&start));
        let mut sets: Vec<&str> = named.map(String::as_str).collect();
        sets.sort_by_key(|id| !id.ends_with("_run"));
        sets
    }

    /// Different ways to teach a companion, the most usual first; the last is what it brought along.
    pub(super) fn ways_to_teach(
        &self,
        realm: &Realm,
        companion: &Companion,
        words: Vocabulary,
    ) -> Vec<Vec<CompanyRule>> {
        let pupil = Pupil::new(self, realm, companion, words);
        let sets = self.sets_of(&companion.unit).into_iter();
        let mut ways: Vec<Vec<CompanyRule>> =
            sets.map(|set| pupil.taught(&self.sets[set])).collect();
        ways.push(pupil.taught(&[]));
        ways.push(pupil.cut(pupil.own.to_vec()));
        let mut different: Vec<Vec<CompanyRule>> = Vec::new();
        for way in ways {
            if !different.contains(&way) {
                different.push(way);
            }
        }
        different
    }

    /// How many rules a companion would follow if it had slots for all of them.
    pub(super) fn wanted_rules(
        &self,
        realm: &Realm,
        companion: &Companion,
        words: Vocabulary,
    ) -> usize {
        let pupil = Pupil::new(self, realm, companion, words);
        let sets = self.sets_of(&companion.unit);
        let set = sets.first().map_or(&[][..], |set| &self.sets[*set]);
        pupil.all_of(set).len()
    }

    /// How many rules of a company's own sets a word would make possible.
    pub(super) fn rules_opened(
        &self,
        realm: &Realm,
        company: &[Companion],
        words: Vocabulary,
        more: Vocabulary,
    ) -> usize {
        let rules = company.iter().flat_map(|companion| {
            let sets = self.sets_of(&companion.unit).into_iter();
            let rules = sets.flat_map(|set| &self.sets[set]);
            rules.filter(|rule| companion.knows(realm, &rule.skill))
        });
        let opened = rules.filter(|rule| {
            let lacks = rule.words().minus(words);
            !lacks.is_empty() && lacks.minus(more).is_empty()
        });
        opened.count()
    }

    /// A rule for a skill that is in none of a companion's sets.
    pub(crate) fn rule_for(
        &self,
        skill: &str,
        may_follow: impl Fn(&CompanyRule) -> bool,
    ) -> Option<CompanyRule> {
        let rules = self.sets.values().flatten();
        let mut rules = rules.filter(|rule| rule.skill == skill && may_follow(rule));
        if let Some(rule) = rules.next() {
            return Some(rule.clone());
        }
        let known = self.skills.get(skill)?;
        // Without a test, only what rests after use and hits no friend.
        let SkillKind::Attack { area, spares, .. } = &known.deed else {
            return None;
        };
        let is_safe = *spares || *area == Area::Cell;
        let rule = CompanyRule {
            enabled: true,
            when: Condition::default(),
            skill: skill.to_owned(),
            on: known.selector,
        };
        (known.cooldown > 0 && is_safe && may_follow(&rule)).then_some(rule)
    }
}

/// A companion that is to be taught.
struct Pupil<'a> {
    lore: &'a Lore,
    realm: &'a Realm,
    companion: &'a Companion,
    words: Vocabulary,
    own: &'a [CompanyRule],
    moves: &'a [String],
}

impl<'a> Pupil<'a> {
    fn new(
        lore: &'a Lore,
        realm: &'a Realm,
        companion: &'a Companion,
        words: Vocabulary,
    ) -> Pupil<'a> {
        let recruit = realm.recruit(&companion.unit);
        Pupil {
            lore,
            realm,
            companion,
            words,
            own: recruit.map_or(&[], |recruit| &recruit.rules),
            moves: recruit.map_or(&[], |recruit| &recruit.moves),
        }
    }

    /// As much of a set as there are words and slots for.
    fn taught(&self, set: &[CompanyRule]) -> Vec<CompanyRule> {
        self.cut(self.all_of(set))
    }

    /// Whether the companion may follow a rule.
    fn may_follow(&self, rule: &CompanyRule) -> bool {
        let is_own = self.own.iter().any(|own| own == rule);
        let knows_words = rule.words().minus(self.words).is_empty();
        (is_own || knows_words) && self.companion.knows(self.realm, &rule.skill)
    }

    fn is_move(&self, rule: &CompanyRule) -> bool {
        self.moves.contains(&rule.skill)
    }

    fn is_plain_attack(&self, rule: &CompanyRule) -> bool {
        rule.when.tests.is_empty() && !self.is_move(rule)
    }

    /// The rules of a set that may be followed, what the companion brought along for skills that the
    /// set has no rule for, and a rule for every other skill, if there is one.
    fn all_of(&self, set: &[CompanyRule]) -> Vec<CompanyRule> {
        let set = set.iter().filter(|rule| self.may_follow(rule));
        let mut rules: Vec<CompanyRule> = set.cloned().collect();
        let has_tests = |rule: &CompanyRule| !rule.when.tests.is_empty();
        for own in self.own {
            let same =
                |rule: &CompanyRule| rule.skill == own.skill && has_tests(rule) == has_tests(own);
            if rules.iter().any(same) {
                continue;
            }
            let at = if has_tests(own) {
                rules.iter().position(|rule| !has_tests(rule))
            } else if self.is_move(own) {
                None
            } else {
                // Before the walk that ends a list.
                let tail = rules.iter().rev().take_while(|rule| self.is_move(rule));
                Some(rules.len() - tail.count())
            };
            rules.insert(at.unwrap_or(rules.len()), own.clone());
        }
        let learned = self.companion.extra_skills(self.realm);
        for skill in &learned {
            if rules.iter().any(|rule| rule.skill == *skill) {
                continue;
            }
            if let Some(rule) = self.lore.rule_for(skill, |rule| self.may_follow(rule)) {
                let at = rules.iter().position(|rule| !has_tests(rule));
                rules.insert(at.unwrap_or(rules.len()), rule);
            }
        }
        rules
    }

    /// The most important rules: the last walk and the last plain attack stay, then the first ones.
    fn cut(&self, mut rules: Vec<CompanyRule>) -> Vec<CompanyRule> {
        let slots = usize::from(self.companion.slots);
        // A second plain rule for the same skill is seldom reached.
        let mut at = rules.len();
        while rules.len() > slots && at > 0 {
            at -= 1;
            let doubled = self.is_plain_attack(&rules[at])
                && rules[..at]
                    .iter()
                    .any(|rule| self.is_plain_attack(rule) && rule.skill == rules[at].skill);
            if doubled {
                rules.remove(at);
            }
        }
        while rules.len() > slots {
            let walk = rules.iter().rposition(|rule| self.is_move(rule));
            let attack = rules.iter().rposition(|rule| self.is_plain_attack(rule));
            let mut places = (0..rules.len()).rev();
            let last = places.find(|&at| Some(at) != walk && Some(at) != attack);
            rules.remove(last.unwrap_or(0));
        }
        rules
    }
}
