//! What blows look like between two steps: missiles that fly, cells that light up, sparks and chips
//! of dust. [`Motion`] says when; two drawings show all of it.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use foretold_battle::{Cell, DamageKind, Status, Strike};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::drawing::{Drawing, layer};
use crate::look::{Look, colour};
use crate::motion::Motion;
use crate::picture::Picture;

/// How high an arrow flies, in cells.
const ARC: f32 = 0.25;
/// How far sparks and chips fly, in cells.
const SPARK_FLIES: f32 = 0.3;
const CHIP_FLIES: f32 = 0.55;
const CHIP_FALLS: f32 = 0.35;
/// Where blows meet their target, in cells from its middle towards the striker.
const MEETS: f32 = 0.32;
/// How solid the light in a cell becomes.
const GLOW: f32 = 0.45;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_layers).add_systems(
        Update,
        (draw_impacts, shake_board)
            .run_if(resource_changed::<Motion>)
            .in_set(ViewSystems::Paint),
    );
}

/// Something that a blow brings with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Impact {
    pub(crate) kind: ImpactKind,
    /// Where it happens.
    pub(crate) cell: Cell,
    /// When it begins and how long it lasts, in slides.
    pub(crate) begins: f32,
    pub(crate) lasts: f32,
}

/// What a blow brings with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum ImpactKind {
    /// A missile on its way from a cell.
    Flight {
        /// What flies.
        missile: Missile,
        /// Where it began.
        from: Cell,
    },
    /// Steel on a guard; the blow came this way.
    Spark {
        /// The way of the blow.
        way: Vec2,
    },
    /// Chips of the ground.
    Dust {
        /// The way of the blow.
        way: Vec2,
        /// How many.
        chips: u32,
    },
    /// The cell of a heavy blow lights up.
    Glow,
}

/// What a strike from afar sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missile {
    Arrow,
    Flame,
    Star,
    Web,
    /// Curses, whispers, and all other magic.
    Dark,
}

impl Missile {
    /// The missile of a strike, by what it does.
    pub(crate) fn of(strike: &Strike) -> Missile {
        let inflicts = strike.inflicts.map(|affliction| affliction.status);
        match (strike.damage.map(|damage| damage.kind), inflicts) {
            (Some(DamageKind::Fire), _) => Missile::Flame,
            (Some(DamageKind::Radiant), _) => Missile::Star,
            (Some(DamageKind::Piercing | DamageKind::Slashing | DamageKind::Bludgeoning), _) => {
                Missile::Arrow
            }
            (None, Some(Status::Rooted)) => Missile::Web,
            _ => Missile::Dark,
        }
    }
}

/// The drawing on the ground, and the one in the air.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
enum ImpactLayer {
    Ground,
    Air,
}

fn spawn_layers(mut commands: Commands) {
    for (side, z) in [
        (ImpactLayer::Ground, layer::GLOWS),
        (ImpactLayer::Air, layer::IMPACTS),
    ] {
        commands.spawn((
            Name::new("Impacts"),
            side,
            Drawing::default(),
            Transform::from_xyz(0.0, 0.0, z),
        ));
    }
}

fn draw_impacts(
    motion: Res<Motion>,
    space: Res<BoardSpace>,
    look: Res<Look>,
    mut layers: Query<(&ImpactLayer, &mut Drawing)>,
) {
    let (mut ground, mut air) = (Picture::default(), Picture::default());
    for (impact, done) in motion.impacts() {
        let picture = match impact.kind {
            ImpactKind::Glow => &mut ground,
            _ => &mut air,
        };
        impact.draw(picture, done, &space, &look);
    }
    for (side, mut drawing) in &mut layers {
        let picture = match side {
            ImpactLayer::Ground => &mut ground,
            ImpactLayer::Air => &mut air,
        };
        drawing.set_if_neq(Drawing(std::mem::take(picture)));
    }
}

