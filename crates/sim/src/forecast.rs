//! The odds of the moment on screen and of those before it, worked out in the background.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::forecast as playouts;
use foretold_battle::{Battle, Moment, MomentTally, Order, Tally, UnitId};

use crate::SimSystems;
use crate::shown::{Shown, is_own};
use crate::tick::Clock;
use crate::timeline::BattleReplayed;

/// The first answer comes after this few playouts: within a frame or two.
const FIRST: u32 = 32;
/// The largest slice of work: small enough that nobody waits long for a cancelled one.
const SLICE: u32 = 256;
/// More playouts would not change what the player reads.
pub(crate) const ENOUGH: u32 = 4_096;
/// While steps follow one another, nobody reads finer odds than these.
const WHILE_TIME_RUNS: u32 = 512;
/// Playouts for a moment that nobody looked at, once there is time: enough for a small graph.
const IN_PASSING: u32 = 128;
/// Playouts to tell what the player's orders changed: little of it may be luck.
const OF_ORDERS: u32 = 1_024;
/// One slice deals with this many such moments.
const AT_ONCE: usize = 4;

/// The odds of the moment on screen, and of the moments of the timeline as far as they are known: how
/// often the player wins if the rules play on. Kept up to date by [`ForecastPlugin`]: rough at first,
/// then tighter; started again when something changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Forecast {
    tally: Tally,
    playouts: u32,
    /// If the units that wait for an order hold, then the rules play on.
    hold: Option<WhatIf>,
    /// If the [`ChosenOrder`] is given, then the rules play on.
    order: Option<WhatIf>,
    over_time: Vec<MomentKnown>,
}

/// The order that the player is about to give, if the odds after it are of interest. Anyone may set it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChosenOrder(pub Option<(UnitId, Order)>);

/// The moment on screen, if something were ordered.
#[derive(Clone, Debug)]
struct WhatIf {
    battle: Arc<Battle>,
    tally: Tally,
}

impl WhatIf {
    /// The battle after these orders; `None` if one of them is refused, or nobody is ordered.
    fn after(battle: &Battle, orders: impl IntoIterator<Item = (UnitId, Order)>) -> Option<WhatIf> {
        let mut after = battle.clone();
        let mut any = false;
        for (unit, order) in orders {
            after.order(unit, order, false).ok()?;
            any = true;
        }
        any.then(|| WhatIf {
            battle: Arc::new(after),
            tally: Tally::default(),
        })
    }

    /// What is known so far; `None` before the first answer.
    fn known(&self) -> Option<&Tally> {
        (self.tally.playouts() > 0).then_some(&self.tally)
    }
}

/// The odds of a state.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The state that they are about: another branch of the battle has other states.
    fingerprint: u64,
    tally: Tally,
}

/// What is known of a moment of the timeline.
#[derive(Clone, Copy, Debug, Default)]
struct MomentKnown {
    now: Option<Known>,
    /// The same with and without the player's orders and changes of rules there, if there are any.
    orders: Option<OrdersKnown>,
}

/// The odds before and after the player's orders of a moment.
#[derive(Clone, Copy, Debug)]
struct OrdersKnown {
    /// The states that it is about.
    fingerprints: (u64, u64),
    tally: MomentTally,
}

impl MomentKnown {
    fn is_complete(&self) -> bool {
        self.now.is_some() && self.orders.is_none_or(|orders| orders.is_complete())
    }

    /// Forgets what belongs to another branch.
    fn follow(&mut self, moment: &Moment) {
        let now = moment.fingerprint();
        self.now = self.now.filter(|known| known.fingerprint == now);
        self.orders = moment.before_orders().map(|(_, before)| {
            let fingerprints = (before, now);
            let known = self.orders.filter(|it| it.fingerprints == fingerprints);
            known.unwrap_or(OrdersKnown {
                fingerprints,
                tally: MomentTally::default(),
            })
        });
    }

    fn tally(&self) -> Option<MomentTally> {
        match self.orders {
            Some(orders) => orders.is_complete().then_some(orders.tally),
            None => Some(self.now?.tally.into()),
        }
    }
}

impl OrdersKnown {
    fn playouts(&self) -> u32 {
        self.tally.after.playouts()
    }

    fn is_complete(&self) -> bool {
        self.playouts() >= OF_ORDERS
    }
}

impl Forecast {
    /// Victories, draws and defeats so far; `None` before the first answer.
    pub fn tally(&self) -> Option<&Tally> {
        (self.playouts > 0).then_some(&self.tally)
    }

