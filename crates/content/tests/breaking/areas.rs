//! Areas, shoves, fire, drain, price and start block (rules §13).

use crate::table::{check, row};

#[test]
fn an_area_out_of_bounds_is_reported() {
    check(&[
        row!("skills/howl.skill.ron": "sanity_damage: 8" => "sanity_damage: 8, area: ¦Burst(0)",
            "area: the area is 0, expected 1 to 11"),
        row!("skills/howl.skill.ron": "sanity_damage: 8" => "sanity_damage: 8, area: ¦Burst(12)",
            "area: the area is 12, expected 1 to 11"),
        row!("skills/howl.skill.ron": "sanity_damage: 8" => "sanity_damage: 8, area: ¦Line(12)",
            "area: the area is 12, expected 1 to 11"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, area: ¦Cone(0)",
            "area: the area is 0, expected 1 to 11"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, area: Burst(¦300)",
            "area: `300` is too large or too small here: docs/modding.md lists the bounds"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, area: Burst(¦-1)",
            "area: `-1` is too large or too small here: docs/modding.md lists the bounds"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, area: ¦Ball(2)",
            "area: found `Ball`, which does not exist: expected one of `Burst`, `Cell`, `Cone`, `Line`"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, area: ¦2",
            "area: found `2`, expected a word, such as the name of a field: docs/modding.md lists the words"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, area: Burst¦",
            "area: found `,`, expected fields in brackets: `(…)`"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, spares: ¦1",
            "spares: found `1`, expected `true` or `false`"),
    ]);
}

#[test]
fn a_line_or_a_cone_that_is_aimed_further_than_it_is_long_is_reported() {
    check(&[
        row!("skills/aimed_shot.skill.ron": "range: 5" => "range: ¦5, area: Line(4)",
            "range: found 5, expected 1 to 4: a line or a cone is aimed at another cell, no further away than it is long"),
        row!("skills/curse.skill.ron": "range: 4" => "range: ¦4, area: Cone(3)",
            "range: found 4, expected 1 to 3: a line or a cone is aimed at another cell, no further away than it is long"),
        row!("skills/curse.skill.ron": "range: 4" => "range: ¦0, area: Cone(3)",
            "range: found 0, expected 1 to 3: a line or a cone is aimed at another cell, no further away than it is long"),
        row!("skills/curse.skill.ron": "range: 4" => "range: ¦12, area: Cone(3)",
            "range: found 12, expected 0 to 11"),
    ]);
}

#[test]
fn an_area_on_a_skill_that_does_not_strike_is_reported() {
    check(&[
        row!("skills/guard.skill.ron": "block: 8" => "block: 8, area: ¦Burst(1)",
            "area: only a skill that strikes has an area: delete this"),
        row!("skills/hold.skill.ron": "walk: Hold" => "walk: Hold, area: ¦Line(1)",
            "area: only a skill that strikes has an area: delete this"),
        row!("skills/mend.skill.ron": "heal: " => "spares: ¦true, heal: ",
            "spares: only a skill that strikes spares its own side: delete this"),
        row!("skills/hold.skill.ron": "walk: Hold" => "walk: Hold, pays: ¦2",
            "pays: only a skill that strikes costs HP: delete this"),
        row!("skills/guard.skill.ron": "block: 8" => "block: ¦8, burns: 2",
            "block: a skill moves, strikes or aids, never two of them: `burns` says it strikes, `block` says it aids"),
        row!("skills/hold.skill.ron": "walk: Hold" => "walk: Hold, burns: ¦2",
            "burns: a skill moves, strikes or aids, never two of them: `walk` says it moves, `burns` says it strikes"),
        row!("skills/hold.skill.ron": "walk: Hold" => "walk: Hold, pulls: ¦true",
            "pulls: a skill moves, strikes or aids, never two of them: `walk` says it moves, `pulls` says it strikes"),
        row!("skills/guard.skill.ron": "(\n    block: 8,\n)" => "¦(drains: ¦50)",
            "this does nothing: give it an effect, such as `damage`",
            "drains: only damage can be drained: add `damage`, or delete this"),
    ]);
}

