//! `runs/*.run.ron`: the floors of a run, how hard its fights are, and what can be found.

use foretold_battle::Card;
use foretold_battle::brain::Vocabulary;
use serde::{Deserialize, Serialize};

use super::capped;

/// The most of anything in a run's file.
const MAX_LIST: usize = 100;
/// A company of references is not larger than a company.
const MAX_COMPANY: usize = 6;

/// How a run goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPlan {
    /// What the player calls it.
    pub title: String,
    /// A sentence for the player.
    pub text: String,
    /// Omens at the start.
    pub omens: u8,
    /// Of how many companions the first are chosen.
    pub offered: u8,
    /// How many are chosen.
    pub chosen: u8,
    /// The most there can be later.
    pub most: u8,
    /// The words that the company knows at the start.
    pub words: Vocabulary,
    /// The words that can be found.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub found: Vec<FoundWord>,
    /// What whoever stands heals after a victory, in percent of the most HP.
    pub victory_heals: u8,
    /// With how much of the most HP whoever fell comes back, in percent.
    pub return_with: u8,
    /// How much of the most HP a wound takes, in percent.
    pub wound: u8,
    /// The most wounds of a companion.
    pub most_wounds: u8,
    /// What a camp heals, in percent of the most HP.
    pub camp_heals: u8,
    /// How likely the reference company wins, by kind of fight.
    pub bands: Bands,
    /// The id of the pack on the last floor.
    pub boss: String,
    /// The floors, the first one first.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub floors: Vec<FloorPlan>,
    /// What an ordinary run has, from a floor on.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub references: Vec<Reference>,
    /// The kinds of rewards and how often each is drawn.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub rewards: Vec<(RewardKind, u16)>,
    /// Of how many a reward is chosen.
    pub offers: u8,
    /// What the reward of healing heals, in percent of the most HP.
    pub healing: u8,
    /// The cards that a reward can put into a deck or take out of it.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub cards: Vec<CardChange>,
    /// What shrines ask and give.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub bargains: Vec<Bargain>,
    /// What each level changes, on top of those before it.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub levels: Vec<Level>,
}

/// A word that can be found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundWord {
    /// Its name: `TargetHpBelow`, `lowest_hp`, `in_reach`.
    pub word: String,
    /// How often it comes, against the others.
    #[serde(default = "ten")]
    pub weight: u16,
    /// After how many finished runs it can be found.
    #[serde(default)]
    pub later: u16,
}

fn ten() -> u16 {
    10
}

/// Which odds of the reference company a fight must have, by kind of fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bands {
    /// Of fights, in percent: the lowest and the highest.
    pub fight: (u8, u8),
    /// Of elites.
    pub elite: (u8, u8),
    /// Of the boss.
    pub boss: (u8, u8),
}

/// A floor of the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorPlan {
    /// The fewest and the most places.
    pub places: (u8, u8),
    /// The kinds of places and how often each comes.
    #[serde(deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub kinds: Vec<(PlaceKind, u16)>,
    /// The threat of the enemies where the search for a fight begins.
    pub threat: u16,
}

/// A kind of place on the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PlaceKind {
    /// Enemies.
    Fight,
    /// Harder enemies, a better reward.
    Elite,
    /// Rest, or learn.
    Camp,
    /// One of three words.
    Teacher,
    /// One of three items.
    Cache,
    /// A bargain.
    Shrine,
    /// The last fight.
    Boss,
}

impl PlaceKind {
    /// Every kind.
    pub const ALL: [PlaceKind; 7] = [
        PlaceKind::Fight,
        PlaceKind::Elite,
        PlaceKind::Camp,
        PlaceKind::Teacher,
        PlaceKind::Cache,
        PlaceKind::Shrine,
        PlaceKind::Boss,
    ];

    /// Whether there are enemies.
    pub const fn is_fight(self) -> bool {
        matches!(self, PlaceKind::Fight | PlaceKind::Elite | PlaceKind::Boss)
    }

    /// The kind in the words of a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            PlaceKind::Fight => "fight",
            PlaceKind::Elite => "elite",
            PlaceKind::Camp => "camp",
            PlaceKind::Teacher => "teacher",
            PlaceKind::Cache => "cache",
            PlaceKind::Shrine => "shrine",
            PlaceKind::Boss => "boss",
        }
    }
}

