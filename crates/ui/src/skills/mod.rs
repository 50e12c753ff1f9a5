//! The skills panel: the selected unit, and its skills, or its rules as sentences whose words can be
//! changed.

mod advice;
mod choices;
mod company_desk;
mod editor;
mod locks;
mod preset_files;
mod presets;
mod rule_card;
mod rule_words;
mod skill_bar;
mod tabs;
mod text_dialog;
mod trial_result;

use foretold_battle::{Brain, Life, Rule, sentence, status_in_words};
use foretold_sim::{Advice, Forethought, Options};
use foretold_view::OrderMode;
use foretold_view::hover_card::{CardLine, LineStyle};
use foretold_view::reach::reach_lines;

use crate::layout::title_line;
use crate::new_battle::NewBattle;
use crate::omens::{PastPrice, omens_in_words};
use crate::prelude::*;
use crate::widgets::text_width;
pub(crate) use company_desk::CompanyDesk;
pub(crate) use editor::Editor;
use editor::slots_taken;
use locks::RuleLocks;
use rule_words::RuleInPanel;
use skill_bar::SkillBar;
use tabs::{UnitTab, UnitTabs};

pub(crate) use advice::AdviceRow;

pub(super) fn plugin(app: &mut App) {
    let shown_changed = any_changed!(Forethought, Selection, UnitTabs, KeysInForce, Look, Screen);
    app.add_plugins((
        advice::plugin,
        company_desk::plugin,
        editor::plugin,
        presets::plugin,
        rule_card::plugin,
        tabs::plugin,
        text_dialog::plugin,
        trial_result::plugin,
    ))
    .add_systems(
        Update,
        (
            build_panel.run_if(any_changed!(Look, Screen)),
            tabs::check.run_if(shown_changed.clone()),
            write_header.run_if(shown_changed.clone()),
            fill_list.run_if(shown_changed.or_else(any_changed!(Options, OrderMode))),
            advice::fill.run_if(any_changed!(
                Advice,
                Selection,
                UnitTabs,
                KeysInForce,
                Look,
                Screen
            )),
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
/// The skills or the rules.
#[derive(Component)]
struct List;
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
const LOW: f32 = 400.0;
/// What the list keeps of the panel's height, whatever the coach has to say, in pixels at 100%.
const LEAST: f32 = 60.0;
/// The rows that a line about who is in whose reach takes at most.
const REACH_ROWS: f32 = 3.0;

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
        let tools = (Tools, Node::row(px(2)).wrap(style.gap()).fixed());
        if low {
            scroll_area(panel, style, Whole).with_children(|area| {
                area.spawn((Header, column()));
                tabs::spawn(area, style);
                area.spawn(tools);
                area.spawn((trial_result::TrialResult, column()));
                area.spawn((advice::AdviceList, column()));
                area.spawn((Hint, style.remark("")));
                area.spawn((List, column()));
            });
        } else {
            panel.spawn((Header, column()));
            tabs::spawn(panel, style);
            panel
                .spawn(Node::column(px(0)).share(1.0).min_height(px(LEAST)))
                .with_children(|list| {
                    scroll_area(list, style, List);
                });
            // The buttons stay at the bottom, whatever there is to say.
            panel.spawn((trial_result::TrialResult, column()));
            panel.spawn(advice::scrolling());
            panel.spawn((Hint, style.remark("")));
            panel.spawn(tools);
        }
    });
}

/// What the panel shows besides the list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct HeaderText {
    name: String,
    side: Option<Faction>,
    state: String,
    /// Whom it can hit, and who can hit it, where it stands.
    reach: Vec<CardLine>,
    /// What decides for it.
    heading: String,
}

