//! Texts that are empty, endless, or nested without end.

use foretold_content::MAX_FILE_BYTES;

use crate::common::shipped;
use crate::{errors, reported, with};

#[test]
fn an_empty_file_is_refused() {
    for (path, _) in shipped().iter() {
        for text in ["", " ", "\n\n", "// only a comment\n"] {
            let reported = reported(path, text);
            assert!(reported.starts_with(&format!("{path}:")), "{reported}");
        }
    }
    assert_eq!(
        reported("units/recruit.unit.ron", ""),
        "units/recruit.unit.ron:1:1: found the end of the file, expected fields in brackets: `(…)`"
    );
}

#[test]
fn a_file_of_two_mebibytes_is_refused_unread() {
    let text = format!("({}hp: 100)", " ".repeat(2 << 20));
    let errors = errors(&with("units/recruit.unit.ron", text));
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_eq!(
        errors[0].to_string(),
        "units/recruit.unit.ron: it is too large: expected at most 1 MiB"
    );
}

#[test]
fn a_file_of_exactly_one_mebibyte_is_read() {
    let frame = "(hp: 100)";
    let spaces = MAX_FILE_BYTES as usize - frame.len();
    let text = format!("{}{frame}", " ".repeat(spaces));
    assert_eq!(errors(&with("units/recruit.unit.ron", text)), []);
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 10_000;
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("Not(", ")"),
        ("Some(", ")"),
        ("(a: ", ")"),
    ] {
        let nested = format!("{}Always{}", open.repeat(deep), close.repeat(deep));
        let rule = format!("[(when: All([{nested}]), use: \"hold\")]");
        for text in [nested.clone(), open.repeat(deep), rule] {
            for path in [
                "gambits/recruit.gambits.ron",
                "units/recruit.unit.ron",
                "battles/crypt.battle.ron",
                "autofight.ron",
                "keys.ron",
                "theme.ron",
            ] {
                let reported = reported(path, &text);
                assert!(reported.starts_with(&format!("{path}:1:")), "{reported}");
            }
        }
    }
    let not = "Not(".repeat(10_000);
    let reported = reported(
        "gambits/recruit.gambits.ron",
        &format!(
            "[(when: All([{not}Always{}]), use: \"hold\")]",
            ")".repeat(10_000)
        ),
    );
    assert!(
        reported.ends_with("nested too deeply: expected at most 64 levels"),
        "{reported}"
    );
}

#[test]
fn nested_comments_are_read_or_refused() {
    let deep = 10_000;
    let comment = format!("{}{}", "/*".repeat(deep), "*/".repeat(deep));
    assert_eq!(
        errors(&with(
            "units/recruit.unit.ron",
            format!("{comment}(hp: 100)")
        )),
        []
    );
    let open = "/*".repeat(deep);
    let reported = reported("units/recruit.unit.ron", &format!("{open}(hp: 100)"));
    assert!(
        reported.ends_with("this comment has no end: close it with */"),
        "{reported}"
    );
}

#[test]
fn a_list_of_a_hundred_thousand_is_refused() {
    let cases = [
        (
            "units/recruit.unit.ron",
            "(skills: [",
            "\"bite\",",
            "])",
            16,
        ),
        (
            "units/recruit.unit.ron",
            "(brain: Cards([",
            "(),",
            "]))",
            24,
        ),
        ("units/recruit.unit.ron", "(resists: [", "Fire,", "])", 13),
        ("gambits/recruit.gambits.ron", "[", "(use:\"\"),", "]", 6),
        ("boards/yard.board.ron", "(rows: [", "\"\",", "])", 64),
        (
            "decks/standard.deck.ron",
            "(cards: [",
            "(card:Null),",
            "])",
            12,
        ),
        (
            "schools/descent.school.ron",
            "(title: \"A\", text: \"B\", encounters: [",
            "\"\",",
            "])",
            100,
        ),
        ("skills/bite.skill.ron", "(strikes: [", "(),", "])", 6),
        ("keys.ron", "(quit: [", "\"\",", "])", 4),
    ];
    for (path, head, item, tail, most) in cases {
        let count = 100_000.min(MAX_FILE_BYTES as usize / item.len() - 10);
        let text = format!("{head}{}{tail}", item.repeat(count));
        let reported = reported(path, &text);
        let message = format!("this list is too long: expected at most {most}");
        assert!(reported.ends_with(&message), "{reported}");
        let column = head.len() + item.len() * most + 1;
        assert!(
            reported.starts_with(&format!("{path}:1:{column}:")),
            "{reported}"
        );
    }
}

