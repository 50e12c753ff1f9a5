//! The sentence of a rule, word by word: each a list to choose from or a number to change.

use foretold_battle::{Part, Rule, UnitSheet, Word};

use super::choices::{added_tests, choices, number, with_number};
use super::editor::Editor;
use super::rule_card::label;
use crate::prelude::*;

/// What the word for a part of a rule is called.
fn part_label(place: usize, part: Part) -> String {
    let what = match part {
        Part::Glue => "a word".to_owned(),
        Part::Test(test) => format!("what test {} asks", test + 1),
        Part::Count(test) => format!("how many in test {}", test + 1),
        Part::Range(test) => format!("the range of test {}", test + 1),
        Part::Percent(test) => format!("the percentage of test {}", test + 1),
        Part::Status(test) => format!("the status of test {}", test + 1),
        Part::Join => "and, or".to_owned(),
        Part::Skill => "what it does".to_owned(),
        Part::Criterion => "which one".to_owned(),
        Part::Whom => "of whom".to_owned(),
    };
    label(place, &what)
}

/// A rule whose sentence is written: whose it is, and at which place.
#[derive(Clone, Copy)]
pub(super) struct RuleInPanel<'a> {
    pub(super) arena: &'a Arena,
    pub(super) sheet: &'a UnitSheet,
    pub(super) rule: &'a Rule,
    pub(super) place: usize,
}

/// Spawns a word, with the comma or full stop after it.
pub(super) fn spawn_word(
    sentence: &mut ChildSpawnerCommands<'_>,
    written: RuleInPanel,
    word: &Word,
    style: &UiStyle,
) {
    if word.stop.is_empty() || word.part == Part::Glue {
        spawn_bare_word(sentence, written, word, style);
        return;
    }
    // A comma or a full stop does not begin a line.
    let together = Node::default().centred().max_width(percent(100));
    sentence.spawn(together).with_children(|together| {
        spawn_bare_word(together, written, word, style);
        together.spawn(style.plain(word.stop, style.muted()));
    });
}

fn spawn_bare_word(
    sentence: &mut ChildSpawnerCommands<'_>,
    written: RuleInPanel,
    word: &Word,
    style: &UiStyle,
) {
    let RuleInPanel {
        arena,
        sheet,
        rule,
        place,
    } = written;
    let part = word.part;
    let ink = if rule.enabled {
        style.ink()
    } else {
        style.muted()
    };
    if let Some(bounds) = number(rule, part) {
        let name = part_label(place, part);
        sentence
            .spawn(stepper(&name, &word.text, bounds, style))
            .observe(move |stepped: On<Stepped>, mut editor: Editor| {
                let value = stepped.value;
                editor.change(|rules| {
                    if let Some(rule) = rules.get_mut(place) {
                        *rule = with_number(rule, part, value);
                    }
                });
            });
        return;
    }
    let offered = choices(arena, sheet, rule, part);
    if offered.is_empty() {
        let text = format!("{}{}", word.text, word.stop);
        sentence.spawn(style.plain(text, style.muted()));
        return;
    }
    let menu = Menu {
        chosen: offered.iter().position(|choice| choice.rule == *rule),
        items: offered.into_iter().map(|choice| choice.text).collect(),
    };
    let mut spawned = sentence.spawn(drop_down(part_label(place, part), menu, style));
    spawned.with_child(style.plain(&word.text, ink));
    if part == Part::Join {
        spawned.insert(Tooltip("Joins all conditions of this rule.".to_owned()));
    }
    spawned.observe(move |chosen: On<Chosen>, mut editor: Editor| {
        let index = chosen.index;
        let offered = editor.battle().and_then(|battle| {
            let arena = battle.battle().arena();
            let sheet = arena.setup().units.get(editor.unit()?.slot())?;
            let rule = editor.rules().get(place)?.clone();
            choices(arena, sheet, &rule, part).into_iter().nth(index)
        });
        replace(&mut editor, place, offered.map(|choice| choice.rule));
    });
}

/// The button that asks one thing more.
pub(super) fn spawn_test_adder(
    sentence: &mut ChildSpawnerCommands<'_>,
    rule: &Rule,
    place: usize,
    style: &UiStyle,
) {
    let menu = Menu {
        items: added_tests(rule)
            .into_iter()
            .map(|choice| choice.text)
            .collect(),
        chosen: None,
    };
    let name = label(place, "add a condition");
    let mut adder = sentence.spawn((
        drop_down(name, menu, style),
        Tooltip("Add a condition.".to_owned()),
    ));
    adder.caption_icon(Icon::Plus, style);
    let word = if rule.when.tests.is_empty() {
        "when"
    } else {
        ""
    };
    if !word.is_empty() {
        adder.caption(word, style);
    }
    adder.observe(move |chosen: On<Chosen>, mut editor: Editor| {
        let rule = editor.rules().get(place).cloned();
        let added = rule.and_then(|rule| added_tests(&rule).into_iter().nth(chosen.index));
        replace(&mut editor, place, added.map(|choice| choice.rule));
    });
}

fn replace(editor: &mut Editor, place: usize, with: Option<Rule>) {
    if let Some(with) = with {
        editor.change(|rules| {
            if let Some(rule) = rules.get_mut(place) {
                *rule = with;
            }
        });
    }
}
