//! `items/*.item.ron`: what a companion can carry in a run.

use foretold_battle::{Card, DamageKind, Status};
use serde::{Deserialize, Serialize};

use super::capped;

/// At most this many cards put into a deck or taken from it by one item.
const MAX_CARDS: usize = 8;

/// Something to carry. All numbers are changes of the wearer's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What the player calls it.
    #[serde(default)]
    pub name: String,
    /// Where it is worn: one of each.
    pub slot: ItemSlot,
    /// A line for the player.
    pub text: String,
    /// Change of the most HP.
    #[serde(default)]
    pub hp: i16,
    /// Change of accuracy.
    #[serde(default)]
    pub accuracy: i16,
    /// Change of armour class.
    #[serde(default)]
    pub armour_class: i16,
    /// Change of speed.
    #[serde(default)]
    pub speed: i16,
    /// Change of the initiative bonus.
    #[serde(default)]
    pub initiative: i16,
    /// Change of sanity, for companions that can lose it.
    #[serde(default)]
    pub sanity: i16,
    /// Damage kinds that do half.
    #[serde(
        default,
        deserialize_with = "capped::<_, _, { DamageKind::ALL.len() }>"
    )]
    pub resists: Vec<DamageKind>,
    /// Damage kinds that do double.
    #[serde(
        default,
        deserialize_with = "capped::<_, _, { DamageKind::ALL.len() }>"
    )]
    pub vulnerable: Vec<DamageKind>,
    /// The id of a skill that the wearer can use.
    #[serde(default)]
    pub skill: Option<String>,
    /// Block at the start of each battle.
    #[serde(default)]
    pub start_block: u16,
    /// A status at the start of each battle.
    #[serde(default)]
    pub status: Option<StartStatus>,
    /// Cards put into the wearer's own deck.
    #[serde(default, deserialize_with = "capped::<_, _, MAX_CARDS>")]
    pub adds: Vec<Card>,
    /// Cards taken out of it, one copy each.
    #[serde(default, deserialize_with = "capped::<_, _, MAX_CARDS>")]
    pub removes: Vec<Card>,
    /// After how many finished runs it can be found.
    #[serde(default)]
    pub later: u16,
}

/// A status that the wearer begins each battle with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartStatus {
    /// Which.
    pub status: Status,
    /// For how many turns.
    pub turns: u8,
    /// How strong, where the status has a number.
    #[serde(default)]
    pub amount: u8,
}

/// Where an item is worn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ItemSlot {
    /// In the hand.
    Weapon,
    /// On the body.
    Armour,
    /// In a pocket.
    Charm,
}

impl ItemSlot {
    /// Every slot.
    pub const ALL: [ItemSlot; 3] = [ItemSlot::Weapon, ItemSlot::Armour, ItemSlot::Charm];

    /// The slot in the words of a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            ItemSlot::Weapon => "weapon",
            ItemSlot::Armour => "armour",
            ItemSlot::Charm => "charm",
        }
    }
}
