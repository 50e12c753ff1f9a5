//! The skills panel: the selected unit's rules as sentences whose words can be changed.

mod choices;
mod editor;
mod preset_files;
mod presets;
mod rule_card;
mod rule_words;
mod text;
mod trial_result;

use foretold_battle::{Brain, Life, Rule, sentence};

use crate::new_battle::NewBattle;
use crate::prelude::*;
use editor::Editor;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        editor::plugin,
        presets::plugin,
        rule_card::plugin,
        text::plugin,
        trial_result::plugin,
    ))
    .add_systems(
        Update,
        (
            build_panel.run_if(resource_changed::<Look>.or_else(resource_changed::<Screen>)),
            write_header,
            fill_rules,
            fill_tools,
            warn,
        )
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// Who is selected, and how they are.
#[derive(Component)]
struct Header;
/// The rules.
#[derive(Component)]
struct Rules;
/// What a change does when somebody looks back.
#[derive(Component)]
struct Hint;
/// The buttons for the whole list.
#[derive(Component)]
struct Tools;

/// All of the panel, where it scrolls as a whole.
#[derive(Component)]
struct Whole;

/// A panel that is lower than this, in pixels at 100%, scrolls as a whole.
const LOW: f32 = 300.0;

/// The parts of the panel that stay: the rest is written into them.
fn build_panel(
    mut panels: PanelBuilder,
    screen: Res<Screen>,
    look: Res<Look>,
    mut was_low: Local<Option<bool>>,
) {
    let low = screen.panels().skills.height() / screen.ui_scale < LOW;
    if *was_low == Some(low) && !look.is_changed() {
        return;
    }
    *was_low = Some(low);
    let column = || Node::column(px(2)).fixed();
    panels.set(Panel::Skills, |panel, style| {
        let tools = (Tools, Node::row(style.gap()).wrap(style.gap()).fixed());
        if low {
            scroll_area(panel, style, Whole).with_children(|area| {
                area.spawn((Header, column()));
                area.spawn(tools);
                area.spawn((trial_result::TrialResult, column()));
                area.spawn((Hint, style.remark("")));
                area.spawn((Rules, column()));
            });
        } else {
            panel.spawn((Header, column()));
            scroll_area(panel, style, Rules);
            // The buttons stay at the bottom, whatever there is to say.
            panel.spawn((trial_result::TrialResult, column()));
            panel.spawn((Hint, style.remark("")));
            panel.spawn(tools);
        }
    });
}

/// What the panel shows besides the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct HeaderPage {
    name: String,
    side: Option<Faction>,
    state: String,
    heading: String,
}

fn header_page(battle: Option<&Shown>, selected: Option<UnitId>, keys: &KeysInForce) -> HeaderPage {
    let found = battle.zip(selected).and_then(|(battle, id)| {
        let now = battle.battle();
        Some((now.unit(id)?, now.arena().setup().units.get(id.slot())?))
    });
    let Some((unit, sheet)) = found else {
        return HeaderPage {
            name: "Nobody is selected".to_owned(),
            heading: match key_for(keys, Act::NextUnit) {
                Some(key) => format!("Click a unit, or press {key} for the next one."),
                None => "Click a unit.".to_owned(),
            },
            ..HeaderPage::default()
        };
    };
    let state = if unit.life == Life::Fallen {
        "fallen".to_owned()
    } else {
        format!("{}/{} HP on {}", unit.hp, sheet.max_hp, unit.cell)
    };
    let heading = match &sheet.brain {
        _ if unit.order.is_some() => "Follows your order first. Without it:",
        Brain::Gambit(_) => "Follows the first rule that applies:",
        Brain::Manual(_) => "You command it. Without you it follows:",
        Brain::Heuristic => "Fights the nearest enemy with its best attack.",
        Brain::Cards(_) => "Draws one of these, and shows it before it acts:",
    }
    .to_owned();
    HeaderPage {
        name: sheet.name.clone(),
        side: Some(sheet.faction),
        state,
        heading,
    }
}

fn write_header(
    mut commands: Commands,
    battle: Option<Res<Shown>>,
    selection: Res<Selection>,
    keys: Res<KeysInForce>,
    header: Single<(Entity, Ref<Header>)>,
    style: UiStyle,
    mut shown: Local<HeaderPage>,
) {
    let page = header_page(battle.as_deref(), selection.0, &keys);
    let (entity, header) = header.into_inner();
    if *shown == page && !header.is_added() {
        return;
    }
    commands
        .entity(entity)
        .despawn_children()
        .with_children(|lines| {
            let side = page
                .side
                .map_or_else(|| style.ink(), |side| style.look.side_text(side));
            lines.spawn(style.heading(&page.name, side));
            if !page.state.is_empty() {
                lines.spawn(style.plain(&page.state, style.ink()));
            }
            lines.spawn(style.plain(&page.heading, style.muted()));
        });
    *shown = page;
}

/// A change of the past cuts off what came after it: that is told before it is made.
fn warn(editor: Editor, mut hint: Single<&mut Text, With<Hint>>) {
    let back = editor.battle().is_some_and(|battle| !battle.is_live());
    let told = if back && editor.unit().is_some() {
        "You look back: a change begins another line from here."
    } else {
        ""
    };
    hint.set_if_neq(Text::new(told));
}

