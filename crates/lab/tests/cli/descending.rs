//! `descend`, `threat` and `run verify`: whole runs, the same on any number of threads and in any
//! number of parts, and kept runs that are what was kept.

use std::fs;

use crate::common::{Place, lab, objects, ok, refused, words};

const RUNS: &str = "descend --policy steady --policy random --runs 6 --seed 3";

#[test]
fn the_numbers_do_not_depend_on_the_threads() {
    let one = ok(&format!("{RUNS} --threads 1 --calibrate"));
    assert_eq!(ok(&format!("{RUNS} --threads 2 --calibrate")), one);
    assert!(
        one.starts_with("The Descent (descent): level 0, 6 seeds, 3 to 8\n"),
        "{one}"
    );
    for part in [
        "  steady  ",
        "  random  ",
        "by the floor",
        "foretold",
        "companion",
    ] {
        assert!(one.contains(part), "{part} in {one}");
    }
}

#[test]
fn every_policy_plays_and_nothing_is_refused() {
    let printed = ok("descend --runs 2 --json");
    let policies: Vec<String> = objects(&printed)
        .iter()
        .map(|object| {
            assert_eq!(object["refused"], 0, "{object}");
            assert_eq!(object["runs"], 2, "{object}");
            object["policy"].as_str().expect("it has a name").to_owned()
        })
        .collect();
    let all = [
        "random", "steady", "foreseer", "wall", "archers", "fire", "pushers",
    ];
    assert_eq!(policies, all);
}

#[test]
fn parts_joined_are_one_command_to_the_bit() {
    let place = Place::with_assets();
    let one = place.lab(&format!("{RUNS} --out one.csv")).ok();
    for part in 1..=3 {
        place
            .lab(&format!("{RUNS} --shard {part}/3 --out {part}.csv"))
            .ok();
    }
    assert_eq!(place.lab("merge 3.csv 1.csv 2.csv --out all.csv").ok(), one);
    assert_eq!(place.read("all.csv"), place.read("one.csv"));
    assert_eq!(place.lab("merge one.csv").ok(), one);
    let json = place.lab(&format!("{RUNS} --json")).ok();
    assert_eq!(place.lab("merge 1.csv 2.csv 3.csv --json").ok(), json);

    let level = RUNS.replace("--seed 3", "--seed 3 --level 1");
    place
        .lab(&format!("{level} --shard 2/3 --out level.csv"))
        .ok();
    place
        .lab("sweep first-blood --battles 10 --out sweep.csv")
        .ok();
    for (files, message) in [
        ("1.csv 3.csv", "2/3 is missing: name all 3 parts"),
        ("1.csv 1.csv", "1.csv and 1.csv are both part 1/3"),
        (
            "1.csv level.csv",
            "--level is 0 in the one and 1 in the other",
        ),
        ("1.csv sweep.csv", "1.csv holds runs and sweep.csv does not"),
        ("sweep.csv 1.csv", "1.csv holds runs and sweep.csv does not"),
    ] {
        let refusal = place.lab(&format!("merge {files}")).refused(1);
        assert!(refusal.contains(message), "{files}: {refusal}");
    }
    let whole = place.read("1.csv");
    for at in (0..whole.len()).step_by(97) {
        let cut = whole.get(..at).unwrap_or_default();
        place.write("cut.csv", cut);
        place.lab("merge cut.csv").refused(1);
    }
    let changed = whole.replacen(",floor,", ",floors,", 1);
    place.write("changed.csv", &changed);
    let refusal = place.lab("merge changed.csv").refused(1);
    assert!(refusal.contains("it is damaged"), "{refusal}");
}

#[test]
fn a_story_tells_the_odds_of_a_fight_once_and_hp_after_victories_only() {
    let place = Place::with_assets();
    let mut has = [false; 3];
    for seed in 0..12 {
        if has == [true; 3] {
            break;
        }
        let line = format!("descend --policy foreseer --seed {seed} --story");
        let story = place.lab(&line).ok();
        let lines: Vec<&str> = story.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if line.contains("Foretold") {
                assert!(lines[at - 1].ends_with("gets other rules"), "{story}");
                has[0] = true;
            }
            has[1] |= line.starts_with("  Won after") && line.contains(". HP now: ");
            if line.starts_with("  Lost after") {
                assert!(!line.contains("HP"), "{line}");
                has[2] = true;
            }
        }
    }
    assert_eq!(has, [true; 3], "new rules, a victory and a defeat are told");
}

