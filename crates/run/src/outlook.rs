//! What a thing that is offered would change of the fights that come next.

use foretold_battle::Tally;
use foretold_content::PlaceKind;

use crate::command::RunCommand;
use crate::map::PlaceId;
use crate::offer::RunOffer;
use crate::policy::Lore;
use crate::realm::fit;
use crate::run::{Run, RunStage};

/// Playouts to find out who makes the most of a thing.
const FEW_PLAYOUTS: u32 = 192;
/// Playouts for each figure that is shown.
const PLAYOUTS: u32 = 1_024;

/// The odds of a fight ahead without and with a thing that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferOutlook {
    /// Where the fight is.
    pub place: PlaceId,
    /// The companion that makes the most of it, by its place in the company; `None` for all.
    pub companion: Option<u8>,
    /// The odds as the company is.
    pub before: Tally,
    /// The odds with the thing: worn, or with a rule for it.
    pub after: Tally,
}

impl Run {
    /// The fights that a way leads to from where the company is.
    pub fn fights_ahead(&self) -> Vec<PlaceId> {
        let ways = self.map().ways_from(self.place()).into_iter();
        let kind = |way: &PlaceId| self.map().kind(*way);
        ways.filter(|way| kind(way).is_some_and(PlaceKind::is_fight))
            .collect()
    }

    /// What an offer would change of the fights ahead. Words and slots change nothing before a rule
    /// is made of them, so nothing is said of them.
    pub fn outlook(&self, lore: &Lore, offer: u8) -> Vec<OfferOutlook> {
        let RunStage::Offered(offers) = self.stage() else {
            return Vec::new();
        };
        let thing = offers.get(usize::from(offer));
        let Some(thing) = thing.filter(|it| !matches!(it, RunOffer::Word(_) | RunOffer::Slot))
        else {
            return Vec::new();
        };
        let ahead = self.fights_ahead();
        let value = |run: &Run, playouts: u32| -> u32 {
            let odds = ahead.iter().filter_map(|place| run.odds(*place, playouts));
            odds.map(|odds| u32::from(odds.win().odds.hundredths()))
                .sum()
        };
        let ways = self.ways_to_use(lore, offer, thing);
        let best = ways
            .into_iter()
            .max_by_key(|(_, run)| value(run, FEW_PLAYOUTS));
        let Some((companion, with)) = best else {
            return Vec::new();
        };
        let outlooks = ahead.iter().filter_map(|&place| {
            Some(OfferOutlook {
                place,
                companion,
                before: self.odds(place, PLAYOUTS)?,
                after: with.odds(place, PLAYOUTS)?,
            })
        });
        outlooks.collect()
    }

    /// The run after taking an offer, for everyone who could use it.
    fn ways_to_use(&self, lore: &Lore, offer: u8, thing: &RunOffer) -> Vec<(Option<u8>, Run)> {
        let takes = self.choices().into_iter().filter_map(|choice| {
            let RunCommand::Take {
                offer: taken,
                companion,
            } = choice
            else {
                return None;
            };
            let mut after = self.clone();
            (taken == offer && after.command(choice).is_ok()).then_some((companion, after))
        });
        let takes: Vec<(Option<u8>, Run)> = takes.collect();
        match thing {
            RunOffer::Item(item) => {
                let taken = takes.into_iter().flat_map(|(_, run)| {
                    let company = 0..run.company().len() as u8;
                    let worn = company.filter_map(|companion| {
                        let (mut run, item) = (run.clone(), item.clone());
                        let wear = RunCommand::Wear { companion, item };
                        run.command(wear).ok()?;
                        Some((Some(companion), run))
                    });
                    worn.collect::<Vec<_>>()
                });
                taken.collect()
            }
            RunOffer::Skill(skill) => {
                let taught = takes.into_iter().flat_map(|(companion, run)| {
                    let taught = with_rule(&run, lore, companion, skill);
                    taught.into_iter().map(move |run| (companion, run))
                });
                taught.collect()
            }
            _ => takes,
        }
    }
}

/// The run as it is, and with a rule for a skill at every place among the rules of its new owner.
fn with_rule(run: &Run, lore: &Lore, companion: Option<u8>, skill: &str) -> Vec<Run> {
    let mut runs = vec![run.clone()];
    let pupil = companion.and_then(|place| run.company().get(usize::from(place)));
    let (Some(place), Some(pupil)) = (companion, pupil) else {
        return runs;
    };
    let may_follow = |rule: &crate::CompanyRule| rule.words().minus(run.words()).is_empty();
    let Some(rule) = lore.rule_for(skill, may_follow) else {
        return runs;
    };
    for at in 0..=pupil.rules.len() {
        let mut rules = pupil.rules.clone();
        rules.insert(at, rule.clone());
        let mut taught = run.clone();
        let rules = fit(rules, pupil.slots);
        let teach = RunCommand::Teach {
            companion: place,
            rules,
        };
        if taught.command(teach).is_ok() {
            runs.push(taught);
        }
    }
    runs
}
