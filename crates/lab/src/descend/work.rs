//! Numbered work on many threads. What comes of it depends on neither their number nor their speed:
//! the numbers are added up in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does the work of every number, until all is done or stopped, and adds it up in order. Returns the
/// number behind the last that was added.
pub(super) fn work<W, T: Send>(
    numbers: Range<u64>,
    threads: NonZero<usize>,
    stop: &AtomicBool,
    make_worker: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, u64) -> T + Sync,
    mut add: impl FnMut(u64, T),
) -> u64 {
    let next = AtomicU64::new(numbers.start);
    let (done, results) = mpsc::channel();
    let mut added = numbers.start;
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (next, done, numbers) = (&next, done.clone(), numbers.clone());
            let (make_worker, play) = (&make_worker, &play);
            scope.spawn(move || {
                let mut worker = make_worker();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if !numbers.contains(&number)
                        || done.send((number, play(&mut worker, number))).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut waiting = BTreeMap::new();
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&added) {
                add(added, result);
                added += 1;
            }
        }
    });
    added
}
