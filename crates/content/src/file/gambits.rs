//! `gambits/*.gambits.ron`: named lists of rules. Rules inside a unit look the same.

use foretold_battle::brain::{Argument, Bounds, Clause, Percent, Test};
use foretold_battle::{MAX_RULES, MAX_TESTS, Status, test_table};
use serde::{Deserialize, Serialize};

use super::Capped;

/// A list of rules, the most important first.
pub(crate) type RuleSet = Capped<RuleFile, MAX_RULES>;

/// When, what, on which target.
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

/// A number of a test as a file holds it: any, so that a wrong one can be reported.
macro_rules! wide {
    (status) => {
        Status
    };
    ($number:ident) => {
        i64
    };
}

/// From the file to the test: clamps a number to its bounds.
macro_rules! narrow {
    (status, $status:ident, $hold:ident, $field:expr) => {
        $status
    };
    (count, $count:ident, $hold:ident, $field:expr) => {
        $hold($count, Argument::COUNT, $field)
    };
    (range, $range:ident, $hold:ident, $field:expr) => {
        $hold($range, Argument::RANGE, $field)
    };
    (percent, $percent:ident, $hold:ident, $field:expr) => {
        Percent::new($hold($percent, Argument::PERCENT, $field)).expect("it is at most 100")
    };
}

macro_rules! test_files {
    ($(
        $test:ident $(($one:ident = $first:expr))? $({ $($field:ident = $value:expr),+ })?
        [$($words:tt)*];
    )+) => {
        /// Something a rule can ask: the tests of the core, and their opposites.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) enum TestFile {
            $($test $((wide!($one)))? $({ $($field: wide!($field)),+ })?,)+
            /// The opposite of a test.
            Not(Box<TestFile>),
        }

        impl TestFile {
            /// What it asks. `hold` clamps a number to its bounds; it gets the number's field, if it
            /// has one.
            pub(crate) fn clause(&self, hold: &mut ClampNumber<'_>) -> Clause {
                let test = match *self {
                    $(TestFile::$test $(($one))? $({ $($field),+ })? => {
                        Test::$test $((narrow!($one, $one, hold, None)))? $({
                            $($field: narrow!($field, $field, hold, Some(stringify!($field)))),+
                        })?
                    })+
                    TestFile::Not(ref test) => {
                        let clause = test.clause(hold);
                        let negated = !clause.negated;
                        return Clause { negated, ..clause };
                    }
                };
                let negated = false;
                Clause { negated, test }
            }
        }

        impl From<&Clause> for TestFile {
            fn from(clause: &Clause) -> TestFile {
                let test = match clause.test {
                    $(Test::$test $(($one))? $({ $($field),+ })? => {
                        TestFile::$test $(($one.into()))? $({ $($field: $field.into()),+ })?
                    })+
                };
                if clause.negated {
                    TestFile::Not(Box::new(test))
                } else {
                    test
                }
            }
        }
    };
}

/// Clamps a number of a test to its bounds.
pub(crate) type ClampNumber<'a> = dyn FnMut(i64, Bounds, Option<&'static str>) -> u8 + 'a;

test_table!(test_files);
