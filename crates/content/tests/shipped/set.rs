//! The whole set: it loads, everything named exists and is used, the texts can be read.

use std::fs;

use foretold_battle::Tempo;
use foretold_content::{FileKind, SINGLE_FILES};

use crate::common::{assets, shipped};
use crate::{content, encounter};

/// The battles of the specification, with their tempos.
pub(crate) const BATTLES: [(&str, Tempo); 12] = [
    ("first-blood", Tempo::Ticks),
    ("heavy-hands", Tempo::Ticks),
    ("three-abreast", Tempo::Ticks),
    ("crossfire", Tempo::Ticks),
    ("stand-apart", Tempo::Ticks),
    ("crypt", Tempo::Ticks),
    ("crypt-by-hand", Tempo::Phases),
    ("open-graves", Tempo::Phases),
    ("goblin-ambush", Tempo::Initiative),
    ("hounds", Tempo::Phases),
    ("spider-nest", Tempo::Initiative),
    ("bonelord", Tempo::Ticks),
];

#[test]
fn every_file_in_the_folders_is_loaded() {
    for kind in FileKind::ALL {
        let entries = fs::read_dir(assets().join(kind.folder())).expect("each kind has a folder");
        let mut on_disk: Vec<String> = entries
            .map(|entry| entry.expect("it can be listed").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        on_disk.sort();
        let loaded: Vec<String> = content()
            .ids(kind)
            .into_iter()
            .map(|id| format!("{id}{}", kind.suffix()))
            .collect();
        let mut sorted = loaded;
        sorted.sort();
        assert_eq!(on_disk, sorted);
    }
    for name in SINGLE_FILES {
        assert!(shipped().get(name).is_some(), "{name}");
    }
}

#[test]
fn nothing_is_unused() {
    assert_eq!(content().unused(), []);
}

#[test]
fn the_battles_of_the_specification_are_there_with_their_tempos() {
    for (name, tempo) in BATTLES {
        assert_eq!(encounter(name).setup().tempo, tempo, "{name}");
    }
    assert_eq!(content().encounters().len(), BATTLES.len());
}

#[test]
fn the_player_commands_where_units_take_turns() {
    for (name, tempo) in BATTLES {
        assert_eq!(encounter(name).by_hand, tempo != Tempo::Ticks, "{name}");
    }
}

#[test]
fn every_battle_has_a_title_and_two_sentences() {
    for battle in content().encounters() {
        assert!(!battle.title.is_empty(), "{}", battle.name);
        let ends = battle.text.matches(['.', '!', '?']).count();
        assert_eq!(ends, 2, "{}: {}", battle.name, battle.text);
        assert!(
            battle.text.ends_with('.'),
            "{}: {}",
            battle.name,
            battle.text
        );
        let second = battle.text.split(". ").nth(1).expect("there are two");
        assert!(
            second.starts_with(char::is_uppercase),
            "{}: {second}",
            battle.name
        );
    }
}

#[test]
fn the_school_leads_through_every_battle_once() {
    let schools: Vec<_> = content().schools().collect();
    let [school] = schools.as_slice() else {
        panic!("one school is shipped: {schools:?}");
    };
    assert_eq!(
        (school.name.as_str(), school.title.as_str()),
        ("descent", "The School")
    );
    let battles = &school.battles;
    let mut once: Vec<&str> = battles.iter().map(String::as_str).collect();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once, content().ids(FileKind::Battle));
    assert_eq!(once.len(), battles.len());
    assert_eq!(battles.first().map(String::as_str), Some("first-blood"));
    assert_eq!(battles.last().map(String::as_str), Some("bonelord"));
    let in_order: Vec<&str> = content()
        .encounters_in_order()
        .map(|battle| battle.name.as_str())
        .collect();
    assert_eq!(in_order, *battles);
}

#[test]
fn the_smallest_useful_unit_is_three_lines() {
    let text = shipped()
        .get("units/recruit.unit.ron")
        .expect("it is shipped");
    let lines = text.lines().filter(|line| !line.starts_with("//")).count();
    assert_eq!(lines, 3, "{text}");
}

#[test]
fn a_battle_knows_whether_files_describe_it() {
    let content = content();
    let crypt = content.encounter("crypt").expect("it is shipped");
    assert!(crypt.is_from_files());
    let skirmish = content
        .skirmish(&foretold_content::Skirmish {
            party: vec!["fighter".to_owned()],
            enemies: vec!["goblin".to_owned()],
            tempo: foretold_battle::Tempo::Initiative,
            max_rounds: 10,
            heuristic: true,
        })
        .expect("both exist");
    assert!(!skirmish.is_from_files());
}

#[test]
fn who_lists_skills_and_no_brain_is_left_to_the_heuristic() {
    let mut files = shipped().clone();
    files.insert("units/ogre.unit.ron", "(skills: [\"bash\"])");
    let battle = "(title: \"Ogre\", text: \"One. Two.\", friends: [(unit: \"recruit\", at: \"A1\")], enemies: [(unit: \"ogre\", at: \"L12\")])";
    files.insert("battles/ogre.battle.ron", battle);
    let content = foretold_content::Content::load(&files).expect("it is sound");
    let ogre = content.encounter("ogre").expect("it was loaded");
    let [recruit, ogre] = &ogre.setup().units[..] else {
        panic!("two units were placed");
    };
    assert_eq!(recruit.brain.rules().len(), 3);
    assert_eq!(ogre.brain, foretold_battle::Brain::Heuristic);
}
