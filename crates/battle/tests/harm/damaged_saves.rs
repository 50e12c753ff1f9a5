//! Damaged saves are refused, or restored to a battle that plays on; never a panic.
//!
//! Every value in the JSON of several battles is damaged in every way listed
//! here, one at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use foretold_battle::testing::random_setup;
use foretold_battle::{Battle, Event, Happening, Phase, Setup, Silent, UnitId, narrate};
use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::common::begin;

/// Ticks that a restored battle is played on.
const TICKS: usize = 30;

/// A step from a value to one inside it.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    SetupPlace(usize),
}

/// The ways to every value inside, its own first.
fn ways(value: &Value, here: &mut Vec<Step>, all: &mut Vec<Vec<Step>>) {
    all.push(here.clone());
    let mut visit = |step, inside: &Value| {
        here.push(step);
        ways(inside, here, all);
        here.pop();
    };
    match value {
        Value::Array(list) => {
            for (place, inside) in list.iter().enumerate() {
                visit(Step::SetupPlace(place), inside);
            }
        }
        Value::Object(fields) => {
            for (key, inside) in fields {
                visit(Step::Key(key.clone()), inside);
            }
        }
        _ => {}
    }
}

fn at<'a>(value: &'a mut Value, way: &[Step]) -> &'a mut Value {
    way.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::SetupPlace(place) => &mut value[*place],
    })
}

/// What may have become of a value.
fn damages(value: &Value) -> Vec<Value> {
    let mut damages = vec![Value::Null];
    match value {
        Value::Null => {
            damages = vec![
                json!(0),
                json!(255),
                json!("Victory"),
                json!({"Draw": "BothFell"}),
            ];
            damages.push(json!({"target": 0, "hits": 255}));
        }
        Value::Bool(flag) => damages.push(json!(!flag)),
        Value::Number(_) => {
            damages.extend([0, 1, 3, 255, 65_535, -1].map(|number| json!(number)));
            damages.extend([json!(u64::MAX), json!(0.5)]);
        }
        Value::String(_) => {
            let words = [
                "", "?", "A1", "M13", "Up", "Stable", "Fallen", "Hold", "Wall", "Pit", "Friendly",
                "Enemy", "Shared", "Certain", "Rooted",
            ];
            damages.extend(words.map(|word| json!(word)));
            damages.extend([
                json!({"Down": {"successes": 255, "failures": 0}}),
                json!({"Down": {"successes": 0, "failures": 255}}),
                json!({"Step": {"to": "A1"}}),
                json!({"Hazard": 65_535}),
                json!({"Use": {"skill": 0, "aim": {"Unit": 0}, "left": 255}}),
                json!({"Use": {"skill": 1, "aim": {"Cell": "F6"}, "left": 1}}),
            ]);
        }
        Value::Array(list) => {
            damages.push(json!([]));
            let mut shorter = list.clone();
            let mut longer = list.clone();
            shorter.pop();
            longer.push(list.last().cloned().unwrap_or(json!(1)));
            let mut turned = list.clone();
            turned.reverse();
            let doubled = [list.as_slice(), list.as_slice()].concat();
            damages.extend([shorter, longer, turned, doubled].map(Value::Array));
        }
        Value::Object(fields) => {
            damages.push(json!({}));
            for key in fields.keys() {
                let mut fewer = fields.clone();
                fewer.remove(key);
                damages.push(Value::Object(fewer));
            }
            let mut more = fields.clone();
            more.insert("nonsense".to_owned(), json!(1));
            damages.push(Value::Object(more));
        }
    }
    damages.retain(|damaged| damaged != value);
    damages
}

/// Asks a battle everything, plays it on and asks again; fails if it breaks a promise.
fn play_on(mut battle: Battle) {
    ask(&battle);
    let mut events: Vec<Event> = Vec::new();
    for _ in 0..TICKS {
        if battle.step(&mut events).is_some() {
            break;
        }
        ask_little(&battle);
    }
    for event in &events {
        let line = narrate(battle.arena(), event);
        assert!(!line.is_empty());
    }
    let text = serde_json::to_string(&battle).expect("plain data");
    let again: Battle = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("what was played on is refused: {error}"));
    assert_eq!(again.fingerprint(), battle.fingerprint());
}

/// HP within bounds, one unit in a cell, nobody in a wall.
fn ask_little(battle: &Battle) {
    for (id, unit) in battle.units() {
        let sheet = battle.arena().sheet(id);
        assert!(unit.hp <= sheet.max_hp, "HP {}/{}", unit.hp, sheet.max_hp);
        assert!(unit.sanity <= sheet.sanity.unwrap_or(0));
        if battle.unit_at(unit.cell).is_some() {
            let terrain = battle.arena().setup().board.get(unit.cell);
            assert!(terrain.walkable(), "somebody stands in {terrain:?}");
        }
    }
}

fn ask(battle: &Battle) {
    ask_little(battle);
    let ids: Vec<UnitId> = battle.units().map(|(id, _)| id).collect();
    for &id in &ids {
        battle.decide(id).expect("the id is of this battle");
        battle.intent(id);
        battle.pile(id);
        for &skill in &battle.arena().sheet(id).skills {
            let cell = battle.unit(id).expect("the id is of this battle").cell;
            battle.valid_targets(id, skill, cell);
        }
    }
}

