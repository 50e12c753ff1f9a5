//! `merge`: parts joined are one run to the bit, and nothing else is taken for a part.

use std::fs;

use crate::common::{Place, Printed};

const SWEEP: &str = "sweep first-blood --battles 1000 --seed 5 --vary units.recruit.hp=90";

/// A folder with a sweep in three parts, each with its file.
fn in_parts() -> Place {
    let place = Place::with_assets();
    for part in 1..=3 {
        let line = format!("{SWEEP} --shard {part}/3 --out {part}.csv");
        place.lab(&line).ok();
    }
    place
}

#[test]
fn three_parts_are_one_run_to_the_bit_in_any_order() {
    let place = in_parts();
    let one = place
        .lab(&format!("{SWEEP} --out one.csv --report one.html"))
        .ok();
    for order in ["1.csv 2.csv 3.csv", "3.csv 1.csv 2.csv"] {
        let line = format!("merge {order} --out all.csv --report all.html");
        assert_eq!(place.lab(&line).ok(), one);
        assert_eq!(place.read("all.csv"), place.read("one.csv"));
        assert_eq!(place.read("all.html"), place.read("one.html"));
    }
    let json = place.lab(&format!("{SWEEP} --json")).ok();
    assert_eq!(place.lab("merge 1.csv 2.csv 3.csv --json").ok(), json);
    assert_eq!(
        place.lab("merge one.csv").ok(),
        one,
        "a whole is a part too"
    );
    assert_eq!(place.lab("merge all.csv --json").ok(), json);
}

#[test]
fn more_parts_than_battles_leave_some_empty() {
    let place = Place::with_assets();
    let mut files = Vec::new();
    for part in 1..=5 {
        let line = format!("sweep first-blood --battles 3 --shard {part}/5 --out {part}.csv");
        place.lab(&line).ok();
        files.push(format!("{part}.csv"));
    }
    let one = place.lab("sweep first-blood --battles 3").ok();
    assert_eq!(place.lab(&format!("merge {}", files.join(" "))).ok(), one);
}

#[test]
fn what_is_missing_doubled_or_of_another_sweep_is_named() {
    let place = in_parts();
    let seed = SWEEP.replace("--seed 5", "--seed 6");
    place
        .lab(&format!("{seed} --shard 2/3 --out seed.csv"))
        .ok();
    let again = "sweep first-blood --battles 900 --seed 5 --vary units.recruit.hp=90 --shard 2/3 --out battles.csv";
    place.lab(again).ok();
    let again = "sweep first-blood --battles 1000 --seed 5 --shard 2/3 --out variations.csv";
    place.lab(again).ok();
    let again = "sweep heavy-hands --battles 1000 --seed 5 --shard 2/3 --out battle.csv";
    place.lab(again).ok();
    place
        .lab(&format!("{SWEEP} --shard 2/4 --out parts.csv"))
        .ok();
    place
        .lab(&format!(
            "{SWEEP} --with rules.dodging=50 --shard 2/3 --out content.csv"
        ))
        .ok();
    for (files, message) in [
        ("1.csv 3.csv", "2/3 is missing: name all 3 parts"),
        ("2.csv", "1/3, 3/3 are missing: name all 3 parts"),
        (
            "1.csv 2.csv 3.csv 2.csv",
            "2.csv and 2.csv are both part 2/3: name each part once",
        ),
        (
            "1.csv seed.csv 3.csv",
            "1.csv and seed.csv are not of one sweep: --seed is 5 in the one and 6 in the other",
        ),
        (
            "1.csv battles.csv 3.csv",
            "1.csv and battles.csv are not of one sweep: --battles is 1000 in the one and 900 in the other",
        ),
        (
            "1.csv variations.csv 3.csv",
            "1.csv and variations.csv are not of one sweep: the variations of first-blood differ",
        ),
        (
            "1.csv battle.csv 3.csv",
            "1.csv and battle.csv are not of one sweep: the list of battles is first-blood in the one and heavy-hands in the other",
        ),
        (
            "1.csv parts.csv 3.csv",
            "1.csv and parts.csv are not of one sweep: the number of parts is 3 in the one and 4 in the other",
        ),
        (
            "none.csv",
            "none.csv: there is no such file: check its name",
        ),
        (
            "assets/rules.ron",
            "assets/rules.ron: it holds no results of a sweep: name a file that `sweep --out` wrote",
        ),
        ("assets", "assets: it is not a file"),
    ] {
        let printed = place.lab(&format!("merge {files}")).refused(1);
        assert_eq!(printed, format!("error: {message}\n"), "{files}");
    }
    let printed = place.lab("merge 1.csv content.csv 3.csv").refused(1);
    let differs = "error: 1.csv and content.csv are not of one sweep: the content of first-blood (as it is) has the hash ";
    assert!(printed.starts_with(differs), "{printed}");
}

/// A merge of bytes that may be anything.
fn merge(place: &Place, bytes: &[u8]) -> Printed {
    fs::write(place.path("hostile.csv"), bytes).expect("the folder is ours");
    place.lab("merge hostile.csv")
}

#[test]
fn a_file_that_is_cut_or_changed_anywhere_is_refused() {
    let place = Place::with_assets();
    place
        .lab("sweep first-blood --battles 20 --out whole.csv")
        .ok();
    let whole = fs::read(place.path("whole.csv")).expect("it was written");
    // A test beside the reader tries every byte.
    for at in (0..whole.len()).step_by(whole.len() / 20) {
        let cut = merge(&place, &whole[..at]).refused(1);
        assert!(cut.starts_with("error: hostile.csv: it "), "{at}: {cut}");
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        let refused = merge(&place, &flipped).refused(1);
        assert!(
            refused.starts_with("error: hostile.csv: it "),
            "{at}: {refused}"
        );
    }
    assert_eq!(merge(&place, &whole).code, Some(0));
}
