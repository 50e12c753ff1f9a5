//! The tables of JSON objects in docs/lab.md, held against real output in both directions: nothing
//! is printed that they do not list, and nothing is listed that is not printed.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::benching::without_valgrind_or_bevy;
use crate::common::{Place, fields, objects, root};
use crate::pages::page;

/// A row of a table: an object, its kinds if there are several, its fields in order.
#[derive(Debug)]
struct Row {
    names: Vec<String>,
    kinds: Vec<String>,
    fields: Vec<String>,
}

/// The words in code marks.
fn marked(cell: &str) -> Vec<String> {
    let words = cell.split('`').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

/// The rows of the table with this heading.
#[track_caller]
fn table(heading: &str, kinds: bool) -> Vec<Row> {
    let page = page("docs/lab.md");
    let (_, table) = page
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("no table {heading}"));
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let rows = rows.skip(1).map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        Row {
            names: marked(cells[1]),
            kinds: if kinds { marked(cells[2]) } else { Vec::new() },
            fields: marked(cells[if kinds { 3 } else { 2 }]),
        }
    });
    rows.collect()
}

/// Objects whose fields are no words of ours: folders, cells, lengths, floors, tries, companions.
const BY_DATA: [&str; 6] = ["counts", "falls", "battles", "floors", "won_at", "takes"];

/// What the page lists, and what has been met of it.
struct Schema {
    types: Vec<Row>,
    events: Vec<Row>,
    objects: Vec<Row>,
    met: BTreeSet<String>,
}

impl Schema {
    fn new() -> Schema {
        Schema {
            types: table("| type | fields | from |", false),
            events: table("| what | fields | happened |", false),
            objects: table("| field | kind | fields |", true),
            met: BTreeSet::new(),
        }
    }

    /// Everything that the page lists.
    fn listed(&self) -> BTreeSet<String> {
        let of = |rows: &[Row], table: &str| -> Vec<String> {
            let name = |row: &Row, name: &String| match row.kinds.as_slice() {
                [] => vec![format!("{table} {name}")],
                kinds => kinds
                    .iter()
                    .map(|kind| format!("{table} {name} {kind}"))
                    .collect(),
            };
            let names = rows
                .iter()
                .flat_map(|row| row.names.iter().flat_map(move |it| name(row, it)));
            names.collect()
        };
        let all = [
            of(&self.types, "type"),
            of(&self.events, "event"),
            of(&self.objects, "object"),
        ];
        all.into_iter().flatten().collect()
    }

    fn check(&mut self, printed: &str) {
        for object in objects(printed) {
            let name = object["type"].as_str().expect("every object has a type");
            let row = self
                .types
                .iter()
                .find(|row| row.names.iter().any(|it| it == name));
            let row = row.unwrap_or_else(|| panic!("docs/lab.md has no type `{name}`: {object}"));
            let mut expected = vec!["type".to_owned()];
            expected.extend(row.fields.iter().cloned());
            if name == "event" {
                let what = object["what"].as_str().expect("what happened is a word");
                let event = self.events.iter().find(|row| row.names == [what]);
                let event =
                    event.unwrap_or_else(|| panic!("docs/lab.md has no event `{what}`: {object}"));
                let text = expected.pop();
                expected.extend(event.fields.iter().cloned());
                expected.extend(text);
                self.met.insert(format!("event {what}"));
            }
            assert_eq!(fields(&object), expected, "docs/lab.md: {object}");
            self.met.insert(format!("type {name}"));
            self.look_inside(&object);
        }
    }

    fn look_inside(&mut self, value: &Value) {
        match value {
            Value::Object(map) => {
                for (name, inside) in map {
                    assert!(is_snake(name), "`{name}` in {value}");
                    let list = inside
                        .as_array()
                        .map_or(std::slice::from_ref(inside), Vec::as_slice);
                    if BY_DATA.contains(&name.as_str()) && inside.is_object() {
                        continue;
                    }
                    for object in list.iter().filter(|it| it.is_object()) {
                        self.check_inside(name, object);
                    }
                    self.look_inside(inside);
                }
            }
            Value::Array(list) => list.iter().for_each(|inside| self.look_inside(inside)),
            _ => {}
        }
    }

    fn check_inside(&mut self, name: &str, object: &Value) {
        let found = fields(object);
        let kind = found.first().and_then(|first| object[*first].as_str());
        let row = self.objects.iter().find(|row| {
            let same = row.kinds.is_empty() || row.kinds.iter().any(|it| Some(it.as_str()) == kind);
            same && row.names.iter().any(|it| it == name)
        });
        let row = row.unwrap_or_else(|| panic!("docs/lab.md has no object `{name}` like {object}"));
        assert_eq!(found, row.fields, "docs/lab.md, `{name}`: {object}");
        let kind = kind.filter(|_| !row.kinds.is_empty());
        let kind = kind.map_or(String::new(), |kind| format!(" {kind}"));
        self.met.insert(format!("object {name}{kind}"));
    }
}

