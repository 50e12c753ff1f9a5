//! `run --orders`: what a player does, from a file; and `replay export`, which writes such files.

use crate::common::{Place, Printed, objects};

/// Everything that a player can do, in the crypt.
const ALL: &str = r#"(
    battle: "crypt",
    seed: 7,
    orders: [
        (step: 0, do: Player(true)),
        (step: 0, do: Mark(unit: "cultist")),
        (step: 0, do: Move(unit: "pia", to: "E9")),
        (step: 0, do: Autofight(unit: "ada", mode: AttackOnly), may_be_refused: true),
        (step: 1, do: Autofight(unit: "pia", until_released: true)),
        (step: 2, do: Release(unit: "Pia")),
        (step: 2, do: Guard(unit: "pia", until_released: true)),
        (step: 3, do: Rules(unit: "paul", rules: [
            (enabled: false, use: "hold"),
            (when: Any([MyHpBelow(50), Not(EnemyInRange(2))]), use: "move_towards", on: "nearest_ally"),
        ])),
        (step: 3, do: Settings(unit: "pia", autofight: "aggressive")),
        (step: 3, do: Settings(unit: "ada", autofight: (max_distance: 5, interrupts: (big_hit: 10)))),
        (step: 3, do: Reckless(unit: "pia")),
        (step: 3, do: EndTurn(unit: "pia")),
        (step: 4, do: Luck(Certain)),
        (step: 4, do: Unmark(unit: "cultist")),
        (step: 5, do: Player(false)),
        (step: 5, do: Rules(unit: "paul", rules: "healer")),
    ],
)
"#;

/// A battle by hand, and the orders of a file in it.
fn given(orders: &str, line: &str) -> (Place, Printed) {
    let place = Place::with_assets();
    place.write("mine.orders.ron", orders);
    let printed = place.lab(line);
    (place, printed)
}

#[test]
fn everything_a_player_can_do_can_be_written_down_and_an_export_plays_the_same() {
    let line = "run crypt --orders mine.orders.ron --record one.replay.ron";
    let (place, printed) = given(ALL, line);
    assert_eq!(printed.code, Some(0), "{printed:#?}");
    assert_eq!(printed.err, "recorded one.replay.ron\n");
    assert!(printed.out.contains(", seed 7\n"), "{}", printed.out);
    let without = place.lab("run crypt --seed 7").ok();
    assert_ne!(printed.out, without, "the player makes a difference");

    let exported = place.lab("replay export one.replay.ron").ok();
    let first =
        "// foretold-lab run crypt --orders THIS-FILE\n(\n    battle: \"crypt\",\n    seed: 7,\n";
    assert!(exported.starts_with(first), "{exported}");
    for deed in [
        "Player(true)",
        "Mark(unit: \"cultist\")",
        "Move(unit: \"pia\", to: \"E9\")",
        "Autofight(unit: \"ada\", mode: AttackOnly), may_be_refused: true",
        "Autofight(unit: \"pia\", mode: MoveAndAttack, until_released: true)",
        "Release(unit: \"pia\")",
        "Guard(unit: \"pia\", until_released: true)",
        "Rules(unit: \"paul\", rules: [ (enabled: false, use: \"hold\", on: ",
        "Settings(unit: \"pia\", autofight: (preconditions:",
        "Reckless(unit: \"pia\")",
        "EndTurn(unit: \"pia\")",
        "Luck(Certain)",
        "Unmark(unit: \"cultist\")",
        "Player(false)",
    ] {
        assert!(exported.contains(deed), "{deed} in {exported}");
    }
    place.write("two.orders.ron", &exported);
    let again = place.lab("run crypt --orders two.orders.ron --record two.replay.ron");
    assert_eq!((again.code, &again.out), (Some(0), &printed.out));
    // The replays hold a fingerprint of every step.
    assert_eq!(place.read("two.replay.ron"), place.read("one.replay.ron"));
    // The same as JSON lines.
    let lines = place.lab("replay export one.replay.ron --json").ok();
    place.write("three.orders.jsonl", &lines);
    let again = place.lab("run crypt --orders three.orders.jsonl --record three.replay.ron");
    assert_eq!((again.code, &again.out), (Some(0), &printed.out));
    assert_eq!(place.read("three.replay.ron"), place.read("one.replay.ron"));
}

