//! Autofight that repeats, and what stops it (rules §10).

use serde::{Deserialize, Serialize};

use super::plan::in_view;
use super::settings::Stop;
use crate::arena::Arena;
use crate::battle::State;
use crate::brain::{Percent, Reach, View};
use crate::estimate::attacks;
use crate::ids::{UnitId, UnitSet};
use crate::order::{Order, StandingOrder};
use crate::sink::Sink;
use crate::unit::Life;

/// A set of reasons to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct StopSet(u32);

impl StopSet {
    pub(crate) const fn contains(self, stop: Stop) -> bool {
        self.0 >> stop as u32 & 1 == 1
    }

    fn with(self, stop: Option<Stop>) -> StopSet {
        StopSet(self.0 | stop.map_or(0, |stop| 1 << stop as u32))
    }
}

/// What happened to a unit since autofight last looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Note {
    Attacked = 1,
    Shoved = 2,
    HitAnEnemy = 4,
}

/// What autofight remembers between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct AutofightMemory {
    /// HP when it last looked.
    hp: u16,
    /// The worst hit since it last looked.
    worst_hit: u16,
    /// What else happened since: bits of [`Note`].
    notes: u8,
    /// The unit it goes for.
    pub(crate) target: Option<UnitId>,
    /// Enemies that the player has seen: they do not stop it again while they are in view.
    acknowledged: UnitSet,
    /// Why it stopped last; stays until the unit's next turn is over.
    pub(crate) stopped: Option<Stop>,
    /// Whether it stopped during the unit's own turn, which then does not count.
    fresh: bool,
    /// What the player has acknowledged: it does not stop this repeat again.
    excused: StopSet,
}

impl AutofightMemory {
    #[inline]
    pub(crate) fn note(&mut self, note: Note) {
        self.notes |= note as u8;
    }

    #[inline]
    pub(crate) fn note_hit(&mut self, dealt: u16) {
        self.worst_hit = self.worst_hit.max(dealt);
    }

    /// HP that the unit paid itself are no loss.
    pub(crate) fn note_paid(&mut self, hp: u16) {
        self.hp = self.hp.saturating_sub(hp);
    }

    /// What does not stop the repeat that is running.
    pub(crate) fn excused(&self) -> StopSet {
        self.excused
    }

    /// What pressing the key now acknowledges: the reason it stopped, and all that was acknowledged before.
    pub(crate) fn acknowledged_by_press(&self) -> StopSet {
        if self.stopped.is_some() {
            self.excused.with(self.stopped)
        } else {
            StopSet::default()
        }
    }

    /// The key was pressed and refused: the next press acknowledges this, too.
    pub(crate) fn refuse(&mut self, stop: Stop, in_own_turn: bool) {
        self.excused = self.acknowledged_by_press();
        self.stop(stop, in_own_turn);
    }

    /// Keeps the reason for the player to read.
    pub(crate) fn stop(&mut self, stop: Stop, in_own_turn: bool) {
        (self.stopped, self.fresh) = (Some(stop), in_own_turn);
    }

    /// The turn in which it stopped is over already.
    pub(crate) fn end_turn_before_stop(&mut self) {
        self.fresh = false;
    }

    /// A turn of the unit ends: a reason from before it is old news.
    #[inline]
    pub(crate) fn end_turn(&mut self) {
        if !self.fresh {
            self.stopped = None;
        }
        self.fresh = false;
    }

    fn has(&self, note: Note) -> bool {
        self.notes & note as u8 != 0
    }

    /// Whether this could have come from play.
    pub(crate) fn is_sound(&self, units: usize) -> bool {
        self.target.is_none_or(|target| target.slot() < units)
            && self.acknowledged.iter().all(|unit| unit.slot() < units)
    }
}

/// The key was pressed: whatever stopped it before is acknowledged.
pub(crate) fn press(arena: &Arena, state: &mut State, unit: UnitId) {
    let seen = in_view(&View::new(arena, state), unit, &arena.sheet(unit).autofight);
    let hp = state.unit(unit).hp;
    let watch = &mut state.unit_mut(unit).watch;
    let excused = watch.acknowledged_by_press();
    *watch = AutofightMemory {
        hp,
        acknowledged: seen,
        excused,
        ..AutofightMemory::default()
    };
    state.autofight.uses = state.autofight.uses.saturating_add(1);
}

