//! The menu over the battle.

use super::page_action::{PageAction, action_button, leading_action};
use super::{Page, PageBuilder, PageSystems, Pages, must_build};
use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    let keep_replay = |mut requests: MessageWriter<BattleRequest>| {
        requests.write(BattleRequest::Keep);
    };
    app.add_systems(
        Update,
        (
            open_menu.run_if(asked_for(Act::Menu)).in_set(ActSystems),
            keep_replay
                .run_if(asked_for(Act::KeepReplay))
                .in_set(ActSystems),
            build
                .run_if(must_build(Page::Pause, any_changed!(Shown)))
                .in_set(PageSystems),
        ),
    );
}

fn open_menu(mut pages: ResMut<Pages>) {
    match pages.top() {
        None => pages.open(Page::Pause),
        Some(Page::Pause) => pages.close(),
        Some(_) => {}
    }
}

/// What stands in the menu, in two columns.
const CHOICES: [[PageAction; 5]; 2] = [
    [
        PageAction::Continue,
        PageAction::Restart,
        PageAction::NewSeed,
        PageAction::Keep,
        PageAction::Help,
    ],
    [
        PageAction::Battles,
        PageAction::Replays,
        PageAction::Settings,
        PageAction::Title,
        PageAction::Quit,
    ],
];

/// A battle of a run cannot be begun again: the map can be looked at, and the run given up.
fn in_run(action: PageAction, is_of_run: bool) -> PageAction {
    match action {
        PageAction::Restart if is_of_run => PageAction::Map,
        PageAction::NewSeed if is_of_run => PageAction::GiveUp,
        other => other,
    }
}

fn build(mut page: PageBuilder, battle: Option<Res<Shown>>) {
    let battle = battle.as_deref();
    let over = battle.is_some_and(|battle| battle.session().battle().outcome().is_some());
    let is_of_run = battle.is_some_and(Shown::is_of_run);
    page.set(Page::Pause, "Menu", |frame, style| {
        frame.spawn(Node::row(px(12))).with_children(|row| {
            for column in CHOICES {
                row.spawn(Node::column(px(6)).share(1.0))
                    .with_children(|list| {
                        for action in column.map(|action| in_run(action, is_of_run)) {
                            if action != PageAction::Continue {
                                action_button(list, action, style);
                                continue;
                            }
                            leading_action(list, action, style);
                            if over {
                                action_button(list, PageAction::Result, style);
                            }
                        }
                    });
            }
        });
    });
}
