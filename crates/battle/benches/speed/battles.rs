//! Whole battles: how many a core plays in a second, what a log costs, and what larger sides cost.

use std::hint::black_box;
use std::ops::Range;
use std::sync::Arc;
use std::thread;

use criterion::{Criterion, Throughput};
use foretold_battle::{Arena, Battle, Event, Outcome, Silent};

use crate::compare::Bound::{AtLeast, AtMost};
use crate::compare::{Comparison, compare, compare_each, measure, verdict};
use crate::skirmishes::{BATTLES, arena, count, play_silently};

/// Units a side.
const SIDES: [usize; 4] = [2, 4, 8, 12];
/// Battles whose ticks and decisions are counted for the averages.
const COUNTED: u64 = 1_000;

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
        "4 v 4 battle, log on (log off)",
        AtMost(1.5),
        BATTLES as usize,
        || play_logged(arena, &mut log),
        || play_silently(arena),
    )
}

/// A decision with twelve units a side against one with two.
pub(crate) fn growth() -> Comparison {
    let [many, few] = [12, 2].map(arena);
    let decisions = [&many, &few].map(|arena| count(arena, BATTLES).decisions);
    compare_each(
        "cost per decision, 12 v 12 (2 v 2)",
        AtMost(1.5),
        decisions.map(|count| count as usize),
        || play_silently(&many),
        || play_silently(&few),
    )
}

/// Two threads against one: the same battles, with the same outcomes.
pub(crate) fn threads(arena: &Arc<Arena>) -> Comparison {
    let on_one = || outcomes(arena, 0..COUNTED);
    let on_two = || {
        let (first, second) = (0..COUNTED / 2, COUNTED / 2..COUNTED);
        thread::scope(|scope| {
            let other = scope.spawn(|| outcomes(arena, second));
            let mut all = outcomes(arena, first);
            all.extend(other.join().expect("battles do not panic"));
            all
        })
    };
    assert_eq!(on_one(), on_two(), "the split changes no battle");
    compare(
        "4 v 4 battle on two threads (on one, same results)",
        AtLeast(1.8),
        COUNTED as usize,
        on_two,
        on_one,
    )
}

fn outcomes(arena: &Arc<Arena>, seeds: Range<u64>) -> Vec<Outcome> {
    seeds
        .map(|seed| Battle::start(arena, seed, &mut Silent).play(&mut Silent))
        .collect()
}

/// Prints what a core does in a second, measured in turn for each number of units, and what a
/// battle takes of the memory.
pub(crate) fn print_figures() {
    let arenas = SIDES.map(arena);
    let plays = arenas.each_ref().map(|arena| || play_silently(arena));
    let nanoseconds = measure(plays).map(|time| time / BATTLES as f64);
    let mut allocated = 0;
    let mut of_four = (0.0, 0.0);
    println!("| log off, one core | battles/s | ticks/s | decisions/s |");
    println!("|---|---|---|---|");
    for ((side, arena), nanoseconds) in SIDES.into_iter().zip(&arenas).zip(nanoseconds) {
        let battles = 1e9 / nanoseconds;
        let count = count(arena, COUNTED);
        let a_second = |counted: u64| battles * counted as f64 / COUNTED as f64;
        let (ticks, decisions) = (a_second(count.ticks), a_second(count.decisions));
        allocated += allocation_counter::measure(|| play_silently(arena)).count_total;
        if side == 4 {
            of_four = (battles, decisions);
        }
        println!("| {side} v {side} | {battles:.0} | {ticks:.0} | {decisions:.0} |");
    }
    println!("| what | measured | bound | |");
    println!("|---|---|---|---|");
    let (battles, decisions) = of_four;
    for (what, measured, bound) in [
        (
            "4 v 4 battles/s, log off, quiet machine",
            battles,
            AtLeast(120_000.0),
        ),
        ("decisions/s in them", decisions, AtLeast(14_000_000.0)),
        (
            "heap allocations of all these battles",
            allocated as f64,
            AtMost(0.0),
        ),
        (
            "bytes in a `Battle`",
            size_of::<Battle>() as f64,
            AtMost(8192.0),
        ),
    ] {
        let reached = verdict(&bound, measured);
        println!("| {what} | {measured:.0} | {bound} | {reached} |");
    }
}

fn play_logged(arena: &Arc<Arena>, log: &mut Vec<Event>) {
    for seed in 0..BATTLES {
        log.clear();
        black_box(Battle::start(arena, black_box(seed), log).play(log));
        black_box(&log);
    }
}
