//! Intent lines: what each unit is about to do, where, and how its line runs. Plain data and
//! geometry; the table is in docs/design.md.

use bevy::prelude::*;
use foretold_battle::{Action, Aim, Battle, Cell, Faction, Status};
use foretold_content::Strokes;
use foretold_sim::{Forethought, Thought};

use crate::picture::{Face, Picture, contrast_to};
use crate::screen::BoardSpace;

/// A line leaves its unit this far from the middle of the cell, in cells.
const LEAVES: f32 = 0.36;
/// An arrow ends this far from the middle of its target, in cells, so that it does not cover it.
const ARRIVES: f32 = 0.34;
/// The opacity of lines of units whose turn has not begun.
const FAINT: f32 = 0.5;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// Solid, with a filled arrowhead.
    Attack,
    /// Dashed, with a hollow circle (friends) or a hollow diamond (enemies).
    Move,
    /// Dotted, with a plus: help for another unit.
    Help,
}

/// What one unit is about to do, as a line from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntentLine {
    /// The unit's side: the colour.
    pub side: Faction,
    /// What it is about: the style of the line and of its end.
    pub kind: LineKind,
    /// Where the unit stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
    /// Ticks until it happens, the coming one included.
    pub left: u8,
    /// Whether the unit is confused and may do it elsewhere.
    pub confused: bool,
    /// Whether the unit's turn has not begun yet.
    pub waiting: bool,
    /// Whether another line runs the opposite way on the same track: then both move aside.
    pub opposed: bool,
}

/// The lines of everyone, in slot order.
pub fn intent_lines(battle: &Battle, forethought: &Forethought) -> Vec<IntentLine> {
    let mut lines: Vec<IntentLine> = forethought
        .thoughts()
        .iter()
        .filter_map(|thought| intent_line(battle, thought))
        .collect();
    let tracks = lines.clone();
    for line in &mut lines {
        line.opposed = tracks.iter().any(|other| run_against(line, other));
    }
    lines
}

fn intent_line(battle: &Battle, thought: &Thought) -> Option<IntentLine> {
    // A line would give its target away.
    if thought.is_secret {
        return None;
    }
    let unit = battle.unit(thought.unit)?;
    let (kind, to, left) = match thought.decision.action {
        Action::Idle | Action::Hold => return None,
        Action::Step { to } => (LineKind::Move, to, 1),
        Action::Use {
            aim: Aim::Cell(cell),
            left,
            ..
        } => (LineKind::Attack, cell, left),
        Action::Use {
            aim: Aim::Unit(target),
            left,
            ..
        } => (LineKind::Help, battle.unit(target)?.cell, left),
    };
    if to == unit.cell {
        return None;
    }
    Some(IntentLine {
        side: battle
            .arena()
            .setup()
            .units
            .get(thought.unit.slot())?
            .faction,
        kind,
        from: unit.cell,
        to,
        left,
        confused: unit.has(Status::Confused),
        waiting: !thought.in_turn,
        opposed: false,
    })
}

/// Whether two lines run on one track in opposite directions, so that one would hide the other.
fn run_against(one: &IntentLine, other: &IntentLine) -> bool {
    let point = |cell: Cell| IVec2::new(i32::from(cell.x()), i32::from(cell.y()));
    let (from, to) = (point(one.from), point(one.to));
    let (other_from, other_to) = (point(other.from), point(other.to));
    let (way, other_way) = (to - from, other_to - other_from);
    let on_one_track = way.perp_dot(other_way) == 0 && way.perp_dot(other_from - from) == 0;
    // How far along this line the other's ends are: the lines overlap if they share a part of it.
    let along = |end: IVec2| way.dot(end - from);
    let (first, last) = (along(other_to), along(other_from));
    on_one_track && way.dot(other_way) < 0 && first < way.length_squared() && last > 0
}

/// A line on screen: its ends after it was moved aside and shortened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineEnds {
    /// Where it starts.
    pub from: Vec2,
    /// Where it ends: the tip of the arrow, or the middle of the marker.
    pub to: Vec2,
}

impl IntentLine {
    /// How the line runs on screen.
    pub fn track(&self, space: &BoardSpace, strokes: &Strokes) -> LineEnds {
        let (from, to) = (space.middle(self.from), space.middle(self.to));
        let way = (to - from).normalize_or_zero();
        // All lines keep to the right, so opposite lines part.
        let aside = if self.opposed {
            -way.perp() * f32::from(strokes.apart) * space.pixel
        } else {
            Vec2::ZERO
        };
        let short = match self.kind {
            LineKind::Attack | LineKind::Help => ARRIVES * space.cell,
            LineKind::Move => 0.0,
        };
        LineEnds {
            from: from + way * LEAVES * space.cell + aside,
            to: to - way * short + aside,
        }
    }

    /// The width of the line in pixels; `swell`, from 0 to 1, is how far its pulse has come.
    pub fn width(&self, strokes: &Strokes, swell: f32) -> f32 {
        if self.left <= 1 {
            f32::from(strokes.quick)
        } else {
            f32::from(strokes.heavy) + f32::from(strokes.pulse) * swell
        }
    }

