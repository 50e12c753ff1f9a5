//! The coach's advice: the best changes of the selected unit's rules from here, each made with one
//! press.

use bevy::ui_widgets::ScrollArea;
use foretold_battle::Rule;
use foretold_battle::coach::Suggestion;
use foretold_sim::Advice;

use super::editor::Editor;
use super::tabs::{UnitTab, UnitTabs};
use crate::prelude::*;
use crate::top_bar::percent_text;
use crate::widgets::ButtonAction;

/// Where the advice stands.
#[derive(Component)]
pub(super) struct AdviceList;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            ask_by_key.run_if(asked_for(Act::Coach)).in_set(ActSystems),
            stay_awake.in_set(ViewSystems::Draw),
        ),
    );
}

/// The place for the advice where the panel does not scroll as a whole: it scrolls by itself.
pub(super) fn scrolling() -> impl Bundle {
    let node = Node {
        max_height: percent(40),
        overflow: Overflow::scroll_y(),
        ..Node::column(px(2))
    };
    (AdviceList, ScrollArea, node)
}

/// Spawns the button that asks the coach. Unlike its key it leaves the focus where it is: whoever
/// clicks and then presses Space wants to play.
pub(super) fn spawn_button(row: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let ask = |_: On<Activate>, mut editor: Editor| editor.ask_coach();
    row.spawn((
        button(Act::Coach.help(), style),
        ButtonAction(Act::Coach),
        observe(ask),
    ))
    .caption("Coach", style);
}

/// The key asks, and leads to what is there already.
fn ask_by_key(mut editor: Editor, advice: Res<Advice>, mut focus: Focus) {
    if advice.unit() == editor.unit() && !advice.best().is_empty() {
        focus.find_again(&label(0));
    } else {
        editor.ask_coach();
    }
}

/// The advice comes while nothing else moves.
fn stay_awake(advice: Res<Advice>, mut redraw: ResMut<RedrawRequests>) {
    if advice.is_running() {
        redraw.request();
    }
}

/// What the button of a row is called.
fn label(place: usize) -> String {
    format!("Advice {}: apply", place + 1)
}

/// What stands in the panel of the coach's work.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct AdviceText {
    line: String,
    rows: Vec<AdviceRow>,
}

/// One change.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AdviceRow {
    /// The odds before and after it: `41 → 58%, +17 ± 4`.
    pub(crate) odds: String,
    /// The change as a sentence.
    pub(crate) change: String,
    /// How sure that is.
    pub(crate) tip: String,
    rules: Vec<Rule>,
}

impl AdviceText {
    /// What the coach says about a unit; nothing if it was not asked.
    fn of(advice: &Advice, unit: UnitId, battle: &Shown) -> Option<AdviceText> {
        if advice.unit() != Some(unit) {
            return None;
        }
        let name = battle.unit_name(unit);
        let arena = battle.battle().arena();
        let best = advice.best().iter();
        let rows: Vec<AdviceRow> = best.map(|best| AdviceRow::of(best, arena)).collect();
        let tried = advice.tried();
        let line = if advice.is_running() {
            let percent = advice.percent();
            format!("The coach tries {tried} changes of {name}'s rules: {percent}%")
        } else if rows.is_empty() {
            let late = if advice.is_in_time() {
                ""
            } else {
                " in the time it had"
            };
            format!(
                "The coach tried {tried} changes of {name}'s rules, and found nothing that is certainly better{late}."
            )
        } else {
            format!("The coach's advice to {name}, victory from here:")
        };
        Some(AdviceText { line, rows })
    }
}

impl AdviceRow {
    pub(crate) fn of(best: &Suggestion, arena: &Arena) -> AdviceRow {
        let (change, low, high) = best.odds();
        let [before, after] =
            [best.score.before(), best.score.after()].map(|estimate| percent_text(estimate.odds));
        let spread = (high - change).max(change - low);
        // Small changes need more places.
        let places = usize::from(change < 1_000);
        let points = |hundredths: i32| format!("{:.places$}", f64::from(hundredths) / 100.0);
        let exactly = |hundredths: i32| {
            let sign = if hundredths < 0 { '−' } else { '+' };
            format!("{sign}{:.1}", f64::from(hundredths.abs()) / 100.0)
        };
        AdviceRow {
            odds: format!(
                "{} → {after}, +{} ± {}",
                before.trim_end_matches('%'),
                points(change),
                points(spread)
            ),
            change: best.change.in_words(arena),
            tip: format!(
                "{} points, 95% sure between {} and {}. {} battles each.",
                exactly(change),
                exactly(low),
                exactly(high),
                best.score.pairs.all
            ),
            rules: best.change.rules.clone(),
        }
    }
}

/// Writes what the coach says about the selected unit, beside its rules.
pub(super) fn fill(
    mut commands: Commands,
    (editor, tabs): (Editor, Res<UnitTabs>),
    (advice, keys): (Res<Advice>, Res<KeysInForce>),
    place: Single<(Entity, Ref<AdviceList>)>,
    style: UiStyle,
    mut shown: Local<Option<AdviceText>>,
) {
    let now = match (editor.unit(), editor.battle()) {
        (Some(unit), Some(battle)) if tabs.tab(&editor) == UnitTab::Rules => {
            AdviceText::of(&advice, unit, battle)
        }
        _ => None,
    };
    let (place, mark) = place.into_inner();
    if *shown == now && !mark.is_added() && !keys.is_changed() {
        return;
    }
    let mut place = commands.entity(place);
    place.despawn_children();
    if let Some(text) = &now {
        let undo = key_for(&keys, Act::Undo);
        let undo = undo.map(|key| format!(" {key} takes it back."));
        let undo = undo.unwrap_or_default();
        place.with_children(|lines| {
            lines.spawn((style.remark(&text.line), Node::default().fixed()));
            for (place, row) in text.rows.iter().enumerate() {
                spawn_row(lines, place, row, &undo, &style);
            }
        });
    }
    *shown = now;
}

fn spawn_row(
    lines: &mut ChildSpawnerCommands<'_>,
    place: usize,
    row: &AdviceRow,
    undo: &str,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let ink = colour(palette.good);
    let (rules, report) = (row.rules.clone(), format!("{}{undo}", row.change));
    let apply = move |_: On<Activate>, mut editor: Editor, mut focus: Focus| {
        editor.set(rules.clone());
        editor.report(&report);
        // The row goes, and what asks again stays.
        if focus.label() == Some(&label(place)) {
            focus.find_again(Act::Coach.help());
        }
    };
    let card = Node::column(px(1))
        .fixed()
        .padding(UiRect::axes(px(7), px(3)))
        .framed(BorderRadius::all(px(6)));
    let ground = BackgroundColor(colour(palette.background));
    let edge = BorderColor::all(style.look.card_edge());
    lines.spawn((card, ground, edge)).with_children(|card| {
        card.spawn(Node::row(style.gap()).centred())
            .with_children(|first| {
                first.spawn(style.sign(Icon::TrendingUp, ink));
                first.spawn(style.bold(&row.odds, ink));
                first.spawn(Node::default().grow());
                let tip = Tooltip(format!("{}{undo}", row.tip));
                first
                    .spawn((button(label(place), style), tip, observe(apply)))
                    .caption("Apply", style);
            });
        card.spawn(style.small(&row.change, style.ink()));
    });
}
