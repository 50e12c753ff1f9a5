//! `battles/*.battle.ron`: which units meet, where, and in which tempo.

use std::fmt::{self, Formatter};

use foretold_battle::{MAX_UNITS, Tempo};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::files::FileKind;

use super::{BoardFile, BrainFile, Capped, DeckFile, HouseFile, Own, SkillFile, UnitFile};

/// A battle.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Battle")]
pub(crate) struct BattleFile {
    pub(crate) title: String,
    pub(crate) text: String,
    /// What the player learns, in a few words.
    pub(crate) teaches: Option<String>,
    #[serde(default)]
    pub(crate) tempo: Tempo,
    /// The open field if it is left out.
    pub(crate) board: Option<BoardSource>,
    /// Whether the player commands the friends; if not, their rules do.
    #[serde(default)]
    pub(crate) by_hand: bool,
    pub(crate) friends: Capped<Placing, MAX_UNITS>,
    pub(crate) enemies: Capped<Placing, MAX_UNITS>,
    /// The pile that the friends share.
    pub(crate) friends_deck: Option<String>,
    /// The pile that the enemies share.
    pub(crate) enemies_deck: Option<String>,
    /// Skills of this battle alone; they come before those of `skills/`.
    #[serde(default)]
    pub(crate) skills: Own<SkillFile>,
    /// Decks of this battle alone; they come before those of `decks/`.
    #[serde(default)]
    pub(crate) decks: Own<DeckFile>,
    /// What is different from `rules.ron` here.
    #[serde(default)]
    pub(crate) rules: HouseFile,
}

impl BattleFile {
    /// The ids of what it describes for itself.
    pub(crate) fn own_ids(&self, kind: FileKind) -> Vec<&str> {
        fn ids<T>(own: &Own<T>) -> Vec<&str> {
            own.0.keys().map(String::as_str).collect()
        }
        match kind {
            FileKind::Skill => ids(&self.skills),
            FileKind::Deck => ids(&self.decks),
            _ => Vec::new(),
        }
    }
}

/// A unit and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Placing")]
pub(crate) struct Placing {
    pub(crate) unit: UnitSource,
    pub(crate) at: String,
    pub(crate) name: Option<String>,
    pub(crate) brain: Option<BrainFile>,
}

/// A unit by name, or described on the spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum UnitSource {
    Named(String),
    Here(Box<UnitFile>),
}

impl<'de> Deserialize<'de> for UnitSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct UnitVisitor;

        impl<'de> Visitor<'de> for UnitVisitor {
            type Value = UnitSource;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(
                    f,
                    "the name of a unit, or a unit such as (name: \"Ogre\", hp: 40)"
                )
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<UnitSource, E> {
                Ok(UnitSource::Named(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<UnitSource, A::Error> {
                let unit = UnitFile::deserialize(MapAccessDeserializer::new(map))?;
                Ok(UnitSource::Here(Box::new(unit)))
            }
        }

        deserializer.deserialize_any(UnitVisitor)
    }
}

/// A board by name, or drawn on the spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BoardSource {
    Named(String),
    Here(Box<BoardFile>),
}

impl<'de> Deserialize<'de> for BoardSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BoardVisitor;

        impl<'de> Visitor<'de> for BoardVisitor {
            type Value = BoardSource;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(
                    f,
                    "the name of a board, or a board such as (rows: [\"............\", …])"
                )
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<BoardSource, E> {
                Ok(BoardSource::Named(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<BoardSource, A::Error> {
                let board = BoardFile::deserialize(MapAccessDeserializer::new(map))?;
                Ok(BoardSource::Here(Box::new(board)))
            }
        }

        deserializer.deserialize_any(BoardVisitor)
    }
}
