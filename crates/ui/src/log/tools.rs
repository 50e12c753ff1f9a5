//! What can be done with the log: filter, search, hold, copy, export.

use std::iter;

use bevy::text::{TextEdit, TextEditChange};
use foretold_battle::UnitSheet;
use foretold_content::{plain_path, write_atomically};

use super::log_lines::{LogFilter, LogKind, LogLines};
use super::{Extent, LogView};
use foretold_view::{Overlay, Unfolded};

use crate::clipboard::TextClipboard;
use crate::command::counted;
use crate::new_battle::NewBattle;
use crate::prelude::*;

/// How wide the caption of a filter may be, in pixels at 100%.
const CAPTION: f32 = 96.0;
/// What the field is called.
const SEARCH: &str = "Search the log";
/// The longest text to search for.
const LONGEST: usize = 60;

/// A drop-down of the log.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    Unit,
    Kind,
    Side,
}

impl Tool {
    /// What it offers, and which of that is chosen.
    fn menu(self, units: &[UnitSheet], filter: &LogFilter) -> Menu {
        let place = |found: Option<usize>| found.map_or(0, |place| place + 1);
        let (items, chosen): (Vec<&str>, usize) = match self {
            Tool::Unit => {
                let names = units.iter().map(|sheet| sheet.name.as_str());
                let all = iter::once("everybody").chain(names);
                (all.collect(), place(filter.unit.map(UnitId::slot)))
            }
            Tool::Kind => {
                let all = iter::once("everything").chain(LogKind::ALL.map(|(_, name, _)| name));
                (all.collect(), place(filter.kind.map(|kind| kind as usize)))
            }
            Tool::Side => {
                let all = vec!["both sides", "friends", "enemies"];
                (all, place(filter.side.map(|side| side as usize)))
            }
        };
        Menu::of(items, Some(chosen))
    }
}

/// The caption of a drop-down.
#[derive(Component)]
struct CaptionOf(Tool);
/// The field to search in.
#[derive(Component)]
struct SearchField;
/// The button that holds the log.
#[derive(Component)]
struct HoldButton;
/// How many lines there are.
#[derive(Component)]
struct CountText;
/// Keys that no button shows.
#[derive(Component)]
struct HintText;

/// The keys that no button shows.
const HINTS: [(Act, &str); 10] = [
    (Act::Help, "help"),
    (Act::NextPanel, "panels"),
    (Act::NextUnit, "next unit"),
    (Act::Depth, "why"),
    (Act::CardDetails, "card details"),
    (Act::Deck, "decks"),
    (Act::Restart, "restart"),
    (Act::NewSeed, "new seed"),
    (Act::Larger, "larger"),
    (Act::Quit, "quit"),
];
/// What the rest of the row takes, in pixels at 100%.
const TOOLS: f32 = 680.0;
/// How wide the hints are beside three lines, and in how many rows they stand.
pub(super) const FOLDED: f32 = 210.0;
const FOLDED_ROWS: f32 = 3.0;
/// What the button that opens the log takes.
const OPENER: f32 = 70.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (
                unfold.run_if(asked_for(Act::OpenLog)),
                find.run_if(asked_for(Act::Search)),
                hold.run_if(asked_for(Act::HoldLog)),
                copy.run_if(asked_for(Act::CopyLog)),
                export.run_if(asked_for(Act::ExportLog)),
            )
                .in_set(ActSystems),
            (
                offer,
                show_hold.run_if(any_changed!(LogView, Look)),
                show_hints.run_if(any_changed!(KeysInForce, Screen, Look)),
                show_count.run_if(any_changed!(Extent, LogView, Look)),
            )
                .in_set(ViewSystems::Draw),
        ),
    );
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    panel
        .spawn(Node::row(style.gap()).wrap(style.gap()).centred().fixed())
        .with_children(|row| {
            for (tool, label) in [
                (Tool::Unit, "Lines about whom"),
                (Tool::Kind, "Lines of which kind"),
                (Tool::Side, "Lines of which side"),
            ] {
                let menu = tool.menu(&[], &LogFilter::default());
                row.spawn((
                    drop_down(label, menu, style),
                    tool,
                    Tooltip(format!("{label}.")),
                    observe(choose),
                ))
                .with_children(|button| {
                    button.spawn((CaptionOf(tool), style.plain("", style.ink())));
                    button.spawn(style.sign(Icon::ChevronDown, style.muted()));
                });
            }
            row.spawn(style.sign(Icon::Search, style.muted()));
            row.spawn((
                SearchField,
                field(SEARCH, "", 1, LONGEST, style),
                observe(search),
                observe(|_: On<Entered>, mut focus: Focus| focus.leave()),
                observe(clear_search),
            ))
            .change_node(|mut node| node.width = px(130));
            row.spawn((act_button(Act::HoldLog, style), HoldButton))
                .caption_icon(Icon::Pin, style);
            for (act, icon) in [(Act::CopyLog, Icon::Copy), (Act::ExportLog, Icon::Download)] {
                row.spawn(act_button(act, style)).caption_icon(icon, style);
            }
            row.spawn((CountText, style.remark("")));
            row.spawn((
                HintText,
                style.remark(""),
                TextLayout::no_wrap(),
                Node::default().grow().margin(UiRect::left(style.space())),
            ));
            spawn_opener(row, Icon::ChevronDown, style);
        });
}

