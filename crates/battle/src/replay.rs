//! Replays: a battle's name, content, seed and commands, with a fingerprint of every step (rules §12).

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::command::Command;
use crate::event::Outcome;
use crate::fingerprint::fingerprint;
use crate::session::Session;

/// The version of the replay format. Raised when an older game could not read it.
pub const REPLAY_VERSION: u16 = 1;

/// A battle that can be played again to the bit. A [`Session`](crate::Session) makes them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// The version of the format it is written in.
    pub version: u16,
    /// The name of the battle.
    pub battle: String,
    /// The hash of everything the battle was fought with: see [`Arena::content_hash`].
    pub content: u64,
    /// Where the dice began.
    pub seed: u64,
    /// What the player did, in order.
    pub entries: Vec<Entry>,
    /// The fingerprint at the start and after every step, before what the player did there.
    pub fingerprints: Vec<u64>,
    /// The fingerprint at the very end, after the last commands.
    pub end: u64,
    /// How far the battle had come by then; replays of the first games do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The fingerprint of all the above: a damaged replay does not match it.
    pub seal: u64,
}

/// How far a battle has come when a replay is made of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// It goes on.
    Unfinished,
    /// It is over.
    Over(Outcome),
}

impl Ending {
    /// The ending of a battle with this outcome so far.
    pub(crate) fn of(outcome: Option<Outcome>) -> Ending {
        outcome.map_or(Ending::Unfinished, Ending::Over)
    }
}

/// One command and when it was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// After how many steps.
    pub step: u32,
    /// What.
    pub command: Command,
}

/// What is wrong with a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// It is written in another version of the format.
    Version {
        /// Which.
        found: u16,
    },
    /// It is not what was written.
    Damaged,
    /// It was fought with other content.
    OtherContent {
        /// The hash of the content now.
        expected: u64,
        /// The hash it was fought with.
        found: u64,
    },
    /// The battle goes differently from this step on.
    Diverged {
        /// The first step that differs; 0 is the set-up.
        step: u32,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Version { found } => {
                write!(
                    f,
                    "the replay has version {found}, this game plays version {REPLAY_VERSION}"
                )
            }
            ReplayError::Damaged => {
                write!(f, "the replay is damaged: it is not what was written")
            }
            ReplayError::OtherContent { expected, found } => write!(
                f,
                "the replay was fought with other content ({found:016x}, not {expected:016x}): play it with the files of its day"
            ),
            ReplayError::Diverged { step } => {
                write!(f, "the battle goes differently from step {step} on")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl Replay {
    /// A replay from its parts, sealed.
    pub(crate) fn new(
        battle: &str,
        content: u64,
        seed: u64,
        entries: Vec<Entry>,
        fingerprints: Vec<u64>,
        (end, ending): (u64, Ending),
    ) -> Replay {
        let (version, battle) = (REPLAY_VERSION, battle.to_owned());
        let mut replay = Replay {
            version,
            battle,
            content,
            seed,
            entries,
            fingerprints,
            end,
            ending: Some(ending),
            seal: 0,
        };
        replay.reseal();
        replay
    }

    /// How many steps it has.
    pub fn steps(&self) -> u32 {
        self.fingerprints.len().saturating_sub(1) as u32
    }

    /// Plays it again and compares every step. Reports the first that differs.
    pub fn verify(&self, arena: &Arc<Arena>) -> Result<(), ReplayError> {
        self.verified(arena).map(|_| ())
    }

    /// The whole battle, if every step and the end are as they were.
    pub fn verified(&self, arena: &Arc<Arena>) -> Result<Session, ReplayError> {
        let steps = self.steps();
        let session = self.play(arena, steps)?;
        let present = session.present();
        let ending = Ending::of(present.battle.outcome());
        if present.fingerprint() == self.end && self.ending.is_none_or(|it| it == ending) {
            Ok(session)
        } else {
            Err(ReplayError::Diverged { step: steps })
        }
    }

    /// The battle up to a step, with the commands that were given there.
    pub fn play(&self, arena: &Arc<Arena>, steps: u32) -> Result<Session, ReplayError> {
        self.check(arena)?;
        let until = self.entries.partition_point(|entry| entry.step <= steps);
        let entries = self.entries[..until].iter().cloned();
        // What was refused then is refused now; if not, the next fingerprint differs.
        let (session, _) = Session::play_again(arena, &self.battle, self.seed, entries, steps);
        let moments = session.moments();
        let differs = (0..=steps)
            .zip(&self.fingerprints)
            .find(|&(step, &expected)| {
                let moment = moments.get(step as usize);
                moment.map(|moment| moment.fingerprint_before_commands()) != Some(expected)
            });
        match differs {
            Some((step, _)) => Err(ReplayError::Diverged { step }),
            None => Ok(session),
        }
    }

    fn check(&self, arena: &Arena) -> Result<(), ReplayError> {
        if self.version != REPLAY_VERSION {
            return Err(ReplayError::Version {
                found: self.version,
            });
        }
        if !self.is_whole() {
            return Err(ReplayError::Damaged);
        }
        let expected = arena.content_hash();
        if self.content != expected {
            return Err(ReplayError::OtherContent {
                expected,
                found: self.content,
            });
        }
        Ok(())
    }

    /// Whether it is what was written, as far as the replay alone can show.
    pub fn is_whole(&self) -> bool {
        let in_order = self.entries.is_sorted_by_key(|entry| entry.step);
        let in_time = self
            .entries
            .last()
            .is_none_or(|entry| entry.step <= self.steps());
        self.seal == self.sealed() && !self.fingerprints.is_empty() && in_order && in_time
    }

    /// Seals the replay again after a change that was made on purpose.
    pub fn reseal(&mut self) {
        self.seal = self.sealed();
    }

    fn sealed(&self) -> u64 {
        let Replay {
            version,
            battle,
            content,
            seed,
            entries,
            fingerprints,
            end,
            ending,
            seal: _,
        } = self;
        let all = (version, battle, content, seed, entries, fingerprints, end);
        match ending {
            // As the first games sealed it.
            None => fingerprint(&all),
            Some(ending) => fingerprint(&(all, ending)),
        }
    }
}
