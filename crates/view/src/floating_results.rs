//! Results of a step: short texts that pop up beside the units that things happened to.

use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::{
    Battle, Card, Cell, Event, Faction, Happening, Harm, Struck, Tempo, UnitId, Verdict,
};
use foretold_content::{Palette, Timings};
use foretold_sim::{Clock, ForetoldTurns, Shown};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::damage_numbers::{MomentLabels, damage_numbers};
use crate::drawing::{Drawing, layer};
use crate::intent_lines::IntentLines;
use crate::label_layout::{LabelLayout, PlacedLabel};
use crate::look::{Look, colour};
use crate::motion::{Motion, ScreenChange, ScreenChangeReader, slowness};
use crate::picture::{Face, Picture, width_of};
use crate::power_saving::RedrawRequests;
use crate::tokens::TokenFaces;

/// The size of its letters, in cells.
const LETTERS: f32 = 0.26;
/// A result that is wider than this, in cells, has several rows.
const WIDEST: f32 = 2.6;
/// The height of a row, and the room at both ends of it, in letters.
const ROW: f32 = 1.25;
const MARGIN: f32 = 0.35;
/// A result is at most this far from its unit, in cells; if there is no room, it waits.
const REACH: f32 = 2.6;
/// It points at the edge of its unit's token, this far from the middle, in cells.
const POINTS_AT: f32 = 0.4;
/// Where a result may be, from the middle of its unit's cell, the best first, in cells.
const PLACES: [Vec2; 4] = [
    Vec2::new(0.0, 0.62),
    Vec2::new(0.5, 0.55),
    Vec2::new(-0.5, 0.55),
    Vec2::new(0.0, -0.62),
];
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

/// What happened to one unit in a step, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatingResult {
    /// Where it happened.
    pub cell: Cell,
    /// The unit that it is about; `None` if it hit an empty cell.
    pub unit: Option<UnitId>,
    /// Whether it is a fall that is announced after the blow.
    pub is_late: bool,
    /// What it says.
    pub pieces: Vec<ResultPiece>,
}

/// A part of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultPiece {
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

/// All that happened to one unit, before it is put into words.
struct ResultTally {
    cell: Cell,
    unit: Option<UnitId>,
    is_late: bool,
    /// Damage, and whether each was critical.
    harms: Vec<(Harm, bool)>,
    misses: usize,
    words: Vec<ResultPiece>,
}

/// What happened in a step, unit by unit: damage is added up, the rest is listed. Where units take
/// turns there is time for more words.
pub fn floating_results(battle: &Battle, events: &[Event]) -> Vec<FloatingResult> {
    let takes_turns = battle.arena().tempo().takes_turns();
    let mut tallies: Vec<ResultTally> = Vec::new();
    for event in events {
        let Some((unit, cell, outcome)) = outcome(battle, event) else {
            continue;
        };
        let falls = matches!(outcome, UnitResult::Word(_, ResultTone::Fall));
        let is_late = takes_turns && falls;
        let own =
            |tally: &ResultTally| (tally.unit, tally.cell, tally.is_late) == (unit, cell, is_late);
        let place = tallies.iter().position(own).unwrap_or_else(|| {
            tallies.push(ResultTally {
                cell,
                unit,
                is_late,
                harms: Vec::new(),
                misses: 0,
                words: Vec::new(),
            });
            tallies.len() - 1
        });
        let tally = &mut tallies[place];
        match outcome {
            UnitResult::Harm(harm, critical) => tally.harms.push((harm, critical)),
            UnitResult::Miss => tally.misses += 1,
            UnitResult::Word(text, tone) => {
                let piece = ResultPiece { text, tone };
                if !tally.words.contains(&piece) {
                    tally.words.push(piece);
                }
            }
        }
    }
    let in_words = |tally: ResultTally| FloatingResult {
        cell: tally.cell,
        unit: tally.unit,
        is_late: tally.is_late,
        pieces: tally.pieces(takes_turns),
    };
    tallies.into_iter().map(in_words).collect()
}

