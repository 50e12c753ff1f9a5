//! Races: many changes with few playouts, the better quarter goes on with more, the last few meet
//! in finals with fresh luck.
//!
//! # Why the intervals can be trusted
//!
//! The best of many is partly the luckiest. So a race never sells what it chose by: the finals are
//! played with luck that no earlier round has seen. Only the finalists are looked at there, so
//! their intervals are made wide enough to hold for all of *them* at once (Bonferroni). Before the
//! finals, a change could be looked at after any round, so its interval is made wide enough for all
//! changes times all rounds: it holds whichever of them goes on.

use std::cmp::Reverse;

use crate::coach::CoachQuestion;
use crate::coach::candidates::single_changes;
use crate::coach::change::RuleChange;
use crate::coach::heat::{CoachTask, Heat, NewRules, Score, TaskResult};
use crate::coach::search::Effort;

/// One in this many goes on to the next round, with this many times as many playouts.
const CUT: usize = 4;
/// This many meet in the finals.
const FINALISTS: usize = 6;

/// A change of rules, and what it was measured to be worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The change.
    pub change: RuleChange,
    /// How it did.
    pub score: Score,
    /// Of how many changes it is one.
    pub among: u64,
}

impl Suggestion {
    pub(super) fn new(change: &RuleChange, score: Score, among: u64) -> Suggestion {
        Suggestion {
            change: change.clone(),
            score,
            among,
        }
    }

    /// How the odds change and the ends of the interval, in hundredths of a percent. The interval
    /// allows for how many changes were looked at.
    pub fn odds(&self) -> (i32, i32, i32) {
        self.score.pairs.change_among(self.among)
    }

    /// Whether it is certainly better than the rules before it.
    pub fn is_better(&self) -> bool {
        self.odds().1 > 0
    }

    /// Whether it is certainly worse.
    pub fn is_worse(&self) -> bool {
        self.odds().2 < 0
    }
}

#[derive(Debug)]
pub(super) struct Race {
    before: NewRules,
    changes: Vec<RuleChange>,
    /// What was measured before this round.
    scores: Vec<Score>,
    /// The changes that are still in the race.
    going: Vec<usize>,
    heat: Heat,
    stage: RaceStage,
    /// Changes times rounds.
    looks: u64,
    effort: Effort,
    /// The first number that no playout has used.
    fresh: u32,
    played: u64,
    of: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RaceStage {
    /// A round that begins with this many playouts.
    Round(u32),
    Finals,
    Over,
}

impl Race {
    /// A race of all single changes of the rules as they are now. Playouts are numbered from
    /// `fresh`.
    pub(super) fn new(
        question: &CoachQuestion,
        before: NewRules,
        effort: Effort,
        fresh: u32,
    ) -> Race {
        let rules_of = |unit| {
            let changed = before.iter().find(|(whose, _)| *whose == unit);
            changed.map_or(question.outset.rules(unit), |(_, rules)| rules)
        };
        let arena = question.outset.arena();
        let changes: Vec<RuleChange> = question
            .units
            .iter()
            .flat_map(|unit| single_changes(arena, unit, rules_of(unit), question.words))
            .collect();
        let (rounds, of) = plan(changes.len(), effort);
        let mut race = Race {
            scores: vec![Score::default(); changes.len()],
            going: (0..changes.len()).collect(),
            heat: Heat::new(question, Vec::new(), Vec::new(), 0..0),
            stage: RaceStage::Round(0),
            looks: changes.len() as u64 * rounds.max(1),
            before,
            changes,
            effort,
            fresh,
            played: 0,
            of,
        };
        race.begin_round(question, 0);
        race
    }

    /// Plays the changes that are still going up to the playouts of the next round, or the finals.
    fn begin_round(&mut self, question: &CoachQuestion, played: u32) {
        let so_far = if self.going.len() > FINALISTS && played < self.effort.finals {
            self.stage = RaceStage::Round(played);
            played
        } else {
            self.going.truncate(FINALISTS);
            self.stage = RaceStage::Finals;
            0
        };
        let until = match self.stage {
            RaceStage::Round(_) => self.effort.after_round(so_far),
            RaceStage::Finals | RaceStage::Over => self.effort.finals,
        };
        let end = self.fresh.saturating_add(until - so_far);
        let after = self.going.iter().map(|&at| self.changes[at].as_new_rules());
        let after = after.collect();
        self.heat = Heat::new(question, self.before.clone(), after, self.fresh..end);
        self.fresh = end;
    }

    pub(super) fn next_task(&mut self) -> Option<CoachTask> {
        self.heat.next_task()
    }

    pub(super) fn take(&mut self, question: &CoachQuestion, result: &TaskResult) {
        self.heat.take(result);
        if self.heat.is_over() {
            self.end_round(question);
        }
    }

    fn end_round(&mut self, question: &CoachQuestion) {
        self.played += self.heat.played();
        for (&at, score) in self.going.iter().zip(&self.heat.scores) {
            if self.stage == RaceStage::Finals {
                // What they were chosen by does not count.
                self.scores[at] = Score::default();
            }
            self.scores[at].add(score);
        }
        let scores = &self.scores;
        self.going.sort_by_key(|&at| Reverse(scores[at].rank()));
        match self.stage {
            RaceStage::Round(played) => {
                // What makes no difference cannot win, and of changes that all went the same way
                // one is enough.
                self.going.retain(|&at| !scores[at].makes_no_difference());
                self.going.dedup_by_key(|at| scores[*at].rank());
                let kept = self.going.len().div_ceil(CUT).max(FINALISTS);
                self.going.truncate(kept);
                let played = self.effort.after_round(played);
                if self.going.is_empty() {
                    self.stage = RaceStage::Over;
                } else {
                    self.begin_round(question, played);
                }
            }
            RaceStage::Finals | RaceStage::Over => self.stage = RaceStage::Over,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.stage == RaceStage::Over || self.heat.is_over()
    }

    /// The changes that are still in the race, the best first, as far as they are measured.
    pub(super) fn standings(&self) -> impl Iterator<Item = Suggestion> {
        let looks = match self.stage {
            RaceStage::Round(_) | RaceStage::Finals => self.looks,
            RaceStage::Over => FINALISTS as u64,
        };
        let going = self.going.iter();
        going.map(move |&at| Suggestion::new(&self.changes[at], self.scores[at], looks))
    }

    /// How many changes there are.
    pub(super) fn tried(&self) -> usize {
        self.changes.len()
    }

    /// The first number that no playout has used.
    pub(super) fn fresh(&self) -> u32 {
        self.fresh
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        let played = if self.stage == RaceStage::Over {
            self.of
        } else {
            self.played + self.heat.played()
        };
        (played.min(self.of), self.of)
    }
}

/// How many rounds come before the finals, and how many playouts there are at most.
fn plan(changes: usize, effort: Effort) -> (u64, u64) {
    let (mut going, mut played, mut rounds, mut of) = (changes, 0, 0, 0);
    while going > FINALISTS && played < effort.finals {
        let until = effort.after_round(played);
        of += going as u64 * u64::from(until - played);
        going = going.div_ceil(CUT).max(FINALISTS);
        (played, rounds) = (until, rounds + 1);
    }
    (
        rounds,
        of + going.min(FINALISTS) as u64 * u64::from(effort.finals),
    )
}

impl Effort {
    /// How many playouts each change has after a round that begins with so many.
    fn after_round(self, played: u32) -> u32 {
        let next = played.saturating_mul(CUT as u32).max(self.first);
        next.min(self.finals).max(played + 1)
    }
}