/// After every step: stops each repeat that has a reason to stop.
pub(crate) fn watch<S: Sink>(arena: &Arena, state: &mut State, ended: UnitSet, sink: &mut S) {
    for unit in state.ordered.and(state.up).iter() {
        if !is_repeating(state.unit(unit).order) {
            continue;
        }
        let (stop, seen) = {
            let view = View::new(arena, state);
            (
                interrupt(&view, unit),
                in_view(&view, unit, &arena.sheet(unit).autofight),
            )
        };
        let hp = state.unit(unit).hp;
        let watch = &mut state.unit_mut(unit).watch;
        // An enemy that was out of view is new again.
        watch.acknowledged = watch.acknowledged.and(seen);
        (watch.hp, watch.worst_hit, watch.notes) = (hp, 0, 0);
        if let Some((stop, by)) = stop {
            state.stop_autofight(arena, unit, stop, by, sink);
            if ended.contains(unit) {
                // Its turn ended with this very step: the next one counts.
                state.unit_mut(unit).watch.end_turn_before_stop();
            }
        }
    }
}

/// Whether the unit fights on by itself until something stops it.
pub(crate) const fn is_repeating(order: Option<StandingOrder>) -> bool {
    matches!(
        order,
        Some(StandingOrder {
            order: Order::Autofight(_),
            kept: true
        })
    )
}

/// The first reason not to go on, and the unit behind it.
fn interrupt(view: &View<'_>, me: UnitId) -> Option<(Stop, Option<UnitId>)> {
    let settings = &view.arena().sheet(me).autofight;
    let on = &settings.interrupts;
    let unit = view.unit(me);
    let watch = &unit.watch;
    let share =
        |part: u16, id: UnitId| u32::from(part) * 100 / u32::from(view.arena().sheet(id).max_hp);
    let at_least = |part: u16, bar: Percent| share(part, me) >= u32::from(bar.get());
    let dead = |target: &UnitId| view.unit(*target).life == Life::Fallen;
    if on.hp_lost && unit.hp < watch.hp {
        return Some((Stop::HpLost, None));
    }
    if on
        .big_hit
        .is_some_and(|bar| watch.worst_hit > 0 && at_least(watch.worst_hit, bar))
    {
        return Some((Stop::BigHit, None));
    }
    if on.attacked && watch.has(Note::Attacked) {
        return Some((Stop::Attacked, None));
    }
    if on.moved && watch.has(Note::Shoved) {
        return Some((Stop::MovedByForce, None));
    }
    if on.target_dead && watch.target.as_ref().is_some_and(dead) {
        return Some((Stop::TargetDead, watch.target));
    }
    if on.hit_enemy && watch.has(Note::HitAnEnemy) {
        return Some((Stop::HitAnEnemy, watch.target));
    }
    if on.new_enemy
        && let Some(enemy) = in_view(view, me, settings)
            .minus(watch.acknowledged)
            .first()
    {
        return Some((Stop::NewEnemy, Some(enemy)));
    }
    if let Some(count) = on
        .enemies_in_range
        .filter(|_| !watch.excused.contains(Stop::EnemiesInRange))
    {
        let reached = |enemy: &UnitId| {
            let cell = view.unit(*enemy).cell;
            attacks(view.arena(), me)
                .any(|(_, skill)| view.reach(unit.cell, cell, skill) == Reach::Valid)
        };
        if view.enemies_of(me).iter().filter(reached).count() >= usize::from(count) {
            return Some((Stop::EnemiesInRange, None));
        }
    }
    let hurt = |bar: Percent| {
        let badly = |ally: &UnitId| share(view.unit(*ally).hp, *ally) < u32::from(bar.get());
        view.allies_of(me).iter().find(badly)
    };
    let excused = watch.excused.contains(Stop::AllyHurt);
    on.ally_below
        .filter(|_| !excused)
        .and_then(hurt)
        .map(|ally| (Stop::AllyHurt, Some(ally)))
}
