//! `plan` and `preview`: what autofight would do, and what an attack would come to.

use serde_json::json;

use crate::common::{Place, fields, lab, objects, ok, refused, words};

#[test]
fn a_plan_is_what_autofight_then_does() {
    let printed = ok("plan hounds --unit pia --seed 44");
    assert!(
        printed.starts_with(
            "hounds, seed 44, tick 1\n\
             Pia sets out for F5: autofight goes for Mord.\n  \
             mode: move and attack\n  \
             attack: not now, 3 cells to go\n  \
             target Mord: it is the greater threat\n"
        ),
        "{printed}"
    );
    assert!(printed.ends_with("\n  way: F5, F4, F3\n"), "{printed}");
    let place = Place::with_assets();
    let orders = r#"(orders: [(step: 0, do: Autofight(unit: "pia"))])"#;
    place.write("x.orders.ron", orders);
    let log = place
        .lab("run hounds --seed 44 --ticks 1 --orders x.orders.ron")
        .ok();
    assert!(log.contains("\nt1 Pia moves F6 → F5\n"), "{log}");
}

#[test]
fn a_mode_can_be_chosen_and_a_refusal_is_an_answer() {
    let printed = ok("plan hounds --unit pia --seed 44 --mode attack-only");
    assert_eq!(
        printed,
        "hounds, seed 44, tick 1\nPia: autofight refuses: No target in range.\n"
    );
    let plan = objects(&ok(
        "plan hounds --unit pia --seed 44 --mode attack-only --json",
    ))
    .remove(0);
    assert_eq!(plan["refusal"], "autofight refuses: No target in range.");
    assert_eq!(
        (&plan["action"], &plan["why"]),
        (&json!(null), &json!(null))
    );
    let plan = objects(&ok(
        "plan hounds --unit ines --seed 44 --mode fire-only --json",
    ))
    .remove(0);
    assert_eq!(
        fields(&plan),
        [
            "type", "battle", "seed", "tick", "unit", "refusal", "action", "skill", "path", "why",
            "text"
        ]
    );
    assert_eq!(plan["skill"], "aimed_shot");
    assert_eq!(plan["why"]["kind"], "autofight");
    assert_eq!(plan["why"]["mode"], "fire_only");
}

#[test]
fn without_a_tick_it_is_the_units_first_step() {
    let plan = objects(&ok("plan goblin-ambush --unit falk --seed 2 --json")).remove(0);
    let tick = plan["tick"].as_u64().expect("a number");
    let log = ok(&format!("run goblin-ambush --seed 2 --ticks {tick} --json"));
    let began = objects(&log)
        .into_iter()
        .find(|event| event["what"] == "turn_began" && event["unit"] == "falk")
        .expect("his turn began");
    assert_eq!(began["tick"].as_u64(), Some(tick - 1));
}

#[test]
fn who_cannot_be_ordered_is_refused_with_a_remedy() {
    assert_eq!(
        refused("plan crypt --unit cultist --seed 1"),
        "error: `cultist` cannot be ordered in tick 1: it is not yours to command: choose a unit of the player's side\n"
    );
    assert_eq!(
        refused("plan crypt --unit piaa --seed 1"),
        "error: there is no unit `piaa` in this battle: did you mean `pia`?\n"
    );
    let printed = refused("plan crypt --unit pia --seed 1 --tick 5000");
    assert!(
        printed.starts_with("error: the battle is over after tick "),
        "{printed}"
    );
}

#[test]
fn a_preview_shows_the_chance_line_by_line() {
    let printed = ok("preview hounds --by ines --skill aimed_shot --at a4 --seed 44");
    assert_eq!(
        printed,
        "\
hounds, seed 44, tick 1
Ines uses Aimed Shot at A4 (hits A4)
  Grip: 28/28 HP on A4
    strike 1: 37%
      +95 accuracy
      −58 distance, 5.8 cells
    damage: 4–10 if every strike hits, 1.89 on average
    next card: 5% NULL
    kill: 0%
"
    );
    let line = "preview hounds --by INES --at A4 --seed 44";
    let mut line = words(line);
    line.extend(["--skill", "Aimed Shot"]);
    assert_eq!(lab(&line).ok(), printed, "names work too");
}

#[test]
fn an_area_is_previewed_for_everyone_that_it_hits() {
    let place = Place::with_assets();
    let battle = r#"(
        title: "Crowd", text: "A crowd.",
        skills: {"blast": (name: "Blast", damage: 9, range: 5, area: Burst(1), burns: 2)},
        friends: [
            (unit: (name: "Mage", hp: 20, skills: ["blast"]), at: "A1"),
            (unit: (name: "Friend", hp: 20, skills: ["blast"]), at: "D2"),
        ],
        enemies: [
            (unit: (name: "Rat", hp: 9, skills: []), at: "D1"),
            (unit: (name: "Rat", hp: 10, skills: []), at: "E1"),
        ],
    )"#;
    place.write("crowd.battle.ron", battle);
    let line = "preview crowd.battle.ron --by mage --skill blast --at D1 --seed 1";
    let printed = place.lab(line).ok();
    for part in [
        "Mage uses Blast at D1 (hits ",
        "\n  Friend: 20/20 HP on D2\n",
        "\n  Rat: 9/9 HP on D1\n    strike 1: 100%\n      sure: no roll is needed\n    damage: 9 if every strike hits, 9.00 on average\n    kill: 100%\n",
        "\n  Rat 2: 10/10 HP on E1\n",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    let preview = objects(&place.lab(&format!("{line} --json")).ok()).remove(0);
    let victims = preview["victims"].as_array().expect("a list");
    let hit: Vec<&str> = victims
        .iter()
        .filter_map(|it| it["unit"].as_str())
        .collect();
    assert_eq!(hit, ["friend", "rat", "rat-2"]);
    assert_eq!(victims[1]["kill_hundredths"], 10_000);
    assert_eq!(victims[2]["kill_hundredths"], 0);
    let far = place
        .lab("preview crowd.battle.ron --by mage --skill blast --at L12 --seed 1")
        .ok();
    assert!(far.ends_with("\n  nobody is hit\n"), "{far}");
}

#[test]
fn a_preview_that_makes_no_sense_says_what_would() {
    assert_eq!(
        refused("preview hounds --by ines --skill aimed_shoot --at A4 --seed 44"),
        "error: `ines` knows no attack `aimed_shoot`: did you mean `aimed_shot`?\n"
    );
    let printed = refused("preview hounds --by ines --skill move_towards --at A4 --seed 44");
    assert!(
        printed.starts_with("error: `ines` knows no attack `move_towards`: "),
        "{printed}"
    );
    for cell in ["Z9", "A13", "A0", "4", "", "ÀÀ"] {
        let line = [
            "preview",
            "hounds",
            "--by",
            "ines",
            "--skill",
            "aimed_shot",
            "--at",
            cell,
        ];
        let printed = lab(&line).refused(2);
        let allowed = "expected a cell from A1 to L12";
        assert!(
            cell.is_empty() || printed.contains(allowed),
            "{cell}: {printed}"
        );
    }
    let printed =
        refused("preview first-blood --by ada --skill light_punch --at A1 --seed 1 --tick 900");
    assert!(
        printed.contains("the battle is over after tick 14"),
        "{printed}"
    );
    assert_eq!(lab(&words("preview hounds")).code, Some(2));
}
