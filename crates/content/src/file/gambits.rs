//! `gambits/*.gambits.ron`: named lists of rules. Rules inside a unit look the same.

use foretold_battle::{MAX_RULES, MAX_TESTS, Status};
use serde::{Deserialize, Serialize};

use super::Capped;

/// A list of rules, the most important first.
pub(crate) type RuleSet = Capped<RuleFile, MAX_RULES>;

/// When, what, on whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Rule")]
pub(crate) struct RuleFile {
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub(crate) enabled: bool,
    #[serde(default, skip_serializing_if = "WhenFile::is_always")]
    pub(crate) when: WhenFile,
    #[serde(rename = "use")]
    pub(crate) skill: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) on: Option<String>,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_yes(yes: &bool) -> bool {
    *yes
}

/// Up to four tests, joined by *and* or by *or*.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum WhenFile {
    All(Capped<TestFile, MAX_TESTS>),
    Any(Capped<TestFile, MAX_TESTS>),
}

impl Default for WhenFile {
    fn default() -> Self {
        WhenFile::All(Capped::default())
    }
}

impl WhenFile {
    fn is_always(&self) -> bool {
        self.tests().is_empty()
    }

    pub(crate) fn tests(&self) -> &[TestFile] {
        match self {
            WhenFile::All(tests) | WhenFile::Any(tests) => tests,
        }
    }
}

/// Something a rule can ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum TestFile {
    Always,
    EnemyInRange(i64),
    AllyInRange(i64),
    MyHpBelow(i64),
    MyCellTargeted,
    TargetHpBelow(i64),
    EnemiesInRange {
        count: i64,
        range: i64,
    },
    AllyHpBelow(i64),
    IHave(Status),
    TargetHas(Status),
    TargetWindingUp,
    MySanityBelow(i64),
    /// The opposite of a test.
    Not(Box<TestFile>),
}
