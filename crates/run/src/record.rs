//! A run as it is kept: where it began and what the player did, sealed.

use std::fmt;
use std::sync::Arc;

use foretold_battle::fingerprint;
use serde::{Deserialize, Serialize};

use crate::command::{RunCommand, RunRefusal};
use crate::realm::Realm;
use crate::run::{Run, RunStart};

/// The version of the format. Raised when an older game could not read it.
pub const RUN_VERSION: u16 = 1;
/// No run holds more commands: nobody plays that long.
pub(crate) const MOST_COMMANDS: usize = 8_000;
/// No record is longer as text.
const MOST_BYTES: usize = 1 << 20;

/// A run that can be played again to the bit. [`Run::record`] makes them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    /// The version of the format.
    pub version: u16,
    /// The name of the run.
    pub run: String,
    /// The hash of everything it was made of: see [`Realm::hash`].
    pub content: u64,
    /// Where it began.
    pub start: RunStart,
    /// What the player did, in order.
    pub commands: Vec<RunCommand>,
    /// The fingerprint that it came to.
    pub fingerprint: u64,
    /// The fingerprint of all the above: a damaged record does not match it.
    pub seal: u64,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// It is no record at all.
    NoRecord(String),
    /// It is written in another version of the format.
    Version {
        /// Which.
        found: u16,
    },
    /// It is not what was written.
    Damaged,
    /// It is of another run.
    OtherRun {
        /// Which.
        found: String,
    },
    /// It was played with other content, and comes to something else now.
    OtherContent {
        /// The hash of the content now.
        expected: u64,
        /// The hash it was played with.
        found: u64,
    },
    /// A command is refused that was not refused then.
    Refused {
        /// Which command, from 1.
        command: usize,
        /// Why.
        refusal: RunRefusal,
    },
    /// It comes to something else.
    Diverged,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NoRecord(why) => write!(f, "this is not a kept run: {why}"),
            RecordError::Version { found } => write!(
                f,
                "the run is kept in version {found}, this game plays version {RUN_VERSION}"
            ),
            RecordError::Damaged => {
                write!(f, "the kept run is damaged: it is not what was written")
            }
            RecordError::OtherRun { found } => {
                write!(
                    f,
                    "this is a run of `{found}`: play it with that run's file"
                )
            }
            RecordError::OtherContent { expected, found } => write!(
                f,
                "the run was played with other content ({found:016x}, not {expected:016x}) and goes differently now: play it with the files of its day"
            ),
            RecordError::Refused { command, refusal } => {
                write!(
                    f,
                    "the run goes differently: command {command} is refused: {refusal}"
                )
            }
            RecordError::Diverged => write!(f, "the run goes differently: it ends elsewhere"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Run {
    /// Everything needed to play it again.
    pub fn record(&self) -> RunRecord {
        let mut record = RunRecord {
            version: RUN_VERSION,
            run: self.realm().name().to_owned(),
            content: self.realm().hash(),
            start: self.start(),
            commands: self.commands().to_vec(),
            fingerprint: self.fingerprint(),
            seal: 0,
        };
        record.seal = record.sealed();
        record
    }
}

impl RunRecord {
    fn sealed(&self) -> u64 {
        let RunRecord {
            version,
            run,
            content,
            start,
            commands,
            fingerprint: end,
            seal: _,
        } = self;
        fingerprint(&(version, run, content, start, commands, end))
    }

    /// Whether it is what was written, as far as the record alone can show.
    pub fn is_whole(&self) -> bool {
        self.seal == self.sealed() && self.commands.len() <= MOST_COMMANDS
    }

    /// Plays it again. With other content it is still good if it comes to the same.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn play(&self, realm: &Arc<Realm>) -> Result<Run, RecordError> {
        if self.version != RUN_VERSION {
            return Err(RecordError::Version {
                found: self.version,
            });
        }
        if !self.is_whole() {
            return Err(RecordError::Damaged);
        }
        if self.run != realm.name() {
            return Err(RecordError::OtherRun {
                found: self.run.clone(),
            });
        }
        let other_content = || RecordError::OtherContent {
            expected: realm.hash(),
            found: self.content,
        };
        let is_same_content = self.content == realm.hash();
        let mut run = Run::begin(realm, self.start);
        for (number, command) in (1..).zip(&self.commands) {
            if let Err(refusal) = run.command(command.clone()) {
                return Err(if is_same_content {
                    RecordError::Refused {
                        command: number,
                        refusal,
                    }
                } else {
                    other_content()
                });
            }
        }
        match (run.fingerprint() == self.fingerprint, is_same_content) {
            (true, _) => Ok(run),
            (false, true) => Err(RecordError::Diverged),
            (false, false) => Err(other_content()),
        }
    }

    /// The record as RON text.
    pub fn to_text(&self) -> String {
        let style = ron::ser::PrettyConfig::new()
            .depth_limit(2)
            .new_line("\n")
            .compact_arrays(true);
        let text = ron::ser::to_string_pretty(self, style);
        text.expect("a record is made of names and numbers, and writing to memory cannot fail")
    }

    /// A record from RON text. [`RunRecord::play`] checks whether it plays the same.
    ///
    /// # Errors
    /// If the text is no record, not all of one, or one of another version.
    pub fn from_text(text: &str) -> Result<RunRecord, RecordError> {
        /// All that is sure to be in every version.
        #[derive(Deserialize)]
        struct AnyVersion {
            version: u16,
        }

        if text.len() > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(RecordError::NoRecord(format!(
                "it has more than {most} MiB"
            )));
        }
        let no_record = |error: ron::error::SpannedError| {
            // An error may repeat what it found, however long that is.
            let shown: String = error.to_string().chars().take(200).collect();
            RecordError::NoRecord(shown.escape_debug().to_string())
        };
        let AnyVersion { version } = ron::from_str(text).map_err(no_record)?;
        if version != RUN_VERSION {
            return Err(RecordError::Version { found: version });
        }
        let record: RunRecord = ron::from_str(text).map_err(no_record)?;
        if record.is_whole() {
            Ok(record)
        } else {
            Err(RecordError::Damaged)
        }
    }
}
