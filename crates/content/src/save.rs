//! Replays as files: read with suspicion, and never written over something else.

use std::fmt;
use std::path::Path;

use foretold_battle::{REPLAY_VERSION, Replay, ReplayError};
use ron::ser::PrettyConfig;
use serde::Deserialize;

use crate::error::harmless;
use crate::files::{MAX_FILE_BYTES, read_text};
use crate::names;
use crate::plain::plain_path;
use crate::write::{check_place, write_atomically};

/// No replay holds more commands: a player who gives one a second needs three hours for them.
pub(crate) const MOST_COMMANDS: usize = 10_000;

/// Why something could not be saved or read back. The file is left as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveError {
    /// The file cannot be read or written.
    Io(String),
    /// It is not a replay, or not all of one.
    Damaged(String),
    /// It is a replay, and something else is wrong with it.
    Replay(ReplayError),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Io(error) => write!(f, "{error}"),
            SaveError::Damaged(error) => {
                write!(f, "this is not a replay, or it is damaged: {error}")
            }
            SaveError::Replay(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SaveError {}

/// Whether a replay may be written there: only a new file, or over an older replay.
///
/// # Errors
/// In words, if something else is there; it is not touched.
pub fn check_replay_file(path: &Path) -> Result<(), SaveError> {
    check_place(path, "replay of this version", || read_replay(path).is_ok())
}

/// Writes a replay to a file, in one go. Only an older replay is replaced.
///
/// # Errors
/// In words, if something else is there, the file cannot be written, or could not be read again.
pub fn write_replay(path: &Path, replay: &Replay) -> Result<(), SaveError> {
    check_replay_file(path)?;
    let text = replay_to_text(replay);
    let size = text.len() as u64;
    let too_large = (size > MAX_FILE_BYTES)
        .then(|| format!("it has {size} bytes, expected at most {MAX_FILE_BYTES}"));
    if let Some(fault) = fault(replay).or(too_large) {
        let path = plain_path(path);
        return Err(SaveError::Io(format!(
            "{path} is not written, because nobody could read it again: {fault}"
        )));
    }
    write_atomically(path, text)
}

/// Why a replay is not accepted, wherever it comes from.
fn fault(replay: &Replay) -> Option<String> {
    let (battle, commands) = (&replay.battle, replay.entries.len());
    if !names::is_id(battle) {
        let shown = names::shown(battle);
        Some(format!(
            "its battle is called `{shown}`, expected at most {} lower case letters, digits, _ and -",
            names::LONGEST
        ))
    } else if commands > MOST_COMMANDS {
        Some(format!(
            "it holds {commands} commands, expected at most {MOST_COMMANDS}"
        ))
    } else {
        None
    }
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

/// A replay from RON text. [`Replay::verify`] checks whether it plays the same.
///
/// # Errors
/// If the text is not a replay, not all of one, or one of another version.
pub fn replay_from_text(text: &str) -> Result<Replay, SaveError> {
    // An error may repeat what it found, however long that is.
    let damaged =
        |error: ron::error::SpannedError| SaveError::Damaged(harmless(&error.to_string()));
    let version = version_of(text).map_err(damaged)?;
    if version != REPLAY_VERSION {
        return Err(SaveError::Replay(ReplayError::Version { found: version }));
    }
    let replay: Replay = ron::from_str(text).map_err(damaged)?;
    if let Some(fault) = fault(&replay) {
        let remedy = "get it once more from where it came, or delete it";
        Err(SaveError::Damaged(harmless(&format!("{fault}: {remedy}"))))
    } else if replay.is_whole() {
        Ok(replay)
    } else {
        Err(SaveError::Replay(ReplayError::Damaged))
    }
}

/// The version of a text, whatever else that version holds.
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
/// If the file cannot be read, or is not a whole replay of this version.
pub fn read_replay(path: &Path) -> Result<Replay, SaveError> {
    let text =
        read_text(path).map_err(|error| SaveError::Io(format!("{}: {error}", plain_path(path))))?;
    replay_from_text(&text)
}
