//! `run`: the log, the outcome, seeds and ticks.

use std::collections::BTreeSet;

use crate::common::{Place, lab, ok, root, words};

/// The seed that a log names in its first line.
fn seed(log: &str) -> &str {
    let first = log.lines().next().expect("a log has a first line");
    first.rsplit("seed ").next().expect("it ends in the seed")
}

#[test]
fn a_battle_is_printed_from_its_head_to_its_end() {
    let log = ok("run first-blood --seed 1");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[0], "First Blood (first-blood), in ticks, seed 1");
    assert!(lines[1].starts_with("Ada follows three rules"), "{log}");
    assert_eq!(
        lines[2..6],
        [
            "",
            "  friendly  ada    Ada, 100/100 HP on C7",
            "  enemy     brand  Brand, 100/100 HP on J6",
            "",
        ]
    );
    assert!(lines[6].starts_with("t0 Brand intends "), "{log}");
    assert!(lines[7].starts_with("t1 "), "{log}");
    let end = lines.len() - 4;
    assert_eq!(lines[end], "");
    assert_eq!(lines[end + 1], "Defeat after 14 ticks.");
    assert_eq!(lines[end + 2], "  friendly  ada    Ada, fell on G6");
    assert!(
        lines[end + 3].starts_with("  enemy     brand  Brand, "),
        "{log}"
    );
}

#[test]
fn every_shipped_battle_ends_by_itself() {
    for file in root()
        .join("assets/battles")
        .read_dir()
        .expect("it is there")
    {
        let name = file.expect("it can be listed").file_name();
        let name = name.to_string_lossy();
        let battle = name
            .strip_suffix(".battle.ron")
            .expect("only battles are there");
        let log = ok(&format!("run {battle} --seed 3"));
        let ended = ["Victory after ", "Defeat after ", "Draw ("];
        let ends = log
            .lines()
            .filter(|line| ended.iter().any(|end| line.starts_with(end)));
        assert_eq!(ends.count(), 1, "{log}");
    }
}

#[test]
fn each_tempo_counts_in_its_own_words() {
    for (battle, head, length) in [
        ("crypt", "The Crypt (crypt), in ticks, seed 5", "ticks."),
        (
            "goblin-ambush",
            "Goblin Ambush (goblin-ambush), by initiative, seed 5",
            "steps.",
        ),
        (
            "crypt-by-hand",
            "The Crypt, by Hand (crypt-by-hand), in phases, seed 5",
            "steps.",
        ),
    ] {
        let log = ok(&format!("run {battle} --seed 5"));
        assert_eq!(log.lines().next(), Some(head));
        let end = log
            .lines()
            .find(|line| line.contains(" after ") && line.ends_with(length));
        let end = end.unwrap_or_else(|| panic!("no end in {log}"));
        assert_eq!(end.contains(" rounds, "), length == "steps.", "{end}");
    }
}

#[test]
fn a_seed_gives_the_same_output_twice() {
    for line in [
        "run crypt --seed 11",
        "run crypt --seed 11 --json",
        "sim --party fighter --enemies goblin goblin --seed 11",
        "why crypt --seed 11 --tick 9 --depth expert",
    ] {
        assert_eq!(ok(line), ok(line), "{line}");
    }
    assert_ne!(ok("run crypt --seed 11"), ok("run crypt --seed 12"));
}

#[test]
fn without_a_seed_every_run_is_another_and_can_be_played_again() {
    let logs: Vec<String> = (0..8).map(|_| ok("run first-blood --ticks 3")).collect();
    let seeds: BTreeSet<&str> = logs.iter().map(|log| seed(log)).collect();
    // Seeds have six digits: eight equal ones in a row would be a chance in 10^42.
    assert!(seeds.len() > 1, "{seeds:?}");
    for log in &logs {
        let again = ok(&format!("run first-blood --ticks 3 --seed {}", seed(log)));
        assert_eq!(&again, log);
    }
}

#[test]
fn the_largest_seed_is_a_seed() {
    let log = ok("run first-blood --ticks 1 --seed 18446744073709551615");
    assert_eq!(seed(&log), "18446744073709551615");
    let printed = lab(&words("run first-blood --seed 18446744073709551616")).refused(2);
    assert!(printed.contains("--seed <N>"), "{printed}");
}

