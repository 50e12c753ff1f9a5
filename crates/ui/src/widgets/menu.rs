//! Drop-downs: a button that opens a list to choose from. The list is Bevy's [`MenuPopup`], which
//! moves in it by key and closes when the focus leaves it.

use accesskit::Role;
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::{FocusCause, InputFocusVisible};
use bevy::picking::events::Press;
use bevy::picking::hover::HoverMap;
use bevy::ui::ComputedUiRenderTargetInfo;
use bevy::ui_widgets::popover::{Popover, PopoverAlign, PopoverPlacement, PopoverSide};
use bevy::ui_widgets::{MenuAction, MenuEvent, MenuFocusState, MenuPopup};

use super::scroll::InTheMiddle;
use super::style::text_width;
use super::{Close, Modal, WHOLE_GAME};
use crate::prelude::*;

/// How wide a list is at least and at most, in pixels at 100%.
const WIDTH: (f32, f32) = (240.0, 600.0);
/// What an item takes beside its text: its tick, the edges, the bar.
const BESIDE: f32 = 60.0;
/// Between the text of an item and what stands beside it.
const GAP: f32 = 16.0;
/// Above dialogs.
const LAYER: i32 = 50;
/// How much of the window's height stays free beside a list.
const FREE: f32 = 6.0;

/// What a drop-down offers.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Menu {
    pub(crate) items: Vec<MenuItem>,
    /// Which of them is in force.
    pub(crate) chosen: Option<usize>,
}

impl Menu {
    /// Plain texts to choose from.
    pub(crate) fn of<T: Into<String>>(
        texts: impl IntoIterator<Item = T>,
        chosen: Option<usize>,
    ) -> Menu {
        let items = texts.into_iter().map(|text| MenuItem {
            text: text.into(),
            ..default()
        });
        Menu {
            items: items.collect(),
            chosen,
        }
    }

    /// The headings of the list, each before the item with this index.
    fn headings(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let before = std::iter::once(None).chain(self.items.iter().map(|item| item.group));
        let items = self.items.iter().enumerate().zip(before);
        items.filter_map(|((index, item), before)| {
            let heading = item.group.filter(|group| before != Some(*group))?;
            Some((index, heading))
        })
    }

    /// How wide the widest of these texts is.
    fn width(&self, text: impl Fn(&MenuItem) -> &str, style: &UiStyle) -> f32 {
        let widths = self.items.iter().map(|item| {
            let text = text(item);
            text_width(text, Face::Regular, style.sizes().text)
        });
        widths.fold(0.0, f32::max)
    }
}

/// Something to choose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct MenuItem {
    pub(crate) text: String,
    /// What helps to choose, in a column of its own: numbers.
    pub(crate) beside: String,
    /// The heading above it, once for all items in a row that have it.
    pub(crate) group: Option<&'static str>,
    /// Why it cannot be chosen, if it cannot: it is shown with a lock.
    pub(crate) locked: Option<String>,
}

/// An item of a drop-down was chosen.
#[derive(EntityEvent, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    pub(crate) entity: Entity,
    pub(crate) index: usize,
}

/// Where the items of the open list are.
#[derive(Component)]
struct List;

/// An item of the open list.
#[derive(Component, Clone, Debug)]
struct ListedItem {
    index: usize,
    /// In lower case.
    text: String,
    locked: Option<String>,
}

/// A button that opens a list: give it a caption, and an observer of [`Chosen`].
pub(crate) fn drop_down(label: impl Into<String>, menu: Menu, style: &UiStyle) -> impl Bundle {
    (button(label, style), menu, observe(open))
}

/// Places something beside its parent: below it or above it, inside the window, over everything.
pub(super) fn beside_parent(below_first: bool, gap: f32, layer: i32) -> impl Bundle {
    let side = if below_first {
        PopoverSide::Bottom
    } else {
        PopoverSide::Top
    };
    let place = |side| {
        [PopoverAlign::Start, PopoverAlign::End].map(|align| PopoverPlacement { side, align, gap })
    };
    let positions = [place(side), place(side.mirror())].concat();
    let popover = Popover {
        positions,
        window_margin: 4.0,
    };
    (popover, GlobalZIndex(layer), OverrideClip)
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(
        |event: On<MenuEvent>, popups: Query<(), With<MenuPopup>>, mut commands: Commands| {
            if matches!(event.action, MenuAction::CloseAll) && popups.contains(event.source) {
                commands.entity(event.source).try_despawn();
            }
        },
    )
    .add_observer(
        |close: On<Close>, popups: Query<(), With<MenuPopup>>, mut commands: Commands| {
            if popups.contains(close.entity) {
                commands.entity(close.entity).try_despawn();
            }
        },
    )
    .add_systems(
        Update,
        (
            close_by_mouse.before(crate::acts::ActSystems),
            close_all
                .run_if(resource_changed::<Screen>)
                .in_set(ViewSystems::Paint),
        ),
    );
}

