//! How quick runs are: a fight made and gated, and a whole run by the policy `steady`, on one core.
//!
//! `cargo bench -p foretold_run --bench quick`. Under `cargo test` a single seed shows that it works.

#![expect(
    clippy::disallowed_methods,
    reason = "a bench measures time, whatever runs do"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use foretold_content::{Content, Files};
use foretold_run::policy::{Lore, Player, Policy};
use foretold_run::{Realm, Run, RunStart};

/// How many seeds are measured.
const SEEDS: u64 = 40;
/// The bars: one fight, one run.
const BARS: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(500)];

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");
    let files = Files::read(folder.as_ref()).expect("the folder is part of the repository");
    let content = Content::load(&files).expect("the shipped files are in order");
    let realm = Realm::new(&Arc::new(content), "descent").expect("the run is shipped");
    let realm = Arc::new(realm);
    let lore = Arc::new(Lore::of(&realm));
    // Measured once for all runs, and not part of any.
    realm.threats();
    // `cargo bench` asks for figures, `cargo test` does not.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let seeds = if is_bench { SEEDS } else { 1 };
    let mut fights = Vec::new();
    let mut runs = Vec::new();
    for seed in 0..seeds {
        let start = |seed| RunStart {
            seed,
            level: 0,
            finished: 0,
        };
        // Other seeds than those of the runs: a fight is made only once.
        let run = Run::begin(&realm, start(1_000_000 + seed));
        let places: Vec<_> = run.map().places().collect();
        for place in places {
            let begun = Instant::now();
            if run.fight(place).is_some() {
                fights.push(begun.elapsed());
            }
        }
        let begun = Instant::now();
        let mut run = Run::begin(&realm, start(seed));
        let played = Player::new(Policy::Steady, &lore, seed, 0).play(&mut run);
        assert!(played.is_ok(), "seed {seed}: {played:?}");
        runs.push(begun.elapsed());
    }
    println!("what                        measured     mean   median    worst      bar");
    print("a fight, made and gated", fights, BARS[0]);
    print("a run by `steady`", runs, BARS[1]);
}

fn print(what: &str, mut times: Vec<Duration>, bar: Duration) {
    times.sort_unstable();
    let sum: Duration = times.iter().sum();
    let mean = sum / times.len().max(1) as u32;
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    let worst = times.last().copied().unwrap_or_default();
    println!(
        "{what:26} {:9} {mean:>8.1?} {middle:>8.1?} {worst:>8.1?} {bar:>8.1?}",
        times.len()
    );
}