impl ResultTally {
    fn pieces(self, takes_turns: bool) -> Vec<ResultPiece> {
        let mut pieces = Vec::new();
        let mut say = |text: String, tone: ResultTone| pieces.push(ResultPiece { text, tone });
        let sum = |part: fn(&Harm) -> u16| -> u32 {
            let parts = self.harms.iter().map(|(harm, _)| u32::from(part(harm)));
            parts.sum()
        };
        let (dealt, blocked) = (sum(|harm| harm.dealt), sum(|harm| harm.blocked));
        let critical = self.harms.iter().any(|(_, critical)| *critical);
        let mark = if critical { "!" } else { "" };
        let cards = self.harms.iter().filter_map(|(harm, _)| harm.card);
        let cards: String = cards
            .filter(|card| *card != Card::Plus(0))
            .map(|card| format!(" ({card})"))
            .collect();
        match (dealt, takes_turns) {
            (0, _) => {}
            (dealt, true) => say(format!("{dealt} DAMAGE{mark}{cards}"), ResultTone::Harm),
            (dealt, false) => say(format!("−{dealt}{mark}"), ResultTone::Harm),
        }
        if blocked > 0 {
            say(format!("{blocked} blocked"), ResultTone::Blocked);
        }
        if dealt + blocked == 0 && !self.harms.is_empty() {
            say("no damage".to_owned(), ResultTone::Nothing);
        }
        let missed = match (self.misses, takes_turns) {
            (0, _) => None,
            (1, false) => Some("miss".to_owned()),
            (1, true) => Some("MISS".to_owned()),
            (misses, false) => Some(format!("{misses} misses")),
            (misses, true) => Some(format!("{misses} MISSES")),
        };
        if let Some(text) = missed {
            say(text, ResultTone::Nothing);
        }
        for ResultPiece { text, tone } in self.words {
            match (tone, takes_turns) {
                // What the guard did says that it rose.
                (ResultTone::Blocked, _) if blocked > 0 => {}
                (ResultTone::Fall, true) => say("INCAPACITATED".to_owned(), tone),
                _ => say(text, tone),
            }
        }
        pieces
    }
}

/// What an event does to a unit.
enum UnitResult {
    Harm(Harm, bool),
    Miss,
    Word(String, ResultTone),
}

/// What an event does, to whom and where, if it is to be seen on the board.
fn outcome(battle: &Battle, event: &Event) -> Option<(Option<UnitId>, Cell, UnitResult)> {
    let to = |unit: UnitId, outcome: UnitResult| {
        let cell = battle.unit(unit)?.cell;
        Some((Some(unit), cell, outcome))
    };
    let word = |unit: UnitId, text: &str, tone: ResultTone| {
        to(unit, UnitResult::Word(text.to_owned(), tone))
    };
    let nothing = ResultTone::Nothing;
    match event.what {
        Happening::Struck(struck) => match (struck.verdict, struck.harm) {
            (Verdict::Miss, _) => to(struck.target, UnitResult::Miss),
            // What it leaves is an event of its own.
            (_, None) if leaves_something(battle, &struck) => None,
            (_, None) => word(struck.target, "hit", ResultTone::Harm),
            (verdict, Some(harm)) => {
                let critical = verdict == Verdict::Critical;
                to(struck.target, UnitResult::Harm(harm, critical))
            }
        },
        Happening::Whiffed { cell, .. } => {
            Some((None, cell, UnitResult::Word("whiff".to_owned(), nothing)))
        }
        Happening::Suffered { unit, harm, .. } => to(unit, UnitResult::Harm(harm, false)),
        Happening::Healed {
            unit,
            hp_before,
            hp_after,
            ..
        } => {
            let text = format!("+{}", hp_after.saturating_sub(hp_before));
            word(unit, &text, ResultTone::Help)
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
            word(unit, &text, tone)
        }
        Happening::BlockRaised { unit, amount, .. } => {
            word(unit, &format!("block +{amount}"), ResultTone::Blocked)
        }
        Happening::StatusBegan { unit, status, .. } => word(unit, status.name(), nothing),
        Happening::WindUpBroken { unit, .. } => word(unit, "interrupted", nothing),
        Happening::MoveFailed { unit, .. } => word(unit, "held", nothing),
        Happening::WentDown { unit, .. } => word(unit, "down", ResultTone::Fall),
        Happening::GotUp { unit, .. } => word(unit, "up again", ResultTone::Help),
        Happening::Fell { unit, .. } => word(unit, "fallen", ResultTone::Fall),
        _ => None,
    }
}

