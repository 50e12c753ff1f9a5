//! Fields that do not exist, are missing, or appear twice.

use crate::table::{check, row};

#[test]
fn a_field_that_does_not_exist_is_reported_at_every_level() {
    check(&[
        row!("units/recruit.unit.ron": "hp: 100" => "¦helth: 100",
            "helth: there is no field `helth` here: expected one of `accuracy`, `armour_class`, `at_zero`, `autofight`, `brain`, `companion`, `deck`, `figure`, `harmless`, `hp`, `immune`, `initiative`, and 11 more"),
        row!("units/cultist.unit.ron": "kind: \"priest\"" => "¦kinds: \"priest\"",
            "kinds: there is no field `kinds` here: did you mean `kind`?"),
        row!("units/cultist.unit.ron": "weight: 40" => "¦wieght: 40",
            "brain[0].wieght: there is no field `wieght` here: did you mean `weight`?"),
        row!("units/fighter.unit.ron": "(prefer: [\"priest\"])" => "(¦perfer: [\"priest\"])",
            "autofight.perfer: there is no field `perfer` here: did you mean `prefer`?"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, ¦dammage: 5",
            "dammage: there is no field `dammage` here: did you mean `damage`?"),
        row!("skills/bone_storm.skill.ron": "(damage: 4, kind: Piercing),\n    ]" => "(damage: 4, ¦kin: Piercing),\n    ]",
            "strikes[2].kin: there is no field `kin` here: did you mean `kind`?"),
        row!("skills/curse.skill.ron": "amount: 4" => "¦amuont: 4",
            "inflicts.amuont: there is no field `amuont` here: did you mean `amount`?"),
        row!("gambits/coward.gambits.ron": "(use: \"light_punch\")" => "(use: \"light_punch\", ¦onn: \"self\")",
            "[1].onn: there is no field `onn` here: did you mean `on`?"),
        row!("gambits/brawler.gambits.ron": "range: 1" => "¦rnage: 1",
            "[0].when[0].rnage: there is no field `rnage` here: did you mean `range`?"),
        row!("units/egg_sac.unit.ron": "(use: \"hold\")" => "(¦uses: \"hold\")",
            "brain[0].uses: there is no field `uses` here: did you mean `use`?"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "¦borad: \"crypt\"",
            "borad: there is no field `borad` here: did you mean `board`?"),
        row!("battles/crypt.battle.ron": "at: \"F11\"" => "¦att: \"F11\"",
            "friends[1].att: there is no field `att` here: did you mean `at`?"),
        row!("battles/crossfire.battle.ron": "max_ticks: 200" => "¦max_tick: 200",
            "rules.max_tick: there is no field `max_tick` here: did you mean `max_ticks`?"),
        row!("decks/standard.deck.ron": "cards: [" => "¦card: [",
            "card: there is no field `card` here: did you mean `cards`?"),
        row!("decks/standard.deck.ron": "copies: 7" => "¦copy: 7",
            "cards[4].copy: there is no field `copy` here: expected one of `card`, `copies`"),
        row!("boards/crypt.board.ron": "legend: {" => "¦legends: {",
            "legends: there is no field `legends` here: did you mean `legend`?"),
        row!("schools/descent.school.ron": "text: " => "¦txet: ",
            "txet: there is no field `txet` here: did you mean `text`?"),
        row!("rules.ron": "half_cover: 20" => "¦halfcover: 20",
            "halfcover: there is no field `halfcover` here: did you mean `half_cover`?"),
        row!("autofight.ron": "settings: (" => "¦setting: (",
            "setting: there is no field `setting` here: did you mean `settings`?"),
        row!("autofight.ron": "max_distance: 20" => "¦max_distanse: 20",
            "settings.max_distanse: there is no field `max_distanse` here: did you mean `max_distance`?"),
        row!("autofight.ron": "injured: 75" => "¦hurt: 75",
            "presets.defensive.preconditions.hurt: there is no field `hurt` here: expected one of `caught`, `confused`, `injured`"),
    ]);
}

#[test]
fn a_field_that_is_missing_is_reported_where_it_should_be() {
    check(&[
        row!("battles/crypt.battle.ron": "(unit: \"pikeman\", at: \"F11\", name: \"Pia\")" => "¦(unit: \"pikeman\", name: \"Pia\")",
            "friends[1]: the field `at` is missing: add it"),
        row!("battles/crypt.battle.ron": "(\n    title: \"The Crypt\"," => "¦(\n",
            "the field `title` is missing: add it"),
        row!("skills/curse.skill.ron": "inflicts: (status: Weakened, turns: 3, amount: 4)" => "¦inflicts: (status: Weakened, amount: 4)",
            "inflicts: the field `turns` is missing: add it"),
        row!("gambits/coward.gambits.ron": "(when: All([MyHpBelow(50), EnemyInRange(1)]), use: \"move_towards\", on" => "¦(when: All([MyHpBelow(50), EnemyInRange(1)]), on",
            "[0]: the field `use` is missing: add it"),
        row!("decks/standard.deck.ron": "(card: Plus(0), copies: 7)" => "¦(copies: 7)",
            "cards[4]: the field `card` is missing: add it"),
        row!("gambits/brawler.gambits.ron": "EnemiesInRange(count: 2, range: 1)" => "¦EnemiesInRange(count: 2)",
            "[0].when[0]: the field `range` is missing: add it"),
    ]);
}

#[test]
fn a_field_that_stands_there_twice_is_reported() {
    check(&[
        row!("units/cultist.unit.ron": "hp: 42" => "hp: 42, ¦hp: 43",
            "hp: the field `hp` appears twice: delete one"),
        row!("units/cultist.unit.ron": "intent: Defend(8), " => "intent: Defend(8), ¦intent: Defend(9), ",
            "brain[1].intent: the field `intent` appears twice: delete one"),
        row!("battles/crypt.battle.ron": "name: \"Pia\"" => "name: \"Pia\", ¦at: \"A1\"",
            "friends[1].at: the field `at` appears twice: delete one"),
        row!("rules.ron": "max_ticks: 500" => "max_ticks: 500, ¦max_ticks: 600",
            "max_ticks: the field `max_ticks` appears twice: delete one"),
        row!("boards/throne_hall.board.ron": "'^': Hazard(5), // braziers" => "'^': Hazard(5), ¦'^': Pit,",
            "legend.^: the legend explains '^' twice"),
    ]);
}
