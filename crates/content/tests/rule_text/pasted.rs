//! Text that a player pastes: errors come with their place, and change nothing.

use foretold_battle::{Battle, Silent, UnitId};
use foretold_content::ContentError;

use crate::{content, encounter};

fn reported(battle: &str, unit: &str, text: &str) -> Vec<String> {
    let encounter = encounter(battle);
    let unit = encounter.unit(unit).expect("it fights here");
    let before = Battle::start(&encounter.arena(), 1, &mut Silent).fingerprint();
    let hash = content().hash();
    let errors = content()
        .rules_from_text(encounter, unit, text)
        .expect_err("it is wrong");
    assert_eq!(content().hash(), hash);
    let after = Battle::start(&encounter.arena(), 1, &mut Silent).fingerprint();
    assert_eq!(after, before);
    errors.iter().map(ContentError::to_string).collect()
}

#[test]
fn a_bad_paste_says_where() {
    let cases: [(&str, &[&str]); 9] = [
        (
            "",
            &["pasted text:1:1: found the end of the file, expected a list: `[…]`"],
        ),
        (
            "hello",
            &["pasted text:1:1: found `hello`, expected a list: `[…]`"],
        ),
        (
            "[\n    (use: \"light_punhc\"),\n]",
            &[
                "pasted text:2:11: [0].use: there is no skill `light_punhc`: did you mean `light_punch`?",
            ],
        ),
        (
            "[\n    (use: \"howl\"),\n]",
            &[
                "pasted text:2:11: [0].use: `ada` does not know `howl`: add it to its skills, or use one of `light_punch`, `heavy_punch`, `move_towards`, `move_away`, `hold`",
            ],
        ),
        (
            "[(use: \"hold\", on: \"nobody\"), (use: \"hold\", when: All([EnemyInRange(99)]))]",
            &[
                "pasted text:1:20: [0].on: there is no selector `nobody`: expected one of `furthest_ally`, `furthest_ally_in_reach`, `furthest_enemy`, `furthest_enemy_in_reach`, `highest_hp_ally`, `highest_hp_ally_in_reach`, `highest_hp_enemy`, `highest_hp_enemy_in_reach`, `lowest_hp_ally`, `lowest_hp_ally_in_reach`, `lowest_hp_enemy`, `lowest_hp_enemy_in_reach`, and 9 more",
                "pasted text:1:56: [1].when[0]: found 99, expected 0 to 11",
            ],
        ),
        (
            "[(use: \"hold\"), (use: \"hold\"), (use: \"hold\"), (use: \"hold\")]",
            &["pasted text:1:1: 4 rules in 3 slots: delete some or unlock more"],
        ),
        (
            "[(use: \"hold\"), (use: \"hold\"), (use: \"hold\"), (use: \"hold\"), (use: \"hold\"), (use: \"hold\"), (use: \"hold\")]",
            &["pasted text:1:92: [6]: this list is too long: expected at most 6"],
        ),
        (
            "[(use: \"hold\"",
            &["pasted text:1:14: the file ends too early: a closing bracket is missing"],
        ),
        (
            "[(usee: \"hold\"), (on: \"self\")]",
            &[
                "pasted text:1:3: [0].usee: there is no field `usee` here: did you mean `use`?",
                "pasted text:1:18: [1]: the field `use` is missing: add it",
            ],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(reported("three-abreast", "ada", text), expected, "{text}");
    }
}

#[test]
fn who_follows_no_rules_takes_none() {
    assert_eq!(
        reported("crypt", "cultist", "[(use: \"hold\")]"),
        ["pasted text:1:1: this unit follows no rules: its brain is of another kind"]
    );
}

#[test]
fn a_unit_that_is_not_there_takes_none() {
    let encounter = encounter("crypt");
    let nobody = UnitId::new(20).expect("a battle could have so many");
    let errors = content()
        .rules_from_text(encounter, nobody, "[]")
        .expect_err("nobody is there");
    assert_eq!(
        errors[0].to_string(),
        "pasted text:1:1: there is no such unit in this battle"
    );
}

#[test]
fn a_paste_without_end_is_refused() {
    let text = " ".repeat(2 << 20);
    assert_eq!(
        reported("crypt", "ada", &text),
        ["pasted text: it is too large: expected at most 1 MiB"]
    );
}

#[test]
fn a_rule_without_a_target_takes_that_of_its_skill() {
    let encounter = encounter("bonelord");
    let paul = encounter.unit("paul").expect("he fights here");
    let short = content().rules_from_text(encounter, paul, "[(use: \"mend\")]");
    let long = content().rules_from_text(
        encounter,
        paul,
        "[(use: \"mend\", on: \"lowest_hp_ally_in_reach\")]",
    );
    assert!(short.is_ok());
    assert_eq!(short, long);
}

#[test]
fn two_negations_cancel() {
    let encounter = encounter("bonelord");
    let paul = encounter.unit("paul").expect("he fights here");
    let read = |text: &str| {
        content()
            .rules_from_text(encounter, paul, text)
            .expect("in order")
    };
    let twice = read("[(when: All([Not(Not(MyCellTargeted))]), use: \"guard\")]");
    assert_eq!(
        twice,
        read("[(when: All([MyCellTargeted]), use: \"guard\")]")
    );
}
