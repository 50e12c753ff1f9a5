//! A number that goes up and down.

use bevy::input_focus::InputFocus;
use bevy::picking::events::{Press, Scroll};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use lucide_icons::Icon;

use super::{NodeExt, Tooltip, UiStyle, bare_button};
use crate::controls::{Heed, is_plain};
use crate::focus::{Focus, Takes};

/// A number that goes up and down. Arrows left and right make a step, the page keys ten; Home and End go to its bounds; digits set it, and so does the wheel once it was clicked.
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
pub(crate) fn stepper(label: &str, text: &str, number: Stepper, pen: &UiStyle) -> impl Bundle {
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
        Takes::Numbers,
        AccessibleLabel::new(label),
        Tooltip("Click it, then turn the wheel or type a number.".to_owned()),
        observe(take_hold),
        observe(turn),
        Node::row(px(2)).centred().radius(pen.corner()),
        children![
            end(Icon::Minus, -1, "less"),
            pen.bold(text, pen.ink()),
            end(Icon::Plus, 1, "more"),
        ],
    )
}

/// A click on a number gives it the keys and the wheel.
fn take_hold(mut press: On<Pointer<Press>>, mut focus: Focus) {
    press.propagate(false);
    focus.set(press.entity);
}

/// The wheel moves a number that has the focus by the smallest step. Others only scroll by.
fn turn(
    mut scroll: On<Pointer<Scroll>>,
    focus: Res<InputFocus>,
    steppers: Query<&Stepper>,
    mut commands: Commands,
) {
    let entity = scroll.entity;
    let Some(stepper) = steppers
        .get(entity)
        .ok()
        .filter(|_| focus.get() == Some(entity))
    else {
        return;
    };
    // The panel stays where it is.
    scroll.propagate(false);
    let value = stepper.moved(scroll.y.signum() as i32);
    if scroll.y != 0.0 && value != stepper.value {
        commands.trigger(Stepped { entity, value });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (step_by_keys, type_digits).in_set(Heed::Controls));
}

/// The keys of the digits, above the letters and on the pad.
const DIGITS: [[KeyCode; 2]; 10] = [
    [KeyCode::Digit0, KeyCode::Numpad0],
    [KeyCode::Digit1, KeyCode::Numpad1],
    [KeyCode::Digit2, KeyCode::Numpad2],
    [KeyCode::Digit3, KeyCode::Numpad3],
    [KeyCode::Digit4, KeyCode::Numpad4],
    [KeyCode::Digit5, KeyCode::Numpad5],
    [KeyCode::Digit6, KeyCode::Numpad6],
    [KeyCode::Digit7, KeyCode::Numpad7],
    [KeyCode::Digit8, KeyCode::Numpad8],
    [KeyCode::Digit9, KeyCode::Numpad9],
];

/// Digits make a number, as long as it stays within the bounds; then the next begins another.
fn type_digits(
    mut commands: Commands,
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    steppers: Query<(&Stepper, &AccessibleLabel)>,
    // By label: whoever owns the number may build the stepper anew.
    mut typed: Local<Option<(String, i32)>>,
) {
    let found = focus
        .get()
        .and_then(|entity| Some((entity, steppers.get(entity).ok()?)));
    let Some((entity, (stepper, label))) = found.filter(|_| is_plain(&keys)) else {
        *typed = None;
        return;
    };
    for (digit, key) in (0..).zip(DIGITS) {
        if !keys.any_just_pressed(key) {
            continue;
        }
        let so_far = typed
            .take()
            .filter(|(whose, number)| *whose == label.0 && *number == stepper.value)
            .map_or(0, |(_, number)| number);
        let longer = so_far * 10 + digit;
        let number = if longer <= stepper.most {
            longer
        } else {
            digit
        };
        let value = number.clamp(stepper.least, stepper.most);
        *typed = Some((label.0.clone(), value));
        if value != stepper.value {
            commands.trigger(Stepped { entity, value });
        }
    }
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
    if !is_plain(&keys) {
        return;
    }
    let step = stepper.step;
    for (key, to) in [
        (KeyCode::ArrowRight, stepper.moved(step)),
        (KeyCode::ArrowLeft, stepper.moved(-step)),
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
