//! Whole turns before they happen, as lines and as JSON, where units take turns.

use foretold_battle::{Battle, ForetoldTurn, Odds, SkillId, TurnEnd, TurnPartKind, UnitId};
use foretold_content::Encounter;
use serde_json::{Value, json};

/// A turn in words: `Vex walks D4 → F6, then uses Bite on Ines: 45 in 100, 4–10.`
pub(crate) fn sentence(battle: &Battle, turn: &ForetoldTurn) -> String {
    let (mut from, mut was_sure) = (turn.from, true);
    let mut texts = Vec::new();
    for part in &turn.parts {
        let text = match &part.what {
            TurnPartKind::Walk(cells) => {
                let to = cells.last().copied().unwrap_or(from);
                let walk = format!("walks {from} → {to}");
                from = to;
                walk
            }
            TurnPartKind::Strike { blow, kill } => {
                let target = blow.target.map(|target| name(battle, target));
                let at = target.map_or_else(|| format!("the empty {}", blow.cell), str::to_owned);
                let hits = match blow.odds {
                    None => "a whiff".to_owned(),
                    Some(Odds::CERTAIN) => "a sure hit".to_owned(),
                    Some(odds) => in_100(odds),
                };
                let mut words = vec![hits];
                if blow.most > 0 {
                    words.push(range(blow.least, blow.most));
                }
                match *kill {
                    Odds::NEVER => {}
                    Odds::CERTAIN => words.push("kills".to_owned()),
                    odds => words.push(format!("kills {}", in_100(odds))),
                }
                format!(
                    "uses {} on {at}: {}",
                    skill(battle, blow.skill),
                    words.join(", ")
                )
            }
            TurnPartKind::Help {
                skill: id, target, ..
            } if *target == turn.unit => format!("uses {} on itself", skill(battle, *id)),
            TurnPartKind::Help {
                skill: id, target, ..
            } => format!("uses {} on {}", skill(battle, *id), name(battle, *target)),
        };
        // Once dice have come into it, all the rest hangs on them.
        let perhaps = if was_sure && !part.sure {
            "perhaps "
        } else {
            ""
        };
        was_sure = part.sure;
        texts.push(format!("{perhaps}{text}"));
    }
    match turn.end {
        TurnEnd::Over if texts.is_empty() => texts.push("does nothing".to_owned()),
        TurnEnd::Over => {}
        TurnEnd::Asked => texts.push("awaits an order".to_owned()),
        TurnEnd::Hidden => texts.push("acts on a hidden card".to_owned()),
        TurnEnd::Draws => texts.push("draws its next card".to_owned()),
        TurnEnd::Astray => texts.push("goes on astray: it is confused".to_owned()),
    }
    format!("{} {}.", name(battle, turn.unit), texts.join(", then "))
}

/// A turn as an object. Chances are in hundredths of a percent.
pub(crate) fn object(
    encounter: &Encounter,
    battle: &Battle,
    tick: u32,
    turn: &ForetoldTurn,
) -> Value {
    let parts = turn.parts.iter().map(|part| match &part.what {
        TurnPartKind::Walk(cells) => json!({"kind": "walk", "sure": part.sure, "cells": cells}),
        TurnPartKind::Strike { blow, kill } => json!({
            "kind": "strike",
            "sure": part.sure,
            "skill": skill(battle, blow.skill),
            "cell": blow.cell,
            "target": blow.target.map(|target| encounter.unit_id(target)),
            "strikes": blow.strikes,
            "chance": blow.odds.map(Odds::hundredths),
            "least": blow.least,
            "most": blow.most,
            "blocked": blow.blocked,
            "kill": kill.hundredths(),
        }),
        TurnPartKind::Help {
            skill: id,
            target,
            cell,
        } => json!({
            "kind": "help",
            "sure": part.sure,
            "skill": skill(battle, *id),
            "cell": cell,
            "target": encounter.unit_id(*target),
        }),
    });
    let end = match turn.end {
        TurnEnd::Over => "over",
        TurnEnd::Asked => "asked",
        TurnEnd::Hidden => "hidden",
        TurnEnd::Draws => "draws",
        TurnEnd::Astray => "astray",
    };
    json!({
        "type": "turn",
        "tick": tick,
        "unit": encounter.unit_id(turn.unit),
        "from": turn.from,
        "parts": parts.collect::<Vec<_>>(),
        "end": end,
        "text": sentence(battle, turn),
    })
}

fn name(battle: &Battle, unit: UnitId) -> &str {
    &battle.arena().sheet(unit).name
}

fn skill(battle: &Battle, skill: SkillId) -> &str {
    let skills = &battle.arena().setup().skills;
    skills.get(skill.index()).map_or("", |skill| &skill.name)
}

fn in_100(odds: Odds) -> String {
    format!("{} in 100", odds.to_string().trim_end_matches('%'))
}

fn range(least: u16, most: u16) -> String {
    if least == most {
        most.to_string()
    } else {
        format!("{least}–{most}")
    }
}
