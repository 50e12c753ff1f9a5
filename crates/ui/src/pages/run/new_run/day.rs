//! The run of the day: a seed made from the date.

use std::time::{SystemTime, UNIX_EPOCH};

/// The seed of the run of the day, by the date of UTC: 20261116.
pub(super) fn seed_of_today() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| seed_of_day(since.as_secs() / 86_400))
}

/// The date of a day as a number, `YYYYMMDD`. Days are counted from 1970.
fn seed_of_day(day: u64) -> u64 {
    // Years are counted from March on, so that the odd day comes last; 400 of them are 146,097 days.
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let date = of_year - (153 * from_march + 2) / 5 + 1;
    let month = (from_march + 2) % 12 + 1;
    let year = era * 400 + year + u64::from(month <= 2);
    year * 10_000 + month * 100 + date
}

#[cfg(test)]
mod tests {
    use super::seed_of_day;

    #[test]
    fn the_seed_of_a_day_is_its_date() {
        for (day, seed) in [
            (0, 19_700_101),
            (58, 19_700_228),
            (59, 19_700_301),
            (788, 19_720_228),
            (789, 19_720_229),
            (790, 19_720_301),
            (11_016, 20_000_229),
            (11_017, 20_000_301),
            (20_773, 20_261_116),
            (20_818, 20_261_231),
            (20_819, 20_270_101),
            (47_540, 21_000_228),
            (47_541, 21_000_301),
        ] {
            assert_eq!(seed_of_day(day), seed, "day {day}");
        }
    }

    #[test]
    fn no_two_days_have_the_same_seed_and_later_ones_have_higher() {
        let seeds: Vec<u64> = (0..60_000).map(seed_of_day).collect();
        assert!(seeds.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
