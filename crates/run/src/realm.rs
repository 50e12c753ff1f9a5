//! What runs are made of: a plan and the content behind it, checked and ready, shared by all runs.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foretold_battle::board::Cell;
use foretold_battle::brain::RuleWord;
use foretold_battle::{
    Board, Deck, DeckUse, Faction, SkillKind, Tempo, UnitId, UnitSheet, fingerprint,
};
use foretold_content::{
    Content, ContentError, Encounter, FileKind, Item, Pack, PlaceKind, Reference, RunPlan,
    StagedUnit, Staging,
};

use crate::company::{Companion, CompanyRule};
use crate::fight::RunFight;
use crate::map::PlaceId;
use crate::run::RunStart;
use crate::threat::ThreatTable;

/// How many fights are remembered: a run looks at the same few again and again.
const MOST_FIGHTS: usize = 256;

/// A plan and the content behind it. Runs share it behind one `Arc`.
#[derive(Debug)]
pub struct Realm {
    content: Arc<Content>,
    name: String,
    plan: RunPlan,
    recruits: BTreeMap<String, Recruit>,
    words: Vec<WordToFind>,
    references: Vec<(u8, Vec<Companion>)>,
    hash: u64,
    threats: OnceLock<ThreatTable>,
    /// Fights that were made already. A fight follows from its key alone, so this changes no run.
    fights: Mutex<BTreeMap<(RunStart, PlaceId), Arc<RunFight>>>,
}

/// Somebody who can join a company.
#[derive(Clone, Debug)]
pub struct Recruit {
    /// A line for the player.
    pub text: String,
    /// The ids of the skills that it can learn.
    pub learns: Vec<String>,
    /// After how many finished runs it can be met.
    pub later: u16,
    /// Its numbers as it joins.
    pub sheet: UnitSheet,
    /// The ids of the skills that it knows, besides moves.
    pub skills: Vec<String>,
    /// The ids of the moves that every unit knows.
    pub moves: Vec<String>,
    /// Its own first rules.
    pub rules: Vec<CompanyRule>,
    /// Its combat deck, if it has one of its own.
    pub deck: Option<Deck>,
    /// Its figure.
    pub figure: String,
}

/// A word that can be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordToFind {
    /// Which.
    pub word: RuleWord,
    /// How often it comes, against the others.
    pub weight: u16,
    /// After how many finished runs it can be found.
    pub later: u16,
}

/// Why there is no realm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RealmError {
    /// No run has this name.
    NoSuchRun(String),
    /// Something in it cannot be brought together.
    Content(Vec<ContentError>),
}

