//! What stands on a card of the roster, as far as it has room.

use bevy::text::LineHeight;
use foretold_view::picture::contrast_to;
use foretold_view::roster::RosterCard;
use foretold_view::turn_strip::ChipState;
use foretold_view::{FigureImage, FigureTone};

use super::PADDING;
use crate::prelude::*;
use crate::widgets::{StyledText, text_width};

/// The least card with everything, and the least one with more than a figure and a bar.
const FULL: Vec2 = Vec2::new(118.0, 36.0);
const SHORT: Vec2 = Vec2::new(62.0, 32.0);
/// A lower card has no room for what its unit is about to do, or for its name beside HP.
const THREE_LINES: f32 = 42.0;
/// Where a line is shorter than this, HP stand without their maximum: the bar shows it.
const ROOM_FOR_MOST: f32 = 140.0;
/// A smaller figure has no room for letters: they stand beside HP.
const LEAST_FOR_TAG: f32 = 24.0;
/// How high a bar is.
const BAR: f32 = 5.0;
/// Three lines and two bars stand close together.
const TIGHT: LineHeight = LineHeight::RelativeToFont(1.1);

/// How much a card has room for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// All of it.
    Full,
    /// Figure, name and HP.
    Short,
    /// Figure and bar.
    Least,
}

impl Detail {
    fn of(card: Vec2) -> Detail {
        if card.cmpge(FULL).all() {
            Detail::Full
        } else if card.cmpge(SHORT).all() {
            Detail::Short
        } else {
            Detail::Least
        }
    }
}

/// Fills a card of this size.
pub(super) fn write_card(
    parts: &mut ChildSpawnerCommands<'_>,
    card: &RosterCard,
    size: Vec2,
    style: &UiStyle,
) {
    let detail = Detail::of(size);
    let inside = size - 2.0 * (PADDING + 1.0);
    let bars = |parts: &mut ChildSpawnerCommands<'_>| {
        if !card.has_fallen() {
            spawn_bars(parts, card, style);
        }
    };
    match detail {
        // In a low window the bar is beside the figure.
        Detail::Least if size.y < SHORT.y => {
            spawn_figure(parts, card, inside.y.min(inside.x / 2.0), style);
            let column = Node::column(px(1)).share(1.0).min_width(px(0));
            parts.spawn((column, Pickable::IGNORE)).with_children(bars);
        }
        Detail::Least => {
            parts
                .spawn((Node::column(px(2)).middle().share(1.0), Pickable::IGNORE))
                .with_children(|column| {
                    let side = (inside.y - 2.0 * BAR).min(inside.x).max(8.0);
                    spawn_figure(column, card, side, style);
                    bars(column);
                });
        }
        Detail::Short => {
            let side = inside.y.min(inside.x * 0.34);
            spawn_figure(parts, card, side, style);
            let column = Node::column(px(2)).share(1.0).min_width(px(0)).clipped();
            parts
                .spawn((column, Pickable::IGNORE))
                .with_children(|column| {
                    let ink = name_ink(card, style);
                    let room = inside.x - side - 5.0;
                    if size.y >= THREE_LINES || card.has_fallen() {
                        let small = style.sizes().small;
                        let name = fitting_name(card, small, room);
                        let name = (style.small(name, ink), TextLayout::no_wrap());
                        column.spawn(name).insert(style.font(Face::Bold, small));
                    }
                    bars(column);
                    if !card.has_fallen() {
                        let hp = style.small(card.hp.0.to_string(), style.ink());
                        let row = Node::row(px(3)).centred().fixed();
                        column.spawn((row, Pickable::IGNORE)).with_children(|row| {
                            row.spawn((hp, TextLayout::no_wrap(), Node::default().grow()));
                            if side < LEAST_FOR_TAG && card.figure.is_some() {
                                let tag = style.small(&card.tag, style.look.side_text(card.side));
                                row.spawn((tag, TextLayout::no_wrap()))
                                    .insert(style.font(Face::Bold, style.sizes().small));
                            }
                        });
                    }
                });
        }
        Detail::Full => {
            let side = inside.y.min(38.0).min(inside.x * 0.27);
            spawn_figure(parts, card, side, style);
            let room = inside.x - side - 5.0;
            let column = Node::column(px(1)).share(1.0).min_width(px(0)).clipped();
            parts
                .spawn((column, Pickable::IGNORE))
                .with_children(|column| {
                    // Where the name needs its whole line, HP are beside the plan.
                    let plan_line = size.y >= THREE_LINES;
                    let hp_below = plan_line && room < ROOM_FOR_MOST;
                    write_state(column, card, (room, hp_below), style);
                    if plan_line {
                        write_plan(column, card, (room, hp_below), style);
                    }
                });
        }
    }
}