    /// The text on the line: the ticks of a heavy blow, a question mark if it may go astray.
    pub fn remark(&self) -> Option<String> {
        match (self.left, self.confused) {
            (2.., true) => Some(format!("{}?", self.left)),
            (2.., false) => Some(self.left.to_string()),
            (_, true) => Some("?".to_owned()),
            (_, false) => None,
        }
    }
}

/// The dashes of a line, from its beginning: each with its two ends. The last is cut at the end.
pub fn dashes(track: LineEnds, dash: f32, gap: f32) -> Vec<(Vec2, Vec2)> {
    let length = track.from.distance(track.to);
    let way = (track.to - track.from).normalize_or_zero();
    let period = dash + gap;
    if length <= 0.0 || period <= 0.0 {
        return Vec::new();
    }
    (0..(length / period).ceil() as u32)
        .map(|number| number as f32 * period)
        .map(|begins| {
            let ends = (begins + dash).min(length);
            (track.from + way * begins, track.from + way * ends)
        })
        .collect()
}

/// Draws a line with its outline and end.
pub(crate) fn draw_line(
    picture: &mut Picture,
    line: &IntentLine,
    side: Color,
    space: &BoardSpace,
    strokes: &Strokes,
    swell: f32,
) {
    let faint = if line.waiting { FAINT } else { 1.0 };
    let ink = side.with_alpha(faint);
    let edge = contrast_to(side).with_alpha(faint);
    let track = line.track(space, strokes);
    let width = line.width(strokes, swell) * space.pixel;
    let rim = f32::from(strokes.outline) * space.pixel;
    let pen = Pen { track, width };
    pen.draw(picture, line, space, strokes, rim, edge);
    pen.draw(picture, line, space, strokes, 0.0, ink);
}

/// The disc with the remark of a line, if it has one.
pub(crate) fn draw_remark(
    picture: &mut Picture,
    line: &IntentLine,
    side: Color,
    space: &BoardSpace,
    strokes: &Strokes,
) {
    let Some(remark) = line.remark() else {
        return;
    };
    let track = line.track(space, strokes);
    let size = space.letters(0.22);
    let at = track.from.lerp(track.to, 0.4);
    let edge = contrast_to(side);
    picture.disc(at, size * 0.68, edge);
    picture.disc(at, size * 0.68 - space.pixel, side);
    picture.label(remark, Face::Bold, size, at, edge);
}

/// One stroke along a line: first a wider one for the outline, then the line itself.
#[derive(Clone, Copy)]
struct Pen {
    track: LineEnds,
    width: f32,
}