#[test]
fn endless_lists_in_autofight_are_refused() {
    for (head, item) in [
        ("order", "Distance,"),
        ("ignore", "\"a\","),
        ("prefer", "\"a\","),
    ] {
        let text = format!("(settings: ({head}: [{}]))", item.repeat(100_000));
        let reported = reported("autofight.ron", &text);
        assert!(
            reported.contains("this list is too long: expected at most 1"),
            "{reported}"
        );
        let errors = errors(&with(
            "units/recruit.unit.ron",
            format!("(autofight: ({head}: [{}]))", item.repeat(100_000)),
        ));
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert!(
            errors[0].message.starts_with("this list is too long"),
            "{errors:#?}"
        );
    }
    let presets: String = (0..50_000)
        .map(|number| format!("\"{number}\":(),"))
        .collect();
    let reported = reported("autofight.ron", &format!("(presets: {{{presets}}})"));
    assert!(
        reported.ends_with("these are too many presets: expected at most 100"),
        "{reported}"
    );
}

#[test]
fn a_legend_without_end_is_refused() {
    let signs: String = (0..50_000u32)
        .filter_map(|number| char::from_u32(0x4e00 + number % 20_000))
        .map(|sign| format!("'{sign}':Pit,"))
        .collect();
    let reported = reported(
        "boards/yard.board.ron",
        &format!("(rows: [], legend: {{{signs}}})"),
    );
    assert!(
        reported.ends_with("the legend is too long: expected at most 40 signs"),
        "{reported}"
    );
}

#[test]
fn errors_that_only_follow_do_not_keep_us_busy() {
    // Each item lacks what was wrong in the first: quick to write, slow to read again and again.
    let placings = "(),".repeat(50_000);
    let text = format!(
        "(title: \"A\", text: \"B\", friends: [(unit: 5, at: \"A1\"),{placings}], enemies: [])"
    );
    let errors = errors(&with("battles/crypt.battle.ron", text));
    assert!(!errors.is_empty());
    assert!(errors.len() <= 21, "{}", errors.len());
}

#[test]
fn a_name_without_end_is_cut_in_messages() {
    let long = "x".repeat(1_000_000);
    let cases = [
        ("units/recruit.unit.ron", format!("(skills: [\"{long}\"])")),
        ("units/recruit.unit.ron", format!("({long}: 1)")),
        ("units/recruit.unit.ron", format!("(at_zero: {long})")),
        ("units/recruit.unit.ron", format!("(kind: \"{long}\")")),
        ("units/recruit.unit.ron", format!("(name: \"{long}\")")),
        ("units/recruit.unit.ron", format!("(autofight: \"{long}\")")),
        ("units/recruit.unit.ron", format!("(hp: {long})")),
        (
            "units/recruit.unit.ron",
            format!("(hp: {})", "9".repeat(1_000_000)),
        ),
        ("skills/bite.skill.ron", format!("(damage: \"{long}\")")),
        (
            "skills/bite.skill.ron",
            format!("(damage: \"{}\")", "9".repeat(1_000_000)),
        ),
        (
            "skills/bite.skill.ron",
            format!("(damage: {})", "9".repeat(1_000_000)),
        ),
        ("skills/bite.skill.ron", format!("(damage: b\"{long}\")")),
        (
            "skills/bite.skill.ron",
            format!("(damage: 1, on: \"{long}\")"),
        ),
        ("boards/yard.board.ron", format!("(rows: [\"{long}\"])")),
        (
            "boards/yard.board.ron",
            format!("(rows: [], legend: {{'{long}': Pit}})"),
        ),
    ];
    for (path, text) in cases {
        let head: String = text.chars().take(30).collect();
        let errors = errors(&with(path, text));
        assert!(errors.iter().any(|error| error.file == path), "{head}");
        for error in &errors {
            let length = error.to_string().chars().count();
            assert!(length < 1_000, "{head}: a message of {length} letters");
        }
    }
}

