//! The things of a run in plain words: items, skills, cards, words of rules, offers, prices.
//!
//! Only texts: where they stand is up to the pages.

use foretold_battle::brain::{Criterion, RuleWord, Side, Test};
use foretold_battle::{Card, Deck, Luck, Pile, Skill, Status, phrase, status_in_words};
use foretold_content::{CardChange, Content, Item, ItemSlot, PlaceKind, Price};
use foretold_run::{Companion, Realm, Run, RunOffer};
use foretold_view::skill_effects::{skill_icon, skill_in_words};

use crate::command::counted;
use crate::prelude::*;
use crate::toasts::capital;

/// Whether a line tells of something that one wants, or of what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tenor {
    Gain,
    Loss,
    Plain,
}

/// A line about a thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ThingLine {
    pub(crate) tenor: Tenor,
    pub(crate) text: String,
}

impl ThingLine {
    fn gain(text: impl Into<String>) -> ThingLine {
        ThingLine {
            tenor: Tenor::Gain,
            text: text.into(),
        }
    }

    fn loss(text: impl Into<String>) -> ThingLine {
        ThingLine {
            tenor: Tenor::Loss,
            text: text.into(),
        }
    }

    fn plain(text: impl Into<String>) -> ThingLine {
        ThingLine {
            tenor: Tenor::Plain,
            text: text.into(),
        }
    }
}

/// Lines that only tell.
pub(crate) fn plain_lines(texts: impl IntoIterator<Item = String>) -> Vec<ThingLine> {
    texts.into_iter().map(ThingLine::plain).collect()
}

/// Lines that only tell, but for one that tells of a gain.
pub(crate) fn gain_lines(texts: impl IntoIterator<Item = String>, gain: usize) -> Vec<ThingLine> {
    let texts = texts.into_iter().enumerate();
    texts
        .map(|(place, text)| match place == gain {
            true => ThingLine::gain(text),
            false => ThingLine::plain(text),
        })
        .collect()
}

/// Something that can be had, as a card shows it.
#[derive(Clone, Debug)]
pub(crate) struct ThingWords {
    pub(crate) icon: Icon,
    /// What kind of thing it is: `Word`.
    pub(crate) kind: String,
    pub(crate) name: String,
    /// A line for the mood.
    pub(crate) text: String,
    pub(crate) lines: Vec<ThingLine>,
}

/// Where an item is worn.
pub(crate) fn slot_icon(slot: ItemSlot) -> Icon {
    match slot {
        ItemSlot::Weapon => Icon::Sword,
        ItemSlot::Armour => Icon::Shirt,
        ItemSlot::Charm => Icon::Gem,
    }
}

/// What an item changes, line by line: what it gives first, then its drawbacks.
pub(crate) fn item_lines(item: &Item, content: &Content) -> Vec<ThingLine> {
    let mut lines = Vec::new();
    let mut number = |change: i16, what: &str| {
        let text = |sign: char| format!("{sign}{} {what}", change.unsigned_abs());
        match change {
            0 => {}
            1.. => lines.push(ThingLine::gain(text('+'))),
            ..0 => lines.push(ThingLine::loss(text('−'))),
        }
    };
    number(item.hp, "maximum HP");
    number(item.accuracy, "accuracy");
    number(item.armour_class, "armour class");
    number(item.speed, "speed (cells in a turn)");
    number(item.initiative, "initiative");
    number(item.sanity, "sanity");
    let kinds = |kinds: &[foretold_battle::DamageKind]| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        names.join(" and ")
    };
    if !item.resists.is_empty() {
        let kinds = kinds(&item.resists);
        lines.push(ThingLine::gain(format!("half damage from {kinds}")));
    }
    if item.start_block > 0 {
        let block = item.start_block;
        lines.push(ThingLine::gain(format!(
            "{block} block at the start of each battle"
        )));
    }
    if let Some(skill) = item.skill.as_deref().and_then(|skill| content.skill(skill)) {
        let text = format!("teaches {}: {}", skill.name, skill_in_numbers(&skill));
        lines.push(ThingLine::gain(text));
    }
    if let Some(start) = item.status {
        let status = status_in_words(start.status, start.amount, start.turns);
        let text = format!("{status} at the start of each battle");
        lines.push(if harms(start.status) {
            ThingLine::loss(text)
        } else {
            ThingLine::gain(text)
        });
    }
    for card in tallied(&item.adds) {
        let text = format!("{} into the wearer's deck: {}", card.0, card_does(card.1));
        lines.push(match is_good_card(card.1) {
            true => ThingLine::gain(text),
            false => ThingLine::loss(text),
        });
    }
    for card in tallied(&item.removes) {
        let text = format!("{} out of the wearer's deck: {}", card.0, card_does(card.1));
        lines.push(match is_good_card(card.1) {
            true => ThingLine::loss(text),
            false => ThingLine::gain(text),
        });
    }
    if !item.vulnerable.is_empty() {
        let kinds = kinds(&item.vulnerable);
        lines.push(ThingLine::loss(format!("double damage from {kinds}")));
    }
    lines.sort_by_key(|line| line.tenor == Tenor::Loss);
    lines
}

