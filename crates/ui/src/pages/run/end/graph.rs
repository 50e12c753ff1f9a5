//! The odds over the whole run: its fights side by side, each with its line, who fell in it, and a
//! button that tells of it.

use foretold_battle::{Happening, Outcome, Session};
use foretold_content::PlaceKind;
use foretold_run::{PastFight, Run};
use foretold_sim::RunPast;

use super::bare_panel;
use super::lesson::{Practice, turning_words};
use crate::command::counted;
use crate::pages::odds_line::{self, OddsLine, ends, part, spawn_scale, spawn_skull};
use crate::prelude::*;
use crate::top_bar::{IF_RULES_PLAY_ON, percent_text};
use crate::widgets::ExplainsFocus;

/// How high the graph is, in pixels at 100%.
const HEIGHT: f32 = 132.0;
/// How far the lines stay from the edges of their columns.
const MARGIN: Vec2 = Vec2::new(9.0, 15.0);

/// The graph, or why there is none yet.
pub(super) fn spawn(
    area: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    past: &RunPast,
    style: &UiStyle,
) {
    let ground = BackgroundColor(colour(style.look.theme.palette.background));
    let about =
        format!("The odds {IF_RULES_PLAY_ON}, at each step. Skulls above are yours, below theirs.");
    let mut panel = bare_panel(area, style);
    panel.with_children(|panel| {
        let head = Node::row(px(12))
            .wrap(px(2))
            .align(AlignItems::Baseline)
            .space_between();
        panel.spawn(head).with_children(|head| {
            let gold = colour(style.look.theme.palette.accent);
            head.spawn(style.heading("The odds, fight by fight", gold));
            head.spawn(style.remark(about));
        });
        panel.spawn(Node::row(style.space())).with_children(|row| {
            spawn_scale(row, HEIGHT, MARGIN.y, style);
            let whole = Node::column(px(2)).share(1.0).min_width(px(0));
            row.spawn(whole).with_children(|whole| {
                if !past.fights().is_empty() {
                    whole
                        .spawn(Node::row(px(0)))
                        .with_children(|columns| spawn_fights(columns, run, past, style));
                    return;
                }
                let text = if past.is_running() {
                    "… the odds of every fight are being worked out."
                } else {
                    "No battle was fought."
                };
                let frame = Node::default()
                    .middle()
                    .height(px(HEIGHT))
                    .radius(style.corner());
                whole
                    .spawn((frame, ground))
                    .with_child(style.plain(text, style.muted()));
            });
        });
    });
}

fn spawn_fights(
    columns: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    past: &RunPast,
    style: &UiStyle,
) {
    let turned = past.turning_point();
    for (place, fight) in past.fights().iter().enumerate() {
        let turned_here = turned.as_ref().filter(|turned| turned.fight == place);
        let told = tell(run, past, place, fight);
        let column = Node::column(px(2)).share(1.0).min_width(px(0));
        // The mark may reach over the columns beside it.
        let layer = ZIndex(i32::from(turned_here.is_some()));
        columns.spawn((column, layer)).with_children(|column| {
            spawn_plot(column, past, (place, fight), &told, style);
            spawn_foot(column, (place, fight), &told, style);
            if let Some(turned) = turned_here {
                let last = fight.session.last_step().max(1);
                let point = &turned.point;
                let (before, after) = ends(point.swing);
                // Where the line goes through the moment to practise from.
                let odds = if point.by_player { after } else { before };
                let step = point.way_back();
                spawn_mark(
                    column,
                    step as f32 / last as f32,
                    odds,
                    (Practice::of_turn(turned), turning_words(past, turned)),
                    style,
                );
            }
        });
    }
}

/// What is to be said of a fight.
fn tell(run: &Run, past: &RunPast, place: usize, fight: &PastFight) -> String {
    let tempo = fight.encounter.setup().tempo;
    let steps = counted(fight.session.last_step() as usize, tempo.step_word());
    let how = match fight.session.battle().outcome() {
        Some(Outcome::Victory) => format!("Won in {steps}"),
        Some(Outcome::Defeat) => format!("Lost in {steps}"),
        Some(Outcome::Draw(_)) => format!("Nobody won in {steps}"),
        None => format!("Left after {steps}"),
    };
    let odds = past
        .odds(place)
        .iter()
        .map(|moment| moment.after.win().odds);
    let odds = match (odds.clone().next(), odds.min()) {
        (Some(first), Some(least)) => format!(
            "; {} at the start, {} at worst",
            percent_text(first),
            percent_text(least)
        ),
        _ => String::new(),
    };
    let fell: Vec<String> = falls(&fight.session)
        .filter(|(_, side, _)| *side == Faction::Friendly)
        .map(|(name, _, step)| format!(" {name} fell at {step}."))
        .collect();
    let floors = run.map().floors().len();
    format!(
        "{}, {} on floor {} of {floors}. {how}{odds}.{}",
        fight.encounter.title,
        fight.kind.words(),
        fight.place.floor,
        fell.concat()
    )
}

