//! "Try it": what a change of rules does to the odds, worked out in the background.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::{Battle, Command, Comparison, Rule, UnitId, compare};

use crate::SimSystems;
use crate::refusal::{Refused, Request, RequestRefusal};
use crate::shown::Shown;

/// The largest slice of work: the answer so far is shown while the rest is played.
const SLICE: u32 = 128;
/// This many pairs of playouts show a difference of a few percent, within a second. The forecast
/// plays the same ones, so both show the same odds.
const ENOUGH: u32 = 4_096;

/// Compare the rules that a unit has at the moment on screen with those it had. Anyone may write it;
/// [`TrialPlugin`] carries it out.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct TrialRequest {
    /// The unit.
    pub unit: UnitId,
    /// The rules to compare with.
    pub before: Vec<Rule>,
}

/// The result of trying a change of rules at the moment on screen, if the player did. Kept up to date
/// by [`TrialPlugin`]; gone when another moment is on screen.
#[derive(Resource, Debug, Default)]
pub struct Trial(Option<RunningTrial>);

#[derive(Debug)]
struct RunningTrial {
    unit: UnitId,
    before: Battle,
    after: Battle,
    comparison: Comparison,
    pairs: u32,
    task: Option<Task<Comparison>>,
}

impl Trial {
    /// The unit whose rules are tried.
    pub fn unit(&self) -> Option<UnitId> {
        self.0.as_ref().map(|running| running.unit)
    }

    /// The odds before and after so far; `None` before the first answer.
    pub fn comparison(&self) -> Option<&Comparison> {
        let running = self.0.as_ref()?;
        (running.pairs > 0).then_some(&running.comparison)
    }

    /// Whether it is still being worked out.
    pub fn is_running(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|running| running.pairs < ENOUGH)
    }
}

/// Trying changes of rules.
pub struct TrialPlugin;

impl Plugin for TrialPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Trial>()
            .add_message::<TrialRequest>()
            .add_systems(
                Update,
                (
                    forget_trial.run_if(resource_exists_and_changed::<Shown>),
                    begin_trials,
                    continue_trial,
                )
                    .chain()
                    .in_set(SimSystems::Refresh),
            );
    }
}

/// Forgets the trial: what was tried at another moment says nothing about this one.
fn forget_trial(mut trial: ResMut<Trial>) {
    if trial.0.is_some() {
        trial.0 = None;
    }
}

pub(crate) fn begin_trials(
    mut requests: MessageReader<TrialRequest>,
    shown: Option<Res<Shown>>,
    mut trial: ResMut<Trial>,
    mut refused: MessageWriter<Refused>,
) {
    for request in requests.read() {
        match begin(request, shown.as_deref()) {
            Ok(running) => trial.0 = Some(running),
            Err(reason) => {
                let request = Request::Trial(request.clone());
                refused.write(Refused { request, reason });
            }
        }
    }
}

fn begin(request: &TrialRequest, shown: Option<&Shown>) -> Result<RunningTrial, RequestRefusal> {
    let after = shown.ok_or(RequestRefusal::NoBattle)?.battle().clone();
    if after.outcome().is_some() {
        return Err(RequestRefusal::Over);
    }
    let same = after
        .unit(request.unit)
        .is_some_and(|unit| unit.rules.as_slice() == request.before);
    if same {
        return Err(RequestRefusal::NothingToTry);
    }
    let mut before = after.clone();
    before
        .command(&Command::Rules {
            unit: request.unit,
            rules: request.before.clone(),
        })
        .map_err(RequestRefusal::Command)?;
    Ok(RunningTrial {
        unit: request.unit,
        before,
        after,
        comparison: Comparison::default(),
        pairs: 0,
        task: None,
    })
}

fn continue_trial(mut trial: ResMut<Trial>) {
    // Waiting for a task is not a change.
    let Some(running) = &mut trial.bypass_change_detection().0 else {
        return;
    };
    let finished = running
        .task
        .as_mut()
        .and_then(|task| block_on(poll_once(task)));
    if let Some(slice) = &finished {
        running.comparison = running.comparison.and(slice);
        running.pairs += SLICE;
        running.task = None;
    }
    if running.task.is_none() && running.pairs < ENOUGH {
        let (before, after) = (running.before.clone(), running.after.clone());
        let pairs = running.pairs..running.pairs + SLICE;
        running.task = Some(AsyncComputeTaskPool::get().spawn(async move {
            // The same dice for both, from the state itself: the same trial has the same answer.
            compare(&before, &after, after.fingerprint(), pairs)
        }));
    }
    if finished.is_some() {
        trial.set_changed();
    }
}
