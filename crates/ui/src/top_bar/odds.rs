//! The odds in the bar: of the moment on screen in words, of every moment as a small graph.

use foretold_battle::{Happening, Order, Tally};
use foretold_sim::{ChosenOrder, Forecast, Grid};

use super::{
    BattleText, IF_RULES_PLAY_ON, IF_RULES_TOOK_OVER, ODDS, STATE, interval_text, percent_text,
};
use crate::prelude::*;
use crate::widgets::{StyledText, text_width};

/// More columns than these could not be told apart.
const MOST_COLUMNS: usize = 64;

/// The odds if the rules play on.
#[derive(Component)]
struct OddsNumber;
/// What that number is, in words.
#[derive(Component)]
struct OddsText;
/// The odds if the player holds, or after the order that is chosen.
#[derive(Component)]
struct WhatIfText;
/// The odds of all moments.
#[derive(Component)]
struct Graph;
/// One column of the graph.
#[derive(Component)]
struct Column;
/// Where a unit fell.
#[derive(Component)]
struct FallMark;

pub(super) fn spawn_number(parent: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let ink = colour(style.look.theme.palette.friendly_light);
    let place = Node::default()
        .fixed()
        .width(px(ODDS))
        .space_between()
        .clipped();
    parent.spawn((place, Pickable::IGNORE)).with_child((
        OddsNumber,
        style.headline("", ink),
        TextLayout::no_wrap(),
        Node::default().margin(UiRect::left(auto())),
    ));
}

pub(super) fn spawn_text(parent: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    spawn(parent, OddsText, style.remark(""));
}

pub(super) fn spawn_what_if(parent: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    spawn(parent, WhatIfText, style.plain("", style.ink()));
}

fn spawn(parent: &mut ChildSpawnerCommands<'_>, mark: impl Bundle, text: StyledText) {
    parent
        .spawn((mark, text, Tooltip(String::new()), TextLayout::no_wrap()))
        .insert(Pickable::default());
}

/// What is left free above 100%, so that the edge of the window cuts nothing.
const ABOVE: f32 = 5.0;

/// The place for a graph, this far from both sides: behind the timeline it is as wide as the middle of
/// the thumb travels.
pub(super) fn graph(margin: f32) -> impl Bundle {
    (
        Graph,
        Node::default()
            .absolute()
            .left(px(margin))
            .right(px(margin))
            .top(px(ABOVE))
            .bottom(px(3)),
        Pickable::IGNORE,
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            write_odds.run_if(any_changed!(Forecast, Look)),
            write_what_if.run_if(any_changed!(Forecast, ChosenOrder, Look)),
            draw_graphs.run_if(any_changed!(Forecast, Look).or_else(has_new_graph)),
            mark_falls.run_if(any_changed!(Shown, Look).or_else(has_new_graph)),
            stay_awake,
        )
            .in_set(ViewSystems::Draw),
    );
}

fn has_new_graph(graphs: Query<(), Added<Graph>>) -> bool {
    !graphs.is_empty()
}

/// The odds come while nothing else moves.
fn stay_awake(
    battle: If<Res<Shown>>,
    forecast: If<Res<Forecast>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    if !forecast.is_complete() && !battle.is_demo() {
        redraw.request();
    }
}

fn write_odds(
    forecast: Res<Forecast>,
    battle: Option<Res<Shown>>,
    mut number: Single<&mut Text, (With<OddsNumber>, Without<OddsText>)>,
    odds: Single<(&mut Text, &mut Tooltip), With<OddsText>>,
) {
    let (mut text, mut tip) = odds.into_inner();
    // What is decided has no odds.
    let open = battle.as_ref().map(|battle| battle.battle());
    let open = open.filter(|battle| battle.outcome().is_none());
    let tally = forecast.tally().filter(|_| open.is_some());
    let share = tally.map(|tally| percent_text(tally.win().odds));
    number.set_if_neq(Text(share.unwrap_or_default()));
    let what = match open.is_some_and(Battle::has_player) {
        true => IF_RULES_TOOK_OVER,
        false => IF_RULES_PLAY_ON,
    };
    let words = tally.map(|tally| format!("{what} {}", interval_text(tally)));
    text.set_if_neq(Text(words.unwrap_or_default()));
    tip.set_if_neq(Tooltip(tally.map(in_full).unwrap_or_default()));
}

