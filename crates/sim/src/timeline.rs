//! What changes a battle between two steps: starting, rewinding, watching, commands.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use foretold_battle::{Command, CommandRefusal, Faction, Replay, Session};
use foretold_content::{Encounter, did_you_mean, read_replay};

use crate::SimSystems;
use crate::autofight::give_orders;
use crate::content::{ContentReloaded, GameContent};
use crate::player_overrides::{self, PlayerOverrides};
use crate::refusal::{Refused, Request, RequestRefusal};
use crate::reload;
use crate::replays::ReplayFolder;
use crate::shown::{self, Fight, Role, Shown};
use crate::tick::{BattleEvent, Clock};

/// A request about a whole battle. Anyone may write it; [`TimelinePlugin`] carries it out.
#[derive(Message, Clone, Debug)]
pub enum BattleRequest {
    /// Begin a battle of the content.
    Start {
        /// Its name.
        battle: String,
        /// The seed of its dice.
        seed: u64,
    },
    /// Begin the battle again with the rules that the player has made.
    Restart {
        /// Another seed; the same one if `None`.
        seed: Option<u64>,
    },
    /// Show a replay, from its beginning.
    Watch(Box<Replay>),
    /// Show a replay from a file.
    Open(PathBuf),
    /// Resume a battle that was left, with every command given so far, at the step that was on screen.
    Resume {
        /// Everything so far.
        replay: Box<Replay>,
        /// The step that was on screen.
        step: u32,
    },
    /// Play a battle of the content as a demo, from this step on: see [`Shown::is_demo`]. It is not
    /// announced as a battle that began, nor its end.
    Demo {
        /// Its name.
        battle: String,
        /// The seed of its dice.
        seed: u64,
        /// The step to begin with; the end if it comes earlier.
        step: u32,
    },
    /// Write the battle so far to the folder of replays.
    Keep,
    /// Write a branch of the battle to the folder of replays.
    KeepBranch(usize),
}

/// Whether the player takes command when a battle by hand begins. If not, its units follow their
/// rules.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct AutoTakeCommand(pub bool);

impl Default for AutoTakeCommand {
    fn default() -> Self {
        AutoTakeCommand(true)
    }
}

/// Look at a step that has been played. Anyone may write it; [`TimelinePlugin`] carries it out.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct RewindRequest {
    /// Which step; 0 is the set-up.
    pub to: u32,
}

/// A battle began. Written by [`TimelinePlugin`].
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct BattleStarted {
    /// Its name.
    pub battle: String,
    /// The seed of its dice.
    pub seed: u64,
}

/// Another moment is on screen, without a step being played. Written by [`TimelinePlugin`] and
/// [`TickPlugin`](crate::TickPlugin).
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rewound {
    /// The step that was on screen.
    pub from: u32,
    /// The step that is on screen now.
    pub to: u32,
}

/// A replay was written. Written by [`TimelinePlugin`].
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct ReplayKept {
    /// Where.
    pub file: PathBuf,
}

/// The running battle was played again under changed content. Written by [`TimelinePlugin`].
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct BattleReplayed {
    /// The step on screen now.
    pub step: u32,
    /// The player's commands that no longer work: at which step, and why.
    pub skipped: Vec<(u32, String)>,
    /// Units that are gone. If there are any, the battle stays as it was, and a restart is offered.
    pub vanished: Vec<String>,
}

/// History and everything that changes a battle between two steps.
pub struct TimelinePlugin;

impl Plugin for TimelinePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Fight>()
            .init_resource::<AutoTakeCommand>()
            .init_resource::<PlayerOverrides>()
            .init_resource::<ReplayFolder>()
            .add_message::<BattleRequest>()
            .add_message::<RewindRequest>()
            .add_message::<BattleStarted>()
            .add_message::<Rewound>()
            .add_message::<ReplayKept>()
            .add_message::<BattleReplayed>()
            .add_systems(
                Update,
                (
                    (
                        reload::follow_content.run_if(on_message::<ContentReloaded>),
                        carry_out_battle_requests,
                        carry_out_rewinds,
                    )
                        .chain()
                        .in_set(SimSystems::Requests),
                    player_overrides::apply
                        .after(give_orders)
                        .in_set(SimSystems::Requests),
                    shown::show.in_set(SimSystems::Show),
                ),
            );
    }
}

