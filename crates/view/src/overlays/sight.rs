//! Sight and cover: what is seen from a cell, what is not and why, and where a shot from there
//! meets cover.

use bevy::prelude::*;
use foretold_battle::board::{CellSet, Cover, bresenham_line};
use foretold_battle::{Battle, Cell, UnitId};
use foretold_sim::Sight;
use lucide_icons::Icon;

use super::OverlayLayers;
use super::patterns::{TextPlate, hatch};
use crate::board_space::BoardSpace;
use crate::look::{Look, colour};
use crate::marks::{Hover, Selection};
use crate::picture::Picture;

/// What is seen from the cell that the player looks from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SightFrom {
    /// The cell.
    pub from: Cell,
    /// The selected unit that stands there; `None` if the cell is only hovered.
    pub of: Option<UnitId>,
    /// The cells in sight.
    pub seen: CellSet,
    /// The cells in sight that give cover, and how much they take off an aimed attack.
    pub cover: Vec<(Cell, u8)>,
    /// The hovered cell if it is not in sight, and the cell that is in the way.
    pub blocked: Option<(Cell, Cell)>,
}

impl SightFrom {
    /// From the selected unit's cell, or else from the hovered one.
    pub fn of(
        battle: &Battle,
        sight: &Sight,
        selection: Selection,
        hover: Hover,
    ) -> Option<SightFrom> {
        let unit = selection.0.and_then(|id| Some((id, battle.unit(id)?)));
        let (from, of) = match unit {
            Some((id, unit)) => (unit.cell, Some(id)),
            None => (hover.0?, None),
        };
        let seen = sight.seen_from(from);
        let cover = seen
            .iter()
            .filter(|&cell| cell != from)
            .map(|cell| (cell, sight.cover(cell)))
            .filter(|(_, cover)| *cover > 0);
        let blocked = hover
            .0
            .and_then(|to| Some((to, sight.blocked_at(from, to)?)));
        Some(SightFrom {
            from,
            of,
            seen,
            cover: cover.collect(),
            blocked,
        })
    }
}

/// What the plate says about it.
pub(super) fn in_words(battle: &Battle, outlook: Option<&SightFrom>) -> String {
    let Some(sight) = outlook else {
        return "Select a unit or a cell to see from there.".to_owned();
    };
    let from = sight.from;
    if let Some((to, at)) = sight.blocked {
        let obstacle = obstacle(battle, at);
        return format!("{to} cannot be seen from {from}: {obstacle} is in the way.");
    }
    let house = battle.arena().house();
    let whose = match sight.of {
        Some(unit) => format!("{from}, {}", battle.arena().sheet(unit).name),
        None => format!("{from}, under the cursor"),
    };
    format!(
        "From {whose}. Hatched: not in sight. Shield: half cover, −{} to be hit; with a tick: \
         full cover, −{}.",
        house.half_cover, house.full_cover
    )
}

/// What blocks the sight in a cell, in words.
pub(crate) fn obstacle(battle: &Battle, at: Cell) -> String {
    let terrain = battle.arena().setup().board.get(at);
    match battle.unit_at(at) {
        _ if !terrain.see_through() => format!("the {} on {at}", terrain.name()),
        Some(unit) => format!("{} on {at}", battle.arena().sheet(unit).name),
        None => at.to_string(),
    }
}

/// The cells that a line of sight passes through, as the rules trace it: from the lower cell.
fn traced(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    bresenham_line(from.min(to), from.max(to))
}

