//! The content that a command works with: the folder, and files given by path.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use foretold_battle::UnitId;
use foretold_content::{
    Content, ContentError, Encounter, FileKind, Files, did_you_mean, find_assets, fresh_seed,
    plain, plain_path, read_text,
};

use crate::args::LabArgs;
use crate::problem::Problem;

/// Content read from a folder, with files given by path added.
pub(crate) struct LabContent {
    folder: PathBuf,
    files: Files,
    /// Where the files given by path really are.
    given: BTreeMap<String, String>,
    /// Numbers that `--with` changes.
    with: Vec<NumberChange>,
}

/// A number of the content in place of another: `units.cultist.hp=50`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NumberChange {
    pub(crate) field: String,
    pub(crate) number: i64,
}

impl fmt::Display for NumberChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.field, self.number)
    }
}

impl FromStr for NumberChange {
    type Err = String;

    fn from_str(text: &str) -> Result<NumberChange, String> {
        let example = "write it like units.cultist.hp=50";
        let (field, number) = text
            .split_once('=')
            .ok_or_else(|| format!("there is no `=`: {example}"))?;
        let number = number
            .parse()
            .map_err(|_| format!("`{}` is not a whole number: {example}", plain(number)))?;
        Ok(NumberChange {
            field: field.trim().to_owned(),
            number,
        })
    }
}

impl LabContent {
    /// Reads the folder that the command line names, or the nearest one.
    pub(crate) fn read(args: &LabArgs) -> Result<LabContent, Problem> {
        let folder = match &args.assets {
            Some(folder) => folder.clone(),
            None => find_assets().ok_or_else(|| {
                Problem::Input(
                    "there is no folder `assets` here or above: go into the game's folder, or name it with --assets DIR"
                        .to_owned(),
                )
            })?,
        };
        let content = LabContent::read_folder(folder)?;
        Ok(LabContent {
            with: args.with.clone(),
            ..content
        })
    }

    /// Reads a folder.
    pub(crate) fn read_folder(folder: PathBuf) -> Result<LabContent, Problem> {
        let files = Files::read(&folder).map_err(Problem::Input)?;
        if files.is_empty() {
            return Err(Problem::Input(format!(
                "there is no content in {}: name the folder with rules.ron in it",
                plain_path(&folder)
            )));
        }
        Ok(LabContent {
            folder,
            files,
            given: BTreeMap::new(),
            with: Vec::new(),
        })
    }

    /// The id of a thing given by name, or by the path of a file, which then joins the content.
    pub(crate) fn take(&mut self, kind: FileKind, given: &str) -> Result<String, Problem> {
        let (path, shown) = (Path::new(given), plain(given));
        let is_path = given.ends_with(".ron") || path.components().count() > 1;
        if !is_path {
            return Ok(given.to_owned());
        }
        let other = FileKind::ALL
            .into_iter()
            .find(|other| *other != kind && given.ends_with(other.suffix()));
        if let Some(other) = other {
            return Err(Problem::Input(format!(
                "{shown} is a {}: expected a {}, as in example{}",
                other.noun(),
                kind.noun(),
                kind.suffix()
            )));
        }
        let text = read_text(path).map_err(|error| Problem::Input(format!("{shown}: {error}")))?;
        let id = id_of(path);
        let place = kind.path(&id);
        let taken = self
            .given
            .get(&place)
            .is_some_and(|earlier| earlier != given);
        if taken && self.files.get(&place) != Some(&text) {
            return Err(Problem::Input(format!(
                "{shown}: two different files are both called `{id}`: rename one of them"
            )));
        }
        self.files.insert(place.clone(), text);
        self.given.insert(place, given.to_owned());
        Ok(id)
    }

    /// Checks everything together.
    pub(crate) fn load(&self) -> Result<Content, Problem> {
        self.load_with(&[])
    }

