//! What an order comes to now, or why it cannot be carried out.

use crate::autofight::{self, Stop, StopSet};
use crate::board::{Cell, Path, shortest_path};
use crate::brain::view::View;
use crate::brain::why::{Why, WhyNot};
use crate::ids::{SkillId, UnitId};
use crate::order::{Order, OrderRefusal, StandingOrder};
use crate::skill::SkillKind;
use crate::unit::Action;

/// The action of an order. A kept order waits if the turn is spent or the skill rests.
///
/// `acknowledged` holds the reasons to stop that the player has seen and pressed the key again for.
pub(crate) fn decide(
    view: &View<'_>,
    me: UnitId,
    standing: StandingOrder,
    acknowledged: StopSet,
) -> Result<Action, OrderRefusal> {
    match carry_out(view, me, standing, acknowledged) {
        Err(
            OrderRefusal::NoActionsLeft
            | OrderRefusal::Skill(WhyNot::NeedsWholeTurn | WhyNot::Cooldown { .. }),
        ) if standing.kept => Ok(Action::Hold),
        outcome => outcome,
    }
}

fn carry_out(
    view: &View<'_>,
    me: UnitId,
    standing: StandingOrder,
    acknowledged: StopSet,
) -> Result<Action, OrderRefusal> {
    match standing.order {
        Order::MoveTo(cell) => {
            let unit = view.unit(me);
            if unit.cell == cell {
                return Ok(Action::Hold);
            }
            let step = *way(view, me, cell)?.first().ok_or(OrderRefusal::NoWay)?;
            view.try_step(me, step).map_err(refused)
        }
        Order::Use { skill, at } => {
            if view.arena().sheet(me).knows(skill).is_none() {
                return Err(OrderRefusal::UnknownSkill);
            }
            match view.arena().skill(skill).deed {
                SkillKind::Move(_) => Err(OrderRefusal::UnknownSkill),
                SkillKind::Attack { .. } => view.try_strike(me, skill, at).map_err(refused),
                SkillKind::Aid(_) => {
                    let target = view.unit_at(at).ok_or(OrderRefusal::NobodyThere)?;
                    view.try_use(me, skill, target).map_err(refused)
                }
            }
        }
        Order::Guard => {
            let skill = best_guard(view, me).ok_or(OrderRefusal::NoGuard)?;
            view.try_use(me, skill, me).map_err(refused)
        }
        Order::EndTurn => Ok(Action::Hold),
        Order::Autofight(mode) => {
            // A blow ends the turn, even if a walk is left.
            if view.has_acted(me) {
                return Ok(Action::Hold);
            }
            let plan = autofight::plan(view, me, mode).map_err(OrderRefusal::Autofight)?;
            let stop = repeat_stop(view, me, &plan, acknowledged).filter(|_| standing.kept);
            stop.map_or(Ok(plan.action), |stop| Err(OrderRefusal::Autofight(stop)))
        }
    }
}

/// The why of an order.
pub(super) fn why(view: &View<'_>, me: UnitId) -> Why {
    match view.unit(me).order.map(|standing| standing.order) {
        Some(Order::Autofight(mode)) => Why::Autofight(autofight::report(view, me, mode)),
        Some(order) => Why::Ordered(order),
        None => Why::AwaitsOrder,
    }
}

/// The way to a cell around units, and around hazards if possible.
pub(crate) fn way(view: &View<'_>, me: UnitId, to: Cell) -> Result<Path, OrderRefusal> {
    let footing = view.footing();
    let free = footing.walkable - view.occupied();
    if !free.contains(to) {
        return Err(OrderRefusal::NoWay);
    }
    let from = view.unit(me).cell;
    shortest_path(from, to, free - footing.hazards)
        .or_else(|| shortest_path(from, to, free))
        .ok_or(OrderRefusal::NoWay)
}

/// The skill that raises the most block on the unit itself.
pub(crate) fn best_guard(view: &View<'_>, me: UnitId) -> Option<SkillId> {
    let block = |id: &SkillId| match &view.arena().skill(*id).deed {
        SkillKind::Aid(aid) => aid.block,
        SkillKind::Move(_) | SkillKind::Attack { .. } => None,
    };
    // One that is ready comes before one that rests.
    let ready = |id: SkillId| view.check_ready(me, id).is_ok();
    let guards = view
        .arena()
        .sheet(me)
        .skills
        .iter()
        .filter_map(|id| Some(((ready(*id), block(id)?), *id)));
    guards
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, id)| id)
}

/// What stops a repeat before it acts, unless the player has acknowledged it.
fn repeat_stop(
    view: &View<'_>,
    me: UnitId,
    plan: &autofight::Plan,
    acknowledged: StopSet,
) -> Option<Stop> {
    let on = &view.arena().sheet(me).autofight.interrupts;
    let raised = [
        (on.ambiguous && plan.ambiguous, Stop::Ambiguous),
        (on.hazard && plan.through_hazard, Stop::HazardOnTheWay),
    ];
    let raised = raised
        .into_iter()
        .filter(|&(raised, stop)| raised && !acknowledged.contains(stop));
    raised.map(|(_, stop)| stop).next()
}

/// An empty turn has its own refusal; everything else is the skill's reason.
fn refused(refusal: WhyNot) -> OrderRefusal {
    match refusal {
        WhyNot::NoWalkLeft | WhyNot::NoActionLeft => OrderRefusal::NoActionsLeft,
        refusal => OrderRefusal::Skill(refusal),
    }
}
