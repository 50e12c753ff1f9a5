//! What lies over everything else and has the keys: open lists, dialogs, pages.

use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabIndex, TabNavigation};

use crate::focus::RememberedFocus;
use crate::prelude::*;

/// The acts that concern the game as a whole.
pub(super) const WHOLE_GAME: [Act; 5] = [
    Act::FullScreen,
    Act::Screenshot,
    Act::Quit,
    Act::Larger,
    Act::Smaller,
];

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

    /// What gets the focus when it goes.
    pub(crate) fn returns_to(&self) -> &RememberedFocus {
        &self.returns_to
    }

    /// Gives the keys to the board when it goes.
    pub(crate) fn return_to_board(&mut self) {
        self.returns_to = RememberedFocus::default();
    }

    /// Gives the focus to another control when it goes.
    pub(super) fn return_to(&mut self, label: String) {
        self.returns_to.set_label(label);
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
    .add_observer(return_focus)
    .add_observer(keep_keys)
    // When everything is built that could have the focus.
    .add_systems(Update, focus_within.in_set(ViewSystems::Draw));
}

/// Gives the focus back, unless a click has given it to another control, or what had it before is gone.
fn return_focus(
    remove: On<Remove, Modal>,
    modals: Query<&Modal>,
    groups: Query<(), With<TabGroup>>,
    parents: Query<&ChildOf>,
    mut focus: Focus,
) {
    let Ok(modal) = modals.get(remove.entity) else {
        return;
    };
    let elsewhere = focus.entity().is_some_and(|entity| {
        let mut above = parents.iter_ancestors(entity);
        parents.contains(entity) && !above.any(|above| above == remove.entity)
    });
    let group = modal.returns_to.group();
    if !elsewhere && group.is_none_or(|group| groups.contains(group)) {
        focus.give_back(modal.returns_to.clone());
    }
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
    labels: Query<&AccessibleLabel, With<TabIndex>>,
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
