//! `--json`: one object per line, with the fields of docs/lab.md.

use serde_json::{Value, json};

use crate::common::{Place, fields, lab, objects, ok, words};

const UNIT: [&str; 11] = [
    "type", "id", "name", "faction", "cell", "hp", "max_hp", "block", "sanity", "life", "statuses",
];

/// The types of the objects, repeated ones once.
fn types(objects: &[Value]) -> Vec<&str> {
    let mut types: Vec<&str> = objects
        .iter()
        .map(|object| object["type"].as_str().expect("every object has a type"))
        .collect();
    types.dedup();
    types
}

#[test]
fn a_battle_is_a_head_events_units_and_an_outcome() {
    for battle in [
        "first-blood",
        "crypt",
        "goblin-ambush",
        "crypt-by-hand",
        "hounds",
        "spider-nest",
    ] {
        let objects = objects(&ok(&format!("run {battle} --seed 4 --json")));
        assert_eq!(
            types(&objects),
            ["battle", "event", "unit", "outcome"],
            "{battle}"
        );
        let head = &objects[0];
        assert_eq!(
            fields(head),
            [
                "type", "battle", "title", "tempo", "seed", "content", "units", "skills"
            ]
        );
        assert_eq!(head["battle"], battle);
        assert_eq!(head["seed"], 4);
        let ids = head["units"].as_array().expect("a list of ids");
        let units: Vec<&Value> = objects
            .iter()
            .filter(|object| object["type"] == "unit")
            .collect();
        let listed: Vec<&Value> = units.iter().map(|unit| &unit["id"]).collect();
        assert_eq!(
            listed,
            ids.iter().collect::<Vec<_>>(),
            "one object for each unit"
        );
        for unit in units {
            check_unit(unit);
        }
        let events = objects.iter().filter(|object| object["type"] == "event");
        for event in events {
            let tick = event["tick"].as_u64().expect("a tick is a number");
            let text = event["text"].as_str().expect("a text is a text");
            assert!(text.starts_with(&format!("t{tick} ")), "{event}");
        }
    }
}

fn check_unit(unit: &Value) {
    assert_eq!(fields(unit), UNIT);
    for field in ["id", "name", "cell"] {
        assert!(
            unit[field].as_str().is_some_and(|text| !text.is_empty()),
            "{unit}"
        );
    }
    assert!(
        ["friendly", "enemy"].contains(&unit["faction"].as_str().expect("a side")),
        "{unit}"
    );
    let number = |field: &str| {
        unit[field]
            .as_u64()
            .unwrap_or_else(|| panic!("{field} in {unit}"))
    };
    assert!(number("hp") <= number("max_hp"), "{unit}");
    number("block");
    assert!(
        unit["sanity"].is_null() || unit["sanity"].is_u64(),
        "{unit}"
    );
    let life = unit["life"].as_str().expect("a life");
    assert!(["up", "down", "stable", "fallen"].contains(&life), "{unit}");
    assert_eq!(life == "up", number("hp") > 0, "{unit}");
    for status in unit["statuses"].as_array().expect("a list") {
        assert_eq!(fields(status), ["status", "turns", "amount"]);
        assert!(status["turns"].as_u64() >= Some(1), "{unit}");
    }
}

#[test]
fn the_units_of_a_cut_battle_are_as_the_log_says() {
    let line = "run first-blood --seed 7 --ticks 4";
    let objects = objects(&ok(&format!("{line} --json")));
    let [.., ada, brand, outcome] = objects.as_slice() else {
        panic!("two units and an outcome: {objects:?}");
    };
    assert!(ok(line).contains("t4 Brand → Ada: Light Punch hit, 10 dealt, 90/100"));
    assert_eq!(
        *ada,
        json!({
            "type": "unit", "id": "ada", "name": "Ada", "faction": "friendly", "cell": "F6",
            "hp": 90, "max_hp": 100, "block": 0, "sanity": null, "life": "up", "statuses": [],
        })
    );
    assert_eq!(brand["faction"], "enemy");
    assert_eq!(
        fields(outcome),
        [
            "type",
            "outcome",
            "reason",
            "ticks",
            "rounds",
            "fingerprint"
        ]
    );
    assert_eq!(outcome["outcome"], Value::Null, "it is not over");
    assert_eq!(outcome["ticks"], 4);
}

