//! The company: for each companion its sheet, items, skills, deck and rules, which can be changed here.

mod belongings;
mod sheet;

use foretold_run::{Run, RunStage};
use foretold_sim::CurrentRun;
use foretold_view::{FigureImage, FigureTone};

use super::parts::omens;
use super::portrait::hp_bar;
use super::unused::{Unused, spawn_badge};
use super::word_chips;
use super::words::unit_name;
use crate::command::counted;
use crate::pages::invitation::spawn_invitation;
use crate::pages::page_action::{PageAction, leading_action};
use crate::pages::{Page, PageBuilder, PageSystems, must_build, plate};
use crate::prelude::*;
use crate::skills::{CompanyDesk, Editor, spawn_taught_rules};

/// Where three columns have room beside each other, in pixels at 100%.
const WIDE: f32 = 960.0;
/// How large the figure of a companion is on its tab.
const FIGURE: f32 = 40.0;

/// The columns: each scrolls by itself where there is room, all together where there is none.
#[derive(Component)]
struct SheetColumn;
#[derive(Component)]
struct SkillColumn;
#[derive(Component)]
struct RuleColumn;
#[derive(Component)]
struct AllColumns;

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(CurrentRun, CompanyDesk, KeysInForce, Screen);
    app.add_systems(
        Update,
        build
            .run_if(must_build(Page::Company, changed))
            .in_set(PageSystems),
    );
}

fn build(
    mut page: PageBuilder,
    current: Res<CurrentRun>,
    (editor, screen): (Editor, Res<Screen>),
    keys: Res<KeysInForce>,
) {
    let between = |run: &&Run| !matches!(run.stage(), RunStage::Choosing(_) | RunStage::Fighting);
    let Some(run) = current.under_way().filter(between) else {
        let next = match current.under_way() {
            Some(_) => PageAction::GoOn,
            None => PageAction::NewRun,
        };
        page.set(Page::Company, "Company", |frame, style| {
            let text = "Begin a run and choose one, or fight the battle first.";
            let words = ("There is no company to look at now", text);
            spawn_invitation(frame, Icon::Users, words, style, |buttons| {
                leading_action(buttons, next, style);
            });
        });
        return;
    };
    let chosen = editor.companion();
    let wide = screen.size.x / screen.ui_scale >= WIDE;
    page.set(Page::Company, "The company", |frame, style| {
        spawn_tabs(frame, run, chosen, style);
        let sheet = |area: &mut ChildSpawnerCommands<'_>| {
            sheet::spawn(area, run, chosen, &editor, style);
            belongings::spawn(area, run, chosen, style);
        };
        let skills = |area: &mut ChildSpawnerCommands<'_>| {
            sheet::spawn_skills(area, run, chosen, &editor, style);
        };
        let rules = |area: &mut ChildSpawnerCommands<'_>| {
            spawn_rules(area, run, chosen, &editor, &keys, style);
        };
        if wide {
            let row = Node::row(px(16)).share(1.0).min_height(px(0));
            frame.spawn(row).with_children(|row| {
                plate(row, 1.0, style).with_children(|column| {
                    scroll_area(column, style, SheetColumn).with_children(sheet);
                });
                plate(row, 1.0, style).with_children(|column| {
                    scroll_area(column, style, SkillColumn).with_children(skills);
                });
                plate(row, 1.3, style).with_children(|column| {
                    scroll_area(column, style, RuleColumn).with_children(rules);
                });
            });
        } else {
            plate(frame, 1.0, style).with_children(|all| {
                scroll_area(all, style, AllColumns).with_children(|area| {
                    rules(area);
                    sheet(area);
                    skills(area);
                });
            });
        }
    });
}

/// The heading of a part of a column.
fn part_heading(area: &mut ChildSpawnerCommands<'_>, text: &str, style: &UiStyle) {
    let gold = colour(style.look.theme.palette.accent);
    area.spawn((
        style.heading(text, gold),
        Node::default().fixed().margin(UiRect::top(px(6))),
    ));
}

