//! Results of a step: short texts that pop up beside the units that things happened to.

mod plate;
mod words;

use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::{Cell, Tempo};
use foretold_content::Timings;
use foretold_sim::{Clock, ForetoldTurns, Shown};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::damage_numbers::{MomentLabels, damage_numbers};
use crate::drawing::{Drawing, layer};
use crate::intent_lines::IntentLines;
use crate::look::Look;
use crate::motion::{Motion, ScreenChange, ScreenChangeReader, slowness};
use crate::power_saving::RedrawRequests;
use crate::tokens::TokenFaces;
use plate::ResultPlate;
pub(crate) use plate::place_results;
pub use words::{FloatingResult, ResultPiece, ResultTone, floating_results};

/// How long a result pops up, how small it begins, and how large it is half way.
const POP: Duration = Duration::from_millis(160);
const POP_FROM: f32 = 0.5;
const POP_OVER: f32 = 1.14;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_results, spawn_results)
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// When a result appears and how long it stays, at normal speed. In ticks all appear at once; where
/// units take turns a fall comes after the blow and a pause.
pub fn shown_for(result: &FloatingResult, tempo: Tempo, timings: &Timings) -> (Duration, Duration) {
    let lasts = |milliseconds: u32| Duration::from_millis(u64::from(milliseconds));
    if !tempo.takes_turns() {
        (Duration::ZERO, lasts(timings.lift))
    } else if result.is_late {
        (lasts(timings.blow()), lasts(timings.fall))
    } else {
        (Duration::ZERO, lasts(timings.damage))
    }
}

/// A result on screen.
#[derive(Component)]
struct Float {
    cell: Cell,
    /// From the middle of its cell, in cells.
    offset: Vec2,
    /// It appears after this time.
    after: Duration,
    elapsed: Duration,
    length: Duration,
    /// Whether it pops up or is just there.
    pops: bool,
}

impl Float {
    /// How large it is now.
    fn scale(&self) -> f32 {
        let since = self.elapsed.saturating_sub(self.after);
        let done = since.as_secs_f32() / POP.as_secs_f32();
        match done {
            _ if !self.pops => 1.0,
            0.0..0.5 => POP_FROM.lerp(POP_OVER, done * 2.0),
            0.5..1.0 => POP_OVER.lerp(1.0, done * 2.0 - 1.0),
            _ => 1.0,
        }
    }
}

/// Spawns the results of a step. Steps that nobody could follow, and jumps in time, have none.
fn spawn_results(
    mut commands: Commands,
    mut changes: ScreenChangeReader,
    (shown, turns): (If<Res<Shown>>, Res<ForetoldTurns>),
    (lines, faces): (Res<IntentLines>, Res<TokenFaces>),
    (clock, motion): (Res<Clock>, Res<Motion>),
    (look, space): (Res<Look>, Res<BoardSpace>),
    old: Query<Entity, With<Float>>,
) {
    let seen = changes.read();
    if seen == ScreenChange::Nothing {
        return;
    }
    for old in &old {
        commands.entity(old).despawn();
    }
    let ScreenChange::Step(events) = seen else {
        return;
    };
    let battle = shown.battle();
    let arena = battle.arena();
    let numbers = damage_numbers(battle, &turns);
    let labels = MomentLabels::new(&faces.0, &lines.0, &numbers, &space, &look);
    let results = floating_results(battle, &events);
    let slower = slowness(&clock);
    for is_late in [false, true] {
        let together = results.iter().filter(|result| result.is_late == is_late);
        let waves = place_results(together, &labels.layout, &space);
        for (number, wave) in (0..).zip(&waves) {
            for (result, placed) in wave {
                let (after, length) = shown_for(result, arena.tempo(), &look.theme.timings);
                let length = length.mul_f32(slower) / waves.len() as u32;
                let reached = result.unit.map(|unit| motion.reaches(unit));
                let reached = reached.filter(|_| !is_late).unwrap_or_default();
                let float = Float {
                    cell: result.cell,
                    offset: (placed.middle() - space.middle(result.cell)) / space.cell,
                    after: after.mul_f32(slower) + reached + length * number,
                    elapsed: Duration::ZERO,
                    length,
                    pops: changes.can_be_followed(&look),
                };
                let side = result.unit.map(|unit| arena.sheet(unit).faction);
                let plate = ResultPlate::new(result, &space);
                let about = placed.about - placed.middle();
                let seen = if float.after.is_zero() {
                    Visibility::Inherited
                } else {
                    Visibility::Hidden
                };
                commands.spawn((
                    Name::new("Result"),
                    Drawing(plate.draw(about, side, &look)),
                    Transform::from_translation(placed.middle().extend(layer::FLOATS))
                        .with_scale(Vec3::splat(float.scale())),
                    seen,
                    float,
                ));
            }
        }
    }
}

fn show_results(
    mut commands: Commands,
    time: Res<Time>,
    space: Res<BoardSpace>,
    mut floats: Query<(Entity, &mut Float, &mut Transform, &mut Visibility)>,
    mut redraw: ResMut<RedrawRequests>,
) {
    for (entity, mut float, mut place, mut seen) in &mut floats {
        redraw.request();
        float.elapsed += time.delta();
        if float.elapsed >= float.after {
            seen.set_if_neq(Visibility::Inherited);
        }
        if float.elapsed >= float.after + float.length {
            commands.entity(entity).despawn();
            continue;
        }
        let at = space.middle(float.cell) + float.offset * space.cell;
        let now = Transform::from_translation(at.extend(place.translation.z))
            .with_scale(Vec3::splat(float.scale()));
        place.set_if_neq(now);
    }
}
