//! `schools/*.school.ron`: battles in the order in which a player learns from them.

use serde::Deserialize;

use super::Capped;

/// No school is longer.
const MAX_ENCOUNTERS: usize = 100;

/// A school.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "School")]
pub(crate) struct SchoolFile {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) encounters: Capped<String, MAX_ENCOUNTERS>,
}
