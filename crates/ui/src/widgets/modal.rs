//! What lies over everything else and has the keys: open lists, dialogs, pages.

use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabNavigation};

use crate::focus::RememberedFocus;
use crate::prelude::*;

/// Something that has the keys and does not lose them. Of several the one on the highest layer is on
/// top. When it goes, the focus goes back to what had it before.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
#[require(TabGroup::modal())]
pub(crate) struct Modal {
    layer: i32,
    /// The acts that the game still hears of.
    passes: &'static [Act],
    returns_to: RememberedFocus,
}

impl Modal {
    pub(crate) fn new(layer: i32, passes: &'static [Act]) -> Self {
        Self {
            layer,
            passes,
            returns_to: RememberedFocus::default(),
        }
    }

    /// Gives the focus to another control when it goes.
    pub(super) fn return_to(&mut self, label: String) {
        self.returns_to = RememberedFocus::anywhere(label);
    }
}

/// Esc was pressed: a modal is asked to close.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub(crate) struct Close {
    pub(crate) entity: Entity,
}

/// All of the screen, with what it is for in its middle.
pub(crate) fn cover(modal: Modal, ground: Color) -> impl Bundle {
    (
        GlobalZIndex(modal.layer),
        modal,
        Node::default()
            .absolute()
            .middle()
            .size(percent(100), percent(100)),
        BackgroundColor(ground),
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(
        |add: On<Add, Modal>, mut modals: Query<&mut Modal>, before: Res<RememberedFocus>| {
            if let Ok(mut modal) = modals.get_mut(add.entity) {
                modal.returns_to = before.clone();
            }
        },
    )
    .add_observer(
        |remove: On<Remove, Modal>, modals: Query<&Modal>, mut focus: Focus| {
            if let Ok(modal) = modals.get(remove.entity) {
                focus.give_back(modal.returns_to.clone());
            }
        },
    )
    .add_observer(keep_keys)
    // When everything is built that could have the focus.
    .add_systems(Update, focus_within.in_set(ViewSystems::Draw));
}

/// Esc asks to close it, and few other acts reach the game.
fn keep_keys(mut input: On<FocusedInput<ActInput>>, modals: Query<&Modal>, mut commands: Commands) {
    let entity = input.focused_entity;
    let Ok(modal) = modals.get(entity) else {
        return;
    };
    if input.input.goes_back() {
        commands.trigger(Close { entity });
    }
    if !modal.passes.contains(&input.input.act) {
        input.propagate(false);
    }
}

/// What has just opened over everything else has the focus, and does not lose it.
fn focus_within(
    modals: Query<(Entity, &Modal)>,
    parents: Query<&ChildOf>,
    children: Query<&Children>,
    labels: Query<&AccessibleLabel>,
    navigation: TabNavigation,
    mut focus: Focus,
) {
    let Some((top, _)) = modals.iter().max_by_key(|(_, modal)| modal.layer) else {
        return;
    };
    let is_inside = |entity: Entity| parents.iter_ancestors(entity).any(|above| above == top);
    if focus.entity().is_some_and(is_inside) {
        return;
    }
    let wanted = focus.label().and_then(|wanted| {
        let mut inside = children.iter_descendants(top);
        inside.find(|entity| labels.get(*entity).is_ok_and(|label| label.0 == wanted))
    });
    let first = || navigation.initialize(top, NavAction::First).ok();
    if let Some(entity) = wanted.or_else(first) {
        focus.set(entity);
    }
}
