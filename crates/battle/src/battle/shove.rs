//! Shoves and pulls: one cell, against something, or into a pit (rules §9, §13).

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::autofight::Note;
use crate::battle::State;
use crate::battle::effects::for_each_hit;
use crate::battle::strikes::suffer;
use crate::board::Cell;
use crate::damage::incoming;
use crate::damage_kind::DamageKind;
use crate::event::{BreakCause, Happening, ShoveStop, Suffering};
use crate::ids::{MAX_UNITS, UnitId, UnitSet};
use crate::sink::{Silent, Sink};
use crate::skill::{Shove, Skill};
use crate::status::Status;
use crate::unit::Landed;

/// Shoves in the attackers' slot order. Returns the units that are in a pit now; they fall in step 6.
pub(super) fn shove<S: Sink>(
    arena: &Arena,
    state: &mut State,
    landing: UnitSet,
    sink: &mut S,
) -> UnitSet {
    let mut lost = UnitSet::EMPTY;
    for by in landing.iter() {
        if let Some((skill, landed)) = state.landed_attack(by) {
            let attack = (by, arena.skill(skill), landed);
            shove_all(arena, state, attack, &mut lost, sink, |_, _| {});
        }
    }
    lost
}

/// The shoves of one attack: strike by strike, each in the slot order of the units that it hit.
/// `lost` are the units that are in a pit. `note` hears of each shove.
fn shove_all<S: Sink>(
    arena: &Arena,
    state: &mut State,
    (by, skill, landed): (UnitId, &Skill, Landed),
    lost: &mut UnitSet,
    sink: &mut S,
    mut note: impl FnMut(UnitId, ForetoldShove),
) {
    for_each_hit(skill, landed, |target, strike| {
        // Nobody pushes themselves, and nobody is pushed out of a pit.
        let pushed = by != target && !lost.contains(target);
        let Some(way) = strike.shoves.filter(|_| pushed) else {
            return;
        };
        let shoved = shove_one(arena, state, target, by, way, sink);
        if matches!(shoved.end, ShoveEnd::Falls(_)) {
            *lost = lost.with(target);
        }
        note(target, shoved);
    });
}

/// Shoves a unit, and returns what came of it.
fn shove_one<S: Sink>(
    arena: &Arena,
    state: &mut State,
    unit: UnitId,
    by: UnitId,
    way: Shove,
    sink: &mut S,
) -> ForetoldShove {
    let (by_cell, from) = (state.unit(by).cell, state.unit(unit).cell);
    let direction = match way {
        Shove::Away => nearest_direction(by_cell, from),
        Shove::Towards => nearest_direction(from, by_cell),
    };
    let end = match shoved_to(arena, state, unit, direction) {
        Ok(to) => {
            let falls = arena.ground().pits.contains(to);
            let victim = state.unit_mut(unit);
            victim.cell = to;
            victim.watch.note(Note::Shoved);
            if falls {
                victim.hp = 0;
            }
            state.emit(
                sink,
                Happening::Shoved {
                    unit,
                    by,
                    way,
                    from,
                    to,
                },
            );
            state.break_wind_up(unit, BreakCause::Shove, sink);
            if falls {
                ShoveEnd::Falls(to)
            } else {
                ShoveEnd::Moves(to)
            }
        }
        Err(cause) => {
            state.emit(
                sink,
                Happening::ShoveStopped {
                    unit,
                    by,
                    way,
                    cause,
                },
            );
            bump(arena, state, unit, by, cause, sink)
        }
    };
    ForetoldShove {
        from,
        direction,
        end,
    }
}

/// Where a shove leads, a pit included, or what stops it.
fn shoved_to(
    arena: &Arena,
    state: &State,
    unit: UnitId,
    (dx, dy): (i8, i8),
) -> Result<Cell, ShoveStop> {
    let victim = state.unit(unit);
    if victim.has(Status::Rooted) {
        return Err(ShoveStop::Rooted);
    }
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

/// The nearest of the eight directions from one cell to another: a difference that
/// is less than half of the other counts as 0.
fn nearest_direction(from: Cell, to: Cell) -> (i8, i8) {
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
) -> ShoveEnd {
    let raw = u16::from(arena.house().bump);
    let other = match stop {
        ShoveStop::Rooted => return ShoveEnd::Resists,
        ShoveStop::Edge | ShoveStop::Terrain { .. } => None,
        ShoveStop::Unit { unit } => Some(unit),
    };
    for hurt in [Some(unit), other].into_iter().flatten() {
        if raw > 0 {
            suffer(arena, state, hurt, Suffering::Bump { by }, raw, sink);
        }
    }
    ShoveEnd::Bumps {
        damage: bump_damage(arena, unit),
        against: other.map(|other| (other, bump_damage(arena, other))),
    }
}

/// What a bump does to a unit, before block.
fn bump_damage(arena: &Arena, unit: UnitId) -> u16 {
    let affinity = arena.sheet(unit).affinity(DamageKind::Bludgeoning);
    incoming(u32::from(arena.house().bump), 0, None, affinity) as u16
}

/// What the shoves of an attack do to a unit if every strike hits. Of several shoves it is the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForetoldShove {
    /// Where the unit is when it is shoved.
    pub from: Cell,
    /// Which way: columns to the right and rows down, −1, 0 or 1 each.
    pub direction: (i8, i8),
    /// What comes of it.
    pub end: ShoveEnd,
}

