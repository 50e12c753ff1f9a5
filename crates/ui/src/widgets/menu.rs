//! Drop-downs: a button that opens a list to choose from.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::picking::hover::HoverMap;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use foretold_content::Act;
use foretold_view::{Screen, ViewSystems, colour};
use lucide_icons::Icon;

use super::anchor::Anchor;
use super::{NodeExt, Themed, UiStyle, button, scroll_area};
use crate::controls::{Heed, Pressed};
use crate::focus::{Focus, Room, Takes};

/// How wide a list is at least, in pixels at 100%.
const WIDTH: f32 = 240.0;

/// What a drop-down offers.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Menu {
    pub(crate) items: Vec<String>,
    /// Which of them is in force.
    pub(crate) chosen: Option<usize>,
}

/// An item of a drop-down was chosen.
#[derive(EntityEvent, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    pub(crate) entity: Entity,
    pub(crate) index: usize,
}

/// The open list, and whose it is.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Popup {
    owner: Entity,
    /// Whether the mouse opened it while the board had the keys: then the board has them again.
    for_board: bool,
}

impl Popup {
    /// Gives the focus back. What is chosen may build the owner's panel anew, so it is found again
    /// by its label.
    fn give_back(self, labels: &Query<&AccessibleLabel>, focus: &mut Focus) {
        match labels.get(self.owner) {
            Ok(label) if !self.for_board => focus.find_again(&label.0),
            _ => focus.leave(),
        }
    }
}

/// Where its items are.
#[derive(Component)]
struct List;

/// An item of the open list.
#[derive(Component, Clone, Debug)]
struct Item {
    index: usize,
    /// In lower case.
    text: String,
}

/// A button that opens a list: give it a caption, and an observer of [`Chosen`].
pub(crate) fn drop_down(label: impl Into<String>, menu: Menu, pen: &UiStyle) -> impl Bundle {
    (button(label, pen), menu, observe(open))
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (walk_items, jump_to_letter, close_by_hand)
                .chain()
                .in_set(Heed::Popups),
            close_orphans.in_set(ViewSystems::Paint),
        ),
    );
}

type Owner = (
    &'static Menu,
    &'static AccessibleLabel,
    &'static ComputedNode,
    &'static UiGlobalTransform,
);

/// Opens the list, or closes it if it is open.
fn open(
    press: On<Activate>,
    mut commands: Commands,
    (owners, labels): (Query<Owner>, Query<&AccessibleLabel>),
    popups: Query<(Entity, &Popup)>,
    screen: Res<Screen>,
    pen: UiStyle,
    mut focus: Focus,
) {
    let owner = press.entity;
    let mut for_board = focus.label().is_none();
    for (popup, of) in &popups {
        commands.entity(popup).despawn();
        if of.owner == owner {
            of.give_back(&labels, &mut focus);
            return;
        }
        for_board = of.for_board;
    }
    let Ok((menu, label, node, place)) = owners.get(owner) else {
        return;
    };
    let anchor = Anchor::new(node, place, &screen);
    let width = anchor.width(WIDTH.max(anchor.control.width()));
    let (above, below) = anchor.room();
    let row = f32::from(pen.sizes().row + pen.sizes().gap);
    let wanted = menu.items.len() as f32 * row + 10.0;
    let goes_down = below >= wanted.min(above);
    let height = wanted.min(if goes_down { below } else { above });
    let frame = Node::column(px(0))
        .size(px(width), px(height))
        .padding(px(2).all())
        .framed(pen.corner());
    let palette = &pen.look.theme.palette;
    let mut first = None;
    commands
        .spawn((
            Name::new("Menu"),
            Popup { owner, for_board },
            Room,
            anchor.put(frame, width, goes_down, 2.0),
            BackgroundColor(colour(palette.panel)),
            BorderColor::all(colour(palette.muted)),
            GlobalZIndex(50),
        ))
        .with_children(|frame| {
            scroll_area(frame, &pen, List).with_children(|list| {
                for (index, text) in menu.items.iter().enumerate() {
                    let chosen = menu.chosen == Some(index);
                    let item = Item {
                        index,
                        text: text.to_lowercase(),
                    };
                    let mut entry = list.spawn((
                        button(format!("{}: {text}", label.0), &pen),
                        item,
                        observe(choose),
                    ));
                    entry
                        .insert((Takes::Letters, Themed { in_force: chosen }))
                        .entry::<Node>()
                        .and_modify(|mut node| {
                            node.justify_content = JustifyContent::FlexStart;
                            node.flex_shrink = 0.0;
                        });
                    // What is in force is told by a tick, not only by its edge.
                    let tick = if chosen { Icon::Check } else { Icon::Dot };
                    let ink = if chosen { pen.ink() } else { Color::NONE };
                    entry.with_child(pen.sign(tick, ink));
                    entry.with_child(pen.plain(text, pen.ink()));
                    if first.is_none() || chosen {
                        first = Some(entry.id());
                    }
                }
            });
        });
    if let Some(first) = first {
        focus.set(first);
    }
}

