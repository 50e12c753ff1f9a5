//! The battle itself: a value that plays one tick after another (rules §5).

mod blows;
mod confusion;
mod decide;
mod effects;
mod fire;
mod foretell;
mod guards;
mod judge;
mod movement;
mod orders;
mod sequence;
mod shove;
mod start;
mod state;
mod strikes;
mod threats;
mod turns;
mod victims;
mod what_if;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::autofight::AutofightSettings;
use crate::board::{Cell, CellSet};
use crate::brain::{self, Decision, Intent, Reach, Rule, View, Why};
use crate::deck::Pile;
use crate::dice::Dice;
use crate::event::Outcome;
use crate::fingerprint::fingerprint;
use crate::house_rules::{HeavyStrikes, Luck};
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::preview::{Bumped, Preview, bumped, preview};
use crate::setup::RuleError;
use crate::sink::{Silent, Sink};
use crate::unit::{CardMove, DeckUse, Faction, Unit};

pub use blows::Blow;
pub(crate) use fire::MAX_FIRE;
pub use foretell::{ForetoldTurn, TurnEnd, TurnPart, TurnPartKind};
pub use sequence::{Due, When};
pub(crate) use shove::Shoves;
pub use shove::{ForetoldShove, ShoveEnd};
pub use start::RestoreError;
pub(crate) use state::State;
pub use threats::Threat;
pub use what_if::Danger;

/// One battle: small, cloneable, with its dice inside. Playing it allocates nothing.
///
/// ```
/// use foretold_battle::testing::{board, heavy_punch, move_towards, recruit};
/// use foretold_battle::{Event, Outcome};
///
/// let mut battle = board("
///     A . . e
/// ")
/// .unit('A', recruit().gambits([heavy_punch(), move_towards()]))
/// .unit('e', recruit())
/// .start(42);
/// let mut log: Vec<Event> = Vec::new();
/// assert_eq!(battle.play(&mut log), Outcome::Victory);
/// ```
#[derive(Clone, Debug)]
pub struct Battle {
    arena: Arc<Arena>,
    state: State,
}

/// The phases of a tick, in the order in which they run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Everyone decides against the state at the start of the tick.
    Decide,
    /// Block and dodging from this tick's actions.
    Guards,
    /// Attacks of cost 1.
    QuickStrikes,
    /// Steps, with collisions.
    Movement,
    /// Attacks of cost 2 or more whose last tick this is.
    HeavyStrikes,
    /// Heals, statuses, shoves, death saves, poison and hazards; durations count down.
    Effects,
    /// The fallen leave, the outcome is judged, card brains draw their next intent.
    Judge,
}

impl Phase {
    /// The one definition of the order.
    pub const ALL: [Phase; 7] = [
        Phase::Decide,
        Phase::Guards,
        Phase::QuickStrikes,
        Phase::Movement,
        Phase::HeavyStrikes,
        Phase::Effects,
        Phase::Judge,
    ];

    /// The phase after this one; after the last comes the first of the next step.
    #[inline]
    pub const fn next(self) -> Phase {
        const NEXT: [Phase; Phase::ALL.len()] = {
            let [first, second, third, fourth, fifth, sixth, last] = Phase::ALL;
            [second, third, fourth, fifth, sixth, last, first]
        };
        NEXT[self as usize]
    }
}

impl Battle {
    /// Plays one step, or the rest of one that has begun. Does nothing once the battle is
    /// over, or while it [waits](Battle::waits_for) for the player. In ticks a step is a tick.
    pub fn step<S: Sink>(&mut self, sink: &mut S) -> Option<Outcome> {
        for phase in Phase::ALL {
            self.run(phase, sink);
        }
        self.state.outcome
    }

    /// Plays on without a player until the battle is over, at the latest when its time is up.
    pub fn play<S: Sink>(&mut self, sink: &mut S) -> Outcome {
        self.set_player(false);
        loop {
            if let Some(outcome) = self.step(sink) {
                return outcome;
            }
        }
    }

    /// Runs one phase if it is the one that is [due](Battle::due), else does nothing.
    /// [`Phase::ALL`] is the order; [`Battle::step`] runs them all.
    #[inline(always)]
    pub fn run<S: Sink>(&mut self, phase: Phase, sink: &mut S) {
        let Battle { arena, state } = self;
        if state.outcome.is_some() || phase != state.due {
            return;
        }
        let before_movement = arena.house().heavy_strikes == HeavyStrikes::BeforeMovement;
        match phase {
            Phase::Decide => {
                if !decide::decide(arena, state, sink) {
                    return;
                }
            }
            Phase::Guards => guards::raise(arena, state, sink),
            Phase::QuickStrikes => {
                strikes::land_quick(arena, state, sink);
                if before_movement {
                    strikes::land_heavy(arena, state, sink);
                }
            }
            Phase::Movement => movement::walk(arena, state, sink),
            Phase::HeavyStrikes if before_movement => {}
            Phase::HeavyStrikes => strikes::land_heavy(arena, state, sink),
            Phase::Effects => effects::take_effect(arena, state, sink),
            Phase::Judge => judge::judge(arena, state, sink),
        }
        state.due = phase.next();
    }

