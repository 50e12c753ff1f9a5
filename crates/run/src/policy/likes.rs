//! What a policy likes best: a number for every choice, from its lists and the state of the company.

use foretold_battle::brain::{RuleWord, Vocabulary};
use foretold_content::{PlaceKind, Price};

use super::arrange::value;
use super::build::Build;
use super::lore::Lore;
use crate::command::{Rest, RunCommand};
use crate::offer::{RunOffer, ShrineTerms};
use crate::run::{Run, RunStage};

/// Likes of a policy.
pub(super) struct Likes<'a> {
    pub(super) build: &'static Build,
    pub(super) lore: &'a Lore,
}

/// How well a company is: its HP in percent of what it could have without wounds.
pub(super) fn health(run: &Run) -> i32 {
    let company = run.company();
    let whole = |companion: &crate::company::Companion| i32::from(companion.max_hp(run.realm(), 0));
    let most: i32 = company.iter().map(whole).sum();
    let hp: i32 = company.iter().map(|it| i32::from(it.hp)).sum();
    hp * 100 / most.max(1)
}

/// The place of something in a list, the first one worth most: 0 if it is not there.
fn liking(list: &[&str], id: &str) -> i32 {
    let place = list.iter().position(|liked| *liked == id);
    place.map_or(0, |place| {
        (list.len() - place) as i32 * 20 / list.len() as i32
    })
}

impl Likes<'_> {
    /// How much a policy would like to do something; nothing is 0.
    pub(super) fn of(&self, run: &Run, choice: &RunCommand) -> i32 {
        match (choice, run.stage()) {
            (RunCommand::Choose { companions }, RunStage::Choosing(offered)) => companions
                .iter()
                .filter_map(|place| offered.get(usize::from(*place)))
                .map(|unit| liking(self.build.companions, unit))
                .sum(),
            (RunCommand::Go { to }, _) => {
                run.map().kind(*to).map_or(0, |kind| self.place(run, kind))
            }
            (RunCommand::Take { offer, companion }, RunStage::Offered(offers)) => offers
                .get(usize::from(*offer))
                .map_or(0, |offer| self.offer(run, offer, *companion)),
            (RunCommand::Take { companion, .. }, RunStage::AtShrine(Some(terms))) => {
                self.bargain(run, terms, *companion)
            }
            (RunCommand::Camp(rest), _) => self.rest(run, rest),
            _ => 0,
        }
    }

    /// A kind of place: rest when it is needed, what is free before what must be fought for.
    fn place(&self, run: &Run, kind: PlaceKind) -> i32 {
        let is_hurt = health(run) < 55;
        match kind {
            PlaceKind::Camp => {
                if is_hurt {
                    90
                } else {
                    20
                }
            }
            PlaceKind::Cache => 60,
            PlaceKind::Teacher => 55,
            PlaceKind::Shrine => {
                if is_hurt {
                    45
                } else {
                    35
                }
            }
            PlaceKind::Fight => {
                if is_hurt {
                    15
                } else {
                    40
                }
            }
            PlaceKind::Elite => {
                if is_hurt {
                    0
                } else {
                    10
                }
            }
            PlaceKind::Boss => 0,
        }
    }

    /// An offer: from 0 to 100.
    fn offer(&self, run: &Run, offer: &RunOffer, taker: Option<u8>) -> i32 {
        let realm = run.realm();
        let taker = taker.and_then(|place| run.company().get(usize::from(place)));
        match offer {
            RunOffer::Companion(unit) => 80 + liking(self.build.companions, unit),
            RunOffer::Omen => 75,
            RunOffer::Skill(skill) => 45 + liking(self.build.skills, skill),
            RunOffer::Word(word) => {
                let more: Vocabulary = word.parse::<RuleWord>().into_iter().collect();
                let opened = self
                    .lore
                    .rules_opened(realm, run.company(), run.words(), more);
                40 + liking(self.build.words, word) + opened.min(5) as i32 * 2
            }
            RunOffer::Item(id) => {
                let item = realm.item(id);
                let values = item.into_iter().flat_map(|item| {
                    let company = run.company().iter();
                    company.map(|companion| {
                        let worn = companion
                            .items
                            .get(&item.slot)
                            .and_then(|id| realm.item(id));
                        let worn = worn.map_or(0, |worn| value(run, companion, worn));
                        value(run, companion, item) - worn
                    })
                });
                let gain = values.max().unwrap_or(0).clamp(0, 20);
                35 + liking(self.build.items, id) + gain
            }
            RunOffer::Slot => {
                let wanted = taker.map_or(0, |taker| {
                    let wanted = self.lore.wanted_rules(realm, taker, run.words());
                    wanted.saturating_sub(usize::from(taker.slots))
                });
                30 + wanted.min(3) as i32 * 15
            }
            RunOffer::Card(_) => 40,
            RunOffer::Healing(_) => 100 - health(run),
        }
    }

    /// A bargain: what it gives less what it costs.
    fn bargain(&self, run: &Run, terms: &ShrineTerms, companion: Option<u8>) -> i32 {
        let payer = companion.and_then(|place| run.company().get(usize::from(place)));
        let costs = match terms.price {
            Price::Hp(percent) => i32::from(percent) + 2 * (80 - health(run)).max(0),
            Price::Wound => 40 + payer.map_or(0, |payer| i32::from(payer.wounds) * 20),
            Price::Omen => 75,
            Price::Card(_) => 30,
        };
        self.offer(run, &terms.gives, companion) - costs
    }

    fn rest(&self, run: &Run, rest: &Rest) -> i32 {
        match rest {
            Rest::Heal => {
                let wounds: i32 = run.company().iter().map(|it| i32::from(it.wounds)).sum();
                2 * (100 - health(run)) + 10 * wounds
            }
            Rest::Learn { skill, .. } => 45 + liking(self.build.skills, skill),
            Rest::Slot { companion } => self.offer(run, &RunOffer::Slot, Some(*companion)),
        }
    }
}
