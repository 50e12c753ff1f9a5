//! What several of the stories here need.

use std::sync::Arc;

use foretold_battle::brain::{Percent, Selector, Test};
use foretold_battle::testing::{RuleDraft, Scene, Story, attack, blow, board, cell, strike};
use foretold_battle::{
    Action, Amount, Area, Arena, AutofightMode, Battle, Card, Check, DamageKind, Deck, Edge,
    Happening, Order, Setup, Shove, Silent, Strike,
};

/// Once in a story: whatever comes later, it still rests.
pub(crate) fn once(rule: RuleDraft) -> RuleDraft {
    rule.cooldown(50)
}

/// A deck in which every card is the same.
pub(crate) fn only(card: Card) -> Deck {
    Deck {
        name: "Only one card".to_owned(),
        cards: vec![(card, 5)],
    }
}

/// Damage of a kind against armour: d20 + 5.
pub(crate) fn sword(amount: Amount, kind: DamageKind) -> RuleDraft {
    let check = Check::Armour {
        bonus: 5,
        edge: Edge::Even,
    };
    attack("Sword", [strike(check, amount, kind)])
}

/// Holds once an ally is at 0 HP.
pub(crate) fn an_ally_is_down() -> Test {
    Test::AllyHpBelow(Percent::new(1).expect("at most 100"))
}

/// Damage to the ally next to the user once it is down: enemies are never aimed at then.
pub(crate) fn mercy_blow(damage: i16) -> RuleDraft {
    blow(damage)
        .on(Selector::NEAREST_ALLY)
        .when(an_ally_is_down())
}

/// The battle of a set-up, begun.
pub(crate) fn begin(setup: Setup, seed: u64) -> Battle {
    let arena = Arc::new(Arena::new(setup).expect("a good set-up"));
    Battle::start(&arena, seed, &mut Silent)
}

/// A board of floor with each letter in its cell.
pub(crate) fn placed<const N: usize>(units: [(char, &str); N]) -> Scene {
    let mut rows = [['.'; 12]; 12];
    for (letter, name) in units {
        let at = cell(name);
        rows[usize::from(at.y())][usize::from(at.x())] = letter;
    }
    let rows = rows.map(|row| row.map(String::from).join(" "));
    board(&rows.join("\n"))
}

/// 10 sure damage, cost 1, at up to 5 cells.
pub(crate) fn bomb(area: Area) -> RuleDraft {
    attack(
        "Bomb",
        [strike(Check::Sure, Amount::flat(10), DamageKind::Fire)],
    )
    .range(5)
    .area(area)
}

/// The letters of the units that were struck, in order.
pub(crate) fn struck(story: &Story) -> String {
    let arena = story.battle.arena();
    let struck = story.events.iter().filter_map(|event| match event.what {
        Happening::Struck(struck) => Some(arena.unit_name(struck.target)),
        _ => None,
    });
    struck.collect()
}

/// The skill that A is about to use.
pub(crate) fn used(story: &Story) -> String {
    match story.decision('A').action {
        Action::Use { skill, .. } => story.battle.arena().skill(skill).name.clone(),
        other => format!("{other:?}"),
    }
}

/// The same under autofight.
pub(crate) fn used_by_autofight(story: &mut Story) -> String {
    let order = Order::Autofight(AutofightMode::MoveAndAttack);
    story.order('A', order).expect("e is in view");
    used(story)
}

/// The first drawn board of a part of docs/rules.md §13: its cells alone.
pub(crate) fn drawn_in_the_rules(part: &str) -> String {
    let page = include_str!("../../../../docs/rules.md");
    let heading = format!("\n### {part}\n");
    let (_, section) = page.split_once(&heading).expect("the page has it");
    let drawing = section.split("```").nth(1).expect("it is drawn");
    let mut lines = drawing.lines().skip(1);
    let columns = lines.next().map_or(0, |row| row.split_whitespace().count());
    // Each row has its number; below them there may be words alone.
    let cells = lines.map_while(|row| {
        let mut row = row.split_whitespace();
        row.next()?.parse::<u8>().ok()?;
        Some(row.take(columns).collect::<Vec<_>>().join(" "))
    });
    cells.collect::<Vec<_>>().join("\n")
}

/// A strike that only shoves.
pub(crate) fn push(check: Check) -> Strike {
    Strike {
        check,
        shoves: Some(Shove::Away),
        ..Strike::default()
    }
}
