//! A line of the log on screen: its signs, and the names in the colours of their sides.

use bevy::ui_widgets::{ActivateOnPress, Button};

use super::log_lines::LogLine;
use super::{Jump, line_height};
use crate::prelude::*;
use crate::widgets::text_width;

/// Spawns a line.
pub(super) fn spawn_row(
    rows: &mut ChildSpawnerCommands<'_>,
    now: &Battle,
    line: &LogLine,
    at_cursor: bool,
    width: f32,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let newest = line.tick == now.tick();
    // What has just happened stands out by a sign and its weight, falls by a sign and a colour.
    let (face, ink) = match (line.falls, newest) {
        (true, _) => (Face::Bold, colour(palette.bad)),
        (_, true) => (Face::Bold, style.ink()),
        _ => (Face::Regular, style.muted()),
    };
    let size = style.sizes().text;
    let signs = 3.2 * f32::from(size);
    // What came of it must be readable even where the dice have no room.
    let room = width - signs;
    let is_whole = text_width(&line.text, face, size) <= room;
    let shown = if is_whole { &line.text } else { &line.brief };
    let shown = fits(shown, face, size, room);
    let (tick, by) = (line.tick, line.by);
    let mut row = rows.spawn((
        Button,
        ActivateOnPress,
        AccessibleLabel::new(format!("Go to: {}", line.text)),
        style.plain("", ink),
        Node::default().fixed().height(px(line_height(style))),
        TextLayout::no_wrap(),
        // A click leads to its moment.
        observe(move |_: On<Activate>, mut jump: Jump| jump.to(tick, by)),
    ));
    row.insert(Pickable::default());
    if shown != line.text {
        row.insert(Tooltip(line.text.clone()));
    }
    if at_cursor {
        row.insert(BackgroundColor(colour(palette.raised)));
    }
    let (mark, mark_ink) = match (at_cursor, newest) {
        (true, _) => (Icon::ChevronRight, colour(palette.accent)),
        (_, true) => (Icon::ChevronRight, style.ink()),
        _ => (Icon::Dot, Color::NONE),
    };
    row.with_children(|row| {
        row.spawn(style.span(char::from(mark), Face::Icon, mark_ink));
        let icon = line.kind.icon();
        row.spawn(style.span(char::from(icon), Face::Icon, ink));
        row.spawn(style.span(" ", face, ink));
        for (side, text) in by_names(now.arena(), &shown) {
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
    let names = || arena.setup().units.iter().filter(|it| !it.name.is_empty());
    let mut pieces: Vec<(Option<Faction>, &'a str)> = Vec::new();
    let (mut rest, mut plain, mut before) = (text, text, ' ');
    while let Some(letter) = rest.chars().next() {
        let is_whole = |name: &str| {
            let after = rest[name.len()..].chars().next();
            !before.is_alphanumeric() && !after.is_some_and(char::is_alphanumeric)
        };
        let named = names()
            .filter(|it| rest.starts_with(&it.name) && is_whole(&it.name))
            .max_by_key(|it| it.name.len());
        let taken = named.map_or(letter.len_utf8(), |it| it.name.len());
        let (piece, after) = rest.split_at(taken);
        if let Some(sheet) = named {
            pieces.push((None, &plain[..plain.len() - rest.len()]));
            pieces.push((Some(sheet.faction), piece));
            plain = after;
        }
        before = piece.chars().last().unwrap_or(' ');
        rest = after;
    }
    pieces.push((None, plain));
    pieces.retain(|(_, piece)| !piece.is_empty());
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
