//! `threat`: how dangerous every enemy of a run is, as measured by playing.

use std::io::Write;
use std::process::ExitCode;

use foretold_run::EnemyThreat;
use serde_json::json;

use crate::args::LabArgs;
use crate::problem::Problem;
use crate::sweep::Columns;
use crate::{descend, json};

/// Print the measured threat of every enemy of a run
///
/// Every companion fights every enemy, one against one, many times. The threat is what
/// an enemy takes of their HP on average, in percent, and what is left of its own.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab threat
  foretold-lab threat --json")]
pub(crate) struct ThreatArgs {
    /// The name of the run: `descent` is `runs/descent.run.ron`
    #[arg(long, value_name = "RUN", default_value = "descent")]
    run: String,
}

pub(crate) fn threat(
    threat: &ThreatArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let realm = descend::realm(args, &threat.run)?;
    let mut measured: Vec<(&str, &EnemyThreat)> = realm.threats().iter().collect();
    measured.sort_by_key(|(unit, it)| (std::cmp::Reverse(it.threat), *unit));
    if args.json {
        return measured
            .iter()
            .try_for_each(|(unit, it)| {
                let object = json!({
                    "type": "threat",
                    "unit": unit,
                    "threat": it.threat,
                    "wins": it.wins,
                    "takes": it.takes,
                });
                json::line(out, &object)
            })
            .map(|()| ExitCode::SUCCESS);
    }
    let mut table = Columns::new(["enemy", "threat", "duels won", "takes least of", "most of"]);
    for (unit, it) in measured {
        let of = |(friend, taken): (&String, &u32)| format!("{friend} {taken}%");
        let by_taken = |(_, taken): &(&String, &u32)| **taken;
        table.row([
            unit.to_owned(),
            it.threat.to_string(),
            format!("{}%", it.wins),
            it.takes
                .iter()
                .min_by_key(by_taken)
                .map_or_else(String::new, of),
            it.takes
                .iter()
                .max_by_key(by_taken)
                .map_or_else(String::new, of),
        ]);
    }
    table.print(1, out)?;
    Ok(ExitCode::SUCCESS)
}
