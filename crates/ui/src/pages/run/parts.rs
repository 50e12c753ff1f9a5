//! What the pages of a run are made of: cards with an emblem, who gets something, omens.

use bevy::ecs::system::IntoObserverSystem;
use foretold_run::{Run, RunCommand};
use foretold_sim::RunRequest;

use super::map::INK;
use super::words::{Tenor, ThingLine, ThingWords, companion_name};
use crate::command::counted;
use crate::prelude::*;

/// How wide a card is at least, in pixels at 100%, and how wide at most beside others.
const CARD: f32 = 290.0;
const CARD_BESIDE_OTHERS: f32 = 440.0;
/// How round the inside of a card is.
pub(super) const ROUND: f32 = 7.0;
/// How large the emblem of a card is.
const EMBLEM: f32 = 40.0;
/// The parchment of its head, and its edge.
const SHEET: Color = Color::srgb(0.87, 0.78, 0.60);
const SHEET_EDGE: Color = Color::srgb(0.62, 0.49, 0.31);

/// Spawns an area that scrolls, with cards side by side in its middle, as many as there is room for.
pub(super) fn side_by_side<Mark: Component>(
    frame: &mut ChildSpawnerCommands<'_>,
    style: &UiStyle,
    mark: Mark,
    fill: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    // With this gap three cards are whole pixels wide, so their lines wrap as they were measured.
    let mut row = Node::row(px(15)).wrap(px(14)).fixed();
    row.justify_content = JustifyContent::Center;
    row.margin = UiRect::vertical(auto());
    scroll_area(frame, style, mark).with_children(|area| {
        area.spawn(row).with_children(fill);
    });
}

/// The shadow of what lies on the table.
pub(super) fn shadow() -> BoxShadow {
    BoxShadow::new(Color::BLACK.with_alpha(0.6), px(2), px(5), px(1), px(9))
}

/// A card on the table, this wide at most in pixels at 100%: fill its head, then its body.
pub(super) fn card<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    most: f32,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let palette = &style.look.theme.palette;
    let node = Node {
        flex_basis: px(CARD),
        ..Node::column(px(0))
            .grow()
            .max_width(px(most))
            .framed(BorderRadius::all(px(8)))
            .clipped()
    };
    parent.spawn((
        node,
        BackgroundColor(colour(palette.panel)),
        BorderColor::all(colour(palette.border)),
        shadow(),
    ))
}

/// What stands on a card below its head.
pub(super) fn card_body<'a>(card: &'a mut ChildSpawnerCommands<'_>) -> EntityCommands<'a> {
    let body = Node::column(px(7))
        .grow()
        .padding(UiRect::new(px(14), px(14), px(10), px(12)));
    card.spawn((body, Pickable::IGNORE))
}

/// A strip of parchment at the top of a card, with these corners.
pub(super) fn sheet_strip<'a>(
    card: &'a mut ChildSpawnerCommands<'_>,
    corners: BorderRadius,
) -> EntityCommands<'a> {
    let strip = Node::row(px(11))
        .centred()
        .fixed()
        .min_height(px(EMBLEM + 16.0))
        .padding(UiRect::axes(px(12), px(7)))
        .border(UiRect::bottom(px(2)))
        .radius(corners);
    let (sheet, edge) = (BackgroundColor(SHEET), BorderColor::all(SHEET_EDGE));
    card.spawn((strip, sheet, edge, Pickable::IGNORE))
}

/// The head of a card, a strip of parchment: emblem, kind and name.
pub(super) fn card_head(
    card: &mut ChildSpawnerCommands<'_>,
    thing: &ThingWords,
    corners: BorderRadius,
    style: &UiStyle,
) {
    sheet_strip(card, corners).with_children(|row| {
        let disc = Node::default()
            .middle()
            .fixed()
            .size(px(EMBLEM), px(EMBLEM))
            .radius(BorderRadius::MAX);
        row.spawn((disc, BackgroundColor(INK), Pickable::IGNORE))
            .with_children(|disc| {
                let large = style.font(Face::Icon, style.sizes().title - 4);
                disc.spawn(style.icon(thing.icon, SHEET)).insert(large);
            });
        row.spawn((
            Node::column(px(0)).share(1.0).min_width(px(0)),
            Pickable::IGNORE,
        ))
        .with_children(|words| {
            words.spawn(style.small(&thing.kind, INK));
            let name = crate::toasts::capital(&thing.name);
            words
                .spawn(style.headline(name, INK))
                .insert(style.font(Face::Display, style.sizes().heading + 4));
        });
    });
}

