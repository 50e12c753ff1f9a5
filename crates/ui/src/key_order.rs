//! Keys in their order: how many of those that have come a frame hears. The others wait for the next.
//!
//! Whoever hears a key looks at what is held at the end of the frame, and what it does may give the
//! keys to somebody else. On a slow machine many keys come within one frame.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use foretold_view::RedrawRequests;

use crate::controls::{ALT, CTRL, SHIFT};

/// The keys of the system, which nothing in the game is bound to.
const SUPER: [KeyCode; 2] = [KeyCode::SuperLeft, KeyCode::SuperRight];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, take_turns.before(InputSystems));
}

/// Keys that have come and were not heard yet.
#[derive(Default)]
struct Waiting {
    keys: VecDeque<KeyboardInput>,
    seen: MessageCursor<KeyboardInput>,
    /// Whether the window has lost the keyboard after them.
    lost: bool,
    lost_seen: MessageCursor<KeyboardFocusLost>,
}

/// Lets this frame hear what it can hear in order, and keeps the rest for the next.
fn take_turns(
    mut keys: ResMut<Messages<KeyboardInput>>,
    mut lost: ResMut<Messages<KeyboardFocusLost>>,
    mut waiting: Local<Waiting>,
    held: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<EditableText>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let Waiting {
        keys: queue,
        seen,
        lost: is_lost,
        lost_seen,
    } = &mut *waiting;
    queue.extend(seen.read(&keys).cloned());
    *is_lost |= lost_seen.read(&lost).count() > 0;
    if queue.is_empty() {
        *is_lost = false;
        return;
    }
    let typing = focus.get().is_some_and(|entity| fields.contains(entity));
    let heard = heard(queue.iter(), typing, &held);
    keys.clear();
    keys.write_batch(queue.drain(..heard));
    *seen = keys.get_cursor_current();
    if *is_lost {
        // Losing the keyboard lets go of every key: of those that wait too, once they were heard.
        lost.clear();
        if queue.is_empty() {
            lost.write(KeyboardFocusLost);
            *is_lost = false;
        }
        *lost_seen = lost.get_cursor_current();
    }
    if !queue.is_empty() {
        redraw.request();
    }
}

/// How many of these keys a frame hears: up to a press that must have a frame of its own, or a
/// modifier that was not held when the press before it came.
fn heard<'a>(
    keys: impl Iterator<Item = &'a KeyboardInput>,
    typing: bool,
    held: &ButtonInput<KeyCode>,
) -> usize {
    let mut commands: Vec<KeyCode> = [CTRL, ALT, SUPER]
        .into_iter()
        .flatten()
        .filter(|modifier| held.pressed(*modifier))
        .collect();
    // What has been pressed in this frame, and whether it was only typed.
    let mut pressed = None;
    let hears = |key: &&KeyboardInput| {
        let (code, down) = (key.key_code, key.state.is_pressed());
        if is_modifier(code) {
            if pressed.is_some() && !key.repeat {
                return false;
            }
            commands.retain(|other| *other != code);
            if down && !SHIFT.contains(&code) {
                commands.push(code);
            }
            return true;
        }
        if !down || key.repeat {
            // A key that is held says nothing new, except to a field.
            if down && typing {
                pressed.get_or_insert(true);
            }
            return true;
        }
        let typed = typing && commands.is_empty() && only_types(&key.logical_key);
        if pressed.is_some_and(|before| !(before && typed)) {
            return false;
        }
        pressed = Some(typed);
        true
    };
    keys.take_while(hears).count()
}

fn is_modifier(code: KeyCode) -> bool {
    [CTRL, ALT, SHIFT, SUPER]
        .into_iter()
        .flatten()
        .any(|modifier| modifier == code)
}

/// Whether a key changes the text of a field, or the place in it, and does nothing else.
fn only_types(key: &Key) -> bool {
    matches!(
        key,
        Key::Character(_)
            | Key::Space
            | Key::Backspace
            | Key::Delete
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
            | Key::ArrowDown
            | Key::Home
            | Key::End
    )
}
