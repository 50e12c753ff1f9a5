//! Keys for time and for whole battles: play, step, speed, restart, quit.

use foretold_content::fresh_seed;

use crate::pages::{Page, Pages};
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

/// Whether there is nothing left to play: the end of a battle is on screen.
pub(crate) fn is_at_end(shown: &Shown) -> bool {
    shown.is_live() && shown.battle().outcome().is_some()
}

/// At the end of a battle, playing on leads to its result.
pub(crate) fn keep_time(
    acts: Res<Acts>,
    shown: Option<Res<Shown>>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<ClockRequest>,
) {
    let last = shown
        .as_ref()
        .map_or(0, |shown| shown.session().last_step());
    let is_at_end = shown.is_some_and(|shown| is_at_end(&shown));
    for act in acts.iter() {
        if act == Act::PlayPause && is_at_end {
            pages.open(Page::Result);
        } else if let Some(request) = clock_request(act, last) {
            requests.write(request);
        }
    }
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
