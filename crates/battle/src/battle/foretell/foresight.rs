//! Playing on without dice: what happens between now and the end of a foretold turn.

use std::mem;
use std::sync::Arc;

use super::{ForetoldTurn, TurnEnd, TurnPart, TurnPartKind};
use crate::arena::Arena;
use crate::battle::{Battle, Phase};
use crate::event::{Event, Happening, Suffering};
use crate::hit::Odds;
use crate::house_rules::Luck;
use crate::ids::{UnitId, UnitSet};
use crate::sink::Sink;
use crate::unit::{Action, Life, Unit};

/// A copy of a battle that is played on without dice.
pub(super) struct Foresight {
    pub(super) copy: Battle,
    /// The same arena under certain luck, once a blow needs it.
    certain: Option<Arc<Arena>>,
    /// Whether the copy is, so far, what the battle will be.
    pub(super) sure: bool,
}

impl Foresight {
    pub(super) fn new(battle: &Battle) -> Foresight {
        Foresight {
            copy: battle.clone(),
            certain: None,
            sure: true,
        }
    }

    pub(super) fn is_in_turn(&self, unit: UnitId) -> bool {
        let state = &self.copy.state;
        state.outcome.is_none()
            && state.up.contains(unit)
            && self.copy.in_turn().contains(unit)
            && !state.unit(unit).turn.over
    }

    /// The unit does nothing more in its turn.
    pub(super) fn hold(&mut self, unit: UnitId) {
        self.copy.state.unit_mut(unit).turn.over = true;
    }

    /// All others hold until it is the unit's turn; `None` if that never comes.
    pub(super) fn wait_for(&mut self, unit: UnitId) -> Option<()> {
        loop {
            for other in self.copy.in_turn().without(unit).iter() {
                self.hold(other);
            }
            if self.is_in_turn(unit) {
                return Some(());
            }
            self.step();
            if !self.copy.is_between_steps() || !self.copy.state.up.contains(unit) {
                return None;
            }
        }
    }

    /// A step of a unit in its turn: added to what is foretold of it, and played on the copy.
    pub(super) fn act(&mut self, turn: &mut ForetoldTurn) {
        let unit = turn.unit;
        let Battle { arena, state } = &self.copy;
        if !state.awaiting(arena, UnitSet::EMPTY.with(unit)).is_empty() {
            turn.end = TurnEnd::Asked;
            return self.hold(unit);
        }
        let Some(decision) = self.copy.known_decision(unit) else {
            (turn.end, self.sure) = (TurnEnd::Hidden, false);
            return self.hold(unit);
        };
        let (action, rule) = (decision.action, decision.rule());
        let from = self.copy.state.unit(unit).cell;
        // Any action could be the one on a hidden card.
        let shown = self.copy.intended_skill(unit);
        let plays_card = self.copy.card(unit).is_some()
            && matches!(action, Action::Use { skill, .. } if shown.is_none_or(|it| it == skill));
        self.copy.run(Phase::Decide, &mut NoDice::default());
        let what = self.copy.part_of(unit, action);
        let may_live = what.as_ref().map_or(UnitSet::EMPTY, may_live);
        let last = turn.parts.last();
        if what.is_some() && last.is_some_and(|last| last.rule != rule) {
            turn.later.push((from, decision));
        } else {
            turn.first.get_or_insert(decision);
        }
        if let Some(what) = what {
            let (sure, stopped) = (self.sure, false);
            turn.add(TurnPart {
                what,
                sure,
                stopped,
                rule,
            });
        }
        if self.copy.goes_astray(unit, action) {
            (turn.end, self.sure) = (TurnEnd::Astray, false);
            self.copy.state.unit_mut(unit).action = Action::Idle;
            self.hold(unit);
        }
        self.resolve(may_live);
        if plays_card && self.is_in_turn(unit) && !self.copy.view().has_acted(unit) {
            (turn.end, self.sure) = (TurnEnd::Draws, false);
            self.hold(unit);
        }
    }

