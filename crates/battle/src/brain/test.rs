//! The tests that a rule can ask, in one table: names, numbers and words (rules §6).
//!
//! What they measure is in `condition`.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::brain::condition::Percent;
use crate::status::Status;

/// Hands the table of tests to a macro. The core makes [`Test`](crate::brain::Test) from it, the
/// loader the type that files hold.
///
/// A row is: the name in files, the numbers with their first suggestions, what it asks about, the
/// sentence plain and negated, the text for what was measured and for nothing, when it holds.
/// Braces hold a number, or the words that follow it: `{one|many}` or `{none|one|many}`.
///
/// Replays keep the place of a test: a new one goes to the end.
#[doc(hidden)]
#[macro_export]
macro_rules! test_table {
    ($then:ident) => {
        $then! {
            Always [Anything, "always" / "never", "" / "", "always"];
            EnemyInRange(range = 1) [Enemies,
                "an enemy is within {range}" / "no enemy is within {range}",
                "nearest is {unit} at {distance}" / "there is no enemy",
                "an enemy is this many cells away or nearer"];
            AllyInRange(range = 1) [Allies,
                "an ally is within {range}" / "no ally is within {range}",
                "nearest is {unit} at {distance}" / "there is no ally",
                "an ally is this many cells away or nearer"];
            MyHpBelow(percent = HALF) [MyHealth,
                "my HP is below {percent}" / "my HP is not below {percent}",
                "{part} of {whole} HP, {percent}%" / "there is nothing to measure",
                "I have less than this percentage of my HP"];
            MyCellTargeted [Me,
                "my cell is targeted" / "my cell is not targeted",
                "{unit} aims at it" / "no wind-up aims at it",
                "an enemy's wind-up, locked in an earlier tick, hits my cell"];
            TargetHpBelow(percent = HALF) [Target,
                "the target's HP is below {percent}" / "the target's HP is not below {percent}",
                "{unit} has {part} of {whole} HP, {percent}%" / "there is nothing to measure",
                "the target has less than this percentage of its HP"];
            EnemiesInRange { count = 2, range = 2 } [Enemies,
                "at least {count} {enemy is within|enemies are within} {range}"
                / "fewer than {count} {enemy is within|enemies are within} {range}",
                "{count} {is|is|are}" / "there is no enemy",
                "at least this many enemies are this many cells away or nearer"];
            AllyHpBelow(percent = HALF) [Allies,
                "some ally's HP is below {percent}" / "no ally's HP is below {percent}",
                "lowest is {unit} with {part} of {whole} HP, {percent}%" / "there is no ally",
                "some ally has less than this percentage of its HP"];
            IHave(status = Status::Poisoned) [Me,
                "I am {status}" / "I am not {status}",
                "{left} {turn|turns} left" / "",
                "I have the status"];
            TargetHas(status = Status::Stunned) [Target,
                "the target is {status}" / "the target is not {status}",
                "{left} {turn|turns} left" / "",
                "the target has the status"];
            TargetWindingUp [Target,
                "the target is winding up" / "the target is not winding up",
                "{left} {tick|ticks} left" / "",
                "the target is winding something up"];
            MySanityBelow(percent = HALF) [MyHealth,
                "my sanity is below {percent}" / "my sanity is not below {percent}",
                "{part} of {whole} sanity, {percent}%" / "I know no fear",
                "I have less than this percentage of my sanity"];
            WouldHitEnemies(count = 2) [Target,
                "it would hit at least {count} {enemy|enemies}"
                / "it would hit fewer than {count} {enemy|enemies}",
                "it would hit {count}" / "it is no attack",
                "the attack, aimed at the target now, would hit at least this many enemies"];
            WouldHitAlly [Target,
                "it would hit an ally" / "it would hit no ally",
                "it would hit {unit}" / "",
                "the attack, aimed at the target now, would hit an ally"];
        }
    };
}

/// The type of a number in the table.
macro_rules! kind {
    (count) => {
        u8
    };
    (range) => {
        u8
    };
    (percent) => {
        Percent
    };
    (status) => {
        Status
    };
}

/// A number of the table as an [`Argument`]: to make one, or to match it.
macro_rules! argument {
    (count $value:ident) => {
        Argument::Count($value)
    };
    (range $value:ident) => {
        Argument::Range($value)
    };
    (percent $value:ident) => {
        Argument::Percent($value)
    };
    (status $value:ident) => {
        Argument::Status($value)
    };
}

