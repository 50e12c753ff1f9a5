//! Places for all that is written on the board at one moment: no label on another, none over a face
//! or a bar, each as near as possible to what it is about.

use bevy::prelude::*;

use crate::track::LineEnds;

/// Between two labels, in pixels.
const GAP: f32 = 2.0;
/// A label that is nearer than this to what it is about, in pixels, needs no leader.
const AT_HOME: f32 = 2.0;

// What is bad about a place, as a length in pixels or in heights of the label.

/// How far it is from the best place, for each pixel.
const DRIFT: f32 = 0.3;
/// A leader that crosses a label, a face or another leader.
const CROSSING: f32 = 3.0;
/// Each place before it in the list of places.
const RANK: f32 = 0.05;

/// The labels that have a place so far, and what they must not cover.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelLayout {
    /// All labels stay in here.
    room: Rect,
    /// What must stay visible.
    faces: Vec<Rect>,
    labels: Vec<Rect>,
    leaders: Vec<LineEnds>,
}

/// A label that has its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PlacedLabel {
    /// Where it is.
    pub(crate) rect: Rect,
    /// The point that it is about.
    pub(crate) about: Vec2,
}

impl PlacedLabel {
    /// The middle of the label.
    pub(crate) fn middle(&self) -> Vec2 {
        self.rect.center()
    }

    /// How far it is from what it is about.
    fn distance(&self) -> f32 {
        self.edge().distance(self.about)
    }

    /// The point of the label that is nearest to what it is about.
    fn edge(&self) -> Vec2 {
        self.about.clamp(self.rect.min, self.rect.max)
    }

    /// The line from its edge to what it is about, if it had to move aside.
    pub(crate) fn leader(&self) -> Option<LineEnds> {
        let leader = LineEnds {
            from: self.edge(),
            to: self.about,
        };
        (self.distance() > AT_HOME).then_some(leader)
    }
}

impl LabelLayout {
    /// No labels yet.
    pub(crate) fn new(room: Rect) -> LabelLayout {
        LabelLayout { room, ..default() }
    }

    /// Something that labels must not cover.
    pub(crate) fn keep_free(&mut self, face: Rect) {
        self.faces.push(face);
    }

    /// Puts a label at the first of these places that is free, or else near it. Returns its middle.
    pub(crate) fn place(&mut self, size: Vec2, places: impl IntoIterator<Item = Vec2>) -> Vec2 {
        let places: Vec<Vec2> = places.into_iter().collect();
        let home = places.first().copied().unwrap_or_default();
        let placed = self.place_about(size, &places, f32::INFINITY, |_| home);
        placed.map_or(home, |placed| placed.middle())
    }

