//! The battle of a run: playing it, orders, omens, and what it leaves behind.

use foretold_battle::brain::Rule;
use foretold_battle::{Command, Faction, Outcome, UnitId};
use foretold_content::PlaceKind;

use super::{JournalEntry, Run, RunEnd, RunStage, percent_of};
use crate::command::RunRefusal;
use crate::company::CompanyRule;
use crate::offer::{Pools, RunOffer};
use crate::realm::side;

impl Run {
    /// Plays the battle on, and settles it if it is won. Returns how many steps were played.
    pub(super) fn play(&mut self, steps: u32) -> Result<u32, RunRefusal> {
        let Some(fight) = self
            .fight
            .as_mut()
            .filter(|_| self.state.stage == RunStage::Fighting)
        else {
            return Err(self.not_now());
        };
        if fight.session.battle().outcome().is_some() {
            return Err(RunRefusal::BattleLost);
        }
        let before = fight.session.last_step();
        while fight.session.last_step() - before < steps {
            let last = fight.session.last_step();
            fight.session.step();
            if fight.session.last_step() == last {
                break;
            }
        }
        let played = fight.session.last_step() - before;
        if played == 0 && steps > 0 {
            return Err(RunRefusal::WaitsForOrder);
        }
        if let Some(outcome) = fight.session.battle().outcome() {
            self.settle(outcome);
        }
        Ok(played)
    }

    /// What a battle leaves behind.
    pub(super) fn settle(&mut self, outcome: Outcome) {
        let Some(fight) = &self.fight else { return };
        let battle = fight.session.battle();
        let units: Vec<_> = side(&fight.encounter, Faction::Friendly)
            .filter_map(|unit| battle.unit(unit))
            .collect();
        let fell = units.iter().enumerate().filter(|(_, unit)| !unit.is_up());
        let fell: Vec<u8> = fell.map(|(place, _)| place as u8).collect();
        let pack = self.state.place.and_then(|place| self.fight(place));
        self.state.journal.push(JournalEntry::Fought {
            pack: pack.map_or_else(String::new, |fight| fight.pack.clone()),
            outcome,
            steps: fight.session.last_step(),
            fell: fell.clone(),
        });
        if outcome != Outcome::Victory {
            if self.state.omens == 0 {
                self.finish(RunEnd::Lost);
            }
            return;
        }
        let sheets = &fight.encounter.setup().units;
        let after = units.iter().zip(sheets).map(|(unit, sheet)| {
            // Rules that nobody touched stay, also those whose skill was not at hand.
            let is_edited = unit.rules.as_slice() != sheet.brain.rules();
            let rules = unit.rules.iter();
            let rules = rules.map(|rule| CompanyRule::of(rule, &fight.encounter));
            (unit.hp, is_edited.then(|| rules.collect::<Vec<_>>()))
        });
        let after: Vec<_> = after.collect();
        for (place, (hp, rules)) in after.into_iter().enumerate() {
            let Some(companion) = self.state.company.get_mut(place) else {
                continue;
            };
            if let Some(rules) = rules {
                companion.rules = rules;
            }
            if fell.contains(&(place as u8)) {
                companion.wounds = (companion.wounds + 1).min(self.plan.most_wounds);
                let most = companion.max_hp(&self.realm, self.plan.wound);
                companion.hp = percent_of(most, self.plan.return_with).max(1);
            } else {
                let most = companion.max_hp(&self.realm, self.plan.wound);
                companion.hp = (hp + percent_of(most, self.plan.victory_heals)).clamp(1, most);
            }
        }
        let place = self.state.place;
        let kind = place.and_then(|place| self.state.map.kind(place));
        let (Some(place), Some(kind)) = (place, kind) else {
            return;
        };
        if kind == PlaceKind::Boss {
            self.finish(RunEnd::Won);
            return;
        }
        let pools = Pools::new(&self.realm, &self.plan, self.state.start);
        if kind == PlaceKind::Elite {
            let guarded = pools.items(place).into_iter();
            let guarded = guarded
                .filter(|item| self.is_useful(item))
                .find_map(|item| {
                    let RunOffer::Item(id) = &item else {
                        return None;
                    };
                    Some((id.clone(), item))
                });
            if let Some((id, item)) = guarded {
                self.state.bag.push(id);
                self.state.journal.push(JournalEntry::Took(item, None));
            }
        }
        let offers =
            self.useful(Pools::new(&self.realm, &self.plan, self.state.start).rewards(place));
        self.state.stage = RunStage::Offered(offers);
        self.fight = None;
    }

    /// Does something in the battle.
    pub(super) fn order(&mut self, order: &Command) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::Fighting {
            return Err(self.not_now());
        }
        let Some(fight) = &self.fight else {
            return Err(self.not_now());
        };
        if fight.session.battle().outcome().is_some() {
            return Err(RunRefusal::BattleLost);
        }
        if matches!(order, Command::Luck(_)) {
            return Err(RunRefusal::TrueDiceOnly);
        }
        if let Command::Rules { unit, rules } = order {
            self.check_rules_in_battle(*unit, rules)?;
        }
        let fight = self.fight.as_mut().expect("it was there a moment ago");
        let before = fight.session.entries().len();
        let given = fight.session.command(order.clone());
        // Autofight counts the orders that it refuses, so they are part of the battle.
        if fight.session.entries().len() > before {
            return Ok(());
        }
        given.map_err(RunRefusal::Battle)
    }

    /// Whether a unit of the battle may follow rules: all words are known, or the rule is one of its
    /// own first.
    ///
    /// # Errors
    /// Why not.
    pub fn check_rules_in_battle(&self, unit: UnitId, rules: &[Rule]) -> Result<(), RunRefusal> {
        let fight = self.fight.as_ref().ok_or_else(|| self.not_now())?;
        let place = side(&fight.encounter, Faction::Friendly).position(|it| it == unit);
        let pupil = place.and_then(|place| self.state.company.get(place));
        let pupil = pupil.ok_or(RunRefusal::NoSuchCompanion)?;
        let rules = rules.iter();
        let rules: Vec<CompanyRule> = rules
            .map(|rule| CompanyRule::of(rule, &fight.encounter))
            .collect();
        self.check_words(pupil, &rules)
    }

    /// Takes back the latest order, as long as no dice were rolled since.
    pub(super) fn undo(&mut self) -> Result<(), RunRefusal> {
        let is_fighting = self.state.stage == RunStage::Fighting;
        let Some(fight) = self.fight.as_mut().filter(|_| is_fighting) else {
            return Err(self.not_now());
        };
        fight.session.undo().map_err(RunRefusal::Battle)
    }

    /// Takes the battle back to a step, before the orders that were given there.
    pub(super) fn take_back(&mut self, step: u32) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::Fighting {
            return Err(self.not_now());
        }
        let Some(fight) = &mut self.fight else {
            return Err(self.not_now());
        };
        let last = fight.session.last_step();
        if step >= last {
            return Err(RunRefusal::NoSuchStep { last });
        }
        self.state.omens = self.state.omens.checked_sub(1).ok_or(RunRefusal::NoOmen)?;
        fight.session = fight.session.taken_back_to(step);
        self.state.journal.push(JournalEntry::TookBack(step));
        Ok(())
    }
}
