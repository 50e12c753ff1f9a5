//! A battle inside Bevy, without a window: clock, requests, timeline, forecasts, hot reload.
//!
//! [`SimPlugins`] is everything. The rules are in `foretold_battle`; here a battle gets time, a
//! player and files. Nothing here draws, sounds or opens a window. Wall time decides when a step is
//! due, never what happens in it.
//!
//! # The types to know
//!
//! - Any system may write a *request*: [`BattleRequest`], [`ClockRequest`], [`RewindRequest`],
//!   [`OrderRequest`], [`RuleEditRequest`], [`TrialRequest`], [`CoachRequest`], [`FilesChanged`].
//! - What happened comes back as an *outcome*, which only the plugin that owns it writes:
//!   [`TickFinished`], [`BattleEvent`], [`Interrupted`], [`BattleStarted`], [`BattleOver`],
//!   [`BattleReplayed`], [`Rewound`], [`ReplayKept`], [`ContentReloaded`], [`ContentRejected`], and
//!   [`Refused`] with the reason.
//! - [`Shown`] is the moment on screen, with the session that it is part of.
//! - A [`ReadModel`] is worked out from it once for each change: [`Grid`], [`Sight`],
//!   [`Forethought`], [`Sequence`], [`ForetoldTurns`], [`Intents`], [`Threats`], [`Previews`], [`Options`].
//!   Views read these and never change the battle.
//! - [`Forecast`] has the odds, also after the [`ChosenOrder`]; [`Trial`] those before and after a
//!   change of rules, [`Advice`] better rules. All three are worked out in the background.
//! - [`SimSystems`] is the order of a frame, [`TickSystems`] that of a step.
//!
//! # Where to start
//!
//! `tick.rs`: the clock, and the schedule of a step. `timeline.rs`: what a player can do to a whole
//! battle. `shown.rs`, then any read model: `autofight/options.rs` is a short one. `content.rs` and
//! `reload.rs` follow changed files.
//!
//! # How it is tested
//!
//! In `tests/app`, without a window and without waiting; the feature `testing` makes the apps. Its
//! module `equality` plays 2,100 random battles here and with `Battle::step` and compares them.

mod autofight;
mod card_intent;
mod coach;
mod content;
mod forecast;
mod forethought;
mod gambit;
mod grid;
mod hit;
mod outcome;
mod player_overrides;
mod read_model;
mod refusal;
mod reload;
mod replays;
mod run;
mod shown;
mod sight;
#[cfg(feature = "testing")]
pub mod testing;
mod tick;
mod timeline;
mod trial;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
pub use foretold_content::Speed;

pub use autofight::{AutofightPlugin, Interrupted, Options, OrderRequest, UnitOptions};
pub use card_intent::{CardIntentPlugin, Intents};
pub use coach::{Advice, CoachPlugin, CoachRequest, CoachingTime};
pub use content::{ContentPlugin, ContentRejected, ContentReloaded, FilesChanged, GameContent};
pub use forecast::{ChosenOrder, Forecast, ForecastPlugin};
pub use forethought::{Fate, Forethought, ForetoldBlow, ForetoldTurns, Sequence, Thought};
pub use gambit::{GambitPlugin, RuleEditRequest};
pub use grid::{Grid, GridPlugin};
pub use hit::{AttackPreview, HitPlugin, Previews, ThreatCount, Threats};
pub use outcome::{BattleOver, OutcomePlugin};
pub use player_overrides::PlayerOverrides;
pub use read_model::ReadModel;
pub use refusal::{Refused, Request, RequestRefusal};
pub use replays::{ReplayFolder, replay_name};
pub use run::{
    CurrentRun, KeptRuns, OfferOdds, RunFileTrouble, RunFolder, RunHappened, RunLesson, RunOdds,
    RunPast, RunPlugin, RunRealm, RunRequest, RunTurn,
};
pub use shown::Shown;
pub use sight::{Sight, SightPlugin};
pub use tick::{BattleEvent, Clock, ClockRequest, Tick, TickFinished, TickPlugin, TickSystems};
pub use timeline::{
    AutoTakeCommand, BattleReplayed, BattleRequest, BattleStarted, ReplayKept, RewindRequest,
    Rewound, TimelinePlugin,
};
pub use trial::{Trial, TrialPlugin, TrialRequest};

/// Everything around a battle that needs no window.
#[derive(Default)]
pub struct SimPlugins {
    /// Where the content comes from.
    pub content: ContentPlugin,
}

impl PluginGroup for SimPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(self.content)
            .add(TickPlugin)
            .add(GridPlugin)
            .add(SightPlugin)
            .add(GambitPlugin)
            .add(CardIntentPlugin)
            .add(AutofightPlugin)
            .add(HitPlugin)
            .add(OutcomePlugin)
            .add(TimelinePlugin)
            .add(ForecastPlugin)
            .add(TrialPlugin)
            .add(CoachPlugin)
            .add(RunPlugin)
    }
}

/// The order of a frame, in `Update`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SimSystems {
    /// Changed files become content, or errors.
    Content,
    /// Requests are carried out: start, rewind, rule edits, orders.
    Requests,
    /// The clock runs the steps that are due.
    Clock,
    /// [`Shown`] becomes what has become of the battle.
    Show,
    /// The read models follow [`Shown`].
    Refresh,
}
