//! What a sweep found: the tallies, with everything needed to print, keep and merge them.

use std::fmt;
use std::str::FromStr;

use foretold_battle::Pairs;

use super::cast::Cast;
use super::tally::BattleTally;

/// The name of the variation that changes nothing.
pub(crate) const AS_IT_IS: &str = "as it is";

/// One part of a sweep: the first of three is `1/3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) number: u64,
    pub(crate) of: u64,
}

impl Shard {
    /// Everything.
    pub(crate) const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The first battle of this shard and the one behind its last, by number.
    pub(crate) fn battles(self, all: u64) -> (u64, u64) {
        let end = |number: u64| {
            let end = u128::from(all) * u128::from(number) / u128::from(self.of);
            u64::try_from(end).unwrap_or(all)
        };
        (end(self.number - 1), end(self.number))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = "write it like 1/4: the first of four parts";
        let (number, of) = text.split_once('/').ok_or(wrong)?;
        let whole = |text: &str| text.parse::<u64>().map_err(|_| wrong.to_owned());
        let (number, of) = (whole(number)?, whole(of)?);
        if !(1..=MOST_SHARDS).contains(&of) {
            return Err(format!("found {of} parts, expected 1 to {MOST_SHARDS}"));
        }
        if !(1..=of).contains(&number) {
            return Err(format!("found part {number}, expected 1 to {of}"));
        }
        Ok(Shard { number, of })
    }
}

/// The most parts of a sweep.
pub(crate) const MOST_SHARDS: u64 = 100_000;
/// The most battles of a sweep: sums of what happens in them still fit.
pub(crate) const MOST_BATTLES: u64 = 1_000_000_000_000;

/// What a sweep found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Results {
    /// The seed of battle 0.
    pub(crate) first_seed: u64,
    /// How many battles were asked for, in all shards together.
    pub(crate) asked: u64,
    /// Which part this is.
    pub(crate) shard: Shard,
    /// Each battle, in the order in which they were named.
    pub(crate) battles: Vec<BattleResult>,
}

/// What a sweep found about a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BattleResult {
    /// Its id.
    pub(crate) name: String,
    pub(crate) title: String,
    /// The command that plays it, without the seed.
    pub(crate) command: String,
    /// What its length is counted in: `tick` or `round`.
    pub(crate) length_word: String,
    /// How many battles there are to play in all shards together: fewer than asked for if the
    /// interval was narrow enough before.
    pub(crate) all: u64,
    /// Which battles were played, by number: from this one …
    pub(crate) from: u64,
    /// … up to the one before this.
    pub(crate) to: u64,
    /// The content as it is, then each variation.
    pub(crate) variations: Vec<Variation>,
}

/// What a sweep found about one variation of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Variation {
    /// What is changed: `units.cultist.hp=30`.
    pub(crate) name: String,
    /// The hash of what is fought with.
    pub(crate) content: u64,
    pub(crate) cast: Cast,
    pub(crate) tally: BattleTally,
}

impl Results {
    /// Whether some battles of this part were not played.
    pub(crate) fn is_partial(&self) -> bool {
        self.battles.iter().any(|battle| self.is_short(battle))
    }

    /// Whether some of a battle's part were not played.
    pub(crate) fn is_short(&self, battle: &BattleResult) -> bool {
        battle.to < self.shard.battles(battle.all).1
    }
}

impl BattleResult {
    /// How many were played.
    pub(crate) fn played(&self) -> u64 {
        self.to.saturating_sub(self.from)
    }

    /// How a variation changes the odds to win against the content as it is, and the ends of the
    /// 95% interval, in hundredths of a percent.
    pub(crate) fn change(&self, variation: &Variation) -> Option<(i32, i32, i32)> {
        let first = self.variations.first()?;
        let pairs = Pairs {
            all: variation.tally.battles(),
            won_before: first.tally.outcomes.wins,
            better: variation.tally.outcomes.better,
            worse: variation.tally.outcomes.worse,
        };
        (variation.name != AS_IT_IS).then(|| pairs.change())
    }

    /// The command line that plays a variation with a seed.
    pub(crate) fn watch(&self, variation: &Variation, seed: u64) -> String {
        let with = match variation.name.as_str() {
            AS_IT_IS => String::new(),
            changes => changes
                .split(' ')
                .map(|change| format!(" --with {change}"))
                .collect(),
        };
        format!("{} --seed {seed}{with}", self.command)
    }
}
