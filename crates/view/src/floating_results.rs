//! What came of it: results that float up from the cells where they happened.

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
use crate::motion::{ScreenChange, ScreenNews, step_on_screen};
use crate::picture::{Face, Picture};
use crate::power_saving::RedrawRequests;
use crate::space::BoardSpace;

/// How far a result rises, in cells. It stays over its own cell.
const RISE: f32 = 0.16;
/// Where it begins above the middle of its cell, in cells.
const BEGINS: f32 = 0.3;
/// How high a result is with the gap to the next one above it, in sizes of its letters.
const ROW: f32 = 1.42;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (rise, float_results).chain().in_set(ViewSystems::Paint),
    );
}

/// A result in words.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatingResult {
    /// Where it happened.
    pub cell: Cell,
    /// Who it is about; nobody if it hit an empty cell.
    pub unit: Option<UnitId>,
    /// What came of it.
    pub text: String,
    /// What kind of news it is.
    pub tone: ResultTone,
}

/// What kind of news a result is; its colour follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultTone {
    /// Somebody was hurt.
    Harm,
    /// Somebody was helped.
    Help,
    /// Nothing came of it.
    Nothing,
    /// Block took it.
    Blocked,
    /// Somebody fell.
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

/// What an event says above the board, if it says something.
pub fn outcry(battle: &Battle, event: &Event) -> Option<FloatingResult> {
    let cry = |unit: UnitId, text: String, tone: ResultTone| {
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
            (Verdict::Miss, _) => cry(struck.target, "miss".to_owned(), nothing),
            // What it leaves is told by an event of its own.
            (_, None) if leaves_something(battle, &struck) => None,
            (_, None) => cry(struck.target, "hit".to_owned(), ResultTone::Harm),
            (verdict, Some(harm)) => {
                let (text, tone) = harm_in_words(&harm, verdict == Verdict::Critical);
                cry(struck.target, text, tone)
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
            cry(unit, text, tone)
        }
        Happening::Healed {
            unit,
            hp_before,
            hp_after,
            ..
        } => {
            let text = format!("+{}", hp_after.saturating_sub(hp_before));
            cry(unit, text, ResultTone::Help)
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
            cry(unit, text, tone)
        }
        Happening::BlockRaised { unit, amount, .. } => {
            cry(unit, format!("block +{amount}"), ResultTone::Blocked)
        }
        Happening::StatusBegan { unit, status, .. } => cry(unit, status.name().to_owned(), nothing),
        Happening::WindUpBroken { unit, .. } => cry(unit, "interrupted".to_owned(), nothing),
        Happening::MoveFailed { unit, .. } => cry(unit, "held".to_owned(), nothing),
        Happening::WentDown { unit, .. } => cry(unit, "down".to_owned(), ResultTone::Fall),
        Happening::GotUp { unit, .. } => cry(unit, "up again".to_owned(), ResultTone::Help),
        Happening::Fell { unit, .. } => cry(unit, "fallen".to_owned(), ResultTone::Fall),
        _ => None,
    }
}

/// Whether a strike takes sanity or leaves a status.
fn leaves_something(battle: &Battle, struck: &Struck) -> bool {
    let strikes = battle.arena().skill(struck.skill).strikes();
    let strike = strikes.get(usize::from(struck.strike));
    strike.is_some_and(|strike| strike.sanity.is_some() || strike.inflicts.is_some())
}

/// The same where units take turns: there is time to read it aloud.
pub fn announcement(battle: &Battle, event: &Event) -> Option<FloatingResult> {
    let mut cry = outcry(battle, event)?;
    match event.what {
        Happening::Struck(struck) => match (struck.verdict, struck.harm) {
            (Verdict::Miss, _) => cry.text = "MISS".to_owned(),
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
                cry.text = format!("{} DAMAGE{critical}{card}{blocked}", harm.dealt);
            }
            (_, Some(_) | None) => {}
        },
        Happening::Fell { .. } | Happening::WentDown { .. } => {
            cry.text = "INCAPACITATED".to_owned();
        }
        _ => {}
    }
    Some(cry)
}

/// When a result appears and how long it stays, at normal speed: all at once in ticks; where units
/// take turns a fall comes after the blow and a pause.
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
    /// It appears after so long.
    after: Duration,
    elapsed: Duration,
    length: Duration,
}

