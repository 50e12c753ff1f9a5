//! What happened in a step, put into words unit by unit.

use bevy::prelude::*;
use foretold_battle::{Battle, Card, Cell, Event, Happening, Harm, Struck, UnitId, Verdict};
use foretold_content::Palette;

use crate::look::colour;

/// What happened to one unit in a step, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatingResult {
    /// Where it happened.
    pub cell: Cell,
    /// The unit that it is about; `None` if it hit an empty cell.
    pub unit: Option<UnitId>,
    /// Whether it is a fall that is announced after the blow.
    pub is_late: bool,
    /// What it says.
    pub pieces: Vec<ResultPiece>,
}

/// A part of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultPiece {
    /// What it says.
    pub text: String,
    /// Good or bad: the colour.
    pub tone: ResultTone,
}

/// Whether a result is good or bad. It decides the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultTone {
    /// A unit was hurt.
    Harm,
    /// A unit was helped.
    Help,
    /// Nothing happened.
    Nothing,
    /// Block absorbed it.
    Blocked,
    /// A unit fell.
    Fall,
}

impl ResultTone {
    pub(super) fn colour(self, palette: &Palette) -> Color {
        colour(match self {
            ResultTone::Harm | ResultTone::Fall => palette.bad,
            ResultTone::Help => palette.good,
            ResultTone::Nothing => palette.text,
            ResultTone::Blocked => palette.block,
        })
    }
}

/// All that happened to one unit, before it is put into words.
struct ResultTally {
    cell: Cell,
    unit: Option<UnitId>,
    is_late: bool,
    /// Damage, and whether each was critical.
    harms: Vec<(Harm, bool)>,
    misses: usize,
    words: Vec<ResultPiece>,
}

/// What happened in a step, unit by unit: damage is added up, the rest is listed. Where units take
/// turns there is time for more words.
pub fn floating_results(battle: &Battle, events: &[Event]) -> Vec<FloatingResult> {
    let takes_turns = battle.arena().tempo().takes_turns();
    let mut tallies: Vec<ResultTally> = Vec::new();
    for event in events {
        let Some((unit, cell, outcome)) = outcome(battle, event) else {
            continue;
        };
        let falls = matches!(outcome, UnitResult::Word(_, ResultTone::Fall));
        let is_late = takes_turns && falls;
        let own =
            |tally: &ResultTally| (tally.unit, tally.cell, tally.is_late) == (unit, cell, is_late);
        let place = tallies.iter().position(own).unwrap_or_else(|| {
            tallies.push(ResultTally {
                cell,
                unit,
                is_late,
                harms: Vec::new(),
                misses: 0,
                words: Vec::new(),
            });
            tallies.len() - 1
        });
        let tally = &mut tallies[place];
        match outcome {
            UnitResult::Harm(harm, critical) => tally.harms.push((harm, critical)),
            UnitResult::Miss => tally.misses += 1,
            UnitResult::Word(text, tone) => {
                let piece = ResultPiece { text, tone };
                if !tally.words.contains(&piece) {
                    tally.words.push(piece);
                }
            }
        }
    }
    let in_words = |tally: ResultTally| FloatingResult {
        cell: tally.cell,
        unit: tally.unit,
        is_late: tally.is_late,
        pieces: tally.pieces(takes_turns),
    };
    tallies.into_iter().map(in_words).collect()
}

