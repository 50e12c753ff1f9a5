//! Results of a step: short texts that float up from the cells where things happened.

use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::{
    Battle, Card, Cell, Event, Faction, Happening, Harm, Struck, Tempo, UnitId, Verdict,
};
use foretold_content::{Palette, Timings};
use foretold_sim::{Clock, Shown};

use crate::ViewSystems;
use crate::drawing::{Drawing, layer};
use crate::look::{Look, colour};
use crate::motion::{ScreenChange, ScreenChangeReader, step_on_screen};
use crate::picture::{Face, Picture};
use crate::power_saving::RedrawRequests;
use crate::screen::BoardSpace;

/// How far a result rises, in cells. It stays over its own cell.
const RISE: f32 = 0.16;
/// Where it begins above the middle of its cell, in cells.
const BEGINS: f32 = 0.3;
/// The height of a result with the gap above it, in font sizes.
const ROW: f32 = 1.42;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (raise_results, spawn_results)
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// A result in words.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatingResult {
    /// Where it happened.
    pub cell: Cell,
    /// The unit that it is about; `None` if it hit an empty cell.
    pub unit: Option<UnitId>,
    /// What it says.
    pub text: String,
    /// Good or bad: the colour.
    pub tone: ResultTone,
}

/// Whether a result is good or bad. It decides the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultTone {
    /// A unit was hurt.
    Harm,
    /// A unit was helped.
    Help,
    /// Nothing happened.
    Nothing,
    /// Block absorbed it.
    Blocked,
    /// A unit fell.
    Fall,
}

impl ResultTone {
    fn colour(self, palette: &Palette) -> Color {
        colour(match self {
            ResultTone::Harm | ResultTone::Fall => palette.bad,
            ResultTone::Help => palette.good,
            ResultTone::Nothing => palette.text,
            ResultTone::Blocked => palette.block,
        })
    }
}

/// What an event says above the board, if it says anything.
pub fn floating_result(battle: &Battle, event: &Event) -> Option<FloatingResult> {
    let result = |unit: UnitId, text: String, tone: ResultTone| {
        Some(FloatingResult {
            cell: battle.unit(unit)?.cell,
            unit: Some(unit),
            text,
            tone,
        })
    };
    let nothing = ResultTone::Nothing;
    match event.what {
        Happening::Struck(struck) => match (struck.verdict, struck.harm) {
            (Verdict::Miss, _) => result(struck.target, "miss".to_owned(), nothing),
            // What it leaves is an event of its own.
            (_, None) if leaves_something(battle, &struck) => None,
            (_, None) => result(struck.target, "hit".to_owned(), ResultTone::Harm),
            (verdict, Some(harm)) => {
                let (text, tone) = harm_in_words(&harm, verdict == Verdict::Critical);
                result(struck.target, text, tone)
            }
        },
        Happening::Whiffed { cell, .. } => Some(FloatingResult {
            cell,
            unit: None,
            text: "whiff".to_owned(),
            tone: nothing,
        }),
        Happening::Suffered { unit, harm, .. } => {
            let (text, tone) = harm_in_words(&harm, false);
            result(unit, text, tone)
        }
        Happening::Healed {
            unit,
            hp_before,
            hp_after,
            ..
        } => {
            let text = format!("+{}", hp_after.saturating_sub(hp_before));
            result(unit, text, ResultTone::Help)
        }
        Happening::SanityChanged {
            unit,
            before,
            after,
            ..
        } => {
            let (sign, tone) = if after < before {
                ('−', ResultTone::Harm)
            } else {
                ('+', ResultTone::Help)
            };
            let text = format!("{sign}{} sanity", before.abs_diff(after));
            result(unit, text, tone)
        }
        Happening::BlockRaised { unit, amount, .. } => {
            result(unit, format!("block +{amount}"), ResultTone::Blocked)
        }
        Happening::StatusBegan { unit, status, .. } => {
            result(unit, status.name().to_owned(), nothing)
        }
        Happening::WindUpBroken { unit, .. } => result(unit, "interrupted".to_owned(), nothing),
        Happening::MoveFailed { unit, .. } => result(unit, "held".to_owned(), nothing),
        Happening::WentDown { unit, .. } => result(unit, "down".to_owned(), ResultTone::Fall),
        Happening::GotUp { unit, .. } => result(unit, "up again".to_owned(), ResultTone::Help),
        Happening::Fell { unit, .. } => result(unit, "fallen".to_owned(), ResultTone::Fall),
        _ => None,
    }
}

