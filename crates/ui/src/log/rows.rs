//! A line of the log on screen: its signs, and the names in the colours of their sides.

use bevy::ui_widgets::{ActivateOnPress, Button};

use super::log_lines::LogLine;
use super::{Row, jump, line_height};
use crate::prelude::*;

/// Spawns a line.
pub(super) fn spawn_row(
    rows: &mut ChildSpawnerCommands<'_>,
    arena: &Arena,
    line: &LogLine,
    now: u32,
    at_cursor: bool,
    width: f32,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let newest = line.tick == now;
    // What has just happened stands out by a sign and its weight, falls by a sign and a colour.
    let face = if line.falls || newest {
        Face::Bold
    } else {
        Face::Regular
    };
    let ink = match (line.falls, newest) {
        (true, _) => colour(palette.bad),
        (_, true) => style.ink(),
        _ => style.muted(),
    };
    let size = style.sizes().text;
    let signs = 3.2 * f32::from(size);
    let shown = fits(&line.text, face, size, width - signs);
    let mut row = rows.spawn((
        Row {
            tick: line.tick,
            by: line.by,
        },
        Button,
        ActivateOnPress,
        AccessibleLabel::new(format!("Go to: {}", line.text)),
        style.plain("", ink),
        Node::default().fixed().height(px(line_height(style))),
        TextLayout::no_wrap(),
        observe(jump),
    ));
    row.insert(Pickable::default());
    if shown != line.text {
        row.insert(Tooltip(line.text.clone()));
    }
    if at_cursor {
        row.insert(BackgroundColor(colour(palette.raised)));
    }
    let mark = if at_cursor || newest {
        Icon::ChevronRight
    } else {
        Icon::Dot
    };
    let mark_ink = if at_cursor {
        colour(palette.accent)
    } else if newest {
        style.ink()
    } else {
        Color::NONE
    };
    row.with_children(|row| {
        row.spawn(style.span(char::from(mark), Face::Icon, mark_ink));
        let icon = line.kind.icon();
        row.spawn(style.span(char::from(icon), Face::Icon, ink));
        row.spawn(style.span(" ", face, ink));
        for (side, text) in by_names(arena, &shown) {
            let ink = match side {
                Some(side) if !line.falls => style.look.side_text(side),
                _ => ink,
            };
            row.spawn(style.span(text, face, ink));
        }
    });
}

/// A text in pieces, those that are names with their side.
fn by_names<'a>(arena: &Arena, text: &'a str) -> Vec<(Option<Faction>, &'a str)> {
    let units = &arena.setup().units;
    let mut pieces: Vec<(Option<Faction>, &'a str)> = Vec::new();
    let mut rest = text;
    let mut plain = text;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let begins = !before.is_alphanumeric();
        let named = units
            .iter()
            .filter(|sheet| begins && !sheet.name.is_empty())
            .filter(|sheet| rest.starts_with(sheet.name.as_str()))
            .filter(|sheet| {
                let after = rest[sheet.name.len()..].chars().next();
                !after.is_some_and(char::is_alphanumeric)
            })
            .max_by_key(|sheet| sheet.name.len());
        let taken = named.map_or(letter.len_utf8(), |sheet| sheet.name.len());
        if let Some(sheet) = named {
            let passed = plain.len() - rest.len();
            if passed > 0 {
                pieces.push((None, &plain[..passed]));
            }
            pieces.push((Some(sheet.faction), &rest[..taken]));
            plain = &rest[taken..];
        }
        before = rest[..taken].chars().last().unwrap_or(' ');
        rest = &rest[taken..];
    }
    if !plain.is_empty() {
        pieces.push((None, plain));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{board, recruit};

    use super::*;

    #[test]
    fn names_are_found_as_whole_words_and_nothing_is_lost() {
        let battle = board("A . e")
            .unit('A', recruit())
            .unit('e', recruit())
            .start(1);
        let pieces = by_names(battle.arena(), "t1 A → e: Armour e, A");
        let whole: String = pieces.iter().map(|(_, text)| *text).collect();
        assert_eq!(whole, "t1 A → e: Armour e, A");
        let names: Vec<&str> = pieces
            .iter()
            .filter(|(side, _)| side.is_some())
            .map(|(_, text)| *text)
            .collect();
        assert_eq!(names, ["A", "e", "e", "A"]);
        assert!(by_names(battle.arena(), "").is_empty());
    }
}