    /// The same if the units that wait for an order do nothing in this turn; `None` if nobody waits.
    pub fn if_held(&self) -> Option<&Tally> {
        self.hold.as_ref()?.known()
    }

    /// The same after the [`ChosenOrder`]; `None` without one that can be given.
    pub fn after_order(&self) -> Option<&Tally> {
        self.order.as_ref()?.known()
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
        known.map(|known| known.now.as_ref().map(|known| &known.tally))
    }

    /// The same before and after the player's orders and changes of rules at each step.
    pub fn of_moments(&self) -> impl ExactSizeIterator<Item = Option<MomentTally>> {
        self.over_time.iter().map(MomentKnown::tally)
    }

    /// Whether there is nothing left to work out, not even in passing.
    pub fn is_complete(&self) -> bool {
        let mut what_ifs = self.hold.iter().chain(&self.order);
        self.is_done()
            && what_ifs.all(|what_if| what_if.tally.playouts() >= ENOUGH)
            && self.over_time.iter().all(MomentKnown::is_complete)
    }

    /// What has the fewest playouts, so that all odds get tighter together: which, and how many.
    fn roughest(&self) -> (Asked, u32) {
        let what_ifs = [(Asked::Order, &self.order), (Asked::Hold, &self.hold)];
        let what_ifs = what_ifs.into_iter().filter_map(|(asked, what_if)| {
            let playouts = what_if.as_ref()?.tally.playouts();
            Some((asked, playouts))
        });
        let rules = (Asked::Rules, self.playouts);
        what_ifs.fold(
            rules,
            |least, other| if other.1 < least.1 { other } else { least },
        )
    }

    /// What would be if something were ordered; `None` if the rules play on.
    fn what_if(&mut self, asked: Asked) -> Option<&mut WhatIf> {
        match asked {
            Asked::Rules => None,
            Asked::Hold => self.hold.as_mut(),
            Asked::Order => self.order.as_mut(),
        }
    }

    fn follow(&mut self, moments: &[Arc<Moment>]) {
        self.over_time
            .resize_with(moments.len(), MomentKnown::default);
        for (known, moment) in self.over_time.iter_mut().zip(moments) {
            known.follow(moment);
        }
    }

    /// Begins with what is known of a moment: playouts are numbered, so they can be continued.
    fn begin(&mut self, step: u32) {
        let known = self.over_time.get(step as usize);
        let known = known.and_then(|known| known.now);
        self.tally = known.map_or_else(Tally::default, |known| known.tally);
        self.playouts = self.tally.playouts();
    }
}

/// The slice of work that is under way. Dropping it cancels it.
#[derive(Resource, Default)]
struct Work(Option<Slice>);

/// What the odds of the moment on screen are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// If the rules play on.
    Rules,
    /// If the units that wait for an order hold.
    Hold,
    /// After the order that the player is about to give.
    Order,
}

enum Slice {
    /// More playouts of the moment on screen.
    Now {
        asked: Asked,
        fingerprint: u64,
        task: Task<Tally>,
    },
    /// A few playouts of moments that nobody looked at.
    Passed(Task<Vec<(usize, Known)>>),
    /// More playouts with and without the orders of a moment.
    Orders {
        step: usize,
        task: Task<MomentTally>,
    },
}

/// Odds in the background.
pub struct ForecastPlugin;

impl Plugin for ForecastPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Forecast>()
            .init_resource::<ChosenOrder>()
            .init_resource::<Work>()
            .add_systems(
                Update,
                (
                    start_again.run_if(resource_exists_and_changed::<Shown>),
                    choose_order.run_if(
                        resource_changed::<ChosenOrder>
                            .or_else(resource_exists_and_changed::<Shown>),
                    ),
                    finish_slice,
                    start_slice,
                )
                    .chain()
                    .run_if(is_own)
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
    let waiting = shown.battle().waits_for();
    let orders = waiting.iter().map(|unit| (unit, Order::EndTurn));
    forecast.hold = WhatIf::after(shown.battle(), orders);
}

/// Asks for the odds after the order that is now chosen.
fn choose_order(
    shown: Res<Shown>,
    chosen: Res<ChosenOrder>,
    mut forecast: ResMut<Forecast>,
    mut work: ResMut<Work>,
) {
    if let Some(Slice::Now {
        asked: Asked::Order,
        ..
    }) = work.0
    {
        work.0 = None;
    }
    forecast.order = WhatIf::after(shown.battle(), chosen.0);
}