    /// Puts a label at one of these places, the best first, or around the first of them, at most
    /// `reach` away: where it covers nothing and is near to what it is about, which is the point
    /// that `about` returns for a label with this middle. `None` if there is no room.
    pub(crate) fn place_about(
        &mut self,
        size: Vec2,
        places: &[Vec2],
        reach: f32,
        about: impl Fn(Vec2) -> Vec2,
    ) -> Option<PlacedLabel> {
        let home = places.first().copied()?;
        let mut best: Option<(f32, PlacedLabel)> = None;
        let mut weigh = |place: Vec2, rank: usize| {
            let rect = self.pushed_in(Rect::from_center_size(place, size));
            let middle = rect.center();
            if !self.is_free(rect) {
                return best.map(|(least, _)| least);
            }
            let placed = PlacedLabel {
                rect,
                about: about(middle),
            };
            let crossings = placed.leader().map_or(0, |leader| self.crossed_by(leader));
            let bother = crossings as f32 * CROSSING + rank as f32 * RANK;
            let cost = placed.distance() + DRIFT * middle.distance(home) + bother * size.y;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, placed));
            }
            best.map(|(least, _)| least)
        };
        let mut least = None;
        for (rank, place) in places.iter().enumerate() {
            least = weigh(*place, rank);
        }
        // Further and further around it, until no place can be better.
        let step = size.y / 2.0;
        let rings = (reach.min(self.room.size().length()) / step) as i32;
        for ring in 1..=rings {
            if least.is_some_and(|least| least <= DRIFT * ring as f32 * step) {
                break;
            }
            for place in around(home, ring, step) {
                least = weigh(place, places.len());
            }
        }
        let (_, placed) = best?;
        self.labels.push(placed.rect);
        self.leaders.extend(placed.leader());
        Some(placed)
    }

    /// The same label inside the room.
    fn pushed_in(&self, rect: Rect) -> Rect {
        let least = self.room.min + rect.half_size();
        let most = (self.room.max - rect.half_size()).max(least);
        Rect::from_center_size(rect.center().clamp(least, most), rect.size())
    }

    fn is_free(&self, rect: Rect) -> bool {
        let roomy = rect.inflate(GAP);
        !self.labels.iter().any(|label| overlap(roomy, *label))
            && !self.faces.iter().any(|face| overlap(rect, *face))
            && !self.leaders.iter().any(|leader| crosses(*leader, rect))
    }

    /// How many labels, faces and leaders a leader crosses.
    fn crossed_by(&self, leader: LineEnds) -> usize {
        let rects = self.labels.iter().chain(&self.faces);
        let rects = rects.filter(|rect| crosses(leader, **rect)).count();
        let leaders = self.leaders.iter();
        rects + leaders.filter(|other| cross(leader, **other)).count()
    }
}

/// The points of a square around a point, this many steps away from it.
fn around(middle: Vec2, ring: i32, step: f32) -> impl Iterator<Item = Vec2> {
    let sides = (-ring..=ring).flat_map(move |along| {
        // Without the corners a second time.
        let across = (along.abs() < ring).then_some([(ring, along), (-ring, along)]);
        let level = [(along, ring), (along, -ring)];
        level.into_iter().chain(across.into_iter().flatten())
    });
    sides.map(move |(x, y)| middle + Vec2::new(x as f32, y as f32) * step)
}

/// Whether two rectangles share an area.
fn overlap(one: Rect, other: Rect) -> bool {
    one.min.cmplt(other.max).all() && other.min.cmplt(one.max).all()
}

/// Whether a line runs through a rectangle.
fn crosses(line: LineEnds, rect: Rect) -> bool {
    let way = line.to - line.from;
    // The part of the line between the two sides of the rectangle, for each axis.
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let (from, way) = (line.from[axis], way[axis]);
        let (min, max) = (rect.min[axis], rect.max[axis]);
        if way.abs() < f32::EPSILON {
            if from <= min || from >= max {
                return false;
            }
        } else {
            let (one, other) = ((min - from) / way, (max - from) / way);
            enters = enters.max(one.min(other));
            leaves = leaves.min(one.max(other));
        }
    }
    enters < leaves
}

