//! `sim`: which units fight, how long, in which tempo, and what decides for them.

use crate::common::{Place, lab, ok, refused, words};

const DUEL: &str = "sim --party fighter --enemies goblin --seed 42";

#[test]
fn the_blocks_come_in_order() {
    let log = ok(
        "sim --party assets/units/fighter.unit.ron --enemies assets/units/goblin.unit.ron --seed 42",
    );
    let mut rest = log.as_str();
    for block in [
        "Seed 42\n",
        "\nInitiative order\n",
        "   1. fighter: d20(17) + 1 = 18\n",
        "   2. goblin: d20(10) + 2 = 12\n",
        "\nRound 1\n",
        "  fighter: 28/28 HP on A10\n",
        "    fighter moves A10 → A4, 6 cells\n",
        " vs AC 13: HIT\n",
        " slashing damage\n",
        "      goblin HP 9 → 0/9\n",
        "    goblin falls on A3\n",
        "\nCombat over\n",
        "  winner: the party\n",
        "  rounds: 1\n",
        "  survivors: fighter 28/28\n",
    ] {
        let Some(at) = rest.find(block) else {
            panic!("{block:?} is missing, or comes too early, in:\n{log}");
        };
        rest = &rest[at + block.len()..];
    }
    assert_eq!(rest, "", "the survivors are the last line");
}

#[test]
fn a_unit_is_the_same_by_name_and_by_path() {
    let by_path = "sim --party assets/units/fighter.unit.ron --enemies ./assets/units/goblin.unit.ron --seed 42";
    assert_eq!(ok(by_path), ok(DUEL));
}

#[test]
fn two_of_the_same_have_different_names() {
    let log = ok("sim --party goblin --enemies goblin goblin --seed 1 --max-rounds 1");
    for name in [" goblin: ", " goblin-2: ", " goblin-3: "] {
        assert!(log.contains(name), "{name} in {log}");
    }
    let log = ok("sim --party fighter --enemies goblin goblin --seed 1 --max-rounds 1");
    let initiative = log.lines().filter(|line| line.contains(" = "));
    let mut names: Vec<&str> = initiative
        .take(3)
        .filter_map(|line| line.split_once(". ")?.1.split(':').next())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["fighter", "goblin", "goblin-2"]);
}

#[test]
fn quiet_prints_only_the_result() {
    let (quiet, whole) = (ok(&format!("{DUEL} --quiet")), ok(DUEL));
    assert_eq!(
        quiet,
        "Combat over\n  winner: the party\n  rounds: 1\n  survivors: fighter 28/28\n"
    );
    assert!(whole.ends_with(&quiet), "the same battle, printed in full");
}

#[test]
fn the_enemies_may_win_and_nobody_may_be_left_on_the_other_side() {
    let log = ok("sim --party recruit --enemies tomb_guardian tomb_guardian --seed 1 --quiet");
    assert!(log.contains("  winner: the enemies\n"), "{log}");
    assert!(log.contains("  survivors: tomb_guardian"), "{log}");
    assert!(!log.contains("recruit"), "{log}");
}

#[test]
fn one_round_is_a_draw() {
    let log = ok("sim --party fighter --enemies goblin_boss --seed 1 --max-rounds 1");
    assert!(log.contains("\nRound 1\n"), "{log}");
    assert!(!log.contains("\nRound 2\n"), "{log}");
    let end = "\nCombat over\n  winner: nobody, a draw: it took too long\n  rounds: 1\n  survivors: fighter ";
    assert!(log.contains(end), "{log}");
}

#[test]
fn rounds_have_bounds() {
    for rounds in ["0", "1001", "-1", "many"] {
        let line = format!("{DUEL} --max-rounds={rounds}");
        let printed = lab(&words(&line)).refused(2);
        assert!(printed.contains("--max-rounds <N>"), "{printed}");
    }
    ok(&format!("{DUEL} --max-rounds 1000"));
}