#[test]
fn what_is_wrong_with_json_lines_is_reported_with_its_line() {
    let place = Place::with_assets();
    let good = r#"{"step":0,"order":"Guard(unit: \"pia\")"}"#;
    for (line, expected) in [
        (r#"{"step":0"#, "x.jsonl:2: EOF while parsing"),
        (r#"{"step":0}"#, "x.jsonl:2: there is no order here"),
        (
            r#"{"step":-1,"order":"Player(true)"}"#,
            "x.jsonl:2: there is no order here",
        ),
        (r#"{"type":"event"}"#, "x.jsonl:2: found the type `event`"),
        (
            r#"{"step":0,"order":"Guard(unit: \"piaa\")"}"#,
            "x.jsonl:2:",
        ),
        (
            r#"{"type":"battle","battle":"hounds"}"#,
            "these orders are for the battle `hounds`",
        ),
    ] {
        place.write("x.jsonl", &format!("{good}\n{line}\n"));
        let printed = place.lab("run crypt --seed 7 --orders x.jsonl").refused(1);
        assert!(printed.contains(expected), "{line}: {printed}");
    }
    place.write("x.jsonl", &format!("\n{good}\n\n"));
    let printed = place.lab("run crypt --seed 7 --orders x.jsonl --ticks 3");
    assert_eq!(printed.code, Some(0), "{printed:#?}");
}

#[test]
fn where_units_take_turns_an_export_plays_the_same_up_to_where_it_was_left() {
    let orders = r#"(orders: [
        (step: 0, do: Player(true)),
        (step: 0, do: Move(unit: "vera", to: "F9")),
        (step: 1, do: EndTurn(unit: "vera")),
        (step: 2, do: Autofight(unit: "paul", until_released: true)),
    ])"#;
    let line =
        "run crypt-by-hand --seed 3 --ticks 6 --orders mine.orders.ron --record one.replay.ron";
    let (place, printed) = given(orders, line);
    assert!(
        printed.out.contains("t1 Vera moves F10 → F9"),
        "{printed:#?}"
    );
    let exported = place.lab("replay export one.replay.ron").ok();
    place.write("two.orders.ron", &exported);
    place.lab("run crypt-by-hand --orders two.orders.ron --record two.replay.ron");
    assert_eq!(place.read("two.replay.ron"), place.read("one.replay.ron"));
    let printed = place.lab("replay export one.replay.ron --json").ok();
    let exported = objects(&printed);
    assert_eq!(exported[0]["type"], "battle");
    assert_eq!(exported[1]["order"], "Player(true)");
    assert_eq!(exported[2]["order"], "Move(unit: \"vera\", to: \"F9\")");
    assert_eq!(
        exported.last().map(|end| &end["type"]),
        Some(&"outcome".into())
    );
}

#[test]
fn what_is_refused_is_reported_with_line_step_and_reason_and_the_battle_goes_on() {
    let orders = r#"(orders: [
        (step: 0, do: Use(unit: "pia", skill: "polearm", at: "A1")),
        (step: 1, do: Move(unit: "cultist", to: "A1")),
        (step: 999, do: Guard(unit: "pia")),
    ])"#;
    let (place, printed) = given(orders, "run crypt --seed 7 --orders mine.orders.ron");
    assert_eq!(printed.code, Some(1));
    assert_eq!(
        printed.err,
        "mine.orders.ron:2: refused at step 0: out of range: 10 cells away, it reaches 2\n\
         mine.orders.ron:3: refused at step 1: it is not yours to command\n\
         mine.orders.ron:4: step 999 never came: the battle was over after step 23\n\
         3 orders were not carried out\n"
    );
    assert_eq!(printed.out, place.lab("run crypt --seed 7").ok());
    let printed = place.lab("run crypt --seed 7 --orders mine.orders.ron --json");
    let refused: Vec<String> = objects(&printed.out)
        .iter()
        .filter(|object| object["type"] == "refused")
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        refused[1],
        r#"{"type":"refused","step":1,"line":3,"order":"Move(unit: \"cultist\", to: \"A1\")","reason":"it is not yours to command"}"#
    );
}

#[test]
fn a_battle_that_waits_stops_and_names_whom_it_waits_for() {
    let orders =
        r#"(seed: 3, orders: [(step: 0, do: Player(true)), (step: 0, do: EndTurn(unit: "vera"))])"#;
    let (_, printed) = given(orders, "run crypt-by-hand --orders mine.orders.ron");
    assert_eq!(printed.code, Some(1));
    assert!(
        printed
            .out
            .contains("\nNot over after 1 step, in round 1.\n"),
        "{}",
        printed.out
    );
    assert_eq!(
        printed.err,
        "mine.orders.ron: the battle waits at step 1 for an order to paul: add one, or `Player(false)`\n\
         1 order was not carried out\n"
    );
}

#[test]
fn the_command_line_is_stronger_than_the_file() {
    let orders = r#"(seed: 3, steps: 2)"#;
    let (place, printed) = given(orders, "run crypt --orders mine.orders.ron");
    let log = printed.ok();
    assert!(
        log.contains(", seed 3\n") && log.contains("Not over after 2 ticks."),
        "{log}"
    );
    let log = place
        .lab("run crypt --orders mine.orders.ron --seed 4 --ticks 1")
        .ok();
    assert!(
        log.contains(", seed 4\n") && log.contains("Not over after 1 tick."),
        "{log}"
    );
}

