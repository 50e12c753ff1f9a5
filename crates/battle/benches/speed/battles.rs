//! Whole battles: how many a core plays in a second, what a log costs, and what larger sides cost.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput};
use foretold_battle::board::Cell;
use foretold_battle::testing::skirmish;
use foretold_battle::{Arena, Battle, Event, Faction, Happening, Silent, Sink};

use crate::compare::{Bound, Comparison, compare, compare_each, measure};

/// Battles per measured call.
const BATTLES: u64 = 64;

/// Units a side.
const SIDES: [usize; 4] = [2, 4, 8, 12];
/// Battles whose ticks and decisions are counted for the averages.
const COUNTED: u64 = 1_000;

/// The skirmish of the test kit with this many units a side, up to three times its own four: the
/// others stand behind their like, a column nearer to the middle.
pub(crate) fn arena(side: usize) -> Arc<Arena> {
    let four = skirmish();
    let mut setup = four.clone();
    setup.units.clear();
    for (faction, inwards) in [(Faction::Friendly, 1), (Faction::Enemy, -1)] {
        let units: Vec<_> = four
            .units
            .iter()
            .filter(|unit| unit.faction == faction)
            .collect();
        for place in 0..side {
            let mut unit = units[place % units.len()].clone();
            let column = unit.cell.x() as i8 + inwards * (place / units.len()) as i8;
            unit.cell =
                Cell::new(column as u8, unit.cell.y()).expect("three columns are on the board");
            setup.units.push(unit);
        }
    }
    Arc::new(Arena::new(setup).expect("the skirmish is in order"))
}

pub(crate) fn criterion_figures(criterion: &mut Criterion, arena: &Arc<Arena>) {
    let mut group = criterion.benchmark_group("battle 4v4");
    group.throughput(Throughput::Elements(BATTLES));
    group.bench_function("log off", |bencher| bencher.iter(|| play_silently(arena)));
    let mut log = Vec::new();
    group.bench_function("log on", |bencher| {
        bencher.iter(|| play_logged(arena, &mut log));
    });
    group.bench_function("clone", |bencher| {
        let battle = Battle::start(arena, 1, &mut Silent);
        bencher.iter(|| black_box(&battle).clone());
    });
    group.bench_function("fingerprint", |bencher| {
        let battle = Battle::start(arena, 1, &mut Silent);
        bencher.iter(|| black_box(&battle).fingerprint());
    });
    group.finish();
}

pub(crate) fn comparison(arena: &Arc<Arena>) -> Comparison {
    let mut log = Vec::new();
    compare(
        "4 v 4 battle, log off (the same with log on)",
        Bound::AtMost(1.5),
        BATTLES as usize,
        || play_silently(arena),
        || play_logged(arena, &mut log),
    )
}

/// A decision with twelve units a side against one with two.
pub(crate) fn growth() -> Comparison {
    let [few, many] = [2, 12].map(arena);
    let decisions = [&few, &many].map(|arena| count(arena, BATTLES).decisions);
    compare_each(
        "decision in 2 v 2 (the same in 12 v 12)",
        Bound::AtMost(1.5),
        decisions.map(|count| count as usize),
        || play_silently(&few),
        || play_silently(&many),
    )
}

/// Prints what a core does in a second, measured in turn for each number of units.
pub(crate) fn print_figures() {
    let arenas = SIDES.map(arena);
    let plays = arenas.each_ref().map(|arena| || play_silently(arena));
    let nanoseconds = measure(plays).map(|time| time / BATTLES as f64);
    println!("| log off, one core | battles/s | ticks/s | decisions/s | allocations |");
    println!("|---|---|---|---|---|");
    for ((side, arena), nanoseconds) in SIDES.into_iter().zip(&arenas).zip(nanoseconds) {
        let battles = 1e9 / nanoseconds;
        let count = count(arena, COUNTED);
        let a_second = |counted: u64| battles * counted as f64 / COUNTED as f64;
        let (ticks, decisions) = (a_second(count.ticks), a_second(count.decisions));
        let allocations = allocation_counter::measure(|| play_silently(arena)).count_total;
        println!(
            "| {side} v {side} | {battles:.0} | {ticks:.0} | {decisions:.0} | {allocations} |"
        );
    }
    println!("{} bytes in a `Battle`", size_of::<Battle>());
}

/// Plays the battles that `scripts/count-instructions` counts, and prints how many battles and
/// decisions that were.
pub(crate) fn play_counted(side: usize) {
    let arena = arena(side);
    play_silently(&arena);
    println!("{BATTLES} {}", count(&arena, BATTLES).decisions);
}

/// What happens in this many battles.
fn count(arena: &Arc<Arena>, battles: u64) -> Count {
    let mut count = Count::default();
    for seed in 0..battles {
        Battle::start(arena, seed, &mut count).play(&mut count);
    }
    count
}

/// Never inlined: `scripts/count-instructions` counts what happens inside, by its name.
#[inline(never)]
fn play_silently(arena: &Arc<Arena>) {
    for seed in 0..BATTLES {
        black_box(Battle::start(arena, black_box(seed), &mut Silent).play(&mut Silent));
    }
}

fn play_logged(arena: &Arc<Arena>, log: &mut Vec<Event>) {
    for seed in 0..BATTLES {
        log.clear();
        black_box(Battle::start(arena, black_box(seed), log).play(log));
        black_box(&log);
    }
}

/// Counts what happens.
#[derive(Default)]
struct Count {
    ticks: u64,
    last_tick: u32,
    decisions: u64,
}

impl Sink for Count {
    fn event(&mut self, event: Event) {
        if event.tick != self.last_tick {
            self.last_tick = event.tick;
            self.ticks += u64::from(event.tick > 0);
        }
        self.decisions += u64::from(matches!(event.what, Happening::Decided { .. }));
    }
}
