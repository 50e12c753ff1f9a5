//! The bar above the map: the run, what to do now, omens, and the menu.

use bevy::input_focus::tab_navigation::TabIndex;
use foretold_run::Run;

use super::to_do;
use crate::command::counted;
use crate::pages::invitation::spawn_invitation;
use crate::pages::page_action::{PageAction, ask_to_give_up, leading_action};
use crate::pages::{Page, Pages, back_button};
use crate::prelude::*;

/// More eyes than these are only counted.
const MOST_EYES: u8 = 4;
/// How large an eye is, in pixels at 100%.
const EYE: f32 = 26.0;

/// What the menu offers.
const MENU: [&str; 4] = ["Settings", "How to play", "To the title", "Give up the run"];

pub(super) fn spawn(
    bar: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    eye: Handle<Image>,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    back_button(bar, Page::Map, style);
    let left = Node::column(px(0)).share(1.0).min_width(px(0));
    bar.spawn((left, Pickable::IGNORE)).with_children(|left| {
        left.spawn(style.heading(&run.plan().title, style.ink()))
            .insert(style.font(Face::Display, style.sizes().heading + 3));
        let start = run.start();
        let floors = run.map().floors().len();
        left.spawn(style.remark(format!(
            "floor {} of {floors} · level {} · seed {}",
            run.floor(),
            start.level,
            start.seed
        )));
    });
    bar.spawn(style.heading(to_do(run.stage()), colour(palette.accent)))
        .insert((Node::default().fixed(), TextLayout::no_wrap()));
    let mut right = Node::row(px(6)).centred().share(1.0);
    right.justify_content = JustifyContent::FlexEnd;
    bar.spawn(right).with_children(|right| {
        let omens = run.omens();
        let tip = "An omen takes a battle back to any of its steps, also one just lost. Looking back is free.";
        let place = Node::row(px(6)).centred().fixed();
        right
            .spawn((place, Tooltip(tip.to_owned())))
            .with_children(|place| {
                for _ in 0..omens.min(MOST_EYES) {
                    place.spawn((
                        ImageNode::new(eye.clone()),
                        Node::default().fixed().size(px(EYE), px(EYE)),
                        Pickable::IGNORE,
                    ));
                }
                let text = match omens {
                    0 => "no omens".to_owned(),
                    some => counted(some.into(), "omen"),
                };
                let ink = colour(palette.sanity).mix(&Color::WHITE, 0.45);
                place.spawn((style.bold(text, ink), TextLayout::no_wrap()));
            });
        right
            .spawn((
                drop_down("Menu of the run", Menu::of(MENU, None), style),
                // After the places.
                TabIndex(1),
                observe(choose),
            ))
            .caption_icon(Icon::Menu, style);
    });
}

/// Without a run there are only the ways back, and to a run.
pub(super) fn spawn_without_run(frame: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let row = Node::row(px(14)).centred().fixed();
    frame.spawn(row).with_children(|row| {
        back_button(row, Page::Map, style);
        row.spawn(style.headline("Map", style.ink()));
    });
    let words = ("There is no run", "Begin one, and its map lies here.");
    spawn_invitation(frame, Icon::Map, words, style, |buttons| {
        leading_action(buttons, PageAction::NewRun, style);
    });
}

fn choose(
    chosen: On<Chosen>,
    mut pages: ResMut<Pages>,
    mut acts: ResMut<Acts>,
    mut dialogs: Dialogs,
    style: UiStyle,
) {
    match chosen.index {
        0 => pages.open(Page::Settings),
        1 => acts.ask(Act::Help),
        2 => pages.only(Page::Title),
        _ => ask_to_give_up(&mut dialogs, &style),
    }
}
