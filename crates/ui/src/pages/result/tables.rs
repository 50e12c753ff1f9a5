//! The three tables of the result.

use foretold_battle::{Life, Stats, sentence};

use super::Table;
use crate::prelude::*;

/// How wide a column of numbers is, in pixels at 100%, if there is room.
const NUMBER: f32 = 76.0;
/// How wide the names beside them are at least, and at most: the eye must find the number to a name.
const NAME: (f32, f32) = (90.0, 260.0);

/// How high the bar beside a line is.
const BAR: f32 = 8.0;

/// A line: an icon and a text in the colour of a side, and numbers.
struct Line {
    side: Option<Faction>,
    text: String,
    numbers: Vec<String>,
    /// Damage that a bar compares with that of the others; `None` in a table without bars.
    dealt: Option<u32>,
}

fn spawn_lines(
    sheet: &mut ChildSpawnerCommands<'_>,
    (name, most): (&str, Val),
    heads: &[&str],
    lines: Vec<Line>,
    style: &UiStyle,
) {
    let head = Line {
        side: None,
        text: name.to_owned(),
        numbers: heads.iter().map(ToString::to_string).collect(),
        dealt: None,
    };
    let most_dealt = lines.iter().filter_map(|line| line.dealt).max();
    let nothing = lines.is_empty();
    for (row, line) in std::iter::once(head).chain(lines).enumerate() {
        let palette = &style.look.theme.palette;
        let ground = match row {
            row if row % 2 == 1 => palette.raised,
            _ => palette.panel,
        };
        let write = |text: String, ink: Color| match row {
            0 => style.remark(text),
            _ => style.plain(text, ink),
        };
        let node = Node::row(style.gap())
            .centred()
            .fixed()
            .padding(UiRect::axes(px(6), px(3)));
        let mut row = sheet.spawn((node, BackgroundColor(colour(ground))));
        row.with_children(|row| {
            let name = Node::row(style.gap())
                .centred()
                .share(1.0)
                .min_width(px(NAME.0))
                .max_width(most);
            row.spawn(name).with_children(|name| {
                let mut ink = style.ink();
                // Friends are circles, enemies diamonds, as on the board.
                if let Some(side) = line.side {
                    ink = style.look.side_text(side);
                    name.spawn(match side {
                        Faction::Friendly => style.sign(Icon::Circle, ink),
                        Faction::Enemy => style.sign(Icon::Diamond, ink),
                    });
                }
                name.spawn(write(line.text, ink));
            });
            for number in line.numbers {
                let place = Node {
                    flex_basis: px(NUMBER),
                    min_width: px(0),
                    justify_content: JustifyContent::FlexEnd,
                    ..default()
                };
                row.spawn(place)
                    .with_child((write(number, style.muted()), TextLayout::no_wrap()));
            }
            let Some(most) = most_dealt else {
                return;
            };
            let mut room = row.spawn(bar_room());
            if let Some((side, dealt)) = line.side.zip(line.dealt) {
                room.with_child(bar(side, dealt as f32 / most.max(1) as f32, style));
            }
        });
    }
    if nothing {
        sheet.spawn(style.plain("There is nothing to show.", style.muted()));
    }
}

/// The room that the columns leave for bars, if they leave any.
fn bar_room() -> Node {
    Node::row(px(0))
        .centred()
        .share(1.0)
        .min_width(px(0))
        .padding(UiRect::left(px(12)))
        .clipped()
}

/// A bar over a part of its room.
fn bar(side: Faction, part: f32, style: &UiStyle) -> impl Bundle {
    let node = Node {
        width: percent(100.0 * part),
        height: px(BAR),
        border_radius: BorderRadius::all(px(BAR / 2.0)),
        ..default()
    };
    (node, BackgroundColor(style.look.side_text(side)))
}

/// A number; nothing is a dash, so that what happened stands out.
fn number(count: u32) -> String {
    match count {
        0 => "–".to_owned(),
        count => count.to_string(),
    }
}

/// What became of a unit.
pub(super) fn fate(end: &Battle, unit: UnitId, fell: Option<u32>) -> String {
    let unit = end.unit(unit);
    match (fell, unit.map(|unit| unit.life)) {
        (Some(step), _) => format!("fell at {step}"),
        (None, Some(Life::Down { .. } | Life::Stable)) => "down".to_owned(),
        (None, _) => format!("{} HP", unit.map_or(0, |unit| unit.hp)),
    }
}

/// A table: of all units, of the skills that were used, or of the friends' rules that decided something.
pub(super) fn spawn(
    sheet: &mut ChildSpawnerCommands<'_>,
    table: Table,
    end: &Battle,
    stats: &Stats,
    style: &UiStyle,
) {
    let arena = end.arena();
    let line = |side, text, numbers: &[u32]| Line {
        side: Some(side),
        text,
        numbers: numbers.iter().copied().map(number).collect(),
        dealt: None,
    };
    let (name, heads, lines): (_, &[&str], Vec<Line>) = match table {
        Table::Units => {
            let lines = arena.units().zip(&stats.units).map(|((unit, sheet), of)| {
                let numbers = [
                    of.dealt, of.taken, of.blocked, of.healed, of.kills, of.hits, of.misses,
                ];
                let dealt = Some(of.dealt);
                let mut line = Line {
                    dealt,
                    ..line(sheet.faction, sheet.name.clone(), &numbers)
                };
                line.numbers.push(fate(end, unit, of.fell));
                line
            });
            let heads = &[
                "Dealt", "Taken", "Blocked", "Healed", "Felled", "Hits", "Missed", "End",
            ];
            ("Unit", heads, lines.collect())
        }
        Table::Skills => {
            let lines = stats.skills.iter().map(|of| {
                let name = arena.skill(of.skill).name.clone();
                let numbers = [of.uses, of.hits, of.misses, of.dealt, of.healed];
                let dealt = Some(of.dealt);
                Line {
                    dealt,
                    ..line(of.side, name, &numbers)
                }
            });
            let heads = &["Uses", "Hits", "Missed", "Dealt", "Healed"];
            ("Skill", heads, lines.collect())
        }
        Table::Rules => {
            let is_friend = |unit| arena.sheet(unit).faction == Faction::Friendly;
            let friends = stats.rules.iter().filter(|of| is_friend(of.unit));
            let lines = friends.map(|of| {
                let (name, rule) = (&arena.sheet(of.unit).name, sentence(arena, &of.rule));
                let numbers = [of.decided, of.dealt, of.healed];
                line(Faction::Friendly, format!("{name}: {rule}"), &numbers)
            });
            let heads = &["Decided", "Dealt", "Healed"];
            ("Rule of yours that decided", heads, lines.collect())
        }
    };
    // Rules are sentences.
    let most = if table == Table::Rules {
        auto()
    } else {
        px(NAME.1)
    };
    spawn_lines(sheet, (name, most), heads, lines, style);
}