/// The battle that is being fought, for a system that gives commands.
#[derive(SystemParam)]
pub(crate) struct Commander<'w> {
    fight: ResMut<'w, Fight>,
    rewound: MessageWriter<'w, Rewound>,
    refused: MessageWriter<'w, Refused>,
}

impl Commander<'_> {
    pub(crate) fn now(&self) -> Option<&Shown> {
        self.fight.now()
    }

    /// Changes the battle at the step on screen, or reports why not.
    pub(crate) fn change(
        &mut self,
        request: Request,
        how: impl FnOnce(&mut Session, u32) -> Result<(), CommandRefusal>,
    ) {
        let Some(from) = self.now().map(Shown::step) else {
            self.refuse(request, RequestRefusal::NoBattle);
            return;
        };
        if let Some(step) = self.costs_an_omen() {
            self.refuse(request, RequestRefusal::CostsAnOmen { step });
            return;
        }
        let result = self.fight.change(how);
        let Some(now) = self.fight.now() else {
            return;
        };
        let (to, reason) = match result {
            Ok(()) => (now.step(), None),
            Err(refusal) => (now.step(), Some(RequestRefusal::of(now.battle(), refusal))),
        };
        if from != to {
            self.rewound.write(Rewound { from, to });
        }
        if let Some(reason) = reason {
            self.refuse(request, reason);
        }
    }

    /// The step on screen, if it is the past of a battle of the run, or its end.
    fn costs_an_omen(&self) -> Option<u32> {
        let now = self.now().filter(|now| now.is_of_run())?;
        let is_past = !now.is_live() || now.battle().outcome().is_some();
        is_past.then_some(now.step())
    }

    pub(crate) fn refuse(&mut self, request: Request, reason: RequestRefusal) {
        self.refused.write(Refused { request, reason });
    }

    /// Puts a step that has been played on screen.
    fn look_at(&mut self, step: u32) -> Result<(), RequestRefusal> {
        self.rewound.write_batch(look_at(&mut self.fight, step)?);
        Ok(())
    }
}

/// Puts a step that has been played on screen.
pub(crate) fn look_at(fight: &mut Fight, step: u32) -> Result<Option<Rewound>, RequestRefusal> {
    let last = fight
        .now()
        .ok_or(RequestRefusal::NoBattle)?
        .session()
        .last_step();
    if step > last {
        return Err(RequestRefusal::NotYet { last });
    }
    Ok(fight.look_at(step))
}

pub(crate) fn carry_out_rewinds(
    mut requests: MessageReader<RewindRequest>,
    mut commander: Commander,
) {
    for &request in requests.read() {
        if let Err(reason) = commander.look_at(request.to) {
            commander.refuse(Request::Rewind(request), reason);
        }
    }
}

pub(crate) fn carry_out_battle_requests(
    mut requests: MessageReader<BattleRequest>,
    mut starter: Starter,
) {
    for request in requests.read() {
        if let Err(reason) = starter.carry_out(request) {
            let request = Request::Battle(request.clone());
            starter.commander.refuse(request, reason);
        }
    }
}

/// What it takes to begin a battle.
#[derive(SystemParam)]
pub(crate) struct Starter<'w> {
    pub(crate) commander: Commander<'w>,
    content: Res<'w, GameContent>,
    takes_command: Res<'w, AutoTakeCommand>,
    overrides: Res<'w, PlayerOverrides>,
    folder: Res<'w, ReplayFolder>,
    clock: ResMut<'w, Clock>,
    happened: MessageWriter<'w, BattleEvent>,
    started: MessageWriter<'w, BattleStarted>,
    kept: MessageWriter<'w, ReplayKept>,
}

