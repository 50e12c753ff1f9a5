//! Who came out of the battle: the figures of both sides, the fallen grey and with a skull.

use foretold_battle::{Stats, Unit};
use foretold_view::{FigureImage, FigureTone};

use super::tables::fate;
use crate::prelude::*;

/// How large a plinth is, in pixels at 100%, and the figure on it.
const PLINTH: f32 = 46.0;
const FIGURE: f32 = 38.0;
/// How many stand side by side.
const ABREAST: f32 = 8.0;

/// Both sides, one below the other.
pub(super) fn spawn(
    row: &mut ChildSpawnerCommands<'_>,
    shown: &Shown,
    stats: &Stats,
    style: &UiStyle,
) {
    let column = Node::column(px(6)).align(AlignItems::FlexEnd).fixed();
    row.spawn(column).with_children(|column| {
        for side in [Faction::Friendly, Faction::Enemy] {
            let mut line = Node::row(px(6))
                .wrap(px(4))
                .max_width(px((PLINTH + 6.0) * ABREAST));
            line.justify_content = JustifyContent::FlexEnd;
            column.spawn(line).with_children(|line| {
                let end = shown.session().battle();
                let units = end.arena().units().zip(&stats.units);
                for ((unit, sheet), of) in units.filter(|((_, sheet), _)| sheet.faction == side) {
                    let fate = fate(end, unit, of.fell);
                    let stands = end.unit(unit).is_some_and(Unit::is_up);
                    let figure = shown.encounter().figure(unit).to_owned();
                    let tip = format!("{}: {fate}.", sheet.name);
                    spawn_figure(line, side, (figure, stands), tip, style);
                }
            });
        }
    });
}

/// A figure on its plinth: round for friends, a diamond for enemies.
pub(in crate::pages) fn spawn_figure(
    line: &mut ChildSpawnerCommands<'_>,
    side: Faction,
    (figure, stands): (String, bool),
    tip: String,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let (tone, edge) = if stands {
        (FigureTone::Side(side), style.look.side_text(side))
    } else {
        (FigureTone::Grey, colour(palette.fallen))
    };
    let (size, radius, turn) = match side {
        Faction::Friendly => (PLINTH, BorderRadius::MAX, 0.0),
        Faction::Enemy => (PLINTH * 0.76, BorderRadius::all(px(3)), 45.0),
    };
    let centred = |size: f32| {
        Node::default()
            .absolute()
            .size(px(size), px(size))
            .left(px((PLINTH - size) / 2.0))
            .top(px((PLINTH - size) / 2.0))
    };
    let mut plinth = line.spawn((Node::default().size(px(PLINTH), px(PLINTH)), Tooltip(tip)));
    plinth
        .with_child((
            centred(size).border(px(2).all()).radius(radius),
            BackgroundColor(colour(palette.background)),
            BorderColor::all(edge),
            UiTransform::from_rotation(Rot2::degrees(turn)),
            Pickable::IGNORE,
        ))
        .with_child((
            FigureImage { figure, tone },
            centred(FIGURE),
            Pickable::IGNORE,
        ));
    if !stands {
        // Grey alone would not tell it apart.
        let corner = Node::default().absolute().right(px(0)).bottom(px(0));
        plinth.with_child((
            corner.padding(px(1).all()).radius(style.corner()),
            BackgroundColor(colour(palette.panel)),
            Pickable::IGNORE,
            children![style.sign(Icon::Skull, style.muted())],
        ));
    }
}
