//! Playing the battles of a sweep on many threads. The result depends on neither their number nor
//! their speed: chunks of a fixed size are added up in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::count::Course;
use super::tally::BattleTally;

/// Battles in a chunk: few enough that a stop comes at once, many enough that adding up costs
/// nothing.
const CHUNK: u64 = 250;

/// What to play.
pub(crate) struct Workload<'a> {
    /// The variations of one battle; each plays every seed.
    pub(crate) courses: &'a [Course],
    /// The seed of battle 0.
    pub(crate) first_seed: u64,
    /// Which battles, by number.
    pub(crate) battles: Range<u64>,
    /// Half the width of the interval that is narrow enough, in hundredths of a percent.
    pub(crate) until: Option<u16>,
    pub(crate) threads: NonZero<usize>,
    /// Set when the user wants no more.
    pub(crate) stop: &'a AtomicBool,
}

/// What was played.
pub(crate) struct Played {
    /// One for each variation.
    pub(crate) tallies: Vec<BattleTally>,
    /// The number behind the last battle.
    pub(crate) to: u64,
    /// Whether the intervals are narrow enough.
    pub(crate) enough: bool,
}

/// What was played so far.
struct Sum {
    /// The next chunk to be played.
    next: u64,
    /// The chunks that are added up: all before this one.
    added: u64,
    /// Chunks that wait for one before them.
    waiting: BTreeMap<u64, Vec<BattleTally>>,
    tallies: Vec<BattleTally>,
    /// Whether the intervals are narrow enough.
    enough: bool,
}

impl Workload<'_> {
    /// Plays until all is done, enough, or stopped. `progress` hears of every chunk.
    pub(crate) fn play(&self, progress: impl Fn(u64, &[BattleTally]) + Sync) -> Played {
        let sum = Mutex::new(Sum {
            next: 0,
            added: 0,
            waiting: BTreeMap::new(),
            tallies: self.courses.iter().map(Course::empty_tally).collect(),
            enough: false,
        });
        thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                scope.spawn(|| self.work(&sum, &progress));
            }
        });
        let sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        Played {
            tallies: sum.tallies,
            to: self.chunk(sum.added).start,
            enough: sum.enough,
        }
    }

    /// The battles of a chunk; none behind the last.
    fn chunk(&self, number: u64) -> Range<u64> {
        let Range { start, end } = self.battles;
        let from = start.saturating_add(number.saturating_mul(CHUNK)).min(end);
        from..from.saturating_add(CHUNK).min(end)
    }

    fn work(&self, sum: &Mutex<Sum>, progress: &(impl Fn(u64, &[BattleTally]) + Sync)) {
        let locked = || sum.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let number = {
                let mut sum = locked();
                let stopped = sum.enough || self.stop.load(Ordering::Relaxed);
                if stopped || self.chunk(sum.next).is_empty() {
                    return;
                }
                sum.next += 1;
                sum.next - 1
            };
            let played = self.play_chunk(self.chunk(number));
            let mut sum = locked();
            sum.waiting.insert(number, played);
            sum.add_up(self.until);
            progress(self.chunk(sum.added).start, &sum.tallies);
        }
    }

    /// Each seed is played by every variation in turn, so that pairs with the same luck can be
    /// compared. The first is the content as it is.
    fn play_chunk(&self, battles: Range<u64>) -> Vec<BattleTally> {
        let mut tallies: Vec<BattleTally> = self.courses.iter().map(Course::empty_tally).collect();
        for battle in battles {
            let seed = self.first_seed + battle;
            let mut first = None;
            for (course, tally) in self.courses.iter().zip(&mut tallies) {
                let won = course.play(seed, tally);
                let before = *first.get_or_insert(won);
                tally.outcomes.better += u64::from(won && !before);
                tally.outcomes.worse += u64::from(before && !won);
            }
        }
        tallies
    }
}

impl Sum {
    /// Adds the chunks that wait for none before them.
    fn add_up(&mut self, until: Option<u16>) {
        while !self.enough
            && let Some(chunk) = self.waiting.remove(&self.added)
        {
            for (sum, more) in self.tallies.iter_mut().zip(&chunk) {
                sum.add(more);
            }
            self.added += 1;
            self.enough = until.is_some_and(|until| self.widest() <= until);
        }
    }

    /// Half the width of the widest interval of the odds to win, in hundredths of a percent.
    fn widest(&self) -> u16 {
        let widths = self.tallies.iter().map(half_width);
        widths.max().unwrap_or(0)
    }
}

/// Half the width of the interval of the odds to win, in hundredths of a percent, rounded up.
pub(crate) fn half_width(tally: &BattleTally) -> u16 {
    let won = tally.share(tally.outcomes.wins);
    (won.high.hundredths() - won.low.hundredths()).div_ceil(2)
}

#[cfg(test)]
mod tests {
    use foretold_content::{Content, Files};

    use super::super::cast::Cast;
    use super::*;

    fn courses() -> Vec<Course> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");
        let files = Files::read(folder.as_ref()).expect("the content is there");
        let content = Content::load(&files).expect("it is sound");
        let names = ["first-blood", "heavy-hands"].into_iter();
        let encounters = names.map(|name| content.encounter(name).expect("it is shipped"));
        encounters
            .map(|encounter| {
                let arena = encounter.arena();
                Course::new(&arena, &Cast::of(encounter, &arena))
            })
            .collect()
    }

    /// Plays some battles; stops once this many are added up.
    fn play(courses: &[Course], battles: Range<u64>, threads: usize, enough: u64) -> Played {
        let stop = AtomicBool::new(false);
        let work = Workload {
            courses,
            first_seed: 40,
            battles,
            until: None,
            threads: NonZero::new(threads).expect("there are some"),
            stop: &stop,
        };
        work.play(|done, _| {
            stop.fetch_or(done >= enough, Ordering::Relaxed);
        })
    }

    #[test]
    fn a_sweep_that_is_stopped_is_one_of_fewer_battles() {
        let courses = courses();
        for threads in [1, 2, 7] {
            let stopped = play(&courses, 0..100_000, threads, 1_000);
            assert!(stopped.to >= 1_000, "{}", stopped.to);
            let fewer = play(&courses, 0..stopped.to, 1, u64::MAX);
            assert_eq!(stopped.tallies, fewer.tallies, "{threads} threads");
        }
    }

    #[test]
    fn tallies_add_up_in_any_order() {
        let courses = courses();
        let whole = play(&courses, 0..900, 1, u64::MAX).tallies;
        let parts = [0..300, 300..301, 301..900].map(|part| play(&courses, part, 2, u64::MAX));
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let mut sums: Vec<BattleTally> = courses.iter().map(Course::empty_tally).collect();
            for part in order {
                for (sum, more) in sums.iter_mut().zip(&parts[part].tallies) {
                    sum.add(more);
                }
            }
            assert_eq!(sums, whole);
        }
    }
}
