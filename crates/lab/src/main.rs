//! `foretold-lab`: Foretold on the command line. Plays battles, explains decisions, checks content.
//!
//! There is no Bevy here, no window, and no rule of battle: it uses `foretold_battle`,
//! `foretold_content` and `foretold_run` as the game does. `docs/lab.md` is the manual.
//!
//! # Where to start
//!
//! `args.rs` lists the commands. Each is a file with its options and one function: `run`, `sim`,
//! `why`, `plan`, `preview`, `replay`, `validate`, `bench`, `threat`, `kept`; `sweep/`, `coach/` and `descend/`
//! are folders, as there is more to them. `lab_content.rs` finds the folder, the battle and the seed that a command works
//! with, `moment.rs` plays up to a moment, `orders.rs` is a player from a file. `progress.rs` is for
//! commands that take long; `problem.rs` is what can go wrong, with the exit codes. `summary.rs`
//! prints for people, `json/` for programs.
//!
//! # How it is tested
//!
//! From outside: `tests/cli` starts the program and compares what it prints and leaves behind, also
//! for every command that a page shows. `tests/house.rs` checks names and pages of the workspace.

mod args;
mod bench;
mod coach;
mod descend;
mod json;
mod kept;
mod lab_content;
mod moment;
mod orders;
mod plan;
mod preview;
mod problem;
mod progress;
mod replay;
mod run;
mod sim;
mod sim_log;
mod summary;
mod sweep;
mod threat;
mod validate;
mod why;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{LabArgs, LabCommand};
use problem::Problem;

fn main() -> ExitCode {
    let args = LabArgs::parse();
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    let result = carry_out(&args, &mut out).and_then(|done| Ok(out.flush().map(|()| done)?));
    match result {
        Ok(code) => code,
        Err(Problem::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            // The reader has seen enough.
            ExitCode::SUCCESS
        }
        Err(problem) => {
            // What was written before the problem belongs before its message.
            let _ = out.flush();
            problem.print();
            problem.code()
        }
    }
}

fn carry_out(args: &LabArgs, out: &mut impl Write) -> Result<ExitCode, Problem> {
    match &args.command {
        LabCommand::Run(run) => run::run(run, args, out),
        LabCommand::Sim(sim) => sim::sim(sim, args, out),
        LabCommand::Why(why) => why::why(why, args, out),
        LabCommand::Coach(coach) => coach::coach(coach, args, out),
        LabCommand::Sweep(sweep) => sweep::sweep(sweep, args, out),
        LabCommand::Merge(merge) => sweep::merge(merge, args, out),
        LabCommand::Descend(descend) => descend::descend(descend, args, out),
        LabCommand::Threat(threat) => threat::threat(threat, args, out),
        LabCommand::Plan(plan) => plan::plan(plan, args, out),
        LabCommand::Preview(preview) => preview::preview(preview, args, out),
        LabCommand::Replay(replay) => replay::replay(replay, args, out),
        LabCommand::Validate(validate) => validate::validate(validate, args, out),
        LabCommand::Bench(bench) => bench::bench(bench, args, out),
    }
}
