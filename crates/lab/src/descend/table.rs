//! What runs came to, as tables for people.

use std::io::Write;

use foretold_battle::Estimate;

use super::results::{RunResults, RunSettings};
use super::tally::{RunTally, ThingCount, ratio_if_offered, ratio_with};
use crate::problem::Problem;
use crate::sweep::numbers::{grouped, interval, mean, percent};
use crate::sweep::{Columns, Shard};

/// How many seeds that nobody won are listed.
const MOST_SEEDS: usize = 30;

/// Wins so far, for the bar.
pub(super) fn so_far(sides: &[&str], tallies: &[RunTally]) -> String {
    let sides = sides.iter().zip(tallies);
    let won = sides.map(|(side, tally)| {
        let odds = Estimate::new(tally.wins, tally.runs.max(1)).odds;
        format!("{side} {}", percent(odds))
    });
    won.collect::<Vec<String>>().join(", ")
}

/// Prints everything.
pub(super) fn print(results: &RunResults, out: &mut impl Write) -> Result<(), Problem> {
    head(results, out)?;
    if results.to == results.from {
        return Ok(());
    }
    let sides = results.settings.sides();
    let sides: Vec<(&str, &RunTally)> = sides.into_iter().zip(&results.tallies).collect();
    match results.settings.until_won {
        Some(tries) => seeds(tries, &results.tallies[0], out)?,
        None => wins(results.settings.level, &sides, out)?,
    }
    floors(&sides, out)?;
    if results.settings.calibrate {
        calibration(&sum(results), out)?;
    }
    things(&sum(results), &results.tallies, out)?;
    faults(&sides, out)
}

/// All sides together.
pub(super) fn sum(results: &RunResults) -> RunTally {
    let mut sum = RunTally::default();
    results.tallies.iter().for_each(|tally| sum.add(tally));
    sum
}

fn head(results: &RunResults, out: &mut impl Write) -> Result<(), Problem> {
    let RunSettings {
        run,
        title,
        seed,
        level,
        finished,
        ..
    } = &results.settings;
    let played = results.to - results.from;
    let mut which = format!("{} seeds", grouped(played));
    if results.is_partial() {
        let (from, end) = results.shard.battles(results.asked);
        which = format!("{which} of {}, stopped early", grouped(end - from));
    }
    if results.shard != Shard::WHOLE {
        which = format!("{which}, part {}", results.shard);
    }
    if played > 0 {
        let (first, last) = (seed + results.from, seed + (results.to - 1));
        which = format!("{which}, {first} to {last}");
    }
    let after = match finished {
        0 => String::new(),
        runs => format!(", after {runs} finished runs"),
    };
    Ok(writeln!(
        out,
        "{title} ({run}): level {level}{after}, {which}"
    )?)
}

fn wins(level: u8, sides: &[(&str, &RunTally)], out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out)?;
    let mut table = Columns::new([
        "policy",
        "level",
        "runs",
        "won",
        "95% interval",
        "fights",
        "won at last",
        "omens a run",
        "fingerprint",
    ]);
    for (side, tally) in sides {
        let won = tally.won();
        table.row([
            (*side).to_owned(),
            level.to_string(),
            grouped(tally.runs),
            percent(won.odds),
            interval(won),
            grouped(tally.fights),
            percent(Estimate::new(tally.fights_won, tally.fights.max(1)).odds),
            mean(tally.omens, tally.runs),
            format!("{:016x}", tally.fingerprints),
        ]);
    }
    table.print(1, out)
}

