//! The keyboard's focus: which panel, which control, and how it moves.
//!
//! Without a focus the keys belong to the board. F6 goes around the panels, Tab and the arrows
//! around the controls of one, Esc leads back to the board. The mouse never takes the focus away
//! from the board, except into a text field.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, Button};
use foretold_content::Act;
use foretold_view::{Hover, Look, RedrawRequests, ViewSystems, colour};

use crate::controls::{Heed, InputDevice, Pressed, is_plain};
use crate::layout::Panel;
use crate::widgets::{Menu, is_open};

/// Something that can have the focus, and which keys it takes for itself while it has it.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    /// Enter, Space and the arrows.
    Presses,
    /// Enter, the arrows, Home, End and the page keys.
    Moves,
    /// The same and the digits.
    Numbers,
    /// Everything that could be typed, and what a text field does with Ctrl.
    Letters,
    /// Every key and button, whatever it is: it waits for one.
    Keys,
}

/// What Tab stays inside of: a panel, a dialog, an open list.
#[derive(Component)]
pub(crate) struct Room;

/// What has the focus, by its label: panels are built anew, and the focus must survive that.
#[derive(Resource, Default, Debug)]
struct Held {
    label: Option<String>,
    panel: Option<Panel>,
}

/// Where the focus is, for whoever wants to move it.
#[derive(SystemParam)]
pub(crate) struct Focus<'w> {
    input: ResMut<'w, InputFocus>,
    visible: ResMut<'w, InputFocusVisible>,
    held: ResMut<'w, Held>,
}

impl Focus<'_> {
    /// The label of what has the focus.
    pub(crate) fn label(&self) -> Option<String> {
        self.held.label.clone()
    }

    /// The control that is meant to have the focus, among these.
    pub(crate) fn wanted<'a>(
        &self,
        mut among: impl Iterator<Item = (Entity, &'a AccessibleLabel)>,
    ) -> Option<Entity> {
        let label = self.held.label.as_ref()?;
        let found = among.find(|(_, found)| found.0 == *label);
        found.map(|(entity, _)| entity)
    }

    /// What has the focus.
    pub(crate) fn entity(&self) -> Option<Entity> {
        self.input.get()
    }

    /// Gives the focus to a control.
    pub(crate) fn set(&mut self, entity: Entity) {
        self.input.set(entity, FocusCause::Navigated);
        self.visible.0 = true;
    }

    /// Gives the focus to whatever has this label, as soon as it is there.
    pub(crate) fn find_again(&mut self, label: &str) {
        self.input.clear();
        self.held.label = Some(label.to_owned());
    }

    /// Gives the keys back to the board.
    pub(crate) fn leave(&mut self) {
        self.input.clear();
        *self.held = Held::default();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Held>()
        // Bevy gives the focus to the window at first: that is the board.
        .add_systems(PostStartup, |mut focus: Focus| focus.leave())
        .add_systems(
            Update,
            (
                (leave_by_mouse, leave_by_key)
                    .chain()
                    .run_if(not(is_open))
                    .in_set(Heed::Focus),
                change_panel.run_if(not(is_open)).in_set(Heed::Focus),
                walk.in_set(Heed::Focus),
                press_by_pad.in_set(Heed::Controls),
            ),
        )
        .add_systems(
            PostUpdate,
            (hold, show_focus)
                .chain()
                .before(bevy::ui::UiSystems::Prepare),
        )
        .add_systems(
            Update,
            forget_the_board
                .run_if(resource_changed::<InputFocus>)
                .in_set(ViewSystems::Measure),
        );
}

/// A click beside a field ends the typing.
fn leave_by_mouse(
    mouse: Res<ButtonInput<MouseButton>>,
    hovered: Res<bevy::picking::hover::HoverMap>,
    fields: Query<(), With<EditableText>>,
    mut focus: Focus,
) {
    let typing = focus
        .input
        .get()
        .is_some_and(|entity| fields.contains(entity));
    let over_field = hovered
        .values()
        .flat_map(|hits| hits.keys())
        .any(|entity| fields.contains(*entity));
    if typing && !over_field && mouse.just_pressed(MouseButton::Left) {
        focus.leave();
    }
}

/// Esc leads back to the board.
fn leave_by_key(mut pressed: ResMut<Pressed>, mut focus: Focus) {
    if focus.held.label.is_some() && pressed.means(Act::Cancel) == Some(InputDevice::Keyboard) {
        pressed.take(Act::Cancel);
        focus.leave();
    }
}

