//! The list of keys: what each does, with buttons to change, add and remove them.

use foretold_content::{KeyRefusal, KeyScope, MOST_CHORDS};

use super::KeyRows;
use super::knobs::SettingsKnob;
use super::rebind::{self, Rebinding};
use crate::prelude::*;

/// What can be done with a key, by its place in the list.
const DEEDS: [&str; 2] = ["Another key in its place", "Remove this key"];

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

/// A key of an act.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
struct KeyOf(Act, Chord);

/// An act to which something is done.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
struct Of(Act);

/// The label of a key's button.
pub(super) fn label(act: Act, chord: Chord) -> String {
    format!("{} {chord}", act.help())
}

/// The label of the button that adds a key.
fn label_of_more(act: Act) -> String {
    format!("{} Add a key", act.help())
}

/// Where a key does something, if not everywhere.
const fn place_in_words(act: Act) -> &'static str {
    match act.scope() {
        KeyScope::Board => " (board)",
        KeyScope::Panels => " (panels)",
        KeyScope::Anywhere => "",
    }
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
                head.spawn(style.headline(name, style.ink()));
                let mut all = text_button(head, "All keys as they were", &style, restore_all);
                if !Act::ALL.into_iter().any(|act| keys.differs(act)) {
                    all.switch_off("All keys are as the game ships them.");
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
        row.spawn(line(1.0)).with_children(|words| {
            let text = format!(
                "{}{}",
                act.help().trim_end_matches('.'),
                place_in_words(act)
            );
            words.spawn(style.plain(text, style.ink()));
        });
        row.spawn(line(1.2)).with_children(|row| {
            for &chord in chords {
                let menu = Menu {
                    items: DEEDS.map(str::to_owned).to_vec(),
                    chosen: None,
                };
                let mut key = row.spawn((
                    drop_down(label(act, chord), menu, style),
                    KeyOf(act, chord),
                    observe(change),
                ));
                key.caption(chord.to_string(), style);
            }
            let mut more = row.spawn((
                button(label_of_more(act), style),
                Of(act),
                Tooltip("Add a key.".to_owned()),
                observe(add),
            ));
            more.caption_icon(Icon::Plus, style);
            if chords.len() >= MOST_CHORDS {
                let why = quoted(&KeyRefusal::TooMany(act).to_string());
                more.switch_off(why);
            }
            if keys.differs(act) {
                let mut back = row.spawn((
                    button(format!("{} As it was", act.help()), style),
                    Of(act),
                    Tooltip("As it was.".to_owned()),
                    observe(restore),
                ));
                back.caption_icon(Icon::Undo2, style);
            }
        });
    });
}

fn add(press: On<Activate>, acts: Query<&Of>, mut dialogs: Dialogs, style: UiStyle) {
    if let Ok(&Of(act)) = acts.get(press.entity) {
        rebind::open(&mut dialogs, Rebinding::new(act, None), &style);
    }
}

fn change(
    chosen: On<Chosen>,
    buttons: Query<&KeyOf>,
    keys: Res<KeysInForce>,
    mut settings: ResMut<PlayerSettings>,
    mut toasts: ResMut<Toasts>,
    (mut dialogs, style): (Dialogs, UiStyle),
    mut focus: Focus,
) {
    let Ok(&KeyOf(act, chord)) = buttons.get(chosen.entity) else {
        return;
    };
    if chosen.index == 0 {
        rebind::open(&mut dialogs, Rebinding::new(act, Some(chord)), &style);
        return;
    }
    let left = keys.keys().chords(act).iter().copied();
    let left: Vec<Chord> = left.filter(|other| *other != chord).collect();
    match keys.change(&mut settings, act, &left) {
        Ok(()) => {
            focus.find_again(&label_of_more(act));
        }
        Err(why) => toasts.push(refusal(why)),
    }
}

fn restore(
    press: On<Activate>,
    acts: Query<&Of>,
    keys: Res<KeysInForce>,
    mut settings: ResMut<PlayerSettings>,
    mut toasts: ResMut<Toasts>,
    mut focus: Focus,
) {
    let Ok(&Of(act)) = acts.get(press.entity) else {
        return;
    };
    match keys.restore(&mut settings, act) {
        Ok(()) => {
            focus.find_again(&label_of_more(act));
        }
        Err(why) => toasts.push(refusal(why)),
    }
}

fn restore_all(_: On<Activate>, mut settings: ResMut<PlayerSettings>) {
    settings.0.keys.clear();
}

/// Why keys stay as they are.
fn refusal(why: KeyRefusal) -> Toast {
    Toast::bad(format!("{why}.")).about("keys")
}
