//! `packs/*.pack.ron`: enemies that come together, and the grounds that they like.

use foretold_battle::Tempo;
use serde::{Deserialize, Serialize};

use super::capped;

/// At most this many kinds of ground, common enemies or leaders in a pack.
const MAX_KINDS: usize = 12;

/// Enemies that come together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// What the player calls them.
    #[serde(default)]
    pub name: String,
    /// A line for the player.
    pub text: String,
    /// The kinds of ground they like.
    #[serde(deserialize_with = "capped::<_, _, MAX_KINDS>")]
    pub grounds: Vec<GroundKind>,
    /// How each of these is painted: ids of `grounds/`, in the same order.
    #[serde(deserialize_with = "capped::<_, _, MAX_KINDS>")]
    pub looks: Vec<String>,
    /// Who acts when.
    #[serde(default)]
    pub tempo: Tempo,
    /// Whether the player commands the company against them.
    #[serde(default)]
    pub by_hand: bool,
    /// The common ones.
    #[serde(deserialize_with = "capped::<_, _, MAX_KINDS>")]
    pub units: Vec<PackUnit>,
    /// One of these leads an elite fight; in the pack of a boss, the boss.
    #[serde(default, deserialize_with = "capped::<_, _, MAX_KINDS>")]
    pub leaders: Vec<PackUnit>,
    /// The id of the pile that they share.
    #[serde(default)]
    pub deck: Option<String>,
    /// The first and the last floor where they are met.
    #[serde(default = "all_floors")]
    pub floors: (u8, u8),
    /// After how many finished runs they are met.
    #[serde(default)]
    pub later: u16,
}

fn all_floors() -> (u8, u8) {
    (1, 9)
}

/// An enemy of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackUnit {
    /// The id of the unit.
    pub unit: String,
    /// How often it comes, against the others.
    #[serde(default = "ten")]
    pub weight: u16,
    /// Where it likes to stand.
    #[serde(default)]
    pub stands: Stands,
}

fn ten() -> u16 {
    10
}

/// Where an enemy likes to stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Stands {
    /// Near the company.
    Front,
    /// Behind the others.
    Back,
    /// Wherever there is room.
    #[default]
    Anywhere,
}

/// A kind of ground that runs make.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum GroundKind {
    /// Walls with doors.
    Rooms,
    /// What is left of walls.
    Ruins,
    /// Open, with trees and stones.
    Heath,
    /// A way between two thick edges.
    Road,
    /// Narrow, round and full of pits.
    Nest,
    /// Pillars in rows.
    Hall,
}

impl GroundKind {
    /// Every kind.
    pub const ALL: [GroundKind; 6] = [
        GroundKind::Rooms,
        GroundKind::Ruins,
        GroundKind::Heath,
        GroundKind::Road,
        GroundKind::Nest,
        GroundKind::Hall,
    ];
}