#[test]
fn a_kept_run_is_what_was_kept() {
    let place = Place::with_assets();
    let line = "descend --policy steady --seed 7 --save kept.ron";
    let played = place.lab(line);
    assert_eq!(played.code, Some(0), "{played:?}");
    assert_eq!(played.err, "kept in kept.ron\n");
    assert_eq!(place.lab("run verify kept.ron").ok(), played.out);

    let told = place.lab("run show kept.ron").ok();
    let story = place.lab("descend --policy steady --seed 7 --story").ok();
    assert_eq!(told, story);
    assert!(story.ends_with(&played.out), "{story}");
    for part in [
        "boss",
        "Offered: ",
        "Chosen: ",
        "Ways: fight (",
        "Floor 1: fight",
    ] {
        assert!(story.contains(part), "{part} in {story}");
    }

    let whole = fs::read(place.folder().join("kept.ron")).expect("it was kept");
    for at in (0..whole.len()).step_by(whole.len() / 20) {
        fs::write(place.folder().join("cut.ron"), &whole[..at]).expect("there is room");
        place.lab("run verify cut.ron").refused(1);
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        fs::write(place.folder().join("flipped.ron"), flipped).expect("there is room");
        let flipped = place.lab("run verify flipped.ron");
        let plays_the_same = flipped.code == Some(0) && flipped.out == played.out;
        assert!(
            plays_the_same || flipped.code == Some(1),
            "{at}: {flipped:?}"
        );
    }
    let missing = place.lab("run verify nothing.ron").refused(1);
    assert!(missing.contains("nothing.ron"), "{missing}");
}

#[test]
fn a_seed_is_tried_until_it_is_won() {
    let printed = ok("descend --until-won 2 --runs 3 --threads 1");
    assert!(
        printed.contains("Won at least once in 2 tries: "),
        "{printed}"
    );
    assert_eq!(ok("descend --until-won 2 --runs 3 --threads 2"), printed);
}

#[test]
fn seeds_are_compared_in_pairs() {
    let printed = ok("descend --new --runs 3 --threads 1");
    assert!(printed.contains("the same board, anywhere: "), "{printed}");
    assert!(printed.contains("on floor 10: "), "{printed}");
    assert_eq!(ok("descend --new --runs 3 --threads 2"), printed);
}

#[test]
fn the_worst_enemy_comes_first() {
    let threats: Vec<u64> = objects(&ok("threat --json"))
        .iter()
        .map(|object| object["threat"].as_u64().expect("it is a number"))
        .collect();
    assert!(threats.len() > 10, "{threats:?}");
    assert!(threats.is_sorted_by(|one, next| one >= next), "{threats:?}");
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    for (line, reason) in [
        ("descend --policy nobody", "random, steady, foreseer"),
        (
            "descend --level 99",
            "there is no level 99: descent has levels 0 to 10",
        ),
        ("descend --runs 0", "0 is not in 1.."),
        ("descend --shard 3/2", "found part 3, expected 1 to 2"),
        (
            "descend --seed 18446744073709551615",
            "there is no seed behind",
        ),
        ("descend --story --runs 3", "cannot be used with"),
        ("descend --new --policy steady", "cannot be used with"),
        (
            "descend --story --policy steady --policy random",
            "a story and a kept run are of one policy: name one",
        ),
    ] {
        let refusal = lab(&words(line)).refused(2);
        assert!(refusal.contains(reason), "{line}: {refusal}");
    }
    for (line, reason) in [
        (
            "descend --run descant",
            "there is no run `descant`: did you mean `descent`?",
        ),
        ("threat --run nothing", "there is no run `nothing`"),
        (
            "descend --out nowhere/runs.csv",
            "there is no folder nowhere",
        ),
        ("run verify README.md", "this is not a kept run"),
    ] {
        let refusal = refused(line);
        assert!(refusal.contains(reason), "{line}: {refusal}");
    }
}
