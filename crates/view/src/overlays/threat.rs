//! What a unit can hit, or all enemies together: from where they stand, and after a walk.

use bevy::prelude::*;
use foretold_battle::board::CellSet;
use foretold_battle::{Battle, Faction, UnitId};
use foretold_sim::{ThreatCount, Threats};

use super::OverlayLayers;
use super::patterns::{TextPlate, sides_at_edge, stripes};
use crate::board_space::BoardSpace;
use crate::look::{Look, colour};
use crate::marks::{Hover, Selection};
use crate::picture::{Picture, contrast_to};
use crate::track::{LineEnds, dashes};

/// How much of the ground is covered, so that stripes and dots stand out from light ground too.
pub(crate) const WASH: f32 = 0.2;

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
            "Hatched: the cells that {who} can hit at once. Dotted: after a {walk}. Hover a cell for \
             names and chances."
        )
    }
}

/// Two zones. How many can hit a cell is written only where the player looks.
pub(super) fn draw(
    canvas: OverlayLayers<'_>,
    view: &ThreatView,
    threats: &Threats,
    Hover(hovered): Hover,
) {
    let cell_size = canvas.space.cell;
    let zones = (view.now, view.after_walk);
    draw_threatened(canvas.low, zones, view.side, canvas.space, canvas.look);
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

/// The cells that can be hit now, hatched in a solid edge, and those that can be hit only after a walk,
/// dotted in a dashed one.
pub(crate) fn draw_threatened(
    picture: &mut Picture,
    (now, after_walk): (CellSet, CellSet),
    side: Faction,
    space: &BoardSpace,
    look: &Look,
) {
    let (ink, all) = (look.side_text(side), now | after_walk);
    let edge = contrast_to(ink);
    let mut outline = Vec::new();
    for cell in all.iter() {
        let square = Rect::from_center_size(space.middle(cell), Vec2::splat(space.cell));
        picture.rectangle(square, edge.with_alpha(WASH));
        if now.contains(cell) {
            let size = (space.cell * 0.5, 2.0 * space.pixel);
            stripes(picture, square, size, true, ink);
            outline.extend(sides_at_edge(cell, now, space));
        } else {
            picture.diamond(square.center(), space.cell * 0.085, ink);
            let sides = sides_at_edge(cell, all, space).map(|(from, to)| LineEnds { from, to });
            outline.extend(sides.flat_map(|side| dashes(side, 0.3 * space.cell, 0.2 * space.cell)));
        }
    }
    for (width, ink) in [(4.0, edge), (2.0, ink)] {
        for &(from, to) in &outline {
            picture.line(from, to, width * space.pixel, ink);
        }
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
    use foretold_battle::Cell;
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