    /// A step in which nobody does anything: turns end and begin.
    pub(super) fn step(&mut self) {
        self.copy.run(Phase::Decide, &mut NoDice::default());
        self.resolve(UnitSet::EMPTY);
    }

    /// The rest of a step. If it asks for dice, blows land under certain luck instead, and those
    /// that `may_live` do not fall.
    fn resolve(&mut self, may_live: UnitSet) {
        let before = self.copy.clone();
        let mut dice = NoDice::default();
        while self.copy.due() != Phase::Judge {
            self.copy.run(self.copy.due(), &mut dice);
        }
        if dice.asked {
            let luckless = || Arc::new(before.arena.with_luck(Luck::Certain));
            let certain = Arc::clone(self.certain.get_or_insert_with(luckless));
            self.copy.state = before.state.clone();
            let real = mem::replace(&mut self.copy.arena, certain);
            while self.copy.due() != Phase::Effects {
                self.copy.run(self.copy.due(), &mut dice);
            }
            self.spare(may_live, &before);
            self.take_effect(may_live);
            self.copy.arena = real;
            self.sure = false;
        }
        // What is drawn in Judge, the next intents, is for later turns.
        self.copy.run(Phase::Judge, &mut dice);
    }

    /// A blow that may kill or not does not.
    fn spare(&mut self, units: UnitSet, before: &Battle) {
        for id in units.iter() {
            let life = before.state.unit(id).life;
            let unit = self.copy.state.unit_mut(id);
            if life == Life::Up {
                unit.hp = unit.hp.max(1);
            }
            self.copy.state.set_life(id, life);
        }
    }

    /// Effects, in which a shove that may kill one of these units or not does not: out of a pit it
    /// is back where it was, and a bump leaves it on its feet.
    fn take_effect(&mut self, may_live: UnitSet) {
        let (before, mut dice) = (self.copy.clone(), NoDice::default());
        self.copy.run(Phase::Effects, &mut dice);
        let pits = self.copy.arena.ground().pits;
        let in_pit = |unit: &UnitId| pits.contains(self.copy.state.unit(*unit).cell);
        let fallen: UnitSet = may_live.iter().filter(in_pit).collect();
        for unit in fallen.iter() {
            let &Unit { cell, hp, .. } = before.state.unit(unit);
            let unit = self.copy.state.unit_mut(unit);
            (unit.cell, unit.hp) = (cell, hp);
        }
        self.spare(may_live.and(dice.bumped), &before);
    }
}

/// The units that a part of a turn strikes or shoves against something without killing them for
/// certain.
fn may_live(part: &TurnPartKind) -> UnitSet {
    let TurnPartKind::Strike {
        blow,
        kill,
        others,
        bumped,
    } = part
    else {
        return UnitSet::EMPTY;
    };
    let struck = [(*blow, *kill)].into_iter().chain(others.iter().copied());
    let struck = struck.filter_map(|(blow, kill)| Some((blow.target?, kill)));
    let all = struck.chain(bumped.iter().map(|it| (it.unit, it.kill)));
    let may_live = all.filter(|(_, kill)| *kill != Odds::CERTAIN);
    may_live.map(|(unit, _)| unit).collect()
}

/// A sink in place of the dice. It always answers with the middle: a downed unit lives on.
#[derive(Default)]
struct NoDice {
    /// Whether a die was asked for.
    asked: bool,
    /// The units that something was pushed against, or that were pushed against something.
    bumped: UnitSet,
}

impl Sink for NoDice {
    fn event(&mut self, event: Event) {
        if let Happening::Suffered {
            unit,
            cause: Suffering::Bump { .. },
            ..
        } = event.what
        {
            self.bumped = self.bumped.with(unit);
        }
    }

    fn rigged_roll(&mut self, sides: u32) -> Option<u32> {
        self.asked = true;
        Some(sides.div_ceil(2))
    }
}
