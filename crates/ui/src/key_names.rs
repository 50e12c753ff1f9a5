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

/// The key or button of a name in `keys.ron`.
pub(crate) fn button(name: &str) -> Option<PhysicalButton> {
    macro_rules! named {
        ($($device:ident($bevy:ident): $($name:literal $key:ident)*;)*) => {
            match name {
                $($($name => Some(PhysicalButton::$device($bevy::$key)),)*)*
                _ => None,
            }
        };
    }
    named! {
        Key(KeyCode):
            "A" KeyA "B" KeyB "C" KeyC "D" KeyD "E" KeyE "F" KeyF "G" KeyG "H" KeyH "I" KeyI
            "J" KeyJ "K" KeyK "L" KeyL "M" KeyM "N" KeyN "O" KeyO "P" KeyP "Q" KeyQ "R" KeyR
            "S" KeyS "T" KeyT "U" KeyU "V" KeyV "W" KeyW "X" KeyX "Y" KeyY "Z" KeyZ
            "0" Digit0 "1" Digit1 "2" Digit2 "3" Digit3 "4" Digit4
            "5" Digit5 "6" Digit6 "7" Digit7 "8" Digit8 "9" Digit9
            "F1" F1 "F2" F2 "F3" F3 "F4" F4 "F5" F5 "F6" F6
            "F7" F7 "F8" F8 "F9" F9 "F10" F10 "F11" F11 "F12" F12
            "Space" Space "Enter" Enter "Esc" Escape "Tab" Tab "Backspace" Backspace
            "Delete" Delete "Insert" Insert "Home" Home "End" End "PageUp" PageUp "PageDown" PageDown
            "Left" ArrowLeft "Right" ArrowRight "Up" ArrowUp "Down" ArrowDown
            "." Period "," Comma ";" Semicolon "'" Quote "/" Slash "\\" Backslash
            "[" BracketLeft "]" BracketRight "-" Minus "=" Equal "`" Backquote
            "Num0" Numpad0 "Num1" Numpad1 "Num2" Numpad2 "Num3" Numpad3 "Num4" Numpad4
            "Num5" Numpad5 "Num6" Numpad6 "Num7" Numpad7 "Num8" Numpad8 "Num9" Numpad9
            "NumEnter" NumpadEnter;
        Pad(GamepadButton):
            "PadSouth" South "PadEast" East "PadNorth" North "PadWest" West
            "PadUp" DPadUp "PadDown" DPadDown "PadLeft" DPadLeft "PadRight" DPadRight
            "PadL1" LeftTrigger "PadR1" RightTrigger "PadL2" LeftTrigger2 "PadR2" RightTrigger2
            "PadSelect" Select "PadStart" Start;
        Mouse(MouseButton): "MouseLeft" Left "MouseRight" Right "MouseMiddle" Middle;
    }
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
