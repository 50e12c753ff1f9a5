//! What is wrong with a file: where, what was found, what to do.

use std::fmt;

use crate::files::FileKind;
use crate::plain::plain;

/// At most this many errors are kept of one file: with more it is the wrong file.
const MOST_PER_FILE: usize = 20;
/// At most this many are kept in all: nobody mends more in one go.
const MOST_IN_ALL: usize = 200;

/// Something wrong with the content.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ContentError {
    /// The file, from the content's folder: `skills/howl.skill.ron`. Empty for the whole folder.
    pub file: String,
    /// Line and column, both from 1; `None` if the file could not be read at all.
    pub place: Option<(u32, u32)>,
    /// The field: `friends[0].at`. Empty for the whole file.
    pub field: String,
    /// What was found, what was expected, and what to do.
    pub message: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}", plain(&self.file))?;
            if let Some((line, column)) = self.place {
                write!(f, ":{line}:{column}")?;
            }
            write!(f, ": ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for ContentError {}

impl ContentError {
    /// The thing that a file names and that is not there, if this error is about one.
    pub fn missing(&self) -> Option<(FileKind, &str)> {
        let (noun, rest) = self.message.strip_prefix(MISSING)?.split_once(" `")?;
        let (id, _) = rest.split_once('`')?;
        let mut kinds = FileKind::ALL.into_iter();
        Some((kinds.find(|kind| kind.noun() == noun)?, id))
    }

    /// That a name leads to nothing; `hint` says what was probably meant.
    pub(crate) fn no_such(noun: &str, name: &str, hint: &str) -> String {
        format!("{MISSING}{noun} `{name}`{hint}")
    }
}

/// How an error about a missing thing begins.
const MISSING: &str = "there is no ";

/// What is wrong with a file as a whole.
pub(crate) fn whole_file(file: &str, message: impl Into<String>) -> ContentError {
    ContentError {
        file: file.to_owned(),
        place: None,
        field: String::new(),
        message: message.into(),
    }
}

/// Longer messages are cut: the longest lists all that a unit knows.
const LONGEST_MESSAGE: usize = 900;

/// A text that does nothing to a terminal: not too long, without hidden signs.
pub(crate) fn harmless(text: &str) -> String {
    let mut letters = text.chars();
    let short: String = letters.by_ref().take(LONGEST_MESSAGE).collect();
    let end = letters.next().map_or("", |_| "…");
    format!("{}{end}", plain(&short))
}

/// The errors found so far. Each is listed once, and no file can flood the list.
#[derive(Default, Debug)]
pub(crate) struct Errors(Vec<ContentError>);

impl Errors {
    /// Whether more errors of this file would be kept.
    pub(crate) fn has_room_for(&self, file: &str) -> bool {
        let of_file = self.0.iter().filter(|error| error.file == file);
        self.0.len() < MOST_IN_ALL && of_file.count() < MOST_PER_FILE
    }

    /// Whether there are errors of this file.
    pub(crate) fn of(&self, file: &str) -> bool {
        self.0.iter().any(|error| error.file == file)
    }

    /// If whole folders could not be read: forgets everything else, which may only follow from that.
    pub(crate) fn keep_only_folders(&mut self) -> bool {
        let is_folder = |error: &ContentError| {
            let mut kinds = FileKind::ALL.into_iter();
            kinds.any(|kind| kind.folder() == error.file)
        };
        let any = self.0.iter().any(is_folder);
        if any {
            self.0.retain(is_folder);
        }
        any
    }

    /// Whether this error of the file's field is listed already.
    pub(crate) fn has(&self, file: &str, field: &str, message: &str) -> bool {
        let (field, message) = (harmless(field), harmless(message));
        self.0
            .iter()
            .any(|error| error.file == file && error.field == field && error.message == message)
    }

    pub(crate) fn push(&mut self, mut error: ContentError) {
        error.field = harmless(&error.field);
        error.message = harmless(&error.message);
        if self.has_room_for(&error.file) && !self.0.contains(&error) {
            self.0.push(error);
        }
    }

    /// All of them, by file and place.
    pub(crate) fn into_sorted(mut self) -> Vec<ContentError> {
        self.0.sort();
        if self.0.len() == MOST_IN_ALL {
            let message = "there may be more errors: mend these first, then look again";
            self.0.push(whole_file("", message));
        }
        self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
