//! Combat decks (rules §8).
//!
//! A deck is how many of each card are left; its order does not exist until a
//! card is drawn. The odds are those of a shuffled pile, nobody can peek, and a
//! forecast has nothing to reshuffle.

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::hit::Odds;
use crate::sink::Sink;

/// At most this many different cards in a deck.
pub const MAX_CARD_KINDS: usize = 12;

/// A combat card: what it does to the damage of a hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Card {
    /// No damage at all.
    Null,
    /// Damage times this number: a critical.
    Times(u8),
    /// Damage plus (or minus) this number.
    Plus(i8),
}

impl Card {
    /// What the card makes of this much damage; never below 0.
    pub fn apply(self, damage: u32) -> u32 {
        match self {
            Card::Null => 0,
            Card::Times(factor) => damage.saturating_mul(u32::from(factor)),
            Card::Plus(change) => damage.saturating_add_signed(i32::from(change)),
        }
    }
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Card::Null => write!(f, "NULL"),
            Card::Times(factor) => write!(f, "×{factor}"),
            Card::Plus(change) => {
                let sign = if *change < 0 { '−' } else { '+' };
                write!(f, "{sign}{}", change.unsigned_abs())
            }
        }
    }
}

/// Which cards a full deck holds, and how many of each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deck {
    /// What the player calls it.
    pub name: String,
    /// Each card once, with its number of copies.
    pub cards: Vec<(Card, u8)>,
}

impl Deck {
    /// The standard deck of 20 cards.
    pub fn standard() -> Deck {
        Deck {
            name: "Standard".to_owned(),
            cards: vec![
                (Card::Null, 1),
                (Card::Times(2), 1),
                (Card::Plus(2), 1),
                (Card::Plus(1), 5),
                (Card::Plus(0), 7),
                (Card::Plus(-1), 5),
            ],
        }
    }
}

/// What is left of a deck in play.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
pub struct Pile([u8; MAX_CARD_KINDS]);

impl Pile {
    /// All cards of the deck.
    pub fn full(deck: &Deck) -> Pile {
        let mut left = [0; MAX_CARD_KINDS];
        for (left, &(_, copies)) in left.iter_mut().zip(&deck.cards) {
            *left = copies;
        }
        Pile(left)
    }

    /// How many cards are left.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|&copies| u32::from(copies)).sum()
    }

    /// Whether the next draw shuffles the discards into a new pile first.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards left with their numbers, in the deck's order.
    pub fn cards(&self, deck: &Deck) -> impl Iterator<Item = (Card, u8)> {
        deck.cards
            .iter()
            .zip(self.0)
            .map(|(&(card, _), left)| (card, left))
    }

    /// The cards left with their numbers and the odds that each comes next. An empty pile lists all
    /// cards, since it is shuffled anew before the next draw.
    pub fn odds(&self, deck: &Deck) -> Vec<(Card, u8, Odds)> {
        let full = Pile::full(deck);
        let pile = if self.is_empty() { &full } else { self };
        let all = pile.len().max(1);
        // In tenths of a percent: nobody reads more.
        let odds = |left: u8| Odds(((u32::from(left) * 1_000 + all / 2) / all * 10) as u16);
        pile.cards(deck)
            .map(|(card, left)| (card, left, odds(left)))
            .collect()
    }

    /// The pile without one copy of the card at `place`.
    pub(crate) fn without(mut self, place: usize) -> Pile {
        if let Some(left) = self.0.get_mut(place) {
            *left = left.saturating_sub(1);
        }
        self
    }

    /// Draws a card. The flag says that the discards were shuffled into a new pile first.
    pub(crate) fn draw<S: Sink>(
        &mut self,
        deck: &Deck,
        dice: &mut Dice,
        sink: &mut S,
    ) -> (Card, bool) {
        let reshuffled = self.is_empty();
        if reshuffled {
            *self = Pile::full(deck);
        }
        let pile = *self;
        let mut pick = dice.pick(pile.len(), sink);
        for (place, (card, left)) in pile.cards(deck).enumerate() {
            if pick < u32::from(left) {
                *self = pile.without(place);
                return (card, reshuffled);
            }
            pick -= u32::from(left);
        }
        // Only a deck without cards gets here, and set-up refuses those.
        (Card::Plus(0), reshuffled)
    }

    /// Whether this could be what is left of the deck.
    pub(crate) fn is_sound(&self, deck: Option<&Deck>) -> bool {
        let full = deck.map_or_else(Pile::default, Pile::full);
        self.0
            .iter()
            .zip(full.0)
            .all(|(&left, copies)| left <= copies)
    }
}
