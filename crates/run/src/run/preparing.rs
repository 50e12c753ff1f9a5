//! Before a fight: who goes, which rules they follow, what they wear.

use foretold_battle::brain::Vocabulary;

use super::{JournalEntry, Run, RunStage, percent_of};
use crate::command::RunRefusal;
use crate::company::{Companion, CompanyRule};

impl Run {
    pub(super) fn choose(&mut self, chosen: &[u8]) -> Result<(), RunRefusal> {
        let RunStage::Choosing(offered) = &self.state.stage else {
            return Err(self.not_now());
        };
        let expected = self.plan.chosen.min(offered.len() as u8);
        let mut units = Vec::new();
        for &place in chosen {
            let unit = offered.get(usize::from(place));
            let unit = unit.ok_or(RunRefusal::NoSuchOffer)?;
            if units.contains(unit) {
                return Err(RunRefusal::WrongNumber { expected });
            }
            units.push(unit.clone());
        }
        if units.len() != usize::from(expected) {
            return Err(RunRefusal::WrongNumber { expected });
        }
        let company = units
            .iter()
            .filter_map(|unit| Companion::joins(&self.realm, unit));
        self.state.company = company.collect();
        self.state.journal.push(JournalEntry::SetOut(units));
        self.state.stage = RunStage::OnMap;
        Ok(())
    }

    pub(super) fn teach(&mut self, companion: u8, rules: &[CompanyRule]) -> Result<(), RunRefusal> {
        self.check_not_fighting()?;
        let pupil = self.companion(companion)?;
        if rules.len() > usize::from(pupil.slots) {
            return Err(RunRefusal::TooManyRules { slots: pupil.slots });
        }
        let pupil = &self.state.company[usize::from(companion)];
        for (number, rule) in rules.iter().enumerate() {
            // What an item taught may come back: its rules stay, and are passed over until then.
            let is_kept = pupil.rules.iter().any(|kept| kept.says_the_same(rule));
            if !is_kept && !pupil.knows(&self.realm, &rule.skill) {
                return Err(RunRefusal::UnknownSkill {
                    rule: number,
                    skill: rule.skill.clone(),
                });
            }
            if !rule.is_on_board() {
                return Err(RunRefusal::TooFar { rule: number });
            }
        }
        self.check_words(pupil, rules)?;
        self.companion(companion)?.rules = rules.to_vec();
        Ok(())
    }

    /// Whether a companion may follow rules: all words are known, or the rule is one of its own first.
    pub(super) fn check_words(
        &self,
        pupil: &Companion,
        rules: &[CompanyRule],
    ) -> Result<(), RunRefusal> {
        for (number, rule) in rules.iter().enumerate() {
            let words = self.unknown_words(pupil, rule);
            if !words.is_empty() {
                return Err(RunRefusal::UnknownWords {
                    rule: number,
                    words,
                });
            }
        }
        Ok(())
    }

    /// The words that keep a companion from following a rule: none if the company knows them all, or
    /// if the rule is one of the companion's own first.
    pub fn unknown_words(&self, pupil: &Companion, rule: &CompanyRule) -> Vocabulary {
        let own = self.realm.recruit(&pupil.unit);
        let own = own.map_or(&[][..], |recruit| &recruit.rules);
        if own.iter().any(|own| own.says_the_same(rule)) {
            return Vocabulary::NOTHING;
        }
        rule.words().minus(self.state.words)
    }

    pub(super) fn wear(&mut self, companion: u8, item: &str) -> Result<(), RunRefusal> {
        self.check_not_fighting()?;
        self.companion(companion)?;
        let in_bag = self.state.bag.iter().position(|known| known == item);
        let place = in_bag.ok_or_else(|| RunRefusal::NotInBag {
            item: item.to_owned(),
        })?;
        let slot = self.realm.item(item).map(|item| item.slot);
        let slot = slot.ok_or_else(|| RunRefusal::NotInBag {
            item: item.to_owned(),
        })?;
        let id = self.state.bag.remove(place);
        let before = self.companion(companion)?.items.insert(slot, id);
        self.state.bag.extend(before);
        self.hold_hp();
        Ok(())
    }

    /// Nobody has more HP than it can have, or none.
    pub(super) fn hold_hp(&mut self) {
        for companion in &mut self.state.company {
            let most = companion.max_hp(&self.realm, self.plan.wound);
            companion.hp = companion.hp.clamp(1, most);
        }
    }

    pub(super) fn heal(&mut self, percent: u8) {
        for companion in &mut self.state.company {
            let most = companion.max_hp(&self.realm, self.plan.wound);
            companion.hp = (companion.hp + percent_of(most, percent)).min(most);
        }
    }
}