/// What the list of rules is built from: if it is the same, so is the list.
#[derive(Clone, PartialEq, Debug)]
struct RulesPage {
    unit: Option<UnitId>,
    rules: Vec<Rule>,
    editable: bool,
}

fn fill_rules(
    mut commands: Commands,
    editor: Editor,
    mut another: NewBattle,
    rules: Single<(Entity, Ref<Rules>)>,
    style: UiStyle,
    mut shown: Local<Option<RulesPage>>,
) {
    let now = editor.battle().map(Shown::battle);
    let unit = editor
        .selected()
        .zip(now)
        .and_then(|(id, now)| now.unit(id));
    let page = RulesPage {
        unit: editor.selected(),
        rules: unit.map_or_else(Vec::new, |unit| unit.rules.to_vec()),
        editable: editor.unit().is_some(),
    };
    let (entity, area) = rules.into_inner();
    let another = another.read();
    if shown.as_ref() == Some(&page) && !area.is_added() && !another {
        return;
    }
    let mut area = commands.entity(entity);
    area.despawn_children();
    if let (Some(now), Some(id)) = (now, editor.selected()) {
        area.with_children(|area| {
            if let Some(sheet) = now.arena().setup().units.get(id.slot()) {
                for (place, rule) in page.rules.iter().enumerate() {
                    if page.editable {
                        rule_card::spawn(area, now.arena(), sheet, &page.rules, place, &style);
                    } else {
                        let text = format!("{}. {}", place + 1, sentence(now.arena(), rule));
                        area.spawn(style.plain(text, style.ink()));
                    }
                }
                for text in moves(now, id) {
                    area.spawn(style.plain(text, style.ink()));
                }
                if page.editable {
                    spawn_adder(area, page.rules.len(), sheet.rule_slots, &style);
                }
            }
        });
    }
    *shown = Some(page);
}

/// The button below the last rule.
fn spawn_adder(area: &mut ChildSpawnerCommands<'_>, rules: usize, slots: u8, style: &UiStyle) {
    let mut adder = area.spawn(act_button(Act::AddRule, style));
    adder.caption_icon(Icon::Plus, style);
    adder.caption(format!("Add a rule, {rules} of {slots}"), style);
    adder
        .entry::<Node>()
        .and_modify(|mut node| node.flex_shrink = 0.0);
    if rules >= usize::from(slots) {
        adder.switch_off(format!("All {slots} slots are taken: delete a rule first."));
    }
}

/// What a card brain draws from.
fn moves(battle: &Battle, id: UnitId) -> Vec<String> {
    let setup = battle.arena().setup();
    let Some(sheet) = setup.units.get(id.slot()) else {
        return Vec::new();
    };
    let moves = sheet.brain.moves();
    let total: u32 = moves.iter().map(|card| u32::from(card.weight)).sum();
    moves
        .iter()
        .filter_map(|card| {
            let skill = setup.skills.get(card.skill.index())?;
            Some(format!("{}: {} in {total}", skill.name, card.weight))
        })
        .collect()
}

/// What the buttons are built from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ToolsPage {
    editable: bool,
    can_undo: bool,
    can_redo: bool,
}

fn fill_tools(
    mut commands: Commands,
    editor: Editor,
    tools: Single<(Entity, Ref<Tools>)>,
    style: UiStyle,
    mut shown: Local<Option<ToolsPage>>,
) {
    let page = ToolsPage {
        editable: editor.unit().is_some(),
        can_undo: editor
            .session()
            .is_some_and(|it| it.undoable_rules().is_some()),
        can_redo: editor
            .session()
            .is_some_and(|it| it.redoable_rules().is_some()),
    };
    let (entity, row) = tools.into_inner();
    if shown.as_ref() == Some(&page) && !row.is_added() {
        return;
    }
    let mut row = commands.entity(entity);
    row.despawn_children();
    if page.editable {
        row.with_children(|row| {
            let off = |able: bool, why: &str| (!able).then(|| why.to_owned());
            spawn_tool(
                row,
                Act::TryRules,
                Icon::FlaskConical,
                "Try it",
                None,
                &style,
            );
            let none = off(page.can_undo, "There is nothing to take back.");
            editor::undo_button(row, none, &style);
            let mut tool = |act: Act, icon: Icon, word: &str, off: Option<String>| {
                spawn_tool(row, act, icon, word, off, &style);
            };
            let none = off(page.can_redo, "There is nothing to make again.");
            tool(Act::Redo, Icon::Redo2, "", none);
            tool(Act::Presets, Icon::Library, "", None);
            tool(Act::EditText, Icon::FileText, "", None);
            tool(Act::CopyRules, Icon::Copy, "", None);
            tool(Act::PasteRules, Icon::ClipboardPaste, "", None);
        });
    }
    *shown = Some(page);
}

/// A button for the whole list, off if there is a reason.
fn spawn_tool(
    row: &mut ChildSpawnerCommands<'_>,
    act: Act,
    icon: Icon,
    word: &str,
    off: Option<String>,
    style: &UiStyle,
) {
    let mut tool = row.spawn(act_button(act, style));
    tool.caption_icon(icon, style);
    if !word.is_empty() {
        tool.caption(word, style);
    }
    if let Some(why) = off {
        tool.switch_off(why);
    }
}
