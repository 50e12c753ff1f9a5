//! Another key for something: waiting for it, and what to do if it is taken.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use foretold_content::{Act, Chord, KEY_NAMES, KeyRefusal};
use foretold_view::{ViewSystems, colour};

use super::key_list::label;
use crate::controls::{ALT, CTRL, Heed, SHIFT, means_of};
use crate::focus::{Focus, Takes};
use crate::key_names::button as button_of;
use crate::settings::{KeysInForce, PlayerSettings};
use crate::toasts::quoted;
use crate::widgets::{Dialog, NodeExt, UiStyle, button, caption, dialog, shut};

/// A key that is about to be another.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(super) struct Rebinding {
    /// What the key does.
    act: Act,
    /// The key in whose place it comes; none if it is one more.
    old: Option<Chord>,
    state: RebindState,
}

/// How far it is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum RebindState {
    /// It waits for a key. The last one was refused for this reason, if there was one.
    Waits(Option<String>),
    /// The key does something else already.
    Taken { chord: Chord, by: Act },
}

impl Rebinding {
    /// Another key for an act.
    pub(super) fn new(act: Act, old: Option<Chord>) -> Rebinding {
        Rebinding {
            act,
            old,
            state: RebindState::Waits(None),
        }
    }

    /// The keys that the act has with the new one.
    fn chords(&self, keys: &KeysInForce, new: Chord) -> Vec<Chord> {
        let now = keys.keys().chords(self.act);
        let others = now.iter().map(|chord| match self.old {
            Some(old) if *chord == old => new,
            _ => *chord,
        });
        others.chain(self.old.is_none().then_some(new)).collect()
    }
}

/// Where the dialog says how far it is.
#[derive(Component)]
struct Body;
/// What waits for the key.
#[derive(Component)]
struct Ear;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (hear.in_set(Heed::Dialogs), show.in_set(ViewSystems::Paint)),
    );
}

/// Asks for a key.
pub(super) fn open(commands: &mut Commands, rebinding: Rebinding, focus: &Focus, pen: &UiStyle) {
    let title = quoted(&format!(
        "A key for `{}`",
        rebinding.act.help().trim_end_matches('.')
    ));
    dialog(commands, &title, rebinding, focus, pen, |frame| {
        frame
            .spawn((Body, Node::column(pen.space()).fixed()))
            .with_children(|body| wait(body, None, pen));
    });
}

/// The key or button that has just gone down, with what is held; none if the game has no name for it.
fn pressed_chord(
    keys: &ButtonInput<KeyCode>,
    mouse: &ButtonInput<MouseButton>,
    pads: &Query<&Gamepad>,
) -> Option<Chord> {
    let held = |either| keys.any_pressed(either);
    let down = |name: &&&str| {
        // The left button of the mouse is there for the buttons of the dialog.
        **name != "MouseLeft"
            && button_of(name).is_some_and(|button| means_of(button, keys, mouse, pads).is_some())
    };
    KEY_NAMES.iter().find(down).map(|key| Chord {
        ctrl: held(CTRL),
        shift: held(SHIFT),
        alt: held(ALT),
        key,
    })
}

/// The next key is the one, unless it is Esc or taken.
fn hear(
    mut commands: Commands,
    (keys, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    pads: Query<&Gamepad>,
    ears: Query<(), With<Ear>>,
    mut rebindings: Query<&mut Rebinding>,
    dialogs: Query<(Entity, &Dialog)>,
    mut change: Change,
) {
    let waits = change
        .focus
        .entity()
        .is_some_and(|entity| ears.contains(entity));
    let Some(mut rebinding) = rebindings.iter_mut().next().filter(|_| waits) else {
        return;
    };
    if keys.just_pressed(KeyCode::Escape) {
        shut(&mut commands, &dialogs, change.focus);
        return;
    }
    let Some(chord) = pressed_chord(&keys, &mouse, &pads) else {
        let only_held = [CTRL, SHIFT, ALT].into_iter().flatten().collect::<Vec<_>>();
        if keys.get_just_pressed().any(|key| !only_held.contains(key)) {
            let told = "The game does not know this key: choose another.";
            rebinding.state = RebindState::Waits(Some(told.to_owned()));
        }
        return;
    };
    if rebinding.old == Some(chord) {
        shut(&mut commands, &dialogs, change.focus);
        return;
    }
    let chords = rebinding.chords(&change.keys, chord);
    let changed = change
        .keys
        .change(&mut change.settings, rebinding.act, &chords);
    change.done(&mut commands, &mut rebinding, chord, changed, &dialogs);
}

/// For whoever changes a key.
#[derive(bevy::ecs::system::SystemParam)]
struct Change<'w> {
    keys: Res<'w, KeysInForce>,
    settings: ResMut<'w, PlayerSettings>,
    focus: Focus<'w>,
}

