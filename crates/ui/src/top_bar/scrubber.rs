//! The timeline in the bar: any moment can be looked at.

use bevy::ui_widgets::{
    Slider, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue, TrackClick,
};
use foretold_sim::RewindRequest;

use super::odds;
use crate::prelude::*;

/// How high the timeline is.
const SCRUBBER: f32 = 34.0;
/// How wide its thumb is.
const THUMB: f32 = 8.0;

/// The timeline.
#[derive(Component)]
pub(super) struct Scrubber;

/// The timeline: click, drag or use the arrows to look at another moment. Behind it the odds of each,
/// above it the units that fell.
pub(super) fn scrubber(style: &UiStyle) -> impl Bundle {
    let palette = &style.look.theme.palette;
    let travel = Node::default()
        .absolute()
        .left(px(0))
        // The thumb's left edge travels so far that its right edge stays inside.
        .right(px(THUMB))
        .top(px(0))
        .bottom(px(0));
    let thumb = Node::default()
        .absolute()
        .width(px(THUMB))
        .top(px(10))
        .bottom(px(0))
        .radius(BorderRadius::all(px(3)));
    let ink = colour(palette.text).with_alpha(0.85);
    let thumb = (SliderThumb, thumb, BackgroundColor(ink));
    let muted = colour(palette.muted);
    let line = Node::default()
        .absolute()
        .height(px(3))
        .left(px(0))
        .right(px(0))
        .bottom(px(0))
        .radius(BorderRadius::all(px(2)));
    (
        Scrubber,
        Slider {
            track_click: TrackClick::Snap,
            ..default()
        },
        SliderValue(0.0),
        SliderRange::new(0.0, 1.0),
        SliderStep(1.0),
        SliderPrecision(0),
        AccessibleLabel::new("The moment on screen"),
        CapturesKeys::List,
        Node::default()
            .grow()
            .height(px(SCRUBBER))
            .min_width(px(120))
            .margin(UiRect::right(px(4))),
        observe(look_at),
        children![
            (line, BackgroundColor(muted), Pickable::IGNORE),
            odds::graph(THUMB / 2.0),
            (travel, Pickable::IGNORE, children![thumb]),
        ],
    )
}

/// Looks at the moment under the thumb, and stops time for it.
fn look_at(
    change: On<ValueChange<f32>>,
    shown: If<Res<Shown>>,
    mut clock: MessageWriter<ClockRequest>,
    mut rewinds: MessageWriter<RewindRequest>,
) {
    let to = (change.value.round().max(0.0) as u32).min(shown.session().last_step());
    clock.write(ClockRequest::Pause);
    rewinds.write(RewindRequest { to });
}

/// The thumb follows the moment on screen.
pub(super) fn slide_to_moment(
    mut commands: Commands,
    shown: If<Res<Shown>>,
    scrubber: Single<(Entity, &SliderValue, &SliderRange), With<Scrubber>>,
    mut thumb: Single<&mut Node, With<SliderThumb>>,
) {
    let (entity, value, range) = *scrubber;
    let now = (
        SliderValue(shown.step() as f32),
        SliderRange::new(0.0, shown.session().last_step().max(1) as f32),
    );
    if (value, range) != (&now.0, &now.1) {
        let left = percent(now.1.thumb_position(now.0.0) * 100.0);
        if thumb.left != left {
            thumb.left = left;
        }
        commands.entity(entity).insert(now);
    }
}
