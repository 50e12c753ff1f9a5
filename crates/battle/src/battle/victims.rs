//! Which units an attack hits: everyone in its cells, unless it spares them (rules §13).

use crate::arena::Arena;
use crate::battle::State;
use crate::board::{Area, Cell, CellSet};
use crate::ids::{UnitId, UnitSet};
use crate::skill::Skill;

impl State {
    /// The units that an attack would hit if it landed now, as if the attacker stood in `from` and
    /// had locked `at`.
    #[inline]
    pub(crate) fn victims(
        &self,
        arena: &Arena,
        by: UnitId,
        skill: &Skill,
        from: Cell,
        at: Cell,
    ) -> UnitSet {
        let struck = self.in_area(arena, by, skill, from, at);
        if skill.spares() {
            struck.minus(arena.comrades_of(by))
        } else {
            struck
        }
    }

    /// The same with the units that the attack spares.
    #[inline]
    pub(crate) fn in_area(
        &self,
        arena: &Arena,
        by: UnitId,
        skill: &Skill,
        from: Cell,
        at: Cell,
    ) -> UnitSet {
        match skill.area() {
            Area::Cell => self
                .unit_at(at)
                .map_or(UnitSet::EMPTY, |unit| UnitSet::EMPTY.with(unit)),
            area => self.units_in(area.cells(arena.ground(), from, at), by, from),
        }
    }

    /// Whether such an attack strikes one of the attacker's own side, or lights a fire under it.
    pub(crate) fn strikes_own_side(
        &self,
        arena: &Arena,
        by: UnitId,
        skill: &Skill,
        from: Cell,
        at: Cell,
    ) -> bool {
        let struck = match skill.burns() {
            Some(_) => self.in_area(arena, by, skill, from, at),
            None => self.victims(arena, by, skill, from, at),
        };
        !struck.and(arena.comrades_of(by)).is_empty()
    }

    /// The units in these cells, as if one of them stood in `from`.
    fn units_in(&self, cells: CellSet, mover: UnitId, from: Cell) -> UnitSet {
        let stands_there = |&unit: &UnitId| {
            cells.contains(if unit == mover {
                from
            } else {
                self.unit(unit).cell
            })
        };
        self.present.iter().filter(stands_there).collect()
    }
}
