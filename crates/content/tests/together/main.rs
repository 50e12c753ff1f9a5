//! All errors are reported at once: in order, each once, and none that only follows from another.

#[path = "../common/mod.rs"]
mod common;
mod own;

use foretold_content::{Content, ContentError, Files};

use common::shipped;

/// The shipped files with pieces of text replaced.
fn broken(breaks: &[(&str, &str, &str)]) -> Files {
    let mut files = shipped().clone();
    for (file, from, to) in breaks {
        let text = files.get(file).expect("the test names a shipped file");
        assert!(text.contains(from), "{file} has no {from}");
        let text = text.replace(from, to);
        files.insert(*file, text);
    }
    files
}

fn reported(files: &Files) -> Vec<String> {
    let errors = Content::load(files).err().unwrap_or_default();
    errors.iter().map(ContentError::to_string).collect()
}

#[test]
fn several_errors_in_one_file_are_reported_at_once() {
    let files = broken(&[
        ("units/cultist.unit.ron", "kind: \"priest\"", "kinds: 1"),
        ("units/cultist.unit.ron", "hp: 42", "hp: \"many\""),
        ("units/cultist.unit.ron", "Attack(6)", "Atack(6)"),
        (
            "units/cultist.unit.ron",
            "Defend(8)",
            "Defend(8), weight: 1",
        ),
        ("units/cultist.unit.ron", "range: 4", "range: 4.5"),
    ]);
    assert_eq!(
        reported(&files),
        [
            "units/cultist.unit.ron:3:5: kinds: there is no field `kinds` here: did you mean `kind`?",
            "units/cultist.unit.ron:4:9: hp: found `\"many\"`, expected a whole number",
            "units/cultist.unit.ron:6:41: brain[0].intent: found `Atack`, which does not exist: did you mean `Attack`?",
            "units/cultist.unit.ron:6:75: brain[0].range: found a fraction, expected a whole number",
            "units/cultist.unit.ron:7:63: brain[1].weight: the field `weight` appears twice: delete one",
        ]
    );
}

#[test]
fn several_errors_of_sense_are_reported_at_once() {
    let files = broken(&[
        ("battles/crypt.battle.ron", "at: \"F11\"", "at: \"G10\""),
        ("battles/crypt.battle.ron", "at: \"G12\"", "at: \"A1\""),
        ("battles/crypt.battle.ron", "at: \"D4\"", "at: \"D44\""),
        ("battles/crypt.battle.ron", "\"cultist\"", "\"cultst\""),
        ("battles/crypt.battle.ron", "\"The Crypt\"", "\"\""),
    ]);
    assert_eq!(
        reported(&files),
        [
            "battles/crypt.battle.ron:3:12: title: this text is empty: write something for the player to read",
            "battles/crypt.battle.ron:9:31: friends[1].at: `ada` and `pia` both start on G10: move one of them",
            "battles/crypt.battle.ron:10:30: friends[2].at: A1 is a wall, and nobody can stand there: choose another cell",
            "battles/crypt.battle.ron:13:16: enemies[0].unit: there is no unit `cultst`: did you mean `cultist`?",
            "battles/crypt.battle.ron:14:32: enemies[1].at: found \"D44\", expected a cell from \"A1\" to \"L12\"",
        ]
    );
}

