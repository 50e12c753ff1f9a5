//! Buttons of a page that a digit presses too, whatever has the focus on the page.

use super::PageRoot;
use crate::prelude::*;

/// The digit of a button, from 1 to 3.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Digit(pub(super) usize);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(press_by_digit);
}

/// Only the page on top has buttons, so no two of them have the same digit.
fn press_by_digit(
    input: On<FocusedInput<KeyboardInput>>,
    roots: Query<(), With<PageRoot>>,
    buttons: Query<(Entity, &Digit)>,
    mut commands: Commands,
) {
    let pressed = match input.input.key_code {
        KeyCode::Digit1 | KeyCode::Numpad1 => 1,
        KeyCode::Digit2 | KeyCode::Numpad2 => 2,
        KeyCode::Digit3 | KeyCode::Numpad3 => 3,
        _ => return,
    };
    let key = &input.input;
    if !roots.contains(input.focused_entity) || !key.state.is_pressed() || key.repeat {
        return;
    }
    let found = buttons.iter().find(|(_, digit)| digit.0 == pressed);
    if let Some((entity, _)) = found {
        commands.trigger(Activate { entity });
    }
}