/// Moves the camera: the board shakes, the panels stay.
fn shake_board(
    motion: Res<Motion>,
    space: Res<BoardSpace>,
    mut camera: Single<&mut Transform, With<IsDefaultUiCamera>>,
) {
    let mut shaken = **camera;
    let aside = (motion.shake() * space.cell).round();
    (shaken.translation.x, shaken.translation.y) = (aside.x, aside.y);
    camera.set_if_neq(shaken);
}

impl Impact {
    /// Draws it when this share of it is done.
    fn draw(&self, picture: &mut Picture, done: f32, space: &BoardSpace, look: &Look) {
        let palette = &look.theme.palette;
        let (cell, at) = (space.cell, space.middle(self.cell));
        let left = 1.0 - done;
        match self.kind {
            ImpactKind::Glow => {
                let light = (done * PI).sin() * GLOW;
                let square = Rect::from_center_size(at, Vec2::splat(cell));
                picture.rectangle(square, colour(palette.bad).with_alpha(light));
                let ink = colour(palette.bad).with_alpha(light * 2.0);
                picture.frame(square, 2.0 * space.pixel, ink);
            }
            ImpactKind::Spark { way } => {
                let from = at - way * MEETS * cell;
                let ink = colour(palette.text).with_alpha(left);
                for ray in 0..7_u8 {
                    let turn = (f32::from(ray) / 6.0 - 0.5) * PI * 1.3;
                    let along = Vec2::from_angle(turn).rotate(-way) * cell;
                    let (near, far) = (0.1 + done * SPARK_FLIES * 0.6, 0.12 + done * SPARK_FLIES);
                    let width = (cell * 0.05 * left).max(1.0);
                    picture.line(from + along * near, from + along * far, width, ink);
                }
                let flash = colour(palette.block).with_alpha(left * left);
                picture.disc(from, cell * 0.16 * left, flash);
            }
            ImpactKind::Dust { way, chips } => {
                let from = at - way * MEETS * 0.5 * cell;
                let ink = colour(palette.muted).with_alpha(left.min(0.9));
                for chip in 0..chips {
                    // Neighbours fly apart: each turns by the golden angle.
                    let turn = chip as f32 * 2.4;
                    let pace = 0.5 + 0.5 * (chip as f32 * 0.618).fract();
                    let flies = Vec2::from_angle(turn) * 0.6 + way * 0.6;
                    let falls = Vec2::new(0.0, done * (0.5 - done) * CHIP_FALLS);
                    let place = from + (flies * CHIP_FLIES * pace * done.sqrt() + falls) * cell;
                    let radius = cell * (0.03 + 0.03 * pace) * (0.4 + 0.6 * left);
                    picture.polygon(chip_at(place, radius, turn + done * 4.0), ink);
                }
            }
            ImpactKind::Flight { missile, from } => {
                let from = space.middle(from);
                let arc = if missile == Missile::Arrow { ARC } else { 0.0 };
                let point = |done: f32| {
                    let up = Vec2::new(0.0, (done * PI).sin() * arc * cell);
                    from.lerp(at, done) + up
                };
                let way = (point(done + 0.05) - point(done - 0.05)).normalize_or(Vec2::X);
                missile.draw(picture, (point(done), way), done, cell, look);
            }
        }
    }
}

/// A chip with three corners.
fn chip_at(middle: Vec2, radius: f32, turn: f32) -> [Vec2; 3] {
    [0.0, 1.0, 2.0].map(|corner| middle + Vec2::from_angle(turn + corner * TAU / 3.0) * radius)
}

