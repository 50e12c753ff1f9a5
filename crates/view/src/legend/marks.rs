//! The marks of the legend: what each shows, in pictures and in words.

use bevy::prelude::*;
use foretold_battle::board::{CellSet, Cover};
use foretold_battle::{Affliction, Effect, Faction, Life, Status, Terrain};
use foretold_sim::Fate;
use lucide_icons::Icon;

use super::pen::{LegendPen, cell, face, friend, line, number};
use super::{CELL, LegendMark};
use crate::board::draw_harm;
use crate::board_space::BoardSpace;
use crate::damage_numbers::{DamageNumber, ForetoldPlate};
use crate::intent_line::{IntentLine, LineKind};
use crate::label_layout::LabelLayout;
use crate::marks::{draw_hovered, draw_selected_corners, draw_selected_plinth};
use crate::order_mode::{
    draw_mark, draw_obstacle, draw_plan_label, draw_targets, draw_walks, draw_way,
};
use crate::overlays::sequence::draw_place;
use crate::overlays::sight::{draw_shield, draw_unseen};
use crate::overlays::threat::draw_threatened;
use crate::picture::Picture;
use crate::tokens::{Badge, TokenFace};

pub(super) fn units(pen: &LegendPen<'_>) -> Vec<LegendMark> {
    let enemy = face(Faction::Enemy, 0);
    vec![
        pen.unit(
            "friend",
            "A figure on a circle: a unit of yours. Its letters are on the plate at its feet.",
            friend(),
        ),
        pen.unit("enemy", "A figure on a diamond: a unit against you.", enemy),
        pen.unit(
            "its turn",
            "A ring: where units take turns, it is this unit's.",
            TokenFace {
                in_turn: true,
                ..friend()
            },
        ),
        pen.unit(
            "HP",
            "The bar and the number at its feet: what is left. At 0 the unit falls, or goes down.",
            TokenFace {
                hp: (9, 24),
                ..friend()
            },
        ),
        pen.unit(
            "block",
            "A shield: this much of the next damage does nothing.",
            TokenFace {
                block: 8,
                ..friend()
            },
        ),
        pen.unit(
            "sanity",
            "The thin bar above the HP: at 0 the unit panics.",
            TokenFace {
                sanity: Some((11, 20)),
                ..friend()
            },
        ),
        pen.unit(
            "down",
            "Grey and toppled, with a pulse: it is dying and rolls for its life. Healing brings it back.",
            TokenFace {
                life: Life::Down {
                    successes: 0,
                    failures: 0,
                },
                hp: (0, 24),
                ..friend()
            },
        ),
        pen.unit(
            "stable",
            "Grey and toppled, with a heart: it lies there, and lives.",
            TokenFace {
                life: Life::Stable,
                hp: (0, 24),
                ..friend()
            },
        ),
        pen.unit(
            "fallen",
            "Grey and toppled, without a plinth: it is dead, and the cell is free.",
            TokenFace {
                life: Life::Fallen,
                hp: (0, 24),
                ..friend()
            },
        ),
    ]
}

pub(super) fn status_mark(pen: &LegendPen<'_>, status: Status) -> LegendMark {
    let face = TokenFace {
        statuses: vec![status],
        ..friend()
    };
    pen.unit(status.name(), &format!("The unit {}.", status.does()), face)
}

/// What the line of a kind is called, what it means, and how many cells it takes to show.
pub(super) const fn line_words(kind: LineKind) -> (&'static str, &'static str, u8) {
    match kind {
        LineKind::Attack => (
            "attack",
            "Solid, with an arrowhead: a blow at that cell, whichever unit stands there then.",
            2,
        ),
        LineKind::Move => (
            "move",
            "Dashed, with a hollow end, round for friends: a walk to that cell.",
            1,
        ),
        LineKind::Help => (
            "help",
            "Dotted, with a plus: help that follows its unit.",
            2,
        ),
    }
}

/// The kinds of lines, in the order of the legend.
pub(super) const KINDS: [LineKind; 3] = [LineKind::Attack, LineKind::Move, LineKind::Help];

