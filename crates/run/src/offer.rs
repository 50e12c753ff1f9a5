//! What a run offers: rewards, words, items, bargains.
//!
//! What is drawn follows from seed and place alone. Whatever the company cannot use is passed over,
//! so that everybody with the same seed draws from the same lists.

use std::fmt;

use foretold_battle::brain::{RuleWord, Vocabulary};
use foretold_content::{CardChange, Gift, Price, RewardKind, RunPlan};
use serde::{Deserialize, Serialize};

use crate::dice::RunDice;
use crate::map::PlaceId;
use crate::realm::Realm;
use crate::run::RunStart;

/// So many are drawn: more than a company can already have.
const DRAWS: usize = 120;

/// Something that can be taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RunOffer {
    /// A word for the whole company, by its name in files.
    Word(String),
    /// A skill for a companion that can learn it, by its id.
    Skill(String),
    /// A rule slot for a companion.
    Slot,
    /// An item, by its id.
    Item(String),
    /// A card put into a companion's deck, or taken out of it.
    Card(CardChange),
    /// One more companion, by the id of the unit.
    Companion(String),
    /// Healing for everyone, in percent of the most HP.
    Healing(u8),
    /// An omen.
    Omen,
}

impl RunOffer {
    /// Whether it goes to one companion, who must be named.
    pub fn needs_companion(&self) -> bool {
        matches!(
            self,
            RunOffer::Skill(_) | RunOffer::Slot | RunOffer::Card(_)
        )
    }
}

impl fmt::Display for RunOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunOffer::Word(word) => write!(f, "the word `{word}`"),
            RunOffer::Skill(skill) => write!(f, "the skill `{skill}`"),
            RunOffer::Slot => write!(f, "a rule slot"),
            RunOffer::Item(item) => write!(f, "the item `{item}`"),
            RunOffer::Card(CardChange::Add(card)) => write!(f, "a {card} card into a deck"),
            RunOffer::Card(CardChange::Remove(card)) => write!(f, "a {card} card out of a deck"),
            RunOffer::Companion(unit) => write!(f, "the companion `{unit}`"),
            RunOffer::Healing(percent) => write!(f, "{percent}% healing for everyone"),
            RunOffer::Omen => write!(f, "an omen"),
        }
    }
}

/// A shrine's terms, all of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShrineTerms {
    /// Which bargain of the plan, for its text.
    pub bargain: usize,
    /// What it costs.
    pub price: Price,
    /// What it gives.
    pub gives: RunOffer,
}

/// The lists that offers are drawn from.
pub(crate) struct Pools<'r> {
    realm: &'r Realm,
    plan: &'r RunPlan,
    start: RunStart,
}

