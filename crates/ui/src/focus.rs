//! The keyboard's focus: Bevy's [`InputFocus`], and what moves it.
//!
//! Without a focus the keys belong to the board. F6 goes around the panels, Tab and the cursor keys
//! around the controls of one [`TabGroup`], Esc leads back to the board. The mouse never takes the
//! focus away from the board, except into a number, a box or a text field.
//!
//! Panels are built anew when what they show changes. Bevy forgets the focus of a control that is
//! despawned, so [`RememberedFocus`] finds the control with the same label in the same group.

use bevy::input_focus::directional_navigation::{AutoNavigationConfig, FocusableArea};
use bevy::input_focus::navigator::find_best_candidate;
use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocusSystems, InputFocusVisible, set_initial_focus};
use bevy::math::CompassOctant;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{MenuPopup, ToggleChecked};
use foretold_view::Overlay;

use crate::prelude::*;
use crate::widgets::Modal;

/// A control, and the keys that it keeps for itself while it has the focus.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
#[require(TabIndex)]
pub(crate) enum CapturesKeys {
    /// Enter and Space.
    Button,
    /// Enter, the arrows, Home, End and the page keys.
    List,
    /// Enter, Home, End, the page keys and the digits.
    Number,
    /// Everything that could be typed, and what a text field does with Ctrl.
    Text,
    /// Every key and button: it waits for one.
    All,
}

impl CapturesKeys {
    /// Whether a chord belongs to the control, not to the game.
    fn keeps(self, chord: &Chord) -> bool {
        const ENTER: [&str; 2] = ["Enter", "NumEnter"];
        const ARROWS: [&str; 4] = ["Left", "Right", "Up", "Down"];
        const MOVES: [&str; 4] = ["Home", "End", "PageUp", "PageDown"];
        let among = |keys: &[&str]| keys.contains(&chord.key);
        let plain = !chord.ctrl && !chord.alt;
        match self {
            CapturesKeys::Button => plain && (among(&ENTER) || among(&["Space"])),
            CapturesKeys::List => plain && (among(&ENTER) || among(&ARROWS) || among(&MOVES)),
            CapturesKeys::Number => {
                let key = chord.key.strip_prefix("Num").unwrap_or(chord.key);
                let digit = key.len() == 1 && key.starts_with(|sign: char| sign.is_ascii_digit());
                plain && (digit || among(&ENTER) || among(&MOVES))
            }
            CapturesKeys::Text => {
                let leads_out = among(&["Esc", "Tab"]);
                let function = chord.key.len() > 1 && chord.key.starts_with('F');
                let whole_game = chord.ctrl && among(&["Q", "=", "-"]);
                let elsewhere = chord.key.starts_with("Mouse") || chord.key.starts_with("Pad");
                !(leads_out || function || whole_game || elsewhere)
            }
            CapturesKeys::All => true,
        }
    }
}

/// The control that has the focus: its label, and the group that it stands in.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RememberedFocus {
    label: Option<String>,
    group: Option<Entity>,
}

impl RememberedFocus {
    /// Another control, of the same group if there is one with this label.
    pub(crate) fn set_label(&mut self, label: String) {
        self.label = Some(label);
    }

    /// The group that the control stands in.
    pub(crate) fn group(&self) -> Option<Entity> {
        self.group
    }
}

/// The control that a key leads to. It gets the focus once the key has been heard, so that it does not
/// hear it too.
#[derive(Resource, Default)]
struct NextFocus(Option<Entity>);

/// Where the focus is, for systems that move it.
#[derive(SystemParam)]
pub(crate) struct Focus<'w> {
    input: ResMut<'w, InputFocus>,
    visible: ResMut<'w, InputFocusVisible>,
    remembered: ResMut<'w, RememberedFocus>,
}

