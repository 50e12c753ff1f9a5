//! Changing one number of the content by its name: `units.cultist.hp`.
//!
//! The name is the folder, the id and the field as errors write it, with dots in between. The text
//! is changed, not the value, so the loader checks the new number like any other.

use crate::files::{AUTOFIGHT, FileKind, Files, RULES};
use crate::names::{did_you_mean, shown};
use crate::outline::{Outline, ValuePath};

/// The files outside of the folders with numbers that battles depend on.
const SINGLE: [&str; 2] = [RULES, AUTOFIGHT];

impl Files {
    /// Puts another number in the place of the one with this name. A field that a file leaves out
    /// joins it.
    ///
    /// ```
    /// use foretold_content::Files;
    ///
    /// let mut files = Files::default();
    /// files.insert("units/rat.unit.ron", "(hp: 3)");
    /// assert_eq!(files.set_number("units.rat.hp", 5), Ok(()));
    /// assert_eq!(files.get("units/rat.unit.ron"), Some("(hp: 5)"));
    /// ```
    ///
    /// # Errors
    /// In words, if there is no such number. Whether the new one is allowed is for
    /// [`Content::load`](crate::Content::load) to say.
    pub fn set_number(&mut self, name: &str, number: i64) -> Result<(), String> {
        let (file, field) = self.find_file(name)?;
        let steps = parse(field).ok_or_else(|| {
            format!(
                "`{}` is not the name of a field: write it like `brain[0].weight`",
                shown(field)
            )
        })?;
        let text = self.get(&file).unwrap_or_default();
        let outline =
            Outline::new(text).ok_or_else(|| format!("{file} is not RON: mend it first"))?;
        let path = steps
            .iter()
            .fold(ValuePath::default(), |path, step| match step {
                PathStep::Field(name) => path.named(name),
                PathStep::Item(at) => path.item(*at),
            });
        let found = outline.follow(&path);
        let written = &text[found.value.clone()];
        let changed = match (found.steps_left, steps.last()) {
            (0, _) if written.parse::<i64>().is_ok() => {
                let mut text = text.to_owned();
                text.replace_range(found.value, &number.to_string());
                text
            }
            (0, _) if found.items > 0 => {
                return Err(format!(
                    "`{field}` in {file} holds more than a number{}",
                    hint(&found.keys, found.items)
                ));
            }
            (0, _) => {
                return Err(format!(
                    "`{field}` in {file} is {}, which is not a whole number: name a field with a number",
                    shown(written)
                ));
            }
            // The loader knows whether there is such a field.
            (1, Some(PathStep::Field(name)))
                if is_plain(name)
                    && written.starts_with('(')
                    && found.keys.len() == found.items =>
            {
                let comma = if found.items > 0 { ", " } else { "" };
                let mut text = text.to_owned();
                text.insert_str(found.value.start + 1, &format!("{name}: {number}{comma}"));
                text
            }
            (left, _) => {
                let wrong = steps.get(steps.len() - left);
                let wrong = wrong.map(ToString::to_string).unwrap_or_default();
                let hint = match wrong.starts_with('[') {
                    true => hint(&found.keys, found.items),
                    false => did_you_mean(&wrong, found.keys.iter().map(AsRef::as_ref)),
                };
                return Err(format!(
                    "there is no `{wrong}` of `{field}` in {file}{hint}"
                ));
            }
        };
        self.insert(file, changed);
        Ok(())
    }

    /// The file that a name begins with, and the rest of the name.
    fn find_file<'n>(&self, name: &'n str) -> Result<(String, &'n str), String> {
        let wrong = |part: &str| {
            format!(
                "`{}` names no number: write the folder, the id and the field, as in `{part}`",
                shown(name)
            )
        };
        let (first, rest) = name
            .split_once('.')
            .ok_or_else(|| wrong("units.cultist.hp"))?;
        let single = SINGLE
            .into_iter()
            .find(|file| file.strip_suffix(".ron") == Some(first));
        if let Some(file) = single {
            return match self.get(file) {
                Some(_) => Ok((file.to_owned(), rest)),
                None => Err(format!("there is no file {file}")),
            };
        }
        let Some(kind) = FileKind::ALL
            .into_iter()
            .find(|kind| kind.folder() == first)
        else {
            let folders = FileKind::ALL.into_iter().map(FileKind::folder);
            let single = SINGLE
                .into_iter()
                .filter_map(|file| file.strip_suffix(".ron"));
            let hint = did_you_mean(first, folders.chain(single));
            return Err(format!("there is no folder `{}`{hint}", shown(first)));
        };
        let (id, field) = rest
            .split_once('.')
            .ok_or_else(|| wrong(&format!("{first}.{}.hp", shown(rest))))?;
        let file = kind.path(id);
        if self.get(&file).is_none() {
            let ids: Vec<&str> = self
                .iter()
                .filter_map(|(path, _)| {
                    let name = path.strip_prefix(kind.folder())?.strip_prefix('/')?;
                    name.strip_suffix(kind.suffix())
                })
                .collect();
            let hint = did_you_mean(id, ids.iter().copied());
            return Err(format!("there is no {} `{}`{hint}", kind.noun(), shown(id)));
        }
        Ok((file, field))
    }
}

/// One step of the way to a number.
enum PathStep<'n> {
    Field(&'n str),
    Item(usize),
}

impl std::fmt::Display for PathStep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PathStep::Field(name) => write!(f, "{}", shown(name)),
            PathStep::Item(at) => write!(f, "[{at}]"),
        }
    }
}

/// The steps of a field like `brain[0].weight`.
fn parse(field: &str) -> Option<Vec<PathStep<'_>>> {
    let mut steps = Vec::new();
    for part in field.split('.') {
        let (name, items) = part.split_at(part.find('[').unwrap_or(part.len()));
        if name.is_empty() {
            return None;
        }
        steps.push(PathStep::Field(name));
        for item in items.split_inclusive(']') {
            let at = item.strip_prefix('[')?.strip_suffix(']')?;
            steps.push(PathStep::Item(at.parse().ok()?));
        }
    }
    Some(steps)
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.chars().all(plain)
}

/// What can be named inside of a value.
fn hint(keys: &[impl AsRef<str>], items: usize) -> String {
    match (keys, items) {
        ([], 0) => String::new(),
        ([], 1) => ": it has only `[0]`".to_owned(),
        ([], _) => format!(": it has `[0]` to `[{}]`", items - 1),
        (keys, _) => did_you_mean("", keys.iter().map(AsRef::as_ref)),
    }
}
