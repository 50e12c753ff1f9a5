//! Intent lines: what each unit is about to do, where, and how its line runs. The table is in
//! docs/design.md.

use bevy::prelude::*;
use foretold_battle::{Battle, Cell, Faction, ForetoldTurn, Status, TurnPartKind, UnitId};
use foretold_content::Strokes;
use foretold_sim::ForetoldTurns;

use crate::board_space::BoardSpace;
use crate::look::Look;
use crate::picture::{Face, Picture, contrast_to};
use crate::tags::tags;
use crate::track::{LineEnds, dashes, first_part, moved_right};

/// A line leaves its unit this far from the middle of the cell, in cells.
const LEAVES: f32 = 0.3;
/// An arrow ends this far from the middle of its target, in cells, so that it does not cover it.
const ARRIVES: f32 = 0.42;
/// A line that goes on after a walk leaves its end this far from the middle, in cells.
const GOES_ON: f32 = 0.2;
/// More lines than this on one track lie on each other.
const MOST_LANES: usize = 3;
/// The opacity of lines that hang on dice, secrets or orders before them.
const FAINT: f32 = 0.55;
/// How far along its line a remark may be, the best first.
pub(crate) const REMARK_ALONG: [f32; 4] = [0.3, 0.45, 0.15, 0.6];
/// The size of its letters, in cells, and the radius of its disc, in letters.
const REMARK_SIZE: f32 = 0.27;
const REMARK_RADIUS: f32 = 0.68;
/// The size of the letters at the end of a walk, in cells, and the radius of their disc, in letters.
const TAG_SIZE: f32 = 0.26;
const TAG_RADIUS: f32 = 0.8;

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

/// A part of what one unit is about to do, as a line from cell to cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntentLine {
    /// The unit.
    pub unit: UnitId,
    /// Its side: the colour.
    pub side: Faction,
    /// What it is about: the style of the line and of its end.
    pub kind: LineKind,
    /// The cells that it runs through, both ends included.
    pub cells: Vec<Cell>,
    /// Whether the unit stands where the line begins; else it has walked there before.
    pub from_token: bool,
    /// Ticks until it happens, the coming one included.
    pub left: u8,
    /// Whether the unit is confused and may do it elsewhere.
    pub confused: bool,
    /// Whether no die, secret or order comes before it; else it is drawn fainter.
    pub sure: bool,
    /// How many widths it keeps to the right of its track, so that no other line hides it.
    pub lane: u8,
    /// The letters of the unit at the end of a long walk, far from its token; empty on other lines.
    pub tag: String,
}

/// The lines of everyone, in the order of their turns.
pub fn intent_lines(battle: &Battle, turns: &ForetoldTurns) -> Vec<IntentLine> {
    let mut lines: Vec<IntentLine> = Vec::new();
    let tags = tags(battle.arena().setup());
    for turn in turns.turns() {
        let tag = tags.get(turn.unit.slot()).map_or("", String::as_str);
        lines.extend(lines_of(battle, turn, tag));
    }
    for place in 0..lines.len() {
        let line = &lines[place];
        let others = |range: &[IntentLine], way: Way| {
            let others = range.iter().filter(|other| other.unit != line.unit);
            others.filter(|other| line.runs(way, other)).count()
        };
        let against = others(&lines, Way::Against).min(1);
        let lane = against + others(&lines[..place], Way::Along);
        lines[place].lane = lane.min(MOST_LANES) as u8;
    }
    lines
}

