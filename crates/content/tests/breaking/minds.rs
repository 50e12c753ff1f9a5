//! Brains: rules, moves, and what a unit knows.

use crate::table::{check, row};

#[test]
fn a_rule_for_a_skill_that_the_unit_lacks_is_reported() {
    check(&[
        row!("units/egg_sac.unit.ron": "\"hold\"" => "¦\"bite\"",
            "brain[0].use: `egg_sac` does not know `bite`: add it to its skills, or use one of `move_towards`, `move_away`, `hold`"),
        row!("units/goblin_boss.unit.ron": "Gambit(\"warlord\")" => "¦Gambit(\"pike_wall\")",
            "brain: the rule set `pike_wall` uses `polearm`, which `goblin_boss` does not know: add it to `skills` in units/goblin_boss.unit.ron, or choose other rules (it knows `two_scimitars`, `war_cry`, `move_towards`, `move_away`, `hold`)"),
        row!("battles/heavy-hands.battle.ron": "Gambit(\"duellist\")" => "¦Gambit(\"pike_wall\")",
            "friends[0].brain: the rule set `pike_wall` uses `polearm`, which `recruit` does not know: add it to `skills` in units/recruit.unit.ron, or choose other rules (it knows `light_punch`, `heavy_punch`, `move_towards`, `move_away`, `hold`)"),
        row!("battles/heavy-hands.battle.ron": "Gambit(\"duellist\")" => "Gambit([(use: ¦\"howl\")])",
            "friends[0].brain[0].use: `recruit` does not know `howl`: add it to its skills, or use one of `light_punch`, `heavy_punch`, `move_towards`, `move_away`, `hold`"),
        row!("units/goblin.unit.ron": "[\"scimitar\", \"shortbow\"]" => "[\"scimitar\", ¦\"scimitar\"]",
            "skills[1]: `scimitar` appears twice: delete one"),
    ]);
}

#[test]
fn too_many_rules_or_tests_are_reported() {
    check(&[
        row!("units/priest.unit.ron": "rule_slots: 6" => "rule_slots: ¦5",
            "rule_slots: `priest` has 6 rules and 5 slots: delete some, or raise `rule_slots` (at most 6)"),
        row!("units/goblin_shaman.unit.ron": "    rule_slots: 4,\n    brain: Gambit" => "    brain: ¦Gambit",
            "brain: `goblin_shaman` has 4 rules and 3 slots: delete some, or raise `rule_slots` (at most 6)"),
        row!("battles/heavy-hands.battle.ron": "Gambit(\"duellist\")" => "¦Gambit([(use: \"hold\"), (use: \"hold\"), (use: \"hold\"), (use: \"hold\")])",
            "friends[0].brain: `recruit` has 4 rules and 3 slots: delete some, or raise `rule_slots` (at most 6)"),
        row!("units/priest.unit.ron": "rule_slots: 6" => "rule_slots: ¦7",
            "rule_slots: found 7, expected 1 to 6"),
        row!("gambits/healer.gambits.ron": "(use: \"move_towards\"),\n]" => "(use: \"move_towards\"),\n    ¦(use: \"hold\"),\n    (use: \"hold\"),\n]",
            "[6]: this list is too long: expected at most 6"),
        row!("gambits/duellist.gambits.ron": "[MyCellTargeted]" => "[Always, Always, Always, Always, ¦Always]",
            "[0].when[4]: this list is too long: expected at most 4"),
        row!("gambits/duellist.gambits.ron": "All([MyCellTargeted])" => "¦MyCellTargeted",
            "[0].when: found `MyCellTargeted`, which does not exist: expected one of `All`, `Any`"),
    ]);
}

#[test]
fn a_card_brain_that_cannot_draw_is_reported() {
    check(&[
        row!("units/bruiser.unit.ron": "Cards([\n        (skill: \"heavy_punch\", weight: 70),\n        (skill: \"light_punch\", weight: 30),\n    ])" => "¦Cards([])",
            "brain: the number of moves is 0, expected 1 to 200"),
        row!("units/bruiser.unit.ron": "Cards([\n        (skill: \"heavy_punch\", weight: 70),\n        (skill: \"light_punch\", weight: 30),\n    ])" => "¦Cards([(skill: \"heavy_punch\", weight: 0), (skill: \"light_punch\", weight: 0)])",
            "brain: the sum of weights is 0, expected 1 to 1000000"),
        row!("units/bruiser.unit.ron": "(skill: \"light_punch\", weight: 30)" => "(skill: ¦\"hold\", weight: 30)",
            "brain[1].skill: `hold` only moves, and a card brain walks by itself: give it an attack or a skill that helps"),
        row!("units/bruiser.unit.ron": "skill: \"heavy_punch\", weight: 70),\n        (skill: \"light_punch\"" => "skill: ¦\"hevy_punch\", weight: 70),\n        (skill: ¦\"hold\"",
            "brain[0].skill: there is no skill `hevy_punch`: did you mean `heavy_punch`?",
            "brain[1].skill: `hold` only moves, and a card brain walks by itself: give it an attack or a skill that helps"),
        row!("units/bruiser.unit.ron": "(skill: \"light_punch\", weight: 30)" => "¦(weight: 30)",
            "brain[1]: this move does nothing: give it a `skill` or an `intent`"),
        row!("units/bruiser.unit.ron": "(skill: \"light_punch\", weight: 30)" => "(skill: \"light_punch\", intent: ¦Attack(5), weight: 30)",
            "brain[1].intent: a move is a skill or an intent, not both: delete one of them"),
        row!("units/bruiser.unit.ron": "(skill: \"light_punch\", weight: 30)" => "(skill: \"light_punch\", range: ¦5, weight: 30)",
            "brain[1].range: the skill `light_punch` has its own range: delete this one, or give an `intent` in place of the skill"),
        row!("battles/first-blood.battle.ron": "intent: Defend(1)" => "intent: ¦Defend(1000)",
            "enemies[0].brain[2].intent: the block is 1000, expected 1 to 999"),
    ]);
}

#[test]
fn what_a_unit_takes_in_two_ways_is_reported() {
    check(&[
        row!("units/skeleton.unit.ron": "immune: [Poison]" => "immune: ¦[Poison, Radiant]",
            "immune: radiant damage is taken in two ways at once: name it in only one of `resists`, `vulnerable` and `immune`"),
        row!("units/skeleton.unit.ron": "vulnerable: [Radiant]" => "vulnerable: ¦[Radiant, Piercing]",
            "vulnerable: piercing damage is taken in two ways at once: name it in only one of `resists`, `vulnerable` and `immune`"),
    ]);
}

#[test]
fn autofight_settings_that_make_no_sense_are_reported() {
    check(&[
        row!("units/fighter.unit.ron": "(prefer: [\"priest\"])" => "¦(order: [Distance, Distance])",
            "autofight: the times a ranking is listed is 2, expected 0 to 1"),
        row!("autofight.ron": "injured: 50" => "injured: ¦101",
            "settings.preconditions.injured: 101% is not between 0% and 100%"),
        row!("autofight.ron": "ignore: []" => "ignore: ¦\"rat\"",
            "settings.ignore: found `\"rat\"`, expected a list: `[…]`"),
    ]);
}