#[test]
fn an_area_that_shoves_and_may_miss_or_strikes_too_often_is_reported() {
    check(&[
        row!("skills/shove.skill.ron": "shoves: true" => "area: Burst(1), shoves: true, to_hit: ¦Aimed",
            "to_hit: an area that shoves or pulls never misses: make every strike `Sure`, or delete `area`"),
        row!("skills/stone_fists.skill.ron": "strikes: [\n        (damage: 7),\n        (damage: 7),\n    ]" => "area: Cone(1), strikes: [(damage: 7, to_hit: ¦Armour), (pulls: true)]",
            "strikes[0].to_hit: an area that shoves or pulls never misses: make every strike `Sure`, or delete `area`"),
        row!("skills/bone_storm.skill.ron": "strikes: [" => "area: Line(4), strikes: ¦[",
            "strikes: found 3 strikes, expected 1 or 2 in an attack with an area"),
        row!("skills/stone_fists.skill.ron": "strikes: [\n        (damage: 7),\n        (damage: 7),\n    ]" => "area: Burst(1), strikes: ¦[]",
            "strikes: found 0 strikes, expected 1 or 2 in an attack with an area"),
        row!("skills/stone_fists.skill.ron": "strikes: [\n        (damage: 7),\n        (damage: 7),\n    ]" => "strikes: [(damage: 7), (shoves: true, pulls: ¦true)]",
            "strikes[1].pulls: a strike shoves away or pulls nearer, never both: delete `shoves` or `pulls`"),
        row!("skills/stone_fists.skill.ron": "strikes: [\n        (damage: 7),\n        (damage: 7),\n    ]" => "strikes: [(damage: 7), (shoves: true, drains: ¦20)]",
            "strikes[1].drains: only damage can be drained: add `damage`, or delete this"),
        row!("skills/stone_fists.skill.ron": "strikes: [\n        (damage: 7),\n        (damage: 7),\n    ]" => "strikes: [(damage: 7), (damage: 7, drains: ¦200)]",
            "strikes[1].drains: found 200, expected 1 to 100"),
        row!("skills/stone_fists.skill.ron": "strikes: [\n        (damage: 7)," => "strikes: [(damage: 7, ¦burns: 2),",
            "strikes[0].burns: there is no field `burns` here: expected one of `accuracy_bonus`, `damage`, `drains`, `edge`, `inflicts`, `kind`, `pulls`, `sanity_damage`, `shoves`, `to_hit`"),
    ]);
}

#[test]
fn numbers_of_a_battle_for_itself_are_reported_there() {
    check(&[
        row!("battles/crossfire.battle.ron": "max_ticks: 200" => "max_ticks: 200, bump: ¦101",
            "rules.bump: found 101, expected 0 to 100"),
        row!("battles/crossfire.battle.ron": "max_ticks: 200" => "max_ticks: 200, fire: ¦101",
            "rules.fire: found 101, expected 0 to 100"),
        row!("rules.ron": "bump: 5" => "bump: ¦-5", "bump: found -5, expected 0 or more"),
        row!("rules.ron": "fire: 5" => "fire: ¦-5", "fire: found -5, expected 0 or more"),
        row!("rules.ron": "bump: 5" => "bump: ¦true", "bump: found `true`, expected a whole number"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: 42, start_block: ¦many", "start_block: found `many`, expected a whole number"),
        row!("units/cultist.unit.ron": "hp: 42" => "hp: 42, ¦startblock: 2",
            "startblock: there is no field `startblock` here: did you mean `start_block`?"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, pulls: ¦1",
            "pulls: found `1`, expected `true` or `false`"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, burns: ¦-1", "burns: found -1, expected 1 to 100"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, drains: ¦-1", "drains: found -1, expected 1 to 100"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, pays: ¦-1", "pays: found -1, expected 1 to 999"),
    ]);
}

#[test]
fn words_about_areas_are_reported() {
    check(&[
        row!("gambits/brawler.gambits.ron": "MyHpBelow(30)" => "¦WouldHitEnemies(25)",
            "[0].when[1]: found 25, expected 0 to 24"),
        row!("gambits/brawler.gambits.ron": "MyHpBelow(30)" => "¦WouldHitEnemy(2)",
            "[0].when[1]: found `WouldHitEnemy`, which does not exist: did you mean `WouldHitEnemies`?"),
        row!("gambits/brawler.gambits.ron": "MyHpBelow(30)" => "WouldHitAlly¦(2)",
            "[0].when[1]: found `(`, expected a comma, or the closing bracket"),
        row!("skills/curse.skill.ron": "on: \"highest_hp_enemy\"" => "on: ¦\"most_hit_enemies\"",
            "on: there is no selector `most_hit_enemies`: did you mean `most_hit_enemy`?"),
    ]);
}
