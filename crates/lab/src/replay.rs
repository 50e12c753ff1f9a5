//! `replay`: shows a battle that was kept, or checks that it still plays the same.

use std::io::Write;
use std::process::ExitCode;

use foretold_battle::{Event, Replay as Kept, ReplayError};
use foretold_content::{Encounter, read_replay};
use serde_json::json;

use crate::args::{Args, Replay, ReplayFile};
use crate::problem::Problem;
use crate::world::encounter;
use crate::{json, summary};

pub(crate) fn replay(
    replay: &Replay,
    args: &Args,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    match replay {
        Replay::Show(file) => {
            let (kept, encounter) = open(file, args)?;
            show(file, &kept, &encounter, args, out)
        }
        Replay::Verify(file) => {
            let (kept, encounter) = open(file, args)?;
            verify(file, &kept, &encounter, args, out)
        }
    }
}

fn open(file: &ReplayFile, args: &Args) -> Result<(Kept, Encounter), Problem> {
    let kept =
        read_replay(&file.file).map_err(|error| Problem::Told(told(file, &error.to_string())))?;
    // Whether it is whole comes first: the name of the battle may be what is damaged.
    if !kept.is_whole() {
        return Err(wrong(file, ReplayError::Damaged));
    }
    let battle = file.battle.as_ref().unwrap_or(&kept.battle);
    let (_, encounter) = encounter(args, battle).map_err(|problem| match problem {
        Problem::Told(told) if file.battle.is_none() => Problem::Told(format!(
            "{told}\n       if it was fought from a file of its own, name that with --battle FILE"
        )),
        other => other,
    })?;
    Ok((kept, encounter))
}

fn told(file: &ReplayFile, message: &str) -> String {
    let path = file.file.display().to_string();
    if message.starts_with(&path) {
        message.to_owned()
    } else {
        format!("{path}: {message}")
    }
}

fn show(
    file: &ReplayFile,
    kept: &Kept,
    encounter: &Encounter,
    args: &Args,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let arena = encounter.arena();
    let start = kept
        .play(&arena, 0, &mut Vec::new())
        .map_err(|error| wrong(file, error))?;
    let mut events: Vec<Event> = Vec::new();
    let battle = kept
        .play(&arena, kept.steps(), &mut events)
        .map_err(|error| wrong(file, error))?;
    if args.json {
        json::line(out, &json::head(encounter, &start, kept.seed))?;
        json::events(out, &battle, &events)?;
        json::tail(out, encounter, &battle)?;
    } else {
        summary::head(out, encounter, &start, kept.seed)?;
        summary::log(out, &battle, &events)?;
        summary::end(out, encounter, &battle)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn wrong(file: &ReplayFile, error: ReplayError) -> Problem {
    Problem::Told(told(file, &error.to_string()))
}

fn verify(
    file: &ReplayFile,
    kept: &Kept,
    encounter: &Encounter,
    args: &Args,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let verdict = kept.verify(&encounter.arena());
    if args.json {
        let (name, step) = match verdict {
            Ok(()) => ("same", None),
            Err(ReplayError::Diverged { step }) => ("diverged", Some(step)),
            Err(ReplayError::OtherContent { .. }) => ("other_content", None),
            Err(ReplayError::Damaged | ReplayError::Version { .. }) => ("damaged", None),
        };
        let value = json!({
            "type": "verdict",
            "verdict": name,
            "steps": kept.steps(),
            "diverged_at": step,
            "error": verdict.err().map(|error| error.to_string()),
        });
        json::line(out, &value)?;
        return Ok(if verdict.is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        });
    }
    verdict.map_err(|error| wrong(file, error))?;
    writeln!(
        out,
        "{}: {} with seed {} plays the same, {} steps, end {:016x}",
        file.file.display(),
        kept.battle,
        kept.seed,
        kept.steps(),
        kept.end
    )?;
    Ok(ExitCode::SUCCESS)
}
