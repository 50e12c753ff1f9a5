//! `sweep`: the same numbers for any number of threads, numbers that are varied, and what is kept.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Place, Printed, command, lab, objects, ok, refused, words};

/// The one object of a sweep without variations.
#[track_caller]
fn sweep(line: &str) -> Value {
    let mut found = objects(&ok(&format!("sweep {line} --json")));
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{value} is a count"))
}

/// The sum of a count over the rows of a list.
fn sum(sweep: &Value, list: &str, count: &str) -> u64 {
    let rows = sweep[list].as_array().expect("it is a list");
    rows.iter().map(|row| number(&row[count])).sum()
}

#[test]
fn a_sweep_counts_what_run_plays() {
    let swept = sweep("first-blood --battles 40 --seed 100");
    let (mut ends, mut lengths, mut margins) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    let (mut falls, mut left) = (BTreeMap::new(), 0);
    for seed in 100..140 {
        let log = objects(&ok(&format!("run first-blood --seed {seed} --json")));
        let end = log.last().expect("a log has an end");
        let outcome = end["outcome"].as_str().expect("it is over").to_owned();
        *ends.entry(outcome.clone()).or_insert(0) += 1;
        *lengths.entry(end["ticks"].to_string()).or_insert(0) += 1;
        let mut margin = 0;
        for unit in log.iter().filter(|line| line["type"] == "unit") {
            let hp = unit["hp"].as_i64().expect("a unit has HP");
            margin += if unit["faction"] == "friendly" {
                hp
            } else {
                -hp
            };
            left += hp;
            if unit["life"] == "fallen" {
                let place = (unit["faction"].to_string(), unit["cell"].to_string());
                *falls.entry(place).or_insert(0) += 1;
            }
        }
        margins.push((margin, seed));
    }
    assert!(ends.len() > 1, "both sides win some: {ends:?}");
    for (name, share) in [("victory", "won"), ("draw", "drawn"), ("defeat", "lost")] {
        let battles = number(&swept[share]["battles"]);
        assert_eq!(battles, ends.get(name).copied().unwrap_or(0), "{name}");
    }
    let counted: BTreeMap<String, u64> = swept["length"]["battles"]
        .as_object()
        .expect("lengths are named")
        .iter()
        .map(|(length, battles)| (length.clone(), number(battles)))
        .collect();
    assert_eq!(counted, lengths);
    assert_eq!(sum(&swept, "units", "hp_left"), left as u64);
    for ((side, cell), units) in &falls {
        let [side, cell] = [side, cell].map(|text| text.trim_matches('"'));
        assert_eq!(number(&swept["falls"][side][cell]), *units, "{side} {cell}");
    }
    let best = margins
        .iter()
        .max_by_key(|(margin, seed)| (*margin, -*seed));
    let worst = margins.iter().min_by_key(|(margin, seed)| (*margin, *seed));
    for (which, found) in [("best", best), ("worst", worst)] {
        let (margin, seed) = found.expect("there were battles");
        assert_eq!(swept[which]["hp"].as_i64(), Some(*margin), "{which}");
        assert_eq!(swept[which]["seed"].as_i64(), Some(*seed), "{which}");
        let watch = format!("foretold-lab run first-blood --seed {seed}");
        assert_eq!(swept[which]["command"], watch.as_str());
    }
}

