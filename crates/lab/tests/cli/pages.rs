//! Pages that show commands: each is carried out, and prints what the page says.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{Place, Printed, root};

/// A fenced block of a page: its mark, and the lines inside.
pub(crate) struct Block {
    pub(crate) mark: String,
    pub(crate) text: String,
}

pub(crate) fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
}

/// The fenced blocks of a page, in order.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| *line != "```");
            let text = inside.map(|line| format!("{line}\n")).collect();
            let mark = mark.to_owned();
            blocks.push(Block { mark, text });
        }
    }
    blocks
}

/// The file in a block: its first line is a comment with its path.
#[track_caller]
pub(crate) fn file(block: &Block) -> &str {
    let first = block.text.lines().next().unwrap_or_default();
    let drawing = first.strip_prefix("<!-- ");
    first
        .strip_prefix("// ")
        .or_else(|| drawing?.strip_suffix(" -->"))
        .unwrap_or_else(|| panic!("no place in the first line: {first}"))
}

/// Carries out the commands of a block and compares what they print. `…` stands for anything.
#[track_caller]
pub(crate) fn carry_out(place: &Place, block: &str) -> usize {
    let commands = block.split("$ ").skip(1);
    let mut count = 0;
    // A command and a loop may hold "$ " themselves; a prompt stands at the start of a line.
    assert_eq!(
        block.lines().filter(|line| line.starts_with("$ ")).count(),
        commands.clone().count()
    );
    for part in commands {
        let (line, expected) = part.split_once('\n').expect("a command is a line");
        let line = line.replace("cargo run -q -p foretold_lab --", "foretold-lab");
        let printed = shell(place.folder(), &line);
        assert!(
            is_like(&printed.out, expected),
            "`{line}` printed:\n{}\nand the page says:\n{expected}",
            printed.out
        );
        count += 1;
    }
    count
}

/// Runs a line as a user would, with the program on the path.
fn shell(folder: &Path, line: &str) -> Printed {
    let program = Path::new(env!("CARGO_BIN_EXE_foretold-lab"));
    let mut path = OsString::from(program.parent().expect("it stands in a folder"));
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("{{ {line}; }} 2>&1")])
        .current_dir(folder)
        .env("PATH", path);
    shell.output().expect("there is a shell").into()
}

/// Whether a text is what a page shows, with `…` for what it leaves out.
fn is_like(text: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[test]
fn what_is_left_out_may_be_anything_and_the_rest_may_not() {
    assert!(is_like("a\nb\nc\n", "a\n…\nc\n"));
    assert!(is_like("abc", "abc"));
    assert!(is_like("one two three", "one … t…ee"));
    assert!(!is_like("a\nb\nc\n", "a\n…\nd\n"));
    assert!(!is_like("abcd", "abc"));
    assert!(!is_like("abc", "b…"));
    assert!(!is_like("one two", "one … three"));
}

#[test]
fn the_readme_shows_what_the_commands_print() {
    let page = page("README.md");
    let place = Place::with_assets();
    let shown: Vec<Block> = blocks(&page)
        .into_iter()
        .filter(|block| block.mark == "console")
        .collect();
    let commands: usize = shown
        .iter()
        .map(|block| carry_out(&place, &block.text))
        .sum();
    assert!(commands >= 2, "a simulation and a battle");
    let sim = "sim --party assets/units/fighter.unit.ron --enemies assets/units/goblin.unit.ron --seed 42";
    let block = shown
        .iter()
        .find(|block| block.text.contains(sim))
        .expect("the simulation is shown");
    assert!(
        !block.text.contains('…'),
        "it is short enough to be shown whole"
    );
    assert!(
        shown.iter().any(|block| block.text.contains(" run ")),
        "a battle is shown"
    );
}

#[test]
fn the_lab_page_shows_what_the_commands_print() {
    let page = page("docs/lab.md");
    let place = Place::with_assets();
    let mut commands = 0;
    for block in blocks(&page) {
        match block.mark.as_str() {
            "console" => commands += carry_out(&place, &block.text),
            "ron" => place.write(file(&block), &block.text),
            _ => {}
        }
    }
    assert!(commands >= 8, "{commands}");
}
