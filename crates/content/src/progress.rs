//! `progress.ron`: how far the player has come. It belongs to the player: the game reads and writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use foretold_battle::{Replay, fingerprint};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::files::MAX_FILE_BYTES;
use crate::names::is_id;
use crate::own_file::{DamagedFile, Fault, OwnFile};
use crate::save::{SaveError, version_of};
use crate::write::write_atomically;

/// The version of the file format. Raised when an older game could not read it, so also with the
/// format of replays; [`Progress::from_text`] then turns older versions into this one.
const VERSION: u16 = 2;
/// What the file is called in messages.
const PROGRESS: &str = "progress.ron";
/// The comment at its top.
const TITLE: &str = "// How far you have come in Foretold. The game writes this file; without it all begins anew.\n";
/// The file in the words of messages.
const FILE: OwnFile = OwnFile {
    name: PROGRESS,
    holds: "Your progress",
    without: "starts from nothing",
};

/// How far the player has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The battles that were ever won, by name.
    pub won: BTreeSet<String>,
    /// The best results of battles that were won, by name.
    pub best: BTreeMap<String, BestResult>,
    /// The run that the player is on.
    pub run: Option<RunProgress>,
    /// The battle that is not over yet.
    pub battle: Option<Unfinished>,
}

/// The best that came of a battle, perhaps on different days.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestResult {
    /// The fewest steps to victory.
    pub steps: u32,
    /// The most HP that were left to the player's side, in percent of all it had.
    pub hp: u8,
}

impl BestResult {
    /// The better of both in each.
    pub fn or(self, other: BestResult) -> BestResult {
        BestResult {
            steps: self.steps.min(other.steps),
            hp: self.hp.max(other.hp),
        }
    }
}

/// How far a run has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunProgress {
    /// Which run.
    pub run: String,
    /// The place of the battle that is fought, from 0.
    pub at: usize,
    /// Whether it is won.
    pub won: bool,
}

/// A battle that is not over yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// The step on screen.
    pub step: u32,
    /// Everything so far.
    pub replay: Replay,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Progress", deny_unknown_fields)]
struct ProgressFile {
    version: u16,
    won: BTreeSet<String>,
    /// Since version 2.
    #[serde(default)]
    best: BTreeMap<String, BestResult>,
    run: Option<RunProgress>,
    battle: Option<Unfinished>,
    /// The fingerprint of all the above: a damaged file does not match it.
    seal: u64,
}

impl Progress {
    /// Reads how far a player has come; without a file, nowhere yet. A damaged file is put aside, and
    /// one of a newer game stays where it is, so that nothing is lost.
    ///
    /// # Errors
    /// If the file is damaged, cannot be read, or was written by a newer game.
    pub fn read(path: &Path) -> Result<Progress, DamagedFile<Progress>> {
        FILE.read(path, Progress::parse, Progress::to_text)
    }

    /// Writes it to a file, in one go.
    ///
    /// # Errors
    /// In words, if the file cannot be written, or could not be read back; then nothing has changed.
    pub fn write(&self, path: &Path) -> Result<(), SaveError> {
        let text = self.to_text();
        if text.len() as u64 > MAX_FILE_BYTES {
            let message = "the battle has become too long to be kept: finish it, or begin it anew";
            return Err(SaveError::Io(message.to_owned()));
        }
        write_atomically(path, &text)
    }

    /// The same as RON text.
    pub fn to_text(&self) -> String {
        let Progress {
            won,
            best,
            run,
            battle,
        } = self.clone();
        let file = ProgressFile {
            version: VERSION,
            seal: self.sealed(VERSION),
            won,
            best,
            run,
            battle,
        };
        let style = PrettyConfig::new()
            .depth_limit(4)
            .new_line("\n")
            .compact_arrays(true);
        let text = ron::ser::to_string_pretty(&file, style)
            .expect("progress is names and numbers, and writing to memory cannot fail");
        format!("{TITLE}{text}\n")
    }

    /// The same from RON text.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn from_text(text: &str) -> Result<Progress, String> {
        Progress::parse(text).map_err(|fault| match fault {
            Fault::Damaged(why) | Fault::InPart(_, why) | Fault::Newer(why) => why,
        })
    }

    fn parse(text: &str) -> Result<Progress, Fault<Progress>> {
        let damaged =
            |error: ron::error::SpannedError| Fault::Damaged(format!("{PROGRESS}:{error}"));
        let version = version_of(text).map_err(damaged)?;
        if version > VERSION {
            return Err(Fault::Newer(format!(
                "{PROGRESS} has version {version}, this game reads version {VERSION}."
            )));
        }
        let file: ProgressFile = ron::from_str(text).map_err(damaged)?;
        let ProgressFile {
            version,
            won,
            best,
            run,
            battle,
            seal,
        } = file;
        let progress = Progress {
            won,
            best,
            run,
            battle,
        };
        if version == 0 || seal != progress.sealed(version) || !progress.is_sound() {
            let message = format!("{PROGRESS}: it is damaged: it is not what was written");
            return Err(Fault::Damaged(message));
        }
        Ok(progress)
    }

    fn sealed(&self, version: u16) -> u64 {
        let Progress {
            won,
            best,
            run,
            battle,
        } = self;
        if version == 1 {
            fingerprint(&(version, won, run, battle))
        } else {
            fingerprint(&(version, won, best, run, battle))
        }
    }

    /// Whether names are names, and the step on screen is one of the battle.
    fn is_sound(&self) -> bool {
        let names = self.won.iter().chain(self.best.keys());
        let names = names.chain(self.run.iter().map(|leg| &leg.run));
        let mut names = names.chain(self.battle.iter().map(|it| &it.replay.battle));
        let step = |battle: &Unfinished| battle.step <= battle.replay.steps();
        names.all(|name| is_id(name)) && self.battle.as_ref().is_none_or(step)
    }
}
