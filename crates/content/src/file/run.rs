//! `runs/*.run.ron`: battles in the order in which they are fought.

use serde::Deserialize;

use super::Capped;

/// No run is longer.
const MAX_ENCOUNTERS: usize = 100;

/// A run.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Run")]
pub(crate) struct RunFile {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) encounters: Capped<String, MAX_ENCOUNTERS>,
}
