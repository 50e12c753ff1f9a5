//! The shape of the mouse pointer: a hand over what can be used, a bar over text, a sign over what
//! would be refused.

use bevy::picking::hover::HoverMap;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Button, Slider, SliderDragState};
use bevy::window::{CursorIcon, PrimaryWindow, SystemCursorIcon};
use foretold_sim::Grid;

use crate::command::{OrderWriter, Pointed};
use crate::pointer::{MouseCell, somebody_at};
use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PointerShape>().add_systems(
        Update,
        (over_controls, over_board, set_shape)
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// The shape that the pointer should have.
#[derive(Resource, Default)]
struct PointerShape(SystemCursorIcon);

type Control = (
    Has<InteractionDisabled>,
    Has<EditableText>,
    Option<&'static SliderDragState>,
);

type Usable = Or<(With<Button>, With<CapturesKeys>)>;

fn over_controls(
    hovered: Res<HoverMap>,
    controls: Query<Control, Usable>,
    sliders: Query<&SliderDragState, With<Slider>>,
    parents: Query<&ChildOf>,
    mut shape: ResMut<PointerShape>,
) {
    let mut over = hovered.values().flat_map(|hits| hits.keys().copied());
    let control = over.find_map(|entity| {
        let mut above = std::iter::once(entity).chain(parents.iter_ancestors(entity));
        above.find_map(|entity| controls.get(entity).ok())
    });
    // What is dragged stays in the hand wherever the mouse is.
    shape.0 = if sliders.iter().any(|drag| drag.dragging) {
        SystemCursorIcon::Grabbing
    } else {
        match control {
            Some((true, ..)) => SystemCursorIcon::NotAllowed,
            Some((_, true, _)) => SystemCursorIcon::Text,
            Some((.., Some(_))) => SystemCursorIcon::Grab,
            Some(_) => SystemCursorIcon::Pointer,
            None => SystemCursorIcon::Default,
        }
    };
}

/// What a click on the board would do. The mouse is over no cell where a panel or page covers it.
fn over_board(
    mouse: Res<MouseCell>,
    (shown, grid): (If<Res<Shown>>, Res<Grid>),
    orders: OrderWriter,
    mut shape: ResMut<PointerShape>,
) {
    let Some(cell) = mouse
        .cell()
        .filter(|_| shape.0 == SystemCursorIcon::Default)
    else {
        return;
    };
    shape.0 = match orders.pointed(cell) {
        Some(Pointed::Order(order)) if orders.can_follow(order) => SystemCursorIcon::Pointer,
        Some(Pointed::Order(_) | Pointed::Nobody) => SystemCursorIcon::NotAllowed,
        None if somebody_at(shown.battle(), &grid, cell).is_some() => SystemCursorIcon::Pointer,
        None => SystemCursorIcon::Default,
    };
}

type PointerOf<'w, 's> = Single<'w, 's, (Entity, Option<&'static CursorIcon>), With<PrimaryWindow>>;

fn set_shape(mut commands: Commands, shape: Res<PointerShape>, window: Option<PointerOf>) {
    let wanted = CursorIcon::System(shape.0);
    let Some((window, now)) = window.map(Single::into_inner) else {
        return;
    };
    if now.cloned().unwrap_or_default() != wanted {
        commands.entity(window).insert(wanted);
    }
}
