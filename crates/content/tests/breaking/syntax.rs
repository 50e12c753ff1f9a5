//! Texts that are not RON.

use crate::table::{check, row};

#[test]
fn what_is_not_closed_is_reported() {
    check(&[
        row!("skills/mend.skill.ron": "\"lowest_hp_ally_in_reach\"," => "¦\"lowest_hp_ally_in_reach,",
            "this text has no end: close it with a \""),
        row!("skills/mend.skill.ron": "on: \"lowest_hp_ally_in_reach\",\n)\n" => "on: \"lowest_hp_ally_in_reach\",\n¦",
            "the file ends too early: a closing bracket or quote is missing"),
        row!("skills/mend.skill.ron": "// so that" => "¦/* so that",
            "this comment has no end: close it with */"),
        row!("skills/bone_storm.skill.ron": "    ],\n)" => "    ¦)",
            "found `)`, expected fields in brackets: `(…)`"),
        row!("gambits/duellist.gambits.ron": "(when: All([MyCellTargeted]), use" => "(when: All([MyCellTargeted], ¦use",
            "found `use`, expected a comma, or the closing `)`"),
        row!("units/recruit.unit.ron": "hp: 100,\n)" => "hp: 100 ¦]",
            "found `]`, expected a comma, or the closing bracket"),
    ]);
}

#[test]
fn what_stands_in_the_wrong_place_is_reported() {
    check(&[
        row!("units/recruit.unit.ron": "hp: 100,\n)" => "hp: 100,\n) ¦extra",
            "found `extra` after the end: delete it, or put it inside"),
        row!("units/recruit.unit.ron": "hp: 100,\n)" => "hp: 100,\n)\n¦)",
            "found `)` after the end: delete it, or put it inside"),
        row!("units/goblin.unit.ron": "hp: 9,\n    arm" => "hp: 9\n    ¦arm",
            "found `armour_class`, expected a comma, or the closing bracket"),
        row!("units/recruit.unit.ron": "(\n    hp: 100,\n)" => "¦[]",
            "found `[`, expected fields in brackets: `(…)`"),
        row!("units/recruit.unit.ron": "hp: 100" => "hp¦= 100",
            "found `=`, expected a `:`"),
        row!("units/recruit.unit.ron": "hp: 100" => "hp: ¦",
            "found `,`, expected a whole number"),
        row!("units/goblin.unit.ron": "[\"scimitar\", \"shortbow\"]" => "¦\"scimitar\"",
            "skills: found `\"scimitar\"`, expected a list: `[…]`"),
        row!("units/goblin.unit.ron": "\"goblin\"" => "¦goblin",
            "kind: found `goblin`, expected a text in quotes"),
        row!("boards/crypt.board.ron": "legend: {\n        't': HalfCover, // stone coffins\n    }" => "legend: ¦[]",
            "legend: found `[`, expected a map: `{…}`"),
        row!("gambits/recruit.gambits.ron": "(use: \"light_punch\")" => "¦\"light_punch\"",
            "[0]: found `\"light_punch\"`, expected fields in brackets: `(…)`"),
        row!("battles/crypt.battle.ron": "friends: [" => "by_hand: ¦yes, friends: [",
            "by_hand: found `yes`, expected `true` or `false`"),
    ]);
}

#[test]
fn what_people_write_by_mistake_is_answered_in_plain_words() {
    check(&[
        row!("units/cultist.unit.ron": "kind: \"priest\"" => "at_zero: ¦\"Downed\"",
            "at_zero: found the text `\"Downed\"`, expected a word without quotes, such as `Gambit(…)`: docs/modding.md lists the words"),
        row!("units/recruit.unit.ron": "(\n    hp: 100" => "¦Goblin(\n    hp: 100",
            "found `Goblin`, expected `(`: delete the name before the bracket"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, name: \"¦a\\qb\"",
            "name: found a `\\` that means nothing: write `\\\\` for a backslash"),
        row!("units/recruit.unit.ron": "hp: 100" => "hp: ¦1e3",
            "hp: found `1e3`, expected a whole number in digits"),
        row!("units/cultist.unit.ron": "Attack(6)" => "Attack(¦)",
            "brain[0].intent: found `)`, expected a value"),
        row!("units/recruit.unit.ron": "(\n    hp: 100" => "#![enable(¦foo)]\n(\n    hp: 100",
            "this extension does not exist: delete the line with `#![enable(…)]`"),
    ]);
}
