//! The player's hand in a battle: orders, marks, and being there at all.

use crate::arena::Arena;
use crate::autofight::{self, AutofightCount, AutofightMode, Plan, Stop};
use crate::battle::turns::Next;
use crate::battle::{Battle, Phase, State};
use crate::board::{Cell, CellSet, distances};
use crate::brain::{self, View};
use crate::event::Happening;
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::order::{Order, OrderRefusal, StandingOrder};
use crate::sink::Sink;
use crate::status::Status;
use crate::tempo::Turn;
use crate::unit::Faction;

impl Battle {
    /// Whether a player is there to give orders. Without one no unit waits, and
    /// manual units follow their rules.
    pub fn has_player(&self) -> bool {
        self.state.player
    }

    /// Seats a player, or sends them away.
    pub fn set_player(&mut self, present: bool) {
        self.state.player = present;
    }

    /// The units that the battle waits for: one of them needs an order.
    pub fn waits_for(&self) -> UnitSet {
        match self.state.next(&self.arena) {
            Next::Wait(units) if self.state.outcome.is_none() => units,
            Next::Wait(_) | Next::Act(_) => UnitSet::EMPTY,
        }
    }

    /// Who acts in the coming step; nobody while the battle waits.
    pub fn acts_next(&self) -> UnitSet {
        match self.state.next(&self.arena) {
            Next::Act(units) => units,
            Next::Wait(_) => UnitSet::EMPTY,
        }
    }

    /// How many actions a whole turn of a unit holds; `None` where none are counted.
    pub fn points_of_a_turn(&self, unit: UnitId) -> Option<u8> {
        self.unit(unit)?;
        let turn = self.arena.economy(unit).fresh_turn();
        self.arena.tempo().takes_turns().then_some(turn.points)
    }

    /// What is left of a unit's turn once it has followed an order: this is what the order costs.
    /// `None` if it cannot be given now, where nothing is counted, and for autofight, which may
    /// take several parts of a turn.
    pub fn turn_after(&self, unit: UnitId, order: Order) -> Option<Turn> {
        self.check_order(unit, order).ok()?;
        let (view, turn) = (self.view(), self.unit(unit)?.turn);
        let economy = self.arena.economy(unit);
        let after_use = |skill| economy.after_action(turn, self.arena.skill(skill).cost);
        let after = match order {
            Order::MoveTo(cell) => {
                let way = brain::order::way(&view, unit, cell).ok()?;
                way.iter().fold(turn, |turn, _| economy.after_step(turn))
            }
            Order::Use { skill, .. } => after_use(skill),
            Order::Guard => after_use(brain::order::best_guard(&view, unit)?),
            Order::EndTurn => Turn { over: true, ..turn },
            Order::Autofight(_) => return None,
        };
        self.arena.tempo().takes_turns().then_some(after)
    }

    /// Every cell that a unit could be ordered to walk to, and how many steps it is.
    pub fn walks(&self, unit: UnitId) -> Vec<(Cell, u8)> {
        let (Ok(()), Some(state)) = (self.check_commandable(unit), self.unit(unit)) else {
            return Vec::new();
        };
        let (view, from) = (self.view(), state.cell);
        let ground = self.arena.ground();
        let free = ground.walkable - view.occupied();
        let near = distances(from, free | CellSet::of(from));
        // Most cells are too far away: only the rest are checked as orders.
        let left = if self.arena.tempo().takes_turns() {
            self.arena.economy(unit).walk_left(state.turn)
        } else {
            u8::MAX
        };
        let reached = free.iter().filter(|&cell| {
            near.get(cell).is_some_and(|steps| steps <= left)
                && self.check_order(unit, Order::MoveTo(cell)).is_ok()
        });
        reached
            .filter_map(|cell| {
                let way = brain::order::way(&view, unit, cell).ok()?;
                Some((cell, way.len() as u8))
            })
            .collect()
    }

    /// Every use of a skill on a unit that could be ordered now: attacks on opponents, or on the unit
    /// itself if they strike all around it, and help for its own side.
    pub fn uses(&self, unit: UnitId) -> Vec<(SkillId, UnitId)> {
        let Some(sheet) = self.arena.setup().units.get(unit.slot()) else {
            return Vec::new();
        };
        let could = |skill: SkillId| {
            let skill_of = self.arena.skill(skill);
            let whom = if skill_of.is_around_user() {
                UnitSet::EMPTY.with(unit)
            } else if skill_of.is_hostile() {
                self.arena.opponents_of(unit)
            } else {
                self.arena.comrades_of(unit)
            };
            whom.iter().filter(move |&target| {
                let at = self
                    .state
                    .present
                    .contains(target)
                    .then(|| self.state.unit(target).cell);
                at.is_some_and(|at| self.check_order(unit, Order::Use { skill, at }).is_ok())
            })
        };
        sheet
            .skills
            .iter()
            .flat_map(|&skill| could(skill).map(move |target| (skill, target)))
            .collect()
    }

