//! Autofight: one key does the sensible next thing for a unit the player commands (rules §10).

mod interrupts;
mod plan;
mod settings;

pub(crate) use interrupts::{AutofightMemory, Note, StopSet, is_repeating, press, watch};
pub use plan::{AttackType, AutofightReport, Contender, Plan};
pub(crate) use plan::{plan, report};
pub use settings::{
    AutofightMessages, AutofightMode, AutofightSettings, Interrupts, Preconditions, Ranking, Stop,
};

use serde::{Deserialize, Serialize};

/// What autofight has done in a battle so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AutofightCount {
    /// How often the key was pressed and it went ahead.
    pub uses: u16,
    /// How often it stopped or refused, by reason: see [`AutofightCount::stops`].
    pub(crate) stops: [u16; Stop::ALL.len()],
    /// Units of the player's that went down or fell while it repeated.
    pub lost: u16,
}

impl AutofightCount {
    /// How often it stopped or refused for a reason.
    pub fn stops(&self, stop: Stop) -> u16 {
        self.stops[stop as usize]
    }
}
