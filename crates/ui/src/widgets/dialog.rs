//! Dialogs: something over everything else that wants an answer, or to be closed.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use foretold_content::Act;
use foretold_view::{ViewSystems, colour};
use lucide_icons::Icon;

use super::{NodeExt, Popup, UiStyle, button, caption_icon};
use crate::controls::{Heed, Pressed};
use crate::focus::{Focus, Room, Takes};

/// How wide a dialog is, in pixels at 100%, if there is room.
const WIDTH: f32 = 560.0;

/// Something over everything else that has the keys and does not lose them: a dialog, a page. Of
/// several the one with the highest number is on top.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cover(i32);

/// All of the screen, with what it is for in its middle.
pub(crate) fn cover(layer: i32, ground: Color) -> impl Bundle {
    (
        Cover(layer),
        GlobalZIndex(layer),
        Node::default()
            .absolute()
            .middle()
            .size(percent(100), percent(100)),
        BackgroundColor(ground),
    )
}

/// The button that closes what it stands on: the last thing somebody wants who opened it.
#[derive(Component)]
pub(crate) struct CloseButton;

/// Where dialogs are: above pages, below messages.
const LAYER: i32 = 40;

/// The dialog on screen.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dialog {
    /// What had the focus before.
    back_to: Option<String>,
}

/// Whether a dialog or a page is open.
pub(crate) fn is_open(covers: Query<(), With<Cover>>) -> bool {
    !covers.is_empty()
}

/// Opens a dialog with a title and a button to close it. One is open at a time.
pub(crate) fn dialog(
    commands: &mut Commands,
    title: &str,
    mark: impl Bundle,
    focus: &Focus,
    pen: &UiStyle,
    fill: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    let palette = &pen.look.theme.palette;
    let back_to = focus.label();
    commands
        .spawn((
            Name::new("Dialog"),
            Dialog { back_to },
            cover(LAYER, colour(palette.background).with_alpha(0.6)),
        ))
        .with_children(|backdrop| {
            backdrop
                .spawn((
                    mark,
                    Room,
                    Node {
                        max_height: percent(97),
                        ..Node::column(pen.space())
                            .width(px(WIDTH))
                            .max_width(percent(97))
                            .padding(px(12).all())
                            .framed(pen.corner())
                            .clipped()
                    },
                    BackgroundColor(colour(palette.panel)),
                    BorderColor::all(colour(palette.muted)),
                ))
                .with_children(|frame| {
                    frame
                        .spawn(Node::row(pen.space()).centred().space_between().fixed())
                        .with_children(|top| {
                            top.spawn(pen.heading(title, pen.ink()));
                            let close =
                                |_: On<Activate>,
                                 dialogs: Query<(Entity, &Dialog)>,
                                 focus: Focus,
                                 mut commands: Commands| {
                                    shut(&mut commands, &dialogs, focus);
                                };
                            let mut button =
                                top.spawn((button("Close", pen), CloseButton, observe(close)));
                            caption_icon(&mut button, Icon::X, pen);
                        });
                    fill(frame);
                });
        });
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            close_by_key.in_set(Heed::Dialogs),
            // When everything is built that could have it.
            focus_within.in_set(ViewSystems::Draw),
        ),
    );
}

/// Closes whatever dialog is open and gives the focus back to what had it before.
pub(crate) fn shut(
    commands: &mut Commands,
    dialogs: &Query<(Entity, &Dialog)>,
    mut focus: Focus<'_>,
) {
    for (entity, dialog) in dialogs {
        commands.entity(entity).despawn();
        match &dialog.back_to {
            Some(label) => focus.find_again(label),
            None => focus.leave(),
        }
    }
}

/// Esc closes it. While it is open nothing else hears the keys, except what concerns the game as a
/// whole.
fn close_by_key(
    mut commands: Commands,
    mut pressed: ResMut<Pressed>,
    dialogs: Query<(Entity, &Dialog)>,
    focus: Focus,
) {
    if dialogs.is_empty() {
        return;
    }
    if pressed.means(Act::Cancel) == Some(crate::controls::InputDevice::Keyboard) {
        shut(&mut commands, &dialogs, focus);
    }
    pressed.keep_only(&[
        Act::NextControl,
        Act::PreviousControl,
        Act::Screenshot,
        Act::Quit,
        Act::Larger,
        Act::Smaller,
    ]);
}

/// What has just opened over everything else has the focus, and does not lose it.
fn focus_within(
    covers: Query<(Entity, &Cover)>,
    popups: Query<(), With<Popup>>,
    parents: Query<&ChildOf>,
    children: Query<&Children>,
    controls: Query<&AccessibleLabel, With<Takes>>,
    ways_out: Query<(), With<CloseButton>>,
    mut focus: Focus,
) {
    let Some((top, _)) = covers.iter().max_by_key(|(_, cover)| cover.0) else {
        return;
    };
    let inside = focus
        .entity()
        .is_some_and(|entity| parents.root_ancestor(entity) == top);
    if inside || !popups.is_empty() {
        return;
    }
    let all: Vec<(Entity, &AccessibleLabel)> = children
        .iter_descendants_depth_first(top)
        .filter_map(|entity| Some((entity, controls.get(entity).ok()?)))
        .collect();
    let first = all.iter().find(|(entity, _)| !ways_out.contains(*entity));
    let first = first.or(all.first()).map(|(entity, _)| *entity);
    if let Some(entity) = focus.wanted(all.iter().copied()).or(first) {
        focus.set(entity);
    }
}