fn in_full(tally: &Tally) -> String {
    let (win, draw, loss) = (tally.win(), tally.draw(), tally.loss());
    format!(
        "How often you win from here if every unit follows its rules to the end: victory {}, draw {}, defeat {}. Of {} battles that were tried; the true odds of victory are between {} and {}, 19 times in 20.",
        percent_text(win.odds),
        percent_text(draw.odds),
        percent_text(loss.odds),
        tally.playouts(),
        percent_text(win.low),
        percent_text(win.high),
    )
}

/// Says what holding would come to while the battle waits; while an order is chosen, what that would
/// come to, in place of the state.
fn write_what_if(
    (forecast, chosen): (Res<Forecast>, Res<ChosenOrder>),
    (battle, grid): (If<Res<Shown>>, Res<Grid>),
    text: Single<(&mut Text, &mut Tooltip), With<WhatIfText>>,
    mut states: Query<(&BattleText, &mut Node)>,
    style: UiStyle,
) {
    let order = chosen.0.zip(forecast.after_order());
    let after = order.map(|((_, order), tally)| {
        let odds = format!(": {}", with_spread(tally));
        let room = STATE - ODDS - 6.0 - text_width(&odds, Face::Regular, style.sizes().text);
        let what = order_in_words(&battle, &grid, order);
        let what = fits(&what, Face::Regular, style.sizes().text, room);
        let tip = "How often you win if you give this order now, and every unit follows its rules afterwards. The same dice as without it, so the difference is the order's.";
        (format!("{what}{odds}"), tip)
    });
    let held = || {
        let tally = forecast.if_held()?;
        let tip = "How often you win if the units that wait for an order do nothing in this turn, and every unit follows its rules afterwards. Give a better order than that.";
        Some((
            format!("· if you hold: {}", percent_text(tally.win().odds)),
            tip,
        ))
    };
    let in_place = after.is_some();
    let (now, tip) = after.or_else(held).unwrap_or_default();
    let (mut text, mut tooltip) = text.into_inner();
    text.set_if_neq(Text(now));
    tooltip.set_if_neq(Tooltip(tip.to_owned()));
    let display = if in_place {
        Display::None
    } else {
        Display::Flex
    };
    for (_, mut node) in states
        .iter_mut()
        .filter(|(which, _)| **which == BattleText::State)
    {
        if node.display != display {
            node.display = display;
        }
    }
}

/// `after Smite on Goblin`.
fn order_in_words(battle: &Shown, grid: &Grid, order: Order) -> String {
    let arena = battle.battle().arena();
    match order {
        Order::Use { skill, at } => {
            let target = grid.occupant(at);
            let target =
                target.map_or_else(|| at.to_string(), |unit| battle.unit_name(unit).to_owned());
            format!("after {} on {target}", arena.skill(skill).name)
        }
        Order::MoveTo(cell) => format!("after walking to {cell}"),
        Order::Guard => "after guarding".to_owned(),
        Order::EndTurn => "after holding".to_owned(),
        Order::Autofight(_) => "after autofight".to_owned(),
    }
}

/// `58% ±3`: the greater distance to an end of the interval, rounded up.
fn with_spread(tally: &Tally) -> String {
    let win = tally.win();
    let [odds, low, high] = [win.odds, win.low, win.high].map(foretold_battle::Odds::hundredths);
    let spread = (high.saturating_sub(odds)).max(odds.saturating_sub(low));
    format!("{} ±{}", percent_text(win.odds), spread.div_ceil(100))
}

/// A column of the graph: where along the timeline, and from where to where, in parts of 1.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bar {
    along: f32,
    width: f32,
    low: f32,
    high: f32,
}

/// The least height of a column, so that it can be seen.
const LEAST: f32 = 0.06;

/// Where a column begins and how tall it is. It never leaves the graph, which ends at 100%.
fn extent(low: f32, high: f32) -> (f32, f32) {
    let tall = (high - low).max(LEAST);
    (low.min(1.0 - tall), tall)
}

