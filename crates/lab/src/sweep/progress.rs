//! How far a sweep is: on standard error, and only if a person looks at it.

use std::ops::Range;

use indicatif::ProgressBar;

use super::numbers::{interval, percent};
use super::play::half_width;
use super::tally::BattleTally;
use crate::progress::bar;

/// A bar with the rate, the time left and the odds so far.
pub(crate) struct SweepBar {
    bar: ProgressBar,
    battles: Range<u64>,
    until: Option<u16>,
}

impl SweepBar {
    pub(crate) fn new(battle: &str, battles: Range<u64>, until: Option<u16>) -> SweepBar {
        SweepBar {
            bar: bar(battle, battles.end - battles.start),
            battles,
            until,
        }
    }

    /// Notes that all battles before a number are done.
    pub(crate) fn show(&self, done: u64, tallies: &[BattleTally]) {
        self.bar.set_position(done - self.battles.start);
        if self.bar.is_hidden() {
            return;
        }
        let widest = tallies.iter().max_by_key(|tally| half_width(tally));
        if let Some(tally) = widest {
            let won = tally.share(tally.outcomes.wins);
            let until = self.until.map_or(String::new(), |until| {
                format!(", until ±{}.{:02}%", until / 100, until % 100)
            });
            let shown = format!("won {} ({}){until}", percent(won.odds), interval(won));
            self.bar.set_message(shown);
        }
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
