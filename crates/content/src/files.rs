//! Files as texts: which kinds there are, and reading a folder without trusting it.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::names;
use crate::plain::plain_path;

/// The largest content file, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;
const TOO_LARGE: &str = "it is too large: expected at most 1 MiB";
/// The most files of a kind.
pub const MAX_FILES: usize = 500;
/// The most files in all: each costs something to check, however short it is.
const MAX_FILES_IN_ALL: usize = 1_000;
/// The most bytes of all files together; the game itself ships a hundredth of it.
const MAX_BYTES_IN_ALL: usize = 4 << 20;

/// The kinds of things that have a folder of their own, one to a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FileKind {
    /// Something a unit can do.
    Skill,
    /// A unit that can fight.
    Unit,
    /// Combat cards.
    Deck,
    /// The ground of a battle.
    Board,
    /// How a board looks.
    Ground,
    /// Which units meet, and where.
    Battle,
    /// A list of rules with a name.
    Gambits,
    /// Battles in an order.
    School,
    /// What a companion can carry.
    Item,
    /// Enemies that come together.
    Pack,
    /// Floors, fights and rewards.
    Run,
}

impl FileKind {
    /// Every kind.
    pub const ALL: [FileKind; 11] = [
        FileKind::Skill,
        FileKind::Unit,
        FileKind::Deck,
        FileKind::Board,
        FileKind::Ground,
        FileKind::Battle,
        FileKind::Gambits,
        FileKind::School,
        FileKind::Item,
        FileKind::Pack,
        FileKind::Run,
    ];

    /// The folder of these files.
    pub const fn folder(self) -> &'static str {
        match self {
            FileKind::Skill => "skills",
            FileKind::Unit => "units",
            FileKind::Deck => "decks",
            FileKind::Board => "boards",
            FileKind::Ground => "grounds",
            FileKind::Battle => "battles",
            FileKind::Gambits => "gambits",
            FileKind::School => "schools",
            FileKind::Item => "items",
            FileKind::Pack => "packs",
            FileKind::Run => "runs",
        }
    }

    /// What the name of such a file ends in.
    pub const fn suffix(self) -> &'static str {
        match self {
            FileKind::Skill => ".skill.ron",
            FileKind::Unit => ".unit.ron",
            FileKind::Deck => ".deck.ron",
            FileKind::Board => ".board.ron",
            FileKind::Ground => ".ground.ron",
            FileKind::Battle => ".battle.ron",
            FileKind::Gambits => ".gambits.ron",
            FileKind::School => ".school.ron",
            FileKind::Item => ".item.ron",
            FileKind::Pack => ".pack.ron",
            FileKind::Run => ".run.ron",
        }
    }

    /// The kind in the words of a message.
    pub const fn noun(self) -> &'static str {
        match self {
            FileKind::Skill => "skill",
            FileKind::Unit => "unit",
            FileKind::Deck => "deck",
            FileKind::Board => "board",
            FileKind::Ground => "ground",
            FileKind::Battle => "battle",
            FileKind::Gambits => "rule set",
            FileKind::School => "school",
            FileKind::Item => "item",
            FileKind::Pack => "pack",
            FileKind::Run => "run",
        }
    }

    /// The path of the file with this id.
    pub fn path(self, id: &str) -> String {
        [self.folder(), "/", id, self.suffix()].concat()
    }
}

/// The files outside of these folders.
pub const SINGLE_FILES: [&str; 4] = [RULES, AUTOFIGHT, KEYS, THEME];

/// Whether a file of this name in a folder of content is content. Drafts and notes are not.
pub fn is_content_name(name: &str) -> bool {
    name.ends_with(".ron") && !name.starts_with('.')
}

/// The folder of the figures. Only the game reads it: no battle depends on a drawing.
pub const FIGURES: &str = "figures";

/// Whether a file of this name in the folder of figures is a figure.
pub fn is_figure_name(name: &str) -> bool {
    name.ends_with(".svg") && !name.starts_with('.')
}

