//! From keys to what they mean: the keys in force, through leafwing-input-manager.

use std::hash::Hash;

use bevy::input_focus::{InputFocus, InputFocusSystems};
use bevy::prelude::*;
use foretold_content::{Act, Chord, KeyScope, Keys};
use foretold_sim::SimSystems;
use foretold_view::RedrawRequests;
use leafwing_input_manager::buttonlike::ButtonValue;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::updating::CentralInputStore;
use leafwing_input_manager::prelude::{
    ActionState, Buttonlike, ButtonlikeChord, InputManagerPlugin, InputMap, ModifierKey,
};
use leafwing_input_manager::{Actionlike, InputControlKind};

use crate::focus::Takes;
use crate::key_names::{PhysicalButton, button};
use crate::settings::{KeysInForce, KeysInForceSystems};

/// Who hears the keys, in this order: what is on top hears them first, and may keep them.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Heed {
    /// Open lists.
    Popups,
    /// Dialogs.
    Dialogs,
    /// The control that has the focus.
    Controls,
    /// What moves the focus.
    Focus,
    /// The battle and its panels.
    Game,
}

/// Something that a key does, as leafwing wants it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Reflect)]
#[reflect(opaque)]
pub(crate) struct Control(pub(crate) Act);

impl Actionlike for Control {
    fn input_control_kind(&self) -> InputControlKind {
        InputControlKind::PhysicalButton
    }
}

/// What was asked for in this frame, and whether with the mouse.
#[derive(Resource, Default, Debug)]
pub(crate) struct Pressed(Vec<(Act, InputDevice)>);

/// With what something was asked for. A gamepad counts as a keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputDevice {
    Keyboard,
    Mouse,
}

/// Runs a system when this was asked for.
pub(crate) fn asked_for(act: Act) -> impl Fn(Res<Pressed>) -> bool + Clone {
    move |pressed| pressed.just(act)
}

impl Pressed {
    /// Everything that was asked for.
    pub(crate) fn acts(&self) -> impl Iterator<Item = Act> {
        self.0.iter().map(|(act, _)| *act)
    }

    /// With what this was asked for, if it was.
    pub(crate) fn means(&self, act: Act) -> Option<InputDevice> {
        let found = self.0.iter().find(|(asked, _)| *asked == act);
        found.map(|(_, means)| *means)
    }

    /// Whether this was asked for.
    pub(crate) fn just(&self, act: Act) -> bool {
        self.means(act).is_some()
    }

    /// Whether this was asked for; nobody else hears of it then.
    pub(crate) fn take(&mut self, act: Act) -> bool {
        let asked = self.just(act);
        self.0.retain(|(other, _)| *other != act);
        asked
    }

    /// A button asks for what its key does.
    pub(crate) fn ask(&mut self, act: Act) {
        if !self.just(act) {
            self.0.push((act, InputDevice::Keyboard));
        }
    }

    /// Nothing but these was asked for.
    pub(crate) fn keep_only(&mut self, acts: &[Act]) {
        self.0.retain(|(act, _)| acts.contains(act));
    }
}

/// Who hears the keys of an act. Each has a map of its own: leafwing compares all chords of a map with
/// each other in every frame, and clashes are seen to here, for the keys that are pressed.
#[derive(Component, Clone, Copy)]
struct Hears(Act);

/// Every chord, with the key or button that completes it.
#[derive(Resource, Default)]
struct Chords(Vec<(Act, Chord, PhysicalButton)>);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Control>::default())
        .init_resource::<Pressed>()
        .insert_resource(all_chords(&Keys::default()))
        // Buttons ask while the input of a frame is dealt with, in no certain order.
        .add_systems(First, |mut pressed: ResMut<Pressed>| pressed.0.clear())
        .add_systems(Startup, |mut commands: Commands| {
            for act in Act::ALL {
                commands.spawn((Hears(act), input_map(&Keys::default(), act)));
            }
        })
        .add_systems(
            PreUpdate,
            (count_taps::<KeyCode>, count_taps::<MouseButton>)
                .chain()
                .after(InputManagerSystem::Unify)
                .before(InputManagerSystem::Update),
        )
        .configure_sets(
            Update,
            (
                Heed::Popups,
                Heed::Dialogs,
                Heed::Controls,
                Heed::Focus,
                Heed::Game,
            )
                .chain()
                .before(SimSystems::Requests),
        )
        .add_systems(
            PreUpdate,
            note_presses
                .after(InputManagerSystem::Update)
                // A press may move the focus: it belongs to what had it.
                .before(InputFocusSystems::Dispatch),
        )
        .add_systems(
            Update,
            follow_keys
                .run_if(resource_changed::<KeysInForce>)
                .after(KeysInForceSystems)
                .before(SimSystems::Requests),
        );
}

