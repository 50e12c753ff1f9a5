//! What runs are counted into: whole numbers only, so that any two tallies add up to the same, in
//! whatever order they come.

use std::collections::{BTreeMap, BTreeSet};

use foretold_battle::Estimate;

use super::one::RunReport;

/// Bands of ten points.
pub(super) const BANDS: usize = 10;

/// What was counted of many runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RunTally {
    /// Runs; with `--until-won` tries.
    pub(super) runs: u64,
    pub(super) wins: u64,
    /// Seeds, and those that were won at least once.
    pub(super) seeds: u64,
    pub(super) seeds_won: u64,
    pub(super) fights: u64,
    pub(super) fights_won: u64,
    pub(super) omens: u64,
    pub(super) faults: u64,
    /// All fingerprints added up, over and over.
    pub(super) fingerprints: u64,
    /// Runs by the floor that they came to.
    pub(super) floors: BTreeMap<u8, u64>,
    /// Seeds by the try that won them.
    pub(super) tries: BTreeMap<u32, u64>,
    /// With `--until-won`: the seeds that nobody won.
    pub(super) lost: BTreeSet<u64>,
    pub(super) things: BTreeMap<(String, String), ThingCount>,
    pub(super) bands: [Band; BANDS],
}

/// Runs in which a thing was taken or met at least once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ThingCount {
    pub(super) runs: u64,
    pub(super) wins: u64,
    /// Runs in which it could have been taken.
    pub(super) offered: u64,
    pub(super) offered_wins: u64,
}

/// Fights whose odds were foretold within ten points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Band {
    pub(super) fights: u64,
    pub(super) won: u64,
    /// The odds, in hundredths of a percent, added up.
    pub(super) foretold: u64,
}

impl RunTally {
    /// Counts what was played of a seed.
    pub(super) fn count(&mut self, seed: u64, reports: &[RunReport], keeps_lost: bool) {
        self.seeds += 1;
        if reports.last().is_some_and(|last| last.won) {
            self.seeds_won += 1;
            *self.tries.entry(reports.len() as u32).or_default() += 1;
        } else if keeps_lost {
            self.lost.insert(seed);
        }
        for report in reports {
            self.count_run(report);
        }
    }

    fn count_run(&mut self, report: &RunReport) {
        let won = u64::from(report.won);
        self.runs += 1;
        self.wins += won;
        self.fights += report.fights;
        self.fights_won += report.fights_won;
        self.omens += report.omens;
        self.faults += report.faults;
        self.fingerprints = self.fingerprints.wrapping_add(report.fingerprint);
        *self.floors.entry(report.floor).or_default() += 1;
        for (kind, id) in &report.offered {
            let key = ((*kind).to_owned(), id.clone());
            let count = self.things.entry(key).or_default();
            count.offered += 1;
            count.offered_wins += won;
            if report.taken.contains(&(*kind, id.clone())) {
                count.runs += 1;
                count.wins += won;
            }
        }
        for &(odds, won) in &report.foretold {
            let band = &mut self.bands[usize::from(odds / 1_000).min(BANDS - 1)];
            band.fights += 1;
            band.won += u64::from(won);
            band.foretold += u64::from(odds);
        }
    }

    /// Adds another tally.
    pub(super) fn add(&mut self, other: &RunTally) {
        for (sum, more) in self
            .numbers_mut()
            .into_iter()
            .zip(other.clone().numbers_mut())
        {
            *sum.1 = sum.1.saturating_add(*more.1);
        }
        self.fingerprints = self.fingerprints.wrapping_add(other.fingerprints);
        for (floor, runs) in &other.floors {
            *self.floors.entry(*floor).or_default() += runs;
        }
        for (number, seeds) in &other.tries {
            *self.tries.entry(*number).or_default() += seeds;
        }
        self.lost.extend(&other.lost);
        for (thing, more) in &other.things {
            let count = self.things.entry(thing.clone()).or_default();
            count.runs += more.runs;
            count.wins += more.wins;
            count.offered += more.offered;
            count.offered_wins += more.offered_wins;
        }
        for (band, more) in self.bands.iter_mut().zip(&other.bands) {
            band.fights += more.fights;
            band.won += more.won;
            band.foretold += more.foretold;
        }
    }

