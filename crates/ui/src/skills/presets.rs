//! Presets: rules to load, save, delete, and the battle's own to come back to.

use foretold_content::{FileKind, delete_file, plain_path, read_text, write_atomically};

use super::editor::Editor;
use super::preset_files::{LONGEST, file_of, names, preset_from_text, preset_to_text};
use crate::prelude::*;

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
        editor.refuse("Select a unit of your own that follows rules.");
        return;
    }
    dialogs.open("Presets", PresetsDialog, &style, |frame| {
        frame
            .spawn(Node::row(style.space()).wrap(style.gap()).centred().fixed())
            .with_children(|row| {
                row.spawn(style.plain("Save these rules as", style.ink()));
                let name = field("The preset's name", "", 1, LONGEST, &style);
                row.spawn((NameField, name, observe(save_by_enter)))
                    .entry::<Node>()
                    .and_modify(|mut node| {
                        node.flex_grow = 1.0;
                        node.min_width = px(140);
                    });
                let mut save = row.spawn((button("Save", &style), observe(save_by_button)));
                save.caption_icon(Icon::Save, &style);
                save.caption("Save", &style);
            });
        frame
            .spawn(Node::default().height(px(320)).min_height(px(60)))
            .with_children(|place| {
                scroll_area(place, &style, PresetList);
            });
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
    let sets: Vec<String> = editor
        .unit()
        .zip(editor.battle())
        .zip(content.content())
        .map_or_else(Vec::new, |((unit, battle), content)| {
            let ids = content.ids(FileKind::Gambits).into_iter();
            ids.filter(|id| content.rules_of_set(battle.encounter(), unit, id).is_some())
                .map(str::to_owned)
                .collect()
        });
    for list in &list {
        let mut list = commands.entity(list);
        list.despawn_children().with_children(|list| {
            row(list, "As the battle began", Source::Own, &style);
            for name in names(&folder) {
                row(list, &name, Source::Saved(name.clone()), &style);
            }
            list.spawn(style.remark("From the game's files, for the skills of this unit:"));
            for set in &sets {
                row(
                    list,
                    &set.replace('_', " "),
                    Source::Set(set.clone()),
                    &style,
                );
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

fn row(list: &mut ChildSpawnerCommands<'_>, name: &str, source: Source, style: &UiStyle) {
    list.spawn(Node::row(style.space()).centred().fixed())
        .with_children(|row| {
            let load = source.clone();
            let mut button_ = row.spawn((
                button(format!("Load {name}"), style),
                observe(move |_: On<Activate>, mut commands: Commands| {
                    commands.run_system_cached_with(load_from, load.clone());
                }),
            ));
            button_.caption("Load", style);
            row.spawn((style.plain(name, style.ink()), Node::default().grow()));
            if let Source::Saved(saved) = source {
                let ask = saved.clone();
                let mut delete = row.spawn((
                    button(format!("Delete {saved}"), style),
                    observe(move |press: On<Activate>, mut commands: Commands| {
                        let really = (press.entity, ask.clone());
                        commands.run_system_cached_with(ask_to_delete, really);
                    }),
                ));
                delete.caption_icon(Icon::Trash2, style);
            }
        });
}

fn load_from(
    In(source): In<Source>,
    content: Res<GameContent>,
    folder: Res<DataFolder>,
    mut dialogs: Dialogs,
    mut editor: Editor,
) {
    let rules = match &source {
        Source::Own => editor
            .own_rules()
            .ok_or_else(|| "Select a unit of your own first.".to_owned()),
        Source::Set(set) => editor
            .unit()
            .zip(editor.battle())
            .zip(content.content())
            .and_then(|((unit, battle), content)| {
                content.rules_of_set(battle.encounter(), unit, set)
            })
            .ok_or_else(|| "The file has changed: open the presets again.".to_owned()),
        Source::Saved(name) => read_preset(&folder, name, &editor, &content),
    };
    match rules {
        Ok(rules) => {
            editor.set(rules);
            dialogs.close();
        }
        Err(why) => editor.refuse(&quoted(&why)),
    }
}

fn read_preset(
    folder: &DataFolder,
    name: &str,
    editor: &Editor,
    content: &GameContent,
) -> Result<Vec<foretold_battle::Rule>, String> {
    let file = file_of(folder, name)?;
    let told = |why: String| format!("{}: {why}", plain_path(&file));
    let text = read_text(&file).map_err(told)?;
    let text = preset_from_text(&text).map_err(told)?;
    let found = editor.unit().zip(editor.battle()).zip(content.content());
    let Some(((unit, battle), content)) = found else {
        return Err("Select a unit of your own first.".to_owned());
    };
    let rules = content.rules_from_text(battle.encounter(), unit, text);
    rules.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("{name} does not suit this unit.\n{}", lines.join("\n"))
    })
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
    let text = editor
        .battle()
        .filter(|_| editor.unit().is_some())
        .map(|battle| battle.encounter().rules_to_text(&editor.rules()));
    let written = file_of(&folder, name).and_then(|file| {
        let text = text.ok_or("Select a unit of your own that follows rules.")?;
        if file.exists() {
            return Err(format!(
                "There is a preset {name} already: delete it first, or choose another name."
            ));
        }
        write_atomically(&file, preset_to_text(&text)).map_err(|error| error.to_string())
    });
    match written {
        Ok(()) => {
            editor.tell(format!("Saved as {name}."));
            commands.run_system_cached(fill);
        }
        Err(why) => editor.refuse(&why),
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
        row.spawn((
            style.plain(format!("Delete {name} for good?"), style.ink()),
            Node::default().grow(),
        ));
        let gone = name.clone();
        let mut yes = row.spawn((
            button(format!("Really delete {name}"), &style),
            observe(move |_: On<Activate>, mut commands: Commands| {
                commands.run_system_cached_with(delete, gone.clone());
            }),
        ));
        yes.caption("Delete", &style);
        let mut no = row.spawn((
            button(keep.clone(), &style),
            observe(|_: On<Activate>, mut commands: Commands| {
                commands.run_system_cached(fill);
            }),
        ));
        no.caption("Keep", &style);
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
        Ok(()) => editor.tell(format!("Deleted {name}.")),
        Err(why) => editor.refuse(&why),
    }
    commands.run_system_cached(fill);
    focus.find_again("Load As the battle began");
}
