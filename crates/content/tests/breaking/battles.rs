//! Units, boards and decks of a battle.

use crate::table::{check, row};

#[test]
fn who_cannot_stand_there_is_reported() {
    check(&[
        row!("battles/crypt.battle.ron": "at: \"F11\"" => "at: ¦\"G10\"",
            "friends[1].at: `ada` and `pia` both start on G10: move one of them"),
        row!("battles/crypt.battle.ron": "at: \"F2\"" => "at: ¦\"F11\"",
            "enemies[0].at: `pia` and `cultist` both start on F11: move one of them"),
        row!("battles/crypt.battle.ron": "at: \"F11\"" => "at: ¦\"A1\"",
            "friends[1].at: A1 is a wall, and nobody can stand there: choose another cell"),
        row!("battles/hounds.battle.ron": "at: \"L3\"" => "at: ¦\"K3\"",
            "enemies[4].at: K3 is a pit, and nobody can stand there: choose another cell"),
        row!("battles/crypt.battle.ron": "at: \"F11\"" => "at: ¦\"M3\"",
            "friends[1].at: found \"M3\", expected a cell from \"A1\" to \"L12\""),
        row!("battles/crypt.battle.ron": "at: \"F11\"" => "at: ¦\"A13\"",
            "friends[1].at: found \"A13\", expected a cell from \"A1\" to \"L12\""),
        row!("battles/crypt.battle.ron": "at: \"F11\"" => "at: ¦\"\"",
            "friends[1].at: found \"\", expected a cell from \"A1\" to \"L12\""),
        row!("battles/crypt.battle.ron": "at: \"F11\"" => "at: ¦11",
            "friends[1].at: found `11`, expected a text in quotes"),
        // A unit without a cell takes none from the others.
        row!("battles/goblin-ambush.battle.ron":
            "at: \"E6\", name: \"Falk\"),\n        (unit: \"fighter\", at: \"H7\"" =>
            "at: ¦\"Z6\", name: \"Falk\"),\n        (unit: \"fighter\", at: \"A1\"",
            "friends[0].at: found \"Z6\", expected a cell from \"A1\" to \"L12\""),
    ]);
}

#[test]
fn sides_that_cannot_fight_are_reported() {
    check(&[
        row!("battles/heavy-hands.battle.ron": "enemies: [\n        (unit: \"bruiser\", at: \"I6\"),\n    ]" => "enemies: ¦[]",
            "enemies: `enemies` is empty: put a unit there"),
        row!("battles/heavy-hands.battle.ron": "friends: [\n        (unit: \"recruit\", at: \"D7\", name: \"Ada\", brain: Gambit(\"duellist\")),\n    ]" => "friends: ¦[]",
            "friends: `friends` is empty: put a unit there"),
        row!("battles/crypt.battle.ron": "(unit: \"skeleton\", at: \"D4\", name: \"Left Skeleton\")" => "¦(unit: \"cult_archer\", at: \"D4\", name: \"Right Archer\")",
            "enemies[1]: `right_archer` draws from its side's pile, and there is none: add `enemies_deck`"),
        row!("battles/crypt.battle.ron": "(unit: \"cultist\", at: \"F2\")" => "(unit: ¦5, at: \"F2\")",
            "enemies[0].unit: found the unsigned integer `5`, expected the name of a unit, or a unit such as (name: \"Ogre\", hp: 40)"),
        row!("battles/crypt.battle.ron": "unit: \"cultist\"" => "unit: (name: \"Ogre\", hp: ¦0)",
            "enemies[0].unit.hp: found 0, expected 1 to 9999"),
        row!("battles/crypt.battle.ron": "unit: \"cultist\"" => "unit: (name: \"Ogre\", ¦hpp: 10)",
            "enemies[0].unit.hpp: there is no field `hpp` here: did you mean `hp`?"),
    ]);
}

#[test]
fn a_tempo_that_does_not_fit_a_skill_is_reported() {
    check(&[
        row!("battles/bonelord.battle.ron": "board: \"throne_hall\"" => "tempo: ¦Initiative, board: \"throne_hall\"",
            "tempo: where units take turns a skill costs at most 2, and `grave_blow` costs 3: choose another tempo, or another skill"),
        row!("battles/hounds.battle.ron": 
            "Phases,\n    board: \"heath\",\n    by_hand: true,\n    friends: [\n        (unit: \"pikeman\"" =>
            "¦Phases,\n    board: \"heath\",\n    by_hand: true,\n    friends: [\n        (unit: \"bonelord\"",
            "tempo: where units take turns a skill costs at most 2, and `grave_blow` costs 3: choose another tempo, or another skill"),
    ]);
}