/// What stands beside three lines: keys, and the button that opens the log.
pub(super) fn spawn_folded(row: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let beside = Node::row(style.gap()).fixed().width(px(FOLDED));
    row.spawn((beside, Pickable::IGNORE)).with_children(|row| {
        let hints = Node::default().share(1.0).min_width(px(0));
        row.spawn((HintText, style.remark(""), hints));
        spawn_opener(row, Icon::ChevronUp, style);
    });
}

fn spawn_opener(row: &mut ChildSpawnerCommands<'_>, icon: Icon, style: &UiStyle) {
    row.spawn(act_button(Act::OpenLog, style))
        .caption_icon(icon, style)
        .caption("Log", style)
        .change_node(|mut node| {
            node.flex_shrink = 0.0;
            node.align_self = AlignSelf::FlexStart;
        });
}

fn unfold(mut unfolded: ResMut<Unfolded>) {
    unfolded.log = !unfolded.log;
}

/// What the drop-downs offer: the units of this battle, the kinds, the sides.
fn offer(
    battle: Option<Res<Shown>>,
    view: Res<LogView>,
    mut menus: Query<(&Tool, &AccessibleLabel, &mut Menu, &mut Tooltip)>,
    mut captions: Query<(&CaptionOf, &mut Text)>,
    mut another: NewBattle,
    added: Query<(), Added<Tool>>,
    style: UiStyle,
) {
    let news = another.read() || view.is_changed() || !added.is_empty();
    if !news {
        return;
    }
    let arena = battle.as_ref().map(|battle| battle.battle().arena());
    let units = arena.map_or(&[][..], |arena| &arena.setup().units);
    let caption = |menu: &Menu| {
        let chosen = menu.chosen.and_then(|chosen| menu.items.get(chosen));
        chosen.map_or_else(String::new, |item| item.text.clone())
    };
    for (tool, label, mut menu, mut tip) in &mut menus {
        let now = tool.menu(units, &view.filter);
        tip.set_if_neq(Tooltip(format!("{}: {}.", label.0, caption(&now))));
        menu.set_if_neq(now);
    }
    for (CaptionOf(tool), mut text) in &mut captions {
        let caption = caption(&tool.menu(units, &view.filter));
        let size = style.sizes().text;
        text.set_if_neq(Text(fits(&caption, Face::Regular, size, CAPTION)));
    }
}

fn choose(chosen: On<Chosen>, tools: Query<&Tool>, mut view: ResMut<LogView>) {
    let Ok(tool) = tools.get(chosen.entity) else {
        return;
    };
    let place = chosen.index.checked_sub(1);
    view.set_filter(|filter| match tool {
        Tool::Unit => filter.unit = place.and_then(UnitId::new),
        Tool::Kind => filter.kind = place.map(|place| LogKind::ALL[place].0),
        Tool::Side => filter.side = place.map(|place| Faction::ALL[place]),
    });
}

fn search(edit: On<TextEditChange>, fields: Query<&EditableText>, mut view: ResMut<LogView>) {
    let field = fields.get(edit.event_target());
    let text = field.map(field_text).unwrap_or_default().to_lowercase();
    if view.filter.search != text {
        view.set_filter(|filter| filter.search = text);
    }
}

