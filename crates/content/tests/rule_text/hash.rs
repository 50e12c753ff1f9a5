//! The hash of the content: what battles are fought with, and nothing else.

use foretold_content::{Content, Files};

use crate::common::shipped;
use crate::content;

fn hash(files: &Files) -> u64 {
    Content::load(files).expect("it is in order").hash()
}

/// The shipped files with a piece of text replaced.
fn changed(file: &str, from: &str, to: &str) -> Files {
    let text = shipped().get(file).expect("it is shipped");
    assert!(text.contains(from), "{file}: {from}");
    let mut files = shipped().clone();
    files.insert(file, text.replacen(from, to, 1));
    files
}

#[test]
fn comments_and_space_do_not_change_the_hash() {
    let mut files = Files::default();
    for (path, text) in shipped().iter() {
        let text = text.expect("shipped files are texts");
        let mut lines: Vec<String> = vec!["/* another head */".to_owned()];
        lines.extend(text.lines().map(|line| {
            let code = line.split(" // ").next().unwrap_or(line);
            format!("\t{code}  // said otherwise")
        }));
        files.insert(path, lines.join("\n\n"));
    }
    assert_eq!(hash(&files), content().hash());
}

#[test]
fn what_stands_for_itself_does_not_change_the_hash() {
    for (file, from, to) in [
        ("skills/bite.skill.ron", "damage: 10", "cost: 1, damage: 10"),
        (
            "decks/standard.deck.ron",
            "(card: Null)",
            "(card: Null, copies: 1)",
        ),
        ("rules.ron", "half_cover: 20", ""),
        ("battles/crypt.battle.ron", "board:", "tempo: Ticks, board:"),
        ("battles/crypt.battle.ron", "Give Ada", "Lend Ada"),
        ("schools/descent.school.ron", "The School", "The Way Down"),
    ] {
        let files = changed(file, from, to)
            .get(file)
            .map(|text| text.replace("    ,\n", ""));
        let mut all = shipped().clone();
        all.insert(file, files.expect("it is there"));
        assert_eq!(hash(&all), content().hash(), "{file}: {to}");
    }
}

#[test]
fn a_number_changes_the_hash() {
    for (file, from, to) in [
        ("units/cultist.unit.ron", "hp: 42", "hp: 43"),
        ("units/cultist.unit.ron", "weight: 40", "weight: 41"),
        ("skills/bite.skill.ron", "damage: 10", "damage: 11"),
        ("skills/bite.skill.ron", "Piercing", "Slashing"),
        ("decks/standard.deck.ron", "copies: 7", "copies: 8"),
        ("boards/throne_hall.board.ron", "Hazard(5)", "Hazard(6)"),
        ("battles/crypt.battle.ron", "\"F11\"", "\"F9\""),
        (
            "gambits/healer.gambits.ron",
            "MySanityBelow(40)",
            "MySanityBelow(41)",
        ),
        ("rules.ron", "max_rounds: 100", "max_rounds: 99"),
        ("autofight.ron", "injured: 50", "injured: 49"),
    ] {
        assert_ne!(
            hash(&changed(file, from, to)),
            content().hash(),
            "{file}: {to}"
        );
    }
}

#[test]
fn the_hash_does_not_depend_on_the_order_of_files() {
    let mut files = Files::default();
    let mut all: Vec<_> = shipped().iter().collect();
    all.reverse();
    for (path, text) in all {
        files.insert(path, text.expect("shipped files are texts"));
    }
    assert_eq!(hash(&files), content().hash());
}

#[test]
fn what_only_people_see_does_not_change_the_hash() {
    for (file, from, to) in [
        ("battles/crypt.battle.ron", "\"Ada\"", "\"Eva\""),
        ("units/cultist.unit.ron", "\"Dark Bolt\"", "\"Pale Bolt\""),
        ("autofight.ron", "No target in view", "There is nobody"),
        ("keys.ron", "\"Space\"", "\"P\""),
        ("theme.ron", "step: 600", "step: 900"),
    ] {
        let files = changed(file, from, to);
        assert_eq!(hash(&files), content().hash(), "{file}: {to}");
    }
}
