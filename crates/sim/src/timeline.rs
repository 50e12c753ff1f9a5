//! History: every step kept, rewinding, editing the past, and carrying out what changes a battle.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::{Battle, Command, CommandRefusal, Event, Replay, Session, Stop};
use foretold_content::{Encounter, did_you_mean};

use crate::SimSystems;
use crate::battle::CurrentBattle;
use crate::content::GameContent;
use crate::refusal::{Refusal, Refused, Request};
use crate::terms::{self, Terms};
use crate::tick::{BattleEvent, Clock, Tick, TickSystems};
use crate::{reload, replays};

/// So many cut-off lines are remembered, the latest ones.
const MOST_KEPT: usize = 50;

/// What can be asked about whole battles. Anyone may write it; [`TimelinePlugin`] reads it.
#[derive(Message, Clone, Debug)]
pub enum BattleRequest {
    /// Begin a battle of the content.
    Start {
        /// Its name.
        battle: String,
        /// Where the dice begin.
        seed: u64,
    },
    /// Begin a battle that no file describes.
    Fight {
        /// The battle.
        encounter: Arc<Encounter>,
        /// Where the dice begin.
        seed: u64,
    },
    /// Begin the battle again: with this seed, or with the same one.
    Restart {
        /// Where the dice begin.
        seed: Option<u64>,
    },
    /// Show a replay, from its beginning.
    Watch(Box<Replay>),
    /// Show a replay from a file.
    Open(PathBuf),
    /// Go on with a battle that was left: with all that was done to it, and at the step that was on
    /// screen.
    Resume {
        /// Everything so far.
        replay: Box<Replay>,
        /// The step that was on screen.
        step: u32,
    },
    /// Write the battle so far to the folder of replays.
    Keep,
    /// Write a line that was cut off to the folder of replays.
    KeepLine(usize),
    /// Leave the battle.
    Leave,
}

/// Whether somebody sits down to command when a battle by hand begins. If not, its units follow
/// their rules.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat(pub bool);

impl Default for Seat {
    fn default() -> Self {
        Seat(true)
    }
}

/// Look at a step that has been played. Anyone may write it; [`TimelinePlugin`] reads it.
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
    /// Where its dice began.
    pub seed: u64,
}

/// Another moment is on screen, and not by playing a step. Written by [`TimelinePlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rewound {
    /// The step that was on screen.
    pub from: u32,
    /// The step that is now.
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
    /// What the player did and could not do under the new content: at which step, and why.
    pub skipped: Vec<(u32, String)>,
    /// Units that are gone. Then the battle stays as it was, and a restart is offered.
    pub vanished: Vec<String>,
}

/// A finished step.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The state after the step and after what the player did there.
    pub battle: Battle,
    /// What happened in the step.
    pub events: Vec<Event>,
}

/// Every step of the battle, from the set-up to the present.
#[derive(Resource, Clone, Debug, Default)]
pub struct Timeline {
    moments: Vec<Moment>,
    kept: Vec<Replay>,
}

impl Timeline {
    /// The steps, the set-up first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// A step, if the battle has come so far.
    pub fn moment(&self, step: u32) -> Option<&Moment> {
        self.moments.get(step as usize)
    }

    /// The last step that was played.
    pub fn last(&self) -> u32 {
        self.moments.len().saturating_sub(1) as u32
    }

    /// What happened so far, step by step, up to and with a step.
    pub fn events_until(&self, step: u32) -> impl Iterator<Item = &Event> {
        let steps = self.moments.iter().take(step as usize + 1);
        steps.flat_map(|moment| &moment.events)
    }

    /// Lines of this battle that were cut off by editing the past, the latest last.
    pub fn kept(&self) -> &[Replay] {
        &self.kept
    }

    /// The same battle, played again.
    pub(crate) fn replace(&mut self, moments: Vec<Moment>) {
        self.moments = moments;
    }

    /// Remembers lines that were cut off before.
    pub(crate) fn keep_all(&mut self, lines: Vec<Replay>) {
        lines.into_iter().for_each(|line| self.keep(line));
    }

    fn keep(&mut self, replay: Replay) {
        if self.kept.len() == MOST_KEPT {
            self.kept.remove(0);
        }
        self.kept.push(replay);
    }

    /// Forgets what comes after the present, and notes what the player did to it.
    pub(crate) fn follow(&mut self, present: &Battle) {
        self.moments.truncate(present.tick() as usize + 1);
        if let Some(last) = self.moments.last_mut() {
            last.battle = present.clone();
        }
    }
}

/// What players want done to the battle, in the order in which they asked.
#[derive(Resource, Debug, Default)]
pub(crate) struct CommandQueue(pub(crate) Vec<(Request, Asked)>);

