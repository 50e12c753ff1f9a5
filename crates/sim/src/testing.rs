//! Headless apps for tests: no window, only the shipped files, no waiting.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bevy::app::TaskPoolPlugin;
use bevy::ecs::system::{RunSystemOnce, SystemParam};
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use foretold_battle::{Battle, Command, Setup};
use foretold_content::{Encounter, Files};

use crate::shown::Fight;
use crate::timeline::Starter;
use crate::{BattleRequest, ClockRequest, CoachingTime, ContentPlugin, Shown, SimPlugins};

/// The shipped files, read once.
pub fn shipped_files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let mut files = Files::read(&folder).expect("the shipped content stands beside the crates");
        files.read_figures(&folder);
        files
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
    )))
    // How much is found must not hang on how fast frames pass.
    .insert_resource(CoachingTime(Duration::MAX));
    app.finish();
    app.cleanup();
    // The first frame takes no time and runs the startup systems.
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

/// Begins a battle that no file describes; the next frame shows it.
pub fn begin(world: &mut World, encounter: Encounter, seed: u64) {
    let encounter = Arc::new(encounter);
    let start = move |mut starter: Starter| starter.start(encounter.clone(), seed, Vec::new());
    let begun = world.run_system_once(start);
    begun.expect("every plugin of the simulation is there");
}

/// Begins a battle from plain data.
pub fn fight(app: &mut App, setup: Setup, seed: u64) {
    let encounter = Encounter::from_setup("test", setup).expect("the set-up of a test is sound");
    begin(app.world_mut(), encounter, seed);
    app.update();
}

/// Plays this many steps, or fewer if the battle ends or waits.
pub fn run_ticks(app: &mut App, ticks: u32) {
    for _ in 0..ticks {
        app.world_mut().write_message(ClockRequest::Step);
    }
    app.update();
}

/// The moment on an app's screen.
///
/// # Panics
/// If no battle has begun.
pub fn shown(app: &App) -> &Shown {
    app.world().resource::<Shown>()
}

/// The battle in the middle of a frame, for systems between two phases.
#[derive(SystemParam)]
pub struct Running<'w>(Res<'w, Fight>);

impl Running<'_> {
    /// The battle as it is now, even in the middle of a step.
    ///
    /// # Panics
    /// If no battle has begun.
    pub fn battle(&self) -> &Battle {
        self.0.battle_now().expect("a battle has begun")
    }
}

/// The battle of a world in the middle of a frame.
///
/// # Panics
/// If no battle has begun.
pub fn running(world: &World) -> &Battle {
    let fight = world.resource::<Fight>();
    fight.battle_now().expect("a battle has begun")
}

/// Gives a command directly, without a request, and lets a frame pass.
///
/// # Panics
/// If it is refused.
pub fn command(app: &mut App, command: Command) {
    let mut fight = app.world_mut().resource_mut::<Fight>();
    let given = fight.change(|session, step| session.command_at(step, command));
    given.expect("the battle accepts it");
    app.update();
}

/// Has the player take command, or leave.
pub fn sit(app: &mut App, present: bool) {
    command(app, Command::Player { present });
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

    /// The messages since it was last read.
    pub fn read(&mut self, app: &App) -> Vec<M> {
        self.cursor
            .read(app.world().resource::<Messages<M>>())
            .cloned()
            .collect()
    }
}
