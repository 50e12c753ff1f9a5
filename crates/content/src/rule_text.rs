//! Rules as text and back: what a player copies, pastes and shares.

use foretold_battle::brain::Join;
use foretold_battle::{Rule, UnitId};
use ron::Options;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;

use crate::assemble::Assembler;
use crate::content::Content;
use crate::encounter::Encounter;
use crate::error::{ContentError, Errors};
use crate::file::{Capped, RuleFile, RuleSet, TestFile, WhenFile};
use crate::files::Files;
use crate::library::{Report, Spot};
use crate::parse::parse;
use crate::selectors::selector_name;

/// What a text without a file is called in messages.
const PASTED: &str = "pasted text";

impl Encounter {
    /// Rules as RON text, one to a line, as in a file of `gambits/`.
    pub fn rules_to_text(&self, rules: &[Rule]) -> String {
        let files: Vec<RuleFile> = rules.iter().map(|rule| self.rule_file(rule)).collect();
        let style = PrettyConfig::new().depth_limit(1).new_line("\n");
        // As in a file: `on: "self"`, without a `Some` around it.
        let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let text = options.to_string_pretty(&files, style);
        text.expect("rules are made of names and numbers, and writing to memory cannot fail")
    }

    fn rule_file(&self, rule: &Rule) -> RuleFile {
        let tests = Capped(rule.when.tests.iter().map(TestFile::from).collect());
        RuleFile {
            enabled: rule.enabled,
            when: match rule.when.join {
                Join::All => WhenFile::All(tests),
                Join::Any => WhenFile::Any(tests),
            },
            skill: self.skill_id(rule.skill).to_owned(),
            on: Some(selector_name(rule.on).to_owned()),
        }
    }
}

impl Content {
    /// Rules from RON text, for a unit of a battle.
    ///
    /// # Errors
    /// Everything that is wrong with the text, with lines and columns.
    pub fn rules_from_text(
        &self,
        encounter: &Encounter,
        unit: UnitId,
        text: &str,
    ) -> Result<Vec<Rule>, Vec<ContentError>> {
        let at = Spot::file(PASTED);
        let mut files = Files::default();
        files.insert(PASTED, text);
        let mut report = Report::new(&files, Errors::default());
        let parsed: Option<RuleSet> = match files.get(PASTED) {
            Some(text) => parse(PASTED, text, &mut report.errors),
            None => {
                report.error(&at, "it is too large: expected at most 1 MiB");
                None
            }
        };
        let rules = parsed.map_or_else(Vec::new, |parsed| {
            self.assemble_rules(encounter, unit, &parsed, &at, &mut report)
        });
        if report.errors.is_empty() {
            Ok(rules)
        } else {
            Err(report.errors.into_sorted())
        }
    }

    /// The rules of a file of `gambits/`, if a unit of a battle may follow them.
    pub fn rules_of_set(
        &self,
        encounter: &Encounter,
        unit: UnitId,
        set: &str,
    ) -> Option<Vec<Rule>> {
        let file = self.library().gambits.get(set)?.as_ref()?;
        let files = Files::default();
        let mut report = Report::new(&files, Errors::default());
        let at = Spot::file(PASTED);
        let rules = self.assemble_rules(encounter, unit, file, &at, &mut report);
        report.errors.is_empty().then_some(rules)
    }

    /// Rules for a unit of a battle. Reports what is wrong with them.
    pub(crate) fn assemble_rules(
        &self,
        encounter: &Encounter,
        unit: UnitId,
        set: &RuleSet,
        at: &Spot,
        report: &mut Report<'_>,
    ) -> Vec<Rule> {
        let mut rules = Vec::new();
        if let Some(sheet) = encounter.setup.units.get(unit.slot()) {
            let mut assembler = Assembler::new(self.library(), report);
            assembler.setup = encounter.setup.clone();
            assembler.skill_ids.clone_from(&encounter.skill_ids);
            let knower = Some((sheet.skills.as_slice(), encounter.unit_id(unit)));
            for (number, file) in set.iter().enumerate() {
                rules.extend(assembler.rule(file, knower, &at.item(number)));
            }
        }
        if report.errors.is_empty()
            && let Err(error) = encounter.setup.check_rules(unit, &rules)
        {
            report.error(at, error.to_string());
        }
        rules
    }
}
