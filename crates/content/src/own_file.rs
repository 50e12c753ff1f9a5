//! Files that belong to the player and that the game reads back: a damaged one is put aside, one of a
//! newer game is left alone, and neither is ever written over.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::files::read_text;
use crate::plain::plain_path;
use crate::write::write_atomically;

/// The most names under which a damaged file is put aside.
const MOST_ASIDE: u32 = 1_000;

/// Why a file of the player's could not be read as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedFile<T> {
    /// What is wrong, where, and what became of the file.
    pub message: String,
    /// Where the old file is now; `None` if it was not moved.
    pub aside: Option<PathBuf>,
    /// What could be understood, with defaults for the rest.
    pub understood: Box<T>,
}

/// What is wrong with the text of such a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault<T> {
    /// It is not what the game wrote: where, and what.
    Damaged(String),
    /// Only a part can be understood: that part, and what is wrong with the rest.
    InPart(Box<T>, String),
    /// A newer game wrote it: its version, and ours.
    Newer(String),
}

/// A file of the player's in the words of messages.
pub(crate) struct OwnFile {
    /// What it is called: `settings.ron`.
    pub(crate) name: &'static str,
    /// What is in it: "Your settings".
    pub(crate) holds: &'static str,
    /// What is true without it: "are as shipped".
    pub(crate) without: &'static str,
}

impl OwnFile {
    /// Reads the file; without one, the defaults. A file that is understood in part is put aside as
    /// it was, and that part is written in its place.
    ///
    /// # Errors
    /// If it is damaged, cannot be read, or was written by a newer game.
    pub(crate) fn read<T: Default>(
        &self,
        path: &Path,
        from_text: impl FnOnce(&str) -> Result<T, Fault<T>>,
        to_text: impl FnOnce(&T) -> String,
    ) -> Result<T, DamagedFile<T>> {
        let gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        if fs::symlink_metadata(path).is_err_and(|error| gone(&error)) {
            return Ok(T::default());
        }
        let OwnFile { holds, without, .. } = self;
        let text = match read_text(path) {
            Ok(text) => text,
            Err(why) => {
                let what = format!("{holds} could not be read, and {without}");
                let why = format!("{}: {why}", self.name);
                return Err(damage(path, &what, &why, put_aside(path), Box::default()));
            }
        };
        from_text(&text).map_err(|fault| match fault {
            Fault::Damaged(why) => {
                let what = format!("{holds} could not be read, and {without}");
                damage(path, &what, &why, put_aside(path), Box::default())
            }
            Fault::InPart(part, why) => {
                let what = format!("{holds} could be understood only in part: the rest of them {without}");
                let aside = copy_aside(path, &to_text(&part));
                damage(path, &what, &why, aside, part)
            }
            Fault::Newer(why) => DamagedFile {
                message: format!(
                    "{holds} could not be read, and {without} until you leave the game.\n{why}\nPlay with the newer game, or move {} away to begin without it. It was not touched.",
                    plain_path(path)
                ),
                aside: None,
                understood: Box::default(),
            },
        })
    }
}

/// Says what is wrong, and what became of the file.
fn damage<T>(
    path: &Path,
    what: &str,
    why: &str,
    aside: Result<PathBuf, String>,
    understood: Box<T>,
) -> DamagedFile<T> {
    let message = match &aside {
        Ok(aside) => format!(
            "{what} again.\n{why}\nThe old file is now {}.",
            plain_path(aside)
        ),
        Err(error) => format!(
            "{what} until you leave the game.\n{why}\nMend or delete {}, which could not be put aside: {error}",
            plain_path(path)
        ),
    };
    DamagedFile {
        message,
        aside: aside.ok(),
        understood,
    }
}

/// Renames a damaged file, never over another, and returns where it is now.
///
/// # Errors
/// Why it is still where it was.
pub fn put_aside(path: &Path) -> Result<PathBuf, String> {
    let aside = place_aside(path)?;
    fs::rename(path, &aside).map_err(|error| error.to_string())?;
    Ok(aside)
}

/// Copies a file that was understood in part, then writes that part in its place.
fn copy_aside(path: &Path, part: &str) -> Result<PathBuf, String> {
    let aside = place_aside(path)?;
    // A copy has the permissions of the file.
    fs::copy(path, &aside).map_err(|error| error.to_string())?;
    write_atomically(path, part).map_err(|error| error.to_string())?;
    Ok(aside)
}

/// A free name next to a file.
fn place_aside(path: &Path) -> Result<PathBuf, String> {
    let name = path.file_name().unwrap_or_default();
    let free = (1..=MOST_ASIDE).map(|number| {
        let mut name = name.to_owned();
        name.push(".damaged");
        if number > 1 {
            name.push(format!("-{number}"));
        }
        path.with_file_name(name)
    });
    let free = free.into_iter().find(|aside| {
        let there = fs::symlink_metadata(aside);
        there.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    });
    free.ok_or_else(|| "too many were put aside before".to_owned())
}
