//! What a frame of the whole battle screen costs, against a frame of an empty Bevy 2D window of
//! the same size: as Bevy draws it by default, with four samples a pixel, and with one, as the game
//! is drawn; and a frame of the map of a run, against one of the battle. All are drawn to memory,
//! frame by frame in turn, in this one run. Last, how soon the map shows the odds of the fights ahead.

use std::time::{Duration, Instant};

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::audio::AudioPlugin;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{PollType, TextureFormat};
use bevy::render::renderer::RenderDevice;
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use foretold_battle::{Battle, belongs_in_log};
use foretold_content::{Content, Encounter, Files, find_assets};
use foretold_run::{PlaceId, Run, RunCommand, RunStart};
use foretold_sim::testing::begin;
use foretold_sim::{
    AutoTakeCommand, BattleRequest, ChosenOrder, ClockRequest, ContentPlugin, CurrentRun, Forecast,
    ForecastPlugin, RunOdds, RunRequest, SimPlugins, Speed,
};
use foretold_ui::{DataFolder, UiPlugins};
use foretold_view::{Canvas, ViewPlugins};

const SIZE: UVec2 = UVec2::new(1280, 720);
/// The battle with the most units.
const BATTLE: &str = "goblin-ambush";
/// Frames before anything counts: shaders are compiled, texts laid out.
const WARM_UP: u32 = 40;
/// Frames that count; odd, so that the median is one of them.
const FRAMES: usize = 201;
/// The whole screen may cost this many empty windows as Bevy draws them by default.
const BAR: f64 = 2.0;
/// A full log may cost this many times an empty one.
const LOG_BAR: f64 = 1.2;
/// The map may cost this many times the battle screen.
const MAP_BAR: f64 = 1.0;
/// The seeds of runs whose first odds are waited for.
const RUNS: u64 = 5;
/// The odds of a fight ahead may take this long.
const ODDS_BAR: Duration = Duration::from_secs(1);
/// The steps of a battle that fills the log.
const LONG: u32 = 1_000;

fn main() {
    // `cargo test` runs benches too; for that, compiling is enough.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let (width, height) = (SIZE.x, SIZE.y);
    println!("median of {FRAMES} frames of {width}×{height}, each drawn in turn");
    let [default, one_sample, still, playing, waiting, map] = measure([
        empty_app(Msaa::default()),
        empty_app(Msaa::Off),
        battle_app(Scene::Paused, Odds::Left),
        battle_app(Scene::Playing, Odds::Left),
        battle_app(Scene::YourTurn, Odds::Left),
        map_app(0, 0),
    ]);
    println!("  empty window, by default    {}", shown(default));
    println!("  empty window, one sample    {}", shown(one_sample));
    let ratio = |time: Duration, to: Duration| time.as_secs_f64() / to.as_secs_f64();
    for (what, time) in [
        ("paused", still),
        ("at 8×", playing),
        ("your turn", waiting),
    ] {
        println!(
            "  {BATTLE}, {what:<12} {}  {} and {:.2}×",
            shown(time),
            verdict(ratio(time, default), BAR),
            ratio(time, one_sample),
        );
    }
    println!("the battle screen, paused, and the map of a run:");
    println!(
        "  the map of a run   {} and {}  {}",
        shown(still),
        shown(map),
        verdict(ratio(map, still), MAP_BAR)
    );
    // While odds are worked out a core is busy, for the empty window beside it too.
    let [default, playing] = measure([
        empty_app(Msaa::default()),
        battle_app(Scene::Playing, Odds::WorkedOut),
    ]);
    println!("with the odds in the background, which slow both down:");
    println!("  empty window, by default    {}", shown(default));
    println!(
        "  {BATTLE}, at 8×        {}  {}",
        shown(playing),
        verdict(ratio(playing, default), BAR)
    );
    let lines = long_battle_lines();
    let [empty, full, empty_at_8, full_at_8] = measure([
        long_app(0, false),
        long_app(LONG, false),
        long_app(0, true),
        long_app(LONG, true),
    ]);
    println!(
        "a battle in which hardly anyone falls, at its beginning and after {lines} lines of log:"
    );
    for (what, empty, full) in [("paused", empty, full), ("at 8×", empty_at_8, full_at_8)] {
        println!(
            "  a full log, {what:<6} {} and {}  {}",
            shown(empty),
            shown(full),
            verdict(ratio(full, empty), LOG_BAR)
        );
    }
    let times: Vec<Duration> = (0..RUNS).flat_map(odds_on_map).collect();
    let slowest = times.iter().max().copied().unwrap_or_default();
    let word = if slowest <= ODDS_BAR {
        "within"
    } else {
        "over"
    };
    println!(
        "from setting out on {RUNS} runs to the odds of each of the {} fights in reach, median {}:",
        times.len(),
        shown(median(times)).trim()
    );
    println!(
        "  the slowest odds on the map {} ({word} the bar of {} ms)",
        shown(slowest),
        ODDS_BAR.as_millis()
    );
}