fn is_snake(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.chars().all(plain)
}

/// A battle with what the shipped ones do not have: help that comes too late, hidden cards, shoves
/// of every kind.
const RARE: &str = r#"(
    title: "Rare", text: "Things that seldom happen.",
    board: (
        rows: [
            "............", "............", "............", "............",
            "............", "............", "............", "............",
            "............", ".......o....", "............", "............",
        ],
        legend: {'o': Pit},
    ),
    skills: {
        "late": (heal: 9, cost: 3, range: 11, on: "lowest_hp_ally"),
        "slam": (damage: 1, cost: 3, range: 11),
        "club": (damage: 30, range: 11),
        "daze": (damage: 1, range: 11, inflicts: (status: Stunned, turns: 2)),
        "scare": (sanity_damage: 90, range: 11),
        "ram": (damage: 1, shoves: true),
    },
    friends: [
        (unit: (name: "Nurse", hp: 99, skills: ["late"], brain: Gambit([(use: "late")])), at: "A1"),
        (unit: (name: "Frail", hp: 20, skills: []), at: "A3"),
        (unit: (name: "Slow", hp: 80, skills: ["slam"], brain: Gambit([(use: "slam")])), at: "A5"),
        (unit: (name: "Dazed", hp: 99, skills: []), at: "L2"),
        (unit: (name: "Coward", hp: 99, sanity: 9, skills: []), at: "L7"),
        (unit: (name: "Ram", hp: 99, skills: ["ram"]), at: "D12"),
        (unit: (name: "Ram", hp: 99, skills: ["ram"]), at: "K12"),
        (unit: (name: "Ram", hp: 99, skills: ["ram"]), at: "F10"),
        (unit: (name: "Ram", hp: 99, skills: ["ram"]), at: "F8"),
    ],
    enemies: [
        (unit: (name: "Brute", hp: 99, skills: ["club"], brain: Gambit([(use: "club", on: "lowest_hp_enemy")])), at: "L1"),
        (unit: (name: "Witch", hp: 99, brain: Cards([(skill: "daze", hidden: true)])), at: "L3"),
        (unit: (name: "Ghost", hp: 99, skills: ["scare"], brain: Gambit([(use: "scare")])), at: "L5"),
        (unit: (name: "Post", hp: 99, skills: []), at: "E12"),
        (unit: (name: "Post", hp: 99, skills: []), at: "L12"),
        (unit: (name: "Post", hp: 99, skills: []), at: "G10"),
        (unit: (name: "Post", hp: 99, skills: [], statuses: [(status: Rooted, turns: 9)]), at: "G8"),
    ],
)
"#;

/// Orders that are dropped: the one to be helped is dead by then, the one to fight too badly hurt.
const DROPPED: &str = r#"(orders: [
    (step: 0, do: Use(unit: "nurse", skill: "late", at: "A3", until_released: true)),
    (step: 0, do: Move(unit: "ram", to: "D9")),
    (step: 0, do: EndTurn(unit: "ram-2")),
    (step: 1, do: Autofight(unit: "slow")),
])"#;

/// An autofight that is interrupted, and an order that is refused.
const PLAYED: &str = r#"(orders: [
    (step: 0, do: Move(unit: "cultist", to: "A1")),
    (step: 0, do: Autofight(unit: "pia", until_released: true)),
    (step: 0, do: Autofight(unit: "ada", until_released: true)),
    (step: 0, do: Autofight(unit: "paul", until_released: true)),
])"#;

const BY_HAND: &str = r#"(orders: [
    (step: 0, do: Player(true)),
    (step: 0, do: Use(unit: "vera", skill: "guard", at: "F10")),
    (step: 0, do: Guard(unit: "paul"), may_be_refused: true),
])"#;

