//! What Bevy calls the keys that `keys.ron` names.

use serde::Serialize;

use crate::prelude::*;

/// A key or button, as Bevy calls it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Reflect, Serialize)]
pub(crate) enum PhysicalButton {
    Key(KeyCode),
    Mouse(MouseButton),
    Pad(GamepadButton),
}

/// The key of a name in `keys.ron`.
pub(crate) fn button(name: &str) -> Option<PhysicalButton> {
    use PhysicalButton::{Key, Mouse, Pad};
    let key = match name {
        "A" => KeyCode::KeyA,
        "B" => KeyCode::KeyB,
        "C" => KeyCode::KeyC,
        "D" => KeyCode::KeyD,
        "E" => KeyCode::KeyE,
        "F" => KeyCode::KeyF,
        "G" => KeyCode::KeyG,
        "H" => KeyCode::KeyH,
        "I" => KeyCode::KeyI,
        "J" => KeyCode::KeyJ,
        "K" => KeyCode::KeyK,
        "L" => KeyCode::KeyL,
        "M" => KeyCode::KeyM,
        "N" => KeyCode::KeyN,
        "O" => KeyCode::KeyO,
        "P" => KeyCode::KeyP,
        "Q" => KeyCode::KeyQ,
        "R" => KeyCode::KeyR,
        "S" => KeyCode::KeyS,
        "T" => KeyCode::KeyT,
        "U" => KeyCode::KeyU,
        "V" => KeyCode::KeyV,
        "W" => KeyCode::KeyW,
        "X" => KeyCode::KeyX,
        "Y" => KeyCode::KeyY,
        "Z" => KeyCode::KeyZ,
        "0" => KeyCode::Digit0,
        "1" => KeyCode::Digit1,
        "2" => KeyCode::Digit2,
        "3" => KeyCode::Digit3,
        "4" => KeyCode::Digit4,
        "5" => KeyCode::Digit5,
        "6" => KeyCode::Digit6,
        "7" => KeyCode::Digit7,
        "8" => KeyCode::Digit8,
        "9" => KeyCode::Digit9,
        "F1" => KeyCode::F1,
        "F2" => KeyCode::F2,
        "F3" => KeyCode::F3,
        "F4" => KeyCode::F4,
        "F5" => KeyCode::F5,
        "F6" => KeyCode::F6,
        "F7" => KeyCode::F7,
        "F8" => KeyCode::F8,
        "F9" => KeyCode::F9,
        "F10" => KeyCode::F10,
        "F11" => KeyCode::F11,
        "F12" => KeyCode::F12,
        "Space" => KeyCode::Space,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Escape,
        "Tab" => KeyCode::Tab,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "Insert" => KeyCode::Insert,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Left" => KeyCode::ArrowLeft,
        "Right" => KeyCode::ArrowRight,
        "Up" => KeyCode::ArrowUp,
        "Down" => KeyCode::ArrowDown,
        "." => KeyCode::Period,
        "," => KeyCode::Comma,
        ";" => KeyCode::Semicolon,
        "'" => KeyCode::Quote,
        "/" => KeyCode::Slash,
        "\\" => KeyCode::Backslash,
        "[" => KeyCode::BracketLeft,
        "]" => KeyCode::BracketRight,
        "-" => KeyCode::Minus,
        "=" => KeyCode::Equal,
        "`" => KeyCode::Backquote,
        "Num0" => KeyCode::Numpad0,
        "Num1" => KeyCode::Numpad1,
        "Num2" => KeyCode::Numpad2,
        "Num3" => KeyCode::Numpad3,
        "Num4" => KeyCode::Numpad4,
        "Num5" => KeyCode::Numpad5,
        "Num6" => KeyCode::Numpad6,
        "Num7" => KeyCode::Numpad7,
        "Num8" => KeyCode::Numpad8,
        "Num9" => KeyCode::Numpad9,
        "NumEnter" => KeyCode::NumpadEnter,
        "PadSouth" => return Some(Pad(GamepadButton::South)),
        "PadEast" => return Some(Pad(GamepadButton::East)),
        "PadNorth" => return Some(Pad(GamepadButton::North)),
        "PadWest" => return Some(Pad(GamepadButton::West)),
        "PadUp" => return Some(Pad(GamepadButton::DPadUp)),
        "PadDown" => return Some(Pad(GamepadButton::DPadDown)),
        "PadLeft" => return Some(Pad(GamepadButton::DPadLeft)),
        "PadRight" => return Some(Pad(GamepadButton::DPadRight)),
        "PadL1" => return Some(Pad(GamepadButton::LeftTrigger)),
        "PadR1" => return Some(Pad(GamepadButton::RightTrigger)),
        "PadL2" => return Some(Pad(GamepadButton::LeftTrigger2)),
        "PadR2" => return Some(Pad(GamepadButton::RightTrigger2)),
        "PadSelect" => return Some(Pad(GamepadButton::Select)),
        "PadStart" => return Some(Pad(GamepadButton::Start)),
        "MouseLeft" => return Some(Mouse(MouseButton::Left)),
        "MouseRight" => return Some(Mouse(MouseButton::Right)),
        "MouseMiddle" => return Some(Mouse(MouseButton::Middle)),
        _ => return None,
    };
    Some(Key(key))
}

/// The key of a name in `keys.ron`, as Bevy calls it; none for a button of a mouse or gamepad.
pub fn key_code(name: &str) -> Option<KeyCode> {
    match button(name)? {
        PhysicalButton::Key(key) => Some(key),
        PhysicalButton::Mouse(_) | PhysicalButton::Pad(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use foretold_content::KEY_NAMES;

    use super::*;

    #[test]
    fn every_name_of_keys_ron_is_a_key_of_its_own() {
        let keys: Vec<String> = KEY_NAMES
            .iter()
            .map(|name| format!("{:?}", button(name).expect(name)))
            .collect();
        let different: HashSet<&String> = keys.iter().collect();
        assert_eq!(different.len(), keys.len());
    }
}