fn shown(time: Duration) -> String {
    format!("{:6.2} ms", time.as_secs_f64() * 1_000.0)
}

fn verdict(ratio: f64, bar: f64) -> String {
    // As exact as it is printed.
    let ratio = (ratio * 100.0).round() / 100.0;
    let word = if ratio <= bar { "within" } else { "over" };
    format!("{ratio:.2}× ({word} the bar of {bar}×)")
}

/// The median frame of each app, drawn in turn.
fn measure<const COUNT: usize>(apps: [App; COUNT]) -> [Duration; COUNT] {
    let mut apps = apps.map(ready);
    let mut times = [const { Vec::new() }; COUNT];
    for _ in 0..FRAMES {
        for (app, times) in apps.iter_mut().zip(&mut times) {
            times.push(frame(app));
        }
    }
    times.map(median)
}

/// A camera, and nothing to see.
fn empty_app(samples: Msaa) -> App {
    let mut app = offscreen_app();
    let spawn = move |mut commands: Commands, canvas: Res<Canvas>| {
        if let Canvas::Image(image, _) = &*canvas {
            let target = bevy::camera::RenderTarget::Image(image.clone().into());
            commands.spawn((Camera2d, samples, target));
        }
    };
    app.add_systems(Startup, spawn);
    app
}

/// Bevy's own plugins, drawing to memory.
fn offscreen_app() -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: None,
                exit_condition: ExitCondition::DontExit,
                ..default()
            })
            .set(RenderPlugin {
                synchronous_pipeline_compilation: true,
                ..default()
            })
            .disable::<WinitPlugin>()
            .disable::<AudioPlugin>()
            // Otherwise a frame would be drawn while the next app is measured.
            .disable::<PipelinedRenderingPlugin>()
            .disable::<LogPlugin>()
            .disable::<TerminalCtrlCHandlerPlugin>(),
    )
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
        16,
    )));
    let format = TextureFormat::Rgba8UnormSrgb;
    let image = Image::new_target_texture(SIZE.x, SIZE.y, format, None);
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    app.insert_resource(Canvas::Image(image, SIZE));
    app
}

/// Whether the odds are worked out in the background, as in the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Odds {
    WorkedOut,
    Left,
}

fn files() -> Files {
    let folder = find_assets().expect("run it in the game's folder");
    let mut files = Files::read(&folder).expect("the content is there");
    files.read_figures(&folder);
    files
}

/// The game without a battle.
fn game_app(odds: Odds) -> App {
    let mut app = offscreen_app();
    let content = ContentPlugin::Given(files());
    let sim = SimPlugins { content }.build();
    app.add_plugins(match odds {
        Odds::WorkedOut => sim,
        Odds::Left => sim.disable::<ForecastPlugin>(),
    })
    .add_plugins((ViewPlugins, UiPlugins))
    .insert_resource(DataFolder(None));
    // Without the plugin the odds are never known.
    app.init_resource::<Forecast>()
        .init_resource::<ChosenOrder>();
    app
}

/// What the screen shows of the battle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scene {
    /// Its beginning.
    Paused,
    /// Time, with nobody to wait for.
    Playing,
    /// Every order that a unit could follow.
    YourTurn,
}