/// A button for each companion: figure, name and HP.
fn spawn_tabs(frame: &mut ChildSpawnerCommands<'_>, run: &Run, chosen: u8, style: &UiStyle) {
    let row = Node::row(px(10)).wrap(px(6)).centred().fixed();
    frame.spawn(row).with_children(|row| {
        for (place, companion) in (0..).zip(run.company()) {
            let name = unit_name(run.realm(), &companion.unit);
            let choose = move |_: On<Activate>, mut desk: ResMut<CompanyDesk>| {
                desk.companion = place;
            };
            let most = run.max_hp(companion);
            let mut tab = row.spawn((button(format!("Look at {name}"), style), observe(choose)));
            tab.check(place == chosen)
                .change_node(|mut node| {
                    node.column_gap = px(8);
                    node.padding = UiRect::axes(px(8), px(5));
                })
                .with_children(|tab| {
                    let figure = run.realm().recruit(&companion.unit);
                    let figure = figure.map_or_else(String::new, |it| it.figure.clone());
                    let tone = FigureTone::Side(Faction::Friendly);
                    tab.spawn((
                        FigureImage { figure, tone },
                        Node::default().fixed().size(px(FIGURE), px(FIGURE)),
                        Pickable::IGNORE,
                    ));
                    let words = (Node::column(px(2)).width(px(120)), Pickable::IGNORE);
                    tab.spawn(words).with_children(|words| {
                        words.spawn(style.bold(name, style.ink()));
                        hp_bar(words, (companion.hp, most), style);
                        let wounds = match companion.wounds {
                            0 => String::new(),
                            wounds => format!(" · {}", counted(wounds.into(), "wound")),
                        };
                        let hp = format!("{} of {most} HP{wounds}", companion.hp);
                        words.spawn(style.remark(hp));
                    });
                    let badges = Node::column(px(3)).align(AlignItems::FlexStart);
                    tab.spawn((badges, Pickable::IGNORE))
                        .with_children(|badges| {
                            for unused in Unused::of(run, companion).iter() {
                                spawn_badge(badges, unused, style);
                            }
                        });
                });
        }
        row.spawn(Node::default().grow());
        omens(row, run, style);
    });
}

/// The rules, with what takes a change back.
fn spawn_rules(
    area: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    chosen: u8,
    editor: &Editor,
    keys: &KeysInForce,
    style: &UiStyle,
) {
    let row = Node::row(style.space()).centred().fixed();
    area.spawn(row).with_children(|row| {
        let gold = colour(style.look.theme.palette.accent);
        row.spawn(style.heading("Rules", gold));
        row.spawn(Node::default().grow());
        let [can_undo, can_redo] = editor.has_past();
        let tip = |what: &str, act: Act| match key_for(keys, act) {
            Some(key) => Tooltip(format!("{what} Key: {key}")),
            None => Tooltip(what.to_owned()),
        };
        let label = "Take the last change of rules back.";
        let undo = |_: On<Activate>, mut editor: Editor| editor.undo();
        icon_button(row, label, Icon::Undo2, style, undo)
            .insert(tip(label, Act::Undo))
            .switch_off_if((!can_undo).then_some("There is nothing to take back."));
        let label = "Make the change of rules again.";
        let redo = |_: On<Activate>, mut editor: Editor| editor.redo();
        icon_button(row, label, Icon::Redo2, style, redo)
            .insert(tip(label, Act::Redo))
            .switch_off_if((!can_redo).then_some("There is nothing to make again."));
    });
    let name = super::words::companion_name(run, chosen);
    let text = format!("The {name} follows the first rule that applies:");
    area.spawn((style.remark(text), Node::default().fixed()));
    spawn_taught_rules(area, editor, style);
    word_chips::spawn(area, run, style);
}
