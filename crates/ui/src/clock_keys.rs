//! Keys for time and for whole battles: play, step, speed, restart, quit.

use foretold_content::fresh_seed;

use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (keep_time, change_battles, quit).in_set(ActSystems));
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

pub(crate) fn keep_time(
    acts: Res<Acts>,
    shown: Option<Res<Shown>>,
    mut requests: MessageWriter<ClockRequest>,
) {
    let last = shown.map_or(0, |shown| shown.session().last_step());
    let asked = acts.iter().filter_map(|act| clock_request(act, last));
    requests.write_batch(asked);
}

fn change_battles(acts: Res<Acts>, mut requests: MessageWriter<BattleRequest>) {
    if acts.contains(Act::Restart) {
        requests.write(BattleRequest::Restart { seed: None });
    }
    if acts.contains(Act::NewSeed) {
        let seed = Some(fresh_seed());
        requests.write(BattleRequest::Restart { seed });
    }
}

fn quit(acts: Res<Acts>, mut exit: MessageWriter<AppExit>) {
    if acts.contains(Act::Quit) {
        exit.write(AppExit::Success);
    }
}