pub(super) fn draw(canvas: OverlayLayers<'_>, battle: &Battle, sight: &SightFrom, glow: f32) {
    let palette = &canvas.look.theme.palette;
    let (cell_size, line) = (canvas.space.cell, 2.0 * canvas.space.pixel);
    for cell in Cell::all().filter(|&cell| !sight.seen.contains(cell)) {
        draw_unseen(canvas.low, canvas.square(cell), canvas.space, canvas.look);
    }
    let blocking = sight.blocked.map(|(_, at)| at);
    for &(cell, cover) in &sight.cover {
        if blocking == Some(cell) {
            continue;
        }
        // Away from the signs on a token, as far as there is room.
        let y = match battle.unit_at(cell).map(|unit| battle.intent(unit)) {
            None => 0.12,
            Some(None) => 0.38,
            Some(Some(_)) => -0.26,
        };
        let kind = battle.arena().setup().board.get(cell).cover();
        let at = canvas.point(cell, 0.0, y);
        draw_shield(canvas.top, at, (kind, cover), canvas.space, canvas.look);
    }
    let accent = colour(palette.accent);
    canvas.low.frame(canvas.square(sight.from), line, accent);
    let eye = canvas.point(sight.from, 0.32, 0.34);
    sign(Icon::Eye, String::new(), accent, canvas.space, canvas.look).draw(canvas.top, eye);
    if let Some((to, at)) = sight.blocked {
        let faint = colour(palette.text).with_alpha(0.7);
        for cell in traced(sight.from, to) {
            let middle = canvas.space.middle(cell);
            canvas.top.disc(middle, cell_size * 0.09, Color::BLACK);
            canvas.top.disc(middle, cell_size * 0.07, faint);
        }
        let square = canvas.square(at);
        canvas.top.frame(square, line * 1.6, Color::BLACK);
        let ink = colour(palette.bad).with_alpha(0.3 + 0.7 * glow);
        canvas
            .top
            .frame(square.inflate(-line * 0.2), line * 1.2, ink);
        let arm = Vec2::splat(cell_size * 0.2);
        for arm in [arm, Vec2::new(arm.x, -arm.y)] {
            let middle = square.center();
            canvas.top.line(middle - arm, middle + arm, line * 1.2, ink);
        }
    }
}

fn sign(icon: Icon, text: String, ink: Color, space: &BoardSpace, look: &Look) -> TextPlate {
    TextPlate {
        icon: Some(char::from(icon)),
        text,
        size: space.letters(0.27),
        ink,
        ground: colour(look.theme.palette.panel),
    }
}

/// A cell that is out of sight.
pub(crate) fn draw_unseen(picture: &mut Picture, square: Rect, space: &BoardSpace, look: &Look) {
    picture.rectangle(square, Color::BLACK.with_alpha(0.6));
    let ink = colour(look.theme.palette.muted).with_alpha(0.4);
    hatch(picture, square.inflate(-1.0), space.cell * 0.25, true, ink);
}

/// A kind of cover, and how much harder a unit in it is to hit.
pub(crate) fn draw_shield(
    picture: &mut Picture,
    at: Vec2,
    (kind, harder): (Cover, u8),
    space: &BoardSpace,
    look: &Look,
) {
    let icon = if kind == Cover::Full {
        Icon::ShieldCheck
    } else {
        Icon::Shield
    };
    let ink = colour(look.theme.palette.text);
    sign(icon, format!("−{harder}"), ink, space, look).draw(picture, at);
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{board, recruit};
    use foretold_sim::ReadModel;

    use super::*;

    fn cell(name: &str) -> Cell {
        name.parse().expect("a cell")
    }

    #[test]
    fn it_is_seen_from_the_selected_unit_and_what_blocks_is_named() {
        let battle = board(
            "
            A . # e
            - . . .
        ",
        )
        .unit('A', recruit())
        .unit('e', recruit())
        .start(1);
        let words = |selection: Option<usize>, hover: Option<&str>| {
            let selection = Selection(selection.and_then(UnitId::new));
            let hover = Hover(hover.map(cell));
            let outlook = SightFrom::of(&battle, &Sight::of(&battle), selection, hover);
            in_words(&battle, outlook.as_ref())
        };
        assert_eq!(
            words(Some(0), Some("D1")),
            "D1 cannot be seen from A1: the wall on C1 is in the way."
        );
        let own = words(Some(0), Some("B1"));
        assert!(own.starts_with("From A1, A."), "{own}");
        let other = words(None, Some("B2"));
        assert!(other.starts_with("From B2, under the cursor."), "{other}");
        assert!(words(None, None).starts_with("Select a unit"));
        let selection = Selection(UnitId::new(0));
        let sight = SightFrom::of(&battle, &Sight::of(&battle), selection, Hover(None));
        let sight = sight.expect("it is seen");
        assert_eq!(sight.cover, [(cell("A2"), 20)]);
        assert!(!sight.seen.contains(cell("D1")) && sight.blocked.is_none());
    }

    #[test]
    fn a_unit_in_the_way_is_named_too() {
        let battle = board("A B e")
            .unit('A', recruit())
            .unit('B', recruit())
            .unit('e', recruit())
            .house(|house| house.units_block_sight = true)
            .start(1);
        assert_eq!(obstacle(&battle, cell("B1")), "B on B1");
    }
}
