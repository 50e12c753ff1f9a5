//! `autofight.ron`: how the one key fights, and what it says.

use std::collections::BTreeMap;

use foretold_battle::{AutofightSettings, Stop};
use serde::Deserialize;

/// What is left out is as the game ships it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Autofight")]
pub(crate) struct AutofightFile {
    /// For everybody who has no settings of their own.
    pub(crate) settings: AutofightSettings,
    /// Settings that a unit can name.
    pub(crate) presets: BTreeMap<String, AutofightSettings>,
    /// What it says when it refuses or stops.
    pub(crate) messages: BTreeMap<Stop, String>,
}
