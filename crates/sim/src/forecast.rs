//! The odds of the moment on screen and of those before it, worked out in the background.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::{Moment, Tally, forecast};

use crate::SimSystems;
use crate::shown::Shown;
use crate::timeline::BattleReplayed;

/// The first answer comes after this few playouts: within a frame or two.
const FIRST: u32 = 32;
/// The largest slice of work: small enough that nobody waits long for a cancelled one.
const SLICE: u32 = 256;
/// More playouts would not change what the player reads.
const ENOUGH: u32 = 4_096;
/// Playouts for a moment that nobody looked at, once there is time: enough for a small graph.
const IN_PASSING: u32 = 128;
/// One slice deals with this many such moments.
const AT_ONCE: usize = 4;

/// The odds of the moment on screen, and of the moments of the timeline as far as they are known.
/// Kept up to date by [`ForecastPlugin`]: rough at first, then tighter; started again when something
/// changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Forecast {
    tally: Tally,
    playouts: u32,
    over_time: Vec<Option<Known>>,
}

/// What is known of a moment of the timeline.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The state that it is about: another branch of the battle has other states.
    fingerprint: u64,
    tally: Tally,
}

impl Forecast {
    /// Victories, draws and defeats so far; `None` before the first answer.
    pub fn tally(&self) -> Option<&Tally> {
        (self.playouts > 0).then_some(&self.tally)
    }

    /// How many playouts the answer rests on.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Whether the odds on screen will get no tighter.
    pub fn is_done(&self) -> bool {
        self.playouts >= ENOUGH
    }

    /// The odds at each step of the timeline, the set-up first, as far as they are known.
    pub fn over_time(&self) -> impl ExactSizeIterator<Item = Option<&Tally>> {
        let known = self.over_time.iter();
        known.map(|known| known.as_ref().map(|known| &known.tally))
    }

    /// Whether there is nothing left to work out, not even in passing.
    pub fn is_complete(&self) -> bool {
        self.is_done() && self.over_time.iter().all(Option::is_some)
    }

    /// Forgets what belongs to another branch. Once two branches part they never meet again, so
    /// looking back from the end to the first moment they share is enough.
    fn follow(&mut self, moments: &[Arc<Moment>]) {
        self.over_time.resize_with(moments.len(), || None);
        for (known, moment) in self.over_time.iter_mut().zip(moments).rev() {
            match known {
                Some(there) if there.fingerprint == moment.fingerprint() => break,
                _ => *known = None,
            }
        }
    }

    fn note(&mut self, step: u32, known: Known) {
        if let Some(place) = self.over_time.get_mut(step as usize) {
            *place = Some(known);
        }
    }

    /// Begins with what is known of a moment: playouts are numbered, so they can be continued.
    fn begin(&mut self, step: u32) {
        let known = self.over_time.get(step as usize).copied().flatten();
        self.tally = known.map_or_else(Tally::default, |known| known.tally);
        self.playouts = self.tally.playouts();
    }
}

/// The slice of work that is under way. Dropping it cancels it.
#[derive(Resource, Default)]
struct Work(Option<Slice>);

enum Slice {
    /// More playouts of the moment on screen.
    Now { fingerprint: u64, task: Task<Tally> },
    /// A few playouts of moments that nobody looked at.
    Passed(Task<Vec<(u32, Known)>>),
}

/// Odds in the background.
pub struct ForecastPlugin;

impl Plugin for ForecastPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Forecast>()
            .init_resource::<Work>()
            .add_systems(
                Update,
                (
                    start_again.run_if(resource_exists_and_changed::<Shown>),
                    finish_slice,
                    start_slice,
                )
                    .chain()
                    .run_if(resource_exists::<Shown>)
                    .in_set(SimSystems::Refresh),
            );
    }
}

/// Starts again for the moment that is now on screen.
fn start_again(
    shown: Res<Shown>,
    mut replayed: MessageReader<BattleReplayed>,
    mut forecast: ResMut<Forecast>,
    mut work: ResMut<Work>,
) {
    // Under other content the same state has other odds.
    if replayed.read().any(|replayed| replayed.vanished.is_empty()) {
        forecast.over_time.clear();
    }
    // The slice under way is about another moment.
    work.0 = None;
    forecast.follow(shown.session().moments());
    forecast.begin(shown.step());
}

/// Takes in a finished slice.
fn finish_slice(shown: Res<Shown>, mut forecast: ResMut<Forecast>, mut work: ResMut<Work>) {
    match &mut work.0 {
        Some(Slice::Now { fingerprint, task }) => {
            let Some(tally) = block_on(poll_once(task)) else {
                return;
            };
            forecast.tally = forecast.tally.and(&tally);
            forecast.playouts = forecast.tally.playouts();
            let known = Known {
                fingerprint: *fingerprint,
                tally: forecast.tally,
            };
            forecast.note(shown.step(), known);
        }
        Some(Slice::Passed(task)) => {
            let Some(moments) = block_on(poll_once(task)) else {
                return;
            };
            for (step, known) in moments {
                forecast.note(step, known);
            }
        }
        None => return,
    }
    work.0 = None;
}

fn start_slice(shown: Res<Shown>, forecast: Res<Forecast>, mut work: ResMut<Work>) {
    if work.0.is_some() {
        return;
    }
    let pool = AsyncComputeTaskPool::get();
    if forecast.is_done() {
        // The latest first.
        let unknown = forecast
            .over_time
            .iter()
            .zip(shown.session().moments())
            .enumerate();
        let passed: Vec<(u32, Arc<Moment>)> = unknown
            .rev()
            .filter(|(_, (known, _))| known.is_none())
            .take(AT_ONCE)
            .map(|(step, (_, moment))| (step as u32, Arc::clone(moment)))
            .collect();
        if !passed.is_empty() {
            work.0 = Some(Slice::Passed(pool.spawn(async move {
                let known = |moment: &Moment| Known {
                    fingerprint: moment.fingerprint(),
                    tally: slice(moment, 0, IN_PASSING),
                };
                passed
                    .iter()
                    .map(|(step, moment)| (*step, known(moment)))
                    .collect()
            })));
        }
        return;
    }
    let from = forecast.playouts;
    let to = (from + from.clamp(FIRST, SLICE)).min(ENOUGH);
    let moment = Arc::clone(shown.moment());
    work.0 = Some(Slice::Now {
        fingerprint: moment.fingerprint(),
        task: pool.spawn(async move { slice(&moment, from, to) }),
    });
}

/// Playouts `from` to `to`. Their dice come from the state itself, so the same moment always has
/// the same odds.
fn slice(moment: &Moment, from: u32, to: u32) -> Tally {
    forecast(&moment.battle, moment.fingerprint(), from..to)
}
