//! Heats: changes of rules against the present rules, each pair of playouts with the same luck.

use std::ops::Range;
use std::sync::Arc;

use crate::arena::Arena;
use crate::battle::Battle;
use crate::brain::Rule;
use crate::coach::CoachQuestion;
use crate::event::Outcome;
use crate::forecast::{Estimate, Pairs};
use crate::ids::{UnitId, UnitSet};
use crate::sink::Silent;
use crate::unit::{Brain, Faction, Life};

/// A task has about this many playouts: enough to be worth handing out, few enough to wait for.
const TASK: u32 = 512;

/// Where playouts begin.
#[derive(Clone, Debug)]
pub enum Outset {
    /// At the start: playout `n` is the battle with the seed `seed + n`.
    Start(Arc<Arena>),
    /// In the middle of a battle: playout `n` is that of [`forecast`](crate::forecast()).
    Moment(Box<Battle>),
}

impl Outset {
    /// What the battle is fought with.
    pub fn arena(&self) -> &Arc<Arena> {
        match self {
            Outset::Start(arena) => arena,
            Outset::Moment(battle) => battle.arena(),
        }
    }

    /// The rules that a unit follows there.
    pub fn rules(&self, unit: UnitId) -> &[Rule] {
        match self {
            Outset::Start(arena) => arena
                .get_sheet(unit)
                .map_or(&[], |sheet| sheet.brain.rules()),
            Outset::Moment(battle) => battle.unit(unit).map_or(&[], |unit| &unit.rules),
        }
    }

    /// The units that can follow rules and have not fallen.
    pub fn coachable(&self) -> UnitSet {
        let has_fallen = |unit: UnitId| match self {
            Outset::Start(_) => false,
            Outset::Moment(battle) => battle
                .unit(unit)
                .is_none_or(|unit| unit.life == Life::Fallen),
        };
        let follows_rules = |brain: &Brain| matches!(brain, Brain::Gambit(_) | Brain::Manual(_));
        let units = self.arena().units();
        units
            .filter(|(unit, sheet)| follows_rules(&sheet.brain) && !has_fallen(*unit))
            .map(|(unit, _)| unit)
            .collect()
    }

    fn begin(&self, seed: u64, number: u32) -> Battle {
        match self {
            Outset::Start(arena) => {
                let seed = seed.wrapping_add(u64::from(number));
                Battle::start(arena, seed, &mut Silent)
            }
            Outset::Moment(battle) => {
                let mut battle = Battle::clone(battle);
                battle.imagine(seed, number);
                battle
            }
        }
    }
}

/// Rules for some units; the others keep theirs.
pub(super) type NewRules = Vec<(UnitId, Vec<Rule>)>;

/// How a change of rules did against the rules before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The playouts, pair by pair.
    pub pairs: Pairs,
    /// How many more HP the side has over the other at the end with the change, in all playouts.
    pub margin: i64,
}

impl Score {
    fn note(&mut self, (won_before, margin_before): (bool, i64), (won, margin): (bool, i64)) {
        self.add(&Score {
            pairs: Pairs {
                all: 1,
                won_before: won_before.into(),
                better: (won && !won_before).into(),
                worse: (won_before && !won).into(),
            },
            margin: margin - margin_before,
        });
    }

    pub(super) fn add(&mut self, other: &Score) {
        let (pairs, more) = (&mut self.pairs, &other.pairs);
        pairs.all += more.all;
        pairs.won_before += more.won_before;
        pairs.better += more.better;
        pairs.worse += more.worse;
        self.margin += other.margin;
    }

    fn won_after(&self) -> u64 {
        self.pairs.won_before + self.pairs.better - self.pairs.worse
    }

    /// The odds before the change.
    pub fn before(&self) -> Estimate {
        Estimate::new(self.pairs.won_before, self.pairs.all)
    }

    /// The odds with the change.
    pub fn after(&self) -> Estimate {
        Estimate::new(self.won_after(), self.pairs.all)
    }

    /// What scores of the same playouts are ranked by: first victories, then HP. Equal ranks are
    /// equal scores.
    pub(super) fn rank(&self) -> (u64, i64, u64) {
        (self.won_after(), self.margin, self.pairs.better)
    }