/// Spawns the card of a thing beside others.
pub(super) fn spawn_card(
    area: &mut ChildSpawnerCommands<'_>,
    thing: &ThingWords,
    style: &UiStyle,
    fill: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    card(area, CARD_BESIDE_OTHERS, style).with_children(|card| {
        card_head(card, thing, BorderRadius::top(px(ROUND)), style);
        card_body(card).with_children(|body| {
            if !thing.text.is_empty() {
                body.spawn(style.plain(&thing.text, style.muted()));
            }
            fill(body);
        });
    });
}

/// What a thing does, line by line: gains and drawbacks by sign and colour.
pub(super) fn thing_lines(
    parent: &mut ChildSpawnerCommands<'_>,
    lines: &[ThingLine],
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    for line in lines {
        let (icon, ink) = match line.tenor {
            Tenor::Gain => (Some(Icon::Plus), colour(palette.good)),
            Tenor::Loss => (Some(Icon::Minus), colour(palette.bad)),
            Tenor::Plain => (None, style.ink()),
        };
        let row = Node::row(px(6)).align(AlignItems::FlexStart).fixed();
        parent.spawn(row).with_children(|row| {
            if let Some(icon) = icon {
                row.spawn((style.sign(icon, ink), Node::default().fixed()));
            }
            let text = match icon {
                Some(_) => line.text.trim_start_matches(['+', '−']),
                None => &line.text,
            };
            row.spawn((
                style.plain(text, ink),
                Node::default().share(1.0).min_width(px(0)),
            ));
        });
    }
}

/// How a card asks to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// As the only one of its page.
    Alone,
    /// As one of several.
    AmongOthers,
}

/// The button at the foot of a card, and what it asks of the run. Where there are several, none of them
/// shouts: their captions are gold, and the focus has its ring.
pub(super) fn ask_button(
    parent: &mut ChildSpawnerCommands<'_>,
    (label, caption): (&str, &str),
    ask: Ask,
    command: RunCommand,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let send = move |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
        requests.write(RunRequest::Command(command.clone()));
    };
    let mut spawned = parent.spawn((button(label, style), observe(send)));
    spawned.change_node(|mut node| {
        node.min_height = px(36);
        node.flex_shrink = 0.0;
    });
    let ink = match ask {
        Ask::Alone => {
            spawned.insert(Emphasis::Prominent);
            palette.background
        }
        Ask::AmongOthers => palette.accent,
    };
    spawned.with_child(style.bold(caption, colour(ink)));
}

/// Who gets something: a button each, the chosen one marked. With one only, its name is enough.
pub(super) fn who_row<M, S>(
    parent: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (about, who): (&str, &[u8]),
    chosen: Option<u8>,
    style: &UiStyle,
    choose: impl Fn(u8) -> S,
) where
    S: IntoObserverSystem<Activate, (), M>,
{
    parent
        .spawn(Node::row(style.gap()).wrap(style.gap()).centred())
        .with_children(|row| {
            row.spawn(style.plain("For", style.muted()));
            if let [only] = who {
                row.spawn(style.bold(companion_name(run, *only), style.ink()));
                return;
            }
            for &place in who {
                let name = companion_name(run, place);
                let mut one = row.spawn((button(format!("{about}: for {name}"), style),));
                one.observe(choose(place));
                one.check(chosen == Some(place)).caption(name, style);
            }
        });
}

/// How many omens are left.
pub(super) fn omens(row: &mut ChildSpawnerCommands<'_>, run: &Run, style: &UiStyle) {
    let ink = colour(style.look.theme.palette.sanity);
    row.spawn(Node::row(px(6)).centred().fixed())
        .with_children(|omens| {
            omens.spawn(style.icon(Icon::Eye, ink));
            omens.spawn(style.bold(counted(run.omens().into(), "omen"), style.ink()));
        });
}