/// Whether a status is one that nobody wants.
fn harms(status: Status) -> bool {
    !matches!(status, Status::Dodging | Status::Strengthened)
}

/// The same in one line.
pub(crate) fn item_in_a_line(item: &Item, content: &Content) -> String {
    let lines = item_lines(item, content).into_iter();
    let lines: Vec<String> = lines.map(|line| line.text).collect();
    lines.join(", ")
}

/// Cards that are named several times, once: `2 cards +1`.
fn tallied(cards: &[Card]) -> Vec<(String, Card)> {
    let mut kinds: Vec<(Card, usize)> = Vec::new();
    for &card in cards {
        match kinds.iter_mut().find(|(known, _)| *known == card) {
            Some((_, count)) => *count += 1,
            None => kinds.push((card, 1)),
        }
    }
    let texts = kinds.into_iter().map(|(card, count)| {
        let text = match count {
            1 => format!("a {card} card"),
            many => format!("{many} {card} cards"),
        };
        (text, card)
    });
    texts.collect()
}

fn is_good_card(card: Card) -> bool {
    matches!(card, Card::Times(2..) | Card::Plus(0..))
}

/// What a card makes of the damage of a hit.
pub(crate) fn card_does(card: Card) -> String {
    match card {
        Card::Null => "a hit that draws it does no damage".to_owned(),
        Card::Times(factor) => format!("a hit that draws it does {factor} times its damage"),
        Card::Plus(0) => "a hit that draws it does its plain damage".to_owned(),
        Card::Plus(more @ 1..) => format!("a hit that draws it does {more} more damage"),
        Card::Plus(less) => {
            let less = less.unsigned_abs();
            format!("a hit that draws it does {less} less damage")
        }
    }
}

/// The cards of a full deck: each with its copies, and how likely it comes first.
pub(crate) fn deck_rows(deck: &Deck) -> Vec<(Card, usize, String)> {
    let odds = Pile::full(deck).odds(deck).into_iter();
    odds.map(|(card, copies, odds)| (card, copies.into(), odds.to_string()))
        .collect()
}

