//! Buttons in the theme's colours, with all their states.

use bevy::ecs::system::IntoObserverSystem;
use bevy::picking::hover::Hovered;
use bevy::ui::{Checkable, InteractionDisabled, Pressed};
use bevy::ui_widgets::{ActivateOnPress, Button, Checkbox};

use crate::prelude::*;

/// A button that shows whether the mouse is over it, whether it is pressed, whether what it stands
/// for is in force ([`Checked`]), and whether it can be used at all.
#[derive(Component)]
pub(crate) struct Themed;

/// How much a button asks to be seen; most are in between.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Emphasis {
    /// Without a ground until the mouse is over it.
    Quiet,
    /// The one that is wanted most.
    Prominent,
}

/// A button without its caption: give it children and observers. The label is for screen readers, for
/// the focus to find it again, and for tests.
pub(crate) fn button(label: impl Into<String>, style: &UiStyle) -> impl Bundle {
    (
        bare_button(label, style.sizes().gap + 2, style),
        CapturesKeys::Button,
    )
}

/// A button that is part of another control: the focus passes it by.
pub(crate) fn bare_button(label: impl Into<String>, padding: u16, style: &UiStyle) -> impl Bundle {
    (Button, frame(label, padding, style))
}

/// What buttons and boxes look like.
fn frame(label: impl Into<String>, padding: u16, style: &UiStyle) -> impl Bundle {
    let sizes = style.sizes();
    (
        // A click within one long frame would be lost: it is not seen to be held.
        ActivateOnPress,
        Themed,
        Hovered::default(),
        AccessibleLabel::new(label),
        Node::row(style.gap())
            .middle()
            .min_width(px(sizes.row))
            .min_height(px(sizes.row))
            .max_width(percent(100))
            .padding(UiRect::axes(px(padding), px(1)))
            .framed(style.corner()),
        BackgroundColor::default(),
        BorderColor::default(),
    )
}

/// Spawns a button with its label as caption, and what it does.
pub(crate) fn text_button<'a, M>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    style: &UiStyle,
    does: impl IntoObserverSystem<Activate, (), M>,
) -> EntityCommands<'a> {
    let mut spawned = parent.spawn(button(label, style));
    spawned.observe(does);
    spawned.caption(label, style);
    spawned
}

/// Spawns a button with an icon, and what it does.
pub(crate) fn icon_button<'a, M>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: impl Into<String>,
    icon: Icon,
    style: &UiStyle,
    does: impl IntoObserverSystem<Activate, (), M>,
) -> EntityCommands<'a> {
    let mut spawned = parent.spawn(button(label, style));
    spawned.observe(does);
    spawned.caption_icon(icon, style);
    spawned
}

/// Spawns a box to tick, and what changes when it is. Like a list, it takes the focus when it is
/// clicked: it stands in dialogs and pages, which have the focus anyway.
pub(crate) fn checkbox<M>(
    parent: &mut ChildSpawnerCommands<'_>,
    label: &str,
    on: bool,
    style: &UiStyle,
    change: impl IntoObserverSystem<ValueChange<bool>, (), M>,
) {
    let frame = frame(label, style.sizes().gap + 2, style);
    let mut spawned = parent.spawn((Checkbox, CapturesKeys::Button, frame));
    spawned.observe(change);
    spawned.check(on);
    let (icon, text) = if on {
        (Icon::SquareCheck, "On")
    } else {
        (Icon::Square, "Off")
    };
    spawned.caption_icon(icon, style);
    spawned.caption(text, style);
}

/// A button that does what a key does, and explains itself.
pub(crate) fn act_button(act: Act, style: &UiStyle) -> impl Bundle {
    let add = move |_: On<Activate>, mut acts: ResMut<Acts>| acts.ask(act);
    (button(act.help(), style), ButtonAction(act), observe(add))
}

/// The act that a button stands for: its tooltip also names the key.
#[derive(Component, Clone, Copy)]
pub(crate) struct ButtonAction(pub(crate) Act);

/// What the tooltip of such a button adds: what it costs now.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(crate) struct TipNote(pub(crate) String);

/// What stands on a button, and in which state it is.
pub(crate) trait ButtonExt {
    /// Writes something on it.
    fn caption(&mut self, text: impl Into<String>, style: &UiStyle) -> &mut Self;

    /// Puts an icon on it.
    fn caption_icon(&mut self, icon: Icon, style: &UiStyle) -> &mut Self;

    /// Says whether what it stands for is in force.
    fn check(&mut self, on: bool) -> &mut Self;

    /// Says why it cannot be used now: after what stands on it.
    fn switch_off(&mut self, why: impl Into<String>) -> &mut Self;

    /// Switches it off if there is a reason.
    fn switch_off_if(&mut self, why: Option<impl Into<String>>) -> &mut Self {
        match why {
            Some(why) => self.switch_off(why),
            None => self,
        }
    }

    /// Changes its node.
    fn change_node(&mut self, how: impl FnOnce(Mut<Node>) + Send + Sync + 'static) -> &mut Self;
}

impl ButtonExt for EntityCommands<'_> {
    fn caption(&mut self, text: impl Into<String>, style: &UiStyle) -> &mut Self {
        self.with_child(style.plain(text, style.ink()))
    }

