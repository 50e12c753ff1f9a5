//! Files in the wrong place, with the wrong name, or not there.

use foretold_content::{ContentError, Files};

use crate::common::shipped;
use crate::table::errors;

fn reported(files: &Files) -> Vec<String> {
    errors(files).iter().map(ContentError::to_string).collect()
}

#[test]
fn a_file_with_the_wrong_name_is_reported() {
    let cases = [
        (
            "units/ogre.skill.ron",
            "in units/ a file is named like example.unit.ron: rename it, or move it away",
        ),
        (
            "skills/ogre.ron",
            "in skills/ a file is named like example.skill.ron: rename it, or move it away",
        ),
        (
            "units/Ogre.unit.ron",
            "`Ogre` is not a name for a unit: use lower case letters, digits, _ and -",
        ),
        (
            "gambits/.gambits.ron",
            "`` is not a name for a rule set: use lower case letters, digits, _ and -",
        ),
        (
            "units/deep/ogre.unit.ron",
            "`deep/ogre` is not a name for a unit: use lower case letters, digits, _ and -",
        ),
    ];
    for (path, message) in cases {
        let mut files = shipped().clone();
        files.insert(path, "(hp: 10)");
        assert_eq!(reported(&files), [format!("{path}: {message}")]);
    }
}

#[test]
fn a_file_that_is_not_there_is_missed_where_it_is_named() {
    let mut files = shipped().clone();
    files.remove("units/bruiser.unit.ron");
    let errors = reported(&files);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    let expected =
        "battles/heavy-hands.battle.ron:11:16: enemies[0].unit: there is no unit `bruiser`: ";
    assert!(errors[0].starts_with(expected), "{errors:#?}");
}

#[test]
fn a_battle_with_25_units_is_reported() {
    let placing = |row: u8| {
        let cells =
            ('A'..='L').map(move |column| format!("(unit: \"recruit\", at: \"{column}{row}\")"));
        cells.collect::<Vec<_>>().join(", ")
    };
    let battle = |friends: &str, enemies: &str| {
        let mut files = shipped().clone();
        let text = format!(
            "(title: \"Many\", text: \"Too many.\",\nfriends: [{friends}],\nenemies: [{enemies}])"
        );
        files.insert("battles/many.battle.ron", text);
        reported(&files)
    };
    let full = format!("{}, {}", placing(1), placing(2));
    assert_eq!(battle(&placing(1), &placing(2)), Vec::<String>::new());
    assert_eq!(
        battle(&full, "(unit: \"recruit\", at: \"A12\")"),
        ["battles/many.battle.ron:1:1: 25 units: a battle holds at most 24"]
    );
    let too_long = format!("{full}, (unit: \"recruit\", at: \"A3\")");
    let column = "friends: [".len() + full.len() + ", ".len() + 1;
    assert_eq!(
        battle(&too_long, "(unit: \"recruit\", at: \"A12\")"),
        [format!(
            "battles/many.battle.ron:2:{column}: friends[24]: this list is too long: expected at most 24"
        )]
    );
}