fn seeds(tries: u32, tally: &RunTally, out: &mut impl Write) -> Result<(), Problem> {
    let won = Estimate::new(tally.seeds_won, tally.seeds);
    writeln!(
        out,
        "\nWon at least once in {tries} tries: {} of {} seeds, {} ({})",
        grouped(tally.seeds_won),
        grouped(tally.seeds),
        percent(won.odds),
        interval(won)
    )?;
    let mut table = Columns::new(["won at try", "by", "seeds", "won by then"]);
    let mut by_then = 0;
    for (&number, &seeds) in &tally.tries {
        by_then += seeds;
        let (policy, attempt) = super::one::turn(number.saturating_sub(1));
        let again = if attempt > 0 { ", with whims" } else { "" };
        table.row([
            number.to_string(),
            format!("{}{again}", policy.name()),
            grouped(seeds),
            percent(Estimate::new(by_then, tally.seeds).odds),
        ]);
    }
    writeln!(out)?;
    table.print(2, out)?;
    if !tally.lost.is_empty() {
        let seeds: Vec<String> = tally
            .lost
            .iter()
            .take(MOST_SEEDS)
            .map(u64::to_string)
            .collect();
        let more = match tally.lost.len().saturating_sub(MOST_SEEDS) {
            0 => String::new(),
            more => format!(" and {} more", grouped(more as u64)),
        };
        writeln!(out, "\nNever won: {}{more}", seeds.join(", "))?;
    }
    Ok(())
}

fn floors(sides: &[(&str, &RunTally)], out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out, "\nRuns by the floor that they came to:")?;
    let floors = sides.iter().flat_map(|(_, tally)| tally.floors.keys());
    let last = floors.copied().max().unwrap_or(0).max(10);
    let mut head = String::from("  policy  ");
    for floor in 1..=last {
        head += &format!("{floor:>7}");
    }
    writeln!(out, "{head}")?;
    for (side, tally) in sides {
        let mut line = format!("  {side:8}");
        for floor in 1..=last {
            let runs = tally.floors.get(&floor).copied().unwrap_or(0);
            line += &format!("{:>7}", grouped(runs));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn calibration(tally: &RunTally, out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out, "\nOdds foretold, and fights won at the first try:")?;
    let mut table = Columns::new(["foretold", "fights", "mean", "won", "95% interval"]);
    for (tens, band) in tally
        .bands
        .iter()
        .enumerate()
        .filter(|(_, it)| it.fights > 0)
    {
        let won = Estimate::new(band.won, band.fights);
        let mean = band.foretold / band.fights;
        table.row([
            format!("{} to {}%", tens * 10, tens * 10 + 10),
            grouped(band.fights),
            format!("{}.{:02}%", mean / 100, mean % 100),
            percent(won.odds),
            interval(won),
        ]);
    }
    table.print(1, out)
}

/// Everything that can be found or met, by its kind, what helps most first.
fn things(tally: &RunTally, sides: &[RunTally], out: &mut impl Write) -> Result<(), Problem> {
    writeln!(
        out,
        "\nWin rate with ÷ without each thing; and of those who took it ÷ those who left it:"
    )?;
    let mut table = Columns::new([
        "kind",
        "thing",
        "runs with",
        "won",
        "runs without",
        "won",
        "÷",
        "left",
        "÷ left",
    ]);
    let mut all: Vec<(&(String, String), &ThingCount)> = tally.things.iter().collect();
    all.sort_by_key(|(thing, _)| {
        let ((kind, id), ratio) = (thing, ratio_with(sides, thing).unwrap_or(0));
        (kind.clone(), std::cmp::Reverse(ratio), id.clone())
    });
    let share = |wins: u64, runs: u64| match runs {
        0 => String::new(),
        _ => percent(Estimate::new(wins, runs).odds),
    };
    let ratio = |ratio: Option<u64>| {
        ratio.map_or_else(String::new, |it| format!("{}.{:02}", it / 100, it % 100))
    };
    for (thing, count) in all {
        let (kind, id) = thing;
        let (runs, wins) = (tally.runs - count.runs, tally.wins - count.wins);
        table.row([
            kind.clone(),
            id.clone(),
            grouped(count.runs),
            share(count.wins, count.runs),
            grouped(runs),
            share(wins, runs),
            ratio(ratio_with(sides, thing)),
            grouped(count.offered - count.runs),
            ratio(ratio_if_offered(sides, thing)),
        ]);
    }
    table.print(2, out)
}

fn faults(sides: &[(&str, &RunTally)], out: &mut impl Write) -> Result<(), Problem> {
    for (side, tally) in sides.iter().filter(|(_, tally)| tally.faults > 0) {
        writeln!(out, "\n{side}: {} commands were refused", tally.faults)?;
    }
    Ok(())
}
