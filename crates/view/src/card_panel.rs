//! Where the card of a hovered cell is on screen, and how much of it fits.

use bevy::prelude::*;
use foretold_sim::{Blows, Forethought, Previews, Sequence, Shown, Threats};

use crate::ViewSystems;
use crate::hover_card::{CardLine, CellContext, LineStyle, card_lines, line};
use crate::look::{Faces, Look, colour};
use crate::marks::{Hover, Selection};
use crate::order_mode::OrderMode;
use crate::overlays::{Overlay, sequence};
use crate::picture::Face;
use crate::screen::Screen;

/// Between the card and the edge of its panel, in pixels.
const GAP: f32 = 8.0;
/// Between the edge of the card and its lines.
const PADDING: f32 = 8.0;
/// How wide its edge is.
const BORDER: f32 = 1.0;
/// Between two lines.
const ROW_GAP: f32 = 2.0;
/// The height of a row of text, in font sizes.
const LINE_HEIGHT: f32 = 1.2;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_card).add_systems(
        Update,
        show_card
            .run_if(
                crate::board_changed
                    .or_else(resource_changed::<Hover>)
                    .or_else(resource_changed::<Selection>)
                    .or_else(resource_changed::<OrderMode>)
                    .or_else(resource_changed::<Overlay>),
            )
            .in_set(ViewSystems::Paint),
    );
}

#[derive(Component)]
struct HoverCard;

fn spawn_card(mut commands: Commands) {
    commands.spawn((
        Name::new("Hover card"),
        HoverCard,
        Node {
            position_type: PositionType::Absolute,
            flex_direction: FlexDirection::Column,
            padding: px(PADDING).all(),
            border: px(BORDER).all(),
            row_gap: px(ROW_GAP),
            overflow: Overflow::clip(),
            border_radius: BorderRadius::all(px(6)),
            ..default()
        },
        BackgroundColor::default(),
        BorderColor::default(),
        GlobalZIndex(10),
        Pickable::IGNORE,
        Visibility::Hidden,
    ));
}

type CardParts = (
    Entity,
    &'static mut Node,
    &'static mut Visibility,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

/// What the card is made of.
type Models<'w> = (
    Res<'w, Forethought>,
    Res<'w, Blows>,
    Res<'w, Threats>,
    Res<'w, Previews>,
);

fn show_card(
    mut commands: Commands,
    (hover, selection, mode): (Res<Hover>, Res<Selection>, Res<OrderMode>),
    shown: If<Res<Shown>>,
    (models, sequence): (Models, Res<Sequence>),
    (overlay, screen): (Res<Overlay>, Res<Screen>),
    (look, faces): (Res<Look>, Res<Faces>),
    card: Single<CardParts, With<HoverCard>>,
) {
    let (card, mut node, mut visibility, mut back, mut border) = card.into_inner();
    let palette = &look.theme.palette;
    back.0 = colour(palette.raised);
    *border = BorderColor::all(colour(palette.border));
    let mut card = commands.entity(card);
    card.despawn_children();
    let known = CellContext {
        battle: shown.battle(),
        forethought: &models.0,
        blows: &models.1,
        threats: &models.2,
        previews: &models.3,
    };
    let lines = match hover.0 {
        Some(cell) => Some(card_lines(known, (*selection, *mode), cell)),
        None if *overlay == Overlay::Sequence => Some(sequence::legend(shown.battle(), &sequence)),
        None => None,
    };
    let Some(lines) = lines else {
        *visibility = Visibility::Hidden;
        return;
    };
    *visibility = Visibility::Inherited;
    let room = dock(&mut node, &screen);
    let size = f32::from(look.theme.sizes.text);
    card.with_children(|card| {
        for line in fitting(lines, room, size) {
            let (face, ink) = match line.style {
                LineStyle::Heading => (Face::Bold, colour(palette.text)),
                LineStyle::Plain => (Face::Regular, colour(palette.text)),
                LineStyle::Of(side) => (Face::Regular, look.side_text(side)),
            };
            let font = TextFont {
                font: faces.handle(face).into(),
                font_size: FontSize::Px(size),
                ..default()
            };
            card.spawn((Text::new(line.text), font, TextColor(ink), Pickable::IGNORE));
        }
    });
}

/// Puts the card at the bottom of the panel beside the board, where it never covers its cell.
/// Returns the room inside it, in pixels at 100%.
fn dock(node: &mut Node, screen: &Screen) -> Vec2 {
    let (scale, panel) = (screen.ui_scale, screen.panels().skills);
    node.left = px((panel.min.x + GAP) / scale);
    node.bottom = px((screen.size.y - panel.max.y + GAP) / scale);
    let most = ((panel.size() - 2.0 * GAP) / scale).max(Vec2::ZERO);
    node.width = px(most.x);
    node.max_height = px(most.y);
    (most - 2.0 * (PADDING + BORDER)).max(Vec2::ZERO)
}

/// The first lines, as many as fit; the last one says how many are left out.
fn fitting(mut lines: Vec<CardLine>, room: Vec2, size: f32) -> Vec<CardLine> {
    let height = |line: &CardLine| {
        let wide = match line.style {
            LineStyle::Heading => 0.6,
            LineStyle::Plain | LineStyle::Of(_) => 0.56,
        };
        let rows = rows(&line.text, room.x / (wide * size));
        rows as f32 * (size * LINE_HEIGHT).ceil() + ROW_GAP
    };
    let whole: f32 = lines.iter().map(height).sum();
    if whole <= room.y {
        return lines;
    }
    let last = (size * LINE_HEIGHT).ceil() + ROW_GAP;
    let mut left = room.y - last;
    let kept = lines
        .iter()
        .take_while(|line| {
            left -= height(line);
            left >= 0.0
        })
        .count();
    // The heading always stays.
    let kept = kept.max(1);
    let more = lines.len() - kept;
    lines.truncate(kept);
    lines.push(line(format!("…and {more} more"), LineStyle::Plain));
    lines
}

/// How many rows a text takes if this many letters fit into one.
fn rows(text: &str, letters: f32) -> usize {
    let mut rows = 1;
    let mut used = 0.0;
    for word in text.split(' ') {
        let length = word.chars().count() as f32;
        if used > 0.0 && used + length > letters {
            rows += 1;
            used = 0.0;
        }
        used += length + 1.0;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_counted() {
        let lines: Vec<CardLine> = (0..10)
            .map(|number| line(format!("line {number}"), LineStyle::Plain))
            .collect();
        let texts = |high: f32| -> Vec<String> {
            let kept = fitting(lines.clone(), Vec2::new(300.0, high), 13.0);
            kept.into_iter().map(|line| line.text).collect()
        };
        assert_eq!(texts(400.0).len(), 10);
        assert_eq!(texts(60.0), ["line 0", "line 1", "…and 8 more"]);
        assert_eq!(texts(0.0), ["line 0", "…and 9 more"]);
    }

    #[test]
    fn a_long_text_takes_more_rows() {
        assert_eq!(rows("", 10.0), 1);
        assert_eq!(rows("one two", 10.0), 1);
        assert_eq!(rows("one two three", 10.0), 2);
        assert_eq!(rows("incomprehensible", 10.0), 1);
    }
}
