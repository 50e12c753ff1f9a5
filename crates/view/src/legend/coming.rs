//! The marks of areas, shoves and fire.

use foretold_battle::{Faction, ShoveEnd, Terrain};

use super::LegendMark;
use super::pen::{LegendPen, cell, face, friend};
use crate::coming_ground::{ComingShove, draw_area, draw_fire};
use crate::picture::Picture;

pub(super) fn coming(pen: &LegendPen<'_>) -> Vec<LegendMark> {
    let (space, look) = (&pen.space, pen.look);
    let shove = |picture: &mut Picture, end: ShoveEnd| {
        pen.token(picture, &friend());
        let shove = ComingShove {
            side: Faction::Enemy,
            at: cell(0),
            towards: bevy::math::Vec2::X,
            end,
            sure: true,
        };
        shove.draw(picture, space, look);
    };
    let mut fall = pen.mark(
        "pushed into a pit",
        "An arrow and a skull: the unit will be pushed into the pit, and fall.",
        2,
        |picture| shove(picture, ShoveEnd::Falls(cell(1))),
    );
    fall.ground[1] = Terrain::Pit;
    vec![
        pen.mark(
            "area",
            "Outlined and hatched: an attack is about to hit everyone in these cells.",
            3,
            |picture| {
                let cells = [0, 1, 2].map(cell).into_iter().collect();
                draw_area(picture, cells, (Faction::Enemy, true), space, look);
                pen.token(picture, &friend());
                pen.token(picture, &face(Faction::Enemy, 2));
            },
        ),
        pen.mark(
            "pushed or pulled",
            "An arrow and a ring: where a shove or a pull will move the unit.",
            2,
            |picture| shove(picture, ShoveEnd::Moves(cell(1))),
        ),
        pen.mark(
            "pushed against something",
            "A star: something is in the way, and this is the damage of the bump.",
            2,
            |picture| {
                let (damage, against) = (5, None);
                shove(picture, ShoveEnd::Bumps { damage, against });
                pen.token(picture, &face(Faction::Enemy, 1));
            },
        ),
        fall,
        pen.mark(
            "fire",
            "Flames: it hurts a unit that ends its turn there, for this many more turns.",
            1,
            |picture| draw_fire(picture, cell(0), 2, space, look),
        ),
    ]
}
