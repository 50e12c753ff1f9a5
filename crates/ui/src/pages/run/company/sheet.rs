//! The sheet of a companion: numbers, wounds, resistances, skills and cards.

use foretold_battle::{DamageKind, KindSet, SkillKind, status_in_words};
use foretold_run::Run;
use foretold_view::skill_effects::skill_icon;

use super::super::words::{card_does, deck_rows, skill_in_numbers, wounds_in_words};
use super::part_heading;
use crate::command::counted;
use crate::prelude::*;
use crate::skills::Editor;

/// How wide the names of numbers are, in pixels at 100%.
const NAMES: f32 = 110.0;

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
    let recruit = run.realm().recruit(&companion.unit);
    if let Some(recruit) = recruit {
        let fixed = Node::default().fixed();
        area.spawn((style.plain(&recruit.text, style.muted()), fixed));
    }
    part_heading(area, "Sheet", style);
    let most = run.max_hp(companion);
    number(area, "HP", format!("{} of {most}", companion.hp), style);
    if let Some(wounds) = wounds_in_words(run, companion) {
        number(area, "Wounds", wounds, style);
    }
    if let Some(pupil) = editor.editable() {
        let sheet = pupil.sheet;
        number(area, "Accuracy", sheet.accuracy.to_string(), style);
        number(area, "Armour class", sheet.armour_class.to_string(), style);
        let speed = format!("{} cells in a turn", sheet.speed);
        number(area, "Speed", speed, style);
        number(area, "Initiative", sheet.initiative.to_string(), style);
        let sanity = match sheet.sanity {
            Some(sanity) => sanity.to_string(),
            None => "knows no fear".to_owned(),
        };
        number(area, "Sanity", sanity, style);
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
                line(area, skill_icon(skill), (&skill.name, &does), style);
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
            line(area, skill_icon(skill), (&skill.name, &does), style);
        }
    }
    if let Some(deck) = companion.deck(realm) {
        part_heading(area, "Combat deck", style);
        let text = "Every hit draws a card. How many there are, and how likely each comes first:";
        area.spawn((style.remark(text), Node::default().fixed()));
        for (card, copies, odds) in deck_rows(&deck) {
            let name = format!("{} {card}", counted(copies, "card"));
            let does = format!("{odds}: {}", card_does(card));
            line(area, Icon::Spade, (&name, &does), style);
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
    icon: Icon,
    (name, does): (&str, &str),
    style: &UiStyle,
) {
    area.spawn(Node::row(px(8)).fixed()).with_children(|row| {
        row.spawn((style.sign(icon, style.ink()), Node::default().fixed()));
        row.spawn(Node::column(px(0)).share(1.0).min_width(px(0)))
            .with_children(|lines| {
                lines.spawn(style.bold(name, style.ink()));
                lines.spawn(style.small(does, style.muted()));
            });
    });
}
