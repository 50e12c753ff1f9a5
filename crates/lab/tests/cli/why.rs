//! `why`: what a unit decides in a tick, and for which reasons.

use crate::common::{Place, lab, ok, refused, words};

#[test]
fn a_unit_lists_its_rules_from_top_to_bottom() {
    assert_eq!(
        ok("why crypt --seed 7 --tick 3 --unit pia"),
        "\
Pia sets out for F8. Rule 3: Move towards the nearest enemy.
  1 ✗ Use Polearm on the lowest HP enemy in reach.
    there is no target
  2 ✗ When no ally is within 3, move towards the nearest ally.
    ✗ no ally is within 3: nearest is Ada at 1
  3 ✓ Move towards the nearest enemy.
"
    );
}

#[test]
fn what_is_decided_is_what_then_happens() {
    let log = ok("run first-blood --seed 7");
    for tick in 1..=3 {
        let printed = ok(&format!(
            "why first-blood --seed 7 --tick {tick} --unit ada --depth simple"
        ));
        let (_, cell) = printed
            .split_once("Ada sets out for ")
            .unwrap_or_else(|| panic!("{printed}"));
        let (cell, _) = cell.split_once('.').expect("a sentence ends");
        let line = log
            .lines()
            .find(|line| line.starts_with(&format!("t{tick} Ada moves ")));
        assert!(
            line.is_some_and(|line| line.ends_with(&format!("→ {cell}"))),
            "{line:?}"
        );
    }
}

#[test]
fn each_depth_explains_more() {
    let at = |depth: &str| {
        ok(&format!(
            "why crypt --seed 7 --tick 12 --unit pia --depth {depth}"
        ))
    };
    let (simple, detailed, expert) = (at("simple"), at("detailed"), at("expert"));
    assert_eq!(simple.lines().count(), 1, "{simple}");
    assert!(detailed.starts_with(&simple), "{detailed}");
    assert!(
        detailed.lines().all(|line| expert.contains(line)),
        "{expert}"
    );
    assert!(
        expert.lines().count() > detailed.lines().count(),
        "{expert}"
    );
    assert_eq!(
        detailed,
        ok("why crypt --seed 7 --tick 12 --unit pia"),
        "it is the default"
    );
}

#[test]
fn units_are_found_by_id_and_by_name() {
    let by_id = ok("why crypt --seed 7 --tick 3 --unit left_skeleton");
    let name = [
        "why",
        "crypt",
        "--seed",
        "7",
        "--tick",
        "3",
        "--unit",
        "LEFT SKELETON",
    ];
    assert_eq!(lab(&name).ok(), by_id);
    assert!(by_id.starts_with("Left Skeleton "), "{by_id}");
}

#[test]
fn every_unit_that_decides_in_the_tick_is_explained() {
    let printed = ok("why crypt --seed 7 --tick 15 --depth simple");
    assert_eq!(
        printed.lines().count(),
        4,
        "the fallen decide nothing: {printed}"
    );
    let one = ok("why goblin-ambush --seed 7 --tick 30 --depth simple");
    assert_eq!(
        one.lines().take_while(|line| !line.is_empty()).count(),
        1,
        "in initiative one unit decides: {one}"
    );
}

#[test]
fn a_unit_that_is_asked_for_is_explained_even_out_of_turn_or_fallen() {
    let printed = ok("why goblin-ambush --seed 7 --tick 30 --unit falk --depth simple");
    assert!(printed.starts_with("Falk "), "{printed}");
    assert_eq!(
        ok("why crypt --seed 7 --tick 15 --unit ada"),
        "Ada does nothing: it is down or has fallen.\n"
    );
}

#[test]
fn after_the_end_there_is_nothing_to_ask() {
    assert!(ok("run crypt --seed 7").contains("\nt23 victory\n"));
    ok("why crypt --seed 7 --tick 23");
    assert_eq!(
        refused("why crypt --seed 7 --tick 24"),
        "error: the battle is over after tick 23: ask for an earlier tick\n"
    );
    let far = format!("why crypt --seed 7 --tick {}", u32::MAX);
    assert_eq!(
        lab(&words(&far)).refused(1),
        refused("why crypt --seed 7 --tick 24")
    );
}

#[test]
fn where_units_take_turns_whole_turns_are_foretold() {
    assert_eq!(
        ok("why goblin-ambush --seed 7 --tick 1 --unit tick --depth simple"),
        "\
Tick sets out for J10: it goes for Greta, the nearest enemy, with Scimitar.

Turns to come, if nothing else changes:
  Tick walks K11 → H8, then uses Scimitar on Greta: 45% (d20 +4 vs AC 16), 3–14 damage, no block.
"
    );
    let ticks = ok("why crypt --seed 7 --tick 3");
    assert!(!ticks.contains("Turns to come"), "{ticks}");
}

#[test]
fn the_next_turn_that_is_foretold_is_the_one_that_is_taken() {
    for seed in 1..20 {
        let printed = ok(&format!("why hounds --seed {seed} --tick 1 --depth simple"));
        let (_, turns) = printed.split_once(":\n  ").expect("turns are foretold");
        let first = turns.lines().next().expect("a unit comes first");
        let walk = first.strip_prefix("Pia walks F6 → ");
        let walk = walk.unwrap_or_else(|| panic!("{first}"));
        let log = ok(&format!("run hounds --seed {seed} --ticks 12"));
        let mut steps = log.lines().filter(|line| line.contains(" Pia moves "));
        let last = steps.next_back().expect("she walks");
        assert!(
            last.ends_with(&format!("→ {}", &walk[..2])),
            "{last}: {first}"
        );
    }
}

#[test]
fn a_tie_between_attacks_is_explained_without_asking_for_more() {
    let place = Place::with_assets();
    let battle = r#"(
        title: "Twins", text: "Two attacks of one strength.",
        skills: {"left": (damage: 4), "right": (damage: 4), "weak": (damage: 1)},
        friends: [(unit: (name: "Ann", hp: 9, skills: ["right", "left", "weak"]), at: "A1")],
        enemies: [(unit: (name: "Ben", hp: 9, skills: ["weak", "left"]), at: "B1")],
    )"#;
    place.write("twins.battle.ron", battle);
    let printed = place.lab("why twins.battle.ron --seed 1 --tick 1").ok();
    let tie = "  attack Right: a tie in damage, and the skill listed first wins\n";
    assert!(printed.contains(tie), "{printed}");
    assert_eq!(
        printed.matches("attack ").count(),
        3,
        "no word about the rest: {printed}"
    );
}