macro_rules! tests {
    ($(
        $test:ident $(($one:ident = $first:expr))? $({ $($field:ident = $value:expr),+ })?
        [$about:ident, $plain:literal / $negated:literal, $found:literal / $nothing:literal,
        $holds:literal];
    )+) => {
        /// Something a rule can ask. "In range" includes the range and ignores sight; "below" is
        /// strict.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum Test {
            $(
                #[doc = concat!("Holds if ", $holds, ".")]
                $test $((kind!($one)))? $({
                    $(#[doc = concat!("The ", stringify!($field), ".")] $field: kind!($field),)+
                })?,
            )+
        }

        impl Test {
            /// Every test, with the numbers that a player most likely wants.
            pub const ALL: [Test; [$($holds),+].len()] =
                [$(Test::$test $(($first))? $({ $($field: $value),+ })?),+];

            const ROWS: [Row; Test::ALL.len()] = [$(Row {
                file: stringify!($test),
                about: About::$about,
                words: [$plain, $negated],
                found: $found,
                nothing: $nothing,
                holds: $holds,
            }),+];

            /// Its place in the table.
            pub(crate) const fn place(self) -> usize {
                /// The places of the table.
                enum Place { $($test,)+ }
                let place = match self {
                    $(Test::$test { .. } => Place::$test,)+
                };
                place as usize
            }

            /// The numbers that it asks with.
            pub fn arguments(self) -> ArrayVec<Argument, MAX_ARGUMENTS> {
                let mut arguments = ArrayVec::new();
                match self {
                    $(Test::$test $(($one))? $({ $($field),+ })? => {
                        $(arguments.push(argument!($one $one));)?
                        $($(arguments.push(argument!($field $field));)+)?
                    })+
                }
                arguments
            }

            /// The same test with another number, if it asks with one of this kind.
            #[must_use]
            pub fn with(mut self, argument: Argument) -> Test {
                match &mut self {
                    $(Test::$test $(($one))? $({ $($field),+ })? => {
                        $(if let argument!($one new) = argument { *$one = new; })?
                        $($(if let argument!($field new) = argument { *$field = new; })+)?
                    })+
                }
                self
            }
        }
    };
}

/// What most players mean by hurt.
const HALF: Percent = Percent::new(50).expect("it is between 0 and 100");

/// No test asks with more numbers.
const MAX_ARGUMENTS: usize = 2;

test_table!(tests);

/// What the table says about a test.
struct Row {
    file: &'static str,
    about: About,
    words: [&'static str; 2],
    found: &'static str,
    nothing: &'static str,
    holds: &'static str,
}

/// What a test asks about, in the order in which tests are offered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum About {
    /// Opponents.
    Enemies,
    /// The others on one's own side.
    Allies,
    /// My HP and sanity.
    MyHealth,
    /// Anything else about me.
    Me,
    /// The unit that the selector found.
    Target,
    /// Nothing in particular.
    Anything,
}

impl About {
    /// Every subject.
    pub const ALL: [About; 6] = [
        About::Enemies,
        About::Allies,
        About::MyHealth,
        About::Me,
        About::Target,
        About::Anything,
    ];

    /// The heading above its tests in a list.
    pub const fn heading(self) -> &'static str {
        match self {
            About::Enemies => "About enemies",
            About::Allies => "About allies",
            About::MyHealth => "About my health",
            About::Me => "About me",
            About::Target => "About the target",
            About::Anything => "About nothing in particular",
        }
    }

    /// What it is called in the manual.
    pub const fn name(self) -> &'static str {
        match self {
            About::Enemies => "enemies",
            About::Allies => "allies",
            About::MyHealth => "my health",
            About::Me => "me",
            About::Target => "the target",
            About::Anything => "anything",
        }
    }
}

impl Test {
    /// Every test, those about the same thing together.
    pub fn by_subject() -> [Test; Test::ALL.len()] {
        let mut tests = Test::ALL;
        tests.sort_by_key(|test| test.about());
        tests
    }

    const fn row(self) -> &'static Row {
        &Test::ROWS[self.place()]
    }

    /// What it is called in files: `EnemyInRange`.
    pub const fn file_name(self) -> &'static str {
        self.row().file
    }

    /// What it asks about.
    #[inline]
    pub const fn about(self) -> About {
        self.row().about
    }

    /// When it holds, for the manual.
    pub const fn holds_if(self) -> &'static str {
        self.row().holds
    }

    /// The sentence, with its numbers in braces.
    pub(crate) const fn words(self, negated: bool) -> &'static str {
        self.row().words[negated as usize]
    }

    /// The sentence about what was measured.
    pub(crate) const fn found(self) -> &'static str {
        self.row().found
    }

    /// The text if nothing could be measured; empty if the test itself says so.
    pub(crate) const fn nothing(self) -> &'static str {
        self.row().nothing
    }
}

/// A number that a test asks with; a status counts as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// How many units.
    Count(u8),
    /// Within how many cells.
    Range(u8),
    /// Below how many percent.
    Percent(Percent),
    /// Which status.
    Status(Status),
}

/// What a number may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least that can be written.
    pub least: u8,
    /// The least that makes sense.
    pub sensible: u8,
    /// The most.
    pub most: u8,
    /// How much one press changes it.
    pub step: u8,
}

