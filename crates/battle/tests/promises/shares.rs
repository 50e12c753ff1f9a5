//! Counting how often something came as it was foretold.

use std::fmt;

use foretold_battle::Odds;

/// How often something came as it was foretold.
#[derive(Default)]
pub(crate) struct Share {
    kept: u32,
    all: u32,
}

impl Share {
    pub(crate) fn note(&mut self, came_true: bool) {
        self.kept += u32::from(came_true);
        self.all += 1;
    }

    pub(crate) fn is_at_least(&self, percent: u32) -> bool {
        self.all > 0 && self.kept * 100 >= self.all * percent
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = u64::from(self.kept) * 10_000 / u64::from(self.all.max(1));
        let (whole, part) = (hundredths / 100, hundredths % 100);
        write!(f, "{:>6} of {:>6}  {whole}.{part:02}%", self.kept, self.all)
    }
}

/// Something that happens with a known chance, many times over.
#[derive(Default)]
pub(crate) struct Luckiness {
    /// How often it happened, less how often it should have, in hundredths of a percent.
    pub(crate) surplus: i64,
    /// The square of the standard deviation of that.
    variance: i64,
    pub(crate) tries: u32,
}

impl Luckiness {
    pub(crate) fn note(&mut self, odds: Odds, happened: bool) {
        let odds = i64::from(odds.hundredths());
        self.surplus += if happened { 10_000 - odds } else { -odds };
        self.variance += odds * (10_000 - odds);
        self.tries += 1;
    }

    /// Within three standard deviations; the seeds are fixed, so it is always the same.
    pub(crate) fn is_fair(&self) -> bool {
        self.surplus * self.surplus <= 9 * self.variance
    }
}