/// Name, statuses and, unless they are below, HP; then the bars.
fn write_state(
    column: &mut ChildSpawnerCommands<'_>,
    card: &RosterCard,
    (room, hp_below): (f32, bool),
    style: &UiStyle,
) {
    let (sizes, palette) = (style.sizes(), &style.look.theme.palette);
    let row = || Node::row(px(3)).centred().fixed();
    let icon_width = f32::from(sizes.small) + 3.0;
    column
        .spawn((row(), Pickable::IGNORE))
        .with_children(|first| {
            let mut icons: Vec<(char, Color)> = Vec::new();
            match card.turn {
                Some(ChipState::Acted) => icons.push((char::from(Icon::Check), style.muted())),
                Some(ChipState::Now) => {
                    icons.push((char::from(Icon::Play), colour(palette.accent)));
                }
                Some(ChipState::InTick | ChipState::Later) | None => {}
            }
            let statuses = card.statuses.iter().take(3);
            icons.extend(statuses.map(|(icon, _)| (*icon, style.ink())));
            let hp = if hp_below {
                String::new()
            } else {
                hp_in_words(card, room)
            };
            let taken =
                icons.len() as f32 * icon_width + text_width(&hp, Face::Bold, sizes.small) + 6.0;
            let room = room - taken;
            let is_long = text_width(&card.name, Face::Bold, sizes.text) > room;
            let size = if is_long { sizes.small } else { sizes.text };
            let name = fitting_name(card, size, room);
            first
                .spawn((
                    style.bold(name, name_ink(card, style)),
                    TextLayout::no_wrap(),
                    Node::default().grow(),
                ))
                .insert((style.font(Face::Bold, size), TIGHT));
            for (sign, ink) in icons {
                first.spawn((small_icon(sign, ink, style), TIGHT));
            }
            spawn_hp(first, hp, style);
        });
    if !card.has_fallen() {
        spawn_bars(column, card, style);
    }
}

/// The name of a unit, shortened where there is no room for all of it.
fn fitting_name(card: &RosterCard, size: u16, room: f32) -> String {
    let is_long = text_width(&card.name, Face::Bold, size) > room;
    let name = if is_long {
        &card.short_name
    } else {
        &card.name
    };
    fits(name, Face::Bold, size, room)
}

/// HP, with their maximum where there is room.
fn hp_in_words(card: &RosterCard, room: f32) -> String {
    let (now, most) = card.hp;
    match card.has_fallen() {
        true => String::new(),
        false if room < ROOM_FOR_MOST => now.to_string(),
        false => format!("{now}/{most}"),
    }
}

fn spawn_hp(row: &mut ChildSpawnerCommands<'_>, hp: String, style: &UiStyle) {
    if !hp.is_empty() {
        row.spawn((style.small(hp, style.ink()), TextLayout::no_wrap()))
            .insert((style.font(Face::Bold, style.sizes().small), TIGHT));
    }
}

/// An icon as large as a remark.
fn small_icon(icon: char, ink: Color, style: &UiStyle) -> StyledText {
    let (text, _, ink, pickable) = style.small(icon, ink);
    let font = style.font(Face::Icon, style.sizes().small);
    (text, font, ink, pickable)
}