impl Float {
    /// Where it is by now; half way up all the time if nothing is to move.
    fn place(&self, space: &BoardSpace, look: &Look) -> Vec2 {
        let since = self.elapsed.saturating_sub(self.after);
        let done = since.as_secs_f32() / self.length.as_secs_f32().max(0.001);
        let risen = if look.moves() { done } else { 0.5 };
        let up = (BEGINS + RISE * risen) * space.cell + self.row as f32 * ROW * letters(space);
        space.middle(self.cell) + Vec2::new(0.0, up)
    }
}

/// Lets the results of a step rise. Steps that nobody could follow, and jumps in time, have none.
fn float_results(
    mut commands: Commands,
    mut news: ScreenNews,
    shown: If<Res<Shown>>,
    (clock, look, space): (Res<Clock>, Res<Look>, Res<BoardSpace>),
    risen: Query<Entity, With<Float>>,
) {
    let seen = news.read();
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
        outcry
    };
    let outcries: Vec<FloatingResult> = events
        .iter()
        .filter_map(|event| words(battle, event))
        .collect();
    let normal = clock.step_length().as_secs_f32().max(0.001);
    let slower = step_on_screen(&clock).as_secs_f32() / normal;
    for (place, outcry) in outcries.iter().enumerate() {
        let earlier = &outcries[..place];
        let row = earlier
            .iter()
            .filter(|other| other.cell == outcry.cell)
            .count();
        let (after, length) = shown_for(outcry.tone, tempo, &look.theme.timings);
        let float = Float {
            cell: outcry.cell,
            row,
            after: after.mul_f32(slower),
            elapsed: Duration::ZERO,
            length: length.mul_f32(slower),
        };
        let z = layer::FLOATS + place as f32 * 0.01;
        let at = float.place(&space, &look).extend(z);
        let arena = battle.arena();
        let side = outcry.unit.map(|unit| arena.sheet(unit).faction);
        let drawing = Drawing(draw_outcry(outcry, (side, row), &space, &look));
        let (name, place) = (Name::new("Result"), Transform::from_translation(at));
        let seen = if float.after.is_zero() {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        commands.spawn((name, float, drawing, place, seen));
    }
}

/// How high the letters of a result are.
fn letters(space: &BoardSpace) -> f32 {
    space.letters(0.24).max(11.0)
}

/// A result on a plate with the colour of the side that it is about. The lowest one of a cell points
/// at who it belongs to.
fn draw_outcry(
    outcry: &FloatingResult,
    (side, row): (Option<Faction>, usize),
    space: &BoardSpace,
    look: &Look,
) -> Picture {
    let mut picture = Picture::default();
    let palette = &look.theme.palette;
    let size = letters(space);
    let width = outcry.text.chars().count() as f32 * size * 0.56 + size * 0.7;
    let plate = Rect::from_center_size(Vec2::ZERO, Vec2::new(width, size * 1.2));
    let (ground, rim) = (colour(palette.background), (size * 0.09).max(1.0));
    let edge = side.map_or(colour(palette.muted), |side| look.side(side));
    // First all of the edge, then all of the ground, so that the point belongs to the plate.
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
    let ink = outcry.tone.colour(palette);
    picture.label(&outcry.text, Face::Bold, size, Vec2::ZERO, ink);
    picture
}

fn rise(
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
        let screen = crate::space::Screen::default();
        let (space, look) = (screen.board(), Look::default());
        let cell: Cell = "F6".parse().expect("a cell of the board");
        let outcry = FloatingResult {
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
            let picture = draw_outcry(&outcry, (Some(Faction::Enemy), 0), &space, &look);
            let points = picture.fills.iter().flat_map(|fill| &fill.points);
            let lowest = points.min_by(|one, other| one.y.total_cmp(&other.y));
            let tip = at + *lowest.expect("something is drawn");
            assert_eq!(space.cell_at(tip), Some(cell));
            assert!((tip.x - space.middle(cell).x).abs() < 0.5, "{tip}");
        }
        let side = |side: Option<Faction>| draw_outcry(&outcry, (side, 1), &space, &look);
        assert_ne!(side(Some(Faction::Enemy)), side(Some(Faction::Friendly)));
    }
}
