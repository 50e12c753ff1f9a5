//! How a run that is over went: its battles, and the odds at every step of them.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::Tally;
use foretold_run::{PastFight, Run};

use super::CurrentRun;
use crate::SimSystems;

/// Playouts at each step: enough for a line.
const PLAYOUTS: u32 = 192;

/// The battles of a run that is over, and how the odds went in them. Kept up to date by
/// [`RunPlugin`](super::RunPlugin); empty until they are worked out.
#[derive(Resource, Default)]
pub struct RunPast {
    /// The fingerprint of the run that it is about.
    about: Option<u64>,
    fights: Vec<PastFight>,
    odds: Vec<Vec<Tally>>,
    work: Option<Task<Past>>,
}

/// The battles, and the odds of each at each of its steps.
type Past = (Vec<PastFight>, Vec<Vec<Tally>>);

/// The step of a run at which the company lost most of its odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunTurn {
    /// Which battle, from 0.
    pub fight: usize,
    /// The step before the loss: what could still be changed there.
    pub step: u32,
    /// The odds there, and after the next step.
    pub odds: (Tally, Tally),
}

impl RunPast {
    /// The battles, the first first.
    pub fn fights(&self) -> &[PastFight] {
        &self.fights
    }

    /// The odds of a battle at each of its steps; nothing while they are worked out.
    pub fn odds(&self, fight: usize) -> &[Tally] {
        self.odds.get(fight).map_or(&[], Vec::as_slice)
    }

    /// Whether it is still being worked out.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// Where the run turned: the greatest loss of odds from one step to the next.
    pub fn turning_point(&self) -> Option<RunTurn> {
        let steps = self.odds.iter().enumerate().flat_map(|(fight, odds)| {
            let pairs = (0..).zip(odds.windows(2));
            pairs.map(move |(step, pair)| RunTurn {
                fight,
                step,
                odds: (pair[0], pair[1]),
            })
        });
        let win = |tally: &Tally| i32::from(tally.win().odds.hundredths());
        let loss = |point: &RunTurn| win(&point.odds.0) - win(&point.odds.1);
        steps.filter(|point| loss(point) > 0).max_by_key(loss)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RunPast>().add_systems(
        Update,
        (
            begin_work.run_if(resource_changed::<CurrentRun>),
            follow_work,
        )
            .chain()
            .in_set(SimSystems::Refresh),
    );
}

fn begin_work(current: Res<CurrentRun>, mut past: ResMut<RunPast>) {
    let over = current.get().filter(|run| run.end().is_some());
    let about = over.map(Run::fingerprint);
    if past.about == about {
        return;
    }
    *past = RunPast {
        about,
        work: over.cloned().map(|run| {
            AsyncComputeTaskPool::get().spawn(async move {
                let fights = run.past_fights();
                let odds = fights.iter().map(|fight| fight.odds(PLAYOUTS)).collect();
                (fights, odds)
            })
        }),
        ..RunPast::default()
    };
}

pub(super) fn follow_work(mut past: ResMut<RunPast>) {
    let Some(work) = &mut past.bypass_change_detection().work else {
        return;
    };
    if let Some((fights, odds)) = block_on(poll_once(work)) {
        (past.fights, past.odds, past.work) = (fights, odds, None);
    }
}
