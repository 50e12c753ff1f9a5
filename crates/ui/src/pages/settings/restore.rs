//! Everything as the game ships it, once the player has said yes.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use foretold_content::Settings;

use super::knobs::all_in_words;
use crate::focus::Focus;
use crate::settings::{LaunchOptions, PlayerSettings};
use crate::toasts::{Toast, Toasts};
use crate::widgets::{Dialog, NodeExt, UiStyle, button, caption, dialog, shut};

/// The button that leads here.
const RESTORE: &str = "Restore all defaults";

/// The question.
#[derive(Component)]
struct Question;

pub(super) fn offer(list: &mut ChildSpawnerCommands<'_>, pen: &UiStyle) {
    list.spawn(Node::default().fixed().margin(UiRect::top(pen.space())))
        .with_children(|row| {
            let mut all = row.spawn((button(RESTORE, pen), observe(ask)));
            caption(&mut all, RESTORE, pen);
        });
}

fn ask(_: On<Activate>, mut commands: Commands, (focus, pen): (Focus, UiStyle)) {
    dialog(&mut commands, RESTORE, Question, &focus, &pen, |frame| {
        let all = all_in_words();
        let told = format!("{all} will be as the game ships them. This cannot be taken back.");
        frame.spawn(pen.plain(told, pen.ink()));
        frame
            .spawn(Node::row(pen.space()).wrap(px(0)))
            .with_children(|row| {
                let mut no = row.spawn((button("Keep my settings", &pen), observe(keep)));
                caption(&mut no, "Keep my settings", &pen);
                let mut yes = row.spawn((button("Yes, restore them", &pen), observe(restore)));
                caption(&mut yes, "Yes, restore them", &pen);
            });
    });
}

fn keep(_: On<Activate>, mut commands: Commands, dialogs: Query<(Entity, &Dialog)>, focus: Focus) {
    shut(&mut commands, &dialogs, focus);
}

fn restore(
    _: On<Activate>,
    mut commands: Commands,
    (mut settings, mut asked): (ResMut<PlayerSettings>, ResMut<LaunchOptions>),
    mut toasts: ResMut<Toasts>,
    dialogs: Query<(Entity, &Dialog)>,
    focus: Focus,
) {
    settings.0 = Settings::default();
    *asked = LaunchOptions::default();
    toasts.push(Toast::news("All settings are as the game ships them."));
    shut(&mut commands, &dialogs, focus);
}