/// What an ordinary run has from a floor on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The first floor.
    pub floor: u8,
    /// The company.
    #[serde(deserialize_with = "capped::<_, _, MAX_COMPANY>")]
    pub company: Vec<ReferenceCompanion>,
}

/// A companion of a reference company.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceCompanion {
    /// The id of the unit.
    pub unit: String,
    /// The id of its rule set; its own first rules if left out.
    #[serde(default)]
    pub rules: Option<String>,
    /// Its HP, in percent of the most.
    #[serde(default = "hundred")]
    pub health: u8,
    /// The ids of skills that it has learned.
    #[serde(default, deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub skills: Vec<String>,
    /// The ids of items that it wears.
    #[serde(default, deserialize_with = "capped::<_, _, MAX_LIST>")]
    pub items: Vec<String>,
    /// Its rule slots; its own if left out.
    #[serde(default)]
    pub slots: Option<u8>,
}

fn hundred() -> u8 {
    100
}

/// A kind of reward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum RewardKind {
    /// A word for the whole company.
    Word,
    /// A skill for a companion that can learn it.
    Skill,
    /// A rule slot for a companion.
    Slot,
    /// An item.
    Item,
    /// A card put into a companion's deck, or taken out of it.
    Card,
    /// One more companion.
    Companion,
    /// Healing for everyone.
    Healing,
}

impl RewardKind {
    /// Every kind.
    pub const ALL: [RewardKind; 7] = [
        RewardKind::Word,
        RewardKind::Skill,
        RewardKind::Slot,
        RewardKind::Item,
        RewardKind::Card,
        RewardKind::Companion,
        RewardKind::Healing,
    ];
}

/// A change of a combat deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CardChange {
    /// One copy more.
    Add(Card),
    /// One copy less.
    Remove(Card),
}

/// What a shrine asks and gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bargain {
    /// A line for the player.
    pub text: String,
    /// What it costs.
    pub price: Price,
    /// What it gives.
    pub gives: Gift,
}

/// What a bargain costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Price {
    /// This much of everyone's most HP, in percent; nobody falls by it.
    Hp(u8),
    /// A wound of one companion.
    Wound,
    /// An omen.
    Omen,
    /// A card in one companion's deck.
    Card(Card),
}

impl Price {
    /// Whether one companion pays, who must be named.
    pub const fn needs_companion(self) -> bool {
        matches!(self, Price::Wound | Price::Card(_))
    }
}

/// What a bargain gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gift {
    /// An omen.
    Omen,
    /// A word.
    Word,
    /// An item.
    Item,
    /// A rule slot for a companion.
    Slot,
    /// Healing for everyone, in percent of the most HP.
    Healing(u8),
}

/// What a level changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The change in a sentence.
    pub text: String,
    /// The change.
    pub change: LevelChange,
}

/// One number of a run that a level changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LevelChange {
    /// Points off the odds of every fight.
    HarderFights(u8),
    /// What a victory heals.
    VictoryHeals(u8),
    /// With how much the fallen come back.
    ReturnWith(u8),
    /// What a wound takes.
    Wound(u8),
    /// Omens at the start.
    Omens(u8),
    /// What a camp heals.
    CampHeals(u8),
    /// Of how many a reward is chosen.
    Offers(u8),
}

impl RunPlan {
    /// The plan at a level: the changes of all levels up to it.
    #[must_use]
    pub fn at_level(&self, level: u8) -> RunPlan {
        let mut plan = self.clone();
        for level in self.levels.iter().take(usize::from(level)) {
            match level.change {
                LevelChange::HarderFights(points) => {
                    let Bands { fight, elite, boss } = &mut plan.bands;
                    for band in [fight, elite, boss] {
                        band.0 = band.0.saturating_sub(points);
                        band.1 = band.1.saturating_sub(points);
                    }
                }
                LevelChange::VictoryHeals(percent) => plan.victory_heals = percent,
                LevelChange::ReturnWith(percent) => plan.return_with = percent,
                LevelChange::Wound(percent) => plan.wound = percent,
                LevelChange::Omens(omens) => plan.omens = omens,
                LevelChange::CampHeals(percent) => plan.camp_heals = percent,
                LevelChange::Offers(offers) => plan.offers = offers,
            }
        }
        plan
    }
}