impl fmt::Display for RealmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RealmError::NoSuchRun(name) => {
                write!(f, "there is no run `{name}`: add runs/{name}.run.ron")
            }
            RealmError::Content(errors) => {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                write!(f, "{}", lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for RealmError {}

impl Realm {
    /// The realm of the run with this name.
    ///
    /// # Errors
    /// If there is no such run, or a companion cannot be brought into a battle.
    pub fn new(content: &Arc<Content>, name: &str) -> Result<Realm, RealmError> {
        let plans = content.run_plans();
        let plan = plans.get(name).copied();
        let plan = plan.ok_or_else(|| RealmError::NoSuchRun(name.to_owned()))?;
        let mut recruits = BTreeMap::new();
        for entry in content.companions() {
            let encounter = duel(content, entry.unit, entry.unit).map_err(RealmError::Content)?;
            let sheet = encounter.setup().units[0].clone();
            let mut recruit = Recruit::new(&encounter, sheet);
            recruit.text = entry.text.to_owned();
            recruit.learns = entry.learns.to_vec();
            recruit.later = entry.later;
            recruits.insert(entry.unit.to_owned(), recruit);
        }
        let words = plan.found.iter().filter_map(|found| {
            Some(WordToFind {
                word: found.word.parse().ok()?,
                weight: found.weight,
                later: found.later,
            })
        });
        let mut realm = Realm {
            content: Arc::clone(content),
            name: name.to_owned(),
            plan: plan.clone(),
            words: words.collect(),
            recruits,
            references: Vec::new(),
            hash: 0,
            threats: OnceLock::new(),
            fights: Mutex::default(),
        };
        let references = plan.references.iter();
        realm.references = references
            .map(|reference| (reference.floor, realm.reference_company(reference)))
            .collect();
        realm.hash = realm.content_hash().map_err(RealmError::Content)?;
        Ok(realm)
    }

    /// What an ordinary run has on a floor.
    pub(crate) fn reference(&self, floor: u8) -> &[Companion] {
        let reached = self.references.iter().rev();
        let mut reached = reached.filter(|(first, _)| *first <= floor);
        reached.next().map_or(&[], |(_, company)| company)
    }

    fn reference_company(&self, reference: &Reference) -> Vec<Companion> {
        let company = reference.company.iter().filter_map(|one| {
            let mut companion = Companion::joins(self, &one.unit)?;
            companion.learned.clone_from(&one.skills);
            for id in &one.items {
                if let Some(item) = self.item(id) {
                    companion.items.insert(item.slot, id.clone());
                }
            }
            if let Some(slots) = one.slots {
                companion.slots = slots;
            }
            if let Some(set) = &one.rules {
                companion.rules = self.rule_set(&companion, set);
            }
            companion.rules = fit(companion.rules, companion.slots);
            let most = u32::from(companion.max_hp(self, 0));
            companion.hp = (most * u32::from(one.health) / 100).max(1) as u16;
            Some(companion)
        });
        company.collect()
    }

    /// The rules of a rule set whose skills a companion knows, in order.
    pub fn rule_set(&self, companion: &Companion, set: &str) -> Vec<CompanyRule> {
        let rules = self.content.rules_in_set(set).unwrap_or_default();
        let rules = rules.into_iter().map(|(rule, skill)| CompanyRule {
            enabled: rule.enabled,
            when: rule.when,
            skill,
            on: rule.on,
        });
        rules
            .filter(|rule| companion.knows(self, &rule.skill))
            .collect()
    }

    /// The name of the run.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The content behind it.
    pub fn content(&self) -> &Arc<Content> {
        &self.content
    }

    /// The plan as its file has it: level 0.
    pub fn plan(&self) -> &RunPlan {
        &self.plan
    }

    /// One number for everything that a run is made of. Names and texts do not change it.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Somebody who can join, by the id of the unit.
    pub fn recruit(&self, unit: &str) -> Option<&Recruit> {
        self.recruits.get(unit)
    }

    /// Everybody who can join, by the ids of the units.
    pub fn recruits(&self) -> impl Iterator<Item = (&str, &Recruit)> {
        let recruits = self.recruits.iter();
        recruits.map(|(unit, recruit)| (unit.as_str(), recruit))
    }

    /// Every item, by its id.
    pub fn items(&self) -> BTreeMap<&str, &Item> {
        self.content.items()
    }

    /// Every pack, by its id.
    pub fn packs(&self) -> BTreeMap<&str, &Pack> {
        self.content.packs()
    }

    /// An item by its id.
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.content.items().get(id).copied()
    }

    /// A pack by its id.
    pub fn pack(&self, id: &str) -> Option<&Pack> {
        self.content.packs().get(id).copied()
    }

    /// The words that can be found.
    pub fn words(&self) -> &[WordToFind] {
        &self.words
    }

    /// The measured threat of every enemy, by the id of its unit. The first call measures.
    pub fn threats(&self) -> &ThreatTable {
        self.threats.get_or_init(|| ThreatTable::measure(self))
    }

    /// The fight at a place of a run's map.
    pub(crate) fn fight(&self, start: RunStart, place: PlaceId, kind: PlaceKind) -> Arc<RunFight> {
        let lock = || self.fights.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&(start, place)).cloned();
        known.unwrap_or_else(|| {
            let fight = Arc::new(RunFight::make(self, start, place, kind));
            let mut fights = lock();
            if fights.len() >= MOST_FIGHTS {
                fights.clear();
            }
            fights.insert((start, place), Arc::clone(&fight));
            fight
        })
    }

    /// What every unit of a pack, every companion, item, pack and number comes to.
    fn content_hash(&self) -> Result<u64, Vec<ContentError>> {
        let mut units: BTreeMap<&str, u64> = BTreeMap::new();
        let packs = self.content.packs();
        let enemies = packs
            .values()
            .flat_map(|pack| pack.units.iter().chain(&pack.leaders));
        let enemies = enemies.map(|unit| unit.unit.as_str());
        for unit in enemies.chain(self.recruits.keys().map(String::as_str)) {
            if !units.contains_key(unit) {
                let hash = duel(&self.content, unit, unit)?.setup().content_hash();
                units.insert(unit, hash);
            }
        }
        let learned = self.recruits.values().flat_map(|recruit| &recruit.learns);
        let items = self.content.items();
        let granted = items.values().filter_map(|item| item.skill.as_ref());
        let skills: BTreeMap<&String, u64> = learned
            .chain(granted)
            .map(|id| (id, self.content.skill_hash(id)))
            .collect();
        let mut plan = self.plan.clone();
        plan.title.clear();
        plan.text.clear();
        plan.bargains.iter_mut().for_each(|one| one.text.clear());
        plan.levels.iter_mut().for_each(|one| one.text.clear());
        let items: Vec<(&str, Item)> = items
            .into_iter()
            .map(|(id, item)| {
                let mut item = item.clone();
                item.name.clear();
                item.text.clear();
                (id, item)
            })
            .collect();
        let packs: Vec<(&str, Pack)> = packs
            .into_iter()
            .map(|(id, pack)| {
                let mut pack = pack.clone();
                pack.name.clear();
                pack.text.clear();
                (id, pack)
            })
            .collect();
        let decks = packs.iter().filter_map(|(_, pack)| pack.deck.as_deref());
        let decks: Vec<_> = decks.map(|id| self.content.deck_hash(id)).collect();
        let recruits: Vec<_> = self
            .recruits
            .iter()
            .map(|(unit, recruit)| (unit, &recruit.learns, recruit.later))
            .collect();
        let sets: Vec<_> = self.references.iter().collect();
        Ok(fingerprint(&(
            units, skills, plan, items, packs, recruits, sets, decks,
        )))
    }
}

