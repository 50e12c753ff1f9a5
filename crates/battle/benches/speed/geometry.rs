//! The geometry of the board against well-known libraries that answer the same questions.

use std::hint::black_box;

use criterion::Criterion;
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, MapData};
use foretold_battle::board::{
    Board, Cell, CellSet, Ground, SIDE, SightTable, Terrain, distances, shortest_path, step_towards,
};
use line_drawing::Bresenham;
use pathfinding::prelude::{astar, dijkstra_all};

use crate::compare::{Bound, Comparison, compare};

/// Boards per comparison.
const MAPS: usize = 8;

/// Questions asked on each board.
const QUESTIONS: usize = 256;

/// Walls, in percent of the cells.
const WALLS: u32 = 15;

type Point = (i32, i32);

/// A board as both sides like it best.
pub(crate) struct Map {
    ground: Ground,
    walls: [[bool; SIDE as usize]; SIDE as usize],
    fov: MapData,
    questions: Vec<Question>,
}

/// Two open cells, as both sides like them best.
struct Question {
    from: Cell,
    to: Cell,
    from_point: Point,
    to_point: Point,
}

impl Map {
    fn is_wall(&self, (x, y): Point) -> bool {
        self.walls[y as usize][x as usize]
    }

    /// What a user of `pathfinding` writes: the neighbours on the board that are not walls.
    fn successors(&self, (x, y): Point) -> impl Iterator<Item = (Point, u32)> {
        const STEPS: [Point; 8] = [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ];
        const ON_BOARD: std::ops::Range<i32> = 0..SIDE as i32;
        STEPS
            .into_iter()
            .map(move |(dx, dy)| (x + dx, y + dy))
            .filter(|(x, y)| ON_BOARD.contains(x) && ON_BOARD.contains(y))
            .filter(|&point| !self.is_wall(point))
            .map(|point| (point, 1))
    }
}

/// A few lines of xorshift: the same boards in every run.
struct Dice(u32);

impl Dice {
    fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % end
    }
}

fn point(cell: Cell) -> Point {
    (cell.x() as i32, cell.y() as i32)
}

pub(crate) fn maps() -> Vec<Map> {
    let mut dice = Dice(2_463_534_242);
    (0..MAPS).map(|_| map(&mut dice)).collect()
}

fn map(dice: &mut Dice) -> Map {
    let mut board = Board::default();
    let mut walls = [[false; SIDE as usize]; SIDE as usize];
    let mut fov = MapData::new(SIDE.into(), SIDE.into());
    for cell in Cell::all() {
        if dice.below(100) < WALLS {
            board.set(cell, Terrain::Wall);
            walls[usize::from(cell.y())][usize::from(cell.x())] = true;
            fov.set_transparent(cell.x().into(), cell.y().into(), false);
        }
    }
    let ground = Ground::new(&board);
    let open: Vec<Cell> = ground.walkable.iter().collect();
    let mut any = || open[dice.below(open.len() as u32) as usize];
    let questions = (0..QUESTIONS)
        .map(|_| {
            let (from, to) = (any(), any());
            Question {
                from,
                to,
                from_point: point(from),
                to_point: point(to),
            }
        })
        .collect();
    Map {
        ground,
        walls,
        fov,
        questions,
    }
}

/// Asks one question after the other and adds up the answers.
fn ask_all(maps: &[Map], answer: impl Fn(&Map, &Question) -> u32) -> u32 {
    let mut sum = 0u32;
    for map in black_box(maps) {
        for question in &map.questions {
            sum = sum.wrapping_add(answer(map, question));
        }
    }
    sum
}

fn our_way(map: &Map, question: &Question) -> u32 {
    let way = shortest_path(question.from, question.to, map.ground.walkable);
    black_box(&way)
        .as_ref()
        .map_or(u32::MAX, |way| way.len() as u32)
}

fn their_way(map: &Map, question: &Question) -> u32 {
    let goal = question.to_point;
    let way = astar(
        &question.from_point,
        |&point| map.successors(point),
        |&(x, y)| x.abs_diff(goal.0).max(y.abs_diff(goal.1)),
        |&point| point == goal,
    );
    black_box(&way).as_ref().map_or(u32::MAX, |(_, cost)| *cost)
}

/// The sum of all distances, apart from the timed flood.
fn our_flood_sum(map: &Map, question: &Question) -> u32 {
    let steps = distances(question.to, map.ground.walkable);
    Cell::all()
        .filter_map(|cell| steps.get(cell))
        .map(u32::from)
        .sum()
}

fn their_flood_sum(map: &Map, question: &Question) -> u32 {
    let steps = dijkstra_all(&question.to_point, |&point| map.successors(point));
    steps.values().map(|(_, cost)| *cost).sum()
}

fn our_flood(map: &Map, question: &Question) -> u32 {
    black_box(distances(question.to, map.ground.walkable));
    0
}

fn their_flood(map: &Map, question: &Question) -> u32 {
    black_box(dijkstra_all(&question.to_point, |&point| {
        map.successors(point)
    }));
    0
}

fn our_sight(map: &Map, question: &Question) -> u32 {
    u32::from(map.ground.sight.sees(question.from, question.to))
}

/// The same question of `line_drawing`. Between two equally near cells its lines choose otherwise than
/// the rules, so some answers differ: it is for speed only.
fn their_sight(map: &Map, question: &Question) -> u32 {
    // Neither end is a wall.
    let blocked =
        Bresenham::new(question.from_point, question.to_point).any(|point| map.is_wall(point));
    u32::from(!blocked)
}

