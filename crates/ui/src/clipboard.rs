//! What is copied, and pasted again: by way of the system's clipboard, if there is one.

use bevy::clipboard::Clipboard;
use bevy::text::{EditableTextSystems, TextEdit};

use crate::prelude::*;

/// What was copied last. Without a system's clipboard it stays inside the game.
#[derive(Resource, Default)]
pub struct TextClipboard {
    text: String,
    system: Option<arboard::Clipboard>,
    /// Whether a text field copies something in this frame.
    is_lent: bool,
}

impl TextClipboard {
    /// What is copied can be pasted in other programs, and the other way round.
    pub fn with_system() -> TextClipboard {
        TextClipboard {
            // Where there is none, the game's own does.
            system: arboard::Clipboard::new().ok(),
            ..default()
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
        let system = self.system.as_mut();
        let outside = system.and_then(|system| system.get_text().ok());
        outside.unwrap_or_else(|| self.text.clone())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TextClipboard>().add_systems(
        PostUpdate,
        (
            lend_to_fields.before(EditableTextSystems),
            borrow_from_fields.after(EditableTextSystems),
        ),
    );
}

/// Text fields paste from a clipboard of their own: before they do, it holds what there is to paste.
fn lend_to_fields(
    fields: Query<&EditableText>,
    mut copied: ResMut<TextClipboard>,
    mut lent: ResMut<Clipboard>,
) {
    let edits = || fields.iter().flat_map(|field| &field.pending_edits);
    if edits().any(|edit| *edit == TextEdit::Paste) {
        let text = copied.paste();
        // The field's own clipboard is a place in memory.
        let _ = lent.set_text(text);
    } else if edits().any(|edit| matches!(edit, TextEdit::Copy | TextEdit::Cut)) {
        // Where nothing is selected, nothing comes.
        let _ = lent.set_text("");
        copied.is_lent = true;
    }
}

/// What was copied or cut in a text field can be pasted everywhere.
fn borrow_from_fields(mut copied: ResMut<TextClipboard>, mut lent: ResMut<Clipboard>) {
    if copied.is_lent
        && let Some(Ok(text)) = lent.fetch_text().poll_result()
        && !text.is_empty()
    {
        copied.copy(text);
    }
    copied.bypass_change_detection().is_lent = false;
}