/// Takes in a finished slice.
fn finish_slice(shown: Res<Shown>, mut forecast: ResMut<Forecast>, mut work: ResMut<Work>) {
    match &mut work.0 {
        Some(Slice::Now {
            asked,
            fingerprint,
            task,
        }) => {
            let Some(tally) = block_on(poll_once(task)) else {
                return;
            };
            if let Some(what_if) = forecast.what_if(*asked) {
                what_if.tally = what_if.tally.and(&tally);
            } else {
                forecast.tally = forecast.tally.and(&tally);
                forecast.playouts = forecast.tally.playouts();
                let known = Known {
                    fingerprint: *fingerprint,
                    tally: forecast.tally,
                };
                if let Some(place) = forecast.over_time.get_mut(shown.step() as usize) {
                    place.now = Some(known);
                }
            }
        }
        Some(Slice::Passed(task)) => {
            let Some(moments) = block_on(poll_once(task)) else {
                return;
            };
            for (step, known) in moments {
                if let Some(place) = forecast.over_time.get_mut(step) {
                    place.now = Some(known);
                }
            }
        }
        Some(Slice::Orders { step, task }) => {
            let Some(tally) = block_on(poll_once(task)) else {
                return;
            };
            let place = forecast.over_time.get_mut(*step);
            if let Some(orders) = place.and_then(|place| place.orders.as_mut()) {
                orders.tally = orders.tally.and(&tally);
            }
        }
        None => return,
    }
    work.0 = None;
}

fn start_slice(
    (shown, clock): (Res<Shown>, Res<Clock>),
    mut forecast: ResMut<Forecast>,
    mut work: ResMut<Work>,
) {
    if work.0.is_some() {
        return;
    }
    let pool = AsyncComputeTaskPool::get();
    let (asked, from) = forecast.roughest();
    let waits = !shown.battle().waits_for().is_empty();
    if clock.playing && !waits && from >= WHILE_TIME_RUNS {
        return;
    }
    if from >= ENOUGH {
        work.0 = pass(&forecast, shown.session().moments(), pool);
        return;
    }
    let to = (from + from.clamp(FIRST, SLICE)).min(ENOUGH);
    let moment = Arc::clone(shown.moment());
    let fingerprint = moment.fingerprint();
    let what_if = forecast.bypass_change_detection().what_if(asked);
    let after = what_if.map(|what_if| Arc::clone(&what_if.battle));
    let task = pool.spawn(async move {
        // The dice come from the state itself, so the same moment always has the same odds. They are
        // the same with and without an order, so that small differences show.
        let battle = after.as_deref().unwrap_or(&moment.battle);
        playouts(battle, fingerprint, from..to)
    });
    work.0 = Some(Slice::Now {
        asked,
        fingerprint,
        task,
    });
}

/// The next slice about moments that are not on screen, the latest first: a few playouts of each, then
/// what the player's orders changed.
fn pass(
    forecast: &Forecast,
    moments: &[Arc<Moment>],
    pool: &AsyncComputeTaskPool,
) -> Option<Slice> {
    let moments = || forecast.over_time.iter().zip(moments).enumerate().rev();
    let unknown = moments().filter(|(_, (known, _))| known.now.is_none());
    let unknown: Vec<(usize, Arc<Moment>)> = unknown
        .take(AT_ONCE)
        .map(|(step, (_, moment))| (step, Arc::clone(moment)))
        .collect();
    if !unknown.is_empty() {
        let known = |moment: &Moment| Known {
            fingerprint: moment.fingerprint(),
            tally: playouts(&moment.battle, moment.fingerprint(), 0..IN_PASSING),
        };
        return Some(Slice::Passed(pool.spawn(async move {
            let known = unknown.iter().map(|(step, moment)| (*step, known(moment)));
            known.collect()
        })));
    }
    let (step, orders, moment) = moments().find_map(|(step, (known, moment))| {
        let orders = known.orders.filter(|orders| !orders.is_complete())?;
        Some((step, orders, Arc::clone(moment)))
    })?;
    let from = orders.playouts();
    let to = (from + SLICE).min(OF_ORDERS);
    let (dice, _) = orders.fingerprints;
    let task = pool.spawn(async move {
        // The same dice before and after.
        MomentTally::of(&moment, |battle| playouts(battle, dice, from..to))
    });
    Some(Slice::Orders { step, task })
}