type Owner = (
    &'static Menu,
    &'static AccessibleLabel,
    &'static UiGlobalTransform,
    &'static ComputedUiRenderTargetInfo,
);

/// Opens the list, or closes it if it is open.
fn open(
    press: On<Activate>,
    mut commands: Commands,
    owners: Query<Owner>,
    popups: Query<(Entity, &ChildOf), With<MenuPopup>>,
    style: UiStyle,
) {
    let owner = press.entity;
    for (popup, of) in &popups {
        commands.entity(popup).try_despawn();
        if of.parent() == owner {
            return;
        }
    }
    let Ok((menu, label, place, target)) = owners.get(owner) else {
        return;
    };
    let row = f32::from(style.sizes().row + style.sizes().gap);
    let texts = menu.width(|item| &item.text, &style).ceil();
    let numbers = menu.width(|item| &item.beside, &style);
    let numbers = if numbers > 0.0 { numbers + GAP } else { 0.0 };
    let width = texts + numbers + BESIDE;
    let rows = menu.items.len() + menu.headings().count();
    // Downwards or upwards, where there is more room.
    let above = place.translation.y / target.physical_size().y.max(1) as f32;
    let most = 100.0 * above.max(1.0 - above) - FREE;
    let frame = Node {
        max_height: vh(most),
        ..Node::column(px(0))
            .absolute()
            .size(
                px(width.clamp(WIDTH.0, WIDTH.1)),
                px(rows as f32 * row + 10.0),
            )
            .min_width(percent(100))
            .padding(px(2).all())
            .framed(style.corner())
    };
    let palette = &style.look.theme.palette;
    let mut first = None;
    let popup = (
        Name::new("Menu"),
        MenuPopup::default(),
        MenuFocusState::Open,
        Modal::new(LAYER, &WHOLE_GAME),
        beside_parent(true, 2.0, LAYER),
        frame,
        BackgroundColor(colour(palette.panel)),
        BorderColor::all(colour(palette.muted)),
        // A press in the list is not one on its button.
        observe(|mut press: On<Pointer<Press>>| press.propagate(false)),
        observe(jump_to_letter),
        observe(leave_by_tab),
    );
    let mut middle = None;
    let mut popup = commands.spawn((popup, ChildOf(owner)));
    popup.with_children(|frame| {
        scroll_area(frame, &style, List).with_children(|list| {
            for (index, item) in menu.items.iter().enumerate() {
                for (_, heading) in menu.headings().filter(|(before, _)| *before == index) {
                    spawn_heading(list, heading, &style);
                }
                let MenuItem {
                    text,
                    beside,
                    locked,
                    ..
                } = item;
                let chosen = menu.chosen == Some(index);
                let item = ListedItem {
                    index,
                    text: text.to_lowercase(),
                    locked: locked.clone(),
                };
                let is_locked = locked.is_some();
                let mut entry = list.spawn((
                    AccessibilityNode(accesskit::Node::new(Role::MenuListOption)),
                    button(item_label(&label.0, text, is_locked), &style),
                    item,
                    observe(choose),
                ));
                entry
                    .insert(CapturesKeys::Text)
                    .entry::<Node>()
                    .and_modify(|mut node| {
                        node.justify_content = JustifyContent::FlexStart;
                        node.flex_shrink = 0.0;
                    });
                entry.check(chosen);
                // A tick marks what is in force, not only the edge.
                let (tick, mark) = match (chosen, is_locked) {
                    (_, true) => (Icon::Lock, style.muted()),
                    (true, _) => (Icon::Check, style.ink()),
                    _ => (Icon::Dot, Color::NONE),
                };
                let ink = if is_locked {
                    style.muted()
                } else {
                    style.ink()
                };
                entry.with_child(style.sign(tick, mark));
                entry.with_child(style.plain(text, ink));
                if !beside.is_empty() {
                    let written = text_width(text, Face::Regular, style.sizes().text);
                    let column = Node::default().margin(UiRect::left(px(texts - written + GAP)));
                    entry.with_child((style.plain(beside, style.muted()), column));
                }
                if first.is_none() || chosen {
                    first = Some(entry.id());
                }
                if chosen {
                    middle = Some(entry.id());
                }
            }
        });
    });
    if let Some(middle) = middle {
        commands.entity(middle).insert(InTheMiddle::default());
    }
    // After the list that was open before has given the focus back.
    if let Some(first) = first {
        commands.queue(move |world: &mut World| {
            let mut focus = world.resource_mut::<InputFocus>();
            focus.set(first, FocusCause::Navigated);
            world.resource_mut::<InputFocusVisible>().0 = true;
        });
    }
}

