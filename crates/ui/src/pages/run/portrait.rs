//! The card of a companion: its figure, HP, wounds, rules and items at a glance; and the company in a
//! row, at the foot of the map and of its places.

use foretold_battle::Faction;
use foretold_run::{Companion, Run};
use foretold_view::{FigureImage, FigureTone};

use super::unused::{Unused, badge_width, spawn_badge};
use crate::command::counted;
use crate::pages::{Page, Pages};
use crate::prelude::*;
use crate::skills::CompanyDesk;
use crate::widgets::text_width;

/// Around the map and the pages of its places, in pixels at 100%.
pub(in crate::pages) const MARGIN: f32 = 12.0;
/// Between their parts.
pub(super) const APART: f32 = 12.0;
/// Below this height, in pixels at 100%, everything is lower.
pub(super) const LOW: f32 = 500.0;

/// What stands in place of items.
const NOTHING_WORN: &str = "no items";

/// What a card says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Portrait {
    pub(super) name: String,
    pub(super) figure: String,
    pub(super) hp: u16,
    pub(super) most_hp: u16,
    /// `4 of 4 rules`.
    pub(super) about: String,
    /// `one wound`.
    pub(super) wounds: Option<String>,
    /// What it wears.
    pub(super) items: Option<String>,
    pub(super) unused: Unused,
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
        let wounds = companion.wounds;
        Portrait {
            name: recruit.map_or_else(String::new, |recruit| recruit.sheet.name.clone()),
            figure: recruit.map_or_else(String::new, |recruit| recruit.figure.clone()),
            hp: companion.hp,
            most_hp: run.max_hp(companion),
            about: format!("{rules} of {}", counted(companion.slots.into(), "rule")),
            wounds: (wounds > 0).then(|| counted(wounds.into(), "wound")),
            items: Some(worn.join(", ")).filter(|worn| !worn.is_empty()),
            unused: Unused::of(run, companion),
        }
    }

    /// What a screen reader says of it, and what the focus knows it by: so it has no badges, which
    /// change on the page that it opens.
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

/// A bar that is filled as far as there are HP; a quarter of them or less is shown in another colour.
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
    let is_low = u32::from(hp) * 4 <= u32::from(most);
    let ink = colour(if is_low { palette.bad } else { palette.health });
    parent
        .spawn((track, BackgroundColor(lost), Pickable::IGNORE))
        .with_child((
            Node::default()
                .size(percent(share.clamp(0.0, 100.0)), percent(100))
                .radius(round),
            BackgroundColor(ink),
            Pickable::IGNORE,
        ));
}

/// How high the cards of a row are.
pub(super) fn card_height(screen: &Screen) -> f32 {
    let is_low = screen.size.y / screen.ui_scale < LOW;
    if is_low { 54.0 } else { 84.0 }
}

/// Spawns the company in a row: each card opens the page of the company with its companion.
pub(super) fn company_row(
    frame: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    screen: &Screen,
    style: &UiStyle,
) {
    let height = card_height(screen);
    let count = run.company().len().max(3) as f32;
    let whole = screen.size.x / screen.ui_scale - 2.0 * MARGIN;
    let width = (whole - (count - 1.0) * APART) / count;
    let row = Node::row(px(APART)).fixed().height(px(height));
    frame.spawn(row).with_children(|row| {
        for (place, companion) in (0..).zip(run.company()) {
            let open =
                move |_: On<Activate>, mut desk: ResMut<CompanyDesk>, mut pages: ResMut<Pages>| {
                    desk.companion = place;
                    pages.open(Page::Company);
                };
            let portrait = Portrait::of(run, companion);
            companion_card(row, &portrait, (width, height), style).observe(open);
        }
    });
}

/// Spawns the card as a button, this wide and high in pixels at 100%: give it an observer. What does
/// not fit a line stands in its tip.
fn companion_card<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    portrait: &Portrait,
    (width, height): (f32, f32),
    style: &UiStyle,
) -> EntityCommands<'a> {
    let figure = height - 12.0;
    let is_low = height < 76.0;
    let room = width - figure - 26.0;
    let node = Node::row(px(9))
        .centred()
        .fixed()
        .size(px(width), px(height))
        .padding(UiRect::new(px(5), px(9), px(5), px(5)))
        .framed(BorderRadius::all(px(6)));
    let mut card = parent.spawn(button(portrait.label(), style));
    let unused: String = portrait.unused.iter().map(|it| format!(", {it}")).collect();
    let wounds = portrait.wounds.iter().map(|it| format!(", {it}"));
    let wounds: String = wounds.collect();
    let tip = format!(
        "{}: {}{wounds}, {}{unused}. Opens the company: sheets, items, skills and rules.",
        portrait.name,
        portrait.about,
        portrait.items.as_deref().unwrap_or(NOTHING_WORN)
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
                    let palette = &style.look.theme.palette;
                    let wounds = portrait.wounds.iter().map(|it| format!(" · {it}"));
                    let wounds: String = wounds.collect();
                    let Unused { rules, items } = &portrait.unused;
                    let about = [
                        (portrait.about.as_str(), style.muted()),
                        (wounds.as_str(), colour(palette.bad)),
                    ];
                    badged_line(words, &about, rules.as_deref(), room, style);
                    let worn = match &portrait.items {
                        Some(worn) => (worn.as_str(), colour(palette.accent)),
                        None => (NOTHING_WORN, style.muted()),
                    };
                    badged_line(words, &[worn], items.as_deref(), room, style);
                }
            });
    });
    card
}

/// A line of a card, as much of it as fits beside its badge.
fn badged_line(
    words: &mut ChildSpawnerCommands<'_>,
    pieces: &[(&str, Color)],
    badge: Option<&str>,
    room: f32,
    style: &UiStyle,
) {
    let row = Node::row(px(6)).centred().space_between();
    words.spawn((row, Pickable::IGNORE)).with_children(|row| {
        let beside = badge.map_or(0.0, |badge| badge_width(badge, style) + 6.0);
        let (size, mut room) = (style.sizes().small, room - beside);
        row.spawn((Node::row(px(0)), Pickable::IGNORE))
            .with_children(|line| {
                for &(text, ink) in pieces {
                    let text = fits(text, Face::Regular, size, room);
                    room -= text_width(&text, Face::Regular, size);
                    line.spawn((style.small(text, ink), TextLayout::no_wrap()));
                }
            });
        if let Some(badge) = badge {
            spawn_badge(row, badge, style);
        }
    });
}