/// The parts of a turn that lead from cell to cell.
fn lines_of(battle: &Battle, turn: &ForetoldTurn, tag: &str) -> Vec<IntentLine> {
    let Some((unit, sheet)) = battle
        .unit(turn.unit)
        .zip(battle.arena().get_sheet(turn.unit))
    else {
        return Vec::new();
    };
    let mut at = turn.from;
    let mut lines = Vec::new();
    for part in &turn.parts {
        let (kind, to, left) = match &part.what {
            TurnPartKind::Walk(cells) => (LineKind::Move, cells.as_slice(), 1),
            TurnPartKind::Strike { blow, .. } => {
                (LineKind::Attack, std::slice::from_ref(&blow.aim), blow.left)
            }
            TurnPartKind::Help { cell, left, .. } => {
                (LineKind::Help, std::slice::from_ref(cell), *left)
            }
        };
        let cells: Vec<Cell> = std::iter::once(at).chain(to.iter().copied()).collect();
        let end = cells.last().copied().unwrap_or(at);
        let is_long_walk = kind == LineKind::Move && cells.len() > 2;
        if end != at || kind == LineKind::Move {
            lines.push(IntentLine {
                unit: turn.unit,
                side: sheet.faction,
                kind,
                cells,
                from_token: at == unit.cell,
                left,
                confused: unit.has(Status::Confused),
                sure: part.sure,
                lane: 0,
                tag: if is_long_walk { tag } else { "" }.to_owned(),
            });
        }
        if kind == LineKind::Move {
            at = end;
        }
    }
    lines
}

/// How a line runs on the track of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Along,
    Against,
}

/// Whether a part of one line lies on a part of the other, and runs this way.
fn shares_track(way: Way, one: (Cell, Cell), other: (Cell, Cell)) -> bool {
    let point = |cell: Cell| IVec2::new(i32::from(cell.x()), i32::from(cell.y()));
    let (from, to) = (point(one.0), point(one.1));
    let (other_from, other_to) = (point(other.0), point(other.1));
    let (course, other_course) = (to - from, other_to - other_from);
    let on_one_track =
        course.perp_dot(other_course) == 0 && course.perp_dot(other_from - from) == 0;
    // How far along this line the other's ends are: the lines overlap if they share a part of it.
    let along = |end: IVec2| course.dot(end - from);
    let (first, last) = match way {
        Way::Along => (along(other_from), along(other_to)),
        Way::Against => (along(other_to), along(other_from)),
    };
    on_one_track && first < last && first < course.length_squared() && last > 0
}

impl IntentLine {
    /// The straight parts that it is made of.
    fn legs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.cells.windows(2).map(|pair| (pair[0], pair[1]))
    }

    fn runs(&self, way: Way, other: &IntentLine) -> bool {
        self.legs()
            .any(|one| other.legs().any(|other| shares_track(way, one, other)))
    }

    /// How the line runs on screen: the points where it begins, turns and ends, moved aside and
    /// shortened.
    pub fn track(&self, space: &BoardSpace, strokes: &Strokes) -> Vec<Vec2> {
        let aside = f32::from(self.lane) * f32::from(strokes.apart) * space.pixel;
        let middles: Vec<Vec2> = self.cells.iter().map(|cell| space.middle(*cell)).collect();
        let mut points = moved_right(&middles, aside);
        let leaves = if self.from_token { LEAVES } else { GOES_ON };
        let arrives = match self.kind {
            LineKind::Attack | LineKind::Help => ARRIVES,
            LineKind::Move => 0.0,
        };
        if let [first, second, ..] = points.as_mut_slice() {
            *first += (*second - *first).normalize_or_zero() * leaves * space.cell;
        }
        if let [.., before, last] = points.as_mut_slice() {
            *last -= (*last - *before).normalize_or_zero() * arrives * space.cell;
        }
        points
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

    /// Where the letters at its end are, if it has any.
    pub(crate) fn tag_rect(&self, space: &BoardSpace, strokes: &Strokes) -> Option<Rect> {
        let end = *self.track(space, strokes).last()?;
        let across = 2.0 * TAG_RADIUS * space.letters(TAG_SIZE);
        (!self.tag.is_empty()).then(|| Rect::from_center_size(end, Vec2::splat(across)))
    }

    /// The size of its remark, if it has one.
    pub(crate) fn remark_size(&self, space: &BoardSpace) -> Option<Vec2> {
        self.remark()?;
        let across = 2.0 * REMARK_RADIUS * space.letters(REMARK_SIZE);
        Some(Vec2::splat(across))
    }
}

