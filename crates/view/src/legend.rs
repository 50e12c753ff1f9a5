//! The legend: every mark that the board can show, drawn as the board draws it, with its name and
//! what it means.

use bevy::prelude::*;
use foretold_battle::board::{Cover, SIDE};
use foretold_battle::{Affliction, Cell, Effect, Faction, Life, Status, Terrain, UnitId};
use foretold_content::Palette;
use foretold_sim::Fate;
use lucide_icons::Icon;

use crate::damage_numbers::{DamageNumber, ForetoldPlate};
use crate::intent_line::{IntentLine, LineKind, draw_line, draw_remark};
use crate::look::Look;
use crate::marks::{draw_hovered, draw_selected};
use crate::order_mode::{draw_mark, draw_obstacle, draw_targets, draw_walks, draw_way};
use crate::overlays::sequence::draw_place;
use crate::overlays::sight::{draw_shield, draw_unseen};
use crate::overlays::threat::draw_threatened;
use crate::picture::{Label, Picture};
use crate::raster::Pixels;
use crate::screen::BoardSpace;
use crate::tiles::{Tile, paint};
use crate::tokens::{Badge, TokenFace, draw_token};

/// The side of a cell of the legend, in pixels at 100%.
const CELL: f32 = 48.0;
/// What some marks reach beyond their cell.
const AROUND: f32 = 7.0;
/// How many pixels of an image one pixel at 100% has, so that it is sharp on large screens too.
const DENSITY: f32 = 2.0;
/// How wide the widest image is, in pixels at 100%: three cells.
pub const WIDEST: f32 = 3.0 * CELL + 2.0 * AROUND;

/// Some marks that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct LegendSection {
    /// What they are about.
    pub title: &'static str,
    /// The marks.
    pub marks: Vec<LegendMark>,
}

/// A mark of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct LegendMark {
    /// What it is called.
    pub name: String,
    /// What it means, in a line.
    pub about: String,
    /// The ground of each cell, from left to right.
    ground: Vec<Terrain>,
    picture: Picture,
}

impl LegendMark {
    /// How large its image is, in pixels at 100%.
    pub fn size(&self) -> Vec2 {
        let cells = Vec2::new(self.ground.len() as f32, 1.0);
        cells * CELL + 2.0 * AROUND
    }

    /// What is written on its image, each with the place of its middle from the top left.
    pub fn labels(&self) -> impl Iterator<Item = (Vec2, &Label)> {
        let labels = self.picture.labels.iter();
        labels.map(|label| (label.at * Vec2::new(1.0, -1.0) + AROUND, label))
    }
}

/// Makes images of marks.
pub struct LegendPainter {
    /// The tiles, side by side.
    tiles: Vec<u8>,
}

impl LegendPainter {
    /// A painter with these colours.
    pub fn new(palette: &Palette) -> LegendPainter {
        let tiles = paint((CELL * DENSITY) as u32, palette);
        LegendPainter { tiles }
    }

    /// The image of a mark without what is written on it: width and height in pixels, and RGBA rows.
    pub fn image(&self, mark: &LegendMark) -> (UVec2, Vec<u8>) {
        let size = (mark.size() * DENSITY).as_uvec2();
        let mut pixels = Pixels::new(size);
        let side = (CELL * DENSITY) as u32;
        let row_of_tiles = side * Tile::ALL.len() as u32;
        let edge = (AROUND * DENSITY) as u32;
        for (column, terrain) in (0..).zip(&mark.ground) {
            let tile = Tile::of(*terrain, column % 2 == 1) as u32;
            for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
                let from = ((y * row_of_tiles + tile * side + x) * 4) as usize;
                let [red, green, blue] = [0, 1, 2].map(|part| self.tiles[from + part]);
                let at = UVec2::new(edge + column * side + x, edge + y);
                pixels.set(at, Color::srgb_u8(red, green, blue));
            }
        }
        let corner = Vec2::new(-AROUND, AROUND);
        pixels.draw(&mark.picture, corner, DENSITY);
        (size, pixels.into_bytes())
    }
}

