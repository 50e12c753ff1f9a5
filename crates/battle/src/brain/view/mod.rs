//! What a brain may look at: the state at the start of the tick, and nothing else.

mod checks;

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::battle::State;
use crate::board::{Area, Cell, CellSet, Footing, sight_blocked_at};
use crate::estimate;
use crate::ids::{UnitId, UnitSet};
use crate::skill::Skill;
use crate::unit::{Aim, Unit};

/// Whether an attack can reach a cell (rules §2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reach {
    /// It can.
    Valid,
    /// It is too far away.
    OutOfRange {
        /// How far it is.
        distance: u8,
        /// How far the skill reaches.
        range: u8,
    },
    /// Something stands in the line of sight.
    NoSight {
        /// The blocking cell nearest to the attacker.
        blocked_at: Cell,
    },
    /// A line or a cone at the attacker's own cell.
    NoDirection,
}

/// How many units an attack would hit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct HitCount {
    pub(crate) enemies: u8,
    /// The attacker itself does not count.
    pub(crate) allies: u8,
}

/// A read-only view of a battle.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    arena: &'a Arena,
    state: &'a State,
    /// The cells of all units that stand or lie on the board.
    occupied: CellSet,
    /// Where one can walk now, and where it hurts.
    footing: Footing,
    /// The cell of each unit on the board by slot, side by side: most of what brains ask is how
    /// far away somebody is. With a place for each bit of a [`UnitSet`] no look-up can miss.
    cells: [Cell; UnitSet::BITS],
    /// The units that are in the middle of an action.
    winding_up: UnitSet,
}