impl Argument {
    /// There are never more units.
    pub const COUNT: Bounds = Bounds {
        least: 0,
        sensible: 1,
        most: 24,
        step: 1,
    };
    /// From edge to edge.
    pub const RANGE: Bounds = Bounds {
        least: 0,
        sensible: 0,
        most: 11,
        step: 1,
    };
    /// From nothing to the whole.
    pub const PERCENT: Bounds = Bounds {
        least: 0,
        sensible: 0,
        most: 100,
        step: 5,
    };

    /// The number and its bounds; `None` for a status.
    pub const fn number(self) -> Option<(u8, Bounds)> {
        match self {
            Argument::Count(count) => Some((count, Argument::COUNT)),
            Argument::Range(range) => Some((range, Argument::RANGE)),
            Argument::Percent(percent) => Some((percent.get(), Argument::PERCENT)),
            Argument::Status(_) => None,
        }
    }

    /// The same kind with another number; a status, or a percentage above 100, stays as it is.
    #[must_use]
    pub fn with_number(self, number: u8) -> Argument {
        match self {
            Argument::Count(_) => Argument::Count(number),
            Argument::Range(_) => Argument::Range(number),
            Argument::Percent(old) => Argument::Percent(Percent::new(number).unwrap_or(old)),
            Argument::Status(_) => self,
        }
    }

    /// What it is called in the table: `range`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Argument::Count(_) => "count",
            Argument::Range(_) => "range",
            Argument::Percent(_) => "percent",
            Argument::Status(_) => "status",
        }
    }
}

/// A piece of a sentence of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// Words as they are.
    Text(&'static str),
    /// A number by its name.
    Slot(&'static str),
    /// Words that depend on the number before them: one and many, or none, one and many.
    Form(&'static str),
}

/// A sentence of the table, piece by piece.
pub(crate) fn pieces(sentence: &'static str) -> impl Iterator<Item = Piece> {
    let mut rest = sentence;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(inside) = rest.strip_prefix('{') else {
            let (text, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
            rest = after;
            return Some(Piece::Text(text));
        };
        let (inside, after) = inside.split_once('}').unwrap_or((inside, ""));
        rest = after;
        Some(if inside.contains('|') {
            Piece::Form(inside)
        } else {
            Piece::Slot(inside)
        })
    })
}

/// The form of words that goes with a number.
pub(crate) fn form(forms: &'static str, number: u32) -> &'static str {
    let forms: ArrayVec<&str, 3> = forms.splitn(3, '|').collect();
    match (forms.as_slice(), number) {
        ([none, _, _], 0) => none,
        ([one, _] | [_, one, _], 1) => one,
        ([.., many], _) => many,
        ([], _) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in the braces of a sentence.
    fn slots(sentence: &'static str) -> Vec<&'static str> {
        let slot = |piece| match piece {
            Piece::Slot(name) => Some(name),
            Piece::Text(_) | Piece::Form(_) => None,
        };
        pieces(sentence).filter_map(slot).collect()
    }

    #[test]
    fn each_sentence_says_each_number_once_and_begins_with_what_it_asks() {
        for test in Test::ALL {
            let names: Vec<&str> = test.arguments().iter().map(|it| it.name()).collect();
            for sentence in [test.words(false), test.words(true)] {
                assert_eq!(slots(sentence), names, "{sentence}");
                assert!(matches!(pieces(sentence).next(), Some(Piece::Text(_))));
            }
            assert_ne!(test.words(false), test.words(true));
        }
    }

    #[test]
    fn what_was_measured_is_something_that_can_be_measured() {
        let measures: [&[&str]; 6] = [
            &[],
            &["unit", "distance"],
            &["count"],
            &["part", "whole", "percent"],
            &["unit"],
            &["left"],
        ];
        for test in Test::ALL {
            let mut found = slots(test.found());
            if found.len() == 4 {
                found.retain(|slot| *slot != "unit");
            }
            assert!(measures.contains(&found.as_slice()), "{}", test.found());
        }
    }

    #[test]
    fn a_number_is_changed_where_there_is_one_and_nowhere_else() {
        for test in Test::ALL {
            for argument in test.arguments() {
                let other = match argument {
                    Argument::Status(_) => Argument::Status(Status::Weakened),
                    number => number.with_number(9),
                };
                let changed = test.with(other);
                assert!(changed.arguments().contains(&other), "{changed:?}");
                assert_eq!(changed.with(argument), test);
            }
        }
        assert_eq!(Test::Always.with(Argument::Range(3)), Test::Always);
    }

    #[test]
    fn forms_go_by_the_number() {
        let two = |number| form("turn|turns", number);
        assert_eq!([two(0), two(1), two(2)], ["turns", "turn", "turns"]);
        let three = |number| form("is|it is|are", number);
        assert_eq!([three(0), three(1), three(2)], ["is", "it is", "are"]);
    }
}
