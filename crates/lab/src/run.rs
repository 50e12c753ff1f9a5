//! `run`: plays a battle and prints its log and outcome.

use std::io::Write;
use std::process::ExitCode;

use foretold_battle::{Event, Session};
use foretold_content::{replay_to_text, write_atomically};

use crate::args::{Args, Run};
use crate::problem::Problem;
use crate::world::{encounter, seed_or_fresh};
use crate::{json, summary};

pub(crate) fn run(run: &Run, args: &Args, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let (_, encounter) = encounter(args, &run.battle)?;
    let seed = seed_or_fresh(run.seed);
    let mut events: Vec<Event> = Vec::new();
    let mut session = Session::start(&encounter.arena(), &encounter.name, seed, &mut events);
    if args.json {
        json::line(out, &json::head(&encounter, session.battle(), seed))?;
    } else {
        summary::head(out, &encounter, session.battle(), seed)?;
    }
    loop {
        for event in events.iter().filter(|_| args.json) {
            json::line(out, &json::event(session.battle(), event))?;
        }
        if !args.json {
            summary::log(out, session.battle(), &events)?;
        }
        events.clear();
        let enough = run
            .ticks
            .is_some_and(|ticks| session.battle().tick() >= ticks);
        if enough || session.battle().outcome().is_some() {
            break;
        }
        session.step(&mut events);
    }
    if args.json {
        json::tail(out, &encounter, session.battle())?;
    } else {
        summary::end(out, &encounter, session.battle())?;
    }
    if let Some(file) = &run.record {
        let text = replay_to_text(&session.replay());
        write_atomically(file, &text).map_err(|error| Problem::Told(error.to_string()))?;
        anstream::eprintln!("recorded {}", file.display());
    }
    Ok(ExitCode::SUCCESS)
}