/// Something to do to the battle.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    Do(Command),
    Undo,
}

/// History and everything that changes a battle between two steps.
pub struct TimelinePlugin;

impl Plugin for TimelinePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Timeline>()
            .init_resource::<Seat>()
            .init_resource::<Terms>()
            .init_resource::<CommandQueue>()
            .init_resource::<replays::ReplayFolder>()
            .add_message::<BattleRequest>()
            .add_message::<RewindRequest>()
            .add_message::<BattleStarted>()
            .add_message::<Rewound>()
            .add_message::<ReplayKept>()
            .add_message::<BattleReplayed>()
            .add_systems(Tick, remember.after(TickSystems::Judge))
            .add_systems(
                Update,
                (
                    reload::follow_content,
                    obey_battle_requests,
                    obey_rewinds,
                    carry_out_commands,
                    terms::follow,
                )
                    .chain()
                    .in_set(SimSystems::Timeline),
            );
    }
}

/// Keeps the step that was just played.
fn remember(battle: Res<CurrentBattle>, mut timeline: ResMut<Timeline>) {
    let present = battle.live().battle();
    if present.tick() as usize == timeline.moments.len() {
        timeline.moments.push(Moment {
            battle: present.clone(),
            events: battle.events().to_vec(),
        });
    }
}

fn obey_battle_requests(world: &mut World) {
    let requests: Vec<BattleRequest> = world
        .resource_mut::<Messages<BattleRequest>>()
        .drain()
        .collect();
    for request in requests {
        if let Err(reason) = obey(world, &request) {
            let request = Request::Battle(request);
            world.write_message(Refused { request, reason });
        }
    }
}

fn obey(world: &mut World, request: &BattleRequest) -> Result<(), Refusal> {
    match request {
        BattleRequest::Start { battle, seed } => {
            let encounter = find(world, battle)?;
            start(world, encounter, *seed);
        }
        BattleRequest::Fight { encounter, seed } => start(world, Arc::clone(encounter), *seed),
        BattleRequest::Restart { seed } => {
            let battle = world
                .get_resource::<CurrentBattle>()
                .ok_or(Refusal::NoBattle)?;
            let seed = seed.unwrap_or_else(|| battle.live().seed());
            let name = battle.encounter().name.clone();
            let encounter = find_or_current(world, &name)?;
            start(world, encounter, seed);
        }
        BattleRequest::Watch(replay) => replays::watch(world, replay)?,
        BattleRequest::Open(file) => {
            let replay = foretold_content::read_replay(file)
                .map_err(|error| Refusal::File(error.to_string()))?;
            replays::watch(world, &replay)?;
        }
        BattleRequest::Resume { replay, step } => replays::resume(world, replay, *step)?,
        BattleRequest::Keep => {
            let file = replays::keep(world, None)?;
            world.write_message(ReplayKept { file });
        }
        BattleRequest::KeepLine(line) => {
            let file = replays::keep(world, Some(*line))?;
            world.write_message(ReplayKept { file });
        }
        BattleRequest::Leave => {
            world
                .remove_resource::<CurrentBattle>()
                .ok_or(Refusal::NoBattle)?;
            *world.resource_mut::<Timeline>() = Timeline::default();
            world.resource_mut::<Clock>().playing = false;
        }
    }
    Ok(())
}

/// A battle of the content by name.
pub(crate) fn find(world: &World, name: &str) -> Result<Arc<Encounter>, Refusal> {
    let content = world
        .resource::<GameContent>()
        .content()
        .ok_or(Refusal::NoContent)?;
    match content.encounter(name) {
        Some(encounter) => Ok(Arc::new(encounter.clone())),
        None => {
            let names: Vec<&str> = content
                .encounters()
                .map(|battle| battle.name.as_str())
                .collect();
            let hint = did_you_mean(name, names.iter().copied());
            Err(Refusal::UnknownBattle {
                told: format!("there is no battle `{name}`{hint}"),
            })
        }
    }
}

/// A battle of the content by name, or the running one if no file describes it.
pub(crate) fn find_or_current(world: &World, name: &str) -> Result<Arc<Encounter>, Refusal> {
    let running = world
        .get_resource::<CurrentBattle>()
        .map(CurrentBattle::encounter);
    match running.filter(|running| running.name == name && !running.is_from_files()) {
        Some(running) => Ok(Arc::clone(running)),
        None => find(world, name),
    }
}

