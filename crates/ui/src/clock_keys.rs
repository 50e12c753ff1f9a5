//! Keys for time and for whole battles: play, step, speed, restart, quit.

use bevy::prelude::*;
use foretold_content::{Act, fresh_seed};
use foretold_sim::{BattleRequest, ClockRequest, Shown, Speed};

use crate::controls::{Heed, Pressed};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (keep_time, change_battles, quit).in_set(Heed::Game));
}

/// What the clock is asked for by an act, if it is about time.
pub(crate) fn clock_request(act: Act, last_step: u32) -> Option<ClockRequest> {
    Some(match act {
        Act::PlayPause => ClockRequest::Toggle,
        Act::StepForward => ClockRequest::Step,
        Act::StepBack => ClockRequest::StepBack,
        Act::ToStart => ClockRequest::Jump(0),
        Act::ToEnd => ClockRequest::Jump(last_step),
        _ => ClockRequest::Speed(Speed::of(act)?),
    })
}

fn keep_time(
    pressed: Res<Pressed>,
    shown: Option<Res<Shown>>,
    mut requests: MessageWriter<ClockRequest>,
) {
    let last = shown.map_or(0, |shown| shown.session().last_step());
    let asked = pressed.acts().filter_map(|act| clock_request(act, last));
    requests.write_batch(asked);
}

fn change_battles(pressed: Res<Pressed>, mut requests: MessageWriter<BattleRequest>) {
    if pressed.just(Act::Restart) {
        requests.write(BattleRequest::Restart { seed: None });
    }
    if pressed.just(Act::NewSeed) {
        let seed = Some(fresh_seed());
        requests.write(BattleRequest::Restart { seed });
    }
}

fn quit(pressed: Res<Pressed>, mut exit: MessageWriter<AppExit>) {
    if pressed.just(Act::Quit) {
        exit.write(AppExit::Success);
    }
}
