//! A number that goes up and down.

use bevy::picking::events::{Press, Scroll};

use crate::acts::{ALT, CTRL};
use crate::prelude::*;

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

    /// Asks the owner of the number for another value.
    fn set(&self, value: i32, entity: Entity, commands: &mut Commands) {
        if value != self.value {
            commands.trigger(Stepped { entity, value });
        }
    }
}

/// A stepper was moved; the owner of the number changes it.
#[derive(EntityEvent, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stepped {
    pub(crate) entity: Entity,
    pub(crate) value: i32,
}

/// A number with a button on each side. The text is the number as the sentence says it.
pub(crate) fn stepper(label: &str, text: &str, number: Stepper, style: &UiStyle) -> impl Bundle {
    let end = |icon: Icon, by: i32, what: &str| {
        (
            bare_button(format!("{label}: {what}"), 5, style),
            observe(
                move |press: On<Activate>,
                      parents: Query<&ChildOf>,
                      steppers: Query<&Stepper>,
                      mut commands: Commands| {
                    let owner = parents.get(press.entity).map(ChildOf::parent);
                    if let Ok(entity) = owner
                        && let Ok(stepper) = steppers.get(entity)
                    {
                        stepper.set(stepper.moved(by * stepper.step), entity, &mut commands);
                    }
                },
            ),
            children![style.sign(icon, style.ink())],
        )
    };
    (
        number,
        CapturesKeys::Number,
        AccessibleLabel::new(label),
        Tooltip("Click it, then turn the wheel or type a number.".to_owned()),
        observe(take_hold),
        observe(turn),
        Node::row(style.gap()).centred().radius(style.corner()),
        children![
            end(Icon::Minus, -1, "less"),
            style.bold(text, style.ink()),
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
    if scroll.y != 0.0 {
        let to = stepper.moved(scroll.y.signum() as i32);
        stepper.set(to, entity, &mut commands);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(step).add_observer(type_number);
}

/// The cursor keys left and right make a step.
fn step(mut input: On<FocusedInput<ActInput>>, steppers: Query<&Stepper>, mut commands: Commands) {
    let entity = input.focused_entity;
    let by = match input.input.act {
        Act::CursorLeft => -1,
        Act::CursorRight => 1,
        _ => return,
    };
    if let Ok(stepper) = steppers.get(entity) {
        input.propagate(false);
        stepper.set(stepper.moved(by * stepper.step), entity, &mut commands);
    }
}

/// The page keys make ten steps, Home and End go to the bounds. Digits make a number, as long as it
/// stays within the bounds; then the next begins another.
fn type_number(
    input: On<FocusedInput<KeyboardInput>>,
    steppers: Query<(&Stepper, &AccessibleLabel)>,
    held: Res<ButtonInput<KeyCode>>,
    // By label: the owner of the number may build the stepper anew.
    mut typed: Local<Option<(String, i32)>>,
    mut commands: Commands,
) {
    let entity = input.focused_entity;
    let chord = held.any_pressed(CTRL) || held.any_pressed(ALT);
    let Ok((stepper, label)) = steppers.get(entity) else {
        return;
    };
    if chord || input.input.repeat || !input.input.state.is_pressed() {
        return;
    }
    let so_far = typed
        .take()
        .filter(|(of, number)| *of == label.0 && *number == stepper.value)
        .map_or(0, |(_, number)| number);
    let to = match input.input.key_code {
        KeyCode::PageUp => stepper.moved(10 * stepper.step),
        KeyCode::PageDown => stepper.moved(-10 * stepper.step),
        KeyCode::Home => stepper.least,
        KeyCode::End => stepper.most,
        code => {
            let Some(digit) = DIGITS.iter().position(|keys| keys.contains(&code)) else {
                return;
            };
            let digit = digit as i32;
            let longer = so_far * 10 + digit;
            let number = if longer <= stepper.most {
                longer
            } else {
                digit
            };
            let value = number.clamp(stepper.least, stepper.most);
            *typed = Some((label.0.clone(), value));
            value
        }
    };
    stepper.set(to, entity, &mut commands);
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