/// Whether a strike takes sanity or leaves a status.
fn leaves_something(battle: &Battle, struck: &Struck) -> bool {
    let strikes = battle.arena().skill(struck.skill).strikes();
    let strike = strikes.get(usize::from(struck.strike));
    strike.is_some_and(|strike| strike.sanity.is_some() || strike.inflicts.is_some())
}

/// The same in more words, where units take turns and there is time to read.
pub fn announcement(battle: &Battle, event: &Event) -> Option<FloatingResult> {
    let mut result = floating_result(battle, event)?;
    match event.what {
        Happening::Struck(struck) => match (struck.verdict, struck.harm) {
            (Verdict::Miss, _) => result.text = "MISS".to_owned(),
            (verdict, Some(harm)) if harm.dealt > 0 => {
                let critical = if verdict == Verdict::Critical {
                    "!"
                } else {
                    ""
                };
                let card = match harm.card {
                    None | Some(Card::Plus(0)) => String::new(),
                    Some(card) => format!(" ({card})"),
                };
                let blocked = match harm.blocked {
                    0 => String::new(),
                    blocked => format!(", {blocked} blocked"),
                };
                result.text = format!("{} DAMAGE{critical}{card}{blocked}", harm.dealt);
            }
            (_, Some(_) | None) => {}
        },
        Happening::Fell { .. } | Happening::WentDown { .. } => {
            result.text = "INCAPACITATED".to_owned();
        }
        _ => {}
    }
    Some(result)
}

/// When a result appears and how long it stays, at normal speed. In ticks all appear at once; where
/// units take turns a fall comes after the blow and a pause.
pub fn shown_for(tone: ResultTone, tempo: Tempo, timings: &Timings) -> (Duration, Duration) {
    let lasts = |milliseconds: u32| Duration::from_millis(u64::from(milliseconds));
    match tone {
        _ if !tempo.takes_turns() => (Duration::ZERO, lasts(timings.lift)),
        ResultTone::Fall => (lasts(timings.blow()), lasts(timings.fall)),
        _ => (Duration::ZERO, lasts(timings.damage)),
    }
}

fn harm_in_words(harm: &Harm, critical: bool) -> (String, ResultTone) {
    let mark = if critical { "!" } else { "" };
    match (harm.dealt, harm.blocked) {
        (0, 0) => ("no damage".to_owned(), ResultTone::Nothing),
        (0, blocked) => (format!("{blocked} blocked"), ResultTone::Blocked),
        (dealt, 0) => (format!("−{dealt}{mark}"), ResultTone::Harm),
        (dealt, blocked) => (
            format!("−{dealt}{mark} ({blocked} blocked)"),
            ResultTone::Harm,
        ),
    }
}

/// A result on its way up.
#[derive(Component)]
struct Float {
    cell: Cell,
    /// How many others rise from the same cell below it.
    row: usize,
    /// It appears after this time.
    after: Duration,
    elapsed: Duration,
    length: Duration,
}

impl Float {
    /// Where it is now; always half way up if motion is off.
    fn place(&self, space: &BoardSpace, look: &Look) -> Vec2 {
        let since = self.elapsed.saturating_sub(self.after);
        let done = since.as_secs_f32() / self.length.as_secs_f32().max(0.001);
        let risen = if look.moves() { done } else { 0.5 };
        let up = (BEGINS + RISE * risen) * space.cell + self.row as f32 * ROW * letters(space);
        space.middle(self.cell) + Vec2::new(0.0, up)
    }
}

