//! Buttons in the theme's colours, with all their states.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::{Activate, ActivateOnPress, Button, observe};
use foretold_content::Act;
use foretold_view::{Look, ViewSystems, colour};
use lucide_icons::Icon;

use super::{NodeExt, Tooltip, UiStyle};
use crate::controls::key_for;
use crate::focus::Takes;
use crate::settings::KeysInForce;

/// A button that shows whether the mouse is over it, whether it is pressed, whether what it stands
/// for is in force, and whether it can be used at all.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Themed {
    pub(crate) in_force: bool,
}

/// A button without its caption: give it children and observers. The label is for who cannot see
/// it, for the focus to find it again, and for tests.
pub(crate) fn button(label: impl Into<String>, pen: &UiStyle) -> impl Bundle {
    (bare_button(label, pen.sizes().gap + 2, pen), Takes::Presses)
}

/// A button that is part of another control: the focus passes it by.
pub(crate) fn bare_button(label: impl Into<String>, padding: u16, pen: &UiStyle) -> impl Bundle {
    let sizes = pen.sizes();
    (
        Button,
        // A click within one long frame would be lost: it is not seen to be held.
        ActivateOnPress,
        Themed::default(),
        Hovered::default(),
        AccessibleLabel::new(label),
        Node::row(pen.gap())
            .middle()
            .min_height(px(sizes.row))
            .max_width(percent(100))
            .padding(UiRect::axes(px(padding), px(1)))
            .framed(pen.corner()),
        BackgroundColor::default(),
        BorderColor::default(),
    )
}

/// A button that does what a key does, and explains itself.
pub(crate) fn act_button(act: Act, pen: &UiStyle) -> impl Bundle {
    let ask = move |_: On<Activate>, mut pressed: ResMut<crate::controls::Pressed>| {
        pressed.ask(act);
    };
    (button(act.help(), pen), ButtonAction(act), observe(ask))
}

/// The act that a button stands for: its tip also names the key.
#[derive(Component, Clone, Copy)]
pub(crate) struct ButtonAction(pub(crate) Act);

/// What is written on a button.
pub(crate) fn caption(button: &mut EntityCommands, text: impl Into<String>, pen: &UiStyle) {
    let text = pen.plain(text, pen.ink());
    button.with_child(text);
}

/// An icon on a button.
pub(crate) fn caption_icon(button: &mut EntityCommands, icon: Icon, pen: &UiStyle) {
    button.with_child(pen.sign(icon, pen.ink()));
}

/// A button that cannot be used now, and says why.
pub(crate) fn switch_off(button: &mut EntityCommands, why: impl Into<String>) {
    button.insert((InteractionDisabled, Tooltip(why.into())));
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (let_go, style_buttons, explain_acts)
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

type Unexplained = (With<ButtonAction>, Without<InteractionDisabled>);

/// The tip of a button that stands for an act: what it does, and with which key.
fn explain_acts(
    mut commands: Commands,
    keys: Res<KeysInForce>,
    buttons: Query<(Entity, Ref<ButtonAction>), Unexplained>,
) {
    for (entity, means) in &buttons {
        if means.is_added() || keys.is_changed() {
            let act = means.0;
            let tip = key_for(&keys, act).map_or_else(
                || act.help().to_owned(),
                |key| format!("{} Key: {key}", act.help()),
            );
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
    &'static Themed,
    &'static mut Node,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

fn style_buttons(look: Res<Look>, mut buttons: Query<Styled>) {
    let palette = &look.theme.palette;
    for (hovered, pressed, disabled, themed, mut node, mut back, mut border) in &mut buttons {
        // A thick line below it, so that it is not told by colour alone.
        let below = px(if themed.in_force { 3 } else { 1 });
        if node.border.bottom != below {
            node.border.bottom = below;
        }
        let (ground, edge) = match (disabled, pressed, hovered.get()) {
            (true, ..) => (palette.background, palette.border),
            (_, true, _) => (palette.border, palette.accent),
            (_, _, true) => (palette.border, palette.text),
            _ if themed.in_force => (palette.raised, palette.text),
            _ => (palette.raised, palette.border),
        };
        back.set_if_neq(BackgroundColor(colour(ground)));
        border.set_if_neq(BorderColor::all(colour(edge)));
    }
}
