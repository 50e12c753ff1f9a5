//! What a companion wears, and the bag of the company.

use foretold_content::{Item, ItemSlot};
use foretold_run::{Run, RunCommand};
use foretold_sim::RunRequest;

use super::super::parts::thing_lines;
use super::super::words::{companion_name, item_lines, slot_icon};
use super::part_heading;
use crate::prelude::*;
use crate::toasts::capital;

pub(super) fn spawn(area: &mut ChildSpawnerCommands<'_>, run: &Run, chosen: u8, style: &UiStyle) {
    let Some(companion) = run.company().get(usize::from(chosen)) else {
        return;
    };
    part_heading(area, "Wears", style);
    let worn = |slot: &ItemSlot| {
        let id = companion.items.get(slot)?;
        run.realm().item(id)
    };
    for item in ItemSlot::ALL.iter().filter_map(worn) {
        let take_off = RunCommand::TakeOff {
            companion: chosen,
            slot: item.slot,
        };
        let label = format!("Take off: {}", item.name);
        let ask = ("Take off", label.as_str(), take_off);
        spawn_item(area, run, item, ask, style);
    }
    let free = ItemSlot::ALL
        .into_iter()
        .filter(|slot| worn(slot).is_none());
    area.spawn(Node::row(px(6)).fixed()).with_children(|row| {
        free.for_each(|slot| spawn_free_slot(row, slot, style));
    });
    part_heading(area, "The bag", style);
    if run.bag().is_empty() {
        let text = "It is empty. Fights, caches and shrines have items.";
        area.spawn((style.remark(text), Node::default().fixed()));
    }
    let name = companion_name(run, chosen);
    for id in run.bag() {
        let Some(item) = run.realm().item(id) else {
            continue;
        };
        let wear = RunCommand::Wear {
            companion: chosen,
            item: id.clone(),
        };
        let label = format!("Wear: {}, the {name}", item.name);
        spawn_item(area, run, item, ("Wear", label.as_str(), wear), style);
    }
}

/// A place for an item that nothing is worn at.
fn spawn_free_slot(row: &mut ChildSpawnerCommands<'_>, slot: ItemSlot, style: &UiStyle) {
    let node = Node::column(px(3))
        .middle()
        .share(1.0)
        .min_width(px(0))
        .padding(UiRect::axes(px(4), px(8)))
        .framed(BorderRadius::all(px(6)));
    let ground = BackgroundColor(colour(style.look.theme.palette.background));
    let edge = BorderColor::all(style.look.card_edge());
    row.spawn((node, ground, edge)).with_children(|place| {
        place.spawn(style.icon(slot_icon(slot), style.muted()));
        place.spawn(style.remark(format!("no {}", slot.words())));
    });
}

/// An item: where it is worn, what it does, and a button.
fn spawn_item(
    area: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    item: &Item,
    (caption, label, command): (&str, &str, RunCommand),
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let node = Node::column(px(3))
        .fixed()
        .padding(UiRect::axes(px(8), px(6)))
        .framed(BorderRadius::all(px(6)));
    let ground = BackgroundColor(colour(palette.background));
    let edge = BorderColor::all(style.look.card_edge());
    area.spawn((node, ground, edge)).with_children(|card| {
        card.spawn(Node::row(px(8)).centred()).with_children(|row| {
            let gold = colour(palette.accent);
            row.spawn(style.sign(slot_icon(item.slot), gold));
            row.spawn(Node::column(px(0)).share(1.0).min_width(px(0)))
                .with_children(|words| {
                    words.spawn(style.bold(&item.name, style.ink()));
                    words.spawn(style.remark(capital(item.slot.words())));
                });
            let ask = move |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
                requests.write(RunRequest::Command(command.clone()));
            };
            row.spawn((button(label, style), observe(ask)))
                .caption(caption, style)
                .change_node(|mut node| node.flex_shrink = 0.0);
        });
        card.spawn(style.small(&item.text, style.muted()));
        thing_lines(card, &item_lines(item, run.realm().content()), style);
    });
}
