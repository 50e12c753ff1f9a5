//! The log as data: lines with what they are about, and which of them are wanted.

use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::{Arena, Event, Faction, Happening, Moment, UnitId, is_told, narrate};
use foretold_sim::Shown;
use lucide_icons::Icon;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Attack,
    Move,
    Help,
    Status,
    Fall,
    Turn,
}

impl Kind {
    pub(super) const ALL: [(Kind, &'static str); 6] = [
        (Kind::Attack, "attacks"),
        (Kind::Move, "moves"),
        (Kind::Help, "help"),
        (Kind::Status, "states"),
        (Kind::Fall, "falls"),
        (Kind::Turn, "turns, orders"),
    ];

    fn of(what: &Happening) -> Kind {
        match what {
            Happening::Decided { .. }
            | Happening::Struck(_)
            | Happening::Whiffed { .. }
            | Happening::WindUpBroken { .. }
            | Happening::IntentDrawn { .. } => Kind::Attack,
            Happening::WentAstray { .. }
            | Happening::Moved { .. }
            | Happening::MoveFailed { .. }
            | Happening::Shoved { .. }
            | Happening::ShoveStopped { .. } => Kind::Move,
            Happening::BlockRaised { .. }
            | Happening::HelpLost { .. }
            | Happening::Healed { .. }
            | Happening::GotUp { .. } => Kind::Help,
            Happening::SanityChanged { .. }
            | Happening::StatusBegan { .. }
            | Happening::StatusEnded { .. }
            | Happening::Suffered { .. } => Kind::Status,
            Happening::DeathSave { .. }
            | Happening::HurtWhileDown { .. }
            | Happening::WentDown { .. }
            | Happening::Fell { .. } => Kind::Fall,
            Happening::InitiativeRolled { .. }
            | Happening::TurnBegan { .. }
            | Happening::PhaseBegan { .. }
            | Happening::OrderDropped { .. }
            | Happening::Interrupted { .. }
            | Happening::Over { .. } => Kind::Turn,
        }
    }

    pub(super) const fn icon(self) -> Icon {
        match self {
            Kind::Attack => Icon::Swords,
            Kind::Move => Icon::Footprints,
            Kind::Help => Icon::HeartPlus,
            Kind::Status => Icon::Sparkles,
            Kind::Fall => Icon::Skull,
            Kind::Turn => Icon::Hourglass,
        }
    }
}

/// Who does it, if somebody does.
pub(crate) fn actor(what: &Happening) -> Option<UnitId> {
    match *what {
        Happening::Struck(ref struck) => Some(struck.by),
        Happening::BlockRaised { by, .. }
        | Happening::Whiffed { by, .. }
        | Happening::HelpLost { by, .. }
        | Happening::Healed { by, .. }
        | Happening::Shoved { by, .. }
        | Happening::ShoveStopped { by, .. } => Some(by),
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
        Happening::PhaseBegan { .. } | Happening::Over { .. } => None,
    }
}

/// To whom it is done, if it is another.
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

/// Whether it is a deed with dice or an effect, not a thought or a draw.
pub(crate) const fn is_loud(what: &Happening) -> bool {
    !matches!(
        what,
        Happening::Decided { .. } | Happening::IntentDrawn { .. }
    )
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) tick: u32,
    pub(super) text: String,
    pub(super) kind: Kind,
    pub(super) falls: bool,
    pub(super) by: Option<UnitId>,
    to: Option<UnitId>,
}

impl Line {
    fn of(arena: &Arena, event: &Event) -> Line {
        let what = &event.what;
        Line {
            tick: event.tick,
            text: narrate(arena, event),
            kind: Kind::of(what),
            falls: matches!(what, Happening::Fell { .. } | Happening::WentDown { .. }),
            by: actor(what),
            to: target(what),
        }
    }
}

/// Which lines are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Filter {
    pub(super) unit: Option<UnitId>,
    pub(super) kind: Option<Kind>,
    pub(super) side: Option<Faction>,
    /// In lower case; empty if nothing is searched.
    pub(super) search: String,
}

impl Filter {
    fn wants(&self, line: &Line, arena: &Arena) -> bool {
        let concerns = |unit: UnitId| line.by == Some(unit) || line.to == Some(unit);
        let side_of = |unit: UnitId| {
            let sheet = arena.setup().units.get(unit.slot());
            sheet.map(|sheet| sheet.faction)
        };
        self.unit.is_none_or(concerns)
            && self.kind.is_none_or(|kind| line.kind == kind)
            && self
                .side
                .is_none_or(|side| line.by.and_then(side_of) == Some(side))
            && (self.search.is_empty() || line.text.to_lowercase().contains(&self.search))
    }
}

/// Every line of the session, and those that are wanted, in order. Only what is new is written.
#[derive(Resource, Default, Debug)]
pub(super) struct Lines {
    all: Vec<Line>,
    wanted: Vec<u32>,
    filter: Filter,
    /// How many moments are written, and the last of them.
    moments: usize,
    last: Option<Arc<Moment>>,
}

impl Lines {
    /// Follows the session and the filter. Tells whether something has changed.
    pub(super) fn follow(&mut self, battle: &Res<Shown>, filter: &Filter) -> bool {
        let (arena, moments) = (battle.battle().arena(), battle.session().moments());
        let same_line = self
            .moments
            .checked_sub(1)
            .and_then(|last| moments.get(last))
            .zip(self.last.as_ref())
            .is_some_and(|(moment, last)| Arc::ptr_eq(moment, last));
        let refiltered = self.filter != *filter;
        let mut changed = refiltered || battle.is_changed();
        if !same_line {
            self.all.clear();
            self.moments = 0;
        }
        let known = if same_line && !refiltered {
            self.all.len()
        } else {
            self.wanted.clear();
            self.filter = filter.clone();
            0
        };
        for moment in &moments[self.moments.min(moments.len())..] {
            let told = moment.events.iter().filter(|event| is_told(arena, event));
            self.all.extend(told.map(|event| Line::of(arena, event)));
            changed = true;
        }
        self.moments = moments.len();
        self.last = moments.last().cloned();
        let fresh = self.all.iter().enumerate().skip(known);
        self.wanted.extend(
            fresh
                .filter(|(_, line)| filter.wants(line, arena))
                .map(|(place, _)| place as u32),
        );
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
    pub(super) fn get(&self, place: usize) -> Option<&Line> {
        self.all.get(*self.wanted.get(place)? as usize)
    }

    /// The wanted lines up to a step, as text.
    pub(super) fn text(&self, tick: u32) -> String {
        let count = self.count(tick);
        let lines = self.wanted[..count].iter();
        lines
            .map(|&place| format!("{}\n", self.all[place as usize].text))
            .collect()
    }
}
