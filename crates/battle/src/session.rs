//! A battle with a player at it: commands, undo, and the replay they make.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::autofight::AutofightSettings;
use crate::battle::{Battle, Phase};
use crate::brain::Rule;
use crate::dice::Dice;
use crate::event::Outcome;
use crate::house_rules::Luck;
use crate::ids::UnitId;
use crate::order::{Order, OrderRefusal};
use crate::replay::{Entry, Replay};
use crate::setup::RuleError;
use crate::sink::Sink;
use crate::tempo::Tempo;
use crate::unit::Faction;

/// So many commands of a turn can be taken back: each keeps a copy of the battle.
const MOST_UNDO: usize = 100;

/// Everything a player can do to a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Tell a unit what to do.
    Order {
        /// Who.
        unit: UnitId,
        /// What.
        order: Order,
        /// Until released, or for one action.
        until_released: bool,
    },
    /// Give a unit back to its brain.
    Release {
        /// Who.
        unit: UnitId,
    },
    /// Edit a unit's rules.
    Rules {
        /// Whose.
        unit: UnitId,
        /// All of them.
        rules: Vec<Rule>,
    },
    /// Mark an enemy for autofight, or take the mark away.
    Mark {
        /// Whom.
        unit: UnitId,
        /// Whether it is marked from now on.
        marked: bool,
    },
    /// The key of autofight was pressed too fast: counted and told, and nothing else happens.
    Reckless {
        /// For whom.
        unit: UnitId,
    },
    /// Sit down, or leave: without a player nobody waits.
    Player {
        /// Whether a player is there from now on.
        present: bool,
    },
    /// Other luck than the content's.
    Luck(Luck),
    /// A unit autofights in another way than the content's.
    Autofight {
        /// Who.
        unit: UnitId,
        /// How.
        settings: Box<AutofightSettings>,
    },
}

impl Command {
    /// Whether it is something that players take back.
    pub fn can_be_taken_back(&self) -> bool {
        match self {
            Command::Order { .. }
            | Command::Release { .. }
            | Command::Rules { .. }
            | Command::Mark { .. } => true,
            Command::Reckless { .. }
            | Command::Player { .. }
            | Command::Luck(_)
            | Command::Autofight { .. } => false,
        }
    }
}

/// Why a command is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandRefusal {
    /// The order is.
    Order(OrderRefusal),
    /// The rules are.
    Rules(RuleError),
    /// A step is being played; commands wait for its end.
    InTheMiddle,
    /// The moment to go back to is not one of this battle.
    NeverHappened,
    /// There is nothing that could be taken back: dice have been rolled, or nothing was ordered.
    NothingToUndo,
}

impl fmt::Display for CommandRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandRefusal::Order(refusal) => write!(f, "{refusal}"),
            CommandRefusal::Rules(error) => write!(f, "{error}"),
            CommandRefusal::InTheMiddle => write!(f, "a step is being played: wait for its end"),
            CommandRefusal::NeverHappened => {
                write!(
                    f,
                    "this battle never was like that: choose one of its own steps"
                )
            }
            CommandRefusal::NothingToUndo => {
                write!(
                    f,
                    "nothing to take back: dice have been rolled since, or nothing was ordered in this turn"
                )
            }
        }
    }
}

impl std::error::Error for CommandRefusal {}

impl Battle {
    /// Carries out a command, or says why not.
    pub fn command(&mut self, command: &Command) -> Result<(), CommandRefusal> {
        match command {
            Command::Order {
                unit,
                order,
                until_released,
            } => {
                self.order(*unit, *order, *until_released)
                    .map_err(CommandRefusal::Order)?;
            }
            Command::Release { unit } => self.release(*unit),
            Command::Rules { unit, rules } => self
                .set_rules(*unit, rules)
                .map_err(CommandRefusal::Rules)?,
            Command::Mark { unit, marked } => self.mark(*unit, *marked),
            Command::Reckless { unit } => self.note_reckless(*unit),
            Command::Player { present } => self.set_player(*present),
            Command::Luck(luck) => self.set_luck(*luck),
            Command::Autofight { unit, settings } => self.set_autofight(*unit, settings),
        }
        Ok(())
    }
}

/// A battle that is being played, with everything needed to play it again.
#[derive(Clone, Debug)]
pub struct Session {
    battle: Battle,
    name: String,
    seed: u64,
    entries: Vec<Entry>,
    /// After each of the entries.
    after_entries: Vec<u64>,
    /// At the start and after every step.
    fingerprints: Vec<u64>,
    /// As it is after the last step and the commands since.
    end: u64,
    /// Where each command that can still be taken back was given.
    past: VecDeque<Moment>,
    /// The battle's dice and turn when the running step began.
    step_began: Option<(Dice, WhoseTurn)>,
}

/// A moment that one can go back to.
#[derive(Clone, Debug)]
struct Moment {
    battle: Battle,
    entries: usize,
    fingerprints: usize,
}

type WhoseTurn = (u16, u8, Faction);

impl Session {
    /// A battle at its start, with nobody at it.
    pub fn start<S: Sink>(arena: &Arc<Arena>, name: &str, seed: u64, sink: &mut S) -> Session {
        let battle = Battle::start(arena, seed, sink);
        let end = battle.fingerprint();
        let fingerprints = vec![end];
        Session {
            battle,
            name: name.to_owned(),
            seed,
            entries: Vec::new(),
            after_entries: Vec::new(),
            fingerprints,
            end,
            past: VecDeque::new(),
            step_began: None,
        }
    }

