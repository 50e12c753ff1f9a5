//! `boards/*.board.ron`: a board drawn as text.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use foretold_battle::Terrain;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::Capped;

/// No legend needs more.
const MAX_SIGNS: usize = 40;
/// More than a board has, so that a board with too many rows gets its own message.
const MAX_ROWS: usize = 64;

/// Twelve rows of twelve signs, and what the signs mean.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Board")]
pub(crate) struct BoardFile {
    pub(crate) name: Option<String>,
    pub(crate) ground: Option<String>,
    pub(crate) rows: Capped<String, MAX_ROWS>,
    #[serde(default)]
    pub(crate) legend: Legend,
}

/// What each sign means. `.` is floor and `#` is a wall unless the legend says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Legend(pub(crate) BTreeMap<char, Terrain>);

impl Default for Legend {
    fn default() -> Self {
        let known = [Terrain::Floor, Terrain::Wall];
        Legend(BTreeMap::from(
            known.map(|terrain| (terrain.sign(), terrain)),
        ))
    }
}

impl<'de> Deserialize<'de> for Legend {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LegendVisitor;

        impl<'de> Visitor<'de> for LegendVisitor {
            type Value = Legend;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "a legend such as {{'~': HalfCover, '^': Hazard(5)}}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Legend, A::Error> {
                let mut legend = Legend::default();
                let mut explained = BTreeMap::new();
                while let Some(sign) = map.next_key::<char>()? {
                    // Before the terrain is read, so that the error stands at this sign.
                    if explained.insert(sign, ()).is_some() {
                        return Err(de::Error::custom(format_args!(
                            "the legend explains '{sign}' twice"
                        )));
                    }
                    if explained.len() > MAX_SIGNS {
                        return Err(de::Error::custom(format_args!(
                            "the legend is too long: expected at most {MAX_SIGNS} signs"
                        )));
                    }
                    legend.0.insert(sign, map.next_value::<Terrain>()?);
                }
                Ok(legend)
            }
        }

        deserializer.deserialize_map(LegendVisitor)
    }
}
