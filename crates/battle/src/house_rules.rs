//! The numbers and switches of the rules that a designer may change (`rules.ron`).

use serde::{Deserialize, Serialize};

/// The rules' own settings. The defaults are the game as it is meant to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HouseRules {
    /// An aimed attack hits at least this often, in percent.
    pub lowest_chance: u8,
    /// An aimed attack hits at most this often, in percent.
    pub highest_chance: u8,
    /// What each cell of distance takes from an aimed attack.
    pub penalty_per_cell: u8,
    /// What half cover takes from an aimed attack.
    pub half_cover: u8,
    /// What full cover takes from an aimed attack.
    pub full_cover: u8,
    /// What a dodging target takes from an aimed attack.
    pub dodging: u8,
    /// What a unit takes that is shoved against something, and the unit that it is shoved against.
    pub bump: u8,
    /// What a burning cell does to a unit that ends its turn there.
    pub fire: u8,
    /// How many turns a unit panics when its sanity is gone.
    pub panic_turns: u8,
    /// In ticks, the battle is a draw after this many ticks.
    pub max_ticks: u16,
    /// In initiative and phases, the battle is a draw after this many rounds.
    pub max_rounds: u16,
    /// Points that each of the player's units has in its phase.
    pub action_points: u8,
    /// Whether dice fall or averages decide.
    pub luck: Luck,
    /// When heavy strikes land.
    pub heavy_strikes: HeavyStrikes,
    /// Whether units block the line of sight.
    pub units_block_sight: bool,
}

impl Default for HouseRules {
    fn default() -> Self {
        HouseRules {
            lowest_chance: 5,
            highest_chance: 95,
            penalty_per_cell: 10,
            half_cover: 20,
            full_cover: 40,
            dodging: 20,
            bump: 5,
            fire: 5,
            panic_turns: 3,
            max_ticks: 500,
            max_rounds: 100,
            action_points: 2,
            luck: Luck::True,
            heavy_strikes: HeavyStrikes::AfterMovement,
            units_block_sight: false,
        }
    }
}

/// Whether dice fall (rules §7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Luck {
    /// Dice fall as they fall.
    #[default]
    True,
    /// A chance of 50 or more hits, damage is average, no criticals, every card is +0.
    Certain,
}

/// When attacks of cost 2 or more land (rules §5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum HeavyStrikes {
    /// A unit that sees one coming can step away in the tick in which it lands.
    #[default]
    AfterMovement,
    /// A unit can only step away from those of cost 3 or more.
    BeforeMovement,
}
