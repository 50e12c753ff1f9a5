//! Texts made of odd bytes: controls, spaces of other scripts, other ends of lines.

use foretold_content::{Content, Files};

use crate::common::shipped;
use crate::{assert_places_within, errors, reported, with};

#[test]
fn a_message_does_nothing_to_the_terminal() {
    let escape = "\u{1b}[2J\u{7}";
    for (path, text) in [
        (
            "units/recruit.unit.ron",
            format!("(skills: [\"{escape}\"])"),
        ),
        ("units/recruit.unit.ron", format!("(hp: {escape})")),
        (
            "units/recruit.unit.ron",
            format!("(hp: 1, \"{escape}\": 2)"),
        ),
        ("skills/bite.skill.ron", format!("(damage: \"{escape}\")")),
        (
            "boards/yard.board.ron",
            "(rows: [], legend: {'\u{1b}': Pit, '\u{1b}': Pit})".to_owned(),
        ),
        (
            "boards/yard.board.ron",
            format!("(rows: [\"{escape}\"], legend: {{'\u{1b}': Pit}})"),
        ),
        (
            "battles/crypt.battle.ron",
            format!(
                "(title: \"A\", text: \"B\", friends: [(unit: \"recruit\", at: \"{escape}\")], enemies: [])"
            ),
        ),
    ] {
        let errors = errors(&with(path, text));
        assert!(!errors.is_empty(), "{path}");
        for error in errors {
            assert!(!error.to_string().contains(char::is_control), "{error:?}");
        }
    }
}

#[test]
fn odd_bytes_are_refused_and_do_not_panic() {
    for odd in [
        "\0",
        "\u{7f}",
        "\u{1b}[2J",
        "\u{202e}",
        "\u{fffd}",
        "🦀",
        "\\",
        "#",
        "@",
        "`",
    ] {
        for text in [
            format!("{odd}(hp: 100)"),
            format!("({odd}hp: 100)"),
            format!("(hp{odd}: 100)"),
            format!("(hp: {odd}100)"),
            format!("(hp: 100{odd})"),
            format!("(hp: 100){odd}"),
        ] {
            let reported = reported("units/recruit.unit.ron", &text);
            assert!(
                reported.starts_with("units/recruit.unit.ron:1:"),
                "{text:?}: {reported}"
            );
        }
    }
}

#[test]
fn spaces_of_other_scripts_do_not_panic() {
    for space in ["\u{a0}", "\u{3000}", "\u{2028}", "\u{85}"] {
        for text in [
            format!("(hp:{space}-)"),
            format!("(hp: -{space}5)"),
            format!("(hp:{space}\"x\",{space}speed: 1.5)"),
            format!("{space}(hp: x){space}"),
        ] {
            let errors = errors(&with("units/recruit.unit.ron", text.clone()));
            assert_places_within(&errors, "units/recruit.unit.ron", &text);
        }
    }
}

#[test]
fn a_byte_order_mark_is_no_error() {
    let mut files = Files::default();
    for (path, text) in shipped().iter() {
        let text = text.expect("shipped files are texts");
        files.insert(path, format!("\u{feff}{text}"));
    }
    let marked = Content::load(&files).map(|content| content.hash());
    let plain = Content::load(shipped()).map(|content| content.hash());
    assert_eq!(marked, plain);
}

#[test]
fn windows_line_endings_are_no_error_and_count_as_one_line() {
    let mut files = Files::default();
    for (path, text) in shipped().iter() {
        let text = text.expect("shipped files are texts");
        files.insert(path, text.replace('\n', "\r\n"));
    }
    let windows = Content::load(&files).map(|content| content.hash());
    let plain = Content::load(shipped()).map(|content| content.hash());
    assert_eq!(windows, plain);

    let text = files.get("units/cultist.unit.ron").expect("it is there");
    for (from, to, place, field) in [
        ("hp: 42", "hp: 0", (4, 9), "hp"),
        ("hp: 42", "hp: x", (4, 9), "hp"),
        (
            "weight: 30),\r\n        (name: \"Shadow",
            "weight: 30),\r\n        (nam: \"Shadow",
            (8, 10),
            "brain[2].nam",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let mut files = files.clone();
        files.insert("units/cultist.unit.ron", text.replace(from, to));
        let errors = errors(&files);
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert_eq!(
            (errors[0].place, errors[0].field.as_str()),
            (Some(place), field)
        );
    }
}

#[test]
fn odd_ways_to_write_a_value_have_their_places_too() {
    let rows = "\"............\",".repeat(11);
    for (path, text, reported) in [
        (
            "boards/yard.board.ron",
            format!("(legend: {{''': Pit}},\nrows: [{rows}])"),
            "boards/yard.board.ron:2:7: rows: found 11 rows, expected 12",
        ),
        (
            "units/recruit.unit.ron",
            "(\nhp:\u{200e}0, skills: [])".to_owned(),
            "units/recruit.unit.ron:2:5: hp: found 0, expected 1 to 9999",
        ),
    ] {
        let errors = errors(&with(path, text.clone()));
        assert_places_within(&errors, path, &text);
        let first = errors.iter().find(|error| error.file == path);
        assert_eq!(
            first.map(ToString::to_string).as_deref(),
            Some(reported),
            "{errors:#?}"
        );
    }
}

#[test]
fn names_that_hide_or_turn_the_line_around_are_refused() {
    let battle = |title: &str, name: &str, text: &str| {
        format!(
            "(title: \"{title}\", text: \"{text}\", friends: [(unit: \"recruit\", at: \"A1\", name: \"{name}\")], enemies: [(unit: \"recruit\", at: \"L12\")])"
        )
    };
    let wide = "W".repeat(25);
    let ids = "w".repeat(30);
    for (path, text, reported) in [
        (
            "units/recruit.unit.ron",
            "(name: \"\u{202e}adA\")".to_owned(),
            "U+202E",
        ),
        (
            "units/recruit.unit.ron",
            "(kind: \"\u{200b}\")".to_owned(),
            "U+200B",
        ),
        (
            "units/recruit.unit.ron",
            format!("(name: \"{wide}\")"),
            "found 25 letters",
        ),
        (
            "skills/bite.skill.ron",
            "(name: \"\\u{2066}\", damage: 1)".to_owned(),
            "U+2066",
        ),
        (
            "battles/crypt.battle.ron",
            battle("A\u{feff}", "Ada", "B"),
            "U+FEFF",
        ),
        (
            "battles/crypt.battle.ron",
            battle("A", "\u{3164}", "B"),
            "U+3164",
        ),
        (
            "battles/crypt.battle.ron",
            battle("A", "Ada", "B\u{202a}"),
            "U+202A",
        ),
        (
            "schools/descent.school.ron",
            "(title: \"\u{200f}A\", text: \"B\", encounters: [\"crypt\"])".to_owned(),
            "U+200F",
        ),
        (
            "autofight.ron",
            "(messages: {Caught: \"\u{202e}\"})".to_owned(),
            "U+202E",
        ),
        (
            &format!("units/{ids}.unit.ron"),
            "()".to_owned(),
            "found 30 letters, expected at most 24: shorten it by a `name`",
        ),
    ] {
        let errors = errors(&with(path, text.clone()));
        let of_it: Vec<_> = errors.iter().filter(|error| error.file == path).collect();
        assert_eq!(of_it.len(), 1, "{path}: {errors:#?}");
        assert!(of_it[0].message.contains(reported), "{}", of_it[0]);
        assert_places_within(&errors, path, &text);
    }
}
