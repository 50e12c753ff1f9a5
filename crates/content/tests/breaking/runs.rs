//! Items, packs, companions and plans of runs.

use crate::table::{check, row};

#[test]
fn an_item_that_cannot_be_is_reported() {
    check(&[
        row!("items/tower_shield.item.ron": "slot: Armour" => "slot: ¦Shield",
            "slot: found `Shield`, which does not exist: expected one of `Armour`, `Charm`, `Weapon`"),
        row!("items/tower_shield.item.ron": "hp: 14" => "hp: ¦140",
            "hp: found 140, expected -100 to 100"),
        row!("items/tower_shield.item.ron": "start_block: 20" => "start_block: ¦101",
            "start_block: found 101, expected 0 to 100"),
        row!("items/tower_shield.item.ron": "turns: 20" => "turns: ¦0",
            "status.turns: found 0, expected 1 to 100"),
        row!("items/tower_shield.item.ron": "amount: 1" => "amount: ¦0",
            "status.amount: found 0, expected 1 to 100"),
        row!("items/tower_shield.item.ron": "speed: -1," => "skill: ¦\"bsh\",",
            "skill: there is no skill `bsh`: did you mean `bash`?"),
        row!("items/tower_shield.item.ron": "speed: -1," => "skill: ¦\"grave_blow\",",
            "skill: `grave_blow` costs 3, and fights of a run may take turns: choose one that costs at most 2"),
        row!("items/tower_shield.item.ron": "speed: -1," => "adds: [¦Times(200)],",
            "adds[0]: found 200, expected 2 to 10"),
        row!("items/tower_shield.item.ron": "\"A door with straps.\"" => "¦\"\"",
            "text: this text is empty: write something for the player to read"),
        row!("items/tower_shield.item.ron": "speed: -1," => "resists: [Fire], vulnerable: ¦[Fire],",
            "vulnerable: fire does half and double at once: delete it here or in `resists`"),
    ]);
}

#[test]
fn a_pack_that_cannot_come_is_reported() {
    check(&[
        row!("packs/dead.pack.ron": "unit: \"zombie\"" => "unit: ¦\"zombi\"",
            "units[1].unit: there is no unit `zombi`: did you mean `zombie`?"),
        row!("packs/dead.pack.ron": "looks: [\"crypt\", \"churchyard\", \"crypt\"]" => "looks: ¦[\"crypt\"]",
            "looks: found 1 looks for 3 grounds: give one for each, in order"),
        row!("packs/dead.pack.ron": "\"churchyard\"" => "¦\"curchyard\"",
            "looks[1]: there is no ground `curchyard`: did you mean `churchyard`?"),
        row!("packs/hounds.pack.ron": "tempo: Phases,\n    by_hand: true" => "by_hand: ¦true",
            "by_hand: in ticks the company follows its rules: choose another tempo, or delete this"),
        row!("packs/dead.pack.ron": "unit: \"zombie\"" => "unit: ¦\"cult_archer\"",
            "units[1].unit: `cult_archer` draws from its side's deck, and the pack has none: give it a `deck`"),
        row!("packs/hounds.pack.ron": "floors: (2, 9)" => "floors: ¦(9, 2)",
            "floors: found floors 9 to 2, expected the first and the last of 1 to 10"),
        row!("packs/hounds.pack.ron": "tempo: Phases,\n    by_hand: true,\n    units: [\n        (unit: \"hound\"" => "tempo: ¦Phases,\n    by_hand: true,\n    units: [\n        (unit: \"bonelord\"",
            "tempo: where units take turns a skill costs at most 2, and `grave_blow` costs 3: choose another tempo, or another skill"),
    ]);
}

#[test]
fn a_companion_that_cannot_join_is_reported() {
    check(&[
        row!("units/hunter.unit.ron": "\"volley\"" => "¦\"voley\"",
            "companion.learns[1]: there is no skill `voley`: did you mean `volley`?"),
        row!("units/hunter.unit.ron": "\"volley\"" => "¦\"longbow\"",
            "companion.learns[1]: `longbow` is learned already: delete it here"),
        row!("units/hunter.unit.ron": "\"volley\"" => "¦\"grave_blow\"",
            "companion.learns[1]: `grave_blow` costs 3, and fights of a run may take turns: choose one that costs at most 2"),
        row!("units/hunter.unit.ron": "deck: Own(\"standard\")" => "deck: ¦Shared",
            "deck: a company shares no deck: give the companion one of its own, as in `Own(\"standard\")`"),
        row!("units/hunter.unit.ron": "brain: Gambit(\"hunter\")" => "brain: ¦Heuristic",
            "brain: a companion follows rules: give it `Gambit(…)`, or delete `companion`"),
    ]);
}

#[test]
fn a_plan_that_cannot_be_followed_is_reported() {
    check(&[
        row!("runs/descent.run.ron": "omens: 2" => "omens: ¦10",
            "omens: found 10, expected 0 to 9"),
        row!("runs/descent.run.ron": "chosen: 3" => "chosen: ¦0",
            "chosen: found 0, expected 1 to 4"),
        row!("runs/descent.run.ron": "offered: 4" => "offered: ¦9",
            "offered: found 9, expected 1 to 8"),
        row!("runs/descent.run.ron": "most: 4" => "most: ¦2",
            "most: found 2, expected 3 to 6"),
        row!("runs/descent.run.ron": "word: \"lowest_hp\"" => "word: ¦\"lowest_hpp\"",
            "found[0].word: there is no word of rules `lowest_hpp`: did you mean `lowest_hp`?"),
        row!("runs/descent.run.ron": "word: \"lowest_hp\"" => "word: ¦\"nearest\"",
            "found[0].word: `nearest` is known or found already: delete it here"),
        row!("runs/descent.run.ron": "fight: (70, 90)" => "fight: ¦(90, 70)",
            "bands.fight: found 90 to 70, expected two percentages, the lower one first"),
        row!("runs/descent.run.ron": "boss: \"bone_court\"" => "boss: ¦\"bone_cort\"",
            "boss: there is no pack `bone_cort`: did you mean `bone_court`?"),
        row!("runs/descent.run.ron": "kinds: [(Boss, 100)]" => "kinds: [¦(Fight, 100)]",
            "floors[9].kinds[0]: the boss waits on floor 10, alone and nowhere else"),
        row!("runs/descent.run.ron": "unit: \"shieldbearer\", health: 45" => "unit: ¦\"goblin\", health: 47",
            "references[0].company[0].unit: there is no companion `goblin`: expected one of `almoner`, `bell_ringer`, `fencer`, `ferryman`, `hedge_witch`, `hunter`, `lamplighter`, `penitent`, `pikeman`, `shieldbearer`, `smith`"),
        row!("runs/descent.run.ron": "Remove(Null)" => "¦Remove(Plus(9))",
            "cards[3]: no deck begins with +9: take out another card"),
        row!("runs/descent.run.ron": "price: Hp(25)" => "price: ¦Hp(95)",
            "bargains[0].price: found 95, expected 1 to 90"),
        row!("runs/descent.run.ron": "points.\", change: HarderFights(5)" => "points.\", change: ¦HarderFights(50)",
            "levels[0].change: found 50, expected 1 to 20"),
        row!("runs/descent.run.ron": "offers: 3" => "offers: ¦0",
            "offers: found 0, expected 1 to 5"),
    ]);
}
