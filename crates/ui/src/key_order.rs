//! Keys and clicks in their order: which of those that have come a frame hears. The others wait for
//! the next.
//!
//! leafwing-input-manager, as much of Bevy, looks at what is held at the end of a frame. On a slow
//! machine a frame is long: a key goes down and up within it, or many keys come. So each press has a
//! frame of its own, and is let go in a later one. A chord belongs to its key: if a modifier changes,
//! the keys that are held are let go, so that Ctrl+Z does not become Z when Ctrl is let go first.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::input::keyboard::{Key, KeyboardFocusLost};
use bevy::input::mouse::MouseButtonInput;
use bevy::input::{ButtonState, InputSystems};

use crate::acts::{ALT, CTRL, SHIFT};
use crate::prelude::*;

/// The keys of the system, which nothing in the game is bound to.
const SUPER: [KeyCode; 2] = [KeyCode::SuperLeft, KeyCode::SuperRight];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, (order_keys, order_clicks).before(InputSystems));
}

/// Messages that have come and were not heard yet.
struct Waiting<M: Message> {
    queue: VecDeque<M>,
    seen: MessageCursor<M>,
}

impl<M: Message> Default for Waiting<M> {
    fn default() -> Self {
        Self {
            queue: VecDeque::new(),
            seen: MessageCursor::default(),
        }
    }
}

impl<M: Message + Clone> Waiting<M> {
    /// Adds what has come.
    fn read(&mut self, messages: &Messages<M>) {
        self.queue.extend(self.seen.read(messages).cloned());
    }

    /// Lets this frame hear these, and nothing else.
    fn write(&mut self, messages: &mut Messages<M>, heard: impl IntoIterator<Item = M>) {
        messages.clear();
        messages.write_batch(heard);
        self.seen = messages.get_cursor_current();
    }
}

/// Lets this frame hear the keys that it can hear in order.
fn order_keys(
    mut keys: ResMut<Messages<KeyboardInput>>,
    mut lost: ResMut<Messages<KeyboardFocusLost>>,
    (mut waiting, mut losses): (
        Local<Waiting<KeyboardInput>>,
        Local<Waiting<KeyboardFocusLost>>,
    ),
    // The keys that are held, as they came.
    mut held: Local<Vec<KeyboardInput>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<EditableText>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    waiting.read(&keys);
    losses.read(&lost);
    let typing = focus.get().is_some_and(|entity| fields.contains(entity));
    if !waiting.queue.is_empty() {
        let count = heard(waiting.queue.iter(), typing, &held);
        let mut now = Vec::new();
        for key in waiting.queue.drain(..count).collect::<Vec<_>>() {
            hear(key, typing, &mut held, &mut now);
        }
        waiting.write(&mut keys, now);
    }
    // Losing the keyboard lets go of every key: of those that wait too, once they were heard.
    if !losses.queue.is_empty() {
        let over = waiting.queue.is_empty();
        let now = over.then_some(KeyboardFocusLost);
        losses.write(&mut lost, now);
        if over {
            losses.queue.clear();
            held.clear();
        }
    }
    if !waiting.queue.is_empty() {
        redraw.request();
    }
}

/// Passes a key on. Before a modifier changes, the keys that are held are let go; what they repeat
/// afterwards is only for a field.
fn hear(
    key: KeyboardInput,
    typing: bool,
    held: &mut Vec<KeyboardInput>,
    now: &mut Vec<KeyboardInput>,
) {
    let is_held = |held: &[KeyboardInput]| held.iter().any(|other| other.key_code == key.key_code);
    if is_modifier(key.key_code) && !key.repeat {
        for other in held.extract_if(.., |other| !is_modifier(other.key_code)) {
            now.push(KeyboardInput {
                state: ButtonState::Released,
                ..other
            });
        }
    }
    if key.repeat && !typing && !is_held(held) {
        return;
    }
    if !key.state.is_pressed() {
        held.retain(|other| other.key_code != key.key_code);
    } else if !is_held(held) {
        held.push(key.clone());
    }
    // Bevy's buttons do not look at modifiers. A key that repeats presses none, so Alt+Enter does not
    // press what has the focus.
    let with_alt = held.iter().any(|other| ALT.contains(&other.key_code));
    let repeat = key.repeat || with_alt && !is_modifier(key.key_code);
    now.push(KeyboardInput { repeat, ..key });
}

/// How many of these keys a frame hears: up to a press that must have a frame of its own, a modifier
/// that was not held when the press before it came, or the end of a tap.
fn heard<'a>(
    keys: impl Iterator<Item = &'a KeyboardInput>,
    typing: bool,
    held: &[KeyboardInput],
) -> usize {
    let mut commands: Vec<KeyCode> = held
        .iter()
        .map(|key| key.key_code)
        .filter(|code| is_modifier(*code) && !SHIFT.contains(code))
        .collect();
    // The key that has been pressed in this frame, and whether it was only typed.
    let mut pressed: Option<(KeyCode, bool)> = None;
    let mut released = Vec::new();
    let hears = |key: &&KeyboardInput| {
        let (code, down) = (key.key_code, key.state.is_pressed());
        if is_modifier(code) {
            // Let go and pressed again within a frame, it would look let go.
            let again = down && released.contains(&code);
            if (pressed.is_some() || again) && !key.repeat {
                return false;
            }
            if !down {
                released.push(code);
            }
            commands.retain(|other| *other != code);
            if down && !SHIFT.contains(&code) {
                commands.push(code);
            }
            return true;
        }
        if !down {
            released.push(code);
            return pressed.is_none_or(|(tapped, typed)| typed || tapped != code);
        }
        if key.repeat {
            // A key that is held says nothing new, except to a field.
            if typing {
                pressed.get_or_insert((code, true));
            }
            return true;
        }
        let typed = typing && commands.is_empty() && only_types(&key.logical_key);
        if pressed.is_some_and(|(_, before)| !(before && typed))
            || !typed && released.contains(&code)
        {
            return false;
        }
        pressed = Some((code, typed));
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

/// A button of the mouse changes at most once a frame. Bevy's picking reads the window's own events
/// and does not wait.
fn order_clicks(
    mut clicks: ResMut<Messages<MouseButtonInput>>,
    mut waiting: Local<Waiting<MouseButtonInput>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    waiting.read(&clicks);
    if waiting.queue.is_empty() {
        return;
    }
    let mut changed = Vec::new();
    let is_first = |click: &&MouseButtonInput| {
        let first = !changed.contains(&click.button);
        changed.push(click.button);
        first
    };
    let count = waiting.queue.iter().take_while(is_first).count();
    let now: Vec<MouseButtonInput> = waiting.queue.drain(..count).collect();
    waiting.write(&mut clicks, now);
    if !waiting.queue.is_empty() {
        redraw.request();
    }
}
