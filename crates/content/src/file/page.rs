//! Every field and every word that a file may hold is explained in docs/modding.md, and the tables
//! of words there and in docs/rules.md are those of the game.

use std::fs;
use std::path::Path;

use foretold_battle::brain::{About, Clause, Criterion, Side, Test};
use foretold_battle::{
    Area, AtZero, AutofightSettings, Card, DamageKind, Edge, HeavyStrikes, Interrupts, Luck,
    MoveMode, Preconditions, Ranking, Status, Stop, Tempo, Terrain, phrase,
};
use ron::error::Error;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::battle::{BattleFile, Placing};
use super::deck::{CardFile, DeckFile};
use super::skill::{AfflictionFile, SkillFile, StrikeFile, ToHit};
use super::unit::{BrainFile, CompanionFile, DeckSource, IntentFile, MoveFile, UnitFile};
use super::{
    AutofightFile, Bands, Bargain, BoardFile, CardChange, FloorPlan, FoundWord, Gift, GroundKind,
    HouseFile, Item, ItemSlot, Level, LevelChange, Pack, PackUnit, PlaceKind, Price, Reference,
    ReferenceCompanion, RewardKind, RuleFile, RunPlan, SchoolFile, Stands, StartStatus, TestFile,
    WhenFile,
};
use crate::content::Content;
use crate::files::{Files, KEYS, THEME};
use crate::ground::{Ambience, CoverKind, FloorKind, GroundColoursFile, GroundFile, WallKind};
use crate::keys::{KEY_NAMES, KeysFile};
use crate::selectors::selector_names;
use crate::theme::{PaletteFile, SizesFile, StrokesFile, Theme, ThemeFile, TimingsFile};

/// The names that a type knows, from the error for one that it does not.
fn known<T: DeserializeOwned>() -> Vec<&'static str> {
    let error = |text| ron::from_str::<T>(text).err().map(|error| error.code);
    match (error("(no_such_name: 1)"), error("NoSuchName")) {
        (Some(Error::NoSuchStructField { expected, .. }), _)
        | (_, Some(Error::NoSuchEnumVariant { expected, .. })) => expected.to_vec(),
        other => panic!("neither fields nor words: {other:?}"),
    }
}

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(path.join(name)).expect("the page is there")
}

/// The rows of the table with this heading.
#[track_caller]
fn table<'a>(page: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, table) = page
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("no table {heading}"));
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    rows.skip(1).collect()
}

