//! Vocabularies: which words rules may be made of (rules §6).
//!
//! The words are the tests, criteria and sides of their tables, and *in reach*, *and*, *or*, *not*.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::brain::condition::Join;
use crate::brain::gambit::Rule;
use crate::brain::selector::{Criterion, Selector, Side};
use crate::brain::test::Test;

/// The places of the words: tests first, then criteria, sides and the rest.
const CRITERIA: usize = Test::ALL.len();
const SIDES: usize = CRITERIA + Criterion::ALL.len();
const REST: usize = SIDES + Side::ALL.len();
const WORDS: usize = REST + REST_NAMES.len();

const REST_NAMES: [&str; 4] = ["in_reach", "and", "or", "not"];

// A vocabulary is a set of bits.
const _: () = assert!(WORDS <= u64::BITS as usize);

/// A word of rules: a test, a criterion, a side, *in reach*, *and*, *or* or *not*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleWord(u8);

impl RuleWord {
    /// Only among the units that the skill reaches.
    pub const IN_REACH: RuleWord = RuleWord(REST as u8);
    /// All of several tests.
    pub const AND: RuleWord = RuleWord(REST as u8 + 1);
    /// One of several tests.
    pub const OR: RuleWord = RuleWord(REST as u8 + 2);
    /// The opposite of a test.
    pub const NOT: RuleWord = RuleWord(REST as u8 + 3);

    /// Every word, in the order of the tables.
    pub fn all() -> impl Iterator<Item = RuleWord> {
        (0..WORDS).map(|place| RuleWord(place as u8))
    }

    /// A test, whatever its numbers.
    pub const fn test(test: Test) -> RuleWord {
        RuleWord(test.place() as u8)
    }

    /// A criterion.
    pub const fn criterion(criterion: Criterion) -> RuleWord {
        RuleWord((CRITERIA + criterion as usize) as u8)
    }

    /// A side.
    pub const fn side(side: Side) -> RuleWord {
        RuleWord((SIDES + side as usize) as u8)
    }

    /// What it is called in files: `MyHpBelow`, `lowest_hp`, `ally`, `in_reach`.
    pub fn name(self) -> &'static str {
        let place = usize::from(self.0);
        match place {
            0..CRITERIA => Test::ALL[place].file_name(),
            CRITERIA..SIDES => Criterion::ALL[place - CRITERIA].file_name(),
            SIDES..REST => Side::ALL[place - SIDES].file_name(),
            _ => REST_NAMES[place - REST],
        }
    }
}

impl fmt::Debug for RuleWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that is no word of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRuleWord(pub String);

impl fmt::Display for UnknownRuleWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no word of rules", self.0)
    }
}

impl std::error::Error for UnknownRuleWord {}

impl FromStr for RuleWord {
    type Err = UnknownRuleWord;

    /// By its name in files; case does not matter.
    fn from_str(name: &str) -> Result<RuleWord, UnknownRuleWord> {
        RuleWord::all()
            .find(|word| word.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownRuleWord(name.to_owned()))
    }
}

/// The words that rules may be made of. By default all of them.
///
/// Files keep it as a list of names, so that it stays right when a table grows.
///
/// ```
/// use foretold_battle::brain::{RuleWord, Test, Vocabulary};
///
/// let words: Vocabulary = "MyHpBelow, nearest, enemy, self".parse()?;
/// assert!(words.has(RuleWord::test(Test::ALL[3])));
/// assert!(!words.has(RuleWord::NOT));
/// # Ok::<(), foretold_battle::brain::UnknownRuleWord>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Vocabulary(u64);

impl Vocabulary {
    /// No word.
    pub const NOTHING: Vocabulary = Vocabulary(0);
    /// Every word.
    pub const EVERYTHING: Vocabulary = Vocabulary((1 << WORDS) - 1);

    /// Whether the word is in it.
    pub const fn has(self, word: RuleWord) -> bool {
        self.0 >> word.0 & 1 == 1
    }

    /// The same with a word more.
    #[must_use]
    pub const fn with(self, word: RuleWord) -> Vocabulary {
        Vocabulary(self.0 | 1 << word.0)
    }

    /// The same with a word less.
    #[must_use]
    pub const fn without(self, word: RuleWord) -> Vocabulary {
        Vocabulary(self.0 & !(1 << word.0))
    }

    /// The words of both.
    #[must_use]
    pub const fn or(self, other: Vocabulary) -> Vocabulary {
        Vocabulary(self.0 | other.0)
    }

    /// The words of this one that the other lacks.
    #[must_use]
    pub const fn minus(self, other: Vocabulary) -> Vocabulary {
        Vocabulary(self.0 & !other.0)
    }

    /// Whether there is no word in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The words, in the order of the tables.
    pub fn iter(self) -> impl Iterator<Item = RuleWord> {
        RuleWord::all().filter(move |word| self.has(*word))
    }

    /// The words that a rule is made of.
    pub fn of(rule: &Rule) -> Vocabulary {
        let tests = &rule.when.tests;
        let mut words: Vocabulary = tests.iter().map(|it| RuleWord::test(it.test)).collect();
        if tests.iter().any(|clause| clause.negated) {
            words = words.with(RuleWord::NOT);
        }
        if tests.len() > 1 {
            words = words.with(match rule.when.join {
                Join::All => RuleWord::AND,
                Join::Any => RuleWord::OR,
            });
        }
        words.or(Vocabulary::of_selector(rule.on))
    }

    /// The words that a choice of target is made of.
    pub fn of_selector(on: Selector) -> Vocabulary {
        let side = Vocabulary::NOTHING.with(RuleWord::side(on.side));
        if on.side.is_one() {
            return side;
        }
        let words = side.with(RuleWord::criterion(on.criterion));
        if on.in_reach {
            words.with(RuleWord::IN_REACH)
        } else {
            words
        }
    }

    /// The words that a rule is made of and that are not in it: none if the rule may be written.
    pub fn lacks(self, rule: &Rule) -> Vocabulary {
        Vocabulary::of(rule).minus(self)
    }
}

impl Default for Vocabulary {
    fn default() -> Vocabulary {
        Vocabulary::EVERYTHING
    }
}

impl FromIterator<RuleWord> for Vocabulary {
    fn from_iter<I: IntoIterator<Item = RuleWord>>(words: I) -> Vocabulary {
        words
            .into_iter()
            .fold(Vocabulary::NOTHING, Vocabulary::with)
    }
}

impl FromStr for Vocabulary {
    type Err = UnknownRuleWord;

    /// Names with commas or blanks between them.
    fn from_str(names: &str) -> Result<Vocabulary, UnknownRuleWord> {
        let apart = |letter: char| letter == ',' || letter.is_whitespace();
        let names = names.split(apart).filter(|name| !name.is_empty());
        names.map(str::parse).collect()
    }
}

impl TryFrom<Vec<String>> for Vocabulary {
    type Error = UnknownRuleWord;

    fn try_from(names: Vec<String>) -> Result<Vocabulary, UnknownRuleWord> {
        names.iter().map(|name| name.parse()).collect()
    }
}

impl From<Vocabulary> for Vec<String> {
    fn from(words: Vocabulary) -> Vec<String> {
        words.iter().map(|word| word.name().to_owned()).collect()
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
