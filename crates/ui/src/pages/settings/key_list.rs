//! The list of keys: what each does, with buttons to change, add and remove them.

use foretold_content::{KeyRefusal, MOST_CHORDS};

use super::KeyRows;
use super::knobs::SettingsKnob;
use super::rebind::{self, Rebinding};
use crate::help::scope_in_words;
use crate::prelude::*;

/// What can be done with a key, by its place in the list.
const KEY_ACTIONS: [&str; 2] = ["Another key in its place", "Remove this key"];

/// The headings of the list, each above the first act that belongs to it.
const SECTIONS: [(Act, &str); 11] = [
    (Act::PlayPause, "Time"),
    (Act::Restart, "The battle"),
    (Act::CursorLeft, "Cursor and selection"),
    (Act::Attack, "Orders"),
    (Act::Autofight, "Autofight"),
    (Act::Threat, "What could happen"),
    (Act::NextPanel, "Panels and controls"),
    (Act::Undo, "Rules"),
    (Act::Depth, "Reasons and cards"),
    (Act::Search, "The log"),
    (Act::Larger, "The game"),
];

/// The label of a key's button.
pub(super) fn label(act: Act, chord: Chord) -> String {
    format!("{} {chord}", act.help())
}

/// The label of the button that adds a key.
fn label_of_more(act: Act) -> String {
    format!("{} Add a key", act.help())
}

pub(super) fn fill(
    mut commands: Commands,
    keys: Res<KeysInForce>,
    place: Single<(Entity, Ref<KeyRows>)>,
    style: UiStyle,
) {
    let (place, rows) = place.into_inner();
    if !rows.is_added() && !keys.is_changed() {
        return;
    }
    let (name, about, _) = SettingsKnob::Keys.words();
    let mut place = commands.entity(place);
    place.despawn_children().with_children(|list| {
        list.spawn(Node::row(style.space()).centred().space_between().fixed())
            .with_children(|head| {
                let gold = colour(style.look.theme.palette.accent);
                head.spawn(style.heading(name, gold));
                let mut all = text_button(head, "Reset all keys", &style, restore_all);
                if !Act::ALL.into_iter().any(|act| keys.differs(act)) {
                    all.switch_off("No key differs from the standard.");
                }
            });
        list.spawn(style.plain(about, style.muted()));
        for act in Act::ALL {
            if let Some((_, section)) = SECTIONS.iter().find(|(first, _)| *first == act) {
                super::heading(list, section, &style);
            }
            spawn_row(list, act, &keys, &style);
        }
    });
}

fn spawn_row(list: &mut ChildSpawnerCommands<'_>, act: Act, keys: &KeysInForce, style: &UiStyle) {
    let line = |grow: f32| {
        Node::row(style.gap())
            .wrap(style.gap())
            .centred()
            .share(grow)
            .min_width(px(0))
    };
    let row = Node::row(style.space()).centred().fixed();
    let chords = keys.keys().chords(act);
    list.spawn(row).with_children(|row| {
        let text = act.help().trim_end_matches('.').to_owned() + scope_in_words(act);
        row.spawn(line(1.0))
            .with_child(style.plain(text, style.ink()));
        row.spawn(line(1.2)).with_children(|row| {
            for &chord in chords {
                let menu = Menu::of(KEY_ACTIONS, None);
                row.spawn(drop_down(label(act, chord), menu, style))
                    .observe(
                        move |chosen: On<Chosen>, mut change: KeyChange| match chosen.index {
                            0 => change.ask(act, Some(chord)),
                            _ => change.remove(act, chord),
                        },
                    )
                    .caption(chord.to_string(), style);
            }
            let add = move |_: On<Activate>, mut change: KeyChange| change.ask(act, None);
            let mut more = icon_button(row, label_of_more(act), Icon::Plus, style, add);
            more.insert(Tooltip("Add a key.".to_owned()));
            if chords.len() >= MOST_CHORDS {
                more.switch_off(quoted(&KeyRefusal::TooMany(act).to_string()));
            }
            if keys.differs(act) {
                let label = format!("{} As it was", act.help());
                let restore = move |_: On<Activate>, mut change: KeyChange| change.restore(act);
                icon_button(row, label, Icon::Undo2, style, restore)
                    .insert(Tooltip("As it was.".to_owned()));
            }
        });
    });
}

/// Changes the keys of an act.
#[derive(SystemParam)]
struct KeyChange<'w, 's> {
    keys: Res<'w, KeysInForce>,
    settings: ResMut<'w, PlayerSettings>,
    toasts: ResMut<'w, Toasts>,
    dialogs: Dialogs<'w, 's>,
    style: UiStyle<'w>,
    focus: Focus<'w>,
}

impl KeyChange<'_, '_> {
    /// Asks for another key.
    fn ask(&mut self, act: Act, old: Option<Chord>) {
        rebind::open(&mut self.dialogs, Rebinding::new(act, old), &self.style);
    }

    fn remove(&mut self, act: Act, chord: Chord) {
        let left = self.keys.keys().chords(act).iter().copied();
        let left: Vec<Chord> = left.filter(|other| *other != chord).collect();
        let changed = self.keys.change(&mut self.settings, act, &left);
        self.finish(act, changed);
    }

    fn restore(&mut self, act: Act) {
        let changed = self.keys.restore(&mut self.settings, act);
        self.finish(act, changed);
    }

    /// Moves the focus to what is still there, or says why nothing has changed.
    fn finish(&mut self, act: Act, changed: Result<(), KeyRefusal>) {
        match changed {
            Ok(()) => self.focus.find_again(&label_of_more(act)),
            Err(why) => self
                .toasts
                .push(Toast::bad(format!("{why}.")).about("keys")),
        }
    }
}

fn restore_all(_: On<Activate>, mut settings: ResMut<PlayerSettings>) {
    settings.0.keys.clear();
}
