//! One rule of the panel: its buttons, and its sentence word by word.

use foretold_battle::{Rule, UnitSheet, Why, words};
use foretold_sim::Forethought;

use super::choices::{has_room_for_test, new_rule};
use super::editor::Editor;
use super::rule_words::{RuleInPanel, spawn_test_adder, spawn_word};
use crate::prelude::*;

/// Everything about one rule.
#[derive(Component, Clone, Copy)]
struct RuleCard(usize);
/// The sign that tells what the rule comes to now.
#[derive(Component, Clone, Copy)]
struct MarkOf(usize);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            change_by_keys.in_set(ActSystems),
            mark_rules.in_set(ViewSystems::Draw),
        ),
    );
}

/// What can be done with a whole rule: by its buttons, and by keys.
const DEEDS: [(Act, Icon, &str); 4] = [
    (Act::RuleUp, Icon::ChevronUp, "move up"),
    (Act::RuleDown, Icon::ChevronDown, "move down"),
    (Act::DuplicateRule, Icon::CopyPlus, "duplicate"),
    (Act::DeleteRule, Icon::Trash2, "delete"),
];

/// Spawns the card of the rule at a place.
pub(super) fn spawn(
    parent: &mut ChildSpawnerCommands<'_>,
    arena: &Arena,
    sheet: &UnitSheet,
    rules: &[Rule],
    place: usize,
    style: &UiStyle,
) {
    let rule = &rules[place];
    let written = RuleInPanel {
        arena,
        sheet,
        rule,
        place,
    };
    let row = || Node::row(style.gap()).wrap(px(3)).centred();
    let card = Node::column(px(3))
        .fixed()
        .padding(UiRect::vertical(px(4)))
        .border(UiRect::top(px(1)));
    let line = BorderColor::all(colour(style.look.theme.palette.border));
    parent
        .spawn((RuleCard(place), card, line))
        .with_children(|card| {
            card.spawn(row()).with_children(|tools| {
                spawn_tools(tools, sheet, rules, place, style);
            });
            card.spawn(row()).with_children(|sentence| {
                if !rule.enabled {
                    sentence.spawn(style.plain("(off)", style.muted()));
                }
                for word in words(arena, rule) {
                    spawn_word(sentence, written, &word, style);
                }
                if has_room_for_test(rule) {
                    spawn_test_adder(sentence, rule, place, style);
                }
            });
        });
}

fn spawn_tools(
    tools: &mut ChildSpawnerCommands<'_>,
    sheet: &UnitSheet,
    rules: &[Rule],
    place: usize,
    style: &UiStyle,
) {
    let (number, enabled) = (place + 1, rules[place].enabled);
    tools.spawn(style.bold(format!("{number}"), style.ink()));
    let mut switch = tools.spawn((
        button(label(place, "on or off"), style),
        Tooltip(format!(
            "Rule {number} is switched {}.",
            if enabled { "on" } else { "off" }
        )),
        observe(move |_: On<Activate>, mut editor: Editor| {
            change(&mut editor, Act::SwitchRule, place);
        }),
    ));
    switch.check(enabled);
    let icon = if enabled {
        Icon::ToggleRight
    } else {
        Icon::ToggleLeft
    };
    switch.caption_icon(icon, style);
    tools
        .spawn((
            MarkOf(place),
            Tooltip(String::new()),
            style.sign(Icon::Minus, style.muted()),
        ))
        .insert(Pickable::default());
    tools.spawn(Node::default().grow());
    for (act, icon, does) in DEEDS {
        let mut tool = tools.spawn((
            button(label(place, does), style),
            Tooltip(act.help().to_owned()),
            observe(
                move |_: On<Activate>, mut editor: Editor, mut focus: Focus| {
                    let to = change(&mut editor, act, place);
                    follow(&mut focus, place, to);
                },
            ),
        ));
        tool.caption_icon(icon, style);
        let why_not = match act {
            Act::RuleUp if place == 0 => Some("It is the first already.".to_owned()),
            Act::RuleDown if number == rules.len() => Some("It is the last already.".to_owned()),
            Act::DuplicateRule if rules.len() >= usize::from(sheet.rule_slots) => Some(format!(
                "All {} slots are taken: delete a rule first.",
                sheet.rule_slots
            )),
            _ => None,
        };
        if let Some(why) = why_not {
            tool.switch_off(why);
        }
    }
}

/// The focus follows a rule to its new place.
fn follow(focus: &mut Focus, from: usize, to: usize) {
    let rest = focus
        .label()
        .and_then(|old| old.strip_prefix(&label(from, "")));
    if let Some(rest) = rest.filter(|_| from != to) {
        focus.find_again(&label(to, rest));
    }
}

