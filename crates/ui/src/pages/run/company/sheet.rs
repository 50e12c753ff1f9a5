//! The sheet of a companion: numbers, wounds, resistances, skills and cards.

use foretold_battle::{DamageKind, KindSet, SkillKind, status_in_words};
use foretold_run::Run;
use foretold_view::skill_effects::skill_icon;

use super::super::portrait::{Portrait, figure_tile, hp_bar};
use super::super::words::{card_does, deck_rows, skill_in_numbers, wounds_in_words};
use super::part_heading;
use crate::command::counted;
use crate::prelude::*;
use crate::skills::Editor;

/// How wide the names of numbers are, in pixels at 100%.
const NAMES: f32 = 110.0;
/// How large the figure of the companion is, and how wide a number of its sheet at least.
const FIGURE: f32 = 92.0;
const TILE: f32 = 58.0;

/// What the numbers of a sheet mean.
const ACCURACY: &str =
    "Its chance to hit with aimed skills, in percent, before distance and cover.";
const ARMOUR: &str = "Armour class: the higher, the harder it is to hit.";
const SPEED: &str = "How many cells it walks in a turn.";
const INITIATIVE: &str = "Added to the roll for who acts first, where units act one after another.";
const SANITY: &str = "What dread takes away: without any left it panics.";

pub(super) fn spawn(
    area: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    chosen: u8,
    editor: &Editor,
    style: &UiStyle,
) {
    let Some(companion) = run.company().get(usize::from(chosen)) else {
        return;
    };
    let portrait = Portrait::of(run, companion);
    let recruit = run.realm().recruit(&companion.unit);
    let text = recruit.map_or("", |recruit| recruit.text.as_str());
    let wounds = wounds_in_words(run, companion);
    spawn_head(area, &portrait, (text, wounds), style);
    let Some(pupil) = editor.editable() else {
        return;
    };
    let sheet = pupil.sheet;
    let tiles = Node::row(px(6)).wrap(px(6)).fixed();
    area.spawn(tiles).with_children(|tiles| {
        let sanity = sheet.sanity.map(|it| it.to_string());
        let sanity = sanity.unwrap_or_else(|| "no fear".to_owned());
        let speed = counted(sheet.speed.into(), "cell");
        for (name, value, tip) in [
            ("Accuracy", sheet.accuracy.to_string(), ACCURACY),
            ("Armour", sheet.armour_class.to_string(), ARMOUR),
            ("Speed", speed, SPEED),
            ("Initiative", sheet.initiative.to_string(), INITIATIVE),
            ("Sanity", sanity, SANITY),
        ] {
            spawn_tile(tiles, (name, value), tip, style);
        }
    });
    for (name, kinds) in [
        ("Half from", sheet.resists),
        ("Double from", sheet.vulnerable),
        ("None from", sheet.immune),
    ] {
        if kinds != KindSet::NONE {
            number(area, name, kinds_in_words(kinds), style);
        }
    }
    let statuses = sheet.statuses.iter();
    let statuses = statuses.map(|it| status_in_words(it.status, it.amount, it.turns));
    let mut starts: Vec<String> = statuses.collect();
    if sheet.start_block > 0 {
        starts.push(format!("{} block", sheet.start_block));
    }
    if !starts.is_empty() {
        number(area, "Begins with", starts.join(", "), style);
    }
}

/// Who it is: figure, name, HP, a line for the mood.
fn spawn_head(
    area: &mut ChildSpawnerCommands<'_>,
    portrait: &Portrait,
    (text, wounds): (&str, Option<String>),
    style: &UiStyle,
) {
    let head = Node::row(px(12)).centred().fixed();
    area.spawn(head).with_children(|head| {
        figure_tile(head, &portrait.figure, Faction::Friendly, FIGURE, style);
        let words = Node::column(px(4)).share(1.0).min_width(px(0));
        head.spawn(words).with_children(|words| {
            words.spawn(style.headline(&portrait.name, style.ink()));
            hp_bar(words, (portrait.hp, portrait.most_hp), style);
            let hp = format!("{} of {} HP", portrait.hp, portrait.most_hp);
            words.spawn(style.bold(hp, style.ink()));
            if let Some(wounds) = wounds {
                let bad = colour(style.look.theme.palette.bad);
                words.spawn(style.small(wounds, bad));
            }
        });
    });
    area.spawn((style.plain(text, style.muted()), Node::default().fixed()));
}

