//! A run that is over, in words: how it ended, what was found, and a line to share.

use foretold_battle::Unit;
use foretold_run::{JournalEntry, Rest, Run, RunEnd, RunOffer};

use crate::command::{counted, listed};
use crate::pages::run::words::{companion_name, offer_words, skill_name, unit_name};
use crate::prelude::*;

/// How a run ended, as a headline.
pub(super) fn headline(run: &Run, end: RunEnd) -> String {
    let floor = run.floor();
    match (end, floor) {
        (RunEnd::Won, _) => format!("{} has fallen", boss_name(run)),
        (RunEnd::Lost, _) => format!("The company has fallen on floor {floor}"),
        (RunEnd::GivenUp, 0) => "Given up before the first floor".to_owned(),
        (RunEnd::GivenUp, _) => format!("Given up on floor {floor}"),
    }
}

/// Who sits on the last floor.
fn boss_name(run: &Run) -> String {
    let pack = run.realm().pack(&run.plan().boss);
    let leader = pack.and_then(|pack| pack.leaders.first());
    let fought = run.battle().map(|fight| &fight.encounter);
    let unit = fought.zip(leader).and_then(|(fought, leader)| {
        let mut units = fought.setup().units.iter().zip(fought.unit_ids());
        units.find_map(|(sheet, id)| (id == leader.unit).then(|| sheet.name.clone()))
    });
    let pack = pack.map_or("The last enemy", |pack| pack.name.as_str());
    unit.unwrap_or_else(|| pack.to_owned())
}

/// Where and how it was played: `The Descent · level 0 · seed 12 · floor 10 of 10`.
pub(super) fn about(run: &Run) -> String {
    let start = run.start();
    format!(
        "{} · level {} · seed {} · floor {} of {}",
        run.plan().title,
        start.level,
        start.seed,
        run.floor(),
        run.map().floors().len()
    )
}

/// What a victory opens.
pub(super) fn opened(run: &Run, open_level: u8) -> String {
    let levels = &run.realm().plan().levels;
    let won = usize::from(run.start().level);
    let open = usize::from(open_level).max(won + 1);
    match levels.get(won) {
        None => "That was the hardest level there is.".to_owned(),
        Some(next) if open == won + 1 => format!("Level {open} is open now. {}", next.text),
        Some(_) => format!("Levels up to {} are open.", open.min(levels.len())),
    }
}

/// A line of text to share.
pub(super) fn shared(run: &Run, end: RunEnd) -> String {
    let start = run.start();
    let how = match end {
        RunEnd::Won => "won",
        RunEnd::Lost => "lost",
        RunEnd::GivenUp => "given up",
    };
    let names = run.company().iter();
    let names: Vec<&str> = names.map(|it| unit_name(run.realm(), &it.unit)).collect();
    let (fights, falls) = fights_and_falls(run);
    format!(
        "Foretold · {}, level {}, seed {}: {how} on floor {} of {} with {}, {}, {}.",
        run.plan().title,
        start.level,
        start.seed,
        run.floor(),
        run.map().floors().len(),
        listed(&names),
        counted(fights, "fight"),
        counted(falls, "fall")
    )
}

/// How many fights there were, and how often one of the company fell in them. What was taken back has
/// not happened.
fn fights_and_falls(run: &Run) -> (usize, usize) {
    let mut fell_in: Vec<usize> = Vec::new();
    for entry in run.journal() {
        match (entry, fell_in.last_mut()) {
            (JournalEntry::Came(_, kind), _) if kind.is_fight() => fell_in.push(0),
            (JournalEntry::Fought { fell, .. }, Some(last)) => *last = fell.len(),
            (JournalEntry::TookBack(_), Some(last)) => *last = 0,
            _ => {}
        }
    }
    (fell_in.len(), fell_in.iter().sum())
}

/// Things of one kind that were found.
#[derive(Clone, Debug)]
pub(super) struct FoundThings {
    pub(super) icon: Icon,
    pub(super) kind: &'static str,
    pub(super) names: Vec<String>,
}

/// What was found on the way, kind by kind.
pub(super) fn found(run: &Run) -> Vec<FoundThings> {
    let kind = |icon, kind| FoundThings {
        icon,
        kind,
        names: Vec::new(),
    };
    let mut kinds = [
        kind(Icon::BookOpen, "Words"),
        kind(Icon::Swords, "Skills"),
        kind(Icon::Package, "Items"),
        kind(Icon::UserPlus, "Companions"),
        kind(Icon::Gift, "Other"),
    ];
    let whose = |name: String, companion: Option<u8>| match companion {
        Some(place) => format!("{name} ({})", companion_name(run, place)),
        None => name,
    };
    for entry in run.journal() {
        let (place, name) = match entry {
            JournalEntry::Took(offer, companion) => {
                let name = offer_words(run, offer).name;
                match offer {
                    RunOffer::Word(_) => (0, name),
                    RunOffer::Skill(_) => (1, whose(name, *companion)),
                    RunOffer::Item(_) => (2, name),
                    RunOffer::Companion(_) => (3, name),
                    RunOffer::Slot => (4, whose("one more rule".to_owned(), *companion)),
                    RunOffer::Card(_) => (4, whose(name.to_lowercase(), *companion)),
                    RunOffer::Healing(percent) => (4, format!("{percent}% healing")),
                    RunOffer::Omen => (4, "an omen".to_owned()),
                }
            }
            JournalEntry::Rested(Rest::Learn { companion, skill }) => {
                let name = skill_name(run.realm(), skill);
                (1, whose(name, Some(*companion)))
            }
            JournalEntry::Rested(Rest::Slot { companion }) => {
                (4, whose("one more rule".to_owned(), Some(*companion)))
            }
            _ => continue,
        };
        kinds[place].names.push(name);
    }
    let found = kinds.into_iter();
    found.filter(|kind| !kind.names.is_empty()).collect()
}

/// Whether each of the company was on its feet at the end, by its place.
pub(super) fn stands(run: &Run, end: RunEnd) -> Vec<bool> {
    let fell = run.journal().iter().rev().find_map(|entry| match entry {
        JournalEntry::Fought { fell, .. } => Some(fell.as_slice()),
        _ => None,
    });
    // A battle that was given up: whoever is still up in it.
    let left = run.battle().map(|fight| fight.session.battle());
    let friends = left.map(|battle| {
        let units = battle.arena().units();
        let friends = units.filter(|(_, sheet)| sheet.faction == Faction::Friendly);
        let up = friends.map(|(unit, _)| battle.unit(unit).is_some_and(Unit::is_up));
        up.collect::<Vec<bool>>()
    });
    let company = 0..run.company().len();
    company
        .map(|place| match (end, &friends) {
            (RunEnd::Won, _) => !fell.is_some_and(|fell| fell.contains(&(place as u8))),
            (RunEnd::Lost, _) => false,
            (RunEnd::GivenUp, Some(up)) => up.get(place).copied().unwrap_or(true),
            (RunEnd::GivenUp, None) => true,
        })
        .collect()
}