/// A word of the game as a file holds it.
fn written(word: &impl Serialize) -> String {
    let style = PrettyConfig::new().depth_limit(0);
    ron::ser::to_string_pretty(word, style).expect("words can be written")
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

#[test]
fn the_tables_for_designers_are_those_of_the_game() {
    let page = page("modding.md");
    let plain = |test| {
        TestFile::from(&Clause {
            negated: false,
            test,
        })
    };
    let tests = Test::by_subject()
        .map(|test| format!("| `{}` | {} |", written(&plain(test)), test.holds_if()))
        .into_iter()
        .chain(["| `Not( … )` | the test inside does not hold |".to_owned()]);
    let selectors = Side::ALL.into_iter().filter(|side| !side.is_one());
    let selectors = selectors.flat_map(|side| {
        Criterion::ALL.map(|criterion| {
            let name = format!("{}_{}", criterion.file_name(), side.file_name());
            format!("| `{name}`, `{name}_in_reach` | {} |", criterion.picks())
        })
    });
    let selectors = selectors.chain(["| `self` | the unit itself |".to_owned()]);
    let terrains = Terrain::ALL.into_iter().map(|terrain| {
        let (walked, seen) = (
            yes_or_no(terrain.walkable()),
            yes_or_no(terrain.see_through()),
        );
        format!(
            "| `{}` | {walked} | {seen} | {} |",
            written(&terrain),
            terrain.is()
        )
    });
    let statuses = Status::ALL.map(|status| format!("| `{status:?}` | {} |", status.does()));
    for (heading, rows) in [
        ("| test | holds if |", tests.collect::<Vec<_>>()),
        ("| selector | picks |", selectors.collect()),
        (
            "| terrain | walked on | seen through | the cell is |",
            terrains.collect(),
        ),
        ("| status | the unit |", statuses.to_vec()),
    ] {
        assert_eq!(table(&page, heading), rows, "docs/modding.md, {heading}");
    }
    let numbered = Status::ALL.into_iter().filter(|status| status.has_amount());
    let numbered: Vec<String> = numbered.map(|status| format!("`{status:?}`")).collect();
    let amount = page.lines().find(|line| line.starts_with("| `amount` |"));
    let named: Vec<&str> = amount
        .expect("it has a row")
        .split(['`'])
        .skip(3)
        .step_by(2)
        .collect();
    let named: Vec<String> = named.iter().map(|name| format!("`{name}`")).collect();
    assert_eq!(named, numbered, "the row of `amount` in docs/modding.md");
}

#[test]
fn the_tables_of_the_rules_are_those_of_the_game() {
    let page = page("rules.md");
    let phrases = |about: About| {
        let tests = Test::ALL
            .into_iter()
            .filter(move |test| test.about() == about);
        let phrases = tests.map(|test| {
            phrase(Clause {
                negated: false,
                test,
            })
        });
        format!(
            "| {} | {} |",
            about.name(),
            phrases.collect::<Vec<_>>().join("; ")
        )
    };
    assert_eq!(
        table(&page, "| about | tests |"),
        About::ALL.map(phrases),
        "docs/rules.md, §6"
    );

    let selectors = page.lines().find(|line| line.starts_with("**Selectors.**"));
    let selectors = selectors.expect("rules §6 names them").to_lowercase();
    for criterion in Criterion::ALL {
        let words = criterion.words().to_lowercase();
        assert!(selectors.contains(&words), "docs/rules.md, §6: {words}");
    }
    let number = |numbered: bool| if numbered { " n" } else { "" };
    let terrains = table(
        &page,
        "| terrain | can be walked on | sight passes | for a unit that stands there |",
    );
    let expected = Terrain::ALL.map(|terrain| {
        let (walked, seen) = (
            yes_or_no(terrain.walkable()),
            yes_or_no(terrain.see_through()),
        );
        let harm = number(terrain.harm().is_some());
        format!("| {}{harm} | {walked} | {seen} | ", terrain.name())
    });
    begin_with(&terrains, &expected, "docs/rules.md, §1");
    let statuses = table(&page, "| status | what it does |");
    let expected =
        Status::ALL.map(|status| format!("| {}{} | ", status.name(), number(status.has_amount())));
    begin_with(&statuses, &expected, "docs/rules.md, §9");
}

#[track_caller]
fn begin_with(rows: &[&str], beginnings: &[String], place: &str) {
    assert_eq!(rows.len(), beginnings.len(), "{place}: rows");
    for (row, beginning) in rows.iter().zip(beginnings) {
        assert!(
            row.starts_with(beginning),
            "{place}: {row} does not begin with {beginning}"
        );
    }
}

/// A file of all the defaults on the page is the game's own theme.
#[test]
fn the_defaults_of_the_theme_are_those_of_the_game() {
    let page = page("modding.md");
    let (_, section) = page.split_once("\n### theme.ron\n").expect("it is there");
    let section = section.split("\n### ").next().unwrap_or_default();
    let mut text = String::from("(");
    for part in ["Palette", "Strokes", "Sizes", "Timings"] {
        let (_, rest) = section.split_once(&format!("\n**{part}")).expect(part);
        text += &format!("\n{}: (", part.to_lowercase());
        for row in table(rest, "| field | type | default | bounds | meaning |") {
            let cells: Vec<&str> = row
                .split('|')
                .map(|it| it.trim().trim_matches('`'))
                .collect();
            text += &format!("{}: {}, ", cells[1], cells[3]);
        }
        text += "),";
    }
    text += ")";
    let mut files = Files::default();
    files.insert(THEME, text);
    let content = Content::load(&files).expect("the defaults are within bounds");
    assert_eq!(
        content.theme(),
        &Theme::default(),
        "docs/modding.md, theme.ron"
    );
    let named = [
        known::<PaletteFile>(),
        known::<StrokesFile>(),
        known::<SizesFile>(),
        known::<TimingsFile>(),
    ];
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    assert_eq!(
        rows.count(),
        named.concat().len() + known::<ThemeFile>().len()
    );
}

#[test]
fn every_name_stands_in_its_section_of_the_page() {
    let page = page("modding.md");
    let section = |heading: &str| {
        let start = format!("\n### {heading}\n");
        let (_, rest) = page
            .split_once(&start)
            .unwrap_or_else(|| panic!("no section {heading}"));
        rest.split("\n### ").next().unwrap_or_default()
    };
    let mut count = 0;
    for (heading, names) in [
        ("Units", known::<UnitFile>()),
        ("Units", known::<BrainFile>()),
        ("Units", known::<MoveFile>()),
        ("Units", known::<IntentFile>()),
        ("Units", known::<DeckSource>()),
        ("Units", known::<AtZero>()),
        ("Skills", known::<SkillFile>()),
        ("Skills", known::<StrikeFile>()),
        ("Skills", known::<ToHit>()),
        ("Skills", known::<Area>()),
        ("Skills", known::<Edge>()),
        ("Skills", known::<MoveMode>()),
        ("Statuses", known::<AfflictionFile>()),
        ("Statuses", known::<Status>()),
        ("Damage kinds", known::<DamageKind>()),
        ("Rules", known::<RuleFile>()),
        ("Rules", known::<WhenFile>()),
        ("Rules", known::<TestFile>()),
        ("Rules", selector_names().collect()),
        ("Decks", known::<DeckFile>()),
        ("Decks", known::<CardFile>()),
        ("Decks", known::<Card>()),
        ("Boards", known::<BoardFile>()),
        ("Boards", known::<Terrain>()),
        ("Grounds", known::<GroundFile>()),
        ("Grounds", known::<GroundColoursFile>()),
        ("Grounds", known::<FloorKind>()),
        ("Grounds", known::<WallKind>()),
        ("Grounds", known::<CoverKind>()),
        ("Grounds", known::<Ambience>()),
        ("Battles", known::<BattleFile>()),
        ("Battles", known::<Placing>()),
        ("Battles", known::<Tempo>()),
        ("Units", known::<CompanionFile>()),
        ("Schools", known::<SchoolFile>()),
        ("Items", known::<Item>()),
        ("Items", known::<ItemSlot>()),
        ("Items", known::<StartStatus>()),
        ("Packs", known::<Pack>()),
        ("Packs", known::<PackUnit>()),
        ("Packs", known::<Stands>()),
        ("Packs", known::<GroundKind>()),
        ("Runs", known::<RunPlan>()),
        ("Runs", known::<Bands>()),
        ("Runs", known::<FloorPlan>()),
        ("Runs", known::<PlaceKind>()),
        ("Runs", known::<FoundWord>()),
        ("Runs", known::<Reference>()),
        ("Runs", known::<ReferenceCompanion>()),
        ("Runs", known::<RewardKind>()),
        ("Runs", known::<CardChange>()),
        ("Runs", known::<Bargain>()),
        ("Runs", known::<Price>()),
        ("Runs", known::<Gift>()),
        ("Runs", known::<Level>()),
        ("Runs", known::<LevelChange>()),
        ("rules.ron", known::<HouseFile>()),
        ("rules.ron", known::<Luck>()),
        ("rules.ron", known::<HeavyStrikes>()),
        ("autofight.ron", known::<AutofightFile>()),
        ("autofight.ron", known::<AutofightSettings>()),
        ("autofight.ron", known::<Preconditions>()),
        ("autofight.ron", known::<Interrupts>()),
        ("autofight.ron", known::<Ranking>()),
        ("autofight.ron", known::<Stop>()),
        ("keys.ron", known::<KeysFile>()),
        ("keys.ron", KEY_NAMES.to_vec()),
        ("theme.ron", known::<ThemeFile>()),
        ("theme.ron", known::<PaletteFile>()),
        ("theme.ron", known::<StrokesFile>()),
        ("theme.ron", known::<SizesFile>()),
        ("theme.ron", known::<TimingsFile>()),
    ] {
        let text = section(heading);
        for name in names {
            let written = [format!("`{name}`"), format!("`{name}(")];
            assert!(
                written.iter().any(|name| text.contains(name)),
                "docs/modding.md does not explain `{name}` in the section {heading}"
            );
            count += 1;
        }
    }
    assert!(count > 150, "{count} names");
}

#[test]
fn the_shipped_keys_and_theme_are_written_out_in_full() {
    for (file, names) in [
        (KEYS, known::<KeysFile>()),
        (THEME, known::<ThemeFile>()),
        (THEME, known::<PaletteFile>()),
        (THEME, known::<StrokesFile>()),
        (THEME, known::<SizesFile>()),
        (THEME, known::<TimingsFile>()),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../assets")
            .join(file);
        let text = fs::read_to_string(path).expect("it is shipped");
        for name in names {
            let says = |line: &str| line.trim_start().starts_with(&format!("{name}: "));
            assert!(
                text.lines().any(says),
                "assets/{file} does not say `{name}`"
            );
        }
    }
}
