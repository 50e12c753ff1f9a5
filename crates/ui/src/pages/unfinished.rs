//! The battle that is not over yet: going on with it, where it was left.

use foretold_content::{Content, Progress, Unfinished};

use super::Pages;
use crate::prelude::*;
use crate::progress::is_fought;

/// Whether the battle on screen is the one that is not over yet.
pub(super) fn is_unfinished(battle: &Shown) -> bool {
    is_fought(battle) && battle.session().battle().outcome().is_none()
}

/// The battle that a button goes on with, if there is one, and its step: the one on screen, or the one
/// that was left.
pub(super) fn in_words(
    battle: Option<&Shown>,
    progress: &Progress,
    content: Option<&Content>,
) -> Option<String> {
    let (title, step) = match battle.filter(|battle| is_unfinished(battle)) {
        Some(battle) => (battle.encounter().title.as_str(), battle.battle().tick()),
        None => {
            let (left, content) = (progress.battle.as_ref()?, content?);
            let name = &left.replay.battle;
            let known = content.encounter(name);
            (known.map_or(name.as_str(), |known| &known.title), left.step)
        }
    };
    Some(format!("{title}, step {step}"))
}

pub(super) fn go_on(
    _: On<Activate>,
    battle: Option<Res<Shown>>,
    content: Res<GameContent>,
    progress: Res<PlayerProgress>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<BattleRequest>,
) {
    if battle.is_some_and(|battle| is_unfinished(&battle)) {
        pages.close();
    } else if let Some(left) = &progress.0.battle {
        let content = content.content().map(|content| &**content);
        resume(left, content, &mut pages, &mut requests);
    }
}

/// Goes on with a battle that was left.
pub(super) fn resume(
    left: &Unfinished,
    content: Option<&Content>,
    pages: &mut Pages,
    requests: &mut MessageWriter<BattleRequest>,
) {
    let known = content.and_then(|content| content.encounter(&left.replay.battle));
    // A player who commands is asked at once; one who watches, or looked back, looks around first.
    let by_hand = known.is_some_and(|battle| battle.by_hand);
    pages.run_on(by_hand && left.step == left.replay.steps());
    requests.write(BattleRequest::Resume {
        replay: Box::new(left.replay.clone()),
        step: left.step,
    });
}
