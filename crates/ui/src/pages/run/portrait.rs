//! The card of a companion: its figure, HP, wounds, rules and items at a glance.

use foretold_battle::Faction;
use foretold_run::{Companion, Run};
use foretold_view::{FigureImage, FigureTone};

use crate::command::counted;
use crate::prelude::*;

/// What a card says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Portrait {
    pub(super) name: String,
    pub(super) figure: String,
    pub(super) hp: u16,
    pub(super) most_hp: u16,
    /// `4 of 4 rules · one wound`.
    pub(super) about: String,
    /// What it wears, or that it wears nothing.
    pub(super) items: String,
    pub(super) is_wounded: bool,
    /// Whether it wears anything.
    pub(super) wears: bool,
}

impl Portrait {
    /// A companion of a run.
    pub(super) fn of(run: &Run, companion: &Companion) -> Portrait {
        let realm = run.realm();
        let recruit = realm.recruit(&companion.unit);
        let worn: Vec<&str> = companion
            .worn(realm)
            .map(|item| item.name.as_str())
            .collect();
        let rules = companion.rules.iter().filter(|rule| rule.enabled).count();
        let mut about = format!("{rules} of {}", counted(companion.slots.into(), "rule"));
        if companion.wounds > 0 {
            about += &format!(" · {}", counted(companion.wounds.into(), "wound"));
        }
        Portrait {
            name: recruit.map_or_else(String::new, |recruit| recruit.sheet.name.clone()),
            figure: recruit.map_or_else(String::new, |recruit| recruit.figure.clone()),
            hp: companion.hp,
            most_hp: run.max_hp(companion),
            about,
            items: if worn.is_empty() {
                "no items".to_owned()
            } else {
                worn.join(", ")
            },
            is_wounded: companion.wounds > 0,
            wears: !companion.items.is_empty(),
        }
    }

    /// What a screen reader says of it.
    pub(super) fn label(&self) -> String {
        format!("{}: {} of {} HP", self.name, self.hp, self.most_hp)
    }
}

/// A figure on a ground in the colour of its side, in a square of this many pixels at 100%.
pub(super) fn figure_tile(
    parent: &mut ChildSpawnerCommands<'_>,
    figure: &str,
    side: Faction,
    size: f32,
    style: &UiStyle,
) {
    let ground = style.look.side(side).mix(&Color::BLACK, 0.62);
    let tile = Node::default()
        .fixed()
        .size(px(size), px(size))
        .padding(px(size * 0.06).all())
        .radius(style.corner())
        .clipped();
    parent
        .spawn((tile, BackgroundColor(ground), Pickable::IGNORE))
        .with_child((
            FigureImage {
                figure: figure.to_owned(),
                tone: FigureTone::Side(side),
            },
            Node::default().size(percent(100), percent(100)),
            Pickable::IGNORE,
        ));
}

/// A bar that is filled as far as there are HP.
pub(super) fn hp_bar(
    parent: &mut ChildSpawnerCommands<'_>,
    (hp, most): (u16, u16),
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let share = f32::from(hp) / f32::from(most.max(1)) * 100.0;
    let round = BorderRadius::all(px(4));
    let track = Node::default()
        .fixed()
        .height(px(8))
        .radius(round)
        .clipped();
    let lost = colour(palette.health_lost).mix(&Color::BLACK, 0.3);
    parent
        .spawn((track, BackgroundColor(lost), Pickable::IGNORE))
        .with_child((
            Node::default()
                .size(percent(share.clamp(0.0, 100.0)), percent(100))
                .radius(round),
            BackgroundColor(colour(palette.health)),
            Pickable::IGNORE,
        ));
}

/// Spawns the card as a button, this wide and high in pixels at 100%: give it an observer. What does
/// not fit a line stands in its tip.
pub(super) fn companion_card<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    portrait: &Portrait,
    (width, height): (f32, f32),
    style: &UiStyle,
) -> EntityCommands<'a> {
    let figure = height - 12.0;
    let is_low = height < 76.0;
    let room = width - figure - 26.0;
    let line = |text: &str| fits(text, Face::Regular, style.sizes().small, room);
    let node = Node::row(px(9))
        .centred()
        .fixed()
        .size(px(width), px(height))
        .padding(UiRect::new(px(5), px(9), px(5), px(5)))
        .framed(BorderRadius::all(px(6)));
    let mut card = parent.spawn(button(portrait.label(), style));
    let tip = format!(
        "{}: {}. {}. Opens the company: sheets, items, skills and rules.",
        portrait.name, portrait.about, portrait.items
    );
    card.insert((node, Tooltip(tip))).with_children(|card| {
        figure_tile(card, &portrait.figure, Faction::Friendly, figure, style);
        let words = Node::column(px(if is_low { 2 } else { 4 }))
            .share(1.0)
            .min_width(px(0));
        card.spawn((words, Pickable::IGNORE))
            .with_children(|words| {
                let top = Node::row(px(6)).align(AlignItems::Baseline).space_between();
                words.spawn((top, Pickable::IGNORE)).with_children(|top| {
                    let numbers = format!("{}/{}", portrait.hp, portrait.most_hp);
                    let size = style.sizes().heading;
                    let room = room - 8.0 - 7.5 * numbers.len() as f32;
                    let name = fits(&portrait.name, Face::Display, size, room);
                    top.spawn((style.heading(name, style.ink()), TextLayout::no_wrap()));
                    top.spawn((style.bold(numbers, style.ink()), TextLayout::no_wrap()));
                });
                hp_bar(words, (portrait.hp, portrait.most_hp), style);
                if !is_low {
                    let ink = if portrait.is_wounded {
                        colour(style.look.theme.palette.bad)
                    } else {
                        style.muted()
                    };
                    let about = line(&portrait.about);
                    words.spawn((style.small(about, ink), TextLayout::no_wrap()));
                    let ink = colour(style.look.theme.palette.accent);
                    let items = line(&portrait.items);
                    words.spawn((style.small(items, ink), TextLayout::no_wrap()));
                }
            });
    });
    card
}
