//! A whole run of the first choices, printed as it goes: `cargo run -p foretold_run --example a_run`.

use std::error::Error;
use std::sync::Arc;

use foretold_content::{Content, Files, find_assets};
use foretold_run::{Realm, Run, RunCommand, RunStage, RunStart};

fn main() -> Result<(), Box<dyn Error>> {
    let files = Files::read(&find_assets().ok_or("there is no folder assets here")?)?;
    let content = Content::load(&files).map_err(|errors| errors[0].clone())?;
    let realm = Arc::new(Realm::new(&Arc::new(content), "descent")?);
    let start = RunStart {
        seed: 7,
        level: 0,
        finished: 0,
    };
    let mut run = Run::begin(&realm, start);
    while run.end().is_none() {
        let command = match run.stage() {
            RunStage::Fighting => RunCommand::Step { steps: 1_000 },
            _ => run.choices().remove(0),
        };
        if run.command(command).is_err() {
            run.command(RunCommand::GiveUp)?;
        }
    }
    for entry in run.journal() {
        println!("{entry:?}");
    }
    println!("{:016x}", run.fingerprint());
    Ok(())
}