/// Draws a line with its outline and end, or the first share of it; `swell` is its pulse.
pub(crate) fn draw_line(
    picture: &mut Picture,
    line: &IntentLine,
    space: &BoardSpace,
    look: &Look,
    (swell, share): (f32, f32),
) {
    let strokes = &look.theme.strokes;
    let faint = if line.sure { 1.0 } else { FAINT };
    let ink = look.side_text(line.side);
    let edge = contrast_to(ink).with_alpha(faint);
    let track = first_part(line.track(space, strokes), share);
    let width = line.width(strokes, swell) * space.pixel;
    let rim = f32::from(strokes.outline) * space.pixel;
    let pen = Pen { track, width };
    pen.draw(picture, line, space, strokes, rim, edge);
    pen.draw(picture, line, space, strokes, 0.0, ink.with_alpha(faint));
    if !line.tag.is_empty()
        && let Some(&end) = pen.track.last()
    {
        draw_tag(picture, line, end, space, ink.with_alpha(faint));
    }
}

/// The letters of the unit that a walk brings there, in the shape of its side.
fn draw_tag(picture: &mut Picture, line: &IntentLine, at: Vec2, space: &BoardSpace, ink: Color) {
    let size = space.letters(TAG_SIZE);
    let edge = contrast_to(ink).with_alpha(ink.alpha());
    let mut shape = |radius: f32, ink: Color| match line.side {
        Faction::Friendly => picture.disc(at, radius, ink),
        Faction::Enemy => picture.diamond(at, radius * 1.25, ink),
    };
    shape(size * TAG_RADIUS + space.pixel, edge);
    shape(size * TAG_RADIUS, ink);
    picture.label(line.tag.clone(), Face::Bold, size, at, edge);
}

/// The disc with the remark of a line, if it has one.
pub(crate) fn draw_remark(
    picture: &mut Picture,
    line: &IntentLine,
    at: Vec2,
    space: &BoardSpace,
    look: &Look,
) {
    let Some(remark) = line.remark() else {
        return;
    };
    let size = space.letters(REMARK_SIZE);
    let ink = look.side_text(line.side);
    let edge = contrast_to(ink);
    picture.disc(at, size * REMARK_RADIUS, edge);
    picture.disc(at, size * REMARK_RADIUS - space.pixel, ink);
    picture.label(remark, Face::Bold, size, at, edge);
}

/// One stroke along a line: first a wider one for the outline, then the line itself.
struct Pen {
    track: Vec<Vec2>,
    width: f32,
}

impl Pen {
    fn draw(
        &self,
        picture: &mut Picture,
        line: &IntentLine,
        space: &BoardSpace,
        strokes: &Strokes,
        rim: f32,
        ink: Color,
    ) {
        let [.., before, to] = self.track[..] else {
            return;
        };
        let way = (to - before).normalize_or_zero();
        let width = self.width + 2.0 * rim;
        // On a large board the ends grow with the cells; the lines keep their width.
        let grown =
            |pixels: u16, share: f32| (f32::from(pixels) * space.pixel).max(space.cell * share);
        match line.kind {
            LineKind::Attack => {
                let head = grown(strokes.arrow, 0.2) + self.width / 2.0;
                picture.line(before - way * rim, to - way * head * 0.7, width, ink);
                let (tip, back) = (to + way * rim * 2.0, to - way * (head + rim));
                let half = way.perp() * (head * 0.55 + rim * 1.4);
                picture.polygon([tip, back + half, back - half], ink);
            }
            LineKind::Move => {
                let radius = grown(strokes.marker, 0.13);
                let pixel = space.pixel;
                let (dash, gap) = (f32::from(strokes.dash), f32::from(strokes.gap));
                self.dash(picture, radius, (dash * pixel, gap * pixel), rim, ink);
                match line.side {
                    Faction::Friendly => picture.ring(to, radius + rim, width, ink),
                    Faction::Enemy => {
                        picture.diamond_ring(to, radius * 1.3 + rim * 1.4, width, ink);
                    }
                }
            }
            LineKind::Help => {
                let arm = grown(strokes.marker, 0.13);
                let dot = self.width;
                self.dash(picture, arm, (dot, dot * 1.5), rim, ink);
                for across in [Vec2::X, Vec2::Y] {
                    let reach = across * (arm + rim);
                    picture.line(to - reach, to + reach, width, ink);
                }
            }
        }
    }

