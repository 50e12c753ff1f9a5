//! A run inside Bevy: requests, the battle that belongs to it, odds of what lies ahead, and the file in
//! which it is kept.
//!
//! [`CurrentRun`] is the run. [`RunRequest`] changes it. While a battle of the run is on screen, `follow`
//! gives the run everything that happens in it. `keep` writes the run after every change. `odds` works
//! out what is foretold of the places and offers ahead, `past` how the odds went once it is over, `lesson`
//! what could have been done better.

mod follow;
mod keep;
mod lesson;
mod odds;
mod past;

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use foretold_run::{JournalEntry, Realm, Run, RunCommand, RunRecord, RunStage, RunStart};

use crate::SimSystems;
use crate::content::GameContent;
use crate::refusal::{Request, RequestRefusal};
use crate::shown::{Role, Shown};
use crate::timeline::{Starter, carry_out_battle_requests, carry_out_rewinds};

pub use keep::{KeptRuns, RunFileTrouble, RunFolder};
pub use lesson::RunLesson;
pub use odds::{OfferOdds, RunOdds};
pub use past::{RunPast, RunTurn};

/// What runs are made of, from the last good content.
#[derive(Resource, Clone, Debug, Default)]
pub struct RunRealm {
    realm: Option<Arc<Realm>>,
    error: Option<String>,
}

impl RunRealm {
    /// The realm of the first run among the files; `None` without one, or while it has errors.
    pub fn realm(&self) -> Option<&Arc<Realm>> {
        self.realm.as_ref()
    }

    /// Why there is none.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }
}

/// The run that is being played, or the one that has just ended. Kept up to date by [`RunPlugin`]; it
/// changes only if the run does.
#[derive(Resource, Clone, Debug, Default)]
pub struct CurrentRun(Option<Run>);

impl CurrentRun {
    /// The run.
    pub fn get(&self) -> Option<&Run> {
        self.0.as_ref()
    }

    /// The run, if it is not over.
    pub fn under_way(&self) -> Option<&Run> {
        self.get().filter(|run| run.end().is_none())
    }
}

/// A request about the run. Anyone may write it; [`RunPlugin`] carries it out.
#[derive(Message, Clone, Debug)]
pub enum RunRequest {
    /// Begin a run. The one under way must be over or given up, or still choose its companions.
    Begin(RunStart),
    /// Do something in it. Battles are played by their own requests.
    Command(RunCommand),
    /// Go on with the run that was kept, or come back to the battle of the run.
    GoOn,
    /// Fight a battle of the run again without stakes, from a step of it.
    Practise {
        /// Which battle, from 0.
        fight: usize,
        /// The step.
        step: u32,
        /// Whether the rules that were changed at that step are what to do otherwise.
        without_rules: bool,
    },
    /// Look at a kept run, without writing it.
    Look {
        /// Its file.
        file: PathBuf,
        /// How many of its commands are played; all if `None`.
        commands: Option<usize>,
    },
}

/// Something happened in the run. Written by [`RunPlugin`].
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct RunHappened(pub JournalEntry);

/// Runs.
pub struct RunPlugin;

impl Plugin for RunPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<RunRealm>()
            .init_resource::<CurrentRun>()
            .add_message::<RunRequest>()
            .add_message::<RunHappened>()
            .add_plugins((keep::plugin, lesson::plugin, odds::plugin, past::plugin))
            .add_systems(
                Update,
                (
                    make_realm
                        .run_if(resource_changed::<GameContent>)
                        .after(SimSystems::Content)
                        .before(SimSystems::Requests),
                    // A battle that is taken back in this frame can be changed in it.
                    carry_out_run_requests
                        .after(carry_out_battle_requests)
                        .before(carry_out_rewinds)
                        .in_set(SimSystems::Requests),
                    follow::follow_battle
                        .after(SimSystems::Clock)
                        .before(SimSystems::Show),
                ),
            );
    }
}

/// Makes the realm of the content's run. A run that is under way keeps the one it began with.
fn make_realm(content: Res<GameContent>, mut realm: ResMut<RunRealm>) {
    let Some(content) = content.content() else {
        return;
    };
    let name = content.run_plans().into_keys().next().map(str::to_owned);
    let made = name.map(|name| Realm::new(content, &name));
    *realm = match made {
        Some(Ok(made)) => RunRealm {
            realm: Some(Arc::new(made)),
            error: None,
        },
        Some(Err(error)) => RunRealm {
            realm: None,
            error: Some(error.to_string()),
        },
        None => RunRealm::default(),
    };
}