/// An item was chosen: its owner hears of it and has the focus again.
fn choose(
    press: On<Activate>,
    items: Query<&Item>,
    popup: Single<(Entity, &Popup)>,
    labels: Query<&AccessibleLabel>,
    mut focus: Focus,
    mut commands: Commands,
) {
    let (popup, of) = *popup;
    if let Ok(item) = items.get(press.entity) {
        commands.entity(popup).despawn();
        of.give_back(&labels, &mut focus);
        commands.trigger(Chosen {
            entity: of.owner,
            index: item.index,
        });
    }
}

/// Arrows, Home and End move in the open list.
fn walk_items(
    keys: Res<ButtonInput<KeyCode>>,
    items: Single<&Children, With<List>>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    let count = items.len();
    let here = items.iter().position(|item| Some(item) == focus.get());
    let Some(here) = here else {
        return;
    };
    let to = if keys.just_pressed(KeyCode::ArrowDown) {
        (here + 1) % count
    } else if keys.just_pressed(KeyCode::ArrowUp) {
        (here + count - 1) % count
    } else if keys.any_just_pressed([KeyCode::Home, KeyCode::PageUp]) {
        0
    } else if keys.any_just_pressed([KeyCode::End, KeyCode::PageDown]) {
        count - 1
    } else {
        return;
    };
    focus.set(items[to], FocusCause::Navigated);
    visible.0 = true;
}

/// A letter leads to the next item that begins with it.
fn jump_to_letter(
    mut typed: MessageReader<KeyboardInput>,
    lists: Query<&Children, With<List>>,
    items: Query<&Item>,
    mut focus: ResMut<InputFocus>,
) {
    let typed: Vec<String> = typed
        .read()
        .filter(|input| input.state.is_pressed())
        .filter_map(|input| Some(input.text.as_ref()?.to_lowercase()))
        .filter(|text| text.chars().all(char::is_alphanumeric) && !text.is_empty())
        .collect();
    let Ok(list) = lists.single() else {
        return;
    };
    for letter in typed {
        let here = list.iter().position(|item| Some(item) == focus.get());
        let after = here.map_or(0, |here| here + 1);
        let found = (0..list.len())
            .map(|step| list[(after + step) % list.len()])
            .find(|item| {
                let item = items.get(*item);
                item.is_ok_and(|item| item.text.starts_with(&letter))
            });
        if let Some(found) = found {
            focus.set(found, FocusCause::Navigated);
        }
    }
}

/// Esc, Tab and a click elsewhere close the list and change nothing.
fn close_by_hand(
    mut commands: Commands,
    mut pressed: ResMut<Pressed>,
    mouse: Res<ButtonInput<MouseButton>>,
    hover: Res<HoverMap>,
    popup: Single<(Entity, &Popup)>,
    (parents, labels): (Query<&ChildOf>, Query<&AccessibleLabel>),
    mut focus: Focus,
) {
    let (popup, of) = *popup;
    let over = |what: Entity| {
        let mut hits = hover.values().flat_map(|hits| hits.keys());
        hits.any(|hit| *hit == what || parents.iter_ancestors(*hit).any(|above| above == what))
    };
    let clicked = mouse.any_just_pressed([MouseButton::Left, MouseButton::Right]);
    let mut left = clicked && !over(popup);
    if clicked {
        // What was meant for the list, or to close it, means nobody on the board.
        pressed.take(Act::Select);
        pressed.take(Act::Cancel);
        // Its own button closes it by itself.
        left &= !over(of.owner);
    }
    for act in [
        Act::Cancel,
        Act::NextControl,
        Act::PreviousControl,
        Act::NextPanel,
        Act::PreviousPanel,
    ] {
        left |= pressed.take(act);
    }
    if left {
        commands.entity(popup).despawn();
        of.give_back(&labels, &mut focus);
    }
}

/// A list whose owner is gone goes too.
fn close_orphans(
    mut commands: Commands,
    popups: Query<(Entity, &Popup)>,
    menus: Query<(), With<Menu>>,
    screen: Res<Screen>,
) {
    for (popup, Popup { owner, .. }) in &popups {
        if !menus.contains(*owner) || screen.is_changed() {
            commands.entity(popup).despawn();
        }
    }
}
