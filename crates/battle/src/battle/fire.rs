//! Fire: which cells burn, and for how long (rules §13).

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::arena::Arena;
use crate::battle::{Battle, State};
use crate::board::{Cell, CellSet, TABLE};
use crate::event::{Happening, Suffering};
use crate::ids::UnitId;
use crate::sink::Sink;

/// The longest that a fire can be set for.
pub(crate) const MAX_FIRE: u8 = 100;

/// The cells that burn. Their time goes down at the end of a tick, elsewhere of a round.
///
/// Read and written as a list of those cells, each with its time and whether it is fresh.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fire {
    cells: CellSet,
    /// Those that were lit in this tick or round, which does not count.
    fresh: CellSet,
    /// By `Cell::index`; 0 where nothing burns.
    turns: [u8; TABLE],
}

impl Default for Fire {
    /// No fire at all.
    fn default() -> Fire {
        Fire {
            cells: CellSet::EMPTY,
            fresh: CellSet::EMPTY,
            turns: [0; TABLE],
        }
    }
}

impl Fire {
    /// The cells that burn.
    pub(crate) fn cells(&self) -> CellSet {
        self.cells
    }

    /// Whether nothing burns.
    pub(crate) fn is_out(&self) -> bool {
        self.cells.is_empty()
    }

    fn turns(&self, cell: Cell) -> u8 {
        self.turns[cell.index()]
    }

    /// Sets cells on fire, and returns those that burn longer now.
    fn light(&mut self, cells: CellSet, turns: u8) -> CellSet {
        let longer = |cell: &Cell| {
            let left = self.turns(*cell);
            turns > left || turns == left && !self.fresh.contains(*cell)
        };
        let lit: CellSet = cells.iter().filter(longer).collect();
        for cell in lit.iter() {
            self.turns[cell.index()] = turns;
        }
        self.cells |= lit;
        self.fresh |= lit;
        lit
    }

    /// A tick or a round is over. Returns the cells that have gone out.
    fn burn_down(&mut self) -> CellSet {
        let mut out = CellSet::EMPTY;
        for cell in (self.cells - self.fresh).iter() {
            let turns = &mut self.turns[cell.index()];
            *turns -= 1;
            if *turns == 0 {
                out.insert(cell);
            }
        }
        self.cells = self.cells - out;
        self.fresh = CellSet::EMPTY;
        out
    }
}

impl State {
    /// What the ground of a cell does to a unit that ends its turn there; of two things the worse.
    pub(super) fn hazard(&self, arena: &Arena, cell: Cell) -> Option<(Suffering, u16)> {
        let ground = arena.hazard(cell).map(|damage| (Suffering::Hazard, damage));
        let fire = (Suffering::Fire, u16::from(arena.house().fire));
        // A house rule of 0 means that fire hurts nobody.
        if !self.fire.cells.contains(cell) || fire.1 == 0 {
            return ground;
        }
        Some(ground.filter(|ground| ground.1 > fire.1).unwrap_or(fire))
    }

    /// An attack sets the cells that it hits on fire, as far as they burn.
    pub(super) fn ignite<S: Sink>(
        &mut self,
        arena: &Arena,
        by: UnitId,
        cells: CellSet,
        turns: u8,
        sink: &mut S,
    ) {
        let cells = self.fire.light(cells & arena.ground().burnable, turns);
        if !cells.is_empty() {
            self.emit(sink, Happening::SetOnFire { by, cells, turns });
        }
    }

    /// A tick or a round is over.
    pub(super) fn burn_down<S: Sink>(&mut self, sink: &mut S) {
        if self.fire.is_out() {
            return;
        }
        let cells = self.fire.burn_down();
        if !cells.is_empty() {
            self.emit(sink, Happening::FireWentOut { cells });
        }
    }

    /// Whether these fires could burn in the arena.
    pub(super) fn is_fire_sound(&self, arena: &Arena) -> bool {
        let Fire { cells, fresh, .. } = self.fire;
        (cells - arena.ground().burnable).is_empty()
            && (fresh - cells).is_empty()
            && cells
                .iter()
                .all(|cell| (1..=MAX_FIRE).contains(&self.fire.turns(cell)))
    }
}

impl Battle {
    /// The cells that burn, each with the ticks, elsewhere rounds, that it has left, the running one
    /// included.
    pub fn burning(&self) -> impl Iterator<Item = (Cell, u8)> {
        let fire = &self.state.fire;
        let left = |cell| fire.turns(cell) + u8::from(fire.fresh.contains(cell));
        fire.cells.iter().map(move |cell| (cell, left(cell)))
    }
}

impl Serialize for Fire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.cells.len()))?;
        for cell in self.cells.iter() {
            list.serialize_element(&(cell, self.turns(cell), self.fresh.contains(cell)))?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Fire {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fire, D::Error> {
        let mut fire = Fire::default();
        for (cell, turns, fresh) in Vec::<(Cell, u8, bool)>::deserialize(deserializer)? {
            fire.cells.insert(cell);
            fire.turns[cell.index()] = turns;
            if fresh {
                fire.fresh.insert(cell);
            }
        }
        Ok(fire)
    }
}
