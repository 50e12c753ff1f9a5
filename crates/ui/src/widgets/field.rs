//! Text that is typed.

use bevy::input::keyboard::Key;
use bevy::text::{TextCursorStyle, TextEdit};

use crate::prelude::*;

/// Enter was pressed in a field of one line.
#[derive(EntityEvent, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entered {
    pub(crate) entity: Entity,
    /// What is in the field.
    pub(crate) text: String,
}

/// A field to type in: one line, or several.
pub(crate) fn field(
    label: impl Into<String>,
    text: &str,
    lines: u16,
    most: usize,
    style: &UiStyle,
) -> impl Bundle {
    let palette = &style.look.theme.palette;
    let several = lines > 1;
    (
        EditableText {
            max_characters: Some(most),
            visible_lines: Some(f32::from(lines)),
            allow_newlines: several,
            ..EditableText::new(text)
        },
        if several {
            TextLayout::default()
        } else {
            TextLayout::no_wrap()
        },
        TextCursorStyle {
            color: colour(palette.accent),
            selection_color: colour(palette.friendly),
            unfocused_selection_color: colour(palette.border),
            selected_text_color: None,
        },
        style.font(foretold_view::picture::Face::Regular, style.sizes().text),
        TextColor(style.ink()),
        CapturesKeys::Text,
        AccessibleLabel::new(label),
        Node::default()
            .min_width(px(60))
            .padding(UiRect::axes(px(6), px(3)))
            .framed(style.corner())
            .clipped(),
        BackgroundColor(colour(palette.background)),
        BorderColor::all(colour(palette.muted)),
    )
}

/// What is in a field.
pub(crate) fn field_text(field: &EditableText) -> String {
    field.value().to_string()
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(enter)
        .add_observer(type_with_shift)
        .add_systems(Update, blink.in_set(ViewSystems::Paint));
}

/// Enter in a field of one line says that it is done. It has a frame of its own, so what was typed
/// before it stands in the field: see [`crate::key_order`].
fn enter(
    input: On<FocusedInput<KeyboardInput>>,
    fields: Query<&EditableText>,
    mut commands: Commands,
) {
    let entity = input.focused_entity;
    let Ok(field) = fields.get(entity) else {
        return;
    };
    let pressed = input.input.state.is_pressed() && !input.input.repeat;
    let is_enter = input.input.logical_key == Key::Enter
        || matches!(input.input.key_code, KeyCode::Enter | KeyCode::NumpadEnter);
    if pressed && is_enter && !field.allow_newlines {
        let text = field_text(field);
        commands.trigger(Entered { entity, text });
    }
}

/// Space and Backspace count with Shift too, as who types capitals expects. Bevy's field leaves them
/// out.
fn type_with_shift(
    input: On<FocusedInput<KeyboardInput>>,
    mut fields: Query<&mut EditableText>,
    keys: Res<ButtonInput<Key>>,
) {
    let Ok(mut field) = fields.get_mut(input.focused_entity) else {
        return;
    };
    let only_shift =
        keys.pressed(Key::Shift) && !keys.any_pressed([Key::Control, Key::Alt, Key::Super]);
    if !only_shift || !input.input.state.is_pressed() || field.is_composing() {
        return;
    }
    match input.input.logical_key {
        Key::Space => field.queue_edit(TextEdit::Insert(" ".into())),
        Key::Backspace => field.queue_edit(TextEdit::Backspace),
        _ => {}
    }
}

/// As long as a field has the focus its cursor blinks, and what is typed must be drawn.
fn blink(focus: Res<InputFocus>, fields: Query<&EditableText>, mut redraw: ResMut<RedrawRequests>) {
    let focused = focus.get().and_then(|entity| fields.get(entity).ok());
    let Some(field) = focused else {
        return;
    };
    if field.pending_edits.is_empty() {
        redraw.request_soon();
    } else {
        redraw.request();
    }
}