/// Takes over the keys in force.
fn follow_keys(
    keys: Res<KeysInForce>,
    mut maps: Query<(&Hears, &mut InputMap<Control>)>,
    mut chords: ResMut<Chords>,
) {
    for (Hears(act), mut map) in &mut maps {
        map.set_if_neq(input_map(keys.keys(), *act));
    }
    *chords = all_chords(keys.keys());
}

fn all_chords(keys: &Keys) -> Chords {
    let all = keys.iter().flat_map(|(act, chords)| {
        let known = chords
            .iter()
            .filter_map(|chord| Some((*chord, button(chord.key)?)));
        known.map(move |(chord, button)| (act, chord, button))
    });
    Chords(all.collect())
}

/// What leafwing holds for pressed counts in the frame in which the last key of a chord goes down:
/// also if it looks held since the frame before, and never because a modifier was let go first.
fn note_presses(
    states: Query<(&Hears, &ActionState<Control>)>,
    chords: Res<Chords>,
    (keys, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    pads: Query<&Gamepad>,
    focus: Res<InputFocus>,
    controls: Query<&Takes>,
    (mut pressed, mut redraw): (ResMut<Pressed>, ResMut<RedrawRequests>),
) {
    // Whatever comes of it is seen in the frames to come, and a still screen has none.
    let touched =
        keys.get_just_pressed().next().is_some() || mouse.get_just_pressed().next().is_some();
    if touched {
        redraw.request();
    }
    let takes = focus.get().and_then(|entity| controls.get(entity).ok());
    for (act, chord, button) in &chords.0 {
        let Some(means) = means_of(*button, &keys, &mouse, &pads) else {
            continue;
        };
        let taken = takes.is_some_and(|takes| takes.keeps(chord));
        let here = match act.place() {
            KeyScope::Anywhere => true,
            KeyScope::Board => takes.is_none(),
            KeyScope::Panels => takes.is_some(),
        };
        if here
            && !taken
            && is_held(chord, *button, &keys)
            && states
                .iter()
                .any(|(Hears(heard), state)| heard == act && state.pressed(&Control(*act)))
            && !pressed.just(*act)
        {
            pressed.0.push((*act, means));
        }
    }
}

/// The first key for an act, as the player knows it.
pub(crate) fn key_for(keys: &KeysInForce, act: Act) -> Option<String> {
    keys.keys().chords(act).first().map(ToString::to_string)
}

/// With what a button has just been pressed, if it has.
pub(crate) fn means_of(
    button: PhysicalButton,
    keys: &ButtonInput<KeyCode>,
    mouse: &ButtonInput<MouseButton>,
    pads: &Query<&Gamepad>,
) -> Option<InputDevice> {
    let (is_down, means) = match button {
        PhysicalButton::Key(key) => (keys.just_pressed(key), InputDevice::Keyboard),
        PhysicalButton::Mouse(button) => (mouse.just_pressed(button), InputDevice::Mouse),
        PhysicalButton::Pad(button) => (
            pads.iter().any(|pad| pad.just_pressed(button)),
            InputDevice::Keyboard,
        ),
    };
    is_down.then_some(means)
}

/// Whether what a chord wants held is held. On the keyboard nothing else may be: `Ctrl+Z` is not `Z`.
/// What is held now was held when the key went down: see [`crate::key_order`]. Clicks have no place in
/// that order, so for them a modifier that was let go in this frame counts as held.
fn is_held(chord: &Chord, button: PhysicalButton, keys: &ButtonInput<KeyCode>) -> bool {
    [(chord.ctrl, CTRL), (chord.shift, SHIFT), (chord.alt, ALT)]
        .into_iter()
        .all(|(wanted, either)| {
            let is_key = matches!(button, PhysicalButton::Key(_));
            let held = keys.any_pressed(either) || !is_key && keys.any_just_released(either);
            held == wanted || held && !is_key
        })
}

/// Whether a key that a control takes is meant for it: with Ctrl or Alt it is part of a chord.
pub(crate) fn is_plain(keys: &ButtonInput<KeyCode>) -> bool {
    !keys.any_pressed(CTRL) && !keys.any_pressed(ALT)
}

impl Takes {
    /// Whether a chord belongs to what has the focus, not to the game.
    fn keeps(self, chord: &Chord) -> bool {
        const ARROWS: [&str; 4] = ["Left", "Right", "Up", "Down"];
        const ENTER: [&str; 2] = ["Enter", "NumEnter"];
        const MOVES: [&str; 4] = ["Home", "End", "PageUp", "PageDown"];
        let among = |keys: &[&str]| keys.contains(&chord.key);
        let plain = !chord.ctrl && !chord.alt;
        match self {
            Takes::Presses => plain && (among(&ARROWS) || among(&ENTER) || among(&["Space"])),
            Takes::Moves => plain && (among(&ARROWS) || among(&ENTER) || among(&MOVES)),
            Takes::Numbers => {
                let key = chord.key.strip_prefix("Num").unwrap_or(chord.key);
                let digit = key.len() == 1 && key.starts_with(|sign: char| sign.is_ascii_digit());
                plain && digit || Takes::Moves.keeps(chord)
            }
            Takes::Keys => true,
            Takes::Letters => {
                let leads_out = among(&["Esc", "Tab"]);
                let function = chord.key.len() > 1 && chord.key.starts_with('F');
                let whole_game = chord.ctrl && among(&["Q", "=", "-"]);
                let elsewhere = chord.key.starts_with("Mouse") || chord.key.starts_with("Pad");
                !(leads_out || function || whole_game || elsewhere)
            }
        }
    }
}

pub(crate) const CTRL: [KeyCode; 2] = [KeyCode::ControlLeft, KeyCode::ControlRight];
pub(crate) const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];
pub(crate) const ALT: [KeyCode; 2] = [KeyCode::AltLeft, KeyCode::AltRight];