/// The columns for what is known. Of a long battle not every step has one.
fn bars(forecast: &Forecast) -> Vec<Bar> {
    let count = forecast.over_time().len();
    let stride = count.div_ceil(MOST_COLUMNS).max(1);
    let last = count.saturating_sub(1).max(1) as f32;
    forecast
        .over_time()
        .enumerate()
        .step_by(stride)
        .filter_map(|(step, tally)| {
            let win = tally?.win();
            let part = |odds: foretold_battle::Odds| f32::from(odds.hundredths()) / 10_000.0;
            Some(Bar {
                along: step as f32 / last,
                // A single moment is a dot, more of them are a line.
                width: if count == 1 {
                    0.04
                } else {
                    stride as f32 / last
                },
                low: part(win.low),
                high: part(win.high),
            })
        })
        .collect()
}

fn draw_graphs(
    mut commands: Commands,
    forecast: Res<Forecast>,
    graphs: Query<Entity, With<Graph>>,
    mut columns: Query<(Entity, &ChildOf, &mut Node), With<Column>>,
    look: Res<Look>,
) {
    let bars = bars(&forecast);
    let node = |bar: &Bar| {
        // Around the step, so that they make one line, and inside the timeline.
        let left = (bar.along - bar.width / 2.0).max(0.0);
        let right = (bar.along + bar.width / 2.0).min(1.0);
        let (bottom, tall) = extent(bar.low, bar.high);
        Node::default()
            .absolute()
            .size(percent((right - left) * 100.0), percent(tall * 100.0))
            .left(percent(left * 100.0))
            .bottom(percent(bottom * 100.0))
    };
    for graph in &graphs {
        let mut wanted = bars.iter();
        for (column, of, mut there) in &mut columns {
            if of.parent() != graph {
                continue;
            }
            match wanted.next() {
                Some(bar) => {
                    there.set_if_neq(node(bar));
                }
                None => commands.entity(column).despawn(),
            }
        }
        for bar in wanted {
            let ink = colour(look.theme.palette.friendly_light).with_alpha(0.8);
            let column = (Column, node(bar), BackgroundColor(ink), Pickable::IGNORE);
            commands.spawn((column, ChildOf(graph)));
        }
    }
}

/// A skull above the timeline for each unit that fell, in the colour of the side and at a height
/// of its own: friends above, enemies below.
fn mark_falls(
    mut commands: Commands,
    battle: If<Res<Shown>>,
    graphs: Query<Entity, With<Graph>>,
    marks: Query<Entity, With<FallMark>>,
    style: UiStyle,
) {
    for mark in &marks {
        commands.entity(mark).despawn();
    }
    let units = &battle.battle().arena().setup().units;
    let last = battle.session().last_step();
    let size = f32::from(style.sizes().small);
    let falls = battle.session().events_until(last);
    let falls = falls.filter_map(|event| match event.what {
        Happening::Fell { unit, .. } => Some((event.tick, unit)),
        _ => None,
    });
    for ((tick, unit), graph) in
        falls.flat_map(|fall| graphs.iter().map(move |graph| (fall, graph)))
    {
        let Some(sheet) = units.get(unit.slot()) else {
            continue;
        };
        let top = match sheet.faction {
            Faction::Friendly => 0.0,
            Faction::Enemy => size,
        };
        commands
            .spawn((
                FallMark,
                ZIndex(1),
                style.remark(char::from(Icon::Skull)),
                Tooltip(format!("{} fell at step {}.", sheet.name, tick)),
                Node::default()
                    .absolute()
                    .left(percent(tick as f32 / last.max(1) as f32 * 100.0))
                    .top(px(top))
                    .margin(UiRect::left(px(-size / 2.0))),
                ChildOf(graph),
            ))
            .insert((
                // The timeline explains every step itself.
                Pickable::IGNORE,
                style.font(Face::Icon, style.sizes().small),
                TextColor(style.look.side_text(sheet.faction)),
            ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_stay_between_nothing_and_certainty() {
        for hundredth in 0..=100 {
            let low = hundredth as f32 / 100.0;
            let high = (low + 0.01).min(1.0);
            let (bottom, tall) = extent(low, high);
            let inside = bottom >= 0.0 && bottom + tall <= 1.0;
            assert!(inside, "{low}: {bottom} {tall}");
        }
    }
}
