//! `decks/*.deck.ron`: combat cards.

use foretold_battle::{Card, MAX_CARD_KINDS};
use serde::Deserialize;

use super::Capped;

/// Which cards, and how many of each.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Deck")]
pub(crate) struct DeckFile {
    pub(crate) name: Option<String>,
    pub(crate) cards: Capped<CardFile, MAX_CARD_KINDS>,
}

/// One kind of card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "CardCount")]
pub(crate) struct CardFile {
    pub(crate) card: Card,
    #[serde(default = "one")]
    pub(crate) copies: i64,
}

fn one() -> i64 {
    1
}