/// The controls of a room, in the order in which they stand; those that are off too, since they say
/// why.
fn controls_in(
    room: Entity,
    children: &Query<&Children>,
    controls: &Query<Control>,
) -> Vec<Entity> {
    let all = children.iter_descendants_depth_first(room);
    all.filter(|entity| controls.contains(*entity)).collect()
}

type Control = (
    Entity,
    &'static Takes,
    &'static AccessibleLabel,
    &'static ComputedNode,
    &'static UiGlobalTransform,
);

/// F6 goes around: the board, the bar, the two panels, the log.
fn change_panel(
    pressed: Res<Pressed>,
    panels: Query<(Entity, &Panel)>,
    children: Query<&Children>,
    controls: Query<Control>,
    menus: Query<(), With<Menu>>,
    mut focus: Focus,
) {
    let step = match (
        pressed.just(Act::NextPanel),
        pressed.just(Act::PreviousPanel),
    ) {
        (true, false) => 1,
        (false, true) => Panel::ALL.len(),
        _ => return,
    };
    // The board is one of the places, the first.
    let places = Panel::ALL.len() + 1;
    let here = focus.held.panel.filter(|_| focus.held.label.is_some());
    let mut place = here.map_or(0, |here| {
        let among = Panel::ALL.iter().position(|panel| *panel == here);
        among.map_or(0, |among| among + 1)
    });
    for _ in 0..places {
        place = (place + step) % places;
        let Some(panel) = place.checked_sub(1).map(|place| Panel::ALL[place]) else {
            focus.leave();
            return;
        };
        let room = panels.iter().find(|(_, found)| **found == panel);
        let first = room.and_then(|(room, _)| {
            let all = controls_in(room, &children, &controls);
            // Space on a list does no harm; on a switch it would.
            let list = all.iter().find(|entity| menus.contains(**entity));
            list.or(all.first()).copied()
        });
        if let Some(first) = first {
            focus.set(first);
            focus.held.panel = Some(panel);
            return;
        }
    }
}

/// The button of a gamepad that does what an arrow does.
fn on_a_pad(arrow: KeyCode) -> GamepadButton {
    match arrow {
        KeyCode::ArrowLeft => GamepadButton::DPadLeft,
        KeyCode::ArrowRight => GamepadButton::DPadRight,
        KeyCode::ArrowUp => GamepadButton::DPadUp,
        _ => GamepadButton::DPadDown,
    }
}

/// The lower button of a gamepad presses what has the focus, as Enter does.
fn press_by_pad(
    pads: Query<&Gamepad>,
    buttons: Query<&Takes, (With<Button>, Without<InteractionDisabled>)>,
    focus: Focus,
    mut commands: Commands,
) {
    if let Some(entity) = focus.entity()
        && buttons.get(entity) == Ok(&Takes::Presses)
        && pads
            .iter()
            .any(|pad| pad.just_pressed(GamepadButton::South))
    {
        commands.trigger(Activate { entity });
    }
}

