//! The words of rules: what each says and means, and where it may be found.

use foretold_battle::brain::{Clause, Criterion, RuleWord, Side, Test};
use foretold_battle::phrase;
use foretold_content::PlaceKind;
use foretold_run::Run;

use super::super::map::ahead;
use crate::command::{counted, listed};

/// What a word of rules is: for what it says and what it means.
enum Meaning {
    Test(Test),
    Criterion(Criterion),
    Side(Side),
    InReach,
    And,
    Or,
    Not,
}

fn meaning(word: RuleWord) -> Meaning {
    let tests = Test::ALL.map(|it| (RuleWord::test(it), Meaning::Test(it)));
    let criteria = Criterion::ALL.map(|it| (RuleWord::criterion(it), Meaning::Criterion(it)));
    let sides = Side::ALL.map(|it| (RuleWord::side(it), Meaning::Side(it)));
    let rest = [
        (RuleWord::IN_REACH, Meaning::InReach),
        (RuleWord::AND, Meaning::And),
        (RuleWord::OR, Meaning::Or),
    ];
    let mut all = tests.into_iter().chain(criteria).chain(sides).chain(rest);
    let found = all.find(|(known, _)| *known == word);
    found.map_or(Meaning::Not, |(_, meaning)| meaning)
}

/// A word as a sentence says it, with its numbers left open: `my HP is below …`.
pub(crate) fn word_name(word: RuleWord) -> String {
    match meaning(word) {
        Meaning::Test(test) => phrase(Clause {
            negated: false,
            test,
        }),
        Meaning::Criterion(criterion) => criterion.words().to_owned(),
        Meaning::Side(side) => side.file_name().replace("self", "myself"),
        Meaning::InReach => "in reach".to_owned(),
        Meaning::And => "and".to_owned(),
        Meaning::Or => "or".to_owned(),
        Meaning::Not => "not".to_owned(),
    }
}

/// What a word means.
pub(crate) fn word_means(word: RuleWord) -> String {
    match meaning(word) {
        Meaning::Test(test) => format!("A condition: it is true if {}.", test.holds_if()),
        Meaning::Criterion(criterion) => format!("Picks a target: {}.", criterion.picks()),
        Meaning::Side(side) => format!("Looks for targets: {}.", side.file_name()),
        Meaning::InReach => {
            "Looks for a target only among those that the skill reaches from here.".to_owned()
        }
        Meaning::And => "Joins conditions: all of them must be true.".to_owned(),
        Meaning::Or => "Joins conditions: one of them is enough.".to_owned(),
        Meaning::Not => "Reverses any condition: no enemy is within 2.".to_owned(),
    }
}

/// Where a word may be found that the company does not know.
pub(crate) fn where_found(run: &Run, word: RuleWord) -> String {
    let found = run.realm().words().iter().find(|it| it.word == word);
    let finished = run.start().finished;
    match found {
        None => "not to be found in this run".to_owned(),
        Some(found) if found.later > finished => {
            let runs = counted(found.later.into(), "finished run");
            format!("to be found after {runs}")
        }
        Some(_) => match teachers_ahead(run) {
            Some(floors) => format!("from teachers {floors}, or as a reward"),
            None => "as a reward, or from a shrine".to_owned(),
        },
    }
}

/// Where teachers wait from here on: `on floors 3 and 6`; `None` if no way leads to one.
pub(crate) fn teachers_ahead(run: &Run) -> Option<String> {
    let map = run.map();
    let teachers = ahead(run).into_iter();
    let teachers = teachers.filter(|place| map.kind(*place) == Some(PlaceKind::Teacher));
    let mut floors: Vec<u8> = teachers.map(|place| place.floor).collect();
    floors.sort_unstable();
    floors.dedup();
    let list: Vec<String> = floors.iter().map(u8::to_string).collect();
    match list.as_slice() {
        [] => None,
        [one] => Some(format!("on floor {one}")),
        many => Some(format!("on floors {}", listed(many))),
    }
}