/// Whether a strike takes sanity or leaves a status.
fn leaves_something(battle: &Battle, struck: &Struck) -> bool {
    let strikes = battle.arena().skill(struck.skill).strikes();
    let strike = strikes.get(usize::from(struck.strike));
    strike.is_some_and(|strike| strike.sanity.is_some() || strike.inflicts.is_some())
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

/// A result on a plate, in rows.
struct ResultPlate {
    rows: Vec<Vec<ResultPiece>>,
    /// The font size.
    size: f32,
}

impl ResultPlate {
    fn new(result: &FloatingResult, space: &BoardSpace) -> ResultPlate {
        let size = space.letters(LETTERS).max(11.0);
        let mut rows: Vec<Vec<ResultPiece>> = Vec::new();
        let mut across = f32::INFINITY;
        for piece in &result.pieces {
            let width = size * (width_of(&piece.text) + SPACE);
            if across + width > WIDEST * space.cell {
                across = 0.0;
                rows.push(Vec::new());
            }
            across += width;
            if let Some(row) = rows.last_mut() {
                // A comma only within a row.
                if let Some(before) = row.last_mut() {
                    before.text.push(',');
                }
                row.push(piece.clone());
            }
        }
        ResultPlate { rows, size }
    }

    fn dimensions(&self) -> Vec2 {
        let widths = self.rows.iter().map(|row| row_width(row));
        let widest = widths.fold(0.0, f32::max) + 2.0 * MARGIN;
        Vec2::new(widest, self.rows.len() as f32 * ROW + 0.15) * self.size
    }

    /// Draws it around the origin, with a point towards what it is about.
    fn draw(&self, about: Vec2, side: Option<Faction>, look: &Look) -> Picture {
        let mut picture = Picture::default();
        let palette = &look.theme.palette;
        let size = self.size;
        let rim = (size * 0.09).max(1.0);
        // Inside the room that it has in the layout.
        let plate = Rect::from_center_size(Vec2::ZERO, self.dimensions()).inflate(-rim);
        let edge = side.map_or(colour(palette.muted), |side| look.side_text(side));
        // The point begins inside the plate.
        let begins = about.clamp(plate.min, plate.max) * 0.7;
        let way = (about - begins).normalize_or_zero();
        // First the whole edge, then the whole ground, so that the point belongs to the plate.
        for (out, ink) in [(rim, edge), (0.0, colour(palette.background))] {
            let half = way.perp() * (size * 0.3 + out);
            let tip = about - way * (rim - out) * 2.0;
            picture.polygon([begins + half, begins - half, tip], ink);
            picture.rounded(plate.inflate(out), size * 0.35 + out, ink);
        }
        let middle = (self.rows.len() as f32 - 1.0) / 2.0;
        for (place, row) in self.rows.iter().enumerate() {
            let up = (middle - place as f32) * ROW * size;
            let mut left = -row_width(row) / 2.0 * size;
            for piece in row {
                let width = width_of(&piece.text) * size;
                let at = Vec2::new(left + width / 2.0, up);
                picture.label(
                    &piece.text,
                    Face::Bold,
                    size,
                    at,
                    piece.tone.colour(palette),
                );
                left += width + SPACE * size;
            }
        }
        picture
    }
}

/// The width of a space, in letter sizes.
const SPACE: f32 = 0.28;

/// The width of a row, in letter sizes.
fn row_width(row: &[ResultPiece]) -> f32 {
    let spaces = row.len().saturating_sub(1) as f32 * SPACE;
    row.iter().map(|piece| width_of(&piece.text)).sum::<f32>() + spaces
}

/// Finds places for results among what is written already. Those that do not fit come later: each
/// list is shown after the one before it.
pub(crate) fn place_results<'a>(
    results: impl IntoIterator<Item = &'a FloatingResult>,
    layout: &LabelLayout,
    space: &BoardSpace,
) -> Vec<Vec<(&'a FloatingResult, PlacedLabel)>> {
    let mut waiting: Vec<&FloatingResult> = results.into_iter().collect();
    let mut waves = Vec::new();
    while !waiting.is_empty() {
        let mut layout = layout.clone();
        let mut wave = Vec::new();
        waiting.retain(|result| {
            // A wave has at least one, however far away.
            let reach = if wave.is_empty() {
                f32::INFINITY
            } else {
                REACH * space.cell
            };
            let placed = place_result(result, &mut layout, space, reach);
            wave.extend(placed.map(|placed| (*result, placed)));
            placed.is_none()
        });
        if wave.is_empty() {
            break;
        }
        waves.push(wave);
    }
    waves
}

fn place_result(
    result: &FloatingResult,
    layout: &mut LabelLayout,
    space: &BoardSpace,
    reach: f32,
) -> Option<PlacedLabel> {
    let size = ResultPlate::new(result, space).dimensions();
    let middle = space.middle(result.cell);
    let about = |at: Vec2| match result.unit {
        Some(_) => middle + (at - middle).normalize_or(Vec2::Y) * POINTS_AT * space.cell,
        None => middle,
    };
    match result.unit {
        Some(_) => {
            let places = PLACES.map(|place| middle + place * space.cell);
            layout.place_about(size, &places, reach, about)
        }
        None => layout.place_about(size, &[middle], reach, about),
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