/// Tab, the arrows and those of a gamepad move among the controls of a room.
fn walk(
    pressed: Res<Pressed>,
    keys: Res<ButtonInput<KeyCode>>,
    rooms: Query<(), With<Room>>,
    (parents, children): (Query<&ChildOf>, Query<&Children>),
    controls: Query<Control>,
    pads: Query<&Gamepad>,
    mut focus: Focus,
) {
    let Some(focused) = focus.input.get() else {
        return;
    };
    let Ok((_, takes, _, node, place)) = controls.get(focused) else {
        return;
    };
    let room = parents
        .iter_ancestors(focused)
        .find(|entity| rooms.contains(*entity));
    let Some(room) = room else {
        return;
    };
    let all = controls_in(room, &children, &controls);
    let count = all.len();
    if count == 0 {
        return;
    }
    let here = all.iter().position(|entity| *entity == focused);
    // A number keeps left and right for itself.
    let arrow = |key: KeyCode| {
        let sideways = matches!(key, KeyCode::ArrowLeft | KeyCode::ArrowRight);
        let free = match takes {
            Takes::Presses => true,
            Takes::Numbers => !sideways,
            _ => false,
        };
        let tapped = pads.iter().any(|pad| pad.just_pressed(on_a_pad(key)));
        free && (is_plain(&keys) && keys.just_pressed(key) || tapped)
    };
    let next = here.map_or(0, |here| (here + 1) % count);
    let previous = here.map_or(count - 1, |here| (here + count - 1) % count);
    let middle = place.translation;
    let lines = node.size().y * 0.6;
    let vertical = |down: f32| {
        let ahead = |entity: &&Entity| {
            let (_, _, _, _, place) = controls.get(**entity).ok()?;
            let way = (place.translation - middle) * Vec2::new(1.0, down);
            (way.y > lines).then_some(way.y * 3.0 + way.x.abs())
        };
        let nearest = all
            .iter()
            .filter_map(|entity| Some((ahead(&entity)?, *entity)))
            .min_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map(|(_, entity)| entity)
    };
    // The next one in the same row, if there is one.
    let beside = |right: f32| {
        let ahead = |entity: &Entity| {
            let (_, _, _, _, place) = controls.get(*entity).ok()?;
            let way = (place.translation - middle) * Vec2::new(right, 1.0);
            (way.x > 0.0 && way.y.abs() <= lines).then_some(way.x)
        };
        let row = all
            .iter()
            .filter_map(|entity| Some((ahead(entity)?, *entity)));
        let nearest = row.min_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map(|(_, entity)| entity)
    };
    let to = if pressed.just(Act::NextControl) {
        Some(all[next])
    } else if pressed.just(Act::PreviousControl) {
        Some(all[previous])
    } else if arrow(KeyCode::ArrowRight) {
        Some(beside(1.0).unwrap_or(all[next]))
    } else if arrow(KeyCode::ArrowLeft) {
        Some(beside(-1.0).unwrap_or(all[previous]))
    } else if arrow(KeyCode::ArrowDown) {
        vertical(1.0)
    } else if arrow(KeyCode::ArrowUp) {
        vertical(-1.0)
    } else {
        None
    };
    if let Some(to) = to {
        focus.set(to);
    }
}

/// Notes what has the focus; finds it again if its panel was built anew.
fn hold(
    controls: Query<Control>,
    panels: Query<&Panel>,
    panel_roots: Query<(Entity, &Panel)>,
    parents: Query<&ChildOf>,
    children: Query<&Children>,
    mut focus: Focus,
    mut redraw: ResMut<RedrawRequests>,
) {
    if let Some(entity) = focus.input.get()
        && let Ok((_, _, label, ..)) = controls.get(entity)
    {
        if focus.held.label.as_ref() != Some(&label.0) || focus.held.panel.is_none() {
            focus.held.label = Some(label.0.clone());
            let panel = parents
                .iter_ancestors(entity)
                .find_map(|parent| panels.get(parent).ok());
            if let Some(panel) = panel {
                focus.held.panel = Some(*panel);
            }
        }
        return;
    }
    let Some(label) = focus.held.label.clone() else {
        return;
    };
    redraw.request();
    let same = controls
        .iter()
        .find(|(_, _, found, ..)| found.0 == label)
        .map(|(entity, ..)| entity);
    // What is gone leaves the focus to the first control of its panel.
    let neighbour = || {
        let panel = focus.held.panel?;
        let (room, _) = panel_roots.iter().find(|(_, found)| **found == panel)?;
        controls_in(room, &children, &controls).first().copied()
    };
    match same.or_else(neighbour) {
        Some(entity) => focus.input.set(entity, FocusCause::Navigated),
        None => focus.leave(),
    }
}

/// A ring around what has the focus.
fn show_focus(
    mut commands: Commands,
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    look: Res<Look>,
    ringed: Query<Entity, (With<Outline>, With<Takes>)>,
    controls: Query<(), With<Takes>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    if !focus.is_changed() && !visible.is_changed() && !look.is_changed() {
        return;
    }
    let focused = focus.get().filter(|entity| controls.contains(*entity));
    for entity in &ringed {
        if Some(entity) != focused {
            commands.entity(entity).try_remove::<Outline>();
        }
    }
    if let Some(entity) = focused {
        let ink = colour(look.theme.palette.accent);
        commands
            .entity(entity)
            .try_insert(Outline::new(px(2), px(1), ink));
    }
    redraw.request();
}

/// While a panel has the focus the cursor of the keyboard is not on the board.
fn forget_the_board(
    focus: Res<InputFocus>,
    controls: Query<(), With<Takes>>,
    mut hover: ResMut<Hover>,
) {
    if focus.get().is_some_and(|entity| controls.contains(entity)) {
        hover.set_if_neq(Hover(None));
    }
}
