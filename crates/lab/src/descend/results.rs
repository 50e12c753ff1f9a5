//! What `descend` found: the tallies, with everything needed to print, keep and merge them.

use foretold_run::Realm;
use foretold_run::policy::Policy;

use super::args::DescendArgs;
use super::tally::RunTally;
use crate::sweep::Shard;

/// What was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RunSettings {
    /// The name of the run, its title, and the hash of everything it is made of.
    pub(super) run: String,
    pub(super) title: String,
    pub(super) content: u64,
    pub(super) seed: u64,
    pub(super) level: u8,
    pub(super) finished: u16,
    /// One side of the results each; none with `until_won`.
    pub(super) policies: Vec<Policy>,
    pub(super) calibrate: bool,
    pub(super) until_won: Option<u32>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RunResults {
    pub(super) settings: RunSettings,
    /// How many seeds were asked for, in all parts together.
    pub(super) asked: u64,
    pub(super) shard: Shard,
    /// Which runs were played, by number: from this one …
    pub(super) from: u64,
    /// … up to the one before this.
    pub(super) to: u64,
    /// One for each side.
    pub(super) tallies: Vec<RunTally>,
}

impl RunSettings {
    pub(super) fn of(descend: &DescendArgs, realm: &Realm) -> RunSettings {
        let policies = match descend.until_won {
            Some(_) => Vec::new(),
            None => descend.policies(),
        };
        RunSettings {
            run: realm.name().to_owned(),
            title: realm.plan().title.clone(),
            content: realm.hash(),
            seed: descend.seed,
            level: descend.level,
            finished: descend.finished,
            policies,
            calibrate: descend.calibrate,
            until_won: descend.until_won,
        }
    }

    /// What is counted apart: every policy, or all of them together.
    pub(super) fn sides(&self) -> Vec<&'static str> {
        if self.until_won.is_some() {
            return vec!["together"];
        }
        self.policies.iter().map(|policy| policy.name()).collect()
    }
}

impl RunResults {
    /// Whether some runs of this part were not played.
    pub(super) fn is_partial(&self) -> bool {
        self.to < self.shard.battles(self.asked).1
    }

    /// Whether a command was refused that a policy held for possible.
    pub(super) fn has_faults(&self) -> bool {
        self.tallies.iter().any(|tally| tally.faults > 0)
    }
}