fn carry_out_run_requests(
    mut requests: MessageReader<RunRequest>,
    realm: Res<RunRealm>,
    (mut current, past): (ResMut<CurrentRun>, Res<RunPast>),
    mut kept: ResMut<KeptRuns>,
    mut happened: MessageWriter<RunHappened>,
    mut starter: Starter,
) {
    for request in requests.read() {
        let now = current.0.as_ref();
        let result = match request {
            RunRequest::Begin(start) => begin(now, &realm, &kept, *start).map(Some),
            RunRequest::Command(RunCommand::GiveUp) if now.is_none() => {
                kept.end_unplayed().map(|()| None)
            }
            RunRequest::Command(command) => give(now, command, &mut starter).map(Some),
            RunRequest::GoOn => go_on(now, &realm, &kept, &mut starter),
            &RunRequest::Practise {
                fight,
                step,
                without_rules,
            } => practise(&past, fight, (step, without_rules), &mut starter).map(|()| None),
            RunRequest::Look { file, commands } => {
                let seen = look(&realm, file, *commands);
                seen.inspect(|run| show_battle(run, &mut starter)).map(Some)
            }
        };
        let next = match result {
            Ok(Some(next)) => next,
            Ok(None) => continue,
            Err(reason) => {
                let request = Request::Run(request.clone());
                starter.commander.refuse(request, reason);
                continue;
            }
        };
        match request {
            RunRequest::Look { .. } => kept.is_kept = false,
            RunRequest::Begin(_) | RunRequest::GoOn => kept.is_kept = true,
            RunRequest::Command(_) => {
                let known = now.map_or(0, |run| run.journal().len());
                let news = next.journal().iter().skip(known).cloned();
                happened.write_batch(news.map(RunHappened));
            }
            RunRequest::Practise { .. } => {}
        }
        current.0 = Some(next);
    }
}

fn begin(
    now: Option<&Run>,
    realm: &RunRealm,
    kept: &KeptRuns,
    start: RunStart,
) -> Result<Run, RequestRefusal> {
    let realm = realm.realm().ok_or(RequestRefusal::NoContent)?;
    let can_be_left =
        |run: &Run| run.end().is_some() || matches!(run.stage(), RunStage::Choosing(_));
    // The one that is kept may be another than the one that is looked at.
    let is_kept = |record: &RunRecord| !record.commands.is_empty();
    if now.is_some_and(|run| !can_be_left(run)) || kept.under_way().is_some_and(is_kept) {
        return Err(RequestRefusal::RunUnderWay);
    }
    Ok(Run::begin(realm, start))
}

/// Does something in the run, and puts its battle on screen if one begins or is taken back.
fn give(
    now: Option<&Run>,
    command: &RunCommand,
    starter: &mut Starter,
) -> Result<Run, RequestRefusal> {
    let mut run = now.ok_or(RequestRefusal::NoRun)?.clone();
    run.command(command.clone()).map_err(RequestRefusal::Run)?;
    match command {
        RunCommand::Go { .. } => show_battle(&run, starter),
        RunCommand::TakeBack { .. } => match run.battle() {
            Some(fight) if starter.commander.now().is_some_and(Shown::is_of_run) => {
                starter.take_back(fight.session.clone());
            }
            _ => show_battle(&run, starter),
        },
        _ => {}
    }
    Ok(run)
}

/// Puts the battle of the run on screen, if one is fought.
fn show_battle(run: &Run, starter: &mut Starter) {
    if let (RunStage::Fighting, Some(fight)) = (run.stage(), run.battle()) {
        starter.begin_in_run(&fight.encounter, fight.session.clone(), Role::Run);
    }
}

fn go_on(
    now: Option<&Run>,
    realm: &RunRealm,
    kept: &KeptRuns,
    starter: &mut Starter,
) -> Result<Option<Run>, RequestRefusal> {
    if let Some(run) = now.filter(|run| run.end().is_none()) {
        if !starter.commander.now().is_some_and(Shown::is_of_run) {
            show_battle(run, starter);
        }
        return Ok(None);
    }
    let record = kept.under_way().ok_or(RequestRefusal::NoRun)?;
    let realm = realm.realm().ok_or(RequestRefusal::NoContent)?;
    let run = record.play(realm).map_err(RequestRefusal::Record)?;
    show_battle(&run, starter);
    Ok(Some(run))
}

fn practise(
    past: &RunPast,
    fight: usize,
    (step, without_rules): (u32, bool),
    starter: &mut Starter,
) -> Result<(), RequestRefusal> {
    let fight = past.fights().get(fight).ok_or(RequestRefusal::NoRun)?;
    let session = fight.from_step(step, without_rules);
    starter.begin_in_run(&fight.encounter, session, Role::Practice);
    Ok(())
}

fn look(
    realm: &RunRealm,
    file: &std::path::Path,
    commands: Option<usize>,
) -> Result<Run, RequestRefusal> {
    let realm = realm.realm().ok_or(RequestRefusal::NoContent)?;
    let record = keep::read(file).map_err(RequestRefusal::File)?;
    let Some(commands) = commands else {
        return record.play(realm).map_err(RequestRefusal::Record);
    };
    let RunRecord { start, .. } = record;
    let mut run = Run::begin(realm, start);
    for command in record.commands.into_iter().take(commands) {
        run.command(command).map_err(RequestRefusal::Run)?;
    }
    Ok(run)
}