impl Pen {
    fn draw(
        self,
        picture: &mut Picture,
        line: &IntentLine,
        space: &BoardSpace,
        strokes: &Strokes,
        rim: f32,
        ink: Color,
    ) {
        let LineEnds { from, to } = self.track;
        let way = (to - from).normalize_or_zero();
        let width = self.width + 2.0 * rim;
        // On a large board the ends grow with the cells; the lines keep their width.
        let grown =
            |pixels: u16, share: f32| (f32::from(pixels) * space.pixel).max(space.cell * share);
        match line.kind {
            LineKind::Attack => {
                let head = grown(strokes.arrow, 0.2) + self.width / 2.0;
                picture.line(from - way * rim, to - way * head * 0.7, width, ink);
                let (tip, back) = (to + way * rim * 2.0, to - way * (head + rim));
                let half = way.perp() * (head * 0.55 + rim * 1.4);
                picture.polygon([tip, back + half, back - half], ink);
            }
            LineKind::Move => {
                let radius = grown(strokes.marker, 0.13);
                let shaft = LineEnds {
                    from,
                    to: to - way * radius,
                };
                let pixel = space.pixel;
                let (dash, gap) = (f32::from(strokes.dash), f32::from(strokes.gap));
                for (begins, ends) in dashes(shaft, dash * pixel, gap * pixel) {
                    picture.line(begins - way * rim, ends + way * rim, width, ink);
                }
                match line.side {
                    Faction::Friendly => picture.ring(to, radius + rim, width, ink),
                    Faction::Enemy => {
                        picture.diamond_ring(to, radius * 1.3 + rim * 1.4, width, ink);
                    }
                }
            }
            LineKind::Help => {
                let arm = grown(strokes.marker, 0.13);
                let shaft = LineEnds {
                    from,
                    to: to - way * arm,
                };
                let dot = self.width;
                for (begins, ends) in dashes(shaft, dot, dot * 1.5) {
                    picture.line(begins - way * rim, ends + way * rim, width, ink);
                }
                for across in [Vec2::X, Vec2::Y] {
                    let reach = across * (arm + rim);
                    picture.line(to - reach, to + reach, width, ink);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Screen;

    fn cell(name: &str) -> Cell {
        name.parse().expect("a cell of the board")
    }

    fn line(from: &str, to: &str) -> IntentLine {
        IntentLine {
            side: Faction::Friendly,
            kind: LineKind::Attack,
            from: cell(from),
            to: cell(to),
            left: 1,
            confused: false,
            waiting: false,
            opposed: false,
        }
    }

    fn space() -> BoardSpace {
        Screen::default().board()
    }

    #[test]
    fn an_attack_runs_from_its_unit_to_the_edge_of_its_target() {
        let (space, strokes) = (space(), Strokes::default());
        let track = line("A1", "D1").track(&space, &strokes);
        let (from, to) = (space.middle(cell("A1")), space.middle(cell("D1")));
        assert!((track.from.x - from.x - LEAVES * space.cell).abs() < 0.01);
        assert!((to.x - track.to.x - ARRIVES * space.cell).abs() < 0.01);
        assert!((track.from.y, track.to.y) == (from.y, to.y));
    }

    #[test]
    fn a_move_ends_in_the_middle_of_the_cell() {
        let (space, strokes) = (space(), Strokes::default());
        let step = IntentLine {
            kind: LineKind::Move,
            ..line("C3", "D4")
        };
        assert!(
            step.track(&space, &strokes)
                .to
                .distance(space.middle(cell("D4")))
                < 0.01
        );
    }

    #[test]
    fn opposite_lines_are_drawn_apart_and_stay_parallel() {
        let (space, strokes) = (space(), Strokes::default());
        let mut there = line("B2", "E5");
        let mut back = line("E5", "B2");
        assert!(run_against(&there, &back) && run_against(&back, &there));
        (there.opposed, back.opposed) = (true, true);
        let (there, back) = (there.track(&space, &strokes), back.track(&space, &strokes));
        let way = (there.to - there.from).normalize();
        let apart = (back.from - there.from).perp_dot(way).abs();
        assert!(
            (apart - 2.0 * f32::from(strokes.apart)).abs() < 0.01,
            "{apart}"
        );
        assert!((back.to - back.from).normalize().dot(way) < -0.999);
    }

    #[test]
    fn only_what_runs_against_it_on_its_own_track_pushes_a_line_aside() {
        let shot = line("A1", "E1");
        for (from, to, against) in [
            ("E1", "A1", true),
            ("C1", "B1", true),
            ("H1", "D1", true),
            ("E1", "F1", false),
            ("B1", "C1", false),
            ("F1", "E1", false),
            ("E2", "A2", false),
            ("C2", "C1", false),
        ] {
            assert_eq!(
                run_against(&shot, &line(from, to)),
                against,
                "{from} to {to}"
            );
        }
    }

    #[test]
    fn dashes_cover_the_line_from_end_to_end_and_leave_gaps() {
        let track = LineEnds {
            from: Vec2::ZERO,
            to: Vec2::new(33.0, 0.0),
        };
        let dashes = dashes(track, 8.0, 6.0);
        let ends: Vec<(f32, f32)> = dashes.iter().map(|(from, to)| (from.x, to.x)).collect();
        assert_eq!(ends, [(0.0, 8.0), (14.0, 22.0), (28.0, 33.0)]);
        let nowhere = LineEnds {
            from: Vec2::ONE,
            to: Vec2::ONE,
        };
        assert!(super::dashes(nowhere, 8.0, 6.0).is_empty());
    }

    #[test]
    fn a_blow_of_more_ticks_is_wider_swells_and_shows_them() {
        let strokes = Strokes::default();
        let mut blow = line("A1", "B1");
        assert_eq!((blow.width(&strokes, 1.0), blow.remark()), (3.0, None));
        blow.left = 2;
        assert_eq!(blow.width(&strokes, 0.0), 4.0);
        assert!(blow.width(&strokes, 1.0) > 4.0);
        assert_eq!(blow.remark().as_deref(), Some("2"));
        blow.confused = true;
        assert_eq!(blow.remark().as_deref(), Some("2?"));
        blow.left = 1;
        assert_eq!(blow.remark().as_deref(), Some("?"));
    }

    #[test]
    fn ends_differ_by_shape_and_not_only_by_colour() {
        let (space, strokes) = (space(), Strokes::default());
        let shapes = |line: IntentLine| {
            let mut picture = Picture::default();
            draw_line(&mut picture, &line, Color::WHITE, &space, &strokes, 0.0);
            picture
                .fills
                .into_iter()
                .map(|fill| fill.points)
                .collect::<Vec<_>>()
        };
        let attack = line("C3", "F3");
        let (walk, help) = (
            IntentLine {
                kind: LineKind::Move,
                ..attack
            },
            IntentLine {
                kind: LineKind::Help,
                ..attack
            },
        );
        let enemy_walk = IntentLine {
            side: Faction::Enemy,
            ..walk
        };
        let all = [attack, walk, help, enemy_walk].map(shapes);
        for (place, one) in all.iter().enumerate() {
            assert!(all[place + 1..].iter().all(|other| one != other));
        }
    }
}
