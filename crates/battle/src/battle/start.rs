//! Tick 0: a battle begins, or comes back from where it was saved.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::arena::Arena;
use crate::autofight::AutofightMemory;
use crate::battle::fire::Fire;
use crate::battle::judge::draw_intents;
use crate::battle::turns::begin_first_turns;
use crate::battle::{Battle, Phase, State};
use crate::deck::Pile;
use crate::dice::Dice;
use crate::ids::{UnitId, UnitSet};
use crate::setup::{Setup, SetupError};
use crate::sink::Sink;
use crate::tempo::Turn;
use crate::unit::{Action, DeckUse, Faction, Life, Unit, UnitSheet};

impl Battle {
    /// A battle at tick 0: everyone in place, card brains with their first intent.
    pub fn start<S: Sink>(arena: &Arc<Arena>, seed: u64, sink: &mut S) -> Battle {
        let full = |side| {
            arena
                .shared_deck(side)
                .map_or_else(Pile::default, Pile::full)
        };
        let mut battle = Battle {
            arena: Arc::clone(arena),
            state: State {
                tick: 0,
                round: 1,
                order: Default::default(),
                place: 0,
                side: Faction::Friendly,
                due: Phase::Decide,
                acting: UnitSet::EMPTY,
                ended: UnitSet::EMPTY,
                player: false,
                marked: UnitSet::EMPTY,
                autofight: Default::default(),
                outcome: None,
                dice: Dice::new(seed),
                shared_piles: Faction::ALL.map(full),
                units: Default::default(),
                fire: Fire::default(),
                up: UnitSet::EMPTY,
                present: UnitSet::EMPTY,
                ordered: UnitSet::EMPTY,
                afflicted: UnitSet::EMPTY,
                landing: Default::default(),
            },
        };
        let state = &mut battle.state;
        // In place: a state is too large to be moved for nothing.
        for (unit, sheet) in arena.units() {
            state.units.push(enter(arena, unit, sheet));
            let entered = state.unit_mut(unit);
            entered.cooldowns.extend(sheet.skills.iter().map(|_| 0));
            entered.rules.extend(sheet.brain.rules().iter().cloned());
        }
        state.note_units();
        begin_first_turns(arena, state, sink);
        draw_intents(arena, state, sink);
        // The turns with which a battle begins take no block.
        for (unit, sheet) in arena.units() {
            state.unit_mut(unit).block = sheet.start_block;
        }
        battle
    }
}

/// A unit as its sheet sends it into battle, still without its lists.
fn enter(arena: &Arena, unit: UnitId, sheet: &UnitSheet) -> Unit {
    let mut statuses = crate::status::Statuses::default();
    for &affliction in &sheet.statuses {
        statuses.begin(affliction, None, false);
    }
    Unit {
        cell: sheet.cell,
        hp: sheet.hp,
        block: 0,
        sanity: sheet.sanity.unwrap_or(0),
        life: Life::Up,
        statuses,
        action: Action::Idle,
        card: None,
        cooldowns: Default::default(),
        rules: Default::default(),
        pile: match sheet.deck {
            DeckUse::Own(_) => arena.deck_of(unit).map_or_else(Pile::default, Pile::full),
            DeckUse::None | DeckUse::Shared => Pile::default(),
        },
        turn: Turn::default(),
        order: None,
        watch: AutofightMemory::default(),
        landed: None,
    }
}

impl State {
    /// Works out which units stand, are present, have an order or a status.
    fn note_units(&mut self) {
        for slot in 0..self.units.len() {
            let unit = UnitId(slot as u8);
            self.set_life(unit, self.unit(unit).life);
            self.set_order(unit, self.unit(unit).order);
            self.change_statuses(unit, |_| {});
        }
    }
}

/// Why a saved battle cannot be restored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RestoreError {
    /// Its set-up is wrong.
    Setup(Vec<SetupError>),
    /// No battle could ever be in this state.
    State,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::Setup(errors) => {
                write!(f, "the saved battle's set-up is wrong: ")?;
                for (at, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if at == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
            RestoreError::State => {
                write!(
                    f,
                    "the saved battle is damaged: no battle could be in this state"
                )
            }
        }
    }
}

impl std::error::Error for RestoreError {}

#[derive(Serialize)]
struct SavedRef<'a> {
    setup: &'a Setup,
    terms: u64,
    state: &'a State,
}

#[derive(Deserialize)]
struct Saved {
    setup: Setup,
    terms: u64,
    state: State,
}

impl TryFrom<Saved> for Battle {
    type Error = RestoreError;

    fn try_from(saved: Saved) -> Result<Battle, RestoreError> {
        let arena = Arena::restored(saved.setup, saved.terms).map_err(RestoreError::Setup)?;
        let mut state = saved.state;
        state.note_units();
        if state.is_sound(&arena) {
            state.note_landing(&arena);
            Ok(Battle {
                arena: Arc::new(arena),
                state,
            })
        } else {
            Err(RestoreError::State)
        }
    }
}

impl Serialize for Battle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedRef {
            setup: self.arena.setup(),
            terms: self.arena.terms(),
            state: &self.state,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Battle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Battle, D::Error> {
        Battle::try_from(Saved::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
