//! Numbers out of bounds, and values that are not numbers at all.

use crate::table::{check, row};

#[test]
fn a_number_too_small_is_reported_with_its_bounds() {
    check(&[
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦0", "hp: found 0, expected 1 to 9999"),
        row!("units/priest.unit.ron": "sanity: 30" => "sanity: ¦0", "sanity: found 0, expected 1 to 999"),
        row!("units/priest.unit.ron": "rule_slots: 6" => "rule_slots: ¦0",
            "rule_slots: found 0, expected 1 to 6"),
        row!("units/goblin.unit.ron": "initiative: 2" => "initiative: ¦-51",
            "initiative: found -51, expected -50 to 50"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, cost: ¦0", "cost: found 0, expected 1 to 10"),
        row!("skills/guard.skill.ron": "block: 8" => "block: ¦0", "block: found 0, expected 1 to 999"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, burns: ¦0", "burns: found 0, expected 1 to 100"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, drains: ¦0", "drains: found 0, expected 1 to 100"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, pays: ¦0", "pays: found 0, expected 1 to 999"),
        row!("skills/curse.skill.ron": "turns: 3" => "turns: ¦0", "inflicts.turns: found 0, expected 1 to 100"),
        row!("skills/curse.skill.ron": "amount: 4" => "amount: ¦0", "inflicts.amount: found 0, expected 1 to 99"),
        row!("decks/standard.deck.ron": "copies: 7" => "copies: ¦0",
            "cards[4].copies: found 0, expected 1 to 100"),
        row!("decks/standard.deck.ron": "card: Times(2)" => "card: ¦Times(1)",
            "cards[1].card: the factor is 1, expected 2 to 10"),
        row!("rules.ron": "panic_turns: 3" => "panic_turns: ¦0", "panic_turns: found 0, expected 1 to 100"),
        row!("battles/crossfire.battle.ron": "max_ticks: 200" => "max_ticks: ¦0",
            "rules.max_ticks: found 0, expected 1 to 10000"),
        row!("units/cultist.unit.ron": "Defend(8)" => "¦Defend(0)",
            "brain[1].intent: the block is 0, expected 1 to 999"),
    ]);
}

#[test]
fn a_number_too_large_is_reported_with_its_bounds() {
    check(&[
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦10000", "hp: found 10000, expected 1 to 9999"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: 42, start_block: ¦1000", "start_block: found 1000, expected 0 to 999"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, burns: ¦101", "burns: found 101, expected 1 to 100"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, drains: ¦101", "drains: found 101, expected 1 to 100"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, pays: ¦1000", "pays: found 1000, expected 1 to 999"),
        row!("rules.ron": "bump: 5" => "bump: ¦101", "bump: found 101, expected 0 to 100"),
        row!("rules.ron": "fire: 5" => "fire: ¦101", "fire: found 101, expected 0 to 100"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦99999999", "hp: found 99999999, expected 1 to 9999"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦42, max_hp: 41", "hp: found 42, expected 1 to 41"),
        row!("units/goblin.unit.ron": "armour_class: 13" => "armour_class: ¦51",
            "armour_class: found 51, expected 0 to 50"),
        row!("units/hound.unit.ron": "speed: 7" => "speed: ¦300", "speed: found 300, expected 0 to 30"),
        row!("units/cult_archer.unit.ron": "accuracy: 85" => "accuracy: ¦301",
            "accuracy: found 301, expected -200 to 300"),
        row!("units/cultist.unit.ron": "weight: 40" => "weight: ¦10001",
            "brain[0].weight: found 10001, expected 0 to 10000"),
        row!("units/cultist.unit.ron": "range: 4" => "range: ¦12", "brain[0].range: found 12, expected 0 to 11"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: ¦1000",
            "damage: found 1000, expected a whole number from 0 to 999"),
        row!("skills/aimed_shot.skill.ron": "range: 5" => "range: ¦12", "range: found 12, expected 0 to 11"),
        row!("skills/web.skill.ron": "accuracy_bonus: 5" => "accuracy_bonus: ¦51",
            "accuracy_bonus: found 51, expected -50 to 50"),
        row!("skills/web.skill.ron": "cooldown: 2" => "cooldown: ¦101", "cooldown: found 101, expected 0 to 100"),
        row!("skills/hold.skill.ron": "walk: Hold" => "walk: Hold, cost: ¦2", "cost: found 2, expected 1 to 1"),
        row!("skills/two_scimitars.skill.ron": "accuracy_bonus: 4, edge" => "accuracy_bonus: ¦99, edge",
            "strikes[1].accuracy_bonus: found 99, expected -50 to 50"),
        row!("gambits/brawler.gambits.ron": "MyHpBelow(30)" => "¦MyHpBelow(101)",
            "[0].when[1]: found 101, expected 0 to 100"),
        row!("gambits/brawler.gambits.ron": "range: 1" => "range: ¦12",
            "[0].when[0].range: found 12, expected 0 to 11"),
        row!("gambits/brawler.gambits.ron": "count: 2" => "count: ¦25",
            "[0].when[0].count: found 25, expected 0 to 24"),
        row!("gambits/fire_thrower.gambits.ron": "Not(EnemyInRange(4))" => "¦Not(EnemyInRange(40))",
            "[2].when[0]: found 40, expected 0 to 11"),
        row!("rules.ron": "lowest_chance: 5" => "lowest_chance: ¦96", "lowest_chance: found 96, expected 0 to 95"),
        row!("rules.ron": "action_points: 2" => "action_points: ¦10", "action_points: found 10, expected 1 to 9"),
        row!("boards/throne_hall.board.ron": "Hazard(5)" => "Hazard(¦1000000)",
            "legend.^: `1000000` is too large or too small here: docs/modding.md lists the bounds"),
    ]);
}

#[test]
fn a_negative_number_is_reported_once() {
    check(&[
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦-42", "hp: found -42, expected 1 to 9999"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: 42, start_block: ¦-1", "start_block: found -1, expected 0 or more"),
        row!("units/hound.unit.ron": "speed: 7" => "speed: ¦-1", "speed: found -1, expected 0 or more"),
        row!("skills/guard.skill.ron": "block: 8" => "block: ¦-8", "block: found -8, expected 1 to 999"),
        row!("skills/aimed_shot.skill.ron": "range: 5" => "range: ¦-5", "range: found -5, expected 0 or more"),
        row!("units/cultist.unit.ron": "Defend(8)" => "¦Defend(-8)",
            "brain[1].intent: the block is -8, expected 1 to 999"),
        row!("decks/standard.deck.ron": "copies: 7" => "copies: ¦-7",
            "cards[4].copies: found -7, expected 1 to 100"),
        row!("gambits/brawler.gambits.ron": "MyHpBelow(30)" => "¦MyHpBelow(-30)",
            "[0].when[1]: found -30, expected 0 to 100"),
        row!("units/cultist.unit.ron": "weight: 40" => "weight: ¦-40",
            "brain[0].weight: found -40, expected 0 to 10000"),
        row!("rules.ron": "half_cover: 20" => "half_cover: ¦-20", "half_cover: found -20, expected 0 or more"),
        row!("rules.ron": "max_rounds: 100" => "max_rounds: ¦-100", "max_rounds: found -100, expected 1 to 1000"),
        row!("boards/throne_hall.board.ron": "Hazard(5)" => "Hazard(¦-5)",
            "legend.^: `-5` is too large or too small here: docs/modding.md lists the bounds"),
    ]);
}

#[test]
fn a_number_beyond_all_bounds_is_reported() {
    check(&[
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦99999999999999999999",
            "hp: `99999999999999999999` is too large or too small here: docs/modding.md lists the bounds"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦-99999999999999999999",
            "hp: `-99999999999999999999` is too large or too small here: docs/modding.md lists the bounds"),
        row!("skills/guard.skill.ron": "block: 8" => "block: ¦9223372036854775808",
            "block: `9223372036854775808` is too large or too small here: docs/modding.md lists the bounds"),
        row!("skills/guard.skill.ron": "block: 8" => "block: ¦9223372036854775807",
            "block: found 9223372036854775807, expected 1 to 999"),
    ]);
}