#[test]
fn whatever_is_wrong_with_the_file_is_reported_with_its_place_and_what_to_do() {
    let place = Place::with_assets();
    // A `¦` stands in front of what the error points at.
    for (order, printed) in [
        (
            r#"Move(unit: ¦"piaa", to: "E9")"#,
            "unit: there is no unit `piaa`: did you mean `pia`?",
        ),
        (
            r#"Move(unit: "pia", to: ¦"Z9")"#,
            "to: found \"Z9\", expected a cell from \"A1\" to \"L12\"",
        ),
        (
            r#"Use(unit: "pia", skill: ¦"polarm", at: "E9")"#,
            "skill: there is no skill of `pia` called `polarm`: did you mean `polearm`?",
        ),
        (
            r#"Move(unit: "pia", ¦too: "E9")"#,
            "too: there is no field `too` here: did you mean `to`?",
        ),
        (
            r#"Rules(unit: "pia", rules: ¦"guardan")"#,
            "rules: there is no rule set `guardan`: did you mean `guardian`?",
        ),
        (
            r#"Rules(unit: "pia", rules: [(use: "polearm", on: ¦"nearest_enmy")])"#,
            "rules[0].on: there is no selector `nearest_enmy`: did you mean `nearest_enemy`?",
        ),
        (
            r#"Settings(unit: "pia", autofight: ¦"agressive")"#,
            "autofight: there is no autofight preset `agressive`: did you mean `aggressive`?",
        ),
        (
            r#"¦Mov(unit: "pia", to: "E9")"#,
            ": found `Mov`, which does not exist: did you mean `Move`?",
        ),
    ] {
        let text = format!("(orders: [(step: 0, do: {order})])");
        let (before, _) = text.split_once('¦').expect("every order has a mark");
        let column = before.chars().count() + 1;
        place.write("x.orders.ron", &text.replace('¦', ""));
        let found = place.lab("run crypt --orders x.orders.ron").refused(1);
        let first = found.lines().next().unwrap_or_default();
        let dot = if printed.starts_with(':') { "" } else { "." };
        let expected = format!("error: x.orders.ron:1:{column}: orders[0].do{dot}{printed}");
        assert_eq!(first, expected, "{order}");
    }
    place.write("x.orders.ron", r#"(battle: "hounds")"#);
    assert_eq!(
        place.lab("run crypt --orders x.orders.ron").refused(1),
        "error: x.orders.ron: these orders are for the battle `hounds`, and this is `crypt`: run that battle, or delete `battle` from the file\n"
    );
    assert_eq!(
        place.lab("run crypt --orders nowhere.ron").refused(1),
        "error: nowhere.ron: there is no such file\n"
    );
}

#[test]
fn hostile_files_are_refused_without_a_panic() {
    let place = Place::with_assets();
    let many = "(step: 0, do: Player(true)),".repeat(10_001);
    let deep = "(".repeat(5_000);
    let nested = format!("(orders: [(step: 0, do: Rules(unit: {}", "[".repeat(2_000));
    let huge = "x".repeat(2 << 20);
    for text in [
        "",
        "()())",
        "[",
        "\u{0}",
        "(seed: -1)",
        "(seed: 18446744073709551616)",
        "(steps: 4294967296)",
        "(orders: [(step: -1, do: Player(true))])",
        "(orders: [(step: 0, do: Settings(unit: \"pia\", autofight: (order: [Marked, Marked])))])",
        "(orders: [(step: 0, do: Player(1e999))])",
        &format!("(orders: [{many}])"),
        &deep,
        &nested,
        &huge,
    ] {
        place.write("x.orders.ron", text);
        let printed = place.lab("run crypt --seed 1 --orders x.orders.ron");
        let start: String = text.chars().take(60).collect();
        assert_eq!(printed.code, Some(1), "{start}: {}", printed.err);
        assert!(
            printed.err.starts_with("error: x.orders.ron"),
            "{}",
            printed.err
        );
    }
    // Thousands of orders are no trouble.
    let many = "(step: 0, do: Mark(unit: \"cultist\")),".repeat(5_000);
    place.write("x.orders.ron", &format!("(orders: [{many}])"));
    place
        .lab("run crypt --seed 1 --ticks 1 --orders x.orders.ron")
        .ok();
}

#[test]
fn questions_can_be_asked_about_a_battle_with_a_player() {
    let orders = r#"(orders: [
        (step: 0, do: Player(true)),
        (step: 0, do: Move(unit: "vera", to: "F8")),
    ])"#;
    let line =
        "why crypt-by-hand --seed 3 --tick 1 --unit vera --orders mine.orders.ron --depth simple";
    let (place, printed) = given(orders, line);
    let text = printed.ok();
    assert!(text.starts_with("Vera "), "{text}");
    assert!(text.contains("order"), "{text}");
    let printed = place.lab("why crypt-by-hand --seed 3 --tick 9 --orders mine.orders.ron");
    assert_eq!(
        printed.refused(1),
        "error: the battle waits for an order after tick 2: add one to the orders, or ask for an earlier tick\n"
    );
    let refused = r#"(orders: [(step: 0, do: Move(unit: "zombie", to: "F8"))])"#;
    place.write("refused.orders.ron", refused);
    let printed = place.lab("why crypt-by-hand --seed 3 --tick 2 --orders refused.orders.ron");
    let message = printed.refused(1);
    assert!(
        message.contains("not all orders were carried out"),
        "{message}"
    );
}
