//! The company: companions with their HP, wounds, items, skills, cards and rules.

use std::collections::BTreeMap;

use foretold_battle::brain::{Argument, Condition, Vocabulary};
use foretold_battle::{
    Affliction, Card, DamageKind, Deck, KindSet, MAX_CARD_KINDS, MAX_RULES, Rule, Selector,
    SkillId, UnitSheet,
};
use foretold_content::{CardChange, Encounter, Item, ItemSlot};
use serde::{Deserialize, Serialize};

use crate::realm::Realm;

/// A companion is a unit with three moves and at most this many other skills.
pub(crate) const MOST_SKILLS: usize = 13;
/// The most copies of a card in a deck.
const MOST_COPIES: u8 = 100;

/// A rule of a companion. It names its skill, so that it means the same in every battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CompanyRule {
    /// Whether the player has it switched on.
    pub enabled: bool,
    /// When it applies.
    pub when: Condition,
    /// The id of the skill.
    pub skill: String,
    /// On whom.
    pub on: Selector,
}

impl CompanyRule {
    /// A rule of a battle, by the names of its skills.
    pub fn of(rule: &Rule, encounter: &Encounter) -> CompanyRule {
        CompanyRule {
            enabled: rule.enabled,
            when: rule.when.clone(),
            skill: encounter.skill_id(rule.skill).to_owned(),
            on: rule.on,
        }
    }

    /// The same rule in a battle; `None` if its skill does not exist there.
    pub fn in_battle(&self, encounter: &Encounter) -> Option<Rule> {
        Some(self.with(encounter.skill(&self.skill)?))
    }

    /// The words that it is made of.
    pub fn words(&self) -> Vocabulary {
        Vocabulary::of(&self.with(SkillId(0)))
    }

    /// Whether both are the same rule, switched on or off.
    pub fn says_the_same(&self, other: &CompanyRule) -> bool {
        (&self.when, &self.skill, self.on) == (&other.when, &other.skill, other.on)
    }

    /// Whether a test looks no further than the board is wide.
    pub(crate) fn is_on_board(&self) -> bool {
        let mut arguments = self
            .when
            .tests
            .iter()
            .flat_map(|clause| clause.test.arguments());
        arguments.all(
            |argument| !matches!(argument, Argument::Range(range) if range > Argument::RANGE.most),
        )
    }

    fn with(&self, skill: SkillId) -> Rule {
        Rule {
            enabled: self.enabled,
            when: self.when.clone(),
            skill,
            on: self.on,
        }
    }
}

/// A fighter of the company.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Companion {
    /// The id of its unit.
    pub unit: String,
    /// HP; between fights nobody has less than 1.
    pub hp: u16,
    /// Each takes a part of the most HP until a camp.
    pub wounds: u8,
    /// The ids of what it wears.
    pub items: BTreeMap<ItemSlot, String>,
    /// The ids of the skills that it has learned.
    pub learned: Vec<String>,
    /// How many rules it may follow.
    pub slots: u8,
    /// What has become of its combat deck.
    pub cards: Vec<CardChange>,
    /// Its rules, the most important first.
    pub rules: Vec<CompanyRule>,
}

impl Companion {
    /// A companion as it joins.
    pub(crate) fn joins(realm: &Realm, unit: &str) -> Option<Companion> {
        let recruit = realm.recruit(unit)?;
        Some(Companion {
            unit: unit.to_owned(),
            hp: recruit.sheet.max_hp,
            wounds: 0,
            items: BTreeMap::new(),
            learned: Vec::new(),
            slots: recruit.sheet.rule_slots,
            cards: Vec::new(),
            rules: recruit.rules.clone(),
        })
    }

