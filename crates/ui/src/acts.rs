//! From keys, clicks and gamepads to acts. leafwing-input-manager decides what is pressed; Bevy's
//! focus decides what hears of it.
//!
//! Each key of an act is a [`Binding`]. When one goes down, an [`ActInput`] goes to the control that
//! has the focus and bubbles up, as Bevy's own [`FocusedInput`] does. What nobody stops on the way
//! reaches the window: these are the [`Acts`] that the game carries out.

use std::fmt::Debug;

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{InputFocusSystems, dispatch_focused_input};
use foretold_content::{KeyScope, Keys};
use leafwing_input_manager::clashing_inputs::BasicInputs;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::updating::CentralInputStore;
use leafwing_input_manager::prelude::{
    ActionState, Buttonlike, InputManagerPlugin, InputMap, UserInput,
};
use leafwing_input_manager::{Actionlike, InputControlKind};
use serde::Serialize;

use crate::key_names::{PhysicalButton, button};
use crate::prelude::*;
use crate::settings::KeysInForceSystems;

pub(crate) const CTRL: [KeyCode; 2] = [KeyCode::ControlLeft, KeyCode::ControlRight];
pub(crate) const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];
pub(crate) const ALT: [KeyCode; 2] = [KeyCode::AltLeft, KeyCode::AltRight];

/// The systems that carry out the acts of a frame.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ActSystems;

/// A key of an act went down.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct ActInput {
    pub(crate) act: Act,
    pub(crate) chord: Chord,
}

impl ActInput {
    /// What it was done with.
    fn device(&self) -> InputDevice {
        if self.chord.key.starts_with("Mouse") {
            InputDevice::Mouse
        } else {
            InputDevice::Keyboard
        }
    }

    /// Whether it asks to close something, or to go back. A click beside it does not.
    pub(crate) fn goes_back(&self) -> bool {
        self.act == Act::Cancel && self.device() == InputDevice::Keyboard
    }

    /// Whether it was done with a gamepad.
    pub(crate) fn is_from_pad(&self) -> bool {
        self.chord.key.starts_with("Pad")
    }
}

/// What an act was done with. A gamepad counts as a keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputDevice {
    Keyboard,
    Mouse,
}

/// The acts of this frame that no control, dialog or page has stopped.
#[derive(Resource, Default, Debug)]
pub(crate) struct Acts(Vec<(Act, InputDevice)>);

impl Acts {
    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Act> {
        self.0.iter().map(|(act, _)| *act)
    }

    /// What an act was done with, if it was.
    pub(crate) fn device(&self, act: Act) -> Option<InputDevice> {
        let found = self.0.iter().find(|(done, _)| *done == act);
        found.map(|(_, device)| *device)
    }

    /// Whether an act was asked for.
    pub(crate) fn contains(&self, act: Act) -> bool {
        self.device(act).is_some()
    }

    /// Whether an act was asked for; the systems that come later do not see it then.
    pub(crate) fn take(&mut self, act: Act) -> bool {
        let asked = self.contains(act);
        self.0.retain(|(other, _)| *other != act);
        asked
    }

    /// Adds an act: a button does what its key does.
    pub(crate) fn ask(&mut self, act: Act) {
        self.add(act, InputDevice::Keyboard);
    }

    fn add(&mut self, act: Act, device: InputDevice) {
        if !self.contains(act) {
            self.0.push((act, device));
        }
    }
}

/// Runs a system when an act was asked for.
pub(crate) fn asked_for(act: Act) -> impl Fn(Res<Acts>) -> bool + Clone {
    move |acts| acts.contains(act)
}

/// A key of an act, on an entity of its own: leafwing compares all actions of a map with each other
/// in every frame, and exact chords have nothing to compare.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
struct Binding {
    act: Act,
    chord: Chord,
}

/// The only action of a binding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Reflect)]
struct Press;

impl Actionlike for Press {
    fn input_control_kind(&self) -> InputControlKind {
        InputControlKind::Button
    }
}

/// A key with exactly these modifiers: Ctrl+Z is not Z. Clicks and gamepads do not mind others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Reflect, Serialize)]
struct ExactChord {
    button: PhysicalButton,
    ctrl: bool,
    shift: bool,
    alt: bool,
}

impl UserInput for ExactChord {
    fn kind(&self) -> InputControlKind {
        InputControlKind::Button
    }

    fn decompose(&self) -> BasicInputs {
        BasicInputs::None
    }
}

