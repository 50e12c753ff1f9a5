//! The one source of chance in a battle (rules §12).
//!
//! Bounded rolls are our own few lines over the generator's raw output: the
//! distributions of `rand` may change between versions, a battle may not.

use rand_core::Rng;
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

use crate::sink::Sink;

/// Any fixed stream will do; it must never change.
const STREAM: u64 = 0x0f0e_701d;
/// A stream of its own: a forecast gives odds, never the battle's own future.
const IMAGINED_STREAM: u64 = 0x00dd_5000;

/// Sound dice never come near this; dice from a damaged save must not hang the game.
const MAX_REJECTIONS: u32 = 64;

/// Seeded dice: those of a battle, and of everything else that must fall the same way twice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dice(Pcg32);

impl Dice {
    /// Dice that fall the same way for the same seed, on every machine.
    pub fn new(seed: u64) -> Dice {
        Dice(Pcg32::new(seed, STREAM))
    }

    /// Dice for one of many imagined ends of a battle; never those of any battle's own seed.
    pub(crate) fn imagined(seed: u64, number: u32) -> Dice {
        // Any mixing will do that keeps neighbours apart; it must never change.
        let mixed = (seed ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Dice(Pcg32::new(mixed ^ mixed >> 32, IMAGINED_STREAM))
    }

    /// A number from 0 to `count` − 1, each equally likely; 0 if there is nothing to choose.
    pub(crate) fn pick<S: Sink>(&mut self, count: u32, sink: &mut S) -> u32 {
        match sink.rigged_roll(count) {
            Some(roll) => roll.clamp(1, count.max(1)) - 1,
            None => self.below(count),
        }
    }

    /// A die: 1 to `sides`.
    pub(crate) fn roll<S: Sink>(&mut self, sides: u32, sink: &mut S) -> u32 {
        self.pick(sides, sink) + 1
    }

    /// A number from 0 to `count` − 1, each equally likely; 0 if there is nothing to choose.
    ///
    /// Lemire's multiply-and-reject: no bias, and almost never a second draw.
    pub fn below(&mut self, count: u32) -> u32 {
        let mut product = self.times(count);
        if (product as u32) < count {
            let unfair = count.wrapping_neg() % count;
            for _ in 0..MAX_REJECTIONS {
                if product as u32 >= unfair {
                    break;
                }
                product = self.times(count);
            }
        }
        (product >> 32) as u32
    }

    fn times(&mut self, count: u32) -> u64 {
        u64::from(self.0.next_u32()) * u64::from(count)
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;
    use crate::sink::Silent;

    #[test]
    fn the_same_seed_gives_these_very_rolls() {
        let mut dice = Dice::new(7);
        let rolls: Vec<u32> = (0..8).map(|_| dice.roll(20, &mut Silent)).collect();
        assert_eq!(
            rolls,
            [2, 8, 18, 4, 13, 9, 9, 1],
            "if this changes, every replay ever made breaks"
        );
    }

    #[test]
    fn every_side_comes_up_equally_often() {
        let mut dice = Dice::new(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[dice.pick(6, &mut Silent) as usize] += 1;
        }
        // 10,000 expected, standard deviation 91: five of them either way.
        assert!(
            seen.iter().all(|count| (9_545..=10_455).contains(count)),
            "{seen:?}"
        );
    }

    #[test]
    fn nothing_to_choose_from_is_no_panic() {
        assert_eq!(Dice::new(1).pick(0, &mut Silent), 0);
    }
}
