//! How far a sweep is: on standard error, and only if a person looks at it.

use std::ops::Range;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::numbers::{interval, percent};
use super::play::half_width;
use super::tally::BattleTally;

/// A bar with the rate, the time left and the odds so far.
pub(crate) struct SweepBar {
    bar: ProgressBar,
    battles: Range<u64>,
    until: Option<u16>,
}

impl SweepBar {
    pub(crate) fn new(battle: &str, battles: Range<u64>, until: Option<u16>) -> SweepBar {
        // Nothing is drawn where standard error is no terminal.
        let target = ProgressDrawTarget::stderr_with_hz(10);
        let bar = ProgressBar::with_draw_target(Some(battles.end - battles.start), target);
        let style = ProgressStyle::with_template(
            "{prefix} {wide_bar} {human_pos}/{human_len}, {per_sec}, {eta} left, {msg}",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(battle.to_owned());
        SweepBar {
            bar,
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
