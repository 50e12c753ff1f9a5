//! The coach's work by several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

use foretold_battle::coach::{CoachTask, CoachWork, TaskResult};

/// Does the work, and reports after each task. Ctrl+C ends it after the tasks that are under way.
pub(super) fn work<W: CoachWork>(
    work: &mut W,
    threads: usize,
    stop: &AtomicBool,
    mut report: impl FnMut(&W),
) {
    let (to_do, tasks) = mpsc::channel::<CoachTask>();
    let (done, results) = mpsc::channel::<TaskResult>();
    let tasks = Mutex::new(tasks);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (tasks, done) = (&tasks, done.clone());
            scope.spawn(move || {
                while let Some(task) = next(tasks) {
                    if done.send(task.work()).is_err() {
                        break;
                    }
                }
            });
        }
        let mut under_way = 0;
        loop {
            // One more for each thread, so that none has to wait.
            while under_way < 2 * threads && !stop.load(Ordering::Relaxed) {
                let Some(task) = work.next_task() else {
                    break;
                };
                if to_do.send(task).is_err() {
                    break;
                }
                under_way += 1;
            }
            if under_way == 0 {
                break;
            }
            let Ok(result) = results.recv() else {
                break;
            };
            under_way -= 1;
            work.take(result);
            report(work);
        }
        // Without more to do the threads end.
        drop(to_do);
    });
}

fn next(tasks: &Mutex<Receiver<CoachTask>>) -> Option<CoachTask> {
    let tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
    tasks.recv().ok()
}
