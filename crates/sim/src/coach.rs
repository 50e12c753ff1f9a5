//! The coach: the best changes of a unit's rules from the moment on screen, found in the background.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use bevy::time::Real;
use foretold_battle::brain::Vocabulary;
use foretold_battle::coach::{
    Coach, CoachQuestion, CoachWork, Effort, Outset, Suggestion, single_changes,
};
use foretold_battle::{Faction, UnitId, UnitSet};

use crate::SimSystems;
use crate::refusal::{Refused, Request, RequestRefusal};
use crate::shown::Shown;
use crate::trial::begin_trials;

/// Playouts for each finalist: they show a difference of a few points.
const FINALS: u32 = 2_048;
/// Playouts in the first round, as far as each change gets its share: a unit with many skills has
/// thousands of changes, and all of them together must not take more than a second or two.
const FIRST_ROUND: usize = 16_384;
/// The share of a change in it, at least and at most.
const SHARE: (usize, usize) = (8, 32);
/// More than these nobody compares.
const BEST: usize = 3;

/// Look for better rules for a unit of the player, from the moment on screen. Anyone may write it;
/// [`CoachPlugin`] carries it out.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct CoachRequest {
    /// The unit.
    pub unit: UnitId,
    /// The words that new rules may be made of.
    pub words: Vocabulary,
}

/// How long the coach may look. Where a battle is large, it says after that what it knows by then.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoachingTime(pub Duration);

impl Default for CoachingTime {
    fn default() -> Self {
        CoachingTime(Duration::from_secs(5))
    }
}

/// What the coach has to say about a unit at the moment on screen, if it was asked. Kept up to date by
/// [`CoachPlugin`]; gone when another moment is on screen, or other rules are in force.
#[derive(Resource, Debug, Default)]
pub struct Advice(Option<Lesson>);

#[derive(Debug)]
struct Lesson {
    unit: UnitId,
    /// Shared with the work.
    coach: Arc<Mutex<Coach>>,
    /// Dropping it ends it.
    work: Option<Task<()>>,
    begun: Duration,
    percent: u8,
    best: Vec<Suggestion>,
    tried: usize,
    in_time: bool,
}

impl Advice {
    /// The unit that is coached.
    pub fn unit(&self) -> Option<UnitId> {
        self.0.as_ref().map(|lesson| lesson.unit)
    }

    /// Whether the coach is still looking.
    pub fn is_running(&self) -> bool {
        self.0.as_ref().is_some_and(|lesson| lesson.work.is_some())
    }

    /// How much of the work is done.
    pub fn percent(&self) -> u8 {
        self.0.as_ref().map_or(0, |lesson| lesson.percent)
    }

    /// At most three changes that are certainly better, the best first. Nothing while the coach is
    /// looking, so that nothing changes under the player's hand.
    pub fn best(&self) -> &[Suggestion] {
        self.0.as_ref().map_or(&[], |lesson| &lesson.best)
    }

    /// How many changes there are to try.
    pub fn tried(&self) -> usize {
        self.0.as_ref().map_or(0, |lesson| lesson.tried)
    }

    /// Whether the time sufficed so far.
    pub fn is_in_time(&self) -> bool {
        self.0.as_ref().is_none_or(|lesson| lesson.in_time)
    }
}

/// Coaching.
pub struct CoachPlugin;

impl Plugin for CoachPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Advice>()
            .init_resource::<CoachingTime>()
            .add_message::<CoachRequest>()
            .add_systems(
                Update,
                (
                    forget_advice.run_if(resource_exists_and_changed::<Shown>),
                    begin_lessons.after(begin_trials),
                    follow_lesson,
                )
                    .chain()
                    .in_set(SimSystems::Refresh),
            );
    }
}

/// Forgets the advice, and ends the work: it was about another moment.
fn forget_advice(mut advice: ResMut<Advice>) {
    if advice.0.is_some() {
        advice.0 = None;
    }
}

