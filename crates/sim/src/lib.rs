//! A battle inside Bevy, without a window: clock, requests, timeline, forecasts, hot reload.
//!
//! [`SimPlugins`] is everything. Anyone may write a *request*
//! ([`BattleRequest`], [`ClockRequest`], [`RewindRequest`], [`OrderRequest`],
//! [`RuleEditRequest`], [`TrialRequest`], [`FilesChanged`]); what happened comes back as *outcomes*
//! ([`TickFinished`], [`BattleEvent`], [`Interrupted`], [`BattleStarted`], [`BattleOver`],
//! [`BattleReplayed`], [`Rewound`], [`ReplayKept`], [`ContentReloaded`], [`ContentRejected`],
//! [`Refused`]), which only the plugin that owns them writes.
//!
//! [`Shown`] is the moment on screen. From it each plugin works out its [`ReadModel`]: [`Grid`],
//! [`Sight`], [`Forethought`], [`Sequence`], [`Intents`], [`Blows`], [`Threats`], [`Previews`], [`Options`]. Views
//! read outcomes and resources, and never change the battle.
//!
//! Wall time decides when a step is due, never what happens in it.

mod autofight;
mod card_intent;
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
pub use content::{ContentPlugin, ContentRejected, ContentReloaded, FilesChanged, GameContent};
pub use forecast::{Forecast, ForecastPlugin};
pub use forethought::{Forethought, Sequence, Thought};
pub use gambit::{GambitPlugin, RuleEditRequest};
pub use grid::{Grid, GridPlugin};
pub use hit::{AttackPreview, Blows, HitPlugin, Previews, ThreatCount, Threats};
pub use outcome::{BattleOver, OutcomePlugin};
pub use player_overrides::PlayerOverrides;
pub use read_model::ReadModel;
pub use refusal::{Refused, Request, RequestRefusal};
pub use replays::{ReplayFolder, replay_name};
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
