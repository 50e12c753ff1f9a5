//! `rules.ron`: the numbers of the rules. A battle may change some of them for itself.

use foretold_battle::{HeavyStrikes, Luck};
use serde::Deserialize;

/// What is left out stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "HouseRules")]
pub(crate) struct HouseFile {
    pub(crate) lowest_chance: Option<i64>,
    pub(crate) highest_chance: Option<i64>,
    pub(crate) penalty_per_cell: Option<i64>,
    pub(crate) half_cover: Option<i64>,
    pub(crate) full_cover: Option<i64>,
    pub(crate) dodging: Option<i64>,
    pub(crate) bump: Option<i64>,
    pub(crate) fire: Option<i64>,
    pub(crate) panic_turns: Option<i64>,
    pub(crate) max_ticks: Option<i64>,
    pub(crate) max_rounds: Option<i64>,
    pub(crate) action_points: Option<i64>,
    pub(crate) luck: Option<Luck>,
    pub(crate) heavy_strikes: Option<HeavyStrikes>,
    pub(crate) units_block_sight: Option<bool>,
}
