//! The menu over the battle.

use super::page_action::{PageAction, choice};
use super::{Page, PageBuilder, PageSystems, Pages, turned_to};
use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (open_menu, keep_replay).in_set(ActSystems),
            build.run_if(turned_to(Page::Pause)).in_set(PageSystems),
        ),
    );
}

fn open_menu(acts: Res<Acts>, mut pages: ResMut<Pages>) {
    if acts.contains(Act::Menu) {
        match pages.top() {
            None => pages.open(Page::Pause),
            Some(Page::Pause) => pages.close(),
            Some(_) => {}
        }
    }
}

fn keep_replay(acts: Res<Acts>, mut requests: MessageWriter<BattleRequest>) {
    if acts.contains(Act::KeepReplay) {
        requests.write(BattleRequest::Keep);
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

fn build(mut stage: PageBuilder, battle: Option<Res<Shown>>) {
    let over = battle.is_some_and(|battle| battle.session().battle().outcome().is_some());
    stage.set(Page::Pause, "Menu", |frame, style| {
        frame.spawn(Node::row(px(12))).with_children(|row| {
            for column in CHOICES {
                row.spawn(Node::column(px(6)).share(1.0))
                    .with_children(|list| {
                        for which in column {
                            choice(list, which, style);
                            if which == PageAction::Continue && over {
                                choice(list, PageAction::Result, style);
                            }
                        }
                    });
            }
        });
    });
}