#[test]
fn an_error_in_large_rules_is_looked_up_once() {
    // Every battle is fought by these rules; to find the place in each anew would take minutes.
    let comment = "/* so many words */".repeat(50_000);
    let text = format!("({comment}\nhalf_cover: -1)");
    assert_eq!(
        reported("rules.ron", &text),
        "rules.ron:2:13: half_cover: found -1, expected 0 or more"
    );
}

#[test]
fn a_large_file_with_errors_in_many_battles_is_read_once() {
    let comment = "x".repeat(MAX_FILE_BYTES as usize - 1_000);
    let unit = format!("// {comment}\n(hp: 0, speed: 99, armour_class: 99, initiative: 99)");
    let mut files = with("units/big.unit.ron", unit);
    let place = |number: u8| format!("(unit: \"big\", at: \"{}6\")", (b'A' + number) as char);
    let side: Vec<String> = (0..11).map(place).collect();
    for number in 0..200 {
        let text = format!(
            "(title: \"Big\", text: \"Big ones. Many.\", friends: [{}], enemies: [(unit: \"recruit\", at: \"A1\")])",
            side.join(", ")
        );
        files.insert(format!("battles/big-{number}.battle.ron"), text);
    }
    let reported = errors(&files);
    let of_the_unit = reported
        .iter()
        .filter(|error| error.file == "units/big.unit.ron");
    assert_eq!(of_the_unit.count(), 4, "{reported:#?}");
}

/// A battle of as many units as there can be.
fn crowd() -> String {
    let side = |row: u8| -> String {
        (b'A'..=b'L')
            .map(|column| {
                let column = char::from(column);
                format!("(unit: \"recruit\", at: \"{column}{row}\"),")
            })
            .collect()
    };
    format!(
        "(title: \"Crowd\", text: \"So many. Too many.\", friends: [{}], enemies: [{}])",
        side(1),
        side(12)
    )
}

#[test]
fn more_units_in_all_battles_than_anybody_can_check_are_refused() {
    let mut files = shipped().clone();
    for number in 0..148 {
        files.insert(format!("battles/crowd-{number}.battle.ron"), crowd());
    }
    let errors = errors(&files);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    let reported = errors[0].to_string();
    assert!(reported.starts_with("battles: found 3"), "{reported}");
    assert!(
        reported.ends_with(
            " units in 160 battles, expected at most 3000 in all battles together: take some battles away"
        ),
        "{reported}"
    );
}

#[test]
fn kinds_that_autofight_knows_have_names_that_end() {
    let long = "x".repeat(65);
    for (text, place) in [
        (format!("(settings: (ignore: [\"{long}\"]))"), "1:22"),
        (format!("(settings: (prefer: [\"{long}\"]))"), "1:22"),
        (format!("(presets: {{\"{long}\": ()}})"), "1:12"),
    ] {
        let reported = reported("autofight.ron", &text);
        assert!(
            reported.starts_with(&format!("autofight.ron:{place}: ")),
            "{reported}"
        );
        assert!(
            reported.ends_with("found 65 letters, expected at most 64: shorten it"),
            "{reported}"
        );
    }
}

#[test]
fn no_folder_floods_the_list_of_errors() {
    let mut files = shipped().clone();
    for number in 0..100 {
        let text = "(hp: 0, speed: 99, armour_class: 99, initiative: 99)";
        files.insert(format!("units/odd-{number}.unit.ron"), text);
    }
    let errors = errors(&files);
    assert_eq!(errors.len(), 201);
    let last = errors.last().map(ToString::to_string);
    let expected = "there may be more errors: mend these first, then look again";
    assert_eq!(last.as_deref(), Some(expected));
}