    /// Whether an order could be given now, and if not, why.
    pub fn check_order(&self, unit: UnitId, order: Order) -> Result<(), OrderRefusal> {
        self.check_standing(unit, StandingOrder { order, kept: false })
    }

    /// Orders one of the player's units to do something: for one action, or until released.
    ///
    /// A unit in the middle of an action hears it afterwards. An order that
    /// cannot be carried out by then is dropped, with an event that says so.
    pub fn order(
        &mut self,
        unit: UnitId,
        order: Order,
        until_released: bool,
    ) -> Result<(), OrderRefusal> {
        let standing = StandingOrder {
            order,
            kept: until_released,
        };
        let checked = self.check_standing(unit, standing);
        if let Err(OrderRefusal::Autofight(stop)) = checked {
            self.state.autofight.count_stop(stop);
            let in_own_turn = self.state.is_inside_turn(&self.arena, unit);
            self.state.unit_mut(unit).watch.refuse(stop, in_own_turn);
        }
        checked?;
        if matches!(order, Order::Autofight(_)) {
            autofight::press(&self.arena, &mut self.state, unit);
        }
        self.state.set_order(unit, Some(standing));
        Ok(())
    }

    /// Gives a unit back to its brain.
    pub fn release(&mut self, unit: UnitId) {
        if self.unit(unit).is_some() {
            self.state.set_order(unit, None);
        }
    }

    /// Marks an enemy for autofight, or takes the mark away.
    pub fn mark(&mut self, unit: UnitId, marked: bool) {
        if self.unit(unit).is_some() {
            let marks = self.state.marked;
            self.state.marked = if marked {
                marks.with(unit)
            } else {
                marks.without(unit)
            };
        }
    }

    /// The enemies that are marked.
    pub fn marked(&self) -> UnitSet {
        self.state.marked
    }

    /// What autofight would do now, or why it refuses. Does nothing.
    pub fn autofight_plan(&self, unit: UnitId, mode: AutofightMode) -> Result<Plan, OrderRefusal> {
        self.check_commandable(unit)?;
        self.check_not_acted(unit)?;
        autofight::plan(&self.view(), unit, mode).map_err(OrderRefusal::Autofight)
    }

    /// Counts a press of the key that was too fast: see
    /// [`AutofightSettings::is_reckless`](crate::AutofightSettings::is_reckless).
    pub fn note_reckless(&mut self, unit: UnitId) {
        if self.check_commandable(unit).is_ok() {
            let in_own_turn = self.state.is_inside_turn(&self.arena, unit);
            self.state.autofight.count_stop(Stop::Reckless);
            self.state
                .unit_mut(unit)
                .watch
                .refuse(Stop::Reckless, in_own_turn);
        }
    }

    /// Why autofight stopped last; stays until the unit's next turn is over.
    pub fn autofight_stop(&self, unit: UnitId) -> Option<Stop> {
        self.unit(unit)?.watch.stopped
    }

    /// What autofight has done so far.
    pub fn autofight_count(&self) -> &AutofightCount {
        &self.state.autofight
    }

    fn check_commandable(&self, unit: UnitId) -> Result<(), OrderRefusal> {
        let state = self.unit(unit).ok_or(OrderRefusal::NoSuchUnit)?;
        if self.state.outcome.is_some() {
            return Err(OrderRefusal::Over);
        }
        if self.state.due != Phase::Decide {
            return Err(OrderRefusal::InTheMiddle);
        }
        if self.arena.sheet(unit).faction != Faction::Friendly {
            return Err(OrderRefusal::NotYours);
        }
        if !state.is_up() {
            return Err(OrderRefusal::OutOfAction);
        }
        if !self.state.in_turn(&self.arena).contains(unit) {
            return Err(OrderRefusal::NotYourTurn);
        }
        if self.arena.tempo().takes_turns() && state.turn.over {
            return Err(OrderRefusal::NoActionsLeft);
        }
        Ok(())
    }

    /// Autofight has nothing more to do in a turn whose one action is done.
    fn check_not_acted(&self, unit: UnitId) -> Result<(), OrderRefusal> {
        if self.view().has_acted(unit) {
            Err(OrderRefusal::NoActionsLeft)
        } else {
            Ok(())
        }
    }

    fn check_standing(&self, unit: UnitId, standing: StandingOrder) -> Result<(), OrderRefusal> {
        self.check_commandable(unit)?;
        // A repeat goes on in the next turn.
        if matches!(standing.order, Order::Autofight(_)) && !standing.kept {
            self.check_not_acted(unit)?;
        }
        let view = self.view();
        if standing.order == Order::MoveTo(view.unit(unit).cell) && !standing.kept {
            return Err(OrderRefusal::AlreadyThere);
        }
        if let Order::MoveTo(cell) = standing.order
            && self.arena.tempo().takes_turns()
            && view.unit(unit).cell != cell
        {
            let steps = brain::order::way(&view, unit, cell)?.len() as u8;
            let left = self.arena.economy(unit).walk_left(view.unit(unit).turn);
            if left > 0 && steps > left {
                return Err(OrderRefusal::TooFar { steps, left });
            }
        }
        // Pressing the key again acknowledges why it stopped.
        let acknowledged = view.unit(unit).watch.acknowledged_by_press();
        brain::order::decide(&view, unit, standing, acknowledged).map(|_| ())
    }
}

