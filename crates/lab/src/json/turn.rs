//! Whole turns before they happen, as JSON.

use foretold_battle::{
    Battle, Blow, ForetoldShove, ForetoldTurn, Odds, ShoveEnd, TurnEnd, TurnPart, TurnPartKind,
    turn_in_words,
};
use foretold_content::Encounter;
use serde_json::{Value, json};

use super::word;

/// A turn as an object. Chances are in hundredths of a percent.
pub(crate) fn object(
    encounter: &Encounter,
    battle: &Battle,
    tick: u32,
    turn: &ForetoldTurn,
) -> Value {
    let parts = turn.parts.iter().map(|part| match &part.what {
        TurnPartKind::Walk(cells) => json!({
            "kind": "walk",
            "sure": part.sure,
            "rule": rule(part),
            "cells": cells,
        }),
        TurnPartKind::Strike {
            blow,
            kill,
            others,
            bumped,
        } => {
            let others = others.iter().map(|(blow, kill)| {
                json!({
                    "cell": blow.cell,
                    "target": target(encounter, blow),
                    "chance_hundredths": blow.odds.map(Odds::hundredths),
                    "least": blow.least,
                    "most": blow.most,
                    "blocked": blow.blocked,
                    "shove": blow.shove.map(|it| shove(encounter, it)),
                    "kill_hundredths": kill.hundredths(),
                })
            });
            let bumped = bumped.iter().map(|it| {
                json!({
                    "unit": encounter.unit_id(it.unit),
                    "cell": it.cell,
                    "damage": it.damage,
                    "kill_hundredths": it.kill.hundredths(),
                })
            });
            json!({
                "kind": "strike",
                "sure": part.sure,
                "rule": rule(part),
                "skill": encounter.skill_id(blow.skill),
                "cell": blow.aim,
                "cells": blow.cells,
                "target": target(encounter, blow),
                "strikes": blow.strikes,
                "chance_hundredths": blow.odds.map(Odds::hundredths),
                "least": blow.least,
                "most": blow.most,
                "blocked": blow.blocked,
                "shove": blow.shove.map(|it| shove(encounter, it)),
                "kill_hundredths": kill.hundredths(),
                "others": others.collect::<Vec<_>>(),
                "bumped": bumped.collect::<Vec<_>>(),
            })
        }
        TurnPartKind::Help {
            skill: id,
            target,
            cell,
            ..
        } => json!({
            "kind": "help",
            "sure": part.sure,
            "rule": rule(part),
            "skill": encounter.skill_id(*id),
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
        "text": turn_in_words(battle, turn),
    })
}

/// Where a shove leads.
pub(crate) fn shove(encounter: &Encounter, shove: ForetoldShove) -> Value {
    let (cell, damage, against) = match shove.end {
        ShoveEnd::Moves(cell) | ShoveEnd::Falls(cell) => (Some(cell), None, None),
        ShoveEnd::Bumps { damage, against } => (None, Some(damage), against),
        ShoveEnd::Resists => (None, None, None),
    };
    json!({
        "end": word(&shove.end),
        "from": shove.from,
        "direction": shove.direction,
        "cell": cell,
        "damage": damage,
        "against": against.map(|(unit, _)| encounter.unit_id(unit)),
        "against_damage": against.map(|(_, damage)| damage),
    })
}

fn target<'a>(encounter: &'a Encounter, blow: &Blow) -> Option<&'a str> {
    blow.target.map(|target| encounter.unit_id(target))
}

/// The number of the rule that decides for it, as people count.
fn rule(part: &TurnPart) -> Option<u8> {
    part.rule.map(|place| place + 1)
}
