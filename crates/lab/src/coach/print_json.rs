//! What the coach has found, for other programs.

use std::io::Write;

use foretold_battle::coach::{CoachWork, Score, Suggestion};
use foretold_battle::{Estimate, Odds, Rule, UnitId, sentence};
use serde_json::{Value, json};

use super::Findings;
use crate::json;
use crate::problem::Problem;
use crate::summary::faction;

pub(super) fn print(found: &Findings<'_>, out: &mut impl Write) -> Result<(), Problem> {
    let question = &found.question;
    let units = question.units.iter();
    let head = json!({
        "type": "coach",
        "battle": found.encounter.name,
        "side": faction(question.side),
        "seed": found.seed,
        "tick": found.tick,
        "words": question.words,
        "tried": found.coach.tried(),
        "complete": !found.stopped,
        "units": units.map(|unit| found.encounter.unit_id(unit)).collect::<Vec<_>>(),
    });
    json::line(out, &head)?;
    for row in found.review.ranking() {
        json::line(out, &change(found, "change", &row))?;
    }
    for step in found.coach.steps() {
        json::line(out, &change(found, "step", step))?;
    }
    for (unit, rules) in found.coach.rules() {
        json::line(out, &new_rules(found, *unit, rules))?;
    }
    if found.coach.is_over()
        && let Some(score) = found.coach.check()
    {
        let mut value = json!({ "type": "check" });
        measured(&mut value, score, score.pairs.change());
        json::line(out, &value)?;
    }
    Ok(())
}

/// A change with what it was measured to be worth.
fn change(found: &Findings<'_>, kind: &str, row: &Suggestion) -> Value {
    let mut value = json!({
        "type": kind,
        "unit": found.encounter.unit_id(row.change.unit),
        "kind": row.change.kind.name(),
        "rule": row.change.kind.rule() + 1,
        "text": row.change.in_words(found.question.outset.arena()),
    });
    measured(&mut value, &row.score, row.odds());
    value
}

fn measured(value: &mut Value, score: &Score, (change, low, high): (i32, i32, i32)) {
    let odds = |estimate: Estimate| {
        let [odds, low, high] = [estimate.odds, estimate.low, estimate.high].map(Odds::hundredths);
        json!({ "odds": odds, "low": low, "high": high })
    };
    value["playouts"] = score.pairs.all.into();
    value["before"] = odds(score.before());
    value["after"] = odds(score.after());
    value["change"] = json!({ "change": change, "low": low, "high": high });
}

fn new_rules(found: &Findings<'_>, unit: UnitId, rules: &[Rule]) -> Value {
    let arena = found.question.outset.arena();
    let sentences: Vec<String> = rules.iter().map(|rule| sentence(arena, rule)).collect();
    json!({
        "type": "rules",
        "unit": found.encounter.unit_id(unit),
        "rules": sentences,
        "text": found.encounter.rules_to_text(rules),
    })
}
