//! The program far from any content. A target of its own with a single test: a program that was
//! just copied cannot be started while other threads start theirs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a copy of the program in a folder.
fn run(program: &Path, folder: &Path) -> Output {
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .args(["run", "first-blood", "--seed", "1"]);
    command.output().expect("the copy can be started")
}

#[test]
fn without_content_it_says_where_it_looked_and_content_next_to_it_is_found() {
    let (place, elsewhere) = (tempfile::tempdir(), tempfile::tempdir());
    let place = place.expect("there is room for temporary files");
    let elsewhere = elsewhere.expect("there is room for temporary files");
    let program = place.path().join("foretold-lab");
    fs::copy(env!("CARGO_BIN_EXE_foretold-lab"), &program).expect("the folder is ours");

    let printed = run(&program, elsewhere.path());
    assert_eq!(printed.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&printed.stdout), "");
    assert_eq!(
        String::from_utf8_lossy(&printed.stderr),
        "error: there is no folder `assets` here or above: go into the game's folder, or name it with --assets DIR\n"
    );

    let assets = place.path().join("assets");
    fs::create_dir(&assets).expect("the folder is ours");
    fs::write(assets.join("rules.ron"), "()").expect("the folder is ours");
    let printed = run(&program, elsewhere.path());
    assert_eq!(
        String::from_utf8_lossy(&printed.stderr),
        "error: there is no battle `first-blood`: there is none yet\n"
    );
}
