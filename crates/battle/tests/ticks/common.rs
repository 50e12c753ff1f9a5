//! What several of these stories need.

use std::sync::Arc;

use foretold_battle::brain::{Condition, Criterion, Side};
use foretold_battle::testing::{
    RuleDraft, Story, UnitDraft, board, move_towards, random_setup, recruit,
};
use foretold_battle::{Action, Arena, Battle, Rule, Selector, Silent, Why, WhyNot};

/// The enemy the most cells away.
pub(crate) const FURTHEST_ENEMY: Selector = Selector::new(Criterion::Furthest, Side::Enemy);

/// The enemy with the highest HP.
pub(crate) const HIGHEST_HP_ENEMY: Selector = Selector::new(Criterion::HighestHp, Side::Enemy);

/// Gives a unit one rule: always this skill of its own, on the skill's own target.
pub(crate) fn now_only_uses(story: &mut Story, letter: char, skill: &str) {
    let skill = story.skill(skill);
    let on = story.battle.arena().skill(skill).selector;
    let rule = Rule {
        enabled: true,
        when: Condition::default(),
        skill,
        on,
    };
    story
        .battle
        .set_rules(story.id(letter), &[rule])
        .expect("the unit knows the skill");
}

/// A battle made up from a seed, at tick 0.
pub(crate) fn made_up_battle(seed: u64) -> Battle {
    let arena = Arena::new(random_setup(seed)).expect("made-up battles keep to the rules");
    Battle::start(&Arc::new(arena), seed, &mut Silent)
}

/// A moves by the rule; every other letter of the drawing stands still.
pub(crate) fn drawn(drawing: &str, rule: RuleDraft) -> Story {
    let mut scene = board(drawing).unit('A', recruit().gambits([rule]));
    for letter in drawing.chars().filter(|letter| "BCDEefg".contains(*letter)) {
        scene = scene.unit(letter, recruit());
    }
    scene.story()
}

/// The cell A sets out for.
fn step(drawing: &str, rule: &RuleDraft) -> String {
    match drawn(drawing, rule.clone()).decision('A').action {
        Action::Step { to } => to.to_string(),
        other => format!("{other:?}"),
    }
}

/// Checks where A sets out for in each of the drawings.
#[track_caller]
pub(crate) fn check(rule: &RuleDraft, cases: &[(&str, &str, &str)]) {
    for (what, drawing, to) in cases {
        assert_eq!(step(drawing, rule), *to, "{what}:{drawing}");
    }
}

/// The first rule of A does not apply because no cell is better, and it has no other.
#[track_caller]
pub(crate) fn assert_nowhere_to_go(story: &Story) {
    let decision = story.decision('A');
    assert_eq!(decision.action, Action::Idle, "\n{}", story.picture());
    let Why::Gambit(reports) = decision.why else {
        panic!("A follows rules");
    };
    assert_eq!(reports[0].refusal, Some(WhyNot::NowhereToGo));
}

/// Walks towards the nearest enemy.
pub(crate) fn walker() -> UnitDraft {
    recruit().gambits([move_towards()])
}