/// Damages everything inside `way`, and reports where a damaged battle panicked.
fn damage_all(save: &mut Value, inside: &[&str]) -> (usize, usize, Vec<String>) {
    let mut start: Vec<Step> = inside
        .iter()
        .map(|&key| Step::Key(key.to_owned()))
        .collect();
    let mut all = Vec::new();
    let part = at(save, &start).clone();
    ways(&part, &mut start, &mut all);
    let (mut refused, mut played, mut faults) = (0, 0, Vec::new());
    for way in &all {
        let whole = at(save, way).clone();
        for damage in damages(&whole) {
            *at(save, way) = damage.clone();
            let tried = catch_unwind(AssertUnwindSafe(|| match Battle::deserialize(&*save) {
                Ok(battle) => {
                    play_on(battle);
                    true
                }
                Err(_) => false,
            }));
            match tried {
                Ok(true) => played += 1,
                Ok(false) => refused += 1,
                Err(_) => faults.push(format!("{way:?} = {damage}")),
            }
        }
        *at(save, way) = whole;
    }
    (refused, played, faults)
}

/// Damages parts of some battles in every way, and fails if one of them panics.
#[track_caller]
fn no_faults<'a>(battles: impl IntoIterator<Item = (Battle, &'a [&'a str])>) {
    let (mut all_refused, mut all_played, mut all_faults) = (0, 0, Vec::new());
    for (battle, inside) in battles {
        let mut save = serde_json::to_value(battle).expect("plain data");
        let sound = save.clone();
        let (refused, played, faults) = damage_all(&mut save, inside);
        assert_eq!(save, sound, "every damage was mended");
        all_refused += refused;
        all_played += played;
        all_faults.extend(faults);
    }
    assert!(
        all_refused > 0 && all_played > 0,
        "{all_refused} refused, {all_played} played"
    );
    assert!(
        all_faults.is_empty(),
        "{} panics, {all_refused} refused, {all_played} played on:\n{}",
        all_faults.len(),
        all_faults[..all_faults.len().min(60)].join("\n")
    );
}

/// The battle after some ticks.
fn after(ticks: usize, (seed, setup): (u64, Setup)) -> Battle {
    let mut battle = begin(setup, seed);
    for _ in 0..ticks {
        battle.step(&mut Silent);
    }
    battle
}

/// Small battles, so that every value can be tried: the seeds of the first with few units.
fn small_setups() -> impl Iterator<Item = (u64, Setup)> {
    (0..)
        .map(|seed| (seed, random_setup(seed)))
        .filter(|(_, setup)| setup.units.len() <= 6)
}

#[test]
fn damage_to_the_state_of_a_battle_is_refused_or_played_on() {
    let battles = small_setups().take(4).map(|setup| after(6, setup));
    no_faults(battles.map(|battle| (battle, &["state"][..])));
}

#[test]
fn damage_in_the_middle_of_a_tick_is_refused_or_played_on() {
    let mut battle = after(3, small_setups().nth(4).expect("there are more"));
    let phases: Vec<Battle> = Phase::ALL
        .map(|phase| {
            battle.run(phase, &mut Silent);
            battle.clone()
        })
        .into();
    // With guards up, and with the strikes of the tick landed.
    let [_, guarded, .., struck, _, _] = &phases[..] else {
        panic!("seven phases");
    };

    no_faults([guarded, struck].map(|battle| (battle.clone(), &["state", "units"][..])));
}

#[test]
fn damage_where_some_are_down_is_refused_or_played_on() {
    // The first battle in which a unit is down, and poisoned or on a hazard or struck again.
    let (mut battle, downed) = (0..500)
        .find_map(|seed| {
            let mut battle = begin(random_setup(seed), seed);
            let mut downed = None;
            while battle.outcome().is_none() && downed.is_none() {
                let mut events: Vec<Event> = Vec::new();
                battle.step(&mut events);
                downed = events.iter().find_map(|event| match event.what {
                    Happening::HurtWhileDown { unit, failures, .. } if failures < 3 => Some(unit),
                    _ => None,
                });
            }
            Some((battle, downed?))
        })
        .expect("some battle has one");
    assert!(battle.outcome().is_none());
    let save = serde_json::to_value(&battle).expect("plain data");
    let life = &save["state"]["units"][downed.slot()]["life"];
    assert!(life["Down"].is_object(), "{life}");
    for (successes, failures) in [(0, 255), (255, 0), (254, 254), (3, 2), (2, 3), (255, 255)] {
        let mut save = save.clone();
        save["state"]["units"][downed.slot()]["life"] =
            json!({"Down": {"successes": successes, "failures": failures}});
        if let Ok(restored) = Battle::deserialize(&save) {
            battle = restored;
            play_on(battle.clone());
        }
    }
}

#[test]
fn damage_to_the_set_up_of_a_battle_is_refused_or_played_on() {
    let parts: [&[&str]; 5] = [
        &["setup", "house"],
        &["setup", "skills"],
        &["setup", "decks"],
        &["setup", "shared_decks"],
        &["setup", "units"],
    ];
    let battles: Vec<Battle> = small_setups()
        .take(2)
        .map(|setup| after(3, setup))
        .collect();
    no_faults(
        battles
            .iter()
            .flat_map(|battle| parts.map(|part| (battle.clone(), part))),
    );
}

#[test]
fn damage_to_the_board_is_refused_or_played_on() {
    let battle = after(0, small_setups().nth(2).expect("there are more"));
    no_faults([(battle, &["setup", "board"][..])]);
}