#[test]
fn errors_in_several_files_are_reported_at_once_in_order() {
    let files = broken(&[
        ("units/zombie.unit.ron", "hp: 55", "hp: 0"),
        ("skills/bite.skill.ron", "damage: 10", "dmage: 10"),
        ("decks/monsters.deck.ron", "copies: 6", "copies: 600"),
        ("boards/yard.board.ron", "HalfCover", "Cover"),
        ("schools/descent.school.ron", "\"hounds\"", "\"hound\""),
        ("rules.ron", "dodging: 20", "dodging: 200"),
        ("autofight.ron", "hp_lost: true", "hp_lost: 1"),
        ("keys.ron", "\"Space\"", "\"Spce\""),
        ("theme.ron", "step: 600", "step: 60000"),
        ("gambits/healer.gambits.ron", "\"smite\"", "\"smit\""),
    ]);
    assert_eq!(
        reported(&files),
        [
            "autofight.ron:29:22: settings.interrupts.hp_lost: found `1`, expected `true` or `false`",
            "boards/yard.board.ron:19:14: legend.~: found `Cover`, which does not exist: expected one of `Floor`, `FullCover`, `HalfCover`, `Hazard`, `Pit`, `Wall`",
            "decks/monsters.deck.ron:8:33: cards[4].copies: found 600, expected 1 to 100",
            "gambits/healer.gambits.ron:6:11: [3].use: there is no skill `smit`: did you mean `smite`?",
            "keys.ron:6:18: play_pause[0]: there is no key `Spce`: did you mean `Space`?",
            "rules.ron:14:14: dodging: found 200, expected 0 to 100",
            "schools/descent.school.ron:14:9: encounters[8]: there is no battle `hound`: did you mean `hounds`?",
            "skills/bite.skill.ron:3:5: dmage: there is no field `dmage` here: did you mean `damage`?",
            "theme.ron:70:15: timings.step: found 60000, expected 50 to 10000",
            "units/zombie.unit.ron:4:9: hp: found 0, expected 1 to 9999",
        ]
    );
}

#[test]
fn an_error_of_a_shared_thing_is_reported_once() {
    // Three battles use the recruit, and every unit knows how to hold.
    let files = broken(&[
        ("units/recruit.unit.ron", "hp: 100", "hp: 0"),
        (
            "skills/hold.skill.ron",
            "walk: Hold",
            "walk: Hold, range: 50",
        ),
        ("boards/crypt.board.ron", "'t': HalfCover", "'t': Hazard(0)"),
    ]);
    let reported = reported(&files);
    let of = |file: &str| {
        reported
            .iter()
            .filter(|error| error.starts_with(file))
            .count()
    };
    assert_eq!(of("units/recruit.unit.ron"), 1, "{reported:#?}");
    assert_eq!(of("skills/hold.skill.ron"), 1, "{reported:#?}");
    assert_eq!(of("boards/crypt.board.ron"), 16, "{reported:#?}");
    assert_eq!(reported.len(), 18, "{reported:#?}");
}

#[test]
fn errors_are_sorted_and_told_once() {
    let files = broken(&[
        (
            "units/recruit.unit.ron",
            "hp: 100",
            "hp: 0, speed: 99, brain: Gambit(\"nobody\")",
        ),
        ("battles/crypt.battle.ron", "\"G10\"", "\"F11\""),
        ("rules.ron", "half_cover: 20", "half_cover: -1"),
    ]);
    let errors = Content::load(&files).expect_err("it is broken");
    let mut sorted = errors.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(errors, sorted);
    assert_eq!(errors.len(), 5, "{errors:#?}");
}

#[test]
fn an_error_does_not_hide_those_behind_it() {
    let files = broken(&[(
        "gambits/coward.gambits.ron",
        "(use: \"light_punch\")",
        "(uses: \"light_punch\"), (on: \"self\"), (use: 5), (use: \"hold\", when: All([Alway]))",
    )]);
    let reported = reported(&files);
    assert_eq!(
        reported,
        [
            "gambits/coward.gambits.ron:4:6: [1].uses: there is no field `uses` here: did you mean `use`?",
            "gambits/coward.gambits.ron:4:28: [2]: the field `use` is missing: add it",
            "gambits/coward.gambits.ron:4:48: [3].use: found `5`, expected a text in quotes",
            "gambits/coward.gambits.ron:4:77: [4].when[0]: found `Alway`, which does not exist: did you mean `Always`?",
        ]
    );
}

