//! Where the card of a hovered cell is on screen, and how much of it fits.

use bevy::prelude::*;
use foretold_battle::Cell;
use foretold_sim::{Forethought, ForetoldTurns, Previews, Sequence, Shown, Threats};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::hover_card::{CardDetails, CardLine, CellContext, LineStyle, card_lines, line};
use crate::look::{Faces, Look, colour};
use crate::marks::{Hover, Selection};
use crate::order_mode::OrderMode;
use crate::overlays::{Overlay, sequence};
use crate::picture::Face;
use crate::screen::Screen;

/// The width of the card at 100%, in pixels.
const WIDTH: f32 = 300.0;
/// Between the card and the edge of its room, in pixels.
const GAP: f32 = 4.0;
/// Between the edge of the card and its lines.
const PADDING: f32 = 8.0;
/// How wide its edge is.
const BORDER: f32 = 1.0;
/// Between two lines.
const ROW_GAP: f32 = 2.0;
/// How bad it is to cover the panel beside the board, where a token is 1.
const PANEL_WEIGHT: f32 = 0.2;
/// What padding and border take together.
const AROUND: Vec2 = Vec2::splat(2.0 * (PADDING + BORDER));
/// The width of its lines.
const INSIDE: f32 = WIDTH - 2.0 * (PADDING + BORDER);
/// The height of a row of text, in font sizes.
const LINE_HEIGHT: f32 = 1.2;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CardDetails>()
        .add_systems(Startup, spawn_card)
        .add_systems(
            Update,
            show_card
                .run_if(
                    crate::board_changed
                        .or_else(resource_changed::<Hover>)
                        .or_else(resource_changed::<Selection>)
                        .or_else(resource_changed::<OrderMode>)
                        .or_else(resource_changed::<CardDetails>)
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
    Res<'w, ForetoldTurns>,
    Res<'w, Threats>,
    Res<'w, Previews>,
);

fn show_card(
    mut commands: Commands,
    (hover, selection, mode, details): (
        Res<Hover>,
        Res<Selection>,
        Res<OrderMode>,
        Res<CardDetails>,
    ),
    shown: If<Res<Shown>>,
    (models, sequence): (Models, Res<Sequence>),
    (overlay, screen, space): (Res<Overlay>, Res<Screen>, Res<BoardSpace>),
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
        turns: &models.1,
        threats: &models.2,
        previews: &models.3,
    };
    let lines = match hover.0 {
        Some(cell) => Some(card_lines(known, (*selection, *mode), cell, *details)),
        None if *overlay == Overlay::Sequence => Some(sequence::legend(shown.battle(), &sequence)),
        None => None,
    };
    let Some(lines) = lines else {
        *visibility = Visibility::Hidden;
        return;
    };
    *visibility = Visibility::Inherited;
    let size = f32::from(look.theme.sizes.text);
    let room = card_room(&screen);
    let lines = fitting(lines, room.size() / screen.ui_scale - AROUND, size);
    let high = height(&lines, INSIDE, size) + AROUND.y;
    let card_size = Vec2::new(WIDTH, high) * screen.ui_scale;
    let on_screen = |cell: Cell| {
        let middle = screen.to_screen(space.middle(cell));
        Rect::from_center_size(middle, Vec2::splat(space.cell))
    };
    let tokens = shown.battle().units().filter(|(_, unit)| unit.is_up());
    let tokens: Vec<Rect> = tokens.map(|(_, unit)| on_screen(unit.cell)).collect();
    let at = match hover.0 {
        Some(cell) => {
            let panel = screen.panels().skills;
            beside(on_screen(cell), card_size, room, panel, &tokens)
        }
        None => room.max - card_size,
    };
    node.left = px(at.x / screen.ui_scale);
    node.top = px(at.y / screen.ui_scale);
    node.width = px(WIDTH);
    card.with_children(|card| {
        for line in lines {
            let (face, ink) = match line.style {
                LineStyle::Heading => (Face::Bold, colour(palette.text)),
                LineStyle::Plain => (Face::Regular, colour(palette.text)),
                LineStyle::Of(side) => (Face::Regular, look.side_text(side)),
                LineStyle::HeadingOf(side) => (Face::Bold, look.side_text(side)),
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

/// Where a card may be: over the orders and the board, and if need be over the panel beside them.
fn card_room(screen: &Screen) -> Rect {
    let panels = screen.panels();
    panels.actions.union(panels.skills).inflate(-GAP)
}

/// The place for a card beside a cell, as its upper left corner: never over the cell, and over as
/// few tokens and as little of the panel as can be.
fn beside(cell: Rect, size: Vec2, room: Rect, panel: Rect, tokens: &[Rect]) -> Vec2 {
    let gap = cell.width() * 0.25;
    let (right, left) = (cell.max.x + gap, cell.min.x - gap - size.x);
    let (below, above) = (cell.max.y + gap, cell.min.y - gap - size.y);
    let middle = cell.center() - size / 2.0;
    let corners = [right, left].into_iter().flat_map(|x| {
        [cell.min.y, cell.max.y - size.y, middle.y, below, above].map(|y| Vec2::new(x, y))
    });
    let places = corners.chain([below, above].map(|y| Vec2::new(middle.x, y)));
    let most = (room.max - size).max(room.min);
    let covers = |at: &Vec2| {
        let card = Rect::from_corners(*at, *at + size);
        let shared = |other: &Rect| {
            let both = card.intersect(*other);
            both.width() * both.height()
        };
        let own = shared(&cell.inflate(gap * 0.5)) * 10_000.0;
        own + shared(&panel) * PANEL_WEIGHT + tokens.iter().map(shared).sum::<f32>()
    };
    let places = places.map(|at| at.clamp(room.min, most));
    let best = places.min_by(|one, other| covers(one).total_cmp(&covers(other)));
    best.unwrap_or(room.min)
}

/// The height of lines in a card that is this wide inside.
fn height(lines: &[CardLine], wide: f32, size: f32) -> f32 {
    let high = |line: &CardLine| {
        let letter = match line.style {
            LineStyle::Heading | LineStyle::HeadingOf(_) => 0.6,
            LineStyle::Plain | LineStyle::Of(_) => 0.56,
        };
        let rows = rows(&line.text, wide / (letter * size));
        rows as f32 * (size * LINE_HEIGHT).ceil() + ROW_GAP
    };
    lines.iter().map(high).sum()
}

/// The first lines, as many as fit; the last one says how many are left out.
fn fitting(mut lines: Vec<CardLine>, room: Vec2, size: f32) -> Vec<CardLine> {
    let whole = lines.len();
    let high = |count: usize| height(&lines[..count], INSIDE, size);
    if high(whole) <= room.y {
        return lines;
    }
    let last = (size * LINE_HEIGHT).ceil() + ROW_GAP;
    // The heading always stays.
    let mut counts = (1..whole).rev();
    let kept = counts.find(|&count| high(count) + last <= room.y);
    let kept = kept.unwrap_or(1);
    lines.truncate(kept);
    let more = format!("…and {} more", whole - kept);
    lines.push(line(more, LineStyle::Plain));
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
    fn a_card_stands_beside_its_cell_and_covers_no_token_if_there_is_room() {
        let room = Rect::new(0.0, 0.0, 800.0, 600.0);
        let cell = |x: f32, y: f32| Rect::new(x, y, x + 50.0, y + 50.0);
        let size = Vec2::new(300.0, 200.0);
        for hovered in [cell(0.0, 0.0), cell(375.0, 275.0), cell(750.0, 550.0)] {
            for token in [cell(100.0, 0.0), cell(450.0, 275.0), cell(600.0, 300.0)] {
                let at = beside(hovered, size, room, Rect::default(), &[hovered, token]);
                let card = Rect::from_corners(at, at + size);
                assert!(card.intersect(hovered).is_empty(), "{card:?}");
                assert!(card.intersect(token).is_empty(), "{card:?} {token:?}");
                assert_eq!(card.intersect(room), card);
            }
        }
    }

    #[test]
    fn a_long_text_takes_more_rows() {
        assert_eq!(rows("", 10.0), 1);
        assert_eq!(rows("one two", 10.0), 1);
        assert_eq!(rows("one two three", 10.0), 2);
        assert_eq!(rows("incomprehensible", 10.0), 1);
    }
}