    /// Whether all went as without the change, as far as one can see.
    pub fn makes_no_difference(&self) -> bool {
        self.pairs.better == 0 && self.pairs.worse == 0 && self.margin == 0
    }
}

/// What all tasks of a heat share.
#[derive(Debug)]
struct Terms {
    outset: Outset,
    side: Faction,
    seed: u64,
    before: NewRules,
    after: Vec<NewRules>,
}

impl Terms {
    fn begin(&self, number: u32) -> Battle {
        let mut battle = self.outset.begin(self.seed, number);
        give(&mut battle, &self.before);
        battle
    }

    /// Plays on: whether the side wins, and its HP over the other side's.
    fn play(&self, mut battle: Battle) -> (bool, i64) {
        let wins = match self.side {
            Faction::Friendly => Outcome::Victory,
            Faction::Enemy => Outcome::Defeat,
        };
        let won = battle.play(&mut Silent) == wins;
        let own = battle.arena().side(self.side);
        let margin = battle.units().map(|(id, unit)| {
            let hp = i64::from(unit.hp);
            if own.contains(id) { hp } else { -hp }
        });
        (won, margin.sum())
    }
}

fn give(battle: &mut Battle, rules: &NewRules) {
    for (unit, rules) in rules {
        let given = battle.set_rules(*unit, rules);
        debug_assert!(given.is_ok(), "candidates are checked: {given:?}");
    }
}

/// A piece of the coach's work, for any thread.
#[derive(Clone, Debug)]
pub struct CoachTask {
    terms: Arc<Terms>,
    numbers: Range<u32>,
}

/// What came of a task.
#[derive(Clone, Debug)]
pub struct TaskResult(Vec<Score>);

impl CoachTask {
    /// Plays it: the rules before once for each number, and then every change.
    pub fn work(&self) -> TaskResult {
        let terms = &*self.terms;
        let mut scores = vec![Score::default(); terms.after.len()];
        for number in self.numbers.clone() {
            let before = terms.begin(number);
            let played_before = terms.play(before.clone());
            for (score, rules) in scores.iter_mut().zip(&terms.after) {
                let mut after = before.clone();
                give(&mut after, rules);
                score.note(played_before, terms.play(after));
            }
        }
        TaskResult(scores)
    }
}

/// Changes that are played by the same numbers, task by task.
#[derive(Debug)]
pub(super) struct Heat {
    terms: Arc<Terms>,
    /// The numbers that are not handed out yet.
    numbers: Range<u32>,
    /// How many of them a task gets.
    size: u32,
    /// Tasks that are handed out and not back.
    out: u32,
    pub(super) scores: Vec<Score>,
}

impl Heat {
    pub(super) fn new(
        question: &CoachQuestion,
        before: NewRules,
        after: Vec<NewRules>,
        numbers: Range<u32>,
    ) -> Heat {
        let entrants = after.len();
        Heat {
            terms: Arc::new(Terms {
                outset: question.outset.clone(),
                side: question.side,
                seed: question.seed,
                before,
                after,
            }),
            // Without entrants there is nothing to play.
            numbers: if entrants == 0 { 0..0 } else { numbers },
            size: (TASK / (entrants as u32 + 1)).max(1),
            out: 0,
            scores: vec![Score::default(); entrants],
        }
    }

    pub(super) fn next_task(&mut self) -> Option<CoachTask> {
        if self.numbers.is_empty() {
            return None;
        }
        let end = self.numbers.start.saturating_add(self.size);
        let numbers = self.numbers.start..end.min(self.numbers.end);
        self.numbers.start = numbers.end;
        self.out += 1;
        Some(CoachTask {
            terms: Arc::clone(&self.terms),
            numbers,
        })
    }

    pub(super) fn take(&mut self, result: &TaskResult) {
        self.out = self.out.saturating_sub(1);
        for (score, more) in self.scores.iter_mut().zip(&result.0) {
            score.add(more);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.numbers.is_empty() && self.out == 0
    }

    /// Pairs played by each entrant, times the entrants.
    pub(super) fn played(&self) -> u64 {
        let pairs = self.scores.first().map_or(0, |score| score.pairs.all);
        pairs * self.scores.len() as u64
    }
}