    /// The battle as it is now.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Everything so far, to be kept and played again. Of a step that has begun it tells nothing yet.
    pub fn replay(&self) -> Replay {
        let content = self.battle.arena().content_hash();
        let (entries, fingerprints) = (self.entries.clone(), self.fingerprints.clone());
        Replay::new(
            &self.name,
            content,
            self.seed,
            entries,
            fingerprints,
            self.end,
        )
    }

    /// Carries out a command and remembers it.
    pub fn command(&mut self, command: Command) -> Result<(), CommandRefusal> {
        if self.battle.due() != Phase::Decide {
            return Err(CommandRefusal::InTheMiddle);
        }
        // Only what can be taken back is worth a copy of the battle.
        let before = command.can_be_taken_back().then(|| Moment {
            battle: self.battle.clone(),
            entries: self.entries.len(),
            fingerprints: self.fingerprints.len(),
        });
        let checked = self.battle.command(&command);
        let end = std::mem::replace(&mut self.end, self.battle.fingerprint());
        // A refused key press is counted by autofight, and so must be part of what is replayed.
        if checked.is_ok() || self.end != end {
            self.entries.push(Entry {
                step: self.battle.tick(),
                command,
            });
            self.after_entries.push(self.end);
        }
        if let Some(before) = before.filter(|_| checked.is_ok()) {
            if self.past.len() == MOST_UNDO {
                self.past.pop_front();
            }
            self.past.push_back(before);
        }
        checked
    }

    /// Plays one step, or the rest of one that has begun.
    pub fn step<S: Sink>(&mut self, sink: &mut S) -> Option<Outcome> {
        for phase in Phase::ALL {
            self.run(phase, sink);
        }
        self.battle.outcome()
    }

    /// Plays one phase if it is due.
    pub fn run<S: Sink>(&mut self, phase: Phase, sink: &mut S) {
        if phase == Phase::Decide && self.battle.due() == Phase::Decide {
            self.step_began = Some((self.battle.dice().clone(), self.battle.whose_turn()));
        }
        let steps = self.fingerprints.len() as u32;
        self.battle.run(phase, sink);
        if self.battle.due() != Phase::Decide || self.battle.tick() != steps {
            return;
        }
        self.end = self.battle.fingerprint();
        self.fingerprints.push(self.end);
        let turns = self.battle.arena().tempo() != Tempo::Ticks;
        let now = (self.battle.dice().clone(), self.battle.whose_turn());
        let can_undo =
            turns && self.step_began.as_ref() == Some(&now) && self.battle.outcome().is_none();
        if !can_undo {
            self.past.clear();
        }
    }

    /// Goes back to an earlier moment of this very battle. What came later is forgotten, also the
    /// commands of the same step that had not been given yet.
    ///
    /// # Errors
    /// If this battle never was like that, or a step is being played.
    pub fn rewind(&mut self, moment: &Battle) -> Result<(), CommandRefusal> {
        if self.battle.due() != Phase::Decide {
            return Err(CommandRefusal::InTheMiddle);
        }
        let (steps, entries) = self
            .find(moment)
            .filter(|_| moment.arena().content_hash() == self.battle.arena().content_hash())
            .ok_or(CommandRefusal::NeverHappened)?;
        self.battle = moment.clone();
        self.cut(entries, steps);
        self.past.clear();
        Ok(())
    }

    /// How many fingerprints and entries there were when this battle was like that; the latest
    /// time, if there were several.
    fn find(&self, moment: &Battle) -> Option<(usize, usize)> {
        let (step, wanted) = (moment.tick(), moment.fingerprint());
        let came = *self.fingerprints.get(step as usize)?;
        let before = self.entries.partition_point(|entry| entry.step < step);
        let until = self.entries.partition_point(|entry| entry.step <= step);
        let heard = &self.after_entries[before..until];
        let latest = heard.iter().rposition(|&after| after == wanted);
        let entries = match latest {
            Some(place) => place + 1,
            None if came == wanted => 0,
            None => return None,
        };
        Some((step as usize + 1, before + entries))
    }

    /// Forgets what was noted since, and takes the battle's fingerprint anew.
    fn cut(&mut self, entries: usize, fingerprints: usize) {
        self.entries.truncate(entries);
        self.after_entries.truncate(entries);
        self.fingerprints.truncate(fingerprints);
        self.end = self.battle.fingerprint();
    }

    /// What the player did so far, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Where the dice began.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether something could be taken back now.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty() && self.battle.due() == Phase::Decide
    }

    /// What would be taken back now.
    pub fn undoable(&self) -> Option<&Command> {
        let moment = self.past.back().filter(|_| self.can_undo())?;
        Some(&self.entries.get(moment.entries)?.command)
    }

    /// Takes back the latest command of the current turn, unless chance was drawn since.
    pub fn undo(&mut self) -> Result<(), CommandRefusal> {
        if self.battle.due() != Phase::Decide {
            return Err(CommandRefusal::InTheMiddle);
        }
        let moment = self.past.pop_back().ok_or(CommandRefusal::NothingToUndo)?;
        self.battle = moment.battle;
        self.cut(moment.entries, moment.fingerprints);
        Ok(())
    }
}
