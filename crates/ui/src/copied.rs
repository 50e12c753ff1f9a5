//! What is copied, and pasted again: by way of the system's clipboard, if there is one.

use bevy::clipboard::Clipboard;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;

/// What was copied last. Without a system's clipboard it stays inside the game.
#[derive(Resource, Default)]
pub struct Copied {
    text: String,
    system: Option<arboard::Clipboard>,
}

impl Copied {
    /// What is copied can be pasted in other programs, and the other way round.
    pub fn with_system() -> Copied {
        Copied {
            text: String::new(),
            // Where there is none, the game's own does.
            system: arboard::Clipboard::new().ok(),
        }
    }

    /// Copies a text.
    pub fn copy(&mut self, text: impl Into<String>) {
        self.text = text.into();
        if let Some(system) = &mut self.system {
            // If it fails, the text can still be pasted inside the game.
            let _ = system.set_text(self.text.as_str());
        }
    }

    /// What there is to paste.
    pub fn paste(&mut self) -> String {
        let outside = self
            .system
            .as_mut()
            .and_then(|system| system.get_text().ok());
        outside.unwrap_or_else(|| self.text.clone())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Copied>()
        .add_systems(PreUpdate, lend_to_fields)
        .add_systems(Last, borrow_from_fields);
}

/// The letters that copy and cut.
const COPIES: [KeyCode; 2] = [KeyCode::KeyC, KeyCode::KeyX];

/// Whether a letter is pressed together with Ctrl while somebody types.
fn typed_with_ctrl(
    keys: &ButtonInput<KeyCode>,
    focus: &InputFocus,
    fields: &Query<(), With<EditableText>>,
    letters: &[KeyCode],
) -> bool {
    let ctrl = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let typing = focus.get().is_some_and(|entity| fields.contains(entity));
    ctrl && typing && keys.any_just_pressed(letters.iter().copied())
}

/// Text fields paste from a clipboard of their own: before they do, it holds what there is to paste.
fn lend_to_fields(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<EditableText>>,
    mut copied: ResMut<Copied>,
    mut lent: ResMut<Clipboard>,
) {
    if typed_with_ctrl(&keys, &focus, &fields, &[KeyCode::KeyV]) {
        let text = copied.paste();
        // The field's own clipboard is a place in memory.
        let _ = lent.set_text(text);
    } else if typed_with_ctrl(&keys, &focus, &fields, &COPIES) {
        // Where nothing is selected, nothing comes.
        let _ = lent.set_text("");
    }
}

/// What was copied or cut in a text field can be pasted everywhere.
fn borrow_from_fields(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<EditableText>>,
    mut copied: ResMut<Copied>,
    mut lent: ResMut<Clipboard>,
) {
    if typed_with_ctrl(&keys, &focus, &fields, &COPIES)
        && let Some(Ok(text)) = lent.fetch_text().poll_result()
        && !text.is_empty()
    {
        copied.copy(text);
    }
}
