//! The coach's search: the best single change, then the best after that, and so on.

use crate::brain::Rule;
use crate::coach::heat::{CoachTask, Heat, NewRules, Score, TaskResult};
use crate::coach::race::{Race, Suggestion};
use crate::coach::{CoachQuestion, CoachWork};
use crate::ids::UnitId;

/// How many playouts the coach spends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// For each change in the first round of a race.
    pub first: u32,
    /// For each finalist.
    pub finals: u32,
    /// For all changes together, at the end; 0 to leave that out.
    pub check: u32,
}

impl Effort {
    /// This many playouts for each finalist and for the check at the end, and a fitting number for
    /// the first round.
    pub fn of(playouts: u32) -> Effort {
        let finals = playouts.max(1);
        Effort {
            first: (finals / 64).clamp(8, 64),
            finals,
            check: finals,
        }
    }
}

/// Looks for the best rules within a number of changes: hill climbing by races.
#[derive(Debug)]
pub struct Coach {
    question: CoachQuestion,
    effort: Effort,
    changes: u32,
    /// The rules that were changed so far.
    rules: NewRules,
    steps: Vec<Suggestion>,
    race: Race,
    /// How the finalists of the first race did.
    first: Vec<Suggestion>,
    check: Option<Heat>,
    tried: usize,
    is_over: bool,
}

impl Coach {
    /// Looks for up to this many changes.
    pub fn new(question: CoachQuestion, changes: u32, effort: Effort) -> Coach {
        let race = Race::new(&question, Vec::new(), effort, 0);
        let mut coach = Coach {
            tried: race.tried(),
            race,
            question,
            effort,
            changes,
            rules: Vec::new(),
            steps: Vec::new(),
            first: Vec::new(),
            check: None,
            is_over: changes == 0,
        };
        // Where there is nothing to change, the race is over before it begins.
        coach.go_on();
        coach
    }

    /// What it was asked.
    pub fn question(&self) -> &CoachQuestion {
        &self.question
    }

    /// The best single changes of the rules as they were, the best first: those in the finals, or
    /// before them all that are still in the race.
    pub fn suggestions(&self) -> Vec<Suggestion> {
        if self.first.is_empty() && self.steps.is_empty() {
            self.race.standings().collect()
        } else {
            self.first.clone()
        }
    }

    /// The changes that it took so far, each better than the rules before it.
    pub fn steps(&self) -> &[Suggestion] {
        &self.steps
    }

    /// The rules of the units that it changed.
    pub fn rules(&self) -> &[(UnitId, Vec<Rule>)] {
        &self.rules
    }

    /// All changes together against the rules as they were, with luck that the search has not seen;
    /// `None` before that is measured.
    pub fn check(&self) -> Option<&Score> {
        let score = self.check.as_ref()?.scores.first()?;
        (score.pairs.all > 0).then_some(score)
    }

    /// How many changes it tried.
    pub fn tried(&self) -> usize {
        self.tried
    }

    /// Takes the best change when a race is over, and begins what comes next.
    fn go_on(&mut self) {
        if self.is_over || self.check.is_some() || !self.race.is_over() {
            return;
        }
        let finals: Vec<Suggestion> = self.race.standings().collect();
        let best = finals.first().cloned();
        if self.steps.is_empty() {
            self.first = finals;
        }
        let better = best.filter(Suggestion::is_better);
        let has_found = better.is_some();
        if let Some(step) = better {
            self.rules.retain(|(unit, _)| *unit != step.change.unit);
            self.rules.extend(step.change.as_new_rules());
            self.steps.push(step);
        }
        let fresh = self.race.fresh();
        if has_found && (self.steps.len() as u32) < self.changes {
            self.race = Race::new(&self.question, self.rules.clone(), self.effort, fresh);
            self.tried += self.race.tried();
            self.go_on();
        } else if self.steps.is_empty() || self.effort.check == 0 {
            self.is_over = true;
        } else {
            let numbers = fresh..fresh.saturating_add(self.effort.check);
            let after = vec![self.rules.clone()];
            self.check = Some(Heat::new(&self.question, Vec::new(), after, numbers));
        }
    }
}

impl CoachWork for Coach {
    fn next_task(&mut self) -> Option<CoachTask> {
        if self.is_over {
            return None;
        }
        match &mut self.check {
            Some(check) => check.next_task(),
            None => self.race.next_task(),
        }
    }

    fn take(&mut self, result: TaskResult) {
        if let Some(check) = &mut self.check {
            check.take(&result);
            self.is_over |= check.is_over();
        } else {
            self.race.take(&self.question, &result);
            self.go_on();
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn progress(&self) -> (u64, u64) {
        match &self.check {
            Some(check) => (check.played(), u64::from(self.effort.check)),
            None => self.race.progress(),
        }
    }
}