#[test]
fn block_sanity_and_statuses_are_in_the_last_state() {
    let find = |field: fn(&Value) -> bool, lines: &[&str]| {
        lines
            .iter()
            .any(|line| objects(&ok(line)).iter().any(field))
    };
    let phases = [
        "run crypt-by-hand --seed 1 --ticks 30 --json",
        "run crypt-by-hand --seed 1 --ticks 40 --json",
    ];
    assert!(find(|object| object["block"].as_u64() > Some(0), &phases));
    assert!(find(
        |object| object["sanity"].is_u64(),
        &["run hounds --seed 1 --ticks 9 --json"]
    ));
    let nest = [
        "run spider-nest --seed 1 --ticks 40 --json",
        "run spider-nest --seed 1 --ticks 60 --json",
    ];
    assert!(find(
        |object| object["statuses"]
            .as_array()
            .is_some_and(|all| !all.is_empty()),
        &nest
    ));
}

#[test]
fn outcomes_have_names() {
    let outcome = |line: &str| objects(&ok(line)).pop().expect("the outcome is the last");
    assert_eq!(
        outcome("run first-blood --seed 1 --json")["outcome"],
        "defeat"
    );
    assert_eq!(
        outcome("run first-blood --seed 3 --json")["outcome"],
        "victory"
    );
    let draw = outcome("run first-blood --seed 2 --json");
    assert_eq!(
        (&draw["outcome"], &draw["reason"]),
        (&json!("draw"), &json!("both_fell"))
    );
    assert_eq!(draw["rounds"], Value::Null, "ticks have no rounds");
    let draw = outcome("sim --party fighter --enemies goblin_boss --seed 1 --max-rounds 1 --json");
    assert_eq!(
        (&draw["outcome"], &draw["reason"]),
        (&json!("draw"), &json!("time_limit"))
    );
    assert_eq!(draw["rounds"], 1);
}

#[test]
fn a_simulation_has_the_same_objects_and_quiet_leaves_out_the_events() {
    let line = "sim --party fighter --enemies goblin goblin --seed 42 --json";
    let loud = objects(&ok(line));
    assert_eq!(types(&loud), ["battle", "event", "unit", "outcome"]);
    assert_eq!(loud[0]["units"], json!(["fighter", "goblin", "goblin-2"]));
    assert_eq!(loud[0]["tempo"], "initiative");
    let quiet = objects(&ok(&format!("{line} --quiet")));
    assert_eq!(types(&quiet), ["battle", "unit", "outcome"]);
    let without: Vec<Value> = loud
        .into_iter()
        .filter(|object| object["type"] != "event")
        .collect();
    assert_eq!(quiet, without);
}

#[test]
fn reasons_are_data() {
    let objects = objects(&ok("why crypt --seed 7 --tick 3 --json"));
    assert_eq!(objects.len(), 8, "everyone decides in a tick");
    for object in &objects {
        assert_eq!(
            fields(object),
            ["type", "tick", "unit", "action", "why", "rules", "text"]
        );
        assert_eq!(
            (&object["type"], &object["tick"]),
            (&json!("why"), &json!(3))
        );
        assert!(
            object["text"]
                .as_array()
                .is_some_and(|lines| !lines.is_empty())
        );
    }
    let pia = objects
        .iter()
        .find(|object| object["unit"] == "pia")
        .expect("she is there");
    assert_eq!(pia["action"], json!({ "do": "step", "to": "F8" }));
    assert_eq!(
        pia["rules"][0],
        "Use Polearm on the lowest HP enemy in reach."
    );
    assert_eq!(pia["why"]["kind"], "gambit");
    let tried = pia["why"]["tried"].as_array().expect("the rules it tried");
    assert_eq!(tried[0]["rule"], 1);
    assert_eq!(tried[0]["refusal"]["reason"], "no_target", "{pia}");
    let last = tried.last().expect("one applied");
    assert_eq!(last["refusal"], Value::Null, "{pia}");
}

