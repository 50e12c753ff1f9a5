//! Files that the game writes: never half, and a replay never over something else.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use foretold_battle::{REPLAY_VERSION, Replay, ReplayError};
use ron::ser::PrettyConfig;
use serde::Deserialize;

use crate::files::read_text;

/// Why something could not be saved or read back. The file is left as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveError {
    /// The file cannot be read or written.
    Io(String),
    /// It is no replay, or not all of one.
    Damaged(String),
    /// It is a replay, and something else is wrong with it.
    Replay(ReplayError),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Io(error) => write!(f, "{error}"),
            SaveError::Damaged(error) => write!(f, "this is no replay, or it is damaged: {error}"),
            SaveError::Replay(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SaveError {}

/// Writes a file in one go: whoever reads it finds the old text or the new one, never a half.
///
/// # Errors
/// In words, if the folder or the file cannot be written; then nothing has changed.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), SaveError> {
    let told =
        |error: io::Error| SaveError::Io(format!("{} cannot be written: {error}", path.display()));
    let name = path.file_name().ok_or_else(|| {
        SaveError::Io(format!(
            "{} is no name for a file: name a file",
            path.display()
        ))
    })?;
    let mut draft_name = std::ffi::OsString::from(".");
    draft_name.push(name);
    draft_name.push(format!(".{}.draft", std::process::id()));
    let draft = path.with_file_name(draft_name);
    let written = write_synced(&draft, text).and_then(|()| fs::rename(&draft, path));
    if let Err(error) = written {
        // The draft is ours; if it cannot be deleted either, the first error says more.
        let _ = fs::remove_file(&draft);
        return Err(told(error));
    }
    sync_folder(path);
    Ok(())
}

fn write_synced(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Makes the new name last. Not every system can, and the file itself is safe already.
fn sync_folder(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// Whether a replay may be written there: where nothing is, or an older replay.
///
/// # Errors
/// In words, if something else is there; it is not touched.
pub fn check_replay_file(path: &Path) -> Result<(), SaveError> {
    let refused = |why: &str| {
        let told = format!("{} {why}: choose another name", path.display());
        Err(SaveError::Io(told))
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(SaveError::Io(format!(
            "{} cannot be written: its folder does not exist",
            path.display()
        )));
    }
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => refused(&format!("cannot be looked at ({error})")),
        Ok(there) if !there.is_file() => refused("is there and is no plain file"),
        Ok(_) => match read_replay(path) {
            Ok(_) => Ok(()),
            Err(_) => refused("is there and is no replay of this version"),
        },
    }
}

/// Writes a replay to a file, in one go. Only an older replay is replaced.
///
/// # Errors
/// In words, if something else is there, or the file cannot be written.
pub fn write_replay(path: &Path, replay: &Replay) -> Result<(), SaveError> {
    check_replay_file(path)?;
    write_atomically(path, &replay_to_text(replay))
}

/// A replay as RON text.
pub fn replay_to_text(replay: &Replay) -> String {
    let style = PrettyConfig::new()
        .depth_limit(2)
        .new_line("\n")
        .compact_arrays(true);
    let text = ron::ser::to_string_pretty(replay, style);
    text.expect("a replay is made of names and numbers, and writing to memory cannot fail")
}

/// A replay from RON text. Whether it plays the same is for [`Replay::verify`] to say.
///
/// # Errors
/// If the text is no replay, or one of another version.
pub fn replay_from_text(text: &str) -> Result<Replay, SaveError> {
    let damaged = |error: ron::error::SpannedError| SaveError::Damaged(error.to_string());
    let version = version_of(text).map_err(damaged)?;
    if version != REPLAY_VERSION {
        return Err(SaveError::Replay(ReplayError::Version { found: version }));
    }
    ron::from_str(text).map_err(damaged)
}

/// The version of a text that may hold whatever its version has.
pub(crate) fn version_of(text: &str) -> Result<u16, ron::error::SpannedError> {
    /// All that is sure to be in every version.
    #[derive(Deserialize)]
    struct AnyVersion {
        version: u16,
    }

    let AnyVersion { version } = ron::from_str(text)?;
    Ok(version)
}

/// Reads a replay from a file.
///
/// # Errors
/// If the file cannot be read, or is no replay of this version.
pub fn read_replay(path: &Path) -> Result<Replay, SaveError> {
    let text =
        read_text(path).map_err(|error| SaveError::Io(format!("{}: {error}", path.display())))?;
    replay_from_text(&text)
}
