//! `--vary FIELD=FROM..TO:STEP`: the numbers that a sweep tries, and the grid of several.

use std::str::FromStr;

use foretold_content::plain;

use crate::lab_content::NumberChange;

/// The most variations of a battle: more is a search, not a comparison.
const MOST: usize = 1_000;

/// A number of the content, and what it is in each variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Vary {
    field: String,
    numbers: Vec<i64>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Vary, String> {
        let example = "write it like units.cultist.hp=30..60:10";
        let (field, numbers) = text
            .split_once('=')
            .ok_or_else(|| format!("there is no `=`: {example}"))?;
        let whole = |text: &str| -> Result<i64, String> {
            let wrong = |_| format!("`{}` is not a whole number: {example}", plain(text));
            text.trim().parse().map_err(wrong)
        };
        let (range, step) = match numbers.split_once(':') {
            Some((range, step)) => (range, whole(step)?),
            None => (numbers, 1),
        };
        let (from, to) = match range.split_once("..") {
            Some((from, to)) => (whole(from)?, whole(to)?),
            None => (whole(range)?, whole(range)?),
        };
        if step < 1 {
            return Err(format!("the step is {step}, expected 1 or more: {example}"));
        }
        if from > to {
            return Err(format!(
                "{from} is more than {to}: write the smaller number first"
            ));
        }
        let steps = (i128::from(to) - i128::from(from)) / i128::from(step);
        if steps >= MOST as i128 {
            return Err(too_many(steps + 1));
        }
        Ok(Vary {
            field: field.trim().to_owned(),
            numbers: (0..=steps as i64).map(|at| from + at * step).collect(),
        })
    }
}

fn too_many(count: i128) -> String {
    format!("this makes {count} variations, expected at most {MOST}: take larger steps")
}

/// Every combination, the last number changing fastest. Without any, none.
///
/// # Errors
/// In words, if there are too many or one field is varied twice.
pub(crate) fn grid(varied: &[Vary]) -> Result<Vec<Vec<NumberChange>>, String> {
    for (at, vary) in varied.iter().enumerate() {
        if varied[..at].iter().any(|other| other.field == vary.field) {
            return Err(format!(
                "`{}` is varied twice: name it once",
                plain(&vary.field)
            ));
        }
    }
    if varied.is_empty() {
        return Ok(Vec::new());
    }
    let count: i128 = varied.iter().fold(1, |product, vary| {
        product.saturating_mul(vary.numbers.len() as i128)
    });
    if count > MOST as i128 {
        return Err(too_many(count));
    }
    let mut all = vec![Vec::new()];
    for vary in varied {
        all = all
            .into_iter()
            .flat_map(|before| {
                vary.numbers.iter().map(move |&number| {
                    let mut changes = before.clone();
                    changes.push(NumberChange {
                        field: vary.field.clone(),
                        number,
                    });
                    changes
                })
            })
            .collect();
    }
    Ok(all)
}
