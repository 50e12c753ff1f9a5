//! Rules as sentences: one wording for the screen, the command line and the reasons.
//!
//! A sentence is made of [`Word`]s that know what they stand for, so a screen can let the player
//! change them one by one. What a rule came to in a battle is up to `explain`.

use std::fmt::{self, Display, Formatter};

use crate::arena::Arena;
use crate::brain::{Argument, Clause, Join, Piece, Rule, Selector, Test, form, pieces};
use crate::skill::{MoveMode, SkillKind};

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// What is read: `an enemy is within`.
    pub text: String,
    /// What it stands for.
    pub part: Part,
    /// The comma, semicolon or full stop after it.
    pub stop: &'static str,
}

/// What a word of a sentence stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Nothing that a player could change.
    Glue,
    /// What the test at this place asks.
    Test(usize),
    /// How many units the test at this place asks for.
    Count(usize),
    /// Within how many cells it looks.
    Range(usize),
    /// Below how many percent.
    Percent(usize),
    /// Which status it asks for.
    Status(usize),
    /// How the tests are joined.
    Join,
    /// What the rule does.
    Skill,
    /// What is compared between possible targets.
    Criterion,
    /// Which side is looked at.
    Whom,
}

/// A rule in plain English: `When an enemy is within 1, use Heavy Punch on the lowest HP enemy.`
///
/// A rule that is switched off begins with `(off) `; a skill of another battle shows as `?`.
///
/// ```
/// use foretold_battle::brain::Test;
/// use foretold_battle::sentence;
/// use foretold_battle::testing::{board, heavy_punch, recruit};
///
/// let story = board("A e")
///     .unit('A', recruit().gambits([heavy_punch().when(Test::EnemyInRange(1))]))
///     .unit('e', recruit())
///     .story();
/// assert_eq!(
///     sentence(story.battle.arena(), &story.unit('A').rules[0]),
///     "When an enemy is within 1, use Heavy Punch on the nearest enemy."
/// );
/// ```
pub fn sentence(arena: &Arena, rule: &Rule) -> String {
    let off = if rule.enabled { "" } else { "(off) " };
    format!("{off}{}", joined(&words(arena, rule)))
}

/// The sentence of a rule, word by word.
pub fn words(arena: &Arena, rule: &Rule) -> Vec<Word> {
    let mut words = Vec::new();
    match rule.when.tests.as_slice() {
        [] => {}
        // `Always use …`, not `When always, use …`.
        [only] if only.test == Test::Always => words.extend(clause_words(0, *only)),
        tests => {
            words.push(glue("when"));
            for (place, &test) in tests.iter().enumerate() {
                if place > 0 {
                    words.push(word(join(rule.when.join), Part::Join));
                }
                words.extend(clause_words(place, test));
            }
            close(&mut words, ",");
        }
    }
    words.extend(deed_words(arena, rule));
    close(&mut words, ".");
    if let Some(first) = words.first_mut() {
        first.text = capitalised(&first.text);
    }
    words
}

/// One test of a rule: `my HP is not below 50%`.
pub(crate) fn clause(clause: Clause) -> String {
    joined(&clause_words(0, clause))
}

/// What a test asks, with its numbers left open: `my HP is not below …`.
pub fn phrase(clause: Clause) -> String {
    let mut words = clause_words(0, clause);
    for word in &mut words {
        if !matches!(word.part, Part::Glue | Part::Test(_)) {
            word.text = "…".to_owned();
        }
    }
    joined(&words)
}

const fn join(join: Join) -> &'static str {
    match join {
        Join::All => "and",
        Join::Any => "or",
    }
}

fn word(text: impl Into<String>, part: Part) -> Word {
    let (text, stop) = (text.into(), "");
    Word { text, part, stop }
}

fn glue(text: &str) -> Word {
    word(text, Part::Glue)
}

/// The words of the test at a place of the condition.
fn clause_words(place: usize, clause: Clause) -> Vec<Word> {
    let arguments = clause.test.arguments();
    let mut number = 0;
    let mut words = Vec::new();
    for piece in pieces(clause.test.words(clause.negated)) {
        words.push(match piece {
            Piece::Text(text) if words.is_empty() => word(text.trim(), Part::Test(place)),
            Piece::Text(text) if text.trim().is_empty() => continue,
            Piece::Text(text) => glue(text.trim()),
            Piece::Form(forms) => glue(form(forms, number)),
            Piece::Slot(name) => {
                let Some(argument) = arguments.iter().find(|it| it.name() == name) else {
                    continue;
                };
                number = argument.number().map_or(0, |(number, _)| number.into());
                word(argument.to_string(), argument.part(place))
            }
        });
    }
    words
}

impl Argument {
    /// The part of the sentence that it is, in the test at a place of the condition.
    pub const fn part(self, place: usize) -> Part {
        match self {
            Argument::Count(_) => Part::Count(place),
            Argument::Range(_) => Part::Range(place),
            Argument::Percent(_) => Part::Percent(place),
            Argument::Status(_) => Part::Status(place),
        }
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Count(number) | Argument::Range(number) => number.fmt(f),
            Argument::Percent(percent) => write!(f, "{}%", percent.get()),
            Argument::Status(status) => f.write_str(status.name()),
        }
    }
}

/// What the rule does, and to which target.
fn deed_words(arena: &Arena, rule: &Rule) -> Vec<Word> {
    let skill = arena.setup().skills.get(rule.skill.index());
    let Some(SkillKind::Move(mode)) = skill.map(|skill| &skill.deed) else {
        let name = word(arena.skill_name(rule.skill), Part::Skill);
        let mut words = vec![glue("use"), name, glue("on")];
        words.extend(whom_words(rule.on, rule.on.in_reach));
        return words;
    };
    // Moves reach everyone: "in reach" would promise what it does not do.
    let whom = || whom_words(rule.on, false);
    let mut words = vec![word(skill_words(*mode), Part::Skill)];
    match mode {
        MoveMode::Towards | MoveMode::Away => words.extend(whom()),
        // The target of a hold does not matter, unless a test asks about it.
        MoveMode::Hold if rule.when.is_about_target() => {
            close(&mut words, ";");
            words.push(glue("the target is"));
            words.extend(whom());
        }
        MoveMode::Hold => {}
    }
    words
}

const fn skill_words(mode: MoveMode) -> &'static str {
    match mode {
        MoveMode::Towards => "move towards",
        MoveMode::Away => "move away from",
        MoveMode::Hold => "hold",
    }
}

fn whom_words(on: Selector, in_reach: bool) -> Vec<Word> {
    let side = on.side.words();
    if on.side.is_one() {
        return vec![word(side, Part::Whom)];
    }
    let reach = if in_reach { " in reach" } else { "" };
    vec![
        glue("the"),
        word(on.criterion.words(), Part::Criterion),
        word(format!("{side}{reach}"), Part::Whom),
    ]
}

fn close(words: &mut [Word], stop: &'static str) {
    if let Some(last) = words.last_mut() {
        last.stop = stop;
    }
}

fn joined(words: &[Word]) -> String {
    let texts: Vec<String> = words
        .iter()
        .map(|word| format!("{}{}", word.text, word.stop))
        .collect();
    texts.join(" ")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
