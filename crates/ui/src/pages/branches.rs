//! Lines of the running battle that were left for another: an order or a rule in the past began it.
//! They can be watched, and kept like any battle.

use std::sync::Arc;

use foretold_battle::Replay;

use super::Pages;
use super::page_action::watchable;
use super::replays::{row, steps_in_words, words};
use crate::prelude::*;

/// Lists the lines, the latest first.
pub(super) fn spawn_lines(
    list: &mut ChildSpawnerCommands<'_>,
    lines: &[Arc<Replay>],
    is_kept: impl Fn(&Replay) -> bool,
    style: &UiStyle,
) {
    for (number, line) in lines.iter().enumerate().rev() {
        list.spawn(row(style)).with_children(|row| {
            row.spawn(style.icon(Icon::GitBranch, style.ink()));
            row.spawn(words()).with_children(|words| {
                let place = number + 1;
                words.spawn(style.bold(format!("This battle, line {place}"), style.ink()));
                let steps = steps_in_words(line.steps());
                let kept = if is_kept(line) {
                    "it is kept below"
                } else {
                    "it is not kept yet"
                };
                let about = format!("{steps}. You left it for another; {kept}.");
                words.spawn(style.plain(about, style.muted()));
            });
            spawn_verbs(row, number, style);
        });
    }
}

fn spawn_verbs(row: &mut ChildSpawnerCommands<'_>, number: usize, style: &UiStyle) {
    let watch =
        move |_: On<Activate>,
              shown: Res<Shown>,
              mut pages: ResMut<Pages>,
              mut requests: MessageWriter<BattleRequest>,
              (clock, mut speed): (Res<Clock>, MessageWriter<ClockRequest>)| {
            if let Some(branch) = shown.session().branches().get(number) {
                let branch = Replay::clone(branch);
                requests.write(BattleRequest::Watch(Box::new(branch)));
                watchable(&clock, &mut speed);
                pages.run_on(true);
            }
        };
    let keep = move |_: On<Activate>, mut requests: MessageWriter<BattleRequest>| {
        requests.write(BattleRequest::KeepBranch(number));
    };
    let place = number + 1;
    let mut button_for_watching =
        row.spawn((button(format!("Watch line {place}"), style), observe(watch)));
    button_for_watching.caption_icon(Icon::Play, style);
    button_for_watching.caption("Watch", style);
    let mut button_for_keeping =
        row.spawn((button(format!("Keep line {place}"), style), observe(keep)));
    button_for_keeping.caption_icon(Icon::Save, style);
    button_for_keeping.caption("Keep", style);
}
