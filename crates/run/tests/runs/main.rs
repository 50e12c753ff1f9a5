//! Whole runs with the shipped content: what commands do, what they refuse, and what can be kept.

mod fights;
mod going_on;
mod kept;
mod words;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use foretold_content::{Content, Files};
use foretold_run::{Realm, Run, RunCommand, RunDice, RunStage, RunStart};

/// The shipped run.
fn realm() -> Arc<Realm> {
    static REALM: LazyLock<Arc<Realm>> = LazyLock::new(|| {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let files = Files::read(&assets).expect("the folder is there");
        let content = Content::load(&files).expect("the shipped content is good");
        Arc::new(Realm::new(&Arc::new(content), "descent").expect("the run is shipped"))
    });
    Arc::clone(&REALM)
}

fn begin(seed: u64) -> Run {
    let start = RunStart {
        seed,
        level: 0,
        finished: 0,
    };
    Run::begin(&realm(), start)
}

/// Gives a command that must be possible.
#[track_caller]
fn give(run: &mut Run, command: RunCommand) {
    let text = format!("{command:?}");
    if let Err(refusal) = run.command(command) {
        panic!("{text} is refused: {refusal}");
    }
}

/// A run with its first companions, on the map.
fn on_map(seed: u64) -> Run {
    let mut run = begin(seed);
    let companions = vec![0, 1, 2];
    give(&mut run, RunCommand::Choose { companions });
    run
}

/// Plays on until something is to be decided that the test asks for, by choices of the dice.
fn play_until(run: &mut Run, dice: &mut RunDice, wanted: impl Fn(&Run) -> bool) -> bool {
    while run.end().is_none() && !wanted(run) {
        let command = match run.stage() {
            RunStage::Fighting => RunCommand::Step { steps: 1_000 },
            _ => {
                let choices = run.choices();
                choices[dice.below(choices.len())].clone()
            }
        };
        if run.command(command).is_err() {
            give(run, RunCommand::GiveUp);
        }
    }
    wanted(run)
}

/// The first run, over some seeds, that comes to what the test asks for.
fn run_with(wanted: impl Fn(&Run) -> bool) -> Run {
    let mut runs = (0..200).map(|seed| {
        let mut run = begin(seed);
        let found = play_until(&mut run, &mut RunDice::new(seed, "test"), &wanted);
        (run, found)
    });
    let (run, _) = runs
        .find(|(_, found)| *found)
        .expect("some run comes there");
    run
}
