//! Amounts: `10`, or dice in a text such as `"1d8+3"`.

use std::fmt::{self, Formatter};

use foretold_battle::{Amount, MAX_DICE, MAX_SIDES};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

/// How much: a whole number, or dice as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AmountFile(pub(crate) Amount);

impl<'de> Deserialize<'de> for AmountFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AmountVisitor;

        impl Visitor<'_> for AmountVisitor {
            type Value = AmountFile;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number, or dice as a text such as \"1d8+3\"")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<AmountFile, E> {
                plain(number).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<AmountFile, E> {
                plain(i64::try_from(number).unwrap_or(i64::MAX)).map_err(E::custom)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<AmountFile, E> {
                parse(text).map_err(E::custom)
            }
        }

        deserializer.deserialize_any(AmountVisitor)
    }
}

/// A number without dice. It cannot be negative: that would do nothing, and look as if it did.
fn plain(number: i64) -> Result<AmountFile, String> {
    within(number, 0).map(|plus| AmountFile(Amount::flat(plus)))
}

fn within(number: i64, least: i16) -> Result<i16, String> {
    i16::try_from(number)
        .ok()
        .filter(|number| (least..=999).contains(number))
        .ok_or_else(|| format!("found {number}, expected a whole number from {least} to 999"))
}

/// Reads `2d6`, `2d6+3`, `2d6-1` or a plain number.
fn parse(text: &str) -> Result<AmountFile, String> {
    let wrong = || {
        format!(
            "found \"{}\", expected a number or dice such as \"1d8+3\"",
            text.chars().take(20).collect::<String>()
        )
    };
    let Some((dice, rest)) = text.split_once('d') else {
        return plain(text.parse().map_err(|_| wrong())?);
    };
    let (sides, plus) = match rest.find(['+', '-']) {
        Some(at) => rest.split_at(at),
        None => (rest, "0"),
    };
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse::<u8>().unwrap_or(u8::MAX))
    };
    let (dice, sides) = number(dice).zip(number(sides)).ok_or_else(wrong)?;
    if !(1..=MAX_DICE).contains(&dice) || !(1..=MAX_SIDES).contains(&sides) {
        return Err(format!(
            "found \"{}\", expected at most {MAX_DICE} dice with at most {MAX_SIDES} sides",
            text.chars().take(20).collect::<String>()
        ));
    }
    let plus = within(plus.parse().map_err(|_| wrong())?, -999)?;
    Ok(AmountFile(Amount::dice(dice, sides, plus)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_people_write_them() {
        let read = |text| parse(text).map(|AmountFile(amount)| amount);
        assert_eq!(read("1d8+3"), Ok(Amount::dice(1, 8, 3)));
        assert_eq!(read("2d6"), Ok(Amount::dice(2, 6, 0)));
        assert_eq!(read("2d6-1"), Ok(Amount::dice(2, 6, -1)));
        assert_eq!(read("12"), Ok(Amount::flat(12)));
    }

    #[test]
    fn what_is_no_amount_is_reported() {
        for text in [
            "", "d6", "1d", "1d8+", "1d8++3", "1d8+x", "0d6", "11d6", "1d21", "1d6d6", "1000",
            "+1d6", "1d+6", "-1",
        ] {
            let message = parse(text).expect_err(text);
            assert!(
                message.contains(text) || text == "1000",
                "{text}: {message}"
            );
            assert!(message.contains("expected"), "{text}: {message}");
        }
    }
}