#[test]
fn ticks_stop_a_battle_early() {
    let log = ok("run first-blood --seed 7 --ticks 2");
    assert!(log.contains("\nt2 "), "{log}");
    assert!(!log.contains("\nt3 "), "{log}");
    assert!(log.contains("\nNot over after 2 ticks.\n"), "{log}");
    let whole = ok("run first-blood --seed 7");
    let (log, _) = log.split_once("\nNot over").expect("it is there");
    assert!(
        whole.starts_with(log),
        "what was printed is the same battle"
    );

    let start = ok("run first-blood --seed 7 --ticks 0");
    assert!(start.contains("\nNot over after 0 ticks.\n"), "{start}");
    assert!(!start.contains("\nt1 "), "{start}");
    let one = ok("run first-blood --seed 7 --ticks 1");
    assert!(one.contains("\nNot over after 1 tick.\n"), "{one}");
    assert_eq!(ok("run first-blood --seed 7 --ticks 9999"), whole);
}

#[test]
fn a_battle_by_hand_is_played_by_its_rules() {
    let log = ok("run goblin-ambush --seed 2");
    assert!(log.contains("Falk"), "{log}");
    assert!(!log.contains("waits"), "nobody is waited for: {log}");
}

#[test]
fn a_folder_without_the_shipped_files_can_be_fought_in() {
    let place = Place::empty();
    place.write("assets/rules.ron", "()");
    place.write("assets/skills/jab.skill.ron", "(damage: 4)");
    let unit = r#"(hp: 8, skills: ["jab"], brain: Heuristic)"#;
    place.write("assets/units/dwarf.unit.ron", unit);
    let battle = r#"(
        title: "Brawl",
        text: "Two dwarves.",
        friends: [(unit: "dwarf", at: "A1")],
        enemies: [(unit: "dwarf", at: "B1")],
    )"#;
    place.write("assets/battles/brawl.battle.ron", battle);
    let log = place.lab("run brawl --seed 1").ok();
    assert!(
        log.contains("\nt1 Dwarf → Dwarf 2: Jab hit, 4 dealt, 4/8\n"),
        "{log}"
    );
    let end = "Draw (the last of both sides fell together) after 2 ticks.";
    assert!(log.contains(end), "{log}");
}

#[test]
fn rounds_stop_a_battle_early() {
    let log = ok("run goblin-ambush --seed 2 --rounds 1");
    assert!(log.contains(", in round 2.\n"), "{log}");
    assert!(log.contains("round 2"), "{log}");
    let whole = ok("run goblin-ambush --seed 2");
    let (log, _) = log.split_once("\nNot over after ").expect("it is not over");
    assert!(whole.starts_with(log), "it is the same battle");
    let start = ok("run goblin-ambush --seed 2 --rounds 0");
    assert!(
        start.contains("\nNot over after 0 steps, in round 1.\n"),
        "{start}"
    );
    // Where all act at once, a round is a tick.
    assert_eq!(
        ok("run first-blood --seed 7 --rounds 2"),
        ok("run first-blood --seed 7 --ticks 2")
    );
}

#[test]
fn a_wrong_number_says_what_is_allowed() {
    for (line, allowed) in [
        (
            "run crypt --seed -1",
            "'--seed <N>': expected a whole number from 0 to 18446744073709551615",
        ),
        (
            "run crypt --seed 1.5",
            "'--seed <N>': expected a whole number from 0 to 18446744073709551615",
        ),
        (
            "run crypt --ticks -3",
            "'--ticks <N>': expected a whole number from 0 to 4294967295",
        ),
        (
            "run crypt --rounds x",
            "'--rounds <N>': expected a whole number from 0 to 4294967295",
        ),
        (
            "why crypt --seed 1 --tick 0",
            "'--tick <T>': expected a whole number from 1 to 4294967295",
        ),
        (
            "why crypt --seed -1 --tick 1",
            "'--seed <N>': expected a whole number from 0 to 18446744073709551615",
        ),
        (
            "sim --party fighter --enemies goblin --max-rounds -5",
            "'--max-rounds <N>': expected a whole number from 1 to 1000",
        ),
        (
            "coach crypt --tick -1",
            "'--tick <T>': expected a whole number from 1 to 4294967295",
        ),
        (
            "coach crypt --changes 21",
            "'--changes <N>': expected a whole number from 0 to 20",
        ),
        (
            "coach crypt --playouts few",
            "'--playouts <N>': expected a whole number from 50 to 1000000",
        ),
    ] {
        let printed = lab(&words(line)).refused(2);
        assert!(printed.contains(allowed), "{line}: {printed}");
    }
}
