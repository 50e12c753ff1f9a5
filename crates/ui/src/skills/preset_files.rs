//! Presets on disk: their names, their format, and what is refused.

use std::path::PathBuf;

use foretold_content::text_fault;

use crate::prelude::*;

/// More than these nobody finds again.
const MOST: usize = 200;
/// The folder among what belongs to the player.
const FOLDER: &str = "presets";
/// The longest name of a preset.
pub(super) const LONGEST: usize = 40;

/// The names of all presets, in order.
pub(super) fn names(folder: &DataFolder) -> Vec<String> {
    let folder = folder.within(FOLDER).ok();
    let mut names: Vec<String> = folder
        .and_then(|folder| folder.read_dir().ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let name = name.strip_suffix(".ron")?;
            is_name(name).then(|| name.to_owned())
        })
        .collect();
    names.sort();
    names.truncate(MOST);
    names
}

pub(super) fn file_of(folder: &DataFolder, name: &str) -> Result<PathBuf, String> {
    if is_name(name) {
        Ok(folder.within(FOLDER)?.join(format!("{name}.ron")))
    } else {
        Err(format!(
            "A preset's name has 1 to {LONGEST} letters, digits, spaces, - or _."
        ))
    }
}

/// Whether a name can be a file's name on every system.
pub(super) fn is_name(name: &str) -> bool {
    // What Windows keeps for devices.
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let lower = name.to_lowercase();
    let port = (lower.starts_with("com") || lower.starts_with("lpt")) && lower.len() == 4;
    let sign = |letter: char| letter.is_alphanumeric() || " -_".contains(letter);
    let count = name.chars().count();
    (1..=LONGEST).contains(&count)
        && text_fault(name, LONGEST).is_none()
        && name.trim() == name
        && name.chars().all(sign)
        && !DEVICES.contains(&lower.as_str())
        && !port
}

/// The first line of a preset's file: what it is, and in which version of the format.
const TITLE: &str = "// foretold preset, version ";
const VERSION: u32 = 1;

pub(super) fn preset_to_text(rules: &str) -> String {
    format!("{TITLE}{VERSION}\n{rules}\n")
}

/// The rules in a preset's file, or why it cannot be used. It is left as it is.
pub(super) fn preset_from_text(text: &str) -> Result<&str, String> {
    let (title, rules) = text.split_once('\n').unwrap_or((text, ""));
    let version = title
        .strip_prefix(TITLE)
        .and_then(|version| version.trim_end().parse::<u32>().ok());
    match version {
        Some(VERSION) => Ok(rules),
        Some(newer) if newer > VERSION => Err(format!(
            "it was made by a newer game, in version {newer} of the format: this game knows {VERSION}"
        )),
        _ => Err(format!(
            "it is no preset or damaged: its first line should be `{TITLE}{VERSION}`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_of_another_format_is_refused_and_says_why() {
        let text = preset_to_text("[]");
        assert_eq!(preset_from_text(&text), Ok("[]\n"));
        let newer = text.replace("version 1", "version 2");
        let why = preset_from_text(&newer).expect_err("it is newer");
        assert!(why.contains("a newer game"), "{why}");
        for damaged in ["", "[]", "// foretold preset, version x\n[]"] {
            let why = preset_from_text(damaged).expect_err("it is damaged");
            assert!(why.contains("damaged"), "{why}");
        }
    }

    #[test]
    fn a_presets_name_is_a_files_name_everywhere() {
        for good in ["a", "Two hands", "wall-3_b", "Über"] {
            assert!(is_name(good), "{good}");
        }
        let long = "x".repeat(41);
        let devices = ["con", "NUL", "lpt1", "C:"];
        let elsewhere = ["../a", "a/b", "a\\b", "a.ron"];
        let unreadable = ["", " a", "a ", "a\nb", "\u{3164}", long.as_str()];
        for bad in devices.iter().chain(&elsewhere).chain(&unreadable) {
            assert!(!is_name(bad), "{bad:?}");
        }
    }
}
