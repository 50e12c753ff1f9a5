//! The odds of victory over the whole battle: a line with the area below it, drawn once for each size,
//! with a skull where a unit fell. The moments that mattered are marked on it by `moments`.

use foretold_battle::Happening;
use foretold_sim::Forecast;
use foretold_view::image_of;
use foretold_view::picture::Picture;

use crate::pages::{Page, on_top};
use crate::prelude::*;
use crate::top_bar::step_in_words;

/// How high the graph is, in pixels at 100%.
const HEIGHT: f32 = 150.0;
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
        draw.run_if(on_top(Page::Result)).in_set(ViewSystems::Draw),
    );
}

/// The graph with its axes. The line comes as soon as the odds are known.
pub(super) fn spawn(area: &mut ChildSpawnerCommands<'_>, shown: &Shown, style: &UiStyle) {
    let row = Node::row(style.space()).fixed();
    area.spawn(row).with_children(|row| {
        let scale = Node::column(px(0))
            .align(AlignItems::FlexEnd)
            .space_between()
            .height(px(HEIGHT))
            .padding(UiRect::vertical(px(MARGIN - 7.0)));
        row.spawn(scale).with_children(|scale| {
            for mark in ["100%", "50%", "0%"] {
                scale.spawn(style.remark(mark));
            }
        });
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
                    words.spawn(style.remark("odds of victory at each step, if the rules play on"));
                    words.spawn(style.remark(step_in_words(shown.session().battle())));
                });
        });
    });
}

fn spawn_plot(frame: &mut ChildSpawnerCommands<'_>, shown: &Shown, style: &UiStyle) {
    let image = ImageNode {
        color: Color::NONE,
        ..default()
    };
    let all = Node::default().absolute().size(percent(100), percent(100));
    frame.spawn((Plot, image, all, Pickable::IGNORE));
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

/// A skull for each unit that fell, in the colour of its side: friends above, enemies below.
fn spawn_falls(place: &mut ChildSpawnerCommands<'_>, shown: &Shown, style: &UiStyle) {
    let last = shown.session().last_step();
    let word = shown.battle().arena().tempo().step_word();
    let size = f32::from(style.sizes().text);
    for event in shown.session().events_until(last) {
        let Happening::Fell { unit, .. } = event.what else {
            continue;
        };
        let side = shown.battle().arena().sheet(unit).faction;
        let along = percent(event.tick as f32 / last.max(1) as f32 * 100.0);
        let node = Node::default()
            .absolute()
            .left(along)
            .margin(UiRect::left(px(-size / 2.0)));
        let node = match side {
            Faction::Friendly => node.top(px(0)),
            Faction::Enemy => node.bottom(px(0)),
        };
        place
            .spawn((
                style.sign(Icon::Skull, style.look.side_text(side)),
                Tooltip(format!(
                    "{} fell at {word} {}.",
                    shown.unit_name(unit),
                    event.tick
                )),
                node,
            ))
            .insert(Pickable::default());
    }
}

/// What the line is drawn from: the size of the graph in pixels at 100%, the physical pixels of one of
/// these, and the odds of each step.
#[derive(Clone, PartialEq, Default)]
struct Plotted {
    size: Vec2,
    scale: f32,
    odds: Vec<Option<f32>>,
    look: Look,
}

fn draw(
    forecast: Res<Forecast>,
    look: Res<Look>,
    mut plot: Single<(&ComputedNode, &mut ImageNode), With<Plot>>,
    mut images: ResMut<Assets<Image>>,
    mut drawn: Local<Plotted>,
) {
    let (node, image) = &mut *plot;
    let odds = forecast.over_time();
    let odds = odds.map(|tally| Some(f32::from(tally?.win().odds.hundredths()) / 10_000.0));
    let now = Plotted {
        size: node.size() * node.inverse_scale_factor,
        scale: node.inverse_scale_factor.recip(),
        odds: odds.collect(),
        look: look.clone(),
    };
    if now.size.min_element() < 1.0 || *drawn == now && image.color != Color::NONE {
        return;
    }
    let rect = Rect::from_corners(Vec2::ZERO, now.size);
    image.image = images.add(image_of(&now.picture(), rect, now.scale));
    image.color = Color::WHITE;
    *drawn = now;
}

impl Plotted {
    /// The place of some odds at a step, on whole pixels along the time, so that areas side by side
    /// leave no gap.
    fn place(&self, step: usize, odds: f32) -> Vec2 {
        let last = self.odds.len().saturating_sub(1).max(1) as f32;
        let within = self.size - 2.0 * MARGIN;
        let at = MARGIN + Vec2::new(step as f32 / last, odds) * within;
        Vec2::new((at.x * self.scale).round() / self.scale, at.y)
    }

    fn picture(&self) -> Picture {
        let palette = &self.look.theme.palette;
        let line = self.look.side_text(Faction::Friendly);
        let mut picture = Picture::default();
        let known = self.odds.iter().enumerate();
        let known: Vec<(usize, f32)> = known
            .filter_map(|(step, it)| Some((step, (*it)?)))
            .collect();
        for pair in known.windows(2) {
            let [(from, before), (to, after)] = [pair[0], pair[1]];
            let corners = [
                self.place(from, 0.0),
                self.place(to, 0.0),
                self.place(to, after),
                self.place(from, before),
            ];
            picture.polygon(corners, self.look.side(Faction::Friendly).with_alpha(0.2));
        }
        let last = self.odds.len().saturating_sub(1);
        for quarter in 0..=4_u8 {
            let odds = f32::from(quarter) / 4.0;
            let alpha = if quarter % 2 == 0 { 1.0 } else { 0.5 };
            let ink = colour(palette.border).with_alpha(alpha);
            picture.line(self.place(0, odds), self.place(last.max(1), odds), 1.0, ink);
        }
        for pair in known.windows(2) {
            let (from, to) = (
                self.place(pair[0].0, pair[0].1),
                self.place(pair[1].0, pair[1].1),
            );
            picture.line(from, to, 2.5, line);
        }
        for (step, odds) in &known {
            picture.disc(self.place(*step, *odds), 1.25, line);
        }
        if let Some((step, odds)) = known.last() {
            picture.disc(self.place(*step, *odds), 4.0, colour(palette.text));
        }
        picture
    }
}
