//! Intent lines on screen: what everyone is about to do, drawn from the turns that are foretold.

use std::time::Duration;

use bevy::prelude::*;
use foretold_sim::{ForetoldTurns, Shown, SimSystems};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::drawing::{Drawing, layer};
use crate::intent_line::{IntentLine, draw_line, intent_lines};
use crate::look::Look;
use crate::motion::{Motion, Pulse, ScreenChange, ScreenChangeReader};
use crate::picture::Picture;
use crate::power_saving::RedrawRequests;

/// How long a new line takes to draw itself.
const GROWS_FOR: Duration = Duration::from_millis(160);

/// Intent lines over the board.
pub struct IntentLinePlugin;

impl Plugin for IntentLinePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<IntentLines>()
            .init_resource::<LineGrowth>()
            .add_systems(Startup, spawn_layer)
            .add_systems(
                Update,
                (
                    update_intent_lines
                        .run_if(resource_changed::<ForetoldTurns>)
                        .after(SimSystems::Refresh)
                        .before(ViewSystems::Follow),
                    (
                        grow_lines,
                        draw_intent_lines.run_if(
                            crate::board_changed
                                .or_else(resource_changed::<Pulse>)
                                .or_else(resource_changed::<LineGrowth>),
                        ),
                    )
                        .chain()
                        .in_set(ViewSystems::Paint),
                    show_when_still
                        .run_if(resource_changed::<Motion>)
                        .in_set(ViewSystems::Paint),
                ),
            );
    }
}

/// The lines of everyone at the moment on screen.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub(crate) struct IntentLines(pub(crate) Vec<IntentLine>);

/// The lines that were not there a moment ago, and how long they have been drawn. All is drawn once
/// there are none.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
struct LineGrowth {
    /// Their places among the lines.
    growing: Vec<usize>,
    elapsed: Duration,
}

impl LineGrowth {
    /// The share of a line that is drawn.
    fn share(&self, place: usize) -> f32 {
        if self.growing.contains(&place) {
            self.elapsed.as_secs_f32() / GROWS_FOR.as_secs_f32()
        } else {
            1.0
        }
    }
}

/// The drawing with all lines.
#[derive(Component)]
struct LineLayer;

/// Hidden while tokens move: it shows where they will stand.
#[derive(Component)]
pub(crate) struct HiddenInMotion;

fn spawn_layer(mut commands: Commands) {
    commands.spawn((
        Name::new("Intent lines"),
        LineLayer,
        HiddenInMotion,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::LINES),
    ));
}

fn update_intent_lines(
    shown: If<Res<Shown>>,
    turns: Res<ForetoldTurns>,
    mut lines: ResMut<IntentLines>,
    mut growth: ResMut<LineGrowth>,
) {
    let now = intent_lines(shown.battle(), &turns);
    let is_new = |line: &IntentLine| {
        let course = |line: &IntentLine| (line.unit, line.kind, line.cells.clone());
        !lines.0.iter().any(|old| course(old) == course(line))
    };
    let growing = now.iter().enumerate().filter(|(_, line)| is_new(line));
    *growth = LineGrowth {
        growing: growing.map(|(place, _)| place).collect(),
        elapsed: Duration::ZERO,
    };
    // Set even if they are the same: this is another moment, and the pulse starts again.
    lines.0 = now;
}

/// Lets new lines grow once nothing else moves.
fn grow_lines(
    time: Res<Time>,
    mut changes: ScreenChangeReader,
    (look, motion): (Res<Look>, Res<Motion>),
    mut growth: ResMut<LineGrowth>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let jumped = changes.read() == ScreenChange::Jump;
    if growth.growing.is_empty() || !motion.is_still() {
        return;
    }
    redraw.request();
    growth.elapsed += time.delta();
    if growth.elapsed >= GROWS_FOR || jumped || !changes.can_be_followed(&look) {
        *growth = LineGrowth::default();
    }
}

fn draw_intent_lines(
    (lines, growth): (Res<IntentLines>, Res<LineGrowth>),
    space: Res<BoardSpace>,
    look: Res<Look>,
    pulse: Res<Pulse>,
    mut layer: Single<&mut Drawing, With<LineLayer>>,
) {
    let mut drawn = Picture::default();
    for (place, line) in lines.0.iter().enumerate() {
        let share = growth.share(place);
        draw_line(&mut drawn, line, &space, &look, (pulse.swell, share));
    }
    layer.set_if_neq(Drawing(drawn));
}

fn show_when_still(motion: Res<Motion>, mut layers: Query<&mut Visibility, With<HiddenInMotion>>) {
    let visibility = if motion.is_still() {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    };
    for mut layer in &mut layers {
        layer.set_if_neq(visibility);
    }
}