/// Block, what it is about to do, and HP if they are not beside the name.
fn write_plan(
    column: &mut ChildSpawnerCommands<'_>,
    card: &RosterCard,
    (mut room, with_hp): (f32, bool),
    style: &UiStyle,
) {
    let (sizes, palette) = (style.sizes(), &style.look.theme.palette);
    let row = Node::row(px(3)).centred().fixed();
    column.spawn((row, Pickable::IGNORE)).with_children(|last| {
        if card.block > 0 {
            let (ink, block) = (colour(palette.block), card.block.to_string());
            room -=
                f32::from(sizes.small) + 3.0 + text_width(&block, Face::Regular, sizes.small) + 3.0;
            last.spawn((small_icon(char::from(Icon::Shield), ink, style), TIGHT));
            last.spawn((style.small(block, ink), TextLayout::no_wrap(), TIGHT));
        }
        let hp = if with_hp {
            hp_in_words(card, room)
        } else {
            String::new()
        };
        room -= text_width(&hp, Face::Bold, sizes.small) + 3.0;
        let wide = text_width(&card.plan, Face::Regular, sizes.small);
        let plan = if wide > room {
            &card.short_plan
        } else {
            &card.plan
        };
        let plan = fits(plan, Face::Regular, sizes.small, room);
        last.spawn((
            style.small(plan, style.muted()),
            TextLayout::no_wrap(),
            TIGHT,
            Node::default().grow(),
        ));
        spawn_hp(last, hp, style);
    });
}

fn name_ink(card: &RosterCard, style: &UiStyle) -> Color {
    if card.has_fallen() || card.turn == Some(ChipState::Acted) {
        style.muted()
    } else {
        style.ink()
    }
}

/// What stands for the unit, on a disc for friends and a square for enemies: its figure with its
/// letters in a corner, or only its letters. The fallen are grey and have a skull.
fn spawn_figure(
    parts: &mut ChildSpawnerCommands<'_>,
    card: &RosterCard,
    side: f32,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let (ground, tone) = if card.has_fallen() {
        (colour(palette.border), FigureTone::Grey)
    } else {
        (style.look.side(card.side), FigureTone::Side(card.side))
    };
    let radius = match card.side {
        Faction::Friendly => BorderRadius::MAX,
        Faction::Enemy => BorderRadius::all(px(4)),
    };
    let place = Node::default()
        .middle()
        .fixed()
        .size(px(side), px(side))
        .radius(radius);
    let behind = match card.figure {
        Some(_) => ground.mix(&colour(palette.background), 0.72),
        None => ground,
    };
    parts
        .spawn((place, BackgroundColor(behind), Pickable::IGNORE))
        .with_children(|place| {
            let ink = if card.figure.is_some() {
                style.look.side_text(card.side)
            } else {
                contrast_to(ground)
            };
            let (sign, face, ink) = if card.has_fallen() {
                let skull = char::from(Icon::Skull).to_string();
                (skull, Face::Icon, style.muted())
            } else {
                (card.tag.clone(), Face::Bold, ink)
            };
            let sign = (
                Text(sign),
                style.font(face, style.sizes().small),
                TextColor(ink),
                TextLayout::no_wrap(),
                Pickable::IGNORE,
            );
            let Some(figure) = card.figure.clone() else {
                place.spawn(sign);
                return;
            };
            place.spawn((
                FigureImage { figure, tone },
                Node::default().size(px(side), px(side)),
                Pickable::IGNORE,
            ));
            if side >= LEAST_FOR_TAG {
                place
                    .spawn((
                        Node::default()
                            .absolute()
                            .right(px(-2))
                            .bottom(px(-2))
                            .padding(UiRect::horizontal(px(2)))
                            .radius(BorderRadius::all(px(3))),
                        BackgroundColor(colour(palette.panel)),
                        Pickable::IGNORE,
                    ))
                    .with_child(sign);
            }
        });
}

/// HP, and sanity below it.
fn spawn_bars(parts: &mut ChildSpawnerCommands<'_>, card: &RosterCard, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    let mut bar = |(now, most): (u16, u16), height: f32, ink: Color, lost: Color| {
        let share = f32::from(now) / f32::from(most.max(1)) * 100.0;
        let radius = BorderRadius::all(px(height / 2.0));
        let whole = Node::default()
            .fixed()
            .size(percent(100), px(height))
            .radius(radius);
        parts
            .spawn((whole, BackgroundColor(lost), Pickable::IGNORE))
            .with_child((
                Node::default()
                    .size(percent(share), percent(100))
                    .radius(radius),
                BackgroundColor(ink),
                Pickable::IGNORE,
            ));
    };
    let (now, most) = card.hp;
    let low = u32::from(now) * 4 <= u32::from(most);
    let health = colour(if low { palette.bad } else { palette.health });
    bar(card.hp, BAR, health, colour(palette.health_lost));
    if let Some(sanity) = card.sanity {
        bar(sanity, 2.0, colour(palette.sanity), colour(palette.border));
    }
}