/// Whether two lines cross.
fn cross(one: LineEnds, other: LineEnds) -> bool {
    let side = |line: LineEnds, point: Vec2| (line.to - line.from).perp_dot(point - line.from);
    side(one, other.from) * side(one, other.to) < 0.0
        && side(other, one.from) * side(other, one.to) < 0.0
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{
        RuleDraft, aimed_shot, bash, board, grapple, guard, heavy_punch, howl, light_punch,
        longsword, mend, multiattack, polearm, recruit, shove, venom, war_cry, web,
    };
    use foretold_battle::{Battle, Tempo};
    use foretold_sim::testing::{run_ticks, setup_app};
    use foretold_sim::{ForetoldTurns, Intents, Shown};

    use super::*;
    use crate::damage_numbers::{MomentLabels, damage_numbers};
    use crate::floating_results::{floating_results, place_results};
    use crate::intent_line::intent_lines;
    use crate::look::Look;
    use crate::screen::Screen;
    use crate::tokens::{faces, place_badges};

    fn room() -> Rect {
        Rect::from_center_size(Vec2::ZERO, Vec2::splat(100.0))
    }

    #[test]
    fn a_label_takes_the_first_free_place_or_one_near_it() {
        let mut layout = LabelLayout::new(room());
        let face = Rect::from_center_size(Vec2::ZERO, Vec2::splat(10.0));
        layout.keep_free(face);
        let places = [Vec2::ZERO, Vec2::new(0.0, 10.0), Vec2::new(0.0, -10.0)];
        let size = Vec2::new(20.0, 8.0);
        assert_eq!(layout.place(size, places), places[1]);
        assert_eq!(layout.place(size, places), places[2]);
        let third = Rect::from_center_size(layout.place(size, places), size);
        assert!(!overlap(third, face) && third.center().length() < 25.0);
        let taken = places[1..].iter();
        let mut taken = taken.map(|place| Rect::from_center_size(*place, size));
        assert!(taken.all(|label| !overlap(third, label)));
    }

    #[test]
    fn a_label_that_moved_aside_has_a_leader_and_a_full_room_takes_no_more() {
        let mut layout = LabelLayout::new(room());
        let size = Vec2::new(60.0, 20.0);
        let mut place = |reach: f32| layout.place_about(size, &[Vec2::ZERO], reach, |_| Vec2::ZERO);
        assert_eq!(place(10.0).and_then(|label| label.leader()), None);
        assert_eq!(place(10.0), None, "too far away");
        let aside = place(100.0).and_then(|label| label.leader());
        let leader = aside.expect("it had to move");
        assert_eq!(leader.to, Vec2::ZERO);
        assert!(leader.from.length() > 10.0);
        let more = (0..20).filter(|_| place(1_000.0).is_some()).count();
        assert!((1..5).contains(&more), "{more}");
    }

    #[test]
    fn no_label_leaves_the_room() {
        let mut layout = LabelLayout::new(room());
        let at = layout.place(Vec2::new(20.0, 8.0), [Vec2::new(70.0, -70.0)]);
        assert_eq!(at, Vec2::new(40.0, -46.0));
        let wide = layout.place(Vec2::new(200.0, 8.0), [Vec2::ZERO]);
        assert!(wide.is_finite());
    }

    #[test]
    fn lines_cross_what_they_run_through() {
        let line = |from: (f32, f32), to: (f32, f32)| LineEnds {
            from: from.into(),
            to: to.into(),
        };
        let rect = Rect::new(-1.0, -1.0, 1.0, 1.0);
        assert!(crosses(line((-5.0, 0.0), (5.0, 0.5)), rect));
        assert!(!crosses(line((-5.0, 0.0), (-2.0, 0.0)), rect));
        assert!(!crosses(line((-5.0, 2.0), (5.0, 2.0)), rect));
        assert!(cross(
            line((-1.0, 0.0), (1.0, 0.0)),
            line((0.0, -1.0), (0.0, 1.0))
        ));
        assert!(!cross(
            line((-1.0, 0.0), (1.0, 0.0)),
            line((0.0, 1.0), (0.0, 2.0))
        ));
    }

    /// Numbers that are the same in every run.
    struct CrowdDice(u64);

    impl CrowdDice {
        /// A number below `most`.
        fn roll(&mut self, most: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as usize % most
        }
    }

    /// Five to eight units in a block of nine cells, anywhere on the board, with any skills.
    fn melee(dice: &mut CrowdDice) -> Battle {
        const SKILLS: [fn() -> RuleDraft; 16] = [
            light_punch,
            heavy_punch,
            longsword,
            multiattack,
            polearm,
            bash,
            shove,
            howl,
            guard,
            venom,
            grapple,
            war_cry,
            mend,
            web,
            aimed_shot,
            light_punch,
        ];
        let mut cells: Vec<(usize, usize)> = (0..9).map(|cell| (cell % 3, cell / 3)).collect();
        let units = 5 + dice.roll(4);
        while cells.len() > units {
            let gone = dice.roll(cells.len());
            cells.remove(gone);
        }
        let (left, top) = (dice.roll(10), dice.roll(10));
        let mut rows = vec![vec!['.'; 12]; 12];
        let mut letters = Vec::new();
        for (place, (x, y)) in (0_u8..).zip(cells) {
            let first = if place % 2 == 0 { b'A' } else { b'a' };
            let letter = char::from(first + place);
            rows[top + y][left + x] = letter;
            letters.push(letter);
        }
        let rows: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(|cell| format!("{cell} ")).collect())
            .collect();
        let tempo = [Tempo::Ticks, Tempo::Ticks, Tempo::Initiative, Tempo::Phases];
        let mut draft = board(&rows.join("\n")).tempo(tempo[dice.roll(4)]);
        for letter in letters {
            let rules = [SKILLS[dice.roll(16)](), light_punch()];
            draft = draft.unit(letter, recruit().gambits(rules).sanity(30));
        }
        draft.start(1)
    }

    #[test]
    fn in_a_hundred_crowded_steps_no_label_covers_another_or_a_face() {
        let (mut dice, look) = (CrowdDice(7), Look::default());
        let (mut steps, mut labels_seen, mut results_seen, mut waits) = (0, 0, 0, 0);
        let mut furthest: f32 = 0.0;
        while steps < 100 {
            let battle = melee(&mut dice);
            let tall = if dice.roll(2) == 0 { 720.0 } else { 1080.0 };
            let space = Screen {
                size: Vec2::new(tall * 16.0 / 9.0, tall),
                ..default()
            }
            .board();
            let mut app = setup_app(battle.arena().setup().clone(), steps as u64);
            for _ in 0..5 {
                run_ticks(&mut app, 1);
                let world = app.world();
                let (shown, turns) = (world.resource::<Shown>(), world.resource::<ForetoldTurns>());
                let battle = shown.battle();
                if battle.outcome().is_some() {
                    break;
                }
                let faces = faces(battle, turns, world.resource::<Intents>());
                let lines = intent_lines(battle, turns);
                let numbers = damage_numbers(battle, turns);
                let (badges, _) = place_badges(&faces, &space);
                let written = MomentLabels::new(&faces, &lines, &numbers, &space, &look);
                let told = written.plates.iter().map(|(plate, _)| plate.blows);
                assert_eq!(told.sum::<usize>(), numbers.len());
                let results = floating_results(battle, &shown.moment().events);
                let mut waves = place_results(&results, &written.layout, &space);
                let placed: usize = waves.iter().map(Vec::len).sum();
                assert_eq!(placed, results.len());
                waits += waves.len().saturating_sub(1);
                results_seen += placed;
                if waves.is_empty() {
                    waves.push(Vec::new());
                }
                let plates = written.leaders.iter().map(|(leader, _)| *leader);
                let results = waves.iter().flatten();
                let results = results.filter_map(|(_, placed)| placed.leader());
                for LineEnds { from, to } in plates.chain(results) {
                    furthest = furthest.max(from.distance(to) / space.cell);
                }
                for wave in &waves {
                    let mut labels = written.layout.labels.clone();
                    labels.extend(wave.iter().map(|(_, placed)| placed.rect));
                    labels_seen += labels.len();
                    for (place, label) in labels.iter().enumerate() {
                        let others = labels[place + 1..].iter().chain(&badges.faces);
                        let covered = others.filter(|other| overlap(*label, **other)).count();
                        assert_eq!(covered, 0, "{label:?}\n{labels:?}\n{:?}", badges.faces);
                    }
                }
                steps += 1;
            }
        }
        assert!(
            labels_seen > 700 && results_seen > 150,
            "{labels_seen} {results_seen}"
        );
        assert!(waits < 5, "{waits} steps in which results had to wait");
        assert!(furthest < 3.2, "a label {furthest} cells away");
    }
}
