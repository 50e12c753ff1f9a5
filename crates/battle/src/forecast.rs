//! Forecasts: the odds from here, by playing on many times with fresh seeds (rules §12).
//!
//! The caller brings the threads: any split of the playouts into ranges gives
//! the same sum. A forecast never touches the battle's own dice.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::event::Outcome;
use crate::hit::Odds;
use crate::ids::{MAX_UNITS, UnitId};
use crate::sink::Silent;
use crate::unit::Faction;

/// How many playouts ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Won by the player's side.
    pub wins: u32,
    /// By nobody.
    pub draws: u32,
    /// By the enemies.
    pub losses: u32,
    /// The sum of each unit's HP at the end.
    hp: [u64; MAX_UNITS],
    /// How many playouts each unit did not survive.
    falls: [u32; MAX_UNITS],
}

/// A share of the playouts, with the interval that covers the true odds 19 times in 20.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The share itself.
    pub odds: Odds,
    /// The lower end of the 95% interval.
    pub low: Odds,
    /// The upper end.
    pub high: Odds,
}

/// Plays the battle on from here, once for each number in the range.
///
/// Playout `n` of a forecast seed is always the same, whatever the range.
pub fn forecast(battle: &Battle, seed: u64, playouts: Range<u32>) -> Tally {
    let mut tally = Tally::default();
    for number in playouts {
        tally.count(&play_out(battle, seed, number));
    }
    tally
}

/// One way in which the battle could end.
fn play_out(battle: &Battle, seed: u64, number: u32) -> Battle {
    let mut battle = battle.clone();
    battle.imagine(seed, number);
    battle.play(&mut Silent);
    battle
}

impl Tally {
    fn count(&mut self, ended: &Battle) {
        match ended.outcome().and_then(Outcome::winner) {
            Some(Faction::Friendly) => self.wins += 1,
            Some(Faction::Enemy) => self.losses += 1,
            None => self.draws += 1,
        }
        for (id, unit) in ended.units() {
            self.hp[id.slot()] += u64::from(unit.hp);
            self.falls[id.slot()] += u32::from(!unit.is_up());
        }
    }

    /// Both together.
    pub fn and(mut self, other: &Tally) -> Tally {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (sum, more) in self.hp.iter_mut().zip(other.hp) {
            *sum += more;
        }
        for (sum, more) in self.falls.iter_mut().zip(other.falls) {
            *sum += more;
        }
        self
    }

    /// How many playouts there were.
    pub fn playouts(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// The odds that the player's side wins.
    pub fn win(&self) -> Estimate {
        Estimate::new(self.wins.into(), self.playouts().into())
    }

    /// The odds of a draw.
    pub fn draw(&self) -> Estimate {
        Estimate::new(self.draws.into(), self.playouts().into())
    }

    /// The odds that the enemies win.
    pub fn loss(&self) -> Estimate {
        Estimate::new(self.losses.into(), self.playouts().into())
    }

    /// A unit's HP at the end, on average, in hundredths.
    pub fn mean_hp_hundredths(&self, unit: UnitId) -> u64 {
        self.hp[unit.slot()] * 100 / u64::from(self.playouts().max(1))
    }

    /// The odds that a unit lies at the end.
    pub fn fall(&self, unit: UnitId) -> Estimate {
        Estimate::new(self.falls[unit.slot()].into(), self.playouts().into())
    }
}

impl Estimate {
    /// The share of `count` in `all`, with Wilson's interval for z = 1.96, in whole numbers.
    pub fn new(count: u64, all: u64) -> Estimate {
        if all == 0 {
            return Estimate {
                odds: Odds::NEVER,
                low: Odds::NEVER,
                high: Odds::CERTAIN,
            };
        }
        let (k, n) = (u128::from(count.min(all)), u128::from(all));
        // z² = 3.8416; it and all that follows is in ten-thousandths, so that nothing is rounded early.
        let whole = n * 10_000 + 38_416;
        let centre = (k * 10_000 + 19_208) * 10_000;
        let spread = (k * (n - k) * 100_000_000 / n + 96_040_000).isqrt() * 19_600;
        let low = centre.saturating_sub(spread) / whole;
        let high = (centre + spread).div_ceil(whole).min(10_000);
        Estimate {
            odds: Odds((k * 10_000 / n) as u16),
            low: Odds(low as u16),
            high: Odds(high as u16),
        }
    }
}

/// Two ways to go on, tried against the same luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Comparison {
    /// How the first way ends.
    pub before: Tally,
    /// How the second way ends.
    pub after: Tally,
    /// Playouts that only the second way wins.
    pub better: u32,
    /// Playouts that only the first way wins.
    pub worse: u32,
}

