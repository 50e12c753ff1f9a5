//! `*.orders.ron`: what a player does in a battle, by step. Only the command line reads such files.

use foretold_battle::{AutofightMode, Luck};
use serde::Deserialize;

use super::{AutofightSource, Capped, RulesSource};
use crate::save::MOST_COMMANDS;

/// A whole file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Orders")]
pub(crate) struct OrdersFile {
    /// The battle that they are for.
    pub(crate) battle: Option<String>,
    /// Where the dice begin, if the command line does not say.
    pub(crate) seed: Option<u64>,
    /// How many steps are played, if the command line does not say.
    pub(crate) steps: Option<u32>,
    #[serde(default)]
    pub(crate) orders: Capped<OrderFile, MOST_COMMANDS>,
}

/// Something that the player does, and when.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Order")]
pub(crate) struct OrderFile {
    /// After how many steps.
    pub(crate) step: u32,
    #[serde(rename = "do")]
    pub(crate) deed: DeedFile,
    /// Whether it is no mistake if the battle refuses it.
    #[serde(default)]
    pub(crate) may_be_refused: bool,
}

/// What a player can do.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum DeedFile {
    Move {
        unit: String,
        to: String,
        #[serde(default)]
        until_released: bool,
    },
    Use {
        unit: String,
        skill: String,
        at: String,
        #[serde(default)]
        until_released: bool,
    },
    Guard {
        unit: String,
        #[serde(default)]
        until_released: bool,
    },
    EndTurn {
        unit: String,
        #[serde(default)]
        until_released: bool,
    },
    Autofight {
        unit: String,
        #[serde(default)]
        mode: AutofightMode,
        #[serde(default)]
        until_released: bool,
    },
    Release {
        unit: String,
    },
    Rules {
        unit: String,
        rules: RulesSource,
    },
    Mark {
        unit: String,
    },
    Unmark {
        unit: String,
    },
    Settings {
        unit: String,
        autofight: AutofightSource,
    },
    Reckless {
        unit: String,
    },
    Luck(Luck),
    Player(bool),
}
