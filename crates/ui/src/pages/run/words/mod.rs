//! The things of a run in plain words: items, skills, cards, words of rules, offers, prices.
//!
//! Only texts: where they stand is up to the pages.

mod gear;
mod vocabulary;

use foretold_battle::brain::RuleWord;
use foretold_content::{CardChange, PlaceKind, Price};
use foretold_run::{Companion, Realm, Run, RunOffer};
use foretold_view::skill_effects::skill_icon;

pub(crate) use self::gear::{
    card_does, deck_rows, item_in_a_line, item_lines, skill_in_numbers, slot_icon,
};
pub(crate) use self::vocabulary::{teachers_ahead, where_found, word_means, word_name};
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
            lines: vec![ThingLine::plain("One companion gets one more rule slot.")],
            ..things(
                Icon::ListPlus,
                "A rule slot",
                "One more rule slot".to_owned(),
            )
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
                CardChange::Add(card) => (card, format!("One more {card} card")),
                CardChange::Remove(card) => (card, format!("One {card} card removed")),
            };
            let into = match change {
                CardChange::Add(_) => "Goes into one companion's combat deck",
                CardChange::Remove(_) => "Leaves one companion's combat deck",
            };
            let text = format!("{into}: {}.", card_does(*card));
            ThingWords {
                lines: vec![ThingLine::plain(text)],
                ..things(Icon::Spade, "A combat deck changes", name)
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
            let line = format!(
                "Goes into one companion's combat deck: {}.",
                card_does(card)
            );
            (Icon::Spade, format!("One more {card} card"), vec![line])
        }
    };
    ThingWords {
        icon,
        kind: "The price".to_owned(),
        name,
        text: String::new(),
        lines: lines.into_iter().map(ThingLine::loss).collect(),
    }
}
