//! A battle as JSON, one object per line, for other programs.

use std::io::Write;

use foretold_battle::{Battle, Event, Life, Outcome, UnitId, narrate};
use foretold_content::Encounter;
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::summary::faction;

/// Writes one object.
pub(crate) fn line(out: &mut impl Write, value: &Value) -> Result<(), Problem> {
    Ok(writeln!(out, "{value}")?)
}

/// The head: what is fought, and the names behind the numbers in the events.
pub(crate) fn head(encounter: &Encounter, battle: &Battle, seed: u64) -> Value {
    let skills = &battle.arena().setup().skills;
    json!({
        "type": "battle",
        "battle": encounter.name,
        "title": encounter.title,
        "tempo": battle.arena().tempo(),
        "seed": seed,
        "content": format!("{:016x}", battle.arena().content_hash()),
        "units": encounter.unit_ids().collect::<Vec<_>>(),
        "skills": skills.iter().map(|skill| &skill.name).collect::<Vec<_>>(),
    })
}

/// Everything that happened in a step, one object each.
pub(crate) fn events(
    out: &mut impl Write,
    battle: &Battle,
    events: &[Event],
) -> Result<(), Problem> {
    events
        .iter()
        .try_for_each(|happened| line(out, &event(battle, happened)))
}

/// Something that happened. Units and skills are places in the lists of the head.
fn event(battle: &Battle, event: &Event) -> Value {
    json!({
        "type": "event",
        "tick": event.tick,
        "what": event.what,
        "text": narrate(battle.arena(), event),
    })
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
                "status": status.name(),
                "turns": unit.statuses.turns(status),
                "amount": unit.statuses.amount(status),
            })
        })
        .collect();
    let life = match unit.life {
        Life::Up => "up",
        Life::Down { .. } => "down",
        Life::Stable => "stable",
        Life::Fallen => "fallen",
    };
    json!({
        "type": "unit",
        "id": encounter.unit_id(id),
        "name": sheet.name,
        "faction": faction(sheet.faction),
        "cell": unit.cell,
        "hp": unit.hp,
        "max_hp": sheet.max_hp,
        "block": unit.block,
        "sanity": sheet.sanity.map(|_| unit.sanity),
        "life": life,
        "statuses": statuses,
    })
}

/// The end: the outcome, or null if the battle was not played to its end.
pub(crate) fn end(battle: &Battle) -> Value {
    let (outcome, reason) = match battle.outcome() {
        None => (None, None),
        Some(Outcome::Victory) => (Some("victory"), None),
        Some(Outcome::Defeat) => (Some("defeat"), None),
        Some(Outcome::Draw(reason)) => (Some("draw"), Some(reason)),
    };
    json!({
        "type": "outcome",
        "outcome": outcome,
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