impl Focus<'_> {
    /// The label of what has the focus.
    pub(crate) fn label(&self) -> Option<&str> {
        self.remembered.label.as_deref()
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

    /// Gives the focus to the control with this label, as soon as it is there.
    pub(crate) fn find_again(&mut self, label: &str) {
        self.input.clear();
        self.remembered.set_label(label.to_owned());
    }

    /// Gives the focus back to what had it at another time.
    pub(crate) fn give_back(&mut self, remembered: RememberedFocus) {
        self.input.clear();
        *self.remembered = remembered;
    }

    /// Gives the keys back to the board.
    pub(crate) fn leave(&mut self) {
        self.give_back(RememberedFocus::default());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RememberedFocus>()
        .init_resource::<NextFocus>()
        .add_systems(
            PreUpdate,
            (|mut next: ResMut<NextFocus>, mut focus: Focus| {
                if let Some(entity) = next.0.take() {
                    focus.set(entity);
                }
            })
            .after(InputFocusSystems::Dispatch),
        )
        .add_observer(capture)
        .add_observer(navigate)
        .add_observer(leave_by_key)
        // Bevy gives the focus to the window at first: that is the board.
        .add_systems(
            PostStartup,
            (|mut focus: Focus| focus.leave()).after(set_initial_focus),
        )
        .add_systems(
            Update,
            (
                leave_by_mouse
                    .run_if(not(any_with_component::<Modal>))
                    .before(ActSystems),
                change_panel.in_set(ActSystems),
                begin_on_the_board
                    .run_if(on_message::<BattleStarted>)
                    .after(SimSystems::Requests),
                forget_the_board
                    .run_if(resource_changed::<InputFocus>)
                    .in_set(ViewSystems::Measure),
            ),
        )
        .add_systems(
            PostUpdate,
            (remember, show_focus)
                .chain()
                .before(bevy::ui::UiSystems::Prepare),
        );
}

/// A control keeps the keys that it has a use for.
fn capture(mut input: On<FocusedInput<ActInput>>, controls: Query<&CapturesKeys>) {
    if let Ok(captures) = controls.get(input.focused_entity)
        && captures.keeps(&input.input.chord)
    {
        input.propagate(false);
    }
}

/// A control that stands in a column with others: up and down go there first, whatever is nearer
/// beside it.
#[derive(Component)]
pub(crate) struct InColumn;

type Placed = (Entity, &'static ComputedNode, &'static UiGlobalTransform);

/// Tab and the cursor keys move among the controls of a group; the lower button of a gamepad presses
/// what has the focus, as Enter does.
fn navigate(
    mut input: On<FocusedInput<ActInput>>,
    groups: Query<Has<MenuPopup>, With<TabGroup>>,
    navigation: TabNavigation,
    (children, parents): (Query<&Children>, Query<&ChildOf>),
    placed: Query<Placed, With<TabIndex>>,
    (off, columns): (
        Query<(), With<InteractionDisabled>>,
        Query<(), With<InColumn>>,
    ),
    (focus, mut next, mut commands): (Res<InputFocus>, ResMut<NextFocus>, Commands),
) {
    let group = input.focused_entity;
    let (Some(entity), Ok(is_list)) = (focus.get(), groups.get(group)) else {
        return;
    };
    let to_side = |direction: CompassOctant| {
        let inside = children.iter_descendants(group).filter(|control| {
            let mut above = parents.iter_ancestors(*control);
            above.find(|parent| groups.contains(*parent)) == Some(group)
        });
        let areas = inside.filter_map(|control| placed.get(control).ok());
        let areas: Vec<FocusableArea> = areas
            .map(|(entity, node, place)| FocusableArea {
                entity,
                position: place.translation,
                size: node.size(),
            })
            .collect();
        let here = areas.iter().find(|area| area.entity == entity)?;
        let best = |areas: &[FocusableArea], least: f32| {
            let config = AutoNavigationConfig {
                min_alignment_factor: least,
                ..default()
            };
            find_best_candidate(here, direction, areas, &config)
        };
        // Left and right stay in the row.
        if matches!(direction, CompassOctant::East | CompassOctant::West) {
            return best(&areas, 0.5);
        }
        let mut column = areas.clone();
        column.retain(|area| columns.contains(area.entity));
        let in_column = columns.contains(entity).then(|| best(&column, 0.5));
        in_column.flatten().or_else(|| best(&areas, 0.0))
    };
    let by_tab = |action| navigation.navigate(&focus, action).ok();
    let to = match input.input.act {
        Act::NextControl if !is_list => by_tab(NavAction::Next),
        Act::PreviousControl if !is_list => by_tab(NavAction::Previous),
        Act::CursorRight => to_side(CompassOctant::East).or_else(|| by_tab(NavAction::Next)),
        Act::CursorLeft => to_side(CompassOctant::West).or_else(|| by_tab(NavAction::Previous)),
        Act::CursorDown => to_side(CompassOctant::South),
        Act::CursorUp => to_side(CompassOctant::North),
        Act::Select if input.input.is_from_pad() => {
            if !off.contains(entity) {
                commands.trigger(Activate { entity });
                commands.trigger(ToggleChecked { entity });
            }
            None
        }
        _ => return,
    };
    input.propagate(false);
    next.0 = to;
}

/// Esc leads from a panel back to the board, unless there is a view over the board to close first.
fn leave_by_key(
    mut input: On<FocusedInput<ActInput>>,
    panels: Query<(), With<Panel>>,
    overlay: Res<Overlay>,
    mut focus: Focus,
) {
    let closes_nothing = *overlay == Overlay::None;
    if input.input.goes_back() && closes_nothing && panels.contains(input.focused_entity) {
        input.propagate(false);
        focus.leave();
    }
}

/// A click beside a field ends the typing.
fn leave_by_mouse(
    mouse: Res<ButtonInput<MouseButton>>,
    hovered: Res<bevy::picking::hover::HoverMap>,
    fields: Query<(), With<EditableText>>,
    mut focus: Focus,
) {
    let is_field = |entity: &Entity| fields.contains(*entity);
    let mut over = hovered.values().flat_map(|hits| hits.keys());
    if mouse.just_pressed(MouseButton::Left)
        && focus.entity().as_ref().is_some_and(is_field)
        && !over.any(is_field)
    {
        focus.leave();
    }
}

/// F6 goes around: the board, the bar, the actions, the two panels, the log, the strip.
fn change_panel(
    acts: Res<Acts>,
    panels: Query<(Entity, &Panel)>,
    navigation: TabNavigation,
    children: Query<&Children>,
    menus: Query<(), With<Menu>>,
    mut focus: Focus,
) {
    let step = match (
        acts.contains(Act::NextPanel),
        acts.contains(Act::PreviousPanel),
    ) {
        (true, false) => 1,
        (false, true) => Panel::ALL.len(),
        _ => return,
    };
    // The board is one of the places, the first.
    let places = Panel::ALL.len() + 1;
    let group = focus.remembered.group;
    let here = group.and_then(|group| panels.get(group).ok());
    let mut place = here.map_or(0, |(_, here)| *here as usize + 1);
    for _ in 0..places {
        place = (place + step) % places;
        let Some(panel) = place.checked_sub(1).map(|place| Panel::ALL[place]) else {
            focus.leave();
            return;
        };
        let found = panels.iter().find(|(_, found)| **found == panel);
        let first = found.and_then(|(group, _)| {
            // Space on a list does no harm; on a switch it would.
            let mut all = children.iter_descendants_depth_first(group);
            let list = all.find(|entity| menus.contains(*entity));
            list.or_else(|| navigation.initialize(group, NavAction::First).ok())
        });
        if let Some(first) = first {
            focus.set(first);
            return;
        }
    }
}

/// Another battle begins on the board: a panel that had the keys in the last one, or before a page
/// opened, would swallow those for orders. The same battle with the same seed leaves them there.
fn begin_on_the_board(
    mut started: MessageReader<BattleStarted>,
    mut last: Local<Option<BattleStarted>>,
    mut modals: Query<&mut Modal>,
    panels: Query<(), With<Panel>>,
    mut focus: Focus,
) {
    let Some(battle) = started.read().last() else {
        return;
    };
    if last.replace(battle.clone()).as_ref() == Some(battle) {
        return;
    }
    let in_panel = |place: &RememberedFocus| place.group.is_some_and(|it| panels.contains(it));
    for mut modal in &mut modals {
        if in_panel(modal.returns_to()) {
            modal.return_to_board();
        }
    }
    if in_panel(&focus.remembered) {
        focus.leave();
    }
}

/// Notes what has the focus; finds it again if its panel was built anew.
fn remember(
    controls: Query<(Entity, &AccessibleLabel), With<TabIndex>>,
    groups: Query<(), With<TabGroup>>,
    parents: Query<&ChildOf>,
    navigation: TabNavigation,
    mut focus: Focus,
    mut redraw: ResMut<RedrawRequests>,
) {
    let group_of = |entity: Entity| {
        let mut above = parents.iter_ancestors(entity);
        above.find(|parent| groups.contains(*parent))
    };
    if let Some(entity) = focus.entity()
        && let Ok((_, label)) = controls.get(entity)
    {
        focus.remembered.set_if_neq(RememberedFocus {
            label: Some(label.0.clone()),
            group: group_of(entity),
        });
        return;
    }
    let Some(label) = &focus.remembered.label else {
        return;
    };
    redraw.request();
    let group = focus.remembered.group;
    let same: Vec<Entity> = controls
        .iter()
        .filter(|(_, found)| found.0 == *label)
        .map(|(entity, _)| entity)
        .collect();
    let here = same.iter().find(|entity| group_of(**entity) == group);
    // What is gone leaves the focus to the first control of its group.
    let first = || navigation.initialize(group?, NavAction::First).ok();
    match here.or(same.first()).copied().or_else(first) {
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
    ringed: Query<Entity, (With<Outline>, With<TabIndex>)>,
    controls: Query<Option<&Emphasis>, With<TabIndex>>,
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
        // A button of the ring's own colour needs more dark between them.
        let emphasis = controls.get(entity).ok().flatten();
        let gap = if emphasis == Some(&Emphasis::Prominent) {
            3
        } else {
            1
        };
        commands
            .entity(entity)
            .try_insert(Outline::new(px(2), px(gap), ink));
    }
    redraw.request();
}

/// While a panel has the focus the cursor of the keyboard is not on the board.
fn forget_the_board(
    focus: Res<InputFocus>,
    controls: Query<(), With<TabIndex>>,
    mut hover: ResMut<Hover>,
) {
    if focus.get().is_some_and(|entity| controls.contains(entity)) {
        hover.set_if_neq(Hover(None));
    }
}