    /// Dashes along the track, up to `short` before its end.
    fn dash(
        &self,
        picture: &mut Picture,
        short: f32,
        (dash, gap): (f32, f32),
        rim: f32,
        ink: Color,
    ) {
        let last = self.track.len().saturating_sub(2);
        for (place, leg) in self.track.windows(2).enumerate() {
            let (from, mut to) = (leg[0], leg[1]);
            let way = (to - from).normalize_or_zero();
            if place == last {
                to -= way * short;
            }
            for (begins, ends) in dashes(LineEnds { from, to }, dash, gap) {
                let width = self.width + 2.0 * rim;
                picture.line(begins - way * rim, ends + way * rim, width, ink);
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
            unit: UnitId::new(0).expect("the first"),
            side: Faction::Friendly,
            kind: LineKind::Attack,
            cells: vec![cell(from), cell(to)],
            from_token: true,
            left: 1,
            confused: false,
            sure: true,
            lane: 0,
            tag: String::new(),
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
        assert!((track[0].x - from.x - LEAVES * space.cell).abs() < 0.01);
        assert!((to.x - track[1].x - ARRIVES * space.cell).abs() < 0.01);
        assert!((track[0].y, track[1].y) == (from.y, to.y));
    }

    #[test]
    fn a_move_ends_in_the_middle_of_the_cell() {
        let (space, strokes) = (space(), Strokes::default());
        let step = IntentLine {
            kind: LineKind::Move,
            ..line("C3", "D4")
        };
        let end = step.track(&space, &strokes)[1];
        assert!(end.distance(space.middle(cell("D4"))) < 0.01);
    }

    #[test]
    fn opposite_lines_are_drawn_apart_and_stay_parallel() {
        let (space, strokes) = (space(), Strokes::default());
        let mut there = line("B2", "E5");
        let mut back = line("E5", "B2");
        assert!(there.runs(Way::Against, &back) && back.runs(Way::Against, &there));
        (there.lane, back.lane) = (1, 1);
        let (there, back) = (there.track(&space, &strokes), back.track(&space, &strokes));
        let way = (there[1] - there[0]).normalize();
        let apart = (back[0] - there[0]).perp_dot(way).abs();
        assert!(
            (apart - 2.0 * f32::from(strokes.apart)).abs() < 0.01,
            "{apart}"
        );
        assert!((back[1] - back[0]).normalize().dot(way) < -0.999);
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
            let other = line(from, to);
            assert_eq!(shot.runs(Way::Against, &other), against, "{from} to {to}");
        }
        assert!(shot.runs(Way::Along, &line("B1", "C1")));
        assert!(!shot.runs(Way::Along, &line("E1", "F1")));
    }

    #[test]
    fn a_walk_that_is_moved_aside_keeps_its_distance_around_corners() {
        let (space, strokes) = (space(), Strokes::default());
        let walk = |lane| IntentLine {
            kind: LineKind::Move,
            cells: ["A1", "C1", "C4", "E6"].map(cell).to_vec(),
            lane,
            ..line("A1", "A1")
        };
        let (old, moved) = (
            walk(0).track(&space, &strokes),
            walk(1).track(&space, &strokes),
        );
        let apart = f32::from(strokes.apart);
        for (old, moved) in old.windows(2).zip(moved.windows(2)) {
            let way = (old[1] - old[0]).normalize();
            assert!(way.dot((moved[1] - moved[0]).normalize()) > 0.999);
            let aside = way.perp_dot(moved[1] - old[1]);
            assert!((aside + apart).abs() < 0.01, "{aside}: to the right");
        }
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
        let (space, look) = (space(), Look::default());
        let shapes = |line: IntentLine| {
            let mut picture = Picture::default();
            draw_line(&mut picture, &line, &space, &look, (0.0, 1.0));
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
                ..attack.clone()
            },
            IntentLine {
                kind: LineKind::Help,
                ..attack.clone()
            },
        );
        let enemy_walk = IntentLine {
            side: Faction::Enemy,
            ..walk.clone()
        };
        let all = [attack, walk, help, enemy_walk].map(shapes);
        for (place, one) in all.iter().enumerate() {
            assert!(all[place + 1..].iter().all(|other| one != other));
        }
    }
}
