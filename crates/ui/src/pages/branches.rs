//! Branches of the running battle that were left for another: an order or a rule in the past began it.
//! They can be watched, and kept like any battle.

use std::sync::Arc;

use foretold_battle::Replay;

use super::Pages;
use super::page_action::watchable;
use super::replays::{outcome_in_words, row, words};
use crate::prelude::*;

/// Lists the branches, the latest first.
pub(super) fn spawn_branches(
    list: &mut ChildSpawnerCommands<'_>,
    branches: &[Arc<Replay>],
    is_kept: impl Fn(&Replay) -> bool,
    style: &UiStyle,
) {
    for (index, branch) in branches.iter().enumerate().rev() {
        let name = format!("branch {}", index + 1);
        let (_, outcome) = outcome_in_words(branch.ending, branch.steps());
        let kept = if is_kept(branch) {
            "it is kept below"
        } else {
            "it is not kept yet"
        };
        let about = format!("{outcome}. You left it for another; {kept}.");
        let watch =
            move |_: On<Activate>,
                  shown: Res<Shown>,
                  mut pages: ResMut<Pages>,
                  mut requests: MessageWriter<BattleRequest>,
                  (clock, mut speed): (Res<Clock>, MessageWriter<ClockRequest>)| {
                if let Some(branch) = shown.session().branches().get(index) {
                    let branch = Replay::clone(branch);
                    requests.write(BattleRequest::Watch(Box::new(branch)));
                    watchable(&clock, &mut speed);
                    pages.run_on(true);
                }
            };
        let keep = move |_: On<Activate>, mut requests: MessageWriter<BattleRequest>| {
            requests.write(BattleRequest::KeepBranch(index));
        };
        list.spawn(row(style)).with_children(|row| {
            row.spawn(style.icon(Icon::GitBranch, style.ink()));
            row.spawn(words())
                .with_child(style.bold(format!("This battle, {name}"), style.ink()))
                .with_child(style.plain(about, style.muted()));
            icon_button(row, format!("Watch {name}"), Icon::Play, style, watch)
                .caption("Watch", style);
            icon_button(row, format!("Keep {name}"), Icon::Save, style, keep)
                .caption("Keep", style);
        });
    }
}