#[test]
fn every_object_is_on_the_page_and_every_row_is_real() {
    let place = Place::with_assets();
    place.write("rare.battle.ron", RARE);
    place.write("played.orders.ron", PLAYED);
    place.write("by-hand.orders.ron", BY_HAND);
    place.write("dropped.orders.ron", DROPPED);
    place.write("here.orders.ron", "(orders: [(step: 0, do: Player(true))])");
    place.write("broken/rules.ron", "(fire: 900)");
    place.lab("run first-blood --seed 3 --record kept.replay.ron");
    place.lab("run crypt --seed 7 --orders played.orders.ron --record played.replay.ron");
    let mut lines = Vec::new();
    for file in root()
        .join("assets/battles")
        .read_dir()
        .expect("it is there")
    {
        let name = file.expect("it can be listed").file_name();
        let name = name.to_string_lossy().replace(".battle.ron", "");
        for seed in 1..=3 {
            lines.push(format!("run {name} --seed {seed}"));
        }
        for tick in [1, 2, 5, 9] {
            lines.push(format!("why {name} --seed 2 --tick {tick}"));
        }
    }
    for line in [
        "run rare.battle.ron --seed 1 --ticks 12",
        "run crypt --seed 7 --orders played.orders.ron",
        "run crypt-by-hand --seed 3 --orders by-hand.orders.ron",
        "run rare.battle.ron --seed 1 --ticks 6 --orders dropped.orders.ron",
        "why rare.battle.ron --seed 1 --tick 1 --orders dropped.orders.ron",
        "why rare.battle.ron --seed 1 --tick 3 --unit frail",
        "why crypt-by-hand --seed 3 --tick 1 --orders here.orders.ron",
        "why rare.battle.ron --seed 1 --tick 1",
        "why rare.battle.ron --seed 1 --tick 2",
        "why rare.battle.ron --seed 1 --tick 3",
        "why crypt --seed 7 --tick 20 --unit paul",
        "why crypt --seed 7 --tick 2 --orders played.orders.ron",
        "why crypt-by-hand --seed 3 --tick 1 --orders by-hand.orders.ron",
        "sim --party fighter --enemies goblin --seed 1",
        "coach first-blood --playouts 50 --changes 1",
        "sweep crypt --battles 20 --vary units.cultist.hp=32..42:10",
        "plan hounds --unit pia --seed 44",
        "plan hounds --unit pia --seed 44 --mode attack-only",
        "preview hounds --by ines --skill aimed_shot --at A4 --seed 44",
        "preview hounds --by ines --skill aimed_shot --at L12 --seed 44",
        "preview rare.battle.ron --by ram --skill ram --at E12 --seed 1",
        "preview rare.battle.ron --by ram-2 --skill ram --at L12 --seed 1",
        "preview rare.battle.ron --by ram-3 --skill ram --at G10 --seed 1",
        "preview rare.battle.ron --by ram-4 --skill ram --at G8 --seed 1",
        "preview goblin-ambush --by falk --skill longsword --at A1 --seed 1",
        "descend --policy steady --runs 2 --calibrate",
        "descend --until-won 2 --runs 1",
        "descend --new --runs 2",
        "descend --policy random --seed 3 --story",
        "threat",
        "replay show kept.replay.ron",
        "replay verify kept.replay.ron",
        "replay export played.replay.ron",
        "validate",
        "validate broken",
    ] {
        lines.push(line.to_owned());
    }
    let mut schema = Schema::new();
    for line in &lines {
        let printed = place.lab(&format!("{line} --json"));
        assert_ne!(printed.code, Some(101), "{line}: {}", printed.err);
        schema.check(&printed.out);
    }
    schema.check(&without_valgrind_or_bevy());
    let missing: Vec<String> = schema.listed().difference(&schema.met).cloned().collect();
    assert_eq!(missing, [""; 0], "listed in docs/lab.md and never printed");
}

#[test]
fn a_hidden_intent_stays_hidden_until_it_acts() {
    let place = Place::with_assets();
    place.write("rare.battle.ron", RARE);
    let printed = place
        .lab("why rare.battle.ron --seed 1 --tick 1 --unit witch --json")
        .ok();
    let why = objects(&printed).remove(0);
    assert_eq!(why["action"].to_string(), r#"{"do":"hidden"}"#);
    assert_eq!(why["why"].to_string(), r#"{"kind":"hidden"}"#);
    for leak in ["daze", "Daze", "weight", "L3", "B1", "frail", "target"] {
        assert!(!printed.contains(leak), "{leak} in {printed}");
    }
    let log = place
        .lab("run rare.battle.ron --seed 1 --ticks 0 --json")
        .ok();
    let drawn = log.lines().find(|line| line.contains("intent_drawn"));
    let drawn = drawn.expect("the witch drew a card");
    assert!(
        drawn.contains(r#""unit":"witch","hidden":true,"skill":null,"weight":null"#),
        "{drawn}"
    );
    assert!(
        !drawn.contains("daze") && !drawn.contains("Daze"),
        "{drawn}"
    );
    let shown = place.lab("run first-blood --seed 1 --ticks 0 --json").ok();
    assert!(
        !shown.contains(r#""skill":null"#),
        "what is not hidden is shown: {shown}"
    );
}
