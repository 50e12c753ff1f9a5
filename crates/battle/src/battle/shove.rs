//! Shoves and pulls: one cell, against something, or into a pit (rules §9, §13).

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::autofight::Note;
use crate::battle::effects::for_each_hit;
use crate::battle::strikes::suffer;
use crate::battle::{Battle, State};
use crate::board::Cell;
use crate::damage::incoming;
use crate::damage_kind::DamageKind;
use crate::event::{BreakCause, Happening, ShoveStop, Suffering};
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::sink::Sink;
use crate::skill::Shove;
use crate::status::Status;

/// Shoves in the attackers' slot order. Returns the units that are in a pit now; they fall in step 6.
pub(super) fn shove<S: Sink>(
    arena: &Arena,
    state: &mut State,
    landing: UnitSet,
    sink: &mut S,
) -> UnitSet {
    let mut lost = UnitSet::EMPTY;
    for by in landing.iter() {
        for_each_hit(arena, state, by, |state, target, strike| {
            // Nobody pushes themselves, and nobody is pushed out of a pit.
            let pushed = by != target && !lost.contains(target);
            if let Some(shove) = strike.shoves.filter(|_| pushed)
                && shove_one(arena, state, target, by, shove, sink)
            {
                lost = lost.with(target);
            }
        });
    }
    lost
}

/// True if the unit is in a pit now.
fn shove_one<S: Sink>(
    arena: &Arena,
    state: &mut State,
    unit: UnitId,
    by: UnitId,
    shove: Shove,
    sink: &mut S,
) -> bool {
    let from = state.unit(unit).cell;
    let to = match shoved_to(arena, state, unit, state.unit(by).cell, shove) {
        Ok(to) => to,
        Err(cause) => {
            state.emit(sink, Happening::ShoveStopped { unit, by, cause });
            bump(arena, state, unit, by, cause, sink);
            return false;
        }
    };
    let falls = arena.ground().pits.contains(to);
    let victim = state.unit_mut(unit);
    victim.cell = to;
    victim.watch.note(Note::Shoved);
    if falls {
        victim.hp = 0;
    }
    state.emit(sink, Happening::Shoved { unit, by, from, to });
    state.break_wind_up(unit, BreakCause::Shove, sink);
    falls
}

/// Where a shove by an attacker in `by` leads, a pit included, or what stops it.
fn shoved_to(
    arena: &Arena,
    state: &State,
    unit: UnitId,
    by: Cell,
    shove: Shove,
) -> Result<Cell, ShoveStop> {
    let victim = state.unit(unit);
    if victim.has(Status::Rooted) {
        return Err(ShoveStop::Rooted);
    }
    let (dx, dy) = match shove {
        Shove::Away => direction(by, victim.cell),
        Shove::Towards => direction(victim.cell, by),
    };
    let to = victim.cell.offset(dx, dy).ok_or(ShoveStop::Edge)?;
    if arena.ground().pits.contains(to) {
        return Ok(to);
    }
    if !arena.ground().walkable.contains(to) {
        return Err(ShoveStop::Terrain { cell: to });
    }
    match state.unit_at(to) {
        Some(unit) => Err(ShoveStop::Unit { unit }),
        None => Ok(to),
    }
}

/// What a bump does to a unit, before block.
fn bump_damage(arena: &Arena, unit: UnitId) -> u16 {
    let affinity = arena.sheet(unit).affinity(DamageKind::Bludgeoning);
    incoming(u32::from(arena.house().bump), 0, None, affinity) as u16
}

/// What a shove would do to a unit that it hits, if nothing else changes before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ShoveEnd {
    /// The unit is moved to this cell.
    Moves(Cell),
    /// It falls into the pit in this cell.
    Falls(Cell),
    /// It is shoved against something.
    Bumps {
        /// What that does to it, before block.
        damage: u16,
        /// The unit that it is shoved against, and what that one takes, before block.
        against: Option<(UnitId, u16)>,
    },
    /// It is rooted, and resists.
    Resists,
}

impl ShoveEnd {
    /// What a shove by an attacker in `by` would do. It asks what the shove itself asks.
    pub(crate) fn of(
        arena: &Arena,
        state: &State,
        unit: UnitId,
        by: Cell,
        shove: Shove,
    ) -> ShoveEnd {
        let bumps = |against: Option<UnitId>| ShoveEnd::Bumps {
            damage: bump_damage(arena, unit),
            against: against.map(|other| (other, bump_damage(arena, other))),
        };
        match shoved_to(arena, state, unit, by, shove) {
            Ok(to) if arena.ground().pits.contains(to) => ShoveEnd::Falls(to),
            Ok(to) => ShoveEnd::Moves(to),
            Err(ShoveStop::Rooted) => ShoveEnd::Resists,
            Err(ShoveStop::Edge | ShoveStop::Terrain { .. }) => bumps(None),
            Err(ShoveStop::Unit { unit }) => bumps(Some(unit)),
        }
    }
}

impl Battle {
    /// What the first shove of an attack would do to a unit that it hits now; `None` if it has
    /// none, or roots the unit first.
    pub(crate) fn shove_of(&self, by: UnitId, skill: SkillId, target: UnitId) -> Option<ShoveEnd> {
        let Battle { arena, state } = self;
        let strikes = arena.skill(skill).strikes().iter();
        let mut inflicted = strikes.clone().filter_map(|strike| strike.inflicts);
        let roots = inflicted.any(|affliction| affliction.status == Status::Rooted);
        let shove = strikes.filter_map(|strike| strike.shoves).next();
        let shove = shove.filter(|_| by != target && !roots)?;
        let from = state.unit(by).cell;
        Some(ShoveEnd::of(arena, state, target, from, shove))
    }
}

/// The nearest of the eight directions from one cell to another: a difference that
/// is less than half of the other counts as 0.
fn direction(from: Cell, to: Cell) -> (i8, i8) {
    let dx = to.x() as i8 - from.x() as i8;
    let dy = to.y() as i8 - from.y() as i8;
    let along = |part: i8, other: i8| {
        if 2 * part.abs() < other.abs() {
            0
        } else {
            part.signum()
        }
    };
    (along(dx, dy), along(dy, dx))
}

/// Hurts the unit that was pushed against something, and the unit that it was pushed against.
fn bump<S: Sink>(
    arena: &Arena,
    state: &mut State,
    unit: UnitId,
    by: UnitId,
    stop: ShoveStop,
    sink: &mut S,
) {
    let raw = u16::from(arena.house().bump);
    let other = match stop {
        ShoveStop::Rooted => return,
        ShoveStop::Edge | ShoveStop::Terrain { .. } => None,
        ShoveStop::Unit { unit } => Some(unit),
    };
    for hurt in [Some(unit), other].into_iter().flatten() {
        if raw > 0 {
            suffer(arena, state, hurt, Suffering::Bump { by }, raw, sink);
        }
    }
}
