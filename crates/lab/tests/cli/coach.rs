//! `coach`: what rules are worth, and better ones.

#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Place, lab, objects, ok, refused, words};
#[cfg(target_os = "linux")]
use crate::common::{Printed, command, root};

/// A short search.
const SHORT: &str = "coach first-blood --seed 1 --playouts 60";

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    let one = ok(&format!("{SHORT} --threads 1"));
    assert_eq!(one, ok(&format!("{SHORT} --threads 3")));
    for part in [
        "First Blood, seed 1 and those after it: victory for the friendly side",
        "ada's rules:\n  1. Use Light Punch on the nearest enemy.",
        "Switch rule 3 off.",
        "Swap rules 1 and 2.",
        "Matters most: no rule certainly matters",
        "Hurts: ada's rule 1, ",
        "Better rules: ",
        "ada's rules then:",
        "60 fresh playouts",
    ] {
        assert!(one.contains(part), "{part:?} is not in\n{one}");
    }
}

#[test]
fn what_it_prints_can_be_put_into_a_rule_file() {
    let printed = ok(SHORT);
    let text: String = printed
        .lines()
        .skip_while(|line| *line != "[")
        .map(|line| format!("{line}\n"))
        .take_while(|line| line != "\n")
        .collect();
    assert!(text.ends_with("]\n"), "{printed}");
    let place = Place::with_assets();
    place.write("assets/gambits/duellist.gambits.ron", &text);
    place.lab("validate").ok();
}

#[test]
fn each_line_of_json_is_an_object_with_its_type() {
    let printed = ok(&format!("{SHORT} --json"));
    let objects = objects(&printed);
    let of =
        |kind: &str| -> Vec<&Value> { objects.iter().filter(|it| it["type"] == kind).collect() };
    assert_eq!(objects[0]["type"], "coach");
    assert_eq!(objects[0]["complete"], true);
    let changes = of("change");
    assert!(changes.len() > 10);
    for change in &changes {
        let ends = &change["change"];
        assert!(ends["low"].as_i64() <= ends["change"].as_i64());
        assert!(ends["change"].as_i64() <= ends["high"].as_i64());
        assert_eq!(change["playouts"], 60);
    }
    assert_eq!(of("rules")[0]["unit"], "ada");
    assert_eq!(of("check").len(), 1);
}

#[test]
fn it_can_begin_in_the_middle_with_one_unit_and_few_words() {
    let line = "coach crypt --seed 7 --tick 20 --unit pia --playouts 50 --changes 1 --words";
    let mut args = words(line);
    args.push("EnemyInRange nearest enemy");
    let printed = lab(&args).ok();
    assert!(
        printed.starts_with("The Crypt, seed 7 before tick 20:"),
        "{printed}"
    );
    assert!(printed.contains("pia's rules:"), "{printed}");
    assert!(!printed.contains("ada's rules"), "{printed}");
}

#[test]
fn what_cannot_be_coached_is_refused_with_the_reason() {
    for (line, expected) in [
        (
            "coach first-blood --unit brand",
            "`brand` draws its moves from a list and follows no rules: choose one of ada",
        ),
        (
            "coach first-blood --side enemy",
            "nobody on this side follows rules",
        ),
        ("coach first-blood --unit bob", "there is no unit `bob`"),
        (
            "coach first-blood --seed 3 --tick 500",
            "the battle is over after tick 14",
        ),
    ] {
        let why = refused(line);
        assert!(why.contains(expected), "{why}");
    }
    let why = lab(&words("coach first-blood --words nearest,furthermost")).refused(2);
    assert!(why.contains("`furthermost` is no word of rules"), "{why}");
    assert!(why.contains("MyHpBelow"), "{why}");
}

/// Whether a process listens for Ctrl+C by now.
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGINT is the second bit.
    caught.is_some_and(|mask| mask & 2 != 0)
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_prints_what_is_known_so_far() {
    let line = "coach crypt --seed 1 --playouts 1000000 --changes 20 --threads 1 --json";
    let search = command(&root(), &words(line))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    while !listens(search.id()) {
        std::thread::yield_now();
    }
    let pressed = Command::new("kill")
        .args(["-INT", &search.id().to_string()])
        .status();
    assert!(pressed.is_ok_and(|status| status.success()));
    let printed: Printed = search.wait_with_output().expect("it ends").into();
    assert_eq!(printed.code, Some(130));
    assert!(printed.err.contains("stopped early"), "{}", printed.err);
    let objects = objects(&printed.out);
    assert_eq!(objects[0]["complete"], false);
    assert!(objects.iter().any(|it| it["type"] == "change"));
}
