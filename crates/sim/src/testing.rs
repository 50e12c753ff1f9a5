//! Headless apps for tests: no window, no files but the shipped ones, no waiting.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bevy::app::TaskPoolPlugin;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use foretold_battle::Setup;
use foretold_content::{Encounter, Files};

use crate::{BattleRequest, ClockRequest, ContentPlugin, CurrentBattle, SimPlugins};

/// The shipped files, read once.
pub fn shipped_files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        Files::read(&folder).expect("the shipped content stands beside the crates")
    })
}

/// An app with all simulation plugins and the shipped content. A frame lasts 100 milliseconds.
pub fn headless_app() -> App {
    headless_app_with(ContentPlugin::Given(shipped_files().clone()))
}

/// An app with all simulation plugins and other content.
pub fn headless_app_with(content: ContentPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        SimPlugins { content },
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
        100,
    )));
    app.finish();
    app.cleanup();
    // The first frame has no length and runs what belongs to the start.
    app.update();
    app
}

/// An app in which a shipped battle has just begun, paused.
pub fn battle_app(battle: &str, seed: u64) -> App {
    let mut app = headless_app();
    let battle = battle.to_owned();
    app.world_mut()
        .write_message(BattleRequest::Start { battle, seed });
    app.update();
    app
}

/// An app in which a battle from plain data has just begun, paused.
pub fn setup_app(setup: Setup, seed: u64) -> App {
    let mut app = headless_app();
    fight(&mut app, setup, seed);
    app
}

/// Begins a battle from plain data.
pub fn fight(app: &mut App, setup: Setup, seed: u64) {
    let encounter = Encounter::from_setup("test", setup).expect("the set-up of a test is sound");
    let encounter = Arc::new(encounter);
    app.world_mut()
        .write_message(BattleRequest::Fight { encounter, seed });
    app.update();
}

/// Plays so many steps, or fewer if the battle ends or waits.
pub fn run_ticks(app: &mut App, ticks: u32) {
    for _ in 0..ticks {
        app.world_mut().write_message(ClockRequest::Step);
    }
    app.update();
}

/// The battle of an app.
///
/// # Panics
/// If none has begun.
pub fn battle(app: &App) -> &CurrentBattle {
    app.world().resource::<CurrentBattle>()
}

/// Collects the messages of a type that the app writes from now on.
pub struct Inbox<M: Message> {
    cursor: bevy::ecs::message::MessageCursor<M>,
}

impl<M: Message + Clone> Inbox<M> {
    /// An inbox that is empty now.
    pub fn new(app: &App) -> Self {
        let cursor = app.world().resource::<Messages<M>>().get_cursor_current();
        Inbox { cursor }
    }

    /// What came in since it was last read.
    pub fn read(&mut self, app: &App) -> Vec<M> {
        self.cursor
            .read(app.world().resource::<Messages<M>>())
            .cloned()
            .collect()
    }
}
