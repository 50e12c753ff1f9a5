//! What a unit can hit, or all enemies together: from where they stand, and after a walk.

use bevy::prelude::*;
use foretold_battle::board::CellSet;
use foretold_battle::{Battle, Cell, Faction, UnitId};
use foretold_sim::{ThreatCount, Threats};

use super::OverlayLayers;
use super::patterns::{TextPlate, dots, hatch};
use crate::look::colour;
use crate::marks::{Hover, Selection};
use crate::picture::Picture;

/// The cells that are marked, and whose colour they have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatView {
    /// The one unit that it is about; `None` if it is about all enemies.
    pub unit: Option<UnitId>,
    /// Whose colour.
    pub side: Faction,
    /// What can be hit from where they stand.
    pub now: CellSet,
    /// What can be hit only after a walk.
    pub after_walk: CellSet,
}

impl ThreatView {
    /// What one unit can hit: the hovered one, or else the selected one.
    pub fn of_one(
        battle: &Battle,
        threats: &Threats,
        Selection(selected): Selection,
        Hover(hovered): Hover,
    ) -> Option<ThreatView> {
        let hovered = hovered.and_then(|cell| battle.unit_at(cell));
        let unit = hovered.or(selected)?;
        let danger = threats.of_unit(unit)?;
        Some(ThreatView {
            unit: Some(unit),
            side: battle.arena().get_sheet(unit)?.faction,
            now: danger.now,
            after_walk: danger.after_walk,
        })
    }

    /// What all enemies can hit.
    pub fn of_enemies(battle: &Battle, threats: &Threats) -> ThreatView {
        let (mut now, mut then) = (CellSet::EMPTY, CellSet::EMPTY);
        for enemy in battle.arena().side(Faction::Enemy).iter() {
            if let Some(danger) = threats.of_unit(enemy) {
                now |= danger.now;
                then |= danger.after_walk;
            }
        }
        ThreatView {
            unit: None,
            side: Faction::Enemy,
            now,
            after_walk: then - now,
        }
    }

    /// What its signs mean.
    pub(super) fn in_words(&self, battle: &Battle) -> String {
        let walk = if battle.arena().tempo().takes_turns() {
            "walk"
        } else {
            "step"
        };
        let who = match self.unit {
            Some(unit) => battle.arena().unit_name(unit),
            None => "any enemy",
        };
        format!(
            "Hatched: {who} can hit it from where it stands. Dotted: after a {walk}. Hover a cell \
             for names and chances."
        )
    }
}

/// One tint, hatched or dotted. How many can hit a cell is written only where the player looks.
pub(super) fn draw(
    canvas: OverlayLayers<'_>,
    view: &ThreatView,
    threats: &Threats,
    Hover(hovered): Hover,
) {
    let cell_size = canvas.space.cell;
    let ink = canvas.look.side(view.side);
    for cell in Cell::all() {
        let square = canvas.square(cell).inflate(-1.0);
        let now = view.now.contains(cell);
        if now || view.after_walk.contains(cell) {
            draw_threatened(canvas.low, square, now, ink, cell_size);
        }
    }
    let Some(cell) = hovered.filter(|_| view.unit.is_none()) else {
        return;
    };
    let count = threats.count(view.side, cell);
    if count == ThreatCount::default() {
        return;
    }
    let number = TextPlate {
        icon: None,
        text: text(count),
        size: (cell_size * 0.27).max(10.0),
        ink: canvas.look.side_text(view.side),
        ground: colour(canvas.look.theme.palette.panel),
    };
    let aside = (cell_size - number.dimensions().x) / 2.0 / cell_size - 0.03;
    number.draw(canvas.top, canvas.point(cell, aside, 0.35));
}

/// A cell that can be hit now, or only after a walk.
pub(crate) fn draw_threatened(
    picture: &mut Picture,
    square: Rect,
    now: bool,
    ink: Color,
    cell_size: f32,
) {
    let apart = cell_size * 0.25;
    if now {
        picture.rectangle(square, ink.with_alpha(0.1));
        hatch(picture, square, apart, true, ink.with_alpha(0.55));
    } else {
        picture.rectangle(square, ink.with_alpha(0.05));
        dots(picture, square, apart, ink.with_alpha(0.85));
    }
}

/// How many can hit a cell: now, and after a walk.
fn text(count: ThreatCount) -> String {
    match (count.now, count.after_walk) {
        (now, 0) => now.to_string(),
        (0, more) => format!("+{more}"),
        (now, more) => format!("{now}+{more}"),
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{aimed_shot, board, light_punch, recruit};

    use foretold_sim::ReadModel;

    use super::*;

    #[test]
    fn the_hovered_unit_comes_before_the_selected_one_and_enemies_are_added_up() {
        let battle = board("A . B . . e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('B', recruit().gambits([light_punch()]))
            .unit('e', recruit().gambits([aimed_shot()]))
            .start(1);
        let threats = Threats::of(&battle);
        let cell = |name: &str| -> Cell { name.parse().expect("a cell") };
        let first = Selection(UnitId::new(0));
        let of = |hover: Hover| ThreatView::of_one(&battle, &threats, first, hover);
        let own = of(Hover(Some(cell("D4")))).expect("A is selected");
        assert_eq!(own.side, Faction::Friendly);
        assert!(own.now.contains(cell("B1")) && !own.now.contains(cell("D1")));
        assert!(own.after_walk.contains(cell("B3")));
        let archer = of(Hover(Some(cell("F1")))).expect("e is hovered");
        assert_eq!(archer.side, Faction::Enemy);
        assert!(archer.now.contains(cell("A1")) && !archer.now.contains(cell("L1")));
        assert!(archer.after_walk.contains(cell("L1")));
        let all = ThreatView::of_enemies(&battle, &threats);
        assert_eq!((all.now, all.after_walk), (archer.now, archer.after_walk));
        assert_eq!(text(threats.count(Faction::Friendly, cell("C2"))), "1+1");
    }
}
