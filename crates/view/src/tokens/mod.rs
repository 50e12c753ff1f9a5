//! Tokens: a figure on a plinth for each unit, where it is and in what state. Friends stand on
//! circles, enemies on diamonds.

mod draw;
mod face;

use std::f32::consts::{FRAC_PI_2, TAU};
use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::{Cell, Life, Unit, UnitId};
use foretold_sim::{Clock, ForetoldTurns, Intents, Shown, SimSystems};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::drawing::{Drawing, layer};
use crate::figures::Figures;
use crate::look::Look;
use crate::motion::{Motion, Pose};

#[cfg(test)]
pub(crate) use draw::plinth_shape;
use draw::{FEET, FIGURE, LYING_AT, badge_above, figure, plinth, tag};
pub(crate) use draw::{draw_token, place_badges, plate_at, plate_rect, plinth_ring};
pub(crate) use face::does_nothing_stunned;
pub use face::{Badge, TokenFace, faces};

/// How far a unit that winds up a blow leans back, in radians.
const LEAN: f32 = 0.16;
/// How long a breath takes, in seconds, and how much higher it makes a figure.
const BREATH: f32 = 3.0;
const BREATH_DEPTH: f32 = 0.035;

/// Tokens on the board.
pub struct TokenPlugin;

impl Plugin for TokenPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TokenFaces>()
            .init_resource::<Breath>()
            .init_resource::<AwaitedFalls>()
            .add_systems(
                Update,
                (
                    update_faces
                        .run_if(
                            resource_changed::<ForetoldTurns>.or_else(resource_changed::<Figures>),
                        )
                        .after(SimSystems::Refresh)
                        .before(ViewSystems::Follow),
                    breathe.in_set(ViewSystems::Follow),
                    (
                        await_falls.run_if(resource_changed::<Motion>),
                        show_tokens.run_if(
                            crate::board_changed
                                .or_else(resource_changed::<TokenFaces>)
                                .or_else(resource_changed::<AwaitedFalls>),
                        ),
                        place_tokens,
                    )
                        .chain()
                        .in_set(ViewSystems::Paint),
                ),
            );
    }
}

/// What the tokens show at the moment on screen, in slot order.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub(crate) struct TokenFaces(pub(crate) Vec<TokenFace>);

fn update_faces(
    shown: If<Res<Shown>>,
    (turns, intents): (Res<ForetoldTurns>, Res<Intents>),
    figures: Res<Figures>,
    mut all: ResMut<TokenFaces>,
) {
    let mut faces = faces(shown.battle(), &turns, &intents);
    for (face, (unit, _)) in faces.iter_mut().zip(shown.battle().units()) {
        let figure = shown.encounter().figure(unit);
        face.figure = figures.has(figure).then(|| figure.to_owned());
    }
    all.0 = faces;
}

/// A part of a unit's token: intent lines run over the plinth and under the rest.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) unit: UnitId,
    part: TokenPart,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenPart {
    Plinth,
    /// Over the lines that cross its cell.
    Figure,
    /// Plate, bars, shield, statuses.
    Tag,
    /// Over the tags of others: it reaches above its own cell.
    Badge,
}

impl TokenPart {
    const ALL: [TokenPart; 4] = [
        TokenPart::Plinth,
        TokenPart::Figure,
        TokenPart::Tag,
        TokenPart::Badge,
    ];
}

/// The units that have fallen in this step while the blow that fells them is still to be seen, as
/// they were before it.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
struct AwaitedFalls(Vec<(UnitId, Unit)>);

impl AwaitedFalls {
    /// How a unit was, if its fall is still to be seen.
    fn before(&self, unit: UnitId) -> Option<&Unit> {
        let mut units = self.0.iter();
        units.find_map(|(id, before)| (*id == unit).then_some(before))
    }
}

fn await_falls(shown: If<Res<Shown>>, motion: Res<Motion>, mut awaited: ResMut<AwaitedFalls>) {
    let step = shown.battle().tick().checked_sub(1);
    let moment = step.and_then(|step| shown.session().moment(step));
    let units = moment.into_iter().flat_map(|before| before.battle.units());
    let stand = units.filter(|(unit, _)| motion.pose(*unit).standing >= 1.0);
    let stand = stand.map(|(unit, before)| (unit, before.clone()));
    awaited.set_if_neq(AwaitedFalls(stand.collect()));
}

/// Draws each token whose face has changed.
fn show_tokens(
    mut commands: Commands,
    (faces, awaited): (Res<TokenFaces>, Res<AwaitedFalls>),
    space: Res<BoardSpace>,
    look: Res<Look>,
    mut tokens: Query<(Entity, &Token, &mut Drawing)>,
) {
    let mut faces = faces.0.clone();
    for (unit, before) in &awaited.0 {
        if let Some(face) = faces.get_mut(unit.slot()) {
            face.life = before.life;
            (face.hp.0, face.block) = (before.hp, before.block);
        }
    }
    let (_, badges) = place_badges(&faces, &space);
    let picture = |token: &Token| {
        let face = faces.get(token.unit.slot())?;
        Some(Drawing(match token.part {
            TokenPart::Plinth => plinth(face, space.cell, &look),
            TokenPart::Figure => figure(face, space.cell),
            TokenPart::Tag => tag(face, &space, &look),
            TokenPart::Badge => {
                let at = badges.get(token.unit.slot()).copied().flatten();
                badge_above(face, at, &space, &look)
            }
        }))
    };
    let mut drawn = 0;
    for (entity, token, mut drawing) in &mut tokens {
        match picture(token) {
            Some(now) => {
                drawing.set_if_neq(now);
                drawn += 1;
            }
            None => commands.entity(entity).despawn(),
        }
    }
    for slot in drawn / TokenPart::ALL.len()..faces.len() {
        let Some(unit) = UnitId::new(slot) else {
            continue;
        };
        for part in TokenPart::ALL {
            let token = Token { unit, part };
            if let Some(drawing) = picture(&token) {
                commands.spawn((Name::new("Token"), token, drawing));
            }
        }
    }
}

