//! The rules as text: copied, pasted, and edited in a dialog that says what is wrong with them.

use foretold_battle::Rule;

use super::editor::{Editor, SELECT_FIRST};
use crate::clipboard::TextClipboard;
use crate::command::counted;
use crate::prelude::*;

/// More than this is no list of six rules.
const LONGEST: usize = 8_000;
/// Why nothing can be read.
pub(super) const NOT_READY: &str = "The content is not ready: mend the errors in its files.";

/// The field with the text.
#[derive(Component)]
struct RulesField;
/// What is wrong with it.
#[derive(Component)]
struct Complaints;
/// The dialog as a whole.
#[derive(Component)]
struct TextDialog;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (copy.run_if(asked_for(Act::CopyRules)), open_or_paste).in_set(ActSystems),
    );
}

/// The rules of the selected unit as text.
pub(super) fn rules_to_text(editor: &Editor) -> Option<String> {
    let pupil = editor.editable()?;
    Some(pupil.encounter.rules_to_text(&editor.rules()))
}

fn copy(mut editor: Editor, mut copied: ResMut<TextClipboard>) {
    match rules_to_text(&editor) {
        Some(text) => {
            copied.copy(text);
            editor.report("The rules are copied as text.");
        }
        None => editor.refuse(SELECT_FIRST),
    }
}

/// What a text says, or everything that is wrong with it, in lines.
pub(super) fn rules_from_text(
    editor: &Editor,
    content: &GameContent,
    text: &str,
) -> Result<Vec<Rule>, String> {
    let pupil = editor.editable().ok_or(SELECT_FIRST)?;
    let content = content.content().ok_or(NOT_READY)?;
    let rules = content.rules_from_text(pupil.encounter, pupil.unit, text);
    rules.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

/// Pasting takes the rules at once if they are sound. If not, the dialog shows where they are not.
fn open_or_paste(
    acts: Res<Acts>,
    mut editor: Editor,
    mut copied: ResMut<TextClipboard>,
    content: Res<GameContent>,
    (mut dialogs, style): (Dialogs, UiStyle),
) {
    let (text, wrong) = if acts.contains(Act::EditText) {
        (rules_to_text(&editor), String::new())
    } else if acts.contains(Act::PasteRules) {
        let pasted = copied.paste();
        match rules_from_text(&editor, &content, &pasted) {
            Ok(rules) => {
                let count = rules.len();
                editor.set(rules);
                editor.report(format!("Pasted {}.", counted(count, "rule")));
                return;
            }
            Err(wrong) => (editor.unit().map(|_| pasted), wrong),
        }
    } else {
        return;
    };
    match text {
        Some(text) => {
            open(&mut dialogs, &text, &style);
            if !wrong.is_empty() {
                dialogs.commands.run_system_cached_with(complain, wrong);
            }
        }
        None => editor.refuse(SELECT_FIRST),
    }
}

fn open(dialogs: &mut Dialogs, text: &str, style: &UiStyle) {
    let shown: String = text.chars().take(LONGEST).collect();
    dialogs.open("Rules as text", TextDialog, style, |frame| {
        frame.spawn(style.plain(
            "One rule to a line, as in the files of gambits/. Tab leads out of the field.",
            style.muted(),
        ));
        frame.spawn((
            RulesField,
            field("The rules as text", &shown, 9, LONGEST, style),
        ));
        // Below the text, where it is wrong.
        scroll_box(frame, 110.0, style, Complaints);
        frame
            .spawn(Node::row(style.space()).wrap(style.gap()).fixed())
            .with_children(|row| {
                icon_button(row, "Use these rules", Icon::Check, style, take)
                    .caption("Use these rules", style);
                icon_button(row, "Copy the text", Icon::Copy, style, copy_text)
                    .caption("Copy", style);
            });
    });
}

/// Shows what is wrong, below the text.
fn complain(
    In(wrong): In<String>,
    mut commands: Commands,
    places: Query<Entity, With<Complaints>>,
    style: UiStyle,
) {
    let bad = colour(style.look.theme.palette.bad);
    for place in &places {
        let mut place = commands.entity(place);
        place.despawn_children().with_children(|lines| {
            for line in wrong.lines() {
                lines.spawn(style.plain(quoted(line), bad));
            }
            let remedy = "Nothing was changed. Mend the text, then use it.";
            lines.spawn(style.plain(remedy, style.ink()));
        });
    }
}

/// Takes the rules of the dialog, or says what is wrong with them.
fn take(
    _: On<Activate>,
    mut commands: Commands,
    field: Single<&EditableText, With<RulesField>>,
    mut dialogs: Dialogs,
    content: Res<GameContent>,
    mut editor: Editor,
) {
    match rules_from_text(&editor, &content, &field_text(&field)) {
        Ok(rules) => {
            editor.set(rules);
            dialogs.close();
        }
        Err(wrong) => commands.run_system_cached_with(complain, wrong),
    }
}

fn copy_text(
    _: On<Activate>,
    field: Single<&EditableText, With<RulesField>>,
    mut copied: ResMut<TextClipboard>,
    mut editor: Editor,
) {
    copied.copy(field_text(&field));
    editor.report("The rules are copied as text.");
}