impl Starter<'_> {
    fn carry_out(&mut self, request: &BattleRequest) -> Result<(), RequestRefusal> {
        match request {
            BattleRequest::Start { battle, seed } => {
                let encounter = find(&self.content, battle)?;
                self.start(encounter, *seed, Vec::new());
            }
            BattleRequest::Restart { seed } => {
                let now = self.commander.now().ok_or(RequestRefusal::NoBattle)?;
                if now.is_of_run() {
                    return Err(RequestRefusal::OnlyOnce);
                }
                let seed = seed.unwrap_or_else(|| now.session().seed());
                let (old, rules) = (Arc::clone(now.encounter()), changed_rules(now));
                let encounter = self.find_or_current(&old.name)?;
                let role = match now.is_practice() {
                    true => Role::Practice,
                    false => Role::Fought,
                };
                // The files may have changed in the meantime.
                let known = |command| reload::translate(&old, &encounter, command).ok();
                let rules = rules.iter().filter_map(known).collect();
                self.start_as(role, encounter, seed, rules);
            }
            BattleRequest::Watch(replay) => self.watch(replay)?,
            BattleRequest::Open(file) => {
                let replay =
                    read_replay(file).map_err(|error| RequestRefusal::File(error.to_string()))?;
                self.watch(&replay)?;
            }
            BattleRequest::Resume { replay, step } => self.resume(replay, *step)?,
            BattleRequest::Demo { battle, seed, step } => {
                let encounter = find(&self.content, battle)?;
                self.show_demo(encounter, *seed, *step);
            }
            BattleRequest::Keep => {
                let own = self.commander.now().filter(|now| !now.is_demo());
                let now = own.ok_or(RequestRefusal::NoBattle)?;
                self.keep(&now.session().replay())?;
            }
            BattleRequest::KeepBranch(number) => {
                let now = self.commander.now().ok_or(RequestRefusal::NoBattle)?;
                let branch = now.session().branches().get(*number);
                let branch = Arc::clone(branch.ok_or(RequestRefusal::NoSuchBranch)?);
                self.keep(&branch)?;
            }
        }
        Ok(())
    }

    /// A battle of the content by name, or the running one if it has this name and comes from no
    /// file.
    fn find_or_current(&self, name: &str) -> Result<Arc<Encounter>, RequestRefusal> {
        let running = self.commander.now().map(Shown::encounter);
        match running.filter(|running| running.name == name && !running.is_from_files()) {
            Some(running) => Ok(Arc::clone(running)),
            None => find(&self.content, name),
        }
    }

    /// Begins a battle with the player in command, their luck and autofight, and perhaps their rules.
    pub(crate) fn start(&mut self, encounter: Arc<Encounter>, seed: u64, rules: Vec<Command>) {
        self.start_as(Role::Fought, encounter, seed, rules);
    }

    fn start_as(&mut self, role: Role, encounter: Arc<Encounter>, seed: u64, rules: Vec<Command>) {
        let mut session = Session::start(&encounter.arena(), &encounter.name, seed);
        let by_hand = encounter.by_hand && self.takes_command.0;
        let player = by_hand.then_some(Command::Player { present: true });
        let luck = self.overrides.luck_for(session.battle());
        let autofight = self.overrides.autofight_for(&encounter, session.battle());
        let commands = player.into_iter().chain(luck).chain(autofight).chain(rules);
        for command in commands {
            // Only rules can be refused: old ones, if the files have changed in the meantime.
            let _ = session.command(command);
        }
        self.begin(encounter, session, role);
    }

    /// Puts a battle on screen that nobody commands, as it is after these steps.
    fn show_demo(&mut self, encounter: Arc<Encounter>, seed: u64, step: u32) {
        let mut session = Session::start(&encounter.arena(), &encounter.name, seed);
        while session.last_step() < step && session.battle().outcome().is_none() {
            session.step();
        }
        let rewound = Rewound {
            from: 0,
            to: session.last_step(),
        };
        self.commander.fight.begin(encounter, session, Role::Demo);
        self.commander.rewound.write(rewound);
    }

    /// Puts a battle of a run on screen, at its present, with the player in command if it is by hand.
    pub(crate) fn begin_in_run(
        &mut self,
        encounter: &Arc<Encounter>,
        session: Session,
        role: Role,
    ) {
        self.begin(Arc::clone(encounter), session, role);
        if encounter.by_hand && self.takes_command.0 {
            let command = Command::Player { present: true };
            let fight = &mut self.commander.fight;
            // A player who is there already changes nothing.
            let _ = fight.change(|session, _| session.command(command));
        }
    }

    /// Puts the battle on screen as it is after it was taken back.
    pub(crate) fn take_back(&mut self, session: Session) {
        self.clock.elapsed = Duration::ZERO;
        let rewound = self.commander.fight.take_back(session);
        self.commander.rewound.write_batch(rewound);
    }

    /// Puts a battle on screen, at its present.
    fn begin(&mut self, encounter: Arc<Encounter>, session: Session, role: Role) {
        let set_up = session.moments().iter().take(1);
        let events = set_up.flat_map(|moment| &moment.events).copied();
        self.happened.write_batch(events.map(BattleEvent));
        self.started.write(BattleStarted {
            battle: encounter.name.clone(),
            seed: session.seed(),
        });
        self.clock.elapsed = Duration::ZERO;
        self.commander.fight.begin(encounter, session, role);
    }

    /// Shows a replay from its beginning, after checking it.
    fn watch(&mut self, replay: &Replay) -> Result<(), RequestRefusal> {
        let (encounter, mut session) = self.checked(replay)?;
        let same = |now: &&Shown| {
            (&now.encounter().name, now.session().seed()) == (&encounter.name, session.seed())
        };
        if let Some(now) = self.commander.now().filter(same) {
            session.take_branches_and_last_way(now.session());
        }
        self.begin(encounter, session, Role::Watched);
        self.commander.look_at(0)
    }

    /// Resumes a battle at the step that was on screen. One that cannot be played again is kept as a
    /// replay.
    fn resume(&mut self, replay: &Replay, step: u32) -> Result<(), RequestRefusal> {
        match self.checked(replay) {
            Ok((encounter, session)) => {
                self.begin(encounter, session, Role::Fought);
                self.commander.look_at(step)
            }
            // The files may still be mended.
            Err(RequestRefusal::NoContent) => Err(RequestRefusal::NoContent),
            Err(why) => Err(RequestRefusal::CannotGoOn {
                why: why.to_string(),
                kept: self.folder.keep(replay),
            }),
        }
    }

    /// Plays a replay again, and checks that it plays as it did.
    fn checked(&self, replay: &Replay) -> Result<(Arc<Encounter>, Session), RequestRefusal> {
        let encounter = self.find_or_current(&replay.battle)?;
        let arena = encounter.arena();
        let session = replay.verified(&arena).map_err(RequestRefusal::Replay)?;
        Ok((encounter, session))
    }

    fn keep(&mut self, replay: &Replay) -> Result<(), RequestRefusal> {
        let file = self.folder.keep(replay).map_err(RequestRefusal::File)?;
        self.kept.write(ReplayKept { file });
        Ok(())
    }
}

/// A battle of the content by name.
pub(crate) fn find(content: &GameContent, name: &str) -> Result<Arc<Encounter>, RequestRefusal> {
    let content = content.content().ok_or(RequestRefusal::NoContent)?;
    match content.encounter(name) {
        Some(encounter) => Ok(Arc::new(encounter.clone())),
        None => {
            let names: Vec<&str> = content
                .encounters()
                .map(|battle| battle.name.as_str())
                .collect();
            let hint = did_you_mean(name, names.iter().copied());
            Err(RequestRefusal::UnknownBattle {
                message: format!("there is no battle `{name}`{hint}"),
            })
        }
    }
}

/// The rules that the player has changed, as commands.
fn changed_rules(now: &Shown) -> Vec<Command> {
    let live = now.session().battle();
    let units = live.arena().units().filter_map(|(unit, sheet)| {
        let rules = live.unit(unit)?.rules.to_vec();
        let changed = sheet.faction == Faction::Friendly && rules != sheet.brain.rules();
        changed.then_some(Command::Rules { unit, rules })
    });
    units.collect()
}