fn start(world: &mut World, encounter: Arc<Encounter>, seed: u64) {
    let arena = encounter.arena();
    let by_hand = encounter.by_hand;
    let mut battle = CurrentBattle::start(encounter, &arena, seed);
    let sits = by_hand && world.resource::<Seat>().0;
    let terms = world.resource::<Terms>();
    let commands = sits
        .then_some(Command::Player { present: true })
        .into_iter()
        .chain(terms.luck_for(battle.battle()))
        .chain(terms.autofight_for(&battle));
    for command in commands.collect::<Vec<_>>() {
        // Nobody refuses these.
        let _ = battle.change(|session| session.command(command));
    }
    let moment = Moment {
        battle: battle.battle().clone(),
        events: battle.events().to_vec(),
    };
    install(world, battle, vec![moment]);
}

/// Puts a battle with its history on screen, at its present.
pub(crate) fn install(world: &mut World, battle: CurrentBattle, moments: Vec<Moment>) {
    let started = BattleStarted {
        battle: battle.encounter().name.clone(),
        seed: battle.live().seed(),
    };
    for &event in moments.iter().take(1).flat_map(|moment| &moment.events) {
        world.write_message(BattleEvent(event));
    }
    *world.resource_mut::<Timeline>() = Timeline {
        moments,
        kept: Vec::new(),
    };
    world.resource_mut::<Clock>().elapsed = std::time::Duration::ZERO;
    world.insert_resource(battle);
    world.write_message(started);
}

fn obey_rewinds(world: &mut World) {
    let requests: Vec<RewindRequest> = world
        .resource_mut::<Messages<RewindRequest>>()
        .drain()
        .collect();
    for request in requests {
        if let Err(reason) = look_at(world, request.to) {
            let request = Request::Rewind(request);
            world.write_message(Refused { request, reason });
        }
    }
}

/// Puts a step that has been played on screen.
pub(crate) fn look_at(world: &mut World, step: u32) -> Result<(), Refusal> {
    let timeline = world.resource::<Timeline>();
    let last = timeline.last();
    let Some(moment) = timeline.moment(step) else {
        let nothing = timeline.moments.is_empty();
        return Err(if nothing {
            Refusal::NoBattle
        } else {
            Refusal::NotYet { last }
        });
    };
    let past = (step < last).then(|| moment.battle.clone());
    let mut battle = world
        .get_resource_mut::<CurrentBattle>()
        .ok_or(Refusal::NoBattle)?;
    let from = battle.battle().tick();
    if from != step {
        battle.look_at(past);
        world.write_message(Rewound { from, to: step });
    }
    Ok(())
}

fn carry_out_commands(world: &mut World) {
    let queue = std::mem::take(&mut world.resource_mut::<CommandQueue>().0);
    for (request, asked) in queue {
        if let Err(reason) = carry_out(world, asked) {
            world.write_message(Refused { request, reason });
        }
    }
}

fn carry_out(world: &mut World, asked: Asked) -> Result<(), Refusal> {
    if !world.contains_resource::<CurrentBattle>() {
        return Err(Refusal::NoBattle);
    }
    let from = world.resource::<CurrentBattle>().battle().tick();
    // Counting a press that was too fast is refused by nobody; the press itself is.
    let reckless = matches!(asked, Asked::Do(Command::Reckless { .. }));
    let result = world.resource_scope(|world, mut timeline: Mut<Timeline>| {
        let mut battle = world.resource_mut::<CurrentBattle>();
        let result = match asked {
            Asked::Do(command) => command_now(&mut battle, &mut timeline, command),
            Asked::Undo => undo(&mut battle),
        };
        let present = battle.live().battle();
        if battle.is_live() {
            timeline.follow(present);
        }
        match result {
            Ok(()) if reckless => Err(Refusal::by_autofight(present, Stop::Reckless)),
            result => result.map_err(|refusal| Refusal::of(present, refusal)),
        }
    });
    let to = world.resource::<CurrentBattle>().battle().tick();
    if from != to {
        world.write_message(Rewound { from, to });
    }
    result
}

/// Carries a command out at the moment on screen. In the past this cuts off the future, which is
/// first kept as a replay.
fn command_now(
    battle: &mut CurrentBattle,
    timeline: &mut Timeline,
    command: Command,
) -> Result<(), CommandRefusal> {
    if !battle.is_live() {
        let moment = battle.battle().clone();
        let mut changed = moment.clone();
        // What is refused, or changes nothing, must not cost the future.
        changed.command(&command)?;
        let counts = matches!(command, Command::Reckless { .. });
        if counts || changed.fingerprint() == moment.fingerprint() {
            return Ok(());
        }
        let line = battle.live().replay();
        battle.change(|session| session.rewind(&moment))?;
        timeline.keep(line);
    }
    battle.change(|session| session.command(command))
}

/// Takes back the latest command of the present; from the past there is nothing to take back.
fn undo(battle: &mut CurrentBattle) -> Result<(), CommandRefusal> {
    if !battle.is_live() {
        return Err(CommandRefusal::NothingToUndo);
    }
    battle.change(Session::undo)
}
