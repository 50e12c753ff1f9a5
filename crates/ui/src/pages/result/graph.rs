//! The odds of victory over the whole battle, with a skull where a unit fell. The moments that mattered
//! are marked on it by `moments`.

use foretold_battle::Happening;
use foretold_sim::Forecast;

use crate::pages::odds_line::{OddsLine, part, spawn_scale, spawn_skull};
use crate::pages::{Page, PageSystems, on_top};
use crate::prelude::*;
use crate::top_bar::{IF_RULES_PLAY_ON, step_in_words};

/// How high the graph is, in pixels at 100%.
const HEIGHT: f32 = 126.0;
/// How far the line stays from its edges, so that there is room for marks.
pub(super) const MARGIN: f32 = 13.0;

/// Where the line is drawn.
#[derive(Component)]
struct Plot;

/// Where the moments are marked: what is left of 100% wide and high is the place in the graph.
#[derive(Component)]
pub(super) struct PlotMarks;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        follow_odds
            .run_if(on_top(Page::Result))
            .in_set(ViewSystems::Paint)
            .after(PageSystems),
    );
}

/// The graph with its axes. The line comes as soon as the odds are known.
pub(super) fn spawn(area: &mut ChildSpawnerCommands<'_>, shown: &Shown, style: &UiStyle) {
    let row = Node::row(style.space()).fixed();
    area.spawn(row).with_children(|row| {
        spawn_scale(row, HEIGHT, MARGIN, style);
        let column = Node::column(px(2)).share(1.0).min_width(px(0));
        row.spawn(column).with_children(|column| {
            let ground = colour(style.look.theme.palette.background);
            let frame = Node::default().height(px(HEIGHT)).radius(style.corner());
            column
                .spawn((frame, BackgroundColor(ground)))
                .with_children(|frame| spawn_plot(frame, shown, style));
            column
                .spawn(Node::row(px(8)).space_between())
                .with_children(|words| {
                    words.spawn(style.remark("the beginning"));
                    words.spawn(style.remark(format!("the odds {IF_RULES_PLAY_ON}, at each step")));
                    words.spawn(style.remark(step_in_words(shown.session().battle())));
                });
        });
    });
}

fn spawn_plot(frame: &mut ChildSpawnerCommands<'_>, shown: &Shown, style: &UiStyle) {
    let line = OddsLine {
        odds: Vec::new(),
        margin: Vec2::splat(MARGIN),
    };
    let all = Node::default().absolute().size(percent(100), percent(100));
    frame.spawn((Plot, line, all, Pickable::IGNORE));
    let within = Node::default()
        .absolute()
        .left(px(MARGIN))
        .right(px(MARGIN))
        .top(px(MARGIN))
        .bottom(px(MARGIN));
    frame
        .spawn((within.clone(), Pickable::IGNORE))
        .with_children(|place| spawn_falls(place, shown, style));
    frame.spawn((PlotMarks, within, Pickable::IGNORE));
}

/// A skull for each unit that fell.
fn spawn_falls(place: &mut ChildSpawnerCommands<'_>, shown: &Shown, style: &UiStyle) {
    let last = shown.session().last_step();
    let word = shown.battle().arena().tempo().step_word();
    for event in shown.session().events_until(last) {
        let Happening::Fell { unit, .. } = event.what else {
            continue;
        };
        let side = shown.battle().arena().sheet(unit).faction;
        let along = event.tick as f32 / last.max(1) as f32;
        let tip = format!("{} fell at {word} {}.", shown.unit_name(unit), event.tick);
        spawn_skull(place, side, along, style).insert((Tooltip(tip), Pickable::default()));
    }
}

/// The line follows the odds as they become known.
fn follow_odds(forecast: Res<Forecast>, mut plot: Single<&mut OddsLine, With<Plot>>) {
    let odds = forecast.over_time();
    let odds = odds.map(|tally| Some(part(tally?.win().odds)));
    let odds: Vec<Option<f32>> = odds.collect();
    if plot.odds != odds {
        plot.odds = odds;
    }
}
