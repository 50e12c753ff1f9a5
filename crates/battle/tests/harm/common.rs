//! What several of the stories here need.

use std::sync::Arc;

use foretold_battle::brain::{Percent, Selector, Test};
use foretold_battle::testing::{
    RuleDraft, Scene, ScriptedRoll, Story, attack, blow, board, cell, d20, strike,
};
use foretold_battle::{
    Amount, Arena, Battle, Card, Check, DamageKind, Deck, Edge, Setup, Silent, Tempo,
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

/// What happens in the first step in each tempo, if A acts first and has one action: the lines
/// without the beginnings of turns.
pub(crate) fn first_step(scene: impl Fn() -> Scene) -> [Vec<String>; 3] {
    Tempo::ALL.map(|tempo| {
        let scene = scene().tempo(tempo).house(|house| house.action_points = 1);
        let lines = scene.ticks(1).lines.into_iter();
        lines.filter(|line| !line.starts_with("t1 round")).collect()
    })
}

/// The story of a scene in each tempo, with these dice after those for initiative.
pub(crate) fn stories(scene: impl Fn() -> Scene, rolls: &[ScriptedRoll]) -> [Story; 3] {
    Tempo::ALL.map(|tempo| {
        let scene = scene().tempo(tempo);
        let units = if tempo == Tempo::Initiative {
            scene.setup().units.len()
        } else {
            0
        };
        let order = std::iter::repeat_n(d20(1), units);
        scene.rolls(order.chain(rolls.iter().copied())).story()
    })
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
