//! Areas that scroll: by wheel, by their bar, by keys, and to whatever gets the focus.

use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::ui::UiSystems;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, ScrollIntoView, Scrollbar, ScrollbarThumb};

use crate::prelude::*;

/// How much of the area stays in view when it is paged.
const KEPT: f32 = 0.15;

/// How high the shade is over what goes on below an area, in pixels at 100%.
const SHADE: f32 = 18.0;

/// The shade over the end of an area that has more below it.
#[derive(Component)]
struct MoreBelow(Entity);

/// What a new list shows in its middle: it is scrolled there once it has a place.
#[derive(Component)]
pub(super) struct InTheMiddle {
    /// For how many frames more.
    frames: u8,
}

impl Default for InTheMiddle {
    fn default() -> Self {
        InTheMiddle { frames: 4 }
    }
}

/// By which an area that was built anew is known to be the same: the type of its mark.
#[derive(Component, Clone, Copy)]
struct Known(&'static str);

/// Spawns an area that scrolls, with its bar, and marks it. No two on screen have the same mark.
/// Whoever fills it despawns its children and spawns others: its place stays. It also does if all of
/// it is built anew.
pub(crate) fn scroll_area<'a, Mark: Component>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    style: &UiStyle,
    mark: Mark,
) -> EntityCommands<'a> {
    let frame = Node::row(px(2)).share(1.0).min_height(px(0));
    let rows = Node {
        overflow: Overflow::scroll_y(),
        ..Node::column(style.gap())
            .share(1.0)
            .min_width(px(0))
            // Room for the ring around what has the focus.
            .padding(px(3).all())
    };
    let ink = colour(style.look.theme.palette.edge);
    let known = Known(std::any::type_name::<Mark>());
    let area = (mark, known, ScrollArea, rows);
    let area = parent.commands().spawn(area).id();
    parent.spawn(frame).add_child(area).with_children(|frame| {
        let thumb = (
            ScrollbarThumb {
                border_radius: BorderRadius::all(px(3)),
                ..default()
            },
            BackgroundColor(ink),
        );
        frame
            .spawn((
                Scrollbar::new(area, ControlOrientation::Vertical, 16.0),
                Node::default().fixed().width(px(6)),
            ))
            .with_child(thumb);
        frame.spawn(shade(area, style));
    });
    parent.commands_mut().entity(area)
}

fn shade(area: Entity, style: &UiStyle) -> impl Bundle {
    let ground = colour(style.look.theme.palette.panel);
    let stops = [ground.with_alpha(0.0), ground]
        .map(ColorStop::auto)
        .to_vec();
    let gradient = Gradient::Linear(LinearGradient::to_bottom(stops));
    let place = Node::default()
        .absolute()
        .left(px(0))
        .right(px(8))
        .bottom(px(0));
    (
        MoreBelow(area),
        place.height(px(SHADE)),
        BackgroundGradient(vec![gradient]),
        Visibility::Hidden,
        Pickable::IGNORE,
    )
}

/// Spawns an area of a height that scrolls, as dialogs have it. It shrinks with its dialog.
pub(crate) fn scroll_box<'a, Mark: Component>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    height: f32,
    style: &UiStyle,
    mark: Mark,
) -> EntityCommands<'a> {
    let place = Node::default().height(px(height)).min_height(px(60));
    let mut area = Entity::PLACEHOLDER;
    parent.spawn(place).with_children(|place| {
        area = scroll_area(place, style, mark).id();
    });
    parent.commands_mut().entity(area)
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            hide_idle_bars,
            shade_ends,
            (bring_into_view, bring_to_the_middle).chain(),
        )
            .in_set(ViewSystems::Paint),
    )
    .add_systems(PostUpdate, stay_in_place.before(UiSystems::Layout))
    .add_observer(turn_pages);
}

