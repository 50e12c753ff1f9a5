//! The log as data: lines with what they are about, and which of them are wanted.

use std::sync::Arc;

use foretold_battle::{Event, Happening, Moment, belongs_in_log, narrate, narrate_result};

use crate::prelude::*;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LogKind {
    Attack,
    Move,
    Help,
    Status,
    Fall,
    Turn,
}

impl LogKind {
    /// Each in its order, as the filter calls it, and its sign.
    pub(super) const ALL: [(LogKind, &'static str, Icon); 6] = [
        (LogKind::Attack, "attacks", Icon::Swords),
        (LogKind::Move, "moves", Icon::Footprints),
        (LogKind::Help, "help", Icon::HeartPlus),
        (LogKind::Status, "states", Icon::Sparkles),
        (LogKind::Fall, "falls", Icon::Skull),
        (LogKind::Turn, "turns, orders", Icon::Hourglass),
    ];

    pub(super) const fn icon(self) -> Icon {
        LogKind::ALL[self as usize].2
    }

    fn of(what: &Happening) -> LogKind {
        match what {
            Happening::Decided { .. }
            | Happening::Struck(_)
            | Happening::Whiffed { .. }
            | Happening::WindUpBroken { .. }
            | Happening::IntentDrawn { .. } => LogKind::Attack,
            Happening::WentAstray { .. }
            | Happening::Moved { .. }
            | Happening::MoveFailed { .. }
            | Happening::Shoved { .. }
            | Happening::ShoveStopped { .. } => LogKind::Move,
            Happening::BlockRaised { .. }
            | Happening::HelpLost { .. }
            | Happening::Healed { .. }
            | Happening::GotUp { .. } => LogKind::Help,
            Happening::SanityChanged { .. }
            | Happening::StatusBegan { .. }
            | Happening::StatusEnded { .. }
            | Happening::Suffered { .. }
            | Happening::SetOnFire { .. }
            | Happening::FireWentOut { .. } => LogKind::Status,
            Happening::DeathSave { .. }
            | Happening::HurtWhileDown { .. }
            | Happening::WentDown { .. }
            | Happening::Fell { .. } => LogKind::Fall,
            Happening::InitiativeRolled { .. }
            | Happening::TurnBegan { .. }
            | Happening::PhaseBegan { .. }
            | Happening::OrderDropped { .. }
            | Happening::Interrupted { .. }
            | Happening::Over { .. } => LogKind::Turn,
        }
    }
}

/// The unit that does it, if one does.
pub(crate) fn actor(what: &Happening) -> Option<UnitId> {
    match *what {
        Happening::Struck(ref struck) => Some(struck.by),
        Happening::BlockRaised { by, .. }
        | Happening::Whiffed { by, .. }
        | Happening::HelpLost { by, .. }
        | Happening::Healed { by, .. }
        | Happening::Shoved { by, .. }
        | Happening::ShoveStopped { by, .. }
        | Happening::SetOnFire { by, .. } => Some(by),
        Happening::SanityChanged { by, unit, .. } | Happening::StatusBegan { by, unit, .. } => {
            by.or(Some(unit))
        }
        Happening::Decided { unit, .. }
        | Happening::InitiativeRolled { unit, .. }
        | Happening::TurnBegan { unit, .. }
        | Happening::OrderDropped { unit, .. }
        | Happening::Interrupted { unit, .. }
        | Happening::WentAstray { unit, .. }
        | Happening::Moved { unit, .. }
        | Happening::MoveFailed { unit, .. }
        | Happening::StatusEnded { unit, .. }
        | Happening::WindUpBroken { unit, .. }
        | Happening::DeathSave { unit, .. }
        | Happening::HurtWhileDown { unit, .. }
        | Happening::Suffered { unit, .. }
        | Happening::WentDown { unit, .. }
        | Happening::GotUp { unit, .. }
        | Happening::Fell { unit, .. }
        | Happening::IntentDrawn { unit, .. } => Some(unit),
        Happening::PhaseBegan { .. } | Happening::FireWentOut { .. } | Happening::Over { .. } => {
            None
        }
    }
}

/// The unit that it is done to, if it is another.
fn target(what: &Happening) -> Option<UnitId> {
    match *what {
        Happening::Struck(ref struck) => Some(struck.target),
        Happening::BlockRaised { unit, .. }
        | Happening::Healed { unit, .. }
        | Happening::SanityChanged { unit, .. }
        | Happening::StatusBegan { unit, .. }
        | Happening::Shoved { unit, .. }
        | Happening::ShoveStopped { unit, .. } => Some(unit),
        _ => None,
    }
}

/// Whether it is an action with dice or an effect, not a decision or a draw.
pub(crate) const fn is_loud(what: &Happening) -> bool {
    !matches!(
        what,
        Happening::Decided { .. } | Happening::IntentDrawn { .. }
    )
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LogLine {
    pub(super) tick: u32,
    pub(super) text: String,
    /// Without how it came about, for a line that is too long.
    pub(super) brief: String,
    pub(super) kind: LogKind,
    pub(super) falls: bool,
    /// Whether something has happened, and not only been decided or drawn.
    pub(super) is_loud: bool,
    pub(super) by: Option<UnitId>,
    to: Option<UnitId>,
}

impl LogLine {
    fn of(arena: &Arena, event: &Event) -> LogLine {
        let what = &event.what;
        LogLine {
            tick: event.tick,
            text: narrate(arena, event),
            brief: narrate_result(arena, event),
            kind: LogKind::of(what),
            falls: matches!(what, Happening::Fell { .. } | Happening::WentDown { .. }),
            is_loud: is_loud(what),
            by: actor(what),
            to: target(what),
        }
    }
}

/// Which lines are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LogFilter {
    pub(super) unit: Option<UnitId>,
    pub(super) kind: Option<LogKind>,
    pub(super) side: Option<Faction>,
    /// In lower case; empty if nothing is searched.
    pub(super) search: String,
}

impl LogFilter {
    fn wants(&self, line: &LogLine, arena: &Arena) -> bool {
        let concerns = |unit: UnitId| line.by == Some(unit) || line.to == Some(unit);
        let is_of = |side| line.by.is_some_and(|unit| arena.side(side).contains(unit));
        self.unit.is_none_or(concerns)
            && self.kind.is_none_or(|kind| line.kind == kind)
            && self.side.is_none_or(is_of)
            && (self.search.is_empty() || line.text.to_lowercase().contains(&self.search))
    }
}

/// Every line of the session, and those that are wanted, in order. Only what is new is written.
#[derive(Resource, Default, Debug)]
pub(super) struct LogLines {
    all: Vec<LogLine>,
    wanted: Vec<u32>,
    filter: LogFilter,
    /// How many moments are written, and the last of them.
    moments: usize,
    last: Option<Arc<Moment>>,
}

impl LogLines {
    /// Follows the session and the filter. Returns whether something has changed.
    pub(super) fn follow(&mut self, battle: &Res<Shown>, filter: &LogFilter) -> bool {
        let (arena, moments) = (battle.battle().arena(), battle.session().moments());
        let last = self.moments.checked_sub(1);
        let last = last
            .and_then(|last| moments.get(last))
            .zip(self.last.as_ref());
        let same_branch = last.is_some_and(|(moment, last)| Arc::ptr_eq(moment, last));
        let refiltered = self.filter != *filter;
        let mut changed = refiltered || battle.is_changed();
        if !same_branch {
            self.all.clear();
            self.moments = 0;
        }
        let known = if same_branch && !refiltered {
            self.all.len()
        } else {
            self.wanted.clear();
            self.filter = filter.clone();
            0
        };
        for moment in &moments[self.moments.min(moments.len())..] {
            let events = moment.events.iter();
            let logged = events.filter(|event| belongs_in_log(arena, event));
            self.all
                .extend(logged.map(|event| LogLine::of(arena, event)));
            changed = true;
        }
        self.moments = moments.len();
        self.last = moments.last().cloned();
        let fresh = self.all.iter().enumerate().skip(known);
        let wanted = fresh.filter(|(_, line)| filter.wants(line, arena));
        self.wanted.extend(wanted.map(|(place, _)| place as u32));
        changed
    }

    /// How many wanted lines there are up to a step: the past knows no future.
    pub(super) fn count(&self, tick: u32) -> usize {
        self.wanted
            .partition_point(|&place| self.all[place as usize].tick <= tick)
    }

    /// How many lines there are up to a step, wanted or not.
    pub(super) fn count_all(&self, tick: u32) -> usize {
        self.all.partition_point(|line| line.tick <= tick)
    }

    /// A wanted line.
    pub(super) fn get(&self, place: usize) -> Option<&LogLine> {
        self.all.get(*self.wanted.get(place)? as usize)
    }

    /// The wanted lines up to a step, as text.
    pub(super) fn text(&self, tick: u32) -> String {
        let places = self.wanted[..self.count(tick)].iter();
        let lines = places.map(|&place| format!("{}\n", self.all[place as usize].text));
        lines.collect()
    }
}