/// Every mark that the board can show.
pub fn legend(look: &Look) -> Vec<LegendSection> {
    let pen = Pen::new(look);
    vec![
        LegendSection {
            title: "Units",
            marks: units(&pen),
        },
        LegendSection {
            title: "Statuses",
            marks: Status::ALL.map(|status| status_mark(&pen, status)).to_vec(),
        },
        LegendSection {
            title: "What is about to happen",
            marks: [lines(&pen), plates(&pen)].concat(),
        },
        LegendSection {
            title: "What enemies intend",
            marks: intents(&pen),
        },
        LegendSection {
            title: "The ground",
            marks: Terrain::ALL.map(|terrain| ground(&pen, terrain)).to_vec(),
        },
        LegendSection {
            title: "Choosing",
            marks: choosing(&pen),
        },
        LegendSection {
            title: "Views over the board",
            marks: views(&pen),
        },
    ]
}

/// What the marks are drawn with.
struct Pen<'a> {
    look: &'a Look,
    space: BoardSpace,
}

impl Pen<'_> {
    /// The top left of the first cell is where the picture begins.
    fn new(look: &Look) -> Pen<'_> {
        let space = BoardSpace {
            centre: Vec2::new(1.0, -1.0) * f32::from(SIDE) * CELL / 2.0,
            cell: CELL,
            pixel: 1.0,
            lettering: CELL,
        };
        Pen { look, space }
    }

    /// A mark on this many cells of floor.
    fn mark(
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
    fn token(&self, picture: &mut Picture, face: &TokenFace) {
        draw_token(picture, face, &self.space, self.look);
    }

    /// The mark of a unit that is not just any.
    fn unit(&self, name: &str, about: &str, face: TokenFace) -> LegendMark {
        self.mark(name, about, 1, |picture| self.token(picture, &face))
    }

    /// A line between units, with its remark.
    fn line(&self, picture: &mut Picture, line: &IntentLine) {
        let (side, strokes) = (self.look.side(line.side), &self.look.theme.strokes);
        draw_line(picture, line, side, &self.space, strokes, 0.0);
        draw_remark(picture, line, side, &self.space, strokes);
    }

    fn square(&self, column: u8) -> Rect {
        Rect::from_center_size(self.space.middle(cell(column)), Vec2::splat(CELL))
    }
}

/// A cell of the legend.
fn cell(column: u8) -> Cell {
    Cell::new(column, 0).expect("the board has twelve columns")
}

/// A unit of a side at its best.
fn face(side: Faction, column: u8) -> TokenFace {
    let (tag, icon) = match side {
        Faction::Friendly => ("A", Icon::Sword),
        Faction::Enemy => ("C", Icon::Skull),
    };
    TokenFace {
        tag: tag.to_owned(),
        icon: char::from(icon),
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

fn friend() -> TokenFace {
    face(Faction::Friendly, 0)
}

/// Whoever does what the marks show.
fn somebody() -> UnitId {
    UnitId::new(0).expect("a battle has a first unit")
}

/// A line of a side from the first cell to another.
fn line(side: Faction, kind: LineKind, to: u8) -> IntentLine {
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
    }
}

/// A blow that does damage for sure.
fn number() -> DamageNumber {
    DamageNumber {
        by: somebody(),
        side: Faction::Enemy,
        cell: cell(0),
        damage: Some((6, 6)),
        blocked: 0,
        effect: None,
        chance: None,
        fate: Fate::Survives,
        sure: true,
    }
}

fn units(pen: &Pen<'_>) -> Vec<LegendMark> {
    let enemy = face(Faction::Enemy, 0);
    vec![
        pen.unit(
            "friend",
            "A circle: a unit of yours, with its letters and how it fights.",
            friend(),
        ),
        pen.unit("enemy", "A diamond: a unit against you.", enemy),
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
            "The bar and the number below: what is left. At 0 the unit falls, or goes down.",
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
            "The thin bar below: at 0 the unit panics.",
            TokenFace {
                sanity: Some((11, 20)),
                ..friend()
            },
        ),
        pen.unit(
            "down",
            "Grey, with a pulse: it is dying and rolls for its life. Healing brings it back.",
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
            "Grey, with a heart: it lies there, and lives.",
            TokenFace {
                life: Life::Stable,
                hp: (0, 24),
                ..friend()
            },
        ),
        pen.unit(
            "fallen",
            "A faint cross: it is dead, and the cell is free.",
            TokenFace {
                life: Life::Fallen,
                hp: (0, 24),
                ..friend()
            },
        ),
    ]
}

fn status_mark(pen: &Pen<'_>, status: Status) -> LegendMark {
    let face = TokenFace {
        statuses: vec![status],
        ..friend()
    };
    pen.unit(status.name(), &format!("The unit {}.", status.does()), face)
}

