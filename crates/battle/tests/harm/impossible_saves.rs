//! States that no battle can ever be in, made by hand: a save that says so is refused.

use foretold_battle::testing::{board, guard, heavy_punch, light_punch, recruit};
use foretold_battle::{Battle, Deck};
use serde::Deserialize as _;
use serde_json::{Value, json};

fn down(successes: u8, failures: u8) -> Value {
    json!({"Down": {"successes": successes, "failures": failures}})
}

fn using(skill: u8, aim: Value, left: u8) -> Value {
    json!({"Use": {"skill": skill, "aim": aim, "left": left}})
}

#[test]
fn what_no_battle_can_be_in_is_refused() {
    let scene = board("A . . e\n# . . .")
        .unit(
            'A',
            recruit().sanity(10).deck(Deck::standard()).gambits([
                light_punch(),
                heavy_punch().cooldown(2),
                guard(),
            ]),
        )
        .unit('e', recruit().cards([(light_punch(), 1)]));
    let sound = serde_json::to_value(scene.start(1)).expect("plain data");
    assert!(Battle::deserialize(&sound).is_ok());
    let b1 = || json!({"Cell": "B1"});
    let only_e = json!([sound["state"]["units"][1]]);
    // What is wrong, and what it takes: places in the state and what they say.
    let cases = [
        ("one unit too few", vec![("units", only_e)]),
        ("a tick beyond the last", vec![("tick", json!(501))]),
        (
            "cards that no side has",
            vec![("shared_piles/0/0", json!(1))],
        ),
        ("two in one cell", vec![("units/0/cell", json!("D1"))]),
        ("in a wall", vec![("units/0/cell", json!("A2"))]),
        (
            "a block beyond the highest",
            vec![("units/0/block", json!(10_000))],
        ),
        ("more HP than the most", vec![("units/0/hp", json!(101))]),
        ("HP for the fallen", vec![("units/0/life", json!("Fallen"))]),
        ("HP for the stable", vec![("units/0/life", json!("Stable"))]),
        ("HP for the downed", vec![("units/0/life", down(0, 0))]),
        (
            "three saves made and still down",
            vec![("units/0/hp", json!(0)), ("units/0/life", down(3, 0))],
        ),
        (
            "four saves failed",
            vec![("units/0/hp", json!(0)), ("units/0/life", down(0, 4))],
        ),
        (
            "the downed in the middle of a blow",
            vec![
                ("units/0/hp", json!(0)),
                ("units/0/life", down(0, 0)),
                ("units/0/action", using(0, b1(), 1)),
            ],
        ),
        (
            "more sanity than the most",
            vec![("units/0/sanity", json!(11))],
        ),
        ("sanity without a mind", vec![("units/1/sanity", json!(1))]),
        (
            "a skill it does not know",
            vec![("units/0/action", using(3, b1(), 1))],
        ),
        (
            "a blow that landed long ago",
            vec![("units/0/action", using(1, b1(), 0))],
        ),
        (
            "a blow slower than its skill",
            vec![("units/0/action", using(1, b1(), 3))],
        ),
        (
            "a help for nobody",
            vec![("units/0/action", using(2, json!({"Unit": 2}), 1))],
        ),
        (
            "a step of two cells",
            vec![("units/0/action", json!({"Step": {"to": "C1"}}))],
        ),
        (
            "a step on the spot",
            vec![("units/0/action", json!({"Step": {"to": "A1"}}))],
        ),
        (
            "a blow that hit nobody there is",
            vec![("units/0/landed", json!({"target": 2, "hits": 1}))],
        ),
        (
            "a card without a card brain",
            vec![("units/0/card", json!(0))],
        ),
        (
            "a card that is not in the list",
            vec![("units/1/card", json!(1))],
        ),
        (
            "a holder without a hold",
            vec![("units/0/statuses/holder", json!(1))],
        ),
        (
            "a holder who is not there",
            vec![
                ("units/0/statuses/active", json!(2)),
                ("units/0/statuses/turns/1", json!(1)),
                ("units/0/statuses/holder", json!(2)),
            ],
        ),
        (
            "a status without turns",
            vec![("units/0/statuses/active", json!(1))],
        ),
        (
            "turns without a status",
            vec![("units/0/statuses/turns/2", json!(1))],
        ),
        (
            "a number without a status",
            vec![("units/0/statuses/amounts/3", json!(1))],
        ),
        (
            "a beginning without a status",
            vec![("units/0/statuses/fresh", json!(1))],
        ),
        (
            "something new without a status",
            vec![("units/0/statuses/new", json!(1))],
        ),
        (
            "a status longer than the longest",
            vec![
                ("units/0/statuses/active", json!(1)),
                ("units/0/statuses/turns/0", json!(101)),
            ],
        ),
        (
            "a number larger than the largest",
            vec![
                ("units/0/statuses/active", json!(8)),
                ("units/0/statuses/turns/3", json!(1)),
                ("units/0/statuses/amounts/3", json!(100)),
            ],
        ),
        (
            "a rest longer than its skill's",
            vec![("units/0/cooldowns/1", json!(4))],
        ),
        (
            "one rest too few",
            vec![("units/0/cooldowns", json!([0, 0]))],
        ),
        (
            "a rule it cannot follow",
            vec![("units/0/rules/0/skill", json!(3))],
        ),
        (
            "more cards than its deck has",
            vec![("units/0/pile/0", json!(2))],
        ),
    ];
    let mut accepted = Vec::new();
    for (what, changes) in cases {
        let mut save = sound.clone();
        for (place, value) in changes {
            let place = format!("/state/{place}");
            *save.pointer_mut(&place).expect("the place exists") = value;
        }
        assert_ne!(save, sound, "{what}");
        accepted.extend(Battle::deserialize(&save).is_ok().then_some(what));
    }
    assert!(accepted.is_empty(), "accepted: {accepted:#?}");
}