impl HeaderText {
    fn of(battle: &Battle, id: UnitId, fits: impl Fn(&str) -> bool) -> Option<HeaderText> {
        let (unit, sheet) = (battle.unit(id)?, battle.arena().get_sheet(id)?);
        let statuses = unit.statuses.iter().map(|status| {
            let turns = unit.statuses.turns(status).unwrap_or_default();
            status_in_words(status, unit.statuses.amount(status), turns)
        });
        let state = match unit.life {
            Life::Fallen => "fallen".to_owned(),
            _ => std::iter::once(format!("{}/{} HP on {}", unit.hp, sheet.max_hp, unit.cell))
                .chain((unit.block > 0).then(|| format!("{} block now", unit.block)))
                .chain(statuses)
                .collect::<Vec<_>>()
                .join(", "),
        };
        let heading = match &sheet.brain {
            _ if unit.order.is_some() => "Follows your order first. Without it:",
            Brain::Gambit(_) => "Follows the first rule that applies:",
            Brain::Manual(_) => "You command it. Without you it follows:",
            Brain::Heuristic => "Fights the nearest enemy with its best attack.",
            Brain::Cards(_) => "Draws one of these, and shows it before it acts:",
        };
        let friendly = sheet.faction == Faction::Friendly;
        Some(HeaderText {
            name: sheet.name.clone(),
            side: Some(sheet.faction),
            state,
            reach: if friendly {
                reach_lines(battle, id, fits)
            } else {
                Vec::new()
            },
            heading: heading.to_owned(),
        })
    }

    fn of_nobody(keys: &KeysInForce) -> HeaderText {
        let next = key_for(keys, Act::NextUnit);
        let next = next.map(|key| format!(", or press {key} for the next one"));
        HeaderText {
            name: "Nobody is selected".to_owned(),
            heading: format!("Click a unit{}.", next.unwrap_or_default()),
            ..default()
        }
    }
}

fn write_header(
    mut commands: Commands,
    editor: Editor,
    (keys, tabs, screen): (Res<KeysInForce>, Res<UnitTabs>, Res<Screen>),
    header: Single<(Entity, Ref<Header>)>,
    style: UiStyle,
    mut shown: Local<HeaderText>,
) {
    let selected = editor.selected().zip(editor.battle());
    // Rows end at words.
    let room = Panel::Skills.room(&screen) * REACH_ROWS * 0.9;
    let small = style.sizes().small;
    let has_room = |text: &str| text_width(text, Face::Regular, small) <= room;
    let mut text = selected
        .and_then(|(id, battle)| HeaderText::of(battle.battle(), id, has_room))
        .unwrap_or_else(|| HeaderText::of_nobody(&keys));
    if selected.is_some() && tabs.tab(&editor) == UnitTab::Skills {
        text.heading.clear();
    }
    for line in &mut text.reach {
        line.text = fits(&line.text, Face::Regular, small, room);
    }
    let (entity, header) = header.into_inner();
    if *shown == text && !header.is_added() {
        return;
    }
    let mut header = commands.entity(entity);
    header.despawn_children().with_children(|lines| {
        let side = text.side.map(|side| style.look.side_text(side));
        lines
            .spawn(
                Node::row(style.space())
                    .wrap(px(0))
                    .align(AlignItems::Baseline),
            )
            .with_children(|first| {
                let title = match text.side {
                    Some(_) => format!("{}'s mind", text.name),
                    None => text.name.clone(),
                };
                first.spawn(style.heading(title, side.unwrap_or(style.ink())));
                if !text.state.is_empty() {
                    first.spawn(style.plain(&text.state, style.ink()));
                }
            });
        lines.spawn(title_line(&style));
        for line in &text.reach {
            // A name may be cut off in its middle, and is broken there.
            let layout = TextLayout {
                linebreak: LineBreak::WordOrCharacter,
                ..default()
            };
            let (lead, rest) = line.text.split_once(':').unwrap_or(("", &line.text));
            let ink = match line.style {
                LineStyle::Of(side) | LineStyle::HeadingOf(side) => style.look.side_text(side),
                LineStyle::Heading | LineStyle::Plain => style.ink(),
            };
            let font = |face| style.font(face, style.sizes().small);
            lines
                .spawn((style.small("", style.muted()), layout))
                .with_children(|spans| {
                    let colon = if lead.is_empty() { "" } else { ":" };
                    let lead = format!("{lead}{colon}");
                    let lead = style.span(lead, Face::Regular, ink);
                    spans.spawn(lead).insert(font(Face::Regular));
                    let rest = style.span(rest, Face::Regular, style.muted());
                    spans.spawn(rest).insert(font(Face::Regular));
                });
        }
        if !text.heading.is_empty() {
            lines.spawn(style.remark(&text.heading));
        }
    });
    *shown = text;
}

