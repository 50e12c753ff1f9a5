//! The title: where the game begins.

use bevy::prelude::*;
use foretold_sim::CurrentBattle;
use foretold_view::picture::Face;

use super::choice::{Choice, choice};
use super::{Build, Page, Stage, turned_to};

/// How large the name of the game is, in pixels at 100%.
const NAME: u16 = 56;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, build.run_if(turned_to(Page::Title)).in_set(Build));
}

fn build(mut stage: Stage, battle: Option<Res<CurrentBattle>>) {
    let running = battle.is_some();
    stage.set(Page::Title, "Foretold", |frame, pen| {
        let column = |gap: f32| Node {
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            row_gap: px(gap),
            ..default()
        };
        frame
            .spawn(Node {
                flex_grow: 1.0,
                ..column(20.0)
            })
            .with_children(|middle| {
                middle.spawn(column(2.0)).with_children(|names| {
                    names
                        .spawn(pen.bold("Foretold", pen.ink()))
                        .insert(pen.font(Face::Bold, NAME));
                    names.spawn(
                        pen.heading("Every blow is foretold. Change what you can.", pen.muted()),
                    );
                });
                let list = Node {
                    width: px(260),
                    align_items: AlignItems::Stretch,
                    ..column(6.0)
                };
                middle.spawn(list).with_children(|list| {
                    let own = running.then_some(Choice::Continue);
                    let all = [
                        Choice::Battles,
                        Choice::Replays,
                        Choice::Settings,
                        Choice::Help,
                        Choice::Quit,
                    ];
                    for which in own.into_iter().chain(all) {
                        choice(list, which, pen);
                    }
                });
            });
    });
}