    /// The phase that comes next; a step has begun if it is not [`Phase::Decide`].
    pub fn due(&self) -> Phase {
        self.state.due
    }

    /// What the battle is fought with.
    pub fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// How many steps have been played; in ticks a step is a tick.
    pub fn tick(&self) -> u32 {
        self.state.tick
    }

    /// Which round it is, from 1; not counted in ticks.
    pub fn round(&self) -> u16 {
        self.state.round
    }

    /// The units whose turn it is: in ticks everyone, in initiative one, in phases a side.
    pub fn in_turn(&self) -> UnitSet {
        self.state.in_turn(&self.arena)
    }

    /// The order in which units act in initiative, the fallen included.
    pub fn initiative_order(&self) -> &[UnitId] {
        &self.state.order
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    /// Every unit in slot order, the fallen included.
    pub fn units(&self) -> impl ExactSizeIterator<Item = (UnitId, &Unit)> {
        self.state
            .units
            .iter()
            .enumerate()
            .map(|(slot, unit)| (UnitId(slot as u8), unit))
    }

    /// A unit, if this battle has it.
    pub fn unit(&self, unit: UnitId) -> Option<&Unit> {
        self.state.units.get(unit.slot())
    }

    /// The unit that stands or lies in a cell.
    pub fn unit_at(&self, cell: Cell) -> Option<UnitId> {
        self.state.unit_at(cell)
    }

    /// What a unit is about to do, and why; if it is not its turn, what it would do if that
    /// began now. Draws no chance and changes nothing.
    pub fn decide(&self, unit: UnitId) -> Option<Decision> {
        self.unit(unit)?;
        let mut why = Why::default();
        let choice = if self.in_turn().contains(unit) {
            brain::decide(&self.view(), unit, Some(&mut why))
        } else {
            let mut state = self.state.clone();
            state.unit_mut(unit).turn = self.arena.economy(unit).fresh_turn();
            brain::decide(&View::new(&self.arena, &state), unit, Some(&mut why))
        };
        Some(Decision {
            action: choice.action,
            why,
        })
    }

    /// The intent that a card brain shows.
    pub fn intent(&self, unit: UnitId) -> Option<Intent> {
        let card = self.card(unit)?;
        Some(brain::shown_intent(&self.arena, self.unit(unit)?, card))
    }

    /// The skill behind the intent that a card brain shows; `None` if it is secret.
    pub fn intended_skill(&self, unit: UnitId) -> Option<SkillId> {
        let card = self.card(unit)?;
        (!brain::is_secret(self.unit(unit)?, card)).then_some(card.skill)
    }

    /// The move that a card brain holds.
    fn card(&self, unit: UnitId) -> Option<CardMove> {
        let place = self.unit(unit)?.card?;
        let moves = self.arena.sheet(unit).brain.moves();
        moves.get(usize::from(place)).copied()
    }

    /// What is left of the combat deck that a unit draws from.
    pub fn pile(&self, unit: UnitId) -> Option<&Pile> {
        let state = self.unit(unit)?;
        let sheet = self.arena.sheet(unit);
        match sheet.deck {
            DeckUse::None => None,
            DeckUse::Own(_) => Some(&state.pile),
            DeckUse::Shared => Some(&self.state.shared_piles[sheet.faction as usize]),
        }
    }

    /// Whether a skill used from one cell reaches another, and if not, why (rules §2).
    pub fn reach(&self, skill: SkillId, from: Cell, to: Cell) -> Option<Reach> {
        let skill = self.arena.setup().skills.get(skill.index())?;
        Some(self.view().reach(from, to, skill))
    }

    /// The opponents that a unit's skill would reach from a cell, or hit if it strikes all around its
    /// user.
    pub fn valid_targets(&self, unit: UnitId, skill: SkillId, from: Cell) -> UnitSet {
        let (Some(skill), true) = (
            self.arena.setup().skills.get(skill.index()),
            self.unit(unit).is_some(),
        ) else {
            return UnitSet::EMPTY;
        };
        let view = self.view().with_unit_elsewhere(unit);
        let valid = |&enemy: &UnitId| view.can_attack(from, view.unit(enemy).cell, skill);
        view.enemies_of(unit).iter().filter(valid).collect()
    }

    /// What an attack on a unit would do to it, before any die is rolled (rules §7).
    pub fn preview(&self, attacker: UnitId, skill: SkillId, target: UnitId) -> Option<Preview> {
        let at = self.locked_cell(attacker, skill, target)?;
        preview((self, self), attacker, skill, at, target)
    }

    /// The cell at which a unit locks an attack on a target: its own, if the skill strikes all around
    /// its user. `None` if the ids do not fit.
    pub fn locked_cell(&self, attacker: UnitId, skill: SkillId, target: UnitId) -> Option<Cell> {
        let skill = self.arena.setup().skills.get(skill.index())?;
        Some(skill.lock(self.unit(attacker)?.cell, self.unit(target)?.cell))
    }

    /// What an attack that is locked at a cell would do to each unit that it would hit, in slot
    /// order.
    pub fn previews_at(
        &self,
        attacker: UnitId,
        skill: SkillId,
        at: Cell,
    ) -> Vec<(UnitId, Preview)> {
        let of = |target| Some((target, preview((self, self), attacker, skill, at, target)?));
        let victims = self.victims(attacker, skill, at);
        victims.iter().filter_map(of).collect()
    }

    /// The units that an attack that is locked at a cell would shove others against without hitting
    /// them, in slot order.
    pub fn bumped_at(&self, attacker: UnitId, skill: SkillId, at: Cell) -> Vec<Bumped> {
        bumped((self, self), attacker, skill, at)
    }

    /// What the shoves of an attack do now if these strikes, a bit each, hit these units; `None` if
    /// there is nothing to shove.
    pub(crate) fn shoves(
        &self,
        attacker: UnitId,
        skill: SkillId,
        units: UnitSet,
        hits: u8,
    ) -> Option<Shoves> {
        let from = self.state.unit(attacker).cell;
        let attack = (attacker, self.arena.skill(skill), from);
        Shoves::of(&self.arena, &self.state, attack, units, hits)
    }

    /// The cells that a unit's attack would hit from where it stands, locked at a cell (rules §13).
    pub fn cells_hit(&self, attacker: UnitId, skill: SkillId, at: Cell) -> CellSet {
        let skill = self.arena.setup().skills.get(skill.index());
        match (skill, self.unit(attacker)) {
            (Some(skill), Some(unit)) if skill.is_hostile() => {
                skill.area().cells(self.arena.ground(), unit.cell, at)
            }
            _ => CellSet::EMPTY,
        }
    }

    /// The units that a unit's attack would hit from where it stands if it landed now, locked at a
    /// cell.
    pub fn victims(&self, attacker: UnitId, skill: SkillId, at: Cell) -> UnitSet {
        let skill = self.arena.setup().skills.get(skill.index());
        match (skill, self.unit(attacker)) {
            (Some(skill), Some(unit)) if skill.is_hostile() => {
                self.state
                    .victims(&self.arena, attacker, skill, unit.cell, at)
            }
            _ => UnitSet::EMPTY,
        }
    }

    /// Replaces a unit's rules; the new ones count from its next decision.
    pub fn set_rules(&mut self, unit: UnitId, rules: &[Rule]) -> Result<(), RuleError> {
        self.arena.check_rules(unit, rules)?;
        let state = self.state.unit_mut(unit);
        state.rules.clear();
        state.rules.extend(rules.iter().cloned());
        Ok(())
    }

    /// Which turn it is: the round, the place in the order, the side.
    pub(crate) fn whose_turn(&self) -> (u16, u8, Faction) {
        (self.state.round, self.state.place, self.state.side)
    }

    /// The battle's own dice.
    pub(crate) fn dice(&self) -> &Dice {
        &self.state.dice
    }

    /// Makes this one of the many ways in which the battle could go on: other dice, and
    /// other cards behind the intents that nobody knows.
    pub(crate) fn imagine(&mut self, seed: u64, number: u32) {
        self.state.dice = Dice::imagined(seed, number);
        judge::redraw_hidden_intents(&self.arena, &mut self.state, &mut Silent);
    }

    pub(crate) fn view(&self) -> View<'_> {
        View::new(&self.arena, &self.state)
    }

    /// A hash of the whole state, the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        fingerprint(&self.state) ^ self.arena.terms()
    }

    /// Changes the luck from here on.
    pub fn set_luck(&mut self, luck: Luck) {
        self.arena = Arc::new(self.arena.with_luck(luck));
    }

    /// Changes how a unit autofights from here on.
    pub fn set_autofight(&mut self, unit: UnitId, settings: &AutofightSettings) {
        self.arena = Arc::new(self.arena.with_autofight(unit, settings));
    }
}
