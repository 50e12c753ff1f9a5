//! A battle as JSON, one object per line, for other programs.
//!
//! One convention for all of it: everything in snake_case, and names in place of numbers. Units and
//! skills have their ids, cells are like `"C7"`. `docs/lab.md` lists every object.

mod event;
mod turn;
mod why;

pub(crate) use event::{action, chance};
pub(crate) use turn::{object as turn, shove};
pub(crate) use why::{object as why, reasons, why_not};

use std::io::Write;

use foretold_battle::{Battle, Event, Outcome, SkillId, UnitId};
use foretold_content::Encounter;
use serde::Serialize;
use serde_json::{Value, json};

use crate::problem::Problem;

/// Writes one object.
pub(crate) fn line(out: &mut impl Write, value: &Value) -> Result<(), Problem> {
    Ok(writeln!(out, "{value}")?)
}

/// A word of the game: `BothFell` is `both_fell`. Of a word with numbers, only the word.
pub(crate) fn word(value: &impl Serialize) -> String {
    let name = match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        Ok(Value::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    };
    let mut word = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// The head: what is fought, and with what.
pub(crate) fn head(encounter: &Encounter, battle: &Battle, seed: u64) -> Value {
    let skills = 0..battle.arena().setup().skills.len();
    let skills = skills.filter_map(|place| u8::try_from(place).ok().map(SkillId));
    json!({
        "type": "battle",
        "battle": encounter.name,
        "title": encounter.title,
        "tempo": word(&battle.arena().tempo()),
        "seed": seed,
        "content": format!("{:016x}", battle.arena().content_hash()),
        "units": encounter.unit_ids().collect::<Vec<_>>(),
        "skills": skills.map(|skill| encounter.skill_id(skill)).collect::<Vec<_>>(),
    })
}

/// Everything that happened in a step, one object each.
pub(crate) fn events(
    out: &mut impl Write,
    encounter: &Encounter,
    battle: &Battle,
    events: &[Event],
) -> Result<(), Problem> {
    events
        .iter()
        .try_for_each(|happened| line(out, &event::object(encounter, battle, happened)))
}

/// How a unit stands at the end.
pub(crate) fn unit(encounter: &Encounter, battle: &Battle, id: UnitId) -> Value {
    let sheet = battle.arena().sheet(id);
    let Some(unit) = battle.unit(id) else {
        return Value::Null;
    };
    let statuses: Vec<Value> = unit
        .statuses
        .iter()
        .map(|status| {
            json!({
                "status": word(&status),
                "turns": unit.statuses.turns(status),
                "amount": unit.statuses.amount(status),
            })
        })
        .collect();
    json!({
        "type": "unit",
        "id": encounter.unit_id(id),
        "name": sheet.name,
        "faction": word(&sheet.faction),
        "cell": unit.cell,
        "hp": unit.hp,
        "max_hp": sheet.max_hp,
        "block": unit.block,
        "sanity": sheet.sanity.map(|_| unit.sanity),
        "life": word(&unit.life),
        "statuses": statuses,
    })
}

/// The end: the outcome, or null if the battle was not played to its end.
pub(crate) fn end(battle: &Battle) -> Value {
    let reason = match battle.outcome() {
        Some(Outcome::Draw(reason)) => Some(word(&reason)),
        Some(Outcome::Victory | Outcome::Defeat) | None => None,
    };
    json!({
        "type": "outcome",
        "outcome": battle.outcome().map(|outcome| word(&outcome)),
        "reason": reason,
        "ticks": battle.tick(),
        "rounds": battle.arena().tempo().takes_turns().then(|| battle.round()),
        "fingerprint": format!("{:016x}", battle.fingerprint()),
    })
}

/// The final state of every unit, then the outcome.
pub(crate) fn tail(
    out: &mut impl Write,
    encounter: &Encounter,
    battle: &Battle,
) -> Result<(), Problem> {
    for (id, _) in battle.units() {
        line(out, &unit(encounter, battle, id))?;
    }
    line(out, &end(battle))
}
