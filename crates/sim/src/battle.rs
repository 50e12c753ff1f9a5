//! The battle that is being fought, and which moment of it is on screen.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::*;
use foretold_battle::{Arena, Battle, CommandRefusal, Event, Phase, Session, UnitId};
use foretold_content::Encounter;

/// The battle that is being fought. There is none before the first
/// [`BattleRequest`](crate::BattleRequest) is carried out.
///
/// Only the systems of the [`Tick`](crate::Tick) schedule and
/// [`TimelinePlugin`](crate::TimelinePlugin) change it.
#[derive(Resource, Debug)]
pub struct CurrentBattle {
    encounter: Arc<Encounter>,
    session: Session,
    /// What happened in the running step, or in the last one.
    events: Vec<Event>,
    /// The moment on screen, if it is not the present.
    looking_at: Option<Battle>,
    /// Whether it was opened to be watched, and nobody has done anything to it since.
    watched: bool,
    version: u64,
}

impl CurrentBattle {
    pub(crate) fn start(encounter: Arc<Encounter>, arena: &Arc<Arena>, seed: u64) -> Self {
        let mut events = Vec::new();
        let session = Session::start(arena, &encounter.name, seed, &mut events);
        CurrentBattle {
            encounter,
            session,
            events,
            looking_at: None,
            watched: false,
            version: fresh_version(),
        }
    }

    /// Takes over what the same battle is called now.
    pub(crate) fn describe(&mut self, encounter: Arc<Encounter>) {
        self.encounter = encounter;
    }

    /// Notes that it was opened to be watched.
    pub(crate) fn watch(&mut self) {
        self.watched = true;
    }

    /// Whether it was opened to be watched, and nobody has done anything to it since. Who lets time
    /// run on beyond what was kept only watches too.
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// The moment on screen: the present, unless somebody looks back.
    pub fn battle(&self) -> &Battle {
        self.looking_at
            .as_ref()
            .unwrap_or_else(|| self.session.battle())
    }

    /// The present, whatever is on screen.
    pub fn live(&self) -> &Session {
        &self.session
    }

    /// Whether the moment on screen is the present.
    pub fn is_live(&self) -> bool {
        self.looking_at.is_none()
    }

    /// What is being fought.
    pub fn encounter(&self) -> &Arc<Encounter> {
        &self.encounter
    }

    /// What a unit is called.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        let sheet = self.battle().arena().setup().units.get(unit.slot());
        sheet.map_or("?", |sheet| sheet.name.as_str())
    }

    /// What happened in the present's last step, or so far in the running one.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Another number whenever the moment on screen is another, or is changed by an order or an
    /// edit: what was worked out for one version holds as long as it stays. No two battles of a
    /// program share one.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Runs a phase of the running step, and gives what happened in it. Does nothing if the battle
    /// is over or waits.
    pub(crate) fn run(&mut self, phase: Phase) -> &[Event] {
        let begins = phase == Phase::Decide && self.session.battle().due() == Phase::Decide;
        let mut events = if begins {
            Vec::new()
        } else {
            std::mem::take(&mut self.events)
        };
        let before = events.len();
        let tick = self.session.battle().tick();
        self.session.run(phase, &mut events);
        if begins && self.session.battle().due() == Phase::Decide {
            return &[];
        }
        self.events = events;
        if self.session.battle().tick() != tick {
            self.version = fresh_version();
        }
        &self.events[before..]
    }

    /// Plays a whole step outside of the schedule: to come back to where a battle was.
    pub(crate) fn step(&mut self) {
        for phase in Phase::ALL {
            self.run(phase);
        }
    }

    /// Changes the present. If something came of it, whoever looked back sees the present again.
    pub(crate) fn change(
        &mut self,
        how: impl FnOnce(&mut Session) -> Result<(), CommandRefusal>,
    ) -> Result<(), CommandRefusal> {
        let before = (
            self.session.battle().tick(),
            self.session.battle().fingerprint(),
        );
        let result = how(&mut self.session);
        if (
            self.session.battle().tick(),
            self.session.battle().fingerprint(),
        ) != before
        {
            self.looking_at = None;
            self.watched = false;
            self.version = fresh_version();
        }
        result
    }

    /// Puts a moment on screen; none means the present.
    pub(crate) fn look_at(&mut self, moment: Option<Battle>) {
        self.looking_at = moment;
        self.version = fresh_version();
    }
}

fn fresh_version() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