/// The key for searching leads into the field, and opens the log for it.
fn find(
    field: Option<Single<Entity, With<SearchField>>>,
    mut unfolded: ResMut<Unfolded>,
    mut focus: Focus,
) {
    match field {
        Some(field) => focus.set(*field),
        None => {
            unfolded.log = true;
            focus.find_again(SEARCH);
        }
    }
}

/// Esc empties the field on its way out.
fn clear_search(
    input: On<FocusedInput<ActInput>>,
    overlay: Res<Overlay>,
    mut field: Single<&mut EditableText, With<SearchField>>,
) {
    // Esc closes a view over the board first.
    if input.input.goes_back() && *overlay == Overlay::None {
        field.queue_edit(TextEdit::SelectAll);
        field.queue_edit(TextEdit::Delete);
    }
}

fn hold(extent: Res<Extent>, mut view: ResMut<LogView>) {
    view.held_at = match view.held_at {
        Some(_) => None,
        None => Some(view.first(*extent)),
    };
}

fn show_hold(mut commands: Commands, view: Res<LogView>, buttons: Query<Entity, With<HoldButton>>) {
    for button in &buttons {
        commands.entity(button).check(view.held_at.is_some());
    }
}

fn show_count(
    extent: Res<Extent>,
    view: Res<LogView>,
    mut texts: Query<&mut Text, With<CountText>>,
) {
    for mut text in &mut texts {
        let held = if view.held_at.is_some() { ", held" } else { "" };
        let of = if view.filter == LogFilter::default() {
            String::new()
        } else {
            format!("{} of ", extent.count)
        };
        let lines = counted(extent.all, "line");
        text.set_if_neq(Text(format!("{of}{lines}{held}")));
    }
}

/// As many hints as there is room for.
fn show_hints(
    keys: Res<KeysInForce>,
    screen: Res<Screen>,
    style: UiStyle,
    texts: Query<Entity, With<HintText>>,
    mut commands: Commands,
) {
    let mut room = if screen.unfolded.log {
        Panel::Log.room(&screen) - TOOLS
    } else {
        FOLDED_ROWS * (FOLDED - OPENER)
    };
    // A hint stays on one line.
    let whole = |text: &str| text.replace(' ', "\u{a0}");
    let mut shown: Vec<(String, String)> = Vec::new();
    for (act, does) in HINTS {
        if let Some(key) = key_for(&keys, act) {
            let hint = (whole(&key), whole(&format!(" {does}")));
            // Letters of this size are at most this wide on average.
            let letters = hint.0.chars().count() + hint.1.chars().count() + 3;
            room -= letters as f32 * f32::from(style.sizes().small) * 0.6;
            if room > 0.0 {
                shown.push(hint);
            }
        }
    }
    // In one face: letters of another would be drawn apart from these.
    let small = |text: &str, ink| {
        let font = style.font(Face::Regular, style.sizes().small);
        (TextSpan::new(text), font, TextColor(ink))
    };
    for text in &texts {
        let mut text = commands.entity(text);
        text.despawn_children().with_children(|spans| {
            for (key, does) in &shown {
                spans.spawn(small(key, style.ink()));
                spans.spawn(small(&format!("{does}   "), style.muted()));
            }
        });
    }
}

fn copy(
    lines: Res<LogLines>,
    battle: If<Res<Shown>>,
    mut copied: ResMut<TextClipboard>,
    mut toasts: ResMut<Toasts>,
) {
    let tick = battle.battle().tick();
    copied.copy(lines.text(tick));
    let count = lines.count(tick);
    toasts.push(Toast::news(format!("Copied {count} lines of the log.")));
}

fn export(
    lines: Res<LogLines>,
    battle: If<Res<Shown>>,
    folder: Res<DataFolder>,
    mut toasts: ResMut<Toasts>,
) {
    let tick = battle.battle().tick();
    let (name, seed) = (&battle.encounter().name, battle.session().seed());
    let written = folder.within("logs").and_then(|folder| {
        let file = folder.join(format!("{name}-{seed}-t{tick}.log.txt"));
        write_atomically(&file, lines.text(tick)).map_err(|error| error.to_string())?;
        Ok(file)
    });
    toasts.push(match written {
        Ok(file) => Toast::news(format!("Log: {}", plain_path(&file))),
        Err(why) => Toast::bad(why),
    });
}
