//! Intent lines on screen: what everyone is about to do, drawn from the turns that are foretold.

use bevy::prelude::*;
use foretold_sim::{ForetoldTurns, Shown, SimSystems};

use crate::ViewSystems;
use crate::drawing::{Drawing, layer};
use crate::intent_line::{IntentLine, draw_line, draw_remark, intent_lines};
use crate::look::Look;
use crate::motion::{Motion, Pulse};
use crate::picture::Picture;
use crate::screen::BoardSpace;

/// Intent lines over the board.
pub struct IntentLinePlugin;

impl Plugin for IntentLinePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<IntentLines>()
            .add_systems(Startup, spawn_layers)
            .add_systems(
                Update,
                update_intent_lines
                    .run_if(resource_changed::<ForetoldTurns>)
                    .after(SimSystems::Refresh)
                    .before(ViewSystems::Follow),
            )
            .add_systems(
                Update,
                (
                    draw_intent_lines
                        .run_if(crate::board_changed.or_else(resource_changed::<Pulse>)),
                    show_when_still.run_if(resource_changed::<Motion>),
                )
                    .in_set(ViewSystems::Paint),
            );
    }
}

/// The lines of everyone at the moment on screen.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub(crate) struct IntentLines(pub(crate) Vec<IntentLine>);

/// The drawing with all lines.
#[derive(Component)]
struct LineLayer;

/// The drawing with the ticks and question marks on the lines.
#[derive(Component)]
struct RemarkLayer;

/// Hidden while tokens move: it shows where they will stand.
#[derive(Component)]
pub(crate) struct HiddenInMotion;

fn spawn_layers(mut commands: Commands) {
    let at = |z: f32| Transform::from_xyz(0.0, 0.0, z);
    let name = Name::new("Intent lines");
    commands.spawn((
        name,
        LineLayer,
        HiddenInMotion,
        Drawing::default(),
        at(layer::LINES),
    ));
    let name = Name::new("Ticks of intents");
    commands.spawn((
        name,
        RemarkLayer,
        HiddenInMotion,
        Drawing::default(),
        at(layer::NUMBERS + 0.2),
    ));
}

fn update_intent_lines(
    shown: If<Res<Shown>>,
    turns: Res<ForetoldTurns>,
    mut lines: ResMut<IntentLines>,
) {
    // Set even if they are the same: this is another moment, and the pulse starts again.
    lines.0 = intent_lines(shown.battle(), &turns);
}

fn draw_intent_lines(
    lines: Res<IntentLines>,
    space: Res<BoardSpace>,
    look: Res<Look>,
    pulse: Res<Pulse>,
    mut layer: Single<&mut Drawing, (With<LineLayer>, Without<RemarkLayer>)>,
    mut remarks: Single<&mut Drawing, With<RemarkLayer>>,
) {
    let (mut drawn, mut remarked) = (Picture::default(), Picture::default());
    let strokes = &look.theme.strokes;
    for line in &lines.0 {
        let side = look.side(line.side);
        draw_line(&mut drawn, line, side, &space, strokes, pulse.swell);
        draw_remark(&mut remarked, line, side, &space, strokes);
    }
    layer.set_if_neq(Drawing(drawn));
    remarks.set_if_neq(Drawing(remarked));
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
