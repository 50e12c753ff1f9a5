//! The companions that a seed offers, as cards to choose from.

use foretold_battle::{Board, Cell, Luck, SkillKind, Tempo, sentence};
use foretold_content::{Encounter, FileKind, StagedUnit, Staging};
use foretold_run::{Realm, Run};
use foretold_view::skill_effects::{skill_icon, skill_in_words};

use super::super::portrait::figure_tile;
use super::NewRun;
use crate::command::counted;
use crate::prelude::*;

/// How large the figure on a card is, in pixels at 100%.
const FIGURE: f32 = 96.0;
/// How wide a card is at least, and the gap between two.
const CARD: f32 = 250.0;
const GAP: f32 = 12.0;

/// Somebody who is offered.
#[derive(Clone, Debug)]
pub(super) struct RecruitCard {
    /// Its place among those offered.
    place: u8,
    name: String,
    figure: String,
    text: String,
    /// `110 HP · 22 sanity · 3 rules`.
    numbers: String,
    /// Icon, name, and what it does.
    skills: Vec<(Icon, String, String)>,
    rules: Vec<String>,
}

/// The card of somebody who is offered: its place.
#[derive(Component)]
struct CandidateCard(u8);

impl RecruitCard {
    /// All that a run offers.
    pub(super) fn all(run: &Run, offered: &[String]) -> Vec<RecruitCard> {
        let realm = run.realm();
        let offered = (0..).zip(offered);
        offered
            .filter_map(|(place, unit)| RecruitCard::new(realm, place, unit))
            .collect()
    }

    fn new(realm: &Realm, place: u8, unit: &str) -> Option<RecruitCard> {
        let recruit = realm.recruit(unit)?;
        let sheet = &recruit.sheet;
        let skills = recruit.skills.iter().filter_map(|id| {
            let skill = realm.content().skill(id)?;
            let does = match skill.deed {
                SkillKind::Move(_) => String::new(),
                _ => skill_in_words(&skill, Luck::True),
            };
            Some((skill_icon(&skill), skill.name, does))
        });
        let mut numbers = format!("{} HP", sheet.max_hp);
        if let Some(sanity) = sheet.sanity {
            numbers += &format!(" · {sanity} sanity");
        }
        numbers += &format!(" · {}", counted(sheet.rule_slots.into(), "rule"));
        let rules = alone(realm, unit).map(|encounter| {
            let arena = encounter.arena();
            let rules = recruit.rules.iter();
            let rules = rules.filter_map(|rule| rule.in_battle(&encounter));
            rules.map(|rule| sentence(&arena, &rule)).collect()
        });
        Some(RecruitCard {
            place,
            name: sheet.name.clone(),
            figure: recruit.figure.clone(),
            text: recruit.text.clone(),
            numbers,
            skills: skills.collect(),
            rules: rules.unwrap_or_default(),
        })
    }
}

/// A unit against itself on an empty board, for the names of what it knows.
fn alone(realm: &Realm, unit: &str) -> Option<Encounter> {
    let content = realm.content();
    let at = |row: u8| {
        Some(StagedUnit {
            unit: unit.to_owned(),
            cell: Cell::new(5, row)?,
            skills: Vec::new(),
        })
    };
    let decks = content.ids(FileKind::Deck);
    let deck = decks.first().map(|deck| (*deck).to_owned());
    let staged = content.stage(&Staging {
        name: "alone".to_owned(),
        title: String::new(),
        text: String::new(),
        tempo: Tempo::Ticks,
        by_hand: false,
        board: Board::default(),
        look: None,
        decks: [deck.clone(), deck],
        friends: vec![at(8)?],
        enemies: vec![at(3)?],
    });
    staged.ok()
}

/// Spawns a card; `room` is how wide the row of them may be.
pub(super) fn spawn(
    list: &mut ChildSpawnerCommands<'_>,
    candidate: &RecruitCard,
    chosen: &[u8],
    room: f32,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let is_chosen = chosen.contains(&candidate.place);
    // As many beside each other as have room: four, two or one.
    let abreast = [4.0, 2.0, 1.0]
        .into_iter()
        .find(|abreast| (CARD + GAP) * abreast <= room + GAP)
        .unwrap_or(1.0);
    // The bar of the list and its edges take a little.
    let width = (room - 18.0 - (abreast - 1.0) * GAP) / abreast;
    let node = Node::column(px(7))
        .align(AlignItems::Stretch)
        .fixed()
        .width(px(width.floor()))
        .padding(px(12).all())
        .framed(BorderRadius::all(px(8)));
    let mut card = list.spawn(button(candidate.name.clone(), style));
    card.insert((node, CandidateCard(candidate.place), observe(toggle)));
    card.check(is_chosen).with_children(|card| {
        let head = Node::row(px(12)).centred();
        card.spawn((head, Pickable::IGNORE)).with_children(|head| {
            figure_tile(head, &candidate.figure, Faction::Friendly, FIGURE, style);
            let names = Node::column(px(4)).share(1.0).min_width(px(0));
            head.spawn((names, Pickable::IGNORE))
                .with_children(|names| {
                    names
                        .spawn(style.headline(&candidate.name, style.ink()))
                        .insert(style.font(Face::Display, style.sizes().heading + 4));
                    names.spawn(style.remark(&candidate.numbers));
                    let line = Node::row(px(5)).centred();
                    let (icon, text, ink) = if is_chosen {
                        (Icon::SquareCheck, "comes along", colour(palette.accent))
                    } else {
                        (Icon::Square, "choose", style.muted())
                    };
                    names.spawn((line, Pickable::IGNORE)).with_children(|line| {
                        line.spawn(style.sign(icon, ink));
                        line.spawn(style.bold(text, ink));
                    });
                });
        });
        card.spawn(style.plain(&candidate.text, style.ink()));
        for (icon, name, does) in &candidate.skills {
            let row = Node::row(px(7));
            card.spawn((row, Pickable::IGNORE)).with_children(|row| {
                row.spawn(style.sign(*icon, colour(palette.friendly_light)))
                    .insert(Node::default().fixed());
                let words = Node::column(px(0)).share(1.0).min_width(px(0));
                row.spawn((words, Pickable::IGNORE)).with_children(|words| {
                    words.spawn(style.bold(name, style.ink()));
                    words.spawn(style.plain(does, style.muted()));
                });
            });
        }
        card.spawn(style.bold("First rules", style.muted()));
        for (number, rule) in (1..).zip(&candidate.rules) {
            let row = Node::row(px(7));
            card.spawn((row, Pickable::IGNORE)).with_children(|row| {
                row.spawn(style.plain(number.to_string(), style.muted()))
                    .insert(Node::default().fixed());
                let words = Node::column(px(0)).share(1.0).min_width(px(0));
                row.spawn((words, Pickable::IGNORE))
                    .with_child(style.plain(rule, style.ink()));
            });
        }
    });
}

/// Takes somebody along, or leaves them behind.
fn toggle(
    press: On<Activate>,
    cards: Query<&CandidateCard>,
    current: Res<foretold_sim::CurrentRun>,
    mut new: ResMut<NewRun>,
    mut toasts: ResMut<Toasts>,
) {
    let (Ok(card), Some(run)) = (cards.get(press.entity), current.get()) else {
        return;
    };
    let wanted = usize::from(run.plan().chosen);
    if new.chosen.contains(&card.0) {
        new.chosen.retain(|place| *place != card.0);
    } else if new.chosen.len() < wanted {
        new.chosen.push(card.0);
    } else {
        toasts.push(Toast::bad(format!(
            "Only {wanted} set out: leave somebody behind first."
        )));
    }
}