#[test]
fn thirteen_on_a_side_are_refused_and_twelve_are_not() {
    let side = |count: usize| vec!["goblin"; count].join(" ");
    for (party, enemies, printed) in [
        (
            13,
            1,
            "error: --party names 13 units: a side has at most 12\n",
        ),
        (
            1,
            13,
            "error: --enemies names 13 units: a side has at most 12\n",
        ),
    ] {
        let line = format!("sim --party {} --enemies {}", side(party), side(enemies));
        assert_eq!(lab(&words(&line)).refused(2), printed);
    }
    let line = format!(
        "sim --party {0} --enemies {0} --seed 1 --max-rounds 1",
        side(12)
    );
    let log = ok(&line);
    assert!(log.contains("  24. goblin"), "{log}");
    assert!(log.contains("  goblin: 9/9 HP on A10\n"), "{log}");
    assert!(log.contains("  goblin-24: 9/9 HP on L3\n"), "{log}");
}

#[test]
fn both_sides_must_be_named() {
    for line in [
        "sim",
        "sim --party fighter",
        "sim --enemies goblin",
        "sim --party --enemies goblin",
    ] {
        let printed = lab(&words(line)).refused(2);
        assert!(
            printed.contains("'--party <UNIT>...'")
                || printed.contains("--party <UNIT>...\n")
                || printed.contains("--enemies <UNIT>...\n"),
            "{printed}"
        );
    }
}

#[test]
fn in_ticks_everyone_acts_at_once() {
    let log = ok(&format!("{DUEL} --tempo ticks"));
    assert!(log.starts_with("Seed 42\n\nTick 1\n"), "{log}");
    assert!(
        !log.contains("Initiative order") && !log.contains("Round"),
        "{log}"
    );
    assert!(log.contains("\n  ticks: "), "{log}");
}

#[test]
fn in_phases_the_sides_take_turns() {
    let log = ok(&format!("{DUEL} --tempo phases"));
    assert!(
        log.starts_with("Seed 42\n\nRound 1\n  The party\n"),
        "{log}"
    );
    assert!(!log.contains("Initiative order"), "{log}");
    assert!(log.contains("\n  rounds: "), "{log}");
    let log = ok("sim --party cleric --enemies goblin_boss --seed 4 --tempo phases");
    assert!(log.contains("\n  The enemies\n"), "{log}");
}

#[test]
fn the_heuristic_shoots_first_and_its_own_rules_walk_up() {
    // The swordsman's rules walk up to enemies within 7; the heuristic takes what hits hardest now.
    let line = "sim --party fighter --enemies egg_sac --tempo ticks --seed 1";
    let heuristic = ok(line);
    assert_eq!(
        heuristic,
        ok(&format!("{line} --agent heuristic")),
        "it is the default"
    );
    assert!(
        heuristic.contains("Tick 1\n    fighter attacks egg_sac with Shortbow: "),
        "{heuristic}"
    );
    let own = ok(&format!("{line} --agent own"));
    assert!(
        own.contains("Tick 1\n    fighter moves A10 → A9, 1 cell\n"),
        "{own}"
    );
}

#[test]
fn a_skill_that_winds_up_for_long_has_no_place_in_turns() {
    let printed = refused("sim --party fighter --enemies bonelord --seed 1");
    assert_eq!(
        printed,
        "error: where units take turns a skill costs at most 2, and `grave_blow` costs 3: choose another tempo, or another skill\n"
    );
    ok("sim --party fighter --enemies bonelord --seed 1 --tempo ticks --quiet");
}

#[test]
fn a_unit_of_ones_own_can_be_tried_at_once() {
    let place = Place::with_assets();
    let args = "sim --party fighter --enemies My_Ogre.unit.ron --seed 1";
    place.write("My_Ogre.unit.ron", r#"(hp: 40, skills: ["bash"])"#);
    let log = place.lab(args).ok();
    assert!(log.contains("   2. my_ogre: d20("), "{log}");

    place.write(
        "My_Ogre.unit.ron",
        r#"(hp: 40, skills: ["bash"], brain: Gambit("recruit"))"#,
    );
    let printed = place.lab(args).refused(1);
    let advice = "add it to `skills` in My_Ogre.unit.ron, or choose other rules";
    assert!(
        printed.contains(advice),
        "advice names the file as it was typed: {printed}"
    );
}