/// Spawns the results of a step. Steps that nobody could follow, and jumps in time, have none.
fn spawn_results(
    mut commands: Commands,
    mut changes: ScreenChangeReader,
    shown: If<Res<Shown>>,
    (clock, look, space): (Res<Clock>, Res<Look>, Res<BoardSpace>),
    risen: Query<Entity, With<Float>>,
) {
    let seen = changes.read();
    if seen == ScreenChange::Nothing {
        return;
    }
    for old in &risen {
        commands.entity(old).despawn();
    }
    let ScreenChange::Step(events) = seen else {
        return;
    };
    let battle = shown.battle();
    let tempo = battle.arena().tempo();
    let words = if tempo.takes_turns() {
        announcement
    } else {
        floating_result
    };
    let results: Vec<FloatingResult> = events
        .iter()
        .filter_map(|event| words(battle, event))
        .collect();
    let normal = clock.step_length().as_secs_f32().max(0.001);
    let slower = step_on_screen(&clock).as_secs_f32() / normal;
    for (place, result) in results.iter().enumerate() {
        let earlier = &results[..place];
        let row = earlier
            .iter()
            .filter(|other| other.cell == result.cell)
            .count();
        let (after, length) = shown_for(result.tone, tempo, &look.theme.timings);
        let float = Float {
            cell: result.cell,
            row,
            after: after.mul_f32(slower),
            elapsed: Duration::ZERO,
            length: length.mul_f32(slower),
        };
        let z = layer::FLOATS + place as f32 * 0.01;
        let at = float.place(&space, &look).extend(z);
        let arena = battle.arena();
        let side = result.unit.map(|unit| arena.sheet(unit).faction);
        let drawing = Drawing(draw_result(result, (side, row), &space, &look));
        let (name, place) = (Name::new("Result"), Transform::from_translation(at));
        let seen = if float.after.is_zero() {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        commands.spawn((name, float, drawing, place, seen));
    }
}

/// The font size of a result.
fn letters(space: &BoardSpace) -> f32 {
    space.letters(0.24).max(11.0)
}

/// A result on a plate with the colour of its unit's side. The lowest one of a cell points at the
/// unit.
fn draw_result(
    result: &FloatingResult,
    (side, row): (Option<Faction>, usize),
    space: &BoardSpace,
    look: &Look,
) -> Picture {
    let mut picture = Picture::default();
    let palette = &look.theme.palette;
    let size = letters(space);
    let width = result.text.chars().count() as f32 * size * 0.56 + size * 0.7;
    let plate = Rect::from_center_size(Vec2::ZERO, Vec2::new(width, size * 1.2));
    let (ground, rim) = (colour(palette.background), (size * 0.09).max(1.0));
    let edge = side.map_or(colour(palette.muted), |side| look.side(side));
    // First the whole edge, then the whole ground, so that the point belongs to the plate.
    for (out, ink) in [(rim, edge), (0.0, ground)] {
        picture.rounded(plate.inflate(out), size * 0.4 + out, ink);
        if row == 0 {
            let half = size * 0.3 + out;
            let (top, tip) = (plate.min.y + rim, plate.min.y - size * 0.3 - out);
            let corners = [
                Vec2::new(-half, top),
                Vec2::new(half, top),
                Vec2::new(0.0, tip),
            ];
            picture.polygon(corners, ink);
        }
    }
    let ink = result.tone.colour(palette);
    picture.label(&result.text, Face::Bold, size, Vec2::ZERO, ink);
    picture
}

fn raise_results(
    mut commands: Commands,
    time: Res<Time>,
    (space, look): (Res<BoardSpace>, Res<Look>),
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
        let at = float.place(&space, &look);
        place.translation = at.extend(place.translation.z);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_stays_over_its_cell_and_points_at_its_middle() {
        let screen = crate::screen::Screen::default();
        let (space, look) = (screen.board(), Look::default());
        let cell: Cell = "F6".parse().expect("a cell of the board");
        let result = FloatingResult {
            cell,
            unit: None,
            text: "−10".to_owned(),
            tone: ResultTone::Harm,
        };
        let second = Duration::from_secs(1);
        for tenths in 0..=10 {
            let float = Float {
                cell,
                row: 0,
                after: Duration::ZERO,
                elapsed: second * tenths / 10,
                length: second,
            };
            let at = float.place(&space, &look);
            assert_eq!(space.cell_at(at), Some(cell), "after {tenths} tenths");
            let picture = draw_result(&result, (Some(Faction::Enemy), 0), &space, &look);
            let points = picture.fills.iter().flat_map(|fill| &fill.points);
            let lowest = points.min_by(|one, other| one.y.total_cmp(&other.y));
            let tip = at + *lowest.expect("something is drawn");
            assert_eq!(space.cell_at(tip), Some(cell));
            assert!((tip.x - space.middle(cell).x).abs() < 0.5, "{tip}");
        }
        let side = |side: Option<Faction>| draw_result(&result, (side, 1), &space, &look);
        assert_ne!(side(Some(Faction::Enemy)), side(Some(Faction::Friendly)));
    }
}
