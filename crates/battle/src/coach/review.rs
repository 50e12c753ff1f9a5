//! Reviews: what each rule, number and target is worth, all measured equally well.

use crate::coach::candidates::single_changes;
use crate::coach::change::{ChangeKind, RuleChange};
use crate::coach::heat::{CoachTask, Heat, TaskResult};
use crate::coach::race::Suggestion;
use crate::coach::{CoachQuestion, CoachWork};

/// Measures what the present rules are worth: each rule off, each two swapped, each number moved,
/// each target exchanged.
#[derive(Debug)]
pub struct Review {
    changes: Vec<RuleChange>,
    heat: Heat,
    of: u64,
}

impl Review {
    /// Every change with this many pairs of playouts.
    pub fn new(question: &CoachQuestion, pairs: u32) -> Review {
        let changes: Vec<RuleChange> = question
            .units
            .iter()
            .flat_map(|unit| {
                let rules = question.outset.rules(unit);
                single_changes(question.outset.arena(), unit, rules, question.words)
            })
            .filter(|change| change.kind.is_about_present_rules())
            .collect();
        let after = changes.iter().map(RuleChange::as_new_rules).collect();
        Review {
            of: u64::from(pairs) * changes.len() as u64,
            changes,
            heat: Heat::new(question, Vec::new(), after, 0..pairs),
        }
    }

    /// The changes as far as they are measured, the best first. The intervals allow for the number
    /// of changes: all of them hold at once 19 times in 20.
    pub fn ranking(&self) -> Vec<Suggestion> {
        let looks = self.changes.len() as u64;
        let measured = self.changes.iter().zip(&self.heat.scores);
        let mut ranking: Vec<Suggestion> = measured
            .map(|(change, score)| Suggestion::new(change, *score, looks))
            .collect();
        ranking.sort_by_key(|it| std::cmp::Reverse(it.score.rank()));
        ranking
    }

    /// The rule whose loss costs most, if any certainly costs something.
    pub fn matters_most(&self) -> Option<Suggestion> {
        self.losses().rfind(Suggestion::is_worse)
    }

    /// The rule whose loss gains most, if any certainly gains something.
    pub fn hurts_most(&self) -> Option<Suggestion> {
        self.losses().find(Suggestion::is_better)
    }

    /// Each rule off, the best first.
    fn losses(&self) -> impl DoubleEndedIterator<Item = Suggestion> {
        let is_loss = |it: &Suggestion| matches!(it.change.kind, ChangeKind::Off(_));
        self.ranking().into_iter().filter(is_loss)
    }
}

impl CoachWork for Review {
    fn next_task(&mut self) -> Option<CoachTask> {
        self.heat.next_task()
    }

    fn take(&mut self, result: TaskResult) {
        self.heat.take(&result);
    }

    fn is_over(&self) -> bool {
        self.heat.is_over()
    }

    fn progress(&self) -> (u64, u64) {
        (self.heat.played(), self.of)
    }
}