/// A key that was pressed and let go within one frame was pressed: leafwing only looks at what is
/// held at its end, and on a slow machine a frame is long.
fn count_taps<B: Buttonlike + Copy + Eq + Hash>(
    buttons: Res<ButtonInput<B>>,
    mut store: ResMut<CentralInputStore>,
    mut redraw: ResMut<RedrawRequests>,
) {
    for button in buttons.get_just_pressed() {
        if buttons.just_released(*button) {
            store.update_buttonlike(*button, ButtonValue::from_pressed(true));
            // In the next frame it is seen to be let go.
            redraw.request();
        }
    }
}

fn input_map(keys: &Keys, act: Act) -> InputMap<Control> {
    let mut map = InputMap::default();
    for chord in keys.chords(act) {
        bind(&mut map, Control(act), chord);
    }
    map
}

fn bind(map: &mut InputMap<Control>, control: Control, chord: &Chord) {
    let held: Vec<ModifierKey> = [
        (chord.ctrl, ModifierKey::Control),
        (chord.shift, ModifierKey::Shift),
        (chord.alt, ModifierKey::Alt),
    ]
    .into_iter()
    .filter_map(|(held, key)| held.then_some(key))
    .collect();
    let modified = ButtonlikeChord::new(held.iter().copied());
    match (button(chord.key), held.is_empty()) {
        (Some(PhysicalButton::Key(key)), true) => map.insert(control, key),
        (Some(PhysicalButton::Mouse(mouse)), true) => map.insert(control, mouse),
        (Some(PhysicalButton::Key(key)), false) => map.insert(control, modified.with(key)),
        (Some(PhysicalButton::Mouse(mouse)), false) => map.insert(control, modified.with(mouse)),
        (Some(PhysicalButton::Pad(pad)), true) => map.insert(control, pad),
        (Some(PhysicalButton::Pad(pad)), false) => map.insert(control, modified.with(pad)),
        (None, _) => map,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_has_its_default_keys_in_the_map() {
        let keys = Keys::default();
        for act in Act::ALL {
            let map = input_map(&keys, act);
            let bound = map.get_buttonlike(&Control(act)).map_or(0, Vec::len);
            assert_eq!(bound, keys.chords(act).len(), "{act:?}");
            assert!(bound > 0, "{act:?}");
        }
    }
}
