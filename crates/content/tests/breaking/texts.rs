//! Names and texts that a player could not read.

use crate::table::{check, row};

#[test]
fn a_text_that_nobody_could_read_is_reported() {
    check(&[
        row!("units/bonelord.unit.ron": "\"The Bonelord\"" => "¦\"The\\nBonelord\"",
            "name: found a line break or another control character: write it on one line"),
        row!("units/bonelord.unit.ron": "\"The Bonelord\"" => "¦\"\\u{1b}[31mRed\"",
            "name: found a line break or another control character: write it on one line"),
        row!("units/bonelord.unit.ron": "\"The Bonelord\"" => "¦\"  \"",
            "name: this text is empty: write something for the player to read"),
        row!("units/bonelord.unit.ron": "\"The Bonelord\"" => "¦\"The Bonelord of the Seven Halls under the Hill\"",
            "name: found 46 letters, expected at most 24: shorten it"),
        row!("units/bonelord.unit.ron": "\"undead\"" => "¦\"\"",
            "kind: this text is empty: write something for the player to read"),
        row!("units/cultist.unit.ron": "\"Dark Bolt\"" => "¦\"Dark\\tBolt\"",
            "brain[0].name: found a line break or another control character: write it on one line"),
        row!("battles/crypt.battle.ron": "\"The Crypt\"" => "¦\"\"",
            "title: this text is empty: write something for the player to read"),
        row!("battles/crypt.battle.ron": "\"Pia\"" => "¦\"P\\u{0}ia\"",
            "friends[1].name: found a line break or another control character: write it on one line"),
        row!("battles/crypt.battle.ron": "\"The dead draw" => "¦\"\\nThe dead draw",
            "text: found a line break or another control character: write it on one line"),
        row!("schools/descent.school.ron": "\"The School\"" => "¦\"\"",
            "title: this text is empty: write something for the player to read"),
        row!("skills/bite.skill.ron": "damage: 10" => "name: ¦\"\", damage: 10",
            "name: this text is empty: write something for the player to read"),
        row!("decks/standard.deck.ron": "cards: [" => "name: ¦\"\", cards: [",
            "name: this text is empty: write something for the player to read"),
        row!("boards/crypt.board.ron": "rows: [" => "name: ¦\"\", rows: [",
            "name: this text is empty: write something for the player to read"),
        row!("autofight.ron": "\"You are caught.\"" => "¦\"\"",
            "messages.Caught: this text is empty: write something for the player to read"),
    ]);
}
