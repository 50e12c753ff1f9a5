//! The options of `descend`, and which of them go together.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use foretold_run::Realm;
use foretold_run::policy::Policy;

use crate::args::whole;
use crate::problem::Problem;
use crate::sweep::{Shard, check_file};

/// The most runs at once.
pub(super) const MOST_RUNS: u64 = 1_000_000_000;
/// The most tries of a seed.
pub(super) const MOST_TRIES: u32 = 1_000;

/// Play whole runs by policies and count how they go
///
/// Run 0 is played with the seed of --seed, run 1 with the next, and so on; every policy
/// plays the same seeds. The numbers do not depend on the number of threads.
///
/// Ctrl+C ends it early: it prints and writes what it has so far, says so, and exits
/// with code 130.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab descend --policy steady --runs 1000
  foretold-lab descend --policy random --policy foreseer --level 3 --runs 200
  foretold-lab descend --until-won 20 --runs 100
  foretold-lab descend --new --runs 100
  foretold-lab descend --policy steady --seed 7 --story
  foretold-lab descend --policy steady --seed 7 --save seven.run-record.ron
  foretold-lab descend --runs 10000 --shard 1/4 --out part-1.csv")]
pub(crate) struct DescendArgs {
    /// The name of the run: `descent` is `runs/descent.run.ron`
    #[arg(long, value_name = "RUN", default_value = "descent")]
    pub(super) run: String,

    /// The seed of the first run
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(super) seed: u64,

    /// How hard: 0 to the number of levels in the run's file
    #[arg(long, value_name = "L", default_value_t = 0)]
    pub(super) level: u8,

    /// How many runs were finished before: things marked `later` come into the pools
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) finished: u16,

    /// Who plays; may be given more than once [default: all of them; for one run `steady`]
    #[arg(long = "policy", value_name = "POLICY")]
    policies: Vec<PolicyName>,

    /// How many runs of each policy [default: 100]
    #[arg(long, value_name = "N", default_value_t = 100, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..=MOST_RUNS))]
    pub(super) runs: u64,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,

    /// Foretell every fight before it begins, and compare with what happens
    #[arg(long)]
    pub(super) calibrate: bool,

    /// Keep each run as text after every command and take it up again: no number may change
    #[arg(long)]
    pub(super) restored: bool,

    /// Play each seed by the policies in turn until it is won, at most so often
    #[arg(long, value_name = "TRIES", conflicts_with_all = ["policies", "calibrate"], value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_TRIES)))]
    pub(super) until_won: Option<u32>,

    /// Compare what the seeds make: how many pairs have the same board, or the same enemies at the same place
    #[arg(long, conflicts_with_all = ["policies", "calibrate", "until_won", "shard", "out"])]
    pub(super) new: bool,

    /// Tell one run as a story: map, choices, odds foretold, what happened
    #[arg(long, conflicts_with_all = ["runs", "until_won", "new", "shard", "out", "calibrate"])]
    pub(super) story: bool,

    /// Keep one run, for `run verify`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["runs", "until_won", "new", "shard", "out", "calibrate"])]
    pub(super) save: Option<PathBuf>,

    /// Play only one part of N, to be joined by `merge`
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,

    /// Write all counts as CSV, for `merge` and for spreadsheets
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// A policy by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PolicyName(Policy);

impl ValueEnum for PolicyName {
    fn value_variants<'a>() -> &'a [PolicyName] {
        static ALL: LazyLock<Vec<PolicyName>> =
            LazyLock::new(|| Policy::ALL.into_iter().map(PolicyName).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}

impl DescendArgs {
    /// Who plays, each once, in the order of the command line.
    pub(super) fn policies(&self) -> Vec<Policy> {
        if self.policies.is_empty() {
            return if self.tells_one() {
                vec![Policy::Steady]
            } else {
                Policy::ALL.to_vec()
            };
        }
        let mut policies: Vec<Policy> = Vec::new();
        for PolicyName(policy) in &self.policies {
            if !policies.contains(policy) {
                policies.push(*policy);
            }
        }
        policies
    }

    /// Whether it is about a single run.
    pub(super) fn tells_one(&self) -> bool {
        self.story || self.save.is_some()
    }

    /// Refuses before the runs, not after them.
    pub(super) fn check(&self, realm: &Realm) -> Result<(), Problem> {
        let levels = realm.plan().levels.len();
        if usize::from(self.level) > levels {
            return Err(Problem::Usage(format!(
                "there is no level {}: {} has levels 0 to {levels}",
                self.level,
                realm.name()
            )));
        }
        if self.tells_one() && self.policies().len() > 1 {
            return Err(Problem::Usage(
                "a story and a kept run are of one policy: name one".to_owned(),
            ));
        }
        if self.seed.checked_add(self.runs).is_none() {
            return Err(Problem::Usage(format!(
                "there is no seed behind {}: choose a smaller --seed",
                u64::MAX
            )));
        }
        for file in self.out.iter().chain(&self.save) {
            check_file(file)?;
        }
        Ok(())
    }
}