/// What a control of a rule is called.
pub(super) fn label(place: usize, what: &str) -> String {
    format!("Rule {}: {what}", place + 1)
}

/// Does something with the rule at a place, and tells where it is afterwards.
fn change(editor: &mut Editor, act: Act, place: usize) -> usize {
    let (slots, mut to) = (editor.slots(), place);
    editor.change(|rules| {
        if place >= rules.len() {
            return;
        }
        match act {
            Act::RuleUp if place > 0 => {
                to = place - 1;
                rules.swap(place, to);
            }
            Act::RuleDown if place + 1 < rules.len() => {
                to = place + 1;
                rules.swap(place, to);
            }
            Act::DuplicateRule if rules.len() < slots => {
                to = place + 1;
                rules.insert(to, rules[place].clone());
            }
            Act::DeleteRule => {
                rules.remove(place);
                to = place.min(rules.len().saturating_sub(1));
            }
            Act::SwitchRule => rules[place].enabled = !rules[place].enabled,
            _ => {}
        }
    });
    to
}

/// The keys for whole rules: they mean the one that has the focus.
fn change_by_keys(
    acts: Res<Acts>,
    parents: Query<&ChildOf>,
    cards: Query<&RuleCard>,
    in_force: Res<KeysInForce>,
    mut editor: Editor,
    mut focus: Focus,
) {
    if acts.contains(Act::AddRule) {
        add(&mut editor, &mut focus);
    }
    let keys = DEEDS.map(|(act, ..)| act);
    for act in keys.into_iter().chain([Act::SwitchRule]) {
        if !acts.contains(act) {
            continue;
        }
        let card = focus.entity().and_then(|entity| {
            let mut ancestors = parents.iter_ancestors(entity);
            ancestors.find_map(|parent| cards.get(parent).ok())
        });
        match card {
            Some(&RuleCard(place)) => {
                let rules = editor.rules().len();
                let full = act == Act::DuplicateRule && rules >= editor.slots();
                if full {
                    let slots = editor.slots();
                    editor.refuse(&format!(
                        "All {slots} slots are taken: delete a rule first."
                    ));
                }
                let to = change(&mut editor, act, place);
                follow(&mut focus, place, to);
            }
            None => {
                let key = |act| key_for(&in_force, act).unwrap_or_else(|| "–".to_owned());
                editor.refuse(&format!(
                    "Go to a rule first: {} leads to the panels, {} from one control to the next.",
                    key(Act::NextPanel),
                    key(Act::NextControl)
                ));
            }
        }
    }
}

/// A rule at the end, which does the first thing the unit can do.
fn add(editor: &mut Editor, focus: &mut Focus) {
    let fresh = editor
        .unit()
        .zip(editor.battle())
        .and_then(|(unit, battle)| {
            let arena = battle.battle().arena();
            new_rule(arena, arena.setup().units.get(unit.slot())?)
        });
    let (slots, place) = (editor.slots(), editor.rules().len());
    match fresh {
        None => editor.refuse("Select a unit of your own that follows rules."),
        Some(_) if place >= slots => editor.refuse(&format!(
            "All {slots} slots are taken: delete a rule first."
        )),
        Some(fresh) => {
            editor.change(|rules| rules.push(fresh));
            if focus.label().is_some() {
                focus.find_again(&label(place, "add a condition"));
            }
        }
    }
}

/// Each rule shows what it comes to at the moment on screen, by a sign and a reason.
fn mark_rules(
    forethought: Res<Forethought>,
    selection: Res<Selection>,
    mut marks: Query<(Ref<MarkOf>, &mut Text, &mut TextColor, &mut Tooltip)>,
    style: UiStyle,
) {
    let news = forethought.is_changed() || selection.is_changed();
    let thought = selection.0.and_then(|unit| forethought.of_unit(unit));
    let reports = match thought.map(|thought| &thought.decision.why) {
        Some(Why::Gambit(reports)) => reports.as_slice(),
        _ => &[],
    };
    let palette = &style.look.theme.palette;
    for (mark, mut text, mut ink, mut tip) in &mut marks {
        if !news && !mark.is_added() {
            continue;
        }
        let (icon, now, why) = match reports.get(mark.0) {
            Some(report) => match report.refusal {
                None => (
                    Icon::Check,
                    colour(palette.good),
                    "It applies now.".to_owned(),
                ),
                Some(refusal) => (
                    Icon::X,
                    colour(palette.muted),
                    format!("It does not apply now: {refusal}."),
                ),
            },
            None => (
                Icon::Minus,
                colour(palette.muted),
                "It is not looked at now.".to_owned(),
            ),
        };
        text.set_if_neq(Text::new(char::from(icon)));
        ink.set_if_neq(TextColor(now));
        tip.set_if_neq(Tooltip(why));
    }
}