/// A change of the past cuts off what came after it, and in a run it has its price: the panel says so
/// before.
fn warn(editor: Editor, mut hint: Single<&mut Text, With<Hint>>) {
    let price = editor.unit().and_then(|_| editor.price());
    let past = editor.battle().is_some_and(|battle| !battle.is_live());
    let warning = match price {
        Some(PastPrice::Free) if past => {
            "You look back: a change begins another branch from here.".to_owned()
        }
        None | Some(PastPrice::Free) => String::new(),
        Some(PastPrice::Omen(omens)) => {
            let omens = omens_in_words(omens);
            format!("You look back: a change here costs an omen, and you have {omens}.")
        }
        Some(PastPrice::Closed(why)) => why.to_owned(),
    };
    hint.set_if_neq(Text::new(warning));
}

/// What the list is built from: if it is the same, so is the list.
#[derive(Clone, PartialEq, Debug)]
enum Listed {
    Nobody,
    Skills(UnitId, SkillBar),
    Rules {
        unit: UnitId,
        rules: Vec<Rule>,
        editable: bool,
    },
}

fn fill_list(
    mut commands: Commands,
    (editor, mut another): (Editor, NewBattle),
    area: Single<(Entity, Ref<List>)>,
    (tabs, options): (Res<UnitTabs>, Res<Options>),
    (mode, keys): (Res<OrderMode>, Res<KeysInForce>),
    style: UiStyle,
    mut shown: Local<Option<Listed>>,
) {
    let selected = editor.selected().zip(editor.battle());
    let known =
        selected.and_then(|(id, battle)| Some((id, battle.battle(), battle.battle().unit(id)?)));
    let now = match known {
        None => Listed::Nobody,
        Some((id, battle, _)) if tabs.tab(&editor) == UnitTab::Skills => {
            Listed::Skills(id, SkillBar::of(battle, id, &options, *mode, &keys))
        }
        Some((unit, _, state)) => Listed::Rules {
            unit,
            rules: state.rules.to_vec(),
            editable: editor.unit().is_some(),
        },
    };
    let (entity, area) = area.into_inner();
    let another = another.read();
    if shown.as_ref() == Some(&now) && !area.is_added() && !another {
        return;
    }
    let mut area = commands.entity(entity);
    area.despawn_children();
    let now = &*shown.insert(now);
    let Some((_, battle, _)) = known else {
        return;
    };
    area.with_children(|area| match now {
        Listed::Nobody => {}
        Listed::Skills(_, bar) => skill_bar::spawn(area, bar, battle.arena(), &style),
        Listed::Rules {
            unit,
            rules,
            editable,
        } => {
            let locks = editable.then(|| editor.locks());
            spawn_rules(area, (battle.arena(), *unit), rules, locks, &style);
        }
    });
}

fn spawn_rules(
    area: &mut ChildSpawnerCommands<'_>,
    (arena, unit): (&Arena, UnitId),
    rules: &[Rule],
    // None if they cannot be changed.
    locks: Option<RuleLocks>,
    style: &UiStyle,
) {
    let sheet = arena.sheet(unit);
    for (place, rule) in rules.iter().enumerate() {
        if let Some(locks) = locks {
            let rule = RuleInPanel {
                arena,
                sheet,
                rule,
                place,
                count: rules.len(),
                locks,
                judged: true,
            };
            rule_card::spawn(area, rule, style);
        } else {
            rule_card::spawn_read_only(area, place, &sentence(arena, rule), style);
        }
    }
    // What a card brain draws from.
    let moves = sheet.brain.moves();
    let total: u32 = moves.iter().map(|card| u32::from(card.weight)).sum();
    for card in moves {
        let name = &arena.skill(card.skill).name;
        let text = format!("{name}: {} in {total}", card.weight);
        area.spawn(style.plain(text, style.ink()));
    }
    if locks.is_some() {
        spawn_adder(area, rules.len(), sheet.rule_slots.into(), style);
    }
}

