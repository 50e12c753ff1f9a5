//! Everything in a battle that changes.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::autofight::AutofightCount;
use crate::battle::Phase;
use crate::battle::fire::Fire;
use crate::board::{Cell, CellSet};
use crate::deck::Pile;
use crate::dice::Dice;
use crate::event::{BreakCause, Event, Happening, Outcome};
use crate::ids::{MAX_UNITS, SkillId, UnitId, UnitSet};
use crate::order::{Order, StandingOrder};
use crate::sink::Sink;
use crate::skill::MAX_STRIKES;
use crate::status::Statuses;
use crate::unit::{Action, Aim, DeckUse, Faction, Landed, Life, Unit, UnitSheet};

/// No battle has more steps: the rounds are limited, and so is what fits into one.
const MAX_STEPS: u32 = 10_000_000;

/// Block beyond this does not stack.
pub(crate) const MAX_BLOCK: u16 = 9_999;

/// The state of a battle. The fingerprint covers all that serde writes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    /// How many steps have been played.
    pub(crate) tick: u32,
    /// Which round it is, from 1; not used in ticks.
    pub(crate) round: u16,
    /// Initiative: the order in which units act.
    pub(crate) order: ArrayVec<UnitId, MAX_UNITS>,
    /// Initiative: whose turn it is, as a place in the order.
    pub(crate) place: u8,
    /// Phases: whose phase it is.
    pub(crate) side: Faction,
    /// The phase that comes next; a step has begun if it is not the first.
    pub(crate) due: Phase,
    /// The units that act in the running step.
    pub(crate) acting: UnitSet,
    /// The units whose turn ends with the running step.
    pub(crate) ended: UnitSet,
    /// Whether a player is there to give orders.
    pub(crate) player: bool,
    /// Enemies that the player has marked.
    pub(crate) marked: UnitSet,
    /// What autofight has done so far.
    pub(crate) autofight: AutofightCount,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) dice: Dice,
    /// The pile each side shares.
    pub(crate) shared_piles: [Pile; 2],
    pub(crate) units: ArrayVec<Unit, MAX_UNITS>,
    /// The cells that burn.
    #[serde(default, skip_serializing_if = "Fire::is_out")]
    pub(crate) fire: Fire,
    /// The units that stand. Follows from their lives.
    #[serde(skip)]
    pub(crate) up: UnitSet,
    /// The units that stand or lie on the board. Follows from their lives.
    #[serde(skip)]
    pub(crate) present: UnitSet,
    /// The units that have an order.
    #[serde(skip)]
    pub(crate) ordered: UnitSet,
    /// The units that have a status.
    #[serde(skip)]
    pub(crate) afflicted: UnitSet,
    /// What lands in the running step. Follows from what the acting units do.
    #[serde(skip)]
    pub(crate) landing: Landing,
}

/// The units whose action is carried out in a step, by the part of the step in which it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Landing {
    /// Those that help.
    pub(crate) aids: UnitSet,
    /// Those that walk, until they have.
    pub(crate) walks: UnitSet,
    /// Those with an attack of cost 1.
    pub(crate) quick: UnitSet,
    /// Those with an attack of cost 2 or more.
    pub(crate) heavy: UnitSet,
}

impl Landing {
    /// Notes what a unit does in the step, if it is carried out.
    #[inline]
    pub(crate) fn note(&mut self, arena: &Arena, unit: UnitId, action: Action) {
        let part = match action {
            Action::Step { .. } => &mut self.walks,
            Action::Use { skill, left: 1, .. } => {
                let skill = arena.skill(skill);
                match (skill.is_hostile(), skill.is_quick()) {
                    (false, _) => &mut self.aids,
                    (true, true) => &mut self.quick,
                    (true, false) => &mut self.heavy,
                }
            }
            Action::Idle | Action::Hold | Action::Use { .. } => return,
        };
        *part = part.with(unit);
    }
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

    /// The cells of all units that stand or lie on the board.
    pub(crate) fn occupied(&self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for unit in self.present.iter() {
            cells.insert(self.unit(unit).cell);
        }
        cells
    }

    #[inline]
    pub(crate) fn unit_at(&self, cell: Cell) -> Option<UnitId> {
        self.present
            .iter()
            .find(|&unit| self.unit(unit).cell == cell)
    }

    /// Gives a unit an order, or takes it away.
    pub(crate) fn set_order(&mut self, unit: UnitId, order: Option<StandingOrder>) {
        self.unit_mut(unit).order = order;
        self.ordered = match order {
            Some(_) => self.ordered.with(unit),
            None => self.ordered.without(unit),
        };
    }

