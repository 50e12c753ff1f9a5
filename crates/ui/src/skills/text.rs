//! The rules as text: copied, pasted, and edited in a dialog that tells what is wrong with them.

use foretold_battle::Rule;

use super::editor::Editor;
use crate::clipboard::TextClipboard;
use crate::prelude::*;

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
        (copy.run_if(asked_for(Act::CopyRules)), open_or_paste).in_set(ActSystems),
    );
}

fn rules_as_text(editor: &Editor) -> Option<String> {
    editor.unit()?;
    let battle = editor.battle()?;
    Some(battle.encounter().rules_to_text(&editor.rules()))
}

const WHOSE: &str = "Select a unit of your own that follows rules.";

fn copy(mut editor: Editor, mut copied: ResMut<TextClipboard>) {
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
    acts: Res<Acts>,
    mut editor: Editor,
    mut copied: ResMut<TextClipboard>,
    content: Res<GameContent>,
    (mut dialogs, style): (Dialogs, UiStyle),
) {
    let (text, wrong) = if acts.contains(Act::EditText) {
        (rules_as_text(&editor), String::new())
    } else if acts.contains(Act::PasteRules) {
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
        Some(text) => {
            open(&mut dialogs, &text, &style);
            if !wrong.is_empty() {
                dialogs.commands.run_system_cached_with(complain, wrong);
            }
        }
        None => editor.refuse(WHOSE),
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
            TextOf,
            field("The rules as text", &shown, 9, LONGEST, style),
        ));
        // Below the text, where it is wrong.
        frame
            .spawn(Node::default().height(px(110)).min_height(px(40)))
            .with_children(|place| {
                scroll_area(place, style, Complaints);
            });
        frame
            .spawn(Node::row(style.space()).wrap(style.gap()).fixed())
            .with_children(|row| {
                let mut use_it = row.spawn((button("Use these rules", style), observe(take)));
                use_it.caption_icon(Icon::Check, style);
                use_it.caption("Use these rules", style);
                let mut copy = row.spawn((button("Copy the text", style), observe(copy_text)));
                copy.caption_icon(Icon::Copy, style);
                copy.caption("Copy", style);
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
    for place in &places {
        commands
            .entity(place)
            .despawn_children()
            .with_children(|lines| {
                for line in wrong.lines() {
                    let ink = colour(style.look.theme.palette.bad);
                    lines.spawn(style.plain(quoted(line), ink));
                }
                lines.spawn(style.plain(
                    "Nothing was changed. Mend the text, then use it.",
                    style.ink(),
                ));
            });
    }
}

/// Takes the rules of the dialog, or says what is wrong with them.
fn take(
    _: On<Activate>,
    mut commands: Commands,
    field: Single<&EditableText, With<TextOf>>,
    mut dialogs: Dialogs,
    content: Res<GameContent>,
    mut editor: Editor,
) {
    match read(&editor, &content, &field_text(&field)) {
        Ok(rules) => {
            editor.set(rules);
            dialogs.close();
        }
        Err(wrong) => commands.run_system_cached_with(complain, wrong),
    }
}

fn copy_text(
    _: On<Activate>,
    field: Single<&EditableText, With<TextOf>>,
    mut copied: ResMut<TextClipboard>,
    mut editor: Editor,
) {
    copied.copy(field_text(&field));
    editor.tell("The rules are copied as text.");
}
