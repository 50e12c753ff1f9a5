//! What happens to the ground: cells that burn, cells that an area is about to hit, and where shoves
//! lead (rules §13).

use bevy::prelude::*;
use foretold_battle::board::CellSet;
use foretold_battle::{Battle, Board, Cell, Faction, Odds, Order, ShoveEnd, TurnEnd};
use foretold_sim::{ForetoldBlow, ForetoldTurns, Grid, Shown};
use lucide_icons::Icon;

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::drawing::{Drawing, layer};
use crate::intent_lines::HiddenInMotion;
use crate::look::{Look, colour};
use crate::marks::{Hover, Selection};
use crate::order_mode::OrderMode;
use crate::overlays::patterns::{hatch, sides_at_edge};
use crate::picture::{Face, Picture, contrast_to};

/// The opacity of what hangs on dice, secrets or orders before it.
const FAINT: f32 = 0.6;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_layers).add_systems(
        Update,
        (
            (draw_fires, draw_shoves).run_if(crate::board_changed),
            draw_areas.run_if(
                crate::board_changed
                    .or_else(resource_changed::<Hover>)
                    .or_else(resource_changed::<Selection>)
                    .or_else(resource_changed::<OrderMode>),
            ),
        )
            .in_set(ViewSystems::Paint),
    );
}

#[derive(Component)]
struct FireLayer;
#[derive(Component)]
struct AreaLayer;
#[derive(Component)]
struct ShoveLayer;

fn spawn_layers(mut commands: Commands) {
    let at = |z: f32| (Drawing::default(), Transform::from_xyz(0.0, 0.0, z));
    commands.spawn((Name::new("Fires"), FireLayer, at(layer::FIRES)));
    commands.spawn((
        Name::new("Areas"),
        AreaLayer,
        HiddenInMotion,
        at(layer::AREAS),
    ));
    commands.spawn((
        Name::new("Shoves"),
        ShoveLayer,
        HiddenInMotion,
        at(layer::SHOVES),
    ));
}

fn draw_fires(
    (grid, space, look): (Res<Grid>, Res<BoardSpace>, Res<Look>),
    mut layer: Single<&mut Drawing, With<FireLayer>>,
) {
    let mut picture = Picture::default();
    for &(cell, turns) in grid.burning() {
        draw_fire(&mut picture, cell, turns, &space, &look);
    }
    layer.set_if_neq(Drawing(picture));
}

/// A burning cell: flames, and for how many turns. What they do is the same everywhere.
pub(crate) fn draw_fire(
    picture: &mut Picture,
    cell: Cell,
    turns: u8,
    space: &BoardSpace,
    look: &Look,
) {
    const TONGUES: [(Vec2, f32); 3] = [
        (Vec2::new(-0.3, -0.4), 0.3),
        (Vec2::new(0.3, -0.42), 0.26),
        (Vec2::new(0.04, -0.44), 0.44),
    ];
    let middle = space.middle(cell);
    let square = Rect::from_center_size(middle, Vec2::splat(space.cell));
    picture.rectangle(square, Color::srgba_u8(0xB0, 0x3A, 0x0A, 0x48));
    for (foot, height) in TONGUES {
        let foot = middle + foot * space.cell;
        for (share, ink) in [
            (1.0, Color::srgb_u8(0xD9, 0x5B, 0x12)),
            (0.6, Color::srgb_u8(0xF8, 0xC2, 0x4A)),
        ] {
            picture.polygon(tongue(foot, height * share * space.cell), ink);
        }
    }
    let size = space.letters(0.27);
    let at = middle + Vec2::new(-0.28, 0.32) * space.cell;
    let ink = colour(look.theme.palette.text);
    let plate = Rect::from_center_size(at, Vec2::new(space.cell * 0.14 + size, size * 1.25));
    picture.rounded(plate, size * 0.3, colour(look.theme.palette.panel));
    let aside = |share: f32| at + Vec2::new(space.cell * share, 0.0);
    picture.icon(Icon::Hourglass, size * 0.9, aside(-0.1), ink);
    picture.label(turns.to_string(), Face::Bold, size, aside(0.1), ink);
}

