//! A run inside Bevy: requests, the battle that belongs to it, odds of what lies ahead, and the file in
//! which it is kept.
//!
//! [`CurrentRun`] is the run. [`RunRequest`] changes it. While a battle of the run is on screen, `follow`
//! gives the run everything that happens in it. `keep` writes the run after every change. `odds` works
//! out what is foretold of the places and offers ahead.

mod follow;
mod keep;
mod odds;

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use foretold_run::{JournalEntry, Realm, Run, RunCommand, RunStart};

use crate::SimSystems;
use crate::content::GameContent;

pub use keep::{ChronicleEntry, KeptRuns, RunFolder};
pub use odds::{OfferOdds, OfferOutlook, RunOdds};

/// What runs are made of, from the last good content. `None` without a run's file, or while it has
/// errors.
#[derive(Resource, Clone, Debug, Default)]
pub struct RunRealm {
    realm: Option<Arc<Realm>>,
    error: Option<String>,
}

impl RunRealm {
    /// The realm.
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
    /// Begin a run. The one under way must be over or given up.
    Begin {
        /// Where it begins.
        start: RunStart,
        /// Whether it is the run of the day.
        today: bool,
    },
    /// Do something in it. Battles are played by their own requests.
    Command(RunCommand),
    /// Go on with the run that was kept.
    GoOn,
    /// Fight the last battle of the run again without stakes, from a step of it.
    Practise {
        /// The step.
        step: u32,
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
            .init_resource::<RunOdds>()
            .init_resource::<OfferOdds>()
            .init_resource::<RunFolder>()
            .init_resource::<KeptRuns>()
            .add_message::<RunRequest>()
            .add_message::<RunHappened>()
            .add_systems(
                Update,
                make_realm
                    .run_if(resource_changed::<GameContent>)
                    .after(SimSystems::Content)
                    .before(SimSystems::Requests),
            );
    }
}

/// Makes the realm of the content's run. The first in order is the one that is played.
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
