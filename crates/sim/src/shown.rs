//! The battle that is being fought, and the moment that is on screen.

use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::{Battle, CommandRefusal, Moment, Session, UnitId};
use foretold_content::Encounter;

use crate::timeline::Rewound;

/// The moment on screen, with its history. It does not exist before the first
/// [`BattleRequest`](crate::BattleRequest) is carried out.
///
/// It changes at most once in a frame, before [`SimSystems::Refresh`](crate::SimSystems::Refresh),
/// and only if another moment is on screen or a command was given. So use Bevy's change detection to
/// find out whether something has to be worked out again.
#[derive(Resource, Clone, Debug)]
pub struct Shown {
    encounter: Arc<Encounter>,
    session: Arc<Session>,
    /// The step on screen, if it is not the present.
    past: Option<u32>,
    role: Role,
}

/// What a battle is to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// They fight it.
    Fought,
    /// A replay that they have not taken over.
    Watched,
    /// It plays by itself behind the title: nobody commands it, and nothing comes of it.
    Demo,
    /// They fight it in a run: changing its past costs an omen.
    Run,
    /// A battle of a run, fought again without stakes.
    Practice,
}

/// Every change makes a new session, so comparing pointers is enough.
impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.encounter, &other.encounter)
            && Arc::ptr_eq(&self.session, &other.session)
            && (self.past, self.role) == (other.past, other.role)
    }
}

impl Shown {
    /// The state on screen.
    pub fn battle(&self) -> &Battle {
        &self.moment().battle
    }

    /// The finished step on screen: the present, unless the player looks back.
    pub fn moment(&self) -> &Arc<Moment> {
        let past = self.past.and_then(|step| self.session.moment(step));
        past.unwrap_or_else(|| self.session.present())
    }

    /// The number of the step on screen; 0 is the set-up.
    pub fn step(&self) -> u32 {
        self.past.unwrap_or_else(|| self.session.last_step())
    }

    /// Whether the present is on screen.
    pub fn is_live(&self) -> bool {
        self.past.is_none()
    }

    /// Everything that has been played, whatever is on screen.
    pub fn session(&self) -> &Session {
        &self.session
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

    /// Whether this is a replay that the player has not taken over by a command. Letting it run on
    /// beyond its end is watching too.
    pub fn is_watched(&self) -> bool {
        self.role == Role::Watched
    }

    /// Whether this is a battle of the run, with all that hangs on it.
    pub fn is_of_run(&self) -> bool {
        self.role == Role::Run
    }

    /// Whether this is a battle of a run that is fought again without stakes.
    pub fn is_practice(&self) -> bool {
        self.role == Role::Practice
    }

    /// Whether this is no battle of the player: it plays by itself behind the title.
    pub fn is_demo(&self) -> bool {
        self.role == Role::Demo
    }
}

/// The battle that is being fought, in the middle of a frame. Only the [`Tick`](crate::Tick) schedule
/// and the systems of [`SimSystems::Requests`](crate::SimSystems::Requests) change it; all others
/// read [`Shown`].
#[derive(Resource, Debug, Default)]
pub(crate) struct Fight(Option<Shown>);

impl Fight {
    /// What will be on screen at the end of the frame.
    pub(crate) fn now(&self) -> Option<&Shown> {
        self.0.as_ref()
    }

    /// The battle as it is now, even in the middle of a step.
    #[cfg(feature = "testing")]
    pub(crate) fn battle_now(&self) -> Option<&Battle> {
        Some(self.now()?.session().battle())
    }

    /// The session of the battle, to play on.
    pub(crate) fn session_mut(&mut self) -> Option<&mut Session> {
        let now = self.0.as_mut()?;
        Some(Arc::make_mut(&mut now.session))
    }

    /// Begins another battle, at its present.
    pub(crate) fn begin(&mut self, encounter: Arc<Encounter>, session: Session, role: Role) {
        self.0 = Some(Shown {
            encounter,
            session: Arc::new(session),
            past: None,
            role,
        });
    }

    /// Replaces the session by the same battle, taken back to an earlier step.
    pub(crate) fn take_back(&mut self, session: Session) -> Option<Rewound> {
        let now = self.0.as_mut()?;
        let (from, to) = (now.step(), session.last_step());
        (now.session, now.past) = (Arc::new(session), None);
        Some(Rewound { from, to })
    }

    /// Replaces the session by the same battle, played again under other content.
    pub(crate) fn play_again(&mut self, encounter: Arc<Encounter>, session: Session) {
        if let Some(now) = &mut self.0 {
            let step = now.step();
            let past = (step < session.last_step()).then_some(step);
            (now.encounter, now.session, now.past) = (encounter, Arc::new(session), past);
        }
    }

    /// Replaces the encounter by one that differs only in its words and looks.
    pub(crate) fn describe(&mut self, encounter: Arc<Encounter>) {
        if let Some(now) = &mut self.0 {
            now.encounter = encounter;
        }
    }

    /// Puts a step that has been played on screen. `None` if it is there already.
    pub(crate) fn look_at(&mut self, step: u32) -> Option<Rewound> {
        let now = self.0.as_mut()?;
        let from = now.step();
        let to = step.min(now.session.last_step());
        now.past = (to < now.session.last_step()).then_some(to);
        (from != to).then_some(Rewound { from, to })
    }

    /// Changes the battle at the step on screen. If that has an effect, the present is on screen
    /// afterwards.
    pub(crate) fn change(
        &mut self,
        how: impl FnOnce(&mut Session, u32) -> Result<(), CommandRefusal>,
    ) -> Result<(), CommandRefusal> {
        let Some(now) = &mut self.0 else {
            return Ok(());
        };
        let mut next = Session::clone(&now.session);
        let result = how(&mut next, now.step());
        let (before, after) = (now.session.present(), next.present());
        if !Arc::ptr_eq(before, after) {
            now.past = None;
            // A command that changes nothing does not take a replay over.
            if now.role == Role::Watched && before.fingerprint() != after.fingerprint() {
                now.role = Role::Fought;
            }
            now.session = Arc::new(next);
        }
        result
    }
}

/// Puts the battle on screen as it is at the end of this frame.
pub(crate) fn show(mut commands: Commands, fight: Res<Fight>, shown: Option<ResMut<Shown>>) {
    match (fight.now(), shown) {
        (None, _) => {}
        (Some(now), None) => commands.insert_resource(now.clone()),
        (Some(now), Some(mut shown)) => {
            if *shown != *now {
                *shown = now.clone();
            }
        }
    }
}

/// Whether a battle of the player is on screen: there is one, and it is no demo.
pub(crate) fn is_own(shown: Option<Res<Shown>>) -> bool {
    shown.is_some_and(|shown| !shown.is_demo())
}
