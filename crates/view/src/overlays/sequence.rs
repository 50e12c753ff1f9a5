//! The order in which units will act: a number on each unit, and a list.

use bevy::prelude::*;
use foretold_battle::{Battle, Cell, Due, Faction, Phase, When};
use foretold_sim::Sequence;

use super::OverlayLayers;
use crate::board_space::BoardSpace;
use crate::hover_card::{CardLine, LineStyle};
use crate::look::{Look, colour};
use crate::picture::{Face, Picture};

/// A unit's place in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedTurn {
    /// From 1 on; `None` if the player may not know it yet.
    pub number: Option<usize>,
    /// The unit, and when it acts.
    pub due: Due,
}

impl NumberedTurn {
    /// The text on a token.
    fn sign(self) -> String {
        self.number
            .map_or_else(|| "?".to_owned(), |number| number.to_string())
    }
}

/// Everyone in the order, numbered.
pub fn numbered(sequence: &Sequence) -> Vec<NumberedTurn> {
    let all = (1..).zip(&sequence.0);
    let numbered = all.map(|(number, &due)| NumberedTurn {
        number: (due.when != When::Hidden).then_some(number),
        due,
    });
    numbered.collect()
}

/// What happens at a time, in words.
pub(crate) fn heading(when: When) -> &'static str {
    match when {
        When::Phase(Phase::Guards) => "Guards rise",
        When::Phase(Phase::QuickStrikes) => "Quick strikes",
        When::Phase(Phase::Movement) => "Steps",
        When::Phase(Phase::HeavyStrikes) => "Heavy strikes",
        When::Phase(Phase::Decide | Phase::Effects | Phase::Judge) => "Help",
        When::Hidden => "Hidden",
        When::Turn => "Turns",
        When::Ordered => "Waiting for your order",
    }
}

/// The units that act at the same time, group by group.
fn groups(all: &[NumberedTurn]) -> impl Iterator<Item = (&'static str, &[NumberedTurn])> {
    all.chunk_by(|one, next| one.due.when == next.due.when)
        .map(|group| (heading(group[0].due.when), group))
}

fn name(battle: &Battle, numbered: NumberedTurn) -> String {
    let name = &battle.arena().sheet(numbered.due.unit).name;
    format!("{} {name}", numbered.sign())
}

/// The whole order in one text.
pub(super) fn in_words(battle: &Battle, sequence: &Sequence) -> String {
    let all = numbered(sequence);
    if all.is_empty() {
        return "Nobody is about to do anything.".to_owned();
    }
    let parts = groups(&all).map(|(heading, group)| {
        let names: Vec<String> = group.iter().map(|one| name(battle, *one)).collect();
        format!("{heading}: {}.", names.join(", "))
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// The whole order as a list.
pub(crate) fn legend(battle: &Battle, sequence: &Sequence) -> Vec<CardLine> {
    let all = numbered(sequence);
    let title = if battle.arena().tempo().takes_turns() {
        "The order of turns".to_owned()
    } else {
        format!("The order in tick {}", battle.tick() + 1)
    };
    let line = |text, style| CardLine { text, style };
    let mut lines = vec![line(title, LineStyle::Heading)];
    if all.is_empty() {
        lines.push(line(in_words(battle, sequence), LineStyle::Plain));
    }
    for (heading, group) in groups(&all) {
        lines.push(line(heading.to_owned(), LineStyle::Plain));
        lines.extend(group.iter().map(|one| {
            let side = battle.arena().sheet(one.due.unit).faction;
            line(name(battle, *one), LineStyle::Of(side))
        }));
    }
    lines
}

/// A round badge for friends, a square one for enemies.
pub(super) fn draw(canvas: OverlayLayers<'_>, battle: &Battle, sequence: &Sequence) {
    for numbered in numbered(sequence) {
        let unit = numbered.due.unit;
        let Some(state) = battle.unit(unit) else {
            continue;
        };
        let side = battle.arena().sheet(unit).faction;
        let (space, look) = (canvas.space, canvas.look);
        draw_place(canvas.top, side, state.cell, &numbered.sign(), space, look);
    }
}

/// The place of a unit in the order.
pub(crate) fn draw_place(
    picture: &mut Picture,
    side: Faction,
    cell: Cell,
    sign: &str,
    space: &BoardSpace,
    look: &Look,
) {
    let palette = &look.theme.palette;
    let size = space.letters(0.27);
    let rim = (space.cell * 0.04).max(1.5);
    let at = space.middle(cell) + Vec2::new(-0.36, 0.33) * space.cell;
    let radius = size * 0.68;
    let mut shape = |out: f32, ink: Color| match side {
        Faction::Friendly => picture.disc(at, radius + out, ink),
        Faction::Enemy => {
            let corners = Vec2::splat(2.0 * (radius + out));
            let rect = Rect::from_center_size(at, corners);
            picture.rounded(rect, size * 0.25, ink);
        }
    };
    shape(rim + 1.0, Color::BLACK);
    shape(rim, colour(palette.text));
    shape(0.0, colour(palette.panel));
    picture.label(sign, Face::Bold, size, at, look.side_text(side));
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{blow, board, guard, light_punch, move_towards, recruit};

    use foretold_sim::ReadModel;

    use super::*;

    #[test]
    fn everyone_is_numbered_and_what_is_hidden_stays_hidden() {
        let battle = board("A e . . . B f")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('B', recruit().gambits([guard()]))
            .unit('e', recruit().cards([(blow(5), 1)]).hidden())
            .unit('f', recruit().gambits([move_towards()]))
            .start(1);
        let sequence = Sequence::of(&battle);
        assert_eq!(
            in_words(&battle, &sequence),
            "Guards rise: 1 B. Quick strikes: 2 A. Hidden: ? e."
        );
        let lines: Vec<String> = legend(&battle, &sequence)
            .into_iter()
            .map(|line| line.text)
            .collect();
        let list = [
            "The order in tick 1",
            "Guards rise",
            "1 B",
            "Quick strikes",
            "2 A",
            "Hidden",
            "? e",
        ];
        assert_eq!(lines, list);
    }
}