    /// The plain counts by name.
    pub(super) fn numbers_mut(&mut self) -> [(&'static str, &mut u64); 8] {
        [
            ("runs", &mut self.runs),
            ("wins", &mut self.wins),
            ("seeds", &mut self.seeds),
            ("seeds_won", &mut self.seeds_won),
            ("fights", &mut self.fights),
            ("fights_won", &mut self.fights_won),
            ("omens", &mut self.omens),
            ("faults", &mut self.faults),
        ]
    }

    /// Wins with their interval.
    pub(super) fn won(&self) -> Estimate {
        Estimate::new(self.wins, self.runs)
    }
}

/// The win rate with a thing ÷ that of the other runs, in hundredths.
pub(super) fn ratio_with<'a>(
    tallies: impl IntoIterator<Item = &'a RunTally>,
    thing: &(String, String),
) -> Option<u64> {
    let counts = tallies.into_iter().filter_map(|tally| {
        let with = tally.things.get(thing)?;
        Some(((with.wins, with.runs), (tally.wins, tally.runs)))
    });
    ratio_by_policy(counts)
}

/// The win rate of those who took a thing ÷ that of those who could have, in hundredths.
pub(super) fn ratio_if_offered<'a>(
    tallies: impl IntoIterator<Item = &'a RunTally>,
    thing: &(String, String),
) -> Option<u64> {
    let counts = tallies.into_iter().filter_map(|tally| {
        let took = tally.things.get(thing)?;
        Some(((took.wins, took.runs), (took.offered_wins, took.offered)))
    });
    ratio_by_policy(counts)
}

/// The win rate of a part ÷ that of the rest of all, in hundredths, from wins and runs. Each policy is
/// compared with itself (the ratio of Mantel and Haenszel): else what only bad players take would look
/// bad.
fn ratio_by_policy(counts: impl Iterator<Item = ((u64, u64), (u64, u64))>) -> Option<u64> {
    const PARTS: u128 = 1_000_000;
    let (mut with, mut without) = (0, 0);
    for ((wins, runs), (all_wins, all)) in counts {
        let part = |wins: u64, others: u64| {
            u128::from(wins) * u128::from(others) * PARTS / u128::from(all.max(1))
        };
        with += part(wins, all - runs);
        without += part(all_wins - wins, runs);
    }
    (without > 0).then(|| u64::try_from((with * 100 + without / 2) / without).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_policy_is_compared_with_itself() {
        let thing = ("item".to_owned(), "lamp".to_owned());
        let tally = |runs, wins, offered, offered_wins| RunTally {
            things: BTreeMap::from([(
                thing.clone(),
                ThingCount {
                    runs,
                    wins,
                    offered,
                    offered_wins,
                },
            )]),
            runs: offered,
            wins: offered_wins,
            ..RunTally::default()
        };
        // It makes no difference to either of them, but mostly those take it who seldom win.
        let (good, bad) = (tally(10, 5, 100, 50), tally(90, 9, 100, 10));
        assert_eq!(ratio_if_offered([&good], &thing), Some(100));
        assert_eq!(ratio_if_offered([&bad], &thing), Some(100));
        assert_eq!(ratio_if_offered([&good, &bad], &thing), Some(100));
        assert_eq!(ratio_with([&good, &bad], &thing), Some(100));
        let better = tally(10, 10, 100, 55);
        assert_eq!(ratio_if_offered([&better], &thing), Some(200));
        assert_eq!(ratio_if_offered([&tally(4, 2, 4, 2)], &thing), None);
    }
}
