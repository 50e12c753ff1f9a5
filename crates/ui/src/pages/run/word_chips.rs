//! The words of the company as chips: those it knows, and those that are still to be found.

use foretold_battle::brain::RuleWord;
use foretold_run::Run;

use super::words::{teachers_ahead, word_name};
use crate::prelude::*;

/// Where words may be found from here on.
fn where_found(run: &Run) -> String {
    match teachers_ahead(run) {
        Some(floors) => {
            format!("Teachers {floors} have words for you; fights and shrines may.")
        }
        None => "Fights and shrines may still have words for you.".to_owned(),
    }
}

/// Spawns the chips below a heading.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands<'_>, run: &Run, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    parent.spawn((
        style.heading("Words you know", colour(palette.accent)),
        Node::default().fixed().margin(UiRect::top(px(4))),
    ));
    let known = run.words();
    let row = || Node::row(px(5)).wrap(px(5)).fixed();
    parent
        .spawn((row(), Pickable::IGNORE))
        .with_children(|chips| {
            for word in known.iter() {
                let chip = chip(BorderRadius::all(px(5)));
                let edge = colour(palette.border);
                let ground = BackgroundColor(colour(palette.raised));
                chips
                    .spawn((chip, ground, BorderColor::all(edge), Pickable::IGNORE))
                    .with_child(style.small(word_name(word), style.ink()));
            }
        });
    let locked = run.realm().words().iter().filter(|found| {
        let open = found.later <= run.start().finished;
        open && !known.has(found.word)
    });
    let locked: Vec<RuleWord> = locked.map(|found| found.word).collect();
    if locked.is_empty() {
        return;
    }
    parent.spawn((
        style.bold("To be found", style.muted()),
        Node::default().fixed(),
    ));
    parent
        .spawn((row(), Pickable::IGNORE))
        .with_children(|chips| {
            for word in locked {
                let edge = BorderColor::all(colour(palette.border).with_alpha(0.45));
                chips
                    .spawn((chip(BorderRadius::all(px(5))), edge, Pickable::IGNORE))
                    .with_child(style.sign(Icon::Lock, style.muted()))
                    .with_child(style.remark(word_name(word)));
            }
        });
    parent.spawn((style.remark(where_found(run)), Node::default().fixed()));
}

fn chip(round: BorderRadius) -> Node {
    Node::row(px(4))
        .centred()
        .max_width(percent(100))
        .padding(UiRect::axes(px(7), px(2)))
        .framed(round)
}
