//! docs/modding.md, followed word by word: its files load, its commands print what it says, its
//! bounds are those of the loader.

use foretold_content::{Content, Files};

use crate::common::{Place, root};
use crate::pages::{blocks, carry_out, file, page};

const PAGE: &str = "docs/modding.md";

#[test]
fn whoever_follows_the_page_gets_what_it_shows() {
    let place = Place::with_assets();
    let (mut files, mut commands) = (0, 0);
    for block in blocks(&page(PAGE)) {
        match block.mark.as_str() {
            // Only the game draws figures: its own tests draw the one of the page.
            "ron" | "ron wrong" | "xml" => {
                place.write(file(&block), &block.text);
                files += 1;
                let printed = place.lab("validate");
                let wrong = i32::from(block.mark == "ron wrong");
                assert_eq!(printed.code, Some(wrong), "{}: {}", block.text, printed.err);
            }
            "console" => commands += carry_out(&place, &block.text),
            // `text` is what the game shows.
            "sh" | "text" => {}
            other => panic!("a block of another kind: {other}"),
        }
    }
    assert!(
        files >= 15 && commands >= 7,
        "{files} files, {commands} commands"
    );
}

#[test]
fn every_kind_of_file_has_an_example() {
    let page = page(PAGE);
    let blocks = blocks(&page);
    let shown: Vec<&str> = blocks
        .iter()
        .filter(|block| ["ron", "xml"].contains(&block.mark.as_str()))
        .map(file)
        .collect();
    for end in [
        ".skill.ron",
        ".unit.ron",
        ".deck.ron",
        ".board.ron",
        ".ground.ron",
        ".battle.ron",
        ".gambits.ron",
        ".school.ron",
        ".item.ron",
        ".pack.ron",
        ".run.ron",
        "/rules.ron",
        "/autofight.ron",
        "/keys.ron",
        "/theme.ron",
        ".svg",
    ] {
        assert!(
            shown.iter().any(|file| file.ends_with(end)),
            "no example of {end}"
        );
    }
}

/// A row of a table: where it stands, the field, the bounds.
struct Row {
    section: String,
    /// The bold words in front of the table.
    part: String,
    field: String,
    bounds: (i64, i64),
}

/// The rows of the page with a number between two bounds.
fn rows() -> Vec<Row> {
    let page = page(PAGE);
    let (_, reference) = page
        .split_once("\n## Reference\n")
        .expect("the page has a reference");
    let mut rows = Vec::new();
    let (mut section, mut part) = (String::new(), String::new());
    for line in reference.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            heading.clone_into(&mut section);
        }
        if let Some((bold, _)) = line
            .strip_prefix("**")
            .and_then(|rest| rest.split_once("**"))
        {
            part = bold.to_lowercase();
        }
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, field, "number", _, bounds, ..] = columns.as_slice() else {
            continue;
        };
        let Some((least, most)) = bounds.split_once(" to ") else {
            continue;
        };
        rows.push(Row {
            section: section.clone(),
            part: part.clone(),
            field: field.trim_matches('`').to_owned(),
            bounds: (least.parse().expect(line), most.parse().expect(line)),
        });
    }
    rows
}

/// A file in which a field of a table has a value.
fn probe(row: &Row, value: i64) -> (&'static str, String) {
    let (skill, unit) = ("skills/probe.skill.ron", "units/probe.unit.ron");
    let (section, part, field) = (row.section.as_str(), row.part.as_str(), row.field.as_str());
    let plain = format!("({field}: {value})");
    match (section, field) {
        ("Units", "max_hp") => (unit, format!("(hp: 1, max_hp: {value})")),
        ("Units", "weight" | "range") => {
            let other = "(name: \"Other\", intent: Attack(1))";
            let text = format!("(brain: Cards([{other}, (intent: Attack(1), {field}: {value})]))");
            (unit, text)
        }
        // Three rules need three slots.
        ("Units", "rule_slots") => (unit, format!("(brain: Heuristic, rule_slots: {value})")),
        ("Units", _) => (unit, plain),
        ("Skills", "block" | "rally") => (skill, plain),
        ("Skills", "accuracy_bonus") => (
            skill,
            format!("(to_hit: Aimed, damage: 1, accuracy_bonus: {value})"),
        ),
        ("Skills", _) => (skill, format!("(damage: 1, {field}: {value})")),
        ("Statuses", "turns") => (
            skill,
            format!("(inflicts: (status: Stunned, turns: {value}))"),
        ),
        ("Statuses", "amount") => (
            skill,
            format!("(inflicts: (status: Poisoned, turns: 1, amount: {value}))"),
        ),
        ("Decks", "copies") => (
            "decks/probe.deck.ron",
            format!("(cards: [(card: Null, copies: {value})])"),
        ),
        ("Items", _) => (
            "items/probe.item.ron",
            format!("(slot: Charm, text: \"A probe.\", {field}: {value})"),
        ),
        ("rules.ron", "lowest_chance") => (
            "rules.ron",
            format!("(highest_chance: 100, lowest_chance: {value})"),
        ),
        ("rules.ron", "highest_chance") => (
            "rules.ron",
            format!("(lowest_chance: 0, highest_chance: {value})"),
        ),
        ("rules.ron", _) => ("rules.ron", plain),
        ("autofight.ron", _) => ("autofight.ron", format!("(settings: ({field}: {value}))")),
        ("theme.ron", _) => ("theme.ron", format!("({part}: ({field}: {value}))")),
        _ => panic!("no probe for `{field}` in {section}: add one"),
    }
}

#[test]
fn the_bounds_on_the_page_are_those_of_the_loader() {
    let shipped = Files::read(&root().join("assets")).expect("the content is there");
    let mut files = Files::default();
    for name in [
        "skills/light_punch.skill.ron",
        "skills/heavy_punch.skill.ron",
        "skills/move_towards.skill.ron",
        "gambits/recruit.gambits.ron",
    ] {
        files.insert(name, shipped.get(name).expect("it is shipped"));
    }
    Content::load(&files).expect("a unit needs no more than these");
    let rows = rows();
    assert!(rows.len() >= 30, "{} rows", rows.len());
    for row in rows {
        let Row { section, field, .. } = &row;
        let (least, most) = row.bounds;
        let load = |value: i64| {
            let (place, text) = probe(&row, value);
            let mut files = files.clone();
            files.insert(place, text);
            Content::load(&files).map(drop)
        };
        for value in [least, most] {
            assert_eq!(
                load(value),
                Ok(()),
                "{section}, `{field}`: {value} is within the bounds"
            );
        }
        for value in [least - 1, most + 1] {
            let errors = load(value).expect_err(&format!("{section}, `{field}`: {value}"));
            let printed = errors[0].to_string();
            let bounds = format!("expected {least} to {most}");
            let known = [
                bounds.as_str(),
                "expected 0 or more",
                "docs/modding.md lists the bounds",
            ];
            assert!(
                known.iter().any(|known| printed.contains(known)),
                "{printed}"
            );
        }
    }
}