impl State {
    /// After deciding: an order for one action is done, one that cannot be carried out is dropped.
    pub(super) fn settle_order<S: Sink>(
        &mut self,
        arena: &Arena,
        unit: UnitId,
        heard: Result<Option<UnitId>, OrderRefusal>,
        sink: &mut S,
    ) {
        let Some(standing) = self.unit(unit).order else {
            return;
        };
        match heard {
            Err(OrderRefusal::Autofight(stop)) if standing.kept => {
                self.stop_autofight(arena, unit, stop, None, sink);
            }
            Err(refusal) => {
                self.set_order(unit, None);
                self.emit(
                    sink,
                    Happening::OrderDropped {
                        unit,
                        order: standing.order,
                        refusal,
                    },
                );
            }
            Ok(target) => {
                let lasts = match standing.order {
                    // A walk goes on until it arrives.
                    Order::MoveTo(_) => true,
                    // Autofight does a whole turn, or a whole walk: see `finish_order`.
                    Order::Autofight(_) => arena.tempo().takes_turns(),
                    Order::Use { .. } | Order::Guard | Order::EndTurn => false,
                };
                self.unit_mut(unit).watch.target = target;
                if !standing.kept && !lasts {
                    self.set_order(unit, None);
                }
            }
        }
    }

    /// After a step: an order for one action is done when its walk has arrived or its part of the turn is spent.
    pub(super) fn finish_order(&mut self, arena: &Arena, id: UnitId, acted: bool) {
        let unit = self.unit(id);
        let Some(StandingOrder { order, kept: false }) = unit.order else {
            return;
        };
        let deaf = unit.has(Status::Stunned) || unit.has(Status::Panicked);
        if deaf && order != Order::MoveTo(unit.cell) {
            // It has not heard it yet.
            return;
        }
        let turn_over = arena.tempo().takes_turns() && unit.turn.over;
        let walk_over = arena.tempo().buys_walks() && unit.turn.steps == 0;
        let done = match order {
            // One order is at most one walk.
            Order::MoveTo(cell) => unit.cell == cell || turn_over || walk_over,
            // In initiative it takes the whole turn, in phases one point: a walk stops where it can attack.
            Order::Autofight(mode) if arena.tempo().buys_walks() => {
                let plan = autofight::plan(&View::new(arena, self), id, mode);
                acted || turn_over || walk_over || plan.is_ok_and(|plan| plan.skill.is_some())
            }
            Order::Autofight(_) => turn_over,
            Order::Use { .. } | Order::Guard | Order::EndTurn => false,
        };
        if done {
            self.set_order(id, None);
        }
    }

    /// Where units take turns, checks before a unit's turn whether its order still stands:
    /// dropping it must not cost a turn that the player could use.
    pub(super) fn drop_spoiled_orders<S: Sink>(&mut self, arena: &Arena, sink: &mut S) {
        if !arena.tempo().takes_turns() {
            return;
        }
        while let Next::Act(units) = self.next(arena) {
            let view = View::new(arena, self);
            let spoiled = units
                .iter()
                .find_map(|unit| match brain::hear_order(&view, unit) {
                    Some(Err(refusal)) => Some((unit, refusal)),
                    Some(Ok(_)) | None => None,
                });
            let Some((unit, refusal)) = spoiled else {
                return;
            };
            self.settle_order(arena, unit, Err(refusal), sink);
        }
    }

    /// Whether any unit fights on by itself.
    #[inline]
    pub(super) fn is_anybody_repeating(&self) -> bool {
        let ordered = self.ordered.and(self.up);
        ordered
            .iter()
            .any(|unit| autofight::is_repeating(self.unit(unit).order))
    }

    /// Whether the unit's turn has begun and is not over yet; in ticks only within a step.
    fn is_inside_turn(&self, arena: &Arena, unit: UnitId) -> bool {
        self.in_turn(arena).contains(unit)
            && (arena.tempo().takes_turns() || self.due != Phase::Decide)
    }

    /// Ends a repeat and keeps the reason.
    pub(crate) fn stop_autofight<S: Sink>(
        &mut self,
        arena: &Arena,
        unit: UnitId,
        stop: Stop,
        by: Option<UnitId>,
        sink: &mut S,
    ) {
        self.set_order(unit, None);
        let in_own_turn = self.is_inside_turn(arena, unit);
        self.unit_mut(unit).watch.stop(stop, in_own_turn);
        self.autofight.count_stop(stop);
        self.emit(sink, Happening::Interrupted { unit, stop, by });
    }
}

impl AutofightCount {
    pub(super) fn count_lost(&mut self, units: usize) {
        self.lost = self.lost.saturating_add(units as u16);
    }

    fn count_stop(&mut self, stop: Stop) {
        let count = &mut self.stops[stop as usize];
        *count = count.saturating_add(1);
    }
}