/// Plays on two versions of a battle, each pair of playouts with the same seed,
/// so that small differences show.
pub fn compare(before: &Battle, after: &Battle, seed: u64, playouts: Range<u32>) -> Comparison {
    let mut versus = Comparison::default();
    for number in playouts {
        let (one, other) = (
            play_out(before, seed, number),
            play_out(after, seed, number),
        );
        let won = |battle: &Battle| battle.outcome() == Some(Outcome::Victory);
        versus.better += u32::from(won(&other) && !won(&one));
        versus.worse += u32::from(won(&one) && !won(&other));
        versus.before.count(&one);
        versus.after.count(&other);
    }
    versus
}

impl Comparison {
    /// Both together.
    pub fn and(self, other: &Comparison) -> Comparison {
        Comparison {
            before: self.before.and(&other.before),
            after: self.after.and(&other.after),
            better: self.better + other.better,
            worse: self.worse + other.worse,
        }
    }

    /// How the odds to win change, and the ends of the 95% interval: [`Pairs::change`].
    pub fn change(&self) -> (i32, i32, i32) {
        let pairs = Pairs {
            all: self.before.playouts().into(),
            won_before: self.before.wins.into(),
            better: self.better.into(),
            worse: self.worse.into(),
        };
        pairs.change()
    }
}

/// Battles that were each played in two ways with the same luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// How many.
    pub all: u64,
    /// How many the first way wins.
    pub won_before: u64,
    /// How many only the second way wins.
    pub better: u64,
    /// How many only the first way wins.
    pub worse: u64,
}

/// How many standard errors an interval reaches to either side, in thousandths, rounded up. The
/// intervals of 2ᵏ changes, k from 0, then hold for all of them at once 19 times in 20: each alone
/// holds with 1 − 0.05 / 2ᵏ (Bonferroni).
const STANDARD_ERRORS: [i128; 25] = [
    1_960, 2_242, 2_498, 2_735, 2_956, 3_163, 3_360, 3_547, 3_726, 3_897, 4_062, 4_221, 4_374,
    4_523, 4_668, 4_808, 4_945, 5_078, 5_209, 5_336, 5_460, 5_582, 5_701, 5_818, 5_933,
];

impl Pairs {
    /// How the odds to win change, and the ends of the 95% interval, in hundredths of a percent.
    pub fn change(&self) -> (i32, i32, i32) {
        self.change_among(1)
    }

    /// The same if it is one of several changes that were looked at. The more there are, the wider
    /// the interval: the best of many is partly the luckiest. The intervals of all of them hold at
    /// once 19 times in 20.
    ///
    /// The pairs that differ carry all the noise. Half a pair is added to each of the four
    /// cells (Agresti and Min), so that a handful of battles never looks certain. The interval
    /// is cut where the odds would fall below 0 or rise above 100%.
    pub fn change_among(&self, changes: u64) -> (i32, i32, i32) {
        const WHOLE: i128 = 10_000;
        let pairs = i128::from(self.all);
        if pairs == 0 {
            return (0, -WHOLE as i32, WHOLE as i32);
        }
        let (better, worse) = (i128::from(self.better), i128::from(self.worse));
        let change = (better - worse) * WHOLE / pairs;
        // In half pairs from here on.
        let (n, better, worse) = (2 * pairs + 4, 2 * better + 1, 2 * worse + 1);
        let (gain, moved) = (better - worse, better + worse);
        let centre = gain * WHOLE / n;
        let variance = (moved * n - gain * gain).max(0);
        // One standard error of a mean of n/2 pairs: √(variance/n) · √2 / n in half pairs.
        let error = (variance * 2 * 10_000_000_000 / n).isqrt();
        let power = changes
            .clamp(1, 1 << 30)
            .next_power_of_two()
            .trailing_zeros() as usize;
        let errors = STANDARD_ERRORS[power.min(STANDARD_ERRORS.len() - 1)];
        let spread = error * errors / 10_000 / n;
        let before = Estimate::new(self.won_before, self.all).odds.hundredths();
        let before = i128::from(before);
        let [low, high] =
            [centre - spread, centre + spread].map(|end| end.clamp(-before, WHOLE - before));
        (
            change as i32,
            low.min(change) as i32,
            high.max(change) as i32,
        )
    }
}
