//! Help: what the keys do, as `keys.ron` has them now.

use bevy::prelude::*;
use foretold_content::{Act, Chord, Keys};
use foretold_sim::GameContent;

use crate::controls::{Heed, Pressed};
use crate::focus::Focus;
use crate::widgets::{Pen, dialog, scroll_area};

/// How to read the screen, in a few lines.
const READING: [&str; 4] = [
    "Blue circles are yours, orange diamonds are not. A solid line with an arrowhead is a blow, a dashed one with a hollow end is a step; the number in a cell is what will land there.",
    "A rule is a sentence, and every boxed word of it can be another. Each unit follows its first rule that applies; the panel on the right tells why.",
    "The blue line behind the timeline is the odds of victory at each step, the skulls are who fell.",
    "Hover a cell to see who stands there, what will land, and who can hit it.",
];

/// The dialog as a whole.
#[derive(Component)]
struct HelpDialog;
/// What it says.
#[derive(Component)]
struct Pages;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, open.in_set(Heed::Game));
}

/// Every act that has a key, with what it does.
fn lines(keys: &Keys) -> Vec<(String, &'static str)> {
    Act::ALL
        .into_iter()
        .filter_map(|act| {
            let chords: Vec<String> = keys.chords(act).iter().map(Chord::to_string).collect();
            (!chords.is_empty()).then(|| (chords.join(" or "), act.help()))
        })
        .collect()
}

fn open(
    mut commands: Commands,
    pressed: Res<Pressed>,
    content: Res<GameContent>,
    (focus, pen): (Focus, Pen),
) {
    if !pressed.just(Act::Help) {
        return;
    }
    let own = Keys::default();
    let lines = lines(content.content().map_or(&own, |content| content.keys()));
    let mut pages = None;
    dialog(&mut commands, "Help", HelpDialog, &focus, &pen, |frame| {
        frame
            .spawn(Node {
                height: px(520),
                flex_shrink: 1.0,
                min_height: px(60),
                ..default()
            })
            .with_children(|place| pages = Some(scroll_area(place, &pen, Pages)));
    });
    let Some(pages) = pages else {
        return;
    };
    commands.entity(pages).with_children(|page| {
        for text in READING {
            page.spawn(pen.plain(text, pen.ink()));
        }
        for (keys, does) in lines {
            page.spawn(Node {
                column_gap: pen.space(),
                flex_shrink: 0.0,
                ..default()
            })
            .with_children(|row| {
                row.spawn((
                    pen.bold(keys, pen.ink()),
                    Node {
                        width: percent(36),
                        flex_shrink: 0.0,
                        ..default()
                    },
                ));
                row.spawn((
                    pen.plain(does, pen.ink()),
                    Node {
                        flex_shrink: 1.0,
                        ..default()
                    },
                ));
            });
        }
        page.spawn(pen.plain(
            "All of them can be changed in keys.ron, also while the game runs.",
            pen.muted(),
        ));
    });
}
