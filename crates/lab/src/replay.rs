//! `replay`: shows a battle that was kept, checks that it still plays the same, or writes it as
//! orders to edit.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use foretold_battle::{Replay, ReplayError, Session};
use foretold_content::{Encounter, SaveError, plain_path, read_replay};
use serde_json::json;

use crate::args::LabArgs;
use crate::lab_content::{encounter, named_encounter};
use crate::problem::Problem;
use crate::{json, summary};

/// Look at a battle that `run --record` kept
#[derive(Subcommand, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab replay show crypt-7.replay.ron
  foretold-lab replay verify crypt-7.replay.ron
  foretold-lab replay export crypt-7.replay.ron > crypt-7.orders.ron")]
pub(crate) enum ReplayArgs {
    /// Print the log of a replay
    #[command(after_help = "\
Examples:
  foretold-lab replay show crypt-7.replay.ron
  foretold-lab replay show own.replay.ron --battle my-own.battle.ron")]
    Show(ReplayFile),
    /// Play it again and report the first step that differs, if any
    #[command(after_help = "\
Examples:
  foretold-lab replay verify crypt-7.replay.ron
  foretold-lab replay verify own.replay.ron --battle my-own.battle.ron")]
    Verify(ReplayFile),
    /// Print what the player did, as a file for `run --orders`
    #[command(after_help = "\
Examples:
  foretold-lab replay export crypt-7.replay.ron > crypt-7.orders.ron
  foretold-lab run crypt --orders crypt-7.orders.ron")]
    Export(ReplayFile),
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReplayFile {
    /// The replay, as `run --record` writes it
    pub(crate) file: PathBuf,

    /// The battle file, if the battle is not in the content folder
    #[arg(long, value_name = "FILE")]
    pub(crate) battle: Option<String>,
}

pub(crate) fn replay(
    replay: &ReplayArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    match replay {
        ReplayArgs::Show(file) => show(file, args, out),
        ReplayArgs::Verify(file) => verify(file, args, out),
        ReplayArgs::Export(file) => export(file, args, out),
    }
}

/// The battle that was fought.
fn fought(file: &ReplayFile, kept: &Replay, args: &LabArgs) -> Result<Encounter, Problem> {
    let found = match &file.battle {
        Some(battle) => encounter(args, battle),
        // A file from elsewhere must not make us open other files.
        None => named_encounter(args, &kept.battle),
    };
    found.map_err(|problem| match problem {
        Problem::Input(text) if file.battle.is_none() => Problem::Input(format!(
            "{text}\nif it was fought from a file of its own, name that with --battle FILE"
        )),
        other => other,
    })
}

fn wrong(file: &ReplayFile, error: &SaveError) -> Problem {
    let (path, message) = (plain_path(&file.file), error.to_string());
    Problem::Input(match error {
        // It names the file itself.
        SaveError::Io(_) => message,
        SaveError::Damaged(_) | SaveError::Replay(_) => format!("{path}: {message}"),
    })
}

fn show(file: &ReplayFile, args: &LabArgs, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let kept = read_replay(&file.file).map_err(|error| wrong(file, &error))?;
    let encounter = fought(file, &kept, args)?;
    let session = kept
        .play(&encounter.arena(), kept.steps())
        .map_err(|error| wrong(file, &SaveError::Replay(error)))?;
    let (start, end) = (&session.moments()[0].battle, &session.present().battle);
    let events = session.moments().iter().map(|moment| &moment.events);
    if args.json {
        json::line(out, &json::head(&encounter, start, kept.seed))?;
        for events in events {
            json::events(out, &encounter, end, events)?;
        }
        json::tail(out, &encounter, end)?;
    } else {
        summary::head(out, &encounter, start, kept.seed)?;
        for events in events {
            summary::log(out, end, events)?;
        }
        summary::end(out, &encounter, end)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn verify(file: &ReplayFile, args: &LabArgs, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let verdict = match read_replay(&file.file) {
        Ok(kept) => {
            let arena = fought(file, &kept, args)?.arena();
            let same = kept.verify(&arena);
            same.map(|()| kept).map_err(SaveError::Replay)
        }
        Err(error) => Err(error),
    };
    match verdict {
        Err(error @ SaveError::Io(_)) => Err(wrong(file, &error)),
        verdict if args.json => print_json(&verdict, out),
        Err(error) => Err(wrong(file, &error)),
        Ok(kept) => {
            writeln!(
                out,
                "{}: {} with seed {} plays the same, {} steps, end {:016x}",
                plain_path(&file.file),
                kept.battle,
                kept.seed,
                kept.steps(),
                kept.end
            )?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What the player did, as a file that plays the same battle again.
fn export(file: &ReplayFile, args: &LabArgs, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let kept = read_replay(&file.file).map_err(|error| wrong(file, &error))?;
    let encounter = fought(file, &kept, args)?;
    let arena = encounter.arena();
    let end = kept.verified(&arena);
    let end = end.map_err(|error| wrong(file, &SaveError::Replay(error)))?;
    let entries = kept.entries.clone();
    let (_, skipped) = Session::play_again(&arena, &kept.battle, kept.seed, entries, kept.steps());
    if args.json {
        let start = &end.moments()[0].battle;
        json::line(out, &json::head(&encounter, start, kept.seed))?;
        for entry in &kept.entries {
            let value = json!({
                "type": "order",
                "step": entry.step,
                "order": encounter.deed_to_text(&entry.command),
                "refused": skipped.iter().any(|skipped| skipped.entry == *entry),
            });
            json::line(out, &value)?;
        }
        json::line(out, &json::end(&end.present().battle))?;
    } else {
        let battle = file.battle.as_ref().unwrap_or(&kept.battle);
        let orders = encounter.orders_to_text(&kept, &skipped);
        writeln!(out, "// foretold-lab run {battle} --orders THIS-FILE")?;
        write!(out, "{orders}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The verdict as an object.
fn print_json(
    verdict: &Result<Replay, SaveError>,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let (name, step) = match verdict {
        Ok(_) => ("same", None),
        Err(SaveError::Replay(ReplayError::Diverged { step })) => ("diverged", Some(step)),
        Err(SaveError::Replay(ReplayError::OtherContent { .. })) => ("other_content", None),
        Err(SaveError::Replay(ReplayError::Version { .. })) => ("other_version", None),
        Err(SaveError::Replay(ReplayError::Damaged) | SaveError::Damaged(_) | SaveError::Io(_)) => {
            ("damaged", None)
        }
    };
    let value = json!({
        "type": "verdict",
        "verdict": name,
        "steps": verdict.as_ref().ok().map(Replay::steps),
        "diverged_at": step,
        "error": verdict.as_ref().err().map(ToString::to_string),
    });
    json::line(out, &value)?;
    Ok(match verdict {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}