/// What a skill does, what it costs and how long it rests:
/// `range 1, 25 bludgeoning, hits without a roll · 2 ticks`.
pub(crate) fn skill_in_numbers(skill: &Skill) -> String {
    let rest = match skill.cooldown {
        0 => String::new(),
        turns => format!("rests {}", counted(turns.into(), "turn")),
    };
    let parts = [
        skill_in_words(skill, Luck::True),
        counted(skill.cost.into(), "tick"),
        rest,
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// The name of a skill, as far as the content knows it.
pub(crate) fn skill_name(realm: &Realm, id: &str) -> String {
    let skill = realm.content().skill(id);
    skill.map_or_else(|| id.to_owned(), |skill| skill.name)
}

/// The name of a unit.
pub(crate) fn unit_name<'r>(realm: &'r Realm, unit: &'r str) -> &'r str {
    realm
        .recruit(unit)
        .map_or(unit, |recruit| &recruit.sheet.name)
}

/// The name of a companion of the run.
pub(crate) fn companion_name(run: &Run, place: u8) -> &str {
    let companion = run.company().get(usize::from(place));
    companion.map_or("nobody", |it| unit_name(run.realm(), &it.unit))
}

/// What a word of rules is: for what it says and what it means.
enum Meaning {
    Test(Test),
    Criterion(Criterion),
    Side(Side),
    InReach,
    And,
    Or,
    Not,
}

fn meaning(word: RuleWord) -> Meaning {
    let tests = Test::ALL.map(|it| (RuleWord::test(it), Meaning::Test(it)));
    let criteria = Criterion::ALL.map(|it| (RuleWord::criterion(it), Meaning::Criterion(it)));
    let sides = Side::ALL.map(|it| (RuleWord::side(it), Meaning::Side(it)));
    let rest = [
        (RuleWord::IN_REACH, Meaning::InReach),
        (RuleWord::AND, Meaning::And),
        (RuleWord::OR, Meaning::Or),
    ];
    let mut all = tests.into_iter().chain(criteria).chain(sides).chain(rest);
    let found = all.find(|(known, _)| *known == word);
    found.map_or(Meaning::Not, |(_, meaning)| meaning)
}

/// A word as a sentence says it, with its numbers left open: `my HP is below …`.
pub(crate) fn word_name(word: RuleWord) -> String {
    match meaning(word) {
        Meaning::Test(test) => phrase(foretold_battle::brain::Clause {
            negated: false,
            test,
        }),
        Meaning::Criterion(criterion) => criterion.words().to_owned(),
        Meaning::Side(side) => side.file_name().replace("self", "myself"),
        Meaning::InReach => "in reach".to_owned(),
        Meaning::And => "and".to_owned(),
        Meaning::Or => "or".to_owned(),
        Meaning::Not => "not".to_owned(),
    }
}

/// What a word means.
pub(crate) fn word_means(word: RuleWord) -> String {
    match meaning(word) {
        Meaning::Test(test) => format!("A question: it holds if {}.", test.holds_if()),
        Meaning::Criterion(criterion) => format!("Picks a target: {}.", criterion.picks()),
        Meaning::Side(side) => format!("Looks for targets: {}.", side.file_name()),
        Meaning::InReach => {
            "Looks for a target only among those that the skill reaches from here.".to_owned()
        }
        Meaning::And => "Joins questions: all of them must hold.".to_owned(),
        Meaning::Or => "Joins questions: one of them is enough.".to_owned(),
        Meaning::Not => "Turns any question around: no enemy is within 2.".to_owned(),
    }
}

/// Where a word may be found that the company does not know.
pub(crate) fn where_found(run: &Run, word: RuleWord) -> String {
    let found = run.realm().words().iter().find(|it| it.word == word);
    let finished = run.start().finished;
    match found {
        None => "not to be found in this run".to_owned(),
        Some(found) if found.later > finished => {
            let runs = counted(found.later.into(), "finished run");
            format!("to be found after {runs}")
        }
        Some(_) => "from teachers, or as a reward".to_owned(),
    }
}

/// The kind of a place as a title.
pub(crate) fn place_name(kind: PlaceKind, floor: u8) -> String {
    format!("{} on floor {floor}", capital(kind.words()))
}

/// What an offer is.
pub(crate) fn offer_words(run: &Run, offer: &RunOffer) -> ThingWords {
    let realm = run.realm();
    let things = |icon: Icon, kind: &str, name: String| ThingWords {
        icon,
        kind: kind.to_owned(),
        name,
        text: String::new(),
        lines: Vec::new(),
    };
    match offer {
        RunOffer::Word(id) => {
            let word: Option<RuleWord> = id.parse().ok();
            let name = word.map_or_else(|| id.clone(), word_name);
            let means = word.map(word_means).into_iter();
            ThingWords {
                lines: means.map(ThingLine::plain).collect(),
                ..things(Icon::BookOpen, "A word for the whole company", name)
            }
        }
        RunOffer::Skill(id) => {
            let skill = realm.content().skill(id);
            let icon = skill.as_ref().map_or(Icon::Swords, skill_icon);
            let does = skill.as_ref().map(skill_in_numbers).into_iter();
            ThingWords {
                lines: does.map(|does| ThingLine::plain(capital(&does))).collect(),
                ..things(icon, "A skill for one companion", skill_name(realm, id))
            }
        }
        RunOffer::Slot => ThingWords {
            lines: vec![ThingLine::plain("One companion may follow one rule more.")],
            ..things(Icon::ListPlus, "A rule slot", "One more rule".to_owned())
        },
        RunOffer::Item(id) => match realm.item(id) {
            Some(item) => ThingWords {
                icon: slot_icon(item.slot),
                kind: format!("An item: {}", item.slot.words()),
                name: item.name.clone(),
                text: item.text.clone(),
                lines: item_lines(item, realm.content()),
            },
            None => things(Icon::Package, "An item", id.clone()),
        },
        RunOffer::Card(change) => {
            let (card, name) = match change {
                CardChange::Add(card) => (card, format!("One {card} card more")),
                CardChange::Remove(card) => (card, format!("One {card} card less")),
            };
            let into = match change {
                CardChange::Add(_) => "Goes into one companion's combat deck",
                CardChange::Remove(_) => "Leaves one companion's combat deck",
            };
            let text = format!("{into}: {}.", card_does(*card));
            ThingWords {
                lines: vec![ThingLine::plain(text)],
                ..things(Icon::Spade, "A change of a combat deck", name)
            }
        }
        RunOffer::Companion(unit) => {
            let name = unit_name(realm, unit).to_owned();
            let mut words = things(Icon::UserPlus, "A companion joins", name);
            if let Some(recruit) = realm.recruit(unit) {
                words.text.clone_from(&recruit.text);
                let hp = recruit.sheet.max_hp;
                let slots = counted(recruit.sheet.rule_slots.into(), "rule");
                words
                    .lines
                    .push(ThingLine::gain(format!("{hp} HP, {slots}")));
                let skills = recruit.skills.iter();
                words.lines.extend(skills.filter_map(|id| {
                    let skill = realm.content().skill(id)?;
                    let does = skill_in_numbers(&skill);
                    Some(ThingLine::plain(format!("{}: {does}", skill.name)))
                }));
            }
            words
        }
        RunOffer::Healing(percent) => {
            let healed = healed(run, *percent, false);
            ThingWords {
                lines: healed.into_iter().map(ThingLine::plain).collect(),
                ..things(
                    Icon::HeartPlus,
                    "Healing for everyone",
                    format!("{percent}% of the maximum HP"),
                )
            }
        }
        RunOffer::Omen => {
            let omens = run.omens();
            let text = format!(
                "An omen takes a battle back to any step of it. You have {omens}, then {}.",
                omens.saturating_add(1)
            );
            ThingWords {
                lines: vec![ThingLine::plain(text)],
                ..things(Icon::Eye, "An omen", "One omen more".to_owned())
            }
        }
    }
}

/// How many HP everyone would have after healing this much, a line each:
/// `Hunter 31 → 55 of 55`.
pub(crate) fn healed(run: &Run, percent: u8, wounds_heal: bool) -> Vec<String> {
    let company = run.company().iter();
    company
        .map(|it| {
            let name = unit_name(run.realm(), &it.unit);
            let whole = Companion {
                wounds: 0,
                ..it.clone()
            };
            let most = run.max_hp(if wounds_heal { &whole } else { it });
            let more = u32::from(most) * u32::from(percent) / 100;
            let after = (u32::from(it.hp) + more).min(most.into());
            let wounds = match it.wounds {
                0 => String::new(),
                _ if !wounds_heal => String::new(),
                wounds => format!(", {} gone", counted(wounds.into(), "wound")),
            };
            match after == u32::from(it.hp) {
                true => format!("{name} stays at {} of {most}{wounds}", it.hp),
                false => format!("{name} {} → {after} of {most}{wounds}", it.hp),
            }
        })
        .collect()
}

/// What wounds do to somebody.
pub(crate) fn wounds_in_words(run: &Run, companion: &Companion) -> Option<String> {
    let whole = Companion {
        wounds: 0,
        ..companion.clone()
    };
    let lost = run.max_hp(&whole).saturating_sub(run.max_hp(companion));
    let wounds = usize::from(companion.wounds);
    (wounds > 0).then(|| {
        let wounds = counted(wounds, "wound");
        format!("{wounds}: {lost} maximum HP less until a camp heals them")
    })
}

/// What a shrine asks for, in a sentence, and line by line what it comes to.
pub(crate) fn price_words(run: &Run, price: Price) -> ThingWords {
    let (icon, name, lines) = match price {
        Price::Hp(percent) => {
            let company = run.company().iter();
            let lines = company.map(|it| {
                let name = unit_name(run.realm(), &it.unit);
                let most = run.max_hp(it);
                let less = u32::from(most) * u32::from(percent) / 100;
                let after = u32::from(it.hp).saturating_sub(less).max(1);
                format!("{name} {} → {after} of {most}", it.hp)
            });
            let name = format!("{percent}% of everyone's maximum HP");
            (Icon::HeartMinus, name, lines.collect())
        }
        Price::Wound => {
            let part = run.plan().wound;
            let line = format!("One of you has {part}% less maximum HP until a camp.");
            (Icon::Bandage, "A wound".to_owned(), vec![line])
        }
        Price::Omen => {
            let omens = run.omens();
            let line = format!("Omens: {omens} → {}", omens.saturating_sub(1));
            (Icon::EyeOff, "An omen".to_owned(), vec![line])
        }
        Price::Card(card) => {
            let line = format!("Into the combat deck of one of you: {}.", card_does(card));
            (Icon::Spade, format!("A {card} card"), vec![line])
        }
    };
    ThingWords {
        icon,
        kind: "You pay".to_owned(),
        name,
        text: String::new(),
        lines: lines.into_iter().map(ThingLine::loss).collect(),
    }
}
