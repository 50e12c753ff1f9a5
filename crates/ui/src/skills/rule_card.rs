//! One rule of the panel: its buttons, and its sentence word by word.

use foretold_battle::{Why, words};
use foretold_sim::Forethought;

use super::choices::{has_room_for_test, new_rule};
use super::editor::{Editor, SELECT_FIRST, slots_taken};
use super::rule_words::{RuleInPanel, spawn_test_adder, spawn_word};
use crate::prelude::*;

/// Everything about one rule.
#[derive(Component, Clone, Copy)]
struct RuleCard {
    place: usize,
    judged: bool,
}
/// The sign that shows what the rule comes to now.
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
const EDITS: [(Act, Icon, &str); 4] = [
    (Act::RuleUp, Icon::ChevronUp, "move up"),
    (Act::RuleDown, Icon::ChevronDown, "move down"),
    (Act::DuplicateRule, Icon::CopyPlus, "duplicate"),
    (Act::DeleteRule, Icon::Trash2, "delete"),
];

/// Spawns the card of a rule.
pub(crate) fn spawn(parent: &mut ChildSpawnerCommands<'_>, shown: RuleInPanel, style: &UiStyle) {
    let row = || Node::row(style.gap()).wrap(px(3)).centred();
    parent
        .spawn(card(shown.place, shown.judged))
        .with_children(|card| {
            card.spawn(row())
                .with_children(|tools| spawn_tools(tools, shown, style));
            card.spawn(row()).with_children(|sentence| {
                if !shown.rule.enabled {
                    sentence.spawn(style.plain("(off)", style.muted()));
                }
                for word in words(shown.arena, shown.rule) {
                    spawn_word(sentence, shown, &word, style);
                }
                if has_room_for_test(shown.rule) {
                    spawn_test_adder(sentence, shown, style);
                }
            });
            if let Some(own) = shown.locks.own_rule(shown.rule) {
                let row = Node::row(style.gap()).align(AlignItems::FlexStart);
                card.spawn(row).with_children(|row| {
                    let lock = style.sign(Icon::Lock, style.muted());
                    row.spawn((lock, Node::default().fixed()));
                    let words = Node::default().share(1.0).min_width(px(0));
                    row.spawn((style.remark(own), words));
                });
            }
        });
}

/// The ground of a card: its colours show what the rule comes to.
fn card(place: usize, judged: bool) -> impl Bundle {
    let node = Node::column(px(3))
        .fixed()
        .padding(UiRect::axes(px(7), px(4)))
        .framed(BorderRadius::all(px(6)));
    (
        RuleCard { place, judged },
        node,
        BackgroundColor::default(),
        BorderColor::default(),
    )
}

/// Spawns the card of a rule that cannot be changed.
pub(super) fn spawn_read_only(
    parent: &mut ChildSpawnerCommands<'_>,
    place: usize,
    sentence: &str,
    style: &UiStyle,
) {
    let text = format!("{}. {sentence}", place + 1);
    parent
        .spawn(card(place, true))
        .with_child(style.plain(text, style.ink()));
}

fn spawn_tools(tools: &mut ChildSpawnerCommands<'_>, shown: RuleInPanel, style: &UiStyle) {
    let (place, number) = (shown.place, shown.place + 1);
    let ink = colour(style.look.theme.palette.accent);
    tools.spawn(style.bold(format!("{number}"), ink));
    let (icon, state) = if shown.rule.enabled {
        (Icon::ToggleRight, "on")
    } else {
        (Icon::ToggleLeft, "off")
    };
    let switch = (Act::SwitchRule, icon, "on or off");
    rule_button(tools, place, switch, style)
        .insert(Tooltip(format!("Rule {number} is switched {state}.")))
        .check(shown.rule.enabled);
    if shown.judged {
        tools
            .spawn((
                MarkOf(place),
                Tooltip(String::new()),
                style.sign(Icon::Minus, style.muted()),
            ))
            .insert(Pickable::default());
    }
    tools.spawn(Node::default().grow());
    let slots = usize::from(shown.sheet.rule_slots);
    for edit in EDITS {
        let why_not = match edit.0 {
            Act::RuleUp if place == 0 => Some("It is the first already.".to_owned()),
            Act::RuleDown if number == shown.count => Some("It is the last already.".to_owned()),
            Act::DuplicateRule if shown.count >= slots => Some(slots_taken(slots)),
            _ => None,
        };
        rule_button(tools, place, edit, style)
            .insert((Tooltip(edit.0.help().to_owned()), Emphasis::Quiet))
            .switch_off_if(why_not);
    }
}

/// Spawns a button that does something with the rule at a place.
fn rule_button<'a>(
    tools: &'a mut ChildSpawnerCommands<'_>,
    place: usize,
    (act, icon, does): (Act, Icon, &str),
    style: &UiStyle,
) -> EntityCommands<'a> {
    let edit = move |_: On<Activate>, mut editor: Editor, mut focus: Focus| {
        change(&mut editor, &mut focus, act, place);
    };
    icon_button(tools, label(place, does), icon, style, edit)
}

