//! The enemies of a fight ahead, group by group: how many, and by what cards or rules they fight.

use foretold_battle::{Arena, Brain, Effect, SkillId, UnitSheet, range, sentence};
use foretold_content::Encounter;

use super::super::portrait::figure_tile;
use crate::prelude::*;

/// How large the figure of a group is, in pixels at 100%.
const FIGURE: f32 = 34.0;

/// Enemies that are alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FoeGroup {
    /// `2 × Cultist`.
    title: String,
    figure: String,
    /// `42 HP · armour 12`.
    numbers: String,
    /// What it draws or follows, a line each.
    mind: Vec<String>,
}

/// The enemies of a battle, those that come first first.
pub(super) fn groups(battle: &Encounter) -> Vec<FoeGroup> {
    let arena = battle.arena();
    let mut groups: Vec<(&UnitSheet, UnitId, usize)> = Vec::new();
    for (unit, sheet) in arena.units() {
        if sheet.faction == Faction::Friendly {
            continue;
        }
        let same = groups.iter_mut().find(|(other, known, _)| {
            battle.figure(*known) == battle.figure(unit)
                && other.max_hp == sheet.max_hp
                && other.brain == sheet.brain
        });
        match same {
            Some((.., count)) => *count += 1,
            None => groups.push((sheet, unit, 1)),
        }
    }
    let groups = groups.into_iter().map(|(sheet, unit, count)| {
        let name = sheet.name.trim_end_matches(|letter: char| {
            count > 1 && (letter.is_ascii_digit() || letter == ' ')
        });
        let title = match count {
            1 => name.to_owned(),
            many => format!("{many} × {name}"),
        };
        FoeGroup {
            title,
            figure: battle.figure(unit).to_owned(),
            numbers: format!("{} HP", sheet.max_hp),
            mind: mind(&arena, sheet),
        }
    });
    groups.collect()
}

fn mind(arena: &Arena, sheet: &UnitSheet) -> Vec<String> {
    match &sheet.brain {
        Brain::Cards(moves) => {
            let all: u32 = moves.iter().map(|card| u32::from(card.weight)).sum();
            let cards = moves.iter().map(|card| {
                let share = u32::from(card.weight) * 100 / all.max(1);
                format!("{} ({share}%)", in_short(arena, card.skill))
            });
            vec![cards.collect::<Vec<String>>().join(" · ")]
        }
        Brain::Gambit(rules) | Brain::Manual(rules) => {
            let rules = rules.iter().filter(|rule| rule.enabled);
            rules.map(|rule| sentence(arena, rule)).collect()
        }
        Brain::Heuristic => {
            let skills = sheet.skills.iter().map(|skill| in_short(arena, *skill));
            let skills: Vec<String> = skills.collect();
            vec![format!(
                "The best attack on the nearest: {}",
                skills.join(" · ")
            )]
        }
    }
}

/// A skill by its name and its number: `Dark Bolt 6`.
fn in_short(arena: &Arena, id: SkillId) -> String {
    let (skill, luck) = (arena.skill(id), arena.house().luck);
    let damages = skill.strikes().iter().filter_map(|strike| strike.damage);
    let bounds = damages.map(|damage| damage.amount.bounds(luck));
    let (least, most) = bounds.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    if most > 0 {
        return format!("{} {}", skill.name, range(least, most));
    }
    let first = Effect::of(skill, luck).into_iter().next();
    first.map_or_else(
        || skill.name.clone(),
        |effect| format!("{}: {}", skill.name, effect.in_words()),
    )
}

/// Spawns a group: its figure, and what is known of it.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands<'_>, group: &FoeGroup, style: &UiStyle) {
    let row = Node::row(px(10)).fixed();
    parent.spawn((row, Pickable::IGNORE)).with_children(|row| {
        figure_tile(row, &group.figure, Faction::Enemy, FIGURE, style);
        let words = Node::column(px(1)).share(1.0).min_width(px(0));
        row.spawn((words, Pickable::IGNORE)).with_children(|words| {
            let line = Node::row(px(8)).align(AlignItems::Baseline).wrap(px(0));
            words.spawn((line, Pickable::IGNORE)).with_children(|line| {
                line.spawn(style.bold(&group.title, style.ink()));
                line.spawn(style.remark(&group.numbers));
            });
            for text in &group.mind {
                words.spawn(style.remark(text));
            }
        });
    });
}
