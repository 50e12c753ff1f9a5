//! What decides for a unit, from its file to the core's types: rules, or a list of moves.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;
use foretold_battle::brain::{Clause, Condition, Join};
use foretold_battle::{Brain, CardMove, Rule, Selector, SkillId, SkillKind};

use super::units::NewUnit;
use super::{Assembler, slug};
use crate::file::{
    BrainFile, IntentFile, MoveFile, RuleFile, RulesSource, SkillFile, TestFile, WhenFile,
};
use crate::files::FileKind;
use crate::library::Spot;
use crate::selectors::{selector, selector_names};

impl Assembler<'_, '_> {
    /// A brain, and where its rules or moves were written.
    pub(super) fn brain(
        &mut self,
        brain: &BrainFile,
        recruit: &NewUnit<'_>,
        skills: &mut Vec<SkillId>,
        at: &Spot,
        sheet_at: &Spot,
    ) -> (Brain, Spot) {
        match brain {
            BrainFile::Heuristic => (Brain::Heuristic, at.clone()),
            BrainFile::Gambit(rules) | BrainFile::Manual(rules) => {
                let manual = recruit.by_hand || matches!(brain, BrainFile::Manual(_));
                let (rules, rules_at) = self.rules(rules, skills, recruit.file_id, at, sheet_at);
                let brain = if manual {
                    Brain::Manual(rules)
                } else {
                    Brain::Gambit(rules)
                };
                (brain, rules_at)
            }
            BrainFile::Cards(moves) => {
                let mut cards = Vec::new();
                for (number, file) in moves.iter().enumerate() {
                    let at = at.item(number);
                    let Some(card) = self.card_move(file, recruit.file_id, &at) else {
                        continue;
                    };
                    if !skills.contains(&card.skill) {
                        skills.push(card.skill);
                    }
                    cards.push(card);
                }
                (Brain::Cards(cards), at.clone())
            }
        }
    }

    pub(super) fn rules(
        &mut self,
        rules: &RulesSource,
        skills: &[SkillId],
        unit: &str,
        at: &Spot,
        sheet_at: &Spot,
    ) -> (Vec<Rule>, Spot) {
        match rules {
            RulesSource::Here(rules) => {
                let numbered = rules.iter().enumerate();
                let rules = numbered
                    .filter_map(|(number, rule)| {
                        self.rule(rule, Some((skills, unit)), &at.item(number))
                    })
                    .collect();
                (rules, at.clone())
            }
            RulesSource::Preset(name) => {
                let Some(rules) = self.find(FileKind::Gambits, &self.library.gambits, name, at)
                else {
                    return (Vec::new(), at.clone());
                };
                let spot = Spot::file(FileKind::Gambits.path(name));
                let mut reported = BTreeSet::new();
                let mut ready = Vec::new();
                for (number, file) in rules.iter().enumerate() {
                    let Some(rule) = self.rule(file, None, &spot.item(number)) else {
                        continue;
                    };
                    if !skills.contains(&rule.skill) && reported.insert(rule.skill) {
                        let known = self.known(skills);
                        self.report.error(at, format!(
                            "the rule set `{name}` uses `{}`, which `{unit}` does not know: add it to `skills` in {}, or choose other rules (it knows {known})",
                            file.skill, sheet_at.file
                        ));
                    }
                    ready.push(rule);
                }
                if reported.is_empty() {
                    (ready, spot)
                } else {
                    (Vec::new(), spot)
                }
            }
        }
    }

    pub(super) fn known(&self, skills: &[SkillId]) -> String {
        let names: Vec<String> = skills
            .iter()
            .map(|skill| format!("`{}`", self.skill_ids[skill.index()]))
            .collect();
        names.join(", ")
    }

    /// A rule, for a unit that knows these skills or for any unit.
    pub(crate) fn rule(
        &mut self,
        file: &RuleFile,
        knower: Option<(&[SkillId], &str)>,
        at: &Spot,
    ) -> Option<Rule> {
        let skill = self.skill(&file.skill, &at.field("use"))?;
        if let Some((skills, unit)) = knower
            && !skills.contains(&skill)
        {
            let known = self.known(skills);
            self.report.error(
                &at.field("use"),
                format!(
                    "`{unit}` does not know `{}`: add it to its skills, or use one of {known}",
                    file.skill
                ),
            );
            return None;
        }
        let on = match &file.on {
            Some(name) => self.selector(name, &at.field("on")),
            None => self.setup.skills[skill.index()].selector,
        };
        let when = self.condition(&file.when, &at.field("when"));
        Some(Rule {
            enabled: file.enabled,
            when,
            skill,
            on,
        })
    }