/// The heading of the items below it. It cannot be chosen, and keys pass it by.
fn spawn_heading(list: &mut ChildSpawnerCommands<'_>, heading: &str, style: &UiStyle) {
    let node = Node::default()
        .fixed()
        .padding(UiRect::axes(style.gap(), px(3)));
    list.spawn((
        AccessibilityNode(accesskit::Node::new(Role::Heading)),
        AccessibleLabel::new(heading),
        style.bold(heading, style.muted()),
        node,
    ));
}

/// What an item is called.
fn item_label(owner: &str, text: &str, is_locked: bool) -> String {
    let locked = if is_locked { ", locked" } else { "" };
    format!("{owner}: {text}{locked}")
}

/// An item was chosen: the list closes, and its owner hears of it. One with a lock says why not.
fn choose(
    press: On<Activate>,
    items: Query<&ListedItem>,
    popup: Single<(Entity, &ChildOf), With<MenuPopup>>,
    mut commands: Commands,
    mut toasts: ResMut<Toasts>,
) {
    let (popup, of) = *popup;
    if let Ok(item) = items.get(press.entity) {
        if let Some(why) = &item.locked {
            toasts.push(Toast::bad(why.clone()));
            return;
        }
        commands.entity(popup).try_despawn();
        commands.trigger(Chosen {
            entity: of.parent(),
            index: item.index,
        });
    }
}

/// A letter leads to the next item that begins with it; the page keys to the ends.
fn jump_to_letter(
    input: On<FocusedInput<KeyboardInput>>,
    list: Single<&Children, With<List>>,
    items: Query<&ListedItem>,
    mut focus: Focus,
) {
    let list: Vec<Entity> = list.iter().filter(|item| items.contains(*item)).collect();
    let count = list.len();
    let here = list.iter().position(|item| Some(*item) == focus.entity());
    let letter = input.input.text.as_ref().map(|text| text.to_lowercase());
    let starts = |item: &Entity| {
        let letter = letter
            .as_deref()
            .filter(|text| !text.is_empty() && text.chars().all(char::is_alphanumeric));
        letter.is_some_and(|letter| {
            let item = items.get(*item);
            item.is_ok_and(|item| item.text.starts_with(letter))
        })
    };
    let after = here.map_or(0, |here| here + 1);
    let found = match input.input.key_code {
        _ if !input.input.state.is_pressed() => None,
        KeyCode::PageUp => list.first().copied(),
        KeyCode::PageDown => list.last().copied(),
        _ => (0..count)
            .map(|step| list[(after + step) % count])
            .find(starts),
    };
    if let Some(found) = found {
        focus.set(found);
    }
}

/// Keys that lead elsewhere close the list first.
fn leave_by_tab(input: On<FocusedInput<ActInput>>, mut commands: Commands) {
    if matches!(
        input.input.act,
        Act::NextControl | Act::PreviousControl | Act::NextPanel | Act::PreviousPanel
    ) {
        commands.entity(input.focused_entity).try_despawn();
    }
}

/// A click elsewhere closes the list and changes nothing.
fn close_by_mouse(
    mut commands: Commands,
    mouse: Res<ButtonInput<MouseButton>>,
    hover: Res<HoverMap>,
    popup: Single<(Entity, &ChildOf), With<MenuPopup>>,
    parents: Query<&ChildOf>,
) {
    let (popup, of) = *popup;
    let mut hits = hover.values().flat_map(|hits| hits.keys());
    // Its own button closes it by itself.
    let over = hits.any(|hit| {
        let mut above = std::iter::once(*hit).chain(parents.iter_ancestors(*hit));
        above.any(|above| above == popup || above == of.parent())
    });
    if mouse.any_just_pressed([MouseButton::Left, MouseButton::Right]) && !over {
        commands.entity(popup).try_despawn();
    }
}

/// A window of another size has other places for lists.
fn close_all(mut commands: Commands, popups: Query<Entity, With<MenuPopup>>) {
    for popup in &popups {
        commands.entity(popup).try_despawn();
    }
}