impl ResultTally {
    fn pieces(self, takes_turns: bool) -> Vec<ResultPiece> {
        let mut pieces = Vec::new();
        let mut say = |text: String, tone: ResultTone| pieces.push(ResultPiece { text, tone });
        let sum = |part: fn(&Harm) -> u16| -> u32 {
            let parts = self.harms.iter().map(|(harm, _)| u32::from(part(harm)));
            parts.sum()
        };
        let (dealt, blocked) = (sum(|harm| harm.dealt), sum(|harm| harm.blocked));
        let critical = self.harms.iter().any(|(_, critical)| *critical);
        let mark = if critical { "!" } else { "" };
        let cards = self.harms.iter().filter_map(|(harm, _)| harm.card);
        let cards: String = cards
            .filter(|card| *card != Card::Plus(0))
            .map(|card| format!(" ({card})"))
            .collect();
        match (dealt, takes_turns) {
            (0, _) => {}
            (dealt, true) => say(format!("{dealt} DAMAGE{mark}{cards}"), ResultTone::Harm),
            (dealt, false) => say(format!("−{dealt}{mark}"), ResultTone::Harm),
        }
        if blocked > 0 {
            say(format!("{blocked} blocked"), ResultTone::Blocked);
        }
        if dealt + blocked == 0 && !self.harms.is_empty() {
            say("no damage".to_owned(), ResultTone::Nothing);
        }
        let missed = match (self.misses, takes_turns) {
            (0, _) => None,
            (1, false) => Some("miss".to_owned()),
            (1, true) => Some("MISS".to_owned()),
            (misses, false) => Some(format!("{misses} misses")),
            (misses, true) => Some(format!("{misses} MISSES")),
        };
        if let Some(text) = missed {
            say(text, ResultTone::Nothing);
        }
        for ResultPiece { text, tone } in self.words {
            match (tone, takes_turns) {
                // What the guard did says that it rose.
                (ResultTone::Blocked, _) if blocked > 0 => {}
                (ResultTone::Fall, true) => say("INCAPACITATED".to_owned(), tone),
                _ => say(text, tone),
            }
        }
        pieces
    }
}

/// What an event does to a unit.
enum UnitResult {
    Harm(Harm, bool),
    Miss,
    Word(String, ResultTone),
}

/// What an event does, to whom and where, if it is to be seen on the board.
fn outcome(battle: &Battle, event: &Event) -> Option<(Option<UnitId>, Cell, UnitResult)> {
    let to = |unit: UnitId, outcome: UnitResult| {
        let cell = battle.unit(unit)?.cell;
        Some((Some(unit), cell, outcome))
    };
    let word = |unit: UnitId, text: &str, tone: ResultTone| {
        to(unit, UnitResult::Word(text.to_owned(), tone))
    };
    let nothing = ResultTone::Nothing;
    match event.what {
        Happening::Struck(struck) => match (struck.verdict, struck.harm) {
            (Verdict::Miss, _) => to(struck.target, UnitResult::Miss),
            // What it leaves is an event of its own.
            (_, None) if leaves_something(battle, &struck) => None,
            (_, None) => word(struck.target, "hit", ResultTone::Harm),
            (verdict, Some(harm)) => {
                let critical = verdict == Verdict::Critical;
                to(struck.target, UnitResult::Harm(harm, critical))
            }
        },
        Happening::Whiffed { cell, .. } => {
            Some((None, cell, UnitResult::Word("whiff".to_owned(), nothing)))
        }
        Happening::Suffered { unit, harm, .. } => to(unit, UnitResult::Harm(harm, false)),
        Happening::Healed {
            unit,
            hp_before,
            hp_after,
            ..
        } => {
            let text = format!("+{}", hp_after.saturating_sub(hp_before));
            word(unit, &text, ResultTone::Help)
        }
        Happening::SanityChanged {
            unit,
            before,
            after,
            ..
        } => {
            let (sign, tone) = if after < before {
                ('−', ResultTone::Harm)
            } else {
                ('+', ResultTone::Help)
            };
            let text = format!("{sign}{} sanity", before.abs_diff(after));
            word(unit, &text, tone)
        }
        Happening::BlockRaised { unit, amount, .. } => {
            word(unit, &format!("block +{amount}"), ResultTone::Blocked)
        }
        Happening::StatusBegan { unit, status, .. } => word(unit, status.name(), nothing),
        Happening::WindUpBroken { unit, .. } => word(unit, "interrupted", nothing),
        Happening::MoveFailed { unit, .. } => word(unit, "held", nothing),
        Happening::WentDown { unit, .. } => word(unit, "down", ResultTone::Fall),
        Happening::GotUp { unit, .. } => word(unit, "up again", ResultTone::Help),
        Happening::Fell { unit, .. } => word(unit, "fallen", ResultTone::Fall),
        _ => None,
    }
}

/// Whether a strike takes sanity or leaves a status.
fn leaves_something(battle: &Battle, struck: &Struck) -> bool {
    let strikes = battle.arena().skill(struck.skill).strikes();
    let strike = strikes.get(usize::from(struck.strike));
    strike.is_some_and(|strike| strike.sanity.is_some() || strike.inflicts.is_some())
}