pub(super) fn lines(pen: &LegendPen<'_>) -> Vec<LegendMark> {
    let mut marks = Vec::new();
    for kind in KINDS {
        for side in Faction::ALL {
            let (name, about, to) = line_words(kind);
            let whose = match side {
                Faction::Friendly => "of a friend",
                Faction::Enemy => "of an enemy",
            };
            let name = format!("{name} {whose}");
            let other = match (kind, side) {
                (LineKind::Move, _) => None,
                (LineKind::Help, side) => Some(side),
                (LineKind::Attack, Faction::Friendly) => Some(Faction::Enemy),
                (LineKind::Attack, Faction::Enemy) => Some(Faction::Friendly),
            };
            marks.push(pen.mark(&name, about, usize::from(to) + 1, |picture| {
                pen.token(picture, &face(side, 0));
                if let Some(other) = other {
                    pen.token(picture, &face(other, to));
                }
                pen.line(picture, &line(side, kind, to));
            }));
        }
    }
    let attack = || line(Faction::Enemy, LineKind::Attack, 2);
    for (name, about, line) in [
        (
            "ticks left",
            "Thick, with a number: a heavy blow that lands in this many ticks.",
            IntentLine {
                left: 2,
                ..attack()
            },
        ),
        (
            "astray",
            "A question mark: the unit is confused, and it may go elsewhere.",
            IntentLine {
                confused: true,
                ..attack()
            },
        ),
        (
            "later",
            "Fainter: what comes before it can still change it.",
            IntentLine {
                sure: false,
                ..attack()
            },
        ),
    ] {
        marks.push(pen.mark(name, about, 3, |picture| {
            pen.token(picture, &face(Faction::Enemy, 0));
            pen.token(picture, &face(Faction::Friendly, 2));
            pen.line(picture, &line);
        }));
    }
    marks
}

pub(super) fn plates(pen: &LegendPen<'_>) -> Vec<LegendMark> {
    let poison = Effect::Afflict(Affliction::new(Status::Poisoned, 3).of(4));
    let plates = [
        (
            "damage",
            "What a blow takes, after block. The border has the colour of the attacker's side.",
            number(),
        ),
        (
            "damage and chance",
            "From the least to the most, and how likely it hits. Without a chance it is sure.",
            DamageNumber {
                damage: Some((4, 10)),
                chance: Some((1, 65)),
                ..number()
            },
        ),
        (
            "several strikes",
            "The damage of all of them, how many they are, and the chance of each.",
            DamageNumber {
                damage: Some((0, 18)),
                chance: Some((3, 65)),
                ..number()
            },
        ),
        (
            "blocked",
            "A shield: what block takes of a blow, beside what is left of it. With a plus, the block \
             rises before the blow.",
            DamageNumber {
                damage: Some((2, 2)),
                blocked: 8,
                ..number()
            },
        ),
        (
            "effect",
            "What a blow or help does besides damage: the icon of a status, fear, a shove or healing. \
             Alone, with how much.",
            DamageNumber {
                damage: None,
                effect: Some(poison),
                ..number()
            },
        ),
        (
            "can kill",
            "A skull: the unit may fall by this blow or those before it.",
            DamageNumber {
                damage: Some((4, 10)),
                fate: Fate::MayFall,
                ..number()
            },
        ),
        (
            "will kill",
            "A filled skull: the unit falls for certain, unless something changes.",
            DamageNumber {
                damage: Some((25, 25)),
                fate: Fate::Falls,
                ..number()
            },
        ),
    ];
    // On a board they are as large as they can be between the units; here they are to be read.
    let space = BoardSpace {
        lettering: 1.4 * CELL,
        ..pen.space
    };
    let mark = |(name, about, number): (&str, &str, DamageNumber)| {
        pen.mark(name, about, 2, |picture| {
            let edge = pen.square(0).max.x;
            let middle = Vec2::new(edge, pen.space.middle(cell(0)).y);
            if let Some(plate) = ForetoldPlate::of(&number, &space) {
                plate.draw(picture, middle, pen.look);
            }
        })
    };
    plates.into_iter().map(mark).collect()
}

pub(super) fn intents(pen: &LegendPen<'_>) -> Vec<LegendMark> {
    let badges = [
        (
            "attack intended",
            Icon::Sword,
            "7",
            "A sword: an attack with this damage.",
        ),
        (
            "strikes intended",
            Icon::Swords,
            "4×3 (12)",
            "Crossed swords: this damage this many times, and the sum.",
        ),
        (
            "guard intended",
            Icon::Shield,
            "+8",
            "A shield and a plus: it will raise this much block.",
        ),
        (
            "effect intended",
            Icon::ChevronsUp,
            "2",
            "The icon of a status, and how much: it will help its side or harm yours.",
        ),
        (
            "unknown",
            Icon::CircleQuestionMark,
            "",
            "A question mark: it hides what it will do.",
        ),
    ];
    let mark = |(name, icon, number, about): (&str, Icon, &str, &str)| {
        let badge = Badge {
            icon: char::from(icon),
            number: number.to_owned(),
        };
        let face = TokenFace {
            badge: Some(badge),
            ..face(Faction::Enemy, 0)
        };
        pen.unit(name, about, face)
    };
    badges.into_iter().map(mark).collect()
}

