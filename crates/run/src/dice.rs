//! Chance in runs: every purpose has dice of its own, so that nothing that a player does moves them.

use foretold_battle::{Dice, fingerprint};
use serde::Serialize;

/// Dice for one purpose of a run.
#[derive(Clone, Debug)]
pub struct RunDice(Dice);

impl RunDice {
    /// The dice for a purpose: the same seed and purpose always fall the same way.
    pub fn new(seed: u64, purpose: impl Serialize) -> RunDice {
        RunDice(Dice::new(fingerprint(&(seed, purpose))))
    }

    /// A number from 0 to `count` − 1, each equally likely; 0 if there is nothing to choose.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.below(count as u32) as usize
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// Whether something that happens this often, in percent, happens now.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// The place of one of several by their weights; `None` if all are 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u16> + Clone) -> Option<usize> {
        let all: u32 = weights.clone().map(u32::from).sum();
        let mut left = self.0.below(all);
        (all > 0).then_some(())?;
        weights.into_iter().position(|weight| {
            let here = left < u32::from(weight);
            left = left.saturating_sub(u32::from(weight));
            here
        })
    }

    /// Puts a list into another order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