#[test]
fn a_broken_unit_causes_no_errors_in_its_battles() {
    for text in ["", "(", "(hp: 1", "(hpp: 1)", "(hp: \"x\")", "[]"] {
        let mut files = shipped().clone();
        files.insert("units/recruit.unit.ron", text);
        files.insert("units/bruiser.unit.ron", text);
        let reported = reported(&files);
        assert_eq!(reported.len(), 2, "{text}: {reported:#?}");
        assert!(
            reported[0].starts_with("units/bruiser.unit.ron:1:"),
            "{reported:#?}"
        );
        assert!(
            reported[1].starts_with("units/recruit.unit.ron:1:"),
            "{reported:#?}"
        );
    }
}

#[test]
fn a_broken_file_of_any_kind_causes_no_other_errors() {
    for (file, _) in shipped().iter() {
        let mut files = shipped().clone();
        files.insert(file, "(((");
        let reported = reported(&files);
        assert_eq!(reported.len(), 1, "{file}: {reported:#?}");
        assert!(
            reported[0].starts_with(&format!("{file}:1:")),
            "{reported:#?}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_causes_no_other_errors() {
    for (file, _) in shipped().iter() {
        let mut files = shipped().clone();
        files.insert_unreadable(file, "it cannot be read: a test");
        assert_eq!(
            reported(&files),
            [format!("{file}: it cannot be read: a test")]
        );
    }
}

#[test]
fn settings_are_checked_even_if_no_unit_has_them() {
    let alone = |order: &str| {
        let mut files = Files::default();
        files.insert("autofight.ron", format!("(settings: (order: [{order}]))"));
        reported(&files)
    };
    let wrong = alone("Marked, Marked");
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    assert!(wrong[0].starts_with("autofight.ron:1:1: "), "{wrong:#?}");
    assert_eq!(alone("Marked"), [""; 0], "nobody misses an opponent");
}

#[test]
fn broken_settings_cause_no_other_errors() {
    let cases = [
        (
            "autofight.ron",
            "\"aggressive\": (",
            "\"aggressive\": (bold: true,",
            "presets.aggressive.bold",
        ),
        (
            "autofight.ron",
            "injured: 50",
            "injured: 500",
            "settings.preconditions.injured",
        ),
        (
            "autofight.ron",
            "\"You are caught.\"",
            "\"\"",
            "messages.Caught",
        ),
        (
            "rules.ron",
            "lowest_chance: 5",
            "lowest_chance: many",
            "lowest_chance",
        ),
        ("rules.ron", "max_ticks: 500", "max_ticks: 0", "max_ticks"),
        (
            "rules.ron",
            "highest_chance: 95",
            "highest_chance: 195",
            "highest_chance",
        ),
        ("keys.ron", "[\"R\"]", "[\"Space\"]", "restart[0]"),
        ("theme.ron", "\"#F3EBDD\"", "\"white\"", "palette.text"),
    ];
    for (file, from, to, field) in cases {
        let errors = Content::load(&broken(&[(file, from, to)])).expect_err(to);
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert_eq!(
            (errors[0].file.as_str(), errors[0].field.as_str()),
            (file, field)
        );
    }
}

#[test]
fn a_file_with_thousands_of_errors_is_capped() {
    let mut files = shipped().clone();
    let fields: String = (0..5_000)
        .map(|number| format!("wrong_{number}: 1,\n"))
        .collect();
    files.insert("units/recruit.unit.ron", format!("(\n{fields})"));
    let names: String = (0..100)
        .map(|number| format!("\"nobody-{number}\","))
        .collect();
    files.insert(
        "schools/descent.school.ron",
        format!("(title: \"A\", text: \"B.\", encounters: [{names}])"),
    );
    let reported = reported(&files);
    let of = |file: &str| {
        reported
            .iter()
            .filter(|error| error.starts_with(file))
            .count()
    };
    assert_eq!(of("units/recruit.unit.ron"), 20);
    assert_eq!(of("schools/descent.school.ron"), 20);
    assert_eq!(reported.len(), 40);
}

#[test]
fn rules_are_checked_even_without_anything_else() {
    let mut files = Files::default();
    files.insert("rules.ron", "(max_ticks: 0)");
    assert_eq!(
        reported(&files),
        ["rules.ron:1:13: max_ticks: found 0, expected 1 to 10000"]
    );
}
