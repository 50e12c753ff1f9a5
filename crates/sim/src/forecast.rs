//! The odds of the moment on screen and of those before it, worked out in the background.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::{Battle, Tally, forecast};

use crate::SimSystems;
use crate::battle::CurrentBattle;
use crate::timeline::Timeline;

/// The first answer comes after so few playouts: within a frame or two.
const FIRST: u32 = 32;
/// No slice of work is larger, so that nobody waits long for a cancelled one.
const SLICE: u32 = 256;
/// More playouts would not change what the player reads.
const ENOUGH: u32 = 4_096;
/// A moment that nobody looked at gets so many once there is time: enough for a small graph.
const IN_PASSING: u32 = 128;

/// The odds of the moment on screen, and of the moments of the timeline as far as they are known.
/// Kept up to date by [`ForecastPlugin`]: rough at first, then tighter; begun anew when something
/// changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Forecast {
    version: Option<u64>,
    tally: Tally,
    playouts: u32,
    over_time: Vec<Option<Known>>,
}

/// What is known of a moment of the timeline.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Which state it is about: another line of the battle has others.
    fingerprint: u64,
    tally: Tally,
}

impl Forecast {
    /// Victories, draws and defeats so far; none before the first answer.
    pub fn tally(&self) -> Option<&Tally> {
        (self.playouts > 0).then_some(&self.tally)
    }

    /// How many playouts the answer rests on.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Whether it will not become tighter.
    pub fn is_done(&self) -> bool {
        self.playouts >= ENOUGH
    }

    /// Whether it is about this moment of the battle.
    pub fn is_about(&self, battle: &CurrentBattle) -> bool {
        self.version == Some(battle.version())
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

    /// Forgets what is about another line than this one. Two lines differ from a moment on, so it is
    /// enough to look from the end.
    fn follow(&mut self, timeline: &Timeline) {
        let moments = timeline.moments();
        self.over_time.resize_with(moments.len(), || None);
        for (known, moment) in self.over_time.iter_mut().zip(moments).rev() {
            match known {
                Some(there) if there.fingerprint == moment.battle.fingerprint() => break,
                _ => *known = None,
            }
        }
    }

    fn note(&mut self, step: u32, fingerprint: u64, tally: Tally) {
        if let Some(known) = self.over_time.get_mut(step as usize) {
            *known = Some(Known { fingerprint, tally });
        }
    }
}

/// The slice of work that is under way. Dropping it cancels it.
#[derive(Resource, Default)]
struct Work(Option<Slice>);

struct Slice {
    /// Which moment it is about: the one on screen, or else a step of the timeline.
    step: Option<u32>,
    fingerprint: u64,
    task: Task<(Tally, u32)>,
}

/// Odds in the background.
pub struct ForecastPlugin;

impl Plugin for ForecastPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Forecast>()
            .init_resource::<Work>()
            .add_systems(
                Update,
                (finish_slice, start_slice)
                    .chain()
                    .in_set(SimSystems::Refresh),
            );
    }
}

/// Takes in a finished slice. One about another moment is dropped before it can come in.
fn finish_slice(
    battle: Option<Res<CurrentBattle>>,
    timeline: Res<Timeline>,
    mut forecast: ResMut<Forecast>,
    mut work: ResMut<Work>,
) {
    let version = battle.as_ref().map(|battle| battle.version());
    if forecast.version != version {
        work.0 = None;
        let over_time = std::mem::take(&mut forecast.over_time);
        *forecast = Forecast {
            version,
            over_time,
            ..Forecast::default()
        };
        forecast.follow(&timeline);
        return;
    }
    let Some(slice) = &mut work.0 else {
        return;
    };
    let Some((tally, playouts)) = block_on(poll_once(&mut slice.task)) else {
        return;
    };
    match (slice.step, battle) {
        (Some(step), _) => forecast.note(step, slice.fingerprint, tally),
        (None, Some(battle)) => {
            forecast.tally = forecast.tally.and(&tally);
            forecast.playouts += playouts;
            let (step, tally) = (battle.battle().tick(), forecast.tally);
            forecast.note(step, slice.fingerprint, tally);
        }
        (None, None) => {}
    }
    work.0 = None;
}

fn start_slice(
    battle: Option<Res<CurrentBattle>>,
    timeline: Res<Timeline>,
    forecast: Res<Forecast>,
    mut work: ResMut<Work>,
) {
    let Some(battle) = battle else {
        return;
    };
    if work.0.is_some() {
        return;
    }
    let (step, moment, from, to) = if forecast.is_done() {
        // The moments that were passed too quickly, the latest first.
        let unknown = forecast.over_time.iter().rposition(Option::is_none);
        let Some((step, moment)) =
            unknown.and_then(|step| Some((step, timeline.moments().get(step)?)))
        else {
            return;
        };
        (Some(step as u32), &moment.battle, 0, IN_PASSING)
    } else {
        let from = forecast.playouts;
        let to = (from + from.clamp(FIRST, SLICE)).min(ENOUGH);
        (None, battle.battle(), from, to)
    };
    let (moment, fingerprint) = (moment.clone(), moment.fingerprint());
    let task = AsyncComputeTaskPool::get().spawn(async move { slice(&moment, from, to) });
    work.0 = Some(Slice {
        step,
        fingerprint,
        task,
    });
}

/// Playouts `from` to `to`. Their dice come from the state itself, so the same moment always has
/// the same odds.
fn slice(battle: &Battle, from: u32, to: u32) -> (Tally, u32) {
    (forecast(battle, battle.fingerprint(), from..to), to - from)
}
