//! What a frame of the whole battle screen costs, against a frame of an empty Bevy 2D window of
//! the same size: as Bevy draws it by default, with four samples a pixel, and with one, as the game
//! is drawn. All are drawn to memory, frame by frame in turn, in this one run.

use std::time::{Duration, Instant};

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{PollType, TextureFormat};
use bevy::render::renderer::RenderDevice;
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use foretold_content::{Files, find_assets};
use foretold_sim::{BattleRequest, ClockRequest, ContentPlugin, ForecastPlugin, SimPlugins, Speed};
use foretold_ui::UiPlugins;
use foretold_view::{Canvas, ViewPlugins};

const SIZE: UVec2 = UVec2::new(1280, 720);
/// The battle with the most units.
const BATTLE: &str = "goblin-ambush";
/// Frames before anything counts: shaders are compiled, texts laid out.
const WARM_UP: u32 = 40;
/// Frames that count; odd, so that the median is one of them.
const FRAMES: usize = 201;
/// The whole screen may cost so many empty windows as Bevy draws them by default.
const BAR: f64 = 2.0;

fn main() {
    // `cargo test` runs benches too; there it is enough that it compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut apps = [
        empty_app(Msaa::default()),
        empty_app(Msaa::Off),
        battle_app(false),
        battle_app(true),
    ]
    .map(ready);
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..FRAMES {
        for (app, times) in apps.iter_mut().zip(&mut times) {
            times.push(frame(app));
        }
    }
    let [default, one_sample, still, playing] = times.map(median);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1_000.0;
    let (width, height) = (SIZE.x, SIZE.y);
    println!("median of {FRAMES} frames of {width}×{height}, each drawn in turn");
    println!(
        "  empty window, by default  {:6.2} ms",
        milliseconds(default)
    );
    println!(
        "  empty window, one sample  {:6.2} ms",
        milliseconds(one_sample)
    );
    for (what, time) in [("paused", still), ("at 8×", playing)] {
        let ratio = |empty: Duration| time.as_secs_f64() / empty.as_secs_f64();
        let verdict = if ratio(default) <= BAR {
            "within"
        } else {
            "over"
        };
        println!(
            "  {BATTLE}, {what:<10} {:6.2} ms  {:.2}× ({verdict} the bar of {BAR}×) and {:.2}×",
            milliseconds(time),
            ratio(default),
            ratio(one_sample),
        );
    }
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
            // Else a frame would be drawn while the next app is measured.
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

/// The game in its largest battle.
fn battle_app(playing: bool) -> App {
    let folder = find_assets().expect("run it in the game's folder");
    let files = Files::read(&folder).expect("the content is there");
    let mut app = offscreen_app();
    let content = ContentPlugin::Given(files);
    app.add_plugins(SimPlugins { content }.build().disable::<ForecastPlugin>())
        .add_plugins((ViewPlugins, UiPlugins))
        .add_systems(
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
