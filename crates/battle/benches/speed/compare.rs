//! Comparing two ways of doing the same: rounds of both, interleaved, so that
//! whatever else the machine does affects both alike; results are medians.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::{Measurement, WallTime};

/// Rounds of each comparison; odd, so that the median is one of them.
const ROUNDS: usize = 21;

/// How long one side of one round runs.
const ROUND: Duration = Duration::from_millis(10);

/// What a figure must be. Of a comparison it is a ratio: at least this many times as fast as
/// theirs, or at most this many times as long.
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::AtLeast(least) => write!(f, "≥ {least}"),
            Bound::AtMost(most) => write!(f, "≤ {most}"),
        }
    }
}

/// One line of the table of ratios.
pub(crate) struct Comparison {
    what: &'static str,
    bound: Bound,
    /// Nanoseconds per question.
    ours: f64,
    theirs: f64,
    ratio: f64,
}

/// Measures `ours` against `theirs`, which both answer the same `questions`
/// questions per call; times are per question.
pub(crate) fn compare<A, B>(
    what: &'static str,
    bound: Bound,
    questions: usize,
    ours: impl FnMut() -> A,
    theirs: impl FnMut() -> B,
) -> Comparison {
    compare_each(what, bound, [questions; 2], ours, theirs)
}

/// The same where a call of ours and one of theirs answer different numbers of questions.
pub(crate) fn compare_each<A, B>(
    what: &'static str,
    bound: Bound,
    questions: [usize; 2],
    mut ours: impl FnMut() -> A,
    mut theirs: impl FnMut() -> B,
) -> Comparison {
    let our_calls = calls_per_round(&mut ours);
    let their_calls = calls_per_round(&mut theirs);
    let [our_questions, their_questions] = questions;
    let mut rounds = [(0.0, 0.0); ROUNDS];
    for round in &mut rounds {
        *round = (
            nanoseconds(our_calls, &mut ours) / our_questions as f64,
            nanoseconds(their_calls, &mut theirs) / their_questions as f64,
        );
    }
    let ratio = |(ours, theirs): (f64, f64)| match bound {
        Bound::AtLeast(_) => theirs / ours,
        Bound::AtMost(_) => ours / theirs,
    };
    Comparison {
        what,
        ratio: median(rounds.map(ratio)),
        bound,
        ours: median(rounds.map(|(ours, _)| ours)),
        theirs: median(rounds.map(|(_, theirs)| theirs)),
    }
}

/// Nanoseconds of a call of each, measured in turn.
pub(crate) fn measure<const N: usize>(mut calls: [impl FnMut(); N]) -> [f64; N] {
    let per_round = calls.each_mut().map(calls_per_round);
    let mut rounds = [[0.0; N]; ROUNDS];
    for round in &mut rounds {
        for ((time, call), &count) in round.iter_mut().zip(&mut calls).zip(&per_round) {
            *time = nanoseconds(count, call);
        }
    }
    std::array::from_fn(|place| median(rounds.map(|round| round[place])))
}

/// Whether figures are wanted: `cargo bench` asks for them, `cargo test` does not.
pub(crate) fn measuring() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// Prints the comparisons as a table.
pub(crate) fn print_table(comparisons: &[Comparison]) {
    println!("| what | measured | against | ratio | bound | |");
    println!("|---|---|---|---|---|---|");
    for comparison in comparisons {
        let Comparison {
            what,
            ours,
            theirs,
            ratio,
            ..
        } = comparison;
        let (bound, reached) = (&comparison.bound, verdict(&comparison.bound, *ratio));
        println!("| {what} | {ours:.2} ns | {theirs:.2} ns | {ratio:.2}× | {bound}× | {reached} |");
    }
}

/// Whether a figure is within its bound, in a word.
pub(crate) fn verdict(bound: &Bound, figure: f64) -> &'static str {
    let reached = match *bound {
        Bound::AtLeast(least) => figure >= least,
        Bound::AtMost(most) => figure <= most,
    };
    if reached { "reached" } else { "MISSED" }
}

/// How many calls fill a round.
fn calls_per_round<T>(call: &mut impl FnMut() -> T) -> u32 {
    let mut calls = 1;
    loop {
        let time = nanoseconds(calls, call) * f64::from(calls);
        if time * 4.0 > ROUND.as_nanos() as f64 {
            let share = ROUND.as_nanos() as f64 / time;
            return (f64::from(calls) * share).max(1.0) as u32;
        }
        calls *= 2;
    }
}

/// The time of one call, measured over this many.
fn nanoseconds<T>(calls: u32, call: &mut impl FnMut() -> T) -> f64 {
    let start = WallTime.start();
    for _ in 0..calls {
        black_box(call());
    }
    WallTime.end(start).as_nanos() as f64 / f64::from(calls)
}

fn median(mut values: [f64; ROUNDS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[ROUNDS / 2]
}
