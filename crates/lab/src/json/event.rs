//! What happened, as JSON. `docs/lab.md` lists every kind of event with its fields.

use foretold_battle::{
    Action, Aim, Battle, Chance, Event, Happening, Harm, MoveFailure, Order, Outcome, Roll,
    ShoveStop, Struck, Suffering, UnitId, narrate,
};
use foretold_content::Encounter;
use serde_json::{Map, Value, json};

use super::word;
use crate::orders::order_refused;

/// An event as an object: what happened, its fields, and the line of the log.
pub(super) fn object(encounter: &Encounter, battle: &Battle, event: &Event) -> Value {
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("event"));
    object.insert("tick".to_owned(), json!(event.tick));
    object.insert("what".to_owned(), json!(word(&event.what)));
    if let Value::Object(fields) = fields(encounter, battle, &event.what) {
        object.extend(fields);
    }
    object.insert("text".to_owned(), json!(narrate(battle.arena(), event)));
    Value::Object(object)
}

fn fields(encounter: &Encounter, battle: &Battle, what: &Happening) -> Value {
    let id = |unit: UnitId| encounter.unit_id(unit);
    let skill_id = |skill| encounter.skill_id(skill);
    match *what {
        Happening::Decided {
            unit,
            ref action,
            rule,
        } => json!({
            "unit": id(unit),
            "action": self::action(encounter, action),
            "rule": rule.map(|place| place + 1),
        }),
        Happening::InitiativeRolled { unit, roll, bonus } => {
            json!({ "unit": id(unit), "roll": roll, "bonus": bonus })
        }
        Happening::TurnBegan { unit, round } => json!({ "unit": id(unit), "round": round }),
        Happening::PhaseBegan { side, round } => json!({ "side": word(&side), "round": round }),
        Happening::OrderDropped {
            unit,
            order,
            refusal,
        } => json!({
            "unit": id(unit),
            "order": self::order(encounter, order),
            "reason": order_refused(battle, refusal),
        }),
        Happening::Interrupted { unit, stop, by } => {
            json!({ "unit": id(unit), "stop": word(&stop), "by": by.map(id) })
        }
        Happening::BlockRaised {
            unit,
            by,
            amount,
            block,
        } => json!({ "unit": id(unit), "by": id(by), "amount": amount, "block": block }),
        Happening::Struck(ref struck) => self::struck(encounter, struck),
        Happening::Whiffed { by, skill, cell } => {
            json!({ "by": id(by), "skill": skill_id(skill), "cell": cell })
        }
        Happening::HelpLost { by, skill } => json!({ "by": id(by), "skill": skill_id(skill) }),
        Happening::WentAstray { unit, meant, went } => {
            json!({ "unit": id(unit), "meant": meant, "went": went })
        }
        Happening::Moved { unit, from, to } => json!({ "unit": id(unit), "from": from, "to": to }),
        Happening::MoveFailed {
            unit,
            cell,
            to,
            cause,
        } => {
            let (other, contestants) = match cause {
                MoveFailure::Held { by } => (Some(by), None),
                MoveFailure::HeadOn { with } => (Some(with), None),
                MoveFailure::LostContest { to, contestants } => (Some(to), Some(contestants)),
                MoveFailure::Ring { to } => (Some(to), None),
                MoveFailure::Terrain => (None, None),
            };
            json!({
                "unit": id(unit),
                "cell": cell,
                "to": to,
                "cause": word(&cause),
                "other": other.map(id),
                "contestants": contestants,
            })
        }
        Happening::Healed {
            unit,
            by,
            amount,
            drained,
            hp_before,
            hp_after,
        } => json!({
            "unit": id(unit),
            "by": id(by),
            "amount": amount,
            "drained": drained,
            "hp_before": hp_before,
            "hp_after": hp_after,
        }),
        Happening::SanityChanged {
            unit,
            by,
            before,
            after,
        } => json!({ "unit": id(unit), "by": by.map(id), "before": before, "after": after }),
        Happening::StatusBegan {
            unit,
            by,
            status,
            turns,
            amount,
        } => json!({
            "unit": id(unit),
            "by": by.map(id),
            "status": word(&status),
            "turns": turns,
            "amount": amount,
        }),
        Happening::StatusEnded { unit, status } => {
            json!({ "unit": id(unit), "status": word(&status) })
        }
        Happening::WindUpBroken { unit, skill, cause } => {
            json!({ "unit": id(unit), "skill": skill_id(skill), "cause": word(&cause) })
        }
        Happening::Shoved {
            unit,
            by,
            way,
            from,
            to,
        } => json!({
            "unit": id(unit),
            "by": id(by),
            "way": word(&way),
            "from": from,
            "to": to,
        }),
        Happening::ShoveStopped {
            unit,
            by,
            way,
            cause,
        } => {
            let (cell, other) = match cause {
                ShoveStop::Rooted | ShoveStop::Edge => (None, None),
                ShoveStop::Terrain { cell } => (Some(cell), None),
                ShoveStop::Unit { unit } => (None, Some(unit)),
            };
            json!({
                "unit": id(unit),
                "by": id(by),
                "way": word(&way),
                "cause": word(&cause),
                "cell": cell,
                "other": other.map(id),
            })
        }
        Happening::DeathSave {
            unit,
            roll,
            successes,
            failures,
            result,
        } => json!({
            "unit": id(unit),
            "roll": roll,
            "successes": successes,
            "failures": failures,
            "result": word(&result),
        }),
        Happening::HurtWhileDown {
            unit,
            failures,
            unsettled,
        } => json!({ "unit": id(unit), "failures": failures, "unsettled": unsettled }),
        Happening::Suffered {
            unit,
            cause,
            ref harm,
        } => {
            let by = match cause {
                Suffering::Bump { by } => Some(by),
                Suffering::Poison | Suffering::Hazard | Suffering::Fire | Suffering::Price => None,
            };
            json!({
                "unit": id(unit),
                "cause": word(&cause),
                "by": by.map(id),
                "harm": self::harm(harm),
            })
        }
        Happening::SetOnFire { by, cells, turns } => {
            let cells: Vec<_> = cells.iter().collect();
            json!({ "by": id(by), "cells": cells, "turns": turns })
        }
        Happening::FireWentOut { cells } => {
            let cells: Vec<_> = cells.iter().collect();
            json!({ "cells": cells })
        }
        Happening::WentDown { unit, cell } | Happening::Fell { unit, cell } => {
            json!({ "unit": id(unit), "cell": cell })
        }
        Happening::GotUp { unit, hp } => json!({ "unit": id(unit), "hp": hp }),
        Happening::IntentDrawn {
            unit,
            card,
            weight,
            total,
        } => {
            let moves = battle.arena().sheet(unit).brain.moves();
            // What is hidden stays hidden, its weight included.
            let shown = moves.get(usize::from(card)).filter(|card| !card.hidden);
            json!({
                "unit": id(unit),
                "hidden": shown.is_none(),
                "skill": shown.map(|card| skill_id(card.skill)),
                "weight": shown.map(|_| weight),
                "total": total,
            })
        }
        Happening::Over { outcome } => {
            let reason = match outcome {
                Outcome::Draw(reason) => Some(word(&reason)),
                Outcome::Victory | Outcome::Defeat => None,
            };
            json!({ "outcome": word(&outcome), "reason": reason })
        }
    }
}

