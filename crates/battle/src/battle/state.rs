//! Everything in a battle that changes.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::board::{Cell, CellSet};
use crate::deck::Pile;
use crate::dice::Dice;
use crate::event::{BreakCause, Event, Happening, Outcome, Sink};
use crate::ids::{MAX_UNITS, UnitId, UnitSet};
use crate::unit::{Action, Aim, Brain, DeckUse, Faction, Life, Unit, UnitSheet};

/// Block beyond this does not stack.
pub(crate) const MAX_BLOCK: u16 = 9_999;

/// The state of a battle. Whatever serde writes of it is what the fingerprint covers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) tick: u16,
    /// Whether a step has begun and is not judged yet.
    pub(crate) running: bool,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) dice: Dice,
    /// The pile each side shares.
    pub(crate) shared_piles: [Pile; 2],
    pub(crate) units: ArrayVec<Unit, MAX_UNITS>,
    /// Who stands. Follows from the units' lives.
    #[serde(skip)]
    pub(crate) up: UnitSet,
    /// Who stands or lies on the board. Follows from the units' lives.
    #[serde(skip)]
    pub(crate) present: UnitSet,
}

impl State {
    #[inline]
    pub(crate) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.slot()]
    }

    #[inline]
    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.slot()]
    }

    #[inline]
    pub(crate) fn emit<S: Sink>(&self, sink: &mut S, what: Happening) {
        sink.event(Event {
            tick: self.tick,
            what,
        });
    }

    pub(crate) fn set_life(&mut self, unit: UnitId, life: Life) {
        self.unit_mut(unit).life = life;
        self.up = if life == Life::Up {
            self.up.with(unit)
        } else {
            self.up.without(unit)
        };
        self.present = if life == Life::Fallen {
            self.present.without(unit)
        } else {
            self.present.with(unit)
        };
    }

    /// The cells of all who stand or lie on the board.
    pub(crate) fn occupied(&self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for unit in self.present.iter() {
            cells.insert(self.unit(unit).cell);
        }
        cells
    }

    pub(crate) fn unit_at(&self, cell: Cell) -> Option<UnitId> {
        self.present
            .iter()
            .find(|&unit| self.unit(unit).cell == cell)
    }

    /// Cancels what a unit is winding up; a blow that lands in this tick is none any more.
    pub(crate) fn break_wind_up<S: Sink>(&mut self, unit: UnitId, cause: BreakCause, sink: &mut S) {
        if let Some((skill, _, 2..)) = self.unit(unit).wind_up() {
            self.unit_mut(unit).action = Action::Idle;
            self.emit(sink, Happening::WindUpBroken { unit, skill, cause });
        }
    }

    /// Whether this could be a state of a battle in the arena.
    pub(crate) fn is_sound(&self, arena: &Arena) -> bool {
        let sheets = &arena.setup().units;
        let sound_piles = Faction::ALL
            .into_iter()
            .all(|side| self.shared_piles[side as usize].is_sound(arena.shared_deck(side)));
        sound_piles
            && self.is_in_time(arena)
            && self.units.len() == sheets.len()
            && arena
                .units()
                .all(|(unit, sheet)| self.is_unit_sound(arena, unit, sheet))
            && self.occupied().len() == self.present.len()
    }

    /// A battle whose time is up is over.
    fn is_in_time(&self, arena: &Arena) -> bool {
        let settled = self.running || self.outcome.is_some();
        settled || self.tick < arena.house().max_ticks
    }

    fn is_unit_sound(&self, arena: &Arena, id: UnitId, sheet: &UnitSheet) -> bool {
        let unit = self.unit(id);
        let count = self.units.len();
        let own_deck = match sheet.deck {
            DeckUse::Own(_) => arena.deck_of(id),
            DeckUse::None | DeckUse::Shared => None,
        };
        let moves = match &sheet.brain {
            Brain::Cards(moves) => moves.len(),
            Brain::Gambit(_) => 0,
        };
        let aims_well = |aim| match aim {
            Aim::Unit(target) => target.slot() < count,
            Aim::Cell(_) => true,
        };
        let acts_well = match unit.action {
            Action::Idle | Action::Hold => true,
            Action::Step { to } => unit.cell.chebyshev(to) == 1,
            Action::Use { skill, aim, left } => {
                sheet.knows(skill).is_some()
                    && aims_well(aim)
                    && (1..=arena.skill(skill).cost).contains(&left)
            }
        };
        let rests = sheet
            .skills
            .iter()
            .map(|&skill| arena.skill(skill).cooldown.saturating_add(1));
        let rests_well = rests
            .zip(&unit.cooldowns)
            .all(|(most, &turns)| turns <= most);
        let lies_well = match unit.life {
            Life::Down {
                successes,
                failures,
            } => successes < 3 && failures <= 3,
            Life::Up | Life::Stable | Life::Fallen => true,
        };
        let hp_fits_life = unit.is_up() || unit.hp == 0;
        unit.hp <= sheet.max_hp
            && hp_fits_life
            && lies_well
            && unit.block <= MAX_BLOCK
            && unit.sanity <= sheet.sanity.unwrap_or(0)
            && (unit.life == Life::Fallen || arena.ground().walkable.contains(unit.cell))
            && (unit.is_up() || unit.action == Action::Idle)
            && acts_well
            && unit.statuses.is_sound(count)
            && unit.card.is_none_or(|card| usize::from(card) < moves)
            && unit.cooldowns.len() == sheet.skills.len()
            && rests_well
            && arena.check_rules(id, &unit.rules).is_ok()
            && unit.pile.is_sound(own_deck)
            && unit
                .landed
                .is_none_or(|landed| landed.target.slot() < count)
    }
}