impl Buttonlike for ExactChord {
    fn get_pressed(&self, store: &CentralInputStore, gamepad: Entity) -> Option<bool> {
        let (down, is_key) = match self.button {
            PhysicalButton::Key(key) => (key.get_pressed(store, gamepad)?, true),
            PhysicalButton::Mouse(button) => (button.get_pressed(store, gamepad)?, false),
            PhysicalButton::Pad(button) => (button.get_pressed(store, gamepad)?, false),
        };
        let modifiers = [(self.ctrl, CTRL), (self.shift, SHIFT), (self.alt, ALT)];
        let exact = || {
            modifiers.iter().all(|(wanted, either)| {
                let held = either.iter().any(|key| store.pressed(key) == Some(true));
                held == *wanted || held && !is_key
            })
        };
        Some(down && exact())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Press>::default())
        .add_message::<ActInput>()
        .init_resource::<Acts>()
        // Buttons add acts while Bevy handles the input of a frame.
        .add_systems(First, |mut acts: ResMut<Acts>| acts.0.clear())
        .add_systems(Startup, |mut commands: Commands| {
            bind(&mut commands, &Keys::default(), &[]);
        })
        .add_systems(
            PreUpdate,
            (send_acts, dispatch_focused_input::<ActInput>)
                .chain()
                .after(InputManagerSystem::Update)
                // A key that moves the focus belongs to what had it before.
                .before(InputFocusSystems::Dispatch)
                .before(bevy::picking::PickingSystems::Hover),
        )
        .add_observer(reach_the_game)
        .configure_sets(Update, ActSystems.before(SimSystems::Requests))
        .add_systems(
            Update,
            follow_keys
                .run_if(resource_changed::<KeysInForce>)
                .after(KeysInForceSystems)
                .before(SimSystems::Requests),
        );
}

/// Spawns the bindings that are not there yet. A key that is held at that moment does nothing.
fn bind(commands: &mut Commands, keys: &Keys, there: &[Binding]) {
    for (act, chords) in keys.iter() {
        for &chord in chords {
            let binding = Binding { act, chord };
            let Some(button) = button(chord.key).filter(|_| !there.contains(&binding)) else {
                continue;
            };
            let (ctrl, shift, alt) = (chord.ctrl, chord.shift, chord.alt);
            let exact = ExactChord {
                button,
                ctrl,
                shift,
                alt,
            };
            let mut held = ActionState::default();
            held.press(&Press);
            commands.spawn((binding, InputMap::new([(Press, exact)]), held));
        }
    }
}

/// Takes over the keys in force.
fn follow_keys(
    mut commands: Commands,
    keys: Res<KeysInForce>,
    bindings: Query<(Entity, &Binding)>,
) {
    let mut there = Vec::new();
    for (entity, binding) in &bindings {
        if keys.keys().chords(binding.act).contains(&binding.chord) {
            there.push(*binding);
        } else {
            commands.entity(entity).despawn();
        }
    }
    bind(&mut commands, keys.keys(), &there);
}

/// Sends what went down to what has the focus.
fn send_acts(
    bindings: Query<(&Binding, &ActionState<Press>)>,
    (keys, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    focus: Res<InputFocus>,
    controls: Query<(), With<TabIndex>>,
    mut inputs: MessageWriter<ActInput>,
    mut redraw: ResMut<RedrawRequests>,
) {
    // Whatever comes of it is seen in the frames to come, and a still screen has none.
    if keys.get_just_pressed().len() + mouse.get_just_pressed().len() > 0 {
        redraw.request();
    }
    let in_panel = focus.get().is_some_and(|entity| controls.contains(entity));
    let mut sent: Vec<Binding> = bindings
        .iter()
        .filter(|(_, state)| state.just_pressed(&Press))
        .map(|(binding, _)| *binding)
        .filter(|binding| match binding.act.scope() {
            KeyScope::Anywhere => true,
            KeyScope::Board => !in_panel,
            KeyScope::Panels => in_panel,
        })
        .collect();
    sent.sort_by_key(|binding| binding.act);
    inputs.write_batch(
        sent.into_iter()
            .map(|Binding { act, chord }| ActInput { act, chord }),
    );
}

/// What nobody has stopped on its way to the window is for the game.
fn reach_the_game(
    input: On<FocusedInput<ActInput>>,
    windows: Query<(), With<Window>>,
    mut acts: ResMut<Acts>,
) {
    if windows.contains(input.focused_entity) {
        acts.add(input.input.act, input.input.device());
    }
}

/// The first key of an act, as the player knows it.
pub(crate) fn key_for(keys: &KeysInForce, act: Act) -> Option<String> {
    keys.keys().chords(act).first().map(ToString::to_string)
}