/// The file with the numbers of the rules.
pub(crate) const RULES: &str = "rules.ron";
/// The file with the settings of autofight.
pub(crate) const AUTOFIGHT: &str = "autofight.ron";
/// The file with the keys.
pub(crate) const KEYS: &str = "keys.ron";
/// The file with colours, strokes and timings.
pub(crate) const THEME: &str = "theme.ron";

/// The texts of all content files, by their place in the folder: `skills/howl.skill.ron`.
///
/// ```
/// use foretold_content::{Content, Files};
///
/// let mut files = Files::default();
/// files.insert("skills/jab.skill.ron", "(damage: 4, dammage: 5)");
/// let errors = Content::load(&files).expect_err("there is no such field");
/// let text = errors[0].to_string();
/// assert!(text.starts_with("skills/jab.skill.ron:1:13:"), "{text}");
/// assert!(text.contains("did you mean `damage`?"), "{text}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    texts: BTreeMap<String, Result<String, String>>,
    /// How large the texts are together.
    bytes: usize,
    /// What there is too much of, and what to do.
    overfull: Option<String>,
}

impl Files {
    /// Adds a file, or puts another text in its place.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        let mut text: String = text.into();
        // Some editors put an invisible mark in front.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        let text = if text.len() as u64 > MAX_FILE_BYTES {
            Err(TOO_LARGE.to_owned())
        } else {
            Ok(text)
        };
        self.put(path.into(), text);
    }

    /// Adds a file that exists and cannot be read, and why.
    pub fn insert_unreadable(&mut self, path: impl Into<String>, why: impl Into<String>) {
        self.put(path.into(), Err(why.into()));
    }

    fn put(&mut self, path: String, text: Result<String, String>) {
        self.remove(&path);
        let bytes = self.bytes + text.as_ref().map_or(0, String::len);
        let files = self.texts.len() + 1;
        if bytes > MAX_BYTES_IN_ALL {
            let most = MAX_BYTES_IN_ALL >> 20;
            self.overfull = Some(format!(
                "found more than {most} MiB in {files} files, expected at most {most} MiB in all files together: take away what no battle needs"
            ));
        } else if files > MAX_FILES_IN_ALL {
            self.overfull = Some(format!(
                "found more than {MAX_FILES_IN_ALL} files, expected at most {MAX_FILES_IN_ALL} in all folders together: take away what no battle needs"
            ));
        } else {
            self.bytes = bytes;
            self.texts.insert(path, text);
        }
    }

    /// Takes a file away.
    pub fn remove(&mut self, path: &str) {
        if let Some(Ok(text)) = self.texts.remove(path) {
            self.bytes -= text.len();
        }
    }

    /// What there is too much of, if some files had no room: then there is no use in reading more.
    pub fn overfull(&self) -> Option<&str> {
        self.overfull.as_deref()
    }

    /// The text of a file, if it is there and could be read.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.texts.get(path)?.as_deref().ok()
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Every file in order, with its text or why it could not be read.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Result<&str, &str>)> {
        self.texts.iter().map(move |(path, text)| {
            (
                path.as_str(),
                match text {
                    Ok(text) => Ok(text.as_str()),
                    Err(why) => Err(why.as_str()),
                },
            )
        })
    }

    /// Reads a folder of content from disk. [`Content::load`] reports files that cannot be read.
    ///
    /// [`Content::load`]: crate::Content::load
    ///
    /// # Errors
    /// If there is no such folder, in words.
    pub fn read(folder: &Path) -> Result<Files, String> {
        if !folder.is_dir() {
            return Err(format!(
                "there is no folder {}: name the one with rules.ron in it",
                plain_path(folder)
            ));
        }
        let mut files = Files::default();
        for name in SINGLE_FILES {
            let path = folder.join(name);
            // A link that leads nowhere is there too, and is reported.
            if fs::symlink_metadata(&path).is_ok() {
                files.read_file(name.to_owned(), &path);
            }
        }
        for kind in FileKind::ALL {
            files.read_folder(folder, kind.folder(), is_content_name);
        }
        Ok(files)
    }

    /// Reads the figures of a folder of content from disk.
    pub fn read_figures(&mut self, folder: &Path) {
        self.read_folder(folder, FIGURES, is_figure_name);
    }

    fn read_folder(&mut self, root: &Path, folder: &str, is_wanted: fn(&str) -> bool) {
        let entries = match fs::read_dir(root.join(folder)) {
            Ok(entries) => entries,
            // A folder without runs, or without decks, is fine; names that lead there are reported.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => {
                self.insert_unreadable(folder, format!("it cannot be read: {error}"));
                return;
            }
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .filter(|name| is_wanted(name))
            .collect();
        names.sort_unstable();
        if names.len() > MAX_FILES {
            let why = too_many_files(names.len());
            self.insert_unreadable(folder, why);
            names.truncate(MAX_FILES);
        }
        for name in names {
            if self.overfull.is_some() {
                return;
            }
            let path = root.join(folder).join(&name);
            self.read_file(format!("{folder}/{name}"), &path);
        }
    }

    fn read_file(&mut self, name: String, path: &Path) {
        match read_text(path) {
            Ok(text) => self.insert(name, text),
            Err(why) => self.insert_unreadable(name, why),
        }
    }
}