impl Change<'_> {
    /// What came of it: the dialog goes, or says why it stays.
    fn done(
        &mut self,
        commands: &mut Commands,
        rebinding: &mut Rebinding,
        chord: Chord,
        changed: Result<(), KeyRefusal>,
        dialogs: &Query<(Entity, &Dialog)>,
    ) {
        match changed {
            Ok(()) => {
                for (dialog, _) in dialogs {
                    commands.entity(dialog).despawn();
                }
                self.focus.find_again(&label(rebinding.act, chord));
            }
            Err(KeyRefusal::Taken { chord, by }) if by != rebinding.act => {
                rebinding.state = RebindState::Taken { chord, by };
            }
            Err(why) => {
                let told = format!("{}.", quoted(&why.to_string()));
                rebinding.state = RebindState::Waits(Some(told));
            }
        }
    }
}

/// Writes into the dialog how far it is, if that has changed.
fn show(
    mut commands: Commands,
    rebinding: Single<Ref<Rebinding>>,
    body: Single<Entity, With<Body>>,
    pen: UiStyle,
) {
    if !rebinding.is_changed() || rebinding.is_added() {
        return;
    }
    let mut body = commands.entity(*body);
    body.despawn_children()
        .with_children(|body| match &rebinding.state {
            RebindState::Waits(refused) => wait(body, refused.as_deref(), &pen),
            RebindState::Taken { chord, by } => offer(body, *chord, *by, &pen),
        });
}

fn wait(body: &mut ChildSpawnerCommands<'_>, refused: Option<&str>, pen: &UiStyle) {
    let palette = &pen.look.theme.palette;
    if let Some(refused) = refused {
        body.spawn(pen.plain(refused, colour(palette.bad)));
    }
    body.spawn((
        Ear,
        Takes::Keys,
        AccessibleLabel::new("Press a key, or Esc to keep it as it was"),
        Node {
            justify_content: JustifyContent::Center,
            ..Node::default().padding(px(16).all()).framed(pen.corner())
        },
        BackgroundColor(colour(palette.background)),
        BorderColor::all(colour(palette.muted)),
    ))
    .with_child(pen.bold(
        "Press a key, with Ctrl, Shift or Alt if you like. Esc keeps it as it was.",
        pen.ink(),
    ));
    buttons(body, |row| {
        let mut cancel = row.spawn((button("Keep it as it was", pen), observe(cancel)));
        caption(&mut cancel, "Keep it as it was", pen);
    });
}

fn offer(body: &mut ChildSpawnerCommands<'_>, chord: Chord, by: Act, pen: &UiStyle) {
    let taken = KeyRefusal::Taken { chord, by };
    body.spawn(pen.plain(format!("{}.", quoted(&taken.to_string())), pen.ink()));
    buttons(body, |row| {
        let mut again = row.spawn((button("Choose another key", pen), observe(wait_again)));
        caption(&mut again, "Choose another key", pen);
        let mut take = row.spawn((button("Take it from there", pen), observe(take)));
        caption(&mut take, "Take it from there", pen);
        let mut cancel = row.spawn((button("Keep it as it was", pen), observe(cancel)));
        caption(&mut cancel, "Keep it as it was", pen);
    });
}

fn buttons(body: &mut ChildSpawnerCommands<'_>, fill: impl FnOnce(&mut ChildSpawnerCommands<'_>)) {
    body.spawn(Node::row(px(8)).wrap(px(8))).with_children(fill);
}

fn cancel(
    _: On<Activate>,
    mut commands: Commands,
    dialogs: Query<(Entity, &Dialog)>,
    focus: Focus,
) {
    shut(&mut commands, &dialogs, focus);
}

fn wait_again(_: On<Activate>, mut rebindings: Query<&mut Rebinding>) {
    for mut rebinding in &mut rebindings {
        rebinding.state = RebindState::Waits(None);
    }
}

/// Takes the key from what it did.
fn take(
    _: On<Activate>,
    mut commands: Commands,
    mut rebindings: Query<&mut Rebinding>,
    dialogs: Query<(Entity, &Dialog)>,
    mut change: Change,
) {
    for mut rebinding in &mut rebindings {
        if let RebindState::Taken { chord, by } = rebinding.state {
            let chords = rebinding.chords(&change.keys, chord);
            let keys = &change.keys;
            let changed = keys.take(&mut change.settings, (chord, by), rebinding.act, &chords);
            change.done(&mut commands, &mut rebinding, chord, changed, &dialogs);
        }
    }
}
