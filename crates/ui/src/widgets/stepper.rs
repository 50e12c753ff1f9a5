//! A number that goes up and down.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use lucide_icons::Icon;

use super::{Pen, bare_button};
use crate::controls::Heed;
use crate::focus::Takes;

/// A number that goes up and down. Arrows up and down make a step, left and right the smallest one,
/// the page keys ten; Home and End go to its bounds.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stepper {
    pub(crate) value: i32,
    pub(crate) least: i32,
    pub(crate) most: i32,
    pub(crate) step: i32,
}

impl Stepper {
    fn moved(&self, by: i32) -> i32 {
        self.value.saturating_add(by).clamp(self.least, self.most)
    }
}

/// A stepper was moved; whoever owns the number changes it.
#[derive(EntityEvent, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stepped {
    pub(crate) entity: Entity,
    pub(crate) value: i32,
}

/// A number with a button on each side. The text is the number as the sentence says it.
pub(crate) fn stepper(label: &str, text: &str, number: Stepper, pen: &Pen) -> impl Bundle {
    let end = |icon: Icon, by: i32, what: &str| {
        (
            bare_button(format!("{label}: {what}"), 2, pen),
            observe(
                move |press: On<Activate>,
                      parents: Query<&ChildOf>,
                      steppers: Query<&Stepper>,
                      mut commands: Commands| {
                    let owner = parents.get(press.entity).map(ChildOf::parent);
                    if let Ok(entity) = owner
                        && let Ok(stepper) = steppers.get(entity)
                    {
                        let value = stepper.moved(by * stepper.step);
                        commands.trigger(Stepped { entity, value });
                    }
                },
            ),
            children![pen.sign(icon, pen.ink())],
        )
    };
    (
        number,
        Takes::Moves,
        AccessibleLabel::new(label),
        Node {
            align_items: AlignItems::Center,
            column_gap: px(2),
            border_radius: pen.corner(),
            ..default()
        },
        children![
            end(Icon::Minus, -1, "less"),
            pen.bold(text, pen.ink()),
            end(Icon::Plus, 1, "more"),
        ],
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, step_by_keys.in_set(Heed::Controls));
}

fn step_by_keys(
    mut commands: Commands,
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    steppers: Query<&Stepper>,
) {
    let Some((entity, stepper)) = focus
        .get()
        .and_then(|entity| Some((entity, steppers.get(entity).ok()?)))
    else {
        return;
    };
    let step = stepper.step;
    for (key, to) in [
        (KeyCode::ArrowUp, stepper.moved(step)),
        (KeyCode::ArrowDown, stepper.moved(-step)),
        (KeyCode::ArrowRight, stepper.moved(1)),
        (KeyCode::ArrowLeft, stepper.moved(-1)),
        (KeyCode::PageUp, stepper.moved(10 * step)),
        (KeyCode::PageDown, stepper.moved(-10 * step)),
        (KeyCode::Home, stepper.least),
        (KeyCode::End, stepper.most),
    ] {
        if keys.just_pressed(key) && to != stepper.value {
            commands.trigger(Stepped { entity, value: to });
        }
    }
}
