//! The lines around a log: who fights, how it ended, who is left.

use std::io::Write;

use foretold_battle::{Battle, DrawReason, Event, Faction, Life, Outcome, belongs_in_log, narrate};
use foretold_content::Encounter;

use crate::problem::Problem;

/// A side in a list of units.
pub(crate) const fn faction(faction: Faction) -> &'static str {
    match faction {
        Faction::Friendly => "friendly",
        Faction::Enemy => "enemy",
    }
}

/// The title, the seed, the text and who stands where.
pub(crate) fn head(
    out: &mut impl Write,
    encounter: &Encounter,
    battle: &Battle,
    seed: u64,
) -> Result<(), Problem> {
    let tempo = battle.arena().tempo().manner();
    writeln!(
        out,
        "{} ({}), {tempo}, seed {seed}",
        encounter.title, encounter.name
    )?;
    writeln!(out, "{}\n", encounter.text)?;
    units(out, encounter, battle)?;
    Ok(writeln!(out)?)
}

/// One line for each unit.
fn units(out: &mut impl Write, encounter: &Encounter, battle: &Battle) -> Result<(), Problem> {
    let widest = encounter
        .unit_ids()
        .map(|id| id.chars().count())
        .max()
        .unwrap_or_default();
    for (id, unit) in battle.units() {
        let sheet = battle.arena().sheet(id);
        let state = match unit.life {
            Life::Up => format!("{}/{} HP on {}", unit.hp, sheet.max_hp, unit.cell),
            Life::Down {
                successes,
                failures,
            } => {
                format!(
                    "down on {}, {successes} saves made, {failures} failed",
                    unit.cell
                )
            }
            Life::Stable => format!("down on {}, stable", unit.cell),
            Life::Fallen => format!("fell on {}", unit.cell),
        };
        let id = encounter.unit_id(id);
        writeln!(
            out,
            "  {:8}  {id:widest$}  {}, {state}",
            faction(sheet.faction),
            sheet.name
        )?;
    }
    Ok(())
}

/// The lines of a log for people.
pub(crate) fn log(out: &mut impl Write, battle: &Battle, events: &[Event]) -> Result<(), Problem> {
    let arena = battle.arena();
    for event in events.iter().filter(|event| belongs_in_log(arena, event)) {
        writeln!(out, "{}", narrate(arena, event))?;
    }
    Ok(())
}

/// How it ended and who is left.
pub(crate) fn end(
    out: &mut impl Write,
    encounter: &Encounter,
    battle: &Battle,
) -> Result<(), Problem> {
    let tempo = battle.arena().tempo();
    let steps = count(battle.tick(), tempo.step_word());
    let length = match battle.outcome() {
        _ if !tempo.takes_turns() => format!("after {steps}"),
        Some(_) => format!("after {}, {steps}", count(battle.round(), "round")),
        None => format!("after {steps}, in round {}", battle.round()),
    };
    let how = match battle.outcome() {
        None => "Not over".to_owned(),
        Some(Outcome::Victory) => "Victory".to_owned(),
        Some(Outcome::Defeat) => "Defeat".to_owned(),
        Some(Outcome::Draw(reason)) => format!("Draw ({})", why_draw(reason)),
    };
    writeln!(out, "\n{how} {length}.")?;
    units(out, encounter, battle)
}

/// Why nobody won.
pub(crate) const fn why_draw(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::BothFell => "the last of both sides fell together",
        DrawReason::TimeLimit => "it took too long",
    }
}

/// A number of things: `1 round`, `2 rounds`.
fn count(number: impl Into<u32>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        many => format!("{many} {noun}s"),
    }
}
