//! How a run that is over went: its battles, and the odds at every step of them.

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::{MomentTally, TurningPoint, worst_moment};
use foretold_run::{PastFight, Run, RunEnd};

use super::CurrentRun;
use crate::SimSystems;

/// Playouts at each step: enough that the line agrees with the odds that the battle showed.
const PLAYOUTS: u32 = 1_024;

/// The battles of a run that is over, and how the odds went in them. Kept up to date by
/// [`RunPlugin`](super::RunPlugin); empty until they are worked out.
#[derive(Resource, Default)]
pub struct RunPast {
    /// The fingerprint of the run that it is about.
    about: Option<u64>,
    /// Whether the last battle is the one that lost it.
    is_lost: bool,
    fights: Vec<PastFight>,
    odds: Vec<Vec<MomentTally>>,
    work: Option<Task<Past>>,
}

/// The battles, and the odds of each at each of its steps.
type Past = (Vec<PastFight>, Vec<Vec<MomentTally>>);

/// Works them out. It gives way after each moment, so that it ends soon once nobody waits for it.
async fn work_out(run: Run) -> Past {
    let fights = run.past_fights();
    let mut odds = Vec::new();
    for fight in &fights {
        let mut of_fight = Vec::new();
        for moment in fight.session.moments() {
            of_fight.push(PastFight::odds_at(moment, PLAYOUTS));
            yield_now().await;
        }
        odds.push(of_fight);
    }
    (fights, odds)
}

/// Where a run lost most of its odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunTurn {
    /// Which battle, from 0.
    pub fight: usize,
    /// What it was.
    pub point: TurningPoint,
}

impl RunPast {
    /// The battles, the first first.
    pub fn fights(&self) -> &[PastFight] {
        &self.fights
    }

    /// The odds of a battle at each of its steps; nothing while they are worked out.
    pub fn odds(&self, fight: usize) -> &[MomentTally] {
        self.odds.get(fight).map_or(&[], Vec::as_slice)
    }

    /// Whether it is still being worked out.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// Where the run turned: the greatest loss of odds, by a step or by what the player did after one.
    /// A run that is lost turned in the battle that lost it: whatever went badly before was won.
    pub fn turning_point(&self) -> Option<RunTurn> {
        let last = self.fights.len().saturating_sub(1);
        let fights = (0..).zip(self.fights.iter().zip(&self.odds));
        let fights = fights.filter(|(fight, _)| !self.is_lost || *fight == last);
        let worst = fights.filter_map(|(fight, (past, odds))| {
            let point = worst_moment(past.session.moments(), odds)?;
            Some(RunTurn { fight, point })
        });
        worst.min_by_key(|turn| turn.point.swing.gain())
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
        is_lost: over.is_some_and(|run| run.end() == Some(RunEnd::Lost)),
        work: over
            .cloned()
            .map(|run| AsyncComputeTaskPool::get().spawn(work_out(run))),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use foretold_battle::{Session, Tally};
    use foretold_content::{Content, PlaceKind};
    use foretold_run::PlaceId;

    use super::*;
    use crate::testing::shipped_files;

    /// A battle of two steps on this floor.
    fn fight(content: &Content, floor: u8) -> PastFight {
        let encounter = content.encounter("first-blood").expect("it is shipped");
        let mut session = Session::start(&encounter.arena(), "first-blood", 1);
        session.step();
        session.step();
        PastFight {
            place: PlaceId { floor, column: 0 },
            kind: PlaceKind::Fight,
            encounter: Arc::new(encounter.clone()),
            session,
        }
    }

    /// Odds, in percent.
    fn odds(of_moments: [u32; 3]) -> Vec<MomentTally> {
        let tally = |wins| {
            let mut tally = Tally::default();
            (tally.wins, tally.losses) = (wins, 100 - wins);
            tally.into()
        };
        of_moments.map(tally).to_vec()
    }

    #[test]
    fn a_lost_run_turned_in_its_last_battle_and_any_other_where_it_lost_most() {
        let content = Content::load(shipped_files()).expect("it is sound");
        let mut past = RunPast {
            fights: vec![fight(&content, 1), fight(&content, 2)],
            odds: vec![odds([90, 20, 100]), odds([60, 60, 30])],
            ..RunPast::default()
        };
        let turned = |past: &RunPast| {
            let turn = past.turning_point().expect("odds were lost");
            (turn.fight, turn.point.step)
        };
        assert_eq!(turned(&past), (0, 1));
        past.is_lost = true;
        assert_eq!(turned(&past), (1, 2));
    }
}
