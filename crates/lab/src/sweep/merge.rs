//! `merge`: joins the shards of a sweep to what one big run gives, to the bit. Parts of runs go on to
//! `descend`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use foretold_content::plain_path;

use super::results::{BattleResult, Results, Shard};
use super::{OutputArgs, sheet};
use crate::args::LabArgs;
use crate::descend;
use crate::problem::Problem;

/// The largest file of results.
const LARGEST: u64 = 256 << 20;

/// Join the parts of a sweep, or of runs, that `--shard` made
///
/// The order of the files does not matter. The result is the same as that of one sweep
/// or `descend` without --shard, to the bit.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab merge part-1.csv part-2.csv part-3.csv
  foretold-lab merge part-*.csv --out all.csv")]
pub(crate) struct MergeArgs {
    /// The files that `sweep --out` or `descend --out` wrote, all parts of one
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    to: OutputArgs,
}

pub(crate) fn merge(
    merge: &MergeArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    merge.to.check()?;
    let mut texts: Vec<(&Path, Vec<u8>)> = Vec::new();
    for file in &merge.files {
        let text = read(file).map_err(|why| about(file, &why))?;
        texts.push((file, text));
    }
    let (runs, battles): (Vec<_>, Vec<_>) = texts
        .into_iter()
        .partition(|(_, text)| descend::is_of_runs(text));
    match (runs.first(), battles.first()) {
        (Some((run, _)), Some((battle, _))) => {
            return Err(Problem::Input(format!(
                "{} holds runs and {} does not: join parts of one kind",
                plain_path(run),
                plain_path(battle)
            )));
        }
        (Some(_), None) => return merge.to.join_runs(&runs, args.json, out),
        (None, _) => {}
    }
    let mut parts: BTreeMap<Shard, (&Path, Results)> = BTreeMap::new();
    for (file, text) in battles {
        let part = sheet::read(&text).map_err(|why| about(file, &why))?;
        if let Some((_, (first, other))) = parts.first_key_value() {
            same(&part, other).map_err(|what| {
                Problem::Input(format!(
                    "{} and {} are not of one sweep: {what}",
                    plain_path(first),
                    plain_path(file)
                ))
            })?;
        }
        let shard = part.shard;
        if let Some((first, _)) = parts.insert(shard, (file, part)) {
            return Err(Problem::Input(format!(
                "{} and {} are both part {shard}: name each part once",
                plain_path(first),
                plain_path(file)
            )));
        }
    }
    missing(&parts).map_err(Problem::Input)?;
    let whole = parts.into_values().map(|(_, part)| part).reduce(join);
    let whole = whole.ok_or_else(|| Problem::Usage("name the files to join".to_owned()))?;
    merge.to.give_out(&whole, args.json, out)?;
    Ok(ExitCode::SUCCESS)
}

fn about(file: &Path, why: &str) -> Problem {
    Problem::Input(format!("{}: {why}", plain_path(file)))
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    let io = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file: check its name".to_owned(),
        _ => format!("it cannot be read: {error}"),
    };
    let metadata = fs::metadata(file).map_err(io)?;
    // A device or a pipe has no end.
    if !metadata.is_file() {
        return Err("it is not a file".to_owned());
    }
    if metadata.len() > LARGEST {
        return Err(format!(
            "it is too large: expected at most {} MiB",
            LARGEST >> 20
        ));
    }
    let mut text = Vec::new();
    let opened = File::open(file).map_err(io)?;
    opened.take(LARGEST).read_to_end(&mut text).map_err(io)?;
    Ok(text)
}

/// Whether two parts are of one sweep; if not, what differs.
fn same(one: &Results, other: &Results) -> Result<(), String> {
    let differ = |what: &str, one: &dyn std::fmt::Display, other: &dyn std::fmt::Display| {
        Err(format!(
            "{what} is {other} in the one and {one} in the other"
        ))
    };
    if one.first_seed != other.first_seed {
        return differ("--seed", &one.first_seed, &other.first_seed);
    }
    if one.asked != other.asked {
        return differ("--battles", &one.asked, &other.asked);
    }
    if one.shard.of != other.shard.of {
        return differ("the number of parts", &one.shard.of, &other.shard.of);
    }
    let names = |results: &Results| {
        let names: Vec<&str> = results.battles.iter().map(|it| it.name.as_str()).collect();
        names.join(" ")
    };
    if names(one) != names(other) {
        return differ("the list of battles", &names(one), &names(other));
    }
    for (one, other) in one.battles.iter().zip(&other.battles) {
        same_battle(one, other)?;
    }
    Ok(())
}

fn same_battle(one: &BattleResult, other: &BattleResult) -> Result<(), String> {
    let battle = &one.name;
    let names = |result: &BattleResult| -> Vec<String> {
        result.variations.iter().map(|it| it.name.clone()).collect()
    };
    if names(one) != names(other) {
        return Err(format!("the variations of {battle} differ"));
    }
    for (one, other) in one.variations.iter().zip(&other.variations) {
        if one.content != other.content || one.cast != other.cast {
            return Err(format!(
                "the content of {battle} ({}) has the hash {:016x} in the one and {:016x} in the other",
                one.name, other.content, one.content
            ));
        }
    }
    (one.all == other.all)
        .then_some(())
        .ok_or_else(|| format!("the number of battles of {battle} differs"))
}

/// Whether every part is there, and whole; if not, which is missing.
fn missing(parts: &BTreeMap<Shard, (&Path, Results)>) -> Result<(), String> {
    let of = parts.keys().next().map_or(1, |shard| shard.of);
    let missing: Vec<String> = (1..=of)
        .map(|number| Shard { number, of })
        .filter(|shard| !parts.contains_key(shard))
        .map(|shard| shard.to_string())
        .collect();
    if let [first, rest @ ..] = missing.as_slice() {
        let (are, more) = match rest {
            [] => ("is", String::new()),
            [..] if rest.len() < 12 => ("are", format!(", {}", rest.join(", "))),
            [..] => ("are", format!(" and {} more", rest.len())),
        };
        return Err(format!("{first}{more} {are} missing: name all {of} parts"));
    }
    for (shard, (file, part)) in parts {
        if let Some(short) = part.battles.iter().find(|battle| part.is_short(battle)) {
            return Err(format!(
                "{}: part {shard} of {} was stopped at battle {} of {}: play it again",
                plain_path(file),
                short.name,
                short.to,
                part.shard.battles(short.all).1
            ));
        }
    }
    Ok(())
}

/// Adds a part to those before it.
fn join(mut sum: Results, part: Results) -> Results {
    sum.shard = Shard::WHOLE;
    for (sum, more) in sum.battles.iter_mut().zip(&part.battles) {
        sum.to = more.to;
        for (sum, more) in sum.variations.iter_mut().zip(&more.variations) {
            sum.tally.add(&more.tally);
        }
    }
    sum
}