#[test]
fn a_board_that_is_no_board_is_reported() {
    check(&[
        row!("boards/crypt.board.ron": "rows: [\n        \"############\",\n" => "rows: ¦[\n",
            "rows: found 11 rows, expected 12"),
        row!("boards/crypt.board.ron": "rows: [\n" => "rows: ¦[¦\"\",\n",
            "rows: found 13 rows, expected 12",
            "rows[0]: found 0 signs in row 1, expected 12"),
        row!("boards/crypt.board.ron": "\"#####..#####\"" => "¦\"#####...#####\"",
            "rows[11]: found 13 signs in row 12, expected 12"),
        row!("boards/crypt.board.ron": "\"#####..#####\"" => "¦\"\"",
            "rows[11]: found 0 signs in row 12, expected 12"),
        row!("boards/crypt.board.ron": "\"#####..#####\"" => "\"#####.¦?#####\"",
            "rows[11]: G12 is '?', which the legend does not explain: add it, or use one of '#', '.', 't'"),
        row!("boards/crypt.board.ron": "\"#####..#####\"" => "\"####¦é¦é..####\"",
            "rows[11]: E12 is 'é', which the legend does not explain: add it, or use one of '#', '.', 't'",
            "rows[11]: F12 is 'é', which the legend does not explain: add it, or use one of '#', '.', 't'"),
        row!("boards/ring.board.ron":
            "\"####oooo####\",\n    ],\n    legend: {\n        'o': Pit," =>
            "\"####oo¦éo####\",\n    ],\n    legend: {\n        'o': Pit, 'é': Hazard(0),",
            "rows[11]: the hazard on G12 does 0 damage, expected 1 to 999"),
        row!("boards/throne_hall.board.ron": "'~': HalfCover" => "'~': ¦Cover",
            "legend.~: found `Cover`, which does not exist: expected one of `Floor`, `FullCover`, `HalfCover`, `Hazard`, `Pit`, `Wall`"),
        row!("boards/throne_hall.board.ron": "'~': HalfCover" => "'~': HalfCover, ¦\"~~\": Pit",
            "legend.~~: found `\"~~\"`, expected a single character in '…'"),
    ]);
}

#[test]
fn a_deck_that_is_no_deck_is_reported() {
    check(&[
        row!("decks/standard.deck.ron": "cards: [\n        (card: Null),\n        (card: Times(2)),\n        (card: Plus(2)),\n        (card: Plus(1), copies: 5),\n        (card: Plus(0), copies: 7),\n        (card: Plus(-1), copies: 5),\n    ]" => "cards: ¦[]",
            "cards: the number of different cards is 0, expected 1 to 12"),
        row!("decks/standard.deck.ron": "(card: Plus(-1), copies: 5)" => "¦(card: Plus(1), copies: 5)",
            "cards[5]: +1 appears twice: give it once with its number of copies"),
        row!("decks/standard.deck.ron": "Plus(-1)" => "¦Plus(-100)",
            "cards[5].card: the change is -100, expected -99 to 99"),
        row!("decks/standard.deck.ron": "Plus(-1)" => "Plus(¦-1000)",
            "cards[5].card: `-1000` is too large or too small here: docs/modding.md lists the bounds"),
        row!("decks/standard.deck.ron": "copies: 7" => "copies: ¦101",
            "cards[4].copies: found 101, expected 1 to 100"),
    ]);
}

#[test]
fn a_school_that_is_no_school_is_reported() {
    check(&[
        row!("schools/descent.school.ron": "\"first-blood\"" => "¦\"last-blood\"",
            "encounters[0]: there is no battle `last-blood`: did you mean `first-blood`?"),
        row!("schools/descent.school.ron": "\"first-blood\"" => "¦7",
            "encounters[0]: found `7`, expected a text in quotes"),
    ]);
}

#[test]
fn what_a_battle_describes_for_itself_is_checked_where_it_stands() {
    check(&[
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "board: (rows: ¦[\"............\"])",
            "board.rows: found 1 rows, expected 12"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "board: ¦5",
            "board: found the unsigned integer `5`, expected the name of a board, or a board such as (rows: [\"............\", …])"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "board: ¦\"crpyt\"",
            "board: there is no board `crpyt`: did you mean `crypt`?"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "skills: {\"zap\": (damage: ¦-5)}, board: \"crypt\"",
            "skills.zap.damage: found -5, expected a whole number from 0 to 999"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "skills: {\"zap\": (¦dammage: 5)}, board: \"crypt\"",
            "skills.zap.dammage: there is no field `dammage` here: did you mean `damage`?"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "skills: {¦\"Zap It\": (damage: 5)}, board: \"crypt\"",
            "skills.Zap It: `Zap It` is not a name: use lower case letters, digits, _ and -"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "skills: {\"zap\": (damage: 5), ¦\"zap\": (damage: 6)}, board: \"crypt\"",
            "skills.zap: `zap` appears twice: delete one"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "decks: {\"mine\": (cards: ¦[])}, board: \"crypt\"",
            "decks.mine.cards: the number of different cards is 0, expected 1 to 12"),
    ]);
}
