//! A battle inside Bevy, without a window: clock, requests, timeline, forecasts, hot reload.
//!
//! [`SimPlugins`] is everything. Whoever wants something writes a *request*
//! ([`BattleRequest`], [`ClockRequest`], [`RewindRequest`], [`OrderRequest`],
//! [`RuleEditRequest`], [`TrialRequest`], [`FilesChanged`]); what happened comes back as *outcomes*
//! ([`TickFinished`], [`BattleEvent`], [`Decided`], [`IntentChanged`],
//! [`Interrupted`], [`BattleStarted`], [`BattleOver`], [`BattleReplayed`],
//! [`Rewound`], [`ReplayKept`], [`ContentReloaded`], [`ContentRejected`],
//! [`Refused`]), which only the plugin that owns them
//! writes. Views read outcomes and resources, and never change the battle:
//! only the [`Tick`] schedule and [`TimelinePlugin`] do.
//!
//! Wall time decides when a step is due, never what happens in it.

mod autofight;
mod battle;
mod card_intent;
mod content;
mod forecast;
mod forethought;
mod gambit;
mod grid;
mod hit;
mod movement;
mod outcome;
mod refusal;
mod reload;
mod replays;
mod sight;
mod terms;
#[cfg(feature = "testing")]
pub mod testing;
mod tick;
mod timeline;
mod trial;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
pub use foretold_content::Speed;

pub use autofight::{AutofightPlugin, Interrupted, OrderRequest};
pub use battle::CurrentBattle;
pub use card_intent::{CardIntentPlugin, IntentChanged};
pub use content::{
    ContentPlugin, ContentRejected, ContentReloaded, ContentText, FilesChanged, GameContent,
};
pub use forecast::{Forecast, ForecastPlugin};
pub use forethought::{Forethought, Thought};
pub use gambit::{Decided, GambitPlugin, RuleEditRequest};
pub use grid::{Grid, GridPlugin};
pub use hit::HitPlugin;
pub use movement::MovementPlugin;
pub use outcome::{BattleOver, OutcomePlugin};
pub use refusal::{Refusal, Refused, Request};
pub use replays::{ReplayFolder, replay_name};
pub use sight::{Sight, SightPlugin};
pub use terms::Terms;
pub use tick::{BattleEvent, Clock, ClockRequest, Tick, TickFinished, TickPlugin, TickSystems};
pub use timeline::{
    BattleReplayed, BattleRequest, BattleStarted, Moment, ReplayKept, RewindRequest, Rewound, Seat,
    Timeline, TimelinePlugin,
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
            .add(MovementPlugin)
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
    /// Requests become commands.
    Requests,
    /// The timeline carries commands out: start, rewind, orders, rule edits.
    Timeline,
    /// The clock runs the steps that are due.
    Clock,
    /// What depends on the battle on screen is worked out again.
    Refresh,
}
