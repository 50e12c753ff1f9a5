//! What each side can hit: how many now, and how many more after a walk.

use bevy::prelude::*;
use foretold_battle::{Battle, Cell, Danger, Faction};

use super::Canvas;
use super::patterns::{Plate, dots, hatch};
use crate::look::colour;

/// How many units of a side can hit a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// From where they stand.
    pub now: u8,
    /// Only after a walk.
    pub after_walk: u8,
}

impl Count {
    /// As it is written in a cell; nothing if nobody can.
    fn text(self) -> Option<String> {
        match (self.now, self.after_walk) {
            (0, 0) => None,
            (now, 0) => Some(now.to_string()),
            (0, more) => Some(format!("+{more}")),
            (now, more) => Some(format!("{now}+{more}")),
        }
    }
}

/// What each side can hit at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatMap {
    dangers: Vec<(Faction, Danger)>,
}

impl ThreatMap {
    /// Asks everyone.
    pub fn of(battle: &Battle) -> ThreatMap {
        let arena = battle.arena();
        let dangers = battle
            .units()
            .map(|(unit, _)| (arena.sheet(unit).faction, battle.danger_of(unit)));
        ThreatMap {
            dangers: dangers.collect(),
        }
    }

    /// How many of a side can hit a cell.
    pub fn count(&self, side: Faction, cell: Cell) -> Count {
        let mut count = Count::default();
        for (_, danger) in self.dangers.iter().filter(|(of, _)| *of == side) {
            count.now += u8::from(danger.now.contains(cell));
            count.after_walk += u8::from(danger.after_walk.contains(cell));
        }
        count
    }
}

/// A cell that both sides can hit is shared: the left half is about friends, the right one about
/// enemies.
pub(super) fn draw(canvas: Canvas<'_>, battle: &Battle, map: &ThreatMap) {
    let cell_size = canvas.space.cell;
    let palette = &canvas.look.theme.palette;
    for cell in Cell::all() {
        let counts = Faction::ALL.map(|side| (side, map.count(side, cell)));
        let shared = counts.iter().all(|(_, count)| count.text().is_some());
        let square = canvas.square(cell).inflate(-1.0);
        for (side, count) in counts {
            let Some(text) = count.text() else {
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
            let number = Plate {
                icon: None,
                text,
                size: (cell_size * 0.23).max(8.0),
                ink: canvas.look.side_text(side),
                ground: colour(palette.panel),
            };
            // Within the cell, and above what lands on who stands there.
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

    use super::*;

    #[test]
    fn a_cell_counts_both_sides_now_and_after_a_step() {
        let battle = board("A . B . . e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('B', recruit().gambits([light_punch()]))
            .unit('e', recruit().gambits([aimed_shot()]))
            .start(1);
        let map = ThreatMap::of(&battle);
        let count = |side, name: &str| {
            let cell = name.parse().expect("a cell");
            map.count(side, cell).text().unwrap_or_default()
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
