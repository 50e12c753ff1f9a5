//! The odds from step to step: a line with the area below it, drawn once for each size; beside it the
//! scale, and on it buttons for moments and skulls for the fallen.

use foretold_battle::{MomentChange, Odds};
use foretold_view::image_of;
use foretold_view::picture::Picture;

use crate::prelude::*;
use crate::top_bar::percent_text;
use crate::widgets::ExplainsFocus;

/// How large the button of a moment is, in pixels at 100%.
const MARK: f32 = 24.0;
/// How far half a line of the scale reaches.
const HALF_LINE: f32 = 7.0;

/// Odds to be drawn over the whole node, as far as they are known.
#[derive(Component, Clone, PartialEq, Debug)]
#[require(Drawn, ImageNode = ImageNode { color: Color::NONE, ..default() })]
pub(super) struct OddsLine {
    /// The odds of each step, from 0 to 1.
    pub(super) odds: Vec<Option<f32>>,
    /// How far the line stays from the edges, so that there is room for marks.
    pub(super) margin: Vec2,
}

/// Odds as a part of 1.
pub(super) fn part(odds: Odds) -> f32 {
    f32::from(odds.hundredths()) / 10_000.0
}

/// Where a change of odds begins and ends, in parts of 1; without odds in the middle.
pub(super) fn ends(swing: MomentChange) -> (f32, f32) {
    match swing {
        MomentChange::Odds(before, after) => (part(before), part(after)),
        MomentChange::Hp { .. } => (0.5, 0.5),
    }
}

/// `61% → 34%`.
pub(super) fn swing_in_words(swing: MomentChange) -> String {
    match swing {
        MomentChange::Odds(before, after) => {
            format!("{} → {}", percent_text(before), percent_text(after))
        }
        MomentChange::Hp { friends, enemies } => format!(
            "yours {} → {} HP, theirs {} → {}",
            friends.0, friends.1, enemies.0, enemies.1
        ),
    }
}

/// Spawns the scale beside a line of this height, which stays this far from its edges.
pub(super) fn spawn_scale(
    row: &mut ChildSpawnerCommands<'_>,
    height: f32,
    margin: f32,
    style: &UiStyle,
) {
    let scale = Node::column(px(0))
        .align(AlignItems::FlexEnd)
        .space_between()
        .fixed()
        .height(px(height))
        .padding(UiRect::vertical(px(margin - HALF_LINE)));
    row.spawn(scale).with_children(|scale| {
        for mark in ["100%", "50%", "0%"] {
            scale.spawn(style.remark(mark));
        }
    });
}

/// Spawns the round button of a moment, so far along the line and at these odds, in parts of 1. What
/// it stands in is as large as the line: give the button a sign and an observer.
pub(super) fn spawn_mark<'a>(
    line: &'a mut ChildSpawnerCommands<'_>,
    label: impl Into<String>,
    (along, odds): (f32, f32),
    tip: String,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let node = Node::default()
        .absolute()
        .middle()
        .size(px(MARK), px(MARK))
        .left(percent(along * 100.0))
        .bottom(percent(odds * 100.0))
        .margin(UiRect::new(px(-MARK / 2.0), px(0), px(0), px(-MARK / 2.0)))
        .framed(BorderRadius::MAX);
    let mut mark = line.spawn(button(label, style));
    mark.insert((node, ExplainsFocus, Tooltip(tip)));
    mark
}

/// Spawns a skull for a unit that fell so far along the line: friends above it, enemies below.
pub(super) fn spawn_skull<'a>(
    line: &'a mut ChildSpawnerCommands<'_>,
    side: Faction,
    along: f32,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let size = f32::from(style.sizes().text);
    let node = Node::default()
        .absolute()
        .left(percent(along * 100.0))
        .margin(UiRect::left(px(-size / 2.0)));
    let node = match side {
        Faction::Friendly => node.top(px(0)),
        Faction::Enemy => node.bottom(px(0)),
    };
    line.spawn((style.sign(Icon::Skull, style.look.side_text(side)), node))
}

/// What was drawn: the size in pixels at 100%, and the physical pixels of one of these.
#[derive(Component, Clone, Copy, PartialEq, Default)]
struct Drawn {
    size: Vec2,
    scale: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(ViewSystems::Draw));
}

fn draw(
    look: Res<Look>,
    mut lines: Query<(Ref<OddsLine>, &ComputedNode, &mut ImageNode, &mut Drawn)>,
    mut images: ResMut<Assets<Image>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    for (line, node, mut image, mut drawn) in &mut lines {
        let now = Drawn {
            size: node.size() * node.inverse_scale_factor,
            scale: node.inverse_scale_factor.recip(),
        };
        if now.size.min_element() < 1.0 {
            // It has a place with the next frame.
            if line.is_added() {
                redraw.request();
            }
            continue;
        }
        let is_same = *drawn == now && !line.is_changed() && !look.is_changed();
        if is_same && image.color != Color::NONE {
            continue;
        }
        let rect = Rect::from_corners(Vec2::ZERO, now.size);
        let picture = line.picture(now, &look);
        image.image = images.add(image_of(&picture, rect, now.scale));
        image.color = Color::WHITE;
        *drawn = now;
    }
}

impl OddsLine {
    /// The place of some odds at a step, on whole pixels along the time, so that areas side by side
    /// leave no gap.
    fn place(&self, drawn: Drawn, step: usize, odds: f32) -> Vec2 {
        let last = self.odds.len().saturating_sub(1).max(1) as f32;
        let within = drawn.size - 2.0 * self.margin;
        let at = self.margin + Vec2::new(step as f32 / last, odds) * within;
        Vec2::new((at.x * drawn.scale).round() / drawn.scale, at.y)
    }

    fn picture(&self, drawn: Drawn, look: &Look) -> Picture {
        let palette = &look.theme.palette;
        let ink = look.side_text(Faction::Friendly);
        let mut picture = Picture::default();
        let known = self.odds.iter().enumerate();
        let known: Vec<(usize, f32)> = known
            .filter_map(|(step, it)| Some((step, (*it)?)))
            .collect();
        let place = |step: usize, odds: f32| self.place(drawn, step, odds);
        for pair in known.windows(2) {
            let [(from, before), (to, after)] = [pair[0], pair[1]];
            let corners = [
                place(from, 0.0),
                place(to, 0.0),
                place(to, after),
                place(from, before),
            ];
            picture.polygon(corners, look.side(Faction::Friendly).with_alpha(0.2));
        }
        let last = self.odds.len().saturating_sub(1);
        for quarter in 0..=4_u8 {
            let odds = f32::from(quarter) / 4.0;
            let alpha = if quarter % 2 == 0 { 1.0 } else { 0.5 };
            let ink = colour(palette.border).with_alpha(alpha);
            picture.line(place(0, odds), place(last.max(1), odds), 1.0, ink);
        }
        for pair in known.windows(2) {
            let (from, to) = (place(pair[0].0, pair[0].1), place(pair[1].0, pair[1].1));
            picture.line(from, to, 2.5, ink);
        }
        for (step, odds) in &known {
            picture.disc(place(*step, *odds), 1.25, ink);
        }
        if let Some((step, odds)) = known.last() {
            picture.disc(place(*step, *odds), 4.0, colour(palette.text));
        }
        picture
    }
}