/// What the line of a kind is called, what it means, and how many cells it takes to show.
const fn line_words(kind: LineKind) -> (&'static str, &'static str, u8) {
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
const KINDS: [LineKind; 3] = [LineKind::Attack, LineKind::Move, LineKind::Help];

fn lines(pen: &Pen<'_>) -> Vec<LegendMark> {
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

fn plates(pen: &Pen<'_>) -> Vec<LegendMark> {
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
            "A shield: what block takes of a blow, beside what is left of it.",
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

fn intents(pen: &Pen<'_>) -> Vec<LegendMark> {
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
            "8",
            "A shield: it will raise this much block.",
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

fn ground(pen: &Pen<'_>, terrain: Terrain) -> LegendMark {
    let mut mark = pen.mark(terrain.name(), ground_words(terrain), 1, |picture| {
        if let Some(harm) = terrain.harm() {
            crate::board::draw_harm(picture, cell(0), harm, &pen.space, pen.look);
        }
    });
    mark.ground = vec![terrain];
    mark
}

fn choosing(pen: &Pen<'_>) -> Vec<LegendMark> {
    let (space, look) = (&pen.space, pen.look);
    let enemy = || face(Faction::Enemy, 0);
    vec![
        pen.mark(
            "selected",
            "Four corners: the unit that the panels are about.",
            1,
            |picture| {
                draw_selected(picture, pen.square(0), space, look);
                pen.token(picture, &friend());
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
                draw_walks(picture, &[(cell(0), 1), (cell(1), 2)], space, look);
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
            "A dashed way, and its target in brackets.",
            3,
            |picture| {
                pen.token(picture, &friend());
                pen.token(picture, &face(Faction::Enemy, 2));
                draw_way(picture, &[cell(0), cell(1), cell(2)], space, look);
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

fn views(pen: &Pen<'_>) -> Vec<LegendMark> {
    let (space, look) = (&pen.space, pen.look);
    let threatened = |picture: &mut Picture, now: bool| {
        let square = pen.square(0).inflate(-1.0);
        draw_threatened(picture, square, now, look.side(Faction::Enemy), CELL);
    };
    vec![
        pen.mark(
            "can be hit",
            "Hatched: the unit, or one of all enemies, can hit it from where it stands.",
            1,
            |picture| threatened(picture, true),
        ),
        pen.mark(
            "can be hit after a walk",
            "Dotted: it can hit it once it has walked.",
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

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<LegendMark> {
        let sections = legend(&Look::default());
        sections.into_iter().flat_map(|it| it.marks).collect()
    }

    #[test]
    fn every_status_terrain_and_line_has_a_row() {
        let names: Vec<String> = all().into_iter().map(|mark| mark.name).collect();
        let statuses = Status::ALL.map(|status| status.name().to_owned());
        let terrains = Terrain::ALL.map(|terrain| terrain.name().to_owned());
        let lines = KINDS.map(|kind| format!("{} of an enemy", line_words(kind).0));
        for name in statuses.iter().chain(&terrains).chain(&lines) {
            let rows = names.iter().filter(|other| *other == name).count();
            assert_eq!(rows, 1, "{name}");
        }
    }

    #[test]
    fn no_two_marks_look_the_same_or_have_the_same_name() {
        let marks = all();
        for (place, one) in marks.iter().enumerate() {
            assert!(one.about.ends_with('.'), "{}", one.about);
            for other in &marks[place + 1..] {
                assert_ne!(one.name, other.name);
                let same = one.picture == other.picture && one.ground == other.ground;
                assert!(!same, "{} looks like {}", one.name, other.name);
            }
        }
    }

    #[test]
    fn all_of_a_mark_is_in_its_image() {
        let painter = LegendPainter::new(&Palette::default());
        for mark in all() {
            let room = Rect::from_corners(
                Vec2::new(-AROUND, AROUND),
                mark.size() * Vec2::new(1.0, -1.0) + Vec2::new(-AROUND, AROUND),
            );
            let room = room.inflate(1.0);
            for fill in &mark.picture.fills {
                for point in &fill.points {
                    assert!(room.contains(*point), "{}: {point}", mark.name);
                }
            }
            assert!(mark.size().x <= WIDEST, "{}", mark.name);
            let (size, bytes) = painter.image(&mark);
            assert_eq!(bytes.len() as u32, size.x * size.y * 4);
        }
    }
}
