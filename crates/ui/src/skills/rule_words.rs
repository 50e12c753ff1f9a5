//! The sentence of a rule, word by word: each a list to choose from or a number to change.

use foretold_battle::{Part, Rule, UnitSheet, Word};

use super::choices::{added_tests, choices, is_open_number, number, with_number};
use super::editor::Editor;
use super::locks::RuleLocks;
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

/// A rule on its card: whose it is, and at which place of how many.
#[derive(Clone, Copy)]
pub(crate) struct RuleInPanel<'a> {
    pub(super) arena: &'a Arena,
    pub(super) sheet: &'a UnitSheet,
    pub(super) rule: &'a Rule,
    pub(super) place: usize,
    pub(super) count: usize,
    pub(super) locks: RuleLocks<'a>,
    /// Whether the moment on screen says what the rule comes to.
    pub(super) judged: bool,
}

/// Spawns a word, with the comma or full stop after it.
pub(super) fn spawn_word(
    sentence: &mut ChildSpawnerCommands<'_>,
    shown: RuleInPanel,
    word: &Word,
    style: &UiStyle,
) {
    if word.stop.is_empty() || word.part == Part::Glue {
        spawn_bare_word(sentence, shown, word, style);
        return;
    }
    // A comma or a full stop does not begin a line.
    let together = Node::default().centred().max_width(percent(100));
    sentence.spawn(together).with_children(|together| {
        spawn_bare_word(together, shown, word, style);
        together.spawn(style.plain(word.stop, style.muted()));
    });
}

/// Spawns a word alone; one that can never be changed has its comma or full stop in its own text.
fn spawn_bare_word(
    sentence: &mut ChildSpawnerCommands<'_>,
    shown: RuleInPanel,
    word: &Word,
    style: &UiStyle,
) {
    let (rule, place, part) = (shown.rule, shown.place, word.part);
    let name = part_label(place, part);
    let is_open = is_open_number(shown.locks, rule, part);
    if let Some(bounds) = number(rule, part).filter(|_| is_open) {
        sentence
            .spawn(stepper(&name, &word.text, bounds, style))
            .observe(move |stepped: On<Stepped>, mut editor: Editor| {
                let rule = editor.rule(place);
                let rule = rule.map(|rule| with_number(&rule, part, stepped.value));
                editor.replace(place, rule);
            });
        return;
    }
    let offered = choices(shown.arena, shown.sheet, shown.locks, rule, part);
    if offered.is_empty() {
        // What stands after other words is written beside them.
        let stop = if part == Part::Glue { word.stop } else { "" };
        sentence.spawn(style.plain(format!("{}{stop}", word.text), style.muted()));
        return;
    }
    let menu = Menu {
        chosen: offered.iter().position(|choice| choice.rule == *rule),
        items: offered.into_iter().map(|choice| choice.item).collect(),
    };
    let ink = if rule.enabled {
        style.ink()
    } else {
        style.muted()
    };
    let mut spawned = sentence.spawn(drop_down(name, menu, style));
    spawned.with_child(style.plain(&word.text, ink));
    if part == Part::Join {
        spawned.insert(Tooltip("Joins all conditions of this rule.".to_owned()));
    }
    spawned.observe(move |chosen: On<Chosen>, mut editor: Editor| {
        let choice = editor.editable().and_then(|pupil| {
            let rule = editor.rule(place)?;
            let choices = choices(pupil.arena, pupil.sheet, editor.locks(), &rule, part);
            choices.into_iter().nth(chosen.index)
        });
        editor.replace(place, choice.map(|choice| choice.rule));
    });
}

/// Spawns the button that adds a condition.
pub(super) fn spawn_test_adder(
    sentence: &mut ChildSpawnerCommands<'_>,
    shown: RuleInPanel,
    style: &UiStyle,
) {
    let place = shown.place;
    let offered = added_tests(shown.locks, shown.rule).into_iter();
    let menu = Menu {
        items: offered.map(|choice| choice.item).collect(),
        chosen: None,
    };
    let name = label(place, "add a condition");
    let tip = Tooltip("Add a condition.".to_owned());
    let mut adder = sentence.spawn((drop_down(name, menu, style), tip));
    adder.caption_icon(Icon::Plus, style);
    if shown.rule.when.tests.is_empty() {
        adder.caption("when", style);
    }
    adder.observe(move |chosen: On<Chosen>, mut editor: Editor| {
        let rule = editor.rule(place);
        let added = rule.and_then(|rule| {
            let choices = added_tests(editor.locks(), &rule);
            choices.into_iter().nth(chosen.index)
        });
        editor.replace(place, added.map(|choice| choice.rule));
    });
}