#[test]
fn every_blow_belongs_to_a_unit_a_skill_and_mostly_a_rule() {
    for battle in [
        "crypt",
        "hounds",
        "open-graves",
        "goblin-ambush",
        "spider-nest",
    ] {
        let swept = sweep(&format!("{battle} --battles 60"));
        let dealt = sum(&swept, "units", "dealt");
        assert!(dealt > 0, "{battle}");
        assert_eq!(sum(&swept, "skills", "dealt"), dealt, "{battle}");
        assert!(sum(&swept, "rules", "dealt") <= dealt, "{battle}");
        assert!(sum(&swept, "units", "taken") >= dealt, "{battle}");
        assert_eq!(sum(&swept, "skills", "hits"), sum(&swept, "units", "hits"));
        assert_eq!(
            sum(&swept, "skills", "healed"),
            sum(&swept, "units", "healed")
        );
        let fallen: u64 = ["friendly", "enemy"]
            .into_iter()
            .filter_map(|side| swept["falls"][side].as_object())
            .flat_map(|cells| cells.values().map(number))
            .sum();
        assert_eq!(fallen, sum(&swept, "units", "falls"), "{battle}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let place = Place::with_assets();
    let mut seen = Vec::new();
    for threads in [1, 2, 5] {
        let line = format!(
            "sweep first-blood heavy-hands --battles 1300 --vary units.recruit.hp=80..100:20 --threads {threads} --out out.csv --report out.html"
        );
        let printed = place.lab(&line).ok();
        seen.push((printed, place.read("out.csv"), place.read("out.html")));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn until_the_interval_is_narrow_enough_whatever_the_threads() {
    let one = ok("sweep first-blood --until ±3 --threads 1 --json");
    assert_eq!(ok("sweep first-blood --until 3% --threads 3 --json"), one);
    let swept = &objects(&one)[0];
    let width = number(&swept["won"]["high"]) - number(&swept["won"]["low"]);
    assert!(width <= 600, "{swept}");
    let battles = number(&swept["battles"]);
    assert_eq!(battles % 250, 0, "whole chunks: {battles}");
    let fewer = sweep(&format!("first-blood --battles {}", battles - 250));
    let width = number(&fewer["won"]["high"]) - number(&fewer["won"]["low"]);
    assert!(width > 600, "a chunk less was not enough: {fewer}");
    let printed = lab(&words("sweep first-blood --until 1 --battles 500"));
    assert_eq!(
        printed.err,
        "first-blood: after 500 battles the interval is still wider than ±1.00%: raise --battles\n"
    );
}

#[test]
fn a_varied_number_changes_the_odds_and_with_plays_the_same() {
    let found = objects(&ok(
        "sweep heavy-hands --battles 600 --vary units.bruiser.hp=160..200:40 --json",
    ));
    let names: Vec<&str> = found
        .iter()
        .filter_map(|it| it["variation"].as_str())
        .collect();
    assert_eq!(
        names,
        ["as it is", "units.bruiser.hp=160", "units.bruiser.hp=200"]
    );
    assert_eq!(found[0]["change"], Value::Null);
    assert_eq!(found[1]["won"], found[0]["won"], "a bruiser has 160 HP");
    assert_eq!(found[1]["change"]["change"], 0);
    let change = found[2]["change"]["high"].as_i64().expect("it is a number");
    assert!(change < 0, "a stronger enemy wins more: {}", found[2]);
    let with = objects(&ok(
        "sweep heavy-hands --battles 600 --with units.bruiser.hp=200 --json",
    ));
    for field in ["won", "length", "units", "falls", "content"] {
        assert_eq!(with[0][field], found[2][field], "{field}");
    }
    let watch = found[2]["worst"]["command"].as_str().expect("a command");
    let watch = watch.strip_prefix("foretold-lab ").expect("it is ours");
    assert!(watch.ends_with("--with units.bruiser.hp=200"), "{watch}");
    assert!(ok(watch).contains("\nDefeat after "), "{watch}");
}

#[test]
fn a_battle_that_does_not_use_what_is_varied_is_named() {
    let printed = lab(&words(
        "sweep first-blood --battles 10 --vary units.bruiser.hp=1",
    ));
    assert_eq!(printed.code, Some(0));
    assert_eq!(
        printed.err,
        "note: first-blood does not use what is varied: all its variations are the same\n"
    );
}

#[test]
fn two_varied_numbers_make_a_grid() {
    let found = objects(&ok(
        "sweep first-blood --battles 20 --vary units.recruit.hp=80..100:10 --vary rules.dodging=10..20:10 --json",
    ));
    assert_eq!(found.len(), 1 + 3 * 2);
    assert_eq!(
        found[2]["variation"],
        "units.recruit.hp=80 rules.dodging=20"
    );
    assert_eq!(
        found[3]["variation"],
        "units.recruit.hp=90 rules.dodging=10"
    );
}

#[test]
fn a_number_inside_an_intent_and_one_that_the_file_leaves_out_can_be_varied() {
    let found = objects(&ok(
        "sweep crypt --battles 20 --vary units.cultist.brain[0].intent=60 --vary units.cultist.speed=2 --json",
    ));
    assert_ne!(found[1]["content"], found[0]["content"]);
}

#[test]
fn a_number_that_is_not_there_or_not_allowed_is_refused_with_what_is() {
    for (vary, message) in [
        (
            "units.cultits.hp=1",
            "units.cultits.hp=1: there is no unit `cultits`: did you mean `cultist`?",
        ),
        (
            "unit.cultist.hp=1",
            "unit.cultist.hp=1: there is no folder `unit`: did you mean `units`?",
        ),
        (
            "cultist=1",
            "cultist=1: `cultist` names no number: write the folder, the id and the field, as in `units.cultist.hp`",
        ),
        (
            "units.cultist=1",
            "units.cultist=1: `units.cultist` names no number: write the folder, the id and the field, as in `units.cultist.hp`",
        ),
        (
            "units.cultist.kind=1",
            "units.cultist.kind=1: `kind` in units/cultist.unit.ron is \"priest\", which is not a whole number: name a field with a number",
        ),
        (
            "units.cultist.brain=1",
            "units.cultist.brain=1: `brain` in units/cultist.unit.ron holds more than a number: it has `[0]` to `[2]`",
        ),
        (
            "units.cultist.brain[7].weight=1",
            "units.cultist.brain[7].weight=1: there is no `[7]` of `brain[7].weight` in units/cultist.unit.ron: it has `[0]` to `[2]`",
        ),
        (
            "units.cultist.brain[x]=1",
            "units.cultist.brain[x]=1: `brain[x]` is not the name of a field: write it like `brain[0].weight`",
        ),
    ] {
        let printed = refused(&format!("sweep crypt --battles 10 --vary {vary}"));
        assert_eq!(printed, format!("error: {message}\n"));
    }
    assert_eq!(
        refused("sweep crypt --battles 10 --vary units.cultist.hp=0..40:20"),
        "error: assets/units/cultist.unit.ron:4:9: hp: found 0, expected 1 to 9999 (with units.cultist.hp=0)\n\
        1 error: mend the file and try again\n"
    );
    let printed = refused("sweep crypt --battles 10 --vary units.cultist.pv=40");
    let unknown = "units/cultist.unit.ron:2:2: pv: there is no field `pv` here: ";
    assert!(printed.contains(unknown), "{printed}");
}

#[test]
fn a_wrong_command_line_says_what_is_allowed() {
    for (line, message) in [
        ("--vary units.cultist.hp", "there is no `=`"),
        ("--vary units.cultist.hp=a", "`a` is not a whole number"),
        (
            "--vary units.cultist.hp=30..60:0",
            "the step is 0, expected 1 or more",
        ),
        ("--vary units.cultist.hp=60..30", "60 is more than 30"),
        (
            "--vary units.cultist.hp=1..9999",
            "9999 variations, expected at most 1000",
        ),
        (
            "--vary units.cultist.hp=1..100 --vary rules.fire=1..20",
            "2000 variations, expected at most 1000",
        ),
        (
            "--vary rules.fire=1 --vary rules.fire=2",
            "`rules.fire` is varied twice",
        ),
        ("--shard 0/3", "found part 0, expected 1 to 3"),
        ("--shard 4/3", "found part 4, expected 1 to 3"),
        ("--shard 3", "write it like 1/4"),
        ("--until 0", "expected 0.01 to 50 percent"),
        ("--until x", "expected 0.01 to 50 percent"),
        ("--until 1 --shard 1/2", "cannot be used with"),
        (
            "--battles 0",
            "expected a whole number from 1 to 1000000000000",
        ),
        ("--battles -1", "expected a whole number from 1 to"),
        ("--threads 0", "expected a whole number from 1 to 1024"),
        ("--threads many", "expected a whole number from 1 to 1024"),
        ("crypt", "the battle `crypt` is named twice"),
        (
            "--seed 18446744073709551615",
            "there is no seed behind 18446744073709551615",
        ),
    ] {
        let printed = lab(&words(&format!("sweep crypt {line}"))).refused(2);
        assert!(printed.contains(message), "{line}: {printed}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_battles() {
    let place = Place::with_assets();
    fs::create_dir(place.path("taken")).expect("the folder is ours");
    for (line, message) in [
        (
            "--out nowhere/a.csv",
            "error: there is no folder nowhere: make it, then try again\n",
        ),
        (
            "--report taken",
            "error: taken is not a name for a file: name a file\n",
        ),
    ] {
        let line = format!("sweep first-blood --battles 1000000000 {line}");
        assert_eq!(place.lab(&line).refused(1), message);
    }
}

/// Whether a program has said that it wants to hear of Ctrl+C.
#[cfg(target_os = "linux")]
fn hears_ctrl_c(program: u32) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let status = fs::read_to_string(format!("/proc/{program}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask & INTERRUPT != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_and_keeps_what_is_done() {
    let place = Place::with_assets();
    let line = "sweep first-blood --battles 1000000000 --out part.csv --report part.html";
    let mut command = command(place.folder(), &words(line));
    let program = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut program = program.expect("the program was built and can be started");
    while !hears_ctrl_c(program.id()) {
        assert!(
            program.try_wait().expect("it is ours").is_none(),
            "it ended"
        );
        std::thread::yield_now();
    }
    let kill = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status();
    assert!(kill.expect("there is a shell").success());
    let printed = Printed::from(program.wait_with_output().expect("it ends"));
    assert_eq!(printed.code, Some(130), "{printed:?}");
    assert_eq!(
        printed.err,
        "stopped early: these are the battles that were played until then\n"
    );
    let first = printed.out.lines().next().expect("it printed something");
    assert!(first.starts_with("First Blood (first-blood): "), "{first}");
    assert!(
        first.contains(" battles of 1,000,000,000, stopped early"),
        "{first}"
    );
    let refused = place.lab("merge part.csv").refused(1);
    let stopped = "error: part.csv: part 1/1 of first-blood was stopped at battle ";
    assert!(refused.starts_with(stopped), "{refused}");
    assert!(place.read("part.html").contains("Stopped early."));
}

#[test]
fn the_report_stands_alone_and_escapes_every_name() {
    let place = Place::with_assets();
    let evil = r#""</title><script>alert(1)</script> & <b>""#;
    place.change(
        "assets/battles/first-blood.battle.ron",
        "\"First Blood\"",
        evil,
    );
    place.change(
        "assets/battles/first-blood.battle.ron",
        "\"Ada\"",
        "\"<i>Ada</i>\"",
    );
    place
        .lab("sweep first-blood --battles 300 --report out.html")
        .ok();
    let page = place.read("out.html");
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains("&lt;i&gt;Ada&lt;/i&gt;"));
    for foreign in ["<script", "<i>", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // Namespaces are names, not addresses to load from.
    assert!(!page.replace("http://www.w3.org/", "").contains("http"));
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert_eq!(
        page.matches("<svg").count(),
        page.matches("role=\"img\"").count()
    );
    assert!(
        page.contains("foretold-lab run first-blood --seed "),
        "{page}"
    );
}

#[test]
fn the_interval_holds_the_odds_of_many_battles_nearly_always() {
    let truth = number(&sweep("first-blood --battles 20000")["won"]["odds"]);
    let holds = (0..60).filter(|sample| {
        let seed = 1_000_000 + sample * 200;
        let won = &sweep(&format!("first-blood --battles 200 --seed {seed}"))["won"];
        (number(&won["low"])..=number(&won["high"])).contains(&truth)
    });
    let holds = holds.count();
    assert!((52..60).contains(&holds), "{holds} of 60 hold {truth}");
}
