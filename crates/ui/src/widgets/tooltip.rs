//! What the mouse rests on, or the focus is on, explained.

use bevy::input_focus::InputFocusVisible;
use bevy::picking::hover::Hovered;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::MenuPopup;

use super::menu::beside_parent;
use super::style::text_width;
use crate::prelude::*;

/// How wide an explanation is at most, in pixels at 100%.
const WIDTH: f32 = 240.0;
/// Above everything.
const LAYER: i32 = 60;
/// Around its text.
const PADDING: f32 = 6.0;

/// Something that explains itself when the mouse is over it, or the focus on it while it is off.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
#[require(Hovered)]
pub(crate) struct Tooltip(pub(crate) String);

/// Something that explains itself whenever it has the focus.
#[derive(Component)]
pub(crate) struct ExplainsFocus;

type Explains = Or<(With<InteractionDisabled>, With<ExplainsFocus>)>;

/// The explanation on screen. It stands in an empty node over what it explains: a text with a child
/// would no longer be measured.
#[derive(Component)]
struct Bubble {
    about: Entity,
    text: String,
    /// Where that was.
    at: Vec2,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_tooltips.in_set(ViewSystems::Paint));
}

type Explained = (
    Entity,
    &'static Tooltip,
    &'static Hovered,
    &'static ComputedNode,
    &'static UiGlobalTransform,
);

fn show_tooltips(
    mut commands: Commands,
    (tooltips, off): (Query<Explained>, Query<(), Explains>),
    (focus, visible): (Res<InputFocus>, Res<InputFocusVisible>),
    bubbles: Query<(Entity, &Bubble)>,
    popups: Query<(), With<MenuPopup>>,
    (mouse, mut pressed): (Res<ButtonInput<MouseButton>>, Local<Option<Entity>>),
    (screen, style): (Res<Screen>, UiStyle),
) {
    // With the keyboard only what cannot be used explains itself: the rest would cover what is edited.
    let focused = focus
        .get()
        .filter(|entity| visible.0 && off.contains(*entity));
    let hovered = tooltips.iter().find(|(_, _, hovered, ..)| hovered.get());
    let under_mouse = hovered.map(|(entity, ..)| entity);
    if mouse.just_pressed(MouseButton::Left) {
        *pressed = under_mouse.filter(|entity| !off.contains(*entity));
    }
    if *pressed != under_mouse {
        *pressed = None;
    }
    // It would cover what the press has changed.
    let hovered = hovered.filter(|(entity, ..)| Some(*entity) != *pressed);
    let wanted = hovered.or_else(|| focused.and_then(|entity| tooltips.get(entity).ok()));
    // It would cover the list that opened below it.
    let wanted = wanted.filter(|(_, tooltip, ..)| popups.is_empty() && !tooltip.0.is_empty());
    let mut shown = false;
    for (bubble, Bubble { about, text, at }) in &bubbles {
        let same = wanted.is_some_and(|(entity, tooltip, _, _, place)| {
            entity == *about && tooltip.0 == *text && place.translation == *at
        });
        shown |= same;
        if !same {
            commands.entity(bubble).try_despawn();
        }
    }
    let Some((about, tooltip, _, node, place)) = wanted.filter(|_| !shown) else {
        return;
    };
    let below = place.translation.y < screen.size.y / 2.0;
    let text = text_width(&tooltip.0, Face::Regular, style.sizes().text).ceil() + 2.0;
    let frame = Node::default()
        .absolute()
        // An edge of a pixel on each side.
        .width(px((text + 2.0 * PADDING + 2.0).min(WIDTH)))
        .padding(px(PADDING).all())
        .framed(style.corner());
    let palette = &style.look.theme.palette;
    let corner = (place.translation - node.size() / 2.0) * node.inverse_scale_factor;
    let size = node.size() * node.inverse_scale_factor;
    let (text, at) = (tooltip.0.clone(), place.translation);
    commands
        .spawn((
            Bubble { about, text, at },
            Node::default()
                .absolute()
                .left(px(corner.x))
                .top(px(corner.y))
                .size(px(size.x), px(size.y)),
            GlobalZIndex(LAYER),
            Pickable::IGNORE,
        ))
        .with_children(|over| {
            over.spawn((
                frame,
                beside_parent(below, 4.0, LAYER),
                BackgroundColor(colour(palette.panel)),
                BorderColor::all(colour(palette.text)),
                Pickable::IGNORE,
            ))
            .with_child(style.plain(&tooltip.0, style.ink()));
        });
}
