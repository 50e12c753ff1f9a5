//! What a skill does, and what it cannot do at once.

use crate::table::{check, row};

#[test]
fn a_skill_that_does_two_things_is_reported() {
    check(&[
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, block: ¦4",
            "block: a skill moves, strikes or aids, never two of them: `damage` says it strikes, `block` says it aids"),
        row!("skills/hold.skill.ron": "walk: Hold" => "walk: Hold, damage: ¦4",
            "damage: a skill moves, strikes or aids, never two of them: `walk` says it moves, `damage` says it strikes"),
        row!("skills/stone_fists.skill.ron": "strikes: [" => "damage: ¦4, strikes: [",
            "damage: a skill moves, strikes or aids, never two of them: `strikes` says it strikes several times, `damage` says it strikes"),
    ]);
}

#[test]
fn a_skill_that_does_nothing_is_reported() {
    check(&[
        row!("skills/guard.skill.ron": "(\n    block: 8,\n)" => "¦()",
            "this skill does nothing: give it `walk`, `damage` (or another field of a strike), `burns`, or `block`, `heal`, `rally` or `grants`"),
        row!("skills/guard.skill.ron": "(\n    block: 8,\n)" => "¦(to_hit: Aimed)",
            "this does nothing: give it an effect, such as `damage`"),
        row!("skills/stone_fists.skill.ron": "(damage: 7),\n    ]" => "¦(),\n    ]",
            "strikes[1]: this does nothing: give it an effect, such as `damage`"),
        row!("skills/stone_fists.skill.ron": "[\n        (damage: 7),\n        (damage: 7),\n    ]" => "¦[]",
            "strikes: the number of strikes is 0, expected 1 to 6"),
    ]);
}

#[test]
fn a_field_that_has_no_meaning_here_is_reported() {
    check(&[
        row!("skills/guard.skill.ron": "block: 8" => "block: 8, draws_card: ¦true",
            "draws_card: only a skill that strikes draws cards: delete this"),
        row!("skills/guard.skill.ron": "block: 8" => "block: 8, pays: ¦3",
            "pays: only a skill that strikes costs HP: delete this"),
        row!("skills/howl.skill.ron": "sanity_damage: 8" => "sanity_damage: 8, drains: ¦50",
            "drains: only damage can be drained: add `damage`, or delete this"),
        row!("skills/shove.skill.ron": "shoves: true" => "shoves: true, pulls: ¦true",
            "pulls: a strike shoves away or pulls nearer, never both: delete `shoves` or `pulls`"),
        row!("skills/bite.skill.ron": "damage: 10" => "damage: 10, accuracy_bonus: ¦4",
            "accuracy_bonus: a sure strike needs no bonus: delete it, or set `to_hit` to Aimed or Armour"),
        row!("skills/aimed_shot.skill.ron": "to_hit: Aimed" => "to_hit: Aimed, edge: ¦Advantage",
            "edge: only a strike against armour has an edge: delete it, or set `to_hit` to Armour"),
        row!("skills/howl.skill.ron": "sanity_damage: 8" => "sanity_damage: 8, kind: ¦Fire",
            "kind: a kind without damage: add `damage`, or delete this"),
        row!("skills/bash.skill.ron": "turns: 1" => "turns: 1, amount: ¦3",
            "inflicts.amount: found 3, expected 0 to 0"),
        row!("skills/bash.skill.ron": "turns: 1" => "turns: 1, amount: ¦-3",
            "inflicts.amount: found -3, expected 0 or more"),
        row!("skills/dodge.skill.ron": "turns: 1" => "turns: 1, held: ¦true",
            "grants.held: the held is 1, expected 0 to 0"),
        row!("skills/hold.skill.ron": "walk: Hold" => "walk: Hold, cooldown: ¦1",
            "cooldown: found 1, expected 0 to 0"),
    ]);
}
