//! Files that belong to the player and that the game reads back: a damaged one is put aside, one of a
//! newer game is left alone, and neither is ever written over.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::files::read_text;

/// A damaged file is put aside under one of so many names.
const MOST_ASIDE: u32 = 1_000;

/// Why a file of the player's could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// What is wrong, where, and what became of the file.
    pub told: String,
    /// Where the file is now; none if it is where it was.
    pub aside: Option<PathBuf>,
}

/// What is wrong with the text of such a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It is not what the game wrote. Where, and what.
    Damaged(String),
    /// A newer game wrote it. Its version, and ours.
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
    /// Reads the file. Without one all is as at first.
    ///
    /// # Errors
    /// If it is damaged, cannot be read, or was written by a newer game.
    pub(crate) fn read<T: Default>(
        &self,
        path: &Path,
        from_text: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Result<T, Damage> {
        let gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        if fs::symlink_metadata(path).is_err_and(|error| gone(&error)) {
            return Ok(T::default());
        }
        let text = read_text(path).map_err(|why| Fault::Damaged(format!("{}: {why}", self.name)));
        let read = text.and_then(|text| from_text(&text));
        read.map_err(|fault| self.refuse(path, &fault))
    }

    /// Says what is wrong, and puts the file aside if nobody can read it.
    fn refuse(&self, path: &Path, fault: &Fault) -> Damage {
        let OwnFile { holds, without, .. } = self;
        let path_told = path.display();
        let why = match fault {
            Fault::Damaged(why) => why,
            Fault::Newer(why) => {
                let told = format!(
                    "{holds} could not be read, and {without} until you leave the game.\n{why}\nPlay with the newer game, or move {path_told} away to begin without it. It was not touched."
                );
                return Damage { told, aside: None };
            }
        };
        match put_aside(path) {
            Ok(aside) => Damage {
                told: format!(
                    "{holds} could not be read, and {without} again.\n{why}\nThe old file is now {}.",
                    aside.display()
                ),
                aside: Some(aside),
            },
            Err(error) => Damage {
                told: format!(
                    "{holds} could not be read, and {without} until you leave the game.\n{why}\nMend or delete {path_told}, which could not be put aside: {error}"
                ),
                aside: None,
            },
        }
    }
}

/// Renames a damaged file, never over another.
fn put_aside(path: &Path) -> io::Result<PathBuf> {
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
    let aside = free.ok_or_else(|| io::Error::other("too many were put aside before"))?;
    fs::rename(path, &aside)?;
    Ok(aside)
}
