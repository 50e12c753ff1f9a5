//! What a sweep counts: whole numbers only, so that any two tallies add up to the same, in whatever
//! order they come.

use foretold_battle::Estimate;

/// A list of named counts.
macro_rules! counts {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub(crate) struct $name {
            $($(#[$field_doc])* pub(crate) $field: u64,)+
        }

        impl $name {
            /// Every count with its name.
            pub(crate) fn named(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($field), self.$field)),+].into_iter()
            }

            /// The count with this name.
            pub(crate) fn by_name(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)+
                    _ => None,
                }
            }

            fn add(&mut self, other: &Self) {
                $(self.$field = self.$field.saturating_add(other.$field);)+
            }
        }
    };
}

counts! {
    /// How battles ended.
    Outcomes {
        /// By a victory.
        wins,
        /// By a defeat.
        losses,
        /// By a draw: the last of both sides fell together.
        both_fell,
        /// By a draw: it took too long.
        time_limit,
        /// Wins that the content as it is does not win with the same seed.
        better,
        /// Battles that only the content as it is wins.
        worse,
    }
}

counts! {
    /// What a unit did, and what became of it.
    UnitCount {
        /// Damage of its strikes and shoves that got through block.
        dealt,
        /// Damage that got through to it.
        taken,
        /// Damage that its block took.
        blocked,
        /// HP that it gave back.
        healed,
        /// Units that fell after its strike or shove was the last to reach them.
        kills,
        /// Strikes that hit.
        hits,
        /// Strikes that missed, and attacks that found nobody.
        misses,
        /// Battles in which it fell.
        falls,
        /// HP that it had at the end.
        hp_left,
    }
}

counts! {
    /// What came of a skill.
    SkillCount {
        /// How often a unit began it.
        uses,
        /// Strikes that hit.
        hits,
        /// Strikes that missed, and attacks that found nobody.
        misses,
        /// Damage that got through.
        dealt,
        /// HP that it gave back.
        healed,
    }
}

counts! {
    /// What came of a rule.
    RuleCount {
        /// How often it decided.
        decided,
        /// Damage that got through by what it decided.
        dealt,
        /// HP given back by what it decided.
        healed,
    }
}

/// How well a battle went: the outcome first, then the HP left of friends less those of enemies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Margin {
    /// 1 for a victory, 0 for a draw, −1 for a defeat.
    pub(crate) outcome: i8,
    /// HP of friends less HP of enemies.
    pub(crate) hp: i64,
}

impl Margin {
    /// The outcome in a word.
    pub(crate) const fn outcome_name(self) -> &'static str {
        match self.outcome {
            1.. => "victory",
            0 => "draw",
            _ => "defeat",
        }
    }
}

/// A battle worth watching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extreme {
    /// How it went.
    pub(crate) margin: Margin,
    /// Its seed.
    pub(crate) seed: u64,
}

/// Everything that is counted of many battles. The lists are as long as those of the
/// [`Cast`](super::cast::Cast).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BattleTally {
    /// How they ended.
    pub(crate) outcomes: Outcomes,
    /// How many took each number of ticks or rounds.
    pub(crate) lengths: Vec<u64>,
    /// By unit.
    pub(crate) units: Vec<UnitCount>,
    /// By skill and side.
    pub(crate) skills: Vec<SkillCount>,
    /// By rule.
    pub(crate) rules: Vec<RuleCount>,
    /// How many units of each side fell in each cell.
    pub(crate) falls: [[u64; CELLS]; 2],
    /// The one that went best; the lowest seed among equals.
    pub(crate) best: Option<Extreme>,
    /// The one that went worst; the lowest seed among equals.
    pub(crate) worst: Option<Extreme>,
}

/// Cells in a row, and rows.
pub(crate) const BOARD: usize = 12;
/// Cells of a board.
const CELLS: usize = BOARD * BOARD;

impl BattleTally {
    /// Nothing yet, with room for what is counted.
    pub(crate) fn new(units: usize, skills: usize, rules: usize) -> BattleTally {
        BattleTally {
            outcomes: Outcomes::default(),
            lengths: Vec::new(),
            units: vec![UnitCount::default(); units],
            skills: vec![SkillCount::default(); skills],
            rules: vec![RuleCount::default(); rules],
            falls: [[0; CELLS]; 2],
            best: None,
            worst: None,
        }
    }

    /// How many battles there were.
    pub(crate) fn battles(&self) -> u64 {
        let Outcomes {
            wins,
            losses,
            both_fell,
            time_limit,
            ..
        } = self.outcomes;
        [losses, both_fell, time_limit]
            .into_iter()
            .fold(wins, u64::saturating_add)
    }

    /// How many nobody won.
    pub(crate) fn draws(&self) -> u64 {
        self.outcomes
            .both_fell
            .saturating_add(self.outcomes.time_limit)
    }

    /// A share of the battles, with its interval.
    pub(crate) fn share(&self, count: u64) -> Estimate {
        Estimate::new(count, self.battles())
    }

    /// Notes how long a battle took.
    pub(crate) fn note_length(&mut self, length: usize) {
        if self.lengths.len() <= length {
            self.lengths.resize(length + 1, 0);
        }
        self.lengths[length] += 1;
    }

    /// Notes a battle, if none went better or worse.
    pub(crate) fn note_extreme(&mut self, battle: Extreme) {
        self.best = pick(self.best, Some(battle), |new, old| new > old);
        self.worst = pick(self.worst, Some(battle), |new, old| new < old);
    }

    /// Adds the battles of another tally.
    pub(crate) fn add(&mut self, other: &BattleTally) {
        self.outcomes.add(&other.outcomes);
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        add_each(&mut self.lengths, &other.lengths);
        for (sum, more) in self.units.iter_mut().zip(&other.units) {
            sum.add(more);
        }
        for (sum, more) in self.skills.iter_mut().zip(&other.skills) {
            sum.add(more);
        }
        for (sum, more) in self.rules.iter_mut().zip(&other.rules) {
            sum.add(more);
        }
        for (sum, more) in self.falls.iter_mut().zip(&other.falls) {
            add_each(sum, more);
        }
        self.best = pick(self.best, other.best, |new, old| new > old);
        self.worst = pick(self.worst, other.worst, |new, old| new < old);
    }

    /// The length that a share of the battles, in percent, does not exceed.
    pub(crate) fn length_at(&self, percent: u64) -> usize {
        let all: u64 = self.lengths.iter().sum();
        let wanted = (u128::from(all) * u128::from(percent)).div_ceil(100);
        let mut seen = 0;
        self.lengths
            .iter()
            .position(|&battles| {
                seen += u128::from(battles);
                battles > 0 && seen >= wanted
            })
            .unwrap_or(0)
    }
}

fn add_each(sums: &mut [u64], others: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(others) {
        *sum = sum.saturating_add(*more);
    }
}

/// The one of two battles that is further out; the lower seed among equals.
fn pick(
    one: Option<Extreme>,
    other: Option<Extreme>,
    further: fn(Margin, Margin) -> bool,
) -> Option<Extreme> {
    match (one, other) {
        (Some(one), Some(other)) => {
            let takes_over = further(other.margin, one.margin)
                || (other.margin == one.margin && other.seed < one.seed);
            Some(if takes_over { other } else { one })
        }
        (one, other) => one.or(other),
    }
}
