//! The odds of the moment on screen, worked out in the background.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::{Battle, Tally, forecast};

use crate::SimSystems;
use crate::battle::CurrentBattle;

/// The first answer comes after so few playouts: within a frame or two.
const FIRST: u32 = 32;
/// No slice of work is larger, so that nobody waits long for a cancelled one.
const SLICE: u32 = 256;
/// More playouts would not change what the player reads.
const ENOUGH: u32 = 4_096;

/// The odds of the moment on screen. Kept up to date by [`ForecastPlugin`]: rough at first, then
/// tighter; begun anew when something changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Forecast {
    version: Option<u64>,
    tally: Tally,
    playouts: u32,
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
}

/// The slice of work that is under way. Dropping it cancels it.
#[derive(Resource, Default)]
struct Work(Option<Task<(Tally, u32)>>);

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
    mut forecast: ResMut<Forecast>,
    mut work: ResMut<Work>,
) {
    let version = battle.map(|battle| battle.version());
    if forecast.version != version {
        work.0 = None;
        *forecast = Forecast {
            version,
            ..Forecast::default()
        };
        return;
    }
    let Some(task) = &mut work.0 else {
        return;
    };
    if let Some((tally, playouts)) = block_on(poll_once(task)) {
        work.0 = None;
        forecast.tally = forecast.tally.and(&tally);
        forecast.playouts += playouts;
    }
}

fn start_slice(
    battle: Option<Res<CurrentBattle>>,
    forecast: Res<Forecast>,
    mut work: ResMut<Work>,
) {
    let Some(battle) = battle else {
        return;
    };
    if work.0.is_some() || forecast.is_done() {
        return;
    }
    let from = forecast.playouts;
    let to = (from + from.clamp(FIRST, SLICE)).min(ENOUGH);
    let battle = battle.battle().clone();
    work.0 = Some(AsyncComputeTaskPool::get().spawn(async move { slice(&battle, from, to) }));
}

/// Playouts `from` to `to`. Their dice come from the state itself, so the same moment always has
/// the same odds.
fn slice(battle: &Battle, from: u32, to: u32) -> (Tally, u32) {
    (forecast(battle, battle.fingerprint(), from..to), to - from)
}
