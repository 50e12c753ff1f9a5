//! `run`: plays a battle and prints its log and outcome.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use foretold_battle::Session;
use foretold_content::{Encounter, check_replay_file, plain_path, write_replay};

use crate::args::LabArgs;
use crate::lab_content::{encounter, seed_or_fresh};
use crate::problem::{Problem, message};
use crate::{json, summary};

/// Play a battle and print its log and outcome
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab run first-blood
  foretold-lab run crypt --seed 7 --ticks 20
  foretold-lab run my-own.battle.ron --seed 7 --json
  foretold-lab run crypt --seed 7 --record crypt-7.replay.ron")]
pub(crate) struct RunArgs {
    /// The name of a battle, or the path of a battle file
    pub(crate) battle: String,

    /// Where the dice begin: the same seed gives the same battle [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Stop after N ticks (steps, where units take turns)
    #[arg(long, value_name = "N")]
    pub(crate) ticks: Option<u32>,

    /// Keep the battle as a replay, for `replay show` and `replay verify`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

pub(crate) fn run(
    run: &RunArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let encounter = encounter(args, &run.battle)?;
    if let Some(file) = &run.record {
        // Refuse before the battle, not after it.
        check_replay_file(file).map_err(|error| Problem::Input(error.to_string()))?;
    }
    let seed = seed_or_fresh(run.seed);
    let mut session = Session::start(&encounter.arena(), &encounter.name, seed);
    let printed = print(run, &encounter, args.json, &mut session, out);
    if let Some(file) = &run.record {
        // The replay is complete, even if nobody reads the log to its end.
        while !is_enough(run, &session) {
            session.step();
        }
        write_replay(file, &session.replay()).map_err(|error| Problem::Input(error.to_string()))?;
        message(format_args!("recorded {}", plain_path(file)));
    }
    printed.map(|()| ExitCode::SUCCESS)
}

fn is_enough(run: &RunArgs, session: &Session) -> bool {
    let battle = session.battle();
    battle.outcome().is_some() || run.ticks.is_some_and(|ticks| battle.tick() >= ticks)
}

/// Plays on and prints the log, for people or for programs.
fn print(
    run: &RunArgs,
    encounter: &Encounter,
    json: bool,
    session: &mut Session,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let seed = session.seed();
    if json {
        json::line(out, &json::head(encounter, session.battle(), seed))?;
    } else {
        summary::head(out, encounter, session.battle(), seed)?;
    }
    loop {
        let now = session.present();
        if json {
            json::events(out, &now.battle, &now.events)?;
        } else {
            summary::log(out, &now.battle, &now.events)?;
        }
        if is_enough(run, session) {
            break;
        }
        session.step();
    }
    if json {
        json::tail(out, encounter, session.battle())
    } else {
        summary::end(out, encounter, session.battle())
    }
}