impl Recruit {
    fn new(encounter: &Encounter, sheet: UnitSheet) -> Recruit {
        let first = UnitId::new(0);
        let rules = sheet.brain.rules().iter();
        let (mut skills, mut moves) = (Vec::new(), Vec::new());
        for &skill in &sheet.skills {
            let deed = &encounter.setup().skills[skill.index()].deed;
            let is_move = matches!(deed, SkillKind::Move(_));
            let list = if is_move { &mut moves } else { &mut skills };
            list.push(encounter.skill_id(skill).to_owned());
        }
        let deck = match sheet.deck {
            DeckUse::Own(deck) => encounter.setup().decks.get(deck.index()).cloned(),
            DeckUse::None | DeckUse::Shared => None,
        };
        Recruit {
            text: String::new(),
            learns: Vec::new(),
            later: 0,
            rules: rules.map(|rule| CompanyRule::of(rule, encounter)).collect(),
            skills,
            moves,
            deck,
            figure: first.map_or_else(String::new, |unit| encounter.figure(unit).to_owned()),
            sheet,
        }
    }
}

/// Rules for so many slots. The last two stay, since a set ends with what always works.
pub fn fit(mut rules: Vec<CompanyRule>, slots: u8) -> Vec<CompanyRule> {
    let slots = usize::from(slots);
    if rules.len() > slots {
        let plain = rules.split_off(rules.len() - slots.min(2));
        rules.truncate(slots - plain.len());
        rules.extend(plain);
    }
    rules
}

/// Two units on an open field, some steps apart.
pub(crate) fn duel(
    content: &Content,
    friend: &str,
    enemy: &str,
) -> Result<Encounter, Vec<ContentError>> {
    let unit = |unit: &str, row: u8| StagedUnit {
        unit: unit.to_owned(),
        cell: Cell::new(5, row).expect("both rows are on the board"),
        skills: Vec::new(),
    };
    // Units that draw from their side's pile find one.
    let deck =
        Some("standard".to_owned()).filter(|id| content.ids(FileKind::Deck).contains(&id.as_str()));
    content.stage(&Staging {
        name: "duel".to_owned(),
        title: "Duel".to_owned(),
        text: String::new(),
        tempo: Tempo::Ticks,
        by_hand: false,
        board: Board::default(),
        look: None,
        decks: [deck.clone(), deck],
        friends: vec![unit(friend, 8)],
        enemies: vec![unit(enemy, 3)],
    })
}

/// The units of a side in a staged battle, in order.
pub(crate) fn side(encounter: &Encounter, faction: Faction) -> impl Iterator<Item = UnitId> {
    let units = encounter.setup().units.iter().enumerate();
    units
        .filter(move |(_, sheet)| sheet.faction == faction)
        .filter_map(|(slot, _)| UnitId::new(slot))
}
