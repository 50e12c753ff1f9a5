//! Words that the company of a run does not know: which rules they lock, and where they may be found.

use foretold_battle::Rule;
use foretold_battle::brain::{RuleWord, Vocabulary};
use foretold_content::Encounter;
use foretold_run::{Companion, CompanyRule, Run};

use crate::pages::run::words::{where_found, word_name};

/// What keeps somebody from following a rule. Outside of runs nothing does.
#[derive(Clone, Copy, Default)]
pub(crate) struct RuleLocks<'a>(pub(super) Option<(&'a Run, &'a Companion, &'a Encounter)>);

impl RuleLocks<'_> {
    /// The words that rules may be made of.
    pub(crate) fn words(self) -> Vocabulary {
        self.0
            .map_or(Vocabulary::EVERYTHING, |(run, ..)| run.words())
    }

    /// The words that lock a rule, if any do.
    fn unknown(self, rule: &Rule) -> Vec<RuleWord> {
        let unknown = self.0.map(|(run, companion, encounter)| {
            run.unknown_words(companion, &CompanyRule::of(rule, encounter))
        });
        unknown.into_iter().flat_map(Vocabulary::iter).collect()
    }

    /// Whether a rule may be followed.
    pub(crate) fn is_open(self, rule: &Rule) -> bool {
        self.unknown(rule).is_empty()
    }

    /// Where the first word that locks a rule may be found: `from teachers, or as a reward`.
    pub(crate) fn found(self, rule: &Rule) -> Option<String> {
        let (run, ..) = self.0?;
        let word = *self.unknown(rule).first()?;
        Some(where_found(run, word))
    }

    /// What is said of a rule that is followed although the company lacks words for it: one of the
    /// companion's own first.
    pub(crate) fn own_rule(self, rule: &Rule) -> Option<String> {
        let words = self.words().lacks(rule);
        let names: Vec<String> = words
            .iter()
            .map(|word| format!("“{}”", word_name(word)))
            .collect();
        (!names.is_empty()).then(|| {
            format!(
                "A starting rule. Your company has not found {}: you can move it or switch it off, and its words stay as they are.",
                names.join(", ")
            )
        })
    }

    /// Why a rule cannot be followed, and where its words may be found.
    pub(crate) fn why(self, rule: &Rule) -> Option<String> {
        let (run, ..) = self.0?;
        let unknown = self.unknown(rule);
        let lines = unknown.iter().map(|word| {
            let (name, found) = (word_name(*word), where_found(run, *word));
            format!("“{name}” ({found})")
        });
        let lines: Vec<String> = lines.collect();
        let plural = if lines.len() == 1 { "a word" } else { "words" };
        (!lines.is_empty()).then(|| {
            format!(
                "Your company lacks {plural} for this rule: {}.",
                lines.join(", ")
            )
        })
    }
}
