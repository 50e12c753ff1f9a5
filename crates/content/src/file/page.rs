//! Every field and every word that a file may hold is explained in docs/modding.md.

use std::fs;
use std::path::Path;

use foretold_battle::{
    AtZero, AutofightSettings, Card, DamageKind, Edge, HeavyStrikes, Interrupts, Luck, MoveMode,
    Preconditions, Ranking, Status, Stop, Tempo, Terrain,
};
use ron::error::Error;
use serde::de::DeserializeOwned;

use super::battle::{BattleFile, Placing};
use super::deck::{CardFile, DeckFile};
use super::skill::{AfflictionFile, SkillFile, StrikeFile, ToHit};
use super::unit::{BrainFile, DeckSource, IntentFile, MoveFile, UnitFile};
use super::{AutofightFile, BoardFile, HouseFile, RuleFile, RunFile, TestFile, WhenFile};
use crate::files::{KEYS, THEME};
use crate::keys::{KEY_NAMES, KeysFile};
use crate::selectors::selector_names;
use crate::theme::{PaletteFile, SizesFile, StrokesFile, ThemeFile, TimingsFile};

/// The names that a type knows, told by the error for one that it does not.
fn known<T: DeserializeOwned>() -> Vec<&'static str> {
    let error = |text| ron::from_str::<T>(text).err().map(|error| error.code);
    match (error("(no_such_name: 1)"), error("NoSuchName")) {
        (Some(Error::NoSuchStructField { expected, .. }), _)
        | (_, Some(Error::NoSuchEnumVariant { expected, .. })) => expected.to_vec(),
        other => panic!("neither fields nor words: {other:?}"),
    }
}

#[test]
fn every_name_stands_in_its_section_of_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/modding.md");
    let page = fs::read_to_string(path).expect("the page is there");
    let section = |heading: &str| {
        let start = format!("\n### {heading}\n");
        let (_, rest) = page
            .split_once(&start)
            .unwrap_or_else(|| panic!("no section {heading}"));
        rest.split("\n### ").next().unwrap_or_default()
    };
    let selectors = selector_names();
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
        ("Skills", known::<Edge>()),
        ("Skills", known::<MoveMode>()),
        ("Statuses", known::<AfflictionFile>()),
        ("Statuses", known::<Status>()),
        ("Damage kinds", known::<DamageKind>()),
        ("Rules", known::<RuleFile>()),
        ("Rules", known::<WhenFile>()),
        ("Rules", known::<TestFile>()),
        ("Rules", selectors.iter().map(String::as_str).collect()),
        ("Decks", known::<DeckFile>()),
        ("Decks", known::<CardFile>()),
        ("Decks", known::<Card>()),
        ("Boards", known::<BoardFile>()),
        ("Boards", known::<Terrain>()),
        ("Battles", known::<BattleFile>()),
        ("Battles", known::<Placing>()),
        ("Battles", known::<Tempo>()),
        ("Runs", known::<RunFile>()),
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
            let told = [format!("`{name}`"), format!("`{name}(")];
            assert!(
                told.iter().any(|told| text.contains(told)),
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
            let told = |line: &str| line.trim_start().starts_with(&format!("{name}: "));
            assert!(
                text.lines().any(told),
                "assets/{file} does not say `{name}`"
            );
        }
    }
}