fn begin_lessons(
    mut requests: MessageReader<CoachRequest>,
    shown: Option<Res<Shown>>,
    time: Res<Time<Real>>,
    mut advice: ResMut<Advice>,
    mut refused: MessageWriter<Refused>,
) {
    for request in requests.read() {
        match begin(request, shown.as_deref(), time.elapsed()) {
            Ok(lesson) => advice.0 = Some(lesson),
            Err(reason) => {
                let request = Request::Coach(request.clone());
                refused.write(Refused { request, reason });
            }
        }
    }
}

fn begin(
    request: &CoachRequest,
    shown: Option<&Shown>,
    begun: Duration,
) -> Result<Lesson, RequestRefusal> {
    let battle = shown.ok_or(RequestRefusal::NoBattle)?.battle().clone();
    if battle.outcome().is_some() {
        return Err(RequestRefusal::Over);
    }
    // The dice come from the state itself: the same moment has the same advice.
    let dice = battle.fingerprint();
    let outset = Outset::Moment(Box::new(battle));
    let mut question = CoachQuestion::new(outset, Faction::Friendly, dice);
    if !question.units.contains(request.unit) {
        return Err(RequestRefusal::NobodyToCoach);
    }
    question.units = UnitSet::EMPTY.with(request.unit);
    question.words = request.words;
    let effort = effort(&question, request.unit);
    let coach = Coach::new(question, 1, effort);
    let tried = coach.tried();
    let coach = Arc::new(Mutex::new(coach));
    Ok(Lesson {
        unit: request.unit,
        work: Some(work(Arc::clone(&coach))),
        coach,
        begun,
        percent: 0,
        best: Vec::new(),
        tried,
        in_time: true,
    })
}

/// The more changes there are, the fewer playouts each gets at first.
fn effort(question: &CoachQuestion, unit: UnitId) -> Effort {
    let (outset, words) = (&question.outset, question.words);
    let changes = single_changes(outset.arena(), unit, outset.rules(unit), words).len();
    let (least, most) = SHARE;
    Effort {
        first: (FIRST_ROUND / changes.max(1)).clamp(least, most) as u32,
        finals: FINALS,
        // Each change is shown on its own, and measured with luck that it was not chosen by.
        check: 0,
    }
}

/// Does the work task by task. It does not wait for frames, so that a slow screen costs no time.
fn work(coach: Arc<Mutex<Coach>>) -> Task<()> {
    AsyncComputeTaskPool::get().spawn(async move {
        let next_task = || lock(&coach).next_task();
        while let Some(task) = next_task() {
            let result = task.work();
            lock(&coach).take(result);
            // Here the odds have their turn, and here it ends if it is dropped.
            yield_now().await;
        }
    })
}

fn lock(coach: &Mutex<Coach>) -> MutexGuard<'_, Coach> {
    coach.lock().unwrap_or_else(PoisonError::into_inner)
}

fn follow_lesson(time: Res<Time<Real>>, limit: Res<CoachingTime>, mut advice: ResMut<Advice>) {
    // Waiting for the work is not a change.
    let Some(lesson) = &mut advice.bypass_change_detection().0 else {
        return;
    };
    let Some(work) = &mut lesson.work else {
        return;
    };
    let is_over = block_on(poll_once(work)).is_some();
    let is_late = time.elapsed() - lesson.begun >= limit.0;
    let coach = lock(&lesson.coach);
    let (played, of) = coach.progress();
    let percent = (100 * played / of.max(1)) as u8;
    if is_over || is_late {
        let better = coach.suggestions().into_iter();
        let better = better.filter(Suggestion::is_better);
        lesson.best = better.take(BEST).collect();
        lesson.in_time = is_over;
        lesson.work = None;
    } else if lesson.percent == percent {
        return;
    }
    lesson.percent = percent;
    drop(coach);
    advice.set_changed();
}
