//! `autofight.ron`: how autofight fights, and what it says.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use foretold_battle::{AutofightSettings, Interrupts, Preconditions, Ranking, Stop};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::Capped;
use crate::names;
use crate::plain::text_fault;

/// Nobody has more kinds of enemies to ignore or to prefer.
const MAX_KINDS: usize = 100;
/// Nobody needs more presets.
const MAX_PRESETS: usize = 100;

/// What is left out is as the game ships it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Autofight")]
pub(crate) struct AutofightFile {
    /// For units without settings of their own.
    pub(crate) settings: SettingsFile,
    /// Settings that a unit can name.
    pub(crate) presets: Presets,
    /// What it says when it refuses or stops.
    pub(crate) messages: BTreeMap<Stop, String>,
}

/// The battle's own settings, with limits for their lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct SettingsFile(
    #[serde(with = "AutofightSettingsFile")] pub(crate) AutofightSettings,
);

#[derive(Deserialize)]
#[serde(
    remote = "AutofightSettings",
    rename = "AutofightSettings",
    default = "AutofightSettings::default",
    deny_unknown_fields
)]
struct AutofightSettingsFile {
    preconditions: Preconditions,
    max_distance: u8,
    max_path_length: u8,
    #[serde(deserialize_with = "capped::<_, _, { Ranking::ALL.len() }>")]
    order: Vec<Ranking>,
    #[serde(deserialize_with = "kinds")]
    ignore: Vec<String>,
    #[serde(deserialize_with = "kinds")]
    prefer: Vec<String>,
    interrupts: Interrupts,
    warning_ms: u32,
}

fn capped<'de, D: Deserializer<'de>, T: Deserialize<'de>, const MOST: usize>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Capped::<T, MOST>::deserialize(deserializer).map(|list| list.0)
}

/// Kinds of enemies. Every unit of every battle has a copy, so names have a limit.
fn kinds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let names = Capped::<Name, MAX_KINDS>::deserialize(deserializer)?;
    Ok(names.0.into_iter().map(|name| name.0).collect())
}

struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        match text_fault(&name, names::LONGEST) {
            Some(fault) => Err(de::Error::custom(fault)),
            None => Ok(Name(name)),
        }
    }
}

/// Settings by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presets(pub(crate) BTreeMap<String, AutofightSettings>);

impl<'de> Deserialize<'de> for Presets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PresetsVisitor;

        impl<'de> Visitor<'de> for PresetsVisitor {
            type Value = Presets;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "presets such as {{\"bold\": (max_distance: 5)}}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Presets, A::Error> {
                let mut presets = Presets::default();
                while let Some(Name(name)) = map.next_key()? {
                    if presets.0.len() == MAX_PRESETS {
                        return Err(de::Error::custom(format_args!(
                            "these are too many presets: expected at most {MAX_PRESETS}"
                        )));
                    }
                    let settings = map.next_value::<SettingsFile>()?;
                    presets.0.insert(name, settings.0);
                }
                Ok(presets)
            }
        }

        deserializer.deserialize_map(PresetsVisitor)
    }
}