/// The message that a folder has too many files of a kind.
pub fn too_many_files(count: usize) -> String {
    format!("found {count} files, expected at most {MAX_FILES} of a kind: take some away")
}

/// Reads a text file that is not trusted.
///
/// # Errors
/// In words, if it cannot be read, is too large or is not text.
pub fn read_text(path: &Path) -> Result<String, String> {
    let cannot = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => format!("it cannot be read: {error}"),
    };
    // A device or a pipe has no end, and reading it could wait for ever.
    if !fs::metadata(path).map_err(cannot)?.is_file() {
        return Err("it is not a file".to_owned());
    }
    let file = File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(cannot)?;
    text_of(bytes)
}

/// Turns bytes into text.
///
/// # Errors
/// In words, if they are too many or not text.
pub fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(TOO_LARGE.to_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        format!("it is not text: byte {place} is not UTF-8")
    })
}

/// The kind and id of a file in a folder of content, or what is wrong with its name. Files
/// outside of the folders have neither.
pub(crate) fn kind_and_id(path: &str) -> Result<Option<(FileKind, &str)>, String> {
    let (folder, name) = path.split_once('/').unwrap_or((path, ""));
    let Some(kind) = FileKind::ALL
        .into_iter()
        .find(|kind| kind.folder() == folder)
    else {
        return Ok(None);
    };
    if name.is_empty() {
        // The folder itself, which could not be read.
        return Ok(None);
    }
    let Some(id) = name.strip_suffix(kind.suffix()) else {
        return Err(format!(
            "in {}/ a file is named like example{}: rename it, or move it away",
            kind.folder(),
            kind.suffix()
        ));
    };
    if names::is_id(id) {
        Ok(Some((kind, id)))
    } else {
        Err(format!(
            "`{}` is not a name for a {}: use lower case letters, digits, _ and -",
            names::shown(id),
            kind.noun()
        ))
    }
}

/// The nearest `assets` folder: here or above, or near the program.
pub fn find_assets() -> Option<PathBuf> {
    let program = env::current_exe().ok();
    let here = env::current_dir().ok();
    let near = |start: &Path| {
        let folders = start.ancestors().map(|folder| folder.join("assets"));
        folders
            .into_iter()
            .find(|folder| folder.join("rules.ron").is_file())
    };
    let found = here.as_deref().and_then(near);
    let found = found.or_else(|| program.as_deref().and_then(near))?;
    // Shorter to read, if it is right here.
    let short = here.and_then(|here| found.strip_prefix(here).ok().map(Path::to_owned));
    Some(match short {
        Some(short) if short.as_os_str().is_empty() => PathBuf::from("."),
        Some(short) => short,
        None => found,
    })
}
