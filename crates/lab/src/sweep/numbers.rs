//! Numbers as people read them.

use foretold_battle::{Estimate, Odds};

/// A whole number with its thousands set apart: `1,000,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Odds with two decimals, so that columns line up: `61.20%`.
pub(crate) fn percent(odds: Odds) -> String {
    let hundredths = odds.hundredths();
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// The ends of an interval: `60.24% to 62.15%`.
pub(crate) fn interval(estimate: Estimate) -> String {
    format!("{} to {}", percent(estimate.low), percent(estimate.high))
}

/// A change of odds in hundredths of a percent: `+1.25%`.
pub(crate) fn change(hundredths: i32) -> String {
    let size = hundredths.unsigned_abs();
    format!(
        "{}{}.{:02}%",
        sign(hundredths.into()),
        size / 100,
        size % 100
    )
}

/// A whole number with its sign: `−12`.
pub(crate) fn signed(number: i64) -> String {
    format!("{}{}", sign(number), number.unsigned_abs())
}

fn sign(number: i64) -> &'static str {
    match number {
        0 => "±",
        1.. => "+",
        _ => "−",
    }
}

/// A sum shared out among battles, with two decimals.
pub(crate) fn mean(sum: u64, battles: u64) -> String {
    let hundredths = mean_hundredths(sum, battles);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A sum shared out among battles, in hundredths, rounded down.
pub(crate) fn mean_hundredths(sum: u64, battles: u64) -> u64 {
    let hundredths = u128::from(sum) * 100 / u128::from(battles.max(1));
    u64::try_from(hundredths).unwrap_or(u64::MAX)
}