/// A number of the sheet below its name.
fn spawn_tile(
    tiles: &mut ChildSpawnerCommands<'_>,
    (name, value): (&str, String),
    tip: &str,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let node = Node {
        flex_basis: px(TILE),
        ..Node::column(px(0))
            .centred()
            .grow()
            .padding(UiRect::axes(px(4), px(3)))
            .framed(BorderRadius::all(px(6)))
    };
    tiles
        .spawn((
            node,
            BackgroundColor(colour(palette.background)),
            BorderColor::all(style.look.card_edge()),
            Tooltip(tip.to_owned()),
        ))
        .with_children(|tile| {
            tile.spawn((style.heading(value, style.ink()), TextLayout::no_wrap()));
            tile.spawn((style.remark(name), TextLayout::no_wrap()));
        });
}

/// The skills of a companion, those it can still learn, and its combat deck.
pub(super) fn spawn_skills(
    area: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    chosen: u8,
    editor: &Editor,
    style: &UiStyle,
) {
    let Some(companion) = run.company().get(usize::from(chosen)) else {
        return;
    };
    part_heading(area, "Skills", style);
    if let Some(pupil) = editor.editable() {
        for &id in &pupil.sheet.skills {
            let skill = pupil.arena.skill(id);
            if !matches!(skill.deed, SkillKind::Move(_)) {
                let does = skill_in_numbers(skill);
                line(
                    area,
                    (skill_icon(skill), style.ink()),
                    (&skill.name, &does),
                    style,
                );
            }
        }
    }
    let realm = run.realm();
    let recruit = realm.recruit(&companion.unit);
    let learns = recruit.map_or(&[][..], |recruit| &recruit.learns);
    let open = learns.iter().filter(|id| companion.can_learn(realm, id));
    let open: Vec<_> = open.filter_map(|id| realm.content().skill(id)).collect();
    if !open.is_empty() {
        part_heading(area, "Can still learn", style);
        for skill in &open {
            let does = skill_in_numbers(skill);
            line(
                area,
                (Icon::Lock, style.muted()),
                (&skill.name, &does),
                style,
            );
        }
    }
    if let Some(deck) = companion.deck(realm) {
        part_heading(area, "Combat deck", style);
        let text = "Every hit draws a card. How many there are, and how likely each comes first:";
        area.spawn((style.remark(text), Node::default().fixed()));
        for (card, copies, odds) in deck_rows(&deck) {
            let name = format!("{} {card}", counted(copies, "card"));
            let does = format!("{odds}: {}", card_does(card));
            line(area, (Icon::Spade, style.ink()), (&name, &does), style);
        }
    }
}

fn kinds_in_words(kinds: KindSet) -> String {
    let kinds = DamageKind::ALL
        .into_iter()
        .filter(|kind| kinds.contains(*kind));
    let names: Vec<&str> = kinds.map(DamageKind::name).collect();
    names.join(", ")
}

/// A number of the sheet beside its name.
fn number(area: &mut ChildSpawnerCommands<'_>, name: &str, value: String, style: &UiStyle) {
    area.spawn(Node::row(px(8)).fixed()).with_children(|row| {
        let names = Node::default().fixed().width(px(NAMES));
        row.spawn((
            style.plain(name, style.muted()),
            names,
            TextLayout::no_wrap(),
        ));
        let values = Node::default().share(1.0).min_width(px(0));
        row.spawn((style.bold(value, style.ink()), values));
    });
}

/// A name with an icon, and what it does below it.
fn line(
    area: &mut ChildSpawnerCommands<'_>,
    (icon, ink): (Icon, Color),
    (name, does): (&str, &str),
    style: &UiStyle,
) {
    area.spawn(Node::row(px(8)).fixed()).with_children(|row| {
        row.spawn((style.sign(icon, ink), Node::default().fixed()));
        row.spawn(Node::column(px(0)).share(1.0).min_width(px(0)))
            .with_children(|lines| {
                lines.spawn(style.bold(name, ink));
                lines.spawn(style.small(does, style.muted()));
            });
    });
}