    /// Changes the statuses of a unit.
    pub(crate) fn change_statuses<T>(
        &mut self,
        unit: UnitId,
        change: impl FnOnce(&mut Statuses) -> T,
    ) -> T {
        let statuses = &mut self.units[unit.slot()].statuses;
        let changed = change(statuses);
        self.afflicted = if statuses.is_empty() {
            self.afflicted.without(unit)
        } else {
            self.afflicted.with(unit)
        };
        changed
    }

    /// Works out what lands in the running step.
    pub(crate) fn note_landing(&mut self, arena: &Arena) {
        self.landing = Landing::default();
        for unit in self.acting.iter() {
            self.landing.note(arena, unit, self.unit(unit).action);
        }
    }

    /// The attack of a unit that landed in this tick on somebody, and what it hit.
    pub(crate) fn landed_attack(&self, by: UnitId) -> Option<(SkillId, Landed)> {
        let (skill, ..) = self.unit(by).wind_up()?;
        Some((skill, self.unit(by).landed?))
    }

    /// Cancels what a unit is winding up; a blow that lands in this tick no longer counts as one.
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
            && self.round <= arena.house().max_rounds.max(1)
            && self.is_order_sound(arena)
            && self
                .acting
                .or(self.marked)
                .or(self.ended)
                .iter()
                .all(|unit| unit.slot() < sheets.len())
            && self.units.len() == sheets.len()
            && arena
                .units()
                .all(|(unit, sheet)| self.is_unit_sound(arena, unit, sheet))
            && self.is_room_for_all(arena)
            && self.is_fire_sound(arena)
    }

    /// No two units share a cell, except in a pit until they are judged.
    fn is_room_for_all(&self, arena: &Arena) -> bool {
        let in_pit = |unit: &UnitId| arena.ground().pits.contains(self.unit(*unit).cell);
        let standing = self.present.iter().filter(|unit| !in_pit(unit)).count();
        (self.occupied() - arena.ground().pits).len() == standing
    }

    /// Initiative lists every unit once; the other tempos list none.
    fn is_order_sound(&self, arena: &Arena) -> bool {
        let listed: UnitSet = self
            .order
            .iter()
            .copied()
            .filter(|unit| unit.slot() < self.units.len())
            .collect();
        let wanted = if arena.tempo().rolls_initiative() {
            self.units.len()
        } else {
            0
        };
        self.order.len() == wanted
            && listed.len() == wanted
            && usize::from(self.place) < wanted.max(1)
            // The fallen have no turn.
            && self.order.get(usize::from(self.place)).is_none_or(|&unit| {
                self.outcome.is_some() || self.acting.contains(unit) || self.present.contains(unit)
            })
    }

    /// A battle whose time is up is over.
    fn is_in_time(&self, arena: &Arena) -> bool {
        let settled = self.due != Phase::Decide || self.outcome.is_some();
        let in_time = arena.tempo().takes_turns()
            || settled
            || self.tick < u32::from(arena.house().max_ticks);
        in_time && self.tick <= MAX_STEPS
    }

    fn is_unit_sound(&self, arena: &Arena, id: UnitId, sheet: &UnitSheet) -> bool {
        let unit = self.unit(id);
        let count = self.units.len();
        let own_deck = match sheet.deck {
            DeckUse::Own(_) => arena.deck_of(id),
            DeckUse::None | DeckUse::Shared => None,
        };
        let moves = sheet.brain.moves().len();
        let steps_well = unit.turn.points <= 100 && unit.turn.steps <= 100;
        let knows_order = match unit.order.map(|standing| standing.order) {
            Some(Order::Use { skill, .. }) => sheet.knows(skill).is_some(),
            _ => true,
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
        // Units are in a pit only until they are judged.
        let falls =
            unit.hp == 0 && self.due == Phase::Judge && arena.ground().pits.contains(unit.cell);
        unit.hp <= sheet.max_hp
            && hp_fits_life
            && lies_well
            && unit.block <= MAX_BLOCK
            && unit.sanity <= sheet.sanity.unwrap_or(0)
            && (unit.life == Life::Fallen || falls || arena.ground().walkable.contains(unit.cell))
            && (unit.is_up() || unit.action == Action::Idle)
            && acts_well
            && unit.statuses.is_sound(count)
            && unit.card.is_none_or(|card| usize::from(card) < moves)
            && unit.cooldowns.len() == sheet.skills.len()
            && rests_well
            && arena.check_rules(id, &unit.rules).is_ok()
            && unit.pile.is_sound(own_deck)
            && steps_well
            && knows_order
            && unit.watch.is_sound(count)
            && unit.landed.is_none_or(|landed| {
                let mut hit = (0..MAX_STRIKES).flat_map(|strike| landed.hit_by(strike).iter());
                hit.all(|unit| unit.slot() < count)
            })
    }
}
