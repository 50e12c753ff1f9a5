//! Joining parts of runs to what one big command gives, to the bit.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use foretold_content::plain_path;

use super::results::RunResults;
use super::{give_out, sheet};
use crate::problem::Problem;
use crate::sweep::Shard;

/// Whether a file holds what `descend --out` wrote.
pub(crate) fn is_of_runs(text: &[u8]) -> bool {
    sheet::has_head(text)
}

/// Joins parts that were read already.
pub(crate) fn merge(
    texts: &[(&Path, Vec<u8>)],
    to: Option<&Path>,
    json: bool,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let mut parts: BTreeMap<Shard, (&Path, RunResults)> = BTreeMap::new();
    for (file, text) in texts {
        let part = sheet::read(text);
        let part = part.map_err(|why| Problem::Input(format!("{}: {why}", plain_path(file))))?;
        let both = |first: &Path, what: &str| {
            let (first, file) = (plain_path(first), plain_path(file));
            Problem::Input(format!("{first} and {file} {what}"))
        };
        if let Some((_, (first, other))) = parts.first_key_value() {
            same(&part, other)
                .map_err(|what| both(first, &format!("are not parts of one: {what}")))?;
        }
        let shard = part.shard;
        if let Some((first, _)) = parts.insert(shard, (file, part)) {
            let what = format!("are both part {shard}: name each part once");
            return Err(both(first, &what));
        }
    }
    missing(&parts)?;
    let whole = parts.into_values().map(|(_, part)| part).reduce(join);
    let whole = whole.ok_or_else(|| Problem::Usage("name the files to join".to_owned()))?;
    give_out(&whole, to, json, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether two parts are of one; if not, what differs.
fn same(one: &RunResults, other: &RunResults) -> Result<(), String> {
    let (here, there) = (&one.settings, &other.settings);
    let hash = |content: u64| format!("{content:016x}");
    let tries = |tries: Option<u32>| tries.map_or_else(|| "none".to_owned(), |it| it.to_string());
    let pairs: [(&str, &dyn Display, &dyn Display); 9] = [
        ("--run", &here.run, &there.run),
        (
            "the hash of the content",
            &hash(here.content),
            &hash(there.content),
        ),
        ("--seed", &here.seed, &there.seed),
        ("--level", &here.level, &there.level),
        ("--finished", &here.finished, &there.finished),
        (
            "the list of policies",
            &here.sides().join(" "),
            &there.sides().join(" "),
        ),
        ("--calibrate", &here.calibrate, &there.calibrate),
        (
            "--until-won",
            &tries(here.until_won),
            &tries(there.until_won),
        ),
        ("--runs", &one.asked, &other.asked),
    ];
    for (what, here, there) in pairs {
        let (here, there) = (here.to_string(), there.to_string());
        if here != there {
            return Err(format!(
                "{what} is {there} in the one and {here} in the other"
            ));
        }
    }
    if one.shard.of != other.shard.of {
        return Err(format!(
            "the number of parts is {} in the one and {} in the other",
            other.shard.of, one.shard.of
        ));
    }
    Ok(())
}

/// Whether every part is there, and whole; if not, which is missing.
fn missing(parts: &BTreeMap<Shard, (&Path, RunResults)>) -> Result<(), Problem> {
    let of = parts.keys().next().map_or(1, |shard| shard.of);
    let mut all = (1..=of).map(|number| Shard { number, of });
    if let Some(missing) = all.find(|shard| !parts.contains_key(shard)) {
        return Err(Problem::Input(format!(
            "{missing} is missing: name all {of} parts"
        )));
    }
    for (shard, (file, part)) in parts {
        if part.is_partial() {
            return Err(Problem::Input(format!(
                "{}: part {shard} was stopped at run {} of {}: play it again",
                plain_path(file),
                part.to,
                shard.battles(part.asked).1
            )));
        }
    }
    Ok(())
}

/// Adds a part to those before it.
fn join(mut sum: RunResults, part: RunResults) -> RunResults {
    sum.shard = Shard::WHOLE;
    sum.to = part.to;
    for (sum, more) in sum.tallies.iter_mut().zip(&part.tallies) {
        sum.add(more);
    }
    sum
}
