//! What each side can hit: how many now, and how many more after a walk.

use bevy::prelude::*;
use foretold_battle::{Battle, Cell, Faction};
use foretold_sim::{ThreatCount, Threats};

use super::OverlayLayers;
use super::patterns::{TextPlate, dots, hatch};
use crate::look::colour;

/// The text in a cell; `None` if nobody can hit it.
fn text(count: ThreatCount) -> Option<String> {
    match (count.now, count.after_walk) {
        (0, 0) => None,
        (now, 0) => Some(now.to_string()),
        (0, more) => Some(format!("+{more}")),
        (now, more) => Some(format!("{now}+{more}")),
    }
}

/// Two sides share a cell that both can hit: the left half is about friends, the right half about
/// enemies.
pub(super) fn draw(canvas: OverlayLayers<'_>, battle: &Battle, threats: &Threats) {
    let cell_size = canvas.space.cell;
    let palette = &canvas.look.theme.palette;
    for cell in Cell::all() {
        let counts = Faction::ALL.map(|side| (side, threats.count(side, cell)));
        let shared = counts.iter().all(|(_, count)| text(*count).is_some());
        let square = canvas.square(cell).inflate(-1.0);
        for (side, count) in counts {
            let Some(text) = text(count) else {
                continue;
            };
            let friends = side == Faction::Friendly;
            let mut part = square;
            match (shared, friends) {
                (false, _) => {}
                (true, true) => part.max.x = square.center().x,
                (true, false) => part.min.x = square.center().x,
            }
            let ink = canvas.look.side(side);
            if count.now > 0 {
                canvas.low.rectangle(part, ink.with_alpha(0.16));
                let apart = cell_size * 0.2;
                hatch(canvas.low, part, apart, friends, ink.with_alpha(0.55));
            } else {
                dots(canvas.low, part, cell_size * 0.22, ink.with_alpha(0.7));
            }
            let number = TextPlate {
                icon: None,
                text,
                size: (cell_size * 0.23).max(8.0),
                ink: canvas.look.side_text(side),
                ground: colour(palette.panel),
            };
            // Within the cell, and above the damage numbers.
            let aside = (cell_size - number.dimensions().x) / 2.0 / cell_size - 0.03;
            let at = match (friends, battle.unit_at(cell)) {
                (false, _) => canvas.point(cell, aside, 0.35),
                (true, Some(_)) => canvas.point(cell, -aside, 0.35),
                (true, None) => canvas.point(cell, -aside, -0.34),
            };
            number.draw(canvas.top, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{aimed_shot, board, light_punch, recruit};

    use foretold_sim::ReadModel;

    use super::*;

    #[test]
    fn a_cell_counts_both_sides_now_and_after_a_step() {
        let battle = board("A . B . . e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('B', recruit().gambits([light_punch()]))
            .unit('e', recruit().gambits([aimed_shot()]))
            .start(1);
        let threats = Threats::of(&battle);
        let count = |side, name: &str| {
            let cell = name.parse().expect("a cell");
            text(threats.count(side, cell)).unwrap_or_default()
        };
        assert_eq!(count(Faction::Friendly, "B1"), "2");
        assert_eq!(count(Faction::Friendly, "D1"), "1");
        assert_eq!(count(Faction::Friendly, "B3"), "+2");
        assert_eq!(count(Faction::Friendly, "C2"), "1+1");
        assert_eq!(
            count(Faction::Friendly, "A1"),
            "",
            "nobody strikes a friend"
        );
        assert_eq!(count(Faction::Enemy, "A1"), "1");
        assert_eq!(count(Faction::Enemy, "L1"), "+1");
        assert_eq!(count(Faction::Enemy, "L9"), "");
    }
}
