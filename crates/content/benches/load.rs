//! What it costs to trust no file: loading all content, against bare RON of the same texts.
//!
//! Criterion gives both figures; the table at the end gives the ratio, both
//! sides measured in turn in this one run.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::Criterion;
use criterion::measurement::{Measurement, WallTime};
use foretold_content::{Content, Files};
use ron::extensions::Extensions;
use ron::{Options, Value};

/// Rounds of the comparison; odd, so that the median is one of them.
const ROUNDS: usize = 21;
/// How long one side of one round runs.
const ROUND: Duration = Duration::from_millis(50);
/// Loading takes at most this many times as long as bare RON.
const BOUND: f64 = 1.5;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let files = Files::read(&folder).expect("the folder is part of the repository");
    let texts: Vec<&str> = files
        .iter()
        .map(|(_, text)| text.expect("shipped files are texts"))
        .collect();
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("all content");
    group.bench_function("hardened", |bencher| bencher.iter(|| hardened(&files)));
    group.bench_function("bare RON", |bencher| bencher.iter(|| bare(&texts)));
    group.finish();
    criterion.final_summary();
    // `cargo bench` asks for figures, `cargo test` does not.
    if std::env::args().any(|argument| argument == "--bench") {
        print_ratio(|| hardened(&files), || bare(&texts));
    }
}

/// Parses, checks and assembles everything.
fn hardened(files: &Files) -> Content {
    Content::load(black_box(files)).expect("the shipped files are in order")
}

/// Only parses, into values of any shape.
fn bare(texts: &[&str]) -> Vec<Value> {
    let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let parse = |text: &&str| options.from_str(black_box(text));
    let values: Result<Vec<Value>, _> = texts.iter().map(parse).collect();
    values.expect("the shipped files are RON")
}

/// Measures both in turn, so that whatever else the machine does affects both alike.
fn print_ratio<A, B>(mut hardened: impl FnMut() -> A, mut bare: impl FnMut() -> B) {
    let mut rounds = [(0.0, 0.0); ROUNDS];
    for round in &mut rounds {
        *round = (microseconds(&mut hardened), microseconds(&mut bare));
    }
    let ours = median(rounds.map(|(hardened, _)| hardened));
    let theirs = median(rounds.map(|(_, bare)| bare));
    let ratio = median(rounds.map(|(hardened, bare)| hardened / bare));
    let verdict = if ratio <= BOUND { "reached" } else { "MISSED" };
    println!("| what | measured | against | ratio | bound | |");
    println!("|---|---|---|---|---|---|");
    println!(
        "| hardened load of all content (bare RON) | {ours:.0} µs | {theirs:.0} µs | {ratio:.2}× | ≤ {BOUND}× | {verdict} |"
    );
}

/// The time of one call, measured over a round.
fn microseconds<T>(call: &mut impl FnMut() -> T) -> f64 {
    let start = WallTime.start();
    let mut calls = 0;
    loop {
        black_box(call());
        calls += 1;
        let time = WallTime.end(start);
        if time >= ROUND {
            return time.as_secs_f64() * 1e6 / f64::from(calls);
        }
    }
}

fn median(mut values: [f64; ROUNDS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[ROUNDS / 2]
}
