//! Everything that could be decided now, for policies and pages that list what is possible.

use foretold_battle::MAX_RULES;

use crate::command::{Rest, RunCommand};
use crate::offer::RunOffer;
use crate::run::{Run, RunStage};

impl Run {
    /// Every decision that is possible now, apart from rules, items, battles and giving up.
    pub fn choices(&self) -> Vec<RunCommand> {
        match self.stage() {
            RunStage::Choosing(offered) => self.companies(offered.len()),
            RunStage::OnMap => {
                let ways = self.ways().into_iter();
                ways.map(|to| RunCommand::Go { to }).collect()
            }
            RunStage::Fighting | RunStage::Over(_) => Vec::new(),
            RunStage::Offered(offers) => {
                let numbered = (0..).zip(offers);
                let takes = numbered.flat_map(|(place, offer)| {
                    self.takers(offer)
                        .into_iter()
                        .map(move |companion| RunCommand::Take {
                            offer: place,
                            companion,
                        })
                });
                takes.chain([RunCommand::Leave]).collect()
            }
            RunStage::AtShrine(terms) => {
                let takers = terms.iter().flat_map(|terms| {
                    let payers = match terms.price.needs_companion() {
                        true => self.everyone(),
                        false => vec![None],
                    };
                    let takers = self.takers(&terms.gives);
                    match terms.gives.needs_companion() {
                        true => takers,
                        false => payers,
                    }
                });
                let takes = takers.map(|companion| RunCommand::Take {
                    offer: 0,
                    companion,
                });
                // Whoever cannot pay is left out.
                let possible = takes.filter(|take| self.clone().command(take.clone()).is_ok());
                possible.chain([RunCommand::Leave]).collect()
            }
            RunStage::AtCamp => {
                let company = (0..).zip(self.company());
                let rests = company.flat_map(|(companion, it)| {
                    let recruit = self.realm().recruit(&it.unit);
                    let learns = recruit.map_or(&[][..], |recruit| &recruit.learns);
                    let skills = learns.iter().filter(|id| it.can_learn(self.realm(), id));
                    let slot =
                        (usize::from(it.slots) < MAX_RULES).then_some(Rest::Slot { companion });
                    let learn = skills.map(move |skill| Rest::Learn {
                        companion,
                        skill: skill.clone(),
                    });
                    learn.chain(slot).collect::<Vec<_>>()
                });
                let all = [Rest::Heal].into_iter().chain(rests);
                all.map(RunCommand::Camp)
                    .chain([RunCommand::Leave])
                    .collect()
            }
        }
    }

    /// All ways to choose the first companions.
    fn companies(&self, offered: usize) -> Vec<RunCommand> {
        let chosen = usize::from(self.plan().chosen).min(offered);
        let offered = offered.min(8);
        let sets = (0_u32..1 << offered).filter(|set| set.count_ones() as usize == chosen);
        let companies = sets.map(|set| RunCommand::Choose {
            companions: (0..offered as u8)
                .filter(|place| set >> place & 1 == 1)
                .collect(),
        });
        companies.collect()
    }

    fn everyone(&self) -> Vec<Option<u8>> {
        (0..self.company().len() as u8).map(Some).collect()
    }

    /// Who could get an offer; nobody has to be named for what goes to the company.
    fn takers(&self, offer: &RunOffer) -> Vec<Option<u8>> {
        if !offer.needs_companion() {
            return vec![None];
        }
        let company = (0..).zip(self.company());
        let takers = company.filter(|(_, it)| match offer {
            RunOffer::Skill(skill) => it.can_learn(self.realm(), skill),
            RunOffer::Slot => usize::from(it.slots) < MAX_RULES,
            RunOffer::Card(change) => it.can_change_deck(self.realm(), *change),
            _ => false,
        });
        takers.map(|(place, _)| Some(place)).collect()
    }
}
