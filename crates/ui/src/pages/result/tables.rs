//! The three tables of the result.

use foretold_battle::{Life, Stats, sentence};

use crate::prelude::*;

/// How wide a column of numbers is, in pixels at 100%, if there is room.
const NUMBER: f32 = 76.0;
/// How wide the names beside them are at least.
const NAME: f32 = 90.0;

/// A line: an icon and a text in the colour of a side, and numbers.
struct Line {
    side: Option<Faction>,
    text: String,
    numbers: Vec<String>,
}

fn spawn_lines(
    sheet: &mut ChildSpawnerCommands<'_>,
    heads: (&str, &[&str]),
    lines: impl IntoIterator<Item = Line>,
    style: &UiStyle,
) {
    let head = Line {
        side: None,
        text: heads.0.to_owned(),
        numbers: heads.1.iter().map(|head| (*head).to_owned()).collect(),
    };
    let mut lines = lines.into_iter().peekable();
    let nothing = lines.peek().is_none();
    for (row, line) in std::iter::once(head).chain(lines).enumerate() {
        let is_head = row == 0;
        let ground = match row {
            0 => style.look.theme.palette.raised,
            row if row % 2 == 0 => style.look.theme.palette.background,
            _ => style.look.theme.palette.panel,
        };
        let node = Node::row(style.gap())
            .centred()
            .fixed()
            .padding(UiRect::axes(px(6), px(3)));
        sheet
            .spawn((node, BackgroundColor(colour(ground))))
            .with_children(|row| {
                let ink = line
                    .side
                    .map_or(style.ink(), |side| style.look.side_text(side));
                let name = Node::row(style.gap())
                    .centred()
                    .share(1.0)
                    .min_width(px(NAME));
                row.spawn(name).with_children(|name| {
                    // Friends are circles, enemies diamonds, as on the board.
                    if let Some(side) = line.side {
                        let icon = match side {
                            Faction::Friendly => Icon::Circle,
                            Faction::Enemy => Icon::Diamond,
                        };
                        name.spawn(style.sign(icon, ink));
                    }
                    name.spawn(if is_head {
                        style.bold(line.text, ink)
                    } else {
                        style.plain(line.text, ink)
                    });
                });
                for number in line.numbers {
                    let written = if is_head {
                        style.bold(number, style.ink())
                    } else {
                        style.plain(number, style.ink())
                    };
                    let place = Node {
                        flex_basis: px(NUMBER),
                        min_width: px(0),
                        justify_content: JustifyContent::FlexEnd,
                        ..default()
                    };
                    row.spawn(place)
                        .with_child((written, TextLayout::no_wrap()));
                }
            });
    }
    if nothing {
        sheet.spawn(style.plain("There is nothing to tell.", style.muted()));
    }
}

/// A number; nothing is told as a dash, so that what happened stands out.
fn number(count: u32) -> String {
    match count {
        0 => "–".to_owned(),
        count => count.to_string(),
    }
}

/// What became of a unit.
fn fate(current: &Shown, unit: UnitId, fell: Option<u32>) -> String {
    let end = current.session().battle().unit(unit);
    match (fell, end.map(|unit| unit.life)) {
        (Some(step), _) => format!("fell at {step}"),
        (None, Some(Life::Down { .. } | Life::Stable)) => "down".to_owned(),
        (None, _) => {
            let hp = end.map_or(0, |unit| unit.hp);
            format!("{hp} HP")
        }
    }
}

/// Everyone, and what they did.
pub(super) fn units(
    sheet: &mut ChildSpawnerCommands<'_>,
    current: &Shown,
    stats: &Stats,
    style: &UiStyle,
) {
    let arena = current.session().battle().arena();
    let lines = arena
        .units()
        .zip(&stats.units)
        .map(|((unit, sheet), of)| Line {
            side: Some(sheet.faction),
            text: sheet.name.clone(),
            numbers: vec![
                number(of.dealt),
                number(of.taken),
                number(of.blocked),
                number(of.healed),
                number(of.kills),
                number(of.hits),
                number(of.misses),
                fate(current, unit, of.fell),
            ],
        });
    let heads = [
        "Dealt", "Taken", "Blocked", "Healed", "Felled", "Hits", "Missed", "End",
    ];
    spawn_lines(sheet, ("Unit", &heads), lines, style);
}

/// Every skill that was used.
pub(super) fn skills(
    sheet: &mut ChildSpawnerCommands<'_>,
    current: &Shown,
    stats: &Stats,
    style: &UiStyle,
) {
    let arena = current.session().battle().arena();
    let lines = stats.skills.iter().map(|of| Line {
        side: Some(of.side),
        text: arena.skill(of.skill).name.clone(),
        numbers: [of.uses, of.hits, of.misses, of.dealt, of.healed]
            .map(number)
            .to_vec(),
    });
    let heads = ["Uses", "Hits", "Missed", "Dealt", "Healed"];
    spawn_lines(sheet, ("Skill", &heads), lines, style);
}

/// Every rule of a friend that decided something.
pub(super) fn rules(
    sheet: &mut ChildSpawnerCommands<'_>,
    current: &Shown,
    stats: &Stats,
    style: &UiStyle,
) {
    let arena = current.session().battle().arena();
    let friends = stats
        .rules
        .iter()
        .filter(|of| arena.sheet(of.unit).faction == Faction::Friendly);
    let lines = friends.map(|of| Line {
        side: Some(Faction::Friendly),
        text: format!(
            "{}: {}",
            arena.sheet(of.unit).name,
            sentence(arena, &of.rule)
        ),
        numbers: [of.decided, of.dealt, of.healed].map(number).to_vec(),
    });
    let heads = ["Decided", "Dealt", "Healed"];
    spawn_lines(sheet, ("Rule of yours that decided", &heads), lines, style);
}
