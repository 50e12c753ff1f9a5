//! The rules as text: copied, pasted, and edited in a dialog that tells what is wrong with them.

use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Activate, observe};
use foretold_battle::Rule;
use foretold_content::Act;
use foretold_sim::GameContent;
use foretold_view::colour;
use lucide_icons::Icon;

use super::editor::Editor;
use crate::clipboard::Clipboard;
use crate::controls::{Heed, Pressed, asked_for};
use crate::focus::Focus;
use crate::toasts::quoted;
use crate::widgets::{
    Dialog, NodeExt, UiStyle, button, caption, caption_icon, dialog, field, field_text,
    scroll_area, shut,
};

/// More than this is no list of six rules.
const LONGEST: usize = 8_000;

/// The field with the text.
#[derive(Component)]
struct TextOf;
/// What is wrong with it.
#[derive(Component)]
struct Complaints;
/// The dialog as a whole.
#[derive(Component)]
struct TextDialog;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (copy.run_if(asked_for(Act::CopyRules)), open_or_paste).in_set(Heed::Game),
    );
}

fn rules_as_text(editor: &Editor) -> Option<String> {
    editor.unit()?;
    let battle = editor.battle()?;
    Some(battle.encounter().rules_to_text(&editor.rules()))
}

const WHOSE: &str = "Select a unit of your own that follows rules.";

fn copy(mut editor: Editor, mut copied: ResMut<Clipboard>) {
    match rules_as_text(&editor) {
        Some(text) => {
            copied.copy(text);
            editor.tell("The rules are copied as text.");
        }
        None => editor.refuse(WHOSE),
    }
}

/// What a text says, or everything that is wrong with it, in lines.
fn read(editor: &Editor, content: &GameContent, text: &str) -> Result<Vec<Rule>, String> {
    let (Some(unit), Some(battle)) = (editor.unit(), editor.battle()) else {
        return Err(WHOSE.to_owned());
    };
    let Some(content) = content.content() else {
        return Err("The content is not ready: mend the errors in its files.".to_owned());
    };
    let read = content.rules_from_text(battle.encounter(), unit, text);
    read.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

/// Pasting takes the rules at once if they are sound. If not, the dialog shows where they are not.
fn open_or_paste(
    mut commands: Commands,
    pressed: Res<Pressed>,
    mut editor: Editor,
    mut copied: ResMut<Clipboard>,
    content: Res<GameContent>,
    (focus, pen): (Focus, UiStyle),
) {
    let (text, wrong) = if pressed.just(Act::EditText) {
        (rules_as_text(&editor), String::new())
    } else if pressed.just(Act::PasteRules) {
        let pasted = copied.paste();
        match read(&editor, &content, &pasted) {
            Ok(rules) => {
                let count = rules.len();
                editor.set(rules);
                let s = if count == 1 { "" } else { "s" };
                editor.tell(format!("Pasted {count} rule{s}."));
                return;
            }
            Err(wrong) => (editor.unit().map(|_| pasted), wrong),
        }
    } else {
        return;
    };
    match text {
        Some(text) => open(&mut commands, &text, &wrong, &focus, &pen),
        None => editor.refuse(WHOSE),
    }
}

fn open(commands: &mut Commands, text: &str, wrong: &str, focus: &Focus, pen: &UiStyle) {
    let shown: String = text.chars().take(LONGEST).collect();
    dialog(commands, "Rules as text", TextDialog, focus, pen, |frame| {
        frame.spawn(pen.plain(
            "One rule to a line, as in the files of gambits/. Tab leads out of the field.",
            pen.muted(),
        ));
        frame.spawn((TextOf, field("The rules as text", &shown, 9, LONGEST, pen)));
        // Below the text, where it is wrong.
        frame
            .spawn(Node::default().height(px(110)).min_height(px(40)))
            .with_children(|place| {
                scroll_area(place, pen, Complaints);
            });
        frame
            .spawn(Node::row(pen.space()).wrap(pen.gap()).fixed())
            .with_children(|row| {
                let mut use_it = row.spawn((button("Use these rules", pen), observe(take)));
                caption_icon(&mut use_it, Icon::Check, pen);
                caption(&mut use_it, "Use these rules", pen);
                let mut copy = row.spawn((button("Copy the text", pen), observe(copy_text)));
                caption_icon(&mut copy, Icon::Copy, pen);
                caption(&mut copy, "Copy", pen);
            });
    });
    if !wrong.is_empty() {
        commands.run_system_cached_with(complain, wrong.to_owned());
    }
}

/// Shows what is wrong, below the text.
fn complain(
    In(wrong): In<String>,
    mut commands: Commands,
    places: Query<Entity, With<Complaints>>,
    pen: UiStyle,
) {
    for place in &places {
        commands
            .entity(place)
            .despawn_children()
            .with_children(|lines| {
                for line in wrong.lines() {
                    let ink = colour(pen.look.theme.palette.bad);
                    lines.spawn(pen.plain(quoted(line), ink));
                }
                lines.spawn(pen.plain(
                    "Nothing was changed. Mend the text, then use it.",
                    pen.ink(),
                ));
            });
    }
}

/// Takes the rules of the dialog, or says what is wrong with them.
fn take(
    _: On<Activate>,
    mut commands: Commands,
    field: Single<&EditableText, With<TextOf>>,
    dialogs: Query<(Entity, &Dialog)>,
    content: Res<GameContent>,
    mut editor: Editor,
    focus: Focus,
) {
    match read(&editor, &content, &field_text(&field)) {
        Ok(rules) => {
            editor.set(rules);
            shut(&mut commands, &dialogs, focus);
        }
        Err(wrong) => commands.run_system_cached_with(complain, wrong),
    }
}

fn copy_text(
    _: On<Activate>,
    field: Single<&EditableText, With<TextOf>>,
    mut copied: ResMut<Clipboard>,
    mut editor: Editor,
) {
    copied.copy(field_text(&field));
    editor.tell("The rules are copied as text.");
}