#[test]
fn what_is_no_whole_number_is_reported() {
    check(&[
        row!("units/cultist.unit.ron": "hp: 42" => "hp: 42¦.5", "hp: found a fraction, expected a whole number"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦\"42\"", "hp: found `\"42\"`, expected a whole number"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦many", "hp: found `many`, expected a whole number"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: ¦[42]", "hp: found `[`, expected a whole number"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: ¦1.5",
            "damage: found the floating point number `1.5`, expected a whole number, or dice as a text such as \"1d8+3\""),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: ¦true",
            "damage: found the boolean `true`, expected a whole number, or dice as a text such as \"1d8+3\""),
        row!("skills/aimed_shot.skill.ron": "needs_sight: true" => "needs_sight: ¦1",
            "needs_sight: found `1`, expected `true` or `false`"),
    ]);
}

#[test]
fn wrong_dice_are_reported() {
    check(&[
        row!("skills/longsword.skill.ron": "\"1d8+3\"" => "¦\"d8+3\"",
            "damage: found \"d8+3\", expected a number or dice such as \"1d8+3\""),
        row!("skills/longsword.skill.ron": "\"1d8+3\"" => "¦\"11d8\"",
            "damage: found \"11d8\", expected at most 10 dice with at most 20 sides"),
        row!("skills/longsword.skill.ron": "\"1d8+3\"" => "¦\"1d100\"",
            "damage: found \"1d100\", expected at most 10 dice with at most 20 sides"),
        row!("skills/longsword.skill.ron": "\"1d8+3\"" => "¦\"1d8+1000\"",
            "damage: found 1000, expected a whole number from -999 to 999"),
        row!("skills/cure_wounds.skill.ron": "\"1d8+3\"" => "¦\"a lot\"",
            "heal: found \"a lot\", expected a number or dice such as \"1d8+3\""),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: ¦-10", "damage: found -10, expected a whole number from 0 to 999"),
        row!("units/cultist.unit.ron": "Attack(6)" => "Attack(¦\"6d66\")",
            "brain[0].intent: found \"6d66\", expected at most 10 dice with at most 20 sides"),
    ]);
}
