//! The coach: which single changes of rules make a difference, and which rules do best (rules §12).
//!
//! - `change` is one change of a unit's rules, and its words; `candidates` lists all there are.
//! - `heat` plays changes against the present rules, each pair of playouts with the same luck.
//! - [`Review`] measures every change equally well; a `race` looks for the best few.
//! - [`Coach`] takes the best change, then the best after that, and so on.
//!
//! The work is a value: [`CoachWork`] hands out tasks and takes their results back. The caller
//! brings the threads, and may stop at any time. The same question has the same answer for any
//! number of threads.

mod candidates;
mod change;
mod heat;
mod race;
mod review;
mod search;

pub use candidates::single_changes;
pub use change::{ChangeKind, RuleChange};
pub use heat::{CoachTask, Outset, Score, TaskResult};
pub use race::Suggestion;
pub use review::Review;
pub use search::{Coach, Effort};

use crate::brain::Vocabulary;
use crate::ids::UnitSet;
use crate::unit::Faction;

/// What the coach is asked.
#[derive(Clone, Debug)]
pub struct CoachQuestion {
    /// Where the playouts begin.
    pub outset: Outset,
    /// Which side is to win.
    pub side: Faction,
    /// Whose rules may be changed.
    pub units: UnitSet,
    /// The words that new rules may be made of.
    pub words: Vocabulary,
    /// Where the dice of the playouts begin.
    pub seed: u64,
}

impl CoachQuestion {
    /// About every unit of a side that follows rules and has not fallen, with every word.
    pub fn new(outset: Outset, side: Faction, seed: u64) -> CoachQuestion {
        let units = outset.coachable().and(outset.arena().side(side));
        CoachQuestion {
            outset,
            side,
            units,
            words: Vocabulary::EVERYTHING,
            seed,
        }
    }
}

/// Work that is done task by task, in any order and by any number of threads.
pub trait CoachWork {
    /// The next task; `None` if all that is known so far is handed out, or all is done.
    fn next_task(&mut self) -> Option<CoachTask>;

    /// Takes the result of a task.
    fn take(&mut self, result: TaskResult);

    /// Whether there is nothing left to do.
    fn is_over(&self) -> bool;

    /// Playouts played, and how many there are to play as far as is known.
    fn progress(&self) -> (u64, u64);

    /// Does all of it here and now.
    fn finish(&mut self) {
        while let Some(task) = self.next_task() {
            let result = task.work();
            self.take(result);
        }
    }
}
