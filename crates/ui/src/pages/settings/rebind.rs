//! Another key for something: waiting for it, and what to do if it is taken.

use foretold_content::{KEY_NAMES, KeyRefusal};

use super::key_list::label;
use crate::acts::{ALT, CTRL, SHIFT};
use crate::key_names::{PhysicalButton, button as button_of};
use crate::prelude::*;

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
        (hear.before(ActSystems), show.in_set(ViewSystems::Paint)),
    );
}

/// Asks for a key.
pub(super) fn open(dialogs: &mut Dialogs, rebinding: Rebinding, style: &UiStyle) {
    let help = rebinding.act.help().trim_end_matches('.');
    dialogs.open(
        &format!("A key for “{help}”"),
        rebinding,
        style,
        |frame| {
            frame
                .spawn((Body, Node::column(style.space()).fixed()))
                .with_children(|body| wait(body, None, style));
        },
    );
}

/// The key or button that has just gone down, with what is held; none if the game has no name for it.
fn pressed_chord(
    keys: &ButtonInput<KeyCode>,
    mouse: &ButtonInput<MouseButton>,
    pads: &Query<&Gamepad>,
) -> Option<Chord> {
    let held = |either| keys.any_pressed(either);
    let down = |name: &&&str| match button_of(name) {
        // It is there for the buttons of the dialog.
        None | Some(PhysicalButton::Mouse(MouseButton::Left)) => false,
        Some(PhysicalButton::Key(key)) => keys.just_pressed(key),
        Some(PhysicalButton::Mouse(button)) => mouse.just_pressed(button),
        Some(PhysicalButton::Pad(button)) => pads.iter().any(|pad| pad.just_pressed(button)),
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
    (keys, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    pads: Query<&Gamepad>,
    (focus, ear): (Res<InputFocus>, Single<Entity, With<Ear>>),
    mut rebinding: Single<&mut Rebinding>,
    mut change: Change,
) {
    if focus.get() != Some(*ear) {
        return;
    }
    if keys.just_pressed(KeyCode::Escape) {
        change.dialogs.close();
        return;
    }
    let Some(chord) = pressed_chord(&keys, &mouse, &pads) else {
        let modifiers = [CTRL, SHIFT, ALT].concat();
        if keys.get_just_pressed().any(|key| !modifiers.contains(key)) {
            let message = "The game does not know this key: choose another.";
            rebinding.state = RebindState::Waits(Some(message.to_owned()));
        }
        return;
    };
    if rebinding.old == Some(chord) {
        change.dialogs.close();
        return;
    }
    let chords = rebinding.chords(&change.keys, chord);
    let changed = change
        .keys
        .change(&mut change.settings, rebinding.act, &chords);
    change.done(&mut rebinding, chord, changed);
}

/// Changes a key.
#[derive(SystemParam)]
struct Change<'w, 's> {
    keys: Res<'w, KeysInForce>,
    settings: ResMut<'w, PlayerSettings>,
    dialogs: Dialogs<'w, 's>,
}

impl Change<'_, '_> {
    /// What came of it: the dialog goes, or says why it stays.
    fn done(&mut self, rebinding: &mut Rebinding, chord: Chord, changed: Result<(), KeyRefusal>) {
        match changed {
            Ok(()) => self.dialogs.close_to(label(rebinding.act, chord)),
            Err(KeyRefusal::Taken { chord, by }) if by != rebinding.act => {
                rebinding.state = RebindState::Taken { chord, by };
            }
            Err(why) => {
                let message = format!("{}.", quoted(&why.to_string()));
                rebinding.state = RebindState::Waits(Some(message));
            }
        }
    }
}

/// Writes into the dialog how far it is, if that has changed.
fn show(
    mut commands: Commands,
    rebinding: Single<Ref<Rebinding>>,
    body: Single<Entity, With<Body>>,
    style: UiStyle,
) {
    if !rebinding.is_changed() || rebinding.is_added() {
        return;
    }
    let mut body = commands.entity(*body);
    body.despawn_children()
        .with_children(|body| match &rebinding.state {
            RebindState::Waits(refused) => wait(body, refused.as_deref(), &style),
            RebindState::Taken { chord, by } => offer(body, *chord, *by, &style),
        });
}

fn wait(body: &mut ChildSpawnerCommands<'_>, refused: Option<&str>, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    if let Some(refused) = refused {
        body.spawn(style.plain(refused, colour(palette.bad)));
    }
    body.spawn((
        Ear,
        CapturesKeys::All,
        AccessibleLabel::new("Press a key, or Esc to keep it as it was"),
        Node {
            justify_content: JustifyContent::Center,
            ..Node::default().padding(px(16).all()).framed(style.corner())
        },
        BackgroundColor(colour(palette.background)),
        BorderColor::all(colour(palette.muted)),
    ))
    .with_child(style.bold(
        "Press a key, with Ctrl, Shift or Alt if you like. Esc keeps it as it was.",
        style.ink(),
    ));
    buttons(body, |row| {
        text_button(row, "Keep it as it was", style, close_dialog);
    });
}

fn offer(body: &mut ChildSpawnerCommands<'_>, chord: Chord, by: Act, style: &UiStyle) {
    let taken = KeyRefusal::Taken { chord, by };
    body.spawn(style.plain(format!("{}.", quoted(&taken.to_string())), style.ink()));
    buttons(body, |row| {
        text_button(row, "Choose another key", style, wait_again);
        text_button(row, "Take it from there", style, take);
        text_button(row, "Keep it as it was", style, close_dialog);
    });
}

fn buttons(body: &mut ChildSpawnerCommands<'_>, fill: impl FnOnce(&mut ChildSpawnerCommands<'_>)) {
    body.spawn(Node::row(px(8)).wrap(px(8))).with_children(fill);
}

fn wait_again(_: On<Activate>, mut rebinding: Single<&mut Rebinding>) {
    rebinding.state = RebindState::Waits(None);
}

/// Takes the key from what it did.
fn take(_: On<Activate>, mut rebinding: Single<&mut Rebinding>, mut change: Change) {
    if let RebindState::Taken { chord, by } = rebinding.state {
        let chords = rebinding.chords(&change.keys, chord);
        let keys = &change.keys;
        let changed = keys.take(&mut change.settings, (chord, by), rebinding.act, &chords);
        change.done(&mut rebinding, chord, changed);
    }
}