/// What a terrain means for a unit.
fn ground_words(terrain: Terrain) -> String {
    let cover = match terrain.cover() {
        Cover::None => None,
        Cover::Half => Some("Aimed attacks hit a unit there less often.".to_owned()),
        Cover::Full => Some("Aimed attacks hit a unit there much less often.".to_owned()),
    };
    let blocks = match (terrain.walkable(), terrain.see_through()) {
        (true, true) => None,
        (true, false) => Some("It blocks sight."),
        (false, true) => Some("It blocks the way."),
        (false, false) => Some("It blocks way and sight."),
    };
    let harm = terrain
        .harm()
        .map(|_| "The number is the damage to a unit that ends its turn there.".to_owned());
    let parts = [cover, blocks.map(str::to_owned), harm];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        "Nothing is in the way.".to_owned()
    } else {
        parts.join(" ")
    }
}

pub(super) fn ground(pen: &LegendPen<'_>, terrain: Terrain) -> LegendMark {
    let mut mark = pen.mark(terrain.name(), ground_words(terrain), 1, |picture| {
        if let Some(harm) = terrain.harm() {
            draw_harm(picture, cell(0), harm, &pen.space, pen.look);
        }
    });
    mark.ground = vec![terrain];
    mark
}

pub(super) fn choosing(pen: &LegendPen<'_>) -> Vec<LegendMark> {
    let (space, look) = (&pen.space, pen.look);
    let enemy = || face(Faction::Enemy, 0);
    vec![
        pen.mark(
            "selected",
            "Four corners and a bright rim: the unit that the panels are about.",
            1,
            |picture| {
                let at = (Faction::Friendly, space.middle(cell(0)));
                draw_selected_plinth(picture, at, space, look);
                pen.token(picture, &friend());
                draw_selected_corners(picture, at.1, space, look);
            },
        ),
        pen.mark(
            "cursor",
            "A frame: the cell under the mouse or the keyboard's cursor.",
            1,
            |picture| {
                draw_hovered(picture, pen.square(0), space, look);
            },
        ),
        pen.mark(
            "reach",
            "Green, with the distance: where the selected unit can walk.",
            2,
            |picture| {
                let walks = [(cell(0), 1), (cell(1), 2)];
                draw_walks(picture, (&walks, CellSet::EMPTY), true, space, look);
            },
        ),
        pen.mark(
            "target",
            "Red, in a thick frame: a unit that it can attack.",
            1,
            |picture| {
                draw_targets(picture, [cell(0)], space, look);
                pen.token(picture, &enemy());
            },
        ),
        pen.mark(
            "autofight's plan",
            "A dotted way, on which its key stands, and its target in brackets.",
            3,
            |picture| {
                let way = [cell(0), cell(1), cell(2)];
                draw_way(picture, &way, space, look);
                pen.token(picture, &friend());
                pen.token(picture, &face(Faction::Enemy, 2));
                let label = ("", LabelLayout::new(space.rect()));
                draw_plan_label(picture, &way, label, space, look);
            },
        ),
        pen.mark(
            "marked",
            "A crosshair: autofight fights this enemy first.",
            1,
            |picture| {
                pen.token(picture, &enemy());
                draw_mark(picture, cell(0), space, look);
            },
        ),
        pen.mark(
            "in the way",
            "Framed and crossed: why an order was refused.",
            1,
            |picture| {
                draw_obstacle(picture, cell(0), space, look);
            },
        ),
    ]
}

pub(super) fn views(pen: &LegendPen<'_>) -> Vec<LegendMark> {
    let (space, look) = (&pen.space, pen.look);
    let threatened = |picture: &mut Picture, now: bool| {
        let (zone, none) = (CellSet::of(cell(0)), CellSet::EMPTY);
        let zones = if now { (zone, none) } else { (none, zone) };
        draw_threatened(picture, zones, Faction::Enemy, space, look);
    };
    vec![
        pen.mark(
            "can be hit",
            "Hatched: the unit, or one of all enemies, can hit it at once.",
            1,
            |picture| threatened(picture, true),
        ),
        pen.mark(
            "can be hit after a walk",
            "A dot: it can hit it once it has walked.",
            1,
            |picture| threatened(picture, false),
        ),
        pen.mark(
            "out of sight",
            "Dark and hatched: it is not seen from the cell with the eye.",
            1,
            |picture| {
                draw_unseen(picture, pen.square(0), space, look);
            },
        ),
        pen.mark(
            "cover",
            "A shield: a unit there is this much harder to hit from there.",
            1,
            |picture| {
                let middle = space.middle(cell(0));
                draw_shield(picture, middle, (Cover::Half, 20), space, look);
            },
        ),
        pen.mark(
            "order",
            "A number, round for friends: the place in the order of things.",
            2,
            |picture| {
                pen.token(picture, &friend());
                pen.token(picture, &face(Faction::Enemy, 1));
                draw_place(picture, Faction::Friendly, cell(0), "1", space, look);
                draw_place(picture, Faction::Enemy, cell(1), "2", space, look);
            },
        ),
    ]
}
