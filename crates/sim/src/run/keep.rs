//! The files of runs: the one under way, and the chronicle of those that are over.

use std::path::PathBuf;

use bevy::prelude::*;
use directories::ProjectDirs;
use foretold_run::{RunEnd, RunStart};

/// Where runs are kept: in the platform's folder for user data, unless set otherwise.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct RunFolder(pub Option<PathBuf>);

impl Default for RunFolder {
    fn default() -> Self {
        let folder = ProjectDirs::from("", "", "foretold");
        RunFolder(folder.map(|folder| folder.data_dir().join("runs")))
    }
}

/// The runs in the folder. Kept up to date by [`RunPlugin`](super::RunPlugin).
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptRuns {
    /// Where the run that is not over yet began, and the floor it has come to.
    pub under_way: Option<(RunStart, u8)>,
    /// The runs that are over, the latest first.
    pub chronicle: Vec<ChronicleEntry>,
}

impl KeptRuns {
    /// How many runs were finished.
    pub fn finished(&self) -> u16 {
        self.chronicle.len().try_into().unwrap_or(u16::MAX)
    }

    /// The hardest level that may be played: one more than the hardest that was won.
    pub fn open_level(&self) -> u8 {
        let won = self.chronicle.iter().filter(|run| run.end == RunEnd::Won);
        won.map(|run| run.start.level + 1).max().unwrap_or(0)
    }
}

/// A run that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChronicleEntry {
    /// Its file.
    pub file: PathBuf,
    /// Where it began.
    pub start: RunStart,
    /// How it ended.
    pub end: RunEnd,
    /// The floor it came to.
    pub floor: u8,
    /// The ids of the units of its company at the end.
    pub company: Vec<String>,
    /// The day it ended, as seconds since 1970 (UTC).
    pub ended: u64,
    /// Whether it was the run of the day.
    pub today: bool,
}