/// A flame that stands on a point.
fn tongue(foot: Vec2, height: f32) -> Vec<Vec2> {
    const CORNERS: [(f32, f32); 7] = [
        (0.0, 0.0),
        (0.2, 0.1),
        (0.24, 0.36),
        (0.06, 1.0),
        (-0.1, 0.62),
        (-0.24, 0.34),
        (-0.18, 0.08),
    ];
    CORNERS
        .map(|(x, y)| foot + Vec2::new(x, y) * height)
        .to_vec()
}

/// An area that is about to be hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComingArea {
    /// Whose attack it is.
    pub side: Faction,
    /// The cells that it hits, walls left out: nobody stands there.
    pub cells: CellSet,
    /// Whether it lands there for certain.
    pub sure: bool,
}

/// The areas of all attacks that are foretold.
pub fn coming_areas(battle: &Battle, turns: &ForetoldTurns) -> Vec<ComingArea> {
    let arena = battle.arena();
    let mut blows = turns.blows(battle);
    blows.retain(|it| arena.skill(it.blow.skill).area().is_wide());
    blows.dedup_by_key(|it| (it.blow.by, it.blow.skill, it.blow.aim));
    let area = |it: &ForetoldBlow| ComingArea {
        side: arena.sheet(it.blow.by).faction,
        cells: without_walls(it.blow.cells, &arena.setup().board),
        sure: it.sure && !goes_astray(turns, it),
    };
    blows.iter().map(area).collect()
}

/// Whether a blow is a confused unit's, which may land anywhere.
fn goes_astray(turns: &ForetoldTurns, it: &ForetoldBlow) -> bool {
    let turn = turns.of_unit(it.blow.by);
    turn.is_some_and(|turn| turn.end == TurnEnd::Astray)
}

/// The area of the skill that the player has chosen, if it can be locked at the cell that is pointed
/// at: a unit, or nobody.
pub fn chosen_area(
    battle: &Battle,
    Selection(selected): Selection,
    Hover(cell): Hover,
    mode: OrderMode,
) -> Option<ComingArea> {
    let (unit, skill, at) = (selected?, mode.skill()?, cell?);
    let is_wide = battle.arena().skill(skill).area().is_wide();
    let order = Order::Use { skill, at };
    (is_wide && battle.check_order(unit, order).is_ok()).then(|| ComingArea {
        side: battle.arena().sheet(unit).faction,
        cells: without_walls(
            battle.cells_hit(unit, skill, at),
            &battle.arena().setup().board,
        ),
        sure: true,
    })
}

/// The cells that units can stand in.
fn without_walls(cells: CellSet, board: &Board) -> CellSet {
    cells
        .iter()
        .filter(|cell| board.get(*cell).walkable())
        .collect()
}

fn draw_areas(
    shown: If<Res<Shown>>,
    (turns, space, look): (Res<ForetoldTurns>, Res<BoardSpace>, Res<Look>),
    (selection, hover, mode): (Res<Selection>, Res<Hover>, Res<OrderMode>),
    mut layer: Single<&mut Drawing, With<AreaLayer>>,
) {
    let mut picture = Picture::default();
    let battle = shown.battle();
    let mut areas = coming_areas(battle, &turns);
    areas.extend(chosen_area(battle, *selection, *hover, *mode));
    for area in areas {
        let whose = (area.side, area.sure);
        draw_area(&mut picture, area.cells, whose, &space, &look);
    }
    layer.set_if_neq(Drawing(picture));
}

/// Cells that an attack of a side hits: hatched, with one edge around all of them.
pub(crate) fn draw_area(
    picture: &mut Picture,
    cells: CellSet,
    (side, sure): (Faction, bool),
    space: &BoardSpace,
    look: &Look,
) {
    let opacity = if sure { 1.0 } else { FAINT };
    let ink = look.side(side).with_alpha(opacity);
    let edge = contrast_to(ink).with_alpha(opacity);
    for cell in cells.iter() {
        let middle = space.middle(cell);
        let square = Rect::from_center_size(middle, Vec2::splat(space.cell));
        let rising = side == Faction::Enemy;
        hatch(
            picture,
            square,
            space.cell * 0.25,
            rising,
            ink.with_alpha(0.45 * opacity),
        );
        for (from, to) in sides_at_edge(cell, cells, space) {
            for (width, ink) in [(5.0, edge), (3.0, ink)] {
                picture.line(from, to, width * space.pixel, ink);
            }
        }
    }
}

