//! What can be done with the log: filter, search, hold, copy, export.

use std::path::PathBuf;

use bevy::text::{TextEdit, TextEditChange};
use foretold_content::{plain_path, write_atomically};

use super::log_lines::{LogFilter, LogKind, LogLines};
use super::{Extent, LogView};
use foretold_view::Overlay;

use crate::clipboard::TextClipboard;
use crate::new_battle::NewBattle;
use crate::prelude::*;

/// How wide the caption of a filter may be, in pixels at 100%.
const CAPTION: f32 = 96.0;
/// The longest text to search for.
const LONGEST: usize = 60;

/// A drop-down of the log.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    Unit,
    LogKind,
    Side,
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
const HINTS: [(Act, &str); 9] = [
    (Act::Help, "help"),
    (Act::NextPanel, "panels"),
    (Act::NextUnit, "next unit"),
    (Act::Depth, "why"),
    (Act::Deck, "decks"),
    (Act::Restart, "restart"),
    (Act::NewSeed, "new seed"),
    (Act::Larger, "larger"),
    (Act::Quit, "quit"),
];
/// What the rest of the row takes, in pixels at 100%.
const TOOLS: f32 = 640.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (
                find.run_if(asked_for(Act::Search)),
                hold.run_if(asked_for(Act::HoldLog)),
                copy.run_if(asked_for(Act::CopyLog)),
                export.run_if(asked_for(Act::ExportLog)),
            )
                .in_set(ActSystems),
            (
                offer,
                show_hold.run_if(resource_changed::<LogView>.or_else(resource_changed::<Look>)),
                show_hints.run_if(
                    resource_changed::<KeysInForce>
                        .or_else(resource_changed::<Screen>)
                        .or_else(resource_changed::<Look>),
                ),
                show_count.run_if(
                    resource_changed::<Extent>
                        .or_else(resource_changed::<LogView>)
                        .or_else(resource_changed::<Look>),
                ),
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
                (Tool::LogKind, "Lines of which kind"),
                (Tool::Side, "Lines of which side"),
            ] {
                let menu = Menu {
                    items: Vec::new(),
                    chosen: None,
                };
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
                field("Search the log", "", 1, LONGEST, style),
                observe(search),
                observe(|_: On<Entered>, mut focus: Focus| focus.leave()),
                observe(clear_search),
            ))
            .entry::<Node>()
            .and_modify(|mut node| node.width = px(130));
            for (act, icon) in [
                (Act::HoldLog, Icon::Pin),
                (Act::CopyLog, Icon::Copy),
                (Act::ExportLog, Icon::Download),
            ] {
                let mut tool = row.spawn(act_button(act, style));
                tool.caption_icon(icon, style);
                if act == Act::HoldLog {
                    tool.insert(HoldButton);
                }
            }
            row.spawn((CountText, style.remark("")));
            row.spawn((
                HintText,
                style.remark(""),
                TextLayout::no_wrap(),
                Node::default().margin(UiRect::left(style.space())),
            ));
        });
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
    let units: Vec<String> = battle.map_or_else(Vec::new, |battle| {
        let units = battle.battle().arena().setup().units.iter();
        units.map(|sheet| sheet.name.clone()).collect()
    });
    let filter = &view.filter;
    let offered = |tool: Tool| match tool {
        Tool::Unit => (
            [vec!["everybody".to_owned()], units.clone()].concat(),
            filter.unit.map_or(0, |unit| unit.slot() + 1),
        ),
        Tool::LogKind => {
            let kinds = LogKind::ALL.iter().map(|(_, name)| (*name).to_owned());
            let all = std::iter::once("everything".to_owned()).chain(kinds);
            let at = LogKind::ALL
                .iter()
                .position(|(kind, _)| Some(*kind) == filter.kind);
            (all.collect(), at.map_or(0, |at| at + 1))
        }
        Tool::Side => (
            ["both sides", "friends", "enemies"]
                .map(str::to_owned)
                .to_vec(),
            match filter.side {
                None => 0,
                Some(Faction::Friendly) => 1,
                Some(Faction::Enemy) => 2,
            },
        ),
    };
    for (tool, label, mut menu, mut tip) in &mut menus {
        let (items, chosen) = offered(*tool);
        let now = items.get(chosen).map_or("", String::as_str);
        tip.set_if_neq(Tooltip(format!("{}: {now}.", label.0)));
        let chosen = Some(chosen);
        menu.set_if_neq(Menu { items, chosen });
    }
    for (CaptionOf(tool), mut text) in &mut captions {
        let (items, chosen) = offered(*tool);
        let caption = items.get(chosen).map_or("", String::as_str);
        let size = style.sizes().text;
        text.set_if_neq(Text(fits(caption, Face::Regular, size, CAPTION)));
    }
}

fn choose(chosen: On<Chosen>, tools: Query<&Tool>, mut view: ResMut<LogView>) {
    let Ok(tool) = tools.get(chosen.entity) else {
        return;
    };
    let place = chosen.index.checked_sub(1);
    match tool {
        Tool::Unit => view.filter.unit = place.and_then(UnitId::new),
        Tool::LogKind => {
            let kind = place.and_then(|place| LogKind::ALL.get(place));
            view.filter.kind = kind.map(|(kind, _)| *kind);
        }
        Tool::Side => {
            view.filter.side = match place {
                Some(0) => Some(Faction::Friendly),
                Some(_) => Some(Faction::Enemy),
                None => None,
            }
        }
    }
    (view.held_at, view.cursor) = (None, None);
}

fn search(edit: On<TextEditChange>, fields: Query<&EditableText>, mut view: ResMut<LogView>) {
    let field = fields.get(edit.event_target());
    let text = field.map(field_text).unwrap_or_default().to_lowercase();
    if view.filter.search != text {
        view.filter.search = text;
        (view.held_at, view.cursor) = (None, None);
    }
}

/// The key for searching leads into the field.
fn find(field: Single<Entity, With<SearchField>>, mut focus: Focus) {
    focus.set(*field);
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
        let s = if extent.all == 1 { "" } else { "s" };
        let of = if view.filter == LogFilter::default() {
            String::new()
        } else {
            format!("{} of ", extent.count)
        };
        text.set_if_neq(Text(format!("{of}{} line{s}{held}", extent.all)));
    }
}

/// As many hints as there is room for.
fn show_hints(
    keys: Res<KeysInForce>,
    screen: Res<Screen>,
    style: UiStyle,
    mut texts: Query<&mut Text, With<HintText>>,
) {
    let hints = HINTS.iter().filter_map(|(act, does)| {
        let key = key_for(&keys, *act)?;
        Some(format!("{key} {does}"))
    });
    let mut room = screen.size.x / screen.ui_scale - TOOLS;
    let mut shown: Vec<String> = Vec::new();
    for hint in hints {
        // Letters of this size are at most so wide on average.
        room -= (hint.chars().count() + 3) as f32 * f32::from(style.sizes().small) * 0.6;
        if room > 0.0 {
            shown.push(hint);
        }
    }
    for mut text in &mut texts {
        text.set_if_neq(Text(shown.join("   ")));
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
    let name = format!(
        "{}-{}-t{tick}.log.txt",
        battle.encounter().name,
        battle.session().seed()
    );
    let written = folder.within("logs").and_then(|folder| {
        let file: PathBuf = folder.join(name);
        write_atomically(&file, lines.text(tick)).map_err(|error| error.to_string())?;
        Ok(file)
    });
    toasts.push(match written {
        Ok(file) => Toast::news(format!("Log: {}", plain_path(&file))),
        Err(why) => Toast::bad(why),
    });
}
