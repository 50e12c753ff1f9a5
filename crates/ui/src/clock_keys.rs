//! Keys for time and for whole battles: play, step, speed, restart, quit.

use bevy::prelude::*;
use foretold_content::{Act, fresh_seed};
use foretold_sim::{BattleRequest, ClockRequest, SimSystems, Speed, Timeline};

use crate::controls::{Control, Pressed};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (keep_time, change_battles, quit).before(SimSystems::Requests),
    );
}

/// What the clock is asked for by an act, if it is about time.
pub(crate) fn clock_request(act: Act, timeline: &Timeline) -> Option<ClockRequest> {
    Some(match act {
        Act::PlayPause => ClockRequest::Toggle,
        Act::StepForward => ClockRequest::Step,
        Act::StepBack => ClockRequest::StepBack,
        Act::ToStart => ClockRequest::Jump(0),
        Act::ToEnd => ClockRequest::Jump(timeline.last()),
        Act::SpeedHalf => ClockRequest::Speed(Speed::Half),
        Act::SpeedNormal => ClockRequest::Speed(Speed::Normal),
        Act::SpeedDouble => ClockRequest::Speed(Speed::Double),
        Act::SpeedQuadruple => ClockRequest::Speed(Speed::Quadruple),
        Act::SpeedOctuple => ClockRequest::Speed(Speed::Octuple),
        Act::SpeedInstant => ClockRequest::Speed(Speed::Instant),
        _ => return None,
    })
}

fn keep_time(pressed: Pressed, timeline: Res<Timeline>, mut requests: MessageWriter<ClockRequest>) {
    let just = pressed.get_just_pressed();
    requests.write_batch(
        just.iter()
            .filter_map(|Control(act)| clock_request(*act, &timeline)),
    );
}

fn change_battles(pressed: Pressed, mut requests: MessageWriter<BattleRequest>) {
    if pressed.just_pressed(&Control(Act::Restart)) {
        requests.write(BattleRequest::Restart { seed: None });
    }
    if pressed.just_pressed(&Control(Act::NewSeed)) {
        let seed = Some(fresh_seed());
        requests.write(BattleRequest::Restart { seed });
    }
}

fn quit(pressed: Pressed, mut exit: MessageWriter<AppExit>) {
    if pressed.just_pressed(&Control(Act::Quit)) {
        exit.write(AppExit::Success);
    }
}