impl<'a> View<'a> {
    pub(crate) fn new(arena: &'a Arena, state: &'a State) -> View<'a> {
        let mut occupied = CellSet::EMPTY;
        let mut cells = [Cell::TOP_LEFT; UnitSet::BITS];
        let mut winding_up = UnitSet::EMPTY;
        for id in state.present.iter() {
            let unit = state.unit(id);
            occupied.insert(unit.cell);
            cells[id.slot()] = unit.cell;
            winding_up = winding_up.with_if(id, unit.wind_up().is_some());
        }
        View {
            arena,
            state,
            occupied,
            footing: arena.ground().footing(state.fire.cells()),
            cells,
            winding_up,
        }
    }

    /// The same as if the unit had left its cell: to ask what it could do from another.
    pub(crate) fn with_unit_elsewhere(mut self, unit: UnitId) -> View<'a> {
        self.occupied.remove(self.unit(unit).cell);
        self
    }

    pub(crate) fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// Whether a player is there to give orders.
    pub(crate) fn has_player(&self) -> bool {
        self.state.player
    }

    /// The enemies that the player has marked.
    pub(crate) fn marked(&self) -> UnitSet {
        self.state.marked
    }

    pub(crate) fn occupied(&self) -> CellSet {
        self.occupied
    }

    /// Where one can walk now, and where it hurts.
    pub(crate) fn footing(&self) -> Footing {
        self.footing
    }

    pub(crate) fn unit_at(&self, cell: Cell) -> Option<UnitId> {
        self.state.unit_at(cell)
    }

    /// What an attack on a target gains, see [`estimate::expected_gain`].
    pub(crate) fn expected_gain(
        &self,
        by: UnitId,
        from: Cell,
        skill: &Skill,
        target: UnitId,
    ) -> Option<u32> {
        estimate::expected_gain(self.arena, self.state, by, from, skill, target)
    }

    pub(crate) fn expected_damage(
        &self,
        by: UnitId,
        from: Cell,
        skill: &Skill,
        target: UnitId,
    ) -> u32 {
        estimate::expected_damage(self.arena, self.state, by, from, skill, target)
    }

    #[inline]
    pub(crate) fn unit(&self, unit: UnitId) -> &'a Unit {
        self.state.unit(unit)
    }

    /// Where a unit stands or lies; any cell for one that is not on the board.
    #[inline]
    pub(crate) fn cell(&self, unit: UnitId) -> Cell {
        self.cells[unit.slot()]
    }

    /// Opponents that stand: the downed are no enemies.
    pub(crate) fn enemies_of(&self, me: UnitId) -> UnitSet {
        self.arena.opponents_of(me).and(self.state.up)
    }

    /// The enemy the fewest cells away; among equals the one with lower y, then lower x.
    #[inline(always)]
    pub(crate) fn nearest_enemy(&self, me: UnitId) -> Option<UnitId> {
        let from = self.cell(me);
        // Cells are ordered by y, then x: one number holds the distance and both ties.
        let rank = |enemy: UnitId| {
            let cell = self.cell(enemy);
            u32::from(from.chebyshev(cell)) << 8 | u32::from(cell.byte())
        };
        let (nearest, _) = self.enemies_of(me).lowest(rank)?;
        Some(nearest)
    }

    /// The others on the unit's side, the downed included.
    pub(crate) fn allies_of(&self, me: UnitId) -> UnitSet {
        self.arena
            .comrades_of(me)
            .and(self.state.present)
            .without(me)
    }

    /// Whether nobody stands or lies within this distance of a cell, apart from that cell.
    #[inline]
    pub(crate) fn is_nobody_else_within(&self, cell: Cell, distance: u8) -> bool {
        let mut others = self.occupied & cell.within(distance);
        others.remove(cell);
        others.is_empty()
    }

    /// Whether a skill used from one cell reaches another.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Cell, to: Cell, skill: &Skill) -> Reach {
        let distance = from.chebyshev(to);
        if distance > skill.range {
            return Reach::OutOfRange {
                distance,
                range: skill.range,
            };
        }
        if skill.needs_sight {
            self.reach_by_sight(from, to, skill)
        } else {
            Reach::Valid
        }
    }

    /// Whether a skill that needs sight reaches a cell in its range. Apart, so that the rest is
    /// short.
    #[inline(never)]
    fn reach_by_sight(&self, from: Cell, to: Cell, skill: &Skill) -> Reach {
        match self.sight_blocked_at(from, to) {
            Some(blocked_at) => Reach::NoSight { blocked_at },
            None if !skill.area().can_lock(from, to) => Reach::NoDirection,
            None => Reach::Valid,
        }
    }

    /// The units that an attack would hit if it landed now, as if the attacker stood in `from` and
    /// had locked `at`.
    pub(crate) fn victims(&self, by: UnitId, skill: &Skill, from: Cell, at: Cell) -> UnitSet {
        self.state.victims(self.arena, by, skill, from, at)
    }

    /// How many enemies and allies an attack would hit, locked at a unit's cell from here.
    pub(crate) fn hit_count(&self, by: UnitId, skill: &Skill, target: UnitId) -> HitCount {
        if !skill.is_hostile() {
            return HitCount::default();
        }
        let (from, at) = (self.unit(by).cell, self.unit(target).cell);
        let victims = self.victims(by, skill, from, at);
        HitCount {
            enemies: victims.and(self.enemies_of(by)).len() as u8,
            allies: victims.and(self.allies_of(by)).len() as u8,
        }
    }

    /// The first ally that an attack would hit, locked at a unit's cell from here.
    pub(crate) fn ally_hit(&self, by: UnitId, skill: &Skill, target: UnitId) -> Option<UnitId> {
        let (from, at) = (self.unit(by).cell, self.unit(target).cell);
        let victims = self.victims(by, skill, from, at);
        victims.and(self.allies_of(by)).first()
    }

    /// The first enemy whose wind-up, locked in an earlier tick, hits a unit's cell.
    pub(crate) fn targeted_by(&self, me: UnitId) -> Option<UnitId> {
        let cell = self.unit(me).cell;
        let winding_up = self.enemies_of(me).and(self.winding_up);
        winding_up.iter().find(|&enemy| {
            let enemy = self.unit(enemy);
            let Some((skill, Aim::Cell(at), _)) = enemy.wind_up() else {
                return false;
            };
            let area = self.arena.skill(skill).area();
            area.hits(self.arena.ground(), enemy.cell, at, cell)
        })
    }

    /// Every cell that a skill reaches from any of these. For a single cell these are also the
    /// cells from which the skill reaches it: distance and sight are mutual.
    pub(crate) fn reached(&self, from: CellSet, skill: &Skill) -> CellSet {
        if !skill.needs_sight {
            return from.within(skill.range);
        }
        if !self.arena.house().units_block_sight {
            let sight = &self.arena.ground().sight;
            return from.iter().fold(CellSet::EMPTY, |all, cell| {
                all | CellSet::of(cell).within(skill.range) & sight.seen_from(cell)
            });
        }
        let seen = |to: &Cell| {
            let mut from = from.iter();
            from.any(|from| from.chebyshev(*to) <= skill.range && self.sees(from, *to))
        };
        from.within(skill.range).iter().filter(seen).collect()
    }

    /// Every cell at which an attack can be locked from a cell.
    pub(crate) fn locked_from(&self, from: Cell, skill: &Skill) -> CellSet {
        let reached = self.reached(CellSet::of(from), skill);
        if skill.area().can_lock(from, from) {
            reached
        } else {
            reached - CellSet::of(from)
        }
    }

    /// Every cell that an attack can hit from any of these, locked at any cell that it reaches.
    pub(crate) fn hit_from(&self, from: CellSet, skill: &Skill) -> CellSet {
        let (area, ground) = (skill.area(), self.arena.ground());
        match area {
            Area::Cell => self.reached(from, skill),
            // A burst spreads from the locked cell: where the attacker stands does not matter.
            Area::Burst(_) => self
                .reached(from, skill)
                .iter()
                .fold(CellSet::EMPTY, |all, at| all | area.cells(ground, at, at)),
            Area::Line(_) | Area::Cone(_) => {
                let aims = from.iter().flat_map(|from| {
                    let locked = self.locked_from(from, skill);
                    locked.iter().map(move |at| (from, at))
                });
                aims.fold(CellSet::EMPTY, |all, (from, at)| {
                    all | area.cells(ground, from, at)
                })
            }
        }
    }

    /// The cells from which a unit's skill would reach a cell if it stood there, free or not.
    pub(crate) fn spots(&self, me: UnitId, skill: &Skill, to: Cell) -> CellSet {
        let reached = if skill.is_around_user() {
            // Distance and sight are mutual: these are the cells around which a burst hits it.
            skill.area().cells(self.arena.ground(), to, to)
        } else {
            let view = self.with_unit_elsewhere(me);
            view.reached(CellSet::of(to), skill)
        };
        reached - CellSet::of(to)
    }

    /// Whether an attack from a cell hits another, used as it is meant: all around its user, or
    /// locked there.
    pub(crate) fn can_attack(&self, from: Cell, to: Cell, skill: &Skill) -> bool {
        if skill.is_around_user() {
            let area = skill.area();
            area.hits(self.arena.ground(), from, from, to)
        } else {
            self.reach(from, to, skill) == Reach::Valid
        }
    }

    /// The cells from which a unit could attack a cell: with its rested attacks, or with any if
    /// none is rested.
    pub(crate) fn attack_spots(&self, me: UnitId, to: Cell) -> CellSet {
        self.rested_attacks(me)
            .fold(CellSet::EMPTY, |spots, skill| {
                spots | self.spots(me, skill, to)
            })
    }

    /// Those of the attack spots from which some attack strikes nobody of the unit's own side.
    pub(crate) fn clear_attack_spots(&self, me: UnitId, to: Cell) -> CellSet {
        self.rested_attacks(me)
            .fold(CellSet::EMPTY, |clear, skill| {
                let spots = self.spots(me, skill, to);
                if !skill.area().is_wide() {
                    return clear | spots;
                }
                let is_clear = |from: &Cell| !self.strikes_own_side(me, *from, skill, to);
                clear | spots.iter().filter(is_clear).collect()
            })
    }

    /// Whether an attack on a cell from another strikes the unit's own side.
    pub(crate) fn strikes_own_side(&self, me: UnitId, from: Cell, skill: &Skill, to: Cell) -> bool {
        let at = skill.lock(from, to);
        skill.area().is_wide() && self.state.strikes_own_side(self.arena, me, skill, from, at)
    }

    /// The attacks of a unit that are rested; all of them if none is.
    fn rested_attacks(&self, me: UnitId) -> impl Iterator<Item = &'a Skill> {
        let all_rest = self.all_attacks_rest(me);
        estimate::attacks(self.arena, me)
            .filter(move |(id, skill)| all_rest || self.check_cooldown(me, *id, skill).is_ok())
            .map(|(_, skill)| skill)
    }

    /// Whether no attack of a unit is rested.
    pub(crate) fn all_attacks_rest(&self, me: UnitId) -> bool {
        estimate::attacks(self.arena, me)
            .all(|(id, skill)| self.check_cooldown(me, id, skill).is_err())
    }

    /// Whether one cell sees another.
    pub(crate) fn sees(&self, from: Cell, to: Cell) -> bool {
        self.sight_blocked_at(from, to).is_none()
    }

    /// The cell that blocks the sight between two cells; `None` if they see each other.
    #[inline]
    pub(crate) fn sight_blocked_at(&self, from: Cell, to: Cell) -> Option<Cell> {
        let ground = self.arena.ground();
        if self.arena.house().units_block_sight {
            return sight_blocked_at(from, to, ground.opaque | self.occupied);
        }
        if ground.sight.sees(from, to) {
            None
        } else {
            sight_blocked_at(from, to, ground.opaque)
        }
    }
}