/// An area that takes the place of another, as when the colours change, is scrolled as far.
fn stay_in_place(
    mut areas: Query<(Ref<Known>, &mut ScrollPosition)>,
    mut before: Local<Vec<(&'static str, Vec2)>>,
) {
    for (known, mut position) in areas.iter_mut().filter(|(known, _)| known.is_added()) {
        if let Some((_, place)) = before.iter().find(|(other, _)| *other == known.0) {
            position.0 = *place;
        }
    }
    before.clear();
    before.extend(areas.iter().map(|(known, position)| (known.0, position.0)));
}

/// Where everything is in view there is nothing to scroll.
fn hide_idle_bars(
    bars: Query<(&Scrollbar, &Children)>,
    areas: Query<&ComputedNode, With<ScrollArea>>,
    mut thumbs: Query<&mut Visibility, With<ScrollbarThumb>>,
) {
    for (bar, children) in &bars {
        let Ok(area) = areas.get(bar.target) else {
            continue;
        };
        let wanted = if area.content_size().y > area.size().y + 1.0 {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        for child in children {
            if let Ok(mut thumb) = thumbs.get_mut(*child) {
                thumb.set_if_neq(wanted);
            }
        }
    }
}

/// A line that is cut looks cut: whoever sees it knows that there is more. What has the focus is
/// never shaded.
fn shade_ends(
    mut shades: Query<(&MoreBelow, &mut Visibility)>,
    areas: Query<(&ComputedNode, &UiGlobalTransform, &ScrollPosition), With<ScrollArea>>,
    focus: Res<InputFocus>,
    placed: Query<(&ComputedNode, &UiGlobalTransform), With<TabIndex>>,
    parents: Query<&ChildOf>,
) {
    let bottom =
        |node: &ComputedNode, at: &UiGlobalTransform| at.translation.y + node.size().y / 2.0;
    let focused = focus
        .get()
        .and_then(|entity| Some((entity, placed.get(entity).ok()?)));
    for (MoreBelow(area), mut seen) in &mut shades {
        let more = areas.get(*area).is_ok_and(|(node, at, scrolled)| {
            let below = node.content_size().y - node.size().y;
            let goes_on = below * node.inverse_scale_factor > scrolled.y + 1.0;
            let shaded = bottom(node, at) - SHADE / node.inverse_scale_factor;
            let hides_focus = focused.is_some_and(|(entity, (node, at))| {
                let below = bottom(node, at);
                below > shaded
                    && below - node.size().y < shaded + SHADE / node.inverse_scale_factor
                    && parents.iter_ancestors(entity).any(|above| above == *area)
            });
            goes_on && !hides_focus
        });
        seen.set_if_neq(if more {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}

fn bring_to_the_middle(
    mut items: Query<(Entity, &mut InTheMiddle, &ComputedNode, &UiGlobalTransform)>,
    mut areas: Query<(&ComputedNode, &UiGlobalTransform, &mut ScrollPosition), With<ScrollArea>>,
    parents: Query<&ChildOf>,
    mut commands: Commands,
) {
    for (entity, mut item, node, place) in &mut items {
        let mut above = parents.iter_ancestors(entity);
        let area = above.find(|parent| areas.contains(*parent));
        if let Some(Ok((area, at, mut scrolled))) = area.map(|area| areas.get_mut(area))
            && node.size().y > 0.0
        {
            let scale = area.inverse_scale_factor;
            let most = (area.content_size().y - area.size().y).max(0.0) * scale;
            let away = (place.translation.y - at.translation.y) * scale;
            let y = (scrolled.y + away).clamp(0.0, most);
            if (scrolled.y - y).abs() > 1.0 {
                scrolled.y = y;
            }
        }
        item.frames -= 1;
        if item.frames == 0 {
            commands.entity(entity).remove::<InTheMiddle>();
        }
    }
}

/// The page keys scroll the panel that has the focus.
fn turn_pages(
    input: On<FocusedInput<KeyboardInput>>,
    groups: Query<(), With<TabGroup>>,
    focus: Res<InputFocus>,
    controls: Query<&CapturesKeys>,
    children: Query<&Children>,
    mut areas: Query<(&mut ScrollPosition, &ComputedNode), With<ScrollArea>>,
) {
    let step = match input.input.key_code {
        KeyCode::PageUp => -1.0,
        KeyCode::PageDown => 1.0,
        _ => return,
    };
    let group = input.focused_entity;
    let focused = focus.get().and_then(|entity| controls.get(entity).ok());
    // Some controls have a use of their own for these keys.
    if !input.input.state.is_pressed()
        || focused != Some(&CapturesKeys::Button)
        || !groups.contains(group)
    {
        return;
    }
    for entity in children.iter_descendants(group) {
        if let Ok((mut position, node)) = areas.get_mut(entity) {
            let scale = node.inverse_scale_factor;
            let (visible, whole) = (node.size().y * scale, node.content_size().y * scale);
            let most = (whole - visible).max(0.0);
            let to = position.y + step * visible * (1.0 - KEPT);
            position.y = to.clamp(0.0, most);
        }
    }
}

/// The control that has the focus, by its label, and whether it is in view.
#[derive(Default)]
struct Watched {
    label: String,
    in_view: bool,
    /// For how many frames more it is brought into view: it may have no place yet.
    frames: u8,
}

/// Whatever gets the focus is scrolled into view, as soon as it has a place. What was scrolled out of
/// view and is built anew stays where it was.
fn bring_into_view(
    focus: Res<InputFocus>,
    controls: Query<(&AccessibleLabel, &ComputedNode, &UiGlobalTransform), With<TabIndex>>,
    areas: Query<(&ComputedNode, &UiGlobalTransform), With<ScrollArea>>,
    parents: Query<&ChildOf>,
    mut commands: Commands,
    mut watched: Local<Watched>,
) {
    let Some(entity) = focus.get() else {
        *watched = Watched::default();
        return;
    };
    let Ok((label, node, place)) = controls.get(entity) else {
        return;
    };
    let another = watched.label != label.0;
    if another {
        watched.label.clone_from(&label.0);
    }
    watched.frames = if focus.is_changed() && (another || watched.in_view) {
        3
    } else {
        watched.frames.saturating_sub(1)
    };
    if watched.frames > 0 {
        commands.trigger(ScrollIntoView { entity });
        watched.in_view = true;
    } else if node.size().y > 0.0 {
        let mut above = parents.iter_ancestors(entity);
        let area = above.find_map(|parent| areas.get(parent).ok());
        watched.in_view = area.is_none_or(|(area, at)| {
            let away = (place.translation.y - at.translation.y).abs();
            away < area.size().y / 2.0
        });
    }
}