    /// Checks everything together, with some numbers changed.
    pub(crate) fn load_with(&self, changes: &[NumberChange]) -> Result<Content, Problem> {
        let mut changes = self.with.iter().chain(changes).peekable();
        if changes.peek().is_none() {
            return Content::load(&self.files).map_err(|errors| self.problem(errors));
        }
        let mut files = self.files.clone();
        let mut words = Vec::new();
        for change in changes {
            files
                .set_number(&change.field, change.number)
                .map_err(|why| Problem::Input(format!("{change}: {why}")))?;
            words.push(change.to_string());
        }
        Content::load(&files).map_err(|errors| {
            let with = |error: ContentError| ContentError {
                message: format!("{} (with {})", error.message, words.join(" ")),
                ..error
            };
            self.problem(errors.into_iter().map(with).collect())
        })
    }

    /// Errors with the paths that the user knows, so that an editor can jump there.
    fn problem(&self, errors: Vec<ContentError>) -> Problem {
        let placed = |error: ContentError| {
            let file = match self.given.get(&error.file) {
                Some(given) => given.clone(),
                None if error.file.is_empty() => self.folder.to_string_lossy().into_owned(),
                None => {
                    let path = self.folder.join(&error.file);
                    path.to_string_lossy().into_owned()
                }
            };
            let message = self.to_copy(&error).unwrap_or(error.message);
            // Advice may name a file as well.
            let message = self.given.iter().fold(message, |text, (place, given)| {
                text.replace(place, &plain(given))
            });
            ContentError {
                file,
                message,
                ..error
            }
        };
        Problem::Content(errors.into_iter().map(placed).collect())
    }

    /// If another folder lacks a file that the game ships: which one to copy.
    fn to_copy(&self, error: &ContentError) -> Option<String> {
        let (kind, id) = error.missing()?;
        let shipped = find_assets()?.join(kind.path(id));
        let here = self.folder.join(kind.folder());
        shipped.is_file().then(|| {
            format!(
                "there is no {} `{id}` in this folder: copy {} to {}",
                kind.noun(),
                plain_path(&shipped),
                plain_path(&here)
            )
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many files there are.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }
}

/// The battle that was asked for, by name or path.
pub(crate) fn encounter(args: &LabArgs, battle: &str) -> Result<Encounter, Problem> {
    content_and_encounter(args, battle).map(|(_, encounter)| encounter)
}

/// The battle that was asked for, by name or path, and all content.
pub(crate) fn content_and_encounter(
    args: &LabArgs,
    battle: &str,
) -> Result<(Content, Encounter), Problem> {
    let mut world = LabContent::read(args)?;
    let name = world.take(FileKind::Battle, battle)?;
    let content = world.load()?;
    let encounter = find(&content, &name)?;
    Ok((content, encounter))
}

/// The battle of this name in the content; a name is never taken for a path.
pub(crate) fn named_encounter(args: &LabArgs, name: &str) -> Result<Encounter, Problem> {
    find(&LabContent::read(args)?.load()?, name)
}

/// The battle of this name in the content.
pub(crate) fn find(content: &Content, name: &str) -> Result<Encounter, Problem> {
    content.encounter(name).cloned().ok_or_else(|| {
        let names = content.ids(FileKind::Battle);
        let hint = did_you_mean(name, names.iter().copied());
        Problem::Input(format!("there is no battle `{}`{hint}", plain(name)))
    })
}

/// The unit of a battle, by its id or name.
pub(crate) fn unit_named(encounter: &Encounter, name: &str) -> Result<UnitId, Problem> {
    encounter.unit(name).ok_or_else(|| {
        let ids: Vec<&str> = encounter.unit_ids().collect();
        let hint = did_you_mean(name, ids.iter().copied());
        Problem::Input(format!(
            "there is no unit `{}` in this battle{hint}",
            plain(name)
        ))
    })
}

/// The id of a file given by path: its name up to the first dot, in the letters of an id.
fn id_of(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    let id: String = stem.chars().take(40).map(plain).collect();
    if id.is_empty() {
        "unnamed".to_owned()
    } else {
        id
    }
}

/// The seed that was asked for, or a fresh one.
pub(crate) fn seed_or_fresh(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(fresh_seed)
}
