//! What the pages of a run are made of: cards with an emblem, who gets something, and the company at
//! the foot.

use bevy::ecs::system::IntoObserverSystem;
use foretold_run::{Run, RunCommand};
use foretold_sim::RunRequest;
use foretold_view::{FigureImage, FigureTone};

use super::words::{Tenor, ThingLine, ThingWords, companion_name, unit_name};
use crate::command::counted;
use crate::pages::{Page, Pages};
use crate::prelude::*;

/// How wide a card is at least and at most, in pixels at 100%.
const CARD: (f32, f32) = (290.0, 460.0);
/// How tall a card is at least.
const TALL: f32 = 300.0;
/// How large the emblem of a card is.
const EMBLEM: f32 = 46.0;
/// How large a figure at the foot is.
const FIGURE: f32 = 38.0;

/// Spawns an area that scrolls, with cards side by side in its middle, as many as there is room for.
pub(super) fn side_by_side<Mark: Component>(
    frame: &mut ChildSpawnerCommands<'_>,
    style: &UiStyle,
    mark: Mark,
    fill: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    let mut row = Node::row(px(14)).wrap(px(14)).fixed();
    row.justify_content = JustifyContent::Center;
    row.margin = UiRect::vertical(auto());
    scroll_area(frame, style, mark).with_children(|area| {
        area.spawn(row).with_children(fill);
    });
}

/// A card: a plate with a thin gold line above it.
pub(super) fn card<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let palette = &style.look.theme.palette;
    let node = Node {
        flex_basis: px(CARD.0),
        border: UiRect {
            top: px(3),
            ..px(1).all()
        },
        ..Node::column(px(8))
            .grow()
            .min_height(px(TALL))
            .max_width(px(CARD.1))
            .padding(px(16).all())
            .radius(BorderRadius::all(px(8)))
    };
    let edge = colour(palette.border);
    parent.spawn((
        node,
        BackgroundColor(colour(palette.panel)),
        BorderColor {
            top: colour(palette.accent),
            ..BorderColor::all(edge)
        },
    ))
}

/// The head of a card: emblem, kind and name.
pub(super) fn card_head(card: &mut ChildSpawnerCommands<'_>, thing: &ThingWords, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    let gold = colour(palette.accent);
    card.spawn(Node::row(px(12)).centred().fixed())
        .with_children(|row| {
            let disc = Node::default()
                .middle()
                .fixed()
                .size(px(EMBLEM), px(EMBLEM))
                .border(px(2).all())
                .radius(BorderRadius::MAX);
            let ground = BackgroundColor(colour(palette.background));
            row.spawn((disc, ground, BorderColor::all(gold)))
                .with_children(|disc| {
                    let large = style.font(Face::Icon, style.sizes().title);
                    disc.spawn(style.icon(thing.icon, gold)).insert(large);
                });
            row.spawn(Node::column(px(1)).share(1.0).min_width(px(0)))
                .with_children(|words| {
                    words.spawn(style.remark(&thing.kind));
                    let name = crate::toasts::capital(&thing.name);
                    words.spawn(style.headline(name, style.ink()));
                });
        });
    if !thing.text.is_empty() {
        card.spawn(style.plain(&thing.text, style.muted()));
    }
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
        let row = Node::row(px(6)).align(AlignItems::FlexStart);
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

/// The gold button at the foot of a card, and what it asks of the run.
pub(super) fn ask_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    caption: &str,
    command: RunCommand,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let ink = colour(style.look.theme.palette.background);
    let ask = move |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
        requests.write(RunRequest::Command(command.clone()));
    };
    let mut spawned = parent.spawn((button(label, style), observe(ask)));
    spawned
        .insert(Emphasis::Prominent)
        .change_node(|mut node| {
            node.min_height = px(38);
            node.flex_shrink = 0.0;
        })
        .with_child(style.bold(caption, ink));
    spawned
}

/// The quiet button that leaves a place.
pub(super) fn leave_button(parent: &mut ChildSpawnerCommands<'_>, label: &str, style: &UiStyle) {
    let leave = |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
        requests.write(RunRequest::Command(RunCommand::Leave));
    };
    icon_button(parent, label, Icon::DoorOpen, style, leave)
        .change_node(|mut node| node.min_height = px(34))
        .caption(label, style);
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

/// The foot of a page: the company with its HP, omens, and the way to the page of the company.
pub(super) fn foot(frame: &mut ChildSpawnerCommands<'_>, run: &Run, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    let row = Node::row(px(12)).wrap(px(6)).centred().fixed();
    frame.spawn(row).with_children(|row| {
        for companion in run.company() {
            let name = unit_name(run.realm(), &companion.unit);
            let most = run.max_hp(companion);
            let plate = Node::row(px(8))
                .centred()
                .padding(UiRect::axes(px(8), px(5)))
                .framed(BorderRadius::all(px(6)));
            let ground = BackgroundColor(colour(palette.panel));
            let edge = BorderColor::all(colour(palette.friendly));
            row.spawn((plate, ground, edge)).with_children(|plate| {
                let figure = run.realm().recruit(&companion.unit);
                let figure = figure.map_or_else(String::new, |it| it.figure.clone());
                let tone = FigureTone::Side(Faction::Friendly);
                plate.spawn((
                    FigureImage { figure, tone },
                    Node::default().fixed().size(px(FIGURE), px(FIGURE)),
                    Pickable::IGNORE,
                ));
                plate
                    .spawn(Node::column(px(2)).width(px(118)))
                    .with_children(|words| {
                        words.spawn(style.bold(name, style.ink()));
                        health_bar(words, (companion.hp, most), style);
                        let wounds = match companion.wounds {
                            0 => String::new(),
                            wounds => format!(" · {}", counted(wounds.into(), "wound")),
                        };
                        words.spawn(style.remark(format!("{} of {most} HP{wounds}", companion.hp)));
                    });
            });
        }
        row.spawn(Node::default().grow());
        omens(row, run, style);
        let open = |_: On<Activate>, mut pages: ResMut<Pages>| pages.open(Page::Company);
        icon_button(row, "Company", Icon::Users, style, open)
            .change_node(|mut node| node.min_height = px(34))
            .caption("Company", style);
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

/// HP as a bar.
pub(super) fn health_bar(
    parent: &mut ChildSpawnerCommands<'_>,
    (now, most): (u16, u16),
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let share = f32::from(now) / f32::from(most.max(1)) * 100.0;
    let low = u32::from(now) * 4 <= u32::from(most);
    let ink = colour(if low { palette.bad } else { palette.health });
    let radius = BorderRadius::all(px(3));
    let whole = Node::default()
        .fixed()
        .size(percent(100), px(6))
        .radius(radius);
    parent
        .spawn((whole, BackgroundColor(colour(palette.health_lost))))
        .with_child((
            Node::default()
                .size(percent(share), percent(100))
                .radius(radius),
            BackgroundColor(ink),
        ));
}