    /// The items that it wears.
    pub fn worn<'r>(&self, realm: &'r Realm) -> impl Iterator<Item = &'r Item> {
        self.items.values().filter_map(|id| realm.item(id))
    }

    /// The most HP, with its items and wounds.
    pub fn max_hp(&self, realm: &Realm, wound: u8) -> u16 {
        let base = realm
            .recruit(&self.unit)
            .map_or(1, |recruit| i32::from(recruit.sheet.max_hp));
        let items: i32 = self.worn(realm).map(|item| i32::from(item.hp)).sum();
        let whole = 100 - i32::from(wound) * i32::from(self.wounds);
        ((base + items).max(1) * whole.max(1) / 100).clamp(1, 9_999) as u16
    }

    /// The ids of the skills that it knows besides those of its unit: learned, then granted by items.
    pub(crate) fn extra_skills(&self, realm: &Realm) -> Vec<String> {
        let own = realm
            .recruit(&self.unit)
            .map_or(0, |recruit| recruit.skills.len());
        let granted = self.worn(realm).filter_map(|item| item.skill.clone());
        let mut skills: Vec<String> = Vec::new();
        for skill in self.learned.iter().cloned().chain(granted) {
            let known = realm
                .recruit(&self.unit)
                .is_some_and(|recruit| recruit.skills.contains(&skill));
            if !known && !skills.contains(&skill) && own + skills.len() < MOST_SKILLS {
                skills.push(skill);
            }
        }
        skills
    }

    /// Whether it knows a skill: of its own, learned, granted by an item, or one of the moves.
    pub fn knows(&self, realm: &Realm, skill: &str) -> bool {
        let recruit = realm.recruit(&self.unit);
        recruit.is_some_and(|recruit| {
            recruit.skills.iter().any(|own| own == skill)
                || recruit.moves.iter().any(|own| own == skill)
        }) || self.extra_skills(realm).iter().any(|own| own == skill)
    }

    /// Whether it could learn a skill now.
    pub fn can_learn(&self, realm: &Realm, skill: &str) -> bool {
        let Some(recruit) = realm.recruit(&self.unit) else {
            return false;
        };
        recruit.learns.iter().any(|learnt| learnt == skill)
            && !self.learned.iter().any(|learned| learned == skill)
            && recruit.skills.len() + self.learned.len() < MOST_SKILLS
    }

    /// Its combat deck as it is now, if it has one of its own.
    pub fn deck(&self, realm: &Realm) -> Option<Deck> {
        let mut deck = realm.recruit(&self.unit)?.deck.clone()?;
        let worn = self.worn(realm).flat_map(|item| {
            let adds = item.adds.iter().map(|card| CardChange::Add(*card));
            adds.chain(item.removes.iter().map(|card| CardChange::Remove(*card)))
        });
        for change in self.cards.iter().copied().chain(worn) {
            match change {
                CardChange::Add(card) => add_card(&mut deck, card),
                CardChange::Remove(card) => remove_card(&mut deck, card),
            }
        }
        Some(deck)
    }

    /// Whether a change of its deck would change anything.
    pub(crate) fn can_change_deck(&self, realm: &Realm, change: CardChange) -> bool {
        let mut changed = self.clone();
        changed.cards.push(change);
        self.deck(realm) != changed.deck(realm)
    }

    /// Makes a unit of a battle this companion: numbers only. Rules and deck follow in `stage`.
    pub(crate) fn equip(&self, realm: &Realm, wound: u8, sheet: &mut UnitSheet) {
        sheet.max_hp = self.max_hp(realm, wound);
        sheet.hp = self.hp.clamp(1, sheet.max_hp);
        sheet.rule_slots = self.slots.clamp(1, MAX_RULES as u8);
        for item in self.worn(realm) {
            sheet.accuracy = (sheet.accuracy + item.accuracy).clamp(-200, 300);
            sheet.armour_class = (sheet.armour_class + item.armour_class).clamp(0, 50);
            sheet.initiative = (sheet.initiative + item.initiative).clamp(-50, 50);
            sheet.speed = (i16::from(sheet.speed) + item.speed).clamp(0, 30) as u8;
            sheet.start_block = (sheet.start_block + item.start_block).min(999);
            sheet.sanity = sheet
                .sanity
                .map(|sanity| sanity.saturating_add_signed(item.sanity).clamp(1, 999));
            soften(sheet, item);
            if let Some(status) = item.status {
                let affliction = Affliction {
                    status: status.status,
                    turns: status.turns,
                    amount: status.amount,
                    held: false,
                };
                sheet.statuses.push(affliction);
            }
        }
    }
}

/// What an item does to the damage that its wearer takes: half and double cancel each other.
fn soften(sheet: &mut UnitSheet, item: &Item) {
    let without = |set: KindSet, kind: DamageKind| {
        let kinds = Vec::from(set).into_iter();
        kinds.filter(|&other| other != kind).collect::<KindSet>()
    };
    let with = |set: KindSet, kind: DamageKind| {
        let kinds = Vec::from(set).into_iter();
        kinds.chain([kind]).collect::<KindSet>()
    };
    for &kind in item
        .resists
        .iter()
        .filter(|&&kind| !sheet.immune.contains(kind))
    {
        if sheet.vulnerable.contains(kind) {
            sheet.vulnerable = without(sheet.vulnerable, kind);
        } else {
            sheet.resists = with(sheet.resists, kind);
        }
    }
    for &kind in item
        .vulnerable
        .iter()
        .filter(|&&kind| !sheet.immune.contains(kind))
    {
        if sheet.resists.contains(kind) {
            sheet.resists = without(sheet.resists, kind);
        } else {
            sheet.vulnerable = with(sheet.vulnerable, kind);
        }
    }
}

fn add_card(deck: &mut Deck, card: Card) {
    let has_room = deck.cards.len() < MAX_CARD_KINDS;
    match deck.cards.iter_mut().find(|(known, _)| *known == card) {
        Some((_, copies)) => *copies = copies.saturating_add(1).min(MOST_COPIES),
        None if has_room => deck.cards.push((card, 1)),
        None => {}
    }
}

/// Takes one copy out; the last card of a deck stays.
fn remove_card(deck: &mut Deck, card: Card) {
    let all: u32 = deck
        .cards
        .iter()
        .map(|(_, copies)| u32::from(*copies))
        .sum();
    if all <= 1 {
        return;
    }
    if let Some((_, copies)) = deck.cards.iter_mut().find(|(known, _)| *known == card) {
        *copies -= 1;
    }
    deck.cards.retain(|(_, copies)| *copies > 0);
}
