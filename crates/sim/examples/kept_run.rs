//! Plays a kept run again through requests, command by command, and waits after each until it is
//! written. Started again after it was killed, it goes on from the file. `scripts/try-kills` kills it.
//!
//! cargo run --example kept_run -- RECORD FOLDER

use std::error::Error;
use std::path::{Path, PathBuf};

use bevy::app::TaskPoolPlugin;
use bevy::prelude::*;
use bevy::time::TimePlugin;
use foretold_battle::Command;
use foretold_content::Files;
use foretold_run::{Run, RunCommand, RunRecord};
use foretold_sim::{
    AutoTakeCommand, ClockRequest, ContentPlugin, CurrentRun, KeptRuns, RuleEditRequest, RunFolder,
    RunRequest, SimPlugins,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(file), Some(folder)) = (args.next(), args.next()) else {
        return Err("expected a kept run and a folder: kept_run RECORD FOLDER".into());
    };
    let record = RunRecord::from_text(&std::fs::read_to_string(file)?)?;
    let all = one_by_one(&record.commands);
    let mut app = app(PathBuf::from(folder))?;
    if app.world().resource::<KeptRuns>().under_way().is_some() {
        ask(&mut app, RunRequest::GoOn);
    } else if app
        .world()
        .resource::<KeptRuns>()
        .chronicle()
        .runs
        .is_empty()
    {
        ask(&mut app, RunRequest::Begin(record.start));
    } else {
        println!("over");
        return Ok(());
    }
    let done = one_by_one(run(&app)?.commands());
    if all[..done.len()] != done[..] {
        return Err("the file holds something that was never done".into());
    }
    println!("goes on from {}", done.len());
    for (number, command) in all.iter().enumerate().skip(done.len()) {
        obey(&mut app, command)?;
        if one_by_one(run(&app)?.commands()).len() != number + 1 {
            return Err(format!("command {} had no effect", number + 1).into());
        }
        while !app.world().resource::<KeptRuns>().is_written() {
            app.update();
            std::thread::yield_now();
        }
        println!("kept {}", number + 1);
    }
    if run(&app)?.fingerprint() != record.fingerprint {
        return Err("the run came to something else".into());
    }
    println!("over");
    Ok(())
}

/// An app without a window that keeps its runs in a folder.
fn app(folder: PathBuf) -> Result<App, Box<dyn Error>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let content = ContentPlugin::Given(Files::read(&assets)?);
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        SimPlugins { content },
    ))
    .insert_resource(AutoTakeCommand(false))
    .insert_resource(RunFolder(Some(folder)));
    app.finish();
    app.cleanup();
    app.update();
    Ok(app)
}

/// The same commands, each step of a battle on its own.
fn one_by_one(commands: &[RunCommand]) -> Vec<RunCommand> {
    let steps = |command: &RunCommand| match command {
        RunCommand::Step { steps } => vec![RunCommand::Step { steps: 1 }; *steps as usize],
        other => vec![other.clone()],
    };
    commands.iter().flat_map(steps).collect()
}

fn run(app: &App) -> Result<&Run, &'static str> {
    let run = app.world().resource::<CurrentRun>().get();
    run.ok_or("the run is gone")
}

fn ask(app: &mut App, request: RunRequest) {
    app.world_mut().write_message(request);
    app.update();
}

/// Does what a player's key or click would do.
fn obey(app: &mut App, command: &RunCommand) -> Result<(), String> {
    match command.clone() {
        RunCommand::Step { .. } => {
            app.world_mut().write_message(ClockRequest::Step);
            app.update();
        }
        RunCommand::Battle(Command::Rules { unit, rules }) => {
            app.world_mut()
                .write_message(RuleEditRequest::Rules { unit, rules });
            app.update();
        }
        RunCommand::Battle(other) => return Err(format!("no request was written for {other:?}")),
        other => ask(app, RunRequest::Command(other)),
    }
    Ok(())
}