/// What a control of a rule is called.
pub(super) fn label(place: usize, what: &str) -> String {
    format!("Rule {}: {what}", place + 1)
}

/// Does something with the rule at a place. The focus follows it to its new place.
fn change(editor: &mut Editor, focus: &mut Focus, act: Act, place: usize) {
    let (slots, mut rules, mut to) = (editor.slots(), editor.rules(), place);
    let last = rules.len().saturating_sub(1);
    match act {
        _ if place >= rules.len() => return,
        Act::RuleUp if place > 0 => {
            to = place - 1;
            rules.swap(place, to);
        }
        Act::RuleDown if place < last => {
            to = place + 1;
            rules.swap(place, to);
        }
        Act::DuplicateRule if rules.len() >= slots => editor.refuse(slots_taken(slots)),
        Act::DuplicateRule => {
            to = place + 1;
            rules.insert(to, rules[place].clone());
        }
        Act::DeleteRule => {
            rules.remove(place);
            to = place.min(last.saturating_sub(1));
        }
        Act::SwitchRule => rules[place].enabled = !rules[place].enabled,
        _ => {}
    }
    editor.set(rules);
    let focused = focus.label();
    let control = focused.and_then(|old| old.strip_prefix(&label(place, "")));
    if let Some(control) = control.filter(|_| place != to) {
        focus.find_again(&label(to, control));
    }
}

/// The keys for whole rules: they mean the one that has the focus.
fn change_by_keys(
    acts: Res<Acts>,
    parents: Query<&ChildOf>,
    cards: Query<&RuleCard>,
    keys: Res<KeysInForce>,
    mut editor: Editor,
    mut focus: Focus,
) {
    if acts.contains(Act::AddRule) {
        add(&mut editor, &mut focus);
    }
    let edits = EDITS.map(|(act, ..)| act).into_iter();
    for act in edits.chain([Act::SwitchRule]) {
        if !acts.contains(act) {
            continue;
        }
        let card = focus.entity().and_then(|entity| {
            let mut ancestors = parents.iter_ancestors(entity);
            ancestors.find_map(|parent| cards.get(parent).ok())
        });
        if let Some(card) = card {
            change(&mut editor, &mut focus, act, card.place);
        } else {
            let key = |act| key_for(&keys, act).unwrap_or_else(|| "–".to_owned());
            editor.refuse(format!(
                "Go to a rule first: {} leads to the panels, {} from one control to the next.",
                key(Act::NextPanel),
                key(Act::NextControl)
            ));
        }
    }
}

/// A rule at the end, which does the first thing the unit can do.
fn add(editor: &mut Editor, focus: &mut Focus) {
    let fresh = editor
        .editable()
        .and_then(|pupil| new_rule(pupil.arena, pupil.sheet, editor.locks().words()));
    let (slots, mut rules) = (editor.slots(), editor.rules());
    let place = rules.len();
    match fresh {
        None => editor.refuse(SELECT_FIRST),
        Some(_) if place >= slots => editor.refuse(slots_taken(slots)),
        Some(fresh) => {
            rules.push(fresh);
            editor.set(rules);
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
    mut cards: Query<(Ref<RuleCard>, &mut BackgroundColor, &mut BorderColor)>,
    style: UiStyle,
) {
    let news = forethought.is_changed() || selection.is_changed();
    let thought = selection.0.and_then(|unit| forethought.of_unit(unit));
    let reports = match thought.map(|thought| &thought.decision.why) {
        Some(Why::Gambit(reports)) => reports.as_slice(),
        _ => &[],
    };
    let palette = &style.look.theme.palette;
    for (card, mut ground, mut edge) in &mut cards {
        if !news && !card.is_added() {
            continue;
        }
        let report = reports.get(card.place).filter(|_| card.judged);
        let report = report.map(|report| report.refusal);
        let (now, line) = if report == Some(None) {
            let good = colour(palette.good);
            (colour(palette.panel).mix(&good, 0.16), good)
        } else {
            (colour(palette.background), style.look.card_edge())
        };
        ground.set_if_neq(BackgroundColor(now));
        edge.set_if_neq(BorderColor::all(line));
    }
    for (mark, mut text, mut ink, mut tip) in &mut marks {
        if !news && !mark.is_added() {
            continue;
        }
        let (icon, now, why) = match reports.get(mark.0).map(|report| report.refusal) {
            Some(None) => (Icon::Check, palette.good, "It applies now.".to_owned()),
            Some(Some(refusal)) => {
                let why = format!("It does not apply now: {refusal}.");
                (Icon::X, palette.muted, why)
            }
            None => {
                let why = "It is not looked at now.".to_owned();
                (Icon::Minus, palette.muted, why)
            }
        };
        text.set_if_neq(Text::new(char::from(icon)));
        ink.set_if_neq(TextColor(colour(now)));
        tip.set_if_neq(Tooltip(why));
    }
}