/// The game in its largest battle.
fn battle_app(scene: Scene, odds: Odds) -> App {
    let mut app = game_app(odds);
    app.insert_resource(AutoTakeCommand(scene == Scene::YourTurn));
    let playing = scene != Scene::Paused;
    app.add_systems(
        Update,
        move |mut frame: Local<u32>,
              mut battles: MessageWriter<BattleRequest>,
              mut clock: MessageWriter<ClockRequest>| {
            // A battle that is over begins again, so that there is always something to draw.
            if frame.is_multiple_of(400) {
                let battle = BATTLE.to_owned();
                battles.write(BattleRequest::Start { battle, seed: 1 });
            } else if playing && *frame % 400 == 1 {
                clock.write(ClockRequest::Speed(Speed::Octuple));
                clock.write(ClockRequest::Play);
            }
            *frame += 1;
        },
    );
    app
}

/// The game, which sets out on a run of this seed in this frame and is then on its map.
fn map_app(seed: u64, sets_out: u32) -> App {
    let mut app = game_app(Odds::Left);
    app.add_systems(
        Update,
        move |mut frame: Local<u32>, mut requests: MessageWriter<RunRequest>| {
            if *frame == sets_out {
                requests.write(RunRequest::Begin(RunStart {
                    seed,
                    level: 0,
                    finished: 0,
                }));
                let companions = vec![0, 1, 2];
                requests.write(RunRequest::Command(RunCommand::Choose { companions }));
            }
            *frame += 1;
        },
    );
    app
}

/// How long the odds of each fight in reach take, from the frame in which a run of this seed sets out.
fn odds_on_map(seed: u64) -> Vec<Duration> {
    let mut app = ready(map_app(seed, WARM_UP));
    let begins = Instant::now();
    let (mut fights, mut times) = (Vec::<PlaceId>::new(), Vec::new());
    while fights.is_empty() || times.len() < fights.len() {
        frame(&mut app);
        let run = app.world().resource::<CurrentRun>().get();
        fights = run.map(Run::fights_ahead).unwrap_or_default();
        let odds = app.world().resource::<RunOdds>();
        let known = fights.iter().filter(|place| odds.odds(**place).is_some());
        times.resize(known.count(), begins.elapsed());
    }
    times
}

/// A battle of many units that take long to fall.
fn long_battle() -> Encounter {
    let content = Content::load(&files()).expect("the content is sound");
    let shipped = content.encounter("crypt").expect("it is shipped");
    let mut setup = shipped.setup().clone();
    setup.house.max_ticks = 9_999;
    for unit in &mut setup.units {
        (unit.hp, unit.max_hp) = (9_999, 9_999);
    }
    Encounter::from_setup("long", setup).expect("it is sound")
}

fn long_battle_lines() -> usize {
    let (arena, mut events) = (long_battle().arena(), Vec::new());
    let mut battle = Battle::start(&arena, 1, &mut events);
    for _ in 0..LONG {
        battle.step(&mut events);
    }
    events
        .iter()
        .filter(|event| belongs_in_log(&arena, event))
        .count()
}

/// That battle after this many steps.
fn long_app(steps: u32, playing: bool) -> App {
    let mut app = game_app(Odds::Left);
    app.add_systems(
        Update,
        move |mut frame: Local<u32>,
              mut commands: Commands,
              mut clock: MessageWriter<ClockRequest>| {
            if *frame == 0 {
                commands.queue(|world: &mut World| begin(world, long_battle(), 1));
            } else if *frame == 1 {
                clock.write_batch((0..steps).map(|_| ClockRequest::Step));
            } else if *frame == 2 && playing {
                clock.write(ClockRequest::Speed(Speed::Octuple));
                clock.write(ClockRequest::Play);
            }
            *frame += 1;
        },
    );
    app
}

fn ready(mut app: App) -> App {
    app.finish();
    app.cleanup();
    for _ in 0..WARM_UP {
        frame(&mut app);
    }
    app
}

/// Draws a frame and waits until it is drawn.
fn frame(app: &mut App) -> Duration {
    let begins = Instant::now();
    app.update();
    let device = app.world().resource::<RenderDevice>().clone();
    device
        .poll(PollType::wait_indefinitely())
        .expect("the adapter is there");
    begins.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