/// Spawns the rules of somebody between battles, and the button that adds one.
pub(crate) fn spawn_taught_rules(
    area: &mut ChildSpawnerCommands<'_>,
    editor: &Editor,
    style: &UiStyle,
) {
    let Some(pupil) = editor.editable() else {
        return;
    };
    let rules = editor.rules();
    for (place, rule) in rules.iter().enumerate() {
        let shown = RuleInPanel {
            arena: pupil.arena,
            sheet: pupil.sheet,
            rule,
            place,
            count: rules.len(),
            locks: editor.locks(),
            judged: false,
        };
        rule_card::spawn(area, shown, style);
        if !pupil.sheet.skills.contains(&rule.skill) {
            let name = &pupil.arena.skill(rule.skill).name;
            let text = format!("It does not know {name} now: this rule is passed over.");
            area.spawn(style.remark(text));
        }
    }
    spawn_adder(area, rules.len(), editor.slots(), style);
}

/// The button below the last rule.
fn spawn_adder(area: &mut ChildSpawnerCommands<'_>, rules: usize, slots: usize, style: &UiStyle) {
    let (icon, caption) = if rules < slots {
        (Icon::Plus, format!("Add a rule, {rules} of {slots}"))
    } else {
        let caption = format!("All {slots} rule slots are taken");
        (Icon::Lock, caption)
    };
    area.spawn(act_button(Act::AddRule, style))
        .caption_icon(icon, style)
        .caption(caption, style)
        .change_node(|mut node| node.flex_shrink = 0.0)
        .switch_off_if((rules >= slots).then(|| slots_taken(slots)));
}

/// The buttons for all the rules: they change with what can be done.
fn fill_tools(
    mut commands: Commands,
    editor: Editor,
    tabs: Res<UnitTabs>,
    tools: Single<(Entity, Ref<Tools>)>,
    style: UiStyle,
    mut shown: Local<Option<[bool; 3]>>,
) {
    let editable = editor.unit().is_some() && tabs.tab(&editor) == UnitTab::Rules;
    let session = editor.session();
    let can_undo = session.is_some_and(|it| it.undoable_rules().is_some());
    let can_redo = session.is_some_and(|it| it.redoable_rules().is_some());
    let now = Some([editable, can_undo, can_redo]);
    let (entity, row) = tools.into_inner();
    if *shown == now && !row.is_added() {
        return;
    }
    *shown = now;
    let mut row = commands.entity(entity);
    row.despawn_children();
    if !editable {
        return;
    }
    row.with_children(|row| {
        row.spawn(act_button(Act::TryRules, &style))
            .caption("Try it", &style);
        advice::spawn_button(row, &style);
        // Its key asks where the focus is. The button means rules, whatever was ordered since.
        let undo = |_: On<Activate>, mut editor: Editor| editor.undo();
        let label = "Take the last change of rules back.";
        icon_button(row, label, Icon::Undo2, &style, undo)
            .insert(Tooltip(label.to_owned()))
            .switch_off_if((!can_undo).then_some("There is nothing to take back."));
        let no_redo = (!can_redo).then_some("There is nothing to make again.");
        for (act, icon, off) in [
            (Act::Redo, Icon::Redo2, no_redo),
            (Act::Presets, Icon::Library, None),
            (Act::EditText, Icon::FileText, None),
            (Act::CopyRules, Icon::Copy, None),
            (Act::PasteRules, Icon::ClipboardPaste, None),
        ] {
            row.spawn(act_button(act, &style))
                .caption_icon(icon, &style)
                .switch_off_if(off);
        }
    });
}
