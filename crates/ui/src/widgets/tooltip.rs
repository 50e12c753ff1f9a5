//! What the mouse rests on, or the focus is on, explained.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use foretold_view::{Screen, ViewSystems, colour};

use super::anchor::Anchor;
use super::{NodeExt, Popup, UiStyle};

/// How wide an explanation is, in pixels at 100%.
const WIDTH: f32 = 240.0;
/// Between an explanation and what it is about.
const GAP: f32 = 4.0;

/// Something that explains itself when the mouse is over it, or the focus on it while it is off.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
#[require(Hovered)]
pub(crate) struct Tooltip(pub(crate) String);

/// The explanation on screen.
#[derive(Component)]
struct Bubble {
    about: Entity,
    text: String,
    /// Where that was.
    at: Vec2,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_tips.in_set(ViewSystems::Paint));
}

type Explained = (
    Entity,
    &'static Tooltip,
    &'static Hovered,
    &'static ComputedNode,
    &'static UiGlobalTransform,
);

fn show_tips(
    mut commands: Commands,
    (tips, off): (Query<Explained>, Query<(), With<InteractionDisabled>>),
    (focus, visible): (Res<InputFocus>, Res<InputFocusVisible>),
    bubbles: Query<(Entity, &Bubble)>,
    popups: Query<(), With<Popup>>,
    screen: Res<Screen>,
    pen: UiStyle,
) {
    // With the keyboard only what cannot be used explains itself: the rest would cover what is edited.
    let focused = focus
        .get()
        .filter(|entity| visible.0 && off.contains(*entity));
    let hovered = tips.iter().find(|(_, _, hovered, ..)| hovered.get());
    let wanted = hovered.or_else(|| focused.and_then(|entity| tips.get(entity).ok()));
    // It would cover the list that opened below it.
    let wanted = wanted.filter(|_| popups.is_empty());
    let mut shown = false;
    for (bubble, Bubble { about, text, at }) in &bubbles {
        let same = wanted.is_some_and(|(entity, tip, _, _, place)| {
            entity == *about && tip.0 == *text && place.translation == *at
        });
        if same {
            shown = true;
        } else {
            commands.entity(bubble).despawn();
        }
    }
    let Some((about, tip, _, node, place)) = wanted.filter(|_| !shown) else {
        return;
    };
    if tip.0.is_empty() {
        return;
    }
    let anchor = Anchor::new(node, place, &screen);
    let width = anchor.width(WIDTH);
    let below = anchor.control.max.y < anchor.screen.y / 2.0;
    let frame = Node::default()
        .max_width(px(width))
        .padding(px(6).all())
        .framed(pen.corner());
    let palette = &pen.look.theme.palette;
    commands
        .spawn((
            Bubble {
                about,
                text: tip.0.clone(),
                at: place.translation,
            },
            anchor.put(frame, width, below, GAP),
            BackgroundColor(colour(palette.panel)),
            BorderColor::all(colour(palette.text)),
            GlobalZIndex(60),
            Pickable::IGNORE,
        ))
        .with_child(pen.plain(&tip.0, pen.ink()));
}
