//! Everything that a player can do to a battle, and why it is refused.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::autofight::AutofightSettings;
use crate::battle::Battle;
use crate::brain::Rule;
use crate::house_rules::Luck;
use crate::ids::UnitId;
use crate::order::{Order, OrderRefusal};
use crate::setup::RuleError;

/// Everything a player can do to a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Give a unit an order.
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
    /// The key of autofight was pressed too fast: counted and reported, and nothing else happens.
    Reckless {
        /// For whom.
        unit: UnitId,
    },
    /// Sit down, or leave: without a player no unit waits.
    Player {
        /// Whether a player is there from now on.
        present: bool,
    },
    /// Other luck than the content's.
    Luck(Luck),
    /// Other autofight settings for a unit than the content's.
    Autofight {
        /// Who.
        unit: UnitId,
        /// How.
        settings: Box<AutofightSettings>,
    },
}

impl Command {
    /// Whether it gives an order, or takes one away.
    pub(crate) fn is_order(&self) -> bool {
        matches!(self, Command::Order { .. } | Command::Release { .. })
    }

    /// Whether it changes rules.
    pub(crate) fn is_of_rules(&self) -> bool {
        matches!(self, Command::Rules { .. })
    }

    /// Whether players can take it back.
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
    /// There is nothing to take back: dice have been rolled, or nothing was ordered.
    NothingToUndo,
    /// No rules have been changed.
    NoRuleEdit,
    /// No change of rules was taken back.
    NoRuleEditUndone,
    /// At this moment other rules are in force than the change is about.
    OtherRulesHere {
        /// Where the change was made.
        step: u32,
    },
}

impl fmt::Display for CommandRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandRefusal::Order(refusal) => write!(f, "{refusal}"),
            CommandRefusal::Rules(error) => write!(f, "{error}"),
            CommandRefusal::InTheMiddle => write!(f, "a step is being played: wait for its end"),
            CommandRefusal::NothingToUndo => {
                write!(
                    f,
                    "nothing to take back: dice have been rolled since, or nothing was ordered in this turn"
                )
            }
            CommandRefusal::NoRuleEdit => write!(
                f,
                "there is no change of rules to take back: change a rule first"
            ),
            CommandRefusal::NoRuleEditUndone => {
                write!(
                    f,
                    "there is no change of rules to make again: take one back first"
                )
            }
            CommandRefusal::OtherRulesHere { step } => write!(
                f,
                "the change was made at step {step}, and other rules are in force here: go there or later first"
            ),
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