impl Missile {
    /// Draws it at a point, on its way.
    fn draw(
        self,
        picture: &mut Picture,
        (at, way): (Vec2, Vec2),
        done: f32,
        cell: f32,
        look: &Look,
    ) {
        let palette = &look.theme.palette;
        let point = |along: f32, across: f32| at + (way * along + way.perp() * across) * cell;
        let edge = (cell * 0.03).max(1.0);
        match self {
            Missile::Arrow => {
                let (wood, steel) = (colour(palette.full_cover), colour(palette.text));
                let head = [point(0.26, 0.0), point(0.1, 0.08), point(0.1, -0.08)];
                let grown = [point(0.31, 0.0), point(0.07, 0.12), point(0.07, -0.12)];
                let shaft = cell * 0.045;
                picture.line(
                    point(-0.32, 0.0),
                    point(0.1, 0.0),
                    shaft + 2.0 * edge,
                    Color::BLACK,
                );
                picture.polygon(grown, Color::BLACK);
                picture.line(point(-0.3, 0.0), point(0.1, 0.0), shaft, wood);
                picture.polygon(head, steel);
                for side in [-0.09, 0.09] {
                    picture.line(point(-0.22, 0.0), point(-0.32, side), shaft, steel);
                }
            }
            Missile::Flame => {
                let (fire, core) = (colour(palette.hazard), colour(palette.accent));
                let warm = fire.mix(&core, 0.45);
                for (place, ink) in [(3.0, fire), (2.0, fire), (1.0, warm)] {
                    let flicker = 0.02 * (done * 40.0 + place).sin();
                    let radius = cell * (0.2 - place * 0.04);
                    let tail = point(-place * 0.13, flicker);
                    picture.disc(tail, radius, ink.with_alpha(0.85 - place * 0.15));
                }
                picture.disc(at, cell * 0.17, warm);
                picture.disc(point(0.03, 0.0), cell * 0.1, core);
            }
            Missile::Dark => {
                let ink = colour(palette.sanity);
                for place in [3.0, 2.0, 1.0_f32] {
                    let sway = 0.06 * (done * 20.0 + place * 2.0).sin();
                    let tail = point(-place * 0.13, sway);
                    picture.disc(tail, cell * (0.15 - place * 0.03), ink.with_alpha(0.5));
                }
                picture.disc(at, cell * 0.17, ink);
                picture.disc(at, cell * 0.12, Color::BLACK);
                picture.disc(point(0.03, 0.03), cell * 0.04, ink);
            }
            Missile::Star => {
                let ink = colour(palette.accent);
                picture.disc(at, cell * 0.2, ink.with_alpha(0.25));
                for turn in [0.0, PI / 4.0] {
                    let (long, turn) = (if turn > 0.0 { 0.15 } else { 0.26 }, turn + done * 2.0);
                    for along in [Vec2::from_angle(turn), Vec2::from_angle(turn).perp()] {
                        let (along, across) = (along * long * cell, along.perp() * 0.055 * cell);
                        picture.polygon([at + along, at + across, at - along, at - across], ink);
                    }
                }
                picture.disc(at, cell * 0.07, Color::WHITE);
            }
            Missile::Web => {
                let ink = colour(palette.text);
                let radius = cell * (0.12 + 0.22 * done);
                picture.ring(at, radius, edge, ink);
                picture.ring(at, radius * 0.55, edge, ink);
                for spoke in 0..4_u8 {
                    let along = Vec2::from_angle(f32::from(spoke) * PI / 4.0 + done) * radius;
                    picture.line(at - along, at + along, edge, ink);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::{Affliction, Amount, Damage};

    use super::*;

    #[test]
    fn missiles_differ_by_what_they_do() {
        let of = |kind: DamageKind| {
            let amount = Amount::flat(5);
            Missile::of(&Strike {
                damage: Some(Damage { kind, amount }),
                ..default()
            })
        };
        assert_eq!(of(DamageKind::Piercing), Missile::Arrow);
        assert_eq!(of(DamageKind::Fire), Missile::Flame);
        assert_eq!(of(DamageKind::Radiant), Missile::Star);
        assert_eq!(of(DamageKind::Necrotic), Missile::Dark);
        let web = Strike {
            inflicts: Some(Affliction::new(Status::Rooted, 2)),
            ..default()
        };
        assert_eq!(Missile::of(&web), Missile::Web);
        assert_eq!(Missile::of(&Strike::default()), Missile::Dark);
    }
}
