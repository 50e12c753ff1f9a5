//! The two tabs of the panel: skills and rules.

use foretold_battle::Brain;

use super::editor::Editor;
use crate::prelude::*;

/// What the panel shows of a unit.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UnitTab {
    Skills,
    Rules,
}

/// The tabs in order, with their names and what they show.
const TABS: [(UnitTab, &str, &str); 2] = [
    (
        UnitTab::Skills,
        "Skills",
        "What it can do, what that costs, and why it cannot now.",
    ),
    (UnitTab::Rules, "Rules", "What it does by itself, and when."),
];

/// What asks for the rules: they are shown then.
const RULE_ACTS: [Act; 7] = [
    Act::AddRule,
    Act::Redo,
    Act::TryRules,
    Act::Coach,
    Act::PasteRules,
    Act::EditText,
    Act::Presets,
];

/// The tab for units that the player commands by hand, and the one for all others. A choice lasts as
/// long as the battle.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UnitTabs {
    by_hand: UnitTab,
    others: UnitTab,
}

impl Default for UnitTabs {
    fn default() -> Self {
        UnitTabs {
            by_hand: UnitTab::Skills,
            others: UnitTab::Rules,
        }
    }
}

impl UnitTabs {
    /// The tab for the selected unit.
    pub(super) fn tab(self, editor: &Editor) -> UnitTab {
        if is_by_hand(editor) {
            self.by_hand
        } else {
            self.others
        }
    }

    /// The same tabs with another one for the selected unit.
    fn with(self, editor: &Editor, tab: UnitTab) -> UnitTabs {
        if is_by_hand(editor) {
            UnitTabs {
                by_hand: tab,
                ..self
            }
        } else {
            UnitTabs {
                others: tab,
                ..self
            }
        }
    }
}

/// Whether the battle waits for the selected unit in its turns.
fn is_by_hand(editor: &Editor) -> bool {
    let selected = editor.selected().zip(editor.battle());
    selected.is_some_and(|(unit, battle)| {
        let sheet = battle.battle().arena().get_sheet(unit);
        let manual = sheet.is_some_and(|sheet| matches!(sheet.brain, Brain::Manual(_)));
        manual && battle.battle().has_player()
    })
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UnitTabs>()
        .add_systems(Update, change_by_key.in_set(ActSystems))
        .add_systems(
            Update,
            (|mut tabs: ResMut<UnitTabs>| *tabs = UnitTabs::default())
                .run_if(on_message::<BattleStarted>)
                .after(SimSystems::Refresh)
                .before(ViewSystems::Paint),
        );
}

fn change_by_key(acts: Res<Acts>, editor: Editor, mut tabs: ResMut<UnitTabs>) {
    let now = tabs.tab(&editor);
    let wanted = if RULE_ACTS.into_iter().any(|act| acts.contains(act)) {
        UnitTab::Rules
    } else if !acts.contains(Act::SkillsOrRules) {
        now
    } else if now == UnitTab::Skills {
        UnitTab::Rules
    } else {
        UnitTab::Skills
    };
    let wanted = tabs.with(&editor, wanted);
    tabs.set_if_neq(wanted);
}

/// Spawns the buttons of the tabs.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    parent
        .spawn(Node::row(style.gap()).fixed())
        .with_children(|row| {
            for (tab, name, _) in TABS {
                let show = move |_: On<Activate>, editor: Editor, mut tabs: ResMut<UnitTabs>| {
                    let wanted = tabs.with(&editor, tab);
                    tabs.set_if_neq(wanted);
                };
                text_button(row, name, style, show).insert(tab);
            }
        });
}

/// Marks the tab in force, and names the key.
pub(super) fn check(
    mut commands: Commands,
    editor: Editor,
    (tabs, keys): (Res<UnitTabs>, Res<KeysInForce>),
    buttons: Query<(Entity, &UnitTab)>,
) {
    let now = tabs.tab(&editor);
    let key = key_for(&keys, Act::SkillsOrRules);
    for (entity, tab) in &buttons {
        let about = TABS.iter().find(|(other, ..)| other == tab);
        let about = about.map_or("", |(.., about)| about);
        let tip = match &key {
            Some(key) => format!("{about} Key: {key}"),
            None => about.to_owned(),
        };
        commands
            .entity(entity)
            .check(*tab == now)
            .insert(Tooltip(tip));
    }
}