/// What comes of a shove.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ShoveEnd {
    /// The unit is moved to this cell.
    Moves(Cell),
    /// It falls into the pit in this cell.
    Falls(Cell),
    /// It is shoved against something.
    Bumps {
        /// What that does to it, before block; of all bumps of the attack together.
        damage: u16,
        /// The unit that it is shoved against, and what that one takes, before block.
        against: Option<(UnitId, u16)>,
    },
    /// It is rooted, and resists.
    Resists,
}

/// What the shoves of one attack do, one after another, if nothing else changes before.
#[derive(Clone, Debug)]
pub(crate) struct Shoves {
    shoved: [Option<ForetoldShove>; MAX_UNITS],
    bumps: [u16; MAX_UNITS],
}

impl Shoves {
    /// Plays the shoves of an attack on a copy, with an attacker in `from`, as if these strikes, a
    /// bit each, hit these units. `None` if there is nothing to shove.
    pub(crate) fn of(
        arena: &Arena,
        state: &State,
        (by, skill, from): (UnitId, &Skill, Cell),
        units: UnitSet,
        hits: u8,
    ) -> Option<Shoves> {
        if !skill.shoves() {
            return None;
        }
        let mut landed = Landed::at(skill, units.first()?);
        for number in (0..skill.strikes().len()).filter(|number| hits >> number & 1 == 1) {
            units.iter().for_each(|unit| landed.note(number, unit));
        }
        let mut copy = state.clone();
        copy.unit_mut(by).cell = from;
        // Statuses come before shoves, and the rooted resist.
        for_each_hit(skill, landed, |target, strike| {
            if let Some(affliction) = strike.inflicts {
                copy.change_statuses(target, |it| it.begin(affliction, Some(by), true));
            }
        });
        let mut shoves = Shoves {
            shoved: [None; MAX_UNITS],
            bumps: [0; MAX_UNITS],
        };
        let (attack, mut lost) = ((by, skill, landed), UnitSet::EMPTY);
        shove_all(
            arena,
            &mut copy,
            attack,
            &mut lost,
            &mut Silent,
            |unit, shoved| shoves.note(unit, shoved),
        );
        Some(shoves)
    }

    fn note(&mut self, unit: UnitId, mut shoved: ForetoldShove) {
        if let ShoveEnd::Bumps { damage, against } = &mut shoved.end {
            for (hurt, damage) in [Some((unit, *damage)), *against].into_iter().flatten() {
                let bumps = &mut self.bumps[hurt.slot()];
                *bumps = bumps.saturating_add(damage);
            }
            let before = self.of_unit(unit).map(|shoved| shoved.end);
            if let Some(ShoveEnd::Bumps { damage: before, .. }) = before {
                *damage = damage.saturating_add(before);
            }
        }
        self.shoved[unit.slot()] = Some(shoved);
    }

    /// What they do to a unit that the attack hits.
    pub(crate) fn of_unit(&self, unit: UnitId) -> Option<ForetoldShove> {
        self.shoved[unit.slot()]
    }

    /// Whether a unit ends in a pit.
    pub(crate) fn falls(&self, unit: UnitId) -> bool {
        let shoved = self.of_unit(unit);
        shoved.is_some_and(|shoved| matches!(shoved.end, ShoveEnd::Falls(_)))
    }

    /// What a unit takes before block, whether it is shoved against something or another against it.
    pub(crate) fn bump(&self, unit: UnitId) -> u16 {
        self.bumps[unit.slot()]
    }

    /// The units that take anything from a bump.
    pub(crate) fn bumped(&self) -> UnitSet {
        let takes = (0..).zip(&self.bumps).filter(|(_, damage)| **damage > 0);
        takes.filter_map(|(slot, _)| UnitId::new(slot)).collect()
    }
}
