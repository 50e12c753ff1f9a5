//! What fighters carry, in plain words: items, cards, skills.

use foretold_battle::{Card, Deck, Luck, Pile, Skill, Status, status_in_words};
use foretold_content::{Content, Item, ItemSlot};
use foretold_view::skill_effects::skill_in_words;

use super::{Tenor, ThingLine};
use crate::command::counted;
use crate::prelude::*;

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
