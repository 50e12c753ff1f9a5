//! Boards in the tempos with turns, and weapons of the dungeon.

use foretold_battle::brain::HeuristicReport;
use foretold_battle::testing::{
    Log, RuleDraft, Scene, Story, UnitDraft, attack, blow, board, recruit, strike,
};
use foretold_battle::{
    Action, Amount, Battle, Check, DamageKind, Edge, Outcome, Sink, Tempo, Why, WhyNot,
};

/// A bonus that always goes first.
pub(crate) const FIRST: i16 = 50;

/// One unit after another.
pub(crate) fn initiative(drawing: &str) -> Scene {
    board(drawing).tempo(Tempo::Initiative)
}

/// The friends, then the enemies.
pub(crate) fn phases(drawing: &str) -> Scene {
    board(drawing).tempo(Tempo::Phases)
}

/// The log of some steps with the set-up's own lines; no scripted roll may be left.
pub(crate) fn whole_log(scene: &Scene, steps: usize) -> Log {
    let mut story = scene.story();
    story.ticks(steps);
    let log = story.log();
    story.end();
    log
}

/// d20 + bonus, and damage dice.
pub(crate) fn weapon(name: &str, bonus: i16, amount: Amount) -> RuleDraft {
    let check = Check::Armour {
        bonus,
        edge: Edge::Even,
    };
    attack(name, [strike(check, amount, DamageKind::Slashing)])
}

/// d20 + 4, 1d6+2.
pub(crate) fn scimitar() -> RuleDraft {
    weapon("Scimitar", 4, Amount::dice(1, 6, 2))
}

/// Why each rule that was looked at did not apply.
pub(crate) fn refusals(why: Why) -> Vec<Option<WhyNot>> {
    match why {
        Why::Gambit(rules) => rules.into_iter().map(|rule| rule.refusal).collect(),
        other => panic!("expected rules, got {other:?}"),
    }
}

/// An agent that goes first and knows these skills.
pub(crate) fn agent(skills: impl IntoIterator<Item = RuleDraft>) -> UnitDraft {
    recruit().heuristic().knows(skills).initiative(FIRST)
}

/// A sure attack.
pub(crate) fn sure(name: &str, damage: i16) -> RuleDraft {
    blow(damage).with(|skill| skill.name = name.to_owned())
}

/// The name of the skill that A would use now.
pub(crate) fn chosen(story: &Story) -> String {
    match story.decision('A').action {
        Action::Use { skill, .. } => story.battle.arena().setup().skills[skill.index()]
            .name
            .clone(),
        other => format!("{other:?}"),
    }
}

/// The agent's own reasons.
pub(crate) fn report(story: &Story) -> HeuristicReport {
    match story.decision('A').why {
        Why::Heuristic(report) => report,
        other => panic!("expected an agent's reasons, got {other:?}"),
    }
}

/// Plays one step. No battle of these tests is longer than this, so one that never ends fails.
pub(crate) fn step<S: Sink>(battle: &mut Battle, sink: &mut S) {
    battle.step(sink);
    assert!(battle.tick() < 10_000, "the battle does not end");
}

/// Plays one step of a story; one that is over or never ends fails.
pub(crate) fn tick(story: &mut Story) {
    assert_eq!(story.battle.outcome(), None, "the story is over");
    story.ticks(1);
    assert!(story.battle.tick() < 1_000, "the story does not end");
}

/// Plays on until it is over.
pub(crate) fn play<S: Sink>(battle: &mut Battle, sink: &mut S) -> Outcome {
    loop {
        step(battle, sink);
        if let Some(outcome) = battle.outcome() {
            return outcome;
        }
    }
}
