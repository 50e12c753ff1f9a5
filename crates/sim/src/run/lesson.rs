//! What a lost run teaches: the best single changes of a rule in its last battle, found in the
//! background once its past is known.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::brain::Vocabulary;
use foretold_battle::coach::{
    Coach, CoachQuestion, CoachWork, Effort, Outset, Suggestion, single_changes,
};
use foretold_battle::{Arena, Faction};
use foretold_run::{PastFight, RunEnd};

use super::{CurrentRun, RunPast};
use crate::SimSystems;

/// Playouts for each finalist: they show a difference of a few points.
const FINALS: u32 = 2_048;
/// Playouts in the first round, as far as each change gets its share: a company has a thousand changes
/// and more, and all of them together must not take more than a few seconds.
const FIRST_ROUND: usize = 16_384;
/// The share of a change in it, at least and at most.
const SHARE: (usize, usize) = (8, 32);
/// More than these nobody compares.
const BEST: usize = 3;

/// The coach's advice about the last battle of a lost run, from its start and with the words that the
/// company knew. Kept up to date by [`RunPlugin`](super::RunPlugin); empty for any other run.
#[derive(Resource, Default)]
pub struct RunLesson {
    taught: Option<Taught>,
    work: Option<Task<Taught>>,
}

struct Taught {
    arena: Arc<Arena>,
    best: Vec<Suggestion>,
    tried: usize,
}

impl RunLesson {
    /// At most three changes that are certainly better, the best first.
    pub fn best(&self) -> &[Suggestion] {
        self.taught.as_ref().map_or(&[], |taught| &taught.best)
    }

    /// What the battle was fought with, for the words of the changes; `None` while the coach is
    /// looking, or if there is nothing to teach.
    pub fn arena(&self) -> Option<&Arc<Arena>> {
        self.taught.as_ref().map(|taught| &taught.arena)
    }

    /// How many changes were tried.
    pub fn tried(&self) -> usize {
        self.taught.as_ref().map_or(0, |taught| taught.tried)
    }

    /// Whether the coach is still looking.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RunLesson>().add_systems(
        Update,
        (
            begin_lesson.run_if(resource_changed::<RunPast>),
            follow_lesson,
        )
            .chain()
            .in_set(SimSystems::Refresh)
            .after(super::past::follow_work),
    );
}

fn begin_lesson(current: Res<CurrentRun>, past: Res<RunPast>, mut lesson: ResMut<RunLesson>) {
    let lost = current.get().filter(|run| run.end() == Some(RunEnd::Lost));
    let work = lost.zip(past.fights().last());
    let work = work.map(|(run, fight)| teach(fight, run.words()));
    // Dropping the work before ends it.
    *lesson = RunLesson { taught: None, work };
}

fn follow_lesson(mut lesson: ResMut<RunLesson>) {
    let Some(work) = &mut lesson.bypass_change_detection().work else {
        return;
    };
    if let Some(taught) = block_on(poll_once(work)) {
        *lesson = RunLesson {
            taught: Some(taught),
            work: None,
        };
    }
}

/// Tries every single change of the company's rules at the start of a battle.
fn teach(fight: &PastFight, words: Vocabulary) -> Task<Taught> {
    let start = fight.session.moments()[0].battle.clone();
    let arena = Arc::clone(start.arena());
    // The dice come from the state itself: the same battle has the same advice.
    let dice = start.fingerprint();
    let outset = Outset::Moment(Box::new(start));
    let question = CoachQuestion {
        words,
        ..CoachQuestion::new(outset, Faction::Friendly, dice)
    };
    AsyncComputeTaskPool::get().spawn(async move {
        let effort = effort(&question);
        let mut coach = Coach::new(question, 1, effort);
        while let Some(task) = coach.next_task() {
            let result = task.work();
            coach.take(result);
            // Here it ends if it is dropped.
            yield_now().await;
        }
        let better = coach.suggestions().into_iter();
        let better = better.filter(Suggestion::is_better);
        Taught {
            arena,
            best: better.take(BEST).collect(),
            tried: coach.tried(),
        }
    })
}

/// The more changes there are, the fewer playouts each gets at first.
fn effort(question: &CoachQuestion) -> Effort {
    let (outset, words) = (&question.outset, question.words);
    let changes = question.units.iter();
    let changes: usize = changes
        .map(|unit| single_changes(outset.arena(), unit, outset.rules(unit), words).len())
        .sum();
    let (least, most) = SHARE;
    Effort {
        first: (FIRST_ROUND / changes.max(1)).clamp(least, most) as u32,
        finals: FINALS,
        // Each change is shown on its own, and measured with luck that it was not chosen by.
        check: 0,
    }
}
