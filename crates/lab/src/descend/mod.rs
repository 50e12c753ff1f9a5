//! `descend`: whole runs without a window, played by policies and counted; the same numbers for any
//! number of threads and machines.
//!
//! `one.rs` plays one run and notes what happened, `work.rs` many on several threads, `tally.rs` adds
//! them up in whole numbers. `results.rs` is what comes out: `sheet.rs` keeps it as CSV for `merge`,
//! `table.rs` prints it for people, `objects.rs` for programs. `story.rs` tells one run, with the map of
//! `map_text.rs`; `alike.rs` compares what seeds make.

mod alike;
mod args;
mod map_text;
mod merge;
mod objects;
mod one;
mod results;
mod sheet;
mod story;
mod table;
mod tally;
mod work;

use std::io::Write;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Arc;

use foretold_content::{plain, write_atomically};
use foretold_run::policy::{Lore, Player};
use foretold_run::{Realm, RealmError, Run, RunStart};

use crate::args::LabArgs;
use crate::lab_content::LabContent;
use crate::problem::{Problem, message};
use crate::progress::{INTERRUPTED, bar, cores, stop_by_ctrl_c};
use crate::sweep::Shard;
use one::Seat;
use results::{RunResults, RunSettings};
use tally::RunTally;

pub(crate) use args::DescendArgs;
pub(crate) use merge::{is_of_runs, merge};
pub(crate) use story::{end, tell};

/// The content and the realm of a run that is named on the command line.
pub(crate) fn realm(args: &LabArgs, name: &str) -> Result<Arc<Realm>, Problem> {
    let content = Arc::new(LabContent::read(args)?.load()?);
    realm_of(&content, name).map(Arc::new)
}

fn realm_of(content: &Arc<foretold_content::Content>, name: &str) -> Result<Realm, Problem> {
    Realm::new(content, name).map_err(|error| match error {
        RealmError::Content(errors) => Problem::Content(errors),
        RealmError::NoSuchRun(_) => {
            let plans = content.run_plans();
            let hint = foretold_content::did_you_mean(name, plans.keys().copied());
            Problem::Input(format!("there is no run `{}`{hint}", plain(name)))
        }
    })
}

pub(crate) fn descend(
    descend: &DescendArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let realm = realm(args, &descend.run)?;
    descend.check(&realm)?;
    if descend.tells_one() {
        return one_run(descend, &realm, args.json, out);
    }
    if descend.new {
        return alike::alike(descend, &realm, args.json, out);
    }
    let settings = RunSettings::of(descend, &realm);
    let stop = stop_by_ctrl_c()?;
    let shard = descend.shard.unwrap_or(Shard::WHOLE);
    let (from, end) = shard.battles(descend.runs);
    let names = settings.sides();
    let keeps_lost = settings.until_won.is_some();
    let mut tallies = vec![RunTally::default(); names.len()];
    let progress = bar("descend", end - from);
    let take_seat = || {
        let own = realm_of(realm.content(), &descend.run);
        // It could be made a moment ago, from the same content.
        Seat::new(
            own.map_or_else(|_| Arc::clone(&realm), Arc::new),
            settings.clone(),
            descend.restored,
        )
    };
    let to = work::work(
        from..end,
        threads(descend),
        stop,
        take_seat,
        |seat, number| seat.play(descend.seed + number),
        |number, reports| {
            for (tally, reports) in tallies.iter_mut().zip(&reports) {
                tally.count(descend.seed + number, reports, keeps_lost);
            }
            progress.set_position(number + 1 - from);
            progress.set_message(table::so_far(&names, &tallies));
        },
    );
    progress.finish_and_clear();
    let results = RunResults {
        settings,
        asked: descend.runs,
        shard,
        from,
        to,
        tallies,
    };
    give_out(&results, descend.out.as_deref(), args.json, out)?;
    if results.has_faults() {
        message("some commands were refused: a policy is at fault");
        return Ok(ExitCode::FAILURE);
    }
    if results.is_partial() {
        message("stopped early: these are the runs that were played until then");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn threads(descend: &DescendArgs) -> NonZero<usize> {
    let threads = descend.threads.map(|threads| NonZero::new(threads.into()));
    threads.flatten().unwrap_or_else(cores)
}

/// Writes the file, then prints.
fn give_out(
    results: &RunResults,
    file: Option<&std::path::Path>,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let failed = |error: &dyn std::fmt::Display| Problem::Input(error.to_string());
    if let Some(file) = file {
        let sheet = sheet::write(results).map_err(|error| failed(&error))?;
        write_atomically(file, sheet).map_err(|error| failed(&error))?;
    }
    if json {
        objects::print(results, out)
    } else {
        table::print(results, out)
    }
}

/// One run, told or kept.
fn one_run(
    descend: &DescendArgs,
    realm: &Arc<Realm>,
    json: bool,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let start = RunStart {
        seed: descend.seed,
        level: descend.level,
        finished: descend.finished,
    };
    let policy = descend.policies()[0];
    let mut run = Run::begin(realm, start);
    let lore = Arc::new(Lore::of(realm));
    let played = Player::new(policy, &lore, descend.seed, 0).play(&mut run);
    played.map_err(|(command, refusal)| {
        Problem::Input(format!(
            "{}: {command:?} is refused: {refusal}",
            policy.name()
        ))
    })?;
    if descend.story {
        tell(realm, start, run.commands(), json, out)?;
    } else {
        end(&run, json, out)?;
    }
    if let Some(file) = &descend.save {
        write_atomically(file, run.record().to_text())
            .map_err(|error| Problem::Input(error.to_string()))?;
        message(format_args!(
            "kept in {}",
            foretold_content::plain_path(file)
        ));
    }
    Ok(ExitCode::SUCCESS)
}