impl<'r> Pools<'r> {
    pub(crate) fn new(realm: &'r Realm, plan: &'r RunPlan, start: RunStart) -> Pools<'r> {
        Pools { realm, plan, start }
    }

    fn dice(&self, purpose: &str, place: Option<PlaceId>) -> RunDice {
        RunDice::new(self.start.seed, ("offer", purpose, place))
    }

    /// The ids of the companions that are offered at the start.
    pub(crate) fn first_companions(&self) -> Vec<String> {
        let mut open = self.open_companions();
        self.dice("company", None).shuffle(&mut open);
        open.truncate(usize::from(self.plan.offered));
        open.into_iter().map(str::to_owned).collect()
    }

    /// Rewards of a fight, the first drawn first; some may be of no use.
    pub(crate) fn rewards(&self, place: PlaceId) -> Vec<RunOffer> {
        let mut dice = self.dice("reward", Some(place));
        let kinds = &self.plan.rewards;
        let draws = (0..DRAWS).filter_map(|_| {
            let kind = dice.weighted(kinds.iter().map(|(_, weight)| *weight))?;
            self.reward(kinds[kind].0, &mut dice)
        });
        draws.collect()
    }

    fn reward(&self, kind: RewardKind, dice: &mut RunDice) -> Option<RunOffer> {
        match kind {
            RewardKind::Word => Some(RunOffer::Word(self.word(dice)?.name().to_owned())),
            RewardKind::Skill => {
                let open = self.open_companions();
                let learnt = open.iter().filter_map(|unit| self.realm.recruit(unit));
                let skills: Vec<&String> = learnt.flat_map(|recruit| &recruit.learns).collect();
                let skill = skills.get(dice.below(skills.len()))?;
                Some(RunOffer::Skill((*skill).clone()))
            }
            RewardKind::Slot => Some(RunOffer::Slot),
            RewardKind::Item => Some(RunOffer::Item(self.item(dice)?)),
            RewardKind::Card => {
                let card = self.plan.cards.get(dice.below(self.plan.cards.len()))?;
                Some(RunOffer::Card(*card))
            }
            RewardKind::Companion => {
                let open = self.open_companions();
                let unit = open.get(dice.below(open.len()))?;
                Some(RunOffer::Companion((*unit).to_owned()))
            }
            RewardKind::Healing => Some(RunOffer::Healing(self.plan.healing)),
        }
    }

    /// The words of a teacher.
    pub(crate) fn words(&self, place: PlaceId) -> Vec<RunOffer> {
        let mut dice = self.dice("words", Some(place));
        let draws = (0..DRAWS).filter_map(|_| self.word(&mut dice));
        draws
            .map(|word| RunOffer::Word(word.name().to_owned()))
            .collect()
    }

    /// The items of a cache, or the one that an elite guards.
    pub(crate) fn items(&self, place: PlaceId) -> Vec<RunOffer> {
        let mut dice = self.dice("items", Some(place));
        let draws = (0..DRAWS).filter_map(|_| self.item(&mut dice));
        draws.map(RunOffer::Item).collect()
    }

    /// The bargains of a shrine with all that each could give, the first drawn first.
    pub(crate) fn bargains(&self, place: PlaceId) -> Vec<ShrineTerms> {
        let mut order: Vec<usize> = (0..self.plan.bargains.len()).collect();
        self.dice("bargain", Some(place)).shuffle(&mut order);
        let terms = order.into_iter().flat_map(|bargain| {
            let terms = &self.plan.bargains[bargain];
            let gifts = match terms.gives {
                Gift::Omen => vec![RunOffer::Omen],
                Gift::Word => self.words(place),
                Gift::Item => self.items(place),
                Gift::Slot => vec![RunOffer::Slot],
                Gift::Healing(percent) => vec![RunOffer::Healing(percent)],
            };
            let price = terms.price;
            gifts.into_iter().map(move |gives| ShrineTerms {
                bargain,
                price,
                gives,
            })
        });
        terms.collect()
    }

    fn open_companions(&self) -> Vec<&'r str> {
        let recruits = self.realm.recruits();
        recruits
            .filter(|(_, recruit)| recruit.later <= self.start.finished)
            .map(|(unit, _)| unit)
            .collect()
    }

    fn word(&self, dice: &mut RunDice) -> Option<RuleWord> {
        let words = self.realm.words();
        let weights = words.iter().map(|found| {
            if found.later <= self.start.finished {
                found.weight
            } else {
                0
            }
        });
        Some(words[dice.weighted(weights)?].word)
    }

    fn item(&self, dice: &mut RunDice) -> Option<String> {
        let items = self.realm.items();
        let open: Vec<&str> = items
            .iter()
            .filter(|(_, item)| item.later <= self.start.finished)
            .map(|(id, _)| *id)
            .collect();
        open.get(dice.below(open.len())).map(|id| (*id).to_owned())
    }
}

/// Whether a word is new to a company.
pub(crate) fn is_new_word(words: Vocabulary, word: &str) -> bool {
    word.parse().is_ok_and(|word: RuleWord| !words.has(word))
}
