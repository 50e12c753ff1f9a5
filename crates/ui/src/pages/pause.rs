//! The menu over the battle.

use bevy::prelude::*;
use foretold_content::Act;
use foretold_sim::{BattleRequest, Shown};

use super::page_action::{PageAction, choice};
use super::{Page, PageBuilder, PageSystems, Pages, turned_to};
use crate::controls::{Heed, Pressed};
use crate::widgets::NodeExt;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (open_menu, keep_replay).in_set(Heed::Game),
            build.run_if(turned_to(Page::Pause)).in_set(PageSystems),
        ),
    );
}

fn open_menu(pressed: Res<Pressed>, mut pages: ResMut<Pages>) {
    if pressed.just(Act::Menu) {
        pages.open(Page::Pause);
    }
}

fn keep_replay(pressed: Res<Pressed>, mut requests: MessageWriter<BattleRequest>) {
    if pressed.just(Act::KeepReplay) {
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
    stage.set(Page::Pause, "Menu", |frame, pen| {
        frame.spawn(Node::row(px(12))).with_children(|row| {
            for column in CHOICES {
                row.spawn(Node::column(px(6)).share(1.0))
                    .with_children(|list| {
                        for which in column {
                            choice(list, which, pen);
                            if which == PageAction::Continue && over {
                                choice(list, PageAction::Result, pen);
                            }
                        }
                    });
            }
        });
    });
}
