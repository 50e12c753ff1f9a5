//! Presets: rules to load, save, delete, and the battle's own to come back to.

use foretold_battle::{Rule, sentence};
use foretold_content::{FileKind, delete_file, plain_path, read_text, write_atomically};

use super::editor::{Editor, SELECT_FIRST};
use super::preset_files::{LONGEST, file_of, names, preset_from_text, preset_to_text};
use super::text_dialog::{rules_from_text, rules_to_text};
use crate::prelude::*;

/// How many rules of a preset the list shows if it has more than one more; the tooltip has them all.
const SHOWN: usize = 2;

/// The field with the name of a new preset.
#[derive(Component)]
struct NameField;
/// The dialog as a whole.
#[derive(Component)]
struct PresetsDialog;
/// The presets in it.
#[derive(Component)]
struct PresetList;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        open.run_if(asked_for(Act::Presets)).in_set(ActSystems),
    );
}

fn open(mut dialogs: Dialogs, mut editor: Editor, style: UiStyle) {
    if editor.unit().is_none() {
        editor.refuse(SELECT_FIRST);
        return;
    }
    dialogs.open("Presets", PresetsDialog, &style, |frame| {
        frame
            .spawn(Node::row(style.space()).wrap(style.gap()).centred().fixed())
            .with_children(|row| {
                row.spawn(style.plain("Save these rules as", style.ink()));
                let name = field("The preset's name", "", 1, LONGEST, &style);
                row.spawn((NameField, name, observe(save_by_enter)))
                    .change_node(|mut node| {
                        node.flex_grow = 1.0;
                        node.min_width = px(140);
                    });
                icon_button(row, "Save", Icon::Save, &style, save_by_button)
                    .caption("Save", &style);
            });
        scroll_box(frame, 420.0, &style, PresetList);
    });
    dialogs.commands.run_system_cached(fill);
}

/// Lists what there is to load.
fn fill(
    mut commands: Commands,
    editor: Editor,
    content: Res<GameContent>,
    folder: Res<DataFolder>,
    list: Query<Entity, With<PresetList>>,
    style: UiStyle,
) {
    let mut sets = Vec::new();
    if let (Some(pupil), Some(content)) = (editor.editable(), content.content()) {
        let fits = |set: &str| content.rules_of_set(pupil.encounter, pupil.unit, set);
        sets = content.ids(FileKind::Gambits);
        sets.retain(|id| fits(id).is_some());
    }
    for list in &list {
        let mut list = commands.entity(list);
        list.despawn_children().with_children(|list| {
            let spawn = |list: &mut ChildSpawnerCommands<'_>, name: &str, source: Source| {
                let lines = lines_of(&source, &folder, &editor, &content);
                row(list, name, source, &lines, &style);
            };
            spawn(list, "As the battle began", Source::Own);
            for name in names(&folder) {
                spawn(list, &name, Source::Saved(name.clone()));
            }
            list.spawn(style.remark("From the game's files, for the skills of this unit:"));
            for &set in &sets {
                spawn(list, &set.replace('_', " "), Source::Set(set.to_owned()));
            }
        });
    }
}

/// Where the rules of a preset come from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// The battle's own.
    Own,
    /// The player's.
    Saved(String),
    /// A file of `gambits/`.
    Set(String),
}

/// A preset in the list: its name, and how its rules begin.
fn row(
    list: &mut ChildSpawnerCommands<'_>,
    name: &str,
    source: Source,
    lines: &[String],
    style: &UiStyle,
) {
    list.spawn(Node::row(style.space()).centred().fixed())
        .with_children(|row| {
            let saved = match &source {
                Source::Saved(name) => Some(name.clone()),
                Source::Own | Source::Set(_) => None,
            };
            let load = move |_: On<Activate>, mut commands: Commands| {
                commands.run_system_cached_with(load_from, source.clone());
            };
            row.spawn((button(format!("Load {name}"), style), observe(load)))
                .insert(Tooltip(lines.join("\n")))
                .caption("Load", style);
            row.spawn(Node::column(px(0)).share(1.0).min_width(px(0)))
                .with_children(|words| {
                    words.spawn(style.bold(name, style.ink()));
                    let more = lines.len().saturating_sub(SHOWN);
                    let shown = if more > 1 { SHOWN } else { lines.len() };
                    for line in &lines[..shown] {
                        words.spawn(style.remark(line));
                    }
                    if more > 1 {
                        words.spawn(style.remark(format!("and {more} more")));
                    }
                });
            if let Some(name) = saved {
                let label = format!("Delete {name}");
                let ask = move |press: On<Activate>, mut commands: Commands| {
                    let preset = (press.entity, name.clone());
                    commands.run_system_cached_with(ask_to_delete, preset);
                };
                icon_button(row, label, Icon::Trash2, style, ask);
            }
        });
}

