//! Pages and dialogs come to rest from a little below their place. Nodes have their places from the
//! first frame on: only what is seen moves.

use std::time::Duration;

use crate::prelude::*;

/// How long it takes.
const LENGTH: Duration = Duration::from_millis(120);
/// From how far below, in pixels at 100%.
const BELOW: f32 = 8.0;

/// Something that eases in: how long it has.
#[derive(Component, Default)]
pub(crate) struct EaseIn(Duration);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, ease_in.in_set(ViewSystems::Draw));
}

fn ease_in(
    mut commands: Commands,
    (time, look): (Res<Time>, Res<Look>),
    mut eased: Query<(Entity, &mut EaseIn, &mut UiTransform)>,
    mut redraw: ResMut<RedrawRequests>,
) {
    for (entity, mut ease, mut place) in &mut eased {
        redraw.request();
        ease.0 += time.delta();
        let left = 1.0 - ease.0.div_duration_f32(LENGTH);
        if left <= 0.0 || !look.moves() {
            *place = UiTransform::IDENTITY;
            commands.entity(entity).try_remove::<EaseIn>();
        } else {
            place.translation = Val2::px(0.0, BELOW * left * left);
        }
    }
}