/// Who fell in a battle: name, side and step.
fn falls(session: &Session) -> impl Iterator<Item = (&str, Faction, u32)> {
    let arena = session.battle().arena();
    session
        .events_until(session.last_step())
        .filter_map(|event| {
            let Happening::Fell { unit, .. } = event.what else {
                return None;
            };
            let sheet = arena.sheet(unit);
            Some((sheet.name.as_str(), sheet.faction, event.tick))
        })
}

/// The line of a fight, with a skull for each unit that fell: friends above, enemies below.
fn spawn_plot(
    column: &mut ChildSpawnerCommands<'_>,
    past: &RunPast,
    (place, fight): (usize, &PastFight),
    told: &str,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let odds = past.odds(place).iter();
    let line = OddsLine {
        odds: odds
            .map(|moment| Some(part(moment.after.win().odds)))
            .collect(),
        margin: MARGIN,
    };
    let frame = Node::default().height(px(HEIGHT)).border(UiRect {
        left: px(if place == 0 { 0 } else { 1 }),
        ..default()
    });
    let plot = (
        frame,
        BackgroundColor(colour(palette.background)),
        BorderColor::all(colour(palette.border)),
        Tooltip(told.to_owned()),
    );
    column.spawn(plot).with_children(|plot| {
        let all = Node::default().absolute().size(percent(100), percent(100));
        plot.spawn((line, all, Pickable::IGNORE));
        let within = Node::default()
            .absolute()
            .left(px(MARGIN.x))
            .right(px(MARGIN.x))
            .top(px(1))
            .bottom(px(1));
        let last = fight.session.last_step().max(1);
        plot.spawn((within, Pickable::IGNORE))
            .with_children(|within| {
                for (_, side, step) in falls(&fight.session) {
                    spawn_skull(within, side, step as f32 / last as f32, style);
                }
            });
    });
}

/// The sign of a kind of fight.
fn sign(kind: PlaceKind) -> Icon {
    match kind {
        PlaceKind::Boss => Icon::Crown,
        PlaceKind::Elite => Icon::Axe,
        _ => Icon::Swords,
    }
}

/// The button below a fight: its kind and floor. It fights it again from its start.
fn spawn_foot(
    column: &mut ChildSpawnerCommands<'_>,
    (place, fight): (usize, &PastFight),
    told: &str,
    style: &UiStyle,
) {
    let is_won = fight.session.battle().outcome() == Some(Outcome::Victory);
    let palette = &style.look.theme.palette;
    let ink = match is_won {
        true => style.ink(),
        false => colour(palette.bad),
    };
    let floor = fight.place.floor;
    let label = format!(
        "Fight {}: {} on floor {floor}",
        place + 1,
        fight.kind.words()
    );
    let tip = format!("{told} Pressing it practises this fight from its start, without stakes.");
    let mut foot = column.spawn((button(label, style), Practice::of(place)));
    foot.insert((Emphasis::Quiet, ExplainsFocus, Tooltip(tip)))
        .observe(super::lesson::practise)
        .with_child(style.sign(sign(fight.kind), ink))
        .with_child(style.bold(floor.to_string(), ink));
    if !is_won {
        foot.with_child(style.sign(Icon::X, ink));
    }
}

/// The mark of the turning point on the line, which leads there.
fn spawn_mark(
    column: &mut ChildSpawnerCommands<'_>,
    along: f32,
    odds: f32,
    (practice, told): (Practice, String),
    style: &UiStyle,
) {
    let within = Node::default()
        .absolute()
        .left(px(MARGIN.x))
        .right(px(MARGIN.x))
        .top(px(MARGIN.y))
        .height(px(HEIGHT - 2.0 * MARGIN.y));
    column
        .spawn((within, Pickable::IGNORE))
        .with_children(|within| {
            let tip = format!("{told} Pressing it practises from there. Key: 1");
            let gold = colour(style.look.theme.palette.accent);
            let label = "Where it turned, on the graph";
            odds_line::spawn_mark(within, label, (along, odds), tip, style)
                .insert(practice)
                .observe(super::lesson::practise)
                .with_child(style.sign(Icon::TrendingDown, gold));
        });
}