fn struck(encounter: &Encounter, struck: &Struck) -> Value {
    let roll = match struck.roll {
        Roll::None => Value::Null,
        Roll::D100(roll) => json!({ "die": 100, "shows": roll, "other": null }),
        Roll::D20 { kept, other } => json!({ "die": 20, "shows": kept, "other": other }),
    };
    json!({
        "by": encounter.unit_id(struck.by),
        "target": encounter.unit_id(struck.target),
        "skill": encounter.skill_id(struck.skill),
        "strike": struck.strike + 1,
        "chance": chance(struck.chance),
        "roll": roll,
        "verdict": word(&struck.verdict),
        "harm": struck.harm.as_ref().map(harm),
    })
}

/// A chance and its parts.
pub(crate) fn chance(chance: Chance) -> Value {
    let hundredths = chance.odds().hundredths();
    match chance {
        Chance::Sure => json!({ "check": "sure", "hundredths": hundredths }),
        Chance::Aimed {
            accuracy,
            bonus,
            distance,
            cover,
            dodging,
            percent: _,
        } => json!({
            "check": "aimed",
            "accuracy": accuracy,
            "skill": bonus,
            "distance": -distance,
            "cover": -cover,
            "dodging": -dodging,
            "hundredths": hundredths,
        }),
        Chance::Armour {
            bonus,
            armour_class,
            edge,
        } => json!({
            "check": "armour",
            "bonus": bonus,
            "armour_class": armour_class,
            "edge": word(&edge),
            "hundredths": hundredths,
        }),
    }
}

fn harm(harm: &Harm) -> Value {
    json!({
        "kind": word(&harm.kind),
        "raw": harm.raw,
        "boost": harm.boost,
        "card": harm.card.map(|card| card.to_string()),
        "reshuffled": harm.reshuffled,
        "affinity": word(&harm.affinity),
        "incoming": harm.incoming,
        "blocked": harm.blocked,
        "dealt": harm.dealt,
        "hp_before": harm.hp_before,
        "hp_after": harm.hp_after,
    })
}

/// What a unit does in a step.
pub(crate) fn action(encounter: &Encounter, action: &Action) -> Value {
    match *action {
        Action::Idle => json!({ "do": "idle" }),
        Action::Hold => json!({ "do": "hold" }),
        Action::Step { to } => json!({ "do": "step", "to": to }),
        Action::Use { skill, aim, left } => {
            let (at, target) = match aim {
                Aim::Cell(cell) => (Some(cell), None),
                Aim::Unit(unit) => (None, Some(unit)),
            };
            json!({
                "do": "use",
                "skill": encounter.skill_id(skill),
                "at": at,
                "target": target.map(|target| encounter.unit_id(target)),
                "left": left,
            })
        }
    }
}

/// What a player wants a unit to do.
pub(crate) fn order(encounter: &Encounter, order: Order) -> Value {
    match order {
        Order::MoveTo(cell) => json!({ "do": "move", "to": cell }),
        Order::Use { skill, at } => {
            json!({ "do": "use", "skill": encounter.skill_id(skill), "at": at })
        }
        Order::Guard => json!({ "do": "guard" }),
        Order::EndTurn => json!({ "do": "end_turn" }),
        Order::Autofight(mode) => json!({ "do": "autofight", "mode": word(&mode) }),
    }
}