    pub(super) fn condition(&mut self, file: &WhenFile, at: &Spot) -> Condition {
        let join = match file {
            WhenFile::All(_) => Join::All,
            WhenFile::Any(_) => Join::Any,
        };
        let mut tests = ArrayVec::new();
        for (number, test) in file.tests().iter().enumerate() {
            let clause = self.clause(test, &at.item(number));
            // The list is read with the same limit.
            let _ = tests.try_push(clause);
        }
        Condition { join, tests }
    }

    pub(super) fn clause(&mut self, file: &TestFile, at: &Spot) -> Clause {
        file.clause(&mut |number, bounds, field| {
            let bounds = i64::from(bounds.least)..=i64::from(bounds.most);
            let at = field.map_or_else(|| at.clone(), |field| at.field(field));
            self.report.within(number, bounds, &at) as u8
        })
    }

    pub(super) fn selector(&mut self, name: &str, at: &Spot) -> Selector {
        selector(name).unwrap_or_else(|| {
            self.report.unknown(at, "selector", name, selector_names());
            Selector::NEAREST_ENEMY
        })
    }

    pub(super) fn card_move(&mut self, file: &MoveFile, unit: &str, at: &Spot) -> Option<CardMove> {
        let weight = self
            .report
            .within(file.weight, 0..=10_000, &at.field("weight")) as u16;
        let skill = match (&file.skill, file.intent) {
            (Some(id), None) => {
                let there = [
                    ("name", file.name.is_some()),
                    ("kind", file.kind.is_some()),
                    ("range", file.range.is_some()),
                    ("needs_sight", file.needs_sight.is_some()),
                ];
                if let Some((field, _)) = there.into_iter().find(|(_, there)| *there) {
                    let message = format!(
                        "the skill `{id}` has its own {field}: delete this one, or give an `intent` in place of the skill"
                    );
                    self.report.error(&at.field(field), message);
                }
                let at = at.field("skill");
                let skill = self.skill(id, &at)?;
                if matches!(self.setup.skills[skill.index()].deed, SkillKind::Move(_)) {
                    let message = format!(
                        "`{id}` only moves, and a card brain walks by itself: give it an attack or a skill that helps"
                    );
                    self.report.error(&at, message);
                    self.incomplete = true;
                    return None;
                }
                skill
            }
            (None, Some(intent)) => self.intent(file, intent, unit, at),
            (Some(_), Some(_)) => {
                self.report.error(
                    &at.field("intent"),
                    "a move is a skill or an intent, not both: delete one of them",
                );
                return None;
            }
            (None, None) => {
                self.report.error(
                    at,
                    "this move does nothing: give it a `skill` or an `intent`",
                );
                return None;
            }
        };
        Some(CardMove {
            skill,
            weight,
            hidden: file.hidden,
        })
    }

    /// A simple move written on the spot.
    pub(super) fn intent(
        &mut self,
        file: &MoveFile,
        intent: IntentFile,
        unit: &str,
        at: &Spot,
    ) -> SkillId {
        let (damage, block) = match intent {
            IntentFile::Attack(amount) => (Some(amount), None),
            IntentFile::Defend(block) => (None, Some(block)),
        };
        let default_name = if damage.is_some() { "Attack" } else { "Defend" };
        let name = file.name.clone().unwrap_or_else(|| default_name.to_owned());
        let skill = SkillFile {
            name: Some(name.clone()),
            range: file.range.unwrap_or(1),
            needs_sight: file.needs_sight.unwrap_or(false),
            damage,
            kind: file.kind,
            block,
            ..SkillFile::default()
        };
        let id = format!("{unit}/{}", slug(&name));
        // Two units of one kind share their moves; two moves of one unit may share a name.
        let made = self.skill_value(&skill, &id, at);
        let same = (self.skill_ids.iter().zip(&self.setup.skills))
            .position(|(known, skill)| known.starts_with(&id) && *skill == made);
        match same {
            Some(place) => SkillId(place as u8),
            None => self.add_skill(id, made, at.clone()),
        }
    }
}