    fn caption_icon(&mut self, icon: Icon, style: &UiStyle) -> &mut Self {
        self.with_child(style.sign(icon, style.ink()))
    }

    fn check(&mut self, on: bool) -> &mut Self {
        self.insert(Checkable);
        if on {
            self.insert(Checked)
        } else {
            self.try_remove::<Checked>()
        }
    }

    fn switch_off(&mut self, why: impl Into<String>) -> &mut Self {
        self.insert((InteractionDisabled, Tooltip(why.into())))
    }

    fn change_node(&mut self, how: impl FnOnce(Mut<Node>) + Send + Sync + 'static) -> &mut Self {
        self.entry::<Node>().and_modify(how);
        self
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (let_go, style_buttons, explain_acts)
            .chain()
            .in_set(ViewSystems::Paint),
    )
    .add_observer(mute)
    .add_observer(unmute);
}

/// What stands on a button that is off is paler, unless it is dark on a light ground.
fn mute(
    off: On<Add, InteractionDisabled>,
    buttons: Query<(&Children, Option<&Emphasis>), With<Themed>>,
    mut inks: Query<&mut TextColor>,
    style: UiStyle,
) {
    if let Ok((children, emphasis)) = buttons.get(off.entity)
        && emphasis != Some(&Emphasis::Prominent)
    {
        let mut inks = inks.iter_many_mut(children);
        while let Some(mut ink) = inks.fetch_next() {
            ink.0 = style.muted();
        }
    }
}

/// What became paler is as bright as before once the button can be used.
fn unmute(
    on: On<Remove, InteractionDisabled>,
    buttons: Query<&Children, With<Themed>>,
    mut inks: Query<&mut TextColor>,
    style: UiStyle,
) {
    let Ok(children) = buttons.get(on.entity) else {
        return;
    };
    let mut inks = inks.iter_many_mut(children);
    while let Some(mut ink) = inks.fetch_next() {
        if ink.0 == style.muted() {
            ink.0 = style.ink();
        }
    }
}

type Unexplained = (With<ButtonAction>, Without<InteractionDisabled>);

/// The tip of a button that stands for an act: what it does, and with which key.
fn explain_acts(
    mut commands: Commands,
    keys: Res<KeysInForce>,
    buttons: Query<(Entity, Ref<ButtonAction>, Option<&TipNote>), Unexplained>,
) {
    for (entity, action, note) in &buttons {
        if action.is_added() || keys.is_changed() {
            let note = note
                .map(|note| note.0.clone())
                .filter(|note| !note.is_empty());
            let key = key_for(&keys, action.0).map(|key| format!("Key: {key}"));
            let parts = std::iter::once(action.0.help().to_owned());
            let parts: Vec<String> = parts.chain(note).chain(key).collect();
            let tip = parts.join(" ");
            commands.entity(entity).try_insert(Tooltip(tip));
        }
    }
}

/// A button is pressed as long as the mouse is, whatever became of the release.
fn let_go(
    mut commands: Commands,
    mouse: Res<ButtonInput<MouseButton>>,
    buttons: Query<Entity, (With<Themed>, With<Pressed>)>,
) {
    if !mouse.pressed(MouseButton::Left) {
        for button in &buttons {
            commands.entity(button).try_remove::<Pressed>();
        }
    }
}

type Styled = (
    &'static Hovered,
    Has<Pressed>,
    Has<InteractionDisabled>,
    Has<Checked>,
    Option<&'static Emphasis>,
    &'static mut Node,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

fn style_buttons(look: Res<Look>, mut buttons: Query<Styled, With<Themed>>) {
    let palette = &look.theme.palette;
    for (hovered, pressed, disabled, in_force, emphasis, mut node, mut back, mut border) in
        &mut buttons
    {
        // A thick line below it, so that colour is not the only sign.
        let below = px(if in_force { 3 } else { 1 });
        if node.border.bottom != below {
            node.border.bottom = below;
        }
        let touched = !disabled && (pressed || hovered.get());
        let (ground, edge) = match (disabled, pressed, hovered.get()) {
            // What is written on it is dark in every state.
            _ if emphasis == Some(&Emphasis::Prominent) => match (disabled, touched) {
                (true, _) => (palette.muted, palette.muted),
                (_, true) => (palette.accent, palette.text),
                _ => (palette.accent, palette.accent),
            },
            (true, ..) => (palette.background, palette.border),
            (_, true, _) => (palette.border, palette.accent),
            (_, _, true) => (palette.border, palette.text),
            _ if in_force => (palette.raised, palette.text),
            _ => (palette.raised, palette.edge),
        };
        let (ground, edge) = match emphasis {
            Some(Emphasis::Quiet) if !touched && !in_force => (Color::NONE, Color::NONE),
            _ => (colour(ground), colour(edge)),
        };
        back.set_if_neq(BackgroundColor(ground));
        border.set_if_neq(BorderColor::all(edge));
    }
}
