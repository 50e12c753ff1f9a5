//! The chronicle: every run that is over, in a few lines each.

use foretold_battle::fingerprint;
use serde::{Deserialize, Serialize};

use crate::command::RunCommand;
use crate::record::RunRecord;
use crate::run::{Run, RunEnd, RunStart};

/// The version of the format. Raised when an older game could not read it.
const CHRONICLE_VERSION: u16 = 1;

/// A run that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChronicleEntry {
    /// The name of its file.
    pub file: String,
    /// Where it began.
    pub start: RunStart,
    /// How it ended.
    pub end: RunEnd,
    /// The floor it came to.
    pub floor: u8,
    /// The ids of the units of its company at the end.
    pub company: Vec<String>,
    /// When it ended, in seconds since 1970 (UTC).
    pub ended: u64,
}

/// All runs that are over, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chronicle {
    version: u16,
    /// The runs.
    pub runs: Vec<ChronicleEntry>,
    seal: u64,
}

impl Chronicle {
    /// How many runs were played to their end.
    pub fn finished(&self) -> u16 {
        let finished = self.runs.iter().filter(|run| run.end != RunEnd::GivenUp);
        finished.count().try_into().unwrap_or(u16::MAX)
    }

    /// The hardest level that may be played: one more than the hardest that was won.
    pub fn open_level(&self) -> u8 {
        let won = self.runs.iter().filter(|run| run.end == RunEnd::Won);
        won.map(|run| run.start.level.saturating_add(1))
            .max()
            .unwrap_or(0)
    }

    /// Whether a run is in it, by the name of its file.
    pub fn has(&self, file: &str) -> bool {
        self.runs.iter().any(|run| run.file == file)
    }

    /// Adds a run at the top; one that is in it already stays where it is.
    pub fn add(&mut self, entry: ChronicleEntry) {
        if !self.has(&entry.file) {
            self.runs.insert(0, entry);
        }
    }

    /// The chronicle as RON text.
    pub fn to_text(&self) -> String {
        let sealed = Chronicle {
            version: CHRONICLE_VERSION,
            runs: self.runs.clone(),
            seal: fingerprint(&self.runs),
        };
        let style = ron::ser::PrettyConfig::new().depth_limit(3).new_line("\n");
        let text = ron::ser::to_string_pretty(&sealed, style);
        text.expect("a chronicle is made of names and numbers, and writing to memory cannot fail")
    }

    /// A chronicle from RON text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_text(text: &str) -> Result<Chronicle, String> {
        let read: Chronicle = ron::from_str(text).map_err(|error| error.to_string())?;
        if read.version != CHRONICLE_VERSION {
            let found = read.version;
            return Err(format!(
                "it is written in version {found}, this game reads version {CHRONICLE_VERSION}"
            ));
        }
        if read.seal != fingerprint(&read.runs) {
            return Err("it is not what the game wrote".to_owned());
        }
        Ok(read)
    }
}

impl RunRecord {
    /// The name of its file once it is over. It ends with the seal, so two ways through one seed have
    /// different names.
    pub fn file_name(&self) -> String {
        let RunStart { seed, level, .. } = self.start;
        format!(
            "{}-{seed}-{level}-{:08x}.run.ron",
            self.run, self.seal as u32
        )
    }

    /// The floor that the company came to: each way leads one floor further.
    pub fn floor(&self) -> u8 {
        let ways = self.commands.iter();
        let ways = ways.filter(|command| matches!(command, RunCommand::Go { .. }));
        ways.count().try_into().unwrap_or(u8::MAX)
    }
}

impl Run {
    /// The floor that the company has come to; 0 before the first.
    pub fn floor(&self) -> u8 {
        self.place().map_or(0, |place| place.floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(file: &str, level: u8, end: RunEnd) -> ChronicleEntry {
        ChronicleEntry {
            file: file.to_owned(),
            start: RunStart {
                seed: 7,
                level,
                finished: 0,
            },
            end,
            floor: 3,
            company: vec!["fighter".to_owned()],
            ended: 1,
        }
    }

    #[test]
    fn a_chronicle_is_read_as_it_was_written_and_a_changed_one_is_refused() {
        let mut chronicle = Chronicle::default();
        chronicle.add(entry("a", 0, RunEnd::Lost));
        chronicle.add(entry("b", 2, RunEnd::Won));
        chronicle.add(entry("a", 5, RunEnd::Won));
        chronicle.add(entry("c", 6, RunEnd::GivenUp));
        assert_eq!((chronicle.finished(), chronicle.open_level()), (2, 3));
        let text = chronicle.to_text();
        let read = Chronicle::from_text(&text).expect("it is whole");
        assert_eq!(read.runs, chronicle.runs);
        assert!(Chronicle::from_text(&text.replace("Won", "Lost")).is_err());
        assert!(Chronicle::from_text("(version: 9, runs: [], seal: 0)").is_err());
    }
}
