//! What runs came to, for other programs: one object for each policy.

use std::io::Write;

use foretold_battle::Estimate;
use serde_json::{Map, Value, json};

use super::results::{RunResults, RunSettings};
use super::tally::{RunTally, ratio_if_offered, ratio_with};
use crate::json;
use crate::problem::Problem;

/// Writes them, one a line.
pub(super) fn print(results: &RunResults, out: &mut impl Write) -> Result<(), Problem> {
    let sides = results.settings.sides();
    let mut sides = sides.into_iter().zip(&results.tallies);
    sides.try_for_each(|(side, tally)| json::line(out, &object(results, side, tally)))
}

fn object(results: &RunResults, side: &str, tally: &RunTally) -> Value {
    let RunSettings {
        run,
        title,
        content,
        seed,
        level,
        finished,
        calibrate,
        until_won,
        ..
    } = &results.settings;
    let floors = tally.floors.iter();
    let floors: Map<String, Value> = floors
        .map(|(floor, runs)| (floor.to_string(), json!(runs)))
        .collect();
    let tries: Map<String, Value> = tally
        .tries
        .iter()
        .map(|(number, seeds)| (number.to_string(), json!(seeds)))
        .collect();
    let things = tally.things.iter().map(|(thing, count)| {
        let (kind, id) = thing;
        json!({
            "kind": kind,
            "id": id,
            "runs": count.runs,
            "wins": count.wins,
            "offered": count.offered,
            "offered_wins": count.offered_wins,
            "ratio": ratio_with([tally], thing),
            "ratio_if_offered": ratio_if_offered([tally], thing),
        })
    });
    let bands = tally.bands.iter().enumerate().map(|(tens, band)| {
        json!({
            "from": tens * 10,
            "fights": band.fights,
            "foretold": band.foretold.checked_div(band.fights),
            "wins": share(band.won, band.fights),
        })
    });
    json!({
        "type": "descend",
        "run": run,
        "title": title,
        "content": format!("{content:016x}"),
        "policy": side,
        "level": level,
        "finished": finished,
        "seed": seed,
        "shard": results.shard.to_string(),
        "from": results.from,
        "to": results.to,
        "all": results.asked,
        "complete": !results.is_partial(),
        "runs": tally.runs,
        "wins": share(tally.wins, tally.runs),
        "floors": floors,
        "fights": tally.fights,
        "fights_won": tally.fights_won,
        "omens": tally.omens,
        "refused": tally.faults,
        "fingerprint": format!("{:016x}", tally.fingerprints),
        "until_won": until_won.map(|tries_at_most| json!({
            "tries": tries_at_most,
            "seeds": tally.seeds,
            "seeds_won": share(tally.seeds_won, tally.seeds),
            "won_at": tries,
            "lost": tally.lost,
        })),
        "bands": calibrate.then(|| bands.collect::<Vec<Value>>()),
        "things": things.collect::<Vec<Value>>(),
    })
}

/// A count with its share of all and the interval of that, in hundredths of a percent.
pub(super) fn share(count: u64, all: u64) -> Value {
    let Estimate { odds, low, high } = Estimate::new(count, all);
    json!({
        "count": count,
        "odds": odds.hundredths(),
        "low": low.hundredths(),
        "high": high.hundredths(),
    })
}