/// The same question of `rust_bresenham`, whose lines are those of the rules.
fn true_sight(map: &Map, question: &Question) -> u32 {
    let (mut from, mut to) = (question.from_point, question.to_point);
    // The rules trace from the lower cell: by y, then x.
    if (to.1, to.0) < (from.1, from.0) {
        (from, to) = (to, from);
    }
    let wide = |(x, y): Point| (x as isize, y as isize);
    // It leaves out the ends, which never block.
    let blocked = rust_bresenham::Bresenham::new(wide(from), wide(to))
        .any(|(x, y)| map.is_wall((x as i32, y as i32)));
    u32::from(!blocked)
}

fn our_view(map: &Map, question: &Question) -> u32 {
    black_box(map.ground.sight.seen_from(question.from));
    0
}

fn their_view(maps: &mut [Map]) {
    let mut algorithm = FovRecursiveShadowCasting::new();
    for map in black_box(maps) {
        for question in &map.questions {
            let (x, y) = question.from_point;
            map.fov.clear_fov();
            algorithm.compute_fov(&mut map.fov, x as usize, y as usize, 0, true);
            black_box(&map.fov.fov);
        }
    }
}

/// A mover and a target 6 cells apart among 8 units on bare floor, 8 times over.
struct Melee {
    ground: Ground,
    units: CellSet,
    pairs: Vec<(Cell, Cell)>,
}

fn melee() -> Melee {
    let cell = |name: &str| -> Cell { name.parse().expect("a cell's name") };
    let left = ["B3", "C5", "B7", "C9"].map(cell);
    let right = ["H3", "I5", "H7", "I9"].map(cell);
    let across = left.iter().zip(&right).map(|(&from, &to)| (from, to));
    Melee {
        ground: Ground::new(&Board::default()),
        units: left.into_iter().chain(right).collect(),
        pairs: across
            .clone()
            .chain(across.map(|(from, to)| (to, from)))
            .collect(),
    }
}

fn step_all(melee: &Melee) -> u32 {
    let mut sum = 0;
    for &(from, to) in black_box(&melee.pairs) {
        let step = step_towards(
            black_box(from),
            to,
            melee.ground.footing(CellSet::EMPTY),
            melee.units,
        );
        sum += step.map_or(0, |step| u32::from(step.x()));
    }
    sum
}

/// Both sides give the same answers, question by question.
pub(crate) fn assert_equal_answers(maps: &[Map]) {
    for map in maps {
        for question in &map.questions {
            assert_eq!(
                our_way(map, question),
                their_way(map, question),
                "cost of a way"
            );
            assert_eq!(our_sight(map, question), true_sight(map, question), "sight");
            assert_eq!(
                our_flood_sum(map, question),
                their_flood_sum(map, question),
                "flood"
            );
            let theirs = dijkstra_all(&question.to_point, |&point| map.successors(point));
            let ours = distances(question.to, map.ground.walkable);
            for cell in map
                .ground
                .walkable
                .iter()
                .filter(|&cell| cell != question.to)
            {
                let their_cost = theirs.get(&point(cell)).map(|(_, cost)| *cost);
                assert_eq!(ours.get(cell).map(u32::from), their_cost, "flood at {cell}");
            }
        }
    }
}

pub(crate) fn criterion_figures(criterion: &mut Criterion, maps: &mut [Map]) {
    let mut group = criterion.benchmark_group(format!("{} questions", MAPS * QUESTIONS));
    group.bench_function("shortest way/ours", |b| b.iter(|| ask_all(maps, our_way)));
    group.bench_function("shortest way/astar", |b| {
        b.iter(|| ask_all(maps, their_way));
    });
    group.bench_function("flood/ours", |b| b.iter(|| ask_all(maps, our_flood)));
    group.bench_function("flood/dijkstra_all", |b| {
        b.iter(|| ask_all(maps, their_flood));
    });
    group.bench_function("sight/ours", |b| b.iter(|| ask_all(maps, our_sight)));
    group.bench_function("sight/Bresenham", |b| b.iter(|| ask_all(maps, their_sight)));
    group.bench_function("view/ours", |b| b.iter(|| ask_all(maps, our_view)));
    group.bench_function("view/doryen-fov", |b| b.iter(|| their_view(maps)));
    group.finish();

    let opaque = maps[0].ground.opaque;
    criterion.bench_function("sight table of a board", |bencher| {
        bencher.iter(|| SightTable::new(black_box(opaque)));
    });

    let melee = melee();
    let name = format!(
        "step towards, 6 cells among 8 units, {} steps",
        melee.pairs.len()
    );
    criterion.bench_function(&name, |bencher| bencher.iter(|| step_all(&melee)));
}

pub(crate) fn comparisons(maps: &mut [Map]) -> [Comparison; 4] {
    let questions = MAPS * QUESTIONS;
    let mut views = self::maps();
    [
        compare(
            "shortest way, 12×12, 15% walls (pathfinding astar)",
            Bound::AtLeast(10.0),
            questions,
            || ask_all(maps, our_way),
            || ask_all(maps, their_way),
        ),
        compare(
            "walking-distance flood (pathfinding dijkstra_all)",
            Bound::AtLeast(50.0),
            questions,
            || ask_all(maps, our_flood),
            || ask_all(maps, their_flood),
        ),
        compare(
            "sight between two cells (line_drawing Bresenham)",
            Bound::AtLeast(25.0),
            questions,
            || ask_all(maps, our_sight),
            || ask_all(maps, their_sight),
        ),
        compare(
            "what a cell sees, whole board (doryen-fov)",
            Bound::AtLeast(50.0),
            questions,
            || ask_all(maps, our_view),
            || their_view(&mut views),
        ),
    ]
}
