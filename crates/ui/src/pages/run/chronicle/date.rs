//! Days of the calendar, in UTC.

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Day {
    year: u64,
    /// From 1.
    month: u64,
    /// From 1.
    day: u64,
}

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_of(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Day {
    /// The day of a moment, in seconds since 1970.
    pub(super) fn of_seconds(seconds: u64) -> Day {
        // Years and months repeat every four centuries, which are so many days.
        const FOUR_CENTURIES: u64 = 146_097;
        let days = seconds / 86_400;
        let mut year = 1970 + days / FOUR_CENTURIES * 400;
        let mut left = days % FOUR_CENTURIES;
        loop {
            let in_year = 365 + u64::from(is_leap(year));
            if left < in_year {
                break;
            }
            left -= in_year;
            year += 1;
        }
        let mut month = 1;
        while left >= days_of(year, month) {
            left -= days_of(year, month);
            month += 1;
        }
        let day = left + 1;
        Day { year, month, day }
    }

    /// The day that a seed is the date of, as `20261118`.
    pub(super) fn of_seed(seed: u64) -> Option<Day> {
        let (year, month, day) = (seed / 10_000, seed / 100 % 100, seed % 100);
        let is_month = (1..=12).contains(&month);
        let is_day = is_month && (1..=days_of(year, month)).contains(&day);
        let is_year = (2000..=9999).contains(&year);
        (is_year && is_day).then_some(Day { year, month, day })
    }

    /// `18 November 2026`.
    pub(super) fn in_words(self) -> String {
        let month = MONTHS[self.month as usize - 1];
        format!("{} {month} {}", self.day, self.year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_days_of_the_calendar() {
        for (seconds, day) in [
            (0, "1 January 1970"),
            (86_399, "1 January 1970"),
            (86_400, "2 January 1970"),
            (68_169_600, "29 February 1972"),
            (951_782_400, "29 February 2000"),
            (951_868_800, "1 March 2000"),
            (1_795_003_200, "18 November 2026"),
            (4_107_542_399, "28 February 2100"),
            (4_107_542_400, "1 March 2100"),
        ] {
            assert_eq!(Day::of_seconds(seconds).in_words(), day, "{seconds}");
        }
        // Damaged files hold any number.
        Day::of_seconds(u64::MAX).in_words();
    }

    #[test]
    fn a_seed_may_be_a_date() {
        let day = |seed| Day::of_seed(seed).map(Day::in_words);
        assert_eq!(day(20_261_118).as_deref(), Some("18 November 2026"));
        assert_eq!(day(20_240_229).as_deref(), Some("29 February 2024"));
        for none in [
            0,
            12,
            20_230_229,
            20_261_301,
            20_260_100,
            19_991_231,
            u64::MAX,
        ] {
            assert_eq!(day(none), None, "{none}");
        }
    }
}