/// How long the living have breathed. It stops with the battle.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
struct Breath(Duration);

/// While time runs, every frame is drawn anyway.
fn breathe(
    time: Res<Time>,
    clock: Res<Clock>,
    look: Res<Look>,
    shown: If<Res<Shown>>,
    mut breath: ResMut<Breath>,
) {
    if clock.playing && shown.battle().waits_for().is_empty() && look.moves() {
        breath.0 += time.delta();
    }
}

/// How far a unit stands in front of the others in its layer: by rows, then by columns and slots.
/// Without it, chance would say which of two lies above where they overlap.
fn in_front(cell: Cell, unit: UnitId) -> f32 {
    f32::from(cell.y()) * 5e-3 + f32::from(cell.x()) * 4e-4 + unit.slot() as f32 * 1e-5
}

/// Puts each token where its unit is, or on its way there, as it stands at this moment.
fn place_tokens(
    shown: If<Res<Shown>>,
    (space, look): (Res<BoardSpace>, Res<Look>),
    (motion, breath, faces): (Res<Motion>, Res<Breath>, Res<TokenFaces>),
    awaited: Res<AwaitedFalls>,
    mut tokens: Query<(&Token, &mut Transform, Option<&Children>)>,
    mut sprites: Query<&mut Sprite>,
) {
    for (token, mut place, children) in &mut tokens {
        let Some(unit) = shown.battle().unit(token.unit) else {
            continue;
        };
        let mut pose = motion.pose(token.unit);
        let at = space.middle(unit.cell) + pose.offset * space.cell;
        let before = awaited.before(token.unit);
        let life = before.map_or(unit.life, |before| before.life);
        let z = match (token.part, life) {
            (TokenPart::Plinth, Life::Fallen) => layer::FALLEN,
            (_, Life::Fallen) => layer::FALLEN + 0.4,
            (TokenPart::Plinth, _) => layer::PLINTHS,
            (TokenPart::Figure, _) => layer::FIGURES,
            (TokenPart::Tag, _) => layer::TAGS,
            (TokenPart::Badge, _) => layer::BADGES,
        };
        let mut wanted =
            Transform::from_translation(at.extend(z + in_front(unit.cell, token.unit)));
        if let (TokenPart::Figure, Some(face)) = (token.part, faces.0.get(token.unit.slot())) {
            if life == Life::Up && look.moves() {
                let breaths = breath.0.as_secs_f32() / BREATH + token.unit.slot() as f32 * 0.37;
                pose.scale.y *= 1.0 + BREATH_DEPTH * (0.5 - 0.5 * (breaths * TAU).cos());
            }
            if face.winds_up {
                pose.angle += if face.looks_right { LEAN } else { -LEAN };
            }
            wanted = wanted * posed((life, face.looks_right), pose, space.cell);
            // More than white: it lights up.
            let ink = Color::linear_rgb(1.0, 1.0, 1.0).to_linear() * (1.0 + 5.0 * pose.flash);
            let ink = Color::from(ink.with_alpha(1.0));
            for child in children.into_iter().flatten() {
                if let Ok(mut sprite) = sprites.get_mut(*child)
                    && sprite.color != ink
                {
                    sprite.color = ink;
                }
            }
        }
        place.set_if_neq(wanted);
    }
}

/// What a pose does to a figure around the middle of its cell: it turns and stretches about its
/// feet, and a unit that falls tips over from where it stood.
fn posed((life, looks_right): (Life, bool), pose: Pose, cell: f32) -> Transform {
    let back = if looks_right { 1.0 } else { -1.0 };
    let about = |at: Vec2, angle: f32, scale: Vec2| {
        let turn = Transform::from_rotation(Quat::from_rotation_z(angle));
        let turn = turn.with_scale(scale.extend(1.0));
        let moved = at.extend(0.0) - turn.transform_point(at.extend(0.0));
        turn.with_translation(moved)
    };
    if life == Life::Up {
        about(Vec2::new(0.0, FEET * cell), pose.angle, pose.scale)
    } else {
        let lies = Vec2::new(0.0, LYING_AT * cell);
        let up = Vec2::new(0.0, (FEET + FIGURE / 2.0 - LYING_AT) * cell * pose.standing);
        let rises = about(lies, -back * FRAC_PI_2 * pose.standing, Vec2::ONE);
        Transform::from_translation(up.extend(0.0)) * rises
    }
}