/// The rules of a preset as numbered sentences, or why it cannot be used.
fn lines_of(
    source: &Source,
    folder: &DataFolder,
    editor: &Editor,
    content: &GameContent,
) -> Vec<String> {
    let rules = rules_from(source, folder, editor, content);
    match (rules, editor.editable()) {
        (Ok(rules), Some(pupil)) => {
            let arena = pupil.arena;
            let rules = (1..).zip(&rules);
            rules
                .map(|(number, rule)| format!("{number}. {}", sentence(arena, rule)))
                .collect()
        }
        (Err(why), _) => quoted(&why).lines().map(str::to_owned).collect(),
        (Ok(_), None) => Vec::new(),
    }
}

fn load_from(
    In(source): In<Source>,
    content: Res<GameContent>,
    folder: Res<DataFolder>,
    mut dialogs: Dialogs,
    mut editor: Editor,
) {
    match rules_from(&source, &folder, &editor, &content) {
        Ok(rules) => {
            editor.set(rules);
            dialogs.close();
        }
        Err(why) => editor.refuse(quoted(&why)),
    }
}

fn rules_from(
    source: &Source,
    folder: &DataFolder,
    editor: &Editor,
    content: &GameContent,
) -> Result<Vec<Rule>, String> {
    let pupil = editor.editable().ok_or(SELECT_FIRST)?;
    match source {
        Source::Own => Ok(pupil.sheet.brain.rules().to_vec()),
        Source::Set(set) => content
            .content()
            .and_then(|content| content.rules_of_set(pupil.encounter, pupil.unit, set))
            .ok_or_else(|| "The file has changed: open the presets again.".to_owned()),
        Source::Saved(name) => {
            let file = file_of(folder, name)?;
            let in_file = |why: String| format!("{}: {why}", plain_path(&file));
            let text = read_text(&file).map_err(in_file)?;
            let text = preset_from_text(&text).map_err(in_file)?;
            rules_from_text(editor, content, text)
                .map_err(|why| format!("{name} does not suit this unit.\n{why}"))
        }
    }
}

fn save_by_enter(entered: On<Entered>, mut commands: Commands) {
    commands.run_system_cached_with(save, entered.text.clone());
}

fn save_by_button(
    _: On<Activate>,
    field: Single<&EditableText, With<NameField>>,
    mut commands: Commands,
) {
    commands.run_system_cached_with(save, field_text(&field));
}

fn save(In(name): In<String>, mut commands: Commands, folder: Res<DataFolder>, mut editor: Editor) {
    let name = name.trim();
    let written = file_of(&folder, name).and_then(|file| {
        let text = rules_to_text(&editor).ok_or(SELECT_FIRST)?;
        if file.exists() {
            return Err(format!(
                "There is a preset {name} already: delete it first, or choose another name."
            ));
        }
        write_atomically(&file, preset_to_text(&text)).map_err(|error| error.to_string())
    });
    match written {
        Ok(()) => {
            editor.report(format!("Saved as {name}."));
            commands.run_system_cached(fill);
        }
        Err(why) => editor.refuse(why),
    }
}

/// Asks once more before a preset is gone.
fn ask_to_delete(
    In((asker, name)): In<(Entity, String)>,
    mut commands: Commands,
    parents: Query<&ChildOf>,
    mut focus: Focus,
    style: UiStyle,
) {
    let Ok(row) = parents.get(asker).map(ChildOf::parent) else {
        return;
    };
    let keep = format!("Keep {name}");
    let mut row = commands.entity(row);
    row.despawn_children().with_children(|row| {
        let question = format!("Delete {name} for good?");
        row.spawn((style.plain(question, style.ink()), Node::default().grow()));
        let really = button(format!("Really delete {name}"), &style);
        let yes = move |_: On<Activate>, mut commands: Commands| {
            commands.run_system_cached_with(delete, name.clone());
        };
        row.spawn((really, observe(yes))).caption("Delete", &style);
        let no = |_: On<Activate>, mut commands: Commands| commands.run_system_cached(fill);
        row.spawn((button(&keep, &style), observe(no)))
            .caption("Keep", &style);
    });
    focus.find_again(&keep);
}

fn delete(
    In(name): In<String>,
    mut commands: Commands,
    folder: Res<DataFolder>,
    mut editor: Editor,
    mut focus: Focus,
) {
    let file = file_of(&folder, &name);
    let gone = file.and_then(|file| delete_file(&file).map_err(|error| error.to_string()));
    match gone {
        Ok(()) => editor.report(format!("Deleted {name}.")),
        Err(why) => editor.refuse(why),
    }
    commands.run_system_cached(fill);
    focus.find_again("Load As the battle began");
}
