//! The words of the company as chips: those it knows, and those that are still to be found.

use foretold_battle::brain::{Clause, Criterion, RuleWord, Side, Test};
use foretold_battle::phrase;
use foretold_content::PlaceKind;
use foretold_run::Run;

use super::chart::ahead;
use crate::prelude::*;

/// A word as a sentence says it, with its numbers left open.
pub(super) fn in_words(word: RuleWord) -> String {
    let test = Test::ALL.iter().find(|it| RuleWord::test(**it) == word);
    if let Some(&test) = test {
        let negated = false;
        return phrase(Clause { test, negated });
    }
    let criteria = Criterion::ALL.into_iter();
    let mut criteria = criteria.filter(|it| RuleWord::criterion(*it) == word);
    if let Some(criterion) = criteria.next() {
        return criterion.words().to_owned();
    }
    let mut sides = Side::ALL.into_iter();
    if let Some(side) = sides.find(|it| RuleWord::side(*it) == word) {
        return side.file_name().replace("self", "myself");
    }
    word.name().replace('_', " ")
}

/// Where words may be found from here on.
fn where_found(run: &Run) -> String {
    let map = run.map();
    let ahead = ahead(run);
    let teachers = ahead
        .iter()
        .filter(|place| map.kind(**place) == Some(PlaceKind::Teacher));
    let mut floors: Vec<u8> = teachers.map(|place| place.floor).collect();
    floors.sort_unstable();
    floors.dedup();
    let list: Vec<String> = floors.iter().map(u8::to_string).collect();
    let teachers = match list.as_slice() {
        [] => return "Fights and shrines may still have words for you.".to_owned(),
        [one] => format!("on floor {one}"),
        [first @ .., last] => format!("on floors {} and {last}", first.join(", ")),
    };
    format!("Teachers {teachers} have words for you; fights and shrines may.")
}

/// Spawns the chips below a heading.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands<'_>, run: &Run, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    parent.spawn((
        style.heading("Words you know", style.ink()),
        Node::default().fixed().margin(UiRect::top(px(4))),
    ));
    let known = run.words();
    let row = || Node::row(px(5)).wrap(px(5)).fixed();
    parent
        .spawn((row(), Pickable::IGNORE))
        .with_children(|chips| {
            for word in known.iter() {
                let chip = chip(BorderRadius::all(px(5)));
                let edge = colour(palette.border);
                let ground = BackgroundColor(colour(palette.raised));
                chips
                    .spawn((chip, ground, BorderColor::all(edge), Pickable::IGNORE))
                    .with_child(style.small(in_words(word), style.ink()));
            }
        });
    let locked = run.realm().words().iter().filter(|found| {
        let open = found.later <= run.start().finished;
        open && !known.has(found.word)
    });
    let locked: Vec<RuleWord> = locked.map(|found| found.word).collect();
    if locked.is_empty() {
        return;
    }
    parent.spawn((
        style.bold("To be found", style.muted()),
        Node::default().fixed(),
    ));
    parent
        .spawn((row(), Pickable::IGNORE))
        .with_children(|chips| {
            for word in locked {
                let edge = BorderColor::all(colour(palette.border).with_alpha(0.45));
                chips
                    .spawn((chip(BorderRadius::all(px(5))), edge, Pickable::IGNORE))
                    .with_child(style.sign(Icon::Lock, style.muted()))
                    .with_child(style.remark(in_words(word)));
            }
        });
    parent.spawn((style.remark(where_found(run)), Node::default().fixed()));
}

fn chip(round: BorderRadius) -> Node {
    Node::row(px(4))
        .centred()
        .max_width(percent(100))
        .padding(UiRect::axes(px(7), px(2)))
        .framed(round)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_called_as_a_sentence_calls_it() {
        for (name, words) in [
            ("EnemyInRange", "an enemy is within …"),
            ("lowest_hp", "lowest HP"),
            ("self", "myself"),
            ("in_reach", "in reach"),
            ("not", "not"),
        ] {
            let word = name.parse().expect("it is a word");
            assert_eq!(in_words(word), words);
        }
    }
}