fn draw_shoves(
    shown: If<Res<Shown>>,
    (turns, space, look): (Res<ForetoldTurns>, Res<BoardSpace>, Res<Look>),
    mut layer: Single<&mut Drawing, With<ShoveLayer>>,
) {
    let battle = shown.battle();
    let mut picture = Picture::default();
    for shove in coming_shoves(battle, &turns) {
        shove.draw(&mut picture, &space, &look);
    }
    layer.set_if_neq(Drawing(picture));
}

/// Where the shoves that are foretold lead.
pub fn coming_shoves(battle: &Battle, turns: &ForetoldTurns) -> Vec<ComingShove> {
    let blows = turns.blows(battle);
    let shove = |it: &ForetoldBlow| {
        let shove = it.blow.shove?;
        let (dx, dy) = shove.direction;
        Some(ComingShove {
            side: battle.arena().sheet(it.blow.by).faction,
            at: shove.from,
            towards: Vec2::new(f32::from(dx), -f32::from(dy)),
            end: shove.end,
            sure: it.sure && it.blow.odds == Some(Odds::CERTAIN) && !goes_astray(turns, it),
        })
    };
    blows.iter().filter_map(shove).collect()
}

/// Where a shove that is foretold leads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ComingShove {
    /// Whose attack it is.
    pub side: Faction,
    /// Where the unit that is shoved stands.
    pub at: Cell,
    /// Which way it goes, in cells.
    pub towards: Vec2,
    /// What comes of it.
    pub end: ShoveEnd,
    /// Whether it comes for certain: no roll, secret or order before it.
    pub sure: bool,
}

impl ComingShove {
    /// An arrow out of the cell, and at its end a ring, a skull, or what the bump does.
    pub(crate) fn draw(&self, picture: &mut Picture, space: &BoardSpace, look: &Look) {
        let opacity = if self.sure { 1.0 } else { FAINT };
        let ink = look.side_text(self.side).with_alpha(opacity);
        let edge = Color::BLACK.with_alpha(opacity);
        let way = self.towards * space.cell;
        let middle = space.middle(self.at);
        let (ahead, aside) = (
            self.towards.normalize_or_zero() * space.cell,
            self.towards.normalize_or_zero().perp() * space.cell,
        );
        let head = |tip: Vec2, size: f32| {
            [
                tip,
                tip - ahead * size + aside * size * 0.8,
                tip - ahead * size - aside * size * 0.8,
            ]
        };
        let border = middle + way * 0.5;
        match self.end {
            ShoveEnd::Moves(_) | ShoveEnd::Falls(_) => {
                for behind in [0.0, 0.14] {
                    let tip = border + ahead * (0.16 - behind);
                    picture.polygon(head(tip + ahead * 0.04, 0.24), edge);
                    picture.polygon(head(tip, 0.17), ink);
                }
                let end = middle + way;
                if matches!(self.end, ShoveEnd::Falls(_)) {
                    let size = space.letters(0.42);
                    picture.disc(end, size * 0.68, edge);
                    picture.icon(Icon::Skull, size, end, ink);
                } else {
                    picture.ring(end, space.cell * 0.34, 4.0 * space.pixel, edge);
                    picture.ring(end, space.cell * 0.34, 2.0 * space.pixel, ink);
                }
            }
            ShoveEnd::Bumps { damage: 0, .. } | ShoveEnd::Resists => {}
            ShoveEnd::Bumps { damage, .. } => {
                let size = space.letters(0.27);
                for (radius, ink) in [(0.26, edge), (0.2, ink)] {
                    picture.polygon(star(border, radius * space.cell), ink);
                }
                picture.label(damage.to_string(), Face::Bold, size, border, edge);
            }
        }
    }
}

/// A star of eight points.
fn star(centre: Vec2, radius: f32) -> Vec<Vec2> {
    let point = |place: u8| {
        let far = if place.is_multiple_of(2) { 1.3 } else { 0.85 };
        let turn = f32::from(place) / 16.0 * std::f32::consts::TAU;
        centre + Vec2::from_angle(turn) * radius * far
    };
    (0..16).map(point).collect()
}
