//! What runs came to as CSV: one count a row, exact, with a seal at the end that shows damage.

use foretold_run::policy::Policy;

use super::args::{MOST_RUNS, MOST_TRIES};
use super::results::{RunResults, RunSettings};
use super::tally::{BANDS, RunTally};
use crate::sweep::{Shard, seal};

/// Changes whenever the rows do.
const FORMAT: &str = "1";
const HEAD: [&str; 6] = ["policy", "about", "kind", "name", "measure", "value"];
/// No count of anything is larger.
const LARGEST: u64 = 1 << 62;

/// Whether a text begins like one of these.
pub(super) fn has_head(text: &[u8]) -> bool {
    text.starts_with(HEAD.join(",").as_bytes())
}

/// The results as CSV.
pub(super) fn write(results: &RunResults) -> Result<Vec<u8>, csv::Error> {
    let mut sheet = csv::Writer::from_writer(Vec::new());
    sheet.write_record(HEAD)?;
    let RunSettings {
        run,
        title,
        content,
        seed,
        level,
        finished,
        policies: _,
        calibrate,
        until_won,
    } = &results.settings;
    for (measure, value) in [
        ("format", FORMAT.to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("run", run.clone()),
        ("title", title.clone()),
        ("content", format!("{content:016x}")),
        ("seed", seed.to_string()),
        ("level", level.to_string()),
        ("finished", finished.to_string()),
        ("calibrate", calibrate.to_string()),
        ("until_won", until_won.unwrap_or(0).to_string()),
        ("asked", results.asked.to_string()),
        ("shard", results.shard.to_string()),
        ("from", results.from.to_string()),
        ("to", results.to.to_string()),
    ] {
        sheet.write_record(["", "descend", "", "", measure, &value])?;
    }
    for (side, tally) in results.settings.sides().into_iter().zip(&results.tallies) {
        write_tally(&mut sheet, side, tally)?;
    }
    let text = sheet.into_inner();
    let mut text = text.map_err(csv::IntoInnerError::into_error)?;
    let seal = seal(&text);
    text.extend(format!(",descend,,,seal,{seal}\n").bytes());
    Ok(text)
}

fn write_tally(
    sheet: &mut csv::Writer<Vec<u8>>,
    side: &str,
    tally: &RunTally,
) -> Result<(), csv::Error> {
    let mut row = |about: &str, kind: &str, name: &str, measure: &str, value: u64| {
        sheet.write_record([side, about, kind, name, measure, &value.to_string()])
    };
    row("fingerprint", "", "", "sum", tally.fingerprints)?;
    for (measure, count) in tally.clone().numbers_mut() {
        row("all", "", "", measure, *count)?;
    }
    for (floor, runs) in &tally.floors {
        row("floor", "", &floor.to_string(), "runs", *runs)?;
    }
    for (number, seeds) in &tally.tries {
        row("try", "", &number.to_string(), "seeds", *seeds)?;
    }
    for seed in &tally.lost {
        row("lost", "", &seed.to_string(), "seeds", 1)?;
    }
    for ((kind, id), count) in &tally.things {
        row("thing", kind, id, "runs", count.runs)?;
        row("thing", kind, id, "wins", count.wins)?;
        row("thing", kind, id, "offered", count.offered)?;
        row("thing", kind, id, "offered_wins", count.offered_wins)?;
    }
    for (tens, band) in tally.bands.iter().enumerate() {
        let tens = tens.to_string();
        row("band", "", &tens, "fights", band.fights)?;
        row("band", "", &tens, "won", band.won)?;
        row("band", "", &tens, "foretold", band.foretold)?;
    }
    Ok(())
}

/// Reads results that are not trusted.
///
/// # Errors
/// In words, if they are damaged or not results.
pub(super) fn read(text: &[u8]) -> Result<RunResults, String> {
    let damaged = "it is damaged or cut short: make it again with `descend --out`";
    let end = text.strip_suffix(b"\n").ok_or(damaged)?;
    let last = end.iter().rposition(|&byte| byte == b'\n').ok_or(damaged)? + 1;
    let (rows, sealed) = end.split_at(last);
    if sealed != format!(",descend,,,seal,{}", seal(rows)).as_bytes() {
        return Err(damaged.to_owned());
    }
    let mut results = empty();
    for record in csv::Reader::from_reader(rows).records() {
        let record = record.map_err(|error| format!("it is damaged: {error}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let row: Vec<&str> = record.iter().collect();
        let is_plain = row.iter().all(|cell| !cell.contains(char::is_control));
        let row = <[&str; 6]>::try_from(row).ok().filter(|_| is_plain);
        let taken = row.and_then(|row| take(&mut results, row));
        taken.ok_or_else(|| {
            format!("line {line} makes no sense: make it again with `descend --out`")
        })?;
    }
    if adds_up(&results) {
        Ok(results)
    } else {
        Err("its counts do not add up: make it again with `descend --out`".to_owned())
    }
}

fn empty() -> RunResults {
    RunResults {
        settings: RunSettings {
            run: String::new(),
            title: String::new(),
            content: 0,
            seed: 0,
            level: 0,
            finished: 0,
            policies: Vec::new(),
            calibrate: false,
            until_won: None,
        },
        asked: 0,
        shard: Shard::WHOLE,
        from: 0,
        to: 0,
        tallies: Vec::new(),
    }
}

/// Takes a row; `None` if it makes no sense here.
fn take(results: &mut RunResults, row: [&str; 6]) -> Option<()> {
    let [side, about, kind, name, measure, value] = row;
    if about == "descend" {
        return take_setting(results, measure, value);
    }
    if about == "fingerprint" {
        let policy = Policy::ALL.into_iter().find(|policy| policy.name() == side);
        let is_new = !results.settings.sides().contains(&side);
        match (policy, results.settings.until_won) {
            (Some(policy), None) if is_new => results.settings.policies.push(policy),
            (None, Some(_)) if side == "together" && results.tallies.is_empty() => {}
            _ => return None,
        }
        results.tallies.push(RunTally {
            fingerprints: value.parse().ok()?,
            ..RunTally::default()
        });
        return Some(());
    }
    let last = *results.settings.sides().last()?;
    let tally = results.tallies.last_mut().filter(|_| last == side)?;
    let value: u64 = value.parse().ok().filter(|value| *value < LARGEST)?;
    match about {
        "all" => {
            let mut numbers = tally.numbers_mut().into_iter();
            *numbers.find(|(name, _)| *name == measure)?.1 = value;
        }
        "floor" if measure == "runs" => {
            tally.floors.insert(name.parse().ok()?, value);
        }
        "try" if measure == "seeds" => {
            tally.tries.insert(name.parse().ok()?, value);
        }
        "lost" if measure == "seeds" && value == 1 => {
            tally.lost.insert(name.parse().ok()?);
        }
        "thing" => {
            let count = tally.things.entry((kind.to_owned(), name.to_owned()));
            let count = count.or_default();
            match measure {
                "runs" => count.runs = value,
                "wins" => count.wins = value,
                "offered" => count.offered = value,
                "offered_wins" => count.offered_wins = value,
                _ => return None,
            }
        }
        "band" => {
            let tens: usize = name.parse().ok().filter(|tens| *tens < BANDS)?;
            match measure {
                "fights" => tally.bands[tens].fights = value,
                "won" => tally.bands[tens].won = value,
                "foretold" => tally.bands[tens].foretold = value,
                _ => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

fn take_setting(results: &mut RunResults, measure: &str, value: &str) -> Option<()> {
    let settings = &mut results.settings;
    match measure {
        "format" => (value == FORMAT).then_some(())?,
        "version" => (value == env!("CARGO_PKG_VERSION")).then_some(())?,
        "run" => settings.run = value.to_owned(),
        "title" => settings.title = value.to_owned(),
        "content" => settings.content = u64::from_str_radix(value, 16).ok()?,
        "seed" => settings.seed = value.parse().ok()?,
        "level" => settings.level = value.parse().ok()?,
        "finished" => settings.finished = value.parse().ok()?,
        "calibrate" => settings.calibrate = value.parse().ok()?,
        "until_won" => {
            let tries: u32 = value.parse().ok().filter(|tries| *tries <= MOST_TRIES)?;
            settings.until_won = (tries > 0).then_some(tries);
        }
        "asked" => results.asked = value.parse().ok()?,
        "shard" => results.shard = value.parse().ok()?,
        "from" => results.from = value.parse().ok()?,
        "to" => results.to = value.parse().ok()?,
        _ => return None,
    }
    Some(())
}

/// Whether counts that belong together fit, so that they can be added up and printed.
fn adds_up(results: &RunResults) -> bool {
    let (from, to) = results.shard.battles(results.asked);
    let fits = |tally: &RunTally| {
        let runs: u64 = tally
            .floors
            .values()
            .fold(0, |sum, runs| sum.saturating_add(*runs));
        let wins: u64 = tally
            .tries
            .values()
            .fold(0, |sum, seeds| sum.saturating_add(*seeds));
        let things = tally.things.values().all(|count| {
            count.wins <= count.runs
                && count.runs <= count.offered
                && count.offered <= tally.runs
                && count.wins <= count.offered_wins
                && count.offered_wins <= tally.wins
                && count.runs - count.wins <= tally.runs - tally.wins
                && count.offered_wins - count.wins <= count.offered - count.runs
        });
        let bands = tally.bands.iter().all(|band| {
            band.won <= band.fights
                && band.fights <= tally.fights
                && band.foretold <= band.fights.saturating_mul(10_000)
        });
        let most_runs = u64::from(results.settings.until_won.unwrap_or(1));
        tally.seeds.checked_add(results.from) == Some(results.to)
            && tally.runs <= tally.seeds.saturating_mul(most_runs)
            && tally.wins <= tally.runs
            && tally.seeds_won == tally.wins
            && (results.settings.until_won.is_none()
                || tally.seeds_won.checked_add(tally.lost.len() as u64) == Some(tally.seeds))
            && runs == tally.runs
            && wins == tally.wins
            && tally.fights_won <= tally.fights
            && tally.fights < 1 << 40
            && things
            && bands
    };
    results.from == from
        && results.to <= to
        && results.asked <= MOST_RUNS
        && results.settings.seed.checked_add(results.asked).is_some()
        && !results.tallies.is_empty()
        && results.tallies.iter().all(fits)
}
