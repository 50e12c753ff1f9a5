//! Everything as the game ships it, once the player has said yes.

use foretold_content::Settings;

use super::knobs::all_in_words;
use crate::prelude::*;
use crate::settings::LaunchOptions;

/// The button that leads here.
const RESTORE: &str = "Restore all defaults";

pub(super) fn offer(list: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    list.spawn(Node::default().fixed().margin(UiRect::top(style.space())))
        .with_children(|row| {
            text_button(row, RESTORE, style, ask);
        });
}

fn ask(_: On<Activate>, mut dialogs: Dialogs, style: UiStyle) {
    dialogs.open(RESTORE, (), &style, |frame| {
        let all = all_in_words();
        let text = format!("{all} will be as the game ships them. This cannot be taken back.");
        frame.spawn(style.plain(text, style.ink()));
        frame
            .spawn(Node::row(style.space()).wrap(px(0)))
            .with_children(|row| {
                text_button(row, "Keep my settings", &style, close_dialog);
                text_button(row, "Yes, restore them", &style, restore);
            });
    });
}

fn restore(
    _: On<Activate>,
    (mut settings, mut launch): (ResMut<PlayerSettings>, ResMut<LaunchOptions>),
    mut toasts: ResMut<Toasts>,
    mut dialogs: Dialogs,
) {
    settings.0 = Settings::default();
    *launch = LaunchOptions::default();
    toasts.push(Toast::news("All settings are as the game ships them."));
    dialogs.close();
}
