//! Results for other programs: one object for each variation of a battle.

use std::io::Write;

use foretold_battle::{Cell, Estimate, Faction};
use serde_json::{Map, Value, json};

use super::results::{BattleResult, Results, Variation};
use super::tally::{BattleTally, Extreme};
use crate::json;
use crate::problem::Problem;
use crate::summary::faction;

/// Writes them, one a line.
pub(crate) fn print(results: &Results, out: &mut impl Write) -> Result<(), Problem> {
    for battle in &results.battles {
        for variation in &battle.variations {
            json::line(out, &object(results, battle, variation))?;
        }
    }
    Ok(())
}

fn object(results: &Results, battle: &BattleResult, variation: &Variation) -> Value {
    let Variation {
        name,
        content,
        cast,
        tally,
    } = variation;
    let change = battle
        .change(variation)
        .map(|(change, low, high)| json!({ "change": change, "low": low, "high": high }));
    let units = cast.units.iter().zip(&tally.units).map(|(unit, counts)| {
        let head = [
            ("id", json!(unit.id)),
            ("name", json!(unit.name)),
            ("faction", json!(faction(unit.side))),
        ];
        counted(head, counts.named())
    });
    let skills = cast
        .skills
        .iter()
        .zip(&tally.skills)
        .map(|(skill, counts)| {
            let head = [
                ("id", json!(skill.id)),
                ("name", json!(skill.name)),
                ("faction", json!(faction(skill.side))),
            ];
            counted(head, counts.named())
        });
    let rules = cast.rules.iter().zip(&tally.rules).map(|(rule, counts)| {
        let head = [
            ("unit", json!(rule.unit)),
            ("place", json!(rule.place)),
            ("text", json!(rule.text)),
        ];
        counted(head, counts.named())
    });
    let lengths = tally.lengths.iter().enumerate();
    let lengths: Map<String, Value> = lengths
        .filter(|(_, battles)| **battles > 0)
        .map(|(length, battles)| (length.to_string(), json!(battles)))
        .collect();
    json!({
        "type": "sweep",
        "battle": battle.name,
        "title": battle.title,
        "variation": name,
        "content": format!("{content:016x}"),
        "seed": results.first_seed,
        "shard": results.shard.to_string(),
        "from": battle.from,
        "to": battle.to,
        "all": battle.all,
        "complete": !results.is_short(battle),
        "battles": tally.battles(),
        "won": share(tally, tally.outcomes.wins),
        "drawn": share(tally, tally.draws()),
        "lost": share(tally, tally.outcomes.losses),
        "both_fell": tally.outcomes.both_fell,
        "time_limit": tally.outcomes.time_limit,
        "change": change,
        "length": {
            "in": format!("{}s", battle.length_word),
            "median": tally.length_at(50),
            "quartiles": [tally.length_at(25), tally.length_at(75)],
            "battles": lengths,
        },
        "units": units.collect::<Vec<_>>(),
        "skills": skills.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
        "falls": falls(tally),
        "best": extreme(battle, variation, tally.best),
        "worst": extreme(battle, variation, tally.worst),
    })
}

/// A share in hundredths of a percent.
fn share(tally: &BattleTally, count: u64) -> Value {
    let Estimate { odds, low, high } = tally.share(count);
    json!({
        "battles": count,
        "odds": odds.hundredths(),
        "low": low.hundredths(),
        "high": high.hundredths(),
    })
}

fn counted<const N: usize>(
    head: [(&str, Value); N],
    counts: impl Iterator<Item = (&'static str, u64)>,
) -> Value {
    let head = head
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    let counts = counts.map(|(name, count)| (name.to_owned(), json!(count)));
    Value::Object(head.chain(counts).collect())
}

/// By side and cell, without the cells where nobody fell.
fn falls(tally: &BattleTally) -> Value {
    let side = |(side, cells): (Faction, &[u64; 144])| {
        let cells: Map<String, Value> = Cell::all()
            .zip(cells)
            .filter(|(_, units)| **units > 0)
            .map(|(cell, units)| (cell.to_string(), json!(units)))
            .collect();
        (faction(side).to_owned(), Value::Object(cells))
    };
    Value::Object(
        Faction::ALL
            .into_iter()
            .zip(&tally.falls)
            .map(side)
            .collect(),
    )
}

fn extreme(battle: &BattleResult, variation: &Variation, extreme: Option<Extreme>) -> Value {
    extreme.map_or(Value::Null, |Extreme { margin, seed }| {
        json!({
            "seed": seed,
            "outcome": margin.outcome_name(),
            "hp": margin.hp,
            "command": battle.watch(variation, seed),
        })
    })
}
