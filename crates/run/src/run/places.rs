//! Places of the map: what is found there, what can be taken, and what it costs.

use std::sync::Arc;

use foretold_battle::brain::RuleWord;
use foretold_battle::{MAX_RULES, Session};
use foretold_content::{CardChange, PlaceKind, Price};

use super::{CurrentFight, JournalEntry, Run, RunStage, percent_of};
use crate::command::{Rest, RunRefusal};
use crate::company::Companion;
use crate::map::PlaceId;
use crate::offer::{Pools, RunOffer, ShrineTerms, is_new_word};

impl Run {
    pub(super) fn go(&mut self, to: PlaceId) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::OnMap {
            return Err(self.not_now());
        }
        let kind = self.state.map.kind(to);
        let is_way = self.ways().contains(&to);
        let kind = kind.filter(|_| is_way).ok_or(RunRefusal::NoWay { to })?;
        let pools = Pools::new(&self.realm, &self.plan, self.state.start);
        let stage = match kind {
            PlaceKind::Fight | PlaceKind::Elite | PlaceKind::Boss => {
                let encounter = Arc::new(self.encounter(to)?);
                let fight = self.fight(to).ok_or(RunRefusal::NoWay { to })?;
                let arena = encounter.arena();
                let session = Session::start(&arena, &encounter.name, fight.seed);
                self.fight = Some(CurrentFight { encounter, session });
                RunStage::Fighting
            }
            PlaceKind::Camp => RunStage::AtCamp,
            PlaceKind::Teacher => RunStage::Offered(self.useful(pools.words(to))),
            PlaceKind::Cache => RunStage::Offered(self.useful(pools.items(to))),
            PlaceKind::Shrine => RunStage::AtShrine(
                pools
                    .bargains(to)
                    .into_iter()
                    .find(|terms| self.can_take(terms)),
            ),
        };
        self.state.place = Some(to);
        self.state.journal.push(JournalEntry::Came(to, kind));
        self.state.stage = stage;
        Ok(())
    }

    /// The first things that the company can use, each once.
    pub(super) fn useful(&self, drawn: Vec<RunOffer>) -> Vec<RunOffer> {
        let mut offers: Vec<RunOffer> = Vec::new();
        for offer in drawn {
            if offers.len() == usize::from(self.plan.offers) {
                break;
            }
            if !offers.contains(&offer) && self.is_useful(&offer) {
                offers.push(offer);
            }
        }
        offers
    }

    pub(super) fn is_useful(&self, offer: &RunOffer) -> bool {
        let company = &self.state.company;
        match offer {
            RunOffer::Word(word) => is_new_word(self.state.words, word),
            RunOffer::Skill(skill) => company.iter().any(|it| it.can_learn(&self.realm, skill)),
            RunOffer::Slot => company.iter().any(|it| usize::from(it.slots) < MAX_RULES),
            RunOffer::Item(item) => {
                let worn = company.iter().flat_map(|it| it.items.values());
                !worn.chain(&self.state.bag).any(|known| known == item)
            }
            RunOffer::Card(change) => company
                .iter()
                .any(|it| it.can_change_deck(&self.realm, *change)),
            RunOffer::Companion(unit) => {
                company.len() < usize::from(self.plan.most)
                    && company.iter().all(|it| it.unit != *unit)
            }
            RunOffer::Healing(_) => company.iter().any(|it| it.hp < self.max_hp(it)),
            RunOffer::Omen => self.state.omens < u8::MAX,
        }
    }

    /// Whether a bargain can be struck: where one companion pays and gets, the same one must be able
    /// to do both.
    pub(super) fn can_take(&self, terms: &ShrineTerms) -> bool {
        let (price, gives) = (terms.price, &terms.gives);
        if !self.is_useful(gives) || !self.can_pay(price) {
            return false;
        }
        let is_for_one = price.needs_companion() || gives.needs_companion();
        let strike = |companion| {
            let mut after = self.clone();
            after.pay(price, companion).is_ok() && after.give(gives, companion).is_ok()
        };
        !is_for_one || (0..self.state.company.len() as u8).any(|place| strike(Some(place)))
    }

    pub(super) fn can_pay(&self, price: Price) -> bool {
        let company = &self.state.company;
        match price {
            Price::Hp(percent) => company
                .iter()
                .all(|it| it.hp > percent_of(self.max_hp(it), percent)),
            Price::Wound => company.iter().any(|it| it.wounds < self.plan.most_wounds),
            Price::Omen => self.state.omens > 0,
            Price::Card(card) => company
                .iter()
                .any(|it| it.can_change_deck(&self.realm, CardChange::Add(card))),
        }
    }

    pub(super) fn take(&mut self, offer: u8, companion: Option<u8>) -> Result<(), RunRefusal> {
        match self.state.stage.clone() {
            RunStage::Offered(offers) => {
                let offer = offers.get(usize::from(offer));
                let offer = offer.ok_or(RunRefusal::NoSuchOffer)?;
                self.give(offer, companion)?;
                self.note_taken(offer, companion);
            }
            RunStage::AtShrine(Some(terms)) if offer == 0 => {
                // One companion may pay and get: both are checked before anything changes.
                let mut after = self.clone();
                after.pay(terms.price, companion)?;
                after.give(&terms.gives, companion)?;
                *self = after;
                let payer = companion.filter(|_| terms.price.needs_companion());
                let paid = JournalEntry::Paid(terms.price, payer);
                self.state.journal.push(paid);
                self.note_taken(&terms.gives, companion);
            }
            RunStage::AtShrine(_) => return Err(RunRefusal::NoSuchOffer),
            _ => return Err(self.not_now()),
        }
        self.state.stage = RunStage::OnMap;
        Ok(())
    }

    pub(super) fn note_taken(&mut self, offer: &RunOffer, companion: Option<u8>) {
        let taker = companion.filter(|_| offer.needs_companion());
        let taken = JournalEntry::Took(offer.clone(), taker);
        self.state.journal.push(taken);
    }

    pub(super) fn give(
        &mut self,
        offer: &RunOffer,
        companion: Option<u8>,
    ) -> Result<(), RunRefusal> {
        let named = companion.ok_or(RunRefusal::NeedsCompanion);
        match offer {
            RunOffer::Word(word) => {
                let word: RuleWord = word.parse().map_err(|_| RunRefusal::NoSuchOffer)?;
                self.state.words = self.state.words.with(word);
            }
            RunOffer::Skill(skill) => self.learn(named?, skill)?,
            RunOffer::Slot => self.add_slot(named?)?,
            RunOffer::Item(item) => self.state.bag.push(item.clone()),
            RunOffer::Card(change) => self.change_deck(named?, *change)?,
            RunOffer::Companion(unit) => {
                let joins = Companion::joins(&self.realm, unit);
                self.state
                    .company
                    .push(joins.ok_or(RunRefusal::NoSuchCompanion)?);
            }
            RunOffer::Healing(percent) => self.heal(*percent),
            RunOffer::Omen => self.state.omens = self.state.omens.saturating_add(1),
        }
        Ok(())
    }

    pub(super) fn pay(&mut self, price: Price, companion: Option<u8>) -> Result<(), RunRefusal> {
        let named = companion.ok_or(RunRefusal::NeedsCompanion);
        match price {
            Price::Hp(percent) => {
                for companion in &mut self.state.company {
                    let most = companion.max_hp(&self.realm, self.plan.wound);
                    let left = companion.hp.saturating_sub(percent_of(most, percent));
                    companion.hp = left.max(1);
                }
            }
            Price::Wound => {
                let most = self.plan.most_wounds;
                let payer = self.companion(named?)?;
                if payer.wounds >= most {
                    return Err(RunRefusal::TooManyWounds);
                }
                payer.wounds += 1;
                self.hold_hp();
            }
            Price::Omen => {
                let left = self.state.omens.checked_sub(1);
                self.state.omens = left.ok_or(RunRefusal::NoOmen)?;
            }
            Price::Card(card) => self.change_deck(named?, CardChange::Add(card))?,
        }
        Ok(())
    }

    pub(super) fn learn(&mut self, companion: u8, skill: &str) -> Result<(), RunRefusal> {
        self.companion(companion)?;
        let pupil = &self.state.company[usize::from(companion)];
        if !pupil.can_learn(&self.realm, skill) {
            return Err(RunRefusal::CannotLearn {
                skill: skill.to_owned(),
            });
        }
        self.companion(companion)?.learned.push(skill.to_owned());
        Ok(())
    }

    pub(super) fn add_slot(&mut self, companion: u8) -> Result<(), RunRefusal> {
        let companion = self.companion(companion)?;
        if usize::from(companion.slots) >= MAX_RULES {
            return Err(RunRefusal::NoMoreSlots);
        }
        companion.slots += 1;
        Ok(())
    }

    pub(super) fn change_deck(
        &mut self,
        companion: u8,
        change: CardChange,
    ) -> Result<(), RunRefusal> {
        self.companion(companion)?;
        let owner = &self.state.company[usize::from(companion)];
        if !owner.can_change_deck(&self.realm, change) {
            return Err(RunRefusal::NoSuchCard);
        }
        self.companion(companion)?.cards.push(change);
        Ok(())
    }

    pub(super) fn leave(&mut self) -> Result<(), RunRefusal> {
        match self.state.stage {
            RunStage::Offered(_) | RunStage::AtCamp | RunStage::AtShrine(_) => {
                self.state.journal.push(JournalEntry::Left);
                self.state.stage = RunStage::OnMap;
                Ok(())
            }
            _ => Err(self.not_now()),
        }
    }

    pub(super) fn rest(&mut self, rest: &Rest) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::AtCamp {
            return Err(self.not_now());
        }
        match rest {
            Rest::Heal => {
                for companion in &mut self.state.company {
                    companion.wounds = 0;
                }
                self.heal(self.plan.camp_heals);
            }
            Rest::Learn { companion, skill } => self.learn(*companion, skill)?,
            Rest::Slot { companion } => self.add_slot(*companion)?,
        }
        self.state.journal.push(JournalEntry::Rested(rest.clone()));
        self.state.stage = RunStage::OnMap;
        Ok(())
    }
}
