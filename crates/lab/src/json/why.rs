//! Why a unit decides as it does, as JSON. What a unit hides stays hidden.

use foretold_battle::brain::{
    CardReport, HeuristicReport, Measured, RuleReport, TargetSelection, TestReport,
};
use foretold_battle::{
    AutofightReport, Battle, Decision, Intent, UnitId, Why, WhyNot, phrase, sentence,
};
use foretold_content::Encounter;
use serde_json::{Map, Value, json};

use super::{event, word};

/// A decision with its reasons; `text` are the lines for people.
pub(crate) fn object(
    encounter: &Encounter,
    battle: &Battle,
    tick: u32,
    unit: UnitId,
    decision: &Decision,
    text: &[String],
) -> Value {
    let rules = battle.unit(unit).map(|unit| unit.rules.as_slice());
    let rules = rules.unwrap_or_default().iter();
    let rules: Vec<String> = rules.map(|rule| sentence(battle.arena(), rule)).collect();
    let is_secret = matches!(decision.why, Why::Cards(_))
        && battle.intent(unit).is_some_and(|it| it == Intent::Unknown);
    let (action, why) = if is_secret {
        let hidden = json!({ "do": "hidden" });
        (hidden, json!({ "kind": "hidden" }))
    } else {
        let action = event::action(encounter, &decision.action);
        (action, reasons(encounter, battle, unit, &decision.why))
    };
    json!({
        "type": "why",
        "tick": tick,
        "unit": encounter.unit_id(unit),
        "action": action,
        "why": why,
        "rules": rules,
        "text": text,
    })
}

/// The reasons of a unit.
pub(crate) fn reasons(encounter: &Encounter, battle: &Battle, unit: UnitId, why: &Why) -> Value {
    let reasons = Reasons {
        encounter,
        battle,
        unit,
    };
    reasons.why(why)
}

struct Reasons<'a> {
    encounter: &'a Encounter,
    battle: &'a Battle,
    unit: UnitId,
}

impl Reasons<'_> {
    fn why(&self, why: &Why) -> Value {
        let mut object = Map::new();
        object.insert("kind".to_owned(), json!(word(why)));
        let fields = match why {
            Why::OutOfAction | Why::Busy | Why::Stunned | Why::TurnOver | Why::AwaitsOrder => {
                Value::Null
            }
            Why::Panicked { from, refusal } => json!({
                "selection": self.selection(from),
                "refusal": why_not(*refusal),
            }),
            Why::Gambit(reports) => {
                let tried = (1..)
                    .zip(reports)
                    .map(|(number, report)| self.rule(number, report));
                json!({ "tried": tried.collect::<Vec<_>>() })
            }
            Why::Cards(report) => self.cards(report),
            Why::Ordered(order) => json!({ "order": event::order(self.encounter, *order) }),
            Why::Autofight(report) => autofight(self.encounter, self.battle, self.unit, report),
            Why::Heuristic(report) => self.heuristic(report),
        };
        if let Value::Object(fields) = fields {
            object.extend(fields);
        }
        Value::Object(object)
    }

    fn id(&self, unit: UnitId) -> &str {
        self.encounter.unit_id(unit)
    }

    fn rule(&self, number: u8, report: &RuleReport) -> Value {
        let tests = report.tests.iter().map(|test| self.test(test));
        json!({
            "rule": number,
            "selection": self.selection(&report.selection),
            "tests": tests.collect::<Vec<_>>(),
            "refusal": why_not(report.refusal),
        })
    }

    fn test(&self, report: &TestReport) -> Value {
        let (unit, number, of) = match report.measured {
            Measured::Nothing => (None, None, None),
            Measured::Nearest(unit, cells) => (Some(unit), Some(u16::from(cells)), None),
            Measured::Count(count) | Measured::Left(count) => (None, Some(u16::from(count)), None),
            Measured::Share(unit, part, whole) => (Some(unit), Some(part), Some(whole)),
            Measured::Found(unit) => (Some(unit), None, None),
        };
        json!({
            "test": phrase(report.clause),
            "measured": word(&report.measured),
            "unit": unit.map(|unit| self.id(unit)),
            "number": number,
            "of": of,
            "holds": report.holds,
        })
    }

    fn selection(&self, selection: &TargetSelection) -> Value {
        let candidates = selection.candidates.iter().map(|candidate| {
            json!({
                "unit": self.id(candidate.unit),
                "score": candidate.score,
                "cell": candidate.cell,
            })
        });
        json!({
            "candidates": candidates.collect::<Vec<_>>(),
            "chosen": selection.chosen.map(|unit| self.id(unit)),
            "picked_by": word(&selection.picked_by),
        })
    }

    fn cards(&self, report: &CardReport) -> Value {
        let moves = self.battle.arena().sheet(self.unit).brain.moves();
        let card = report.card.and_then(|place| moves.get(usize::from(place)));
        json!({
            "skill": card.map(|card| self.encounter.skill_id(card.skill)),
            "weight": report.weight.0,
            "total": report.weight.1,
            "selection": self.selection(&report.selection),
            "refusal": why_not(report.refusal),
            "walk_refusal": why_not(report.walk_refusal),
        })
    }

    fn heuristic(&self, report: &HeuristicReport) -> Value {
        let attacks = report.attacks.iter().map(|&(skill, expected, from)| {
            json!({
                "skill": self.encounter.skill_id(skill),
                "expected_hundredths": expected,
                "from": from,
            })
        });
        let left = report
            .left
            .iter()
            .map(|&skill| self.encounter.skill_id(skill));
        json!({
            "target": report.target.map(|(unit, _)| self.id(unit)),
            "distance": report.target.map(|(_, distance)| distance),
            "attacks": attacks.collect::<Vec<_>>(),
            "left": left.collect::<Vec<_>>(),
            "chosen": report.chosen.map(|skill| self.encounter.skill_id(skill)),
            "walk_refusal": why_not(report.walk_refusal),
        })
    }
}

/// What autofight compared, and what it came to.
fn autofight(
    encounter: &Encounter,
    battle: &Battle,
    unit: UnitId,
    report: &AutofightReport,
) -> Value {
    let id = |unit: UnitId| encounter.unit_id(unit);
    let order = &battle.arena().sheet(unit).autofight.order;
    let contenders = report.contenders.iter().map(|contender| {
        let compared: Map<String, Value> = order
            .iter()
            .zip(contender.key)
            .map(|(ranking, key)| (word(ranking), json!(key)))
            .collect();
        json!({
            "unit": id(contender.unit),
            "attack": word(&contender.attack),
            "compared": compared,
        })
    });
    json!({
        "mode": word(&report.mode),
        "contenders": contenders.collect::<Vec<_>>(),
        "target": report.target.map(id),
        "decided_by": report.decided_by.map(|ranking| word(&ranking)),
        "ambiguous": report.ambiguous,
        "steps": report.steps,
        "through_hazard": report.through_hazard,
        "stop": report.stop.map(|stop| word(&stop)),
    })
}

/// Why something cannot be done, or null.
pub(crate) fn why_not(refusal: Option<WhyNot>) -> Value {
    refusal.map_or(
        Value::Null,
        |refusal| json!({ "reason": word(&refusal), "text": refusal.to_string() }),
    )
}
