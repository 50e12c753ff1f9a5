//! No plugin of the simulation is for show: each owns something that the screen reads.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bevy::app::PluginGroupBuilder;
use bevy::prelude::PluginGroup;
use foretold_sim::testing::shipped_files;
use foretold_sim::{
    AutofightPlugin, CardIntentPlugin, CoachPlugin, ContentPlugin, ForecastPlugin, GambitPlugin,
    GridPlugin, HitPlugin, OutcomePlugin, SightPlugin, SimPlugins, TrialPlugin,
};
use foretold_ui::{DataFolder, KeepProgress, UiPlugins};
use foretold_view::testing::{open, screen_app_with};

/// Takes plugins out of the group.
type Without = fn(PluginGroupBuilder) -> PluginGroupBuilder;

/// What the screen misses if some plugins are not there; nothing if it runs all the same.
fn missed(without: Without) -> Option<String> {
    let run = || {
        let content = ContentPlugin::Given(shipped_files().clone());
        let mut app = screen_app_with(without(SimPlugins { content }.build()));
        app.add_plugins(UiPlugins)
            .insert_resource(DataFolder(None))
            .insert_resource(KeepProgress(false));
        let _ = open(app, "crypt", 7);
    };
    let why = catch_unwind(AssertUnwindSafe(run)).err()?;
    let text = why.downcast_ref::<String>();
    Some(text.cloned().unwrap_or_default())
}

#[test]
fn the_screen_reads_what_each_plugin_of_the_simulation_owns() {
    assert_eq!(missed(|all| all), None);
    let without: [(&str, Without); 10] = [
        ("grid", |all| all.disable::<GridPlugin>()),
        ("sight", |all| all.disable::<SightPlugin>()),
        ("gambits", |all| all.disable::<GambitPlugin>()),
        ("card intents", |all| all.disable::<CardIntentPlugin>()),
        ("hits", |all| all.disable::<HitPlugin>()),
        ("autofight", |all| all.disable::<AutofightPlugin>()),
        ("outcome", |all| all.disable::<OutcomePlugin>()),
        ("forecast", |all| all.disable::<ForecastPlugin>()),
        ("trial", |all| all.disable::<TrialPlugin>()),
        ("coach", |all| all.disable::<CoachPlugin>()),
    ];
    for (name, without) in without {
        let why = missed(without).unwrap_or_else(|| panic!("nobody reads what {name} owns"));
        assert!(why.contains("failed validation"), "{name}: {why}");
    }
}
