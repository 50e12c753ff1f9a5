//! Autofight: marks, and what happens when it stops.

use foretold_sim::Interrupted;

use super::order_writer::OrderWriter;
use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            mark.run_if(asked_for(Act::Mark)).in_set(ActSystems),
            hold_time.after(SimSystems::Refresh),
        ),
    );
}

/// X marks the enemy that is pointed at.
fn mark(hover: Res<Hover>, mut hand: OrderWriter) {
    hand.mark(hover.0);
}

/// In ticks nobody waits: when autofight stops, time does too, so that its player can look.
fn hold_time(
    mut interrupted: MessageReader<Interrupted>,
    battle: Option<Res<Shown>>,
    mut clock: MessageWriter<ClockRequest>,
) {
    let ticks = battle.is_some_and(|it| !it.battle().arena().tempo().takes_turns());
    if interrupted.read().count() > 0 && ticks {
        clock.write(ClockRequest::Pause);
    }
}