#[test]
fn sound_content_is_counted() {
    let objects = objects(&ok("validate --json"));
    let [content] = objects.as_slice() else {
        panic!("one object: {objects:?}")
    };
    assert_eq!(fields(content), ["type", "counts", "unused", "hash"]);
    assert_eq!(
        fields(&content["counts"]),
        [
            "skills", "units", "decks", "boards", "grounds", "battles", "gambits", "schools",
            "items", "packs", "runs"
        ]
    );
    assert_eq!(content["counts"]["battles"], 12);
    assert_eq!(content["unused"], json!([]));
    assert_eq!(content["hash"].as_str().map(str::len), Some(16));
}

#[test]
fn errors_in_content_are_objects_on_standard_output() {
    let place = Place::with_assets();
    place.change("assets/units/goblin.unit.ron", "hp: 9", "hp: 90000");
    place.change("assets/skills/bash.skill.ron", "damage: 12", "dammage: 12");
    let printed = place.lab("validate --json");
    assert_eq!((printed.code, printed.err.as_str()), (Some(1), ""));
    assert_eq!(
        objects(&printed.out),
        [
            json!({
                "type": "error", "file": "assets/skills/bash.skill.ron", "line": 4, "column": 5,
                "field": "dammage",
                "message": "there is no field `dammage` here: did you mean `damage`?",
            }),
            json!({
                "type": "error", "file": "assets/units/goblin.unit.ron", "line": 4, "column": 9,
                "field": "hp", "message": "found 90000, expected 1 to 9999",
            }),
        ]
    );
}

#[test]
fn a_problem_is_no_result_even_where_json_is_asked_for() {
    let printed = lab(&words("run crpyt --json")).refused(1);
    assert_eq!(
        printed,
        "error: there is no battle `crpyt`: did you mean `crypt`?\n"
    );
}

#[test]
fn whole_turns_are_objects_after_the_reasons() {
    let objects = objects(&ok("why hounds --seed 44 --tick 1 --json"));
    let turns: Vec<&Value> = objects
        .iter()
        .skip_while(|object| object["type"] == "why")
        .collect();
    assert_eq!(turns.len(), 8, "everyone's next turn: {turns:#?}");
    for turn in &turns {
        assert_eq!(
            fields(turn),
            ["type", "tick", "unit", "from", "parts", "end", "text"]
        );
        assert_eq!(
            (&turn["type"], &turn["end"]),
            (&json!("turn"), &json!("over"))
        );
    }
    assert_eq!(
        *turns[0],
        json!({
            "type": "turn",
            "tick": 1,
            "unit": "pia",
            "from": "F6",
            "parts": [
                {"kind": "walk", "sure": true, "rule": 3, "cells": ["F5", "F4", "F3"]},
                {
                    "kind": "strike",
                    "sure": true,
                    "rule": 1,
                    "skill": "polearm",
                    "cell": "F1",
                    "cells": ["F1"],
                    "others": [],
                    "target": "mord",
                    "strikes": 1,
                    "chance_hundredths": 10_000,
                    "least": 9,
                    "most": 9,
                    "blocked": 0,
                    "shove": null,
                    "kill_hundredths": 0,
                    "bumped": [],
                },
            ],
            "end": "over",
            "text": "Pia walks F6 → F3 by rule 3, then uses Polearm on Mord by rule 1: hits without a roll, 9 damage, no block.",
        })
    );
    let pounce = turns.iter().find(|turn| turn["unit"] == "mord");
    assert_eq!(
        pounce.expect("Mord has a turn")["parts"][1]["shove"],
        json!({
            "end": "moves",
            "from": "F7",
            "direction": [0, 1],
            "cell": "F8",
            "damage": null,
            "against": null,
            "against_damage": null,
        })
    );
    let ticks = ok("why crypt --seed 7 --tick 3 --json");
    assert!(!ticks.contains(r#""type":"turn""#), "{ticks}");
}
