//! What the marks of the legend are drawn with, and the things that they show.

use bevy::prelude::*;
use foretold_battle::board::SIDE;
use foretold_battle::{Cell, Faction, Life, Terrain, UnitId};
use foretold_sim::Fate;

use super::{CELL, LegendMark};
use crate::board_space::BoardSpace;
use crate::damage_numbers::DamageNumber;
use crate::intent_line::{IntentLine, LineKind, REMARK_ALONG, draw_line, draw_remark};
use crate::look::Look;
use crate::picture::Picture;
use crate::tokens::{TokenFace, draw_token};
use crate::track::point_on;

/// What the marks are drawn with.
pub(super) struct LegendPen<'a> {
    pub(super) look: &'a Look,
    pub(super) space: BoardSpace,
}

impl LegendPen<'_> {
    /// The top left of the first cell is where the picture begins.
    pub(super) fn new(look: &Look) -> LegendPen<'_> {
        let space = BoardSpace {
            centre: Vec2::new(1.0, -1.0) * f32::from(SIDE) * CELL / 2.0,
            cell: CELL,
            pixel: 1.0,
            lettering: CELL,
        };
        LegendPen { look, space }
    }

    /// A mark on this many cells of floor.
    pub(super) fn mark(
        &self,
        name: &str,
        about: impl Into<String>,
        cells: usize,
        draw: impl FnOnce(&mut Picture),
    ) -> LegendMark {
        let mut picture = Picture::default();
        draw(&mut picture);
        LegendMark {
            name: name.to_owned(),
            about: about.into(),
            ground: vec![Terrain::Floor; cells],
            picture,
        }
    }

    /// The token of a unit.
    pub(super) fn token(&self, picture: &mut Picture, face: &TokenFace) {
        draw_token(picture, face, &self.space, self.look);
    }

    /// The mark of a unit that is not just any.
    pub(super) fn unit(&self, name: &str, about: &str, face: TokenFace) -> LegendMark {
        self.mark(name, about, 1, |picture| self.token(picture, &face))
    }

    /// A line between units, with its remark.
    pub(super) fn line(&self, picture: &mut Picture, line: &IntentLine) {
        draw_line(picture, line, &self.space, self.look, (0.0, 1.0));
        let track = line.track(&self.space, &self.look.theme.strokes);
        let at = point_on(&track, REMARK_ALONG[0]);
        draw_remark(picture, line, at, &self.space, self.look);
    }

    pub(super) fn square(&self, column: u8) -> Rect {
        Rect::from_center_size(self.space.middle(cell(column)), Vec2::splat(CELL))
    }
}

/// A cell of the legend.
pub(super) fn cell(column: u8) -> Cell {
    Cell::new(column, 0).expect("the board has twelve columns")
}

/// A unit of a side at its best.
pub(super) fn face(side: Faction, column: u8) -> TokenFace {
    let (tag, figure) = match side {
        Faction::Friendly => ("A", "veteran"),
        Faction::Enemy => ("C", "cultist"),
    };
    TokenFace {
        tag: tag.to_owned(),
        figure: Some(figure.to_owned()),
        looks_right: side == Faction::Friendly,
        winds_up: false,
        side,
        cell: cell(column),
        life: Life::Up,
        hp: (24, 24),
        block: 0,
        sanity: None,
        statuses: Vec::new(),
        badge: None,
        in_turn: false,
    }
}

pub(super) fn friend() -> TokenFace {
    face(Faction::Friendly, 0)
}

/// Whoever does what the marks show.
pub(super) fn somebody() -> UnitId {
    UnitId::new(0).expect("a battle has a first unit")
}

/// A line of a side from the first cell to another.
pub(super) fn line(side: Faction, kind: LineKind, to: u8) -> IntentLine {
    IntentLine {
        unit: somebody(),
        side,
        kind,
        cells: match kind {
            LineKind::Move => (0..=to).map(cell).collect(),
            LineKind::Attack | LineKind::Help => vec![cell(0), cell(to)],
        },
        from_token: true,
        left: 1,
        confused: false,
        sure: true,
        lane: 0,
        tag: String::new(),
    }
}

/// A blow that does damage for sure.
pub(super) fn number() -> DamageNumber {
    DamageNumber {
        tag: None,
        by: somebody(),
        side: Faction::Enemy,
        whom: None,
        target: Faction::Friendly,
        cell: cell(0),
        damage: Some((6, 6)),
        blocked: 0,
        rises: false,
        effect: None,
        chance: None,
        fate: Fate::Survives,
        sure: true,
    }
}
